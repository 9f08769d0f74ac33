import Basics
import CivilTime
import Domain
import Persistence
import SQLite

/// A kind of record as this module needs it, in addition to its `table`: its name, the filters and
/// order of its lists, the parts of its pages, and its derived writes.
protocol StoredRecord: FamilyRecord {
  static var form: TableForm<Self> { get }
  static var naming: RecordNaming { get }
  /// The SQL expressions in which a search looks for the typed words.
  static var searched: [String] { get }
  /// Returns a doubt about an unlikely value that the user has not confirmed; nil for a likely one.
  static func doubt(about record: Self) -> Doubt?
  /// The column with the date of the record's event, for lists that contain several kinds. By
  /// default it is the creation date.
  static var datedBy: String { get }

  static func narrow(_ conditions: inout Conditions, by filter: Filter, now: Instant)
  /// Returns true if the filter names another record. The index of that link then finds the few
  /// rows.
  static func isOfOneRecord(_ filter: Filter) -> Bool
  static func order(_ sort: Sort, now: Instant) -> [OrderTerm]

  /// Returns the records with the names of their linked records, in the same order.
  static func rows(_ found: [Self], in records: RecordScope) throws -> [Row]
  static func details(_ found: Self, in records: RecordScope) throws -> Details

  /// Sets values that follow from others, before the links are checked.
  mutating func bringAlong(in records: RecordScope) throws
  /// Sets derived values, and throws if the linked records do not fit together. `before` is nil for
  /// a new record.
  mutating func complete(from before: Self?, in records: RecordScope) throws
  /// The record's name in the summary of an undo step; nil for the title of its reference.
  var historyTitle: String? { get }
  /// The school whose status may advance because of this record; nil if none may.
  var advancedSchool: RecordID? { get }
  /// Makes the writes that follow from a write of this record, after the record is in the table.
  static func writeDerived(_ write: RecordWrite<Self>, in records: RecordScope) throws
    -> [DerivedWrite]
}

enum RecordWrite<Record: StoredRecord> {
  case added(Record, note: String?)
  case edited(from: Record, to: Record, note: String?)
  /// An imported record is old, so it creates no notifications.
  case imported(Record)
  case deleted(Record)
}

/// All kinds of stored records, in the order in which pages show them.
enum StoredKinds {
  static let all: [any StoredRecord.Type] =
    [
      School.self, Coach.self, Interaction.self, Offer.self, RecruitingEvent.self,
      PerformanceMetric.self, Document.self,
    ] + PlainKinds.all.map { $0.stored }

  static func named(_ kind: ReferenceKind) -> (any StoredRecord.Type)? {
    all.first { $0.kind == kind }
  }

  /// All tables with texts that people entered: the records and the status history of schools.
  static let writtenTables = all.map { $0.tableName } + [TableForm.statusChanges.table]

  /// Returns the tables of the kinds that have a column with this role.
  static func tables(with role: ColumnRole) -> [TableName] {
    all.filter { $0.has(role) }.map { $0.tableName }
  }
}

extension StoredRecord {
  fileprivate static func has(_ role: ColumnRole) -> Bool { table.column(role) != nil }
}

extension StoredRecord {
  mutating func bringAlong(in records: RecordScope) throws {}
  mutating func complete(from before: Self?, in records: RecordScope) throws {}
  var historyTitle: String? { nil }
  var advancedSchool: RecordID? { nil }

  static func writeDerived(
    _ write: RecordWrite<Self>, in records: RecordScope
  ) throws -> [DerivedWrite] { [] }

  /// Creates a new record with the values that the program sets: owner, family, author and time.
  static func begun(_ id: RecordID, in records: RecordScope) -> Self {
    var record = Self(id: id)
    table.column(.owner)?.note(records.athlete, in: &record)
    table.column(.family)?.note(records.family, in: &record)
    for role in [ColumnRole.author, .uploader, .createdBy] {
      table.column(role)?.note(records.scope.caller.id, in: &record)
    }
    for role in [ColumnRole.createdAt, .updatedAt] {
      table.column(role)?.note(records.scope.now, in: &record)
    }
    return record
  }

