/// A change to a record, which the gateway applies to the stored record within its own transaction.
///
/// A change is a function and not a changed copy of the record. A copy that a person reads lacks
/// the private notes of others, so storing the copy would delete these notes.
public struct RecordChange<Record: FamilyRecord>: Sendable {
  /// Changes the record it gets: the stored record, or a new one in which only the id and the owner
  /// are set.
  public var apply: @Sendable (inout Record) -> Void
  /// The record as a form showed it. If a column that changes has another stored value now, another
  /// person has changed it in the meantime, and the change is rejected as a conflict.
  public var shown: Record?
  /// A note about a change of status, which is stored in the history of the status.
  public var note: String?

  public init(
    shown: Record? = nil, note: String? = nil, _ apply: @escaping @Sendable (inout Record) -> Void
  ) {
    self.apply = apply
    self.shown = shown
    self.note = note
  }
}
