public import CivilTime

/// A person's setting that says when notifications are sent by e-mail.
public enum ReminderMail: String, CaseIterable, Sendable {
  case daily
  case atOnce = "at_once"
  /// Notifications are sent at once, but only those of high priority.
  case important
  case off
}

extension ReminderMail {
  /// The time of day after which the daily e-mail with notifications is sent. A server also does
  /// the person's other daily work, such as generating notifications, at this time.
  public static let morning = TimeOfDay("07:00") ?? .midnight

  /// The number of days after which a notification is too old to be sent by e-mail.
  public static let daysOfNews = 3

  /// The result of a server's check of one person's notifications: whether it sends an e-mail with
  /// them now, and when it checks again.
  public struct Round: Equatable, Sendable {
    /// True if the person's e-mail may be sent now.
    public var sends: Bool
    /// The time at which the server has to check this person's notifications again.
    public var next: Instant

    public init(sends: Bool, next: Instant) {
      self.sends = sends
      self.next = next
    }
  }

  /// Decides whether a person's e-mail with notifications may be sent now, and when the server has
  /// to decide again. No e-mail is sent during quiet hours, and the daily e-mail is sent only once
  /// a day.
  ///
  /// - Parameter lastDaily: the day on which the daily e-mail was last due, even if there was
  ///   nothing to send; nil if it was never due.
  public func round(
    lastDaily: CalendarDay?, quiet: QuietHours?, now: Instant, zone: Zone
  ) -> Round {
    let today = zone.day(of: now)
    let next = Self.next(Self.morning, after: now, in: zone)
    guard self != .off else { return Round(sends: false, next: next) }
    if let quiet, quiet.contains(now, in: zone) {
      return Round(sends: false, next: min(next, Self.next(quiet.end, after: now, in: zone)))
    }
    let isDue = self != .daily || (lastDaily != today && zone.timeOfDay(of: now) >= Self.morning)
    return Round(sends: isDue, next: next)
  }

  /// Returns true if the notification has to be sent by e-mail: it is unread, not sent and recent,
  /// and the settings allow it.
  public func takes(
    _ notification: AppNotification, settings: NotificationSettings, now: Instant
  ) -> Bool {
    let onlyHigh = self == .important || settings.emailOnlyHighPriority
    return self != .off && settings.enableEmailNotifications && notification.readAt == nil
      && !notification.isEmailSent
      && (notification.scheduledFor ?? notification.createdAt) <= now
      && notification.createdAt > now.adding(seconds: Int64(-Self.daysOfNews * 86_400))
      && (!onlyHigh || notification.priority?.known == .high)
  }

  /// Returns the next moment after `now` at which the clock in the time zone shows this time of
  /// day.
  private static func next(_ time: TimeOfDay, after now: Instant, in zone: Zone) -> Instant {
    let today = zone.day(of: now)
    let sameDay = zone.instant(of: today, at: time)
    return sameDay > now ? sameDay : zone.instant(of: today.adding(days: 1), at: time)
  }
}
