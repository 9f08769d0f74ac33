public import Auth
import Domain
import FamilyContext
public import FeatureKit

/// Who is here: the profiles of the file, and which of them uses the program.
public struct LoadedAccount: Equatable, Sendable {
  public var profiles: [Profile]
  /// Who is signed in; nil when nobody is.
  public var person: RecordID?
  /// Why nobody is, when there is more to say than that.
  public var reason: Problem?
  /// Nil where none is needed: a profile without a passphrase.
  public var session: SignInSession?
  /// Whose pages a parent looks at.
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
    // Without a passphrase nothing asks for a session, so its end ends nothing.
    if loaded.profile?.hasPassphrase == true { loaded.session = try await session(of: person) }
    loaded.athleteName = try await family.current().parentsAthlete
    return loaded
  }

  /// The session of this device, when it is the person's; one that ran out is none.
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
  /// Whether signing in is what helps.
  var isAboutSigningIn: Bool { cause == .signInNeeded || cause == .sessionExpired }
}

extension Viewing {
  /// The athlete a parent looks at.
  fileprivate var parentsAthlete: String? { role == .parent ? athleteName : nil }
}

extension Profile {
  var isAthlete: Bool { role == UserRole.player.rawValue }

  /// `athlete` or `parent`; a role of a newer program as it is stored.
  var roleWords: String { UserRole(rawValue: role)?.words ?? role }

  /// The line that signs this person in.
  var signInCommand: String { "account sign-in \(CommandText.quoted(name))" }
}
