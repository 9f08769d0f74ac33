public import Basics

/// Signs people in on this device and out again. A person signs in to a `Profile`, and each
/// implementation has its own source of profiles: `AuthClient.local` reads them from the family's
/// data file.
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

  /// Returns the profiles of the people who can sign in on this device, for example to list their
  /// names at the sign-in.
  public func profiles() async throws(Problem) -> [Profile] { try await readProfiles() }

  /// Returns the session of this device; nil if no person is signed in.
  ///
  /// If the session has expired, this call deletes it and throws `sessionExpired`. So the person is
  /// told only once that the session has expired; later calls return nil.
  public func currentSession() async throws(Problem) -> SignInSession? { try await readSession() }

  /// Signs a person in on this device. The session that the device had before ends. With a `length`
  /// of `.process`, the sign-in stores nothing, and the earlier session continues.
  ///
  /// - Parameter passphrase: nil for a profile without a passphrase. If the profile has a
  ///   passphrase and this is nil, a `signInNeeded` problem is thrown.
  public func signIn(
    _ profile: RecordID, passphrase: SecretText? = nil, for length: SessionLength = .month
  ) async throws(Problem) -> SignInSession {
    try await performSignIn(profile, passphrase, length)
  }

  /// Ends the session of this device. The program then sends the action `signedOut` to every
  /// feature, so that no data of the person stays in memory.
  public func signOut() async throws(Problem) { try await performSignOut() }

  /// Sets the first passphrase of a profile, or replaces the passphrase if `current` is right. All
  /// other sessions of the person end, also those at other open prompts of this device.
  public func setPassphrase(
    _ new: SecretText, current: SecretText? = nil, for profile: RecordID
  ) async throws(Problem) {
    try await changePassphrase(profile, current, new)
  }

  /// Removes the passphrase of a profile if `current` is right. The person then signs in by name
  /// alone.
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
  /// Returns the profile that the typed words name. Throws a problem if no profile fits or several
  /// do.
  ///
  /// The words are a profile's short name such as `p1`, a person's exact name, or beginnings of
  /// words that occur in only one person's name (decision 2).
  public func profile(named typed: String) async throws(Problem) -> Profile {
    let profiles = try await profiles()
    if let named = profiles.first(where: { $0.handle == typed.lowercased() }) { return named }
    switch NameMatch(typed).meant(among: profiles, called: { [$0.name] }) {
    case .one(let profile): return profile
    case .none: throw AuthFailure.noProfile(typed).problem
    case .several(let meant):
      throw AuthFailure.severalProfiles(typed, meant.map(\.choice)).problem
    }
  }
}
