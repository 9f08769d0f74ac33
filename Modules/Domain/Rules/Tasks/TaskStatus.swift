public import CivilTime

/// The athlete's progress with a task. A task for which no progress is stored has the status
/// `notStarted` (domain.md 4.3).
public enum TaskStatus: String, CaseIterable, Hashable, Sendable {
  case notStarted = "not_started"
  case inProgress = "in_progress"
  case completed
  case skipped

  /// The status as display text, such as `In progress`.
  public var words: String {
    switch self {
    case .notStarted: "Not started"
    case .inProgress: "In progress"
    case .completed: "Completed"
    case .skipped: "Skipped"
    }
  }

  /// True if the task still has to be done.
  public var isOpen: Bool {
    switch self {
    case .notStarted, .inProgress: true
    case .completed, .skipped: false
    }
  }

  /// True if a task can get this status only after the tasks on which it depends are done. A task
  /// can be skipped or reset at any time.
  public var needsPrerequisites: Bool {
    switch self {
    case .inProgress, .completed: true
    case .notStarted, .skipped: false
    }
  }

  /// The status that a task gets if its checkbox is clicked.
  public var toggled: TaskStatus { self == .completed ? .notStarted : .completed }
}

/// The status of a task, and the time at which the task was completed.
public struct TaskCompletion: Hashable, Sendable {
  public var status: TaskStatus
  public var completedAt: Instant?

  public init(status: TaskStatus = .notStarted, completedAt: Instant? = nil) {
    self.status = status
    self.completedAt = completedAt
  }

  /// Returns the status and the time of completion after a change. The time is set when a task
  /// becomes completed, kept if it was already completed, and removed by any other status.
  ///
  /// - Parameter now: the time of the change; nil if the task was completed at an unknown time.
  public func changing(to status: TaskStatus, now: Instant?) -> TaskCompletion {
    guard status == .completed else { return TaskCompletion(status: status) }
    let since = self.status == .completed ? completedAt : nil
    return TaskCompletion(status: .completed, completedAt: since ?? now)
  }
}
