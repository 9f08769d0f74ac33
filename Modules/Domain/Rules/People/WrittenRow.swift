public import Basics

/// A row that a deletion removes or unlinks, with all people who are known to have written in it.
public struct WrittenRow: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    /// The record that the command deletes.
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
  /// The person who created the row; nil for a row without an author.
  public var maker: RecordID?
  /// The people who edited the row last, have private notes in it, or have made a change to it that
  /// was not undone.
  public var editors: Set<RecordID>

  public init(kind: Kind, fate: Fate, maker: RecordID?, editors: Set<RecordID>) {
    self.kind = kind
    self.fate = fate
    self.maker = maker
    self.editors = editors
  }
}

extension Authority {
  /// Returns the first row in which a person other than the helping parent has written, because the
  /// parent may not delete it (rule 10.10). It is nil if only the parent has written in all rows.
  public static func rowOfOthers(
    among rows: [WrittenRow], deletedBy helper: RecordID
  ) -> WrittenRow? {
    rows.first { $0.maker != helper || !$0.editors.isSubset(of: [helper]) }
  }
}
