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

  /// What stands in the place of an empty list. A contact may be a coach's own message, so that not every coach has heard from the athlete
  /// while one waits for an answer.
  ///
  /// - Parameter waiting: the names of coaches who wait for an answer, or the first of them; nil if that is not known.
  public static func sentence(waiting: [String]?) -> String {
    let all = "You were in touch with every coach in the last \(days) days"
    switch waiting {
    case nil: return "\(all)."
    case let names? where names.isEmpty:
      return "Every coach has heard from you in the last \(days) days."
    case let names?:
      let who = names.count == 1 ? "\(names[0]) waits" : "some wait"
      return "\(all), and \(who) for an answer."
    }
  }

  private static func order(_ coach: Coach) -> (Instant, String, String, RecordID) {
    (coach.lastContactDate ?? .distantPast, coach.lastName, coach.firstName, coach.id)
  }

  /// The moment of the last contact with a coach, in either direction: the value of `last_contact_date` after any change of interactions.
  public static func lastContact(_ interactions: [Interaction], with coach: Coach) -> Instant? {
    interactions.filter { $0.coachID == coach.id }.map(\.occurredAt).max()
  }
}
