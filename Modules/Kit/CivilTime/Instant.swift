/// A moment, in whole milliseconds since 1970-01-01T00:00:00Z, in the years 1 to 9999.
///
/// The text of an instant is always 24 characters of UTC, so stored instants sort as text.
/// Arithmetic that would leave the calendar stops at its first or last millisecond.
public struct Instant: Hashable, Sendable {
  public let milliseconds: Int64

  public init(milliseconds: Int64) {
    self.milliseconds = min(max(milliseconds, Self.firstMillisecond), Self.lastMillisecond)
  }

  public init(seconds: Int64) {
    let (product, overflow) = seconds.multipliedReportingOverflow(by: 1000)
    self.init(milliseconds: overflow ? (seconds < 0 ? .min : .max) : product)
  }

  /// Whole seconds since 1970, rounded down.
  public var seconds: Int64 { floorDivide(milliseconds, 1000).quotient }

  public func adding(milliseconds: Int64) -> Instant {
    let (sum, overflow) = self.milliseconds.addingReportingOverflow(milliseconds)
    return Instant(milliseconds: overflow ? (milliseconds < 0 ? .min : .max) : sum)
  }

  public func adding(seconds: Int64) -> Instant {
    adding(milliseconds: Instant(seconds: seconds).milliseconds)
  }

  /// Returns the moment after a number of days of 24 hours each. If the clocks change in between,
  /// the time of day is then a different one; use a `Zone` to keep the time of day.
  public func adding(days: Int) -> Instant {
    let (product, overflow) = Int64(days).multipliedReportingOverflow(by: 86_400_000)
    return adding(milliseconds: overflow ? (days < 0 ? .min : .max) : product)
  }

  /// Returns the milliseconds from this instant to `other`. Negative if `other` is earlier.
  public func milliseconds(until other: Instant) -> Int64 { other.milliseconds - milliseconds }

  private static let firstMillisecond = Int64(CalendarDay.first.dayNumber) * 86_400_000
  private static let lastMillisecond = Int64(CalendarDay.last.dayNumber + 1) * 86_400_000 - 1
}

extension Instant: Comparable {
  public static func < (left: Instant, right: Instant) -> Bool {
    left.milliseconds < right.milliseconds
  }
}

extension Instant: LosslessStringConvertible {
  /// Parses ISO 8601 with `Z` or an offset, such as `2026-02-10T08:30:00.250-05:00` or `2026-02-10
  /// 13:30Z`.
  ///
  /// Digits after the millisecond are dropped, because a database may send six digits. A text
  /// without an offset gives nil.
  public init?(_ description: String) {
    var text = description
    guard let instant = text.withUTF8({ Instant(utf8: $0) }) else { return nil }
    self = instant
  }

  public init?(utf8 bytes: UnsafeBufferPointer<UInt8>) {
    var cursor = DigitCursor(bytes)
    guard let day = cursor.day(), cursor.take("Tt ") != nil,
      let time = cursor.millisecondsOfDay(), let offset = cursor.offset(), cursor.isAtEnd
    else { return nil }
    let milliseconds = Int64(day.dayNumber) * 86_400_000 + time - Int64(offset) * 1000
    let instant = Instant(milliseconds: milliseconds)
    guard instant.milliseconds == milliseconds else { return nil }
    self = instant
  }

  /// The moment as `2026-02-10T13:30:00.250Z`, which is always 24 characters long.
  public var description: String {
    let (dayNumber, rest) = floorDivide(milliseconds, 86_400_000)
    let time = Int(rest)
    return "\(CalendarDay(dayNumber: Int(dayNumber)))T\(padded(time / 3_600_000))"
      + ":\(padded(time / 60_000 % 60)):\(padded(time / 1000 % 60)).\(padded(time % 1000, 3))Z"
  }
}

extension DigitCursor {
  /// Parses `HH:MM`, `HH:MM:SS` or `HH:MM:SS.fff`. A leap second, such as `23:59:60`, counts as the
  /// second after it.
  fileprivate mutating func millisecondsOfDay() -> Int64? {
    guard let hour = number(digits: 2), take(":") != nil, let minute = number(digits: 2),
      hour <= 23, minute <= 59
    else { return nil }
    var milliseconds = (hour * 60 + minute) * 60_000
    if take(":") != nil {
      guard let second = number(digits: 2), second <= 60 else { return nil }
      milliseconds += second * 1000
      if take(".,") != nil {
        var digits = 0
        var worth = 100
        while let digit = number(digits: 1) {
          milliseconds += digit * worth
          worth /= 10
          digits += 1
        }
        guard digits > 0 else { return nil }
      }
    }
    return Int64(milliseconds)
  }

  /// Parses `Z`, `+05:30`, `+0530` or `-05` and returns the seconds east of UTC.
  fileprivate mutating func offset() -> Int? {
    if take("Zz") != nil { return 0 }
    guard let sign = take("+-"), let hour = number(digits: 2), hour <= 23 else { return nil }
    var seconds = hour * 3600
    if !isAtEnd {
      _ = take(":")
      guard let minute = number(digits: 2), minute <= 59 else { return nil }
      seconds += minute * 60
    }
    return sign == UInt8(ascii: "-") ? -seconds : seconds
  }
}

/// Divides and rounds down, so moments before 1970 fall on the right day.
func floorDivide(_ value: Int64, _ divisor: Int64) -> (quotient: Int64, remainder: Int64) {
  let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
  return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
}
