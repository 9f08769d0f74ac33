extension JSONParser {
  /// Parses a string from its opening quotation mark to its closing one.
  mutating func string() throws(JSONFailure) -> String {
    position += 1
    var text = ""
    while true {
      let start = position
      while position < bytes.count, bytes[position] >= 0x20, bytes[position] != UInt8(ascii: "\""),
        bytes[position] != UInt8(ascii: "\\")
      {
        position += 1
      }
      if position > start {
        guard let run = String(validating: bytes[start..<position], as: UTF8.self) else {
          throw JSONFailure(.notUTF8, at: start)
        }
        text += run
      }
      switch try peek() {
      case UInt8(ascii: "\""):
        position += 1
        return text
      case UInt8(ascii: "\\"):
        text.unicodeScalars.append(try escape())
      case let control:
        throw JSONFailure(.rawControl(control), at: position)
      }
    }
  }

  private mutating func escape() throws(JSONFailure) -> Unicode.Scalar {
    let start = position
    position += 1
    let letter = try peek()
    position += 1
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(letter)
    case UInt8(ascii: "b"): return "\u{08}"
    case UInt8(ascii: "f"): return "\u{0C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): break
    default: throw JSONFailure(.badEscape, at: start)
    }
    let unit = try hexadecimal(from: start)
    if let scalar = Unicode.Scalar(unit) { return scalar }
    // A high surrogate (the first half of a UTF-16 pair) needs a low surrogate after it. Either
    // half alone means no character.
    guard unit < 0xDC00, position + 1 < bytes.count, bytes[position] == UInt8(ascii: "\\"),
      bytes[position + 1] == UInt8(ascii: "u")
    else { return "\u{FFFD}" }
    let second = position
    position += 2
    let low = try hexadecimal(from: second)
    guard (0xDC00...0xDFFF) ~= low,
      let scalar = Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
    else {
      position = second
      return "\u{FFFD}"
    }
    return scalar
  }

  private mutating func hexadecimal(from start: Int) throws(JSONFailure) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      let byte = try peek()
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): value = value << 4 | UInt32(byte - 48)
      case UInt8(ascii: "a")...UInt8(ascii: "f"): value = value << 4 | UInt32(byte - 87)
      case UInt8(ascii: "A")...UInt8(ascii: "F"): value = value << 4 | UInt32(byte - 55)
      default: throw JSONFailure(.badEscape, at: start)
      }
      position += 1
    }
    return value
  }
}
