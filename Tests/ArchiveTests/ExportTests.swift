import CivilTime
import Documents
import Domain
import FeatureKit
import FeatureTesting
import Testing

@testable import Archive

@Suite("Files that leave")
struct ExportTests {
  private static let batch = ExportBatch(
    columns: ["id", "name", "ranking", "gpa", "notes"],
    rows: [
      [.text("s1"), .text("Duke"), .whole(4), .number(3.5), .empty],
      [.text("s2"), .text("=1+1"), .empty, .number(85), .text("say \"go\"\nnow")],
      [.text("s3"), .text("Muñoz 🏟️"), .whole(-7), .empty, .text("-5")],
    ])

  @Test("A kind is a table with the columns of the file, formulas kept from running")
  func table() async throws {
    let stage = Stage(
      archive: FakeArchive { $0.batches = [("schools", Self.batch), ("schools", Self.batch)] })
    let (artifact, text) = try await stage.file("export schools")
    #expect(artifact.name == "schools-2026-02-10.csv")
    #expect(artifact.mediaType == "text/csv")
    let rows = """
      "s1","Duke",4,3.5,
      "s2","'=1+1",,85,"say ""go""
      now"
      "s3","Muñoz 🏟️",-7,,"'-5"

      """
    #expect(text == "\"id\",\"name\",\"ranking\",\"gpa\",\"notes\"\n" + rows + rows)
    #expect(stage.archive.calls == ["exportRows schools \(Stage.casey)"])
  }

  @Test("A kind with no rows is its header")
  func empty() async throws {
    let stage = Stage(
      archive: FakeArchive { $0.batches = [("offers", ExportBatch(columns: ["id", "notes"]))] })
    #expect(try await stage.file("export offers --csv").text == "\"id\",\"notes\"\n")
  }

  @Test("Everything does not fit into one table")
  func whichTable() async throws {
    let problem = try await Stage().told("export --csv").problems.first
    #expect(problem?.title == "Everything does not fit into one table.")
  }

  @Test("A parent exports the athlete's records, and their own everything")
  func parent() async throws {
    let stage = Stage(as: Stage.parent)
    _ = try await stage.file("export schools")
    #expect(stage.archive.calls == ["exportRows schools \(Stage.casey)"])
  }

  @Test(
    "A failure in the middle is said in the page's words", arguments: ["export", "export people"])
  func failures(line: String) async throws {
    let stage = Stage(archive: FakeArchive { $0.failure = Problem(.timedOut, "raw") })
    let artifact = try #require(try await stage.told(line).artifacts.first)
    let problem = await #expect(throws: Problem.self) { try await artifact.collected() }
    #expect(problem?.title == "Connection timed out")
  }

  @Test("The whole file is handed over byte for byte")
  func copy() async throws {
    let (artifact, text) = try await Stage().file("backup file")
    #expect(artifact.name == "recruiting-compass-2026-02-10.sqlite")
    #expect(text == "SQLite format 3")
  }
}

@Suite("The calendar")
struct CalendarTests {
  private static func fact(
    _ kind: CalendarFact.Kind, _ number: UInt64, _ day: CalendarDay, _ title: String
  ) -> CalendarFact {
    CalendarFact(
      reference: Reference(
        kind: kind == .taskDue ? .task : .event, id: .numbered(number), handle: "x1", title: title),
      kind: kind, day: day)
  }

  private func text(_ facts: [CalendarFact], as viewing: Viewing = Stage.athlete) async throws
    -> String
  {
    let stage = Stage(as: viewing, archive: FakeArchive { $0.facts = facts })
    let (artifact, text) = try await stage.file("calendar export")
    #expect(artifact.name == "recruiting-calendar.ics")
    #expect(artifact.mediaType == "text/calendar")
    return text
  }

  @Test("Deadlines stand on their day, whatever the zone, and events at their hour in UTC")
  func entries() async throws {
    let day = try #require(CalendarDay("2026-03-08"))
    var game = Self.fact(.event, 9, day, "Spring; Preview, East")
    game.time = TimeOfDay("18:30")
    game.endTime = TimeOfDay("20:00")
    game.place = "Field 2, Dayton"
    game.link = "https://example.org/a"
    var camp = Self.fact(.event, 10, day, "Camp")
    camp.endDay = day.adding(days: 2)
    let text = try await text([
      Self.fact(.taskDue, 7, day, "Take the PSAT"),
      Self.fact(.offerDeadline, 8, day, "Duke partial"),
      Self.fact(.letterDue, 6, day, "Rosa Diaz"), game, camp,
    ])
    #expect(text.hasPrefix("BEGIN:VCALENDAR\r\nVERSION:2.0\r\n"))
    #expect(text.hasSuffix("END:VCALENDAR\r\n"))
    #expect(text.contains("X-WR-CALNAME:Recruiting: Casey Shelton\r\n"))
    #expect(text.contains("SUMMARY:Task due: Take the PSAT\r\n"))
    #expect(text.contains("SUMMARY:Offer deadline: Duke partial\r\n"))
    #expect(text.contains("SUMMARY:Letter due: Rosa Diaz\r\n"))
    #expect(text.contains("DTSTART;VALUE=DATE:20260308\r\nDTEND;VALUE=DATE:20260309\r\n"))
    // Half past six in a zone five hours behind.
    #expect(text.contains("DTSTART:20260308T233000Z\r\nDTEND:20260309T010000Z\r\n"))
    #expect(text.contains("SUMMARY:Spring\\; Preview\\, East\r\n"))
    #expect(text.contains("DTSTART;VALUE=DATE:20260308\r\nDTEND;VALUE=DATE:20260311\r\n"))
    #expect(text.contains("URL:https://example.org/a\r\n"))
    #expect(text.split(separator: "\r\n").allSatisfy { $0.utf8.count <= 75 })
  }

  @Test("An entry keeps its identity, and two athletes' same task are two")
  func identities() async throws {
    let day = try #require(CalendarDay("2026-03-08"))
    let facts = [Self.fact(.taskDue, 7, day, "Take the PSAT"), Self.fact(.event, 9, day, "Camp")]
    func ids(_ viewing: Viewing) async throws -> [Substring] {
      try await text(facts, as: viewing).replacing("\r\n ", with: "").split(separator: "\r\n")
        .filter { $0.hasPrefix("UID:") }
    }
    let mine = try await ids(Stage.athlete)
    #expect(try await ids(Stage.athlete) == mine)
    #expect(Set(mine).count == 2)
    var other = Stage.parent
    other.athlete = .numbered(77)
    let theirs = try await ids(other)
    #expect(theirs[0] != mine[0])
    #expect(theirs[1] == mine[1])
  }

  @Test("Nothing to do is a calendar without entries")
  func empty() async throws {
    #expect(try await !text([]).contains("VEVENT"))
  }
}
