public import Basics
public import SQLite

extension DataFile {
  /// Runs `body` and turns the errors that it throws into problems with words for people.
  public func inWords<Answer>(_ body: () throws -> Answer) throws(Problem) -> Answer {
    do {
      return try body()
    } catch {
      throw problem(for: error)
    }
  }

  /// Returns the problem that people read about a failure of the data file: what happened, to which
  /// file, and what to do (domain.md 9 asks for these three).
  ///
  /// `naming` returns the changed row as people name it ("the school s4 Ohio State"). When it
  /// returns nil, the text names the table.
  public func problem(
    for error: any Error, naming: (Changeset.Change) -> String? = { _ in nil }
  ) -> Problem {
    switch error {
    case let problem as Problem: problem
    case let error as SQLiteError: problem(for: error)
    case let error as PersistenceError: problem(for: error, naming: naming)
    default: unexplained
    }
  }

  private func problem(for error: SQLiteError) -> Problem {
    switch error {
    case .full:
      Problem(
        .storage(.full), "The disk is full.",
        details: ["Nothing was changed. Everything saved before is still there."],
        fix: "Free some space on the disk of \(path), then do it again.")
    case .readOnly:
      Problem(
        .storage(.readOnly), "\(path) is read-only.", details: ["Nothing was changed."],
        fix: "Allow writing to the file and its folder, or choose another folder with --data.")
    case .busy:
      Problem(
        .storage(.busy), "Another program kept \(path) locked for too long.",
        details: ["Nothing was changed."],
        fix: "Wait until the other program has finished, or close it, then do it again.")
    case .damaged(let detail, _): damaged(path, [detail])
    case .inputOutput(let code, _):
      Problem(
        .storage(.damaged), "The disk failed while \(path) was in use.",
        details: ["SQLite reports code \(code). Nothing was changed."],
        fix: "See whether the disk has room and your quota allows it, and keep a copy of the file.")
    case .outcomeUnknown(let code, _):
      Problem(
        .storage(.unconfirmed), "The disk failed while \(path) was being saved.",
        details: [
          "SQLite reports code \(code). It is not known whether the last change was kept; all before it was."
        ],
        fix: "End this program, start it again, and look before you do it again.")
    case .notADatabase(let found): notOurs(found.isEmpty ? path : found)
    case .cannotOpen(let found, let reason):
      Problem(
        .storage(.missing), "\(found.isEmpty ? path : found) cannot be opened: \(reason).",
        details: [MissingPermission.sentence(for: found.isEmpty ? path : found)].compactMap { $0 },
        fix: "Check that you may read and write it and its folder.")
    case .inTheWay(let found, let kind):
      Problem(
        .storage(.damaged), "\(found) is \(kind), and not the file that belongs there.",
        details: ["Nothing was read, and nothing was changed."],
        fix: hasBackups
          ? "Move it somewhere else, or put the newest backup in its place:  restore latest"
          : "Move it somewhere else.")
    case .unexpectedValue:
      Problem(
        .storage(.damaged), "Something in the file could not be read.",
        details: ["Nothing was changed."], fix: "See what, and what can be done:  doctor")
    case .misuse:
      // A query that SQLite rejects is usually a defect of the program. If the data file has lost
      // the tables that the query reads, the problem says so.
      switch lostTables() {
      case []: unexplained
      case let lost: damaged(path, lost)
      }
    case .constraint, .noRow, .transactionLost, .other: unexplained
    }
  }

  /// The problem for failures that only a defect of the program causes. It contains no SQL and no
  /// names of types, because they would not help the reader.
  private var unexplained: Problem {
    Problem(
      .failed, "That did not work. Nothing was changed.",
      fix: "See whether the file is sound:  doctor. If it is, please report what you did.")
  }

