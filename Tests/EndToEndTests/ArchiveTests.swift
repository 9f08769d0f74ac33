import Composition
import Foundation
import Glibc
import Testing
import ToolTesting

@Suite("The family's data as a whole")
struct ArchiveTests {
  @Test(
    "An export brought into an empty file gives the same data back, in each renderer's eyes and byte for byte"
  )
  func roundTrip() throws {
    let household = try Household()
    #expect(try household.run(["export", "--out", "all.json"]).code == 0)
    let other = try Household(demo: false)
    try FileManager.default.copyItem(
      atPath: household.folder + "/all.json", toPath: other.folder + "/all.json")
    #expect(try other.run(["import", "everything", "all.json", "--dry-run"]).code == 0)
    #expect(try other.sql("SELECT count(*) FROM users") == "0\n")
    let answer = try other.run(["import", "everything", "all.json"])
    #expect(answer.code == 0, "\(answer)")
    try other.run(["--profile", "Casey", "export", "--out", "again.json"])
    let (first, second) = try (household.text("all.json"), other.text("again.json"))
    #expect(first.utf8.elementsEqual(second.utf8))
    for line in ["schools list", "coaches list", "tasks", "interactions list", "letters list"] {
      let words = line.split(separator: " ").map(String.init)
      #expect(
        try household.run(words, options: ["--profile", "Casey"]).output
          == other.run(words, options: ["--profile", "Casey"]).output)
    }
  }

  @Test("What a program from before the first release exported comes in whole")
  func fromBeforeTheFirstRelease() throws {
    let household = try Household(demo: false)
    let fixture = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Fixtures/exported-before-0.2.0.json")
    let exported = try String(contentsOf: fixture, encoding: .utf8)
    try household.write(exported, to: "before.json")
    let answer = try household.run(["import", "everything", "before.json"])
    #expect(answer.code == 0, "\(answer)")
    _ = try household.run(["--profile", "Robin", "export", "--out", "after.json"])
    func tables(_ text: String) throws -> NSDictionary? {
      let whole = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? NSDictionary
      return whole?["tables"] as? NSDictionary
    }
    let before = try #require(try tables(exported))
    let after = try #require(try tables(household.text("after.json")))
    #expect(before.count == 21)
    for (table, rows) in before {
      #expect((after[table] as? NSArray) == (rows as? NSArray), "\(table)")
    }
  }

  @Test("Hostile text in every text field goes out and comes back byte for byte")
  func hostile() throws {
    let household = try Household()
    let hostile =
      "x'1B5B324A07' || char(0x202E) || '<script>' || char(10, 13, 9) || '=1+1\"' || char(0x2028) || '''; DROP --' || char(0x1F469, 0x200D)"
    let fields = [
      "schools": ["name", "notes", "location", "conference", "coaching_style"],
      "coaches": ["first_name", "last_name", "notes", "phone"],
      "interactions": ["subject", "content"], "offers": ["conditions", "notes"],
      "events": ["name", "location", "description"], "performance_metrics": ["notes", "unit"],
      "documents": ["title", "description"], "recommendation_letters": ["writer_name", "notes"],
      "notifications": ["title", "message"], "task": ["description"],
      "users": ["full_name"], "family_units": ["family_name"],
    ]
    for (table, columns) in fields {
      let changes = columns.map { "\($0) = CAST(\(hostile) AS TEXT)" }.joined(separator: ", ")
      _ = try household.sql("UPDATE \(table) SET \(changes);")
    }
    #expect(try household.run(["--profile", "p1", "export", "--out", "all.json"]).code == 0)
    let text = try household.text("all.json")
    #expect(!text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
    let other = try Household(demo: false)
    try other.write(text, to: "all.json")
    #expect(try other.run(["import", "everything", "all.json"]).code == 0)
    for (table, columns) in fields where table != "task" {
      for column in columns {
        let query =
          "SELECT hex(\(column)) FROM \(table) WHERE \(table == "notifications" ? "user_id = (SELECT id FROM users WHERE role = 'player')" : "1") ORDER BY id"
        #expect(try household.sql(query) == other.sql(query), "\(table).\(column)")
      }
    }
    // Exported tables contain no cell that a spreadsheet would run as a formula.
    for kind in ["schools", "coaches", "interactions", "letters", "notifications", "people"] {
      let answer = try household.run(["--profile", "p1", "export", kind, "--stdout"])
      #expect(answer.code == 0)
      #expect(!answer.output.contains("\n=1"))
    }
  }

  @Test(
    "A table that left comes back: under its ids into another file, and as known rows into its own")
  func tables() throws {
    let household = try Household()
    try household.run(["export", "schools", "--out", "schools.csv"])
    let before = try household.dump()
    let known = try household.run(["import", "schools", "schools.csv"])
    #expect(known.output.hasPrefix("✓ Nothing new: all 30 rows are there already."))
    #expect(try household.dump() == before)
    let other = try Household(demo: false)
    try other.run(["account", "create", "--name", "Sam Lee", "--role", "athlete"])
    try other.write(try household.text("schools.csv"), to: "schools.csv")
    #expect(
      try other.run(["import", "schools", "schools.csv"]).output.contains("Imported 30 schools"))
    let columns = "id, name, location, division, status, priority_tier, notes, pros, academic_info"
    let query = "SELECT \(columns) FROM schools ORDER BY id"
    #expect(try household.sql(query) == other.sql(query))
    try other.run(["undo"])
    #expect(try other.sql("SELECT count(*) FROM schools") == "0\n")
  }

  @Test(
    "Erasing leaves nothing of the family in any file beside the program's, typed lines included")
  func erasing() throws {
    let household = try Household()
    try Data("schools add Secret\ntasks\n".utf8).write(to: URL(filePath: household.history))
    try household.run(["schools", "add", "Zanzibar Marker College"])
    let served = ServingFolder(dataFolder: household.data)
    try served.make()
    let upload = URL(filePath: served.path + "/upload-ofakilledserver")
    try Data("Transcript of Zanzibar Marker".utf8).write(to: upload)
    try household.run(["backup"])
    try household.run(["schools", "delete", "s31", "--yes"])
    let ids = try household.sql("SELECT id FROM users").split(separator: "\n").map {
      String($0.filter { $0 != "'" })
    }
    #expect(try !household.files(with: "Zanzibar Marker").isEmpty)
    let answer = try household.run(["erase", "family", "--yes"])
    #expect(answer.code == 0, "\(answer)")
    #expect(answer.output.contains("2 lines typed at the prompt"))
    #expect(answer.output.contains("Read back: nothing of it is left"))
    for trace in ids + ["Zanzibar Marker", "Shelton", "schools add Secret"] {
      #expect(try household.files(with: trace) == [], "\(trace)")
    }
    #expect(try household.run(["tasks"]).code == 4)
  }

  @Test(
    "An erasure that somebody holds up is gone on with by the next start, and typed lines behind a link go"
  )
  func erasureHeldUp() throws {
    let household = try Household()
    let lines = household.folder + "/typed"
    try Data("schools add Secret\n".utf8).write(to: URL(filePath: lines))
    #expect(symlink(lines, household.history) == 0)
    try household.run(["backup"])
    let ids = try household.sql("SELECT id FROM users").split(separator: "\n").map {
      String($0.filter { $0 != "'" })
    }
    let reader = try Reader(of: household.file)
    let held = try household.run(["erase", "family", "--yes"])
    #expect(held.code == 1)
    #expect(
      held.errors.contains("The data is deleted, but copies of it are still on the disk."),
      "\(held)")
    #expect(!held.errors.contains("Nothing was changed"))
    #expect(FileManager.default.contents(atPath: lines) == nil)
    #expect(try household.run(["doctor"]).output.contains("An erasure is not finished"))
    reader.end()
    #expect(try household.run(["tasks"]).code == 4)
    for id in ids { #expect(try household.files(with: id) == []) }
    #expect(try !household.run(["doctor"]).output.contains("An erasure is not finished"))
    #expect(try household.sql("SELECT count(*) FROM compass_meta WHERE key = 'erasing'") == "0\n")
  }

  @Test("A restored backup brings everything back and keeps what was there")
  func restoring() throws {
    let household = try Household()
    // The numbers of short names and of changes continue, so that no number is assigned twice.
    func dump() throws -> String {
      try household.dump(but: #"INTO \(handles\|sqlite_sequence\) "#)
    }
    let before = try dump()
    try household.run(["backup"])
    try household.run(["schools", "add", "Zanzibar College"])
    let changed = try dump()
    household.now = "2026-02-10T12:01:00Z"
    #expect(try household.run(["restore", "latest"]).code == 2)
    #expect(try dump() == changed)
    #expect(try household.run(["restore", "latest", "--yes"]).code == 0)
    #expect(try dump() == before)
    household.now = "2026-02-10T12:02:00Z"
    #expect(try household.run(["restore", "latest", "--yes"]).code == 0)
    #expect(try dump() == changed)
  }

  @Test("A copy under a passphrase is no database to anybody without it, and comes back with it")
  func sealedCopy() throws {
    let household = try Household()
    try household.write("Lantern 77 Harbor\n", to: "own.txt")
    try household.write("Lantern 78 Harbor\n", to: "wrong.txt")
    for name in ["own.txt", "wrong.txt"] { chmod(household.folder + "/" + name, 0o600) }
    let before = try household.sql("SELECT * FROM schools;")
    // Both options choose the passphrase of the copy, and the first is the one that counts.
    for words in [
      [
        "--copy-passphrase-file", "own.txt", "--passphrase-file", "wrong.txt", "--out",
        "first.sealed",
      ],
      ["--passphrase-file", "own.txt"],
    ] {
      let made = try household.run(["backup", "file"] + words)
      #expect(made.code == 0 && made.output.contains(".sealed"), "\(made)")
    }
    let copy = household.folder + "/recruiting-compass-2026-02-10.sealed"
    var facts = stat()
    #expect(stat(copy, &facts) == 0 && facts.st_mode & 0o777 == 0o600)
    let bytes = try Data(contentsOf: URL(filePath: copy))
    #expect(
      bytes.range(of: Data("SQLite".utf8)) == nil && bytes.range(of: Data("Casey".utf8)) == nil)
    // The copy is encrypted with the person's passphrase, so the command refuses to make one for a
    // person who has none.
    let asked = try household.run(["backup", "file", "--sealed"])
    #expect(asked.code == 4 && asked.errors.contains("Choose a passphrase"), "\(asked)")
    try household.run(["schools", "delete", "s1", "--yes"])
    let changed = try household.dump()
    let name = "recruiting-compass-2026-02-10.sealed"
    let unasked = try household.run(["restore", name, "--yes"])
    #expect(unasked.code == 4 && unasked.errors.contains("passphrase of its own"), "\(unasked)")
    let wrong = try household.run(["restore", name, "--yes", "--passphrase-file", "wrong.txt"])
    #expect(wrong.code == 4 && wrong.errors.contains("not the passphrase"), "\(wrong)")
    try (bytes + Data([0])).write(to: URL(filePath: household.folder + "/longer.sealed"))
    let longer = try household.run(
      ["restore", "longer.sealed", "--yes", "--passphrase-file", "own.txt"])
    #expect(longer.code != 0 && longer.errors.contains("changed or added"), "\(longer)")
    #expect(try household.dump() == changed)
    for name in ["first.sealed", name] {
      try household.run(["schools", "delete", "s2", "--yes"])
      let restored = try household.run(["restore", name, "--yes", "--passphrase-file", "own.txt"])
      #expect(restored.code == 0 && restored.output.contains("Restored \(name)."), "\(restored)")
      #expect(try household.sql("SELECT * FROM schools;") == before)
    }
    let left = try FileManager.default.contentsOfDirectory(atPath: household.data + "/backups")
    #expect(!left.contains { $0.contains(".part-") }, "\(left)")
  }

  @Test("A trigger that another program put into the file is found by doctor")
  func foreignTrigger() throws {
    let household = try Household()
    #expect(try household.run(["doctor"]).code == 0)
    _ = try household.sql(
      "CREATE TRIGGER helpful AFTER INSERT ON schools BEGIN DELETE FROM coaches; END;")
    let found = try household.run(["doctor"])
    #expect(found.code != 0, "\(found)")
    #expect((found.output + found.errors).contains("The trigger helpful is not of this program."))
  }

  @Test("The calendar is the same at every export, in two zones and at the turn of the clocks")
  func calendar() throws {
    let household = try Household()
    let statement = """
      UPDATE events SET start_date = '2026-03-08', start_time = '01:30', end_date = NULL,
        end_time = '03:30' WHERE id = (SELECT id FROM events ORDER BY start_date DESC LIMIT 1);
      """
    _ = try household.sql(statement)
    func text(_ zone: String) throws -> String {
      try household.run(["calendar", "export", "--stdout"], options: ["--timezone", zone]).output
    }
    let eastern = try text("America/New_York")
    #expect(try text("America/New_York") == eastern)
    // The event lasts from 01:30 to 03:30 in New York. The clock skips an hour in that night, so
    // the event is only one hour long.
    #expect(eastern.contains("DTSTART:20260308T063000Z\r\nDTEND:20260308T073000Z\r\n"))
    #expect(
      try text("America/Phoenix").contains("DTSTART:20260308T083000Z\r\nDTEND:20260308T103000Z"))
    let days = { (text: String) in
      text.components(separatedBy: "\r\n").filter { $0.contains("VALUE=DATE") }
    }
    #expect(try days(eastern) == days(text("Pacific/Honolulu")))
  }

  @Test("What was typed since a prompt began is all that an erased file's history holds")
  func typedLinesAtThePrompt() throws {
    let household = try Household()
    let terminal = try household.open(rows: 60)
    terminal.seePrompt()
    terminal.enter("schools add \"Zanzibar College\"")
    terminal.enter("erase family --yes")
    #expect(try household.files(with: "Zanzibar") == [])
  }
}

extension Household {
  func text(_ name: String) throws -> String {
    try String(contentsOfFile: folder + "/" + name, encoding: .utf8)
  }

  /// Returns the names of the files in the data folder that contain the text.
  fileprivate func files(with text: String) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: data).filter { name in
      FileManager.default.contents(atPath: "\(data)/\(name)")?.range(of: Data(text.utf8)) != nil
    }
  }
}

/// A process of `sqlite3` that keeps a read transaction on a file open until `end` is called.
private final class Reader {
  private let program: PipedProgram

  init(of file: String) throws {
    program = try PipedProgram(["sqlite3", "-batch", file])
    program.write("BEGIN; SELECT count(*) FROM users;\n")
    // `sqlite3` prints the count after its read transaction has begun. From then on it sees the
    // file as it is now, whatever other programs write.
    #expect(program.line() != nil)
  }

  func end() {
    program.endInput()
    program.wait()
  }
}
