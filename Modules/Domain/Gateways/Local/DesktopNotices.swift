public import Basics
public import CivilTime

/// Shows notices on the desktop, outside the program's window; on Linux with the program
/// `notify-send`.
public struct DesktopNotices: Capability {
  public var show: @Sendable (_ notice: DesktopNotice) async throws(Problem) -> Void

  public init(show: @escaping @Sendable (_ notice: DesktopNotice) async throws(Problem) -> Void) {
    self.show = show
  }

  public static func unimplemented(_ place: Unimplemented) -> DesktopNotices {
    DesktopNotices { _ throws(Problem) in throw place.problem("show") }
  }
}

/// The contents of one desktop notice.
public struct DesktopNotice: Equatable, Sendable {
  public var title: String
  public var text: String
  /// Whether the notice stays on the screen until the person closes it.
  public var isUrgent: Bool

  public init(_ title: String, text: String, isUrgent: Bool = false) {
    self.title = title
    self.text = text
    self.isUrgent = isUrgent
  }
}

/// The result of showing new notifications as desktop notices.
public enum DesktopDelivery: Equatable, Sendable {
  case shown(Int)
  /// No notice was shown, because the person's quiet hours last until this time.
  case quiet(until: TimeOfDay)
}

extension DesktopNotices {
  /// Shows new notifications as desktop notices, unless the person's quiet hours apply. A few
  /// notifications get one notice each; more than three get a single notice with their number.
  public func deliver(
    _ rows: [NotificationRow], settings: NotificationSettings, now: Instant, zone: Zone
  ) async throws(Problem) -> DesktopDelivery {
    if let quiet = settings.quietHours, quiet.contains(now, in: zone) {
      return .quiet(until: quiet.end)
    }
    for notice in DesktopNotice.notices(of: rows.map(\.notification)) { try await show(notice) }
    return .shown(rows.count)
  }
}

extension DesktopNotice {
  /// The largest number of notices that are shown at once, because more would cover the desktop.
  private static let most = 3

  static func notices(of notifications: [AppNotification]) -> [DesktopNotice] {
    guard notifications.count > most else {
      return notifications.map { one in
        DesktopNotice(
          "\(one.type.emoji) \(one.title)", text: one.text,
          isUrgent: one.effectivePriority == .high)
      }
    }
    let urgent = notifications.filter { $0.effectivePriority == .high }
    let named = (urgent.isEmpty ? notifications : urgent).prefix(most).map(\.title)
    return [
      DesktopNotice(
        "\(notifications.count) new notifications", text: named.joined(separator: " · "),
        isUrgent: !urgent.isEmpty)
    ]
  }
}
