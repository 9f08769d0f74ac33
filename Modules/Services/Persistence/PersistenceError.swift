public import SQLite

/// What can go wrong with the family's file beyond a single statement, as facts.
public enum PersistenceError: Error, Equatable {
  /// The file was written by a newer program; it was not touched.
  case tooNew(path: String, found: Int, known: Int)
  /// The file was written by a program before the first release; it was not touched.
  case tooOld(path: String, found: Int, oldest: Int)
  /// A file of another program.
  case notOurs(path: String)
  case missing(path: String)
  /// The path leads to another file than the one that is open, or to none.
  case replaced(path: String)
  /// The file, or a backup that should replace it, contradicts itself.
  case damaged(path: String, findings: [String])
  /// The migration was taken back; the file is as it was before.
  case migrationFailed(number: Int, name: String, reason: String)
  case brokenReferences([ForeignKeyFinding])
  /// Somebody changed the row since; nothing was undone or redone.
  case conflict(Changeset.Conflict, JournalEntry)
  /// The newest step belongs to an older form of the file and applies to nothing.
  case journalEnded(JournalEntry)
  /// A defect of the program: a write asked for in the middle of a read, numbers out of order.
  case misuse(String)
}
