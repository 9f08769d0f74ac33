import Basics
package import CivilTime

// This file has the words by which the history (the list of changes that `undo` can revert)
// describes changes of the timeline. They are defined here so that every backend uses the same
// ones.

extension TaskStatus {
  /// The name of the gateway operation that sets this status.
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
  /// Returns the history's summary of a change of status, such as
  /// `Completed t3 Start a strength routine` or `Completed 2 tasks`; an empty text if nothing was
  /// changed.
  package func summary(ofEntering status: TaskStatus) -> String {
    let changed = filter(\.isChanged)
    guard changed.count > 1 else { return changed.first?.task.summary(ofEntering: status) ?? "" }
    return "\(status.pastTense) \(KindCount(.task, changed.count).words)"
  }
}

extension [ChangedTask] {
  /// The history's summary for tasks of earlier grades that were marked as completed, such as
  /// `Caught up on t3 Start a strength routine` or `Caught up on 18 tasks`.
  package var summaryOfCatchingUp: String {
    let changed = filter(\.isChanged)
    guard let first = changed.first else { return "" }
    return "Caught up on "
      + (changed.count == 1
        ? first.task.reference.name : KindCount(.task, changed.count).words)
  }
}

extension [ChangedDueDate] {
  /// Returns the history's summary of changed due dates, such as
  /// `Set t3 Start a strength routine due Feb 11, 2026` or `Set 2 tasks due Feb 11, 2026`.
  package func summary(ofDueDate day: CalendarDay?) -> String {
    let changed = filter(\.isChanged)
    guard changed.count > 1 else { return changed.first?.task.summary(ofDueDate: day) ?? "" }
    let tasks = KindCount(.task, changed.count).words
    guard let day else { return "Put \(tasks) back on their usual due dates" }
    return "Set \(tasks) due \(day.text(.shortWithYear))"
  }
}

extension TaskWithStatus {
  /// Returns the history's summary of one task's new status, such as
  /// `Completed t3 Start a strength routine`.
  package func summary(ofEntering status: TaskStatus) -> String {
    "\(status.pastTense) \(reference.name)"
  }

  /// Returns the history's summary of one task's new due date, such as
  /// `Set t3 Start a strength routine due Feb 11, 2026`.
  package func summary(ofDueDate day: CalendarDay?) -> String {
    guard let day else { return "Put \(reference.name) back on its usual due date" }
    return "Set \(reference.name) due \(day.text(.shortWithYear))"
  }
}
