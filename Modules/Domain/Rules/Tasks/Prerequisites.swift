public import Basics

/// The values of a task in the catalog by which the program decides whether a task is locked, which
/// means that other tasks have to be done first.
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

/// The dependencies between tasks of all grades, which decide whether a task is locked (domain.md
/// 4.3).
///
/// Three faults in the data would lock a task forever, and are ignored: a dependency with an
/// unknown id, a task that depends on itself, and tasks that depend on each other in a cycle. They
/// are listed in `faults`, so that they can be logged.
public struct Prerequisites: Sendable {
  public let faults: [PrerequisiteFault]
  private let tasks: [PrerequisiteTask]
  private let positions: [RecordID: Int]
  /// For each task, the positions of the tasks that have to be done before it, in the order of the
  /// catalog. Faulty dependencies are left out.
  private let waits: [[Int]]
  private let fromBefore: Set<RecordID>

  /// Creates the dependencies from the task templates (the tasks of the catalog, the same for all
  /// athletes).
  ///
  /// - Parameters:
  ///   - tasks: all templates of all grades, in the order of the program's list of tasks.
  ///   - fromBefore: the tasks of grades before the athlete started to use the program. Skipping
  ///     such a task, and not only completing it, unlocks the tasks that depend on it (domain.md
  ///     10.9).
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

  /// A task that has to be done before another task, in the form in which the page of the other
  /// task lists it.
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

  /// Returns all tasks that have to be done before a task, in the order of the program's list of
  /// tasks, each with whether it is done. Such a task counts as done if it is completed, and also
  /// if it is skipped and belongs to a grade before the one in which the athlete started to use the
  /// program.
  public func items(for id: RecordID, statuses: [RecordID: TaskStatus]) -> [Item] {
    guard let position = positions[id] else { return [] }
    return waits[position].map { wait in
      let task = tasks[wait]
      return Item(id: task.id, title: task.title, isMet: isMet(task.id, statuses))
    }
  }

  /// Returns the tasks that have to be done before a task and are not done yet, in the order of the
  /// catalog.
  public func unmet(for id: RecordID, statuses: [RecordID: TaskStatus]) -> [Item] {
    items(for: id, statuses: statuses).filter { !$0.isMet }
  }

  public func isLocked(_ id: RecordID, statuses: [RecordID: TaskStatus]) -> Bool {
    guard let position = positions[id] else { return false }
    return waits[position].contains { !isMet(tasks[$0].id, statuses) }
  }

  /// Returns the open tasks that are unlocked if the task `id` gets this status, in the order of
  /// the catalog.
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

  /// Returns the reason why a task cannot get this status now; nil if it can.
  public func refusal(
    of status: TaskStatus, for id: RecordID, statuses: [RecordID: TaskStatus]
  ) -> TaskLock? {
    guard status.needsPrerequisites else { return nil }
    let unmet = unmet(for: id, statuses: statuses)
    return unmet.isEmpty ? nil : TaskLock(unmet: unmet)
  }

  /// Returns these tasks in an order in which each of them can get the status: every task comes
  /// after the tasks on which it depends.
  ///
  /// The result is a failure with the first task that cannot get the status. A caller then must not
  /// change any of the tasks.
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

  /// Returns the tasks that have to be completed before the tasks in `ids` and are not in `ids`
  /// themselves. The result also contains the prerequisites of the returned tasks, in the order of
  /// the catalog.
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

  /// Returns the tasks with which the athlete can begin now, if the tasks in `ids` are locked:
  /// those that can be completed now and that the tasks in `ids` wait for, directly or through
  /// other tasks. They are in the order of the catalog.
  public func firstSteps(to ids: [RecordID], statuses: [RecordID: TaskStatus]) -> [Item] {
    missing(beside: ids, statuses: statuses).filter { !isLocked($0.id, statuses: statuses) }
  }

  /// The error of `order(of:entering:statuses:)` if no order lets all the tasks get the status.
  /// `id` is the first task that cannot get it.
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

/// A fault in the dependencies between tasks, such as a cycle. The program ignores a faulty
/// dependency, because it would lock a task forever.
public enum PrerequisiteFault: Hashable, Sendable {
  case unknown(task: RecordID, dependency: RecordID)
  case waitsForItself(RecordID)
  case circle([RecordID])
}

/// The reason why a task is locked: the tasks that have to be completed first, in the order of the
/// catalog.
public struct TaskLock: Error, Hashable, Sendable {
  public var unmet: [Prerequisites.Item]

  public init(unmet: [Prerequisites.Item]) { self.unmet = unmet }

  public var titles: [String] { unmet.map(\.title) }
}
