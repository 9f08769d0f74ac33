public import Domain

/// The key of one setting, such as the daily digest.
///
/// A person types its name, such as `daily-digest`.
public enum SettingKey: Hashable, Sendable {
  case followUpDays
  case quietHours
  case notification(NotificationSwitch)
  /// The setting that shows new notifications on this machine's desktop.
  case desktop
  case card(DashboardCard)
  case widget(DashboardWidget)
  case taskStatus
  case taskUrgency

  /// Every setting, in the order of the page.
  static let all: [SettingKey] = notifications + cards + widgets + pages

  static let notifications: [SettingKey] =
    NotificationSwitch.allCases.map(SettingKey.notification)
    + [.desktop, .followUpDays, .quietHours]
  static let cards: [SettingKey] = DashboardCard.allCases.map(SettingKey.card)
  static let widgets: [SettingKey] = DashboardWidget.allCases.map(SettingKey.widget)
  static let pages: [SettingKey] = [.taskStatus, .taskUrgency]

  /// Whether the setting has an effect only on a person's own computer.
  ///
  /// The pages that a server shows have neither quick tasks nor desktop notices. So they leave out
  /// the settings of these two.
  var isOfOwnComputer: Bool { self == .desktop || self == .widget(.quickTasks) }

  /// Whether the setting is stored on this machine alone. `undo` cannot revert its changes, because
  /// they are not recorded in the journal (the stored list of changes).
  var isOfThisMachine: Bool { [.desktop, .taskStatus, .taskUrgency].contains(self) }

  /// Whether the setting is stored with the person's other settings about notifications.
  var isOfNotifications: Bool { Self.notifications.contains(self) && self != .desktop }

  /// The settings that have more values than on and off. A browser shows them as one form.
  static let valued: [SettingKey] = [.followUpDays, .quietHours] + pages

  /// Returns the setting with this name; nil if there is none. Upper and lower case count as equal,
  /// and spaces and `_` count as `-`.
  static func named(_ typed: String) -> SettingKey? {
    let wanted = kebab(typed)
    return all.first { $0.name == wanted }
  }

  var name: String { Self.kebab(title) }

  var title: String {
    switch self {
    case .followUpDays: "Follow-up days"
    case .quietHours: "Quiet hours"
    case .notification(let kind): kind.title
    case .desktop: "Desktop notifications"
    case .card(let card): "\(card.words) card"
    case .widget(let widget): widget.words
    case .taskStatus: "Tasks status"
    case .taskUrgency: "Tasks urgency"
    }
  }

  private static func kebab(_ text: String) -> String {
    String(text.lowercased().map { " _".contains($0) ? "-" : $0 })
  }
}

/// The notifications that can be switched on and off (domain.md 2.5).
public enum NotificationSwitch: CaseIterable, Hashable, Sendable {
  case followUpReminders, deadlineAlerts, dailyDigest, inboundAlerts

  var title: String {
    switch self {
    case .followUpReminders: "Follow-up reminders"
    case .deadlineAlerts: "Deadline alerts"
    case .dailyDigest: "Daily digest"
    case .inboundAlerts: "Inbound alerts"
    }
  }

  var keyPath: WritableKeyPath<NotificationSettings, Bool> {
    switch self {
    case .followUpReminders: \.enableFollowUpReminders
    case .deadlineAlerts: \.enableDeadlineAlerts
    case .dailyDigest: \.enableDailyDigest
    case .inboundAlerts: \.enableInboundInteractionAlerts
    }
  }
}
