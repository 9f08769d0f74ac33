/// The type of a body, such as `text/html; charset=utf-8`.
public struct MediaType: Hashable, Sendable, CustomStringConvertible {
  public let type: String
  public let subtype: String
  public let parameters: [String: String]

  /// Parses a media type. Nil if the text is not valid.
  public init?(_ text: String) {
    guard let (essence, parameters) = ParameterList.read(text) else { return nil }
    let pieces = essence.split(separator: "/", omittingEmptySubsequences: false)
    guard pieces.count == 2, pieces.allSatisfy(ASCII.isToken) else { return nil }
    type = ASCII.lowercased(pieces[0])
    subtype = ASCII.lowercased(pieces[1])
    self.parameters = parameters
  }

  private init(_ type: String, _ subtype: String, _ parameters: [String: String] = [:]) {
    self.type = type
    self.subtype = subtype
    self.parameters = parameters
  }

  public static let html = MediaType("text", "html", ["charset": "utf-8"])
  public static let plainText = MediaType("text", "plain", ["charset": "utf-8"])
  public static let json = MediaType("application", "json")
  public static let events = MediaType("text", "event-stream")
  public static let css = MediaType("text", "css", ["charset": "utf-8"])
  public static let javaScript = MediaType("text", "javascript", ["charset": "utf-8"])
  public static let manifest = MediaType("application", "manifest+json")
  public static let png = MediaType("image", "png")
  public static let svg = MediaType("image", "svg+xml")
  public static let pdf = MediaType("application", "pdf")
  public static let bytes = MediaType("application", "octet-stream")

  /// The media type without its parameters, such as `text/html`.
  public var essence: String { "\(type)/\(subtype)" }

  /// Whether the body is text. The server compresses only text, which becomes much smaller.
  public var isText: Bool {
    type == "text" || subtype.hasSuffix("json") || subtype.hasSuffix("xml")
      || subtype == "javascript"
  }

  public var description: String {
    parameters.sorted { $0.key < $1.key }.reduce(essence) { "\($0); \($1.key)=\($1.value)" }
  }
}

/// The parameters after a header's first word, such as `; name="…"; filename=…`.
enum ParameterList {
  /// Returns the first word of a header's value, and the parameters after it by lower-case name.
  /// Nil if a text between two semicolons is not a parameter, or if a quote is not closed.
  static func read(_ text: String) -> (value: String, parameters: [String: String])? {
    var rest = Array(text.utf8)[...]
    let value = take(&rest) { $0 != UInt8(ascii: ";") }
    var parameters: [String: String] = [:]
    while rest.popFirst() != nil {
      skipBlanks(&rest)
      if rest.isEmpty { break }
      let name = take(&rest) { $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: ";") }
      guard rest.popFirst() == UInt8(ascii: "="), ASCII.isToken(name) else { return nil }
      let content: String
      if rest.first == UInt8(ascii: "\"") {
        guard let quoted = takeQuoted(&rest) else { return nil }
        content = quoted
        skipBlanks(&rest)
        guard rest.isEmpty || rest.first == UInt8(ascii: ";") else { return nil }
      } else {
        content = take(&rest) { $0 != UInt8(ascii: ";") }
      }
      parameters[ASCII.lowercased(name)] = parameters[ASCII.lowercased(name)] ?? content
    }
    return (value, parameters)
  }

  private static func take(
    _ rest: inout ArraySlice<UInt8>, while wanted: (UInt8) -> Bool
  ) -> String {
    let piece = rest.prefix(while: wanted)
    rest = rest.dropFirst(piece.count)
    return String(ASCII.trimmed(Substring(decoding: piece, as: UTF8.self)))
  }

  /// Takes a quoted text. A backslash escapes only a quote or another backslash, because browsers
  /// send Windows paths without escaping.
  private static func takeQuoted(_ rest: inout ArraySlice<UInt8>) -> String? {
    rest.removeFirst()
    var bytes: [UInt8] = []
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "\"") { return String(decoding: bytes, as: UTF8.self) }
      let escaped = rest.first == UInt8(ascii: "\"") || rest.first == UInt8(ascii: "\\")
      if byte == UInt8(ascii: "\\"), escaped, let next = rest.popFirst() {
        bytes.append(next)
      } else {
        bytes.append(byte)
      }
    }
    return nil
  }

  private static func skipBlanks(_ rest: inout ArraySlice<UInt8>) {
    rest = rest.drop { $0 == ASCII.space || $0 == ASCII.tab }
  }
}
