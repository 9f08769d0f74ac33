import Basics
import Synchronization
import Testing

@Suite struct SignalTests {
  enum Step { case wait, give, cancel }

  static let endings: [([Step], Bool?)] = [
    ([.wait], nil),
    ([.give, .wait], true),
    ([.wait, .give], true),
    ([.give, .give, .wait], true),
    ([.wait, .give, .give], true),
    ([.cancel, .wait], false),
    ([.wait, .cancel], false),
    ([.wait, .cancel, .give], false),
    ([.wait, .give, .cancel], true),
    ([.cancel, .give, .wait], true),
  ]

  @Test("A wait ends when the signal is given or the task is cancelled", arguments: endings)
  func unlessCancelled(steps: [Step], isGiven: Bool?) async {
    await expect(isGiven, after: steps) { await $0.waitUnlessCancelled() }
  }

  static let patientEndings: [([Step], Bool?)] = [
    ([.wait], nil),
    ([.give, .wait], true),
    ([.wait, .give], true),
    ([.wait, .give, .give], true),
    ([.cancel, .wait], nil),
    ([.wait, .cancel], nil),
    ([.wait, .cancel, .give], true),
    ([.cancel, .give, .wait], true),
  ]

  @Test(
    "A wait that outlasts its cancellation ends with the signal alone", arguments: patientEndings)
  func patient(steps: [Step], isGiven: Bool?) async {
    await expect(isGiven, after: steps) { signal in
      await signal.wait()
      return true
    }
  }

  /// Performs these actions one after the other. After each one, the task runs until it is
  /// suspended, so that no result depends on the speed of a thread. Nil means that the task still
  /// waits.
  private func expect(
    _ isGiven: Bool?, after steps: [Step], _ wait: @escaping @Sendable (Signal) async -> Bool
  ) async {
    let signal = Signal()
    let ends = Entries<Bool>()
    let jobs = JobsByHand()
    let task = Task(executorPreference: jobs) { ends.add(await wait(signal)) }
    var hasBegun = false
    for step in steps {
      switch step {
      case .wait: hasBegun = true
      case .give: signal.give()
      case .cancel: task.cancel()
      }
      if hasBegun { jobs.run() }
    }
    let expected = isGiven.map { [$0] } ?? []
    #expect(ends.all == expected)
    signal.give()
    jobs.run()
    await task.value
    #expect(ends.all.count == 1)
  }

  @Test("All who wait go on in the order in which they began, without the one who was cancelled")
  func order() async {
    let signal = Signal()
    let ends = Entries<String>()
    let jobs = JobsByHand()
    let tasks = ["a", "b", "c", "d"].map { name in
      Task(executorPreference: jobs) {
        let isGiven = await signal.waitUnlessCancelled()
        ends.add(isGiven ? name : "not \(name)")
      }
    }
    jobs.run()
    tasks[1].cancel()
    jobs.run()
    #expect(ends.all == ["not b"])
    signal.give()
    jobs.run()
    #expect(ends.all == ["not b", "a", "c", "d"])
    for task in tasks { await task.value }
  }

  @Test(
    "A deadline ends the wait for a signal that is not given before",
    arguments: [
      (Duration.seconds(-1), false), (Duration.milliseconds(20), false),
      (Duration.seconds(-1), true), (Duration.seconds(3_600), true),
    ])
  func deadline(limit: Duration, isGiven: Bool) async {
    let signal = Signal()
    if isGiven { signal.give() }
    let deadline = ContinuousClock.now + limit
    #expect(await signal.waitUnlessCancelled(until: deadline) == isGiven)
    #expect(isGiven || ContinuousClock.now >= deadline)
  }

  @Test("A wait with a deadline far away ends with the signal, and with its cancellation")
  func farDeadline() async {
    let far = ContinuousClock.now + .seconds(3_600)
    let signal = Signal()
    let given = Task { await signal.waitUnlessCancelled(until: far) }
    signal.give()
    #expect(await given.value)
    let other = Signal()
    let cancelled = Task { await other.waitUnlessCancelled(until: far) }
    cancelled.cancel()
    #expect(await cancelled.value == false)
  }

  @Test("A wait that is ended in three ways at the same moment ends once")
  func together() async {
    for _ in 1...500 {
      let signal = Signal()
      let waits = (1...3).map { _ in
        Task { await signal.waitUnlessCancelled(until: ContinuousClock.now + .microseconds(20)) }
      }
      await withTaskGroup(of: Void.self) { group in
        group.addTask { for wait in waits { wait.cancel() } }
        group.addTask { signal.give() }
      }
      for wait in waits { _ = await wait.value }
    }
  }
}

private final class Entries<Entry: Sendable>: Sendable {
  private let entries = Mutex<[Entry]>([])

  var all: [Entry] { entries.withLock { $0 } }

  func add(_ entry: Entry) { entries.withLock { $0.append(entry) } }
}

/// An executor whose jobs run only when the test says so, on the thread of the test.
private final class JobsByHand: TaskExecutor {
  private let waiting = Mutex<[UnownedJob]>([])

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    waiting.withLock { $0.append(job) }
  }

  func run() {
    while let job = waiting.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
      job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }
}
