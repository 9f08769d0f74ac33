import Basics
import CivilTime
import Glibc
import Persistence
import SQLite
import Testing

@Suite("Backup and restore")
struct BackupTests {
  let folder = Folder()
  let file: DataFile

  init() throws {
    file = folder.open()
    try add("s1", "Ohio State")
  }

  func add(_ id: String, _ name: String) throws {
    try file.write { try $0.execute("INSERT INTO schools (id, name) VALUES (?, ?)", id, name) }
  }

  func fillViewLog(_ count: Int, with text: String) throws {
    try file.write { connection in
      for number in 1...count {
        try connection.execute("INSERT INTO view_log (id, what) VALUES (?, ?)", number, text)
      }
    }
  }

  func names(_ file: DataFile) throws -> [String] {
    try file.read {
      try $0.query("SELECT name FROM schools ORDER BY name") { row in try row.text(0) }
    }
  }

  @Test("A backup is one private file that opens by itself")
  func backUp() throws {
    let path = try file.backUp()
    #expect(path == folder.path + "/backups/compass-20260210T133000250Z-by-hand.sqlite")
    #expect(mode(path) == 0o600)
    #expect(Folder.names(in: folder.path + "/backups").count == 1)
    let raw = try DatabaseConnection(path: path, .readOnly)
    #expect(try raw.one("PRAGMA journal_mode") { row in try row.text(0) } == "delete")
    let copy = DataFile(path: path, schema: Sample.schema) { Sample.moment }
    #expect(try copy.canonicalDump() == file.canonicalDump())
  }

  @Test("A backup leaves out the pages of what was deleted")
  func freePages() throws {
    try fillViewLog(500, with: String(repeating: "word ", count: 800))
    try file.write { try $0.execute("DELETE FROM view_log WHERE id > 1") }
    func count(_ pragma: String, _ connection: DatabaseConnection) throws -> Int {
      try connection.one("PRAGMA \(pragma)") { row in try row.int(0) }
    }
    #expect(try file.read { try count("freelist_count", $0) } > 400)
    let path = try file.backUp()
    let raw = try DatabaseConnection(path: path, .readOnly)
    #expect(try count("freelist_count", raw) == 0)
    #expect(try count("page_count", raw) < 100)
    let copy = DataFile(path: path, schema: Sample.schema) { Sample.moment }
    #expect(try copy.canonicalDump() == file.canonicalDump())
    #expect(try copy.findings() == [])
  }

  @Test("The log of a large write is cut by a later one")
  func longLog() throws {
    try fillViewLog(150, with: String(repeating: "x", count: 100_000))
    #expect(try #require(SystemFile.size(of: folder.file + "-wal")) > 12 << 20)
    try file.write { try $0.execute("DELETE FROM view_log") }
    try add("s2", "Yale")
    #expect(try #require(SystemFile.size(of: folder.file + "-wal")) <= 8 << 20)
  }

