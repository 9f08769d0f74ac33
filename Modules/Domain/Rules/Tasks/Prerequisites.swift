public import Basics

/// The part of a task template that locking needs.
public struct PrerequisiteTask: Hashable, Sendable {
  public var id: RecordID
  public var title: String
  public var dependencies: [RecordID]

  public init(id: RecordID, title: String, dependencies: [RecordID]) {
    self.id = id
    self.title = title
    self.dependencies = dependencies
  }
}

/// The dependencies of tasks across all grades (rule 4.3).
///
/// Faulty data never locks a task forever: an unknown id, a task that depends on itself, and tasks that depend on each other count as met,
/// and are in `faults` for the log.
public struct Prerequisites: Sendable {
  public let faults: [PrerequisiteFault]
  private let tasks: [PrerequisiteTask]
  private let positions: [RecordID: Int]
  /// For each task, the positions of its effective prerequisites, in catalogue order.
  private let waits: [[Int]]
  private let fromBefore: Set<RecordID>

  /// - Parameters:
  ///   - tasks: every template of every grade, in catalogue order.
  ///   - fromBefore: those of the grades before the athlete began here: they are met by being skipped, too (rule 10.9).
  public init(_ tasks: [PrerequisiteTask], fromBefore: Set<RecordID> = []) {
    self.tasks = tasks
    self.fromBefore = fromBefore
    let positions = Dictionary(
      tasks.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    self.positions = positions
    let edges = tasks.map { task in
      Set(task.dependencies.compactMap { positions[$0] }).sorted()
    }
    let circles = CircleFinder.circles(in: edges)
    self.waits = edges.enumerated().map { position, waits in
      waits.filter { circles[$0] == nil || circles[$0] != circles[position] }
    }
    faults = Self.faults(in: tasks, edges: edges, positions: positions, circles: circles)
  }

  /// One prerequisite as a page lists it.
  public struct Item: Hashable, Sendable {
    public var id: RecordID
    public var title: String
    public var isMet: Bool

    public init(id: RecordID, title: String, isMet: Bool) {
      self.id = id
      self.title = title
      self.isMet = isMet
    }
  }

  private func isMet(_ id: RecordID, _ statuses: [RecordID: TaskStatus]) -> Bool {
    switch statuses[id] ?? .notStarted {
    case .completed: true
    case .skipped: fromBefore.contains(id)
    case .notStarted, .inProgress: false
    }
  }

  /// What the task waits for, in catalogue order, and whether each is met: completed, or skipped where it is from before.
  public func items(for id: RecordID, statuses: [RecordID: TaskStatus]) -> [Item] {
    guard let position = positions[id] else { return [] }
    return waits[position].map { wait in
      let task = tasks[wait]
      return Item(id: task.id, title: task.title, isMet: isMet(task.id, statuses))
    }
  }

  /// The prerequisites that are still to be completed, in catalogue order.
  public func unmet(for id: RecordID, statuses: [RecordID: TaskStatus]) -> [Item] {
    items(for: id, statuses: statuses).filter { !$0.isMet }
  }

  public func isLocked(_ id: RecordID, statuses: [RecordID: TaskStatus]) -> Bool {
    guard let position = positions[id] else { return false }
    return waits[position].contains { !isMet(tasks[$0].id, statuses) }
  }

  /// The tasks that a change of `id` opens: locked before, not locked after, in catalogue order.
  public func unlocked(
    by id: RecordID, becoming status: TaskStatus, statuses: [RecordID: TaskStatus]
  ) -> [RecordID] {
    var after = statuses
    after[id] = status
    guard let position = positions[id], isMet(id, after), !isMet(id, statuses) else { return [] }
    return tasks.indices.filter {
      waits[$0].contains(position) && !isLocked(tasks[$0].id, statuses: after)
        && (statuses[tasks[$0].id] ?? .notStarted).isOpen
    }.map { tasks[$0].id }
  }

  /// Why a task may not take a status now; nil if it may.
  public func refusal(
    of status: TaskStatus, for id: RecordID, statuses: [RecordID: TaskStatus]
  ) -> TaskLock? {
    guard status.needsPrerequisites else { return nil }
    let unmet = unmet(for: id, statuses: statuses)
    return unmet.isEmpty ? nil : TaskLock(unmet: unmet)
  }

  /// Several tasks in an order in which each can take the status: prerequisites come first. Fails with the first task that cannot; then
  /// none of them may take it.
  public func order(
    of ids: [RecordID], entering status: TaskStatus, statuses: [RecordID: TaskStatus]
  ) -> Result<[RecordID], RefusedTask> {
    var (left, order, statuses) = (ids, [RecordID](), statuses)
    while let first = left.first {
      guard
        let next = left.firstIndex(where: { id in
          statuses[id] == status || refusal(of: status, for: id, statuses: statuses) == nil
        })
      else { return .failure(RefusedTask(id: first)) }
      let id = left.remove(at: next)
      statuses[id] = status
      order.append(id)
    }
    return .success(order)
  }

  /// The tasks that have to be completed before these can be, and are not among them: prerequisites and their prerequisites, in catalogue
  /// order.
  public func missing(beside ids: [RecordID], statuses: [RecordID: TaskStatus]) -> [Item] {
    var seen = Set(ids.compactMap { positions[$0] })
    var (left, missing) = (seen.sorted(), [Int]())
    while let position = left.popLast() {
      for wait in waits[position] where !isMet(tasks[wait].id, statuses) {
        guard seen.insert(wait).inserted else { continue }
        missing.append(wait)
        left.append(wait)
      }
    }
    return missing.sorted().map { Item(id: tasks[$0].id, title: tasks[$0].title, isMet: false) }
  }

  /// A task that may not take the status now.
  public struct RefusedTask: Error, Hashable, Sendable {
    public var id: RecordID
  }

  private static func faults(
    in tasks: [PrerequisiteTask], edges: [[Int]], positions: [RecordID: Int], circles: [Int: Int]
  ) -> [PrerequisiteFault] {
    var faults: [PrerequisiteFault] = []
    for (position, task) in tasks.enumerated() {
      for dependency in task.dependencies where positions[dependency] == nil {
        faults.append(.unknown(task: task.id, dependency: dependency))
      }
      if edges[position].contains(position) { faults.append(.waitsForItself(task.id)) }
    }
    let members = Dictionary(grouping: circles.keys) { circles[$0] ?? 0 }.values
    for circle in members.map({ $0.sorted() }).filter({ $0.count > 1 }).sorted(by: { $0[0] < $1[0] }
    ) {
      faults.append(.circle(circle.map { tasks[$0].id }))
    }
    return faults
  }
}

/// A fault in the data that locking ignores.
public enum PrerequisiteFault: Hashable, Sendable {
  case unknown(task: RecordID, dependency: RecordID)
  case waitsForItself(RecordID)
  case circle([RecordID])
}

/// Why a task is locked: the tasks to complete first, in catalogue order.
public struct TaskLock: Error, Hashable, Sendable {
  public var unmet: [Prerequisites.Item]

  public init(unmet: [Prerequisites.Item]) { self.unmet = unmet }

  public var titles: [String] { unmet.map(\.title) }
}
