import Basics

/// Detects whether the response of a mail server contains a secret, as plain text or in an encoding
/// that is easy to reverse.
///
/// A password is sent as base64, either alone (LOGIN) or after the user name (PLAIN), and some
/// servers repeat a rejected line in their response. The encoding depends on the server, so this
/// type decodes the response instead of encoding the secret.
struct SecretEcho {
  private let secret: [UInt8]

  init(_ secret: String) {
    self.secret = Array(secret.utf8)
  }

  func isHeard(in text: String) -> Bool {
    guard !secret.isEmpty else { return false }
    let bytes = Array(text.utf8)
    let joined = bytes.filter { !Self.isBlank($0) }
    let forms =
      [bytes, joined, Self.unescaped(bytes), Self.unescaped(joined)]
      + [bytes, joined].flatMap { Self.runs(in: $0, of: Self.base64Value).flatMap(Self.fromBase64) }
      + [bytes, joined].flatMap { Self.runs(in: $0, of: Hexadecimal.value).flatMap(Self.fromHex) }
    return forms.contains(where: tells)
  }

  /// Returns whether the bytes contain the whole secret, or end with the beginning of the secret
  /// because the response was cut off.
  private func tells(_ bytes: [UInt8]) -> Bool {
    if bytes.count >= secret.count {
      for start in 0...(bytes.count - secret.count)
      where bytes[start..<(start + secret.count)].elementsEqual(secret) {
        return true
      }
    }
    guard secret.count > Self.telling else { return false }
    return (Self.telling..<secret.count).contains {
      bytes.suffix($0).elementsEqual(secret.prefix($0))
    }
  }

  /// The number of characters of the secret at the end of a cut-off response that count as a leak.
  /// Fewer matching characters are likely to be a coincidence.
  private static let telling = 4
}

// MARK: - Decoding the response of a mail server

extension SecretEcho {
  /// Returns the bytes with escape sequences decoded. They are `=41`, `%41` and `+41`, which mail
  /// messages, web addresses and mail servers use (RFC 2045, RFC 3986, RFC 3461).
  private static func unescaped(_ bytes: [UInt8]) -> [UInt8] {
    var plain: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if index + 2 < bytes.count, "=%+".utf8.contains(bytes[index]),
        let byte = Hexadecimal.byte(bytes[(index + 1)...(index + 2)])
      {
        plain.append(byte)
        index += 3
      } else {
        plain.append(bytes[index])
        index += 1
      }
    }
    return plain
  }

  /// Returns the four possible decodings of a run of base64 characters. There are four, because the
  /// run may begin at any position of a group of four characters.
  private static func fromBase64(_ values: [UInt8]) -> [[UInt8]] {
    (0..<4).map { start in
      var bytes: [UInt8] = []
      var held: UInt32 = 0
      var bits: UInt32 = 0
      for value in values.dropFirst(start) {
        held = (held << 6 | UInt32(value)) & 0xFFFF
        bits += 6
        if bits >= 8 {
          bits -= 8
          bytes.append(UInt8(truncatingIfNeeded: held >> bits))
        }
      }
      return bytes
    }
  }

  private static func fromHex(_ values: [UInt8]) -> [[UInt8]] {
    (0..<2).map { start in
      var bytes: [UInt8] = []
      var rest = values.dropFirst(start)
      while let high = rest.popFirst(), let low = rest.popFirst() { bytes.append(high << 4 | low) }
      return bytes
    }
  }

  private static func runs(in bytes: [UInt8], of value: (UInt8) -> UInt8?) -> [[UInt8]] {
    var runs: [[UInt8]] = [[]]
    for byte in bytes {
      if let value = value(byte) {
        runs[runs.count - 1].append(value)
      } else if runs.last?.isEmpty == false {
        runs.append([])
      }
    }
    return runs.filter { $0.count > 1 }
  }

  /// Returns the value of a character in the standard or the URL-safe base64 alphabet (RFC 4648,
  /// sections 4 and 5); nil for other bytes.
  private static func base64Value(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "+"): Base64URL.value(of: UInt8(ascii: "-"))
    case UInt8(ascii: "/"): Base64URL.value(of: UInt8(ascii: "_"))
    default: Base64URL.value(of: byte)
    }
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte)
  }
}
