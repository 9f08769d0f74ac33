public import Basics
import CivilTime
public import Domain
import JSON
import Persistence
import SQLite

extension SQLBackend {
  /// Returns what an erasure would delete: runs the erasure in a transaction, counts, and rolls the
  /// transaction back.
  func erasurePreview(_ wanted: ErasureScope) async throws(Problem) -> Erasure {
    let person = try await person()
    var found: Erasure?
    do {
      try file.write { connection in
        let work = try ErasureWork(scope(connection, person), wanted)
        var erasure = try work.run()
        erasure.backups = try backupsHolding(work.traces, besides: RemainingPeople(connection))
        found = erasure
        throw Rehearsal.over
      }
    } catch {
      guard found != nil else { throw file.problem(for: error) }
    }
    guard let found else { throw Problem(.failed) }
    return found
  }

  /// Erases people with all their rows, and deletes the files in the data file's folder that
  /// contain copies of these rows.
  ///
  /// One transaction deletes the rows and stores a note of the remaining work. If the program ends
  /// after that transaction, the next start reads the note and continues (decision 10).
  ///
  /// - Parameter beside: deletes the erased people's data outside of the data file. After an
  ///   interruption it is called again, so it must tolerate data that is already deleted.
  public func erase(
    _ wanted: ErasureScope,
    beside: (UnfinishedErasure) async throws(Problem) -> Void = { _ throws(Problem) in }
  ) async throws(Problem) -> Erasure {
    let person = try await person()
    var (erasure, isLast) = try answering {
      try file.erasing { connection in
        let work = try ErasureWork(scope(connection, person), wanted)
        let erasure = try work.run()
        try connection.note(work.unfinished)
        // The erasure deletes the profile of the signed-in person. If one person then remains, the
        // next start would sign that person in without asking. This preference prevents the
        // automatic sign-in, and it is written in the same transaction so that an interruption
        // cannot lose it.
        try connection.devicePreferences.set(
          RememberedProfile.key, to: RememberedProfile.nobody, for: nil)
        return (erasure, try connection.hasNobody())
      }
    }
    let finished: FinishedErasure
    do throws(Problem) {
      finished = try await finishErasing(beside: beside)
    } catch {
      throw error.afterDeletion
    }
    erasure.backups = finished.backups
    erasure.copiesOfOthers = finished.copiesOfOthers
    // The erasure deleted backups that contained erased data, so a new backup is made for the
    // remaining people. A failure of this backup is ignored, because the erasure itself has
    // succeeded.
    if !isLast, !erasure.backups.isEmpty { _ = try? file.backUp(reason: "after-erase") }
    return erasure
  }

  private func backupsHolding(
    _ traces: [String], besides remaining: RemainingPeople
  ) throws -> [String] {
    guard file.path != DatabaseConnection.inMemoryPath else { return [] }
    return try file.backups.holding(traces, or: remaining.lackOne)
  }
}

private enum Rehearsal: Error { case over }

/// Deletes people and all their data in one transaction. The deletion is not recorded for undo,
/// because `undo` must not bring erased data back.
struct ErasureWork {
  private let scope: Scope
  private let people: [RecordID]
  private let families: [RecordID]
  private var connection: DatabaseConnection { scope.connection }

  /// The ids of the erased people and families as texts. Every copy of their data contains one of
  /// these texts, and other data does not, so a search for them finds the backups with erased data.
  var traces: [String] { unfinished.traces }

  var unfinished: UnfinishedErasure { UnfinishedErasure(people: people, families: families) }

