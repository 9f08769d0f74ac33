import CivilTime
import Domain
import FeatureKit
import Persistence
import SQLite

/// A kind of record that stands in a table of its own: what the one implementation of all lists and forms needs to know.
protocol StoredRecord: CheckedRecord {
  static var form: TableForm<Self> { get }
  static var area: DataArea { get }
  /// The gateway operation and what history calls it: `addSchool`, "Added".
  static var adding: (operation: String, pastTense: String) { get }
  /// The expressions that a search looks into.
  static var searched: [String] { get }

  static func visible(in records: RecordScope) throws -> Conditions
  static func narrow(_ conditions: inout Conditions, by filter: Filter, now: Instant)
  static func order(_ sort: Sort, now: Instant) -> [OrderTerm]

  /// Records with the names of what they point to, in the same order.
  static func rows(_ found: [Self], in records: RecordScope) throws -> [Row]
  static func details(_ found: Self, in records: RecordScope) throws -> Details

  /// A record nobody has written yet; what it points to has to be the family's.
  static func make(_ new: New, id: RecordID, in records: RecordScope) throws -> Self
  /// Applies what people changed, and notes who and when.
  mutating func change(_ edit: Edit, in records: RecordScope) throws
  /// Whose it is, for authority.
  var rowScope: RowScope { get }
  /// What the history calls it; nil for the title of its reference.
  var historyTitle: String? { get }

  /// What has to be written along with a change, once it is in the table.
  static func settle(
    _ change: RecordChange<Self>, in records: RecordScope
  ) throws -> [DerivedWrite]
  /// What goes, and what loses its link, with this record.
  static func losses(of id: RecordID, in records: RecordScope) throws -> Losses
}

extension StoredRecord {
  var historyTitle: String? { nil }
}

enum RecordChange<Record: StoredRecord> {
  case added(Record, Record.New)
  case edited(from: Record, to: Record, Record.Edit)
  case deleted(Record)
}

struct Losses {
  var deleted: [KindCount] = []
  var unlinked: [KindCount] = []
}

extension StoredRecord {
  static func visible(in records: RecordScope) throws -> Conditions {
    try records.visible(in: form.table)
  }

  static func settle(
    _ change: RecordChange<Self>, in records: RecordScope
  ) throws -> [DerivedWrite] { [] }

  static func losses(of id: RecordID, in records: RecordScope) throws -> Losses { Losses() }

  static func row(_ record: Self, in records: RecordScope) throws -> Row {
    guard let row = try rows([record], in: records).first else { throw Problem.noSuch(kind) }
    return row
  }

  /// The first ones of a page about something else, with how many there are.
  static func first(
    in records: RecordScope, _ narrow: (inout Filter) -> Void
  ) throws -> Listing<Row> {
    var query = ListQuery<Self>()
    narrow(&query.filter)
    query.limit = 10
    return try page(query, in: records)
  }

  static func page(
    _ query: ListQuery<Self>, in records: RecordScope
  ) throws -> Listing<Row> {
    let visible = try visible(in: records)
    var wanted = visible
    narrow(&wanted, by: query.filter, now: records.scope.now)
    wanted.search(query.search, in: searched)
    let found = try records.connection.query(
      """
      SELECT \(form.list) FROM \(form.table) WHERE \(wanted.clause)
      ORDER BY \(order(query.sort, now: records.scope.now).clause(of: form.table, reversed: query.isReversed))
      LIMIT ? OFFSET ?
      """,
      values: wanted.values + [
        .integer(Int64(query.limit.map { max(0, $0) } ?? -1)),
        .integer(Int64(max(0, query.offset))),
      ]
    ) { row in try form.read(row) }
    let total = try records.count(form.table, visible)
    let isNarrowed = query.filter.isActive || query.search != nil
    return Listing(
      rows: try rows(found, in: records),
      matching: isNarrowed ? try records.count(form.table, wanted) : total, total: total)
  }
}
