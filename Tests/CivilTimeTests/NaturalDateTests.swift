import CivilTime
import Testing

@Suite("Dates in words")
struct NaturalDateTests {
  /// The tests' current day, a Tuesday.
  private let today = CalendarDay(year: 2026, month: 2, day: 10)

  private func parsed(_ text: String, today: CalendarDay?) throws -> String {
    switch NaturalDate.parse(text, today: try #require(today)) {
    case .success(let day): day.description
    case .failure(let failure): "\(failure.reason)"
    }
  }

  @Test(
    "People's words for a day are understood",
    arguments: [
      ("today", "2026-02-10"), ("Today", "2026-02-10"), ("  today ", "2026-02-10"),
      ("tomorrow", "2026-02-11"), ("yesterday", "2026-02-09"),
      // The name of a weekday means the next day with this name; today counts too.
      ("tue", "2026-02-10"), ("tuesday", "2026-02-10"), ("tues", "2026-02-10"),
      ("wed", "2026-02-11"), ("mon", "2026-02-16"), ("FRI", "2026-02-13"),
      ("this fri", "2026-02-13"),
      ("next fri", "2026-02-13"), ("next tue", "2026-02-17"), ("last tue", "2026-02-03"),
      ("last mon", "2026-02-09"), ("last fri", "2026-02-06"),
      ("-30d", "2026-01-11"), ("+2w", "2026-02-24"), ("2w", "2026-02-24"), ("3m", "2026-05-10"),
      ("-1y", "2025-02-10"), ("0d", "2026-02-10"), ("in 3 days", "2026-02-13"),
      ("in 1 day", "2026-02-11"), ("2 weeks ago", "2026-01-27"), ("1 month ago", "2026-01-10"),
      ("in 2 years", "2028-02-10"),
      ("2026-02", "2026-02-01"), ("2026-2", "2026-02-01"), ("Feb 2026", "2026-02-01"),
      ("February 2027", "2027-02-01"),
      ("2026-02-10", "2026-02-10"), ("2026-2-1", "2026-02-01"), ("2028-02-29", "2028-02-29"),
      ("2/10/2026", "2026-02-10"), ("02/10/2026", "2026-02-10"), ("2/10/27", "2027-02-10"),
      ("02/10", "2026-02-10"), ("3/1", "2026-03-01"), ("12/31", "2025-12-31"),
      ("Feb 10", "2026-02-10"), ("10 Feb", "2026-02-10"), ("feb 10th", "2026-02-10"),
      ("February 1st", "2026-02-01"),
      ("Feb 10 2026", "2026-02-10"), ("Feb 10, 2026", "2026-02-10"), ("10 Feb 2026", "2026-02-10"),
      ("May 5", "2026-05-05"), ("mar 3", "2026-03-03"),
      // A dash between two words has the meaning of a space, so a date needs no quotation marks.
      ("last-fri", "2026-02-06"), ("next-Tue", "2026-02-17"),
    ])
  func understood(text: String, expected: String) throws {
    #expect(try parsed(text, today: today) == expected)
  }

  @Test(
    "A month and day without a year is the nearest, and of two equally near the later",
    arguments: [
      ("2026-02-10", "Aug 11", "2026-08-11"), ("2026-02-10", "Aug 12", "2025-08-12"),
      ("2026-02-10", "Sept. 1", "2025-09-01"), ("2026-12-31", "Jan 1", "2027-01-01"),
      ("2027-01-01", "Dec 31", "2026-12-31"),
      // August 11, 2028, is 183 days from February 10 of 2028 and 183 days from February 10 of
      // 2029; the later date is meant. August 10, 2028, is nearer to February 10 of 2028.
      ("2028-08-11", "Feb 10", "2029-02-10"), ("2028-08-10", "Feb 10", "2028-02-10"),
      // The nearest February 29 can be years away.
      ("2026-02-10", "Feb 29", "2024-02-29"), ("2026-03-01", "2/29", "2028-02-29"),
      ("1902-01-01", "Feb 29", "1904-02-29"), ("2026-02-28", "Feb 29", "2024-02-29"),
    ])
  func nearest(today: String, text: String, expected: String) throws {
    #expect(try parsed(text, today: CalendarDay(today)) == expected)
  }

