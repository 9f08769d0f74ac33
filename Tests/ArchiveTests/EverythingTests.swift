import Domain
import ExampleBackend
import FeatureKit
import FeatureTesting
import JSON
import Synchronization
import Testing

@testable import Archive

@Suite("Everything out, and in again")
struct EverythingTests {
  private static let hostile = [
    "\u{1B}[2J\u{7}", "\u{202E}evil\u{202C}", "<script>alert(1)</script>", "=1+1", "a\u{200B}b",
    "\"\\/\r\n\t\u{0}", "'); DROP TABLE users; --", "👩‍👩‍👧‍👦 é e\u{301}", "\u{2028}", "",
    "[1,2]}", "{\"a\":",
  ]

  private static let batches: [(table: String, batch: ExportBatch)] = [
    (
      "users",
      ExportBatch(
        columns: ["id", "full_name", "graduation_year", "gpa"],
        rows: [
          [.text("p1"), .text("Casey"), .whole(2027), .number(3.45)],
          [.text("p2"), .empty, .empty, .number(85)],
        ])
    ),
    ("users", ExportBatch(columns: ["id", "full_name", "graduation_year", "gpa"], rows: [])),
    ("schools", ExportBatch(columns: ["id", "notes"])),
    (
      "coaches",
      ExportBatch(
        columns: ["id", "notes"],
        rows: hostile.enumerated().map { [.text("c\($0)"), .text($1)] })
    ),
  ]

  private func exported() async throws -> (artifact: Artifact, text: String) {
    try await Stage(swap: { $0.handOut(Self.batches) }).file("export")
  }

