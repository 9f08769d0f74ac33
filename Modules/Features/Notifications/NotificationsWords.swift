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

  /// The route that is shown when the notification is opened: its record's page, the list of
  /// notifications if the record is deleted, or the notification's own page if it is about no
  /// record.
  var destination: Route {
    if isGone { return Route("/notifications") }
    return InboxRules.destination(of: notification) ?? Route("/notifications/\(reference.id)")
  }

  /// Whether the notification leads to no page: its record is deleted, and the notification
  /// contains no path to another page.
  private var isGone: Bool { hasLostItsRecord && (notification.actionURL ?? "").isEmpty }

  /// Whether the notification's record no longer exists.
  var hasLostItsRecord: Bool {
    guard let about = notification.related, about.type.known != nil else { return false }
    return related == nil && about.id != nil
  }
}

private let undoWords = Done.undoHint

extension Done {
  /// Creates the answer to a command that marked notifications as read.
  ///
  /// For several notifications, the answer gives their number and one line for each.
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
  /// The lines below a sentence such as `Deleted 3 notifications.`, each with the name of a
  /// notification. Empty for a single notification, because the sentence itself then contains the
  /// name.
  fileprivate var lines: [String] { count > 1 ? map(\.name) : [] }
}

extension NotificationFilter {
  /// The filter as the end of a phrase such as `12 notifications under Deadlines`.
  ///
  /// The text is empty if the filter is `all`.
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

  /// The line of the answer that says whether the new notifications also appeared on the desktop.
  ///
  /// Nil if the command did not request desktop notices.
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
