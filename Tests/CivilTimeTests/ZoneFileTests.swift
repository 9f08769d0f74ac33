import CivilTime
import Glibc
import Testing

@Suite("Zone files")
struct ZoneFileTests {
  @Test(
    "A name that is none, or leads elsewhere, is refused",
    arguments: [
      "", "Nowhere/City", "../passwd", "/etc/passwd", "America/../../../etc/passwd", "./UTC",
      "America//New_York", "America/", "/usr/share/zoneinfo/UTC", "America", "Europe/Ber\u{0}lin",
      "zone.tab", "tzdata.zi", "Amérique", "New York", String(repeating: "A", count: 65),
    ])
  func badNames(name: String) {
    #expect(throws: ZoneFailure.unknownName(name)) { try Zone.named(name) }
  }

  @Test("A zone that counts leap seconds keeps another time and is refused")
  func leapSeconds() {
    #expect(throws: ZoneFailure.damaged("right/UTC")) { try Zone.named("right/UTC") }
  }

  @Test(
    "The C library's meanings of TZ give the same zone",
    arguments: [
      ("", "UTC", 0), ("America/New_York", "America/New_York", -14_400),
      (":America/New_York", "America/New_York", -14_400),
      ("/usr/share/zoneinfo/Asia/Tokyo", "Asia/Tokyo", 32_400),
      ("EST5EDT,M3.2.0,M11.1.0", "EST5EDT,M3.2.0,M11.1.0", -14_400),
      ("<+0330>-3:30", "<+0330>-3:30", 12_600), ("nonsense", "UTC", 0),
      ("../../etc/passwd", "UTC", 0),
    ])
  func variable(value: String, name: String, july: Int) throws {
    let zone = Zone.local(variable: value)
    #expect(zone.name == name)
    #expect(zone.offset(at: try #require(Instant("2026-07-01T00:00:00Z"))) == july)
  }

  @Test(
    "Rules of every POSIX form change when they say",
    arguments: [
      // In a rule, a Julian day (`J60`) never counts February 29, and a day without `J` counts it.
      ("AAA0BBB,J60,J300", "2028-03-01T01:59:59Z", 0),
      ("AAA0BBB,J60,J300", "2028-03-01T02:00:00Z", 3600),
      ("AAA0BBB,59,300", "2028-02-29T01:59:59Z", 0),
      ("AAA0BBB,59,300", "2028-02-29T02:00:00Z", 3600),
      ("AAA0BBB,59,300", "2027-03-01T02:00:00Z", 3600),
      // Week 5 means the last such weekday of the month. The hour may be negative or above 24, and
      // then falls on another day.
      ("AAA0BBB,M3.5.0/-1,M10.5.0/25", "2026-03-28T22:59:59Z", 0),
      ("AAA0BBB,M3.5.0/-1,M10.5.0/25", "2026-03-28T23:00:00Z", 3600),
      ("AAA0BBB,M3.5.0/-1,M10.5.0/25", "2026-10-25T23:59:59Z", 3600),
      ("AAA0BBB,M3.5.0/-1,M10.5.0/25", "2026-10-26T00:00:00Z", 0),
      // In the southern hemisphere, summer includes the turn of the year. The larger offset of
      // summer applies before and after January 1.
      ("AAA-10BBB,M10.1.0,M4.1.0/3", "2026-12-31T23:59:59Z", 39_600),
      ("AAA-10BBB,M10.1.0,M4.1.0/3", "2027-01-01T00:00:00Z", 39_600),
      ("AAA-10BBB,M10.1.0,M4.1.0/3", "2027-07-01T00:00:00Z", 36_000),
      // Daylight saving time begins at the start of the year and ends at its end, so it applies all
      // year.
      ("XXX3EDT4,0/0,J365/23", "2026-01-01T04:00:00Z", -14_400),
      ("XXX3EDT4,0/0,J365/23", "2026-12-31T23:00:00Z", -14_400),
      ("XXX3EDT4,0/0,J365/23", "2028-07-01T00:00:00Z", -14_400),
      ("AAA1:02:03", "2026-07-01T00:00:00Z", -3723),
    ])
  func rules(rule: String, moment: String, offset: Int) throws {
    let zone = Zone.local(variable: rule)
    #expect(zone.name == rule)
    #expect(zone.offset(at: try #require(Instant(moment))) == offset)
  }

