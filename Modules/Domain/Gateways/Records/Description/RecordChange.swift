/// A change of a stored record, applied in the gateway's own transaction.
///
/// It is a function and not a copy of a row: the rows that people see lack the private notes of others, so writing one back would delete
/// those.
public struct RecordChange<Record: FamilyRecord>: Sendable {
  /// Changes a new record, of which only the id and the owner are set, or the stored record.
  public var apply: @Sendable (inout Record) -> Void
  /// The row that a form showed. If a changed column no longer has the value of this row, another
  /// person has changed it since, and the change is refused as a conflict.
  public var shown: Record?
  /// The note of a change of status, for the history.
  public var note: String?

  public init(
    shown: Record? = nil, note: String? = nil, _ apply: @escaping @Sendable (inout Record) -> Void
  ) {
    self.apply = apply
    self.shown = shown
    self.note = note
  }
}
