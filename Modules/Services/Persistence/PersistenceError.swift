public import SQLite

/// The failures of the family's data file that concern more than a single statement.
public enum PersistenceError: Error, Equatable {
  /// A newer version of the program wrote the data file.
  ///
  /// The data file was not changed.
  case tooNew(path: String, found: Int, known: Int)
  /// A version of the program from before the first release wrote the data file.
  ///
  /// The data file was not changed.
  case tooOld(path: String, found: Int, oldest: Int)
  /// The file belongs to another program.
  case notOurs(path: String)
  case missing(path: String)
  /// The path leads to another file than the one that is open, or to no file, because the data file
  /// was replaced or moved while it was open.
  case replaced(path: String)
  /// The content of the data file, or of a backup that should replace it, contradicts itself.
  /// `findings` are sentences about the damage.
  case damaged(path: String, findings: [String])
  /// A migration failed and was rolled back. The data file is as it was before.
  case migrationFailed(number: Int, name: String, reason: String)
  case brokenReferences([ForeignKeyFinding])
  /// A row has changed since the undo step was recorded. No row was undone or redone.
  case conflict(Changeset.Conflict, JournalEntry)
  /// The shared tables (those that devices share) were migrated since the undo step was recorded.
  /// The step's changes belong to the older form of the tables and cannot be applied.
  case journalEnded(JournalEntry)
  /// A defect of the program: a write inside a read, or migrations numbered out of order.
  case misuse(String)
}
