import Basics
public import CivilTime

/// The coaches it is time to write to again (rule 4.8).
public enum CoachFollowUp {
  public static let days = 14
  public static let shown = 5

  /// Returns coaches who were never contacted first, then those with the longest silence; five at most.
  public static func list(_ coaches: [Coach], now: Instant, limit: Int = shown) -> [Coach] {
    let border = now.adding(days: -days)
    let due = coaches.filter { $0.lastContactDate.map { $0 < border } ?? true }
    return Array(due.sorted { order($0) < order($1) }.prefix(limit))
  }

  private static func order(_ coach: Coach) -> (Instant, String, String, RecordID) {
    (coach.lastContactDate ?? .distantPast, coach.lastName, coach.firstName, coach.id)
  }

  /// The moment of the last contact with a coach, in either direction: the value of `last_contact_date` after any change of interactions.
  public static func lastContact(_ interactions: [Interaction], with coach: Coach) -> Instant? {
    interactions.filter { $0.coachID == coach.id }.map(\.occurredAt).max()
  }
}
