import Basics
import Persistence
import SQLite
import Testing

@Suite("Undo and redo")
struct UndoTests: StepSuite {
  let folder = Folder()
  let file: DataFile
  let journal: Journal

  init() {
    file = folder.open()
    journal = Journal(file) { _, _, _ in }
  }

  @Test("Undo takes back the newest step and redo does it again")
  func undoRedo() throws {
    try step("INSERT INTO schools (id, name) VALUES ('s1', 'Yale')")
    let one = try file.canonicalDump()
    try step("UPDATE schools SET rank = 4; INSERT INTO members VALUES ('f', 'p', 'parent')")
    let two = try file.canonicalDump()
    let undone = try #require(try journal.undo(Sample.sam))
    #expect(undone.id == 2)
    #expect(undone.isUndone)
    #expect(undone.act == Sample.act(Sample.sam, "change", "Changed it"))
    #expect(try file.canonicalDump() == one)
    #expect(try journal.redo(Sample.sam)?.id == 2)
    #expect(try file.canonicalDump() == two)
    #expect(try journal.redo(Sample.sam) == nil)
  }

  @Test("The newest change is another one after each step, undo and redo, and the same without one")
  func newestChange() throws {
    #expect(try journal.newestChange() == nil)
    try step("INSERT INTO schools (id, name) VALUES ('s1', 'Yale')")
    try step("UPDATE schools SET rank = 4")
    let done = try journal.newestChange()
    try step("UPDATE schools SET rank = 4 WHERE id = 'none'")
    #expect(try journal.newestChange() == done)
    var own = Sample.act(Sample.id(7))
    own.athlete = nil
    try journal.step(own) { step in
      try step.connection.executeScript("UPDATE schools SET updated_at = '2026-02-10'")
    }
    #expect(try journal.newestChange() == done, "it is about no athlete's data")
    try #require(try journal.undo(Sample.id(7)) != nil)
    #expect(try journal.newestChange() == done)
    _ = try journal.undo(Sample.sam)
    let undone = try journal.newestChange()
    #expect(undone != done)
    _ = try journal.undo(Sample.sam)
    #expect(try journal.newestChange() != undone)
    _ = try journal.redo(Sample.sam)
    #expect(try journal.newestChange() == undone)
    try step("UPDATE schools SET rank = 5")
    #expect(try ![done, undone].contains(journal.newestChange()))
  }

  @Test("With nothing to take back, nothing happens")
  func nothing() throws {
    #expect(try journal.undo(Sample.sam) == nil)
    #expect(try journal.redo(Sample.sam) == nil)
  }

  @Test("Writes of one batch are one step, taken back and done again together")
  func batch() throws {
    try step("INSERT INTO schools (id, name, rank) VALUES ('s1', 'Yale', 1)", "Before")
    let before = try file.canonicalDump()
    for rank in 2...4 {
      try step(
        """
        INSERT INTO coaches VALUES ('c\(rank)', 's1', 'Kim');
        UPDATE schools SET rank = \(rank) WHERE id = 's1'
        """, "Sent \(rank)", batch: Sample.id(5))
    }
    let after = try file.canonicalDump()
    #expect(try summaries() == ["Sent 4", "Before"])
    #expect(try journal.undo(Sample.sam)?.act.summary == "Sent 4")
    #expect(try file.canonicalDump() == before)
    #expect(try journal.redo(Sample.sam) != nil)
    #expect(try file.canonicalDump() == after)
  }

