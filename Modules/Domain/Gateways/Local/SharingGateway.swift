public import Basics
public import CivilTime

/// The operations that keep the family's file on this device and a server equal: connecting,
/// syncing, conflicts and joining (docs/sharing.md).
///
/// All other gateways work on the file alone, and never wait for the server.
public struct SharingGateway: Gateway {
  public var status = Endpoint<Void, SharingStatus>("status")
  /// Returns what connecting the file to a server would send. The plan is computed from the file on
  /// this device; the server is not asked.
  public var plan = Endpoint<ConnectRequest, ConnectPlan>("plan")
  /// Signs in at the server, links the person's profile on this device to the account, and sends
  /// the rows of the data file on this device.
  public var connect = Endpoint<ConnectRequest, SyncOutcome>("connect")
  /// Disconnects the data file on this device from the server and returns how many changes were
  /// never sent. The data file and its records stay.
  public var disconnect = Endpoint<Void, Int>("disconnect")
  /// Signs in at the server again, and syncs. `email` is the new address of the account if the
  /// address was changed elsewhere, such as in a browser; nil uses the stored address.
  public var signIn = Endpoint<(password: SecretText, email: String?), SyncOutcome>("signIn")
  /// Ends the account's sessions at the server on all devices but this one.
  public var signOutOthers = Endpoint<Void, Void>("signOutOthers")
  /// Changes the password of the account at the server, and ends the account's sessions on all
  /// other devices, which have to sign in again.
  public var changePassword = Endpoint<
    (current: SecretText, new: SecretText), Void
  >("changePassword")
  /// Syncs every person of the data file on this device who has an account at the server.
  ///
  /// The input says whether a sync may delete many rows of the data file. If it is false and the
  /// server would delete many rows, nothing is fetched.
  public var sync = Endpoint<Bool, SyncOutcome>("sync")
  /// Fetches all rows of the server again instead of only the changed ones, and sends rows that the
  /// server lacks. As in `sync`, the input says whether many rows of the data file on this device
  /// may be deleted.
  public var again = Endpoint<Bool, SyncOutcome>("again")
  /// Returns the changes that the server did not accept, oldest first.
  public var conflicts = Endpoint<Void, [SyncConflict]>("conflicts")
  public var keep = Endpoint<(conflict: Int, side: KeptSide), SyncConflict>("keep")
  /// Returns the newest changes that were made on the person's other devices or by other people, as
  /// the server reported them. The input is the largest number of changes.
  public var othersSteps = Endpoint<Int, [OthersStep]>("othersSteps")
  /// Replaces the code by which people join the athlete's family. The server generates the new
  /// code.
  public var renewCode = Endpoint<Void, FamilyCode>("renewCode")
  /// Asks to join the family that a code belongs to; returns false if the person is in that family
  /// already.
  public var askToJoin = Endpoint<FamilyCode, Bool>("askToJoin")
  /// Returns the people who ask to join the athlete's family.
  public var joinRequests = Endpoint<Void, [JoinRequest]>("joinRequests")
  public var answerJoin = Endpoint<(person: RecordID, accept: Bool), Void>("answerJoin")

  public init() {}

  /// A gateway for a data file that is not shared through a server: its status is empty, and every
  /// call that needs a server throws `notConnected`.
  public static var notConnected: SharingGateway {
    SharingGateway {
      $0.status.implement { () throws(Problem) in SharingStatus() }
      $0.plan.implement { _ throws(Problem) in throw .notConnected }
      $0.connect.implement { _ throws(Problem) in throw .notConnected }
      $0.disconnect.implement { () throws(Problem) in throw .notConnected }
      $0.signIn.implement { _ throws(Problem) in throw .notConnected }
      $0.signOutOthers.implement { () throws(Problem) in throw .notConnected }
      $0.changePassword.implement { _, _ throws(Problem) in throw .notConnected }
      $0.sync.implement { _ throws(Problem) in throw .notConnected }
      $0.again.implement { _ throws(Problem) in throw .notConnected }
      $0.conflicts.implement { () throws(Problem) in [] }
      $0.keep.implement { _, _ throws(Problem) in throw .notConnected }
      $0.othersSteps.implement { _ throws(Problem) in [] }
      $0.renewCode.implement { () throws(Problem) in throw .notConnected }
      $0.askToJoin.implement { _ throws(Problem) in throw .notConnected }
      $0.joinRequests.implement { () throws(Problem) in throw .notConnected }
      $0.answerJoin.implement { _, _ throws(Problem) in throw .notConnected }
    }
  }
}

