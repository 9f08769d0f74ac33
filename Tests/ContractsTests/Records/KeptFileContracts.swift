import Domain
import FeatureKit
import Persistence
import SQLBackend
import SQLite
import Synchronization
import Testing

/// Tests of who may store, read and delete the files that are attached to documents.
@Suite struct KeptFileContracts {
  private static func pdf(_ count: Int) -> [UInt8] {
    Array("%PDF-1.4\n".utf8) + (0..<count - 9).map { UInt8(truncatingIfNeeded: $0 &* 31) }
  }

  private func document(
    _ bytes: [UInt8], by person: SQLBackend, of athlete: RecordID
  ) async throws -> Document {
    let file = try await person.keptFiles.keep(bytes, named: "grades.pdf", of: athlete)
    return try await person.documents.add(
      RecordChange<Document> {
        $0.type = .known(.transcript)
        $0.title = "Grades"
        $0.move(to: file.link)
      }, for: athlete
    ).row.document
  }

  private func content(
    of document: RecordID, _ athlete: RecordID, by person: SQLBackend
  ) async throws -> [UInt8] {
    let taken = Mutex<[UInt8]>([])
    try await person.keptFiles.content(ofFileOf: document, of: athlete) { bytes in
      taken.withLock { $0 += bytes }
    }
    return taken.withLock { $0 }
  }

  private func parts(_ backend: SQLBackend) throws -> Int {
    try backend.dataFile.read { connection in
      try connection.one("SELECT count(*) FROM kept_files") { row in try row.int(0) }
    }
  }

  @Test(
    "A file comes out as it went in, at the ends of its parts too",
    arguments: [9, 262_143, 262_144, 262_145, 600_000])
  func whole(count: Int) async throws {
    let (stage, cast) = try await Stage.cast()
    let sam = try stage.acting(cast.sam)
    let bytes = Self.pdf(count)
    let document = try await document(bytes, by: sam, of: cast.sam.id)
    #expect(document.fileType == "application/pdf")
    #expect(
      try await sam.keptFiles.state(ofFileOf: document.id, of: cast.sam.id)
        == .here(bytes: count))
    #expect(try await content(of: document.id, cast.sam.id, by: sam) == bytes)
    // A parent reads the files of their family.
    let dana = try stage.acting(cast.dana)
    #expect(try await content(of: document.id, cast.sam.id, by: dana) == bytes)
  }

  @Test("What is empty, too large or something else is refused, and nothing of it stays")
  func refused() async throws {
    let (stage, cast) = try await Stage.cast()
    let sam = try stage.acting(cast.sam)
    let wrong: [[UInt8]] = [
      [], Array("<html>".utf8),
      Self.pdf(9) + [UInt8](repeating: 0, count: KeptFile.mostBytes),
    ]
    for bytes in wrong {
      let cause = await cause {
        _ = try await sam.keptFiles.keep(bytes, named: "a.pdf", of: cast.sam.id)
      }
      #expect(cause == .usage)
    }
    #expect(try parts(sam) == 0)
  }

  @Test("A parent who does not help and a stranger keep nothing, and a stranger reads nothing")
  func others() async throws {
    let (stage, cast) = try await Stage.cast()
    let document = try await document(
      Self.pdf(100), by: try stage.acting(cast.sam), of: cast.sam.id)
    for person in [cast.dana, cast.mia, cast.lee] {
      let backend = try stage.acting(person)
      let cause = await cause {
        _ = try await backend.keptFiles.keep(Self.pdf(9), named: "a.pdf", of: cast.sam.id)
      }
      #expect(cause == .refused || cause == .notFound)
    }
    let mia = try stage.acting(cast.mia)
    for athlete in [cast.sam.id, cast.mia.id] {
      #expect(
        await cause { _ = try await content(of: document.id, athlete, by: mia) } == .notFound)
      #expect(
        await cause { _ = try await mia.keptFiles.state(ofFileOf: document.id, of: athlete) }
          == .notFound)
    }
    // Mia's document names the file of Sam's document. This must not give her its content.
    let copy = try await mia.documents.add(for: cast.mia.id) {
      ($0.title, $0.type, $0.fileURL) = ("Mine", .known(.transcript), document.fileURL)
    }.row.document
    #expect(try await mia.keptFiles.state(ofFileOf: copy.id, of: cast.mia.id) == .elsewhere)
    #expect(await cause { _ = try await content(of: copy.id, cast.mia.id, by: mia) } == .notFound)
  }

  @Test("A parent who helps with records keeps a file, and one who helps with others does not")
  func helper() async throws {
    let world = try await HelperWorld()
    for area in HelpArea.allCases {
      try await world.allow([area])
      let dana = try world.stage.acting(world.cast.dana)
      let cause = await cause {
        _ = try await dana.keptFiles.keep(Self.pdf(9), named: "a.pdf", of: world.cast.sam.id)
      }
      #expect(cause == (area == .records ? nil : .refused), "\(area)")
    }
  }

  @Test("A file stays while its document can come back, and goes a day after nothing names it")
  func unused() async throws {
    let (stage, cast) = try await Stage.cast()
    let me = cast.sam.id
    let sam = try stage.acting(cast.sam)
    let bytes = Self.pdf(100)
    let document = try await document(bytes, by: sam, of: me)
    _ = try await sam.keptFiles.keep(bytes, named: "left.pdf", of: me)
    try await sam.deleteUnusedFiles()
    #expect(try parts(sam) == 2)
    stage.wait(seconds: 86_401)
    _ = try await sam.documents.delete(document.id, of: me)
    try await sam.deleteUnusedFiles()
    #expect(try parts(sam) == 1)
    _ = try await sam.undo.undo()
    #expect(try await content(of: document.id, me, by: sam) == bytes)
    _ = try await sam.undo.redo()
    try sam.dataFile.write { connection in try connection.execute("DELETE FROM journal") }
    try await sam.deleteUnusedFiles()
    #expect(try parts(sam) == 0)
  }

  @Test(
    "A file of which a part is missing is damaged, and one without any part is on another device",
    arguments: [("part = 1", KeptFileState.damaged), ("1", .elsewhere)])
  func incomplete(gone: String, fileState: KeptFileState) async throws {
    let (stage, cast) = try await Stage.cast()
    let sam = try stage.acting(cast.sam)
    let document = try await document(Self.pdf(600_000), by: sam, of: cast.sam.id)
    try sam.dataFile.write { connection in
      try connection.execute("DELETE FROM kept_files WHERE \(gone)")
    }
    #expect(try await sam.keptFiles.state(ofFileOf: document.id, of: cast.sam.id) == fileState)
    #expect(
      await cause { _ = try await content(of: document.id, cast.sam.id, by: sam) }
        == fileState.problem?.cause)
    let damage = try sam.damagedValues().map(\.words)
    #expect(
      damage
        == (fileState == .damaged
          ? ["documents d1 (id \(document.id)): the kept file is incomplete, not whole."] : []))
  }
}
