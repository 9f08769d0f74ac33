/// The time since a moment, as a list shows it (rule 4.11).
public enum RelativeTime {
  /// Returns `just now`, `5m ago`, `3h ago`, `2d ago`, and from a week on `Feb 10`.
  ///
  /// All counts are rounded down. A moment in the future is `just now`, because clocks differ a
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
