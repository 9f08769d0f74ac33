public import CivilTime

/// The athlete's progress with a task. No stored row means `notStarted` (rule 4.3).
public enum TaskStatus: String, CaseIterable, Hashable, Sendable {
  case notStarted = "not_started"
  case inProgress = "in_progress"
  case completed
  case skipped

  /// The status in words: `In progress`.
  public var words: String {
    switch self {
    case .notStarted: "Not started"
    case .inProgress: "In progress"
    case .completed: "Completed"
    case .skipped: "Skipped"
    }
  }

  /// Whether it is still to be done.
  public var isOpen: Bool {
    switch self {
    case .notStarted, .inProgress: true
    case .completed, .skipped: false
    }
  }

  /// Whether entering it takes all prerequisites; giving a task up or back never does.
  public var needsPrerequisites: Bool {
    switch self {
    case .inProgress, .completed: true
    case .notStarted, .skipped: false
    }
  }

  /// The status after its checkbox is pressed.
  public var toggled: TaskStatus { self == .completed ? .notStarted : .completed }
}

/// The status of a task, and the time since when it is completed.
public struct TaskStanding: Hashable, Sendable {
  public var status: TaskStatus
  public var completedAt: Instant?

  public init(status: TaskStatus = .notStarted, completedAt: Instant? = nil) {
    self.status = status
    self.completedAt = completedAt
  }

  /// The standing after a change. Entering `completed` records the moment, leaving it clears the moment, and completing again keeps the
  /// first one.
  ///
  /// - Parameter now: nil for a task that was completed at an unknown time.
  public func changing(to status: TaskStatus, now: Instant?) -> TaskStanding {
    guard status == .completed else { return TaskStanding(status: status) }
    let since = self.status == .completed ? completedAt : nil
    return TaskStanding(status: .completed, completedAt: since ?? now)
  }
}