  @Test(
    "A rule with a fault in it is no zone",
    arguments: [
      "A5", "XST", "EST5EDT,M13.1.0,M11.1.0", "EST5EDT,M3.6.0,M11.1.0", "EST5EDT,M3.2.7,M11.1.0",
      "EST5EDT,J0,J300", "EST5EDT,366,1", "EST5EDT,M3.2.0", "EST5EDT,M3.2.0,M11.1.0,",
      "EST5EDT,M3.2.0/168,M11.1.0", "<>5", "<+05", "EST99", "EST5:60", "EST5EDT4x",
    ])
  func badRules(rule: String) {
    #expect(Zone.local(variable: rule).name == "UTC")
  }

  @Test("A file cut off anywhere is damaged, never a wrong zone")
  func truncated() throws {
    let bytes = try contents("/usr/share/zoneinfo/America/New_York")
    for length in 0..<bytes.count {
      #expect(throws: ZoneFailure.damaged("Cut")) {
        try Zone(name: "Cut", file: Array(bytes.prefix(length)))
      }
    }
  }

  @Test("A file with any byte changed is read or refused, and never crashes")
  func corrupted() throws {
    let bytes = try contents("/usr/share/zoneinfo/Europe/Berlin")
    let moment = try #require(Instant("2026-07-01T00:00:00Z"))
    for position in bytes.indices {
      for value in [0x00, 0x7F, 0xFF] as [UInt8] {
        var changed = bytes
        changed[position] = value
        if let zone = try? Zone(name: "Changed", file: changed) {
          #expect(abs(zone.offset(at: moment)) <= 25 * 3600)
        }
      }
    }
  }

  @Test("A version 1 file is read by its 32-bit times")
  func versionOne() throws {
    // The bytes describe a zone whose offset changes once, on 1970-01-02, from +01:00 to +02:00.
    var bytes = Array("TZif".utf8) + [UInt8](repeating: 0, count: 16)
    for count in [0, 0, 0, 1, 2, 4] as [UInt8] { bytes += [0, 0, 0, count] }
    bytes += [0x00, 0x01, 0x51, 0x80, 1]
    bytes += [0, 0, 0x0E, 0x10, 0, 0, 0, 0, 0x1C, 0x20, 1, 0] + Array("ABC\0".utf8)
    let zone = try Zone(name: "One", file: bytes)
    #expect(zone.offset(at: Instant(seconds: 86_399)) == 3600)
    #expect(zone.offset(at: Instant(seconds: 86_400)) == 7200)
    #expect(zone.offset(at: Instant(seconds: -1)) == 3600)
  }

  @Test("Offsets agree with the C library in many zones over three centuries")
  func againstTheCLibrary() throws {
    let names = [
      "America/New_York", "America/Chicago", "America/Denver", "America/Los_Angeles",
      "America/Phoenix", "America/Anchorage", "Pacific/Honolulu", "America/St_Johns",
      "America/Sao_Paulo", "America/Santiago", "America/Godthab", "Europe/Berlin", "Europe/London",
      "Europe/Dublin", "Africa/Casablanca", "Africa/Cairo", "Asia/Kolkata", "Asia/Kathmandu",
      "Asia/Tehran", "Asia/Gaza", "Australia/Sydney", "Australia/Lord_Howe", "Pacific/Chatham",
      "Pacific/Apia", "Antarctica/Troll", "UTC",
    ]
    // The environment is shared by all tests of the process. No other test reads or writes `TZ`.
    defer { unsetenv("TZ") }
    for name in names {
      setenv("TZ", name, 1)
      tzset()
      let zone = try Zone.named(name)
      // The step is five days and an odd number of seconds, so the compared moments are at every
      // hour of the day.
      for seconds in stride(from: -3_000_000_000, to: 7_000_000_000, by: 445_517) {
        var time = time_t(seconds)
        var broken = tm()
        localtime_r(&time, &broken)
        let offset = zone.offset(at: Instant(seconds: Int64(seconds)))
        guard offset != broken.tm_gmtoff else { continue }
        Issue.record("\(name) at \(seconds): \(offset), the C library says \(broken.tm_gmtoff)")
        break
      }
    }
  }

  private func contents(_ path: String) throws -> [UInt8] {
    let file = try #require(fopen(path, "r"))
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 65_536)
    return Array(bytes.prefix(fread(&bytes, 1, bytes.count, file)))
  }
}
