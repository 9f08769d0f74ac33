/// Formats the time since a moment, such as `3h ago`, and after a week the day, such as `Feb 10`
/// (domain.md 4.11).
public enum RelativeTime {
  /// Returns `just now`, `5m ago`, `3h ago` or `2d ago`. After a week, it returns the day, such as
  /// `Feb 10`.
  ///
  /// All counts are rounded down. A moment in the future gives `just now`, because clocks differ a
  /// little.
  public static func text(of instant: Instant, now: Instant, zone: Zone) -> String {
    switch floorDivide(instant.milliseconds(until: now), 1000).quotient {
    case ..<60: "just now"
    case let seconds where seconds < 3600: "\(seconds / 60)m ago"
    case let seconds where seconds < 86_400: "\(seconds / 3600)h ago"
    case let seconds where seconds < 604_800: "\(seconds / 86_400)d ago"
    default: zone.day(of: instant).text(.short)
    }
  }
}
