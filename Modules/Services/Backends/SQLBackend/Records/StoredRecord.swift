import Basics
import CivilTime
import Domain
import Persistence
import SQLite

/// What only this room has to know of a kind of record, beside its `table`: what names it, how its lists are narrowed and
/// ordered, what its pages show with it, and what its writes bring along.
protocol StoredRecord: FamilyRecord {
  static var form: TableForm<Self> { get }
  static var naming: RecordNaming { get }
  /// The expressions that a search looks into.
  static var searched: [String] { get }
  /// What is unlikely about a record that nobody was asked about.
  static func doubt(about record: Self) -> Doubt?
  /// The column that says when it happened, for what is found across kinds; when it was written, unless a kind knows better.
  static var datedBy: String { get }

  static func narrow(_ conditions: inout Conditions, by filter: Filter, now: Instant)
  /// Whether the filter names another record, whose index leads to few rows.
  static func isOfOneRecord(_ filter: Filter) -> Bool
  static func order(_ sort: Sort, now: Instant) -> [OrderTerm]

  /// Records with the names of what they point to, in the same order.
  static func rows(_ found: [Self], in records: RecordScope) throws -> [Row]
  static func details(_ found: Self, in records: RecordScope) throws -> Details

  /// Fills in what goes without saying, before it is looked whether what it points to is the family's.
  mutating func bringAlong(in records: RecordScope) throws
  /// Notes what a change means, and throws where the records it names do not belong together; `before` is nil for a new one.
  mutating func complete(from before: Self?, in records: RecordScope) throws
  /// What the history calls it; nil for the title of its reference.
  var historyTitle: String? { get }
  /// What has to be written along, once it is in the table.
  static func writeDerived(_ write: RecordWrite<Self>, in records: RecordScope) throws
    -> [DerivedWrite]
}

enum RecordWrite<Record: StoredRecord> {
  case added(Record, note: String?)
  case edited(from: Record, to: Record, note: String?)
  /// Nothing is announced: what is imported happened long ago.
  case imported(Record)
  case deleted(Record)
}

/// The kinds of record that are stored, in the order in which they are named.
enum StoredKinds {
  static let all: [any StoredRecord.Type] =
    [
      School.self, Coach.self, Interaction.self, Offer.self, RecruitingEvent.self,
      PerformanceMetric.self, Document.self,
    ] + PlainKinds.all.map { $0.stored }

  static func named(_ kind: ReferenceKind) -> (any StoredRecord.Type)? {
    all.first { $0.kind == kind }
  }

  /// Every table whose rows are a person's words: the records and the history of a school's status.
  static let writtenTables = all.map { $0.tableName } + [TableForm.statusChanges.table]

  /// The tables of the kinds that have such a column.
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

  static func writeDerived(
    _ write: RecordWrite<Self>, in records: RecordScope
  ) throws -> [DerivedWrite] { [] }

  /// A record nobody has written yet, with what the program notes of every one: whose it is, who made it and when.
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

  /// Throws where it names a record that is not there for the caller; what it named before may stay.
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

  /// Throws for the first column without which there is no such record.
  func requireGiven() throws {
    guard let column = Self.table.columns.first(where: { $0.isRequired && $0.isBlank(self) }) else {
      return
    }
    throw Problem.missing(column.link?.heading ?? column.name, of: Self.kind)
  }

  /// What goes, and what loses its link, with a record: a link that a row cannot do without takes the row along.
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

  /// Each column that names another record.
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
