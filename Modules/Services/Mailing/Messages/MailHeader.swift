import FeatureKit

/// A header of a mail message. Text that is not ASCII is encoded (RFC 2047), and long headers are
/// folded into several lines (RFC 5322).
struct MailHeader {
  enum Words {
    /// Words that the program itself writes, such as a date. The header may be folded only between
    /// them.
    case tokens([String])
    /// The value is free text, such as a subject.
    case text(String)
    /// A person's name, followed by the mail address, such as `Sam Lee <sam@example.org>`.
    case phrase(String, then: String)
  }

  let name: String
  let words: Words

  init(_ name: String, _ words: Words) {
    self.name = name
    self.words = words
  }

  var line: String {
    switch words {
    case .tokens(let tokens): folded(tokens)
    case .text(let text): folded(Self.isPlain(text) ? Self.pieces(text) : Self.encoded(text))
    case .phrase(let name, let rest): folded(Self.phrase(name) + [rest])
    }
  }

  /// Returns whether the text contains control characters, which a header may not contain: a line
  /// break would end the header, and an attacker could add another header after it.
  static func hasControls(_ text: String) -> Bool {
    text.unicodeScalars.contains {
      $0.properties.generalCategory == .control || (0x2028...0x2029).contains($0.value)
    }
  }
}

extension MailHeader {
  /// The largest number of characters in a line (RFC 2047, section 2).
  private static let width = 76
  /// The largest number of bytes in one encoded word. In base64 39 bytes are 52 characters, and the
  /// characters around them are 12, so the word and the name of the header fit into a line of 76
  /// characters.
  private static let encodedBytes = 39

  private func folded(_ pieces: [String]) -> String {
    var text = name + ":"
    var column = text.utf8.count
    for piece in pieces {
      if column + 1 + piece.utf8.count > Self.width, column > name.utf8.count + 1 {
        text += "\r\n"
        column = 0
      }
      text += " " + piece
      column += 1 + piece.utf8.count
    }
    return text + "\r\n"
  }

  /// Returns whether the text consists of printable ASCII that needs no encoding and that folding
  /// does not change.
  private static func isPlain(_ text: String) -> Bool {
    text.utf8.allSatisfy { (0x20..<0x7F).contains($0) } && !text.contains("=?")
      && !text.contains("  ") && !text.hasPrefix(" ") && !text.hasSuffix(" ")
      && pieces(text).allSatisfy { $0.utf8.count < width - 10 }
  }

  private static func pieces(_ text: String) -> [String] {
    text.split(separator: " ").map(String.init)
  }

  private static func phrase(_ name: String) -> [String] {
    guard isPlain(name) else { return encoded(name) }
    let isAtoms = name.utf8.allSatisfy { byte in
      byte == UInt8(ascii: " ") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "'")
        || Unicode.Scalar(byte).properties.isAlphabetic
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
    guard !isAtoms else { return pieces(name) }
    var quoted = "\""
    for character in name {
      if character == "\"" || character == "\\" { quoted += "\\" }
      quoted.append(character)
    }
    return [quoted + "\""]
  }

  /// Returns the text as encoded words (RFC 2047). No character is split between two words, so that
  /// a mail program can decode each word alone; it shows them without the space between them.
  private static func encoded(_ text: String) -> [String] {
    var words: [String] = []
    var bytes: [UInt8] = []
    for scalar in text.unicodeScalars {
      if bytes.count + UTF8.width(scalar) > encodedBytes {
        words.append(framed(bytes))
        bytes = []
      }
      bytes += Array(String(scalar).utf8)
    }
    return words + [framed(bytes)]
  }

  private static func framed(_ bytes: [UInt8]) -> String {
    "=?UTF-8?B?" + String(decoding: Base64.encoded(bytes), as: UTF8.self) + "?="
  }
}
