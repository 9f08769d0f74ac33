public import Basics
import CivilTime
public import Domain
import Persistence
import SQLite

extension SQLBackend {
  public var undo: UndoGateway {
    UndoGateway {
      $0.undo.implement { () throws(Problem) in
        let person = try await self.person()
        return try await self.file.writing { () throws(Problem) in
          try self.turned(person, { try self.journal.undo($0, asking: $1) }, or: .nothingToUndo)
        }
      }
      $0.redo.implement { () throws(Problem) in
        let person = try await self.personWhoRedoes()
        return try await self.file.writing { () throws(Problem) in
          try self.turned(person, { try self.journal.redo($0, asking: $1) }, or: .nothingToRedo)
        }
      }
      $0.undoStep.implement { step throws(Problem) in try await self.takeBack(step) }
      $0.history.implement { limit throws(Problem) in
        try await self.read { scope in
          let caller = scope.caller
          let entries = try self.journal.history(
            limit: limit, athletes: try scope.visibleAthletes(), by: caller.id,
            hiding: StepSubject.hidden(from: caller))
          let newest = entries.first { entry in
            entry.act.person == caller.id && !entry.isUndone && entry.takenBackBy == nil
          }
          return try entries.map { try scope.step($0, isNewest: $0.id == newest?.id) }
        }
      }
    }
  }

  /// Returns a text that differs after each change of an athlete's data that a person made, here or
  /// on another device; nil before the first change. By comparing two such texts, the program
  /// notices changes.
  public func newestChange() async throws(Problem) -> String? {
    try await read { _ in try self.journal.newestChange() }
  }

  /// Undoes this step (a recorded change) if it is still the person's newest one; otherwise it
  /// throws. A button on a page names the step that it undoes, so that it does not undo a newer
  /// step that the person made in another browser tab.
  public func undo(step: Int) async throws(Problem) -> HistoryStep {
    let person = try await person()
    return try await file.writing { () throws(Problem) in
      try turned(person, { try journal.undo($0, only: step, asking: $1) }, or: .nothingToUndo)
    }
  }

  /// Returns the change that `undo` would revert, and whether this change created the person's own
  /// profile; nil if there is none.
  public func stepToUndo() async throws(Problem) -> (step: HistoryStep, madeProfile: Bool)? {
    let person = try await person()
    guard let newest = try answering({ try journal.newestStep(of: person.id) }),
      let step = try await undo.history(limit: 100).first(where: { $0.id == newest })
    else { return nil }
    return (step, ProfileOperation.makes(step.operation))
  }

  /// Redoes this change if it is the one that the person undid last; otherwise it throws.
  public func redo(step: Int) async throws(Problem) -> HistoryStep {
    let person = try await personWhoRedoes()
    return try await file.writing { () throws(Problem) in
      try turned(person, { try journal.redo($0, only: step, asking: $1) }, or: .nothingToRedo)
    }
  }

  /// Reverts an undo step (a recorded change), which may be older than the newest one. The step is
  /// the person's own, or that of a parent who helped the person. The reversal is recorded as a new
  /// undo step of the person.
  private func takeBack(_ step: Int) async throws(Problem) -> HistoryStep {
    let person = try await person()
    let newest = try answering {
      try file.read { _ in try journal.newestStep(of: person.id) }
    }
    if newest == step { return try await undo(step: step) }
    return try turned(
      person,
      { id, _ in
        try journal.takeBack(
          step, by: id, at: calendar.now(),
          summary: { HistoryStep.summary(takingBack: $0.id, $0.act.summary) }
        ) { connection, entry in
          try scope(connection, person).requireToTakeBack(entry)
        }
      }, or: .nothingToUndo)
  }

  /// Returns the person who redoes an undo step: the signed-in person, or else a person who has
  /// undone the creation of their own profile. Such a person has no row in `users` any more and
  /// cannot be signed in, but may redo that step.
  private func personWhoRedoes() async throws(Problem) -> ActingPerson {
    do {
      return try await person()
    } catch {
      guard error.cause == .signInNeeded, let gone = try personTakenBack() else { throw error }
      return ActingPerson(gone, on: .comingToBe)
    }
  }

  private func personTakenBack() throws(Problem) -> RecordID? {
    try answering {
      try file.read { connection in
        try connection.first(
          """
          SELECT person FROM journal
          WHERE undone = 1 AND operation IN (?, ?) AND NOT EXISTS (SELECT 1 FROM users)
          ORDER BY id DESC LIMIT 1
          """, ProfileOperation.account, ProfileOperation.family
        ) { row in try row.recordID(0) }
      }
    }
  }

  private func turned(
    _ person: ActingPerson,
    _ turn: (RecordID, (DatabaseConnection) throws -> Void) throws -> JournalEntry?,
    or nothing: Problem
  ) throws(Problem) -> HistoryStep {
    let entry: JournalEntry?
    do {
      entry = try turn(person.id) { connection in _ = try scope(connection, person) }
    } catch PersistenceError.brokenReferences(let findings) {
      throw .stillNeeded(by: findings)
    } catch {
      throw file.problem(for: error) { change in self.name(of: change) }
    }
    guard let entry else { throw nothing }
    return try answering {
      try file.read { connection in
        // The context of the transaction (`Scope`) is created without the usual check that the
        // person may still act. A person who has just undone the creation of their own profile has
        // no row and no session any more, but the answer has to say which step was undone.
        try Scope(
          connection: connection, caller: try CallerQuery.caller(person.id, in: connection),
          now: calendar.now(), calendar: calendar, machine: machine, ids: ids
        ).step(entry)
      }
    }
  }

  /// Returns words for a changed row, such as "the school s4 Ohio State", for a message about a
  /// conflict.
  private func name(of change: Changeset.Change) -> String? {
    let kind = TableWords.words(change.table)
    guard case .text(let text)? = change.key.first, let id = RecordID(text) else { return kind }
    let named = try? file.read { connection in
      try RecordNames(connection).words(table: change.table, id: id)
    }
    return named ?? kind
  }
}

extension Scope {
  /// Returns the ids of the people whose undo steps the caller (the person who acts) may see: the
  /// caller, and the athletes of the caller's families.
  func visibleAthletes() throws -> [RecordID] {
    try connection.query(
      """
      SELECT player_user_id FROM family_units
      WHERE id IN (SELECT family_unit_id FROM family_members WHERE user_id = ?1) OR player_user_id = ?1
      UNION SELECT ?1
      """, caller.id
    ) { row in try row.recordID(0) }
  }

  /// Returns the undo step as the history shows it to the caller (the person who acts). `isNewest`
  /// says whether it is the caller's newest step that is neither undone nor reverted.
  func step(_ entry: JournalEntry, isNewest: Bool = false) throws -> HistoryStep {
    HistoryStep(
      id: entry.id, person: try reference(toPerson: entry.act.person),
      athlete: try entry.act.athlete.map { try reference(toPerson: $0) },
      operation: entry.act.operation, summary: entry.act.summary, at: entry.act.at,
      isUndone: entry.isUndone,
      isUndoable: try entry.isUndoable
        && !TurningAuthority.isFinal(entry.act, in: connection),
      takenBackBy: entry.takenBackBy,
      mayTakeBack: caller.mayTakeBack(entry.act, isNewest: isNewest) && caller.mayChange(entry.act))
  }
}