  /// Finds the people and families to erase. Throws unless the caller (the signed-in person) may
  /// erase them: people may erase themselves, and an athlete may erase their family.
  init(_ scope: Scope, _ wanted: ErasureScope) throws {
    self.scope = scope
    switch wanted {
    case .person(let id):
      try scope.requireToMeet(id)
      guard id == scope.caller.id else { throw Problem.readOnly }
      people = [id]
      families = try scope.family(of: id).map { [$0] } ?? []
    case .family(let id):
      let player = try scope.connection.first(
        "SELECT player_user_id FROM family_units WHERE id = ?", id
      ) { row in try row.recordID(0) }
      guard let player, scope.caller.families.contains(id) || player == scope.caller.id else {
        throw Problem(.notFound, "There is no such family.")
      }
      let family = RowScope(owner: player, family: id)
      try scope.caller.require(.delete, .family, of: family, kind: .person)
      families = [id]
      // The erasure of a family erases its athlete and its parents. A parent who also belongs to
      // another athlete's family in this file is not erased, because that family keeps its members.
      people = try scope.connection.query(
        """
        SELECT id FROM users WHERE id = ?2 OR (
          id IN (SELECT user_id FROM family_members WHERE family_unit_id = ?1)
          AND id NOT IN (SELECT user_id FROM family_members WHERE family_unit_id <> ?1))
        ORDER BY id <> ?2, id
        """, id, player
      ) { row in try row.recordID(0) }
    }
  }

  func run() throws -> Erasure {
    let references = try people.map { try scope.reference(toPerson: $0) }
    let before = try counts()
    try noteHandles()
    let quickTasks = try removeRemembered()
    let steps = try removeSteps(naming: references)
    try removeMentions()
    try handOver()
    for id in families {
      try connection.execute("DELETE FROM family_units WHERE id = ?", id)
    }
    for id in people { try connection.execute("DELETE FROM users WHERE id = ?", id) }
    try removeHandles(quickTasks)
    let after = try counts()
    let records = zip(before, after).compactMap { before, after in
      before.count > after.count ? KindCount(before.kind, before.count - after.count) : nil
    }
    return Erasure(
      people: references,
      records: records + (quickTasks.isEmpty ? [] : [KindCount(.quickTask, quickTasks.count)]),
      journalSteps: steps, backups: [])
  }

  private func counts() throws -> [KindCount] {
    try RecordNames.sources.filter { $0.kind != .person }.map { source in
      let table = source.kind == .task ? TableName.athleteTasks : source.table
      return KindCount(
        source.kind, try connection.one("SELECT count(*) FROM \(table)") { try $0.int(0) })
    }
  }

  /// Deletes the device preferences (settings that stay on this device) of the erased people, and
  /// other device preferences that contain one of their ids.
  ///
  /// - Returns: the ids of the erased people's quick tasks, which are stored in a preference.
  private func removeRemembered() throws -> [RecordID] {
    var quickTasks: [RecordID] = []
    for id in people {
      let text = try connection.devicePreferences.value(
        DevicePreferenceKey.quickTasks(user: id), of: id)
      quickTasks += QuickTask.list(in: text).map(\.id)
    }
    for id in traces {
      try connection.execute(
        """
        DELETE FROM device_preferences
        WHERE user_id = ?1 OR instr(key, ?1) > 0 OR instr(value, ?1) > 0
        """, id)
    }
    return quickTasks
  }

  /// Deletes the undo steps (recorded changes that `undo` can take back) that the erased people
  /// made or that are about them, and steps that contain their names, ids or rows. Returns the
  /// number of deleted steps.
  private func removeSteps(naming references: [Reference]) throws -> Int {
    var count = 0
    for id in traces {
      try connection.execute(
        """
        DELETE FROM journal WHERE person = ?1 OR athlete = ?1
          OR instr(changeset, CAST(?1 AS BLOB)) > 0 OR instr(summary, ?1) > 0
        """, id)
      count += connection.changes
    }
    for reference in references {
      let names =
        try connection.first(
          "SELECT full_name, email FROM users WHERE id = ?", reference.id
        ) { row in [try row.optionalText(0), try row.optionalText(1)] } ?? []
      for name in names.compactMap({ $0 }) where !name.trimmed.isEmpty {
        try connection.execute("DELETE FROM journal WHERE instr(summary, ?) > 0", name)
        count += connection.changes
      }
    }
    return count
  }

