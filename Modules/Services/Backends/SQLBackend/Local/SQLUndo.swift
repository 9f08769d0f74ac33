import CivilTime
public import Domain
import FeatureKit
import Persistence
import SQLite

extension SQLBackend {
  public var undo: UndoGateway {
    UndoGateway(
      undo: { () throws(Problem) in
        try self.turned(try await self.person(), self.journal.undo, or: .nothingToUndo)
      },
      redo: { () throws(Problem) in
        try self.turned(try await self.personWhoRedoes(), self.journal.redo, or: .nothingToRedo)
      },
      history: { limit throws(Problem) in
        let athletes = try await self.read { scope in try scope.visibleAthletes() }
        let person = try await self.person()
        let entries = try self.answering {
          try self.journal.history(limit: limit, athletes: athletes, by: person)
        }
        return try await self.read { scope in try entries.map { try scope.step($0) } }
      })
  }

  /// Who took back the making of their own profile is nobody now, and may still do it again.
  private func personWhoRedoes() async throws(Problem) -> RecordID {
    do {
      return try await person()
    } catch {
      guard error.cause == .signInNeeded, let gone = try personTakenBack() else { throw error }
      return gone
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
    _ person: RecordID, _ turn: (RecordID) throws -> JournalEntry?, or nothing: Problem
  ) throws(Problem) -> HistoryStep {
    let entry: JournalEntry?
    do {
      entry = try turn(person)
    } catch PersistenceError.brokenReferences(let findings) {
      throw .stillNeeded(by: findings)
    } catch {
      throw file.problem(for: error) { change in self.name(of: change) }
    }
    guard let entry else { throw nothing }
    return try answering {
      try file.read { connection in
        try Scope(
          connection: connection, caller: try CallerQuery.caller(person, in: connection),
          now: calendar.now(), ids: ids
        ).step(entry)
      }
    }
  }

  /// A changed row in people's words: "the school s4 Ohio State".
  private func name(of change: Changeset.Change) -> String? {
    let kind = TableWords.definite[change.table]
    guard case .text(let text)? = change.key.first, let id = RecordID(text) else { return kind }
    let named = try? file.read { connection in
      try RecordNames(connection).words(table: change.table, id: id)
    }
    return named ?? kind
  }
}

extension Scope {
  /// Whose data the caller may see: one's own, and that of the athletes of one's families.
  fileprivate func visibleAthletes() throws -> [RecordID] {
    try connection.query(
      """
      SELECT player_user_id FROM family_units
      WHERE id IN (SELECT family_unit_id FROM family_members WHERE user_id = ?1) OR player_user_id = ?1
      UNION SELECT ?1
      """, caller.id
    ) { row in try row.recordID(0) }
  }

  fileprivate func step(_ entry: JournalEntry) throws -> HistoryStep {
    HistoryStep(
      id: entry.id, person: try reference(toPerson: entry.act.person),
      athlete: try entry.act.athlete.map { try reference(toPerson: $0) },
      operation: entry.act.operation, summary: entry.act.summary, at: entry.act.at,
      isUndone: entry.isUndone, isUndoable: entry.isUndoable)
  }
}
