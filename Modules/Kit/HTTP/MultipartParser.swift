/// Parses a `multipart/form-data` body (a form with files) while it is received (RFC 7578). Between
/// two received pieces, the buffer holds at most the head of one part or a boundary line, never a
/// whole file.
struct MultipartParser {
  enum Event: Equatable {
    case began(Part)
    case bytes([UInt8])
    case ended
  }

  /// The head of one part of the form: the field's name, and for a file its name and type.
  struct Part: Equatable {
    var name: String
    /// The file's name from the sender, which must not be trusted. Nil for a plain field.
    var fileName: String?
    var type: MediaType?
  }

  /// The largest size of the head of one part of the form, in bytes. A head contains a name and a
  /// type, so a larger head is an attack.
  static let headLimit = 8 * 1024

  private enum Stage { case preamble, head, content, epilogue }

  private let delimiter: [UInt8]
  private var stage = Stage.preamble
  private var held: [UInt8]

  /// Creates a parser. Nil if the boundary is not valid (RFC 2046, 5.1.1).
  init?(boundary: String) {
    let isPlain = boundary.utf8.allSatisfy { $0 >= ASCII.space && $0 < 0x7F }
    guard (1...70).contains(boundary.utf8.count), isPlain else { return nil }
    delimiter = Array("\r\n--\(boundary)".utf8)
    // Before each part, the parser searches for a line break with the boundary after it. The first
    // boundary may have no line break before it, so the buffer begins with one.
    held = [ASCII.carriageReturn, ASCII.lineFeed]
  }

  /// Whether the last part of the form has ended. If the body ends earlier, it was cut short.
  var isComplete: Bool { stage == .epilogue }

  /// Parses received bytes and returns what they contain: the beginning of a part of the form, its
  /// bytes, or its end.
  mutating func take(_ bytes: [UInt8]) throws(RequestFault) -> [Event] {
    guard stage != .epilogue else { return [] }
    held += bytes
    var events: [Event] = []
    var start = 0
    while let next = try step(from: start, &events) { start = next }
    held.removeFirst(stage == .epilogue ? held.count : start)
    return events
  }

  /// Parses one element, such as a boundary line or the head of a part, and returns its end. Nil if
  /// more bytes are needed. `take` removes the parsed bytes from the buffer `held`.
  private mutating func step(
    from start: Int, _ events: inout [Event]
  ) throws(RequestFault) -> Int? {
    switch stage {
    case .epilogue: return nil
    case .preamble, .content:
      guard let line = find(delimiter, from: start) else {
        // The received bytes may end in the middle of the boundary. So as many bytes as the
        // boundary could occupy stay in the buffer until more bytes are received.
        let end = max(start, held.count - delimiter.count + 1)
        guard end > start else { return nil }
        tell(start..<end, &events)
        return end
      }
      if line > start {
        tell(start..<line, &events)
        return line
      }
      return try stepOver(line, &events)
    case .head:
      guard let end = find(Self.headEnd, from: start), end - start <= Self.headLimit else {
        guard held.count - start <= Self.headLimit else {
          throw .formMalformed("the head of a part is too long")
        }
        return nil
      }
      events.append(.began(try Self.part(held[start..<end])))
      stage = .content
      return end + Self.headEnd.count
    }
  }

  private func tell(_ range: Range<Int>, _ events: inout [Event]) {
    if stage == .content { events.append(.bytes(Array(held[range]))) }
  }

  /// Skips the rest of a boundary line between two parts of the form: a line break, or `--` after
  /// the last part. Nil if more bytes are needed.
  private mutating func stepOver(
    _ line: Int, _ events: inout [Event]
  ) throws(RequestFault) -> Int? {
    let after = line + delimiter.count
    guard held.count >= after + 2 else { return nil }
    let isLast = held[after] == UInt8(ascii: "-") && held[after + 1] == UInt8(ascii: "-")
    let isLineEnd =
      held[after] == ASCII.carriageReturn && held[after + 1] == ASCII.lineFeed
    guard isLast || isLineEnd else {
      throw .formMalformed("the line between two parts is damaged")
    }
    if stage == .content { events.append(.ended) }
    stage = isLast ? .epilogue : .head
    return after + 2
  }

  private static let headEnd = Array("\r\n\r\n".utf8)

  private static func part(_ head: ArraySlice<UInt8>) throws(RequestFault) -> Part {
    var headers = Headers()
    let text = String(decoding: head, as: UTF8.self)
    for line in text.split(separator: "\r\n") {
      guard let colon = line.firstIndex(of: ":") else {
        throw .formMalformed("a part has a line without a colon")
      }
      try headers.addReceived(
        String(line[..<colon]), String(ASCII.trimmed(line[line.index(after: colon)...])))
    }
    guard let disposition = headers["Content-Disposition"].flatMap(ParameterList.read),
      ASCII.equal(disposition.value, "form-data"), let name = disposition.parameters["name"]
    else { throw .formMalformed("a part has no name") }
    return Part(
      name: unescaped(name), fileName: disposition.parameters["filename"].map(unescaped),
      type: headers["Content-Type"].flatMap(MediaType.init))
  }

  /// Returns a name as it was before the browser escaped it. Browsers write a quote and line breaks
  /// inside a name as `%22`, `%0D` and `%0A`, and change no other `%`.
  private static func unescaped(_ name: String) -> String {
    var text = ""
    var rest = Substring(name)
    while let mark = rest.firstIndex(of: "%") {
      text += rest[..<mark]
      rest = rest[mark...]
      if let escape = escapes.first(where: { rest.hasPrefix($0.key) }) {
        text.unicodeScalars.append(escape.value)
        rest = rest.dropFirst(3)
      } else {
        text.append(rest.removeFirst())
      }
    }
    return text + rest
  }

  private static let escapes: [String: Unicode.Scalar] = ["%22": "\"", "%0D": "\r", "%0A": "\n"]

  private func find(_ wanted: [UInt8], from start: Int) -> Int? {
    guard held.count - start >= wanted.count else { return nil }
    return held.withUnsafeBufferPointer { held in
      var position = start
      let last = held.count - wanted.count
      while position <= last {
        if held[position] == wanted[0] {
          var length = 1
          while length < wanted.count, held[position + length] == wanted[length] { length += 1 }
          if length == wanted.count { return position }
        }
        position += 1
      }
      return nil
    }
  }
}
