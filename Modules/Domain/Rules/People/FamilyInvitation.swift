public import Basics

/// What a parent needs to join a family through a server, as one text that an athlete can send: the
/// server's address, its public key, and the family's code.
public struct FamilyInvitation: Equatable, Sendable {
  /// The server's address. Nil if the text does not have it, for example if it is a code alone.
  public var server: String?
  /// The server's public key. Nil if the text does not have it.
  public var key: String?
  public var code: FamilyCode

  public init(server: String? = nil, key: String? = nil, code: FamilyCode) {
    self.server = server
    self.key = key
    self.code = code
  }

  /// Reads what a person typed or pasted: a code alone, or an invitation in a message.
  ///
  /// The text may have the address, the key and the code in any order and on several lines. Other
  /// words are ignored, and also the signs that a mail program puts before quoted lines and around
  /// addresses.
  public init(typed: String) throws(Problem) {
    guard typed.utf8.count <= Self.longest else {
      throw Problem(.usage, "This is too long for an invitation.", fix: Self.advice)
    }
    let parts = try Self.parts(of: typed)
    guard let written = parts.isEmpty ? typed : parts[.code] else {
      throw Problem(.usage, "The invitation has no code.", fix: Self.advice)
    }
    guard let code = FamilyCode(typed: written) else {
      throw Problem(FamilyRefusal.malformedCode(String(written.prefix(Self.longestQuoted))))
    }
    self.init(server: parts[.server], key: parts[.key], code: code)
  }

  /// The invitation as one line, so that a person can paste all of it into a field, a message or a
  /// terminal.
  public var text: String {
    Part.allCases.compactMap { part in
      let value: String? =
        switch part {
        case .server: server
        case .key: key
        case .code: code.text
        }
      return value.map { "\(part.rawValue): \($0)" }
    }.joined(separator: " ")
  }

  /// A part of the invitation. Its raw value is the word that is before it in the text, followed by
  /// a colon.
  private enum Part: String, CaseIterable {
    case server = "Server"
    case key = "Key"
    case code = "Code"

    /// Returns whether a piece of text is the name of this part with its colon.
    func isNamed(by text: Substring) -> Bool { text.lowercased() == rawValue.lowercased() + ":" }

    var length: Int { rawValue.count + 1 }
  }

  /// The largest number of bytes of a typed or pasted text. A longer one is refused.
  private static let longest = 4_000
  /// The largest number of characters of a wrong code that an error repeats.
  private static let longestQuoted = 40
  private static let advice = "Ask the athlete for it again, and paste all of it."
  /// Signs, such as quotation marks, that may be before or after a part of the invitation in a
  /// message and do not belong to it.
  private static let signs: Set<Character> = [
    "<", ">", "\"", "'", "“", "”", "‘", "’", ".", ",", ";", "*", "•", "(", ")", "[", "]", "|",
  ]

  /// Returns the parts of the invitation (server, key and code) that the text names. The value of a
  /// part is the word after its name. A browser may remove the end of a line, so that the next name
  /// follows a value without a space.
  private static func parts(of text: String) throws(Problem) -> [Part: String] {
    var found: [Part: String] = [:]
    var awaited: Part?
    for piece in text.split(whereSeparator: \.isWhitespace) {
      let word = visible(piece)
      let bare = word.drop { signs.contains($0) }
      var value = word
      var next: Part?
      if let part = Part.allCases.first(where: { $0.isNamed(by: bare.prefix($0.length)) }) {
        awaited = part
        value = bare.dropFirst(part.length)
      } else if awaited != nil,
        let part = Part.allCases.first(where: { $0.isNamed(by: word.suffix($0.length)) })
      {
        next = part
        value = word.dropLast(part.length)
      }
      let plain = withoutSigns(value)
      guard !plain.isEmpty else { continue }
      if let awaited {
        guard found[awaited] == nil || found[awaited] == plain else {
          throw Problem(
            .usage, "This has two different invitations.", fix: "Paste the newer one alone.")
        }
        found[awaited] = plain
      }
      awaited = next
    }
    return found
  }

  private static func visible(_ text: Substring) -> Substring {
    let hidden: Set<Unicode.GeneralCategory> = [.control, .format]
    let scalars = text.unicodeScalars.filter { !hidden.contains($0.properties.generalCategory) }
    return Substring(String(String.UnicodeScalarView(scalars)))
  }

  private static func withoutSigns(_ text: Substring) -> String {
    guard let first = text.firstIndex(where: { !signs.contains($0) }),
      let last = text.lastIndex(where: { !signs.contains($0) })
    else { return "" }
    return String(text[first...last])
  }
}

/// Compares the addresses of servers that people typed.
public enum ServerAddress {
  /// Returns whether two addresses name the same server, regardless of upper and lower case and of
  /// slashes at the end.
  public static func isSame(_ one: String, _ other: String) -> Bool {
    func plain(_ address: String) -> Substring {
      var rest = address.lowercased()[...]
      while rest.last == "/" { rest.removeLast() }
      return rest
    }
    return plain(one) == plain(other)
  }
}
