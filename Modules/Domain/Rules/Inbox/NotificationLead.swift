import FeatureKit

/// What a notification of a date to come says of it: which day, and how many days before. It is said once for a record, whatever
/// the zone or the clock; the name in the sentence may be another one since.
enum NotificationLead {
  /// `Feb 17, in 7 days.`, the end of every such sentence.
  static func text(in message: String) -> String {
    message.ranges(of: " on ").last.map { String(message[$0.upperBound...]) } ?? message
  }

  static func isOne(_ notification: AppNotification) -> Bool {
    notification.type == .deadlineAlert || notification.type == .event
  }
}
