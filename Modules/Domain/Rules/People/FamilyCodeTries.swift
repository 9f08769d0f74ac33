public import Basics
public import CivilTime

/// The times of recent tries of family codes. Only five tries are allowed in five minutes, so that
/// a code cannot be guessed (rule 4.14).
public struct FamilyCodeTries: Hashable, Sendable {
  private var tries: [Instant]

  public static let most = 5
  public static let seconds: Int64 = 5 * 60

  /// Parses the stored text and skips parts that are not instants.
  public init(reading stored: String?) {
    tries = stored?.split(separator: " ").compactMap { Instant(String($0)) } ?? []
  }

  /// The times as text to store.
  public var text: String { tries.map(\.description).joined(separator: " ") }

  /// Counts one more try, or throws a problem that says how long to wait. A refused try does not
  /// extend the wait.
  public mutating func note(_ now: Instant) throws(Problem) {
    // Times in the future are removed, because a clock that was set back must not lock a person
    // out.
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
