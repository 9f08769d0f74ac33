import CivilTime
public import Domain
import FeatureKit
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

  private func records<Record: StoredRecord>() -> RecordsGateway<Record> {
    let noun = Record.noun
    return RecordsGateway(
      list: { query, athlete throws(Problem) in
        try await self.read { scope in
          try Record.page(query, in: RecordScope(scope, of: athlete))
        }
      },
      show: { id, athlete throws(Problem) in
        try await self.read { scope in
          let records = try RecordScope(scope, of: athlete)
          return try Record.details(try records.require(Record.self, id), in: records)
        }
      },
      add: { new, athlete throws(Problem) in
        let today = self.calendar.today()
        return try await self.write(Record.adding.operation, for: athlete) { scope, step in
          try RecordWriting<Record>(RecordScope(scope, of: athlete), step, today: today).add(new)
        }
      },
      edit: { id, edit, athlete throws(Problem) in
        let today = self.calendar.today()
        return try await self.write("edit\(noun)", for: athlete) { scope, step in
          try RecordWriting<Record>(RecordScope(scope, of: athlete), step, today: today)
            .edit(id, edit)
        }
      },
      deletionPreview: { id, athlete throws(Problem) in
        try await self.read { scope in
          // Whoever may not delete is not asked whether they want to.
          try scope.caller.requireToChangeData(of: athlete)
          return try Record.deletion(of: id, in: RecordScope(scope, of: athlete))
        }
      },
      delete: { id, athlete throws(Problem) in
        let today = self.calendar.today()
        return try await self.write("delete\(noun)", for: athlete) { scope, step in
          try RecordWriting<Record>(RecordScope(scope, of: athlete), step, today: today).delete(id)
        }
      })
  }
}

/// Adds, edits and deletes records of one kind within a step.
struct RecordWriting<Record: StoredRecord> {
  private let records: RecordScope
  private let step: Journal.Step
  private let today: CalendarDay

  init(_ records: RecordScope, _ step: Journal.Step, today: CalendarDay) {
    self.records = records
    self.step = step
    self.today = today
  }

  func add(_ new: Record.New) throws -> Saved<Record.Row> {
    var record = try Record.make(new, id: records.scope.ids.next(), in: records)
    try record.check(today: today)
    try records.scope.caller.require(
      .insert, Record.area, of: record.rowScope, kind: Record.kind)
    try Record.form.insert([record], in: records.connection)
    let derived = try Record.settle(.added(record, new), in: records)
    return try saved(record, Record.adding.pastTense, derived)
  }

  func edit(_ id: RecordID, _ edit: Record.Edit) throws -> Saved<Record.Row> {
    let before = try records.require(Record.self, id)
    var after = before
    try after.change(edit, in: records)
    try after.check(today: today, replacing: before)
    let decision = Authority.decideUpdate(
      Record.area, from: before.rowScope, to: after.rowScope, by: records.scope.caller)
    if let problem = Problem(decision, on: Record.kind) { throw problem }
    guard try Record.form.update(from: before, to: after, in: records.connection) else {
      return Saved(try Record.row(before, in: records))
    }
    let derived = try Record.settle(.edited(from: before, to: after, edit), in: records)
    return try saved(after, "Changed", derived)
  }

  func delete(_ id: RecordID) throws -> DeletedRecord {
    let record = try records.require(Record.self, id)
    try records.scope.caller.require(
      .delete, Record.area, of: record.rowScope, kind: Record.kind)
    let deleted = try Record.deletion(of: id, in: records)
    try Record.form.delete(id, in: records.connection)
    _ = try Record.settle(.deleted(record), in: records)
    step.summary = record.summary("Deleted", deleted.reference)
    return deleted
  }

  /// What came of it, read back: a derived write may have touched the record itself.
  private func saved(
    _ record: Record, _ pastTense: String, _ derived: [DerivedWrite]
  ) throws -> Saved<Record.Row> {
    let reference = try records.references(Record.kind, [Record.form.id(record)])
      .of(Record.form.id(record), Record.kind)
    step.summary = record.summary(pastTense, reference)
    return Saved(try Record.row(record, in: records), derived: derived)
  }
}

extension StoredRecord {
  fileprivate func summary(_ pastTense: String, _ reference: Reference) -> String {
    "\(pastTense) \(reference.handle) \(historyTitle ?? reference.title)"
  }

  /// `School`, as operations name it.
  static var noun: String {
    kind.singular.prefix(1).uppercased() + kind.singular.dropFirst()
  }

  fileprivate static func deletion(
    of id: RecordID, in records: RecordScope
  ) throws -> DeletedRecord {
    _ = try records.require(Self.self, id)
    let losses = try losses(of: id, in: records)
    return DeletedRecord(
      reference: try records.references(kind, [id]).of(id, kind),
      alsoDeleted: losses.deleted.filter { $0.count > 0 },
      unlinked: losses.unlinked.filter { $0.count > 0 })
  }
}
