public import Basics
public import CivilTime

/// One athlete's progress in one task; a row of `athlete_task`. There is no row until the athlete
/// changes the task.
public struct AthleteTask: Equatable, Sendable {
  public let id: RecordID
  public var athleteID: RecordID
  public var taskID: RecordID
  /// The stored status. Pages use `TaskWithStatus.status` instead, because a task without a row has
  /// a status too.
  public var status: Open<TaskStatus>
  /// The time when the task was completed; nil while it is not completed, also after it was
  /// reopened.
  public var completedAt: Instant?
  /// Whether another app that uses the same tables made the task part of its plan for catching up.
  /// This program only stores the value.
  public var isRecoveryTask = false
  /// The due date that the athlete set; nil to use the catalogue's date (domain.md 4.2).
  public var deadline: CalendarDay?
  /// The person who created the row: the athlete, or a parent who may help (domain.md 10.10).
  /// `updatedBy` is the person who last changed it.
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