  private func problem(
    for error: PersistenceError, naming: (Changeset.Change) -> String?
  ) -> Problem {
    switch error {
    case .tooNew(let path, let found, let known):
      Problem(
        .storage(.tooNew), "\(path) was written by a newer Recruiting Compass.",
        details: ["Its form is \(found); this program knows \(known). It was not touched."],
        fix: "Install the newer version and open it with that.")
    case .tooOld(let path, let found, let oldest):
      Problem(
        .storage(.tooOld),
        "\(path) was written by a Recruiting Compass from before the first release.",
        details: [
          "Its form is \(found); this program knows \(oldest) and later. It was not touched."
        ],
        fix: "Export it with the program that wrote it, and import that:  import everything FILE")
    case .notOurs(let path): notOurs(path)
    case .missing(let path):
      Problem(
        .storage(.missing), "There is no file \(path).",
        fix: "Check the spelling; `ls \(backups.folder)` shows the backups.")
    case .replaced(let path):
      Problem(
        .storage(.unconfirmed),
        "\(path), or its log, was moved, deleted or replaced while it was open here.",
        details: ["What was done here last is not in the file that is there now."],
        fix: "End this program, start it again, and look before you do it again.")
    case .damaged(let path, let findings): damaged(path, findings)
    case .migrationFailed(let number, let name, let reason):
      Problem(
        .storage(.damaged), "\(path) could not be brought up to date.",
        details: ["Step \(number), “\(name)”, failed: \(reason)", "The file is as it was before."],
        fix: "Go on with the version you used before, and report the words above.")
    case .brokenReferences(let findings):
      Problem(
        .conflict, "Something else still belongs to it, so nothing was changed.",
        details: findings.prefix(3).map { "\($0.table) refers to \($0.parent)." })
    case .conflict(let conflict, let entry):
      Problem(
        .conflict, "\(cannot(entry)): \(sentence(conflict, naming)).",
        details: [step(entry), "Nothing was changed."], fix: "See who did what:  history")
    case .journalEnded(let entry):
      Problem(
        .conflict, "\(cannot(entry)): the file was brought up to date or restored since.",
        details: [step(entry), "Nothing was changed."],
        fix: "See what can still be undone:  history")
    case .misuse: unexplained
    }
  }

  private func notOurs(_ path: String) -> Problem {
    Problem(
      .storage(.damaged), "\(path) is not a Recruiting Compass file.",
      details: ["It was not touched."],
      fix: path == self.path && hasBackups
        ? "Restore the newest backup:  restore latest" : "Choose another folder with --data.")
  }

  private func damaged(_ path: String, _ findings: [String]) -> Problem {
    Problem(
      .storage(.damaged), "\(path) is damaged.", details: Array(findings.prefix(3)),
      fix: hasBackups
        ? "Restore the newest backup:  restore latest"
        : "Keep a copy of the file. There is no backup in \(backups.folder).")
  }

  private var hasBackups: Bool { (try? backups.list().isEmpty) == false }

  private func cannot(_ entry: JournalEntry) -> String {
    "This cannot be \(entry.isUndone ? "done again" : "taken back")"
  }

  private func step(_ entry: JournalEntry) -> String { "The step: \(entry.act.summary)." }

  private func sentence(
    _ conflict: Changeset.Conflict, _ naming: (Changeset.Change) -> String?
  ) -> String {
    let change = conflict.change
    let key = change.key.map(\.plainText).joined(separator: ", ")
    let row = naming(change) ?? "\(change.table) \(key)"
    return switch conflict.reason {
    case .changed: "\(row) was changed since"
    case .missing: "\(row) was deleted since"
    case .exists: "\(row) is there again"
    case .constraint: "\(row) would clash with what was added since"
    }
  }
}

extension Value {
  fileprivate var plainText: String {
    switch self {
    case .null: "nothing"
    case .integer(let number): "\(number)"
    case .real(let number): "\(number)"
    case .text(let text): text
    case .blob(let bytes): "\(bytes.count) bytes"
    }
  }
}

extension Problem {
  /// The problem that the undo step is not the person's newest any more: the person has already
  /// undone it, or has made another change since.
  static func notTheNewestStep(_ newest: String?) -> Problem {
    Problem(
      .conflict, "That is not your last change any more. Nothing was taken back.",
      details: newest.map { ["Your last change: \($0)"] } ?? [],
      fix: "See what was done since:  history")
  }

  /// The problem for a press on a button that redoes one undo step, if another change was made
  /// since, so that the step cannot be redone any more.
  static let notTheStepUndoneLast = Problem(
    .conflict, "Something was changed since, so this is not done again.",
    fix: "See what was done since:  history")
}
