import CivilTime
import Testing

@Suite("Instants and times of day")
struct InstantTests {
  @Test(
    "ISO 8601 in its usual forms is read to the millisecond",
    arguments: [
      ("2026-02-10T13:30:00Z", "2026-02-10T13:30:00.000Z"),
      ("2026-02-10T13:30Z", "2026-02-10T13:30:00.000Z"),
      ("2026-02-10 13:30:00z", "2026-02-10T13:30:00.000Z"),
      ("2026-02-10t13:30:00.5Z", "2026-02-10T13:30:00.500Z"),
      ("2026-02-10T13:30:00.123456+00:00", "2026-02-10T13:30:00.123Z"),
      ("2026-02-10T13:30:00.9999Z", "2026-02-10T13:30:00.999Z"),
      ("2026-02-10T08:30:00-05:00", "2026-02-10T13:30:00.000Z"),
      ("2026-02-10T19:00:00+0530", "2026-02-10T13:30:00.000Z"),
      ("2026-02-10 13:30:00+00", "2026-02-10T13:30:00.000Z"),
      ("2026-02-10T23:30:00-05", "2026-02-11T04:30:00.000Z"),
      ("2026-01-01T00:30:00+01:00", "2025-12-31T23:30:00.000Z"),
      ("1969-12-31T23:59:59.999Z", "1969-12-31T23:59:59.999Z"),
      ("2016-12-31T23:59:60Z", "2017-01-01T00:00:00.000Z"),
      ("0001-01-01T00:00:00Z", "0001-01-01T00:00:00.000Z"),
      ("9999-12-31T23:59:59.999Z", "9999-12-31T23:59:59.999Z"),
    ])
  func parsing(text: String, expected: String) throws {
    let instant = try #require(Instant(text))
    #expect(instant.description == expected)
    #expect(instant.description.utf8.count == 24)
    #expect(Instant(expected) == instant)
  }

  @Test(
    "A text that is no moment is refused",
    arguments: [
      "", "2026-02-10", "2026-02-10T13:30:00", "2026-02-10T24:00:00Z", "2026-02-10T13:60:00Z",
      "2026-02-10T13:30:61Z", "2026-02-30T13:30:00Z", "2026-02-10T13:30:00.Z",
      "2026-02-10T13:30:00+", "2026-02-10T13:30:00+25:00", "2026-02-10T13:30:00+05:60",
      "2026-02-10T13:30:00ZZ", "2026-02-10T13:30:00Z ", "2026-02-10T13Z", "2026-02-10_13:30:00Z",
      "9999-12-31T23:59:59-01:00", "0001-01-01T00:00:00+01:00", "\u{0}",
    ])
  func refused(text: String) {
    #expect(Instant(text) == nil)
  }

  @Test(
    "Milliseconds before 1970 round down to the second and the day",
    arguments: [
      (Int64(0), Int64(0), "1970-01-01T00:00:00.000Z"), (-1, -1, "1969-12-31T23:59:59.999Z"),
      (-1000, -1, "1969-12-31T23:59:59.000Z"), (-1001, -2, "1969-12-31T23:59:58.999Z"),
      (999, 0, "1970-01-01T00:00:00.999Z"),
    ])
  func negative(milliseconds: Int64, seconds: Int64, text: String) {
    let instant = Instant(milliseconds: milliseconds)
    #expect(instant.seconds == seconds)
    #expect(instant.description == text)
  }

  @Test("Adding moves by exact amounts and stops at the ends of the calendar")
  func adding() throws {
    let instant = try #require(Instant("2026-03-08T06:30:00Z"))
    #expect(instant.adding(milliseconds: 1).description == "2026-03-08T06:30:00.001Z")
    #expect(instant.adding(seconds: -60).description == "2026-03-08T06:29:00.000Z")
    #expect(instant.adding(days: 1).description == "2026-03-09T06:30:00.000Z")
    #expect(instant.milliseconds(until: instant.adding(days: -1)) == -86_400_000)
    let last = "9999-12-31T23:59:59.999Z"
    #expect(instant.adding(days: .max).description == last)
    #expect(instant.adding(seconds: .max).description == last)
    #expect(instant.adding(milliseconds: .max).description == last)
    #expect(instant.adding(days: .min).description == "0001-01-01T00:00:00.000Z")
    #expect(Instant(milliseconds: .min).description == "0001-01-01T00:00:00.000Z")
  }

  @Test("Instants sort as their texts do")
  func order() {
    let instants = [-62_000_000_000_000, -1, 0, 1, 1_770_730_200_250].map {
      Instant(milliseconds: $0)
    }
    #expect(instants.shuffled().sorted() == instants)
    #expect(instants.map(\.description).sorted() == instants.map(\.description))
  }

  @Test(
    "A time of day is read from a clock's hours and minutes",
    arguments: [
      ("07:30", "07:30"), ("7:30", "07:30"), ("00:00", "00:00"), ("23:59", "23:59"),
      ("22:00:00", "22:00"),
    ])
  func timeOfDay(text: String, expected: String) {
    #expect(TimeOfDay(text)?.description == expected)
  }

  @Test(
    "A time of day that no clock shows is refused",
    arguments: [
      "", "7", "24:00", "12:60", "12:5", "1230", "-1:00", "+1:00", "12:30:60", "12:30:5",
      "12:30 pm", "007:30", "a:bc", ":30", "12:",
    ])
  func noTimeOfDay(text: String) {
    #expect(TimeOfDay(text) == nil)
  }

  @Test("Times of day sort by the clock")
  func timeOrder() throws {
    let early = try #require(TimeOfDay("09:59"))
    let late = try #require(TimeOfDay("10:00"))
    #expect(early < late)
    #expect(late.minuteOfDay == 600)
    #expect(TimeOfDay.midnight < early)
  }
}
