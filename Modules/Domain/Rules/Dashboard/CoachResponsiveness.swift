public import CivilTime

/// Computes how often coaches answer the athlete, as a score from 0 to 100: the number of received
/// messages for each hundred sent messages (domain.md 4.9 and 4.6).
public enum CoachResponsiveness {
  /// A coach who has never answered gets no score until this number of days has passed since the
  /// athlete's first message (decision 82).
  public static let daysToAnswer = CoachFollowUp.days

  /// Returns the time that is `daysToAnswer` days before `now`. A coach who has never answered gets
  /// the score 0 if a message was sent at this time or earlier, and no score otherwise.
  public static func answerBorder(_ now: Instant) -> Instant { now.adding(days: -daysToAnswer) }

  /// Returns true if it can be said how often coaches answer: one has answered, or there was time to
  /// answer.
  ///
  /// - Parameters:
  ///   - answers: the number of received messages, or of coaches who answered.
  ///   - hadTime: true if a message was sent at `answerBorder` or before.
  public static func isJudged(answers: Int, hadTime: Bool) -> Bool { answers > 0 || hadTime }

  /// Returns the number of received messages for each hundred sent messages, at most 100. It is nil
  /// if no message was sent, so that there was nothing to answer. It is also nil if the coach has
  /// never answered and `hadTime` is false.
  ///
  /// - Parameter hadTime: true if a message was sent at `answerBorder` or before.
  public static func score(inbound: Int, outbound: Int, hadTime: Bool) -> Int? {
    guard outbound > 0, isJudged(answers: inbound, hadTime: hadTime) else { return nil }
    return min(100, Rounding.percent(inbound, of: outbound))
  }

  /// Returns one score for each coach, in the order of `coaches`: the score that is stored with the
  /// coach, or else the score computed from the coach's interactions.
  public static func scores(
    of coaches: [Coach], interactions: [Interaction], now: Instant
  ) -> [Int?] {
    let own = Dictionary(grouping: interactions.filter { $0.occurredAt <= now }, by: \.coachID)
    let border = answerBorder(now)
    return coaches.map { coach in
      let contacts = own[coach.id] ?? []
      let sent = contacts.filter { $0.direction == .outbound }
      return coach.responsivenessScore
        ?? score(
          inbound: contacts.count { $0.direction == .inbound }, outbound: sent.count,
          hadTime: sent.contains { $0.occurredAt <= border })
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
