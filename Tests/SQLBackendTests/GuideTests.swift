import Basics
import CivilTime
import Foundation
import Persistence
import SQLite
import Testing

@testable import Domain
@testable import SQLBackend

/// Tests the example of docs/adding-a-record.md: the page shows exactly the source text of this
/// file, and the example works as the page promises.
@Suite struct GuideTests {
  private let program = ActingProcess()
  private let backend: SQLBackend

  init() {
    backend = program.backend(DatabaseConnection.inMemoryPath, schema: Award.schema)
  }

  @Test("The page shows the kind and the migration that are tried here")
  func theSameText() throws {
    let here = URL(filePath: #filePath)
    let page = here.deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "docs/adding-a-record.md")
    func bare(_ file: URL) throws -> String {
      try String(contentsOf: file, encoding: .utf8).replacing("public ", with: "")
        .filter { !$0.isWhitespace && $0 != "," }
    }
    let (source, text) = try (bare(here), bare(page))
    for (start, end) in [
      ("structAward:", "//Theendoftheexample"), ("CREATETABLEawards(", "\"\"\""),
    ] {
      let from = try #require(source.range(of: start, options: .backwards))
      let rest = source[from.lowerBound...]
      let whole = try #require(rest.range(of: end)).lowerBound
      #expect(text.contains(rest[..<whole]), "\(start)")
    }
  }

  @Test("An award is added, found, narrowed, ordered, changed and taken back by its description")
  func awards() async throws {
    let sam = try await backend.athlete("Sam")
    program.person = sam
    let camp = try await backend.events.add(for: sam) {
      $0.name = "Camp"
      $0.type = .known(.camp)
      $0.startDate = day("2026-02-01")
    }.row.reference.id
    let awards: RecordsGateway<PlainRecord<Award>> = backend.records()
    let first = try await awards.add(for: sam) {
      $0.name = "All-Conference"
      $0.givenOn = day("2026-02-02")
      $0.eventID = camp
    }.row
    _ = try await awards.add(for: sam) { $0.name = "Best Bat" }
    let titles = try await awards.list(of: sam).rows.map(\.record.name)
    #expect(titles.sorted() == ["All-Conference", "Best Bat"])
    // Deleting an event removes the link from an award. One undo restores both.
    _ = try await backend.events.delete([camp], of: sam)
    #expect(try await awards.show(first.record.id, of: sam).record.eventID == nil)
    _ = try await backend.undo.undo()
    #expect(try await awards.show(first.record.id, of: sam).record.eventID == camp)
    let problem = await #expect(throws: Problem.self) {
      try await awards.add(for: sam) { $0.name = "" }
    }
    #expect(problem?.title.contains("An award needs a name.") == true)
  }
}

/// What an athlete won; a row of `awards`.
struct Award: PlainKind {
  var name = ""
  var givenOn: CalendarDay?
  var eventID: RecordID?

  init() {}

  static let kind = ReferenceKind(letter: "a", singular: "award", plural: "awards")
  static let table = RecordTable<PlainRecord<Award>>(of: Award.self, twin: [.name("name")]) {
    Column(
      "name", \.name,
      FieldForm("name", "Name", .nowhere, ask: "What is it called?", isArgument: true),
      .required("the name", max: TextLimit.name, missing: "An award needs a name."),
      isRequired: true)
    Column("given_on", \.givenOn, FieldForm("given", "Given", .trailing, ask: "When was it given?"))
    Column.link(
      "event_id", \.eventID, to: .event, FieldForm("event", "Event", .detail), heading: "event"
    ) {
      $0.named($0.record.eventID)
    }
  }
  static let list = PlainList(
    title: "name", detail: "given_on", searched: ["name"],
    narrowedBy: ["event_id", .through("given_on", as: "until", "Given by")],
    orderedBy: [
      PlainOrder("given", by: "given_on", newestFirst: true), PlainOrder("name", by: "name"),
    ])
  static let words = KindWords(
    summary: "What you won.", none: "No awards yet", hint: "All-Conference, a spelling bee.",
    add: "Add an award", askedFirst: ["name", "given"])
}
// The end of the example of a kind of record, which `docs/adding-a-record.md` repeats.

extension Award {
  static let schema = Schema(
    applicationID: CompassSchema.schema.applicationID,
    migrations: CompassSchema.schema.migrations + [
      Migration(CompassSchema.schema.version + 1, "What was won") { connection in
        try connection.executeScript(
          """
          CREATE TABLE awards (
            id TEXT PRIMARY KEY NOT NULL,
            name TEXT NOT NULL,
            given_on TEXT,
            event_id TEXT REFERENCES events(id) ON DELETE SET NULL,
            user_id TEXT NOT NULL REFERENCES users(id) ON DELETE CASCADE,
            family_unit_id TEXT REFERENCES family_units(id) ON DELETE CASCADE,
            created_by TEXT,
            updated_by TEXT,
            created_at TEXT,
            updated_at TEXT
          ) STRICT;
          CREATE INDEX awards_without_family ON awards (user_id) WHERE family_unit_id IS NULL;
          CREATE INDEX awards_of_event ON awards (event_id);
          CREATE INDEX awards_of_user ON awards (user_id);
          CREATE INDEX awards_of_family ON awards (family_unit_id);
          """)
      }
    ], sharedTables: CompassSchema.schema.sharedTables + [tableName.description],
    functions: CompassSchema.schema.functions)
}
