import Auth
import Domain
import FeatureKit
import SQLBackend
import Synchronization

/// Works out who uses the program: the profile named with `--profile`, the one chosen last, or the only one there is.
final class SignedIn: Sendable {
  private struct Sources {
    var backend: SQLBackend
    var auth: AuthClient
  }

  private let asked: String?
  private let hasFile: @Sendable () throws(Problem) -> Bool
  private let sources = Mutex<Sources?>(nil)
  private let known = Mutex<RecordID?>(nil)

  /// Why nobody is signed in: a session says only once that it ran out.
  private let expiry = Mutex<Problem?>(nil)

  private static let key = "current_profile"
  /// Stored when somebody signed out on purpose: then the only profile there is does not sign itself in again.
  private static let nobody = "nobody"

  init(asked: String?, hasFile: @escaping @Sendable () throws(Problem) -> Bool) {
    self.asked = asked
    self.hasFile = hasFile
  }

  /// The backend acts for the person found here, who is looked up in the backend: so it is handed in afterwards.
  func look(in backend: SQLBackend, auth: AuthClient) {
    sources.withLock { $0 = Sources(backend: backend, auth: auth) }
  }

  var client: CurrentPerson {
    CurrentPerson(current: current, choose: choose)
  }

  func current() async throws(Problem) -> RecordID? {
    if let person = known.withLock({ $0 }) { return person }
    guard let person = try await workOut() else { return nil }
    known.withLock { $0 = person }
    return person
  }

  /// Remembers the person for the next start; nil forgets whoever it was.
  private func choose(_ person: RecordID?) async throws(Problem) {
    try sources.withLock { $0 }?.backend.setDeviceValue(
      person?.description ?? Self.nobody, for: Self.key)
    known.withLock { $0 = person }
    expiry.withLock { $0 = nil }
  }

  /// Works it out anew at the next question: undo may have taken a profile away.
  func forget() {
    known.withLock { $0 = nil }
  }

  private func workOut() async throws(Problem) -> RecordID? {
    guard let sources = sources.withLock({ $0 }) else { return nil }
    // Asking must not make a file in an empty folder.
    let profiles = try hasFile() ? try await sources.backend.credentials.profiles() : []
    guard !profiles.isEmpty else { throw .nobodyYet }
    guard let profile = try chosen(of: profiles, sources.backend) else { return nil }
    guard profile.hasPassphrase else { return profile.id }
    guard let session = try await session(sources.auth), session.userID == profile.id else {
      throw Problem(
        .signInNeeded, "\(profile.name) has a passphrase and is not signed in.",
        fix: "Sign in:  account sign-in \(CommandText.quoted(profile.name))")
    }
    return profile.id
  }

  private func session(_ auth: AuthClient) async throws(Problem) -> Session? {
    if let expired = expiry.withLock({ $0 }) { throw expired }
    do throws(Problem) {
      return try await auth.currentSession()
    } catch {
      if error.cause == .sessionExpired { expiry.withLock { $0 = error } }
      throw error
    }
  }

  private func chosen(
    of profiles: [Profile], _ backend: SQLBackend
  ) throws(Problem) -> Profile? {
    if let asked { return try named(asked, of: profiles) }
    let remembered = try backend.deviceValues()[Self.key]
    if let last = profiles.first(where: { $0.id.description == remembered }) { return last }
    guard profiles.count > 1 else { return remembered == Self.nobody ? nil : profiles.first }
    throw Problem(
      .signInNeeded, "\(profiles.count) people use this file. Say who you are.",
      details: profiles.map { "  \($0.handle)  \($0.name) (\($0.roleWords))" },
      fix: "Sign in:  account sign-in NAME")
  }

  private func named(_ text: String, of profiles: [Profile]) throws(Problem) -> Profile {
    let wanted = NameMatch(text).words
    let exact = profiles.filter { $0.handle == text || NameMatch($0.name).words == wanted }
    let fitting = profiles.filter { profile in
      let words = NameMatch(profile.name).words
      return !wanted.isEmpty && wanted.allSatisfy { wish in words.contains { $0.hasPrefix(wish) } }
    }
    if exact.count == 1 { return exact[0] }
    if fitting.count == 1 { return fitting[0] }
    throw Problem(
      fitting.isEmpty ? .notFound : .usage,
      fitting.isEmpty ? "Nobody here is called `\(text)`." : "`\(text)` fits several people.",
      details: profiles.map { "  \($0.handle)  \($0.name) (\($0.roleWords))" },
      fix: profiles.isEmpty ? "Make a profile:  account create --name NAME --role athlete" : nil)
  }
}

extension Problem {
  /// Nobody has begun yet, so that there is nobody to sign in as.
  fileprivate static let nobodyYet = Problem(
    .signInNeeded, "Nobody is set up here yet.",
    details: ["Look around first, with a made-up family:  compass-shell --demo tasks"],
    fix: "Make your profile:  account create --name NAME --role athlete")
}

extension Profile {
  fileprivate var roleWords: String { UserRole(rawValue: role)?.words ?? role }
}
