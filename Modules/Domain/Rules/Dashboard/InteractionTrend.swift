public import CivilTime

/// The interactions of the last thirty days, one count a local day (rule 4.7).
public struct InteractionTrend: Equatable, Sendable {
  public static let window = 30

  /// Thirty days up to today, oldest first; days without interactions are there with 0.
  public var days: [DayCount]
  /// How many fall into the window, which starts on the day before the first bucket.
  public var inWindow: Int

  public init(_ moments: [Instant], now: Instant, zone: Zone) {
    let today = zone.day(of: now)
    let first = today.adding(days: 1 - Self.window)
    var counts = Array(repeating: 0, count: Self.window)
    let start = now.adding(days: -Self.window)
    let inWindow = moments.filter { start <= $0 && $0 <= now }
    for moment in inWindow {
      // The window's first hours belong to the day before the first bucket.
      let index = first.days(until: zone.day(of: moment))
      if counts.indices.contains(index) { counts[index] += 1 }
    }
    days = counts.enumerated().map { DayCount(day: first.adding(days: $0), count: $1) }
    self.inWindow = inWindow.count
  }
}

extension DayCount {
  /// The day as text: `Feb 10`.
  public var label: String { day.text(.short) }
}

/// The five bars of the school status chart (rule 4.7).
public enum SchoolStatusChart {
  public static let bars: [SchoolStatus] = [
    .researching, .contacted, .interested, .offerReceived, .committed,
  ]

  /// The count of each bar, in their order; schools of another status are not shown.
  public static func counts(_ byStatus: [Tally]) -> [(status: SchoolStatus, count: Int)] {
    bars.map { bar in (bar, byStatus.first { $0.raw == bar.rawValue }?.count ?? 0) }
  }
}
