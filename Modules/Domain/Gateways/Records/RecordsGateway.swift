public import Basics

/// The operations on one kind of a family's records: list, show, add, edit and delete. All kinds of
/// records share this type:
///
///     try await dependencies[SchoolsGateway.self].list(ListQuery(), of: athlete)
public struct RecordsGateway<Record: FamilyRecord>: Gateway {
  public var list = Endpoint<
    (query: ListQuery<Record>, athlete: RecordID), Listing<Record.Row>
  >("list")
  public var show = Endpoint<(id: RecordID, athlete: RecordID), Record.Details>("show")
  public var add = Endpoint<
    (change: RecordChange<Record>, athlete: RecordID), Saved<Record.Row>
  >("add")
  /// Changes one or several records. Either all of them are changed, in one step that `undo`
  /// reverts, or none.
  public var edit = Endpoint<
    (ids: [RecordID], change: RecordChange<Record>, athlete: RecordID), [Saved<Record.Row>]
  >("edit")
  public var deletionPreview = Endpoint<
    (ids: [RecordID], athlete: RecordID), [DeletedRecord]
  >("deletionPreview")
  /// Deletes one or several records. Either all of them are deleted, in one step that `undo`
  /// reverts, or none.
  public var delete = Endpoint<(ids: [RecordID], athlete: RecordID), [DeletedRecord]>("delete")

  public init() {}
}

extension RecordsGateway {
  public func list(
    _ query: ListQuery<Record> = ListQuery(), of athlete: RecordID
  ) async throws(Problem) -> Listing<Record.Row> {
    try await list((query, athlete))
  }

  /// Returns the data of a record's page: the record, the records related to it, and the history of
  /// its changes.
  public func show(_ id: RecordID, of athlete: RecordID) async throws(Problem) -> Record.Details {
    try await show((id, athlete))
  }

  /// Adds a record. Changes that follow from it, such as a new last contact, completed suggestions
  /// and notifications, belong to the same undo step, so `undo` reverts them too.
  public func add(
    _ change: RecordChange<Record>, for athlete: RecordID
  ) async throws(Problem) -> Saved<Record.Row> {
    try await add((change, athlete))
  }

  public func add(
    for athlete: RecordID, _ fill: @escaping @Sendable (inout Record) -> Void
  ) async throws(Problem) -> Saved<Record.Row> {
    try await add((RecordChange(fill), athlete))
  }

  public func edit(
    _ id: RecordID, _ change: RecordChange<Record>, of athlete: RecordID
  ) async throws(Problem) -> Saved<Record.Row> {
    try Self.only(try await edit(([id], change, athlete)))
  }

  public func edit(
    _ ids: [RecordID], _ change: RecordChange<Record>, of athlete: RecordID
  ) async throws(Problem) -> [Saved<Record.Row>] {
    try await edit((ids, change, athlete))
  }

  public func edit(
    _ id: RecordID, of athlete: RecordID, _ change: @escaping @Sendable (inout Record) -> Void
  ) async throws(Problem) -> Saved<Record.Row> {
    try Self.only(try await edit(([id], RecordChange(change), athlete)))
  }

  /// Returns what deleting the record would also delete and change, without deleting anything. The
  /// question for confirmation shows it.
  public func deletionPreview(
    of id: RecordID, of athlete: RecordID
  ) async throws(Problem) -> DeletedRecord {
    try Self.only(try await deletionPreview(([id], athlete)))
  }

  public func deletionPreview(
    of ids: [RecordID], of athlete: RecordID
  ) async throws(Problem) -> [DeletedRecord] {
    try await deletionPreview((ids, athlete))
  }

  public func delete(_ id: RecordID, of athlete: RecordID) async throws(Problem) -> DeletedRecord {
    try Self.only(try await delete(([id], athlete)))
  }

  public func delete(
    _ ids: [RecordID], of athlete: RecordID
  ) async throws(Problem) -> [DeletedRecord] {
    try await delete((ids, athlete))
  }

  private static func only<Result>(_ results: [Result]) throws(Problem) -> Result {
    guard let only = results.first else { throw Problem.noSuch(Record.kind) }
    return only
  }
}

public typealias SchoolsGateway = RecordsGateway<School>
public typealias CoachesGateway = RecordsGateway<Coach>
public typealias InteractionsGateway = RecordsGateway<Interaction>
public typealias OffersGateway = RecordsGateway<Offer>
public typealias EventsGateway = RecordsGateway<RecruitingEvent>
public typealias DocumentsGateway = RecordsGateway<Document>
public typealias LettersGateway = RecordsGateway<RecommendationLetter>
public typealias MetricsGateway = RecordsGateway<PerformanceMetric>

/// A kind of record that has a list, a page and a form. `table` describes its columns.
public protocol FamilyRecord: Equatable, Sendable {
  typealias Column = RecordColumn<Self>
  typealias Field = RecordField<Self>

  /// The filters of the list, such as the status of a school. A filter without values matches all
  /// records.
  associatedtype Filter: ListFilter
  associatedtype Sort: ListSort
  /// One line of the list: the record, and the names of the records to which it refers.
  associatedtype Row: RecordRow where Row.Record == Self
  /// The data that the record's page shows.
  associatedtype Details: Equatable & Sendable

  static var kind: ReferenceKind { get }
  /// The name of the table in the database schema and in an export. It is a separate property,
  /// because most code needs the name without the columns, and creating `table` takes time.
  static var tableName: TableName { get }
  static var table: RecordTable<Self> { get }

  var id: RecordID { get }
  /// Creates a record that has only an id. The caller sets the other values, for example from a
  /// row, an import file or a form.
  init(id: RecordID)
}

/// One line of a list of records.
public protocol RecordRow: Equatable, Sendable {
  associatedtype Record
  var reference: Reference { get }
  var record: Record { get }
}

/// All kinds of records that a family can have, in the order in which the help and the pages list
/// them.
public enum RecordKinds {
  public static let all: [any FamilyRecord.Type] =
    [
      School.self, Coach.self, Interaction.self, Offer.self, RecruitingEvent.self,
      PerformanceMetric.self, Document.self,
    ] + PlainKinds.all.map { $0.record }

  /// The tables whose rows the family shares, each with the column that holds the owner of a row
  /// without a family.
  public static var shared: [(table: TableName, owner: ColumnName)] {
    all.filter { !$0.isAthletesOwn }.map { ($0.tableName, $0.ownerColumn) }
  }

  /// The tables whose rows only the athlete may read. The column `user_id` has the owner of a row.
  public static var athletesOwn: [TableName] {
    all.filter { $0.isAthletesOwn }.map { $0.tableName }
  }
}

extension FamilyRecord {
  fileprivate static var isAthletesOwn: Bool { table.isAthletesOwn }
  fileprivate static var ownerColumn: ColumnName { table.ownerColumn }
}
