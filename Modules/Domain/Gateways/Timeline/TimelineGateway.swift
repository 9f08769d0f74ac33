public import Basics
public import CivilTime

/// The operations on the recruiting timeline of one athlete: reading the tasks, and changing their
/// status and due dates.
public struct TimelineGateway: Gateway {
  public var tasks = Endpoint<
    (athlete: RecordID, grade: Int?, today: CalendarDay), TimelinePageData
  >("tasks")
  public var task = Endpoint<(task: RecordID, athlete: RecordID), TaskDetails>("task")
  /// Sets the status of several tasks. Either all of them are changed, in one step that `undo`
  /// reverts, or none.
  public var setStatus = Endpoint<
    (tasks: [RecordID], status: TaskStatus, athlete: RecordID), [ChangedTask]
  >("setStatus")
  /// Sets the due date of several tasks. Either all of them are changed, in one step that `undo`
  /// reverts, or none.
  public var setDueDate = Endpoint<
    (tasks: [RecordID], day: CalendarDay?, athlete: RecordID), [ChangedDueDate]
  >("setDueDate")
  public var unfinished = Endpoint<(athlete: RecordID, today: CalendarDay), UnfinishedTasks>(
    "unfinished")
  /// Marks several tasks of earlier grades as completed. Either all of them are changed, in one
  /// step that `undo` reverts, or none.
  public var catchUp = Endpoint<
    (tasks: [RecordID], athlete: RecordID, today: CalendarDay), [ChangedTask]
  >("catchUp")

  public init() {}
}

extension TimelineGateway {
  /// Returns all tasks of a grade, in the order of the catalogue (the program's list of tasks).
  /// Their prerequisites can be tasks of any grade (domain.md 4.3).
  ///
  /// - Parameter grade: the grade; nil for the athlete's grade on the day `today` (domain.md 4.1).
  public func tasks(
    of athlete: RecordID, grade: Int? = nil, today: CalendarDay
  ) async throws(Problem) -> TimelinePageData {
    try await tasks((athlete, grade, today))
  }

  public func task(_ task: RecordID, of athlete: RecordID) async throws(Problem) -> TaskDetails {
    try await self.task((task, athlete))
  }

  public func setStatus(
    _ task: RecordID, _ status: TaskStatus, _ athlete: RecordID
  ) async throws(Problem) -> ChangedTask {
    guard let changed = try await setStatus(([task], status, athlete)).first else {
      throw Problem.noSuch(.task)
    }
    return changed
  }

  /// Completes a task. Throws a `locked` problem with the names of the tasks that have to be
  /// completed before it, if one of them is not completed.
  public func completeTask(
    _ task: RecordID, of athlete: RecordID
  ) async throws(Problem) -> ChangedTask {
    try await setStatus(task, .completed, athlete)
  }

  public func startTask(
    _ task: RecordID, of athlete: RecordID
  ) async throws(Problem) -> ChangedTask {
    try await setStatus(task, .inProgress, athlete)
  }

  public func skipTask(
    _ task: RecordID, of athlete: RecordID
  ) async throws(Problem) -> ChangedTask {
    try await setStatus(task, .skipped, athlete)
  }

  public func resetTask(
    _ task: RecordID, of athlete: RecordID
  ) async throws(Problem) -> ChangedTask {
    try await setStatus(task, .notStarted, athlete)
  }

  /// Sets a due date for a task in place of the date in the catalogue (the program's list of
  /// tasks); nil restores the date of the catalogue.
  public func setDueDate(
    _ task: RecordID, to day: CalendarDay?, of athlete: RecordID
  ) async throws(Problem) -> ChangedDueDate {
    guard let changed = try await setDueDate(([task], day, athlete)).first else {
      throw Problem.noSuch(.task)
    }
    return changed
  }

  public func unfinishedTasks(
    of athlete: RecordID, today: CalendarDay
  ) async throws(Problem) -> UnfinishedTasks {
    try await unfinished((athlete, today))
  }

  /// Marks tasks of earlier grades as completed, without a day of completion, because the athlete
  /// does not remember it (domain.md 10.9).
  public func catchUp(
    on tasks: [RecordID], of athlete: RecordID, today: CalendarDay
  ) async throws(Problem) -> [ChangedTask] {
    try await catchUp((tasks, athlete, today))
  }
}
