import Glibc
import Testing

@testable import SQLite

@Suite("Files")
struct FileTests {
  let folder = Folder()
  var path: String { folder.path + "/family/data/compass.sqlite" }

  @Test("A new file and the folders made for it are closed to everybody else")
  func permissions() throws {
    let connection = try DatabaseConnection(path: path)
    try connection.execute("PRAGMA journal_mode = WAL")
    try connection.execute("CREATE TABLE t (id INTEGER PRIMARY KEY)")
    for suffix in ["", "-wal", "-shm"] { #expect(mode(path + suffix) == 0o600) }
    #expect(mode(folder.path + "/family") == 0o700)
    #expect(mode(folder.path + "/family/data") == 0o700)
  }

  @Test("A file that others could read is closed to them at opening")
  func tightened() throws {
    _ = try DatabaseConnection(path: path)
    chmod(path, 0o644)
    _ = try DatabaseConnection(path: path)
    #expect(mode(path) == 0o600)
  }

  @Test("What is no database is said with its path")
  func notADatabase() throws {
    let path = folder.path + "/notes.txt"
    write(Array(repeating: UInt8(ascii: "x"), count: 2_000), to: path)
    let connection = try DatabaseConnection(path: path)
    let error = #expect(throws: SQLiteError.self) {
      try connection.execute("SELECT * FROM sqlite_schema")
    }
    #expect(error?.about(path: path) == .notADatabase(path: path))
  }

  @Test("A folder in place of the file and a missing file are said with their path")
  func cannotOpen() throws {
    #expect(throws: SQLiteError.cannotOpen(path: folder.path, reason: "it is not a file")) {
      try DatabaseConnection(path: folder.path)
    }
    let missing = folder.path + "/missing.sqlite"
    #expect(
      throws: SQLiteError.cannotOpen(path: missing, reason: "No such file or directory")
    ) { try DatabaseConnection(path: missing, .readOnly) }
  }

  @Test("A second writer is told that the file is busy when its patience ends")
  func busy() throws {
    let first = try DatabaseConnection(path: path)
    try first.execute("CREATE TABLE t (id INTEGER PRIMARY KEY)")
    let second = try DatabaseConnection(path: path, patience: 1)
    try first.transaction {
      #expect(throws: SQLiteError.busy(FailedQuery(sql: "BEGIN IMMEDIATE"))) {
        try second.transaction {}
      }
    }
    try second.transaction { try second.execute("INSERT INTO t VALUES (1)") }
  }

  @Test("A full file refuses the statement and keeps what was there")
  func full() throws {
    let connection = try DatabaseConnection(path: path)
    try connection.execute("CREATE TABLE t (words TEXT) STRICT")
    try connection.execute("INSERT INTO t VALUES ('kept')")
    try connection.execute("PRAGMA max_page_count = 5")
    let sql = "INSERT INTO t VALUES (?)"
    #expect(throws: SQLiteError.full(FailedQuery(sql: sql, values: [.text]))) {
      try connection.transaction {
        for _ in 1...100 { try connection.execute(sql, String(repeating: "x", count: 1_000)) }
      }
    }
    #expect(try connection.query("SELECT words FROM t") { row in try row.text(0) } == ["kept"])
    #expect(try connection.integrityFindings() == [])
  }

  @Test(
    "A file opened for reading refuses to be written", arguments: [false, true])
  func readOnly(isImmutable: Bool) throws {
    // SQLite opens a file by a URL. The path of this test contains every character that has a
    // special meaning in a URL, and one that is no ASCII. The file must be opened nevertheless.
    let path = folder.path + "/a?b#c%20 dé.sqlite"
    try DatabaseConnection(path: path).execute("CREATE TABLE t (id INTEGER PRIMARY KEY)")
    let connection = try DatabaseConnection(path: path, isImmutable ? .immutable : .readOnly)
    #expect(connection.isReadOnly)
    #expect(throws: SQLiteError.readOnly(FailedQuery(sql: "INSERT INTO t VALUES (1)"))) {
      try connection.execute("INSERT INTO t VALUES (1)")
    }
    #expect(try connection.one("SELECT count(*) FROM t") { row in try row.int(0) } == 0)
  }

  @Test("Damage is found and named")
  func damage() throws {
    do {
      let connection = try DatabaseConnection(path: path)
      try connection.executeScript(
        "CREATE TABLE t (id INTEGER PRIMARY KEY, words TEXT); CREATE INDEX i ON t (words);")
      for number in 1...500 {
        try connection.execute("INSERT INTO t VALUES (?, ?)", number, "word \(number)")
      }
      #expect(try connection.integrityFindings() == [])
    }
    write([UInt8](repeating: 0xAA, count: 4096), to: path, at: 4096 * 3)
    let connection = try DatabaseConnection(path: path)
    let findings = try connection.integrityFindings()
    #expect(!findings.isEmpty)
    #expect(!findings.contains { $0.contains("***") || $0.contains("\n") })
  }

  @Test("A page that could not be read is a failing disk, and no wrong page")
  func unreadPage() throws {
    let heading = "*** in database main ***\n"
    #expect(throws: SQLiteError.inputOutput(code: 266, FailedQuery(sql: "PRAGMA integrity_check")))
    {
      try DatabaseConnection.findings(
        in: heading + "Page 213: unable to get the page. error code=266")
    }
    #expect(
      try DatabaseConnection.findings(
        in: heading + "Tree 4 page 4: btreeInitPage() returns error code 11\nx")
        == ["Tree 4 page 4: btreeInitPage() returns error code 11", "x"])
    #expect(
      try DatabaseConnection.findings(in: "Page 3: unable to get the page. error code=11")
        == ["Page 3: unable to get the page. error code=11"])
  }

  @Test("A row that points at nothing is found")
  func brokenReference() throws {
    let connection = try DatabaseConnection(path: path)
    try connection.executeScript(
      """
      CREATE TABLE a (id INTEGER PRIMARY KEY);
      CREATE TABLE b (id INTEGER PRIMARY KEY, a_id INTEGER REFERENCES a (id));
      INSERT INTO b VALUES (7, 1);
      """)
    let finding = ForeignKeyFinding(table: "b", rowID: 7, parent: "a")
    #expect(try connection.foreignKeyFindings() == [finding])
    #expect(try connection.foreignKeyFindings(in: "a") == [])
  }
}
