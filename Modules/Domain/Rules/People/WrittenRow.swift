public import Basics

/// A row that is deleted, or loses its link, when a record is deleted, with the people who are
/// known to have written in the row. A parent whom the athlete allowed to help may not delete the
/// record if another person has written in such a row.
public struct WrittenRow: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    /// The record that the command names and deletes. The other kinds are rows that depend on it,
    /// such as the coaches of a deleted school.
    case named
    case record(ReferenceKind)
    case statusChange
  }

  public enum Fate: Hashable, Sendable {
    case deleted
    /// The row is not deleted, and only its link to the deleted record is removed.
    case unlinked
  }

  public var kind: Kind
  public var fate: Fate
  /// The person who created the row; nil if the row stores no author.
  public var maker: RecordID?
  /// The people who wrote in the row after it was created: its last editor, the authors of private
  /// notes in it, and the authors of changes to it that were not undone.
  public var editors: Set<RecordID>

  public init(kind: Kind, fate: Fate, maker: RecordID?, editors: Set<RecordID>) {
    self.kind = kind
    self.fate = fate
    self.maker = maker
    self.editors = editors
  }
}

extension Authority {
  /// Returns the first row in which a person other than the helping parent (whom the athlete
  /// allowed to help) has written, or whose author is not known; nil if there is none. A helping
  /// parent may not delete what other people wrote, so the deletion is refused if there is such a
  /// row (domain.md 10.10).
  public static func rowOfOthers(
    among rows: [WrittenRow], deletedBy helper: RecordID
  ) -> WrittenRow? {
    rows.first { $0.maker != helper || !$0.editors.isSubset(of: [helper]) }
  }
}
