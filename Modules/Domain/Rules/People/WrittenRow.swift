public import Basics

/// A row that a delete takes out or unlinks, with every person who is known to have written in it.
public struct WrittenRow: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    /// The record that the delete names.
    case named
    case record(ReferenceKind)
    case statusChange
  }

  public enum Fate: Hashable, Sendable {
    case deleted
    /// It stays, and the link to the deleted record is emptied.
    case unlinked
  }

  public var kind: Kind
  public var fate: Fate
  /// Nil for a row that does not say who made it.
  public var maker: RecordID?
  /// Who changed it last, left private notes in it, or has a standing step that wrote it.
  public var editors: Set<RecordID>

  public init(kind: Kind, fate: Fate, maker: RecordID?, editors: Set<RecordID>) {
    self.kind = kind
    self.fate = fate
    self.maker = maker
    self.editors = editors
  }
}

extension Authority {
  /// The first row in which someone other than a helper has written: the helper may not delete what takes it along (rule
  /// 10.10). Nil when all of it is the helper's alone.
  public static func rowOfOthers(
    among rows: [WrittenRow], deletedBy helper: RecordID
  ) -> WrittenRow? {
    rows.first { $0.maker != helper || !$0.editors.isSubset(of: [helper]) }
  }
}
