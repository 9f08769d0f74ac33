public import CivilTime

/// How long a sign-in lasts (rule 4.15).
public enum SessionRules {
  public static let rememberedDays = 30
  public static let ordinaryDays = 1
  /// How long before its end a session is announced to be ending.
  public static let warningMinutes = 5

  public static func end(of start: Instant, isRemembered: Bool) -> Instant {
    start.adding(days: isRemembered ? rememberedDays : ordinaryDays)
  }

  public enum Phase: Hashable, Sendable {
    case active
    /// Within the warning; whole minutes left, rounded up, so never 0.
    case ending(minutes: Int)
    case ended
  }

  public static func phase(endsAt end: Instant, now: Instant) -> Phase {
    let left = now.milliseconds(until: end)
    guard left > 0 else { return .ended }
    let minutes = Int((left + 59_999) / 60_000)
    return minutes <= warningMinutes ? .ending(minutes: minutes) : .active
  }
}
