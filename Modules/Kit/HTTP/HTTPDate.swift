public import CivilTime

/// Dates in the format `Sun, 06 Nov 1994 08:49:37 GMT`, the only format for sending dates (RFC
/// 9110, 5.6.7).
public enum HTTPDate {
  public static func text(_ instant: Instant) -> String {
    let days = instant.seconds >= 0 ? instant.seconds / 86_400 : (instant.seconds - 86_399) / 86_400
    let second = instant.seconds - days * 86_400
    let day = CalendarDay(dayNumber: Int(days))
    let time = [second / 3_600, second / 60 % 60, second % 60].map { padded(Int($0)) }
    return "\(day.weekday.shortName), \(padded(day.day)) \(MonthName.short(day.month)) "
      + "\(padded(day.year, to: 4)) \(time.joined(separator: ":")) GMT"
  }

  /// Returns the instant of `text`. Nil if it is not a date in that format.
  public static func instant(_ text: String) -> Instant? {
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 6, words[5] == "GMT", words[0].hasSuffix(","),
      let dayOfMonth = number(words[1], digits: 2), let year = number(words[3], digits: 4),
      let month = (1...12).first(where: { MonthName.short($0) == words[2] }),
      let day = CalendarDay(year: year, month: month, day: dayOfMonth),
      day.weekday.shortName == words[0].dropLast()
    else { return nil }
    let time = words[4].split(separator: ":", omittingEmptySubsequences: false)
    guard time.count == 3, let hour = number(time[0], digits: 2), hour < 24,
      let minute = number(time[1], digits: 2), minute < 60,
      // A leap second is the second 60 of its minute, so the second 60 is accepted.
      let second = number(time[2], digits: 2), second <= 60
    else { return nil }
    return Instant(
      seconds: Int64(day.dayNumber) * 86_400 + Int64(hour * 3_600 + minute * 60 + second))
  }

  private static func number(_ text: Substring, digits: Int) -> Int? {
    text.utf8.count == digits && text.utf8.allSatisfy(ASCII.isDigit) ? Int(text) : nil
  }

  private static func padded(_ number: Int, to width: Int = 2) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, width - text.count)) + text
  }
}
