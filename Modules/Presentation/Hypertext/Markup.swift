import FeatureKit

/// A piece of HTML that is well-formed and escaped by the way it is made: only `Markup` can be put into `Markup`.
package struct Markup: Equatable {
  package let text: String

  private init(_ text: String) { self.text = text }

  package static let nothing = Markup("")

  /// Words from data: made visible, then escaped; a line break in them breaks the line.
  package static func words(_ raw: String) -> Markup {
    Markup(VisibleText.lines(raw).map { escaped($0.text) }.joined(separator: "<br>"))
  }

  /// Words where HTML knows no line break: a title, an option.
  package static func line(_ raw: String) -> Markup {
    Markup(escaped(VisibleText(raw).text))
  }

  /// The content of a text field: what comes back from it is what was put in.
  package static func verbatim(_ raw: String) -> Markup {
    // A parser drops the first line break of a text field.
    Markup("\n" + referenced(raw))
  }

  /// Attributes whose value is nil are left out; an empty value stands alone (`required`).
  package static func element(
    _ name: StaticString, _ attributes: KeyValuePairs<StaticString, String?> = [:],
    _ children: [Markup]
  ) -> Markup {
    Markup(start(name, attributes) + children.map(\.text).joined() + "</\(name)>")
  }

  /// An element whose children stand on lines of their own.
  package static func block(
    _ name: StaticString, _ attributes: KeyValuePairs<StaticString, String?> = [:],
    _ children: [Markup]
  ) -> Markup {
    let inner = children.map(\.text).filter { !$0.isEmpty }.joined(separator: "\n")
    return Markup(start(name, attributes) + "\n" + inner + "\n</\(name)>")
  }

  /// An element without content: `input`, `meta`.
  package static func void(
    _ name: StaticString, _ attributes: KeyValuePairs<StaticString, String?> = [:]
  ) -> Markup {
    Markup(start(name, attributes))
  }

  /// A style sheet of our own.
  package static func style(_ sheet: String) -> Markup {
    Markup("<style>\n" + sheet + "\n</style>")
  }

  /// Pieces on lines of their own, without an element around them.
  package static func lines(_ parts: [Markup]) -> Markup {
    Markup(parts.map(\.text).filter { !$0.isEmpty }.joined(separator: "\n"))
  }

  package static let doctype = Markup("<!DOCTYPE html>")

  package static func + (left: Markup, right: Markup) -> Markup { Markup(left.text + right.text) }

  private static func start(
    _ name: StaticString, _ attributes: KeyValuePairs<StaticString, String?>
  ) -> String {
    var text = "<\(name)"
    for (key, value) in attributes {
      guard let value else { continue }
      let isHeard = "\(key)" == "aria-label"
      let written = isHeard ? escaped(VisibleText(value).text) : referenced(value)
      text += value.isEmpty ? " \(key)" : " \(key)=\"\(written)\""
    }
    return text + ">"
  }

  /// Escaped so that a browser reads back the very same text, while nothing in the document's source steers a terminal
  /// that prints it: shapeless characters are written as references.
  private static func referenced(_ raw: String) -> String {
    guard raw.utf8.contains(where: { !(0x20..<0x7F).contains($0) }) else { return escaped(raw) }
    var text = ""
    var plain = ""
    for scalar in raw.unicodeScalars {
      // A mark without a letter before it would sit on our own quote.
      let isShapeless =
        (plain.isEmpty && scalar.properties.generalCategory == .nonspacingMark)
        || scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value)
        || scalar.properties.isDefaultIgnorableCodePoint || (0x2028...0x2029).contains(scalar.value)
        || (0xFFF9...0xFFFB).contains(scalar.value)
      guard isShapeless, scalar != "\n" else {
        plain.unicodeScalars.append(scalar)
        continue
      }
      text += escaped(plain) + "&#x" + String(scalar.value, radix: 16, uppercase: true) + ";"
      plain = ""
    }
    return text + escaped(plain)
  }

  private static func escaped(_ text: String) -> String {
    var escaped: [UInt8] = []
    escaped.reserveCapacity(text.utf8.count)
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "&"): escaped += "&amp;".utf8
      case UInt8(ascii: "<"): escaped += "&lt;".utf8
      case UInt8(ascii: ">"): escaped += "&gt;".utf8
      case UInt8(ascii: "\""): escaped += "&quot;".utf8
      case UInt8(ascii: "'"): escaped += "&#39;".utf8
      default: escaped.append(byte)
      }
    }
    return String(decoding: escaped, as: UTF8.self)
  }
}