extension SharingGateway {
  /// Whether the person has an account at a server. The server, and not the data file on this
  /// device, then decides who joins the person's family.
  public var isConnected: Bool {
    get async throws(Problem) { try await status().email != nil }
  }
}

extension Problem {
  public static let notConnected = Problem(
    .notFound, "This file is not connected to a server.",
    fix: "Connect it:  account connect ADDRESS")

  /// Creates the problem that connecting needs a value which was not given.
  ///
  /// - Parameters:
  ///   - what: the missing value, such as `your name`.
  ///   - option: the option that gives it, such as `--name NAME`.
  public static func notSaid(_ what: String, option: String, details: [String] = []) -> Problem {
    Problem(
      .usage, "Say \(what) too.", details: details, fix: "Usage:  account connect … \(option)")
  }

  public static let connectedAlready = Problem(
    .conflict, "This file is connected already.",
    fix: "Disconnect it first:  account disconnect")

  /// The person has no account at the server, although another person who uses the data file on
  /// this device has one.
  public static let noAccountOfYours = Problem(
    .notFound, "You have no account at the server of this file.",
    details: ["What you do stays on this computer, and waits."],
    fix: "Connect yours:  account connect ADDRESS")
}

/// A person who asks to join a family.
public struct JoinRequest: Equatable, Sendable {
  public var person: RecordID
  public var name: String
  public var email: String

  public init(person: RecordID, name: String, email: String) {
    self.person = person
    self.name = name
    self.email = email
  }
}

/// The server to connect to, and the account to connect with.
public struct ConnectRequest: Equatable, Sendable {
  public var address: String
  /// The server's public key, which the server prints when it is set up; nil if another person has
  /// already connected the data file on this device to the server.
  public var key: String?
  public var email: String
  public var password: SecretText
  /// The data with which the server creates a new account; nil if the person signs in to an
  /// existing account. In both cases `password` has the password of the account.
  public var newAccount: NewServerAccount?
  /// The family that the person asks to join as soon as the file is connected; nil if there is
  /// none.
  public var joining: FamilyToJoin?

  public init(
    address: String, key: String?, email: String, password: SecretText,
    newAccount: NewServerAccount? = nil, joining: FamilyToJoin? = nil
  ) {
    self.address = address
    self.key = key
    self.email = email
    self.password = password
    self.newAccount = newAccount
    self.joining = joining
  }
}

/// A family that a parent asks to join with its code.
public struct FamilyToJoin: Equatable, Sendable {
  public var code: FamilyCode
  /// The parent's name, with which an account without a profile gets one; nil if the parent has a
  /// profile on this device or at the server.
  public var name: String?

  public init(code: FamilyCode, name: String? = nil) {
    self.code = code
    self.name = name
  }
}

/// What came of asking to join a family while connecting.
public enum JoinAnswer: Equatable, Sendable {
  case asked, isMember
  case refused(Problem)
}

/// The data that a server needs before it creates an account. The server refuses children under 13,
/// and requires a parent's consent for people up to the age of 17.
public struct NewServerAccount: Equatable, Sendable {
  public var birthDate: CalendarDay
  public var parentName: String?
  public var parentEmail: String?

  public init(birthDate: CalendarDay, parentName: String? = nil, parentEmail: String? = nil) {
    self.birthDate = birthDate
    self.parentName = parentName
    self.parentEmail = parentEmail
  }
}

/// What connecting to a server would do, for a person who asks before connecting: the server and
/// the account, and the numbers of the rows of this device that would be sent.
public struct ConnectPlan: Equatable, Sendable {
  public var address: String
  public var email: String
  /// The counts of the rows that connecting would send, in words such as `12 schools`. The list is
  /// empty if this device sends no row and fetches all rows from the server.
  public var goes: [String]

  public init(address: String, email: String, goes: [String]) {
    self.address = address
    self.email = email
    self.goes = goes
  }
}

