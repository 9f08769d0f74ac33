/// A kind of record that people can name: its handle letter and its words.
///
/// The kit knows no kinds; Domain declares them (`ReferenceKind.task`).
public struct ReferenceKind: Hashable, Sendable {
  /// The letter of its handles: `t` in `t12`.
  public let letter: Character
  /// What one is called in a sentence: `task`.
  public let singular: String
  /// What several are called: `tasks`.
  public let plural: String
  /// A word, in lower case, that people put before the name of such a record without its being part of it: a title.
  public let formOfAddress: String?

  public init(
    letter: Character, singular: String, plural: String, formOfAddress: String? = nil
  ) {
    self.letter = letter
    self.singular = singular
    self.plural = plural
    self.formOfAddress = formOfAddress
  }
}

/// A record somebody named, resolved: what it is, and what it is called.
public struct Reference: Hashable, Sendable {
  /// What it is.
  public let kind: ReferenceKind
  /// What it is stored under. Never shown: people know the handle.
  public let id: RecordID
  /// The permanent short name: `t12`.
  public let handle: String
  /// What it is called, whole and as it was written.
  public let title: String

  public init(kind: ReferenceKind, id: RecordID, handle: String, title: String) {
    self.kind = kind
    self.id = id
    self.handle = handle
    self.title = title
  }
}
