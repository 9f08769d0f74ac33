import CivilTime
import Domain
import FeatureKit

enum SettingValue: Equatable, Sendable {
  case isOn(Bool)
  case days(Int)
  case hours(QuietHours?)
  case status(TaskStatusFilter)
  case urgency(TaskUrgencyFilter)

  /// Parses the typed text for a setting. The text `default` means the value that the setting has
  /// if it was never changed.
  init(_ typed: String, for key: SettingKey) throws(Problem) {
    let text = typed.trimmed.lowercased()
    if text == "default" {
      self = .usual(for: key)
      return
    }
    switch key {
    case .notification, .desktop, .card, .widget:
      guard let isOn = Self.switchWords[text] else { throw key.refusal(typed, "on or off") }
      self = .isOn(isOn)
    case .followUpDays:
      let days = NotificationSettings.followUpDays
      guard let number = Int(text), days.contains(number) else {
        throw key.refusal(typed, "a number of days from \(days.lowerBound) to \(days.upperBound)")
      }
      self = .days(number)
    case .quietHours:
      self = .hours(try Self.hours(text, typed))
    case .taskStatus:
      self = .status(try Self.choice(text, typed, key, words: TaskStatusFilter.allCases))
    case .taskUrgency:
      self = .urgency(try Self.choice(text, typed, key, words: TaskUrgencyFilter.allCases))
    }
  }

  static func usual(for key: SettingKey) -> SettingValue {
    switch key {
    case .notification(let kind): .isOn(NotificationSettings()[keyPath: kind.keyPath])
    case .desktop: .isOn(false)
    case .card, .widget: .isOn(true)
    case .followUpDays: .days(NotificationSettings().followUpReminderDays)
    case .quietHours: .hours(nil)
    case .taskStatus: .status(.all)
    case .taskUrgency: .urgency(.all)
    }
  }

  /// The value as text. The page shows this text, and a person can type it.
  var text: String {
    switch self {
    case .isOn(let isOn): isOn ? "on" : "off"
    case .days(let days): String(days)
    case .hours(let hours): hours.map { "\($0.start)-\($0.end)" } ?? "none"
    case .status(let status): Self.word(status.rawValue)
    case .urgency(let urgency): Self.word(urgency.rawValue)
    }
  }

  private static let switchWords: [String: Bool] = [
    "on": true, "yes": true, "true": true, "show": true, "off": false, "no": false, "false": false,
    "hide": false,
  ]

  /// Parses quiet hours such as `22:00-07:00` or `10 pm to 7 am`. For `none` and `off`, which turn
  /// quiet hours off, it returns nil.
  private static func hours(_ text: String, _ typed: String) throws(Problem) -> QuietHours? {
    if ["none", "off", "no"].contains(text) { return nil }
    let joined = text.replacing(" to ", with: "-")
    var parts = joined.split { "-–—".contains($0) }
    if parts.count == 1 { parts = joined.split(separator: " ") }
    guard parts.count == 2, let start = time(parts[0]), let end = time(parts[1]) else {
      throw SettingKey.quietHours.refusal(
        typed, "two times, like 22:00-07:00 or 10 pm to 7 am, or none")
    }
    guard start != end else {
      throw Problem(
        .usage, "Quiet hours from \(start) to \(end) hold no time at all.",
        fix: "Example: 22:00-07:00")
    }
    return QuietHours(start: start, end: end)
  }

  /// Parses a time of day, or an hour alone, such as `22`.
  private static func time(_ text: Substring) -> TimeOfDay? {
    let text = String(text).trimmed
    return TimeOfDay.written(text) ?? TimeOfDay.written(text + ":00")
  }

  private static func choice<Choice: RawRepresentable<String>>(
    _ text: String, _ typed: String, _ key: SettingKey, words choices: [Choice]
  ) throws(Problem) -> Choice {
    let wanted = word(text)
    if let choice = choices.first(where: { word($0.rawValue) == wanted }) { return choice }
    throw key.refusal(typed, choices.map { word($0.rawValue) }.joined(separator: ", "))
  }

  private static func word(_ raw: String) -> String {
    String(raw.map { "_ ".contains($0) ? "-" : $0 })
  }
}

extension SettingKey {
  fileprivate func refusal(_ typed: String, _ takes: String) -> Problem {
    Problem(.usage, "`\(typed)` does not fit “\(title)”.", fix: "\(title) takes \(takes).")
  }
}
