import Basics
import Persistence
import SQLite
import Testing

@Suite("What people are told about the file")
struct ProblemTests {
  static let query = FailedQuery(sql: "COMMIT")
  static let entry = JournalEntry(
    id: 4, act: Sample.act(Sample.sam, "editSchool", "Renamed Yale"), isUndone: false,
    isUndoable: true)
  static let undone = JournalEntry(
    id: 4, act: Sample.act(Sample.sam, "editSchool", "Renamed Yale"), isUndone: true,
    isUndoable: true)

  static func conflict(_ reason: Changeset.Conflict.Reason) -> Changeset.Conflict {
    .init(
      change: .init(table: "schools", operation: .update, key: [.text("s1")]), reason: reason)
  }

  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var error: any Error
    var cause: Cause
    var words: [String]
  }

  static let cases: [Case] = [
    Case(
      testDescription: "full", error: SQLiteError.full(query), cause: .storage(.full),
      words: [
        "The disk is full.",
        "Nothing was changed. Everything saved before is still there.",
        "Free some space on the disk of /nowhere/compass.sqlite, then do it again.",
      ]),
    Case(
      testDescription: "read-only", error: SQLiteError.readOnly(query), cause: .storage(.readOnly),
      words: [
        "/nowhere/compass.sqlite is read-only.", "Nothing was changed.",
        "Allow writing to the file and its folder, or choose another folder with --data.",
      ]),
    Case(
      testDescription: "busy", error: SQLiteError.busy(query), cause: .storage(.busy),
      words: [
        "Another program kept /nowhere/compass.sqlite locked for too long.", "Nothing was changed.",
        "Wait until the other program has finished, or close it, then do it again.",
      ]),
    Case(
      testDescription: "damaged",
      error: SQLiteError.damaged(detail: "Its pages contradict each other.", query),
      cause: .storage(.damaged),
      words: [
        "/nowhere/compass.sqlite is damaged.", "Its pages contradict each other.",
        "Keep a copy of the file. There is no backup in /nowhere/backups.",
      ]),
    Case(
      testDescription: "no database", error: SQLiteError.notADatabase(path: "/nowhere/notes.txt"),
      cause: .storage(.damaged),
      words: [
        "/nowhere/notes.txt is not a Recruiting Compass file.", "It was not touched.",
        "Choose another folder with --data.",
      ]),
    Case(
      testDescription: "cannot open",
      error: SQLiteError.cannotOpen(path: "/nowhere/x.sqlite", reason: "Permission denied"),
      cause: .storage(.missing),
      words: [
        "/nowhere/x.sqlite cannot be opened: Permission denied.",
        "Check that you may read and write it and its folder.",
      ]),
    Case(
      testDescription: "disk failed", error: SQLiteError.inputOutput(code: 778, query),
      cause: .storage(.damaged),
      words: [
        "The disk failed while /nowhere/compass.sqlite was in use.",
        "SQLite reports code 778. Nothing was changed.",
        "See whether the disk has room and your quota allows it, and keep a copy of the file.",
      ]),
    Case(
      testDescription: "nobody knows", error: SQLiteError.outcomeUnknown(code: 1034, query),
      cause: .storage(.unconfirmed),
      words: [
        "The disk failed while /nowhere/compass.sqlite was being saved.",
        "SQLite reports code 1034. It is not known whether the last change was kept; all before it was.",
        "End this program, start it again, and look before you do it again.",
      ]),
    Case(
      testDescription: "a defect", error: SQLiteError.misuse("no such table: x", query),
      cause: .failed,
      words: [
        "That did not work. Nothing was changed.",
        "See whether the file is sound:  doctor. If it is, please report what you did.",
      ]),
    Case(
      testDescription: "too new",
      error: PersistenceError.tooNew(path: "/nowhere/compass.sqlite", found: 12, known: 3),
      cause: .storage(.tooNew),
      words: [
        "/nowhere/compass.sqlite was written by a newer Recruiting Compass.",
        "Its form is 12; this program knows 3. It was not touched.",
        "Install the newer version and open it with that.",
      ]),
    Case(
      testDescription: "too old",
      error: PersistenceError.tooOld(path: "/nowhere/compass.sqlite", found: 5, oldest: 6),
      cause: .storage(.tooOld),
      words: [
        "/nowhere/compass.sqlite was written by a Recruiting Compass from before the first release.",
        "Its form is 5; this program knows 6 and later. It was not touched.",
        "Export it with the program that wrote it, and import that:  import everything FILE",
      ]),
    Case(
      testDescription: "no such backup",
      error: PersistenceError.missing(path: "/nowhere/b.sqlite"), cause: .storage(.missing),
      words: [
        "There is no file /nowhere/b.sqlite.",
        "Check the spelling; `ls /nowhere/backups` shows the backups.",
      ]),
    Case(
      testDescription: "migration failed",
      error: PersistenceError.migrationFailed(
        number: 4, name: "Add tiers", reason: "no such table"),
      cause: .storage(.damaged),
      words: [
        "/nowhere/compass.sqlite could not be brought up to date.",
        "Step 4, “Add tiers”, failed: no such table", "The file is as it was before.",
        "Go on with the version you used before, and report the words above.",
      ]),
    Case(
      testDescription: "changed since", error: PersistenceError.conflict(conflict(.changed), entry),
      cause: .conflict,
      words: [
        "This cannot be taken back: schools s1 was changed since.", "The step: Renamed Yale.",
        "Nothing was changed.",
        "See who did what:  history",
      ]),
    Case(
      testDescription: "deleted since",
      error: PersistenceError.conflict(conflict(.missing), undone),
      cause: .conflict,
      words: [
        "This cannot be done again: schools s1 was deleted since.", "The step: Renamed Yale.",
        "Nothing was changed.",
        "See who did what:  history",
      ]),
    Case(
      testDescription: "there again", error: PersistenceError.conflict(conflict(.exists), entry),
      cause: .conflict,
      words: [
        "This cannot be taken back: schools s1 is there again.", "The step: Renamed Yale.",
        "Nothing was changed.",
        "See who did what:  history",
      ]),
    Case(
      testDescription: "would clash",
      error: PersistenceError.conflict(conflict(.constraint), entry), cause: .conflict,
      words: [
        "This cannot be taken back: schools s1 would clash with what was added since.",
        "The step: Renamed Yale.", "Nothing was changed.", "See who did what:  history",
      ]),
    Case(
      testDescription: "built upon",
      error: PersistenceError.brokenReferences([
        ForeignKeyFinding(table: "coaches", rowID: nil, parent: "schools")
      ]), cause: .conflict,
      words: [
        "Something else still belongs to it, so nothing was changed.", "coaches refers to schools.",
      ]),
    Case(
      testDescription: "journal ended", error: PersistenceError.journalEnded(entry),
      cause: .conflict,
      words: [
        "This cannot be taken back: the file was brought up to date or restored since.",
        "The step: Renamed Yale.", "Nothing was changed.", "See what can still be undone:  history",
      ]),
  ]

  @Test("Each failure says what happened, to what, and what to do", arguments: cases)
  func words(_ expected: Case) {
    let file = DataFile(path: "/nowhere/compass.sqlite", schema: Sample.schema) { Sample.moment }
    let problem = file.problem(for: expected.error)
    #expect(problem.cause == expected.cause)
    #expect([problem.title] + problem.details + [problem.fix].compactMap { $0 } == expected.words)
  }

  @Test("A conflict names the row in the caller's words when there are some")
  func naming() {
    let file = DataFile(path: "/nowhere/compass.sqlite", schema: Sample.schema) { Sample.moment }
    let problem = file.problem(
      for: PersistenceError.conflict(Self.conflict(.changed), Self.entry)
    ) { change in change.key == [.text("s1")] ? "the school s4 Yale" : nil }
    #expect(problem.title == "This cannot be taken back: the school s4 Yale was changed since.")
    #expect(problem.exitCode == .conflict)
  }

  @Test("A damaged file says how to restore its newest backup")
  func newestBackup() throws {
    let folder = Folder()
    let file = folder.open()
    _ = try file.backUp()
    let problem = file.problem(for: PersistenceError.damaged(path: folder.file, findings: []))
    #expect(problem.fix == "Restore the newest backup:  restore latest")
  }

  @Test("A problem that a rule threw inside a write stays what it is")
  func passedThrough() {
    let file = DataFile(path: "/nowhere/compass.sqlite", schema: Sample.schema) { Sample.moment }
    let refused = Problem(.refused, "You can view this but not change it.")
    #expect(file.problem(for: refused) == refused)
  }
}
