/// Writes JSON strings in UTF-8. Characters that could control a terminal or reverse the direction
/// of a line are escaped, such as U+202E as `\u202e`. A JSON parser reads the same value from
/// either form.
public enum JSONText {
  public static func append(quoted text: String, to line: inout [UInt8]) {
    var text = text
    text.withUTF8 { append(quoted: $0, to: &line) }
  }

  /// Appends a JSON string from bytes that are known to be UTF-8.
  public static func append(quoted text: UnsafeBufferPointer<UInt8>, to line: inout [UInt8]) {
    line.append(mark)
    var copied = 0
    var position = 0
    while position < text.count {
      let byte = text[position]
      if byte >= 0x20, byte < 0x7F, byte != mark, byte != backslash {
        position += 1
        continue
      }
      let width = width(of: byte)
      let end = min(position + width, text.count)
      if let escape = escape(text[position..<end]) {
        line.append(contentsOf: UnsafeBufferPointer(rebasing: text[copied..<position]))
        line.append(contentsOf: escape.utf8)
        copied = end
      }
      position = end
    }
    line.append(contentsOf: UnsafeBufferPointer(rebasing: text[copied...]))
    line.append(mark)
  }

  private static let mark = UInt8(ascii: "\"")
  private static let backslash = UInt8(ascii: "\\")

  private static func width(of lead: UInt8) -> Int {
    switch lead {
    case ..<0xC0: 1
    case ..<0xE0: 2
    case ..<0xF0: 3
    default: 4
    }
  }

  /// Returns the escaped form of a character. Nil if the character needs no escape.
  private static func escape(_ character: Slice<UnsafeBufferPointer<UInt8>>) -> String? {
    switch character.first {
    case mark: return "\\\""
    case backslash: return "\\\\"
    case 0x0A: return "\\n"
    case 0x0D: return "\\r"
    case 0x09: return "\\t"
    case 0x08: return "\\b"
    case 0x0C: return "\\f"
    default: break
    }
    let value: UInt32 = character.enumerated().reduce(0) { value, byte in
      byte.offset == 0
        ? UInt32(byte.element) & (character.count == 1 ? 0x7F : 0x7F >> UInt32(character.count))
        : value << 6 | UInt32(byte.element & 0x3F)
    }
    guard needsEscape(value) else { return nil }
    let digits = String(value, radix: 16)
    return "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
  }

  /// Returns whether a character has to be escaped: a control character, a line separator, or a
  /// mark that reverses the direction of text.
  private static func needsEscape(_ value: UInt32) -> Bool {
    switch value {
    case 0..<0x20, 0x7F...0x9F, 0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
