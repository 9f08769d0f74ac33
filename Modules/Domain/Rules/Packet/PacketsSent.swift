public import CivilTime

/// The times at which recruiting packets (documents that present an athlete to coaches) were sent
/// recently, by which the daily limit is checked. The logged interactions are not used for this,
/// because they can be deleted or undone, but a sent message cannot.
public struct PacketsSent: Equatable, Sendable {
  private var moments: [Instant]

  /// The number of days after which a stored time is removed. Only the packets of the current local
  /// day count for the limit. A local day has at most 25 hours, so two days are long enough.
  private static let keptDays = 2

  /// Parses the stored text, which contains the times in ISO 8601, separated by spaces. Parts that
  /// are not times are skipped.
  public init(reading stored: String?) {
    moments = stored?.split(separator: " ").compactMap { Instant(String($0)) } ?? []
  }

  /// The stored text: the times, separated by spaces.
  public var text: String { moments.map(\.description).joined(separator: " ") }

  /// Adds the time of a sent packet, and removes times that are older than `keptDays`.
  public mutating func note(_ moment: Instant) {
    moments.removeAll { $0.adding(days: Self.keptDays) < moment }
    moments.append(moment)
  }

  /// Returns the number of packets sent between the two moments. Times after `now` are not counted;
  /// otherwise, after the clock is set back, they would block sending for too long.
  public func count(since start: Instant, until now: Instant) -> Int {
    moments.count { $0 >= start && $0 <= now }
  }
}
