public import FeatureKit

/// One kind of record a family keeps: listing, showing, adding, editing, deleting. Seven kinds share this one shape.
///
/// `dependencies[SchoolsGateway.self].list(ListQuery(), of: athlete)`.
public struct RecordsGateway<Record: FamilyRecord>: Capability {
  public var list:
    @Sendable (
      _ query: ListQuery<Record>, _ athlete: RecordID
    ) async throws(Problem) -> Listing<Record.Row>
  public var show:
    @Sendable (_ id: RecordID, _ athlete: RecordID) async throws(Problem) -> Record.Details
  public var add:
    @Sendable (
      _ new: Record.New, _ athlete: RecordID
    ) async throws(Problem) -> Saved<Record.Row>
  public var edit:
    @Sendable (
      _ id: RecordID, _ edit: Record.Edit, _ athlete: RecordID
    ) async throws(Problem) -> Saved<Record.Row>
  public var deletionPreview:
    @Sendable (_ id: RecordID, _ athlete: RecordID) async throws(Problem) -> DeletedRecord
  public var delete:
    @Sendable (_ id: RecordID, _ athlete: RecordID) async throws(Problem) -> DeletedRecord

  package init(
    list:
      @escaping @Sendable (_ query: ListQuery<Record>, _ athlete: RecordID) async throws(Problem) ->
      Listing<Record.Row>,
    show:
      @escaping @Sendable (_ id: RecordID, _ athlete: RecordID) async throws(Problem) ->
      Record.Details,
    add:
      @escaping @Sendable (_ new: Record.New, _ athlete: RecordID) async throws(Problem) -> Saved<
        Record.Row
      >,
    edit:
      @escaping @Sendable (_ id: RecordID, _ edit: Record.Edit, _ athlete: RecordID)
      async throws(Problem) -> Saved<Record.Row>,
    deletionPreview:
      @escaping @Sendable (_ id: RecordID, _ athlete: RecordID) async throws(Problem) ->
      DeletedRecord,
    delete:
      @escaping @Sendable (_ id: RecordID, _ athlete: RecordID) async throws(Problem) ->
      DeletedRecord
  ) {
    self.list = list
    self.show = show
    self.add = add
    self.edit = edit
    self.deletionPreview = deletionPreview
    self.delete = delete
  }

  public static func unimplemented(_ place: Unimplemented) -> RecordsGateway {
    RecordsGateway(
      list: place.endpoint("list"),
      show: place.endpoint("show"),
      add: place.endpoint("add"),
      edit: place.endpoint("edit"),
      deletionPreview: place.endpoint("deletionPreview"),
      delete: place.endpoint("delete"))
  }
}

extension RecordsGateway {
  public func list(
    _ query: ListQuery<Record> = ListQuery(), of athlete: RecordID
  ) async throws(Problem) -> Listing<Record.Row> {
    try await list(query, athlete)
  }

  /// The record with everything related to it and its history.
  public func show(_ id: RecordID, of athlete: RecordID) async throws(Problem) -> Record.Details {
    try await show(id, athlete)
  }

  /// Adds a record with its derived writes (last contact, completed suggestions, notifications) in one step.
  public func add(
    _ new: Record.New, for athlete: RecordID
  ) async throws(Problem) -> Saved<Record.Row> {
    try await add(new, athlete)
  }

  public func edit(
    _ id: RecordID, _ edit: Record.Edit, of athlete: RecordID
  ) async throws(Problem) -> Saved<Record.Row> {
    try await self.edit(id, edit, athlete)
  }

  /// What `delete` would take along; for the question before it.
  public func deletionPreview(
    of id: RecordID, of athlete: RecordID
  ) async throws(Problem) -> DeletedRecord {
    try await deletionPreview(id, athlete)
  }

  public func delete(_ id: RecordID, of athlete: RecordID) async throws(Problem) -> DeletedRecord {
    try await delete(id, athlete)
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

/// A kind of record with a list, a page and a form of its own.
public protocol FamilyRecord: Equatable, Sendable {
  /// What a list can be narrowed by; its empty value narrows nothing.
  associatedtype Filter: ListFilter
  associatedtype Sort: ListSort
  /// A line of the list: the record with the names of what it points to.
  associatedtype Row: Equatable & Sendable
  /// The record's own page.
  associatedtype Details: Equatable & Sendable
  /// What has to be known to add one, with an `Edit` for the rest.
  associatedtype New: Equatable & Sendable
  /// What may be changed; anything not mentioned stays.
  associatedtype Edit: Equatable & Sendable

  static var kind: ReferenceKind { get }
}