  @Test("The file is JSON with a row a line, named after the day")
  func form() async throws {
    let (artifact, text) = try await exported()
    #expect(artifact.name == "recruiting-compass-2026-02-10.json")
    #expect(artifact.mediaType == "application/json")
    #expect(
      text.hasPrefix(
        """
        {"format":"recruiting-compass/1","made_at":"2026-02-10T12:00:00.000Z","tables":{
        "users":[
        {"id":"p1","full_name":"Casey","graduation_year":2027,"gpa":3.45},
        {"id":"p2","full_name":null,"graduation_year":null,"gpa":85}
        ],
        "schools":[
        ],
        "coaches":[
        """))
    let parsed = try JSONValue.parse(text)
    #expect(parsed["tables"]?["coaches"]?.array?.count == Self.hostile.count)
  }

  @Test("Hostile text in a field comes back byte for byte", arguments: [1, 3, 65_536])
  func roundTrip(portion: Int) async throws {
    let text = try await exported().text
    #expect(!text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
    let stage = Stage(file: text, named: "all.json", portion: portion, swap: { $0.onlyRead() })
    _ = try await stage.say("import everything all.json")
    let tables = stage.notes.tables
    #expect(tables.map(\.name) == ["users", "schools", "coaches"])
    #expect(tables[0].rows.map(\.number) == [3, 4])
    #expect(
      tables[0].rows[1].values == [
        "id": "p2", "full_name": nil, "graduation_year": nil, "gpa": 85,
      ])
    let notes = tables[2].rows.map { Array(($0.values["notes"]?.string ?? "?").utf8) }
    #expect(notes == Self.hostile.map { Array($0.utf8) })
  }

  @Test("A file that another program laid out anew is read as well")
  func pretty() async throws {
    let text = try JSONValue.parse(try await exported().text).prettyText
    let stage = Stage(
      file: "\u{FEFF}\n " + text + "\n\n", named: "all.json", swap: { $0.onlyRead() })
    let done = try await stage.say("import everything all.json").done.first
    #expect(done?.sentence == "Nothing new: everything in the file is there already.")
    #expect(stage.notes.tables.map(\.rows.count) == [2, 0, Self.hostile.count])
  }

  @Test("Rows come some at a time, however many a table has")
  func portions() async throws {
    let rows = (0..<1_234).map { "{\"id\":\"\($0)\"}" }.joined(separator: ",\n")
    let text =
      "{\"format\":\"recruiting-compass/1\",\"tables\":{\"schools\":[\n\(rows)\n]},\"more\":[1]}"
    let stage = Stage(file: text, named: "all.json", swap: { $0.onlyRead() })
    _ = try await stage.say("import everything all.json")
    #expect(stage.notes.portions == [500, 500, 234])
    #expect(stage.notes.tables.first?.rows.last?.number == 1_235)
  }

  @Test(
    "A file that is no export is refused with its line, before anything is written",
    arguments: [
      ("", "Line 1: the file ends in the middle."),
      ("[]", "Line 1: this is no export of Recruiting Compass."),
      ("{}", "Line 1: this is no export of Recruiting Compass."),
      ("\n\n{\"tables\":{}}", "Line 3: this is no export of Recruiting Compass."),
      (
        "{\"format\":\"other/1\",\"tables\":{}}", "Line 1: this is no export of Recruiting Compass."
      ),
      (
        "{\"format\":\"recruiting-compass/9\",\"tables\":{}}",
        "This export was written by a newer program (`recruiting-compass/9`)."
      ),
      (
        "{\"format\":\"recruiting-compass/1\",\"tables\":{\"users\":[\n{\"id\":1},\n{\"id\":",
        "Line 3: the file ends in the middle."
      ),
      (
        "{\"format\":\"recruiting-compass/1\",\"tables\":{\"users\":[\n{\"id\":1}\n{\"id\":2}]}}",
        "Line 3: this is not JSON as `export` writes it."
      ),
      (
        "{\"format\":\"recruiting-compass/1\",\"tables\":{\"users\":[\n{\"id\":01}]}}",
        "Line 2: this is not JSON as `export` writes it."
      ),
      (
        "{\"format\":\"recruiting-compass/1\",\"tables\":{\"users\":[\n7]}}",
        "Line 2: a row must be an object."
      ),
      (
        "{\"format\":\"recruiting-compass/1\",\"tables\":{}} x",
        "Line 1: this is not JSON as `export` writes it."
      ),
    ])
  func unreadable(text: String, words: String) async throws {
    let stage = Stage(file: text, named: "all.json")
    let problem = try await stage.say("import everything all.json").problems.first
    #expect(problem?.title == words)
    #expect(problem?.cause == .usage)
    #expect(problem?.details == ["Nothing was imported."])
  }

  @Test("Brackets nested without end are refused, and not followed")
  func deep() async throws {
    let text =
      "{\"format\":\"recruiting-compass/1\",\"tables\":{\"users\":[{\"id\":"
      + String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000) + "}]}}"
    let stage = Stage(file: text, named: "all.json")
    #expect(
      try await stage.say("import everything all.json").problems.first?.title
        == "Line 1: this is not JSON as `export` writes it.")
  }

  @Test("What came of it is counted in people's words, the program's own tasks left out")
  func report() async throws {
    let tables = [
      ImportedTable(name: .users, kind: .person, added: 3, alreadyThere: 0),
      ImportedTable(name: .familyUnits, added: 1, alreadyThere: 0),
      ImportedTable(name: .familyMembers, added: 2, alreadyThere: 0),
      ImportedTable(name: .tasks, kind: .task, added: 0, alreadyThere: 77),
      ImportedTable(name: .schools, kind: .school, added: 0, alreadyThere: 30),
      ImportedTable(name: .coaches, kind: .coach, added: 1042, alreadyThere: 1),
    ]
    let isDryRun = Mutex<[Bool]>([])
    let stage = Stage(
      file: try await exported().text, named: "all.json",
      swap: {
        $0.importEverything.implement { _, isRehearsal throws(Problem) in
          isDryRun.withLock { $0.append(isRehearsal) }
          return tables
        }
      })
    #expect(
      try await stage.say("import everything all.json").done.first
        == Done(
          "Imported 1,048 rows.",
          details: [
            "3 people", "1,042 coaches",
            "3 rows of what goes with them: progress, history, family, settings",
            "31 rows are there already and stay as they are", "undo takes it back",
          ]))
    let tried = try await stage.say("import everything all.json --dry-run").done.first
    #expect(tried?.sentence == "1,048 rows would be imported.")
    #expect(tried?.trial?.agree.label == "Add them")
    #expect(isDryRun.withLock { $0 } == [false, true])
  }

  @Test("What is left out is counted and named by table and line, with the reason")
  func leftOut() async throws {
    let tables = [
      ImportedTable(
        name: .familyMembers, added: 0, alreadyThere: 0,
        leftOut: [LeftOutRows(reason: .makesPeople, count: 1, lines: [3])]),
      ImportedTable(
        name: .schools, kind: .school, added: 2, alreadyThere: 0, takenOver: 1,
        leftOut: [
          LeftOutRows(reason: .notTheirs, count: 1_200, lines: [5, 6, 7, 8, 9]),
          LeftOutRows(reason: .idIsTaken, count: 2, lines: [11, 12]),
        ]),
      ImportedTable(
        name: .coaches, kind: .coach, added: 0, alreadyThere: 0,
        leftOut: [LeftOutRows(reason: .namesForeignRecord, count: 1, lines: [1_300])]),
    ]
    let stage = Stage(
      file: try await exported().text, named: "all.json", swap: { $0.onlyRead(tables: tables) })
    #expect(
      try await stage.say("import everything all.json").done.first
        == Done(
          "Imported 2 rows.",
          details: [
            "2 schools", "1 row that another person wrote bears your name now",
            "1,204 rows were left out:",
            "  memberships, line 3: people come in with `account create`, and join a family by its code",
            "  schools, 1,200 lines, the first of them 5, 6, 7, 8 and 9: not yours",
            "  schools, lines 11 and 12: their id is that of another person's record",
            "  coaches, line 1300: about a record that is not here or not yours",
            "To have all of it, import the file into an empty folder:  compass-shell --data FOLDER",
            "undo takes it back",
          ]))
  }

  @Test("A mapping means nothing to an export")
  func mapping() async throws {
    let problem = try await Stage().say("import everything all.json --map a=b").problems.first
    #expect(problem?.cause == .usage)
  }
}
