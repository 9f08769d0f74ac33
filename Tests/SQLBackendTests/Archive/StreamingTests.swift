import Basics
import CivilTime
import DemoFamily
import Domain
import Glibc
import JSON
import Persistence
import SQLite
import Synchronization
import Testing

@testable import SQLBackend

@Suite struct StreamingTests {
  private let folder: TemporaryFolder
  private let program = ActingProcess()
  private let backend: SQLBackend
  private let demo: MadeUpFamily

  init() throws {
    folder = try TemporaryFolder()
    (backend, demo) = try program.demo(in: folder)
  }

  @Test(
    "No heading means two columns of one kind", arguments: ReferenceKind.importable.map(\.plural))
  func headings(plural: String) throws {
    let kind = try #require(ReferenceKind.importable.first { $0.plural == plural })
    let headings = kind.importColumns.flatMap { [$0.name] + $0.aliases }.map {
      $0.lowercased().filter { $0.isLetter || $0.isNumber }
    }
    let twice = Dictionary(grouping: headings, by: \.self).filter { $1.count > 1 }.keys
    // A heading may occur twice in the list if both times it stands for the same column. If two
    // columns had the same heading, an import could not tell which of them a file means.
    for heading in twice {
      let owners = kind.importColumns.filter { column in
        ([column.name] + column.aliases).contains {
          $0.lowercased().filter { $0.isLetter || $0.isNumber } == heading
        }
      }
      #expect(owners.count == 1, "\(heading) is \(owners.map(\.name))")
    }
  }

  @Test("A row that turns out bad after many portions takes all of them back")
  func lateRefusal() async throws {
    let before = try backend.dataFile.canonicalDump()
    let given = Mutex(0)
    let rows = ImportRows { () throws(Problem) in
      var portion = 0
      return { () throws(Problem) in
        portion += 1
        given.withLock { $0 = portion }
        guard portion <= 30 else { return [] }
        let isBad = portion == 20
        return (0..<50).map { row in
          ImportRequest.Line(
            number: portion * 50 + row,
            values: isBad && row == 7
              ? ["name": "X", "division": "D9"] : ["name": .string("School \(portion) \(row)")])
        }
      }
    }
    let problem = await refusal {
      _ = try await backend.archive.importRows(
        ImportRequest(kind: .school, rows: rows), for: demo.athlete.id)
    }
    #expect(problem?.title.hasPrefix("Line 1007: division") == true)
    // The message names the first bad line. The import must still read all 31 portions of the file,
    // because it reports every bad line at once.
    #expect(given.withLock { $0 } == 31)
    #expect(try backend.dataFile.canonicalDump() == before)
  }

  @Test("What cannot be read in the middle of a file refuses all of it, in its own words")
  func unreadable() async throws {
    let before = try backend.dataFile.canonicalDump()
    let rows = ImportRows { () throws(Problem) in
      var isFirst = true
      return { () throws(Problem) in
        guard isFirst else { throw Problem(.usage, "Line 3 has bytes that are not UTF-8 text.") }
        isFirst = false
        return [ImportRequest.Line(number: 2, values: ["name": "Yale"])]
      }
    }
    let problem = await refusal {
      _ = try await backend.archive.importRows(
        ImportRequest(kind: .school, rows: rows), for: demo.athlete.id)
    }
    #expect(problem?.title == "Line 3 has bytes that are not UTF-8 text.")
    #expect(try backend.dataFile.canonicalDump() == before)
  }

  @Test("Of many rows all are counted and the first are named")
  func manyAreCounted() async throws {
    let rows = (0..<250).map {
      ImportRequest.Line(number: $0 + 2, values: ["name": .string("School \($0 % 130)")])
    }
    let report = try await backend.archive.importRows(
      ImportRequest(kind: .school, rows: rows), for: demo.athlete.id)
    #expect(report.addedCount == 130)
    #expect(report.duplicateCount == 120)
    #expect(report.added.count == ImportReport.namesAtMost)
    #expect(report.duplicates.count == ImportReport.namesAtMost)
    #expect(report.duplicates.first?.line == 132)
  }

