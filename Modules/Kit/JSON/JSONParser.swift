extension JSONValue {
  /// Parses one JSON value (RFC 8259), surrounded only by white space.
  ///
  /// A repeated key keeps its first position and its last value, unless the limits refuse repeated
  /// keys. Half of a surrogate pair, as in a text that was cut inside an emoji, becomes U+FFFD, so
  /// the rest of the value can be read.
  public static func parse(
    _ text: String, limits: JSONLimits = JSONLimits()
  ) throws(JSONFailure) -> JSONValue {
    var text = text
    let result: Result<JSONValue, JSONFailure> = text.withUTF8 { read($0, limits: limits) }
    return try result.get()
  }

  public static func parse(
    utf8 bytes: [UInt8], limits: JSONLimits = JSONLimits()
  ) throws(JSONFailure) -> JSONValue {
    let result: Result<JSONValue, JSONFailure> = bytes.withUnsafeBufferPointer {
      read($0, limits: limits)
    }
    return try result.get()
  }

  private static func read(
    _ bytes: UnsafeBufferPointer<UInt8>, limits: JSONLimits
  ) -> Result<JSONValue, JSONFailure> {
    var parser = JSONParser(bytes: bytes, limits: limits)
    do throws(JSONFailure) { return .success(try parser.document()) } catch {
      return .failure(error)
    }
  }
}

/// Parses JSON recursively. The depth limit keeps hostile input from exhausting the stack.
struct JSONParser {
  let bytes: UnsafeBufferPointer<UInt8>
  let limits: JSONLimits
  var position = 0

  init(bytes: UnsafeBufferPointer<UInt8>, limits: JSONLimits) {
    self.bytes = bytes
    self.limits = limits
  }

  mutating func document() throws(JSONFailure) -> JSONValue {
    guard bytes.count <= limits.bytes else {
      throw JSONFailure(.tooLarge(limit: limits.bytes), at: limits.bytes)
    }
    let value = try value(depth: 0)
    skipSpace()
    guard position == bytes.count else { throw JSONFailure(.textAfterValue, at: position) }
    return value
  }

  private mutating func value(depth: Int) throws(JSONFailure) -> JSONValue {
    skipSpace()
    switch try peek() {
    case UInt8(ascii: "{"): return .object(try object(depth: depth + 1))
    case UInt8(ascii: "["): return .array(try array(depth: depth + 1))
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number(try number())
    case let other: throw JSONFailure(.unexpected(other), at: position)
    }
  }

  private mutating func object(depth: Int) throws(JSONFailure) -> JSONObject {
    try enter(depth)
    var object = JSONObject()
    skipSpace()
    if try take("}") { return object }
    while true {
      skipSpace()
      guard try peek() == UInt8(ascii: "\"") else {
        throw JSONFailure(.unexpected(bytes[position]), at: position)
      }
      let start = position
      let key = try string()
      if !limits.allowsRepeatedKeys, object[key] != nil {
        throw JSONFailure(.repeatedKey(key), at: start)
      }
      skipSpace()
      guard try take(":") else { throw JSONFailure(.unexpected(bytes[position]), at: position) }
      object[key] = try value(depth: depth)
      if try endsAfterElement("}") { return object }
    }
  }

  private mutating func array(depth: Int) throws(JSONFailure) -> [JSONValue] {
    try enter(depth)
    var elements: [JSONValue] = []
    skipSpace()
    if try take("]") { return elements }
    while true {
      elements.append(try value(depth: depth))
      if try endsAfterElement("]") { return elements }
    }
  }

  private mutating func enter(_ depth: Int) throws(JSONFailure) {
    guard depth <= limits.depth else {
      throw JSONFailure(.tooDeep(limit: limits.depth), at: position)
    }
    position += 1
  }

  private mutating func endsAfterElement(_ close: Unicode.Scalar) throws(JSONFailure) -> Bool {
    skipSpace()
    if try take(",") { return false }
    if try take(close) { return true }
    throw JSONFailure(.unexpected(bytes[position]), at: position)
  }

  private mutating func number() throws(JSONFailure) -> JSONNumber {
    let length = JSONNumber.length(in: bytes, from: position)
    guard length > 0 else { throw JSONFailure(.badNumber, at: position) }
    let end = position + length
    // By JSON's grammar, the number in `01` ends after the `0`, and the number in `1.5.2` before
    // the second point. The whole text is reported as an invalid number, which is clearer than an
    // unexpected character.
    if end < bytes.count, (48...57) ~= bytes[end] || bytes[end] == UInt8(ascii: ".") {
      throw JSONFailure(.badNumber, at: position)
    }
    defer { position = end }
    return JSONNumber(checked: String(decoding: bytes[position..<end], as: UTF8.self))
  }

  private mutating func word(
    _ text: StaticString, _ value: JSONValue
  ) throws(JSONFailure) -> JSONValue {
    for index in 0..<text.utf8CodeUnitCount {
      guard try take(Unicode.Scalar(text.utf8Start[index])) else {
        throw JSONFailure(.unexpected(bytes[position]), at: position)
      }
    }
    return value
  }

  func peek() throws(JSONFailure) -> UInt8 {
    guard position < bytes.count else { throw JSONFailure(.endedEarly, at: position) }
    return bytes[position]
  }

  private mutating func take(_ expected: Unicode.Scalar) throws(JSONFailure) -> Bool {
    guard try peek() == UInt8(ascii: expected) else { return false }
    position += 1
    return true
  }

  private mutating func skipSpace() {
    while position < bytes.count,
      bytes[position] == 0x20 || bytes[position] == 0x0A || bytes[position] == 0x0D
        || bytes[position] == 0x09
    {
      position += 1
    }
  }
}
