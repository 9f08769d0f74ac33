public import Basics
import CivilTime
public import Domain
import Persistence
import SQLite

extension SQLBackend {
  public var schools: SchoolsGateway { records() }
  public var coaches: CoachesGateway { records() }
  public var interactions: InteractionsGateway { records() }
  public var offers: OffersGateway { records() }
  public var events: EventsGateway { records() }
  public var documents: DocumentsGateway { records() }
  public var letters: LettersGateway { records() }
  public var metrics: MetricsGateway { records() }

  /// Returns the gateway (the functions for reading and writing) of a record kind that is defined
  /// by a description alone (`PlainKind`), for example of letters by `backend.plain(Letter.self)`.
  public func plain<Kind: PlainKind>(_ kind: Kind.Type) -> RecordsGateway<PlainRecord<Kind>> {
    records()
  }

  /// The gateways (functions for reading and writing) of all kinds of records, in the form in which
  /// features get them.
  public var recordGateways: Dependencies {
    StoredKinds.all.reduce(Dependencies()) { $1.offered(by: self, with: $0) }
  }

  func records<Record: StoredRecord>() -> RecordsGateway<Record> {
    let noun = Record.noun
    return RecordsGateway {
      $0.list.implement { query, athlete throws(Problem) in
        try await self.read { scope in
          try Record.page(query, in: RecordScope(scope, of: athlete))
        }
      }
      $0.show.implement { id, athlete throws(Problem) in
        try await self.read { scope in
          let records = try RecordScope(scope, of: athlete)
          return try Record.details(try records.require(Record.self, id), in: records)
        }
      }
      $0.add.implement { change, athlete throws(Problem) in
        let calendar = self.calendar
        return try await self.write(Record.table.adding.operation, for: athlete) { scope, step in
          try RecordWriting<Record>(RecordScope(scope, of: athlete), step, calendar).add(change)
        }
      }
      $0.edit.implement { ids, change, athlete throws(Problem) in
        let calendar = self.calendar
        return try await self.write("edit\(noun)", for: athlete) { scope, step in
          let writing = RecordWriting<Record>(try RecordScope(scope, of: athlete), step, calendar)
          return try writing.all(ids, "Changed") { id in try writing.edit(id, change) }
        }
      }
      $0.deletionPreview.implement { ids, athlete throws(Problem) in
        let preview = try await self.read { scope -> [DeletedRecord]? in
          // The right to delete is checked before the command asks for confirmation. Otherwise a
          // person who may not delete would be asked first and refused afterwards.
          try scope.caller.requireToChangeData(of: athlete, doing: "delete\(noun)")
          let records = try RecordScope(scope, of: athlete)
          guard records.isOwner else { return nil }
          return try ids.map { id in
            try records.requireToDelete(records.require(Record.self, id))
            return try Record.deletion(of: id, in: records)
          }
        }
        if let preview { return preview }
        // A parent who helps the athlete may delete a record only if no other person has edited it
        // or the rows that are deleted with it. Which rows these are is known only after the
        // deletion has run. So the deletion is run here and rolled back.
        return try await self.rehearse { scope in
          let records = try RecordScope(scope, of: athlete)
          return try ids.map { id in try records.delete(Record.self, id).deleted }
        }
      }
      $0.delete.implement { ids, athlete throws(Problem) in
        let calendar = self.calendar
        return try await self.write("delete\(noun)", for: athlete) { scope, step in
          let writing = RecordWriting<Record>(try RecordScope(scope, of: athlete), step, calendar)
          return try writing.all(ids, "Deleted") { id in try writing.delete(id) }
        }
      }
    }
  }
}

/// Adds, edits and deletes records of one kind within an undo step, one change that `undo` takes
/// back as a whole.
struct RecordWriting<Record: StoredRecord> {
  private let records: RecordScope
  private let step: Journal.Step
  private let calendar: LocalCalendar

  init(_ records: RecordScope, _ step: Journal.Step, _ calendar: LocalCalendar) {
    self.records = records
    self.step = step
    self.calendar = calendar
  }

