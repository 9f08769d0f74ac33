public import Auth
import Domain
import FamilyContext
public import FeatureKit

/// The profiles in the family's data file, and which of these people is signed in.
public struct LoadedAccount: Equatable, Sendable {
  public var profiles: [Profile]
  /// The signed-in person. Nil if no person is signed in.
  public var person: RecordID?
  /// The problem that says why no person is signed in, such as an expired session.
  ///
  /// Nil if a person is signed in or if the reason is unknown.
  public var reason: Problem?
  /// The session of the signed-in person. Nil for a profile without a passphrase.
  public var session: SignInSession?
  /// The name of the athlete whose pages a parent views.
  ///
  /// Nil for an athlete.
  public var athleteName: String?

  var profile: Profile? { profiles.first { $0.id == person } }
}

extension AccountFeature {
  func loadedAccount() async throws(Problem) -> LoadedAccount {
    var loaded = LoadedAccount(profiles: try await auth.profiles())
    do throws(Problem) {
      loaded.person = try await currentPerson.current()
    } catch {
      guard error.isAboutSigningIn else { throw error }
      loaded.reason = error
    }
    guard let person = loaded.person else { return loaded }
    // A profile without a passphrase needs no session, so its expired session is ignored.
    if loaded.profile?.hasPassphrase == true { loaded.session = try await session(of: person) }
    loaded.athleteName = try await family.current().parentsAthlete
    return loaded
  }

  /// This device's sign-in session, if it belongs to the person. Nil if the session belongs to
  /// another person or has expired.
  func session(of person: RecordID) async throws(Problem) -> SignInSession? {
    do throws(Problem) {
      let session = try await auth.currentSession()
      return session?.userID == person ? session : nil
    } catch {
      guard error.cause == .sessionExpired else { throw error }
      return nil
    }
  }
}

extension Problem {
  /// Whether the person can solve the problem by signing in.
  var isAboutSigningIn: Bool { cause == .signInNeeded || cause == .sessionExpired }
}

extension Viewing {
  /// The name of the athlete whom a parent views. Nil for an athlete.
  fileprivate var parentsAthlete: String? { role == .parent ? athleteName : nil }
}

extension Profile {
  var isAthlete: Bool { role == UserRole.player.rawValue }

  /// `athlete` or `parent`. A role that this version does not know is shown as it is stored.
  var roleWords: String { UserRole(rawValue: role)?.words ?? role }

  /// The command line that signs this person in.
  var signInCommand: String { "account sign-in \(CommandText.quoted(typedName))" }
}
