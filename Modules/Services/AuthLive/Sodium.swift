public import Auth
public import Basics
import CSodium
import Glibc
import Synchronization

extension PassphraseHasher {
  /// Hashes passphrases with Argon2id, which needs 64 MiB of memory and two passes for each hash.
  public static let argon2id = argon2id(.interactive)

  package static func argon2id(_ costs: Argon2Costs) -> PassphraseHasher {
    argon2id(.shared, costs)
  }

  static func argon2id(_ sodium: Sodium, _ costs: Argon2Costs = .interactive) -> PassphraseHasher {
    PassphraseHasher(
      hash: { passphrase throws(Problem) in
        try sodium.hash(passphrase, costs)
      },
      verify: { passphrase, hash throws(Problem) in
        try sodium.verify(passphrase, against: hash)
      })
  }
}

/// The effort for one hash of a passphrase: the passes over the memory, and the size of this
/// memory. Every stored hash and every encrypted copy contains the costs with which it was made, so
/// a later version of the program can use other costs for new ones.
package struct Argon2Costs: Equatable, Sendable {
  var passes: UInt32
  var kibibytes: UInt32

  /// The costs that libsodium recommends for interactive use.
  static let interactive = Argon2Costs(passes: 2, kibibytes: 64 * 1024)
  /// The costs that libsodium calls moderate. They protect an encrypted copy, on which an attacker
  /// can try any number of passphrases.
  static let moderate = Argon2Costs(passes: 3, kibibytes: 256 * 1024)
  /// The lowest costs that libsodium accepts. Tests that create many accounts use them.
  package static let least = Argon2Costs(passes: 1, kibibytes: 8)
}

extension TokenDigest {
  /// Computes the digest of a session token with the hash function BLAKE2b; the digest has 256
  /// bits.
  public static let blake2b = blake2b(.shared)

  static func blake2b(_ sodium: Sodium) -> TokenDigest {
    TokenDigest { token throws(Problem) in try sodium.digest(token) }
  }
}

/// Message authentication codes, which prove that the author of a message knows a secret key. For
/// example, the link to unsubscribe in an e-mail contains one.
public enum MessageMAC {
  /// Returns the authentication code of 32 bytes for the bytes (HMAC with SHA-256, RFC 2104).
  public static func hmacSHA256(_ bytes: [UInt8], key: [UInt8]) throws(Problem) -> [UInt8] {
    try Sodium.shared.mac(of: bytes, key: key)
  }

  /// Returns whether the bytes are equal. The comparison takes the same time for all contents, so
  /// that the time does not reveal how many bytes match.
  public static func areEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    left.count == right.count && zip(left, right).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}

/// The library libsodium, which is loaded when it is first used.
final class Sodium: Sendable {
  static let shared = Sodium(library: "libsodium.so.23")

  private let library: String
  /// The address of the table with the functions of the loaded library. The table is never changed
  /// or freed, so all threads may use it.
  private let table = Mutex<UInt?>(nil)

  init(library: String) {
    self.library = library
  }

  func hash(_ passphrase: SecretText, _ costs: Argon2Costs) throws(Problem) -> String {
    let calls = try calls()
    var hash = [CChar](repeating: 0, count: Int(compass_sodium_hash_size))
    let isMade = passphrase.withWipedBytes {
      compass_sodium_hash(calls, $0, $1, costs.passes, costs.kibibytes, &hash)
    }
    guard isMade else {
      throw AuthLiveFailure.notEnoughMemory.problem
    }
    return String(decoding: hash.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  func verify(_ passphrase: SecretText, against stored: String) throws(Problem) -> Bool {
    let calls = try calls()
    var hash = stored.utf8.map(CChar.init(bitPattern:))
    let size = Int(compass_sodium_hash_size)
    guard stored.hasPrefix("$argon2id$"), hash.count < size else {
      throw AuthLiveFailure.damagedHash.problem
    }
    hash += [CChar](repeating: 0, count: size - hash.count)
    return passphrase.withWipedBytes { compass_sodium_verify(calls, hash, $0, $1) }
  }

  func digest(_ bytes: [UInt8]) throws(Problem) -> [UInt8] {
    let calls = try calls()
    var digest = [UInt8](repeating: 0, count: Int(compass_sodium_digest_size))
    guard compass_sodium_digest(calls, bytes, bytes.count, &digest) else {
      throw AuthLiveFailure.libraryMissing.problem
    }
    return digest
  }

  func mac(of bytes: [UInt8], key: [UInt8]) throws(Problem) -> [UInt8] {
    let calls = try calls()
    var mac = [UInt8](repeating: 0, count: Int(compass_sodium_mac_size))
    guard compass_sodium_mac(calls, key, key.count, bytes, bytes.count, &mac) else {
      throw AuthLiveFailure.notEnoughMemory.problem
    }
    return mac
  }

  func calls() throws(Problem) -> OpaquePointer {
    let address = table.withLock { table in
      table = table ?? compass_sodium_open(library).map { UInt(bitPattern: $0) }
      return table
    }
    guard let address, let calls = OpaquePointer(bitPattern: address) else {
      throw AuthLiveFailure.libraryMissing.problem
    }
    return calls
  }
}

extension SecretText {
  /// Passes a copy of the UTF-8 bytes to `body` and overwrites the copy afterwards, so that the
  /// secret does not stay in freed memory.
  func withWipedBytes<R>(_ body: (UnsafePointer<CChar>, Int) -> R) -> R {
    var bytes = revealed.utf8CString
    return bytes.withUnsafeMutableBufferPointer { buffer in
      let start = buffer.baseAddress.unsafelyUnwrapped
      defer { explicit_bzero(start, buffer.count) }
      return body(start, buffer.count - 1)
    }
  }
}
