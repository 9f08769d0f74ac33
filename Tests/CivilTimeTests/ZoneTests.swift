import CivilTime
import Testing

@Suite("Zones")
struct ZoneTests {
  private func zone(_ name: String) throws -> Zone { try Zone.named(name) }

  private func instant(_ text: String) throws -> Instant { try #require(Instant(text)) }

  @Test(
    "Half past midnight and half past eleven fall on the local day",
    arguments: [
      ("America/New_York", "2026-02-10T05:30:00Z", "2026-02-10", "00:30"),
      ("America/New_York", "2026-02-11T04:30:00Z", "2026-02-10", "23:30"),
      ("America/Los_Angeles", "2026-02-10T08:30:00Z", "2026-02-10", "00:30"),
      ("America/Los_Angeles", "2026-02-11T07:30:00Z", "2026-02-10", "23:30"),
      ("Asia/Kolkata", "2026-02-09T19:00:00Z", "2026-02-10", "00:30"),
      ("Asia/Kathmandu", "2026-02-09T18:45:00Z", "2026-02-10", "00:30"),
      ("Pacific/Kiritimati", "2026-02-09T10:30:00Z", "2026-02-10", "00:30"),
      ("UTC", "2026-02-10T23:30:00Z", "2026-02-10", "23:30"),
      // Moments before 1970, moments before any rule of the zone (local mean time), and moments far
      // after the last entry of the zone file.
      ("Europe/Berlin", "1916-06-01T00:30:00Z", "1916-06-01", "02:30"),
      ("America/New_York", "1800-01-01T00:00:00Z", "1799-12-31", "19:03"),
      ("America/New_York", "2500-07-01T03:30:00Z", "2500-06-30", "23:30"),
      ("Australia/Sydney", "2500-01-01T00:00:00Z", "2500-01-01", "11:00"),
    ])
  func localDay(name: String, moment: String, day: String, time: String) throws {
    let zone = try zone(name)
    let instant = try instant(moment)
    #expect(zone.day(of: instant).description == day)
    #expect(zone.timeOfDay(of: instant).description == time)
  }

  @Test(
    "The offset changes at the second that daylight saving begins and ends",
    arguments: [
      ("America/New_York", "2026-03-08T06:59:59Z", -5 * 3600),
      ("America/New_York", "2026-03-08T07:00:00Z", -4 * 3600),
      ("America/New_York", "2026-11-01T05:59:59Z", -4 * 3600),
      ("America/New_York", "2026-11-01T06:00:00Z", -5 * 3600),
      ("America/New_York", "2400-03-12T06:59:59Z", -5 * 3600),
      ("America/New_York", "2400-03-12T07:00:00Z", -4 * 3600),
      ("Australia/Sydney", "2026-04-04T15:59:59Z", 11 * 3600),
      ("Australia/Sydney", "2026-04-04T16:00:00Z", 10 * 3600),
      ("Australia/Lord_Howe", "2026-04-04T14:59:59Z", 11 * 3600),
      ("Australia/Lord_Howe", "2026-04-04T15:00:00Z", 10 * 3600 + 1800),
      // The zone file treats Ireland's winter time as the daylight saving time, so its "summer"
      // offset is the smaller one.
      ("Europe/Dublin", "2100-01-15T12:00:00Z", 0),
      ("Europe/Dublin", "2100-07-15T12:00:00Z", 3600),
      // Tokyo has no daylight saving time, so its zone file ends with a rule that has only one
      // offset.
      ("Asia/Tokyo", "2100-07-15T12:00:00Z", 9 * 3600),
    ])
  func offsets(name: String, moment: String, offset: Int) throws {
    #expect(try zone(name).offset(at: instant(moment)) == offset)
  }

  @Test(
    "A local day begins at its first instant",
    arguments: [
      ("UTC", "2026-02-10", "2026-02-10T00:00:00.000Z"),
      ("America/New_York", "2026-02-10", "2026-02-10T05:00:00.000Z"),
      ("America/New_York", "2026-03-08", "2026-03-08T05:00:00.000Z"),
      ("America/New_York", "2026-03-09", "2026-03-09T04:00:00.000Z"),
      ("America/New_York", "2026-11-01", "2026-11-01T04:00:00.000Z"),
      ("America/New_York", "2026-11-02", "2026-11-02T05:00:00.000Z"),
      ("Asia/Kathmandu", "2026-02-10", "2026-02-09T18:15:00.000Z"),
      // The clock jumps from 00:00 to 01:00, so the day begins at 01:00.
      ("America/Sao_Paulo", "2018-11-04", "2018-11-04T03:00:00.000Z"),
      ("Africa/Cairo", "2026-04-24", "2026-04-23T22:00:00.000Z"),
      // The clock goes back from 01:00 to 00:00. The day has two midnights, and it begins at the
      // first one.
      ("America/Havana", "2026-11-01", "2026-11-01T04:00:00.000Z"),
      // The clock goes back from 00:00 to 23:00. The day begins when midnight is reached the second
      // time, an hour later.
      ("America/Sao_Paulo", "2019-02-17", "2019-02-17T03:00:00.000Z"),
      ("Africa/Cairo", "2025-10-31", "2025-10-30T22:00:00.000Z"),
      // The clock goes back at 00:01 to 23:01, so the first minute of the day comes before the last
      // hour of the day before. The day begins with that minute.
      ("America/St_Johns", "2010-11-07", "2010-11-07T02:30:00.000Z"),
      // Samoa skipped December 30, 2011, so that day begins when December 31 does.
      ("Pacific/Apia", "2011-12-30", "2011-12-30T10:00:00.000Z"),
      ("Pacific/Apia", "2011-12-31", "2011-12-30T10:00:00.000Z"),
      ("Pacific/Apia", "2012-01-01", "2011-12-31T10:00:00.000Z"),
      ("America/New_York", "2400-07-01", "2400-07-01T04:00:00.000Z"),
    ])
  func midnight(name: String, day: String, expected: String) throws {
    #expect(try zone(name).midnight(of: #require(CalendarDay(day))).description == expected)
  }

  @Test(
    "Midnight is of its day and the millisecond before is not",
    arguments: [
      "America/New_York", "America/Sao_Paulo", "America/Havana", "Australia/Lord_Howe",
      "Africa/Cairo", "Asia/Beirut", "Europe/Berlin", "Asia/Kolkata", "America/Asuncion",
    ])
  func midnightProperty(name: String) throws {
    let zone = try zone(name)
    var day = try #require(CalendarDay("2015-01-01"))
    let end = try #require(CalendarDay("2045-01-01"))
    while day < end {
      let midnight = zone.midnight(of: day)
      #expect(zone.day(of: midnight) == day)
      #expect(zone.day(of: midnight.adding(milliseconds: -1)) == day.adding(days: -1))
      day = day.adding(days: 1)
    }
  }

  @Test(
    "A time on a day is the moment the clock first shows it",
    arguments: [
      ("America/New_York", "2026-02-10", "08:30", "2026-02-10T13:30:00.000Z"),
      // The clock skips 02:30 on this day, so the time becomes 03:30.
      ("America/New_York", "2026-03-08", "02:30", "2026-03-08T07:30:00.000Z"),
      ("America/New_York", "2026-03-08", "03:00", "2026-03-08T07:00:00.000Z"),
      ("America/New_York", "2026-03-08", "01:59", "2026-03-08T06:59:00.000Z"),
      // 01:30 occurs twice on this day; the first one counts.
      ("America/New_York", "2026-11-01", "01:30", "2026-11-01T05:30:00.000Z"),
      ("America/New_York", "2026-11-01", "02:00", "2026-11-01T07:00:00.000Z"),
      ("Asia/Kolkata", "2026-02-10", "00:30", "2026-02-09T19:00:00.000Z"),
    ])
  func timeOnDay(name: String, day: String, time: String, expected: String) throws {
    let moment = try zone(name).instant(
      of: #require(CalendarDay(day)), at: #require(TimeOfDay(time)))
    #expect(moment.description == expected)
  }

  @Test("Fixed zones keep their offset and carry it in their name")
  func fixed() throws {
    let moment = try instant("2026-07-01T00:00:00Z")
    #expect(Zone.fixed(minutes: 330).name == "UTC+05:30")
    #expect(Zone.fixed(minutes: -210).name == "UTC-03:30")
    #expect(Zone.fixed(minutes: -210).offset(at: moment) == -12_600)
    #expect(Zone.fixed(minutes: 0) == Zone.utc)
    #expect(Zone.fixed(minutes: .max).offset(at: moment) == 18 * 3600)
    #expect(Zone.fixed(minutes: .min).offset(at: moment) == -18 * 3600)
  }

  @Test("The ends of the calendar have a day in every zone")
  func extremes() throws {
    for name in ["Pacific/Kiritimati", "Pacific/Midway", "UTC"] {
      let zone = try zone(name)
      #expect(zone.day(of: Instant(milliseconds: .min)) == .first)
      #expect(zone.day(of: Instant(milliseconds: .max)) == .last)
      #expect(zone.midnight(of: .first) < zone.midnight(of: .last))
    }
  }
}
