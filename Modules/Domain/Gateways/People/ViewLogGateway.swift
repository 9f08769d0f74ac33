public import Basics
public import CivilTime

/// The operations on the log of pages that parents have viewed, which the athlete can read
/// (domain.md 4.14). The entries are not recorded in the journal of changes, so `undo` does not
/// remove them.
public struct ViewLogGateway: Gateway {
  public var record = Endpoint<
    (item: ViewLogEntry.ItemType, id: RecordID?, athlete: RecordID, at: Instant?), Void
  >("record")
  public var views = Endpoint<(athlete: RecordID, limit: Int), Listing<ViewRow>>("views")

  public init() {}
}

extension ViewLogGateway {
  /// Logs that the signed-in parent viewed a page of the athlete. Throws if the person is the
  /// athlete.
  ///
  /// - Parameter moment: the time at which the page was opened; nil stands for the present time.
  public func record(
    _ item: ViewLogEntry.ItemType, id: RecordID? = nil, of athlete: RecordID,
    at moment: Instant? = nil
  ) async throws(Problem) {
    try await record((item, id, athlete, moment))
  }

  /// Returns the logged views of the athlete's pages, newest first. An athlete gets all of them, a
  /// parent only their own.
  public func views(of athlete: RecordID, limit: Int) async throws(Problem) -> Listing<ViewRow> {
    try await views((athlete, limit))
  }
}

/// A logged view of a page, with the names of the parent and the record.
public struct ViewRow: Equatable, Sendable {
  public var parent: Reference
  public var itemType: Open<ViewLogEntry.ItemType>
  /// The record that the parent viewed; nil for a page without a single record, or after the record
  /// was deleted.
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
