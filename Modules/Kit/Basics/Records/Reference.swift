/// A kind of record that people can name: the letter of its handles, which are short names such as
/// `t12`, and its words for sentences.
///
/// The module Domain declares the kinds, such as `ReferenceKind.task`.
public struct ReferenceKind: Sendable {
  /// The letter and the words of the kind, in an object that all copies share. Every reference
  /// contains its kind, so four texts in place of the object would more than double the size of a
  /// reference.
  private let declaration: Declaration

  private final class Declaration: Sendable {
    let letter: Character
    let singular: String
    let plural: String
    let formsOfAddress: Set<String>

    init(
      _ letter: Character, _ singular: String, _ plural: String, _ formsOfAddress: Set<String>
    ) {
      self.letter = letter
      self.singular = singular
      self.plural = plural
      self.formsOfAddress = formsOfAddress
    }
  }

  /// The letter of the kind's handles (short names of records), such as `t` in `t12`.
  public var letter: Character { declaration.letter }
  /// The singular for sentences, such as `task`.
  public var singular: String { declaration.singular }
  /// The plural, such as `tasks`.
  public var plural: String { declaration.plural }
  /// The titles in lower case and without periods that people may type before the name of such a
  /// record, such as `dr`, although they are not part of the name.
  public var formsOfAddress: Set<String> { declaration.formsOfAddress }

  /// Returns whether a word is one of the forms of address (titles before a name), such as `Dr.` or
  /// `dr`.
  public func isAddressed(by word: some StringProtocol) -> Bool {
    let title = word.lowercased()
    return formsOfAddress.contains(title.hasSuffix(".") ? String(title.dropLast()) : title)
  }

  public init(
    letter: Character, singular: String, plural: String, formsOfAddress: Set<String> = []
  ) {
    declaration = Declaration(letter, singular, plural, formsOfAddress)
  }
}

extension ReferenceKind: Hashable {
  /// Two kinds are equal if their declarations have equal contents.
  public static func == (left: ReferenceKind, right: ReferenceKind) -> Bool {
    left.declaration === right.declaration
      || (left.letter == right.letter && left.singular == right.singular
        && left.plural == right.plural && left.formsOfAddress == right.formsOfAddress)
  }

  /// Hashes only the letter, because two kinds rarely have the same letter.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(letter)
  }
}

/// A record to which the words of a command refer, with its kind, its handle (a short name such as
/// `t12`) and its title.
public struct Reference: Hashable, Sendable {
  public let kind: ReferenceKind
  /// The identifier under which the record is stored. Pages show the handle (a short name such as
  /// `t12`) instead of the identifier.
  public let id: RecordID
  /// The permanent short name, such as `t12`, by which people type the record.
  public let handle: String
  /// The full name as it was entered. Words that distinguish two records with the same name may
  /// follow it.
  public let title: String

  public init(kind: ReferenceKind, id: RecordID, handle: String, title: String) {
    self.kind = kind
    self.id = id
    self.handle = handle
    self.title = title
  }

  /// The handle and the title, such as `t12 Buy two balls`, by which messages name the record.
  public var name: String { "\(handle) \(title)" }
}
