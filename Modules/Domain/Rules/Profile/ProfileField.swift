public import JSON

/// One field of a profile: its storage key, its name, and its allowed values (rule 2.5).
///
/// The fields are listed only in the table `ProfileField.all`, which commands, pages, parsing and
/// checks use.
public struct ProfileField: Hashable, Sendable {
  /// The key in the stored JSON object.
  public let key: String
  public let category: PreferenceCategory
  /// The name of the command's option, such as `high-school`.
  public let name: String
  /// The label on pages, such as `High school`.
  public let title: String
  public let kind: Kind
  public let example: String
  /// The key under which older data stores the value; nil if it never changed.
  public let olderKey: String?

  /// The type of the field's values.
  public enum Kind: Hashable, Sendable {
    case text(max: Int)
    case texts(max: Int)
    case whole(ClosedRange<Int>, unit: String?)
    case decimal(ClosedRange<Double>)
    case height(ClosedRange<Int>)
    case graduationYear
    /// A choice between words, each with the text that is stored for it.
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

  /// Returns the stored value; nil if it is missing or has another type.
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
