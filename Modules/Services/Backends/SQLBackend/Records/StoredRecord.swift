import Basics
import CivilTime
import Domain
import Persistence
import SQLite

/// A kind of record with all that SQL needs to store it: its name, the filters and order of its
/// lists, the data of its pages, and the writes that follow from a write of a record.
protocol StoredRecord: FamilyRecord {
  static var form: TableForm<Self> { get }
  static var naming: RecordNaming { get }
  /// The SQL expressions for the texts of a record in which a search looks for the typed words.
  static var searched: [String] { get }
  /// The SQL expressions for the place of a record. A search for a state, by its name or its two
  /// letters, also finds the records whose place is in this state.
  static var places: [String] { get }
  /// Returns a question to the user about an unlikely value, such as a fastball of 150 mph, which
  /// may be a typing error; nil if all values are likely.
  static func doubt(about record: Self, today: CalendarDay) -> Doubt?
  /// The name of the column by which a list of several kinds sorts the record, such as the day of
  /// an event. By default it is the time when the record was created.
  static var datedBy: ColumnName { get }

  static func narrow(_ conditions: inout Conditions, by filter: Filter, now: Instant)
  /// Returns true if the filter selects the rows that link to one other record, such as the coaches
  /// of a school. The query then uses the index of that link, which finds the few rows.
  static func isOfOneRecord(_ filter: Filter) -> Bool
  /// Returns the number of records whose time is in the future, such as planned interactions; 0 for
  /// a kind that has no moment.
  static func plannedCount(in records: RecordScope, _ now: Instant) throws -> Int
  static func order(_ sort: Sort, now: Instant) -> [OrderTerm]

  /// Returns the rows of a list: each record with the names of the records to which it links, in
  /// the order of `found`.
  static func rows(_ found: [Self], in records: RecordScope) throws -> [Row]
  static func details(_ found: Self, in records: RecordScope) throws -> Details

  /// Sets values that follow from other values, such as an interaction's school from its coach. It
  /// is called before the links are checked.
  mutating func bringAlong(in records: RecordScope) throws
  /// Sets derived values before the record is stored, and throws if the linked records do not fit
  /// together, such as a coach of another school.
  ///
  /// - Parameter before: the record before an edit; nil for a new record.
  mutating func complete(from before: Self?, in records: RecordScope) throws
  /// Throws if an entered value does not fit a linked record, such as the day of a measurement
  /// before its event, or the first day of an event after its measurements. It is not called for
  /// rows of an export.
  ///
  /// - Parameter before: the record before an edit; nil for a new record.
  func requireFitting(from before: Self?, in records: RecordScope) throws
  /// The record's name in the summary of a change, as the history shows it; nil if the summary uses
  /// the title with which pages show the record.
  var historyTitle: String? { get }
  /// Returns what the summary of an undo step adds to the record's name, such as the school of an
  /// interaction; nil for nothing.
  static func historyPlace(of row: Row) -> String?
  /// The id of the school whose status the athlete may want to advance because of this record; nil
  /// if there is none.
  func advancedSchool(at now: Instant) -> RecordID?
  /// Makes the changes in other tables that follow from a write of this record, such as the date of
  /// a coach's last contact. It is called after the record is written.
  static func writeDerived(_ write: RecordWrite<Self>, in records: RecordScope) throws
    -> [DerivedWrite]
}

enum RecordWrite<Record: StoredRecord> {
  case added(Record, note: String?)
  case edited(from: Record, to: Record, note: String?)
  /// A record from an imported file. It creates no notifications, because what it reports may have
  /// happened long ago.
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

  /// All tables in which people write: the tables of the records, and the status history of
  /// schools.
  static let writtenTables = all.map { $0.tableName } + [TableForm.statusChanges.table]

  /// Returns the tables of records that have a column with this role, such as `createdBy`, the
  /// column of the author.
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
  func requireFitting(from before: Self?, in records: RecordScope) throws {}
  var historyTitle: String? { nil }
  static func historyPlace(of row: Row) -> String? { nil }
  func advancedSchool(at now: Instant) -> RecordID? { nil }
  static func plannedCount(in records: RecordScope, _ now: Instant) throws -> Int { 0 }

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

  /// Throws if a link of the record refers to a record that the signed-in person may not see. A
  /// link that the record had before the edit is accepted.
  ///
  /// - Parameters:
  ///   - before: the record before the edit; nil for a new record.
  ///   - isMeant: selects the links that are checked.
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

