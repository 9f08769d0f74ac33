public import CivilTime

/// How far an athlete is with a task. No stored row means `notStarted` (rule 4.3).
public enum TaskStatus: String, CaseIterable, Hashable, Sendable {
  case notStarted = "not_started"
  case inProgress = "in_progress"
  case completed
  case skipped

  /// `In progress`.
  public var words: String {
    switch self {
    case .notStarted: "Not started"
    case .inProgress: "In progress"
    case .completed: "Completed"
    case .skipped: "Skipped"
    }
  }

  /// Whether there is still something to do.
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

  /// What the checkbox makes of it.
  public var toggled: TaskStatus { self == .completed ? .notStarted : .completed }
}

/// An athlete's standing with one task: the status, and since when it is completed.
public struct TaskStanding: Hashable, Sendable {
  public var status: TaskStatus
  public var completedAt: Instant?

  public init(status: TaskStatus = .notStarted, completedAt: Instant? = nil) {
    self.status = status
    self.completedAt = completedAt
  }

  /// The standing after a change. Entering `completed` notes the moment, leaving it forgets it, and
  /// completing twice keeps the first.
  ///
  /// - Parameter now: nil for what was completed before anybody noted it.
  public func changing(to status: TaskStatus, now: Instant?) -> TaskStanding {
    guard status == .completed else { return TaskStanding(status: status) }
    let since = self.status == .completed ? completedAt : nil
    return TaskStanding(status: .completed, completedAt: since ?? now)
  }
}
