public import Basics
public import CivilTime

/// Defines the order, the filters and the badge of a person's notifications (domain.md 4.11).
public enum InboxRules {
  /// Returns the notifications sorted by their scheduled time, latest first. The creation time is
  /// used for a notification without a scheduled time.
  public static func sorted(_ notifications: [AppNotification]) -> [AppNotification] {
    notifications.sorted { ($1.effectiveTime, $0.id) < ($0.effectiveTime, $1.id) }
  }

  /// Returns true if the notification is of this type and its title or message contains each
  /// word of the search, regardless of case and accents. A nil type accepts all types.
  public static func admits(
    _ notification: AppNotification, type: NotificationType?, search: String
  ) -> Bool {
    if let type, notification.type != type { return false }
    let texts = [notification.title, notification.text].map { NameMatch.folded($0) }
    return search.split(whereSeparator: \.isWhitespace).allSatisfy { word in
      let wanted = NameMatch.folded(String(word))
      return texts.contains { $0.contains(wanted) }
    }
  }

  public static func unread(_ notifications: [AppNotification]) -> Int {
    notifications.count { !$0.isRead }
  }

  /// Returns the text of the badge with the number of unread notifications: `3`, or `9+` for more
  /// than nine; nil for 0.
  public static func badge(unread: Int) -> String? {
    unread <= 0 ? nil : unread > 9 ? "9+" : String(unread)
  }

  /// Returns the notification marked as read. If it was already read, the time of the first reading
  /// is kept.
  public static func markedRead(
    _ notification: AppNotification, now: Instant
  ) -> AppNotification {
    var copy = notification
    copy.readAt = notification.readAt ?? now
    return copy
  }

  /// Returns the web path that the notification opens: its own path, or else the path of the record
  /// that it is about.
  public static func path(of notification: AppNotification) -> String {
    if let own = notification.actionURL, !own.isEmpty { return own }
    guard let related = notification.related, let id = related.id else { return "/notifications" }
    return switch related.type.known {
    case .offer: "/offers?highlight=\(id)"
    case .event: "/events/\(id)"
    case .recommendation: "/documents?type=recommendation"
    case .coach: "/coaches?highlight=\(id)"
    case .school: "/schools/\(id)"
    case .interaction, nil: "/notifications"
    }
  }

  /// Returns the route of the page that the notification opens; nil if there is none.
  ///
  /// The path in a notification may come from a server. Only paths of the forms that this program
  /// writes are accepted. With any other path, a server could make the program run a command.
  public static func destination(of notification: AppNotification) -> Route? {
    let route = Route(path(of: notification))
    return destinations.contains { $0.command(for: route) != nil } ? route : nil
  }

  private static let destinations = [
    "/coaches?highlight={id}", "/schools/{id}", "/offers?highlight={id}", "/events/{id}",
    "/documents?type=recommendation", "/tasks", "/tasks/{id}", "/coaches?not_contacted={id}",
  ].map { RoutePattern($0, "{id}") }
}
