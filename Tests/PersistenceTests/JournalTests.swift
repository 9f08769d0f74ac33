import Basics
import Persistence
import SQLite
import Testing

@Suite("Steps and their journal")
struct JournalTests: StepSuite {
  struct Refused: Error {}

  let folder = Folder()
  let file: DataFile
  let journal: Journal

  init() {
    file = folder.open()
    journal = Journal(file) { _, _, _ in }
  }

  @Test("A new step ends redo for its person alone")
  func newStepEndsRedo() throws {
    try step("INSERT INTO schools (id, name) VALUES ('s1', 'Yale')", by: Sample.sam, "one")
    try step("INSERT INTO schools (id, name) VALUES ('s2', 'Duke')", by: Sample.pat, "two")
    _ = try journal.undo(Sample.sam)
    _ = try journal.undo(Sample.pat)
    try step("INSERT INTO schools (id, name) VALUES ('s3', 'Rice')", by: Sample.sam, "three")
    #expect(try journal.redo(Sample.sam) == nil)
    #expect(try journal.redo(Sample.pat)?.act.summary == "two")
    #expect(try summaries() == ["three", "two"])
  }

  @Test("A step that changed no shared row is not recorded and does not end redo")
  func emptyStep() throws {
    try step("INSERT INTO schools (id, name) VALUES ('s1', 'Yale')")
    _ = try journal.undo(Sample.sam)
    try step("INSERT INTO view_log (what) VALUES ('looked')")
    try step("INSERT INTO schools (id, name) VALUES ('s9', 'Rice'); DELETE FROM schools;")
    #expect(try journal.history(limit: 10).count == 1)
    #expect(try journal.redo(Sample.sam) != nil)
  }

  @Test("A step within a step joins it: one entry, one undo, the outer summary")
  func nested() throws {
    try journal.step(Sample.act(Sample.sam, "outer", "Outer")) { outer in
      try step("INSERT INTO schools (id, name) VALUES ('s1', 'Yale')")
      try file.write {
        try $0.executeScript("INSERT INTO schools (id, name) VALUES ('s2', 'Duke')")
      }
      outer.summary = "Added \(outer.connection.changes + 1) schools"
    }
    #expect(try summaries() == ["Added 2 schools"])
    _ = try journal.undo(Sample.sam)
    #expect(try count("schools") == 0)
  }

