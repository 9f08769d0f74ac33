import CivilTime
import Testing

@Suite("Calendar days")
struct CalendarDayTests {
  @Test(
    "A day the calendar does not have is refused",
    arguments: [
      (2026, 2, 29), (2026, 2, 30), (1900, 2, 29), (2100, 2, 29), (2026, 4, 31), (2026, 0, 1),
      (2026, 13, 1), (2026, 1, 0), (2026, 1, 32), (0, 1, 1), (10_000, 1, 1), (2026, -1, -1),
    ])
  func refused(year: Int, month: Int, day: Int) {
    #expect(CalendarDay(year: year, month: month, day: day) == nil)
  }

  @Test(
    "Leap days exist every four years, and of the hundreds only every fourth",
    arguments: [(2024, true), (2028, true), (2000, true), (1900, false), (2100, false), (4, true)])
  func leap(year: Int, isLeap: Bool) {
    #expect(CalendarDay.isLeap(year: year) == isLeap)
    #expect((CalendarDay(year: year, month: 2, day: 29) != nil) == isLeap)
  }

  @Test(
    "Day numbers count from 1970-01-01",
    arguments: [
      ("1970-01-01", 0), ("1969-12-31", -1), ("1970-03-01", 59), ("2000-02-29", 11_016),
      ("2000-03-01", 11_017), ("2026-02-10", 20_494), ("0001-01-01", -719_162),
      ("9999-12-31", 2_932_896),
    ])
  func dayNumber(text: String, number: Int) throws {
    let day = try #require(CalendarDay(text))
    #expect(day.dayNumber == number)
    #expect(CalendarDay(dayNumber: number) == day)
  }

  @Test("Every day of four hundred years follows the one before, a week at a time")
  func roundTrip() throws {
    var previous = try #require(CalendarDay("1969-12-31"))
    #expect(previous.weekday == .wednesday)
    for number in 0..<146_097 {
      let day = CalendarDay(dayNumber: number)
      #expect(day.dayNumber == number)
      #expect(day > previous)
      #expect(day.weekday.rawValue == previous.weekday.rawValue % 7 + 1)
      #expect(day.day == previous.day + 1 || (day.day == 1 && previous == previous.lastOfMonth))
      guard day.dayNumber == number, day > previous else { return }
      previous = day
    }
    #expect(previous.description == "2369-12-31")
  }

  @Test(
    "Weekdays are right on known days",
    arguments: [
      ("2026-02-10", Weekday.tuesday), ("2000-01-01", .saturday), ("1900-01-01", .monday),
      ("0001-01-01", .monday), ("9999-12-31", .friday),
    ])
  func weekday(text: String, weekday: Weekday) throws {
    #expect(try #require(CalendarDay(text)).weekday == weekday)
  }

  @Test(
    "Adding days crosses months, years and leap days",
    arguments: [
      ("2026-02-28", 1, "2026-03-01"), ("2028-02-28", 1, "2028-02-29"),
      ("2026-12-31", 1, "2027-01-01"), ("2026-01-01", -1, "2025-12-31"),
      ("2026-02-10", 0, "2026-02-10"), ("2026-02-10", -30, "2026-01-11"),
      ("9999-12-31", 1, "9999-12-31"), ("0001-01-01", -1, "0001-01-01"),
      ("2026-02-10", Int.max, "9999-12-31"), ("2026-02-10", Int.min, "0001-01-01"),
    ])
  func addingDays(text: String, days: Int, expected: String) throws {
    #expect(try #require(CalendarDay(text)).adding(days: days).description == expected)
  }

