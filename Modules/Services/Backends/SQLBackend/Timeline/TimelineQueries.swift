import Basics
import CivilTime
import Domain
import JSON
import Persistence
import SQLite

/// Reads an athlete's timeline, which is the list of tasks by grade with the athlete's progress,
/// within one transaction.
///
/// The prerequisites of a task may be tasks of other grades (domain.md 4.3). So all task templates
/// that have a prerequisite, or are one, are read into a graph. The cost depends on the displayed
/// grade and on this graph, and not on all stored rows.
struct TimelineQueries {
  let scope: Scope
  let athlete: RecordID
  private var graph: Graph
  let graduationYear: Int?
  /// The athlete's sport, whose terms replace those of the task texts; nil for baseball, because
  /// the stored texts already use its terms.
  private let sport: Sport?
  let start: LateStart

  private struct Graph {
    var prerequisites: Prerequisites
    var nodes: [RecordID: Node]
    var statuses: [RecordID: TaskStatus]
    /// The titles that more than one task in the graph of prerequisites has.
    var sharedTitles: Set<String>

    /// Returns the reference of a task (its handle and title) for sentences. If several tasks have
    /// the same title, the grade follows it, so that readers and listeners can distinguish them.
    ///
    /// Only titles in the graph of prerequisites are compared, because other tasks never occur
    /// together in a sentence.
    func reference(to id: RecordID, handle: Int, title: String, grade: Int) -> Reference {
      Reference(
        kind: .task, id: id, handle: "t" + String(handle),
        title: sharedTitles.contains(title) ? "\(title) (grade \(grade))" : title)
    }

    func reference(to node: Node) -> Reference {
      reference(to: node.task.id, handle: node.handle, title: node.task.title, grade: node.grade)
    }
  }

  init(_ scope: Scope, _ athlete: RecordID) throws {
    try scope.requireToRead(athlete)
    self.scope = scope
    self.athlete = athlete
    let (year, sport, joined) = try scope.beginning(of: athlete)
    graduationYear = year
    self.sport = Sport(otherThanBaseball: sport)
    start = LateStart(graduationYear: year, joined: joined)
    graph = try Self.graph(scope, athlete, start, self.sport)
  }

  /// The faults in the prerequisites of the task templates, such as a circle. A faulty prerequisite
  /// locks no task.
  var faults: [PrerequisiteFault] { graph.prerequisites.faults }

  /// Returns a copy of the timeline in which a task has another status. The graph of prerequisites
  /// is changed in memory and not read again.
  func after(_ id: RecordID, became status: TaskStatus) -> TimelineQueries {
    var after = self
    after.graph.statuses[id] = status
    return after
  }

  func grade(on today: CalendarDay) -> Grade {
    Grade(graduationYear: graduationYear, on: today, fallback: Grade.tasksFallback)
  }

  /// Returns the tasks of these grades, sorted by grade and then by their place in the task
  /// catalog.
  func tasks(ofGrades grades: ClosedRange<Int>) throws -> [TaskWithStatus] {
    try noteUnreadable(ofGrades: grades)
    // An athlete has started only few of the tasks, so one query for all their progress costs less
    // than one lookup for each task.
    let begun = Dictionary(
      try scope.connection.query(
        """
        SELECT \(Self.progressColumns), task_id FROM \(scope.readable(.athleteTasks))
        WHERE athlete_id = ?
        """, athlete
      ) { row in
        let id = try row.recordID(9)
        return (id, try progress(row, from: 0, of: id))
      }, uniquingKeysWith: { first, _ in first })
    // One scan of all task handles (short names such as `t24`) takes a third of the time of one
    // lookup for each task.
    let numbers = try scope.connection.handles.numbers(.task)
    // The rows are sorted by the columns of the index `task_of_grade`, so SQLite reads them in the
    // order of this index and need not sort them.
    return try scope.connection.query(
      """
      SELECT \(Self.taskColumns) FROM \(scope.readable(.tasks))
      WHERE task.grade_level BETWEEN ? AND ? ORDER BY task.grade_level, task.catalogue_order
      """, grades.lowerBound, grades.upperBound, expecting: numbers.count
    ) { row in
      let id = try row.recordID(0)
      return try task(row, id, number: numbers[id], begun[id])
    }
  }

