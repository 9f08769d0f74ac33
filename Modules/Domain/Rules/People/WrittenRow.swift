public import Basics

/// A row that a delete removes or unlinks, with all people who are known to have written in it.
public struct WrittenRow: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    /// The record that the delete names.
    case named
    case record(ReferenceKind)
    case statusChange
  }

  public enum Fate: Hashable, Sendable {
    case deleted
    /// The row stays, and its link to the deleted record is cleared.
    case unlinked
  }

  public var kind: Kind
  public var fate: Fate
  /// Nil for a row without an author.
  public var maker: RecordID?
  /// People who changed it last, have private notes in it, or have a step in effect that wrote it.
  public var editors: Set<RecordID>

  public init(kind: Kind, fate: Fate, maker: RecordID?, editors: Set<RecordID>) {
    self.kind = kind
    self.fate = fate
    self.maker = maker
    self.editors = editors
  }
}

extension Authority {
  /// The first row in which a person other than the helper has written: the helper may not delete it (rule 10.10). Nil if all rows are the
  /// helper's alone.
  public static func rowOfOthers(
    among rows: [WrittenRow], deletedBy helper: RecordID
  ) -> WrittenRow? {
    rows.first { $0.maker != helper || !$0.editors.isSubset(of: [helper]) }
  }
}
