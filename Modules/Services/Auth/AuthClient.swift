public import Basics

/// Signs people in on this device and out again. A person signs in to a `Profile`, and each
/// implementation has its own source of profiles: `AuthClient.local` reads them from the family's
/// data file.
public struct AuthClient: Gateway {
  /// Returns the profiles of the people who can sign in on this device, for example to list their
  /// names at the sign-in.
  public var profiles = Endpoint<Void, [Profile]>("profiles")
  /// Returns the session of this device; nil if no person is signed in.
  ///
  /// If the session has expired, this call deletes it and throws `sessionExpired`. So the person is
  /// told only once that the session has expired; later calls return nil.
  public var currentSession = Endpoint<Void, SignInSession?>("currentSession")
  public var signIn = Endpoint<
    (profile: RecordID, passphrase: SecretText?, length: SessionLength), SignInSession
  >("signIn")
  /// Ends the session of this device. The program then sends the action `signedOut` to every
  /// feature, so that no data of the person stays in memory.
  public var signOut = Endpoint<Void, Void>("signOut")
  public var changePassphrase = Endpoint<
    (profile: RecordID, current: SecretText?, new: SecretText?), Void
  >("changePassphrase")

  public init() {}
}

extension AuthClient {
  /// Signs a person in on this device. The session that the device had before ends. With a `length`
  /// of `.process`, the sign-in stores nothing, and the earlier session continues.
  ///
  /// - Parameter passphrase: nil for a profile without a passphrase. If the profile has a
  ///   passphrase and this is nil, a `signInNeeded` problem is thrown.
  public func signIn(
    _ profile: RecordID, passphrase: SecretText? = nil, for length: SessionLength = .month
  ) async throws(Problem) -> SignInSession {
    try await signIn((profile, passphrase, length))
  }

  /// Sets the first passphrase of a profile, or replaces the passphrase if `current` is right. All
  /// other sessions of the person end, also those at other open prompts of this device.
  public func setPassphrase(
    _ new: SecretText, current: SecretText? = nil, for profile: RecordID
  ) async throws(Problem) {
    try await changePassphrase((profile, current, new))
  }

  /// Removes the passphrase of a profile if `current` is right. The person then signs in by name
  /// alone.
  public func removePassphrase(
    current: SecretText, for profile: RecordID
  ) async throws(Problem) {
    try await changePassphrase((profile, current, nil))
  }

  /// Returns the profile that the typed words name. Throws a problem if no profile fits or several
  /// do.
  ///
  /// The words are a profile's short name such as `p1`, a person's exact name, or beginnings of
  /// words that occur in only one person's name (decision 2).
  public func profile(named typed: String) async throws(Problem) -> Profile {
    let profiles = try await self.profiles()
    if let named = profiles.first(where: { $0.handle == typed.lowercased() }) { return named }
    switch NameMatch(typed).meant(among: profiles, called: { [$0.name] }) {
    case .one(let profile): return profile
    case .none: throw AuthFailure.noProfile(typed).problem
    case .several(let meant):
      throw AuthFailure.severalProfiles(typed, meant.map(\.choice)).problem
    }
  }
}
