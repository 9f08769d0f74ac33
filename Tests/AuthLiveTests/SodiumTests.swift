import Auth
import Basics
import Testing

@testable import AuthLive

@Suite("Hashing with the real libsodium")
struct SodiumTests {
  let passphrase = SecretText("Grüße aus Köln 7")

  @Test("A hash proves its passphrase, no other, and does not show it")
  func roundTrip() throws {
    let hash = try PassphraseHasher.argon2id.hash(passphrase)
    #expect(hash.hasPrefix("$argon2id$v=19$m=65536,t=2,p=1$"))
    #expect(!hash.contains("K" + "öln"))
    #expect(try PassphraseHasher.argon2id.verify(passphrase, against: hash))
    for other in ["Grüße aus Köln 8", "Grüße aus Köln 7 ", "", "grüße aus köln 7"] {
      #expect(try !PassphraseHasher.argon2id.verify(SecretText(other), against: hash))
    }
  }

  @Test("Two hashes of one passphrase differ")
  func salted() throws {
    let hasher = PassphraseHasher.argon2id
    #expect(try hasher.hash(passphrase) != hasher.hash(passphrase))
  }

  @Test("A hash made elsewhere with other costs is still read")
  func foreign() throws {
    // The argon2id hash of "password" with the salt "somesalt", from the test vectors of the
    // reference implementation.
    let hash =
      "$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4"
    #expect(try PassphraseHasher.argon2id.verify(SecretText("password"), against: hash))
    #expect(try !PassphraseHasher.argon2id.verify(SecretText("passwort"), against: hash))
  }

  @Test(
    "What is no hash is reported as damage, not as a wrong passphrase",
    arguments: [
      "", "Harbor7light", "$2b$10$abc", "$argon2id$" + String(repeating: "x", count: 200),
    ])
  func damaged(stored: String) {
    #expect(throws: AuthLiveFailure.damagedHash.problem) {
      try PassphraseHasher.argon2id.verify(passphrase, against: stored)
    }
  }

  @Test("A token's digest is BLAKE2b, 256 bits")
  func digest() throws {
    let digest = try TokenDigest.blake2b(Array("abc".utf8))
    let text = digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    #expect(text == "bddd813c634239723171ef3fee98579b94964e3bb1cb3e427262c8c068d52319")
  }

  @Test("Without libsodium the problem names the package")
  func missing() {
    let hasher = PassphraseHasher.argon2id(Sodium(library: "libsodium.so.nowhere"))
    let expected = Problem(
      .failed, "Passphrases need libsodium.", fix: "Install it with: sudo apt install libsodium23")
    #expect(throws: expected) { try hasher.hash(passphrase) }
    #expect(throws: expected) { try hasher.verify(passphrase, against: "$argon2id$") }
    #expect(throws: expected) {
      try TokenDigest.blake2b(Sodium(library: "libc.so.6"))([1, 2, 3])
    }
  }
}

@Suite("Random bytes of the system")
struct SystemRandomTests {
  @Test("There are as many as asked for, and they differ", arguments: [1, 32, 256, 257, 1000])
  func counts(count: Int) throws {
    let first = try RandomSource.system.bytes(count)
    let second = try RandomSource.system.bytes(count)
    #expect(first.count == count && second.count == count)
    if count >= 32 { #expect(first != second && Set(first).count > 8) }
  }
}