  /// Throws if a link refers to a record that the caller may not see. A link that the record
  /// already had is accepted.
  func requireLinks(
    from before: Self? = nil, in records: RecordScope,
    where isMeant: (ColumnLink) -> Bool = { _ in true }
  ) throws {
    for column in Self.table.columns {
      guard let link = column.link, isMeant(link), let kind = StoredKinds.named(link.kind) else {
        continue
      }
      let known = before.map { Set(column.linked(in: $0)) } ?? []
      for id in Set(column.linked(in: self)).subtracting(known).sorted() {
        try records.requireVisible(kind, id)
      }
    }
  }

  /// Throws for the first required column without a value.
  func requireGiven() throws {
    guard let column = Self.table.columns.first(where: { $0.isRequired && $0.isBlank(self) }) else {
      return
    }
    throw Problem.missing(column.link?.heading ?? column.name, of: Self.kind)
  }

  /// Returns how many records a deletion deletes and how many it unlinks, by kind. A record whose
  /// link is required is deleted.
  static func losses(
    of id: RecordID, in records: RecordScope
  ) throws -> (deleted: [KindCount], unlinked: [KindCount]) {
    var (deleted, unlinked) = ([KindCount](), [KindCount]())
    for other in StoredKinds.all {
      for link in other.links where link.kind == kind && !link.isList {
        let count = KindCount(
          other.kind,
          try records.count(
            other.tableName, Conditions("\(other.tableName).\(link.column) = ?", .id(id))))
        if count.count == 0 { continue }
        if link.isAlways { deleted.append(count) } else { unlinked.append(count) }
      }
    }
    return (deleted, unlinked)
  }

  /// The columns that link to another record.
  static var links: [(column: String, kind: ReferenceKind, isList: Bool, isAlways: Bool)] {
    table.columns.compactMap { column in
      guard let link = column.link else { return nil }
      let isAlways = if case .id(.always) = column.access { true } else { false }
      return (column.name, link.kind, link.isList, isAlways)
    }
  }

  static func row(_ record: Self, in records: RecordScope) throws -> Row {
    guard let row = try rows([record], in: records).first else { throw Problem.noSuch(kind) }
    return row
  }

  /// Returns the first ten records for a page about another record, with their total number.
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
    let all = try visible(in: records)
    let form = form
    let order =
      query.newestFirst
      ? [OrderTerm.newest("\(form.table).\(datedBy)")] : order(query.sort, now: records.scope.now)
    var wanted = isOfOneRecord(query.filter) ? try visible(in: records, owner: .followsLink) : all
    narrow(&wanted, by: query.filter, now: records.scope.now)
    wanted.search(query.search, in: searched)
    let found = try records.connection.query(
      """
      SELECT \(form.list) FROM \(form.table) WHERE \(wanted.clause)
      ORDER BY \(order.clause(of: form.table, reversed: query.isReversed))
      LIMIT ? OFFSET ?
      """,
      values: wanted.values + [
        .integer(Int64(query.limit.map { max(0, $0) } ?? -1)),
        .integer(Int64(max(0, query.offset))),
      ]
    ) { row in try form.read(row) }
    let total = try records.count(form.table, all)
    let isNarrowed = query.filter.isActive || query.search != nil
    return Listing(
      rows: try rows(found, in: records),
      matching: isNarrowed ? try records.count(form.table, wanted) : total, total: total)
  }
}

extension StoredRecord {
  static var datedBy: String { "created_at" }
  static func doubt(about record: Self) -> Doubt? { nil }
  static func isOfOneRecord(_ filter: Filter) -> Bool { false }
}

extension StoredRecord where Details == Row {
  static func details(_ found: Self, in records: RecordScope) throws -> Row {
    try row(found, in: records)
  }
}

extension Problem {
  static func missing(_ heading: String, of kind: ReferenceKind) -> Problem {
    Problem(
      .usage, "There is no \(heading).", fix: "Every \(kind.singular) needs one.")
  }
}
