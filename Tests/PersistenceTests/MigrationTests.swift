import Persistence
import SQLite
import Testing

@Suite("Migrations")
struct MigrationTests {
  let folder = Folder()

  func fill(_ file: DataFile) throws {
    try file.write { connection in
      try connection.executeScript(
        """
        INSERT INTO schools (id, name, rank) VALUES ('s1', 'Ohio State', 1);
        INSERT INTO coaches (id, school_id, name) VALUES ('c1', 's1', 'Ryan Day');
        INSERT INTO members (family, person, role) VALUES ('f1', 'p1', 'player');
        """)
    }
  }

  func form(_ file: DataFile) throws -> [String] {
    try file.read {
      try $0.query(
        "SELECT coalesce(sql, name) FROM sqlite_schema ORDER BY type, name"
      ) { row in try row.text(0) }
    }
  }

  @Test("A file of every earlier version becomes the newest and keeps its rows", arguments: 1...3)
  func fromEachVersion(_ version: Int) throws {
    let old = folder.open(Sample.schema.upTo(version: version))
    try fill(old)
    old.close()
    let file = folder.open()
    let fresh = Folder()
    #expect(try form(file) == form(fresh.open()))
    let rows = try file.read {
      try $0.query(
        """
        SELECT schools.name || ', ' || coaches.name || ', ' || members.role
        FROM schools JOIN coaches ON coaches.school_id = schools.id CROSS JOIN members
        """
      ) { row in try row.text(0) }
    }
    #expect(rows == ["Ohio State, Ryan Day, player"])
    #expect(try file.findings() == [])
  }

  @Test("A copy is taken before an existing file is migrated, none for a new or current one")
  func backup() throws {
    let old = folder.open(Sample.schema.upTo(version: 1))
    try fill(old)
    old.close()
    #expect(try old.backups.list() == [])
    let file = folder.open()
    try file.read { _ in }
    let name = "compass-20260210T133000250Z-before-version-3.sqlite"
    #expect(try file.backups.list() == [name])
    #expect(mode(folder.path + "/backups") == 0o700)
    #expect(mode(folder.path + "/backups/" + name) == 0o600)
    let copy = try DatabaseConnection(path: folder.path + "/backups/" + name, .readOnly)
    #expect(try copy.one("PRAGMA user_version") { row in try row.int(0) } == 1)
    #expect(try copy.one("SELECT name FROM schools") { row in try row.text(0) } == "Ohio State")
    file.close()
    try folder.open().read { _ in }
    #expect(try file.backups.list() == [name])
  }

  @Test("A migration that fails is taken back whole and the file stays usable")
  func failing() throws {
    let old = folder.open(Sample.schema.upTo(version: 1))
    try fill(old)
    let before = try old.canonicalDump()
    old.close()
    let broken = Schema(
      applicationID: Sample.applicationID,
      migrations: [
        Sample.migrations[0],
        Migration(2, "Go wrong") { connection in
          try connection.executeScript("DELETE FROM schools; CREATE TABLE x (y); SELECT nonsense;")
        },
      ], sharedTables: Sample.sharedTables)
    #expect(
      throws: PersistenceError.migrationFailed(
        number: 2, name: "Go wrong",
        reason: "no such column: nonsense in "
          + "“DELETE FROM schools; CREATE TABLE x (y); SELECT nonsense;”")
    ) { try folder.open(broken).read { _ in } }
    let again = folder.open(Sample.schema.upTo(version: 1))
    #expect(try again.canonicalDump() == before)
  }

  @Test("A migration that leaves a row pointing at nothing is refused")
  func brokenReferences() throws {
    let old = folder.open(Sample.schema.upTo(version: 1))
    try fill(old)
    old.close()
    let broken = Schema(
      applicationID: Sample.applicationID,
      migrations: [
        Sample.migrations[0], Migration(2, "Forget the schools", sql: "DELETE FROM schools"),
      ], sharedTables: Sample.sharedTables)
    #expect(throws: PersistenceError.self) { try folder.open(broken).read { _ in } }
    #expect(
      try old.read { try $0.one("SELECT count(*) FROM schools") { row in try row.int(0) } } == 1)
  }

  @Test("Rebuilding a parent table keeps its children")
  func rebuild() throws {
    let old = folder.open(Sample.schema.upTo(version: 1))
    try fill(old)
    old.close()
    let rebuilt = Schema(
      applicationID: Sample.applicationID,
      migrations: [
        Sample.migrations[0],
        Migration(
          2, "Rebuild the schools",
          sql: """
            CREATE TABLE schools_new (id TEXT PRIMARY KEY NOT NULL, name TEXT) STRICT;
            INSERT INTO schools_new SELECT id, name FROM schools;
            DROP TABLE schools;
            ALTER TABLE schools_new RENAME TO schools;
            """),
      ], sharedTables: Sample.sharedTables)
    let file = folder.open(rebuilt)
    #expect(
      try file.read { try $0.one("SELECT count(*) FROM coaches") { row in try row.int(0) } } == 1)
    // The migration builds a table anew, for which foreign keys are switched off. Afterwards they
    // must be on again: this insertion refers to a missing school, so it must be refused.
    #expect(throws: SQLiteError.self) {
      try file.write { try $0.execute("INSERT INTO coaches VALUES ('c2', 's9', 'Nobody')") }
    }
  }

  @Test("Two threads that open an older file at once migrate it once")
  func twoAtOnce() async throws {
    let old = folder.open(Sample.schema.upTo(version: 1))
    try fill(old)
    old.close()
    let files = (0..<4).map { _ in folder.open() }
    try await withThrowingTaskGroup(of: String.self) { group in
      for file in files { group.addTask { try file.canonicalDump() } }
      var dumps: Set<String> = []
      for try await dump in group { dumps.insert(dump) }
      #expect(dumps.count == 1)
    }
  }
}