  /// Records which rows with malformed values a list of these grades leaves out, so that the user
  /// is told how many there are.
  private func noteUnreadable(ofGrades grades: ClosedRange<Int>) throws {
    _ = try scope.withoutUnreadable(
      Conditions(
        "task.grade_level BETWEEN ? AND ?", .integer(Int64(grades.lowerBound)),
        .integer(Int64(grades.upperBound))), in: .tasks)
    _ = try scope.withoutUnreadable(
      Conditions("athlete_task.athlete_id = ?", .id(athlete)), in: .athleteTasks)
  }

  /// Throws if the row with the athlete's progress in the task has a malformed value. Lists leave
  /// such a row out, so the user would not see the result of a change.
  func requireReadableProgress(of id: RecordID) throws {
    let known = scope.unreadable.known(in: .athleteTasks)
    guard !known.isEmpty else { return }
    let hidden = try scope.connection.first(
      """
      SELECT 1 FROM athlete_task
      WHERE athlete_id = ? AND task_id = ? AND id IN (SELECT value FROM json_each(?))
      """, athlete, id, TextArray.text(known)
    ) { _ in true }
    guard hidden == nil else { throw Problem.unreadable(.task) }
  }

  func task(_ id: RecordID) throws -> TaskWithStatus {
    let found = try scope.connection.first(
      """
      SELECT \(Self.taskColumns), \(Self.handleNumber), \(Self.progressColumns)
      FROM \(tasksWithProgress) WHERE task.id = ?2
      """, athlete, id
    ) { row in try task(row) }
    guard let found else { throw Problem.noSuch(.task) }
    return found
  }

  /// Returns the tasks that have this task as a prerequisite, sorted by their place in the task
  /// catalog.
  func dependants(of id: RecordID) throws -> [Reference] {
    try scope.connection.query(
      """
      SELECT task.id FROM \(scope.readable(.tasks))
      WHERE dependency_task_ids <> '[]'
        AND EXISTS (SELECT 1 FROM \(Conditions.list("task.dependency_task_ids")) WHERE value = ?)
      ORDER BY catalogue_order, id
      """, id
    ) { row in try row.recordID(0) }.compactMap { reference(toNode: $0) }
  }

  /// Returns the tasks that have this task as a prerequisite, are not done, and are still locked.
  /// The program names them when this task is skipped, because they then stay locked.
  func openDependants(of id: RecordID) throws -> [Reference] {
    try dependants(of: id).filter {
      (graph.statuses[$0.id] ?? .notStarted).isOpen
        && graph.prerequisites.isLocked($0.id, statuses: graph.statuses)
    }
  }

  /// Returns the tasks in an order in which each of them can get the status, prerequisites first.
  /// Throws for the first task that cannot get it in any order.
  func order(of ids: [RecordID], entering status: TaskStatus) throws -> [RecordID] {
    let order = graph.prerequisites.order(of: ids, entering: status, statuses: graph.statuses)
    switch order {
    case .success(let ids): return ids
    case .failure(let refused): throw Problem.locked(try task(refused.id), ofSeveral: ids.count > 1)
    }
  }

  /// Returns the tasks that are not completed, grade by grade.
  func unfinished(on today: CalendarDay) throws -> UnfinishedTasks {
    UnfinishedTasks(
      grade: grade(on: today),
      tasks: try tasks(ofGrades: Grade.levels).filter { $0.status != .completed })
  }

  /// Returns the tasks, which must be of earlier grades, in an order in which they can be marked as
  /// completed: prerequisites first.
  ///
  /// - Throws: a problem that names all missing prerequisites; another problem if the athlete's
  ///   grade is not known or a task is not of an earlier grade.
  func orderOfCatchingUp(on ids: [RecordID], today: CalendarDay) throws -> [RecordID] {
    let grade = grade(on: today)
    guard !grade.isAssumed else { throw Problem.noGradeKnown }
    let named = try ids.map { try task($0) }
    if let other = named.first(where: { $0.task.gradeLevel >= grade.level }) {
      throw Problem.isNoEarlierStep(other, grade: grade)
    }
    let open = named.filter { $0.status != .completed }
    let missing = graph.prerequisites.missing(beside: open.map(\.id), statuses: graph.statuses)
    guard missing.isEmpty else {
      let names = missing.compactMap { reference(toNode: $0.id) }
      let ids = Set(missing.map(\.id))
      throw Problem.cannotCatchUp(
        on: open.filter { $0.unmetPrerequisites.contains { ids.contains($0.reference.id) } },
        without: names)
    }
    return try order(of: ids, entering: .completed)
  }

