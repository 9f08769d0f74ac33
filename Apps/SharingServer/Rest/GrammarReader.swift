/// Reads a query parameter of a request from left to right, piece by piece.
///
/// It reads Unicode scalars and not characters: a combining mark after a comma would form one
/// character with the comma, and so hide it.
struct GrammarReader {
  private var rest: Substring.UnicodeScalarView
  /// The name of the query parameter and the beginning of its text, for error messages.
  private let title: String

  init(_ text: String, _ title: String) {
    rest = Substring(text).unicodeScalars
    self.title = "\(title) (\(text.prefix(60)))"
  }

  var fault: RestFault { .unparsed(title) }
  var isAtEnd: Bool { rest.isEmpty }
  var next: Unicode.Scalar? { rest.first }

  mutating func skipBlanks() { while rest.first == " " { rest.removeFirst() } }

  mutating func take(_ word: String) -> Bool {
    guard rest.starts(with: word.unicodeScalars) else { return false }
    rest.removeFirst(word.unicodeScalars.count)
    return true
  }

  mutating func require(_ word: String) throws(RestFault) {
    guard take(word) else { throw fault }
  }

  mutating func take(while isWanted: (Unicode.Scalar) -> Bool) -> String {
    let piece = rest.prefix(while: isWanted)
    rest = rest[piece.endIndex...]
    return String(Substring(piece))
  }

  mutating func remainder() -> String { take { _ in true } }

  /// Reads the name of a column or table: letters, digits, `_`, `$`, blanks and inner dashes, or
  /// any text in quotation marks.
  mutating func name() throws(RestFault) -> String {
    skipBlanks()
    if next == "\"" {
      guard let quoted = quoted() else { throw fault }
      skipBlanks()
      return quoted
    }
    var name = ""
    while true {
      name += take { Self.isOfName($0) }
      // A dash inside of a name must be followed by another character of the name. Any other dash
      // begins the arrow `->` of a JSON path.
      guard next == "-", !name.isEmpty, rest.dropFirst().first.map(Self.isOfName) == true
      else { break }
      rest.removeFirst()
      name += "-"
    }
    while name.hasSuffix(" ") { name.removeLast() }
    guard !name.isEmpty else { throw fault }
    return name
  }

  private static func isOfName(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "_", "$", " ": true
    default: !scalar.isASCII && scalar.properties.isAlphabetic
    }
  }

  /// Reads a text in quotation marks, such as `"a\"b"`. Returns nil and reads nothing if the
  /// closing quotation mark is missing.
  mutating func quoted() -> String? {
    var reader = rest
    guard reader.popFirst() == "\"" else { return nil }
    var text = String.UnicodeScalarView()
    while let scalar = reader.popFirst() {
      if scalar == "\"" {
        rest = reader
        return String(text)
      }
      if scalar == "\\" {
        guard let escaped = reader.popFirst() else { return nil }
        text.append(escaped)
      } else {
        text.append(scalar)
      }
    }
    return nil
  }

  /// Reads one value of a list or a group: a quoted text, `{…}` as a whole, or all characters up
  /// to the next comma or closing parenthesis.
  mutating func member(takesBraces: Bool) -> String {
    let start = rest
    if let quoted = quoted() {
      if next == "," || next == ")" { return quoted }
      rest = start
    }
    var text = ""
    if takesBraces, next == "{", let braces = braces() { text = braces }
    return text + take { $0 != "," && $0 != ")" }
  }

  /// Reads `{…}` with the nested braces and quoted texts inside of it. Returns nil and reads
  /// nothing if the closing brace is missing.
  private mutating func braces() -> String? {
    var reader = rest
    var text = String.UnicodeScalarView()
    var depth = 0
    var isQuoted = false
    while let scalar = reader.popFirst() {
      text.append(scalar)
      if isQuoted {
        if scalar == "\\", let escaped = reader.popFirst() { text.append(escaped) }
        if scalar == "\"" { isQuoted = false }
        continue
      }
      switch scalar {
      case "\"": isQuoted = true
      case "{": depth += 1
      case "}": depth -= 1
      default: break
      }
      if depth == 0 {
        rest = reader
        return String(text)
      }
    }
    return nil
  }

  /// Reads a list of values in parentheses, such as `(a,"b,c",d)`.
  mutating func list() throws(RestFault) -> [String] {
    try require("(")
    if take(")") { return [] }
    var members: [String] = []
    repeat { members.append(member(takesBraces: false)) } while take(",")
    try require(")")
    return members
  }
}
