public import Basics

/// The filters of a task list by status and by urgency (nearness of the deadline). The list shows
/// tasks that match both (domain.md 4.4).
public struct TaskFilters: Hashable, Sendable {
  public var status: TaskStatusFilter
  public var urgency: TaskUrgencyFilter

  public init(status: TaskStatusFilter = .all, urgency: TaskUrgencyFilter = .all) {
    self.status = status
    self.urgency = urgency
  }

  /// Creates the filters from their stored texts. An unknown text means `all`.
  public init(storedStatus: String?, storedUrgency: String?) {
    self.init(
      status: storedStatus.flatMap(TaskStatusFilter.init) ?? .all,
      urgency: storedUrgency.flatMap(TaskUrgencyFilter.init) ?? .all)
  }

  public var areActive: Bool { self != TaskFilters() }

  /// Returns true if a task matches both filters.
  ///
  /// - Parameter status: the status of the task; `notStarted` if no progress is stored for it.
  public func admit(status: TaskStatus, urgency: DeadlineUrgency) -> Bool {
    self.status.admits(status) && self.urgency.admits(urgency)
  }

  /// Returns the key under which the device stores the status filter for an athlete's tasks.
  public static func statusKey(athlete: RecordID) -> String { "taskStatusFilter_\(athlete)" }

  /// Returns the key under which the device stores the urgency filter for an athlete's tasks.
  public static func urgencyKey(athlete: RecordID) -> String { "taskUrgencyFilter_\(athlete)" }
}

/// The filter of a task list by status. Each filter other than `all` matches exactly one status.
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

/// The filter of a task list by urgency. A task matches only if it has exactly this urgency:
/// `upcoming` does not match overdue tasks.
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

extension TaskStatusFilter {
  /// The filter as people type it, such as `in-progress`.
  public var typed: String { rawValue.replacing("_", with: "-") }
}
