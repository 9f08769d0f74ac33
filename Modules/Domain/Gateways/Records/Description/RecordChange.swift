/// What is to become of a record as it is stored, applied in the gateway's own transaction.
///
/// It is a function and no copy of a row: rows that people are shown lack what others noted for themselves, and
/// writing one back would delete that.
public struct RecordChange<Record: FamilyRecord>: Sendable {
  /// To a new record, of which only the id and whose it is are known, or to the stored one.
  public var apply: @Sendable (inout Record) -> Void
  /// The row that a form showed. What is changed must still be so, else another person has written it since, and the change
  /// is refused as a conflict.
  public var shown: Record?
  /// What is remembered beside a change of status.
  public var note: String?

  public init(
    shown: Record? = nil, note: String? = nil, _ apply: @escaping @Sendable (inout Record) -> Void
  ) {
    self.apply = apply
    self.shown = shown
    self.note = note
  }
}
