public import CivilTime
public import JSON

/// The settings of a person's notifications (domain.md 2.5, category `notifications`).
///
/// A missing or invalid value in the stored object is replaced by its default, so that an invalid
/// value does not affect the others.
public struct NotificationSettings: Hashable, Sendable {
  public var followUpReminderDays = 7
  public var enableFollowUpReminders = true
  public var enableDeadlineAlerts = true
  public var enableDailyDigest = true
  public var enableInboundInteractionAlerts = true
  /// Whether notifications may be sent by e-mail; `emailOnlyHighPriority` restricts them to those
  /// of high priority. Both settings can be changed only in other programs that use the same data.
  /// This program applies them and leaves the stored values unchanged.
  public private(set) var enableEmailNotifications = true
  public private(set) var emailOnlyHighPriority = false
  public var quietHoursStart: TimeOfDay?
  public var quietHoursEnd: TimeOfDay?

  public init() {}

  public static let followUpDays = 1...90

  /// The hours without notifications; nil unless both the start and the end are set.
  public var quietHours: QuietHours? {
    guard let quietHoursStart, let quietHoursEnd else { return nil }
    return QuietHours(start: quietHoursStart, end: quietHoursEnd)
  }

  public init(reading stored: JSONValue?) {
    self.init()
    guard let object = stored?.object else { return }
    if let days = object["followUpReminderDays"]?.int, Self.followUpDays.contains(days) {
      followUpReminderDays = days
    }
    for (key, path) in Self.flags {
      if let value = object[key]?.bool { self[keyPath: path] = value }
    }
    enableEmailNotifications = object["enableEmailNotifications"]?.bool ?? true
    emailOnlyHighPriority = object["emailOnlyHighPriority"]?.bool ?? false
    quietHoursStart = object["quietHoursStart"]?.string.flatMap { TimeOfDay($0) }
    quietHoursEnd = object["quietHoursEnd"]?.string.flatMap { TimeOfDay($0) }
  }

  /// Returns the stored JSON object with these settings written into it. Its other keys stay
  /// unchanged.
  public func written(over stored: JSONValue?) -> JSONValue {
    var object = stored?.object ?? JSONObject()
    object["followUpReminderDays"] = JSONValue(followUpReminderDays)
    for (key, path) in Self.flags { object[key] = .bool(self[keyPath: path]) }
    object["quietHoursStart"] = quietHoursStart.map { .string($0.description) }
    object["quietHoursEnd"] = quietHoursEnd.map { .string($0.description) }
    return .object(object)
  }

  private static var flags: [(String, WritableKeyPath<NotificationSettings, Bool>)] {
    [
      ("enableFollowUpReminders", \.enableFollowUpReminders),
      ("enableDeadlineAlerts", \.enableDeadlineAlerts),
      ("enableDailyDigest", \.enableDailyDigest),
      ("enableInboundInteractionAlerts", \.enableInboundInteractionAlerts),
    ]
  }
}
