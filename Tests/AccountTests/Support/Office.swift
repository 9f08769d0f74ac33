import Auth
import CivilTime
import Domain
import ExampleBackend
import FeatureKit
import Synchronization

/// The sign-in service over the example family, in memory.
///
/// It applies the program's real rules. A test can read its passphrase hashes and set its clock.
final class Office: Sendable {
  struct Contents: Sendable {
    var person: RecordID?
    /// The problem that looking up the signed-in person throws; nil if it succeeds.
    var refusal: Problem?
    var credentials: [RecordID: Credential] = [:]
    /// The people of the file who use the program only on other computers.
    var elsewhere: Set<RecordID> = []
    var sessions: [String: SignInSession] = [:]
    var token: SecretText?
    var now = ExampleFamily.now
    var drawn: UInt8 = 0
  }

  private let contents: Mutex<Contents>

  init(person: RecordID?) {
    contents = Mutex(Contents(person: person))
  }

  var state: Contents { contents.withLock { $0 } }

  func change(_ body: (inout Contents) -> Void) { contents.withLock { body(&$0) } }

  /// Protects a profile with a passphrase.
  func guardProfile(_ person: RecordID, with passphrase: String = Office.passphrase) {
    change {
      $0.credentials[person] = Credential(
        userID: person, passphraseHash: "hash:" + String(passphrase.reversed()))
    }
  }

  static let passphrase = "Harbor7light"

  func person() throws(Problem) -> RecordID? {
    let state = state
    if let refusal = state.refusal { throw refusal }
    return state.person
  }

  var currentPerson: CurrentPerson {
    CurrentPerson(
      current: { () throws(Problem) in try self.person() },
      choose: { person in
        self.change {
          $0.person = person
          $0.refusal = nil
        }
      })
  }

  func auth(over people: PeopleGateway) -> AuthClient {
    .local(
      credentials: credentials(people),
      hasher: PassphraseHasher(
        hash: { "hash:" + String($0.revealed.reversed()) },
        verify: { $1 == "hash:" + String($0.revealed.reversed()) }),
      digest: TokenDigest { $0.reversed() },
      random: RandomSource { count in
        self.contents.withLock { contents in
          contents.drawn += 1
          return [UInt8](repeating: contents.drawn, count: count)
        }
      },
      tokens: SecretStore {
        $0.read.implement { _ in self.state.token }
        $0.save.implement { _, token in self.change { $0.token = token } }
        $0.remove.implement { _ in self.change { $0.token = nil } }
      },
      clock: SecurityClock { self.state.now })
  }

  private func credentials(_ people: PeopleGateway) -> CredentialStore {
    CredentialStore {
      $0.profiles.implement { () throws(Problem) in
        let guarded = self.state.credentials.filter { $0.value.passphraseHash != nil }
        let here = try await people.profiles().filter {
          !self.state.elsewhere.contains($0.reference.id)
        }
        return here.map { summary in
          Profile(
            id: summary.reference.id, handle: summary.reference.handle,
            name: summary.reference.title, role: summary.role.rawValue,
            hasPassphrase: guarded[summary.reference.id] != nil)
        }
      }
      $0.credential.implement { id in self.state.credentials[id] }
      $0.replace.implement { old, new, sessions in
        self.contents.withLock { contents in
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
      $0.save.implement { stored in self.change { $0.sessions[stored.tokenDigest ?? ""] = stored } }
      $0.session.implement { digest in self.state.sessions[digest] }
      $0.deleteSession.implement { digest in self.change { $0.sessions[digest] = nil } }
      $0.deleteSessions.implement { id in
        self.change { $0.sessions = $0.sessions.filter { $0.value.userID != id } }
      }
      $0.deleteExpiredSessions.implement { now in
        self.change { $0.sessions = $0.sessions.filter { $0.value.expiresAt > now } }
      }
    }
  }
}
