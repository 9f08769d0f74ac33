public import Basics

/// Which tasks of a grade a list shows (rule 4.4); both filters have to agree.
public struct TaskFilters: Hashable, Sendable {
  public var status: TaskStatusFilter
  public var urgency: TaskUrgencyFilter

  public init(status: TaskStatusFilter = .all, urgency: TaskUrgencyFilter = .all) {
    self.status = status
    self.urgency = urgency
  }

  /// Reads remembered filters; a value nobody knows means `all`.
  public init(storedStatus: String?, storedUrgency: String?) {
    self.init(
      status: storedStatus.flatMap(TaskStatusFilter.init) ?? .all,
      urgency: storedUrgency.flatMap(TaskUrgencyFilter.init) ?? .all)
  }

  public var areActive: Bool { self != TaskFilters() }

  /// - Parameter status: the effective one, `notStarted` for a task without a row.
  public func admit(status: TaskStatus, urgency: DeadlineUrgency) -> Bool {
    self.status.admits(status) && self.urgency.admits(urgency)
  }

  /// Where the status filter of one athlete's tasks is remembered.
  public static func statusKey(athlete: RecordID) -> String { "taskStatusFilter_\(athlete)" }

  /// Where the urgency filter of one athlete's tasks is remembered.
  public static func urgencyKey(athlete: RecordID) -> String { "taskUrgencyFilter_\(athlete)" }
}

/// The status a task must have to be shown. `notStarted` leaves skipped tasks out.
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

/// The urgency a task must have to be shown: exactly this one, not this or worse.
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