  @Test(
    "A step that throws leaves neither rows nor an entry; an inner one that is survived leaves none of its own"
  )
  func throwing() throws {
    #expect(throws: Refused.self) {
      try journal.step(Sample.act()) { step in
        try step.connection.execute("INSERT INTO schools (id, name) VALUES ('s1', 'Yale')")
        throw Refused()
      }
    }
    #expect(try count("schools") == 0)
    #expect(try summaries() == [])
    try journal.step(Sample.act()) { outer in
      try outer.connection.execute("INSERT INTO schools (id, name) VALUES ('s2', 'Duke')")
      try? journal.step(Sample.act()) { inner in
        try inner.connection.execute("INSERT INTO schools (id, name) VALUES ('s3', 'Rice')")
        throw Refused()
      }
    }
    #expect(try count("schools") == 1)
    _ = try journal.undo(Sample.sam)
    #expect(try count("schools") == 0)
  }

  @Test("Authority is asked before a step, and again before it is undone and redone")
  func authority() throws {
    try step("INSERT INTO schools (id, name) VALUES ('s1', 'Yale')")
    for refused in [Act.Phase.doing, .undoing, .redoing] {
      let strict = Journal(file) { _, act, phase in
        #expect(act.person == Sample.sam)
        if phase == refused { throw Refused() }
      }
      let before = try file.canonicalDump()
      #expect(throws: Refused.self) {
        switch refused {
        case .doing:
          try strict.step(Sample.act()) { step in
            Issue.record("the body ran")
            try step.connection.execute("DELETE FROM schools")
          }
        case .undoing: _ = try strict.undo(Sample.sam)
        case .redoing:
          _ = try journal.undo(Sample.sam)
          defer { _ = try? journal.redo(Sample.sam) }
          _ = try strict.redo(Sample.sam)
        }
      }
      #expect(try file.canonicalDump() == before)
    }
  }

  @Test("Steps survive a restart")
  func restart() throws {
    try step("INSERT INTO schools (id, name) VALUES ('s1', 'Yale')")
    file.close()
    let again = Journal(folder.open()) { _, _, _ in }
    #expect(try again.undo(Sample.sam) != nil)
    #expect(try count("schools") == 0)
  }

  @Test("A migration ends the journal: older steps stay in history and cannot be undone")
  func migration() throws {
    let elsewhere = Folder()
    let old = elsewhere.open(Sample.schema.upTo(version: 1))
    let act = Sample.act(Sample.sam, "addSchool", "Added Yale")
    try Journal(old) { _, _, _ in }.step(act) { step in
      try step.connection.execute("INSERT INTO schools (id, name) VALUES ('s1', 'Yale')")
    }
    old.close()
    let file = elsewhere.open()
    let journal = Journal(file) { _, _, _ in }
    let entry = JournalEntry(id: 1, act: act, isUndone: false, isUndoable: false)
    #expect(try journal.history(limit: 10) == [entry])
    let before = try file.canonicalDump()
    #expect(throws: PersistenceError.journalEnded(entry)) { try journal.undo(Sample.sam) }
    #expect(try file.canonicalDump() == before)
    try journal.step(Sample.act(Sample.sam, "rank", "Ranked")) { step in
      try step.connection.execute("UPDATE schools SET rank = 1")
    }
    #expect(try journal.undo(Sample.sam)?.act.summary == "Ranked")
  }

  @Test("A step from before a migration of indexes is undone and done again, an older one is not")
  func migrationOfIndexes() throws {
    let elsewhere = Folder()
    func add(_ name: String, _ schema: Schema) throws {
      let file = elsewhere.open(schema)
      defer { file.close() }
      let act = Sample.act(Sample.sam, "addSchool", "Added \(name)")
      try Journal(file) { _, _, _ in }.step(act) { step in
        try step.connection.execute("INSERT INTO schools (id, name) VALUES (?1, ?1)", name)
      }
    }
    try add("Yale", Sample.schema.upTo(version: 2))
    try add("Duke", Sample.schema)
    let later = Schema(
      applicationID: Sample.applicationID,
      migrations: Sample.migrations + [
        Migration(
          4, "Find by rank", sql: "CREATE INDEX schools_by_rank ON schools (rank)",
          keepsSharedTables: true)
      ], sharedTables: Sample.sharedTables)
    let now = Journal(elsewhere.open(later)) { _, _, _ in }
    #expect(try now.history(limit: 9).map(\.isUndoable) == [true, false])
    #expect(try now.undo(Sample.sam)?.act.summary == "Added Duke")
    #expect(try now.redo(Sample.sam)?.act.summary == "Added Duke")
    #expect(try now.undo(Sample.sam)?.isUndone == true)
    #expect(throws: PersistenceError.self) { try now.undo(Sample.sam) }
  }

  @Test("Only the newest steps of a person are kept")
  func limited() throws {
    let short = Journal(file, keeping: 3) { _, _, _ in }
    try step("INSERT INTO schools (id, name) VALUES ('s0', 'Pat''s')", by: Sample.pat, "Pat's")
    for number in 1...5 {
      try short.step(Sample.act(Sample.sam, "add", "Added \(number)")) { step in
        try step.connection.execute(
          "INSERT INTO schools (id, name) VALUES (?, ?)", "s\(number)", "School \(number)")
      }
    }
    #expect(try summaries() == ["Added 5", "Added 4", "Added 3", "Pat's"])
    #expect(Journal.defaultDepth == 1_000)
  }

  @Test("History is newest first and can be narrowed to athletes")
  func history() throws {
    for (athlete, summary) in [(Sample.sam, "one"), (Sample.pat, "two"), (Sample.sam, "three")] {
      var act = Sample.act(Sample.sam, "add", summary)
      act.athlete = athlete
      try journal.step(act) { step in
        try step.connection.execute(
          "INSERT INTO schools (id, name) VALUES (?, ?)", summary, summary)
      }
    }
    #expect(try summaries() == ["three", "two", "one"])
    #expect(
      try journal.history(limit: 10, athletes: [Sample.sam]).map(\.act.summary) == ["three", "one"])
    #expect(try journal.history(limit: 10, athletes: []) == [])
    #expect(try journal.history(limit: 1).map(\.act.summary) == ["three"])
  }

  @Test("Undo inside a step is refused: it would take back what is half done")
  func undoInsideStep() throws {
    #expect(throws: PersistenceError.misuse("work on the file inside a transaction")) {
      try journal.step(Sample.act()) { _ in _ = try journal.undo(Sample.sam) }
    }
  }
}
