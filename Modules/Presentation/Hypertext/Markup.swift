import FeatureKit

/// A piece of HTML that is well-formed and escaped. Only `Markup` can be inserted into `Markup`, so
/// a text from data can never become a tag.
package struct Markup: Equatable {
  // The HTML is stored as bytes and not as a `String`: a page consists of about a thousand pieces
  // that are each copied several times, and bytes are copied faster.
  fileprivate let bytes: [UInt8]

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  package var text: String { String(decoding: bytes, as: UTF8.self) }

  package static let nothing = Markup([])

  /// Returns escaped text from data. Control characters become visible, and each line break becomes
  /// a `br` element.
  package static func words(_ raw: String) -> Markup {
    var bytes: [UInt8] = []
    for (number, line) in VisibleText.lines(raw).enumerated() {
      if number > 0 { bytes += "<br>".utf8 }
      bytes.append(escaping: line.text)
    }
    return Markup(bytes)
  }

  /// Returns escaped text for a place where HTML cannot show line breaks, such as a title or an
  /// option.
  package static func line(_ raw: String) -> Markup {
    var bytes: [UInt8] = []
    bytes.append(escaping: VisibleText(raw).text)
    return Markup(bytes)
  }

  /// Returns a text as the initial content of a text field.
  ///
  /// A browser that sends the field back sends exactly this text.
  package static func verbatim(_ raw: String) -> Markup {
    // An HTML parser drops the first line break of a text field, so an additional one is written.
    var bytes: [UInt8] = [lineBreak]
    bytes.append(referencing: raw)
    return Markup(bytes)
  }

  /// Returns an element with attributes. An attribute with a nil value is left out. An empty value
  /// writes only the attribute's name, as for `required`.
  package static func element(
    _ name: StaticString, _ attributes: KeyValuePairs<StaticString, String?> = [:],
    _ children: [Markup]
  ) -> Markup {
    var bytes = start(name, attributes, before: children)
    for child in children { bytes += child.bytes }
    bytes.append(end: name)
    return Markup(bytes)
  }

  /// Returns an element whose children are written on separate lines.
  package static func block(
    _ name: StaticString, _ attributes: KeyValuePairs<StaticString, String?> = [:],
    _ children: [Markup]
  ) -> Markup {
    var bytes = start(name, attributes, before: children)
    bytes.append(lineBreak)
    bytes.append(lines: children)
    bytes.append(lineBreak)
    bytes.append(end: name)
    return Markup(bytes)
  }

  /// Returns an element without content, such as `input` or `meta`.
  package static func void(
    _ name: StaticString, _ attributes: KeyValuePairs<StaticString, String?> = [:]
  ) -> Markup {
    Markup(start(name, attributes))
  }

  /// Returns a `style` element with one of the program's own style sheets, which is not escaped.
  package static func style(_ sheet: String) -> Markup {
    Markup(Array(("<style>\n" + sheet + "\n</style>").utf8))
  }

  /// Returns the pieces on separate lines, without an element around them.
  package static func lines(_ parts: [Markup]) -> Markup {
    var bytes: [UInt8] = []
    bytes.append(lines: parts)
    return Markup(bytes)
  }

  package static let doctype = Markup(Array("<!DOCTYPE html>".utf8))

  package static func + (left: Markup, right: Markup) -> Markup {
    Markup(left.bytes + right.bytes)
  }

  fileprivate static let lineBreak = UInt8(ascii: "\n")

  /// Returns the start tag of an element.
  ///
  /// - Parameter children: the content that the caller appends. The result reserves capacity for
  ///   it.
  private static func start(
    _ name: StaticString, _ attributes: KeyValuePairs<StaticString, String?>,
    before children: [Markup] = []
  ) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(children.reduce(96) { $0 + $1.bytes.count + 1 })
    bytes.append(UInt8(ascii: "<"))
    bytes.append(name)
    for (key, value) in attributes {
      guard let value else { continue }
      bytes.append(UInt8(ascii: " "))
      bytes.append(key)
      guard !value.isEmpty else { continue }
      bytes += "=\"".utf8
      if key.isHeard {
        bytes.append(escaping: VisibleText(value).text)
      } else {
        bytes.append(referencing: value)
      }
      bytes.append(UInt8(ascii: "\""))
    }
    bytes.append(UInt8(ascii: ">"))
    return bytes
  }
}

extension StaticString {
  /// Whether the attribute is `aria-label`, whose value screen readers read aloud.
  fileprivate var isHeard: Bool {
    let heard: StaticString = "aria-label"
    return utf8CodeUnitCount == heard.utf8CodeUnitCount && "\(self)" == "\(heard)"
  }
}

extension [UInt8] {
  fileprivate mutating func append(_ name: StaticString) {
    name.withUTF8Buffer { append(contentsOf: $0) }
  }

  /// Appends each piece on a separate line. Empty pieces are left out.
  fileprivate mutating func append(lines parts: [Markup]) {
    var isFirst = true
    for part in parts where !part.bytes.isEmpty {
      if !isFirst { append(Markup.lineBreak) }
      append(contentsOf: part.bytes)
      isFirst = false
    }
  }

  fileprivate mutating func append(end name: StaticString) {
    append(contentsOf: "</".utf8)
    append(name)
    append(UInt8(ascii: ">"))
  }

  /// Appends escaped text in which invisible characters are written as references, such as
  /// `&#x200B;`. A browser reads the same text, and a terminal that prints the HTML is not
  /// controlled by it.
  fileprivate mutating func append(referencing raw: String) {
    guard raw.utf8.contains(where: { !(0x20..<0x7F).contains($0) }) else {
      return append(escaping: raw)
    }
    var plain = ""
    for scalar in raw.unicodeScalars {
      // A combining mark (an accent) at the start of an attribute's value would combine with the
      // quotation mark before it, so it is written as a reference.
      let isShapeless =
        (plain.isEmpty && scalar.properties.generalCategory == .nonspacingMark)
        || scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value)
        || scalar.properties.isDefaultIgnorableCodePoint || (0x2028...0x2029).contains(scalar.value)
        || (0xFFF9...0xFFFB).contains(scalar.value)
      guard isShapeless, scalar != "\n" else {
        plain.unicodeScalars.append(scalar)
        continue
      }
      append(escaping: plain)
      append(contentsOf: "&#x\(String(scalar.value, radix: 16, uppercase: true));".utf8)
      plain = ""
    }
    append(escaping: plain)
  }

  /// Appends escaped text. The text between two special characters is appended as one piece, and
  /// most texts have no special characters.
  fileprivate mutating func append(escaping text: String) {
    var text = text
    text.withUTF8 { bytes in
      var begun = bytes.startIndex
      for index in bytes.indices {
        guard let reference = Self.reference(to: bytes[index]) else { continue }
        append(contentsOf: bytes[begun..<index])
        append(reference)
        begun = index + 1
      }
      append(contentsOf: bytes[begun...])
    }
  }

  private static func reference(to byte: UInt8) -> StaticString? {
    switch byte {
    case UInt8(ascii: "&"): "&amp;"
    case UInt8(ascii: "<"): "&lt;"
    case UInt8(ascii: ">"): "&gt;"
    case UInt8(ascii: "\""): "&quot;"
    case UInt8(ascii: "'"): "&#39;"
    default: nil
    }
  }
}
