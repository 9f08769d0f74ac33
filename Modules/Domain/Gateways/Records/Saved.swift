public import Basics
public import CivilTime

/// A record that was added or changed, with the further changes that rules made. `undo` reverts all
/// of them together.
public struct Saved<Row> {
  public var row: Row
  public var derived: [DerivedWrite]
  /// The facts from which the program suggests a new status of the school. They are set if the new
  /// record, such as an offer, can be a reason to change the status; otherwise nil.
  public var progress: SchoolProgress?

  public init(_ row: Row, derived: [DerivedWrite] = [], progress: SchoolProgress? = nil) {
    self.row = row
    self.derived = derived
    self.progress = progress
  }
}

extension Saved: Equatable where Row: Equatable {}
extension Saved: Sendable where Row: Sendable {}

/// A further change that a rule of the program made when a record was added or changed. `undo`
/// reverts both together.
public enum DerivedWrite: Equatable, Sendable {
  /// The time of the last contact with a coach changed to this value; nil if no interaction with
  /// the coach is left (domain.md 4.8).
  case lastContact(coach: Reference, Instant?)
  /// An open suggestion about the school was completed, because an interaction was logged
  /// (domain.md 4.12).
  case suggestionCompleted(Reference)
  /// The athlete got a notification about an inbound interaction (domain.md 4.11).
  case notificationCreated(Reference)
  /// A row with the old and the new status was added to the history of the school's status.
  case statusRecorded(from: Open<SchoolStatus>?, to: Open<SchoolStatus>)
}

/// A record that was deleted or would be deleted, with the numbers of other records that are
/// deleted with it or lose their reference to it.
public struct DeletedRecord: Equatable, Sendable {
  public var reference: Reference
  /// The records that are deleted too, such as the coaches, interactions and offers of a school.
  public var alsoDeleted: [KindCount]
  /// The records that stay and only lose their reference to the deleted record, such as the
  /// interactions of a coach.
  public var unlinked: [KindCount]

  public init(
    reference: Reference, alsoDeleted: [KindCount] = [], unlinked: [KindCount] = []
  ) {
    self.reference = reference
    self.alsoDeleted = alsoDeleted
    self.unlinked = unlinked
  }
}

/// A number of records of one kind; `words` is for example "3 coaches".
public struct KindCount: Equatable, Sendable {
  public var kind: ReferenceKind
  public var count: Int

  public init(_ kind: ReferenceKind, _ count: Int) {
    self.kind = kind
    self.count = count
  }

  public var words: String { "\(count.grouped) \(count == 1 ? kind.singular : kind.plural)" }
}
