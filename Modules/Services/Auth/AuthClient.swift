public import Basics

/// Signs people in and out. The implementation decides where profiles come from: today from the
/// family's data file, later from a server.
public struct AuthClient: Capability {
  public typealias ReadProfiles = @Sendable () async throws(Problem) -> [Profile]
  public typealias ReadSession = @Sendable () async throws(Problem) -> SignInSession?
  public typealias SignIn =
    @Sendable (RecordID, SecretText?, SessionLength) async throws(Problem) -> SignInSession
  public typealias SignOut = @Sendable () async throws(Problem) -> Void
  public typealias ChangePassphrase =
    @Sendable (RecordID, SecretText?, SecretText?) async throws(Problem) -> Void

  private let readProfiles: ReadProfiles
  private let readSession: ReadSession
  private let performSignIn: SignIn
  private let performSignOut: SignOut
  private let changePassphrase: ChangePassphrase

  public init(
    profiles: @escaping ReadProfiles, currentSession: @escaping ReadSession,
    signIn: @escaping SignIn, signOut: @escaping SignOut,
    changePassphrase: @escaping ChangePassphrase
  ) {
    readProfiles = profiles
    readSession = currentSession
    performSignIn = signIn
    performSignOut = signOut
    self.changePassphrase = changePassphrase
  }

  /// The profiles that can sign in on this device.
  public func profiles() async throws(Problem) -> [Profile] { try await readProfiles() }

  /// The session of this device, or nil when it has none. An expired session is thrown as `sessionExpired` once and
  /// then forgotten.
  public func currentSession() async throws(Problem) -> SignInSession? { try await readSession() }

  /// Signs a person in on this device. The session that the device had before ends.
  /// - Parameter passphrase: nil for a profile without one; a profile with one answers `signInNeeded`.
  public func signIn(
    _ profile: RecordID, passphrase: SecretText? = nil, for length: SessionLength = .month
  ) async throws(Problem) -> SignInSession {
    try await performSignIn(profile, passphrase, length)
  }

  /// Ends the session of this device. The program then sends `signedOut` to every feature, so that
  /// no data of the person stays in memory.
  public func signOut() async throws(Problem) { try await performSignOut() }

  /// Sets the first passphrase of a profile, or replaces the passphrase when `current` is right. Every other session
  /// of the person ends.
  public func setPassphrase(
    _ new: SecretText, current: SecretText? = nil, for profile: RecordID
  ) async throws(Problem) {
    try await changePassphrase(profile, current, new)
  }

  /// Removes the passphrase of a profile, so that the person signs in by name alone again.
  public func removePassphrase(
    current: SecretText, for profile: RecordID
  ) async throws(Problem) {
    try await changePassphrase(profile, current, nil)
  }

  public static func unimplemented(_ place: Unimplemented) -> AuthClient {
    AuthClient(
      profiles: { () throws(Problem) in throw place.problem("profiles") },
      currentSession: { () throws(Problem) in throw place.problem("currentSession") },
      signIn: { _, _, _ throws(Problem) in throw place.problem("signIn") },
      signOut: { () throws(Problem) in throw place.problem("signOut") },
      changePassphrase: { _, _, _ throws(Problem) in throw place.problem("changePassphrase") })
  }
}

extension AuthClient {
  /// Returns the only profile whose name fits the typed words, by the rules of references: an exact
  /// name wins, otherwise every word must begin a word of exactly one name (decision 2). A handle
  /// such as `p1` works too.
  public func profile(named typed: String) async throws(Problem) -> Profile {
    let profiles = try await profiles()
    if let named = profiles.first(where: { $0.handle == typed.lowercased() }) { return named }
    switch NameMatch(typed).meant(among: profiles, called: { [$0.name] }) {
    case .one(let profile): return profile
    case .none: throw AuthFailure.noProfile(typed).problem
    case .several(let meant):
      throw AuthFailure.severalProfiles(typed, meant.map { "\($0.handle)  \($0.name)" }).problem
    }
  }
}