  @Test(
    "Adding months keeps the day where the month has it, else takes the last",
    arguments: [
      ("2026-01-31", 1, "2026-02-28"), ("2028-01-31", 1, "2028-02-29"),
      ("2026-03-31", -1, "2026-02-28"), ("2026-12-15", 1, "2027-01-15"),
      ("2026-01-15", -1, "2025-12-15"), ("2028-02-29", 12, "2029-02-28"),
      ("2026-08-31", 1, "2026-09-30"), ("9999-12-01", 1, "9999-12-31"),
      ("0001-01-31", -1, "0001-01-01"), ("2026-02-10", Int.max, "9999-12-31"),
      ("2026-02-10", Int.min, "0001-01-01"),
    ])
  func addingMonths(text: String, months: Int, expected: String) throws {
    #expect(try #require(CalendarDay(text)).adding(months: months).description == expected)
  }

  @Test(
    "A month has its first and last day",
    arguments: [
      ("2026-02-10", "2026-02-01", "2026-02-28"), ("2028-02-29", "2028-02-01", "2028-02-29"),
    ]
  )
  func monthEnds(text: String, first: String, last: String) throws {
    let day = try #require(CalendarDay(text))
    #expect(day.firstOfMonth.description == first)
    #expect(day.lastOfMonth.description == last)
  }

  @Test("Days until is a difference of calendar days, negative backwards")
  func daysUntil() throws {
    let day = try #require(CalendarDay("2026-03-01"))
    #expect(day.days(until: try #require(CalendarDay("2026-03-31"))) == 30)
    #expect(day.days(until: try #require(CalendarDay("2026-02-28"))) == -1)
    #expect(day.days(until: day) == 0)
  }

  @Test(
    "Months until is a difference of months, whichever days they are, negative backwards",
    arguments: [
      ("2026-03-01", "2026-03-31", 0), ("2026-03-31", "2026-03-01", 0),
      ("2026-03-31", "2026-04-01", 1), ("2026-03-01", "2026-02-28", -1),
      ("2026-12-31", "2027-01-01", 1), ("2027-01-01", "2026-12-31", -1),
      ("2026-02-10", "2028-02-10", 24), ("0001-01-01", "9999-12-31", 119_987),
    ])
  func monthsUntil(text: String, other: String, months: Int) throws {
    #expect(try #require(CalendarDay(text)).months(until: #require(CalendarDay(other))) == months)
  }

  @Test(
    "A person is a year older on each birthday, and if born on February 29 maybe on March 1",
    arguments: [
      ("2008-05-31", "2026-05-30", 17), ("2008-05-31", "2026-05-31", 18),
      ("2008-05-31", "2026-06-01", 18), ("2008-02-29", "2026-02-28", 17),
      ("2008-02-29", "2026-03-01", 18), ("2026-05-31", "2026-05-31", 0),
      ("2026-05-31", "2026-05-30", -1),
    ])
  func yearsUntil(text: String, other: String, years: Int) throws {
    #expect(try #require(CalendarDay(text)).years(until: #require(CalendarDay(other))) == years)
  }

  @Test(
    "Only the exact ten characters are a stored day",
    arguments: [
      "", "2026", "2026-2-10", "2026-02-10 ", " 2026-02-10", "2026-02-1O", "2026/02/10",
      "2026-02-30", "20260210", "２０２６-02-10", "2026-02-10T00:00", "-026-02-10", "+026-02-10",
    ])
  func malformed(text: String) {
    #expect(CalendarDay(text) == nil)
  }

  @Test(
    "Each style writes the day its way",
    arguments: [
      (DayStyle.short, "Feb 3"), (.shortWithYear, "Feb 3, 2026"), (.long, "February 3, 2026"),
      (.slashed, "02/03/2026"), (.month, "February 2026"),
    ])
  func styles(style: DayStyle, expected: String) throws {
    #expect(try #require(CalendarDay("2026-02-03")).text(style) == expected)
  }

  @Test("Early years keep four digits where files and tables need them")
  func earlyYears() throws {
    let day = try #require(CalendarDay(year: 33, month: 4, day: 3))
    #expect(day.description == "0033-04-03")
    #expect(day.text(.slashed) == "04/03/0033")
    #expect(day.text(.long) == "April 3, 33")
  }
}