  /// Returns the tasks that are locked by unfinished prerequisites now, and no longer locked once
  /// this task has the status.
  func unlocked(by id: RecordID, becoming status: TaskStatus) -> [Reference] {
    graph.prerequisites.unlocked(by: id, becoming: status, statuses: graph.statuses)
      .compactMap { reference(toNode: $0) }
  }

  private func reference(toNode id: RecordID) -> Reference? {
    graph.nodes[id].map { graph.reference(to: $0) }
  }

  func progress(ofGrade grade: Int) throws -> TaskProgress {
    try scope.connection.one(
      """
      SELECT count(*), count(CASE WHEN athlete_task.status = 'completed' THEN 1 END),
        count(CASE WHEN task.required = 1 THEN 1 END),
        count(CASE WHEN task.required = 1 AND athlete_task.status = 'completed' THEN 1 END)
      FROM \(tasksWithProgress) WHERE task.grade_level = ?2
      """, athlete, grade
    ) { row in
      var progress = TaskProgress(EmptyCollection())
      progress.total = try row.int(0)
      progress.completed = try row.int(1)
      progress.requiredTotal = try row.int(2)
      progress.requiredCompleted = try row.int(3)
      return progress
    }
  }
}

// MARK: - Reading tasks with the athlete's progress

extension TimelineQueries {
  /// SQL for `FROM` that joins each task with the athlete's (`?1`) progress in it. The progress
  /// columns are NULL for a task that the athlete has not started.
  private var tasksWithProgress: String { Self.tasksWithProgress(scope) }

  private static func tasksWithProgress(_ scope: Scope) -> String {
    """
    \(scope.readable(.tasks)) LEFT JOIN \(scope.readable(.athleteTasks))
      ON athlete_task.athlete_id = ?1 AND athlete_task.task_id = task.id
    """
  }

  private static let taskColumns = """
    task.id, task.title, task.grade_level, task.category, task.description, task.required,
    task.dependency_task_ids, task.why_it_matters, task.failure_risk, task.division_applicability,
    task.due_month, task.deadline_date
    """

  private static let progressColumns = """
    athlete_task.id, athlete_task.status, athlete_task.completed_at, athlete_task.deadline_date,
    athlete_task.is_recovery_task, athlete_task.created_at, athlete_task.updated_at,
    athlete_task.created_by, athlete_task.updated_by
    """

  /// An SQL expression for the number in a task's handle, such as 24 in `t24`. The subquery reads
  /// only an index, while a join would also read the table of handles.
  private static let handleNumber =
    "(SELECT number FROM handles WHERE kind = 't' AND id = task.id)"

  /// Returns the task in a row that has `taskColumns`, then the number of the task's handle, then
  /// `progressColumns`.
  private func task(_ row: borrowing ResultRow) throws -> TaskWithStatus {
    let id = try row.recordID(0)
    return try task(
      row, id, number: try row.optionalInt(12),
      try row.isNull(13) ? nil : progress(row, from: 13, of: id))
  }

  private func task(
    _ row: borrowing ResultRow, _ id: RecordID, number: Int?, _ progress: AthleteTask?
  ) throws -> TaskWithStatus {
    var task = TimelineTask(
      id: id, title: try row.text(1), gradeLevel: try row.int(2), category: .academic)
    task.category = Open(try row.text(3))
    task.description = try row.optionalText(4)
    task.isRequired = try row.optionalBool(5) ?? false
    task.dependencyIDs = IDList.ids(try row.optionalText(6))
    task.whyItMatters = try row.optionalText(7)
    task.failureRisk = try row.optionalText(8)
    task.divisionApplicability = TextList.texts(try row.optionalText(9)) ?? ["ALL"]
    task.dueMonth = try row.optionalInt(10)
    if let sport { task = task.worded(for: sport) }
    let templateDay = try row.optionalText(11).flatMap { CalendarDay($0) }
    let deadline = Deadline.day(
      explicit: progress?.deadline ?? templateDay, dueMonth: task.dueMonth,
      grade: task.gradeLevel, graduationYear: graduationYear)
    let isFromBefore = start.leavesBehind(grade: task.gradeLevel, progress: progress)
    return TaskWithStatus(
      reference: graph.reference(
        to: id, handle: number ?? 0, title: task.title, grade: task.gradeLevel),
      task: task, athleteTask: progress, deadline: deadline, prerequisites: prerequisites(of: id),
      isFromBefore: isFromBefore)
  }

