public import CivilTime

/// How readily coaches answer (rules 4.9 and 4.6).
public enum CoachResponsiveness {
  /// Replies per hundred messages sent, 100 at most; nil while nothing was sent, for then there is nothing to judge.
  public static func score(inbound: Int, outbound: Int) -> Int? {
    outbound > 0 ? min(100, Rounding.percent(inbound, of: outbound)) : nil
  }

  /// Each coach's stored score, or else the score from their interactions, in the order of `coaches`.
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

  /// Green, orange or red, named by its meaning.
  public enum Level: Hashable, Sendable { case good, fair, poor }

  public static func level(_ score: Int) -> Level {
    score >= 75 ? .good : score >= 50 ? .fair : .poor
  }
}
