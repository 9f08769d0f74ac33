public import Basics
public import CivilTime
public import SQLite

extension Journal {
  /// Undoes the person's newest undo step (the recorded writes of one command) and returns its
  /// entry; nil when there is none.
  ///
  /// If a row has changed since the step, the call throws a conflict and changes no row.
  ///
  /// - Parameters:
  ///   - only: the expected step; when it is not the newest any more, the call throws and no step
  ///     is undone.
  ///   - check: throws when the person may not write now; called first, in the same transaction.
  public func undo(
    _ person: RecordID, only: Int? = nil,
    asking check: (DatabaseConnection) throws -> Void = { _ in }
  ) throws -> JournalEntry? {
    try turn(
      person, .undoing, only, check,
      """
      SELECT \(Self.columns), changeset FROM journal \(Self.newestInForce)
      """)
  }

  /// Redoes the step (the recorded writes of one command) that the person undid last and returns
  /// its entry; nil when there is none.
  ///
  /// - Parameter only: the expected step; when another step was undone last, the call throws and no
  ///   step is redone.
  public func redo(
    _ person: RecordID, only: Int? = nil,
    asking check: (DatabaseConnection) throws -> Void = { _ in }
  ) throws -> JournalEntry? {
    try turn(
      person, .redoing, only, check,
      """
      SELECT \(Self.columns), changeset FROM journal \(Self.undoneLast)
      """)
  }

  private func turn(
    _ person: RecordID, _ phase: Act.Phase, _ only: Int?,
    _ check: (DatabaseConnection) throws -> Void,
    _ newest: String
  ) throws -> JournalEntry? {
    // With foreign keys on, SQLite would cascade while rows change one by one. Deleting a parent
    // would delete a child whose own change comes next, and the missing child would look like
    // another person's change.
    try file.writeWithoutForeignKeys { connection in
      try check(connection)
      let found = try connection.first(newest, person) { row in
        (try entry(row), Changeset(bytes: try row.blob(9)))
      }
      guard let (entry, recorded) = found, only == nil || entry.id == only else {
        if only != nil {
          throw phase == .redoing
            ? Problem.notTheStepUndoneLast : Problem.notTheNewestStep(found?.0.act.summary)
        }
        return nil
      }
      try authority(connection, entry.act, phase)
      try turn(recorded, of: entry, phase, on: connection)
      try connection.execute(
        "UPDATE journal SET undone = ? WHERE id = ?", phase == .undoing, entry.id)
      var act = entry.act
      (act.person, act.at) = (person, file.now())
      act.summary = phase.beginning + act.summary
      file.meaning.act = act
      return JournalEntry(
        id: entry.id, act: entry.act, isUndone: phase == .undoing, isUndoable: true)
    }
  }

  /// Applies the changes of an undo step, or their inverse, and returns the applied changeset.
  @discardableResult
  private func turn(
    _ recorded: Changeset, of entry: JournalEntry, _ phase: Act.Phase,
    on connection: DatabaseConnection
  ) throws -> Changeset {
    // A migration of the shared tables may have changed their columns. SQLite would apply an older
    // step to the changed tables without an error and change no row, so such a step is refused.
    guard entry.isUndoable else { throw PersistenceError.journalEnded(entry) }
    let changeset = phase == .undoing ? try recorded.inverted() : recorded
    do {
      try connection.apply(changeset)
    } catch let conflict as Changeset.Conflict {
      throw PersistenceError.conflict(conflict, entry)
    }
    try afterTurn(connection)
    // SQLite has not checked the references of the changed rows, because foreign keys are off. They
    // are checked here.
    let broken = try ReferenceCheck(connection).findings(after: changeset)
    guard broken.isEmpty else { throw PersistenceError.brokenReferences(broken) }
    return changeset
  }

  /// Returns the number of the undo step that `undo` would take back; nil when there is none.
  public func newestStep(of person: RecordID) throws -> Int? {
    try file.read { connection in
      try connection.first(
        "SELECT id FROM journal \(Self.newestInForce)", person
      ) { row in try row.int(0) }
    }
  }

  /// The SQL that finds a person's steps (recorded writes of commands) that are neither undone nor
  /// reverted by a later step, newest first.
  static let inForce =
    "WHERE person = ? AND undone = 0 AND \(takenBackBy) IS NULL ORDER BY id DESC"

  /// The SQL that finds the step that a person's `undo` would take back; `undoneLast` finds the one
  /// that `redo` would do again.
  static let newestInForce = "\(inForce) LIMIT 1"
  static let undoneLast = "\(undone) LIMIT 1"
  static let undone = "WHERE person = ? AND undone = 1 ORDER BY id"

  /// Reverts one undo step of any person and any age. This is a new undo step of the calling
  /// person, which `undo` can undo.
  ///
  /// If a row was changed since, or if other rows refer to it, the call throws a conflict and
  /// changes no row.
  ///
  /// - Parameters:
  ///   - mayTakeBack: throws unless the person may revert that step; called before the first write.
  ///   - summary: the text of the new step in the history.
  public func takeBack(
    _ step: Int, by person: RecordID, at: Instant, summary: (JournalEntry) -> String,
    mayTakeBack: (DatabaseConnection, JournalEntry) throws -> Void
  ) throws -> JournalEntry {
    let made = try file.writeWithoutForeignKeys { connection in
      let found = try connection.first(
        "SELECT \(Self.columns), changeset FROM journal WHERE id = ?", step
      ) { row in (try entry(row), Changeset(bytes: try row.blob(9))) }
      guard let (entry, recorded) = found else { throw Problem.noSuchStep(step) }
      try mayTakeBack(connection, entry)
      guard !entry.isUndone, entry.takenBackBy == nil else {
        throw Problem.takenBackAlready(entry)
      }
      var act = entry.act
      (act.person, act.at, act.summary, act.batch) = (person, at, summary(entry), nil)
      try authority(connection, act, .undoing)
      let changeset = try turn(recorded, of: entry, .undoing, on: connection)
      try Self.forgetUndone(of: person, in: connection)
      let id = try record(act, changeset, takingBack: step, on: connection)
      file.meaning = DataFile.Meaning(act: act, journal: id)
      return JournalEntry(id: id, act: act, isUndone: false, isUndoable: true)
    }
    recorded(made)
    return made
  }
}

extension Problem {
  package static func noSuchStep(_ step: Int) -> Problem {
    Problem(.notFound, "There is no step \(step).", fix: "See which there are:  history")
  }

  static func takenBackAlready(_ entry: JournalEntry) -> Problem {
    Problem(
      .conflict, "Step \(entry.id) is taken back already.",
      details: [entry.act.summary] + (entry.takenBackBy.map { ["It was step \($0)."] } ?? []),
      fix: entry.isUndone ? "To do it again:  redo" : nil)
  }
}
