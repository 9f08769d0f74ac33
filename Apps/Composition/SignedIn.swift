import Auth
import Domain
import FeatureKit
import SQLBackend
import Synchronization

/// Determines which person uses the program in one visit (a command, or a request of a browser):
/// the profile of the option `--profile`, the one chosen last, or the only one in the file.
final class SignedIn: Sendable {
  private struct Sources {
    var backend: SQLBackend
    var auth: AuthClient
    var memory: PersonMemory
  }

  /// The handle (such as `p1`) or name of the person as whom the program runs, as the option
  /// `--profile` or a replayed recording gives it.
  ///
  /// Nil without either. It also becomes nil when a person signs in or out during the run, because
  /// that choice is newer.
  private let asked: Mutex<String?>
  private let hasFile: @Sendable () throws(Problem) -> Bool
  private let sources = Mutex<Sources?>(nil)
  private let known = Mutex<ActingPerson?>(nil)

  /// The problem that the person's session has expired. While it is set, no person is signed in,
  /// and the program does not fall back to another profile.
  private let expiry = Mutex<Problem?>(nil)

  init(asked: String?, hasFile: @escaping @Sendable () throws(Problem) -> Bool) {
    self.asked = Mutex(asked)
    self.hasFile = hasFile
  }

  /// Sets the backend in which the person is looked up. This cannot happen in `init`, because the
  /// backend is created with a reference to this object.
  func look(in backend: SQLBackend, auth: AuthClient, remembering memory: PersonMemory) {
    sources.withLock { $0 = Sources(backend: backend, auth: auth, memory: memory) }
  }

  var client: CurrentPerson {
    CurrentPerson(current: current, choose: choose)
  }

  func current() async throws(Problem) -> RecordID? { try await acting()?.id }

  /// Returns the person who uses the program, with the proof of the sign-in, such as a session.
  /// Each transaction checks again that the proof is still valid.
  func acting() async throws(Problem) -> ActingPerson? {
    if let person = known.withLock({ $0 }) { return person }
    guard let person = try await workOut() else { return nil }
    known.withLock { $0 = person }
    return person
  }

  /// Returns the id of the person who uses the program, after checking the session in the file
  /// again. Another process may have ended the session since it was read.
  func confirmed() async throws(Problem) -> RecordID? {
    guard let person = known.withLock({ $0 }), let sources = sources.withLock({ $0 }) else {
      return try await current()
    }
    do throws(Problem) {
      try sources.backend.confirm(person)
      return person.id
    } catch {
      if error.cause == .sessionExpired {
        expiry.withLock { $0 = error }
        forget()
      }
      throw error
    }
  }

  /// Returns the sign-in service extended so that the cached person is forgotten after signing in,
  /// signing out or changing the passphrase. Each of these changes the person or the session.
  func following(_ auth: AuthClient) -> AuthClient {
    var copy = auth
    copy.signIn.implement { request throws(Problem) in
      defer { self.forget() }
      return try await auth.signIn(request)
    }
    copy.signOut.implement { () throws(Problem) in
      defer { self.forget() }
      try await auth.signOut()
    }
    copy.changePassphrase.implement { change throws(Problem) in
      defer { self.forget() }
      try await auth.changePassphrase(change)
    }
    return copy
  }

  /// Makes this person the user of the program, in this run and in the next ones; nil signs out.
  private func choose(_ person: RecordID?) async throws(Problem) {
    try remember(person)
    asked.withLock { $0 = nil }
  }

  /// Stores the person for the next run of the program. If the option `--profile` chose the person
  /// of the present run, that person stays until the run ends.
  func remember(_ person: RecordID?) throws(Problem) {
    try sources.withLock { $0 }?.memory.save(person?.description ?? RememberedProfile.nobody)
    forget()
    expiry.withLock { $0 = nil }
  }

  /// Forgets the cached person, so that the next call determines the person again. An undo, for
  /// example, may have removed the profile.
  func forget() {
    known.withLock { $0 = nil }
  }

  private func workOut() async throws(Problem) -> ActingPerson? {
    guard let sources = sources.withLock({ $0 }) else { return nil }
    if let expired = expiry.withLock({ $0 }) { throw expired }
    // A folder without a file has no profiles. They are not read then, because reading would create
    // the file.
    let profiles = try hasFile() ? try await sources.backend.credentials.profiles() : []
    guard !profiles.isEmpty else { throw .nobodyYet }
    guard let profile = try await chosen(of: profiles, sources) else { return nil }
    guard profile.hasPassphrase else {
      sources.memory.begin(profile.id.description)
      let isRemembered = sources.memory.isOfDevice && asked.withLock { $0 } == nil
      return ActingPerson(profile.id, on: .name(isRemembered: isRemembered))
    }
    guard let session = try await session(sources.auth), session.userID == profile.id,
      let digest = session.tokenDigest
    else {
      throw Problem(
        .signInNeeded, "\(profile.name) has a passphrase and is not signed in.",
        fix: "Sign in:  account sign-in \(CommandText.quoted(profile.name))")
    }
    return ActingPerson(profile.id, on: .session(tokenDigest: digest))
  }

  private func session(_ auth: AuthClient) async throws(Problem) -> SignInSession? {
    do throws(Problem) {
      return try await auth.currentSession()
    } catch {
      if error.cause == .sessionExpired { expiry.withLock { $0 = error } }
      throw error
    }
  }

  private func chosen(
    of profiles: [Profile], _ sources: Sources
  ) async throws(Problem) -> Profile? {
    if let asked = asked.withLock({ $0 }) { return try named(asked, of: profiles) }
    let remembered = try sources.memory.read()
    if let last = profiles.first(where: { $0.id.description == remembered }) { return last }
    // If the remembered person is in the file but may not sign in here, the program does not sign
    // in another person without asking.
    if let id = remembered.flatMap({ RecordID($0) }),
      let other = try await sources.backend.people.profiles().first(where: {
        $0.reference.id == id
      })
    {
      throw AuthFailure.usesAnotherComputer(name: other.reference.title).problem
    }
    guard profiles.count > 1 else {
      return remembered == RememberedProfile.nobody ? nil : profiles.first
    }
    throw Problem(
      .signInNeeded, "\(profiles.count) people use this file. Say who you are.",
      details: profiles.map { "  \($0.choice) (\($0.roleWords))" },
      fix: "Sign in:  account sign-in NAME")
  }

  private func named(_ text: String, of profiles: [Profile]) throws(Problem) -> Profile {
    if let profile = profiles.first(where: { $0.handle == text }) { return profile }
    let meaning = NameMatch(text).meant(among: profiles, called: { [$0.name] })
    if case .one(let profile) = meaning { return profile }
    throw Problem(
      meaning == .none ? .notFound : .usage,
      meaning == .none ? "No person here is called `\(text)`." : "`\(text)` fits several people.",
      details: profiles.map { "  \($0.choice) (\($0.roleWords))" },
      fix: profiles.isEmpty ? "Make a profile:  account create --name NAME --role athlete" : nil)
  }
}

extension Problem {
  /// The problem that no person can sign in because the file has no profile yet.
  fileprivate static let nobodyYet = Problem(
    .signInNeeded, "No profile is set up here yet.",
    fix: "Make your profile:  account create --name NAME --role athlete")
}

extension Profile {
  fileprivate var roleWords: String { UserRole(rawValue: role)?.words ?? role }
}