  @Test(
    "A number with a decimal comma is refused and not made ten times as large",
    arguments: [
      ("85,5", nil), ("1,2,3", nil), ("12,34", nil), ("1,000.5", 1000.5), ("$12,500", 12_500.0),
      ("1,234,567", 1_234_567.0), ("40%", 40.0), ("-3.5", -3.5), ("1e400", nil), ("nan", nil),
    ])
  func commas(text: String, value: Double?) {
    let reader = ImportReader(zone: .utc, today: CalendarDay(dayNumber: 20_493))
    #expect(Double.imported(.string(text), reader) == value)
  }

  @Test("Tables in another order are read once for each and give the same file")
  func otherOrder() async throws {
    for table in ["user_preferences", "preference_history", "notifications"] {
      try backend.dataFile.write { connection in
        try connection.execute("DELETE FROM \(table) WHERE user_id <> ?", demo.athlete.id)
      }
    }
    let tables = try await backend.everything().tables
    let sorted = program.backend("\(folder.path)/sorted/compass.sqlite")
    let report = try await sorted.archive.importEverything(tables.sorted { $0.name < $1.name })
    #expect(try sorted.dataFile.canonicalDump() == backend.dataFile.canonicalDump())
    #expect(report.first { $0.name == .schools }?.added == demo.schools.count)
    #expect(try sorted.dataFile.findings() == [])
  }

  @Test("An unknown table refuses the whole file")
  func unknownTable() async throws {
    var tables = try await backend.everything().tables
    tables.append(ExportedTable(name: "sqlite_schema", rows: []))
    let other = program.backend("\(folder.path)/other/compass.sqlite")
    let problem = await refusal { _ = try await other.archive.importEverything(tables) }
    #expect(problem?.title == "There is no table “sqlite_schema”.")
    #expect(try other.dataFile.read { try $0.hasNobody() })
  }

  @Test("Text that is no UTF-8 leaves as text that is")
  func invalidText() async throws {
    try backend.dataFile.write { connection in
      try connection.execute("UPDATE schools SET notes = CAST(x'41FF42' AS TEXT)")
    }
    let rows = try await backend.rows(of: .school, demo.athlete.id).rows("schools")
    #expect(Set(rows.map { $0.values["notes"]?.string }) == ["A\u{FFFD}B"])
  }

  @Test("A copy to carry away is a whole file that can be restored")
  func copies() async throws {
    let before = try backend.dataFile.canonicalDump()
    let bytes = Mutex<[UInt8]>([])
    try await backend.archive.copyFile { portion throws(Problem) in
      bytes.withLock { $0 += portion }
    }
    let path = "\(folder.path)/carried.sqlite"
    try Files.write(bytes.withLock { $0 }, to: path)
    let school = try #require(demo.schools.first)
    _ = try await backend.schools.delete(school.id, of: demo.athlete.id)
    let contents = try await backend.archive.contents(of: path)
    #expect(contents.people.count == demo.people.count)
    #expect(contents.records.contains(KindCount(.school, demo.schools.count)))
    _ = try await backend.archive.restore(from: path)
    #expect(try backend.dataFile.canonicalDump() == before)
    // Neither the backup nor the restore leaves temporary files behind.
    #expect(
      try Files.names(in: folder.path).filter {
        $0.contains(".part-") || $0.contains(".lock-")
      }
        == [])
  }

  @Test("A backup that is no file, not ours or not there is refused before anything is asked")
  func badBackups() async throws {
    let before = try backend.dataFile.canonicalDump()
    try Files.write(Array("hello".utf8), to: "\(folder.path)/text.sqlite")
    for name in [folder.path, "/dev/null", "\(folder.path)/text.sqlite", "nothing.sqlite"] {
      #expect(await refusal { _ = try await backend.archive.contents(of: name) } != nil)
      #expect(await refusal { _ = try await backend.archive.restore(from: name) } != nil)
    }
    #expect(try backend.dataFile.canonicalDump() == before)
  }
}

private enum Files {
  static func write(_ bytes: [UInt8], to path: String) throws {
    let file = try #require(fopen(path, "we"))
    fwrite(bytes, 1, bytes.count, file)
    fclose(file)
  }

  static func names(in folder: String) throws -> [String] {
    let listing = try #require(opendir(folder))
    defer { closedir(listing) }
    var names: [String] = []
    while let entry = readdir(listing) {
      names.append(
        withUnsafePointer(to: &entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        })
    }
    return names
  }
}
