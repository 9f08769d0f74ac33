public import Basics
public import CivilTime

extension AppNotification {
  /// Returns the notification with the number of days until the deadline in its texts updated to
  /// `today`. A text such as "in 6 days" is correct only on the day on which it was written, so the
  /// days are counted again from the deadline in `occasion`.
  public func asOf(_ today: CalendarDay, written: CalendarDay) -> AppNotification {
    guard let occasion = occasion.flatMap({ NotificationOccasion($0) }), today != written else {
      return self
    }
    switch occasion.source {
    case .offer, .letter, .event, .tasks: break
    case .followUps, .digest: return self
    }
    let days = Set(occasion.items.map(\.day))
    guard days.count == 1, let deadline = days.first else { return self }
    let old = DaysLeft.words(written.days(until: deadline))
    let left = today.days(until: deadline)
    var notification = self
    if title.hasSuffix(" \(old)") {
      let new = left < 0 ? "on \(deadline.text(.short))" : DaysLeft.words(left)
      notification.title = title.dropLast(old.count) + new
    }
    if let message, message.hasSuffix(", \(old).") {
      let new = left < 0 ? "." : ", \(DaysLeft.words(left))."
      notification.message = message.dropLast(old.count + 3) + new
    }
    return notification
  }

  /// Returns a reminder to contact coaches with its sentences updated to the time `now`: the number
  /// of days since each last contact has grown, and coaches who were contacted after the reminder
  /// are no longer named. All other notifications are returned unchanged.
  ///
  /// - Parameters:
  ///   - coaches: the coaches of all these reminders who have a last contact. If there are none of
  ///     this reminder, it keeps its sentences.
  ///   - earlier: the causes of earlier reminders to contact other coaches.
  public func asOf(
    _ now: Instant, in zone: Zone, coaches: [RecordID: SilentCoach],
    after earlier: [NotificationOccasion] = []
  ) -> AppNotification {
    guard type == .followUpReminder,
      let occasion = occasion.flatMap({ NotificationOccasion($0) }), occasion.source == .followUps
    else { return self }
    let known = occasion.items.compactMap { coaches[$0.id] }
    guard !known.isEmpty else { return self }
    func waiting(_ items: [NotificationOccasion.Item]) -> [SilentCoach] {
      items.compactMap { item in
        coaches[item.id].flatMap { zone.day(of: $0.lastContact) < item.day ? $0 : nil }
      }
    }
    let own = Set(occasion.items.map(\.id))
    let isMore = earlier.contains {
      $0.athlete == occasion.athlete
        && !waiting($0.items.filter { !own.contains($0.id) }).isEmpty
    }
    let sentences =
      FollowUpSentences(of: waiting(occasion.items), now: now, isMore: isMore)
      ?? FollowUpSentences(settled: known)
    var notification = self
    notification.title = sentences.title
    notification.message = sentences.message
    return notification
  }
}

/// Returns the number of days until a deadline as text, such as `in 6 days`.
enum DaysLeft {
  static func words(_ days: Int) -> String {
    days == 0 ? "today" : "in \(days) \(days == 1 ? "day" : "days")"
  }
}
