public import Basics
public import CivilTime

/// A person with records in the family's data file, who can sign in on this machine.
public struct Profile: Equatable, Sendable {
  public var id: RecordID
  /// The permanent short name of the person's record, such as `p1`.
  public var handle: String
  public var name: String
  /// The person's role as the data file stores it: `player` for an athlete, or `parent`.
  public var role: String
  public var hasPassphrase: Bool
  /// Words that distinguish the person from other people with the same name; nil if the name occurs
  /// only once.
  public var difference: String?

  public init(
    id: RecordID, handle: String, name: String, role: String, hasPassphrase: Bool,
    difference: String? = nil
  ) {
    self.id = id
    self.handle = handle
    self.name = name
    self.role = role
    self.hasPassphrase = hasPassphrase
    self.difference = difference
  }

  /// The name; if it occurs more than once, with `difference`: `Dana Kim · class of 2027`.
  public var distinctName: String { name + (difference.map { " · " + $0 } ?? "") }

  /// What a person types to mean this profile: the name, or the short name if the name occurs more
  /// than once.
  public var typedName: String { difference == nil ? name : handle }

  /// The short name and the name for a list of profiles to choose from, such as `p1  Dana Kim`.
  public var choice: String { "\(handle)  \(distinctName)" }
}

/// The sign-in data of a profile; one row of the table `local_credentials`. A profile without such
/// a row has no passphrase.
public struct Credential: Equatable, Sendable {
  public var userID: RecordID
  /// The Argon2id hash of the passphrase; nil if the profile has no passphrase and signs in by name
  /// alone.
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

/// The sessions that change when a person changes the passphrase: all sessions of this person end,
/// and the device on which the person changed it gets a new one.
public struct SessionExchange: Equatable, Sendable {
  /// The token digest of the session that this device had before the change. The new session `kept`
  /// replaces it on this device, so it ends, even if it belongs to another person. Nil if there was
  /// no earlier session, or if `kept` is nil.
  public var ended: String?
  public var kept: SignInSession?

  public init(ended: String?, kept: SignInSession?) {
    self.ended = ended
    self.kept = kept
  }
}

/// Stores profiles, passphrases and sessions in the data file, in tables that the command `undo`
/// does not change.
///
/// It only stores and reads; `LocalAuth` applies the rules of sign-in. Each function is one
/// statement or one transaction.
public struct CredentialStore: Gateway {
  /// Returns the profiles of the people who use the program on this device, ordered by their short
  /// names (`p1`, `p2`, …). A profile that a sync has brought from another device is left out until
  /// its person has an account or a passphrase here.
  public var profiles = Endpoint<Void, [Profile]>("profiles")
  /// Returns the sign-in data of the person with this id; nil if there is none.
  public var credential = Endpoint<RecordID, Credential?>("credential")
  public var replace = Endpoint<
    (old: Credential?, new: Credential, sessions: SessionExchange?), Bool
  >("replace")
  /// Stores a session under the digest of its token.
  ///
  /// The session must have a digest, because the digest is the key of its row.
  public var save = Endpoint<SignInSession, Void>("save")
  /// Returns the session whose token has this digest, even if it has expired; nil if there is none.
  public var session = Endpoint<String, SignInSession?>("session")
  /// Deletes the session whose token has this digest.
  public var deleteSession = Endpoint<String, Void>("deleteSession")
  /// Deletes all sessions of the person with this id.
  public var deleteSessions = Endpoint<RecordID, Void>("deleteSessions")
  /// Deletes the sessions that expired at or before this time.
  public var deleteExpiredSessions = Endpoint<Instant, Void>("deleteExpiredSessions")

  public init() {}
}

extension CredentialStore {
  /// Stores `new` and returns true if the stored credential still equals `old`; otherwise stores
  /// nothing and returns false. The comparison and the write are one transaction.
  ///
  /// Without the comparison, two sign-in attempts that two processes count at the same time would
  /// be counted as one.
  ///
  /// - Parameter sessions: the changes to the person's sessions in the same transaction; nil leaves
  ///   all sessions unchanged.
  public func replace(
    _ old: Credential?, with new: Credential, exchanging sessions: SessionExchange? = nil
  ) async throws(Problem) -> Bool {
    try await replace((old, new, sessions))
  }

  /// Returns a copy of this store that leaves the deletion of a single session to `afterwards`,
  /// which deletes it after the request was answered.
  ///
  /// It is for requests that only read, such as showing a page. They delete only expired sessions,
  /// with which no person can sign in, so the deletion is not urgent.
  public func deletingSession(_ afterwards: Afterwards) -> CredentialStore {
    var copy = self
    copy.deleteSession.implement { digest throws(Problem) in
      await afterwards.run { () throws(Problem) in try await self.deleteSession(digest) }
    }
    return copy
  }
}
