/// Parses a text as a day or a period: it tries each form that `NaturalDate` describes, such as
/// `fri`, `-30d` and `Feb 10`, until one fits.
struct NaturalDateReader {
  private let today: CalendarDay
  private let words: [Substring]
  private let leaning: NaturalDate.Leaning

  enum Reading: Equatable {
    case span(ClosedRange<CalendarDay>)
    case noSuchDay
    case noSuchMonth
    case notADate

    static func day(_ day: CalendarDay?) -> Reading { day.map { .span($0...$0) } ?? .noSuchDay }
  }

  init(_ text: String, today: CalendarDay, leaning: NaturalDate.Leaning = .nearest) {
    self.today = today
    self.leaning = leaning
    // No date is longer than 64 bytes. The limit keeps the parsing of a hostile text short.
    let lowered = text.utf8.count <= 64 ? text.lowercased() : ""
    words = lowered.split { $0 == " " || $0 == "," || $0 == "\t" }.flatMap(Self.withoutDashes)
  }

  /// Splits a word at its dashes. `last-week` becomes two words. `-30d` and `2026-02` stay one
  /// word.
  private static func withoutDashes(_ word: Substring) -> [Substring] {
    guard word.contains("-"), word.allSatisfy({ $0 == "-" || $0.isLetter }),
      word.first != "-", word.last != "-"
    else { return [word] }
    return word.split(separator: "-")
  }

  func read() -> Reading {
    switch words.count {
    case 1: one(words[0])
    case 2: two(words[0], words[1])
    case 3: three(words[0], words[1], words[2])
    default: .notADate
    }
  }

  private func one(_ word: Substring) -> Reading {
    switch word {
    case "today", "now": return .day(today)
    case "tomorrow": return .day(anchor.adding(days: 1))
    case "yesterday": return .day(today.adding(days: -1))
    default: break
    }
    if let weekday = Weekday(naming: word) {
      let looksBack = leaning == .back || leaning == .past
      return .day(upcoming(weekday, from: looksBack ? today.adding(days: -6) : anchor))
    }
    if let moved = offset(word) { return .day(moved) }
    if let year = fourDigits(word) { return wholeYear(year) }
    if let month = MonthName.number(of: word) { return nearest(month) }
    return written(word)
  }

  private func two(_ first: Substring, _ second: Substring) -> Reading {
    if let weekday = Weekday(naming: second) {
      switch first {
      case "this": return .day(upcoming(weekday, from: anchor))
      case "next": return .day(upcoming(weekday, from: anchor.adding(days: 1)))
      case "last": return .day(upcoming(weekday, from: today.adding(days: -7)))
      default: return .notADate
      }
    }
    if let direction = Direction(rawValue: String(first)) {
      if let period = Period(rawValue: String(second)) { return span(of: period, direction) }
      return MonthName.number(of: second).map { span(ofMonth: $0, direction) } ?? .notADate
    }
    if let month = MonthName.number(of: first) {
      if let year = fourDigits(second) { return wholeMonth(year, month) }
      return dayNumber(second).map { nearest(month, $0) } ?? .notADate
    }
    if let month = MonthName.number(of: second), let day = dayNumber(first) {
      return nearest(month, day)
    }
    return .notADate
  }

  private func three(_ first: Substring, _ second: Substring, _ third: Substring) -> Reading {
    if first == "in", let moved = moved(second, third, sign: 1) { return .day(moved) }
    if third == "ago", let moved = moved(first, second, sign: -1) { return .day(moved) }
    guard let year = fourDigits(third) else { return .notADate }
    if let month = MonthName.number(of: first), let day = dayNumber(second) {
      return .day(CalendarDay(year: year, month: month, day: day))
    }
    if let month = MonthName.number(of: second), let day = dayNumber(first) {
      return .day(CalendarDay(year: year, month: month, day: day))
    }
    return .notADate
  }

  /// Parses a date in digits: `2026-02-10`, `2026-02`, `2/10/2026`, `2/10/26` or `2/10`.
  private func written(_ word: Substring) -> Reading {
    let dashed = word.split(separator: "-", omittingEmptySubsequences: false)
    if dashed.count >= 2, let year = fourDigits(dashed[0]), let month = dayNumber(dashed[1]) {
      if dashed.count == 2 { return wholeMonth(year, month) }
      guard dashed.count == 3, let day = dayNumber(dashed[2]) else { return .notADate }
      return .day(CalendarDay(year: year, month: month, day: day))
    }
    let slashed = word.split(separator: "/", omittingEmptySubsequences: false)
    guard slashed.count == 2 || slashed.count == 3, let month = dayNumber(slashed[0]),
      let day = dayNumber(slashed[1])
    else { return .notADate }
    guard slashed.count == 3 else { return nearest(month, day) }
    let short = slashed[2].utf8.count == 2 ? dayNumber(slashed[2]).map { 2000 + $0 } : nil
    guard let year = fourDigits(slashed[2]) ?? short else { return .notADate }
    return .day(CalendarDay(year: year, month: month, day: day))
  }

  private func wholeMonth(_ year: Int, _ month: Int) -> Reading {
    guard let first = CalendarDay(year: year, month: month, day: 1) else { return .noSuchMonth }
    return .span(first...first.lastOfMonth)
  }

  private func wholeYear(_ year: Int) -> Reading {
    guard let first = CalendarDay(year: year, month: 1, day: 1),
      let last = CalendarDay(year: year, month: 12, day: 31)
    else { return .noSuchDay }
    return .span(first...last)
  }

