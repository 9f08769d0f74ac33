import Documents
import Domain
import ExampleBackend
import FeatureKit
import FeatureTesting
import JSON
import Testing

@testable import Archive

@Suite("Bringing in a table")
struct ImportTableTests {
  private static let table = #"""
    Name,City,Priority Tier,Mascot
    Ohio State,Columbus,A,Brutus
    "Duke, the ""Blue""",Durham,,

    "two
    lines",X,B,y
    """#

  @Test("Columns are found by their names, whatever their case, spaces and order")
  func columns() async throws {
    let stage = Stage(file: Self.table)
    let done = try await stage.say("import schools t.csv").done.first
    #expect(stage.rows.map(\.number) == [2, 3, 5])
    #expect(
      stage.rows.map(\.values) == [
        ["name": "Ohio State", "city": "Columbus", "priority_tier": "A"],
        ["name": "Duke, the \"Blue\"", "city": "Durham"],
        ["name": "two\nlines", "city": "X", "priority_tier": "B"],
      ])
    let schools = try await stage.schools()
    #expect(schools == ["Duke, the \"Blue\"", "Ohio State", "two lines"])
    #expect(
      done?.details.contains("Left out, because no column of ours has that name: `Mascot`") == true)
  }

  @Test("A column of another name is mapped, before names that fit")
  func mapping() async throws {
    let stage = Stage(file: "Team,Name,Where=\nDuke,The Blue,Durham\n")
    _ = try await stage.say("import schools t.csv --map Team=name --map 'where==city'")
    #expect(stage.rows.map(\.values) == [["name": "Duke", "city": "Durham"]])
  }

  @Test(
    "Text of ours that a spreadsheet would run reads back as it was",
    arguments: ["=1+1", "-5", "@"]
  )
  func formulas(text: String) async throws {
    let stage = Stage(file: "name\n\(CSVCell.text(text))\n")
    _ = try await stage.say("import schools t.csv")
    #expect(stage.rows.map(\.values) == [["name": .string(text)]])
  }

  @Test(
    "Read in small portions, the rows are the same and come a few at a time", arguments: [1, 7])
  func portions(size: Int) async throws {
    let stage = Stage(file: Self.table, portion: size)
    _ = try await stage.say("import schools t.csv")
    #expect(stage.rows.count == 3)
    #expect(stage.notes.portions == [1, 1, 1])
  }

  @Test("A hundred thousand rows come in portions, each with its line")
  func many() async throws {
    let rows = (1...100_000).map { "School \($0)" }.joined(separator: "\n")
    let stage = Stage(file: "name\n" + rows, swap: { $0.onlyRead() })
    _ = try await stage.say("import schools t.csv")
    #expect(stage.rows.count == 100_000)
    #expect(stage.rows.last?.number == 100_001)
    #expect(try #require(stage.notes.portions.max()) < 10_000)
  }

  @Test(
    "With 0, 1, 2 and 3 rows the answer counts right",
    arguments: [
      (0, "There are no rows. Nothing was imported."), (1, "Imported 1 school."),
      (2, "Imported 2 schools."), (3, "Imported 3 schools."),
    ])
  func counts(count: Int, sentence: String) async throws {
    let names = (0..<count).map { "School \($0 + 1)" }
    let stage = Stage(file: "name\n" + names.joined(separator: "\n"))
    let done = try await stage.say("import schools t.csv").done.first
    #expect(done?.sentence == sentence)
    #expect(done?.references == (try await stage.backend.references(to: [.school])))
    #expect(done?.references.map(\.title) == names)
    #expect(done?.details.last == (count == 0 ? nil : "undo takes it back"))
  }

  @Test("A dry run says what would happen, and passes that nothing is to stay")
  func dryRun() async throws {
    let stage = Stage(file: "name\nOhio State\nDuke\n", { $0.addSchools(["Duke"]) })
    let done = try await stage.say("import schools t.csv --dry-run").done.first
    #expect(try await stage.schools() == ["Duke"])
    let details = [
      "Ohio State", "1 row is there already, or given twice, and would be skipped:",
      "  line 3: s1 Duke",
    ]
    var expected = Done(
      "1 school would be imported.",
      details: details + ["Nothing was written. Without --dry-run it is done."])
    expected.trial = Done.Trial(details: details, agree: "Add them")
    #expect(done == expected)
  }

  @Test(
    "A dry run carries the button that does it, if it would write something",
    arguments: [
      ("name,city\nKent,Kent\n", "", "Add them"),
      ("name,city\nDuke,Durham\n", " --update", "Change them"),
      ("name,city\nKent,Kent\nDuke,Durham\n", " --update", "Add them"),
      ("name\nDuke\n", "", nil), ("name\n", "", nil),
    ] as [(String, String, String?)])
  func trial(table: String, option: String, label: String?) async throws {
    let stage = Stage(file: table, { $0.addSchools(["Duke"]) })
    let tried = try await stage.say("import schools t.csv --dry-run" + option).done.first
    #expect(tried?.trial?.agree.label == label)
    let done = try await stage.say("import schools t.csv" + option).done.first
    #expect(done != nil && done?.trial == nil)
  }

  @Test(
    "A dry run shows for each row what was understood",
    arguments: [
      (
        "schools", "Zeta State\tKent\tOH\tD1\nAkron\t\t\tD2",
        ["Zeta State: City Kent · State OH · Division D1", "Akron: Division D2"]
      ),
      ("schools", "Zeta\tnear the sea", ["Zeta: Notes near the sea"]),
      (
        "schools", String(repeating: "y", count: 90) + "\tnear the sea",
        [String(repeating: "y", count: 59) + "…: Notes near the sea"]
      ),
      (
        "schools", "Zeta\t" + String(repeating: "x", count: 99),
        ["Zeta: Notes " + String(repeating: "x", count: 59) + "…"]
      ),
      ("coaches", "Jared Embick\tDuke\tHead", ["Embick, Jared: School Duke · Role Head"]),
    ])
  func understood(kind: String, pasted: String, lines: [String]) async throws {
    let noun = try #require(ReferenceKind.importable.first { $0.plural == kind })
    let stage = Stage(file: PastedTable.text(pasted, of: noun), { $0.addSchools(["Duke"]) })
    let done = try await stage.say("import \(kind) t.csv --dry-run").done.first
    #expect(Array(done?.details.prefix(lines.count) ?? []) == lines)
  }

  @Test(
    "A refusal says which pasted cell is not understood, in words that were pasted",
    arguments: [
      ("Ana\tDuke\tHead\nLee\tDuke\tBoss", "Line 2: Role: “Boss” is not one of "),
      ("Ana\tDuke\tBoss", "Line 1: Role: “Boss” is not one of "),
      ("Ana\tNowhere\tHead", "Line 1: There is no school “Nowhere”."),
      ("Ana\tDuke", "Line 1: “Role” is empty."),
    ])
  func notUnderstood(pasted: String, words: String) async throws {
    let stage = Stage(file: PastedTable.text(pasted, of: .coach), { $0.addSchools(["Duke"]) })
    let problem = try #require(try await stage.say("import coaches t.csv").problems.first)
    #expect(problem.title.hasPrefix(words), "\(problem.title)")
  }

  @Test(
    "A dry run that is refused shows the rejected rows as they were understood, and what is wrong",
    arguments: [
      (
        "Jared Embick\tDuke\tHead\nAna Ruiz\tNowhere\tHead",
        "Line 2 cannot be imported.",
        ["Line 2, Ana Ruiz: School Nowhere · Role Head · There is no school “Nowhere”."]
      ),
      (
        "Ana Ruiz\tNowhere\tHead\nJared Embick\tDuke\tHead\nLee Park\tDuke\tBoss",
        "2 lines cannot be imported.",
        [
          "Line 1, Ana Ruiz: School Nowhere · Role Head · There is no school “Nowhere”.",
          "Line 3, Lee Park: School Duke · Role Boss · Role: “Boss” is not one of ",
        ]
      ),
      ("Ana Ruiz\tNowhere\tHead", "Line 1: There is no school “Nowhere”.", []),
      (
        "Lee Park\tNowhere\tBoss", "Line 1 cannot be imported.",
        [
          "Line 1, Lee Park: School Nowhere · Role Boss · There is no school “Nowhere”. · Role: “Boss” is not one of "
        ]
      ),
    ] as [(String, String, [String])])
  func rejected(pasted: String, title: String, rows: [String]) async throws {
    let stage = Stage(file: PastedTable.text(pasted, of: .coach), { $0.addSchools(["Duke"]) })
    let said = try await stage.say("import coaches t.csv --dry-run")
    #expect(said.done.isEmpty)
    let problem = try #require(said.problems.first)
    #expect(problem.title == title)
    #expect(problem.details.count == rows.count + 1)
    #expect(zip(problem.details, rows).allSatisfy { $0.hasPrefix($1) }, "\(problem.details)")
    #expect(problem.details.last == "Nothing was imported.")
  }

  @Test("Duplicates are skipped and named, the first ten of many")
  func duplicates() async throws {
    let twelve = (1...12).map {
      ImportReport.Duplicate(line: $0 + 1, existing: .school(UInt64($0), "School \($0)"))
    }
    let stage = Stage(
      file: "name\nDuke\n",
      swap: {
        $0.onlyRead(rows: ImportReport(added: [], duplicates: twelve, duplicateCount: 5_000))
      })
    let done = try #require(try await stage.say("import schools t.csv").done.first)
    #expect(done.sentence == "Nothing new: all 5000 rows are there already.")
    #expect(done.details.first == "line 2: s1 School 1")
    #expect(done.details.last == "… 4990 more")
  }

  @Test(
    "A table that cannot be read says why, with its line, and nothing is imported",
    arguments: [
      ("", "The file is empty."),
      ("name\n\"Duke\n", "Line 2: a quotation mark opens a cell, and none closes it."),
      ("name\nA\nB,C\n", "Line 3 has 2 cells, and the header names 1."),
      ("Mascot\nBrutus\n", "No heading in the first line is known: `Mascot`."),
      ("city\nDurham\n", "There is no column for Name: `city`."),
      ("name,college\na,b\n", "Two columns hold Name: `name`, `college`."),
    ])
  func unreadable(text: String, words: String) async throws {
    let stage = Stage(file: text)
    let problem = try await stage.say("import schools t.csv").problems.first
    #expect(problem?.title == words)
    #expect(problem?.cause == .usage)
    #expect(problem?.details == ["Nothing was imported."])
  }

  @Test("Another encoding is refused with its line")
  func encodings() async throws {
    let stage = Stage(files: [
      "latin.csv": Array("name\nDuke\nMu".utf8) + [0xF1] + Array("oz\n".utf8),
      "wide.csv": [0xFF, 0xFE, 0x6E, 0x00],
      "nul.csv": Array("name\n\"Duke\nand\u{0}Yale\"\n".utf8),
    ])
    #expect(
      try await stage.say("import schools nul.csv").problems.first?.title
        == "Line 3 has a byte that is no text (NUL).")
    #expect(
      try await stage.say("import schools latin.csv").problems.first?.title
        == "Line 3 has bytes that are not UTF-8 text.")
    #expect(
      try await stage.say("import schools wide.csv").problems.first?.title
        == "Line 1: this file is UTF-16 text, not UTF-8.")
  }

  @Test("A byte-order mark, CRLF and quoted line breaks are read")
  func forms() async throws {
    let stage = Stage(file: "\u{FEFF}name,notes\r\nDuke,\"a\r\nb\"\r\n")
    _ = try await stage.say("import schools t.csv")
    #expect(stage.rows.map(\.values) == [["name": "Duke", "notes": "a\r\nb"]])
  }

  @Test("A file that is not there, and a wrong mapping, are said before anything is asked")
  func missing() async throws {
    let stage = Stage(file: "name\nDuke\n")
    #expect(try await stage.say("import schools none.csv").problems.first?.cause == .notFound)
    #expect(
      try await stage.say("import schools t.csv --map Team=name").problems.first?.title
        == "There is no column `Team`: `name`.")
    #expect(
      try await stage.say("import schools t.csv --map name=nickname").problems.first?.title
        == "There is no field `nickname`.")
    await #expect(throws: Problem.self) {
      try await stage.say("import schools t.csv --map name")
    }
    #expect(stage.backend.hook.count(of: "archive.importRows") == 0)
  }

  @Test("A parent brings in nothing")
  func parent() async throws {
    let stage = Stage(as: ExampleFamily.dana, file: "name\nDuke\n")
    let problem = try await stage.say("import schools t.csv").problems.first
    #expect(problem?.cause == .refused)
    #expect(problem?.title == "You can view this but not change it.")
    #expect(stage.backend.hook.count(of: "archive.importRows") == 0)
  }

  @Test(
    "Every cause of failure has its words",
    arguments: [
      (Cause.timedOut, "Could not import. Nothing was changed. Connection timed out"),
      (.offline, "Could not import. Nothing was changed. You are offline."),
      (.serverError, "Could not import. Nothing was changed. Server error"),
      (.failed, "Could not import. Nothing was changed."),
      (.sessionExpired, "Your session has expired. Sign in again."),
      (.refused, "You can view this but not change it."),
    ])
  func failures(cause: Cause, words: String) async throws {
    let stage = Stage(file: "name\nDuke\n")
    stage.backend.hook.fail("archive.importRows", cause)
    let problem = try await stage.say("import schools t.csv").problems.first
    #expect(problem?.title == words)
    #expect(problem?.cause == cause)
  }

  @Test(
    "A pasted list is counted as it was pasted, with a line of headings and without",
    arguments: [("Duke\n\nKent\tD9", 3), ("Name\tDivision\nDuke\n\nKent\tD9", 4)])
  func pasted(text: String, line: Int) async throws {
    let stage = Stage(
      file: PastedTable.text(text, of: .school).replacing("Notes", with: "Division"))
    let problem = try await stage.say("import schools t.csv").problems.first
    #expect(
      problem?.title == "Line \(line): Division: “D9” is not one of D1, D2, D3, NAIA, JUCO.")
  }

  @Test("A row that is not valid keeps the line the gateway named")
  func badRow() async throws {
    let refusal = Problem(
      .usage, "Line 7: division: “D9” is not one of D1, D2.", details: ["Nothing was imported."])
    let stage = Stage(
      file: "name\nDuke\n",
      swap: { $0.importRows.implement { _, _ throws(Problem) in throw refusal } })
    #expect(try await stage.say("import schools t.csv").problems.first == refusal)
  }

  @Test("What is missing may stand in a column that was left out, so those are named")
  func leftOut() async throws {
    let refusal = Problem(.usage, "Line 2: There is no school.")
    let stage = Stage(
      file: "Team,Role\nDuke,head\n",
      swap: { $0.importRows.implement { _, _ throws(Problem) in throw refusal } })
    #expect(
      try await stage.say("import coaches t.csv").problems.first?.details == [
        "Left out, because no column of ours has that name: `Team`"
      ])
  }

  @Test("A trial of a table with unknown headings names those that are understood")
  func understoodHeadings() async throws {
    let words = "Headings that are understood: Name, Status, "
    let tried = try await Stage(file: Self.table).say("import schools t.csv --dry-run")
    #expect(tried.done.first?.details.contains { $0.hasPrefix(words) } == true)
    #expect(tried.done.first?.trial?.details.contains { $0.hasPrefix(words) } == true)
    let refused = try await Stage(file: "Name,Level,Mascot\nDuke,D9,Blue\n")
      .say("import schools t.csv --dry-run")
    #expect(refused.problems.first?.details.contains { $0.hasPrefix(words) } == true)
    let known = try await Stage(file: "Name\nDuke\n").say("import schools t.csv --dry-run")
    #expect(known.done.first?.details.contains { $0.hasPrefix(words) } == false)
  }

  @Test("Every importable kind has its word, and every word a kind or everything")
  func kinds() {
    let words = ArchiveFeature.ImportKind.allCases
    #expect(words.compactMap(\.kind) == ReferenceKind.importable)
    #expect(words.filter { $0.kind == nil } == [.everything])
    let tables = ArchiveFeature.ExportKind.allCases.map(\.kind)
    #expect(Set(tables) == Set(ReferenceKind.all).subtracting([.quickTask]))
    #expect(ReferenceKind.importable.allSatisfy { !$0.importColumns.isEmpty })
  }
}
