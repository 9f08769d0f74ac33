import CivilTime
import Domain
import FeatureKit

/// One gateway with the type of its record put away, so that reducer and pages are written once for all kinds.
struct KindGateway: Sendable {
  typealias ListRequest = RecordsFeature.ListRequest

  let viewedAs: ViewLogEntry.ItemType?
  let complete: @Sendable (ListRequest, KindContext) -> ListRequest
  let list: @Sendable (ListRequest, KindContext) async throws(Problem) -> Listing<Entry>
  let show: @Sendable (RecordID, KindContext) async throws(Problem) -> RecordsFeature.LoadedRecord
  let add: @Sendable (Given, KindContext) async throws(Problem) -> Done
  let edit:
    @Sendable (RecordID, Given, _ shown: ShownRecord?, KindContext) async throws(Problem) -> Done
  let deletionPreview: @Sendable (RecordID, _ of: RecordID) async throws(Problem) -> DeletedRecord
  let delete: @Sendable (RecordID, _ of: RecordID) async throws(Problem) -> DeletedRecord

  init<Record: TabledRecord>(_ gateway: RecordsGateway<Record>) {
    viewedAs = Record.viewedAs
    complete = { Record.completed($0, $1.parsing) }
    list = { request, context throws(Problem) in
      let query = Record.query(request, context.parsing)
      let listing = try await gateway.list(query, of: context.athlete)
      let fields = Record.fields
      return Listing(
        rows: listing.rows.map { Record.entry($0, fields, to: context.reader) },
        matching: listing.matching, total: listing.total)
    }
    show = { id, context throws(Problem) in
      let details = try await gateway.show(id, of: context.athlete)
      return RecordsFeature.LoadedRecord(
        shown: ShownRecord(Record.row(of: details).record),
        entry: Record.entry(Record.row(of: details), to: context.reader),
        related: Record.related(in: details, to: context.reader),
        history: Record.history(in: details))
    }
    add = { given, context throws(Problem) in
      let saved = try await gateway.add(
        Record.change(given, shown: nil, isNew: true, context), for: context.athlete)
      let given = Record.completed(given, before: nil, saved: saved.row)
      let namesakes =
        Record.saysNamesakes
        ? await Self.namesakes(of: saved.row.reference, gateway, context) : []
      return SavedWords<Record>(saved, given, context, isNew: true).added(besides: namesakes)
    }
    edit = { id, given, shown, context throws(Problem) in
      let before = Record.row(of: try await gateway.show(id, of: context.athlete))
      try given.checkClearing()
      try Record.check(given, before: before)
      let saved = try await gateway.edit(
        id, Record.change(given, shown: shown?.record as? Record, isNew: false, context),
        of: context.athlete)
      let given = Record.completed(given, before: before, saved: saved.row)
      return SavedWords<Record>(saved, given, context).changed(from: before)
    }
    deletionPreview = { id, athlete throws(Problem) in
      try await gateway.deletionPreview(of: id, of: athlete)
    }
    delete = { id, athlete throws(Problem) in try await gateway.delete(id, of: athlete) }
  }

  /// Others of the same name. They are allowed; not being able to look must not fail what was saved.
  private static func namesakes<Record: TabledRecord>(
    of saved: Reference, _ gateway: RecordsGateway<Record>, _ context: KindContext
  ) async -> [Reference] {
    var query = ListQuery<Record>()
    query.search = saved.title
    let name = NameMatch(saved.title, ignoring: Set([saved.kind.formOfAddress].compactMap { $0 }))
    let found = try? await gateway.list(query, of: context.athlete)
    return (found?.rows ?? []).map(\.reference).filter {
      $0.id != saved.id && name.isExactly([$0.title])
    }
  }
}

/// Whose records, who reads them, and when and where that is.
struct KindContext: Sendable {
  let athlete: RecordID
  let reader: RecordID
  let parsing: ParseContext

  init(athlete: RecordID, reader: RecordID, calendar: LocalCalendar) {
    self.athlete = athlete
    self.reader = reader
    parsing = ParseContext(now: calendar.now(), zone: calendar.zone())
  }
}

extension TabledRecord {
  fileprivate static func query(
    _ request: RecordsFeature.ListRequest, _ context: ParseContext
  ) -> ListQuery<Self> {
    var query = ListQuery<Self>()
    for filter in filters {
      if let value = request.filters[filter.name] { filter.apply(&query.filter, value, context) }
    }
    query.search = request.search
    query.sort = request.sort.flatMap(Sort.init(rawValue:)) ?? .standard
    query.isReversed = request.isReversed
    query.limit = request.rowLimit
    return query
  }

  /// What was given, as a change of the record; a note to the history goes beside it.
  fileprivate static func change(
    _ given: Given, shown: Self?, isNew: Bool, _ context: KindContext
  ) -> RecordChange<Self> {
    let change = ChangeContext(
      person: context.reader, now: context.parsing.now, zone: context.parsing.zone)
    return RecordChange(shown: shown, note: given.text("status-note")) { record in
      for field in fields {
        if let value = given[field.name] {
          field.input?.write(&record, value, change)
        } else if given.cleared.contains(field.name) {
          field.input?.write(&record, nil, change)
        }
      }
      record.fillIn(given, isNew: isNew, context.parsing)
    }
  }
}

/// The record behind a page that is on the screen: what a change made there builds on.
public struct ShownRecord: Equatable, Sendable {
  let record: any FamilyRecord

  init(_ record: some FamilyRecord) { self.record = record }

  public static func == (left: ShownRecord, right: ShownRecord) -> Bool {
    left.isSame(as: left.record, right.record)
  }

  private func isSame<Record: FamilyRecord>(as own: Record, _ other: any FamilyRecord) -> Bool {
    own == other as? Record
  }
}