  func add(_ change: RecordChange<Record>) throws -> Saved<Record.Row> {
    var record = Record.begun(records.scope.ids.next(), in: records)
    change.apply(&record)
    Record.table.keepOthersNotes(in: &record, from: nil, by: records.scope.caller.id)
    try record.check(today: calendar.today())
    try record.bringAlong(in: records)
    try record.requireGiven()
    try record.requireLinks(in: records)
    try record.requireFitting(from: nil, in: records)
    try record.complete(from: nil, in: records)
    try records.scope.caller.require(
      .insert, Record.table.area, of: Record.table.scope(of: record), kind: Record.kind)
    try Record.form.insert([record], in: records.connection)
    let derived = try Record.writeDerived(.added(record, note: change.note), in: records)
    try settleNotifications()
    var saved = try saved(record, Record.table.adding.pastTense, derived)
    if let school = record.advancedSchool(at: records.scope.now) {
      saved.progress = try records.progress(with: records.require(School.self, school))
    }
    return saved
  }

  func edit(
    _ id: RecordID, _ change: RecordChange<Record>, from source: ValueSource = .entered
  ) throws -> Saved<Record.Row> {
    let before = try records.require(Record.self, id)
    var after = before
    change.apply(&after)
    Record.table.keepOthersNotes(in: &after, from: before, by: records.scope.caller.id)
    // `bringAlong` sets links that follow from other links, such as the school of an interaction
    // from its coach. All links are checked before any other error can name a linked record,
    // because the signed-in person may not be allowed to see that record's name.
    try after.bringAlong(in: records)
    try after.requireLinks(from: before, in: records)
    if let shown = change.shown { try requireNoConflict(shown, before, after) }
    try after.check(today: calendar.today(), replacing: before, from: source)
    guard after != before else { return Saved(try Record.row(before, in: records)) }
    try after.requireFitting(from: before, in: records)
    try after.complete(from: before, in: records)
    Record.table.column(.updatedBy)?.note(records.scope.caller.id, in: &after)
    Record.table.column(.updatedAt)?.note(records.scope.now, in: &after)
    let decision = Authority.decideUpdate(
      Record.table.area, from: Record.table.scope(of: before), to: Record.table.scope(of: after),
      by: records.scope.caller)
    if let problem = Problem(decision, on: Record.kind) { throw problem }
    try Record.form.update(from: before, to: after, in: records.connection)
    let derived = try Record.writeDerived(
      .edited(from: before, to: after, note: change.note), in: records)
    let fields = try Record.table.wordsOfChanges(
      from: before, to: after, by: records.scope.caller.id
    ) { try Record.row($0, in: records) }
    return try saved(after, "Changed", derived, fields: fields)
  }

  /// Marks notifications as read whose reason these writes have removed, such as the deadline of an
  /// offer that is now accepted. An undo step calls it once for all its records.
  func settleNotifications() throws {
    switch Record.kind {
    case .school, .coach, .interaction, .offer, .event, .recommendationLetter:
      try SettledNotifications(records.scope).settle(afterWriteAbout: records.athlete)
    default: break
    }
  }

  /// Runs `work` on each of several records. The first failure ends the transaction, so that either
  /// all records are changed or none.
  func all<Result>(
    _ ids: [RecordID], _ pastTense: String, _ work: (RecordID) throws -> Result
  ) throws -> [Result] {
    var results: [Result] = []
    for id in ids {
      do {
        results.append(try work(id))
      } catch var problem as Problem where ids.count > 1 {
        let name = try records.references(Record.kind, [id]).of(id, Record.kind)
        problem.details =
          [
            "It is \(name.handle) \(name.title) that cannot be; none of the \(ids.count) was touched."
          ]
          + problem.details
        throw problem
      }
    }
    try settleNotifications()
    if ids.count > 1 {
      step.summary = "\(pastTense) \(KindCount(Record.kind, ids.count).words)"
    }
    return results
  }