  /// The day from which words that look ahead, such as `tomorrow`, are counted, and to which a date
  /// without a year is the nearest. It is today, unless `leaning` contains another day. Words that
  /// look back, such as `yesterday`, are always counted from today.
  private var anchor: CalendarDay { if case .near(let day) = leaning { day } else { today } }

  /// Returns the date with this month and day that is nearest to `anchor`, among the dates that
  /// `leaning` allows. The search covers eight years in both directions. February 29 can be that
  /// far away, because 1900 and 2100 are not leap years.
  private func nearest(_ month: Int, _ day: Int) -> Reading {
    .day(nearest(in: { CalendarDay(year: $0, month: month, day: day) }, lasting: { $0 }))
  }

  /// Returns the month with this number whose first day is nearest to `anchor`, among the months
  /// that `leaning` allows.
  private func nearest(_ month: Int) -> Reading {
    let first = nearest(
      in: { CalendarDay(year: $0, month: month, day: 1) }, lasting: \.lastOfMonth)
    return first.map { .span($0...$0.lastOfMonth) } ?? .noSuchDay
  }

  private func nearest(
    in year: (Int) -> CalendarDay?, lasting end: (CalendarDay) -> CalendarDay
  ) -> CalendarDay? {
    let anchor = self.anchor
    let years = anchor.year - 8...anchor.year + 8
    return years.compactMap(year).filter { isMeant($0, until: end($0)) }.min { left, right in
      let (before, after) = (abs(anchor.days(until: left)), abs(anchor.days(until: right)))
      return before == after ? left > right : before < after
    }
  }

  private func isMeant(_ first: CalendarDay, until last: CalendarDay) -> Bool {
    switch leaning {
    case .nearest, .near: true
    case .notOver: last >= today
    case .ahead: today.days(until: first) >= -NaturalDate.daysTheOtherWay
    case .back: today.days(until: first) <= NaturalDate.daysTheOtherWay
    case .past: first <= today
    }
  }

  private enum Direction: String {
    case last, this, next

    var step: Int {
      switch self {
      case .last: -1
      case .this: 0
      case .next: 1
      }
    }
  }

  private enum Period: String {
    case week, month, year
  }

  /// Returns the week, month or year for `last`, `this` or `next`. `last` and `this` are counted
  /// from today, and `next` from `anchor`. A week begins on Monday.
  private func span(of period: Period, _ direction: Direction) -> Reading {
    let start = start(of: direction)
    switch period {
    case .week:
      let monday = start.adding(days: 1 - start.weekday.rawValue + 7 * direction.step)
      return .span(monday...monday.adding(days: 6))
    case .month:
      let first = start.firstOfMonth.adding(months: direction.step)
      return .span(first...first.lastOfMonth)
    case .year:
      return wholeYear(start.year + direction.step)
    }
  }

  private func start(of direction: Direction) -> CalendarDay {
    direction == .next ? anchor : today
  }

  /// Returns the month that a text such as `last june` names. `last june` is over, `next june` has
  /// not begun, and `this june` is the one in the current year.
  private func span(ofMonth month: Int, _ direction: Direction) -> Reading {
    let start = start(of: direction)
    let year =
      switch direction {
      case .last: month < start.month ? start.year : start.year - 1
      case .this: start.year
      case .next: month > start.month ? start.year : start.year + 1
      }
    return wholeMonth(year, month)
  }

  private func upcoming(_ weekday: Weekday, from start: CalendarDay) -> CalendarDay {
    start.adding(days: (weekday.rawValue - start.weekday.rawValue + 7) % 7)
  }

  /// Parses an offset, such as `-30d`, `+2w`, `3m` or `1y`.
  private func offset(_ word: Substring) -> CalendarDay? {
    let sign = word.first == "-" ? -1 : 1
    let rest = word.first == "-" || word.first == "+" ? word.dropFirst() : word
    return moved(rest.dropLast(), rest.suffix(1), sign: sign)
  }

  private func moved(_ count: Substring, _ unit: Substring, sign: Int) -> CalendarDay? {
    guard let count = digits(count, atMost: 6) else { return nil }
    let start = sign < 0 ? today : anchor
    switch unit {
    case "d", "day", "days": return start.adding(days: sign * count)
    case "w", "week", "weeks": return start.adding(days: sign * count * 7)
    case "m", "month", "months": return start.adding(months: sign * count)
    case "y", "year", "years": return start.adding(months: sign * count * 12)
    default: return nil
    }
  }

  private func fourDigits(_ text: Substring) -> Int? {
    text.utf8.count == 4 ? digits(text, atMost: 4) : nil
  }

  /// Parses the number of a day, such as `10`, `02` or `10th`. The calendar decides whether the
  /// month has this day.
  private func dayNumber(_ text: Substring) -> Int? {
    let plain = ["st", "nd", "rd", "th"].contains(text.suffix(2)) ? text.dropLast(2) : text
    return digits(plain, atMost: 2)
  }

  private func digits(_ text: Substring, atMost length: Int) -> Int? {
    guard (1...length).contains(text.utf8.count), text.utf8.allSatisfy({ (48...57) ~= $0 }) else {
      return nil
    }
    return Int(text)
  }
}

extension Weekday {
  /// Finds the weekday for `friday`, or for at least its first three letters.
  fileprivate init?(naming word: Substring) {
    guard word.utf8.count >= 3,
      let found = Weekday.allCases.first(where: { $0.name.lowercased().hasPrefix(word) })
    else { return nil }
    self = found
  }
}
