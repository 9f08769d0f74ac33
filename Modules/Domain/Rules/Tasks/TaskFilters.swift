public import Basics

/// Selects the tasks of a grade that a list shows (rule 4.4). A task has to match both filters.
public struct TaskFilters: Hashable, Sendable {
  public var status: TaskStatusFilter
  public var urgency: TaskUrgencyFilter

  public init(status: TaskStatusFilter = .all, urgency: TaskUrgencyFilter = .all) {
    self.status = status
    self.urgency = urgency
  }

  /// Parses stored filters. An unknown value means `all`.
  public init(storedStatus: String?, storedUrgency: String?) {
    self.init(
      status: storedStatus.flatMap(TaskStatusFilter.init) ?? .all,
      urgency: storedUrgency.flatMap(TaskUrgencyFilter.init) ?? .all)
  }

  public var areActive: Bool { self != TaskFilters() }

  /// - Parameter status: the task's status, which is `notStarted` without a progress row.
  public func admit(status: TaskStatus, urgency: DeadlineUrgency) -> Bool {
    self.status.admits(status) && self.urgency.admits(urgency)
  }

  /// Returns the key of the device preference for the status filter of one athlete's tasks.
  public static func statusKey(athlete: RecordID) -> String { "taskStatusFilter_\(athlete)" }

  /// Returns the key of the device preference for the urgency filter of one athlete's tasks.
  public static func urgencyKey(athlete: RecordID) -> String { "taskUrgencyFilter_\(athlete)" }
}

/// The filter by status. `notStarted` excludes skipped tasks.
public enum TaskStatusFilter: String, CaseIterable, Hashable, Sendable {
  case all
  case notStarted = "not_started"
  case inProgress = "in_progress"
  case completed
  case skipped

  public var words: String {
    switch self {
    case .all: "All"
    case .notStarted: "Not Started"
    case .inProgress: "In Progress"
    case .completed: "Completed"
    case .skipped: "Skipped"
    }
  }

  func admits(_ status: TaskStatus) -> Bool { self == .all || rawValue == status.rawValue }
}

/// The filter by urgency. A task must have exactly this urgency; a higher one does not match.
public enum TaskUrgencyFilter: String, CaseIterable, Hashable, Sendable {
  case all, critical, urgent, upcoming

  public var words: String {
    switch self {
    case .all: "All"
    case .critical: "Overdue / Due Soon"
    case .urgent: "Due This Week"
    case .upcoming: "Due In 2 Weeks"
    }
  }

  func admits(_ urgency: DeadlineUrgency) -> Bool { self == .all || rawValue == urgency.rawValue }
}