  @Test(
    "A date that the calendar does not have says so",
    arguments: [
      "Feb 30", "30 feb", "2/30", "13/1", "2026-02-30", "2027-02-29",
      "Feb 29 2027", "Apr 31", "0000-01-01", "Feb 0",
    ])
  func noSuchDay(text: String) throws {
    let today = try #require(today)
    #expect(
      NaturalDate.parse(text, today: today)
        == .failure(NaturalDateFailure(text: text, reason: .noSuchDay)))
  }

  @Test("A month that the calendar does not have says so", arguments: ["2026-13", "2026-00"])
  func noSuchMonth(text: String) throws {
    let today = try #require(today)
    let failure = NaturalDateFailure(text: text, reason: .noSuchMonth)
    #expect(NaturalDate.parse(text, today: today) == .failure(failure))
    #expect(failure.sentence == "There is no month `\(text)` in the calendar.")
  }

  @Test(
    "What is no date is handed back as it was written",
    arguments: [
      "", " ", "soon", "someday", "f", "fr", "fridayy", "next", "last", "in days",
      "3", "-d", "+", "d", "1234567d", "--3d", "3 days", "in x days", "Feb x", "Feb 100",
      "20260", "last-", "-week", "last-last-week", "next decade", "2026-02-10-1", "2026-02-1x",
      "1/2/3/4", "1/2/333", "/", "-", "٣d", "12:30",
      "2026-02-10T00:00:00Z", "\u{1B}[31m", "Feb 10 26", "10th of Feb",
      String(repeating: "9", count: 100_000),
    ])
  func notADate(text: String) throws {
    let today = try #require(today)
    #expect(
      NaturalDate.parse(text, today: today)
        == .failure(NaturalDateFailure(text: text, reason: .notADate)))
  }

  @Test(
    "A week, a month and a year are spans of all their days, anything else of one",
    arguments: [
      ("2026-02", "2026-02-01", "2026-02-28"), ("Feb 2028", "2028-02-01", "2028-02-29"),
      ("2025", "2025-01-01", "2025-12-31"), ("this year", "2026-01-01", "2026-12-31"),
      ("last-year", "2025-01-01", "2025-12-31"), ("next year", "2027-01-01", "2027-12-31"),
      // A week begins on Monday, so this week, which contains Tuesday, February 10, begins on
      // February 9.
      ("this-week", "2026-02-09", "2026-02-15"), ("last-week", "2026-02-02", "2026-02-08"),
      ("Next Week", "2026-02-16", "2026-02-22"),
      ("this-month", "2026-02-01", "2026-02-28"), ("last-month", "2026-01-01", "2026-01-31"),
      ("next month", "2026-03-01", "2026-03-31"),
      // A month without a year means the nearest month of this name, measured from its first day.
      ("Feb", "2026-02-01", "2026-02-28"), ("june", "2026-06-01", "2026-06-30"),
      ("Dec", "2025-12-01", "2025-12-31"),
      ("last june", "2025-06-01", "2025-06-30"), ("next-june", "2026-06-01", "2026-06-30"),
      ("last feb", "2025-02-01", "2025-02-28"), ("next feb", "2027-02-01", "2027-02-28"),
      ("this june", "2026-06-01", "2026-06-30"), ("last jan", "2026-01-01", "2026-01-31"),
      ("2026-02-10", "2026-02-10", "2026-02-10"), ("yesterday", "2026-02-09", "2026-02-09"),
    ])
  func spans(text: String, first: String, last: String) throws {
    let span = try NaturalDate.span(text, today: #require(today)).get()
    #expect(span.lowerBound.description == first)
    #expect(span.upperBound.description == last)
  }

  @Test(
    "A deadline is the last day of what is named, and of what names no year the next that is not over",
    arguments: [
      ("june", "2026-06-30"), ("dec", "2026-12-31"), ("feb", "2026-02-28"), ("jan", "2027-01-31"),
      ("Jan 10", "2027-01-10"), ("Feb 10", "2026-02-10"), ("2/9", "2027-02-09"),
      ("2026-06", "2026-06-30"), ("2027", "2027-12-31"), ("next month", "2026-03-31"),
      ("fri", "2026-02-13"), ("3m", "2026-05-10"),
      // A text with a year, or a word such as "yesterday", means exactly that day, even if it is in
      // the past.
      ("2025-06", "2025-06-30"), ("Jan 10 2026", "2026-01-10"), ("yesterday", "2026-02-09"),
    ])
  func deadlines(text: String, expected: String) throws {
    #expect(
      try NaturalDate.deadline(text, today: #require(today)).get().description == expected)
  }

  @Test(
    "What lies ahead is the next day of that name, and what has happened the last, but for two months",
    arguments: [
      ("jun 15", .ahead, "2027-06-15"), ("nov 20", .ahead, "2026-11-20"),
      ("sep 29", .ahead, "2026-09-29"), ("sep 28", .ahead, "2027-09-28"),
      ("nov 28", .ahead, "2026-11-28"), ("feb 29", .ahead, "2028-02-29"),
      ("1/5", .ahead, "2027-01-05"), ("june", .ahead, "2027-06-01"),
      ("september", .ahead, "2027-09-01"), ("october", .ahead, "2026-10-01"),
      ("fri", .back, "2026-11-27"), ("sat", .back, "2026-11-28"), ("january", .back, "2027-01-01"),
      ("jan 5", .past, "2026-01-05"), ("nov 29", .past, "2025-11-29"), ("fri", .past, "2026-11-27"),
      ("november", .past, "2026-11-01"),
      ("6/15/2026", .ahead, "2026-06-15"), ("fri", .ahead, "2026-12-04"),
      ("feb 10", .back, "2026-02-10"), ("jan 27", .back, "2027-01-27"),
      ("jan 28", .back, "2026-01-28"), ("nov 28", .back, "2026-11-28"),
      ("feb 29", .back, "2024-02-29"), ("june", .back, "2026-06-01"),
      ("2027-06-15", .back, "2027-06-15"), ("may 28", .nearest, "2027-05-28"),
      ("may 30", .nearest, "2026-05-30"),
      ("jan 2", .near(CalendarDay("2024-12-30")!), "2025-01-02"),
      ("dec 29", .near(CalendarDay("2024-12-30")!), "2024-12-29"),
      ("january", .near(CalendarDay("2024-12-30")!), "2025-01-01"),
      ("sun", .near(CalendarDay("2026-12-04")!), "2026-12-06"),
      ("2025-01-03", .near(CalendarDay("2024-12-30")!), "2025-01-03"),
    ] as [(String, NaturalDate.Leaning, String)])
  func leaning(text: String, leaning: NaturalDate.Leaning, expected: String) throws {
    let today = try #require(CalendarDay("2026-11-28"))
    #expect(
      try NaturalDate.parse(text, today: today, leaning: leaning).get().description == expected)
  }

  @Test(
    "Words that look ahead are counted from the day that the text is near, and others from today",
    arguments: [
      ("mon", "2026-01-05"), ("tue", "2025-12-30"), ("this tue", "2025-12-30"),
      ("next tue", "2026-01-06"), ("next mon", "2026-01-05"), ("tomorrow", "2025-12-31"),
      ("in 3 days", "2026-01-02"), ("+2d", "2026-01-01"), ("1w", "2026-01-06"),
      ("next week", "2026-01-05"), ("next month", "2026-01-01"), ("next january", "2026-01-01"),
      ("today", "2026-11-28"), ("yesterday", "2026-11-27"), ("last fri", "2026-11-27"),
      ("-1d", "2026-11-27"), ("2 days ago", "2026-11-26"), ("last month", "2026-10-01"),
    ])
  func wordsFromAnotherDay(text: String, expected: String) throws {
    let today = try #require(CalendarDay("2026-11-28"))
    let near = NaturalDate.Leaning.near(try #require(CalendarDay("2025-12-30")))
    #expect(
      try NaturalDate.parse(text, today: today, leaning: near).get().description == expected)
  }

  @Test("The last day there is has no deadline after it")
  func noDeadlineLeft() throws {
    let last = try #require(CalendarDay("9999-12-31"))
    #expect(
      NaturalDate.deadline("june", today: last)
        == .failure(NaturalDateFailure(text: "june", reason: .noSuchDay)))
  }

  @Test("Every example of a failure is understood")
  func examples() throws {
    for example in NaturalDateFailure.examples {
      #expect(throws: Never.self) {
        try NaturalDate.parse(example, today: #require(today)).get()
      }
    }
    for example in NaturalInstantFailure.examples {
      #expect(throws: Never.self) { try NaturalInstant.parse(example, zone: .utc).get() }
    }
  }

  @Test(
    "A moment is an instant, or a day with or without a time in the zone",
    arguments: [
      ("2026-02-10T13:30:00Z", "2026-02-10T13:30:00.000Z"),
      ("2026-02-10T13:30:00+01:00", "2026-02-10T12:30:00.000Z"),
      ("2026-02-10", "2026-02-10T05:00:00.000Z"),
      ("2026-02-10 00:30", "2026-02-10T05:30:00.000Z"),
      ("2026-02-10T23:30", "2026-02-11T04:30:00.000Z"),
      ("2026-03-08 02:30", "2026-03-08T07:30:00.000Z"),
    ])
  func moments(text: String, expected: String) throws {
    let zone = try Zone.named("America/New_York")
    #expect(try NaturalInstant.parse(text, zone: zone).get().description == expected)
  }

  @Test(
    "A text that is no moment is handed back as it was written",
    arguments: ["", "now", "2026-02-30", "2026-02-10 25:00", "2026-02-10 8", "2026-02-10 08:30 x"])
  func noMoment(text: String) {
    #expect(
      NaturalInstant.parse(text, zone: .utc) == .failure(NaturalInstantFailure(text: text)))
  }

  @Test(
    "Relative time changes its unit exactly at a minute, an hour, a day and a week",
    arguments: [
      (-1, "just now"), (-86_400_000, "just now"), (0, "just now"), (59_999, "just now"),
      (60_000, "1m ago"), (3_599_999, "59m ago"), (3_600_000, "1h ago"), (86_399_999, "23h ago"),
      (86_400_000, "1d ago"), (604_799_999, "6d ago"), (604_800_000, "Feb 3"),
    ])
  func relative(ago: Int64, expected: String) throws {
    let now = try #require(Instant("2026-02-11T04:30:00Z"))
    let zone = try Zone.named("America/New_York")
    let then = now.adding(milliseconds: -ago)
    #expect(RelativeTime.text(of: then, now: now, zone: zone) == expected)
  }
}
