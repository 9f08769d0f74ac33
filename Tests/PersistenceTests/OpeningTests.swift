import Glibc
import Persistence
import SQLite
import Testing

@Suite("Opening the data file")
struct OpeningTests {
  let folder = Folder()

  func put(_ bytes: [UInt8]) {
    let file = fopen(folder.file, "w")
    fwrite(bytes, 1, bytes.count, file)
    fclose(file)
  }

  @Test("The file is made at its first use, closed to everybody else")
  func lazily() throws {
    let file = folder.open()
    #expect(Folder.names(in: folder.path) == [])
    try file.read { _ in }
    #expect(mode(folder.file) == 0o600)
    #expect(try file.findings() == [])
  }

  @Test("The file keeps its word to the disk: log, full synchronisation, foreign keys")
  func settings() throws {
    let file = folder.open()
    let pragmas = try file.read { connection in
      try ["journal_mode", "synchronous", "foreign_keys"].map { name in
        try connection.one("PRAGMA \(name)") { row in try row.value(0) }
      }
    }
    #expect(pragmas == [.text("wal"), .integer(2), .integer(1)])
  }

  @Test("A newer file is refused and not changed by a byte")
  func tooNew() throws {
    let file = folder.open()
    try file.write { try $0.execute("PRAGMA user_version = 12") }
    file.close()
    let before = contents(folder.file)
    #expect(throws: PersistenceError.tooNew(path: folder.file, found: 12, known: 3)) {
      try folder.open().read { _ in }
    }
    #expect(contents(folder.file) == before)
    #expect(Folder.names(in: folder.path) == ["compass.sqlite"])
  }

  @Test(
    "A file from before the first release is refused, with what to do, and not changed by a byte")
  func tooOld() throws {
    let file = folder.open(Sample.schema.upTo(version: 1))
    try file.read { _ in }
    file.close()
    let before = contents(folder.file)
    let released = Schema(
      applicationID: Sample.schema.applicationID, migrations: Array(Sample.migrations[1...]),
      sharedTables: Sample.schema.sharedTables)
    #expect(throws: PersistenceError.tooOld(path: folder.file, found: 1, oldest: 2)) {
      try folder.open(released).read { _ in }
    }
    #expect(contents(folder.file) == before)
    #expect(Folder.names(in: folder.path) == ["compass.sqlite"])
  }

  @Test("A file with newer local tables is refused too")
  func newerLocalTables() throws {
    let file = folder.open()
    try file.write { try $0.setMetadata("local_tables", "99") }
    file.close()
    #expect(throws: PersistenceError.self) { try folder.open().read { _ in } }
  }

  @Test("A file of another program is refused and not changed by a byte")
  func notOurs() throws {
    try DatabaseConnection(path: folder.file).execute(
      "CREATE TABLE photos (id INTEGER PRIMARY KEY)")
    let before = contents(folder.file)
    #expect(throws: PersistenceError.notOurs(path: folder.file)) {
      try folder.open().read { _ in }
    }
    #expect(contents(folder.file) == before)
  }

  @Test("A file that is no database is refused and not changed by a byte")
  func noDatabase() throws {
    let text = [UInt8](repeating: UInt8(ascii: "x"), count: 5_000)
    put(text)
    #expect(throws: SQLiteError.notADatabase(path: folder.file)) {
      try folder.open().read { _ in }
    }
    #expect(contents(folder.file) == text)
  }

  @Test("A file in memory needs no disk and is gone when it is closed")
  func inMemory() throws {
    let file = DataFile(path: DatabaseConnection.inMemoryPath, schema: Sample.schema) {
      Sample.moment
    }
    let journal = Journal(file) { _, _, _ in }
    try journal.step(Sample.act()) { step in
      try step.connection.execute("INSERT INTO schools (id, name) VALUES ('s1', 'Yale')")
    }
    #expect(try journal.undo(Sample.sam) != nil)
    #expect(!SystemFile.exists(":memory:"))
    file.close()
    #expect(try journal.history(limit: 1) == [])
  }

  @Test("An empty file is a new one")
  func empty() throws {
    put([])
    #expect(try folder.open().findings() == [])
  }

  @Test("Migrations that are not numbered in order are a defect, said before anything is made")
  func misnumbered() throws {
    let schema = Schema(
      applicationID: 1, migrations: [Sample.migrations[0], Sample.migrations[2]],
      sharedTables: [])
    #expect(throws: PersistenceError.misuse("migrations must be numbered one after the other")) {
      try folder.open(schema).read { _ in }
    }
    #expect(Folder.names(in: folder.path) == [])
  }

  @Test("A write inside a read is refused, a read inside a write joins it")
  func nesting() throws {
    let file = folder.open()
    #expect(throws: PersistenceError.misuse("a write inside a read")) {
      try file.read { _ in try file.write { _ in } }
    }
    let seen = try file.write { connection in
      try connection.devicePreferences.set("theme", to: "dark", for: nil)
      return try file.read { try $0.devicePreferences.value("theme", of: nil) }
    }
    #expect(seen == "dark")
  }

  @Test("A read sees one moment over all its queries")
  func snapshot() throws {
    let (file, other) = (folder.open(), folder.open())
    try other.read { _ in }
    try file.read { connection in
      #expect(try connection.devicePreferences.value("theme", of: nil) == nil)
      try other.write { try $0.devicePreferences.set("theme", to: "dark", for: nil) }
      #expect(try connection.devicePreferences.value("theme", of: nil) == nil)
    }
    #expect(try file.read { try $0.devicePreferences.value("theme", of: nil) } == "dark")
  }

  @Test("Threads share the file without losing a write")
  func threads() async throws {
    let file = folder.open()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for worker in 0..<8 {
        group.addTask {
          for number in 0..<25 {
            try file.write {
              try $0.handles.allot(Sample.school, to: Sample.id(worker * 100 + number))
            }
          }
        }
      }
      try await group.waitForAll()
    }
    let numbers = try file.read {
      try $0.query("SELECT number FROM handles ORDER BY number") { row in try row.int(0) }
    }
    #expect(numbers == Array(1...200))
  }
}
