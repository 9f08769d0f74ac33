/// A JSON number that is stored as its original text, so `1.10` or thirty digits stay unchanged.
public struct JSONNumber: Hashable, Sendable {
  public let text: String

  /// Creates a number from a text in JSON's grammar. Nil for any other text, such as `+1`, `01` or
  /// `.5`.
  public init?(_ text: String) {
    var copy = text
    let length = copy.withUTF8 { Self.length(in: $0, from: 0) }
    guard length > 0, length == text.utf8.count else { return nil }
    self.text = text
  }

  init(checked text: String) { self.text = text }

  public init(_ value: Int) { text = String(value) }

  /// Creates a number with the shortest text that gives `value` again. Nil if the value is infinite
  /// or not a number.
  public init?(_ value: Double) {
    guard value.isFinite else { return nil }
    let shortest = String(value)
    text = shortest.hasSuffix(".0") ? String(shortest.dropLast(2)) : shortest
  }

  /// The number as a whole number, such as 85 for `85` or `85.0`. Nil if it has a fraction or is
  /// too large.
  public var int: Int? {
    if let exact = Int(text) { return exact }
    // Above 2^53, a Double cannot represent every whole number.
    guard let double, abs(double) <= 9_007_199_254_740_992 else { return nil }
    return Int(exactly: double)
  }

  /// The nearest `Double`. Nil if that would be infinite.
  public var double: Double? {
    guard let value = Double(text), value.isFinite else { return nil }
    return value
  }

  /// Returns the number of bytes from `start` that form a number. 0 if there is no number.
  static func length(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    var position = start
    func digits() -> Int {
      let first = position
      while position < bytes.count, (48...57) ~= bytes[position] { position += 1 }
      return position - first
    }
    if position < bytes.count, bytes[position] == UInt8(ascii: "-") { position += 1 }
    let whole = position
    let count = digits()
    guard count == 1 || (count > 1 && bytes[whole] != UInt8(ascii: "0")) else { return 0 }
    if position < bytes.count, bytes[position] == UInt8(ascii: ".") {
      position += 1
      guard digits() > 0 else { return 0 }
    }
    if position < bytes.count, bytes[position] | 0x20 == UInt8(ascii: "e") {
      position += 1
      if position < bytes.count,
        bytes[position] == UInt8(ascii: "+") || bytes[position] == UInt8(ascii: "-")
      {
        position += 1
      }
      guard digits() > 0 else { return 0 }
    }
    return position - start
  }
}
