import Auth
import Basics

/// A text that is stored beside the digest of a browser's cookie, encrypted, so that only a request
/// with the cookie can read it.
package struct SealedText {
  /// The random bytes that were drawn for this encryption. They are new for each text, because two
  /// texts that were encrypted with the same stream could be decrypted by comparing them.
  package let nonce: [UInt8]
  package let sealed: [UInt8]

  private static let nonceLength = 16

  package init(nonce: [UInt8], sealed: [UInt8]) {
    self.nonce = nonce
    self.sealed = sealed
  }

  /// Encrypts the text. Returns nil if libsodium or the system's random numbers are missing.
  package init?(_ text: String, with cookie: String) {
    guard let nonce = try? RandomSource.system.bytes(Self.nonceLength),
      let sealed = Self.mix(Array(text.utf8), with: cookie, nonce)
    else { return nil }
    self.init(nonce: nonce, sealed: sealed)
  }

  /// Parses the bytes that the property `joined` returned; nil if there are too few.
  package init?(joined: [UInt8]) {
    guard joined.count > Self.nonceLength else { return nil }
    self.init(
      nonce: Array(joined.prefix(Self.nonceLength)),
      sealed: Array(joined.dropFirst(Self.nonceLength)))
  }

  package var joined: [UInt8] { nonce + sealed }

  /// Decrypts the text. Returns nil if the cookie is another one.
  package func text(with cookie: String) -> String? {
    Self.mix(sealed, with: cookie, nonce).flatMap { String(validating: $0, as: UTF8.self) }
  }

  /// Encrypts or decrypts the bytes, by XOR with a stream of digests of the cookie, the nonce and a
  /// counter. Returns nil if libsodium is missing.
  private static func mix(
    _ bytes: [UInt8], with cookie: String, _ nonce: [UInt8]
  ) -> [UInt8]? {
    var mixed: [UInt8] = []
    mixed.reserveCapacity(bytes.count)
    for start in stride(from: 0, to: bytes.count, by: 32) {
      let key = Array("seal \(cookie) \(start) ".utf8) + nonce
      guard let pad = try? TokenDigest.blake2b(key), pad.count >= 32 else { return nil }
      mixed += zip(bytes[start..<min(start + 32, bytes.count)], pad).map { $0 ^ $1 }
    }
    return mixed
  }
}
