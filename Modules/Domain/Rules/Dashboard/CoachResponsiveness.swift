public import CivilTime

/// Computes how often coaches answer the athlete, as a score from 0 to 100: the number of received
/// messages for each hundred sent messages (domain.md 4.9 and 4.6).
public enum CoachResponsiveness {
  /// Returns the number of received messages for each hundred sent messages, at most 100. It is nil
  /// if no message was sent, because then a coach had nothing to answer.
  public static func score(inbound: Int, outbound: Int) -> Int? {
    outbound > 0 ? min(100, Rounding.percent(inbound, of: outbound)) : nil
  }

  /// Returns one score for each coach, in the order of `coaches`: the score that is stored with the
  /// coach, or else the score computed from the coach's interactions.
  public static func scores(
    of coaches: [Coach], interactions: [Interaction], now: Instant
  ) -> [Int?] {
    let own = Dictionary(grouping: interactions.filter { $0.occurredAt <= now }, by: \.coachID)
    return coaches.map { coach in
      let contacts = own[coach.id] ?? []
      return coach.responsivenessScore
        ?? score(
          inbound: contacts.count { $0.direction == .inbound },
          outbound: contacts.count { $0.direction == .outbound })
    }
  }

  public static func label(_ score: Int) -> String {
    switch score {
    case 75...: "Highly Responsive"
    case 50...: "Responsive"
    case 25...: "Moderately Responsive"
    default: "Low Responsiveness"
    }
  }

  /// The level of a coach's score: `good` from 75, `fair` from 50, and `poor` below. Pages show it
  /// in green, orange or red.
  public enum Level: Hashable, Sendable { case good, fair, poor }

  public static func level(_ score: Int) -> Level {
    score >= 75 ? .good : score >= 50 ? .fair : .poor
  }
}
