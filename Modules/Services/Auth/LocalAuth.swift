public import Basics
import CivilTime

extension AuthClient {
  /// Returns a client that signs people in to the profiles of a data file on this device.
  ///
  /// - Parameter tokens: where this device stores the token of its session. A file that only its
  ///   owner can read is safe enough: the token protects only the data file, and the data file has
  ///   the same permissions.
  public static func local(
    credentials: CredentialStore, hasher: PassphraseHasher, digest: TokenDigest,
    random: RandomSource, tokens: SecretStore, clock: SecurityClock
  ) -> AuthClient {
    let local = LocalAuth(
      credentials: credentials, hasher: hasher, digest: digest, random: random, tokens: tokens,
      clock: clock)
    return AuthClient {
      $0.profiles = credentials.profiles
      $0.currentSession.implement { () throws(Problem) in try await local.currentSession() }
      $0.signIn.implement { id, passphrase, length throws(Problem) in
        try await local.signIn(id, passphrase, length)
      }
      $0.signOut.implement { () throws(Problem) in try await local.signOut() }
      $0.changePassphrase.implement { id, current, new throws(Problem) in
        try await local.changePassphrase(id, current, new)
      }
    }
  }
}

/// The functions behind `AuthClient.local`: they apply the rules about passphrases, waits and
/// sessions, and read and write through the stores that the caller passes.
private struct LocalAuth: Sendable {
  let credentials: CredentialStore
  let hasher: PassphraseHasher
  let digest: TokenDigest
  let random: RandomSource
  let tokens: SecretStore
  let clock: SecurityClock

  static let tokenName = "session"
  static let tokenBytes = 32

  func currentSession() async throws(Problem) -> SignInSession? {
    guard let token = try await tokens.read(Self.tokenName) else { return nil }
    guard let stored = try await credentials.session(try key(of: token)) else {
      try await tokens.remove(Self.tokenName)
      return nil
    }
    guard SignInSessionRules.phase(of: stored, at: try await clock.now()) != .expired else {
      try await signOut()
      throw AuthFailure.sessionExpired.problem
    }
    return stored
  }

  func signIn(
    _ id: RecordID, _ passphrase: SecretText?, _ length: SessionLength
  ) async throws(Problem) -> SignInSession {
    let profile = try await profile(id)
    try await prove(profile, passphrase)
    let now = try await clock.now()
    var session = SignInSession(
      userID: id, startedAt: now, expiresAt: SignInSessionRules.expiry(of: length, from: now))
    guard length != .process else { return session }
    let earlier = try await tokens.read(Self.tokenName)
    try await keep(&session)
    try? await forget(earlier, at: now)
    return session
  }

  /// Stores the session in the data file under the digest of a new token, and then replaces the
  /// token that this device stores.
  ///
  /// If one of these two writes fails, the device keeps the old token and stays signed in with its
  /// earlier session.
  private func keep(_ session: inout SignInSession) async throws(Problem) {
    let (token, digest) = try newToken()
    session.tokenDigest = digest
    try await credentials.save(session)
    do {
      try await tokens.save(token, as: Self.tokenName)
    } catch {
      // The data file has the new session, but this device could not store its token. No device can
      // use such a session, so it is deleted.
      try? await credentials.deleteSession(digest)
      throw error
    }
  }

  /// Deletes the earlier session of this device and all expired sessions from the data file.
  ///
  /// The new session is already valid at this point. If the deletion fails, the earlier session
  /// remains in the data file until it expires, but no device has its token any more.
  private func forget(_ earlier: SecretText?, at now: Instant) async throws(Problem) {
    if let earlier { try await credentials.deleteSession(try key(of: earlier)) }
    try await credentials.deleteExpiredSessions(now)
  }

  func signOut() async throws(Problem) {
    guard let token = try await tokens.read(Self.tokenName) else { return }
    try await credentials.deleteSession(try key(of: token))
    try await tokens.remove(Self.tokenName)
  }

  func changePassphrase(
    _ id: RecordID, _ current: SecretText?, _ new: SecretText?
  ) async throws(Problem) {
    let profile = try await profile(id)
    if let new, let fault = PassphraseRules.fault(in: new) { throw fault.problem }
    let stored = try await credentials.credential(id)
    if stored?.passphraseHash == nil, new == nil {
      throw AuthFailure.noPassphrase(name: profile.name).problem
    }
    let proven = try await prove(profile, current)
    let hash: String? = if let new { try hasher.hash(new) } else { nil }
    try await exchange(proven, for: Credential(userID: id, passphraseHash: hash))
  }
}

