public import SQLite

/// Failures of the family's file that concern more than a single statement.
public enum PersistenceError: Error, Equatable {
  /// A newer program wrote the file; it was not changed.
  case tooNew(path: String, found: Int, known: Int)
  /// A program from before the first release wrote the file; it was not changed.
  case tooOld(path: String, found: Int, oldest: Int)
  /// A file of another program.
  case notOurs(path: String)
  case missing(path: String)
  /// The path leads to another file than the open one, or to none.
  case replaced(path: String)
  /// The file, or a backup that should replace it, contradicts itself.
  case damaged(path: String, findings: [String])
  /// The migration was rolled back; the file is as it was before.
  case migrationFailed(number: Int, name: String, reason: String)
  case brokenReferences([ForeignKeyFinding])
  /// The row has changed since the step; no row was undone or redone.
  case conflict(Changeset.Conflict, JournalEntry)
  /// The newest step belongs to an older form of the file and cannot be applied.
  case journalEnded(JournalEntry)
  /// A defect of the program: a write inside a read, or migrations numbered out of order.
  case misuse(String)
}
