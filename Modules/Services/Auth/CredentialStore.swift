public import Basics
public import CivilTime

/// A person who has records in the family's data file and can sign in on this machine.
public struct Profile: Equatable, Sendable {
  public var id: RecordID
  /// The permanent short name of the person's record: `p1`.
  public var handle: String
  public var name: String
  /// The text of the person's role as it is stored: `player`, `parent`.
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

/// The stored passphrase of a profile: one row of `local_credentials`. A profile without a row has no passphrase.
public struct Credential: Equatable, Sendable {
  public var userID: RecordID
  /// The Argon2id text, or nil for a profile that signs in by name alone.
  public var passphraseHash: String?
  /// The number of wrong passphrases since the last right one.
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

/// What happens to a person's sessions when the passphrase changes: all of them end except the one that changed it.
public struct SessionExchange: Equatable, Sendable {
  /// The digest of the session on this device, which ends too, whichever person it belongs to.
  public var ended: String?
  public var kept: SignInSession?

  public init(ended: String?, kept: SignInSession?) {
    self.ended = ended
    self.kept = kept
  }
}

/// Storage of profiles, credentials and sessions, in tables of the data file that undo does not
/// cover.
///
/// It contains no rules. Each endpoint is one statement or one transaction.
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

  /// Returns all profiles of the data file, ordered by handle.
  public func profiles() async throws(Problem) -> [Profile] { try await readProfiles() }

  public func credential(of userID: RecordID) async throws(Problem) -> Credential? {
    try await readCredential(userID)
  }

  /// Stores `new` in one transaction if the stored credential still equals `old`; returns false if
  /// it does not. If two processes count an attempt to sign in at the same time, both attempts are
  /// therefore counted.
  ///
  /// - Parameter sessions: what happens to the person's sessions, in the same transaction.
  public func replace(
    _ old: Credential?, with new: Credential, exchanging sessions: SessionExchange? = nil
  ) async throws(Problem) -> Bool {
    try await replaceCredential(old, new, sessions)
  }

  /// Stores a session under the digest of its token. The session must have a digest.
  public func save(_ session: SignInSession) async throws(Problem) {
    try await saveSession(session)
  }

  /// Returns the session with that token digest, expired or not.
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

  /// Deletes the sessions that expired at or before `now`.
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
