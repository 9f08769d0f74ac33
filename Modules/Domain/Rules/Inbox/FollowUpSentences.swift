public import Basics
public import CivilTime

/// A coach whom a reminder asks to contact again, with the time of the last contact.
public struct SilentCoach: Hashable, Sendable {
  public var id: RecordID
  public var name: String
  /// The name of the coach's college; nil if it is not known.
  public var school: String?
  public var lastContact: Instant

  public init(id: RecordID, name: String, school: String?, lastContact: Instant) {
    self.id = id
    self.name = name
    self.school = school
    self.lastContact = lastContact
  }
}

/// The title and the message of a reminder to contact coaches again (domain.md 10.4).
struct FollowUpSentences {
  var title: String
  var message: String

  /// Creates the title and the message about coaches who have to be contacted again. The coach with
  /// the oldest last contact is named first. Nil if there are no coaches.
  ///
  /// - Parameter isMore: true if an earlier reminder names other coaches who still have to be
  ///   contacted. The sentences then speak of these coaches as additional ones, so that the two
  ///   reminders do not contradict each other.
  init?(of coaches: [SilentCoach], now: Instant, isMore: Bool) {
    let coaches = coaches.sorted { ($0.lastContact, $0.id) < ($1.lastContact, $1.id) }
    guard let longest = coaches.first else { return nil }
    guard coaches.count > 1 else {
      title = Self.title(of: coaches)
      message =
        Naming.of(longest.name, otherwise: "A coach")
        + " at \(Self.school(of: longest)): last contact \(Self.silence(of: longest, now)) ago."
      return
    }
    title = "\(coaches.count) \(isMore ? "more " : "")coaches wait to hear from you"
    let named = coaches.prefix(NotificationGeneration.namesAtMost).map { coach in
      "\(Self.name(of: coach)) at \(Self.school(of: coach)) (\(Self.silence(of: coach, now)))"
    }
    message =
      (isMore ? "The longest of these: " : "The longest: ")
      + NotificationGeneration.list(named, of: coaches.count) + "."
  }

  /// Creates the title and the message for a reminder whose coaches have all been contacted since
  /// the reminder was generated.
  init(settled coaches: [SilentCoach]) {
    title = Self.title(of: coaches)
    message = "You have been in touch since."
  }

  private static func title(of coaches: [SilentCoach]) -> String {
    let who = coaches.count == 1 ? coaches.first.map { name(of: $0) } : nil
    return "Follow up with \(who ?? "\(coaches.count) coaches")"
  }

  private static func name(of coach: SilentCoach) -> String {
    Naming.of(coach.name, otherwise: "a coach")
  }

  private static func school(of coach: SilentCoach) -> String {
    Naming.of(coach.school, otherwise: Naming.unknownSchool)
  }

  private static func silence(of coach: SilentCoach, _ now: Instant) -> String {
    let days = Int(coach.lastContact.milliseconds(until: now) / 86_400_000)
    return days == 1 ? "1 day" : "\(days) days"
  }
}
