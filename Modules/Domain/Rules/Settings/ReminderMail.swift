public import CivilTime

/// The choice of when a person gets notifications by e-mail.
public enum ReminderMail: String, CaseIterable, Sendable {
  case daily
  case atOnce = "at_once"
  /// At once, but only notifications of high priority.
  case important
  case off
}

extension ReminderMail {
  /// The time of day from which the daily e-mail is sent, and at which a server does a person's daily work.
  public static let morning = TimeOfDay("07:00") ?? .midnight

  /// The number of days after which an unread notification is no longer sent by e-mail, because it
  /// is no news any more.
  public static let daysOfNews = 3

  /// The decision about a person's e-mail at one moment.
  public struct Round: Equatable, Sendable {
    /// True if the e-mail may be sent now.
    public var sends: Bool
    /// The moment at which the server decides again.
    public var next: Instant

    public init(sends: Bool, next: Instant) {
      self.sends = sends
      self.next = next
    }
  }

  /// Decides whether the e-mail may be sent now.
  ///
  /// - Parameter lastDaily: the day on which the last daily e-mail was due.
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

  /// Returns true if the notification is new and the person wants it by e-mail.
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

  /// Returns the next moment at which it is this time of day in the time zone.
  private static func next(_ time: TimeOfDay, after now: Instant, in zone: Zone) -> Instant {
    let today = zone.day(of: now)
    let sameDay = zone.instant(of: today, at: time)
    return sameDay > now ? sameDay : zone.instant(of: today.adding(days: 1), at: time)
  }
}