  @Test("Two backups of one moment both stay; only the newest few are kept")
  func keepsNewest() throws {
    let first = try file.backUp()
    let second = try file.backUp()
    #expect(second == folder.path + "/backups/compass-20260210T133000250Z-by-hand-2.sqlite")
    #expect(first != second)
    let shelf = BackupShelf(besideFile: folder.file, keeping: 3)
    for day in 1...5 {
      _ = try shelf.save(reason: "day-\(day)", at: Sample.moment.adding(days: day))
    }
    #expect(
      try shelf.list() == [
        "compass-20260215T133000250Z-day-5.sqlite", "compass-20260214T133000250Z-day-4.sqlite",
        "compass-20260213T133000250Z-day-3.sqlite",
      ])
  }

  @Test("A backup in the middle of a step holds what was committed before it")
  func backUpInsideStep() throws {
    let path = try file.write { connection in
      try connection.execute("INSERT INTO schools (id, name) VALUES ('s2', 'Yale')")
      return try file.backUp(reason: "before-import")
    }
    let copy = DataFile(path: path, schema: Sample.schema) { Sample.moment }
    #expect(try names(copy) == ["Ohio State"])
  }

  @Test("A restore gives back the old content and keeps what it replaced")
  func restore() throws {
    let backup = try file.backUp()
    let before = try file.canonicalDump()
    try add("s2", "Yale")
    let after = try file.canonicalDump()
    let kept = try file.restore(from: backup)
    #expect(try file.canonicalDump() == before)
    #expect(
      Folder.names(in: folder.path).filter { $0.contains("part-") || $0.contains("lock-") } == [])
    _ = try file.restore(from: kept)
    #expect(try file.canonicalDump() == after)
  }

  @Test("No number of a handle that was assigned after a backup names another record afterwards")
  func handlesAfterRestore() throws {
    let school = Sample.school
    func allot(_ record: Int) throws -> Int {
      try file.write { try $0.handles.allot(school, to: Sample.id(record)) }
    }
    #expect(try allot(1) == 1)
    let backup = try file.backUp()
    #expect(try allot(2) == 2)
    // The highest number belongs to an erased record.
    try file.write {
      try $0.execute("INSERT INTO handles (kind, number, id) VALUES ('s', 3, ?)", Handles.nobody)
    }
    let kept = try file.restore(from: backup)
    #expect(try allot(3) == 4)
    // The kept copy is restored over a file in which the numbers have gone further.
    _ = try file.restore(from: kept)
    #expect(try allot(4) == 5)
    try file.read { (connection) throws in
      for (record, number) in [(1, 1), (2, 2), (3, 4), (4, 5)] {
        #expect(try connection.handles.id(school, number: number) == Sample.id(record))
      }
    }
  }

  @Test("The highest number is not assigned again though its record has another one in the backup")
  func handleOfBackupStays() throws {
    try file.write {
      try $0.execute("INSERT INTO handles (kind, number, id) VALUES ('s', 2, ?)", Sample.id(1))
    }
    let backup = try file.backUp()
    try file.write { try $0.execute("UPDATE handles SET number = 7") }
    _ = try file.restore(from: backup)
    try file.write { (connection) throws in
      #expect(try connection.handles.number(Sample.school, of: Sample.id(1)) == 2)
      #expect(try connection.handles.allot(Sample.school, to: Sample.id(2)) == 8)
    }
  }

  @Test("A step after a restore has a number that no step had before")
  func stepsAfterRestore() throws {
    let journal = Journal(file) { _, _, _ in }
    func step(_ name: String) throws -> Int {
      try journal.step(Sample.act(Sample.sam, "change", name)) {
        try $0.connection.execute("INSERT INTO schools (id, name) VALUES (?1, ?1)", name)
      }
      return try file.read { try $0.one("SELECT max(id) FROM journal") { row in try row.int(0) } }
    }
    for isBefore in [false, true] {
      if isBefore { _ = try step("Before") }
      let backup = try file.backUp()
      let last = try step("Yale \(isBefore)")
      _ = try file.restore(from: backup)
      #expect(try step("Duke \(isBefore)") == last + 1)
    }
  }

  @Test("A backup of an earlier version is brought up to date while it is restored")
  func restoreOlder() throws {
    let elsewhere = Folder()
    let old = elsewhere.open(Sample.schema.upTo(version: 1))
    try old.write { try $0.execute("INSERT INTO schools (id, name) VALUES ('s9', 'Old')") }
    let backup = try old.backUp()
    _ = try file.restore(from: backup)
    #expect(try names(file) == ["Old"])
    try file.write { try $0.execute("UPDATE schools SET conference = 'B1G'") }
  }

  @Test("What is no sound backup of ours is refused and nothing changes")
  func refused() throws {
    let before = try file.canonicalDump()
    let missing = folder.path + "/missing.sqlite"
    #expect(throws: PersistenceError.missing(path: missing)) { try file.restore(from: missing) }

    let text = folder.path + "/notes.txt"
    let handle = fopen(text, "w")
    fputs(String(repeating: "notes ", count: 1_000), handle)
    fclose(handle)
    #expect(throws: SQLiteError.notADatabase(path: text)) { try file.restore(from: text) }

    let other = folder.path + "/photos.sqlite"
    try DatabaseConnection(path: other).execute("CREATE TABLE photos (id INTEGER PRIMARY KEY)")
    #expect(throws: PersistenceError.notOurs(path: other)) { try file.restore(from: other) }

    let newer = folder.path + "/newer.sqlite"
    #expect(rename(try file.backUp(), newer) == 0)
    try DatabaseConnection(path: newer).execute("PRAGMA user_version = 9")
    #expect(throws: PersistenceError.tooNew(path: newer, found: 9, known: 3)) {
      try file.restore(from: newer)
    }

    let broken = folder.path + "/broken.sqlite"
    #expect(rename(try file.backUp(), broken) == 0)
    try DatabaseConnection(path: broken).execute(
      "INSERT INTO coaches VALUES ('c1', 's9', 'Nobody')")
    #expect(
      throws: PersistenceError.damaged(
        path: broken, findings: ["coaches row 1 refers to something missing in schools"])
    ) { try file.restore(from: broken) }

    #expect(try file.canonicalDump() == before)
    #expect(try file.backups.list() == [])
    #expect(
      Folder.names(in: folder.path).filter { $0.contains("part-") || $0.contains("lock-") } == [])
  }

  @Test("A file that no longer opens is set aside and replaced")
  func restoreOverDamaged() throws {
    let backup = try file.backUp()
    file.close()
    truncate(folder.file, 0)
    let handle = fopen(folder.file, "w")
    fputs(String(repeating: "broken ", count: 1_000), handle)
    fclose(handle)
    #expect(throws: SQLiteError.notADatabase(path: folder.file)) { try file.read { _ in } }
    let aside = try file.restore(from: backup)
    #expect(aside == folder.path + "/backups/damaged-compass-20260210T133000250Z.sqlite")
    #expect(contents(aside).starts(with: Array("broken broken".utf8)))
    #expect(try names(file) == ["Ohio State"])
    #expect(mode(folder.file) == 0o600)
  }

  @Test("A restore onto a machine without a file makes it")
  func restoreOntoNothing() throws {
    let backup = try file.backUp()
    let elsewhere = Folder()
    let fresh = elsewhere.open()
    _ = try fresh.restore(from: backup)
    #expect(try names(fresh) == ["Ohio State"])
    #expect(mode(elsewhere.file) == 0o600)
  }

  @Test("A restore inside a transaction is refused")
  func insideTransaction() throws {
    let backup = try file.backUp()
    #expect(throws: PersistenceError.misuse("work on the file inside a transaction")) {
      try file.write { _ in _ = try file.restore(from: backup) }
    }
    #expect(try names(file) == ["Ohio State"])
  }

  @Test(
    "Triggers, views, tables and indexes that are not ours stay behind, and ours come back as they were"
  )
  func foreignSchema() throws {
    let backup = try file.backUp()
    let before = try file.canonicalDump()
    let hostile = try DatabaseConnection(path: backup, .readWrite)
    try hostile.executeScript(
      """
      CREATE TABLE loot (name TEXT);
      CREATE TRIGGER listen AFTER INSERT ON schools BEGIN INSERT INTO loot VALUES (new.name); END;
      CREATE TRIGGER deny BEFORE DELETE ON schools BEGIN SELECT raise(ABORT, 'no'); END;
      CREATE VIEW shown AS SELECT * FROM schools;
      CREATE INDEX slow ON schools (name, rank);
      DROP TRIGGER schools_au;
      CREATE TRIGGER schools_au AFTER UPDATE OF name ON schools BEGIN INSERT INTO loot VALUES (1); END;
      DROP INDEX coaches_by_school;
      CREATE VIRTUAL TABLE hidden USING fts5 (name);
      CREATE TRIGGER hidden_deny BEFORE DELETE ON schools BEGIN SELECT raise(ABORT, 'no'); END;
      CREATE TRIGGER school_words_deny BEFORE DELETE ON coaches BEGIN SELECT raise(ABORT, 'no'); END;
      CREATE TABLE hidden_loot (name TEXT REFERENCES schools (name));
      CREATE TABLE school_words_loot (name TEXT REFERENCES schools (name));
      """)
    _ = try file.restore(from: backup)
    #expect(try file.canonicalDump() == before)
    let schema = "SELECT name || coalesce(sql, '') FROM sqlite_schema ORDER BY name"
    let fresh = Folder().open()
    func entries(_ file: DataFile) throws -> [String] {
      try file.read { try $0.query(schema) { row in try row.text(0) } }
    }
    #expect(try entries(file) == entries(fresh))
  }

  @Test("Foreign triggers of an older backup do not run while it is brought up to date")
  func foreignTriggerOfOlder() throws {
    let elsewhere = Folder()
    let old = elsewhere.open(Sample.schema.upTo(version: 1))
    let backup = try old.backUp()
    try DatabaseConnection(path: backup, .readWrite).executeScript(
      """
      INSERT INTO members (family, person, role) VALUES ('f', 'p', NULL);
      CREATE TRIGGER spy AFTER UPDATE ON compass_meta BEGIN
        INSERT OR IGNORE INTO members VALUES ('f', 'spy', 'athlete'); END;
      """)
    _ = try file.restore(from: backup)
    #expect(
      try file.read { try $0.query("SELECT person FROM members") { row in try row.text(0) } } == [
        "p"
      ])
  }

  @Test("A table of ours in another form is refused, and so is a file with nothing in it")
  func foreignTable() throws {
    let before = try file.canonicalDump()
    let loose = try file.backUp()
    try DatabaseConnection(path: loose, .readWrite).executeScript(
      """
      DROP TABLE members;
      CREATE TABLE members (family, person, role);
      """)
    #expect(
      throws: PersistenceError.damaged(
        path: loose, findings: ["The table members has another form than ours."])
    ) { try file.restore(from: loose) }
    let empty = folder.path + "/empty.sqlite"
    write([], to: empty)
    #expect(throws: PersistenceError.notOurs(path: empty)) { try file.restore(from: empty) }
    #expect(try file.canonicalDump() == before)
  }

  @Test("An empty file beside a log that is not was cut off: it is set aside with the log")
  func emptyBesideLog() throws {
    let backup = try file.backUp()
    let log = contents(folder.file + "-wal")
    #expect(!log.isEmpty)
    file.closeQuickly()
    truncate(folder.file, 0)
    #expect(throws: SQLiteError.damaged(detail: "The file is empty, but its log is not.", .none)) {
      try file.read { _ in }
    }
    let aside = try file.restore(from: backup)
    #expect(contents(aside + "-wal") == log)
    #expect(try names(file) == ["Ohio State"])
  }
}
