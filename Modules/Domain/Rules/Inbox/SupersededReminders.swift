public import Basics
public import CivilTime

/// Finds the reminders that a newer reminder makes superfluous. The inbox leaves them out. Texts
/// such as "in 2 days" are computed when a reminder is read, so three reminders of one deadline,
/// generated 14, 7 and 2 days before it, would otherwise all have the same text (decision 75).
public enum SupersededReminders {
  /// A generated notification that is stored, with its cause and the time by which lists sort it.
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

  /// Returns the ids of the superfluous reminders among the reminders of one person.
  ///
  /// A reminder of deadlines is superfluous if each of its records has a newer reminder.
  ///
  /// A reminder to contact coaches is superfluous if one of its coaches is in another reminder that
  /// is at least half a day newer. That reminder names all coaches who still have to be contacted,
  /// so the coaches that it does not name have been contacted. Two reminders with less time between
  /// them come from two devices, which may know different coaches. The older of these two is
  /// superfluous only if each of its coaches is in the newer one.
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

  /// Two reminders with less than this number of seconds (12 hours) between them count as written
  /// on the same day by two devices.
  private static let oneDaysWork: Int64 = 12 * 3_600

  private static func subjects(of reminder: Reminder) -> [Subject] {
    reminder.occasion.items.map { item in
      Subject(
        source: reminder.occasion.source, athlete: reminder.occasion.athlete, record: item.id)
    }
  }
}
