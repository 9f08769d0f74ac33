import CivilTime
import Documents
import FeatureKit
import Testing

@Suite("Calendar files")
struct CalendarFileTests {
  let made = Instant(milliseconds: 1_770_730_200_123)

  func file(_ entries: [CalendarEntry], name: String = "Sam's recruiting") -> CalendarFile {
    CalendarFile(name: name, madeAt: made, entries: entries)
  }

  func day(_ text: String) throws -> CalendarDay { try #require(CalendarDay(text)) }

  /// Returns the lines of a calendar file, and checks how each line ends. Long lines, which the
  /// format folds into several, are joined again, as a calendar program does.
  func properties(_ file: CalendarFile) throws -> [String] {
    let text = file.text
    #expect(text.hasSuffix("\r\n"))
    let raw = text.utf8.split(separator: UInt8(ascii: "\r"), omittingEmptySubsequences: false)
    #expect(raw.dropFirst().allSatisfy { $0.first == UInt8(ascii: "\n") })
    var lines: [[UInt8]] = []
    for piece in raw.dropLast() {
      let line = Array(piece.first == UInt8(ascii: "\n") ? piece.dropFirst() : piece)
      #expect(line.count <= 75)
      #expect(String(validating: line, as: UTF8.self) != nil)
      if line.first == UInt8(ascii: " "), !lines.isEmpty {
        lines[lines.count - 1] += line.dropFirst()
      } else {
        lines.append(line)
      }
    }
    return lines.map { String(decoding: $0, as: UTF8.self) }
  }

  @Test("A deadline is a whole day, wherever it is read")
  func deadline() throws {
    let entry = CalendarEntry(
      id: "offer-0190a0f4", title: "Offer deadline: Ohio State", when: .day(try day("2026-12-31")),
      link: "https://osu.edu/offer", categories: ["Offers"])
    #expect(
      try properties(file([entry])) == [
        "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Recruiting Compass//EN",
        "CALSCALE:GREGORIAN", "METHOD:PUBLISH", "X-WR-CALNAME:Sam's recruiting",
        "BEGIN:VEVENT", "UID:offer-0190a0f4@recruiting-compass", "DTSTAMP:20260210T133000Z",
        "DTSTART;VALUE=DATE:20261231", "DTEND;VALUE=DATE:20270101", "TRANSP:TRANSPARENT",
        "SUMMARY:Offer deadline: Ohio State", "URL:https://osu.edu/offer", "CATEGORIES:Offers",
        "END:VEVENT", "END:VCALENDAR",
      ])
  }

  @Test("A camp of three days ends with its last; a last day before the first is left out")
  func days() throws {
    let camp = CalendarEntry.When.days(try day("2026-06-29"), through: try day("2026-07-01"))
    let wrong = CalendarEntry.When.days(try day("2026-06-29"), through: try day("2026-06-01"))
    let lines = try properties(
      file([
        CalendarEntry(id: "a", title: "Camp", when: camp),
        CalendarEntry(id: "b", title: "Wrong", when: wrong),
      ]))
    #expect(
      lines.filter { $0.hasPrefix("DT") && !$0.hasPrefix("DTSTAMP") } == [
        "DTSTART;VALUE=DATE:20260629", "DTEND;VALUE=DATE:20260702",
        "DTSTART;VALUE=DATE:20260629", "DTEND;VALUE=DATE:20260630",
      ])
  }

  @Test(
    "Hours on a zone's clock are the right moments, daylight saving and midnight included",
    arguments: [
      ("winter", "2026-02-10", "09:00", "11:30", "20260210T140000Z", "20260210T163000Z"),
      ("summer", "2026-07-10", "09:00", "11:30", "20260710T130000Z", "20260710T153000Z"),
      ("over the change", "2026-03-08", "01:00", "04:00", "20260308T060000Z", "20260308T080000Z"),
      ("over midnight", "2026-02-10", "22:00", "01:00", "20260211T030000Z", "20260211T060000Z"),
      ("no end", "2026-02-10", "09:00", nil, "20260210T140000Z", "20260210T150000Z"),
    ] as [(String, String, String, String?, String, String)])
  func hours(
    name: String, on: String, start: String, end: String?, from: String, to: String
  ) throws {
    let zone = try Zone.named("America/New_York")
    let when = CalendarEntry.When.clock(
      on: try day(on), from: try #require(TimeOfDay(start)), to: end.flatMap(TimeOfDay.init),
      in: zone)
    let lines = try properties(file([CalendarEntry(id: "x", title: "Visit", when: when)]))
    #expect(lines.contains("DTSTART:\(from)"))
    #expect(lines.contains("DTEND:\(to)"))
    #expect(!lines.contains("TRANSP:TRANSPARENT"))
  }

  @Test("Words are escaped, and nothing in them becomes a line of the file")
  func escaping() throws {
    let entry = CalendarEntry(
      id: "x;y", title: "a,b;c\\d", when: .day(try day("2026-02-10")),
      details: "one\r\nEND:VEVENT\ntwo\u{7}\u{202E}", place: "Field 3, Columbus",
      link: "javascript:alert(1)", categories: ["A,B", "C"])
    let lines = try properties(file([entry], name: "x\r\nBEGIN:VEVENT"))
    #expect(lines.contains(#"SUMMARY:a\,b\;c\\d"#))
    #expect(lines.contains(#"DESCRIPTION:one\nEND:VEVENT\ntwo␇⟨U+202E⟩"#))
    #expect(lines.contains(#"LOCATION:Field 3\, Columbus"#))
    #expect(lines.contains(#"CATEGORIES:A\,B,C"#))
    #expect(lines.contains(#"UID:x\;y@recruiting-compass"#))
    #expect(lines.contains(#"X-WR-CALNAME:x\nBEGIN:VEVENT"#))
    #expect(!lines.contains { $0.hasPrefix("URL") })
    #expect(lines.filter { $0 == "BEGIN:VEVENT" }.count == 1)
  }

  @Test("Long lines are folded at 75 bytes and never inside a character", arguments: 50...90)
  func folding(length: Int) throws {
    let title = String(repeating: "a", count: length) + String(repeating: "é🏟️", count: 60)
    let entry = CalendarEntry(id: "x", title: title, when: .day(try day("2026-02-10")))
    #expect(try properties(file([entry])).contains("SUMMARY:\(title)"))
  }

  @Test("The same entries make the same file")
  func stable() throws {
    let entry = CalendarEntry(id: "x", title: "Visit", when: .hours(from: made, to: nil))
    #expect(file([entry]).text == file([entry]).text)
    #expect(file([]).artifact(named: "compass.ics").mediaType == "text/calendar")
  }
}
