import CivilTime
import Domain
import FeatureKit
import JSON

/// The operations on one kind of record, such as listing and editing schools, as closures. No
/// closure mentions the record's Swift type, so the reducer and the pages are written once for all
/// kinds.
struct KindGateway: Sendable {
  typealias ListRequest = RecordsFeature.ListRequest

  let viewedAs: ViewLogEntry.ItemType?
  let complete: @Sendable (ListRequest, KindContext) -> ListRequest
  let list: @Sendable (ListRequest, KindContext) async throws(Problem) -> Listing<Entry>
  let show: @Sendable (RecordID, KindContext) async throws(Problem) -> RecordsFeature.LoadedRecord
  let add: @Sendable (FieldChanges, KindContext) async throws(Problem) -> Done
  /// Changes several records, which one `undo` reverts together. If one of them cannot be changed,
  /// none is changed.
  let edit:
    @Sendable ([RecordID], FieldChanges, ShownRecord?, KindContext) async throws(Problem) -> Done
  let deletionPreview:
    @Sendable ([RecordID], _ of: RecordID) async throws(Problem) -> [DeletedRecord]
  let delete: @Sendable ([RecordID], _ of: RecordID) async throws(Problem) -> [DeletedRecord]
  /// Returns the record's values by field name, in the form in which the command's options take
  /// them. An edit form begins with these values.
  let typed: @Sendable (RecordID, KindContext) async throws(Problem) -> [String: [String]]
  /// Finds the records of this kind in whose texts the searched words occur, newest first.
  let find:
    @Sendable (_ words: String, _ limit: Int, KindContext) async throws(Problem) -> Listing<Entry>
  /// Returns a list of records or one record as JSON, with the fields that a program requested.
  let data: @Sendable (DataRequest, KindContext) async throws(Problem) -> JSONValue

  init<Record: TabledRecord>(_ gateway: RecordsGateway<Record>) {
    viewedAs = Record.viewedAs
    complete = { Record.completed($0, $1.parsing) }
    list = { request, context throws(Problem) in
      let query = Record.query(request, context.parsing)
      let listing = try await gateway.list(query, of: context.athlete)
      let fields = Record.fields
      return Listing(
        rows: listing.rows.map { Record.entry($0, fields, to: context.reader) },
        matching: listing.matching, total: listing.total, planned: listing.planned)
    }
    show = { id, context throws(Problem) in
      let details = try await gateway.show(id, of: context.athlete)
      return RecordsFeature.LoadedRecord(
        shown: ShownRecord(Record.row(of: details).record),
        entry: Record.entry(Record.row(of: details), to: context.reader),
        next: Record.nextStep(in: details, context.parsing),
        related: Record.related(in: details, to: context.reader),
        history: Record.history(in: details))
    }
    add = { changes, context throws(Problem) in
      try Record.check(changes, before: nil, context.parsing)
      let saved = try await gateway.add(
        Record.change(changes, shown: nil, isNew: true, context), for: context.athlete)
      let changes = Record.completed(changes, before: nil, saved: saved.row)
      let namesakes =
        Record.saysNamesakes
        ? await Self.namesakes(of: saved.row.reference, gateway, context) : []
      var done = SavedWords<Record>(saved, changes, context, isNew: true).added(besides: namesakes)
      if let step = saved.progress?.nextStep, let way = step.command {
        done.links.append(CommandLink(step.title, way.command))
      }
      return done
    }
    edit = { ids, changes, shown, context throws(Problem) in
      var before: [Record.Row] = []
      for id in ids {
        before.append(Record.row(of: try await gateway.show(id, of: context.athlete)))
      }
      try changes.checkClearing()
      for row in before { try Record.check(changes, before: row, context.parsing) }
      let saved = try await gateway.edit(
        ids, Record.change(changes, shown: shown?.record as? Record, isNew: false, context),
        of: context.athlete)
      let words = zip(saved, before).map { saved, before in
        SavedWords<Record>(
          saved, Record.completed(changes, before: before, saved: saved.row), context)
      }
      return SavedWords<Record>.changed(words, from: before)
    }
    deletionPreview = { ids, athlete throws(Problem) in
      try await gateway.deletionPreview(of: ids, of: athlete)
    }
    delete = { ids, athlete throws(Problem) in try await gateway.delete(ids, of: athlete) }
    typed = { id, context throws(Problem) in
      let details = try await gateway.show(id, of: context.athlete)
      return Record.typed(details, to: context.reader, context.parsing)
    }
    find = { words, limit, context throws(Problem) in
      let query = ListQuery<Record> {
        $0.search = words
        $0.newestFirst = true
        $0.limit = limit
      }
      let found = try await gateway.list(query, of: context.athlete)
      let fields = Record.fields
      return Listing(
        rows: found.rows.map { Record.entry($0, fields, to: context.reader) },
        matching: found.matching, total: found.total)
    }
    data = { request, context throws(Problem) in
      let fields = Record.dataFields
      let columns = try fields.named(request.fields)
      switch request.what {
      case .record(let reference):
        let row = Record.row(of: try await gateway.show(reference.id, of: context.athlete))
        return fields.object(of: (row, context.reader), columns)
      case .list(let asked):
        var query = Record.query(Record.completed(asked, context.parsing), context.parsing)
        // A program gets all rows unless its request has a limit. Only a page that people read has
        // a default limit.
        query.limit = asked.limit
        let rows = try await gateway.list(query, of: context.athlete).rows
        return fields.array(of: rows.map { ($0, context.reader) }, columns)
      }
    }
  }

  /// Returns other records with the same name, which the answer mentions as possible duplicates.
  ///
  /// The new record is already saved. So a failed search is ignored, and the result is empty.
  private static func namesakes<Record: TabledRecord>(
    of saved: Reference, _ gateway: RecordsGateway<Record>, _ context: KindContext
  ) async -> [Reference] {
    var query = ListQuery<Record>()
    query.search = saved.title
    let name = NameMatch(saved.title, ignoring: saved.kind.formsOfAddress)
    let found = try? await gateway.list(query, of: context.athlete)
    return (found?.rows ?? []).map(\.reference).filter {
      $0.id != saved.id && name.isExactly([$0.title])
    }
  }
}
