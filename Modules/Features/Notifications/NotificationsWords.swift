import CivilTime
import Domain
import FeatureKit

extension NotificationRow {
  fileprivate var name: String { "\(reference.handle) \(reference.title)" }

  var opened: Done {
    Done(
      "Opened \(name).", details: isGone ? ["What it was about is no longer here."] : [],
      references: [reference])
  }

  /// What opening it shows: its record, the list if that record is deleted, or its own page if it has no record.
  var destination: Route {
    if isGone { return Route("/notifications") }
    return InboxRules.destination(of: notification) ?? Route("/notifications/\(reference.id)")
  }

  /// A path of its own is the sender's choice; a record of this file is known to be deleted.
  private var isGone: Bool { hasLostItsRecord && (notification.actionURL ?? "").isEmpty }

  /// Whether its record no longer exists.
  var hasLostItsRecord: Bool {
    guard let about = notification.related, about.type.known != nil else { return false }
    return related == nil && about.id != nil
  }
}

private let undoWords = Done.undoHint

extension Done {
  /// Describes one notification in a sentence; several are counted, with a line for each.
  init(read rows: [NotificationRow]) {
    self.init(
      rows.count == 1
        ? "\(rows[0].name) is read."
        : "Marked \(KindCount(.notification, rows.count).words) as read.",
      details: rows.lines + [undoWords], references: rows.map(\.reference))
  }

  init(deleted rows: [NotificationRow]) {
    self.init(
      "Deleted \(rows.count == 1 ? rows[0].name : KindCount(.notification, rows.count).words).",
      details: rows.lines + [rows.count == 1 ? "undo brings it back" : "undo brings them back"],
      references: rows.map(\.reference))
  }

  init(allRead count: Int) {
    guard count > 0 else {
      self.init("Nothing was unread.")
      return
    }
    self.init(
      "Marked \(KindCount(.notification, count).words) as read.", details: [undoWords])
  }

  init(nothingFor clearing: NotificationsFeature.Clearing) {
    let those = clearing.filter.of
    self.init(
      clearing.readOnly
        ? "There is nothing to clear: none of your notifications\(those) is read."
        : "There is nothing to delete: you have no notifications\(those).")
  }

  init(cleared count: Int) {
    self.init(
      "Deleted \(KindCount(.notification, count).words).", details: ["undo brings them back"])
  }
}

extension Question where Action == NotificationsFeature.Action {
  init(_ counted: NotificationsFeature.CountedClearing) {
    let (count, clearing) = (counted.count, counted.clearing)
    let counting =
      clearing.readOnly
      ? (count == 1 ? "1 notification is read" : "\(count) notifications are read")
      : "\(KindCount(.notification, count).words), \(counted.unread) of them unread"
    self.init(
      "Delete all \(clearing.readOnly ? "read " : "")notifications\(clearing.filter.of)?",
      details: ["\(counting); undo brings \(count == 1 ? "it" : "them") back."],
      agree: .takingAway("Delete"), yes: .clearingConfirmed(clearing))
  }
}

extension [NotificationRow] {
  /// A line for each, if there are several.
  fileprivate var lines: [String] { count > 1 ? map(\.name) : [] }
}

extension NotificationFilter {
  /// The words after "notifications" in a sentence about this filter: ` under Deadlines`.
  fileprivate var of: String { self == .all ? "" : " under \(words)" }
}

extension NotificationsFeature.Generation {
  var done: Done {
    guard !created.isEmpty else {
      return Done(
        "Nothing new.", details: ["What is due today is in your inbox already, or was deleted."])
    }
    let counts = NotificationType.allCases.compactMap { type -> String? in
      let count = created.count { $0.notification.type == type }
      return count > 0 ? "\(type.words) \(count)" : nil
    }
    return Done(
      "Wrote \(created.count) new notification\(created.count == 1 ? "" : "s").",
      details: [(counts + [undoWords]).joined(separator: " · ")],
      references: created.map(\.reference))
  }

  /// The desktop's result, if there is something to report.
  var desktopOutcome: Outcome<NotificationsFeature.Action>? {
    switch desktop {
    case nil: nil
    case .success(.shown(0)): .notice(Notice("There was nothing to show on the desktop."))
    case .success(.shown): .notice(Notice("They are shown on the desktop."))
    case .success(.quiet(let end)):
      .notice(Notice("Nothing is shown on the desktop before \(end): these are your quiet hours."))
    case .failure(let problem): .problem(problem)
    }
  }
}
