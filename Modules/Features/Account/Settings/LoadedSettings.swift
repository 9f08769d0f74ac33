public import Domain
import FamilyContext
import FeatureKit
public import Mailing

/// All settings of a person. A setting that was never changed has its default.
public struct LoadedSettings: Equatable, Sendable {
  public var notifications = NotificationSettings()
  /// Whether new notifications are shown on this machine's desktop.
  public var isOnDesktop = false
  public var dashboard = DashboardSettings(reading: nil)
  /// The stored filters for the athlete's tasks. Nil for a parent without an athlete.
  public var tasks: TaskFilters?
  /// The mail server that sends the person's e-mail. Nil on the pages that a server shows, because
  /// the server sends the e-mail of its people itself.
  public var mail: MailSetup?

  /// Whether the program runs on the person's own computer and not on a server.
  var isOnOwnComputer: Bool { mail != nil }

  func value(of key: SettingKey) -> SettingValue {
    switch key {
    case .followUpDays: .days(notifications.followUpReminderDays)
    case .quietHours: .hours(notifications.quietHours)
    case .notification(let kind): .isOn(notifications[keyPath: kind.keyPath])
    case .desktop: .isOn(isOnDesktop)
    case .card(let card): .isOn(dashboard.shows(card))
    case .widget(let widget): .isOn(dashboard.shows(widget))
    case .taskStatus: .status(tasks?.status ?? .all)
    case .taskUrgency: .urgency(tasks?.urgency ?? .all)
    }
  }
}

public struct SavedSetting: Equatable, Sendable {
  public var key: SettingKey
  public var text: String
  public var hasChanged: Bool
  /// Whether `undo` can revert the change. It cannot revert settings that apply to this machine
  /// only.
  public var isUndoable: Bool

  var done: Done {
    guard hasChanged else { return Done("\(key.title): \(text), as before.") }
    return Done(
      "\(key.title): \(text).", details: isUndoable ? [Done.undoHint] : [])
  }
}

extension AccountFeature {
  func loadedSettings() async throws(Problem) -> LoadedSettings {
    let viewing = try await family.current()
    let notifications = try await preferences.preference(.notifications, of: viewing.person)
    let dashboard = try await preferences.preference(.dashboard, of: viewing.person)
    var loaded = LoadedSettings()
    loaded.notifications = NotificationSettings(reading: notifications.data)
    loaded.dashboard = DashboardSettings(reading: dashboard.data)
    loaded.isOnDesktop =
      try await devicePreferences.value(of: DevicePreferenceKey.desktopNotifications) == "on"
    if mail.isSetUpHere { loaded.mail = try await mail.setup() }
    if let athlete = viewing.athlete {
      loaded.tasks = TaskFilters(
        storedStatus: try await devicePreferences.value(
          of: DevicePreferenceKey.taskStatusFilter(athlete: athlete)),
        storedUrgency: try await devicePreferences.value(
          of: DevicePreferenceKey.taskUrgencyFilter(athlete: athlete)))
    }
    return loaded
  }

  func set(_ key: SettingKey, _ typed: String) -> Effect<Action> {
    let value: SettingValue
    do throws(Problem) {
      value = try SettingValue(typed, for: key)
    } catch {
      return .tell(.problem(error))
    }
    return .save("setting") { () throws(Problem) in
      let before = try await loadedSettings().value(of: key)
      let isUndoable = try await save(value, for: key)
      return SavedSetting(
        key: key, text: value.text, hasChanged: before != value, isUndoable: isUndoable)
    } into: {
      .settingSaved($0)
    }
  }

  /// Stores one changed setting.
  ///
  /// Returns whether `undo` can revert the change. It cannot revert settings that apply to this
  /// machine only, because their changes are not recorded in the journal.
  private func save(_ value: SettingValue, for key: SettingKey) async throws(Problem) -> Bool {
    let viewing = try await family.current()
    let person = viewing.person
    switch (key, value) {
    case (.card(let card), .isOn(let isOn)):
      try await show(card.rawValue, in: .statsCards, isOn, of: person)
    case (.widget(let widget), .isOn(let isOn)):
      try await show(widget.rawValue, in: .widgets, isOn, of: person)
    case (.notification(let kind), .isOn(let isOn)):
      try await changeNotifications(of: person) { $0[keyPath: kind.keyPath] = isOn }
    case (.followUpDays, .days(let days)):
      try await changeNotifications(of: person) { $0.followUpReminderDays = days }
    case (.quietHours, .hours(let hours)):
      try await changeNotifications(of: person) {
        ($0.quietHoursStart, $0.quietHoursEnd) = (hours?.start, hours?.end)
      }
    case (.desktop, .isOn(let isOn)):
      try await devicePreferences.set(
        isOn ? "on" : nil, for: DevicePreferenceKey.desktopNotifications)
      return false
    case (.taskStatus, .status(let status)):
      let key = DevicePreferenceKey.taskStatusFilter(athlete: try viewing.chosenAthlete())
      try await devicePreferences.set(status.rawValue, for: key)
      return false
    case (.taskUrgency, .urgency(let urgency)):
      let key = DevicePreferenceKey.taskUrgencyFilter(athlete: try viewing.chosenAthlete())
      try await devicePreferences.set(urgency.rawValue, for: key)
      return false
    default:
      // This line is not reached, because the parser of the command accepts only a value that fits
      // the setting's key. It refuses, for example, a number of days for a setting that is on or
      // off.
      return false
    }
    return true
  }

  private func changeNotifications(
    of person: RecordID, _ change: @escaping @Sendable (inout NotificationSettings) -> Void
  ) async throws(Problem) {
    try await preferences.save(as: .notifications, of: person) { stored in
      var settings = NotificationSettings(reading: stored)
      change(&settings)
      return settings.written(over: stored)
    }
  }

  private func show(
    _ key: String, in part: DashboardSettings.Part, _ isShown: Bool, of person: RecordID
  ) async throws(Problem) {
    try await preferences.save(as: .dashboard, of: person) { stored in
      DashboardSettings(reading: stored).setting(key, in: part, to: isShown).value
    }
  }
}
