public import CivilTime

/// The times of recently sent packets, for the daily limit. They are stored separately from the
/// interactions that log them, because an interaction can be deleted or undone but a sent message
/// cannot.
public struct PacketsSent: Equatable, Sendable {
  private var moments: [Instant]

  /// The number of days for which times are stored. No local day is longer than this.
  private static let keptDays = 2

  /// Parses the stored text and skips parts that are not instants.
  public init(reading stored: String?) {
    moments = stored?.split(separator: " ").compactMap { Instant(String($0)) } ?? []
  }

  /// The times as text to store.
  public var text: String { moments.map(\.description).joined(separator: " ") }

  /// Adds a time, and removes times that are too old to count.
  public mutating func note(_ moment: Instant) {
    moments.removeAll { $0.adding(days: Self.keptDays) < moment }
    moments.append(moment)
  }

  /// Returns the number of packets sent from a moment until now. Times in the future do not count,
  /// so that a clock that was set back does not block sending.
  public func count(since start: Instant, until now: Instant) -> Int {
    moments.count { $0 >= start && $0 <= now }
  }
}
