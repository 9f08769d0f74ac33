public import Basics
public import CivilTime

/// Finds the reminders that a newer one makes superfluous. Sentences such as "in 2 days" are
/// computed when they are read, so that reminders of 14, 7 and 2 days before a deadline would
/// otherwise stand in the inbox three times in the same words (decision 75).
public enum SupersededReminders {
  /// A stored notification that was generated, with its cause and the time by which lists sort it.
  public struct Reminder: Hashable, Sendable {
    public var id: RecordID
    public var occasion: NotificationOccasion
    public var time: Instant

    public init(id: RecordID, occasion: NotificationOccasion, time: Instant) {
      self.id = id
      self.occasion = occasion
      self.time = time
    }
  }

  private struct Subject: Hashable {
    var source: NotificationOccasion.Source
    var athlete: RecordID
    var record: RecordID
  }

  /// Returns the ids of the superfluous ones among one person's reminders.
  ///
  /// A reminder of a deadline is superfluous if each of its records has a newer one. A reminder to
  /// contact coaches is superfluous if one of its coaches has one that is half a day newer: all its
  /// coaches were looked at again then, and who is missing in the newer one does not wait any more.
  /// Two reminders of one day come from two devices, which may know different coaches, so the older
  /// one is superfluous only if each of its coaches is in the newer one.
  public static func ids(in reminders: [Reminder]) -> Set<RecordID> {
    var newest: [Subject: Reminder] = [:]
    for reminder in reminders.sorted(by: { ($0.time, $0.id) < ($1.time, $1.id) }) {
      for subject in subjects(of: reminder) { newest[subject] = reminder }
    }
    return Set(
      reminders.filter { reminder in
        let subjects = subjects(of: reminder)
        return switch reminder.occasion.source {
        case .offer, .letter, .event, .tasks:
          !subjects.isEmpty && subjects.allSatisfy { newest[$0]?.id != reminder.id }
        case .followUps:
          subjects.contains { (subject: Subject) -> Bool in
            newest[subject].map { newer in
              newer.time >= reminder.time.adding(seconds: oneDaysWork)
            } ?? false
          } || !subjects.isEmpty && subjects.allSatisfy { newest[$0]?.id != reminder.id }
        case .digest: false
        }
      }.map(\.id))
  }

  /// The seconds within which two devices do the same day's work.
  private static let oneDaysWork: Int64 = 12 * 3_600

  private static func subjects(of reminder: Reminder) -> [Subject] {
    reminder.occasion.items.map { item in
      Subject(
        source: reminder.occasion.source, athlete: reminder.occasion.athlete, record: item.id)
    }
  }
}
