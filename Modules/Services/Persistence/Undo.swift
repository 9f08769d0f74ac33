public import Basics
public import SQLite

extension Journal {
  /// Takes back the person's newest step; nil when there is none.
  ///
  /// A row that somebody changed since is a conflict: nothing is forced and everything stays as it is.
  ///
  /// - Parameters:
  ///   - only: the step that is meant; when it is not the newest any more, nothing is taken back.
  ///   - check: throws when the person may do nothing now; asked first, in the same transaction.
  public func undo(
    _ person: RecordID, only: Int? = nil,
    asking check: (DatabaseConnection) throws -> Void = { _ in }
  ) throws -> JournalEntry? {
    try turn(
      person, .undoing, only, check,
      """
      SELECT \(Self.columns), changeset FROM journal
      WHERE person = ? AND undone = 0 ORDER BY id DESC LIMIT 1
      """)
  }

  /// Does the step again that was undone last; nil when there is none.
  public func redo(
    _ person: RecordID, asking check: (DatabaseConnection) throws -> Void = { _ in }
  ) throws -> JournalEntry? {
    try turn(
      person, .redoing, nil, check,
      """
      SELECT \(Self.columns), changeset FROM journal
      WHERE person = ? AND undone = 1 ORDER BY id LIMIT 1
      """)
  }

  private func turn(
    _ person: RecordID, _ phase: Act.Phase, _ only: Int?,
    _ check: (DatabaseConnection) throws -> Void,
    _ newest: String
  ) throws -> JournalEntry? {
    // Foreign keys act on their own while rows go one by one: deleting a parent would cascade to the child whose turn
    // comes next, and that would look like somebody else's change.
    try file.writeWithoutForeignKeys { connection in
      try check(connection)
      let found = try connection.first(newest, person) { row in
        (try entry(row), Changeset(bytes: try row.blob(8)))
      }
      guard let (entry, recorded) = found, only == nil || entry.id == only else {
        if only != nil { throw Problem.notTheNewestStep(found?.0.act.summary) }
        return nil
      }
      // Applied to other tables it would change nothing and report success.
      guard entry.isUndoable else { throw PersistenceError.journalEnded(entry) }
      try authority(connection, entry.act, phase)
      let changeset = phase == .undoing ? try recorded.inverted() : recorded
      do {
        try connection.apply(changeset)
      } catch let conflict as Changeset.Conflict {
        throw PersistenceError.conflict(conflict, entry)
      }
      try afterTurn(connection)
      // With foreign keys off nobody else saw to it that no row points at nothing.
      let broken = try ReferenceCheck(connection).findings(after: changeset)
      guard broken.isEmpty else { throw PersistenceError.brokenReferences(broken) }
      try connection.execute(
        "UPDATE journal SET undone = ? WHERE id = ?", phase == .undoing, entry.id)
      return JournalEntry(
        id: entry.id, act: entry.act, isUndone: phase == .undoing, isUndoable: true)
    }
  }
}
