public import Basics
public import CivilTime

/// Somebody who keeps data in this file and can sign in on this machine.
public struct Profile: Equatable, Sendable {
  public var id: RecordID
  /// `p1`.
  public var handle: String
  public var name: String
  /// The role's text as stored: `player`, `parent`.
  public var role: String
  public var hasPassphrase: Bool

  public init(id: RecordID, handle: String, name: String, role: String, hasPassphrase: Bool) {
    self.id = id
    self.handle = handle
    self.name = name
    self.role = role
    self.hasPassphrase = hasPassphrase
  }
}

/// How a profile proves itself: one row of `local_credentials`. A profile without a row has no passphrase.
public struct Credential: Equatable, Sendable {
  public var userID: RecordID
  /// The Argon2id text, or nil for a profile that signs in by name alone.
  public var passphraseHash: String?
  /// Wrong passphrases since the last right one.
  public var failedTries: Int
  public var lastTriedAt: Instant?

  public init(
    userID: RecordID, passphraseHash: String? = nil, failedTries: Int = 0,
    lastTriedAt: Instant? = nil
  ) {
    self.userID = userID
    self.passphraseHash = passphraseHash
    self.failedTries = failedTries
    self.lastTriedAt = lastTriedAt
  }
}

/// What becomes of a person's sessions with another passphrase: all of them end but the one that goes on.
public struct SessionExchange: Equatable, Sendable {
  /// The session of this device, whoever's it was, which ends too.
  public var ended: String?
  public var kept: SignInSession?

  public init(ended: String?, kept: SignInSession?) {
    self.ended = ended
    self.kept = kept
  }
}

/// Where profiles, credentials and sessions are kept: the file's own tables, outside undo.
///
/// It holds no rule. Each endpoint is one statement or one transaction.
public struct CredentialStore: Capability {
  public typealias ReadProfiles = @Sendable () async throws(Problem) -> [Profile]
  public typealias ReadCredential = @Sendable (RecordID) async throws(Problem) -> Credential?
  public typealias ReplaceCredential =
    @Sendable (Credential?, Credential, SessionExchange?) async throws(Problem) -> Bool
  public typealias SaveSession = @Sendable (SignInSession) async throws(Problem) -> Void
  public typealias ReadSession = @Sendable (String) async throws(Problem) -> SignInSession?
  public typealias DeleteSession = @Sendable (String) async throws(Problem) -> Void
  public typealias DeleteSessions = @Sendable (RecordID) async throws(Problem) -> Void
  public typealias DeleteExpired = @Sendable (Instant) async throws(Problem) -> Void

  private let readProfiles: ReadProfiles
  private let readCredential: ReadCredential
  private let replaceCredential: ReplaceCredential
  private let saveSession: SaveSession
  private let readSession: ReadSession
  private let deleteSession: DeleteSession
  private let deleteSessions: DeleteSessions
  private let deleteExpired: DeleteExpired

  public init(
    profiles: @escaping ReadProfiles,
    credential: @escaping ReadCredential,
    replaceCredential: @escaping ReplaceCredential,
    saveSession: @escaping SaveSession,
    session: @escaping ReadSession,
    deleteSession: @escaping DeleteSession,
    deleteSessions: @escaping DeleteSessions,
    deleteExpiredSessions: @escaping DeleteExpired
  ) {
    readProfiles = profiles
    readCredential = credential
    self.replaceCredential = replaceCredential
    self.saveSession = saveSession
    readSession = session
    self.deleteSession = deleteSession
    self.deleteSessions = deleteSessions
    deleteExpired = deleteExpiredSessions
  }

  /// Everybody of this file, in order of handle.
  public func profiles() async throws(Problem) -> [Profile] { try await readProfiles() }

  public func credential(of userID: RecordID) async throws(Problem) -> Credential? {
    try await readCredential(userID)
  }

  /// Stores `new` if what is stored still equals `old`, in one transaction; false if it no longer does. So two
  /// processes cannot both count one try.
  ///
  /// - Parameter sessions: what becomes of the person's sessions with it, all or nothing.
  public func replace(
    _ old: Credential?, with new: Credential, exchanging sessions: SessionExchange? = nil
  ) async throws(Problem) -> Bool {
    try await replaceCredential(old, new, sessions)
  }

  /// Keeps a session under the digest of its token, which it must have.
  public func save(_ session: SignInSession) async throws(Problem) {
    try await saveSession(session)
  }

  /// The session of that digest, expired or not.
  public func session(tokenDigest: String) async throws(Problem) -> SignInSession? {
    try await readSession(tokenDigest)
  }

  public func deleteSession(tokenDigest: String) async throws(Problem) {
    try await deleteSession(tokenDigest)
  }

  /// Ends every session of one person.
  public func deleteSessions(of userID: RecordID) async throws(Problem) {
    try await deleteSessions(userID)
  }

  /// Forgets sessions that expired at or before that moment.
  public func deleteSessions(expiredAt now: Instant) async throws(Problem) {
    try await deleteExpired(now)
  }

  public static func unimplemented(_ place: Unimplemented) -> CredentialStore {
    CredentialStore(
      profiles: { () throws(Problem) in throw place.problem("profiles") },
      credential: { _ throws(Problem) in throw place.problem("credential") },
      replaceCredential: { _, _, _ throws(Problem) in throw place.problem("replaceCredential") },
      saveSession: { _ throws(Problem) in throw place.problem("saveSession") },
      session: { _ throws(Problem) in throw place.problem("session") },
      deleteSession: { _ throws(Problem) in throw place.problem("deleteSession") },
      deleteSessions: { _ throws(Problem) in throw place.problem("deleteSessions") },
      deleteExpiredSessions: { _ throws(Problem) in
        throw place.problem("deleteExpiredSessions")
      })
  }
}