  @Test("Another step in between parts a batch, and so do another batch and another person")
  func partedBatch() throws {
    try step("INSERT INTO schools (id, name) VALUES ('s1', 'Yale')", "1", batch: Sample.id(5))
    try step("INSERT INTO schools (id, name) VALUES ('s2', 'Duke')", "other")
    try step("INSERT INTO schools (id, name) VALUES ('s3', 'Rice')", "2", batch: Sample.id(5))
    try step("INSERT INTO schools (id, name) VALUES ('s4', 'Penn')", "3", batch: Sample.id(6))
    try step(
      "INSERT INTO schools (id, name) VALUES ('s5', 'Navy')", by: Sample.pat, "4",
      batch: Sample.id(6))
    try step("INSERT INTO schools (id, name) VALUES ('s6', 'Army')", "5", batch: Sample.id(6))
    #expect(try summaries() == ["4", "5", "2", "other", "1"])
    #expect(try journal.undo(Sample.sam)?.act.summary == "5")
    #expect(try count("schools") == 4)
  }

  @Test("A batch goes on after its beginning was taken back as a step of its own, and ends redo")
  func undoneBatch() throws {
    try step("INSERT INTO schools (id, name) VALUES ('s1', 'Yale')", "1", batch: Sample.id(5))
    _ = try journal.undo(Sample.sam)
    try step("INSERT INTO schools (id, name) VALUES ('s2', 'Duke')", "2", batch: Sample.id(5))
    #expect(try summaries() == ["2"])
    #expect(try journal.redo(Sample.sam) == nil)
  }

  @Test("A deletion that cascaded and set null is undone and redone whole")
  func cascade() throws {
    try step(
      """
      INSERT INTO schools (id, name) VALUES ('s1', 'Yale'), ('s2', 'Duke');
      INSERT INTO coaches VALUES ('c1', 's1', 'Kim'), ('c2', 's2', 'Lee');
      INSERT INTO interactions VALUES ('i1', 's1', 'c1', 'hi'), ('i2', 's2', 'c1', 'ho');
      """)
    let before = try file.canonicalDump()
    try step("DELETE FROM schools WHERE id = 's1'")
    let after = try file.canonicalDump()
    #expect(try count("interactions") == 1)
    #expect(try count("interactions WHERE coach_id IS NULL") == 1)
    #expect(try journal.undo(Sample.sam) != nil)
    #expect(try file.canonicalDump() == before)
    #expect(try journal.redo(Sample.sam) != nil)
    #expect(try file.canonicalDump() == after)
    #expect(try file.findings() == [])
  }

  @Test("An import of many parents with their children is one step, undone and redone whole")
  func bulk() throws {
    try journal.step(Sample.act(Sample.sam, "importSchools")) { step in
      try step.connection.prepared("INSERT INTO schools (id, name) VALUES (?, ?)") { statement in
        for number in 1...500 { try statement.run(Sample.id(number), "School \(number)") }
      }
      try step.connection.prepared("INSERT INTO coaches VALUES (?, ?, 'Coach')") { statement in
        for number in 1...1_500 {
          try statement.run(Sample.id(10_000 + number), Sample.id(1 + number % 500))
        }
      }
    }
    let imported = try file.canonicalDump()
    #expect(try journal.undo(Sample.sam) != nil)
    #expect(try count("schools") + count("coaches") == 0)
    #expect(try journal.redo(Sample.sam) != nil)
    #expect(try file.canonicalDump() == imported)
  }

  @Test("The search index that triggers keep is right after undo and redo, and never recorded")
  func searchIndex() throws {
    func hits(_ word: String) throws -> Int { try count("school_words WHERE name MATCH '\(word)'") }
    func isSound() throws {
      try file.write {
        try $0.execute("INSERT INTO school_words (school_words) VALUES ('integrity-check')")
      }
    }
    try step("INSERT INTO schools (id, name) VALUES ('s1', 'Ohio State')")
    try step("UPDATE schools SET name = 'Penn State'")
    try step("DELETE FROM schools")
    #expect(try hits("Penn") == 0)
    _ = try journal.undo(Sample.sam)
    #expect(try hits("Penn") == 1)
    _ = try journal.undo(Sample.sam)
    #expect(try hits("Ohio") == 1)
    #expect(try hits("Penn") == 0)
    try isSound()
    _ = try journal.redo(Sample.sam)
    #expect(try hits("Penn") == 1)
    try isSound()
    let tables = try file.read {
      try $0.query("SELECT changeset FROM journal") { row in
        try Changeset(bytes: try row.blob(0)).changes().map(\.table)
      }
    }
    #expect(Set(tables.joined()) == ["schools"])
  }

