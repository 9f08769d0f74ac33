/// The rule at the end of a zone file for all later years, such as `EST5EDT,M3.2.0,M11.1.0`.
struct ZoneRule: Hashable, Sendable {
  let standard: Int
  let summer: Summer?

  struct Summer: Hashable, Sendable {
    var offset: Int
    var begins: Change
    var ends: Change
  }

  /// The date and the time at which summer time begins or ends in each year, by the clock before
  /// the change.
  struct Change: Hashable, Sendable {
    var date: DateRule
    var seconds: Int
  }

  enum DateRule: Hashable, Sendable {
    /// A date such as `M3.2.0`, which means the second Sunday (day 0) of March. Week 5 is the last
    /// week of the month.
    case weekday(month: Int, week: Int, day: Int)
    /// A date such as `J60`, which means the 60th day of the year without counting February 29.
    case dayIgnoringLeap(Int)
    /// A date such as `59`, which means 59 days after January 1, counting February 29.
    case dayOfYear(Int)
  }

  func offset(at seconds: Int64) -> Int {
    guard let summer else { return standard }
    // Summer time can extend over New Year, as in the southern hemisphere. So the function also
    // checks the summers that begin in the year before and in the year after.
    let year = CalendarDay(dayNumber: Int(floorDivide(seconds, 86_400).quotient)).year
    for year in [year - 1, year, year + 1] {
      let begin = summer.begins.instant(in: year, offset: standard)
      let sameYear = summer.ends.instant(in: year, offset: summer.offset)
      let end =
        sameYear > begin ? sameYear : summer.ends.instant(in: year + 1, offset: summer.offset)
      if begin <= seconds && seconds < end { return summer.offset }
    }
    return standard
  }

  func changes(from start: Int64, to end: Int64) -> [Int64] {
    guard let summer else { return [] }
    let first = CalendarDay(dayNumber: Int(floorDivide(start, 86_400).quotient)).year
    let last = CalendarDay(dayNumber: Int(floorDivide(end, 86_400).quotient)).year
    return (first - 1...last + 1).flatMap { year in
      [
        summer.begins.instant(in: year, offset: standard),
        summer.ends.instant(in: year, offset: summer.offset),
      ]
    }.filter { $0 > start && $0 < end }.sorted()
  }
}

extension ZoneRule.Change {
  fileprivate func instant(in year: Int, offset: Int) -> Int64 {
    Int64(date.dayNumber(in: year)) * 86_400 + Int64(seconds - offset)
  }
}

extension ZoneRule.DateRule {
  fileprivate func dayNumber(in year: Int) -> Int {
    // The calendar has only the years 1 to 9999. A year outside of the calendar is replaced by its
    // first or last year, so that the date can be computed.
    let held = min(max(year, 1), 9999)
    guard let newYear = CalendarDay(year: held, month: 1, day: 1) else { return 0 }
    switch self {
    case .dayOfYear(let day):
      return newYear.dayNumber + day
    case .dayIgnoringLeap(let day):
      let afterLeapDay = CalendarDay.isLeap(year: held) && day >= 60
      return newYear.dayNumber + day - 1 + (afterLeapDay ? 1 : 0)
    case .weekday(let month, let week, let day):
      let first = newYear.adding(months: month - 1)
      let ahead = (day - first.weekday.rawValue % 7 + 7) % 7
      let inMonth = ahead + (week - 1) * 7
      let length = CalendarDay.length(ofMonth: month, year: held)
      return first.dayNumber + (inMonth < length ? inMonth : inMonth - 7)
    }
  }
}
