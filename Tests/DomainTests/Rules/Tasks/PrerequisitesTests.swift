import Basics
import CivilTime
import Domain
import Testing

@Suite("Prerequisites and status changes")
struct PrerequisitesTests {
  /// Returns the prerequisites of the tasks 1 to `count`.
  ///
  /// `needs` has the number of a task as the key, and the numbers of the tasks that must be
  /// completed before it as the value.
  private func graph(_ needs: [UInt64: [UInt64]], count: UInt64) -> Prerequisites {
    Prerequisites(
      (1...count).map { number in
        PrerequisiteTask(
          id: Sample.id(number), title: "Task \(number)",
          dependencies: (needs[number] ?? []).map(Sample.id))
      })
  }

  @Test(
    "Only a completed prerequisite is met",
    arguments: [
      (nil, true), (TaskStatus.notStarted, true), (.inProgress, true), (.skipped, true),
      (.completed, false),
    ] as [(TaskStatus?, Bool)])
  func met(status: TaskStatus?, isLocked: Bool) {
    let graph = graph([2: [1]], count: 2)
    let statuses = status.map { [Sample.id(1): $0] } ?? [:]
    #expect(graph.isLocked(Sample.id(2), statuses: statuses) == isLocked)
    #expect(graph.unmet(for: Sample.id(2), statuses: statuses).isEmpty != isLocked)
  }

  @Test("A task without prerequisites, or one nobody knows, is not locked")
  func unlocked() {
    let graph = graph([:], count: 1)
    #expect(!graph.isLocked(Sample.id(1), statuses: [:]))
    #expect(!graph.isLocked(Sample.id(99), statuses: [:]))
    #expect(graph.items(for: Sample.id(99), statuses: [:]).isEmpty)
    #expect(Prerequisites([]).faults.isEmpty)
  }

  @Test(
    "Several tasks take a status with each prerequisite first, or none does",
    arguments: [
      ([3, 2, 1], .completed, [1, 2, 3], nil), ([3, 1], .completed, nil, 3),
      ([4, 3, 1, 2], .completed, [4, 1, 2, 3], nil), ([2, 5], .completed, nil, 2),
      ([3, 2], .skipped, [3, 2], nil), ([3, 4], .inProgress, nil, 3), ([], .completed, [], nil),
    ] as [([UInt64], TaskStatus, [UInt64]?, UInt64?)])
  func several(ids: [UInt64], status: TaskStatus, order: [UInt64]?, refused: UInt64?) {
    let graph = graph([2: [1], 3: [2]], count: 5)
    let result = graph.order(of: ids.map(Sample.id), entering: status, statuses: [:])
    switch result {
    case .success(let found): #expect(found == order?.map(Sample.id))
    case .failure(let task): #expect(task.id == refused.map(Sample.id))
    }
  }

