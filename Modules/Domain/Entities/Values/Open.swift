public import Basics

/// A value of an enumeration that comes from outside the program: either a known value, or the text
/// of an unknown one.
///
/// A newer server may send a value that this version does not know. Such a value is stored, shown
/// as plain text, and written back unchanged (decision 4).
///
/// The type itself places no constraint on `Known`; its extensions do. With a constraint on the
/// type, the Swift runtime would look up a conformance for each kind of value that a command uses,
/// which takes time.
public enum Open<Known> {
  case known(Known)
  case unknown(String)

  /// The known value; nil for an unknown value, so that a rule never mistakes an unknown value for
  /// a known one.
  @inlinable
  public var known: Known? {
    if case .known(let known) = self { known } else { nil }
  }
}

extension Open: Sendable where Known: Sendable {}
extension Open: Equatable where Known: Equatable {}
extension Open: Hashable where Known: Hashable {}

extension Open where Known: Vocabulary {
  // Functions of this type are inlinable for speed, because reading one row of a list creates
  // several `Open` values.
  @inlinable
  public init(_ raw: String) {
    self = Known(rawValue: raw).map(Open.known) ?? .unknown(raw)
  }

  /// The text of the value in the program's database, and in messages to and from a server.
  public var raw: String {
    switch self {
    case .known(let known): known.rawValue
    case .unknown(let raw): raw
    }
  }

  public var words: String { known?.words ?? plainWords(of: raw) }
}

// These operators compare a stored value with a known one, so that a rule can write `school.status
// == .committed`. A missing or unknown value is not equal to any known value.
public func == <Known: Vocabulary>(left: Open<Known>?, right: Known) -> Bool {
  left?.known == right
}
public func != <Known: Vocabulary>(left: Open<Known>?, right: Known) -> Bool {
  left?.known != right
}

/// An enumeration whose values have a raw text, which is stored, and words, which people read. A
/// status of a school, for example, has the raw text `offer_received` and the words
/// `Offer received`.
public protocol Vocabulary: RawRepresentable, CaseIterable, Hashable, Sendable
where RawValue == String {
  var words: String { get }
  /// Whether `allCases` contains all valid values. If it is false, other texts can be valid too,
  /// such as the name of a measure that a family defined.
  static var areAllListed: Bool { get }
  /// The name of the list (`ChoiceLabels.list`) in which a host, the shell or the web server, finds
  /// the words of these values if they depend on the athlete. It is nil if all people read the same
  /// words.
  static var listOfLabels: String? { get }
  /// Creates the value that a typed text means. The text is the raw text or the words of a value;
  /// capitals do not matter, and spaces, dashes and underscores are equal.
  init?(written text: String)
}

extension Vocabulary {
  public var words: String { plainWords(of: rawValue) }

  public static var areAllListed: Bool { true }
  public static var listOfLabels: String? { nil }

  /// The words from which a person can choose, as text for the message that refuses any other word.
  public static var choice: String {
    areAllListed ? "one of " + allCases.map(\.words).joined(separator: ", ") : "a known name"
  }

  public init?(written text: String) {
    let wanted = spoken(text.trimmed)
    let meant = Self.allCases.first { spoken($0.rawValue) == wanted || spoken($0.words) == wanted }
    guard let meant else { return nil }
    self = meant
  }
}

/// Returns the text in the form that is used for comparisons: in lower case, with spaces for dashes
/// and underscores.
private func spoken(_ text: String) -> String {
  String(
    decoding: text.lowercased().utf8.map { byte in
      byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-") ? UInt8(ascii: " ") : byte
    }, as: UTF8.self)
}

extension ValueKind where Value: Vocabulary {
  /// The type of a command's argument or a form's field that takes one value of this enumeration.
  /// Forms offer the words instead of the raw texts.
  public static var vocabulary: ValueKind {
    labelledChoice(in: Value.listOfLabels) { word in
      // A form gets the label of each choice by its stored spelling, so these spellings are tried
      // first. Other words that people use are tried only after them.
      let value = Value.allCases.first { $0.rawValue.replacingUnderscores == word }
      return (value ?? Value(written: word))?.words
    }
  }
}

/// Returns a raw text in words that people read: underscores become spaces and the first letter a
/// capital, so `offer_received` becomes `Offer received` (domain.md 4.10).
func plainWords(of raw: String) -> String {
  let words = raw.utf8.split(separator: UInt8(ascii: "_")).map { String(Substring($0)) }
  return words.joined(separator: " ").capitalizedFirst
}

// The enumerations below are declared in `Modules/Domain/Rules`. Their conformance to `Vocabulary`
// is declared here, beside the protocol.
extension TaskStatus: Vocabulary {}
extension TaskStatusFilter: Vocabulary {}
extension TaskUrgencyFilter: Vocabulary {}
extension UserRole: Vocabulary {}