  /// Removes the erased people from the remaining rows: clears columns such as `created_by`, which
  /// name a person without a foreign key, and deletes these people's private notes.
  private func removeMentions() throws {
    for id in people {
      for table in StoredKinds.tables(with: .createdBy) + ["athlete_task"] {
        try connection.execute("UPDATE \(table) SET created_by = NULL WHERE created_by = ?", id)
      }
      for table in StoredKinds.tables(with: .updatedBy) + ["athlete_task"] {
        try connection.execute("UPDATE \(table) SET updated_by = NULL WHERE updated_by = ?", id)
      }
      for table in StoredKinds.tables(with: .privateNotes) {
        try connection.execute(
          """
          UPDATE \(table) SET private_notes = json_remove(private_notes, '$."' || ?1 || '"')
          WHERE instr(private_notes, ?1) > 0 AND json_valid(private_notes)
          """, id)
      }
      try connection.execute("DELETE FROM preference_history WHERE changed_by = ?", id)
      try connection.execute(
        "UPDATE notifications SET related_entity_id = NULL WHERE related_entity_id = ?", id)
      // A remaining parent may have notifications about deadlines of an erased athlete. The column
      // `occasion` says what a notification is about and contains the athlete's id.
      try connection.execute("DELETE FROM notifications WHERE instr(occasion, ?) > 0", id)
    }
  }

  /// Makes a remaining athlete the author of the rows that an erased parent entered for that
  /// athlete.
  ///
  /// A foreign key would otherwise delete these rows together with their author, although the data
  /// belongs to the athlete (domain.md 10.10).
  private func handOver() throws {
    for id in people {
      try connection.execute(
        """
        UPDATE interactions SET logged_by = family_units.player_user_id FROM family_units
        WHERE interactions.logged_by = ?1 AND family_units.id = interactions.family_unit_id
          AND family_units.player_user_id <> ?1
        """, id)
      try connection.execute(
        "UPDATE documents SET uploaded_by = user_id WHERE uploaded_by = ?1 AND user_id <> ?1", id)
      try connection.execute(
        """
        UPDATE school_status_history SET changed_by = schools.user_id FROM schools
        WHERE school_status_history.changed_by = ?1 AND schools.id = school_status_history.school_id
          AND schools.user_id <> ?1
        """, id)
    }
  }

  /// Stores in a temporary table which handles, the short names of records such as `s4`, have a
  /// record before the erasure.
  ///
  /// Only these records can be erased. A handle without a record belongs to a deleted record whose
  /// deletion can still be undone, so the erasure must keep that handle.
  private func noteHandles() throws {
    try connection.execute("CREATE TEMP TABLE kept_handles (kind TEXT, id TEXT)")
    for source in RecordNames.sources {
      try connection.execute(
        """
        INSERT INTO kept_handles SELECT kind, id FROM handles
        WHERE kind = ? AND id IN (SELECT id FROM \(source.table))
        """, source.kind.key)
    }
  }

  /// Removes the handles of erased records, their short names such as `s4`.
  ///
  /// Of each kind of record, the handle with the highest number stays, with an id of zeros, because
  /// the next record gets the number after it. Without that row, a number would be assigned twice.
  private func removeHandles(_ quickTasks: [RecordID]) throws {
    let nobody = Handles.nobody
    let isLast = try connection.hasNobody()
    for source in RecordNames.sources {
      let stood = isLast ? "1" : "id IN (SELECT id FROM kept_handles WHERE kind = ?1)"
      try forget(
        source.kind, nobody, "\(stood) AND id NOT IN (SELECT id FROM \(source.table))")
    }
    try forget(
      .quickTask, nobody, "id IN (SELECT value FROM json_each('\(JSONList.text(quickTasks))'))")
    try connection.execute("DROP TABLE temp.kept_handles")
  }

  private func forget(_ kind: ReferenceKind, _ nobody: RecordID, _ gone: String) throws {
    try connection.execute(
      """
      DELETE FROM handles WHERE kind = ?1 AND (id = ?2 OR (\(gone)))
        AND number < (SELECT max(number) FROM handles WHERE kind = ?1)
      """, kind.key, nobody)
    try connection.execute(
      "UPDATE handles SET id = ?2 WHERE kind = ?1 AND (\(gone))", kind.key, nobody)
  }
}
