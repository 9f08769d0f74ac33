import Basics
import CivilTime
import DemoFamily
import Domain
import JSON
import Persistence
import SQLite
import Synchronization
import Testing

@testable import SQLBackend

@Suite("Kept files in exports, backups and erasure")
struct KeptFileArchiveTests {
  private let folder: TemporaryFolder
  private let program = ActingProcess()
  private let backend: SQLBackend
  private let demo: MadeUpFamily
  private let document: Document
  private let bytes: [UInt8]

  init() throws {
    folder = try TemporaryFolder()
    (backend, demo) = try program.demo(in: folder)
    document = try #require(demo.documents.first { $0.keptFile != nil })
    bytes = try #require(demo.keptFiles.first).bytes
  }

  private func content(in backend: SQLBackend) async throws -> [UInt8] {
    let taken = Mutex<[UInt8]>([])
    try await backend.keptFiles.content(ofFileOf: document.id, of: demo.athlete.id) { bytes in
      taken.withLock { $0 += bytes }
    }
    return taken.withLock { $0 }
  }

  private func parts() throws -> Int {
    try backend.dataFile.read { connection in
      try connection.one("SELECT count(*) FROM kept_files") { row in try row.int(0) }
    }
  }

  @Test("An export brings the files along, and a second import changes nothing")
  func exported() async throws {
    let tables = try await backend.everything().tables
    let other = program.backend("\(folder.path)/other.sqlite")
    for _ in 1...2 { _ = try await other.archive.importEverything(tables) }
    #expect(try await content(in: other) == bytes)
  }

  @Test("A large file is exported in small batches")
  func batches() async throws {
    var large = bytes
    large += [UInt8](repeating: 1, count: 9 * KeptFile.partSize)
    let file = try await backend.keptFiles.keep(large, named: "a.pdf", of: demo.athlete.id)
    _ = try await backend.documents.edit(
      document.id, RecordChange { $0.move(to: file.link) }, of: demo.athlete.id)
    let basket = try await backend.everything()
    // The document's new file has ten parts, one row each. Its old file is no longer used by any
    // document, so the export must leave it out.
    #expect(basket.rows("kept_files").count == 10)
    let other = program.backend("\(folder.path)/other.sqlite")
    _ = try await other.archive.importEverything(basket.tables)
    #expect(try await content(in: other) == large)
  }

  @Test(
    "A part that is no Base64, too long or of another person is refused or left out",
    arguments: [
      ("bytes", JSONValue.string("*")), ("bytes", JSONValue(7)), ("size", JSONValue(0)),
      ("size", JSONValue(KeptFile.mostBytes + 1)), ("part", JSONValue(40)),
      ("bytes", .string(Base64URL.text([UInt8](repeating: 1, count: 262_145)))),
      ("file_id", .string("x")),
    ])
  func malformed(column: String, value: JSONValue) async throws {
    var tables = try await backend.everything().tables
    let place = try #require(tables.firstIndex { $0.name == "kept_files" })
    tables[place].rows[0].values[column] = value
    let other = program.backend("\(folder.path)/other.sqlite")
    await #expect(throws: Problem.self) {
      _ = try await other.archive.importEverything(tables)
    }
    #expect(try other.dataFile.read { try $0.hasNobody() })
  }

  @Test("Parts of another length come out whole, and a file with a gap does not come out")
  func otherParts() async throws {
    var tables = try await backend.everything().tables
    let place = try #require(tables.firstIndex { $0.name == "kept_files" })
    let row = tables[place].rows[0]
    func parts(_ numbers: [Int]) -> [ImportRequest.Line] {
      zip(numbers, [bytes.prefix(10), bytes.dropFirst(10)]).map { number, part in
        var line = row
        line.values["part"] = JSONValue(number)
        line.values["bytes"] = .string(Base64URL.text(Array(part)))
        return line
      }
    }
    for (name, numbers) in [("whole", [0, 1]), ("gap", [0, 2])] {
      tables[place].rows = parts(numbers)
      let other = program.backend("\(folder.path)/\(name).sqlite")
      _ = try await other.archive.importEverything(tables)
      if name == "whole" {
        #expect(try await content(in: other) == bytes)
      } else {
        await #expect(throws: Problem.fileIsDamaged) { _ = try await content(in: other) }
      }
    }
  }

  @Test("Nobody brings bytes into another person's files")
  func foreign() async throws {
    var tables = try await backend.everything().tables.filter { $0.name == "kept_files" }
    let owner = try #require(tables[0].rows[0].values["user_id"])
    tables[0].rows[0].values["file_id"] = .string("11111111-1111-4111-8111-111111111111")
    let stranger = try await backend.athlete("Mia")
    program.person = stranger
    let report = try await backend.archive.importEverything(tables)
    #expect(report.first?.added == 0 && report.first?.leftOut.first?.reason == .notTheirs)
    tables[0].rows[0].values["user_id"] = .string(stranger.description)
    #expect(owner != .string(stranger.description))
    #expect(try await backend.archive.importEverything(tables).first?.added == 1)
  }

  @Test("A backup has the files, and a restore brings them back")
  func restored() async throws {
    let backup = try await backend.archive.backUp()
    try backend.dataFile.write { try $0.execute("DELETE FROM kept_files") }
    _ = try await backend.archive.restore(from: backup)
    #expect(try await content(in: backend) == bytes)
  }

  @Test("A person who is erased leaves no byte of a file behind")
  func erased() async throws {
    let marker = "MARKER-9c41"
    let content = Array("%PDF-1.4\n\(marker)".utf8)
    let file = try await backend.keptFiles.keep(content, named: "a.pdf", of: demo.athlete.id)
    _ = try await backend.documents.edit(
      document.id, RecordChange { $0.move(to: file.link) }, of: demo.athlete.id)
    _ = try await backend.archive.backUp()
    #expect(try !backend.dataFile.traces(of: [marker]).isEmpty)
    _ = try await backend.archive.erase(.person(demo.athlete.id))
    #expect(try backend.dataFile.traces(of: [marker]) == [])
    #expect(try parts() == 0)
  }

  @Test("A file of the first release gets the table")
  func migrated() async throws {
    let path = "\(folder.path)/old.sqlite"
    let old = DataFile(path: path, schema: CompassSchema.schema.upTo(version: 6), now: { .now(0) })
    try old.write { _ in }
    old.close()
    let opened = program.backend(path)
    let count = try opened.dataFile.read { connection in
      try connection.one("SELECT count(*) FROM kept_files") { row in try row.int(0) }
    }
    #expect(count == 0)
  }
}

extension Instant {
  fileprivate static func now(_ milliseconds: Int64) -> Instant {
    Instant(milliseconds: milliseconds)
  }
}
