import SQLite
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
}