  private func progress(
    _ row: borrowing ResultRow, from first: Int, of task: RecordID
  ) throws -> AthleteTask {
    var progress = AthleteTask(id: try row.recordID(first), athleteID: athlete, taskID: task)
    progress.status = Open(try row.text(first + 1))
    progress.completedAt = try row.optionalText(first + 2).flatMap { Instant($0) }
    progress.deadline = try row.optionalText(first + 3).flatMap { CalendarDay($0) }
    progress.isRecoveryTask = try row.optionalBool(first + 4) ?? false
    progress.createdAt = try row.optionalText(first + 5).flatMap { Instant($0) }
    progress.updatedAt = try row.optionalText(first + 6).flatMap { Instant($0) }
    progress.createdBy = try row.optionalText(first + 7).flatMap { RecordID($0) }
    progress.updatedBy = try row.optionalText(first + 8).flatMap { RecordID($0) }
    return progress
  }

  /// Returns the tasks with which the athlete has to begin, so that these locked tasks can be
  /// completed later.
  func firstSteps(to ids: [RecordID]) -> [TaskWithStatus.Prerequisite] {
    prerequisites(graph.prerequisites.firstSteps(to: ids, statuses: graph.statuses))
  }

  private func prerequisites(of id: RecordID) -> [TaskWithStatus.Prerequisite] {
    prerequisites(graph.prerequisites.items(for: id, statuses: graph.statuses))
  }

  private func prerequisites(
    _ items: [Prerequisites.Item]
  ) -> [TaskWithStatus.Prerequisite] {
    guard !items.isEmpty else { return [] }
    return items.compactMap { item in
      graph.nodes[item.id].map { node in
        TaskWithStatus.Prerequisite(
          reference: graph.reference(to: node), gradeLevel: node.grade, isCompleted: item.isMet,
          title: node.task.title)
      }
    }
  }

  /// A task template in the graph of prerequisites: it has a prerequisite, or it is one.
  private struct Node {
    var task: PrerequisiteTask
    var order: Int
    var handle: Int
    var grade: Int
    var status: TaskStatus?
  }

  private static func graph(
    _ scope: Scope, _ athlete: RecordID, _ start: LateStart, _ sport: Sport?
  ) throws -> Graph {
    let select = """
      SELECT task.id, task.title, task.dependency_task_ids, task.catalogue_order, \(handleNumber),
        task.grade_level, athlete_task.status
      FROM \(tasksWithProgress(scope))
      """
    let waiting = try scope.connection.query(
      "\(select) WHERE task.dependency_task_ids <> '[]'", athlete
    ) { row in try node(row, sport) }
    var nodes: [RecordID: Node] = [:]
    nodes.reserveCapacity(waiting.count * 2)
    for node in waiting { nodes[node.task.id] = node }
    for needed in waiting.lazy.flatMap(\.task.dependencies) where nodes[needed] == nil {
      nodes[needed] = try scope.connection.first(
        "\(select) WHERE task.id = ?2", athlete, needed
      ) { row in try node(row, sport) }
    }
    var statuses: [RecordID: TaskStatus] = [:]
    statuses.reserveCapacity(nodes.count)
    var titles: Set<String> = []
    var sharedTitles: Set<String> = []
    for node in nodes.values {
      statuses[node.task.id] = node.status
      if !titles.insert(node.task.title).inserted { sharedTitles.insert(node.task.title) }
    }
    let order = nodes.values.sorted { ($0.order, $0.task.id) < ($1.order, $1.task.id) }
    return Graph(
      prerequisites: Prerequisites(
        order.map(\.task),
        fromBefore: Set(order.filter { start.isBefore(grade: $0.grade) }.map(\.task.id))),
      nodes: nodes, statuses: statuses, sharedTitles: sharedTitles)
  }

  private static func node(_ row: borrowing ResultRow, _ sport: Sport?) throws -> Node {
    let (id, title) = (try row.recordID(0), try row.text(1))
    return Node(
      task: PrerequisiteTask(
        id: id, title: sport?.title(ofTask: id, otherwise: title) ?? title,
        dependencies: IDList.ids(try row.optionalText(2))),
      order: try row.optionalInt(3) ?? .min, handle: try row.optionalInt(4) ?? 0,
      grade: try row.int(5),
      status: try row.optionalText(6).flatMap(TaskStatus.init))
  }
}
