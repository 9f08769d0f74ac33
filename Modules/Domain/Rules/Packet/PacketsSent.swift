public import CivilTime

/// When packets went out lately, for the daily limit. Kept apart from the interactions that log them: those can be deleted
/// or taken back, and the messages cannot.
public struct PacketsSent: Equatable, Sendable {
  private var moments: [Instant]

  /// No local day is longer.
  private static let keptDays = 2

  /// Reads the stored text; what is no instant is left out.
  public init(reading stored: String?) {
    moments = stored?.split(separator: " ").compactMap { Instant(String($0)) } ?? []
  }

  /// What to store.
  public var text: String { moments.map(\.description).joined(separator: " ") }

  /// Notes one more and forgets what counts no longer.
  public mutating func note(_ moment: Instant) {
    moments.removeAll { $0.adding(days: Self.keptDays) < moment }
    moments.append(moment)
  }

  /// How many went out from a moment until now; a clock that was set back shuts nobody out.
  public func count(since start: Instant, until now: Instant) -> Int {
    moments.count { $0 >= start && $0 <= now }
  }
}
