import CivilTime
import Domain
import FeatureKit

extension NotificationRow {
  private var name: String { "\(reference.handle) \(reference.title)" }

  var opened: Done { Done("Opened \(name).", references: [reference]) }

  var read: Done {
    Done("\(name) is read.", details: [undoWords], references: [reference])
  }

  var deleted: Done {
    Done("Deleted \(name).", details: ["undo brings it back"], references: [reference])
  }

  /// Where opening it leads: the record it is about while that is there, else its own page.
  var destination: Route {
    // An address of its own names what the sender meant; a record of ours is known to be gone.
    let isGone =
      related == nil && notification.related?.id != nil
      && (notification.actionURL ?? "").isEmpty
    let own = Route("/notifications/\(reference.id)")
    return isGone ? own : InboxRules.destination(of: notification) ?? own
  }

  /// Whether what it was about is no longer there.
  var hasLostItsRecord: Bool { related == nil && notification.related?.id != nil }
}

private let undoWords = "undo takes it back"

extension Done {
  init(allRead count: Int) {
    guard count > 0 else {
      self.init("Nothing was unread.")
      return
    }
    self.init(
      "Marked \(KindCount(.notification, count).words) as read.", details: [undoWords])
  }

  init(cleared count: Int) {
    guard count > 0 else {
      self.init("There is nothing to clear: none of your notifications is read.")
      return
    }
    self.init(
      "Deleted \(KindCount(.notification, count).words).", details: ["undo brings them back"])
  }
}

extension Question where Action == NotificationsFeature.Action {
  init(clearing count: Int, yes: Action) {
    self.init(
      "Delete all read notifications?",
      details: [
        count == 1
          ? "1 notification is read; undo brings it back."
          : "\(count) notifications are read; undo brings them back."
      ], agree: "Delete", yes: yes)
  }
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

  /// What became of them on the desktop, as far as there is something to say.
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
