/// A kind of record that people can name: its handle letter and its words.
///
/// The kit knows no kinds; Domain declares them (`ReferenceKind.task`).
public struct ReferenceKind: Hashable, Sendable {
  /// The letter of its handles: `t` in `t12`.
  public let letter: Character
  public let singular: String
  public let plural: String

  public init(letter: Character, singular: String, plural: String) {
    self.letter = letter
    self.singular = singular
    self.plural = plural
  }
}

/// A record somebody named, resolved: what it is, and what it is called.
public struct Reference: Hashable, Sendable {
  public let kind: ReferenceKind
  public let id: RecordID
  /// The permanent short name: `t12`.
  public let handle: String
  public let title: String

  public init(kind: ReferenceKind, id: RecordID, handle: String, title: String) {
    self.kind = kind
    self.id = id
    self.handle = handle
    self.title = title
  }
}
