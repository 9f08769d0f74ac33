/// The rule by which a typed text fits a name: each typed word begins a word of the name, ignoring
/// case, accents and punctuation. An exact name has precedence over longer names (decision 2).
///
///     switch NameMatch("ana riv").meant(among: profiles, called: { [$0.name] }) {
///     case .one(let profile): …
///     case .none, .several: …
///     }
public struct NameMatch: Sendable {
  /// The words that the person typed, in lower case and without accents, as they are compared with
  /// names.
  public let words: [String]
  private let ignored: Set<String>

  /// - Parameter formsOfAddress: words that may precede a name but do not belong to it, such as a
  ///   title.
  public init(_ typed: String, ignoring formsOfAddress: Set<String> = []) {
    ignored = formsOfAddress
    words = Self.foldedWords(typed, ignoring: formsOfAddress)
  }

  /// Returns the candidates whose name fits the typed words. Each candidate may have several names.
  /// If a name consists of exactly these words, candidates with longer names are left out.
  public func meant<Candidate>(
    among candidates: [Candidate], called names: (Candidate) -> [String]
  ) -> NameMeaning<Candidate> {
    let fitting = candidates.filter { fits(names($0)) }
    let exact = fitting.filter { isExactly(names($0)) }
    let meant = exact.isEmpty ? fitting : exact
    return switch meant.count {
    case 0: .none
    case 1: .one(meant[0])
    default: .several(meant)
    }
  }

  /// Returns whether the typed words fit one of these names. All words have to fit the same name.
  /// If nothing was typed, no name fits.
  public func fits(_ names: [String]) -> Bool {
    guard !words.isEmpty else { return false }
    return names.contains { name in
      let parts = Self.foldedWords(name, ignoring: ignored)
      return words.allSatisfy { word in parts.contains { $0.hasPrefix(word) } }
    }
  }

  /// Returns whether one of the names consists of exactly these words.
  public func isExactly(_ names: [String]) -> Bool {
    names.contains { Self.foldedWords($0, ignoring: ignored) == words }
  }

  /// Returns the words of a name in lower case and without accents. Every character that is neither
  /// a letter nor a digit separates words.
  private static func foldedWords(_ text: String, ignoring ignored: Set<String>) -> [String] {
    var words = text.utf8.allSatisfy { $0 < 0x80 } ? plainWords(text) : scalarWords(text)
    // Forms of address, such as titles before a name, are dropped if other words follow. If the
    // title is the only word, it stays, because it may be the name itself.
    while words.count > 1, ignored.contains(words[0]) { words.removeFirst() }
    return words
  }

  /// Returns the words of an ASCII text, in lower case. Most names are ASCII, and comparing bytes
  /// takes a tenth of the time of looking up each character's Unicode properties.
  private static func plainWords(_ text: String) -> [String] {
    text.lowercased().utf8.split { byte in
      !(UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
        && !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }.map { String(Substring($0)) }
  }

  private static func scalarWords(_ text: String) -> [String] {
    var words: [String] = []
    var current = ""
    for scalar in folded(text).unicodeScalars {
      if scalar.properties.isAlphabetic || scalar.properties.numericType != nil {
        current.unicodeScalars.append(scalar)
      } else if !current.isEmpty {
        words.append(current)
        current = ""
      }
    }
    if !current.isEmpty { words.append(current) }
    return words
  }

  /// Returns the text in lower case and without accents, so that equal names become equal texts.
  /// Names, lists and searches use the same function.
  public static func folded(_ text: String) -> String {
    let lower = text.lowercased()
    if lower.utf8.allSatisfy({ $0 < 0x80 }) { return lower }
    var folded = String.UnicodeScalarView()
    for scalar in lower.unicodeScalars {
      if (0x300...0x36F).contains(scalar.value) { continue }
      if scalar.value < 0x80 {
        folded.append(scalar)
      } else if let plain = plainLetters[scalar] {
        folded.append(contentsOf: plain.unicodeScalars)
      } else {
        folded.append(scalar)
      }
    }
    return String(folded)
  }

  /// The Latin letters with marks that occur in people's names, each with the letter without marks.
  private static let plainLetters: [Unicode.Scalar: String] = {
    let groups: [(String, String)] = [
      ("a", "àáâãäåāăąǎ"), ("ae", "æ"), ("c", "çćĉċč"), ("d", "ďđð"), ("e", "èéêëēĕėęě"),
      ("g", "ĝğġģǧ"), ("h", "ĥħ"), ("i", "ìíîïĩīĭįıǐ"), ("j", "ĵ"), ("k", "ķ"), ("l", "ĺļľŀł"),
      ("n", "ñńņňŉ"), ("o", "òóôõöøōŏőǒ"), ("oe", "œ"), ("r", "ŕŗř"), ("s", "śŝşšș"), ("ss", "ß"),
      ("t", "ţťŧț"), ("th", "þ"), ("u", "ùúûüũūŭůűųǔ"), ("w", "ŵ"), ("y", "ýÿŷ"), ("z", "źżž"),
      ("a", "ạảấầẩẫậắằẳẵặ"), ("e", "ẹẻẽếềểễệ"), ("i", "ỉị"), ("o", "ơọỏốồổỗộớờởỡợ"),
      ("u", "ưụủứừửữự"), ("y", "ỳỵỷỹ"),
    ]
    var table: [Unicode.Scalar: String] = [:]
    for (plain, marked) in groups {
      for scalar in marked.unicodeScalars { table[scalar] = plain }
    }
    return table
  }()
}

/// The candidates that match the typed words.
public enum NameMeaning<Candidate> {
  case none
  case one(Candidate)
  /// Several candidates match equally well. The person has to choose one.
  case several([Candidate])
}

extension NameMeaning: Equatable where Candidate: Equatable {}
extension NameMeaning: Sendable where Candidate: Sendable {}