  /// Throws if another person or browser tab has changed the same values of the record since the
  /// page had displayed them to the user.
  private func requireNoConflict(_ shown: Record, _ stored: Record, _ new: Record) throws {
    let row = try Record.row(stored, in: records)
    let conflicts = Record.table.conflicts(
      shown: shown, stored: row, new: try Record.row(new, in: records),
      to: records.scope.caller.id, today: calendar.today(), zone: calendar.zone())
    guard !conflicts.isEmpty else { return }
    let name = row.reference
    throw Problem(
      .conflict, "\(name.handle) \(name.title) was changed after the page had shown it.",
      details: conflicts.map(\.words) + ["Nothing was changed."],
      fix: "Look at it again, then change it:  open \(name.handle)")
  }

  func delete(_ id: RecordID) throws -> DeletedRecord {
    let (record, deleted) = try records.delete(Record.self, id)
    _ = try Record.writeDerived(.deleted(record), in: records)
    step.summary = record.summary("Deleted", deleted.reference)
    return deleted
  }

  /// Returns the saved record with the names of the records to which it links, and sets the summary
  /// of the undo step.
  ///
  /// - Parameter fields: the changed fields in words, which the summary names.
  private func saved(
    _ record: Record, _ pastTense: String, _ derived: [DerivedWrite], fields: [String] = []
  ) throws -> Saved<Record.Row> {
    let reference = try records.references(Record.kind, [record.id]).of(record.id, Record.kind)
    let row = try Record.row(record, in: records)
    step.summary =
      record.summary(pastTense, reference) + (Record.historyPlace(of: row).map { ", \($0)" } ?? "")
      + (fields.isEmpty ? "" : ": " + fields.joined(separator: ", "))
    return Saved(row, derived: derived)
  }
}

extension RecordScope {
  /// Deletes a record. The foreign keys of the database then delete the rows that depend on the
  /// record, such as the coaches of a school, or remove the links of other rows to it.
  ///
  /// - Throws: a refusal if the caller may not delete the record. A parent whom the athlete allows
  ///   to make changes may not delete it if another person has written in the record or in any of
  ///   these rows (domain.md 10.10).
  fileprivate func delete<Record: StoredRecord>(
    _ type: Record.Type, _ id: RecordID
  ) throws -> (record: Record, deleted: DeletedRecord) {
    let record = try require(type, id)
    try requireToDelete(record)
    let deleted = try Record.deletion(of: id, in: self)
    let recorder =
      isOwner
      ? nil : try ChangeRecorder(connection, tables: StoredKinds.writtenTables.map(\.description))
    try Record.form.delete(id, in: connection)
    if let recorder {
      let rows = try DeletedRows(connection, for: scope.caller.id)
        .written(in: recorder.changeset(), deleting: id)
      if let row = Authority.rowOfOthers(among: rows, deletedBy: scope.caller.id) {
        throw Problem.takesAlong(row, with: deleted.reference)
      }
    }
    return (record, deleted)
  }

  fileprivate func requireToDelete<Record: StoredRecord>(_ record: Record) throws {
    let decision = Authority.decide(
      .delete, Record.table.area, of: Record.table.scope(of: record), by: scope.caller)
    let isHelper = !isOwner && scope.caller.mayWrite(Record.table.area, of: athlete)
    if decision == .refused, isHelper { throw Problem.notYoursToDelete }
    if let problem = Problem(decision, on: Record.kind) { throw problem }
  }
}

extension StoredRecord {
  fileprivate static func offered(
    by backend: SQLBackend, with others: Dependencies
  ) -> Dependencies { others.offering(backend.records() as RecordsGateway<Self>) }

  fileprivate func summary(_ pastTense: String, _ reference: Reference) -> String {
    "\(pastTense) \(reference.handle) \(historyTitle ?? reference.title)"
  }

  /// The name of the record kind as a part of an operation's name, such as `School` in
  /// `editSchool`.
  static var noun: String {
    kind.singular.capitalizedFirst
  }

  fileprivate static func deletion(
    of id: RecordID, in records: RecordScope
  ) throws -> DeletedRecord {
    _ = try records.require(Self.self, id)
    let losses = try losses(of: id, in: records)
    return DeletedRecord(
      reference: try records.references(kind, [id]).of(id, kind),
      alsoDeleted: losses.deleted, unlinked: losses.unlinked)
  }
}
