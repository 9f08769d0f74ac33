/// The one rule by which words name a record: each word begins a word of the name, ignoring case, accents and a leading "coach".
public struct NameMatch: Sendable {
  /// The folded words people typed.
  public let words: [String]

  public init(_ text: String) {
    words = Self.foldedWords(text)
  }

  func matches(_ named: ReferenceResolver.Named) -> Bool {
    ([named.reference.title] + named.aliases).contains { name in
      let parts = Self.foldedWords(name)
      return words.allSatisfy { word in parts.contains { $0.hasPrefix(word) } }
    }
  }

  func isExactly(_ named: ReferenceResolver.Named) -> Bool {
    ([named.reference.title] + named.aliases).contains { Self.foldedWords($0) == words }
  }

  /// The words of a name, folded: lower case, accents off, punctuation as space, a leading "coach" dropped.
  public static func foldedWords(_ text: String) -> [String] {
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
    if words.count > 1, words[0] == "coach" { words.removeFirst() }
    return words
  }

  /// Lower case without accents, for comparing names.
  public static func folded(_ text: String) -> String {
    var folded = String.UnicodeScalarView()
    for scalar in text.lowercased().unicodeScalars {
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

  /// Composed Latin letters and what they are without their marks; the names families and coaches have.
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
