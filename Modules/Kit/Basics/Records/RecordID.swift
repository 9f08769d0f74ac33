/// The identity of one record: a UUID stored as two 64-bit numbers.
///
/// Identifiers come from this machine, a server or a file. They are compared and hashed more often
/// than shown, so they are stored as numbers. Their text is in lower case.
public struct RecordID: Hashable, Sendable {
  /// The first 64 bits of the UUID. Identifiers are sorted by them first, and by `low` if they are
  /// equal.
  public let high: UInt64
  /// The last 64 bits of the UUID.
  public let low: UInt64

  @inlinable
  public init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// Creates a UUID of version 4. The caller passes random bits.
  public static func version4(high: UInt64, low: UInt64) -> RecordID {
    RecordID(
      high: high & 0xFFFF_FFFF_FFFF_0FFF | 0x4000,
      low: low & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000)
  }
}

extension RecordID: LosslessStringConvertible {
  /// Parses the 36 characters of a UUID in upper or lower case. Nil for any other text.
  public init?(_ text: String) {
    var text = text
    guard let parsed = text.withUTF8({ RecordID(utf8: $0) }) else { return nil }
    self = parsed
  }

  /// Parses the 36 bytes of a UUID's text, as in a database row or a request.
  public init?(utf8 bytes: UnsafeBufferPointer<UInt8>) {
    guard bytes.count == 36 else { return nil }
    let dash = UInt8(ascii: "-")
    var isSound = bytes[8] == dash && bytes[13] == dash && bytes[18] == dash && bytes[23] == dash
    // An invalid digit only sets `isSound` to false, which is checked once at the end. Stopping at
    // each invalid digit would slow down the parsing of millions of rows.
    func digits(_ range: Range<Int>, after word: UInt64 = 0) -> UInt64 {
      var word = word
      for position in range {
        let decimal = bytes[position] &- UInt8(ascii: "0")
        let letter = (bytes[position] | 0x20) &- UInt8(ascii: "a")
        isSound = isSound && (decimal < 10 || letter < 6)
        word = word << 4 | UInt64(decimal < 10 ? decimal : letter &+ 10)
      }
      return word
    }
    let high = digits(14..<18, after: digits(9..<13, after: digits(0..<8)))
    let low = digits(24..<36, after: digits(19..<23))
    guard isSound else { return nil }
    self.init(high: high, low: low)
  }

  public var description: String {
    String(unsafeUninitializedCapacity: 36) { buffer in
      var position = 0
      for digit in 0..<32 {
        if digit == 8 || digit == 12 || digit == 16 || digit == 20 {
          buffer[position] = UInt8(ascii: "-")
          position += 1
        }
        let word = digit < 16 ? high : low
        let value = UInt8(truncatingIfNeeded: word >> (60 - UInt64(digit % 16) * 4) & 0xF)
        buffer[position] = value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
        position += 1
      }
      return 36
    }
  }
}

extension RecordID: Comparable {
  /// Compares identifiers in the order of their texts, which is also the order in which SQL sorts
  /// them.
  @inlinable
  public static func < (left: RecordID, right: RecordID) -> Bool {
    (left.high, left.low) < (right.high, right.low)
  }
}
