import SQLite
import Testing

@Suite("Changesets")
struct ChangesetTests {
  let connection: DatabaseConnection

  init() throws {
    connection = try DatabaseConnection.inMemory()
    try connection.executeScript(
      """
      CREATE TABLE schools (id TEXT PRIMARY KEY NOT NULL, name TEXT UNIQUE, rank INTEGER) STRICT;
      CREATE TABLE pairs (a INTEGER, b INTEGER, note TEXT, PRIMARY KEY (a, b)) STRICT, WITHOUT ROWID;
      CREATE TABLE keyless (word TEXT) STRICT;
      CREATE TABLE unnamed (id INTEGER PRIMARY KEY) STRICT;
      INSERT INTO schools VALUES ('s1', 'Ohio State', 1);
      """)
  }

  func recorded(_ body: () throws -> Void) throws -> Changeset {
    let recorder = try ChangeRecorder(connection, tables: ["schools", "pairs", "keyless"])
    try body()
    return try recorder.changeset()
  }

  func schools() throws -> [[Value]] {
    try connection.query("SELECT * FROM schools ORDER BY id") { row in
      try (0..<3).map { try row.value($0) }
    }
  }

  @Test("A changeset names each row it touches by its key")
  func changes() throws {
    let changeset = try recorded {
      try connection.executeScript(
        """
        UPDATE schools SET rank = 2;
        INSERT INTO schools VALUES ('s2', 'Yale', NULL);
        INSERT INTO pairs VALUES (1, 2, 'x');
        """)
    }
    let changes = try changeset.changes()
    #expect(changes.count == 3)
    #expect(
      changes.contains(.init(table: "schools", operation: .update, key: [.text("s1")])))
    #expect(
      changes.contains(.init(table: "schools", operation: .insert, key: [.text("s2")])))
    #expect(
      changes.contains(
        .init(table: "pairs", operation: .insert, key: [.integer(1), .integer(2)])))
  }

  @Test("A changeset that was made of values equals the recorded one, and turns rows")
  func made() throws {
    let name = String(repeating: "é", count: 200)
    let seen = try recorded {
      try connection.execute("UPDATE schools SET name = ?, rank = NULL WHERE id = 's1'", name)
      try connection.executeScript(
        """
        INSERT INTO schools VALUES ('s2', 'Yale', -3);
        INSERT INTO pairs VALUES (1, 2, 'x');
        """)
    }
    let keys = ["schools": [1, 0, 0], "pairs": [1, 2, 0]] as [String: [UInt8]]
    let made = Changeset(try seen.rows()) { keys[$0] ?? [] }
    #expect(try made.rows() == seen.rows())
    #expect(try made.changes() == seen.changes())
    let after = try schools()
    try connection.apply(made.inverted())
    #expect(try schools() == [[.text("s1"), .text("Ohio State"), .integer(1)]])
    try connection.apply(made)
    #expect(try schools() == after)
  }

  @Test("Only named tables with a primary key are recorded")
  func unrecorded() throws {
    let changeset = try recorded {
      try connection.executeScript(
        "INSERT INTO keyless VALUES ('x'); INSERT INTO unnamed VALUES (1)")
    }
    #expect(changeset.isEmpty)
    #expect(try changeset.inverted().isEmpty)
    #expect(try changeset.changes() == [])
    try connection.apply(changeset)
  }

  @Test("What a savepoint took back is not recorded")
  func takenBack() throws {
    struct Refused: Error {}
    let changeset = try recorded {
      try connection.transaction {
        try? connection.transaction {
          try connection.execute("INSERT INTO schools VALUES ('s2', 'Yale', 2)")
          throw Refused()
        }
      }
    }
    #expect(changeset.isEmpty)
  }

  @Test("The inverse takes back, and the changeset does again")
  func inverse() throws {
    let before = try schools()
    let changeset = try recorded {
      try connection.executeScript(
        "UPDATE schools SET rank = 9, name = 'OSU'; INSERT INTO schools VALUES ('s2', 'Yale', 2);")
    }
    let after = try schools()
    try connection.apply(try changeset.inverted())
    #expect(try schools() == before)
    try connection.apply(changeset)
    #expect(try schools() == after)
  }

  @Test(
    "A row that is not as it was left is a conflict and nothing is applied",
    arguments: [
      ("UPDATE schools SET rank = 5 WHERE id = 's1'", Changeset.Conflict.Reason.changed),
      ("DELETE FROM schools WHERE id = 's1'", .missing),
    ])
  func conflicts(meanwhile: String, reason: Changeset.Conflict.Reason) throws {
    let changeset = try recorded {
      try connection.executeScript(
        "INSERT INTO pairs VALUES (1, 1, ''); UPDATE schools SET rank = 2 WHERE id = 's1';")
    }
    try connection.execute(meanwhile)
    let change = Changeset.Change(table: "schools", operation: .update, key: [.text("s1")])
    #expect(throws: Changeset.Conflict(change: change, reason: reason)) {
      try connection.apply(try changeset.inverted())
    }
    #expect(try connection.one("SELECT count(*) FROM pairs") { row in try row.int(0) } == 1)
  }

  @Test("A key that is taken again and a unique name that is taken are told apart")
  func insertConflicts() throws {
    let changeset = try recorded { try connection.execute("DELETE FROM schools") }
    try connection.execute("INSERT INTO schools VALUES ('s1', 'Yale', 1)")
    let change = Changeset.Change(table: "schools", operation: .insert, key: [.text("s1")])
    #expect(throws: Changeset.Conflict(change: change, reason: .exists)) {
      try connection.apply(try changeset.inverted())
    }
    try connection.execute("UPDATE schools SET id = 's2', name = 'Ohio State'")
    #expect(throws: Changeset.Conflict(change: change, reason: .constraint)) {
      try connection.apply(try changeset.inverted())
    }
  }
}

@Suite("Online copies")
struct OnlineCopyTests {
  @Test("A copy holds what was committed, and readers of its target see it at their next query")
  func copy() throws {
    let folder = Folder()
    let source = try DatabaseConnection(path: folder.path + "/a.sqlite")
    try source.executeScript("PRAGMA journal_mode = WAL; CREATE TABLE t (word TEXT);")
    try source.execute("INSERT INTO t VALUES ('new')")
    let target = try DatabaseConnection(path: folder.path + "/b.sqlite")
    try target.executeScript("PRAGMA journal_mode = WAL; CREATE TABLE t (word TEXT, other TEXT);")
    let reader = try DatabaseConnection(path: folder.path + "/b.sqlite", .readOnly)
    let words = { try reader.query("SELECT * FROM t") { row in try row.text(0) } }
    #expect(try words() == [])

    let writer = try DatabaseConnection(path: folder.path + "/a.sqlite")
    try writer.transaction {
      try writer.execute("INSERT INTO t VALUES ('not yet')")
      try source.copy(to: target)
    }
    #expect(try words() == ["new"])
  }

  @Test("A copy into a locked file fails as busy and changes nothing")
  func locked() throws {
    let folder = Folder()
    let source = try DatabaseConnection.inMemory()
    try source.execute("CREATE TABLE t (word TEXT)")
    let path = folder.path + "/b.sqlite"
    let holder = try DatabaseConnection(path: path)
    try holder.execute("CREATE TABLE kept (word TEXT)")
    let target = try DatabaseConnection(path: path, patience: 1)
    try holder.transaction {
      #expect(throws: SQLiteError.busy(.none)) { try source.copy(to: target) }
    }
    #expect(try target.one("SELECT name FROM sqlite_schema") { row in try row.text(0) } == "kept")
  }
}
