public import Basics
public import CivilTime

/// The times of a person's recent attempts to join a family with a code. Only five attempts are
/// allowed in five minutes, so that a code cannot be found by guessing (domain.md 4.14).
public struct FamilyCodeTries: Hashable, Sendable {
  private var tries: [Instant]

  public static let most = 5
  public static let seconds: Int64 = 5 * 60

  /// Parses the stored text, which contains the times in ISO 8601, separated by spaces. Parts that
  /// are not times are skipped.
  public init(reading stored: String?) {
    tries = stored?.split(separator: " ").compactMap { Instant(String($0)) } ?? []
  }

  /// The stored text: the times, separated by spaces.
  public var text: String { tries.map(\.description).joined(separator: " ") }

  /// Adds an attempt. A rejected attempt is not added, so it does not make the person wait longer.
  ///
  /// - Throws: a problem that says how many minutes to wait, if five attempts were made already.
  public mutating func note(_ now: Instant) throws(Problem) {
    // Times in the future are removed, because otherwise a clock that was set back would block the
    // person for a long time.
    tries.removeAll { $0 > now || $0.adding(seconds: Self.seconds) <= now }
    if tries.count >= Self.most, let oldest = tries.first {
      let wait = now.milliseconds(until: oldest.adding(seconds: Self.seconds))
      let minutes = max(1, (wait + 59_999) / 60_000)
      throw Problem(
        .refused, "\(Self.most) codes were tried in the last five minutes.",
        fix: "Try again in \(minutes) \(minutes == 1 ? "minute" : "minutes").")
    }
    tries.append(now)
  }
}
