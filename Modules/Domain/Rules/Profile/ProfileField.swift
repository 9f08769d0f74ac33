public import JSON

/// A field of a profile, with its storage key, its name and its allowed values (domain.md 2.5).
///
/// All fields are listed in the table `ProfileField.all`. Commands, pages, parsing and checks read
/// that table, so that a new field has to be added in only one place.
public struct ProfileField: Hashable, Sendable {
  /// The key under which the value is stored in the profile's JSON object, such as `gpa`.
  public let key: String
  public let category: PreferenceCategory
  /// The name of the option for this field in commands, such as `high-school`.
  public let name: String
  /// The label on pages, such as `High school`.
  public let title: String
  public let kind: Kind
  public let example: String
  /// The key under which older versions stored the value; nil if the key never changed.
  public let olderKey: String?

  /// The type of the field's values, such as a number or a height, by which a typed text is parsed.
  public enum Kind: Hashable, Sendable {
    case text(max: Int)
    case texts(max: Int)
    case whole(ClosedRange<Int>, unit: String?)
    case decimal(ClosedRange<Double>)
    case height(ClosedRange<Int>)
    case graduationYear
    /// One of several words. The stored text of a word can differ from the word, such as `L` for
    /// `left`.
    case choice([Choice])
    case flag
    case handle
    case phone
    case email
    case zip
    case links(max: Int)
  }

  public struct Choice: Hashable, Sendable {
    public var stored: String
    public var word: String

    public init(_ stored: String, _ word: String) {
      self.stored = stored
      self.word = word
    }
  }

  init(
    _ key: String, _ name: String, _ title: String, _ kind: Kind, example: String,
    olderKey: String? = nil, category: PreferenceCategory = .player
  ) {
    self.key = key
    self.category = category
    self.name = name
    self.title = title
    self.kind = kind
    self.example = example
    self.olderKey = olderKey
  }

  /// Returns the value of this field in a stored JSON object; nil if it is missing or has the wrong
  /// type.
  public func value(in stored: JSONValue?) -> JSONValue? {
    let candidates = [key, olderKey].compactMap { $0.flatMap { stored?[$0] } }
    return candidates.first { isRightType($0) }
  }

  private func isRightType(_ value: JSONValue) -> Bool {
    switch kind {
    case .text, .choice, .handle, .phone, .email, .zip:
      value.string.map { !$0.isEmpty } ?? false
    case .texts: value.array.map { $0.contains { $0.string != nil } } ?? false
    case .whole, .height, .graduationYear: value.int != nil
    case .decimal: value.double != nil
    case .flag: value.bool != nil
    case .links: value.array.map { $0.contains { VideoLink($0) != nil } } ?? false
    }
  }
}
