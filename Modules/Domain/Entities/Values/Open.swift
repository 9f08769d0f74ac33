public import Basics

/// An enumeration whose values come from outside of the program: a known value, or the text of an
/// unknown one.
///
/// A newer server may send `fax` where this version knows five types. The row is kept, shown as it
/// is, and written back unchanged (decision 4).
///
/// The requirements on `Known` are in the extensions: if they were on the type itself, the runtime
/// would look them up for each kind of value that a command uses.
public enum Open<Known> {
  case known(Known)
  case unknown(String)

  /// The known value; nil for an unknown one, so that rules never confuse the two.
  @inlinable
  public var known: Known? {
    if case .known(let known) = self { known } else { nil }
  }
}

extension Open: Sendable where Known: Sendable {}
extension Open: Equatable where Known: Equatable {}
extension Open: Hashable where Known: Hashable {}

extension Open where Known: Vocabulary {
  // The initializers are inlined, because every row of every list creates some of these values.
  @inlinable
  public init(_ raw: String) {
    self = Known(rawValue: raw).map(Open.known) ?? .unknown(raw)
  }

  /// The text in the file and on the wire.
  public var raw: String {
    switch self {
    case .known(let known): known.rawValue
    case .unknown(let raw): raw
    }
  }

  public var words: String { known?.words ?? plainWords(of: raw) }
}

// Compares with a known value, as rules do; a missing or unknown value is never equal to it.
public func == <Known: Vocabulary>(left: Open<Known>?, right: Known) -> Bool {
  left?.known == right
}
public func != <Known: Vocabulary>(left: Open<Known>?, right: Known) -> Bool {
  left?.known != right
}

/// The known values of an enumeration, each with its raw text and its words for people.
public protocol Vocabulary: RawRepresentable, CaseIterable, Hashable, Sendable
where RawValue == String {
  var words: String { get }
  /// Whether `allCases` contains all values. If not, other texts of the same form are values too.
  static var areAllListed: Bool { get }
  /// Reads the value that a person means: its raw text or its words, in any capitals, with spaces
  /// or dashes for underscores.
  init?(written text: String)
}

extension Vocabulary {
  public var words: String { plainWords(of: rawValue) }

  public static var areAllListed: Bool { true }

  public init?(written text: String) {
    let spoken = { (text: String) in
      String(text.trimmed.lowercased().map { $0 == "_" || $0 == "-" ? " " : $0 })
    }
    let wanted = spoken(text)
    let meant = Self.allCases.first { spoken($0.rawValue) == wanted || spoken($0.words) == wanted }
    guard let meant else { return nil }
    self = meant
  }
}

extension ValueKind where Value: Vocabulary {
  /// The kind of value for one word of the vocabulary. Forms show the words as people read them.
  public static var vocabulary: ValueKind { choice.called { Value(written: $0)?.words } }
}

/// Returns a raw text as people read it: `offer_received` with spaces for underscores, capitalised
/// (rule 4.10).
func plainWords(of raw: String) -> String {
  let words = raw.split(separator: "_").joined(separator: " ")
  return words.capitalizedFirst
}

// Vocabularies whose rules are in other folders of Domain.
extension TaskStatus: Vocabulary {}
extension TaskStatusFilter: Vocabulary {}
extension TaskUrgencyFilter: Vocabulary {}
extension UserRole: Vocabulary {}
