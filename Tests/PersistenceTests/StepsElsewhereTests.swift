import Basics
import Persistence
import SQLite
import Testing

/// Tests of steps (changes that a person can undo) that the same person made on another device,
/// over another copy of the data file.
@Suite("Steps over another copy of the file")
struct StepsElsewhereTests: StepSuite {
  let folder = Folder()
  let otherFolder = Folder()
  let file: DataFile
  let other: DataFile
  let journal: Journal

  init() {
    file = folder.open()
    other = otherFolder.open()
    journal = Journal(file) { _, _, _ in }
  }

  /// Makes a step in the other copy of the file and applies its changes to this copy, as a sync
  /// with a server does.
  func stepElsewhere(_ sql: String, _ summary: String) throws {
    try Journal(other) { _, _, _ in }.step(Sample.act(Sample.sam, "change", summary)) { step in
      try step.connection.executeScript(sql)
    }
    try bring(newest(in: other), summary)
  }

  /// Returns the changes of the newest entry of a file's journal.
  func newest(in file: DataFile) throws -> Changeset {
    try file.read { connection in
      try connection.one("SELECT changeset FROM journal ORDER BY id DESC LIMIT 1") { row in
        Changeset(bytes: try row.blob(0))
      }
    }
  }

  @discardableResult
  func bring(
    _ changeset: Changeset, _ summary: String, isReversal: Bool = false
  ) throws -> Bool {
    try file.writeFetched { connection in
      try connection.apply(changeset)
      return try Journal.enter(
        Sample.act(Sample.sam, "change", summary), changeset, isReversal: isReversal,
        of: file.schema, in: connection)
    }
  }

  @Test("Undo takes back the newest step wherever it was made, and redo does it again")
  func newestFirst() throws {
    try step("INSERT INTO schools (id, name) VALUES ('s1', 'Yale')", "here")
    try stepElsewhere("INSERT INTO schools (id, name) VALUES ('s2', 'Duke')", "there")
    #expect(try journal.undo(Sample.sam)?.act.summary == "there")
    #expect(try count("schools") == 1)
    #expect(try journal.redo(Sample.sam)?.act.summary == "there")
    #expect(try journal.undo(Sample.sam)?.act.summary == "there")
    #expect(try journal.undo(Sample.sam)?.act.summary == "here")
    #expect(try count("schools") == 0)
  }

  @Test("A step that was changed since is not taken back")
  func changedSince() throws {
    try stepElsewhere("INSERT INTO schools (id, name) VALUES ('s1', 'Yale')", "there")
    try step("UPDATE schools SET rank = 3", by: Sample.pat)
    #expect(throws: PersistenceError.self) { try journal.undo(Sample.sam) }
    #expect(try count("schools") == 1)
  }

  @Test("An undo and a redo elsewhere mark the entry here and get none")
  func turnedElsewhere() throws {
    try step("INSERT INTO schools (id, name) VALUES ('s1', 'Yale')", "1")
    try step("INSERT INTO schools (id, name) VALUES ('s2', 'Duke')", "2")
    let second = try newest(in: file)
    #expect(try bring(second.inverted(), "Took back: 2"))
    #expect(try summaries() == ["(undone) 2", "1"])
    #expect(try bring(second, "Did again: 2"))
    #expect(try summaries() == ["2", "1"])
    try bring(second.inverted(), "Took back: 2")
    #expect(try journal.undo(Sample.sam)?.act.summary == "1")
    #expect(try count("schools") == 0)
  }

  @Test("An undo elsewhere marks the step that it took back, which need not be the newest here")
  func turnedOlder() throws {
    try step("INSERT INTO schools (id, name) VALUES ('s1', 'Yale')", "Added Yale")
    try step("UPDATE schools SET rank = 1", "Changed Yale")
    let device = try newest(in: file)
    try step("UPDATE schools SET name = 'Yale College'", "Renamed Yale")
    #expect(try bring(device.inverted(), "Took back: Changed Yale"))
    #expect(try summaries() == ["Renamed Yale", "(undone) Changed Yale", "Added Yale"])
    #expect(try journal.undo(Sample.sam)?.act.summary == "Renamed Yale")
    #expect(try journal.undo(Sample.sam)?.act.summary == "Added Yale")
  }

  @Test("An undo of a step that is not here changes no entry")
  func unknown() throws {
    try step("INSERT INTO schools (id, name) VALUES ('s1', 'Yale')", "1")
    let members = try recordedMember()
    try file.writeFetched { connection in try connection.apply(members) }
    #expect(try !bring(members.inverted(), "Took back: Added somebody"))
    #expect(try summaries() == ["1"])
  }

  @Test("A new step elsewhere ends redo, and a reversal there marks the step that it took back")
  func newStep() throws {
    try step("INSERT INTO schools (id, name) VALUES ('s1', 'Yale')", "1")
    let first = try newest(in: file)
    try step("INSERT INTO schools (id, name) VALUES ('s2', 'Duke')", "2")
    _ = try journal.undo(Sample.sam)
    try stepElsewhere("INSERT INTO schools (id, name) VALUES ('s3', 'Rice')", "3")
    #expect(try journal.redo(Sample.sam) == nil)
    #expect(try summaries() == ["3", "1"])
    #expect(try bring(first.inverted(), "Took back 1: 1", isReversal: true))
    let history = try journal.history(limit: 10)
    #expect(history.map(\.act.summary) == ["Took back 1: 1", "3", "1"])
    #expect(history[2].takenBackBy == history[0].id)
    #expect(try journal.undo(Sample.sam)?.act.summary == "Took back 1: 1")
    #expect(try journal.undo(Sample.sam)?.act.summary == "3")
  }

  /// Makes a step in the other copy of the file that changes the table `members`, and returns its
  /// changes.
  private func recordedMember() throws -> Changeset {
    try Journal(other) { _, _, _ in }.step(Sample.act()) { step in
      try step.connection.executeScript("INSERT INTO members VALUES ('f', 'p', 'parent')")
    }
    return try newest(in: other)
  }
}
