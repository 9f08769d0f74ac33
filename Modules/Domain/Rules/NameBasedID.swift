public import Basics

extension RecordID {
  /// Returns an id that is computed from a name and the id `seed` (a version 5 UUID, RFC 9562).
  /// Every device that knows both computes the same id.
  ///
  /// Generated rows, such as notifications, have such ids (domain.md 10.2), so that a row that two
  /// devices generate is stored only once. The seed is a random id, because otherwise a
  /// stranger could compute the id of a row in advance and store another row with this id first.
  public static func named(_ name: String, under seed: RecordID) -> RecordID {
    var bytes = [UInt8]()
    for word in [seed.high, seed.low] {
      for shift in stride(from: 56, through: 0, by: -8) {
        bytes.append(UInt8(truncatingIfNeeded: word >> UInt64(shift)))
      }
    }
    let digest = SHA1.digest(of: bytes + Array(name.utf8))
    return RecordID(
      high: (UInt64(digest.0) << 32 | UInt64(digest.1)) & 0xFFFF_FFFF_FFFF_0FFF | 0x5000,
      low: (UInt64(digest.2) << 32 | UInt64(digest.3)) & 0x3FFF_FFFF_FFFF_FFFF
        | 0x8000_0000_0000_0000)
  }
}

/// The hash function that version 5 UUIDs require (FIPS 180-4). SHA-1 is not secure any more, but
/// no secret is protected with it here.
private enum SHA1 {
  /// Returns the first four of the digest's five words. A UUID has 128 bits, so the last 32 of the
  /// digest's 160 bits are not used.
  static func digest(of message: [UInt8]) -> (UInt32, UInt32, UInt32, UInt32) {
    var padded = message + [0x80]
    while padded.count % 64 != 56 { padded.append(0) }
    let bitCount = UInt64(message.count) * 8
    for shift in stride(from: 56, through: 0, by: -8) {
      padded.append(UInt8(truncatingIfNeeded: bitCount >> UInt64(shift)))
    }
    var state: [UInt32] = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0]
    for start in stride(from: 0, to: padded.count, by: 64) {
      mix(padded[start..<start + 64], into: &state)
    }
    return (state[0], state[1], state[2], state[3])
  }

  private static func mix(_ block: ArraySlice<UInt8>, into state: inout [UInt32]) {
    var words = stride(from: block.startIndex, to: block.endIndex, by: 4).map { start in
      block[start..<start + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    }
    for index in 16..<80 {
      words.append(
        rotated(words[index - 3] ^ words[index - 8] ^ words[index - 14] ^ words[index - 16], by: 1))
    }
    var (a, b, c, d, e) = (state[0], state[1], state[2], state[3], state[4])
    for (index, word) in words.enumerated() {
      let (choice, constant): (UInt32, UInt32) =
        switch index / 20 {
        case 0: (b & c | ~b & d, 0x5A82_7999)
        case 1: (b ^ c ^ d, 0x6ED9_EBA1)
        case 2: (b & c | b & d | c & d, 0x8F1B_BCDC)
        default: (b ^ c ^ d, 0xCA62_C1D6)
        }
      let next = rotated(a, by: 5) &+ choice &+ e &+ constant &+ word
      (a, b, c, d, e) = (next, a, rotated(b, by: 30), c, d)
    }
    for (index, value) in [a, b, c, d, e].enumerated() { state[index] = state[index] &+ value }
  }

  private static func rotated(_ word: UInt32, by count: UInt32) -> UInt32 {
    word << count | word >> (32 - count)
  }
}
