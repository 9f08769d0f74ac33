/// Parses digits of a fixed width. It avoids slow operations on strings, because hundreds of
/// thousands of rows contain dates.
struct DigitCursor {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var position = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  var isAtEnd: Bool { position == bytes.count }

  var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  /// Returns the next byte and moves past it, if it is one of `expected`. Otherwise returns nil.
  mutating func take(_ expected: StaticString) -> UInt8? {
    guard let next else { return nil }
    let found = expected.withUTF8Buffer { $0.contains(next) }
    guard found else { return nil }
    position += 1
    return next
  }

  mutating func number(digits: Int) -> Int? {
    guard position + digits <= bytes.count else { return nil }
    var value = 0
    for index in position..<position + digits {
      let digit = bytes[index] &- UInt8(ascii: "0")
      guard digit <= 9 else { return nil }
      value = value * 10 + Int(digit)
    }
    position += digits
    return value
  }

  mutating func day() -> CalendarDay? {
    guard let year = number(digits: 4), take("-") != nil, let month = number(digits: 2),
      take("-") != nil, let day = number(digits: 2)
    else { return nil }
    return CalendarDay(year: year, month: month, day: day)
  }
}

func padded(_ number: Int, _ width: Int = 2) -> String {
  let digits = String(number)
  return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
}
