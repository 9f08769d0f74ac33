public import Basics
public import CivilTime

/// Visits of parents to pages, logged when they view a page and read by the athlete (rule 4.14). They are not undo steps.
public struct ViewLogGateway: Gateway {
  public var record = Endpoint<
    (item: ViewLogEntry.ItemType, id: RecordID?, athlete: RecordID), Void
  >("record")
  public var views = Endpoint<(athlete: RecordID, limit: Int), Listing<ViewRow>>("views")

  public init() {}
}

extension ViewLogGateway {
  /// Records one visit of the acting parent to a page of the athlete. The visit of an athlete to
  /// their own page is refused.
  public func record(
    _ item: ViewLogEntry.ItemType, id: RecordID? = nil, of athlete: RecordID
  ) async throws(Problem) {
    try await record((item, id, athlete))
  }

  /// Returns the visits to the athlete's pages, newest first: all visits for the athlete, and only
  /// their own visits for a parent.
  public func views(of athlete: RecordID, limit: Int) async throws(Problem) -> Listing<ViewRow> {
    try await views((athlete, limit))
  }
}

/// One recorded visit.
public struct ViewRow: Equatable, Sendable {
  public var parent: Reference
  public var itemType: Open<ViewLogEntry.ItemType>
  /// The record that the parent viewed; nil after it was deleted.
  public var item: Reference?
  public var viewedAt: Instant

  public init(
    parent: Reference, itemType: Open<ViewLogEntry.ItemType>, item: Reference?, viewedAt: Instant
  ) {
    self.parent = parent
    self.itemType = itemType
    self.item = item
    self.viewedAt = viewedAt
  }
}
