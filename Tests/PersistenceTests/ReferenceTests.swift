import Persistence
import SQLite
import Testing

/// Tests that undo leaves no reference to a missing row.
///
/// Undo writes with SQLite's foreign keys off, so it must find such references itself.
@Suite("References after undo")
struct ReferenceTests {
  struct Shape: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var tables: String
    /// The statement of the first step. The test tries to undo this step.
    ///
    /// The statement inserts a parent row, so the undo deletes that row.
    var parent = "INSERT INTO parents (id, name) VALUES ('p1', 'P')"
    /// The statement of a later step of another person.
    ///
    /// The statement inserts a row that refers to the parent row. If the first step were undone,
    /// this reference would lead to no row.
    var child = "INSERT INTO children VALUES ('c1', 'p1')"
  }

  @Test(
    "A parent that others point at cannot be undone away, whatever the key",
    arguments: [
      Shape(
        testDescription: "by primary key",
        tables: """
          CREATE TABLE parents (id TEXT PRIMARY KEY NOT NULL, name TEXT);
          CREATE TABLE children (id TEXT PRIMARY KEY NOT NULL, parent TEXT REFERENCES parents (id));
          """),
      Shape(
        testDescription: "by a primary key that is not named",
        tables: """
          CREATE TABLE parents (id TEXT PRIMARY KEY NOT NULL, name TEXT);
          CREATE TABLE children (id TEXT PRIMARY KEY NOT NULL, parent TEXT REFERENCES PARENTS);
          """),
      Shape(
        testDescription: "by a number",
        tables: """
          CREATE TABLE parents (id INTEGER PRIMARY KEY, name TEXT);
          CREATE TABLE children (id TEXT PRIMARY KEY NOT NULL, parent INTEGER REFERENCES parents (id));
          """,
        parent: "INSERT INTO parents VALUES (7, 'P')",
        child: "INSERT INTO children VALUES ('c1', 7)"),
      Shape(
        testDescription: "by a key with quotes in it",
        tables: """
          CREATE TABLE parents (id TEXT PRIMARY KEY NOT NULL, name TEXT);
          CREATE TABLE children (id TEXT PRIMARY KEY NOT NULL, parent TEXT REFERENCES parents (id));
          """,
        parent: "INSERT INTO parents VALUES ('p\"\\1', 'P')",
        child: "INSERT INTO children VALUES ('c1', 'p\"\\1')"),
      Shape(
        testDescription: "by another unique column",
        tables: """
          CREATE TABLE parents (id TEXT PRIMARY KEY NOT NULL, name TEXT UNIQUE);
          CREATE TABLE children (id TEXT PRIMARY KEY NOT NULL, parent TEXT REFERENCES parents (name));
          """,
        child: "INSERT INTO children VALUES ('c1', 'P')"),
      Shape(
        testDescription: "by two columns",
        tables: """
          CREATE TABLE parents (id TEXT NOT NULL, name TEXT NOT NULL, PRIMARY KEY (id, name));
          CREATE TABLE children (
            id TEXT PRIMARY KEY NOT NULL, parent TEXT, name TEXT DEFAULT 'P',
            FOREIGN KEY (parent, name) REFERENCES parents (id, name));
          """,
        child: "INSERT INTO children (id, parent) VALUES ('c1', 'p1')"),
    ])
  func parentGone(_ shape: Shape) throws {
    let folder = Folder()
    let file = folder.open(
      Schema(
        applicationID: 5, migrations: [Migration(1, "Make the tables", sql: shape.tables)],
        sharedTables: ["parents", "children"]))
    let journal = Journal(file) { _, _, _ in }
    for (person, sql) in [(Sample.sam, shape.parent), (Sample.pat, shape.child)] {
      try journal.step(Sample.act(person)) { step in try step.connection.execute(sql) }
    }
    let before = try file.canonicalDump()
    let error = #expect(throws: PersistenceError.self) { try journal.undo(Sample.sam) }
    guard case .brokenReferences(let findings) = error else {
      Issue.record("\(error as Any)")
      return
    }
    #expect(findings.map(\.table) == ["children"])
    #expect(try file.canonicalDump() == before)
    // First the other person undoes their step, which removes the row that refers to the parent
    // row. The undo that was refused before must then succeed.
    #expect(try journal.undo(Sample.pat) != nil)
    #expect(try journal.undo(Sample.sam) != nil)
    #expect(try file.findings() == [])
  }
}
