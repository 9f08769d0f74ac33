import Foundation
import SQLite
import Synchronization
import Testing

@Suite("What a failed statement says")
struct ErrorTests {
  let connection: DatabaseConnection

  init() throws {
    connection = try DatabaseConnection.inMemory()
    try connection.executeScript(
      """
      CREATE TABLE schools (
        id TEXT PRIMARY KEY NOT NULL, name TEXT NOT NULL UNIQUE, rank INTEGER CHECK (rank > 0)
      ) STRICT;
      CREATE TABLE coaches (school_id TEXT NOT NULL REFERENCES schools (id)) STRICT;
      CREATE TRIGGER no_closing BEFORE DELETE ON schools BEGIN SELECT RAISE(ABORT, 'kept'); END;
      INSERT INTO schools VALUES ('s1', 'Ohio State', 1);
      """)
  }

  @Test(
    "Each kind of constraint is named with its subject",
    arguments: [
      (
        "INSERT INTO schools VALUES ('s2', 'Ohio State', 1)", SQLiteError.Constraint.unique,
        "schools.name"
      ),
      ("INSERT INTO schools VALUES ('s1', 'Yale', 1)", .primaryKey, "schools.id"),
      ("INSERT INTO schools (id) VALUES ('s2')", .notNull, "schools.name"),
      ("INSERT INTO schools VALUES ('s2', 'Yale', 0)", .check, "rank > 0"),
      ("INSERT INTO coaches VALUES ('s9')", .foreignKey, "FOREIGN KEY constraint failed"),
      (
        "INSERT INTO schools VALUES ('s2', 'Yale', 'first')", .type,
        "cannot store TEXT value in INTEGER column schools.rank"
      ),
      ("DELETE FROM schools", .trigger, "kept"),
    ])
  func constraints(sql: String, kind: SQLiteError.Constraint, subject: String) {
    #expect(throws: SQLiteError.constraint(kind, subject: subject, FailedQuery(sql: sql))) {
      try connection.execute(sql)
    }
  }

  @Test("The words quote the SQL and the types of the values, never the values")
  func words() throws {
    let sql = "INSERT INTO schools VALUES (?, ?, ?)"
    let error = #expect(throws: SQLiteError.self) {
      try connection.execute(sql, "secret-id", "Ohio State", Int?.none)
    }
    #expect(
      error?.description
        == "unique constraint failed: schools.name in “\(sql)” with (text, text, null)")
    #expect(error?.description.contains("secret") == false)
  }

  @Test(
    "Wrong SQL and wrong use are told apart from the data's faults",
    arguments: [
      ("SELECT nonsense", "no such column: nonsense"),
      ("SELECT 1; SELECT 2", "there is more than one statement"),
      (" -- only a comment", "there is no statement"),
      ("SELECT ?", "0 values for 1 places"),
    ])
  func misuse(sql: String, words: String) {
    #expect(throws: SQLiteError.misuse(words, FailedQuery(sql: sql))) {
      try connection.execute(sql)
    }
  }

  @Test("A value too many is a misuse")
  func tooManyValues() {
    #expect(throws: SQLiteError.self) { try connection.execute("SELECT ?", 1, 2) }
  }

  @Test("A statement that runs too long can be stopped")
  func interrupted() throws {
    let endless =
      "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n"
    var asked = 0
    #expect(throws: SQLiteError.interrupted(FailedQuery(sql: endless))) {
      try connection.watched(mayContinue: {
        asked += 1
        return asked < 5
      }) { try connection.execute(endless) }
    }
    #expect(asked == 5)
    // `watched` removes its callback at its end, so this statement must not call `mayContinue`
    // again.
    try connection.execute("SELECT max(name) FROM schools")
    #expect(asked == 5)
  }

  @Test("An interrupt from another thread stops the statement; one after the end is harmless")
  func interrupter() async throws {
    let endless =
      "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n"
    var own: DatabaseConnection? = try DatabaseConnection.inMemory()
    let interrupter = try #require(own?.interrupter)
    // The thread is not one of Swift's task pool, because waiting tests may occupy all threads of
    // the pool. Then the query would never be interrupted.
    let (hasStopped, ends) = (Latch(), AsyncStream<Void>.makeStream())
    Thread.detachNewThread {
      while !hasStopped.isSet {
        interrupter.interrupt()
        usleep(100)
      }
      ends.continuation.finish()
    }
    #expect(throws: SQLiteError.interrupted(FailedQuery(sql: endless))) {
      try own?.execute(endless)
    }
    own = nil
    hasStopped.set()
    for await _ in ends.stream {}
    interrupter.interrupt()
  }
}

private final class Latch: Sendable {
  private let state = Mutex(false)

  var isSet: Bool { state.withLock { $0 } }

  func set() { state.withLock { $0 = true } }
}
