public import Basics

/// Hashes passphrases, so that the data file does not contain them. A hash takes a tenth of a
/// second on purpose, because that slows down an attacker who guesses passphrases.
public struct PassphraseHasher: Capability {
  private let makeHash: @Sendable (SecretText) throws(Problem) -> String
  private let check: @Sendable (SecretText, String) throws(Problem) -> Bool

  public init(
    hash: @escaping @Sendable (SecretText) throws(Problem) -> String,
    verify: @escaping @Sendable (SecretText, String) throws(Problem) -> Bool
  ) {
    makeHash = hash
    check = verify
  }

  /// Returns a text with the hash, a random salt and the costs. Because of the salt, two hashes of
  /// the same passphrase differ.
  public func hash(_ passphrase: SecretText) throws(Problem) -> String {
    try makeHash(passphrase)
  }

  /// Returns whether `hash` was created from this passphrase. The comparison takes the same time
  /// for all values, so that the time does not reveal how similar a guess is.
  public func verify(_ passphrase: SecretText, against hash: String) throws(Problem) -> Bool {
    try check(passphrase, hash)
  }

  public static func unimplemented(_ place: Unimplemented) -> PassphraseHasher {
    PassphraseHasher(
      hash: { _ throws(Problem) in throw place.problem("hash") },
      verify: { _, _ throws(Problem) in throw place.problem("verify") })
  }
}

/// Computes the digest under which a session token is stored. A fast hash is sufficient, because a
/// token has 256 random bits and cannot be guessed.
public struct TokenDigest: Capability {
  private let digest: @Sendable ([UInt8]) throws(Problem) -> [UInt8]

  public init(_ digest: @escaping @Sendable ([UInt8]) throws(Problem) -> [UInt8]) {
    self.digest = digest
  }

  public func callAsFunction(_ token: [UInt8]) throws(Problem) -> [UInt8] { try digest(token) }

  public static func unimplemented(_ place: Unimplemented) -> TokenDigest {
    TokenDigest { _ throws(Problem) in throw place.problem("digest") }
  }
}
