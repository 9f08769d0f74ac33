import CivilTime
public import FeatureKit

extension AuthClient {
  /// Signing in to the profiles of a file.
  ///
  /// - Parameter tokens: where this device keeps its session's token. A file of the owner's alone is right: the
  ///   token opens only what stands in another such file beside it.
  public static func local(
    credentials: CredentialStore, hasher: PassphraseHasher, digest: TokenDigest,
    random: RandomSource, tokens: SecretStore, clock: WallClock
  ) -> AuthClient {
    let local = LocalAuth(
      credentials: credentials, hasher: hasher, digest: digest, random: random, tokens: tokens,
      clock: clock)
    return AuthClient(
      profiles: credentials.profiles,
      currentSession: local.currentSession,
      signIn: local.signIn,
      signOut: local.signOut,
      changePassphrase: local.changePassphrase)
  }
}

/// The rules of local sign-in over the capabilities it needs.
private struct LocalAuth: Sendable {
  let credentials: CredentialStore
  let hasher: PassphraseHasher
  let digest: TokenDigest
  let random: RandomSource
  let tokens: SecretStore
  let clock: WallClock

  static let tokenName = "session"
  static let tokenBytes = 32

  func currentSession() async throws(Problem) -> Session? {
    guard let token = try await tokens.read(Self.tokenName) else { return nil }
    guard let stored = try await credentials.session(tokenDigest: try key(of: token)) else {
      try await tokens.remove(Self.tokenName)
      return nil
    }
    guard SessionRules.standing(of: stored.session, at: clock.now()) != .expired else {
      try await signOut()
      throw AuthFailure.sessionExpired.problem
    }
    return stored.session
  }

  func signIn(
    _ id: RecordID, _ passphrase: SecretText?, _ length: SessionLength
  ) async throws(Problem) -> Session {
    let profile = try await profile(id)
    try await prove(profile, passphrase)
    let now = clock.now()
    let session = Session(
      userID: id, startedAt: now, expiresAt: SessionRules.expiry(of: length, from: now))
    guard length != .process else { return session }
    try await signOut()
    try await credentials.deleteSessions(expiredAt: now)
    let token = SecretText(hexadecimal(try random.bytes(Self.tokenBytes)))
    try await credentials.save(StoredSession(tokenDigest: try key(of: token), session: session))
    try await tokens.save(token, as: Self.tokenName)
    return session
  }

  func signOut() async throws(Problem) {
    guard let token = try await tokens.read(Self.tokenName) else { return }
    try await credentials.deleteSession(tokenDigest: try key(of: token))
    try await tokens.remove(Self.tokenName)
  }

  func changePassphrase(
    _ id: RecordID, _ current: SecretText?, _ new: SecretText?
  ) async throws(Problem) {
    let profile = try await profile(id)
    if let new, let fault = PassphraseRules.fault(in: new) { throw fault.problem }
    let stored = try await credentials.credential(of: id)
    if stored?.passphraseHash == nil, new == nil {
      throw AuthFailure.noPassphrase(name: profile.name).problem
    }
    let proven = try await prove(profile, current)
    let hash: String? = if let new { try hasher.hash(new) } else { nil }
    guard
      try await credentials.replace(proven, with: Credential(userID: id, passphraseHash: hash))
    else { throw AuthFailure.contended.problem }
    try await endOtherSessions(of: id)
  }
}

extension LocalAuth {
  private func profile(_ id: RecordID) async throws(Problem) -> Profile {
    guard let profile = try await credentials.profiles().first(where: { $0.id == id }) else {
      throw AuthFailure.noProfile(id.description).problem
    }
    return profile
  }

  /// Returns when the passphrase is right or none is needed, with the credential as it is stored then.
  ///
  /// The try is counted before the passphrase is looked at, so that no number of processes at once gets a
  /// guess for free, and one that is killed has still used its try.
  @discardableResult
  private func prove(
    _ profile: Profile, _ passphrase: SecretText?
  ) async throws(Problem) -> Credential? {
    let stored = try await credentials.credential(of: profile.id)
    guard let stored, let hash = stored.passphraseHash else { return stored }
    guard let passphrase, !passphrase.revealed.isEmpty else {
      throw AuthFailure.passphraseNeeded(name: profile.name).problem
    }
    let now = clock.now()
    let wait = TryRules.remainingWait(for: stored, at: now)
    guard wait == 0 else {
      // A clock that was wrong when the last try was made must not lock anybody out until that day.
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
    // Another try counted meanwhile keeps its count; this one was right all the same.
    return try await credentials.replace(counted, with: proven)
      ? proven : credentials.credential(of: profile.id)
  }

  /// Whoever signed in with the old passphrase elsewhere is out; this device stays signed in.
  private func endOtherSessions(of id: RecordID) async throws(Problem) {
    let token = try await tokens.read(Self.tokenName)
    let mine: StoredSession? =
      if let token { try await credentials.session(tokenDigest: try key(of: token)) } else { nil }
    try await credentials.deleteSessions(of: id)
    if let mine, mine.session.userID == id { try await credentials.save(mine) }
  }

  private func key(of token: SecretText) throws(Problem) -> String {
    hexadecimal(try digest(Array(token.revealed.utf8)))
  }

  private func hexadecimal(_ bytes: [UInt8]) -> String {
    bytes.map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
  }
}
