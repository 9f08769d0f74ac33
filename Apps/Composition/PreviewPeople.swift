import Auth
import Domain
import ExampleBackend
import FeatureKit
import Synchronization

/// The signed-in person in the preview of a feature (`--only FEATURE`). Any member of the example
/// family can sign in by name, without a passphrase, until the preview ends.
final class PreviewPeople: Sendable {
  private let chosen: Mutex<RecordID?>

  init(_ person: RecordID) {
    chosen = Mutex(person)
  }

  func current() -> RecordID? { chosen.withLock { $0 } }

  var currentPerson: CurrentPerson {
    CurrentPerson(
      current: { self.current() },
      choose: { person in self.chosen.withLock { $0 = person } })
  }

  func auth(over backend: ExampleBackend, clock: WallClock) -> AuthClient {
    AuthClient {
      $0.profiles.implement { () throws(Problem) in
        try await backend.people.profiles().map { summary in
          Profile(
            id: summary.reference.id, handle: summary.reference.handle,
            name: summary.reference.title, role: summary.role.rawValue, hasPassphrase: false,
            difference: summary.difference)
        }
      }
      $0.currentSession.implement { () throws(Problem) in nil }
      $0.signIn.implement { person, _, length in
        let now = clock.now()
        return SignInSession(
          userID: person, startedAt: now,
          expiresAt: SignInSessionRules.expiry(of: length, from: now))
      }
      $0.signOut.implement { () throws(Problem) in }
      $0.changePassphrase.implement { _ throws(Problem) in
        throw Problem(.failed, "A preview keeps no passphrases.")
      }
    }
  }
}
