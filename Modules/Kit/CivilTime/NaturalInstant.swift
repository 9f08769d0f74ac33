/// Parses moments as people write them for `--now`: an instant, or a day with or without a time.
public enum NaturalInstant {
  /// Returns the moment that `text` names. A text without an offset is a local time in `zone`.
  ///
  /// Examples are `2026-02-10T08:30:00-05:00`, `2026-02-10 08:30` and `2026-02-10`. A day means its
  /// first instant.
  public static func parse(_ text: String, zone: Zone) -> Result<Instant, NaturalInstantFailure> {
    if let instant = Instant(text) { return .success(instant) }
    let parts = text.split(maxSplits: 1) { $0 == "T" || $0 == " " }
    guard let first = parts.first, let day = CalendarDay(String(first)) else {
      return .failure(NaturalInstantFailure(text: text))
    }
    guard parts.count == 2 else { return .success(zone.midnight(of: day)) }
    guard let time = TimeOfDay(String(parts[1])) else {
      return .failure(NaturalInstantFailure(text: text))
    }
    return .success(zone.instant(of: day, at: time))
  }
}

/// The reason why a text is not a moment, with the text.
public struct NaturalInstantFailure: Error, Equatable, Sendable {
  public var text: String

  public init(text: String) { self.text = text }

  /// Valid texts, to show beside an invalid text.
  public static let examples = ["2026-02-10", "2026-02-10 08:30", "2026-02-10T13:30:00Z"]
}
