public import CivilTime

/// The times of recently sent packets, for the daily limit. They are kept apart from the interactions that log them, because an interaction
/// can be deleted or undone and a sent message cannot.
public struct PacketsSent: Equatable, Sendable {
  private var moments: [Instant]

  /// No local day is longer than this.
  private static let keptDays = 2

  /// Reads the stored text; a part that is not an instant is skipped.
  public init(reading stored: String?) {
    moments = stored?.split(separator: " ").compactMap { Instant(String($0)) } ?? []
  }

  /// The text to store.
  public var text: String { moments.map(\.description).joined(separator: " ") }

  /// Adds one and removes those that are too old to count.
  public mutating func note(_ moment: Instant) {
    moments.removeAll { $0.adding(days: Self.keptDays) < moment }
    moments.append(moment)
  }

  /// How many were sent from a moment until now. Times in the future do not count, so that a clock that was set back does not block
  /// sending.
  public func count(since start: Instant, until now: Instant) -> Int {
    moments.count { $0 >= start && $0 <= now }
  }
}
