public import Basics
public import CivilTime

/// One athlete's progress with one task; a row of `athlete_task`, which exists once the athlete touched the task.
public struct AthleteTask: Equatable, Sendable {
  public let id: RecordID
  public var athleteID: RecordID
  public var taskID: RecordID
  /// The stored status. Pages read the status through `TaskWithStatus`, because a task without a
  /// row has a status too.
  public var status: Open<TaskStatus>
  /// The time of completion; nil again after the task was reopened.
  public var completedAt: Instant?
  /// The flag is stored for the shipped app, which marks tasks of its plan for catching up.
  public var isRecoveryTask = false
  /// The due date that the athlete set. It takes precedence over the catalogue's date (rule 4.2).
  public var deadline: CalendarDay?
  /// The person who created the row: the athlete, or a parent who helps (rule 10.10). `updatedBy`
  /// changed it last.
  public var createdBy: RecordID?
  public var updatedBy: RecordID?
  public var createdAt: Instant?
  public var updatedAt: Instant?

  public init(
    id: RecordID, athleteID: RecordID, taskID: RecordID, status: TaskStatus = .notStarted
  ) {
    self.id = id
    self.athleteID = athleteID
    self.taskID = taskID
    self.status = .known(status)
  }
}
