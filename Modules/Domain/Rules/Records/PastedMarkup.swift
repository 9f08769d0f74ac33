/// Removes HTML markup from texts that people paste from web pages and e-mails (domain.md 2.2).
///
/// It makes the text readable and is not a security measure. Renderers still have to escape the
/// result.
public enum PastedMarkup {
  /// Returns whether the text contains HTML markup that this type would remove.
  public static func isIn(_ text: String) -> Bool { stripped(text) != text }

  static func stripped(_ text: String) -> String {
    guard text.utf8.contains(less) else { return text }
    var bytes = Array(text.utf8)
    // After a tag is removed, the rest can form another tag, as in `<<b>b>`. So the result is
    // searched again until nothing changes.
    for _ in 0..<mostPasses {
      var pass = MarkupPass(bytes)
      let next = pass.run()
      guard next.count < bytes.count else { return String(decoding: bytes, as: UTF8.self) }
      bytes = next
    }
    return String(decoding: bytes.filter { $0 != less }, as: UTF8.self)
  }

  /// The largest number of passes through a text. A text with deeper nesting was probably written
  /// to get past this filter, and all its `<` are removed.
  private static let mostPasses = 8
  fileprivate static let less = UInt8(ascii: "<")
}

/// One pass through a text, which removes its tags in linear time.
private struct MarkupPass {
  let bytes: [UInt8]
  var position = 0
  /// The end marks, such as `-->`, that are known to be missing in the rest of the text. They are
  /// not searched for again, because repeated searches would take quadratic time.
  private var missing: Set<String> = []

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func run() -> [UInt8] {
    var kept: [UInt8] = []
    kept.reserveCapacity(bytes.count)
    while position < bytes.count {
      if bytes[position] == PastedMarkup.less, let taken = tag() {
        if taken.breaksLine { kept.append(UInt8(ascii: "\n")) }
        position = taken.end
      } else {
        kept.append(bytes[position])
        position += 1
      }
    }
    return kept
  }

  private struct Taken {
    var end: Int
    var breaksLine = false
  }

  private static let blocks: Set<String> = [
    "br", "p", "div", "li", "tr", "h1", "h2", "h3", "h4", "h5", "h6",
  ]

  /// Returns the end of the tag, comment, script or style that starts with the `<` at `position`;
  /// nil if none of these starts there.
  private mutating func tag() -> Taken? {
    if starts(with: "<!--", at: position) {
      return find("-->", from: position + 4).map { Taken(end: $0 + 3) }
    }
    var index = position + 1
    guard index < bytes.count else { return nil }
    if bytes[index] == UInt8(ascii: "!") || bytes[index] == UInt8(ascii: "?") {
      return end(of: index + 1).map { Taken(end: $0) }
    }
    let isClosing = bytes[index] == UInt8(ascii: "/")
    if isClosing { index += 1 }
    guard let name = name(at: &index), let end = end(of: index) else { return nil }
    if !isClosing, name == "script" || name == "style",
      let closing = find("</\(name)", from: end), let last = self.end(of: closing + 2)
    {
      return Taken(end: last)
    }
    return Taken(end: end, breaksLine: Self.blocks.contains(name) && (isClosing || name == "br"))
  }

  /// Returns the name of an element in lower case, such as `b` or `o:p`. It is nil if the name is
  /// followed by a character that cannot follow it in a tag, as in `<ana@example.org>` or
  /// `<https://example.org>`.
  private func name(at index: inout Int) -> String? {
    var name = ""
    while index < bytes.count {
      let byte = bytes[index]
      let isLetter = (byte | 0x20) >= UInt8(ascii: "a") && (byte | 0x20) <= UInt8(ascii: "z")
      let isDigit = byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
      let isJoint = byte == UInt8(ascii: "-") || byte == UInt8(ascii: ":")
      guard isLetter || (!name.isEmpty && (isDigit || isJoint)) else { break }
      name.append(Character(Unicode.Scalar(isLetter ? byte | 0x20 : byte)))
      index += 1
    }
    guard !name.isEmpty, !name.hasSuffix(":"), index < bytes.count else { return nil }
    return " \t\n\r/>".utf8.contains(bytes[index]) ? name : nil
  }

  /// Returns the position after the `>` that ends a tag. This is the first `>` outside of quotation
  /// marks, or else the first `>` before the next `<`; nil if there is none.
  private func end(of start: Int) -> Int? {
    var quote: UInt8?
    var first: Int?
    for index in start..<max(start, bytes.count) {
      let byte = bytes[index]
      switch byte {
      case PastedMarkup.less: return first
      case UInt8(ascii: ">"):
        if quote == nil { return index + 1 }
        first = first ?? index + 1
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        quote = quote == nil ? byte : quote == byte ? nil : quote
      default: break
      }
    }
    return first
  }

  private mutating func find(_ text: String, from start: Int) -> Int? {
    guard !missing.contains(text) else { return nil }
    if let found = (start..<bytes.count).first(where: { starts(with: text, at: $0) }) {
      return found
    }
    missing.insert(text)
    return nil
  }

  /// Returns true if the bytes at the index start with the text. Lower case letters in the text
  /// also match upper case letters.
  private func starts(with text: String, at index: Int) -> Bool {
    guard index + text.utf8.count <= bytes.count else { return false }
    return zip(text.utf8, bytes[index...]).allSatisfy { wanted, byte in
      byte == wanted || (wanted >= UInt8(ascii: "a") && byte | 0x20 == wanted)
    }
  }
}
