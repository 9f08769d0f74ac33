public import CivilTime

extension AppNotification {
  /// The notification as it reads on a later day. "in 6 days" is true on the day it was written and on no other, so what is
  /// left is counted anew from the deadline that its occasion holds.
  ///
  /// - Parameter written: the local day on which its words were made.
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
}

/// How many days are left, as people say it.
enum DaysLeft {
  static func words(_ days: Int) -> String {
    days == 0 ? "today" : "in \(days) \(days == 1 ? "day" : "days")"
  }
}