extension LocalAuth {
  private func profile(_ id: RecordID) async throws(Problem) -> Profile {
    guard let profile = try await credentials.profiles().first(where: { $0.id == id }) else {
      throw AuthFailure.noProfile(id.description).problem
    }
    return profile
  }

  /// Throws unless the passphrase is right or the profile has none. Returns the credential as it is
  /// stored after the check.
  ///
  /// The attempt is counted before the passphrase is checked. Otherwise processes that run at the
  /// same time could make more guesses than allowed, and a process that is killed during the check
  /// would leave its guess uncounted.
  @discardableResult
  private func prove(
    _ profile: Profile, _ passphrase: SecretText?
  ) async throws(Problem) -> Credential? {
    let stored = try await credentials.credential(profile.id)
    guard let stored, let hash = stored.passphraseHash else { return stored }
    guard let passphrase, !passphrase.revealed.isEmpty else {
      throw AuthFailure.passphraseNeeded(name: profile.name).problem
    }
    let now = try await clock.now()
    let wait = TryRules.remainingWait(for: stored, at: now)
    guard wait == 0 else {
      // If the clock was wrong at the last attempt, its stored time may be far in the future, and
      // the person would be locked out until then. So it is replaced with the current time.
      if let last = stored.lastTriedAt, last > now {
        var corrected = stored
        corrected.lastTriedAt = now
        _ = try await credentials.replace(stored, with: corrected)
      }
      throw AuthFailure.tooManyTries(name: profile.name, waitMilliseconds: wait).problem
    }
    var counted = stored
    counted.failedTries += 1
    counted.lastTriedAt = now
    guard try await credentials.replace(stored, with: counted) else {
      throw AuthFailure.contended.problem
    }
    guard try hasher.verify(passphrase, against: hash) else {
      let next = TryRules.wait(afterFailures: counted.failedTries)
      throw AuthFailure.wrongPassphrase(name: profile.name, waitMilliseconds: next).problem
    }
    let proven = Credential(userID: profile.id, passphraseHash: hash)
    // The passphrase was right, so the count of wrong attempts is reset. If another process has
    // counted an attempt in the meantime, the stored credential differs from `counted`, and the
    // count of that process stays.
    return try await credentials.replace(counted, with: proven)
      ? proven : credentials.credential(profile.id)
  }

  /// Stores another passphrase, or none, and ends all sessions that were signed in with the old
  /// one, including sessions at other open prompts of this device.
  ///
  /// This device stays signed in under a new token. If it was not signed in as this person and a
  /// passphrase is set, it is signed in for a day.
  ///
  /// Either both the passphrase and the token change or neither does: the new token is saved first,
  /// and if the data file rejects the change, the old token is saved again.
  private func exchange(
    _ proven: Credential?, for new: Credential
  ) async throws(Problem) {
    let token = try await tokens.read(Self.tokenName)
    let ended: String? = if let token { try key(of: token) } else { nil }
    let current: SignInSession? =
      if let ended { try await credentials.session(ended) } else { nil }
    var kept = current?.userID == new.userID ? current : nil
    if kept == nil, new.passphraseHash != nil {
      let now = try await clock.now()
      kept = SignInSession(
        userID: new.userID, startedAt: now,
        expiresAt: SignInSessionRules.expiry(of: .day, from: now))
    }
    guard kept != nil else {
      guard
        try await credentials.replace(
          proven, with: new, exchanging: SessionExchange(ended: nil, kept: nil))
      else { throw AuthFailure.contended.problem }
      return
    }
    let (fresh, digest) = try newToken()
    kept?.tokenDigest = digest
    try await tokens.save(fresh, as: Self.tokenName)
    do throws(Problem) {
      guard
        try await credentials.replace(
          proven, with: new, exchanging: SessionExchange(ended: ended, kept: kept))
      else { throw AuthFailure.contended.problem }
    } catch {
      // The data file has rejected the new passphrase, so the old token is saved again, or the new
      // one is removed if there was none. If saving fails too, this device is signed out. The
      // passphrase is unchanged in any case.
      if let token {
        try? await tokens.save(token, as: Self.tokenName)
      } else {
        try? await tokens.remove(Self.tokenName)
      }
      throw error
    }
  }

  /// Returns a new token for this device, and its digest. The data file stores only the digest.
  private func newToken() throws(Problem) -> (token: SecretText, digest: String) {
    let token = SecretText(Hexadecimal.text(try random.bytes(Self.tokenBytes)))
    return (token, try key(of: token))
  }

  private func key(of token: SecretText) throws(Problem) -> String {
    Hexadecimal.text(try digest(Array(token.revealed.utf8)))
  }
}