public struct SharingStatus: Equatable, Sendable {
  /// The web address of the server; nil if the data file on this device is not connected to one.
  public var address: String?
  /// The server's public key; nil if the data file on this device is not connected to a server.
  public var key: String?
  /// The e-mail address of the person's account at the server; nil without an account.
  public var email: String?
  /// The e-mail addresses of the accounts of the other people who use the data file on this device.
  public var others: [String]
  public var isSignedIn: Bool
  public var lastSync: Instant?
  /// The time since which the server does not answer; nil while it answers.
  public var offlineSince: Instant?
  /// How many of the person's changes were not sent to the server yet; without an account, all of
  /// their changes count.
  public var waiting: Int
  public var held: Int
  public var refused: Int
  /// How many rows are stored on this device only, because the server refused them when the device
  /// was connected.
  public var leftHere: Int
  /// Whether the person was removed from a family at the server and has not read the message about
  /// it.
  public var hasLeft: Bool
  /// How many records on this device the next sync would delete. The sync waits until the person
  /// agrees to that; the number is 0 if no sync waits.
  public var asksToRemove: Int
  /// Whether the person asked to join a family that is stored on this device, and the athlete has
  /// not accepted the request at the server. Changes for that family are not sent until then.
  public var isAwaited: Bool
  /// Whether the person's account at the server was deleted, as of the last sync.
  public var isErased = false
  /// People who ask to join the person's family at the server, as of the last sync.
  public var asking: [JoinRequest] = []
  /// Whether the person asked to join a family whose athlete has not answered yet.
  public var hasAsked = false
  /// The name of the family that declined the person's request; nil after the person has read the
  /// message about it.
  public var turnedAwayFrom: String?
  /// The names of families that exist only on this device, because the server does not know their
  /// athlete. Changes for these families are never sent.
  public var familiesOfThisComputer: [String] = []

  public init(
    address: String? = nil, email: String? = nil, others: [String] = [], isSignedIn: Bool = false,
    lastSync: Instant? = nil, offlineSince: Instant? = nil, waiting: Int = 0, held: Int = 0,
    refused: Int = 0, leftHere: Int = 0, hasLeft: Bool = false,
    asksToRemove: Int = 0, isAwaited: Bool = false
  ) {
    self.address = address
    self.email = email
    self.others = others
    self.hasLeft = hasLeft
    self.asksToRemove = asksToRemove
    self.isAwaited = isAwaited
    self.isSignedIn = isSignedIn
    self.lastSync = lastSync
    self.offlineSince = offlineSince
    self.waiting = waiting
    self.held = held
    self.refused = refused
    self.leftHere = leftHere
  }
}

extension SharingStatus {
  /// Returns the invitation to the person's family with this code. Nil if the person has no account
  /// at a server that other computers reach: without `https://` no password is sent to another
  /// computer.
  public func invitation(_ code: FamilyCode) -> FamilyInvitation? {
    guard email != nil, let address, let key, address.lowercased().hasPrefix("https://") else {
      return nil
    }
    return FamilyInvitation(server: address, key: key, code: code)
  }
}

/// A change that the person made on another device, or that another person made.
public struct OthersStep: Equatable, Sendable {
  /// The author's name; nil for what happened to the server itself.
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
  /// How many changes of this device were sent and accepted by the server.
  public var sent: Int
  /// How many changes wait for the person's decision, because another person has changed the same
  /// rows.
  public var held: Int
  /// How many changes the server rejected, because a rule or a missing right forbids them.
  public var refused: Int
  /// How many rows on this device the sync added or changed.
  public var fetched: Int
  /// Whether the server sent any rows. They may have been on this device already, because another
  /// account of this device fetched them.
  public var hasReceived = false
  /// How many rows on this device were deleted, because they were deleted at the server.
  public var removed: Int
  /// The file name of the backup that was made before this device was connected, or before the sync
  /// deleted many rows; nil if none was made.
  public var backup: String?
  /// The names of families whose rows were deleted on this device, because the person is no longer
  /// a member.
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
  /// How many records on this device the server's deletions would delete. If the number is greater
  /// than 0, the sync fetched nothing and waits until the person agrees.
  public var wouldRemove = 0
  /// How many of the person's changes on this device have not been sent to the server.
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
  /// What came of asking to join a family; nil if the person did not ask.
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
  /// The number by which commands name the conflict.
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
  /// The names, in words, of the other columns with two different values, which cannot be joined.
  /// If the person keeps both texts, these columns keep the person's own values.
  public var notJoined: [String]
  /// How many differences are missing from `differences`, because the change is too large to show
  /// all of them.
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
