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
  /// Whether `undo` can revert the change. `undo` cannot revert a change of settings that apply to
  /// this machine only.
  public var isUndoable: Bool
}

extension [SavedSetting] {
  /// The answer to a change of several settings, which names those that have changed.
  var done: Done {
    let changed = filter(\.hasChanged)
    let named = changed.isEmpty ? self : changed
    let end = changed.isEmpty ? ", as before." : "."
    return Done(
      named.map { "\($0.key.title): \($0.text)\(end)" }.joined(separator: " "),
      details: changed.undoHints)
  }

  /// The line of the answer that says which of the changed settings `undo` reverts. Empty if it
  /// reverts none.
  private var undoHints: [String] {
    let undoable = filter(\.isUndoable)
    guard !undoable.isEmpty else { return [] }
    return undoable.count == count
      ? [Done.undoHint] : ["undo takes back \(undoable.map(\.key.title).inSentence())"]
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

  func set(_ typed: [SettingKey: String]) -> Effect<Action> {
    if typed.isEmpty {
      return .tell(.problem(.nothingToChange(example: "settings edit --quiet-hours 22:00-07:00")))
    }
    var values: [(key: SettingKey, value: SettingValue)] = []
    do throws(Problem) {
      for key in SettingKey.all {
        if let text = typed[key] { values.append((key, try SettingValue(text, for: key))) }
      }
    } catch {
      return .tell(.problem(error))
    }
    return .save("setting") { [values] () throws(Problem) in
      let before = try await loadedSettings()
      try await save(values)
      return values.map { key, value in
        SavedSetting(
          key: key, text: value.text, hasChanged: before.value(of: key) != value,
          isUndoable: !key.isOfThisMachine)
      }
    } into: {
      .settingsSaved($0)
    }
  }

  /// Stores settings. All settings about notifications are stored together, as one undo step.
  ///
  /// Before the first write, the method determines where each setting is stored. A filter for an
  /// athlete's tasks cannot be stored for a parent who has no athlete yet. In that case the method
  /// throws, and no setting is stored.
  private func save(_ values: [(key: SettingKey, value: SettingValue)]) async throws(Problem) {
    let viewing = try await family.current()
    var onThisMachine: [(place: String, text: String?)] = []
    for (key, value) in values {
      if let stored = try kept(value, of: key, viewing) { onThisMachine.append(stored) }
    }
    let ofNotifications = values.filter { $0.key.isOfNotifications }
    if !ofNotifications.isEmpty {
      try await changeNotifications(of: viewing.person) { settings in
        for (key, value) in ofNotifications { settings.set(value, for: key) }
      }
    }
    for (key, value) in values {
      guard case .isOn(let isOn) = value else { continue }
      switch key {
      case .card(let card): try await show(card.rawValue, in: .statsCards, isOn, of: viewing.person)
      case .widget(let widget):
        try await show(widget.rawValue, in: .widgets, isOn, of: viewing.person)
      default: break
      }
    }
    for (place, text) in onThisMachine { try await devicePreferences.set(text, for: place) }
  }

  /// Returns the key and the text with which this machine stores a setting. Nil for a setting that
  /// is not stored on this machine, but with the person's other settings.
  private func kept(
    _ value: SettingValue, of key: SettingKey, _ viewing: Viewing
  ) throws(Problem) -> (place: String, text: String?)? {
    switch (key, value) {
    case (.desktop, .isOn(let isOn)):
      return (DevicePreferenceKey.desktopNotifications, isOn ? "on" : nil)
    case (.taskStatus, .status(let status)):
      let athlete = try viewing.chosenAthlete()
      return (DevicePreferenceKey.taskStatusFilter(athlete: athlete), status.rawValue)
    case (.taskUrgency, .urgency(let urgency)):
      let athlete = try viewing.chosenAthlete()
      return (DevicePreferenceKey.taskUrgencyFilter(athlete: athlete), urgency.rawValue)
    default: return nil
    }
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

extension NotificationSettings {
  fileprivate mutating func set(_ value: SettingValue, for key: SettingKey) {
    switch (key, value) {
    case (.notification(let kind), .isOn(let isOn)): self[keyPath: kind.keyPath] = isOn
    case (.followUpDays, .days(let days)): followUpReminderDays = days
    case (.quietHours, .hours(let hours)):
      (quietHoursStart, quietHoursEnd) = (hours?.start, hours?.end)
    default: break
    }
  }
}
