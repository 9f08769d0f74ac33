public import CivilTime

/// When a person wants to have their notifications by e-mail.
public enum ReminderMail: String, CaseIterable, Sendable {
  case daily
  case atOnce = "at_once"
  /// At once, but nothing of normal or low priority.
  case important
  case off
}

extension ReminderMail {
  /// The time of day from which the daily e-mail is sent, and at which a server does a person's daily work.
  public static let morning = TimeOfDay("07:00") ?? .midnight

  /// A notification that is older than this was there to be read, and is not sent any more.
  public static let daysOfNews = 3

  /// What a server does with a person's notifications at one moment.
  public struct Round: Equatable, Sendable {
    /// Whether the e-mail may be sent now.
    public var sends: Bool
    /// When the server looks again.
    public var next: Instant

    public init(sends: Bool, next: Instant) {
      self.sends = sends
      self.next = next
    }
  }

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

  /// Whether the notification is news that this person wants by e-mail.
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

  /// The next moment after now at which the zone's clock shows the time.
  private static func next(_ time: TimeOfDay, after now: Instant, in zone: Zone) -> Instant {
    let today = zone.day(of: now)
    let sameDay = zone.instant(of: today, at: time)
    return sameDay > now ? sameDay : zone.instant(of: today.adding(days: 1), at: time)
  }
}
