public import CivilTime

/// The number of interactions on each local day of the last thirty days (domain.md 4.7).
public struct InteractionTrend: Equatable, Sendable {
  public static let window = 30

  /// The number of interactions on each of the thirty days up to today, oldest first. A day without
  /// interactions has the count 0.
  public var days: [DayCount]
  /// The number of interactions in the last 720 hours (30 times 24). It can be greater than the sum
  /// of `days`, because the 720 hours begin on the day before the first day in `days`.
  public var inWindow: Int

  public init(_ moments: [Instant], now: Instant, zone: Zone) {
    let today = zone.day(of: now)
    let first = today.adding(days: 1 - Self.window)
    var counts = Array(repeating: 0, count: Self.window)
    let start = now.adding(days: -Self.window)
    let inWindow = moments.filter { start <= $0 && $0 <= now }
    for moment in inWindow {
      // The 720 hours begin during the day before `first`, so interactions on a part of that day
      // count in `inWindow`. They are not counted in `days`, which begins with `first`.
      let index = first.days(until: zone.day(of: moment))
      if counts.indices.contains(index) { counts[index] += 1 }
    }
    days = counts.enumerated().map { DayCount(day: first.adding(days: $0), count: $1) }
    self.inWindow = inWindow.count
  }
}

extension DayCount {
  /// The day as text, such as `Feb 10`.
  public var label: String { day.text(.short) }
}

/// The chart of schools by status, with one bar for each of five statuses (domain.md 4.7).
public enum SchoolStatusChart {
  public static let bars: [SchoolStatus] = [
    .researching, .contacted, .interested, .offerReceived, .committed,
  ]

  /// Returns the number of schools for each bar, in the order of `bars`. Schools with other
  /// statuses have no bar.
  public static func counts(_ byStatus: [Tally]) -> [(status: SchoolStatus, count: Int)] {
    bars.map { bar in (bar, byStatus.first { $0.raw == bar.rawValue }?.count ?? 0) }
  }
}
