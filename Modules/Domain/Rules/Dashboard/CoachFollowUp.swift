import Basics
public import CivilTime

/// Finds the coaches whom the athlete should contact again, because there was no contact in the
/// last 14 days (domain.md 4.8).
public enum CoachFollowUp {
  public static let days = 14
  public static let shown = 5

  /// Returns at most `limit` coaches without a contact in the last 14 days: first the coaches who
  /// were never contacted, then those with the oldest last contact.
  public static func list(_ coaches: [Coach], now: Instant, limit: Int = shown) -> [Coach] {
    let border = now.adding(days: -days)
    let due = coaches.filter { $0.lastContactDate.map { $0 < border } ?? true }
    return Array(due.sorted { order($0) < order($1) }.prefix(limit))
  }

  /// Returns the sentence that a page shows if there was a contact with every coach in the last 14
  /// days, so that no coach has to be contacted again.
  ///
  /// A message from a coach counts as a contact too. A coach may therefore still wait for an
  /// answer, and the sentence then says so.
  ///
  /// - Parameters:
  ///   - waiting: the names of some or all coaches who wait for an answer; nil if it is not known
  ///     which coaches wait.
  ///   - owner: the words for the athlete: "you", or the athlete's name on a parent's page.
  public static func sentence(
    waiting: [String]?, of owner: PageOwner = PageOwner(name: nil)
  ) -> String {
    let all =
      "\(owner.subject) \(owner.verb("were", "was")) in touch with every coach"
      + " in the last \(days) days"
    switch waiting {
    case nil: return "\(all)."
    case let names? where names.isEmpty:
      return "Every coach has heard from \(owner.within) in the last \(days) days."
    case let names?:
      let who = names.count == 1 ? "\(names[0]) waits" : "some wait"
      return "\(all), and \(who) for an answer."
    }
  }

  private static func order(_ coach: Coach) -> (Instant, String, String, RecordID) {
    (coach.lastContactDate ?? .distantPast, coach.lastName, coach.firstName, coach.id)
  }

  /// Returns the time of the newest of the interactions with a coach, in either direction. The
  /// caller leaves out planned interactions.
  ///
  /// Each backend (a module that stores the data) computes the column `last_contact_date` with its
  /// own query, and tests compare that query with this function.
  public static func lastContact(_ interactions: [Interaction], with coach: Coach) -> Instant? {
    interactions.filter { $0.coachID == coach.id }.map(\.occurredAt).max()
  }
}