  @Test("Each person takes back their own steps")
  func twoPeople() throws {
    try step("INSERT INTO schools (id, name) VALUES ('s1', 'Yale')", by: Sample.sam, "Sam's")
    try step("INSERT INTO schools (id, name) VALUES ('s2', 'Duke')", by: Sample.pat, "Pat's")
    #expect(try journal.undo(Sample.sam)?.act.summary == "Sam's")
    #expect(try journal.undo(Sample.sam) == nil)
    #expect(try count("schools WHERE id = 's2'") == 1)
    #expect(try journal.undo(Sample.pat)?.act.summary == "Pat's")
    #expect(try journal.redo(Sample.sam)?.act.summary == "Sam's")
    #expect(try count("schools WHERE id = 's1'") == 1)
    #expect(try summaries() == ["(undone) Pat's", "Sam's"])
  }

  @Test("A row that somebody changed since is a conflict that names it; nothing is forced")
  func conflict() throws {
    try step("INSERT INTO schools (id, name, rank) VALUES ('s1', 'Yale', 1)")
    try step(
      "INSERT INTO members VALUES ('f', 'p', 'parent'); UPDATE schools SET rank = 2;", "Ranked it")
    try step("UPDATE schools SET rank = 3", by: Sample.pat)
    let before = try file.canonicalDump()
    let change = Changeset.Change(table: "schools", operation: .update, key: [.text("s1")])
    let error = #expect(throws: PersistenceError.self) { try journal.undo(Sample.sam) }
    #expect(
      error
        == .conflict(
          .init(change: change, reason: .changed), try journal.history(limit: 2)[1]))
    #expect(try file.canonicalDump() == before)
    // Sam's undo was refused because Pat's later step changed the same row. After Pat has undone
    // that step, Sam's undo must succeed.
    _ = try journal.undo(Sample.pat)
    #expect(try journal.undo(Sample.sam)?.act.summary == "Ranked it")
  }

  @Test("Undoing an addition that others built upon is refused and leaves both")
  func builtUpon() throws {
    try step("INSERT INTO schools (id, name) VALUES ('s1', 'Yale')")
    try step("INSERT INTO coaches VALUES ('c1', 's1', 'Kim')", by: Sample.pat)
    let finding = ForeignKeyFinding(table: "coaches", rowID: nil, parent: "schools")
    #expect(throws: PersistenceError.brokenReferences([finding])) {
      try journal.undo(Sample.sam)
    }
    #expect(try count("schools") == 1)
    #expect(try file.findings() == [])
  }

  @Test("Bringing back a child whose parent is gone is refused")
  func orphan() throws {
    try step("INSERT INTO schools (id, name) VALUES ('s1', 'Yale')")
    try step("INSERT INTO coaches VALUES ('c1', 's1', 'Kim')")
    try step("DELETE FROM coaches")
    try step("DELETE FROM schools", by: Sample.pat)
    #expect(throws: PersistenceError.self) { try journal.undo(Sample.sam) }
    #expect(try count("coaches") == 0)
  }

  @Test("Foreign keys hold again after an undo that was refused")
  func foreignKeysAreBack() throws {
    try step("INSERT INTO schools (id, name) VALUES ('s1', 'Yale')")
    try step("INSERT INTO coaches VALUES ('c1', 's1', 'Kim')", by: Sample.pat)
    #expect(throws: PersistenceError.self) { try journal.undo(Sample.sam) }
    #expect(throws: SQLiteError.self) { try step("INSERT INTO coaches VALUES ('c2', 's9', '')") }
  }
}