  @Test("Every prerequisite has to be met, and the refusal names those missing in catalogue order")
  func refusal() {
    let graph = graph([5: [4, 1, 3, 4]], count: 5)
    let five = Sample.id(5)
    let statuses: [RecordID: TaskStatus] = [Sample.id(3): .completed, Sample.id(4): .inProgress]
    #expect(
      graph.items(for: five, statuses: statuses).map(\.title) == ["Task 1", "Task 3", "Task 4"])
    #expect(graph.items(for: five, statuses: statuses).map(\.isMet) == [false, true, false])
    for status in [TaskStatus.inProgress, .completed] {
      let lock = graph.refusal(of: status, for: five, statuses: statuses)
      #expect(lock?.titles == ["Task 1", "Task 4"])
    }
    for status in [TaskStatus.notStarted, .skipped] {
      #expect(graph.refusal(of: status, for: five, statuses: statuses) == nil)
    }
    let all = Dictionary(
      uniqueKeysWithValues: [1, 3, 4].map { (Sample.id($0), TaskStatus.completed) })
    #expect(graph.refusal(of: .completed, for: five, statuses: all) == nil)
  }

  @Test("An id that no task has counts as met and is reported")
  func unknown() {
    let graph = graph([2: [77, 1]], count: 2)
    #expect(graph.faults == [.unknown(task: Sample.id(2), dependency: Sample.id(77))])
    #expect(graph.unmet(for: Sample.id(2), statuses: [:]).map(\.title) == ["Task 1"])
    #expect(!graph.isLocked(Sample.id(2), statuses: [Sample.id(1): .completed]))
  }

  @Test("A task that waits for itself is not locked by it and is reported")
  func itself() {
    let graph = graph([1: [1], 2: [1, 2]], count: 2)
    #expect(graph.faults == [.waitsForItself(Sample.id(1)), .waitsForItself(Sample.id(2))])
    #expect(!graph.isLocked(Sample.id(1), statuses: [:]))
    #expect(graph.unmet(for: Sample.id(2), statuses: [:]).map(\.title) == ["Task 1"])
  }

  @Test("Tasks in a circle do not lock each other; what leads in and out still locks")
  func circle() {
    // Tasks 2, 3 and 4 wait for each other in a cycle, and task 2 also waits for task 1. Task 5
    // waits for task 4 of the cycle. Tasks 6 and 7 are another cycle.
    let graph = graph([2: [1, 4], 3: [2], 4: [3], 5: [4], 6: [7], 7: [6]], count: 7)
    #expect(
      graph.faults == [
        .circle([2, 3, 4].map(Sample.id)), .circle([6, 7].map(Sample.id)),
      ])
    #expect(graph.unmet(for: Sample.id(2), statuses: [:]).map(\.title) == ["Task 1"])
    for number in [3, 4, 6, 7] as [UInt64] {
      #expect(!graph.isLocked(Sample.id(number), statuses: [:]))
    }
    #expect(graph.isLocked(Sample.id(5), statuses: [:]))
    #expect(!graph.isLocked(Sample.id(5), statuses: [Sample.id(4): .completed]))
  }

  @Test("Two circles that touch the same task in passing stay apart")
  func twoWays() {
    // A diamond is not a cycle: 4 depends on 2 and 3, and both depend on 1.
    let graph = graph([2: [1], 3: [1], 4: [2, 3]], count: 4)
    #expect(graph.faults.isEmpty)
    #expect(graph.items(for: Sample.id(4), statuses: [:]).count == 2)
  }

  @Test("In any graph of random arrows some order of completion opens every task")
  func neverForEver() {
    var random = SeededRandom(state: 11)
    for _ in 0..<300 {
      let count = UInt64.random(in: 1...9, using: &random)
      var needs: [UInt64: [UInt64]] = [:]
      for _ in 0..<Int.random(in: 0...14, using: &random) {
        let from = UInt64.random(in: 1...count, using: &random)
        needs[from, default: []].append(UInt64.random(in: 1...count + 1, using: &random))
      }
      let graph = graph(needs, count: count)
      var statuses: [RecordID: TaskStatus] = [:]
      var left = (1...count).map(Sample.id)
      while let open = left.firstIndex(where: { !graph.isLocked($0, statuses: statuses) }) {
        statuses[left.remove(at: open)] = .completed
      }
      #expect(left.isEmpty, "\(needs)")
    }
  }

  @Test("A chain of a hundred thousand tasks is understood without exhausting the stack")
  func deepChain() {
    let count: UInt64 = 100_000
    let needs = Dictionary(uniqueKeysWithValues: (2...count).map { ($0, [$0 - 1]) })
    var graph = graph(needs, count: count)
    #expect(graph.faults.isEmpty)
    #expect(graph.isLocked(Sample.id(count), statuses: [:]))
    graph = self.graph(needs.merging([1: [count]]) { $1 }, count: count)
    #expect(graph.faults.count == 1)
    #expect(!graph.isLocked(Sample.id(count), statuses: [:]))
  }

  @Test("Completing a task names what it opens, and only that")
  func opening() {
    let graph = graph([3: [1], 4: [1, 2], 5: [1], 6: [1]], count: 6)
    let one = Sample.id(1)
    let statuses: [RecordID: TaskStatus] = [Sample.id(5): .completed, Sample.id(6): .skipped]
    #expect(graph.unlocked(by: one, becoming: .completed, statuses: statuses) == [Sample.id(3)])
    let both = statuses.merging([Sample.id(2): .completed]) { $1 }
    #expect(
      graph.unlocked(by: one, becoming: .completed, statuses: both) == [Sample.id(3), Sample.id(4)])
    #expect(graph.unlocked(by: one, becoming: .completed, statuses: [one: .completed]).isEmpty)
    #expect(graph.unlocked(by: Sample.id(99), becoming: .completed, statuses: [:]).isEmpty)
  }

  @Test(
    "The way to locked tasks begins with what is not locked itself, however far away it is",
    arguments: [([5], [1, 2]), ([4, 5], [1, 2]), ([3], [1]), ([7], [6]), ([2], []), ([], [])]
      as [([UInt64], [UInt64])])
  func firstSteps(ids: [UInt64], expected: [UInt64]) {
    let graph = graph([3: [1], 4: [2, 3], 5: [4], 7: [6, 8], 6: []], count: 8)
    let steps = graph.firstSteps(
      to: ids.map(Sample.id), statuses: [Sample.id(8): .completed, Sample.id(6): .skipped])
    #expect(steps.map(\.id) == expected.map(Sample.id))
  }

  @Test("A completed task keeps its unmet prerequisites")
  func completedAllTheSame() {
    let graph = graph([2: [1]], count: 2)
    let statuses: [RecordID: TaskStatus] = [Sample.id(2): .completed]
    #expect(graph.isLocked(Sample.id(2), statuses: statuses))
  }

  @Test(
    "The checkbox completes anything but what is completed",
    arguments: [
      (TaskStatus.notStarted, TaskStatus.completed), (.inProgress, .completed),
      (.skipped, .completed), (.completed, .notStarted),
    ])
  func toggle(from: TaskStatus, to: TaskStatus) {
    #expect(from.toggled == to)
  }

  @Test(
    "The moment of completion is noted on entering, kept on repeating, forgotten on leaving",
    arguments: [
      (TaskStatus.notStarted, nil, TaskStatus.completed, "2026-02-10T12:00:00.000Z"),
      (.inProgress, nil, .completed, "2026-02-10T12:00:00.000Z"),
      (.completed, "2026-01-01T00:00:00Z", .completed, "2026-01-01T00:00:00.000Z"),
      (.completed, nil, .completed, "2026-02-10T12:00:00.000Z"),
      (.completed, "2026-01-01T00:00:00Z", .notStarted, nil),
      (.completed, "2026-01-01T00:00:00Z", .inProgress, nil),
      (.completed, "2026-01-01T00:00:00Z", .skipped, nil),
      // The product's web app does not remove the completion date when a completed task is changed
      // back. When the task is completed again, the new date must replace this old date.
      (.notStarted, "2026-01-01T00:00:00Z", .completed, "2026-02-10T12:00:00.000Z"),
      (.notStarted, "2026-01-01T00:00:00Z", .inProgress, nil),
    ] as [(TaskStatus, String?, TaskStatus, String?)])
  func completedAt(from: TaskStatus, since: String?, to: TaskStatus, expected: String?) throws {
    let completion = TaskCompletion(status: from, completedAt: since.flatMap { Instant($0) })
    let now = try Sample.instant("2026-02-10T12:00:00Z")
    let after = completion.changing(to: to, now: now)
    #expect(after.status == to)
    #expect(after.completedAt?.description == expected)
  }

  @Test(
    "A prerequisite is met by being completed, and by being skipped where it is from before",
    arguments: [
      (TaskStatus.completed, false, true), (.completed, true, true), (.skipped, false, false),
      (.skipped, true, true), (.inProgress, true, false), (.notStarted, true, false),
    ])
  func skippedFromBefore(status: TaskStatus, isFromBefore: Bool, isMet: Bool) {
    let (needed, wanted) = (Sample.id(1), Sample.id(2))
    let graph = Prerequisites(
      [
        PrerequisiteTask(id: needed, title: "First", dependencies: []),
        PrerequisiteTask(id: wanted, title: "Second", dependencies: [needed]),
      ], fromBefore: isFromBefore ? [needed] : [])
    #expect(graph.isLocked(wanted, statuses: [needed: status]) == !isMet)
    #expect(graph.items(for: wanted, statuses: [needed: status]).map(\.isMet) == [isMet])
    #expect(
      graph.unlocked(by: needed, becoming: status, statuses: [:]) == (isMet ? [wanted] : []))
    #expect(graph.missing(beside: [wanted], statuses: [needed: status]).isEmpty == isMet)
  }
}
