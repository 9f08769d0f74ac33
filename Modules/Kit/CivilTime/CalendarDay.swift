/// A day of the proleptic Gregorian calendar (today's calendar rules for all years), in the years 1
/// to 9999, without a time or a time zone.
///
/// Deadlines, birthdays and recorded dates have this type, so a time zone cannot shift them.
/// Arithmetic that would leave the calendar stops at its first or last day.
public struct CalendarDay: Hashable, Sendable {
  /// Year, month and day in one integer that sorts like the day. Rows contain many days, and with
  /// three integers for each, days would take most of the memory of some rows.
  private let packed: UInt32

  public var year: Int { Int(packed >> 16) }
  public var month: Int { Int(packed >> 8 & 0xFF) }
  public var day: Int { Int(packed & 0xFF) }

  /// Creates a day. Nil if the calendar has no such day, such as February 30.
  public init?(year: Int, month: Int, day: Int) {
    guard (1...9999).contains(year), (1...12).contains(month), day >= 1,
      day <= Self.length(ofMonth: month, year: year)
    else { return nil }
    self.init(checked: year, month, day)
  }

  /// Creates the day that is `dayNumber` days after 1970-01-01, limited to the calendar's range.
  public init(dayNumber: Int) {
    let number = min(max(dayNumber, Self.first.dayNumber), Self.last.dayNumber)
    // The formula counts years from March 1, so that February 29 is the last day of a year. One
    // formula then works for every month.
    let shifted = number + Self.daysFromMarchZero
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    self.init(
      checked: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month,
      dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
  }

  private init(checked year: Int, _ month: Int, _ day: Int) {
    packed = UInt32(truncatingIfNeeded: year << 16 | month << 8 | day)
  }

  /// The first day of the calendar, 0001-01-01. `last` is 9999-12-31. Arithmetic stays between the
  /// two.
  public static let first = CalendarDay(checked: 1, 1, 1)
  public static let last = CalendarDay(checked: 9999, 12, 31)

  /// The number of days since 1970-01-01. Negative before that day.
  public var dayNumber: Int {
    let shiftedYear = month <= 2 ? year - 1 : year
    let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
    let yearOfEra = shiftedYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - Self.daysFromMarchZero
  }

  public var weekday: Weekday {
    // Day 0, which is 1970-01-01, was a Thursday. Adding 3 makes the remainder 0 for each Monday.
    let fromMonday = (dayNumber + 3) % 7
    return Weekday.allCases[fromMonday < 0 ? fromMonday + 7 : fromMonday]
  }

  public var firstOfMonth: CalendarDay { CalendarDay(checked: year, month, 1) }

  public var lastOfMonth: CalendarDay {
    CalendarDay(checked: year, month, Self.length(ofMonth: month, year: year))
  }

  /// Returns the day that is `days` later, or earlier if the number is negative.
  public func adding(days: Int) -> CalendarDay {
    let (sum, overflow) = dayNumber.addingReportingOverflow(days)
    return overflow ? (days < 0 ? .first : .last) : CalendarDay(dayNumber: sum)
  }

  /// Returns the day `months` later. If the month has no such day, the result is its last day, as
  /// in January 31 plus one month.
  public func adding(months: Int) -> CalendarDay {
    let (sum, overflow) = (year * 12 + month - 1).addingReportingOverflow(months)
    guard !overflow, sum >= 12 else { return months < 0 ? .first : .last }
    guard sum < 10_000 * 12 else { return .last }
    let (year, month) = (sum / 12, sum % 12 + 1)
    return CalendarDay(checked: year, month, min(day, Self.length(ofMonth: month, year: year)))
  }

  /// Returns the number of days from this day to `other`. Negative if `other` is earlier.
  public func days(until other: CalendarDay) -> Int { other.dayNumber - dayNumber }

  /// Returns the number of months from the month of this day to the month of `other`. The days of
  /// the month do not matter. Negative if `other` is in an earlier month.
  public func months(until other: CalendarDay) -> Int {
    (other.year - year) * 12 + other.month - month
  }

  /// Returns the number of whole years from this day to `other`, which is the age on that day of a
  /// person who was born on this one.
  public func years(until other: CalendarDay) -> Int {
    let isFull = (other.month, other.day) >= (month, day)
    return other.year - year - (isFull ? 0 : 1)
  }

  public static func isLeap(year: Int) -> Bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }

  static func length(ofMonth month: Int, year: Int) -> Int {
    switch month {
    case 2: isLeap(year: year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// The number of days from 0000-03-01, where the formula's first year (from March to February)
  /// starts, to 1970-01-01.
  private static let daysFromMarchZero = 719_468
}

extension CalendarDay: Comparable {
  public static func < (left: CalendarDay, right: CalendarDay) -> Bool {
    left.packed < right.packed
  }
}

extension CalendarDay: LosslessStringConvertible {
  /// Parses exactly `YYYY-MM-DD`. `NaturalDate` parses the dates that people type.
  public init?(_ description: String) {
    var text = description
    guard let day = text.withUTF8({ CalendarDay(utf8: $0) }) else { return nil }
    self = day
  }

  public init?(utf8 bytes: UnsafeBufferPointer<UInt8>) {
    guard bytes.count == 10 else { return nil }
    var cursor = DigitCursor(bytes)
    guard let day = cursor.day() else { return nil }
    self = day
  }

  public var description: String { "\(padded(year, 4))-\(padded(month))-\(padded(day))" }
}
