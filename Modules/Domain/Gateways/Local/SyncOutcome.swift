import Basics
public import CivilTime

/// A change in the history that the person made on another device, or that another person made.
public struct OthersStep: Equatable, Sendable {
  /// The author's name; nil for an event of the server itself, which no person caused.
  public var person: String?
  public var summary: String
  public var at: Instant
  /// The handle of the changed record on this device, the short name such as `s4` by which people
  /// type it; nil if the record has none here.
  public var handle: String?

  public init(person: String?, summary: String, at: Instant, handle: String? = nil) {
    self.person = person
    self.summary = summary
    self.at = at
    self.handle = handle
  }
}

/// The result of a sync between the file on this device and the server.
public struct SyncOutcome: Equatable, Sendable {
  /// The number of changes on this device that were sent to the server and accepted.
  public var sent: Int
  /// The number of changes that were not accepted because another device or another person has
  /// changed the same rows. The person has to decide about them.
  public var held: Int
  /// The names of the other people whose changes are in conflict with those that `held` counts.
  /// Empty if the person made all of these changes on another device, or if the server did not send
  /// a name.
  public var overtakenBy: [String] = []
  /// The number of changes that the server rejected, because a rule or a missing right forbids
  /// them.
  public var refused: Int
  /// The number of rows that the sync added or changed on this device.
  public var fetched: Int
  /// Whether the server sent any rows. They may have been on this device already, because another
  /// account of this device fetched them.
  public var hasReceived = false
  /// The number of rows that the sync deleted on this device, because they were deleted at the
  /// server.
  public var removed: Int
  /// The file name of the backup that was made before this device was connected, or before the sync
  /// deleted many rows; nil if none was made.
  public var backup: String?
  /// The names of families whose rows this sync deleted on this device, because the person is no
  /// longer a member.
  public var left: [String] = []
  /// The changes for the families in `left` that were made on this device and never reached the
  /// server, one line of text for each.
  public var neverSent: [String] = []
  /// The e-mail addresses of other people on this device whose sessions at the server have ended.
  /// Their changes are not sent until they sign in.
  public var signedOut: [String] = []
  /// Whether the person asked to join a family that is stored on this device, and the athlete has
  /// not accepted the request at the server.
  public var isAwaited = false
  /// The number of records on this device that the server's deletions would delete. If it is
  /// greater than 0, the sync fetched nothing and waits until the person agrees.
  public var wouldRemove = 0
  /// The number of the person's changes on this device that have not been sent to the server.
  public var waiting = 0
  /// The people who ask to join the person's family at the server.
  public var asking: [JoinRequest] = []
  /// The name of the family that declined the person's request.
  public var turnedAwayFrom: String?
  /// Pairs of equal records, such as `s4 like s1`: the first one came from the server although this
  /// device had the second one already. Such pairs arise when two devices import the same table.
  public var twice: [String] = []
  /// Whether the family code that this device had before it was connected does not work at the
  /// server, so that the family needs a new one.
  public var needsNewCode = false
  /// The result of the person's request to join a family; nil if the person made no request.
  public var joining: JoinAnswer?
  public var files = SyncedFiles()

  public init(
    sent: Int = 0, held: Int = 0, refused: Int = 0, fetched: Int = 0, removed: Int = 0,
    backup: String? = nil
  ) {
    self.sent = sent
    self.held = held
    self.refused = refused
    self.fetched = fetched
    self.removed = removed
    self.backup = backup
  }

  /// The words for who made the changes that are in conflict with those that `held` counts: the
  /// names of people, or `Another device`. They are the subject of a sentence about the conflict.
  public var overtaker: String {
    overtakenBy.isEmpty ? "Another device" : overtakenBy.inSentence()
  }
}

/// The files of documents that a sync sent and fetched.
public struct SyncedFiles: Equatable, Sendable {
  public var sent = 0
  public var fetched = 0
  /// The names of files that the server did not accept, because the athlete's files already fill
  /// the storage that the server allows.
  public var withoutRoom: [String] = []
  /// The names of files that could not be sent for another reason, such as an error of the server.
  /// The sync of all other data continues.
  public var notSent: [String] = []

  public init() {}

  public static func += (files: inout SyncedFiles, more: SyncedFiles) {
    files.sent += more.sent
    files.fetched += more.fetched
    files.withoutRoom += more.withoutRoom
    files.notSent += more.notSent
  }
}

/// A change of this device that the server did not accept.
public struct SyncConflict: Equatable, Sendable {
  /// The number by which commands refer to the conflict.
  public var number: Int
  /// The change, described in one line.
  public var summary: String
  public var at: Instant
  /// Whether the person can choose between two versions; false for a change that a rule or a
  /// missing right forbids, because no other version exists.
  public var isHeld: Bool
  public var differences: [Difference]
  /// Whether this device and the server have two different longer texts, such as notes, of which
  /// the person can keep both, one below the other.
  public var joinsTexts: Bool
  /// The names, in words, of the other columns with two different values, which cannot be combined.
  /// If the person keeps both texts, these columns keep the person's own values.
  public var notJoined: [String]
  /// The number of differences that are missing in `differences`, because the change is too large
  /// to show all of them.
  public var more: Int

  public init(
    number: Int, summary: String, at: Instant, isHeld: Bool, differences: [Difference],
    joinsTexts: Bool = false, notJoined: [String] = [], more: Int = 0
  ) {
    self.number = number
    self.summary = summary
    self.at = at
    self.isHeld = isHeld
    self.differences = differences
    self.joinsTexts = joinsTexts
    self.notJoined = notJoined
    self.more = more
  }

  /// The difference between a change and the server in one row or one column, with the reason why
  /// the server did not accept the change.
  public struct Difference: Equatable, Sendable {
    public var reason: Reason
    /// The server's sentence about the rule that the change breaks; nil if the server has none.
    public var rule: String?
    /// The record's handle on this device, such as `s4`; for a record without a handle, the name of
    /// its table in words.
    public var record: String
    /// The name of the column in words; nil if the difference concerns the whole row, such as a
    /// deleted row.
    public var field: String?
    /// The names of the form fields that fill the column whose value breaks a rule.
    public var parameters: [String]
    public var mine: String?
    public var theirs: String?
    /// The name of the person who set the value at the server; nil if it is not known.
    public var by: String?
    public var at: Instant?

    public init(
      reason: Reason, rule: String? = nil, record: String, field: String? = nil,
      parameters: [String] = [],
      mine: String? = nil, theirs: String? = nil, by: String? = nil, at: Instant? = nil
    ) {
      self.reason = reason
      self.rule = rule
      self.record = record
      self.field = field
      self.parameters = parameters
      self.mine = mine
      self.theirs = theirs
      self.by = by
      self.at = at
    }
  }

  public enum Reason: String, Sendable {
    case changed, gone, used
    case tooLarge = "too_large"
    case thereAlready = "there_already"
    case parentMissing = "parent_missing"
    case notUnique = "not_unique"
    case buildsOnHeld = "builds_on_held"
    case notAllowed = "not_allowed"
    case olderForm = "older_form"
    case rule
    case other
  }
}

/// The value that a person chooses in a conflict: the value of this device, the value of the
/// server, or both texts joined.
public enum KeptSide: String, Sendable, CaseIterable { case mine, theirs, both }
