public import Basics
public import CivilTime

/// A record that was written, with the writes that followed from it.
public struct Saved<Row> {
  public var row: Row
  public var derived: [DerivedWrite]
  /// The family's progress with the school, for a new record of a kind that can change the school's status.
  public var progress: SchoolProgress?

  public init(_ row: Row, derived: [DerivedWrite] = [], progress: SchoolProgress? = nil) {
    self.row = row
    self.derived = derived
    self.progress = progress
  }
}

extension Saved: Equatable where Row: Equatable {}
extension Saved: Sendable where Row: Sendable {}

/// A write that a rule made in the same undo step as the record's write.
public enum DerivedWrite: Equatable, Sendable {
  /// The time of a coach's last contact changed to this; nil if the coach has no interaction any
  /// more (rule 4.8).
  case lastContact(coach: Reference, Instant?)
  /// An open suggestion of the school was completed by logging an interaction (rule 4.12).
  case suggestionCompleted(Reference)
  /// The athlete was notified of an inbound interaction (rule 4.11).
  case notificationCreated(Reference)
  /// A change of status was added to the school's history.
  case statusRecorded(from: Open<SchoolStatus>?, to: Open<SchoolStatus>)
}

/// A record that was deleted, or would be, with the rows that are deleted with it.
public struct DeletedRecord: Equatable, Sendable {
  public var reference: Reference
  /// Records that are deleted too, such as the coaches, interactions and offers of a school.
  public var alsoDeleted: [KindCount]
  /// Records that stay and only lose their link, such as the interactions of a coach.
  public var unlinked: [KindCount]

  public init(
    reference: Reference, alsoDeleted: [KindCount] = [], unlinked: [KindCount] = []
  ) {
    self.reference = reference
    self.alsoDeleted = alsoDeleted
    self.unlinked = unlinked
  }
}

/// A number of records of one kind, such as "3 coaches".
public struct KindCount: Equatable, Sendable {
  public var kind: ReferenceKind
  public var count: Int

  public init(_ kind: ReferenceKind, _ count: Int) {
    self.kind = kind
    self.count = count
  }

  public var words: String { "\(count.grouped) \(count == 1 ? kind.singular : kind.plural)" }
}
