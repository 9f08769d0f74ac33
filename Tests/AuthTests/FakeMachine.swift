import Auth
import Basics
import CivilTime
import Synchronization

/// All capabilities that sign-in needs, in memory, with a clock that the test sets.
final class FakeMachine: Sendable {
  struct Contents: Sendable {
    var profiles: [Profile] = []
    var credentials: [RecordID: Credential] = [:]
    var sessions: [String: SignInSession] = [:]
    var secrets: [String: SecretText] = [:]
    var now = Instant(milliseconds: 1_770_000_000_000)
    var drawn: UInt8 = 0
    var verified = 0
    /// The number of writes that still succeed before the simulated disk is full; nil for no limit.
    var room: Int?
    /// A function that runs once, just before the next replacement of a credential. It changes the
    /// stored credentials, as another process could do at that moment.
    var intrusion: (@Sendable (inout [RecordID: Credential]) -> Void)?
  }

  private let contents = Mutex(Contents())

  var state: Contents { contents.withLock { $0 } }

  func change(_ body: (inout Contents) -> Void) {
    contents.withLock { body(&$0) }
  }

  func wait(milliseconds: Int64) {
    change { $0.now = $0.now.adding(milliseconds: milliseconds) }
  }

  /// Makes one write to the simulated disk; throws when the disk is full.
  private func write(_ body: (inout Contents) -> Void) throws(Problem) {
    try contents.withLock { contents throws(Problem) in
      if let room = contents.room {
        guard room > 0 else { throw Problem(.storage(.full), "The disk is full.") }
        contents.room = room - 1
      }
      body(&contents)
    }
  }

  var client: AuthClient {
    .local(
      credentials: credentials, hasher: hasher,
      digest: TokenDigest { bytes in bytes.reversed() },
      random: RandomSource { count in
        self.contents.withLock { contents in
          contents.drawn += 1
          return [UInt8](repeating: contents.drawn, count: count)
        }
      },
      tokens: tokens, clock: SecurityClock { self.state.now })
  }

  /// A passphrase hasher that only reverses the passphrase.
  ///
  /// The tests check the rules for passphrases and not the hash, and a real hash is slow.
  private var hasher: PassphraseHasher {
    PassphraseHasher(
      hash: { "hash:" + String($0.revealed.reversed()) },
      verify: { passphrase, hash in
        self.contents.withLock { $0.verified += 1 }
        return hash == "hash:" + String(passphrase.revealed.reversed())
      })
  }

  private var tokens: SecretStore {
    SecretStore {
      $0.read.implement { name in self.contents.withLock { $0.secrets[name] } }
      $0.save.implement { name, secret throws(Problem) in
        try self.write { $0.secrets[name] = secret }
      }
      $0.remove.implement { name throws(Problem) in try self.write { $0.secrets[name] = nil } }
    }
  }

  private var credentials: CredentialStore {
    CredentialStore {
      $0.profiles.implement { () throws(Problem) in self.state.profiles }
      $0.credential.implement { id in self.contents.withLock { $0.credentials[id] } }
      $0.replace.implement { old, new, sessions in
        self.contents.withLock { contents in
          contents.intrusion?(&contents.credentials)
          contents.intrusion = nil
          guard contents.credentials[new.userID] == old else { return false }
          contents.credentials[new.userID] = new
          if let sessions {
            contents.sessions = contents.sessions.filter {
              $0.value.userID != new.userID && $0.key != sessions.ended
            }
            if let kept = sessions.kept { contents.sessions[kept.tokenDigest ?? ""] = kept }
          }
          return true
        }
      }
      $0.save.implement { stored throws(Problem) in
        try self.write { $0.sessions[stored.tokenDigest ?? ""] = stored }
      }
      $0.session.implement { digest in self.contents.withLock { $0.sessions[digest] } }
      $0.deleteSession.implement { digest throws(Problem) in
        try self.write { $0.sessions[digest] = nil }
      }
      $0.deleteSessions.implement { id throws(Problem) in
        try self.write { contents in
          contents.sessions = contents.sessions.filter { $0.value.userID != id }
        }
      }
      $0.deleteExpiredSessions.implement { now throws(Problem) in
        try self.write { contents in
          contents.sessions = contents.sessions.filter { $0.value.expiresAt > now }
        }
      }
    }
  }
}

extension FakeMachine {
  static let sam = RecordID(high: 0, low: 1)
  static let dana = RecordID(high: 0, low: 2)

  /// Returns a machine with the profiles of Sam, who has no passphrase, and Dana, who has
  /// `Harbor7light`.
  static func withSamAndDana() -> FakeMachine {
    let machine = FakeMachine()
    machine.change { contents in
      contents.profiles = [
        Profile(id: sam, handle: "p1", name: "Sam Lee", role: "player", hasPassphrase: false),
        Profile(id: dana, handle: "p2", name: "Dana Lee", role: "parent", hasPassphrase: true),
      ]
      contents.credentials[dana] = Credential(userID: dana, passphraseHash: "hash:thgil7robraH")
    }
    return machine
  }

  static let right = SecretText("Harbor7light")
  static let wrong = SecretText("harbor7light")
}
