package import CivilTime

// Names of a timeline change in the journal and in the history, the same in every backend.

extension TaskStatus {
  /// The gateway operation that enters this status.
  package var operation: String {
    switch self {
    case .notStarted: "resetTask"
    case .inProgress: "startTask"
    case .completed: "completeTask"
    case .skipped: "skipTask"
    }
  }

  fileprivate var pastTense: String {
    switch self {
    case .notStarted: "Reset"
    case .inProgress: "Started"
    case .completed: "Completed"
    case .skipped: "Skipped"
    }
  }
}

extension [ChangedTask] {
  /// `Completed t3 Start a strength routine`, `Completed 2 tasks`; nothing where nothing was changed.
  package func summary(ofEntering status: TaskStatus) -> String {
    let changed = filter(\.isChanged)
    guard changed.count > 1 else { return changed.first?.task.summary(ofEntering: status) ?? "" }
    return "\(status.pastTense) \(KindCount(.task, changed.count).words)"
  }
}

extension [ChangedTask] {
  /// `Caught up on t3 Start a strength routine`, `Caught up on 18 tasks`.
  package var summaryOfCatchingUp: String {
    let changed = filter(\.isChanged)
    guard let first = changed.first else { return "" }
    return "Caught up on "
      + (changed.count == 1
        ? "\(first.task.handle) \(first.task.task.title)" : KindCount(.task, changed.count).words)
  }
}

extension [ChangedDueDate] {
  /// `Set t3 Start a strength routine due Feb 11, 2026`, `Set 2 tasks due Feb 11, 2026`.
  package func summary(ofDueDate day: CalendarDay?) -> String {
    let changed = filter(\.isChanged)
    guard changed.count > 1 else { return changed.first?.task.summary(ofDueDate: day) ?? "" }
    let tasks = KindCount(.task, changed.count).words
    guard let day else { return "Put \(tasks) back on their usual due dates" }
    return "Set \(tasks) due \(day.text(.shortWithYear))"
  }
}

extension TaskWithStatus {
  private var name: String { "\(handle) \(task.title)" }

  /// `Completed t3 Start a strength routine`.
  package func summary(ofEntering status: TaskStatus) -> String { "\(status.pastTense) \(name)" }

  /// `Set t3 Start a strength routine due Feb 11, 2026`.
  package func summary(ofDueDate day: CalendarDay?) -> String {
    guard let day else { return "Put \(name) back on its usual due date" }
    return "Set \(name) due \(day.text(.shortWithYear))"
  }
}
