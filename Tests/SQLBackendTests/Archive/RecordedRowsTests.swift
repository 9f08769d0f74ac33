import Basics
import CivilTime
import DemoFamily
import Domain
import JSON
import Persistence
import Recording
import SQLite
import Synchronization
import Testing

@testable import SQLBackend

@Suite("The rows of a file in a recording") struct RecordedRowsTests {
  private let folder: TemporaryFolder
  private let backend: SQLBackend

  init() throws {
    folder = try TemporaryFolder()
    let now = Instant("2026-02-10T15:00:00.000Z")!
    backend = ActingProcess(now: now).backend("\(folder.path)/demo.sqlite")
    try backend.fill(from: ExportSource(DemoFamily.make(now: now, zone: .utc)))
  }

  /// A text with words, numbers and a coordinate that could identify a person. A recording is given
  /// to other people, so it must replace all of this text.
  private static let marker = "Qxzvwk Jhpfgc, 12 Vbnmrt, 208-555-0134 (41.87811)"
  private static let traces = [
    "qxzvwk", "jhpfgc", "vbnmrt", "208", "555", "0134", "87811", "12 ", "(41",
  ]

  private func replacing() -> (String, RecordedText) -> String {
    let words = Mutex(Pseudonyms(commandWords: [], ownWords: RecordedRows.ownWords, seed: 7))
    return { text, use in
      words.withLock { words in
        switch use {
        case .name: words.text(text, isName: true)
        case .text: words.text(text)
        case .own: words.own(text)
        }
      }
    }
  }

  private func expectNoTrace(of text: String, _ place: String) {
    for trace in Self.traces {
      #expect(!text.lowercased().contains(trace), "\(trace) of \(place): \(text.prefix(300))")
    }
  }

  /// Returns the text columns of all tables.
  private func columns() throws -> [(table: String, column: String)] {
    try backend.dataFile.read { connection in
      try connection.query(
        """
        SELECT t.name, c.name FROM sqlite_schema AS t, pragma_table_info(t.name) AS c
        WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite%' AND c.type = 'TEXT'
        """
      ) { row in (try row.text(0), try row.text(1)) }
    }
  }

  @Test("Whatever stands in a column of text, and in JSON there, does not come out")
  func columnsHideWords() throws {
    let replacing = replacing()
    let columns = try columns()
    #expect(columns.count > 150)
    for (table, column) in columns {
      let use = RecordedRows.use(
        of: ColumnName(unchecked: column), in: TableName(unchecked: table))
      for text in [
        Self.marker, "\"\(Self.marker)\"", "[\"\(Self.marker)\",{\"a\":\"\(Self.marker)\"}]",
      ] {
        expectNoTrace(of: RecordedRows.replaced(text, use, replacing), "\(table).\(column)")
      }
    }
  }

  @Test(
    "Whatever stands in a member of JSON, or as a key that the program does not know, does not come out"
  )
  func membersHideWords() throws {
    let replacing = replacing()
    for key in RecordedMembers.words.union([Self.marker, "unheard_of"]) {
      for value in [
        .string(Self.marker), .array([.string(Self.marker)]),
        .object([Self.marker: .string(Self.marker)]),
      ] as [JSONValue] {
        let stored = JSONValue.object([key: value]).text
        expectNoTrace(of: RecordedRows.replaced(stored, .text, replacing), key)
      }
    }
    let place = #"{"latitude":41.87811,"longitude":-87.62979,"unheard_of":2085550134}"#
    let replaced = RecordedRows.replaced(place, .text, replacing)
    for trace in ["87811", "62979", "2085550134", "unheard"] {
      #expect(!replaced.contains(trace), "\(replaced)")
    }
    #expect(try JSONValue.parse(replaced)["latitude"]?.double != nil)
  }

  @Test("Keys, ids, days, figures and the words of vocabularies stay, so that a replay finds them")
  func structureStays() throws {
    let replacing = replacing()
    var changed: Set<String> = []
    try RecordedRows(of: backend.dataFile).read({ text, use in
      let replaced = replacing(text, use)
      if use == .own, replaced != text { changed.insert("\(text) became \(replaced)") }
      return replaced
    }) { table, values in
      guard table == "user_preferences", let text = values["data"]?.string else { return }
      #expect((try? JSONValue.parse(text))?.object != nil)
    }
    // A recording replaces every word that is not in the program's vocabularies. Only these texts
    // of the example data have such words, so nothing else may change.
    let others = changed.filter { text in
      !["Biology", "A lake", "own:higher:lbs:"].contains { text.hasPrefix($0) }
    }
    #expect(others == [])
    #expect(changed.contains { $0.contains("became own:higher:lbs:") })
    let stored =
      #"{"gpa":3.62,"bats":"L","high_school":"Maple Hollow","video_links":[{"url":"https://x.example.com/1"}],"by":"2026-05-01"}"#
    let json = try JSONValue.parse(RecordedRows.replaced(stored, .text, replacing))
    #expect(json["gpa"]?.double == 3.62 && json["bats"]?.string == "L")
    #expect(json["by"]?.string == "2026-05-01")
    #expect(
      json["high_school"]?.string?.count == 12 && json["high_school"]?.string != "Maple Hollow")
    #expect(json["video_links"]?[0]?["url"]?.string?.hasPrefix("https://") == true)
  }

  @Test("A recording puts no rows into what SQLite keeps for itself")
  func sqlitesOwn() throws {
    let fresh = ActingProcess().backend("\(folder.path)/fresh.sqlite")
    try RecordedRows(of: fresh.dataFile).write([
      (table: "sqlite_sequence", values: ["name": "journal", "seq": 99_999] as JSONObject)
    ])
    let numbers = try fresh.dataFile.read { connection in
      try connection.query("SELECT seq FROM sqlite_sequence WHERE seq = 99999") { _ in true }
    }
    #expect(numbers.isEmpty)
  }
}