  /// Throws a problem that names the first required column without a value.
  func requireGiven() throws {
    guard let column = Self.table.columns.first(where: { $0.isRequired && $0.isBlank(self) }) else {
      return
    }
    throw Problem.missing(column, of: Self.kind)
  }

  /// Returns how many other records are deleted with the record `id`, and how many only lose their
  /// link to it, by kind.
  ///
  /// A record is deleted if its column for the link is required, because its row cannot exist
  /// without the link.
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

  /// The columns that link to another record, each with the kind of that record.
  ///
  /// `isAlways` is true for a required link: a record without it cannot exist, so it is deleted
  /// with the record to which it links.
  static var links: [(column: ColumnName, kind: ReferenceKind, isList: Bool, isAlways: Bool)] {
    table.columns.compactMap { column in
      guard let link = column.link else { return nil }
      let isAlways = if case .id(.always) = column.access { true } else { false }
      return (ColumnName(unchecked: column.name), link.kind, link.isList, isAlways)
    }
  }

  static func row(_ record: Self, in records: RecordScope) throws -> Row {
    guard let row = try rows([record], in: records).first else { throw Problem.noSuch(kind) }
    return row
  }

  /// Returns the first ten records that link to another record, for the page of that record, and
  /// their total number.
  static func first(
    in records: RecordScope, _ narrow: (inout Filter) -> Void
  ) throws -> Listing<Row> {
    var query = ListQuery<Self>()
    narrow(&query.filter)
    query.limit = 10
    let (found, matching) = try find(query, in: records)
    return Listing(rows: try rows(found, in: records), matching: matching, total: matching)
  }

  static func page(
    _ query: ListQuery<Self>, in records: RecordScope
  ) throws -> Listing<Row> {
    let (found, matching) = try find(query, in: records)
    let isNarrowed = query.filter.isActive || query.search != nil
    return Listing(
      rows: try rows(found, in: records), matching: matching,
      total: isNarrowed ? try records.count(form.table, visible(in: records)) : matching,
      planned: try plannedCount(in: records, records.scope.now))
  }

  /// Returns the records of a list, and the number of all records that match its filters.
  ///
  /// If the list is shorter than its limit, this number follows from the list. Otherwise a second
  /// query counts the records.
  private static func find(
    _ query: ListQuery<Self>, in records: RecordScope
  ) throws -> (found: [Self], matching: Int) {
    let form = form
    let order =
      query.newestFirst
      ? [OrderTerm.newest("\(form.table).\(datedBy)")] : order(query.sort, now: records.scope.now)
    var wanted = try visible(
      in: records, owner: isOfOneRecord(query.filter) ? .followsLink : .leads)
    narrow(&wanted, by: query.filter, now: records.scope.now)
    wanted.search(query.search, in: searched, places: places)
    let (limit, offset) = (query.limit.map { max(0, $0) }, max(0, query.offset))
    let found = try records.connection.query(
      """
      SELECT \(form.list) FROM \(form.table) WHERE \(wanted.clause)
      ORDER BY \(order.clause(of: form.table, reversed: query.isReversed))
      LIMIT ? OFFSET ?
      """,
      values: wanted.values + [.integer(Int64(limit ?? -1)), .integer(Int64(offset))]
    ) { row in try form.read(row) }
    let isEnd = found.count < limit ?? .max && (offset == 0 || !found.isEmpty)
    return (
      found, isEnd ? offset + found.count : try records.count(form.table, wanted)
    )
  }
}

extension StoredRecord {
  static var datedBy: ColumnName { .createdAt }
  static var places: [String] { [] }
  static func doubt(about record: Self, today: CalendarDay) -> Doubt? { nil }
  static func isOfOneRecord(_ filter: Filter) -> Bool { false }
}

extension StoredRecord where Details == Row {
  static func details(_ found: Self, in records: RecordScope) throws -> Row {
    try row(found, in: records)
  }
}

extension Problem {
  static func missing<Record: FamilyRecord>(
    _ column: RecordColumn<Record>, of kind: ReferenceKind
  ) -> Problem {
    Problem(
      .usage, "There is no \(column.heading.lowercased()).",
      fix: "Every \(kind.singular) needs one.")
  }
}
