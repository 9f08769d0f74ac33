public import Basics
public import CivilTime

/// Keeping the family's file and a server together (docs/sharing.md). No other gateway waits for it: everything works without.
public struct SharingGateway: Gateway {
  public var status: @Sendable () async throws(Problem) -> SharingStatus
  /// What connecting would send, without asking the server.
  public var plan: @Sendable (_ request: ConnectRequest) async throws(Problem) -> ConnectPlan
  /// Signs in, makes the profile of this device the account's, and sends what is here.
  public var connect: @Sendable (_ request: ConnectRequest) async throws(Problem) -> SyncOutcome
  /// Keeps the file and forgets the server; says how many changes it had not been sent.
  public var disconnect: @Sendable () async throws(Problem) -> Int
  public var signIn: @Sendable (_ password: SecretText) async throws(Problem) -> SyncOutcome
  /// Ends the account's sessions at the server on all devices but this one.
  public var signOutOthers: @Sendable () async throws(Problem) -> Void
  /// Another password for the account there; other devices have to sign in with it.
  public var changePassword:
    @Sendable (_ current: SecretText, _ new: SecretText) async throws(Problem) -> Void
  /// For everybody who has an account in the file. With much to take away, nothing is fetched unless that was agreed to.
  public var sync: @Sendable (_ mayTakeMuch: Bool) async throws(Problem) -> SyncOutcome
  /// Fetches everything anew, and sends what the server lacks.
  public var again: @Sendable (_ mayTakeMuch: Bool) async throws(Problem) -> SyncOutcome
  /// What the server did not take, oldest first.
  public var conflicts: @Sendable () async throws(Problem) -> [SyncConflict]
  public var keep:
    @Sendable (_ conflict: Int, _ side: KeptSide) async throws(Problem) -> SyncConflict
  /// A new code of the athlete's family, which the server draws.
  public var renewCode: @Sendable () async throws(Problem) -> FamilyCode
  /// Asks to be let into the family of a code; false for somebody who is in it already.
  public var askToJoin: @Sendable (_ code: FamilyCode) async throws(Problem) -> Bool
  /// Who asks to be let into the athlete's family.
  public var joinRequests: @Sendable () async throws(Problem) -> [JoinRequest]
  public var answerJoin:
    @Sendable (_ person: RecordID, _ accept: Bool) async throws(Problem) -> Void

  public static func unimplemented(_ place: Unimplemented) -> SharingGateway {
    SharingGateway(
      status: place.endpoint("status"), plan: place.endpoint("plan"),
      connect: place.endpoint("connect"), disconnect: place.endpoint("disconnect"),
      signIn: place.endpoint("signIn"), signOutOthers: place.endpoint("signOutOthers"),
      changePassword: place.endpoint("changePassword"), sync: place.endpoint("sync"),
      again: place.endpoint("again"), conflicts: place.endpoint("conflicts"),
      keep: place.endpoint("keep"), renewCode: place.endpoint("renewCode"),
      askToJoin: place.endpoint("askToJoin"), joinRequests: place.endpoint("joinRequests"),
      answerJoin: place.endpoint("answerJoin"))
  }

  /// Of a file without a server: nothing waits, and what needs one says so.
  public static let notConnected = SharingGateway {
    $0.status = { () throws(Problem) in SharingStatus() }
    $0.plan = { _ throws(Problem) in throw .notConnected }
    $0.connect = { _ throws(Problem) in throw .notConnected }
    $0.disconnect = { () throws(Problem) in throw .notConnected }
    $0.signIn = { _ throws(Problem) in throw .notConnected }
    $0.signOutOthers = { () throws(Problem) in throw .notConnected }
    $0.changePassword = { _, _ throws(Problem) in throw .notConnected }
    $0.sync = { _ throws(Problem) in throw .notConnected }
    $0.again = { _ throws(Problem) in throw .notConnected }
    $0.conflicts = { () throws(Problem) in [] }
    $0.keep = { _, _ throws(Problem) in throw .notConnected }
    $0.renewCode = { () throws(Problem) in throw .notConnected }
    $0.askToJoin = { _ throws(Problem) in throw .notConnected }
    $0.joinRequests = { () throws(Problem) in throw .notConnected }
    $0.answerJoin = { _, _ throws(Problem) in throw .notConnected }
  }
}

extension SharingGateway {
  /// Whether one's family lives at a server, where people are let in.
  public var isConnected: Bool {
    get async throws(Problem) { try await status().email != nil }
  }
}

extension Problem {
  public static let notConnected = Problem(
    .notFound, "This file is not connected to a server.",
    fix: "Connect it:  account connect ADDRESS")

  public static let connectedAlready = Problem(
    .conflict, "This file is connected already.",
    fix: "Disconnect it first:  account disconnect")

  /// Another person who uses this file has an account there.
  public static let noAccountOfYours = Problem(
    .notFound, "You have no account at the server of this file.",
    details: ["What you do stays on this computer, and waits."],
    fix: "Connect yours:  account connect ADDRESS")
}

/// Somebody who asks to be let into a family.
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

/// Where to, and as whom.
public struct ConnectRequest: Equatable, Sendable {
  public var address: String
  /// The server's public key, which it prints when it is set up; nil where another person connected the file to it already.
  public var key: String?
  public var email: String
  public var password: SecretText
  /// Nil signs in to an account that is there.
  public var newAccount: NewServerAccount?

  public init(
    address: String, key: String?, email: String, password: SecretText,
    newAccount: NewServerAccount? = nil
  ) {
    self.address = address
    self.key = key
    self.email = email
    self.password = password
    self.newAccount = newAccount
  }
}

/// What a server has to know before it makes an account: nobody under 13, and until 17 with a parent's consent.
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

/// What would go to a server.
public struct ConnectPlan: Equatable, Sendable {
  public var address: String
  public var email: String
  /// `12 schools`, in people's words; empty where everything is to come from there.
  public var goes: [String]

  public init(address: String, email: String, goes: [String]) {
    self.address = address
    self.email = email
    self.goes = goes
  }
}

public struct SharingStatus: Equatable, Sendable {
  /// Nil for a file that is not connected.
  public var address: String?
  /// The address of one's account there; nil for somebody who has none.
  public var email: String?
  /// Those of other people who share this file.
  public var others: [String]
  public var isSignedIn: Bool
  public var lastSync: Instant?
  /// Since when the server does not answer; nil while it does.
  public var offlineSince: Instant?
  /// One's changes that the server has not been sent; of somebody without an account, all of them.
  public var waiting: Int
  public var held: Int
  public var refused: Int
  /// Rows that the server did not take when the file was connected.
  public var leftHere: Int
  /// Whether one is in a family no more and has not been told yet.
  public var hasLeft: Bool
  /// How many records would go here, once the person agrees; 0 where nothing asks.
  public var asksToRemove: Int
  /// Whether one is in a family here into which nobody let one in there yet.
  public var isAwaited: Bool
  /// Who asks to be let into one's family there, as far as the last sync knows.
  public var asking: [JoinRequest] = []
  /// The family that did not let one in, by name, until one has been told.
  public var turnedAwayFrom: String?
  /// Families of this computer alone, by name: what one does for them stays here.
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

/// Something that was done on another device, by another person or by oneself.
public struct OthersStep: Equatable, Sendable {
  public var person: String
  public var summary: String
  public var at: Instant
  /// What it is about, as it is called here.
  public var handle: String?

  public init(person: String, summary: String, at: Instant, handle: String? = nil) {
    self.person = person
    self.summary = summary
    self.at = at
    self.handle = handle
  }
}

/// What a sync came to.
public struct SyncOutcome: Equatable, Sendable {
  /// Changes of this device that the server has now.
  public var sent: Int
  /// Those that wait for a decision, because somebody changed meanwhile what they build on.
  public var held: Int
  /// Those that a rule or a right stands against.
  public var refused: Int
  /// Rows that came or changed here.
  public var fetched: Int
  /// Rows that went here, because they are gone there.
  public var removed: Int
  /// The backup that was made before many rows went.
  public var backup: String?
  /// Families whose rows went, because this person is in them no more, by name.
  public var left: [String] = []
  /// What was done for those families and never sent, in a line each.
  public var neverSent: [String] = []
  /// The addresses of other people of this file who are signed out at the server: what they do waits.
  public var signedOut: [String] = []
  /// Whether the person is in a family here into which nobody let them in there yet.
  public var isAwaited = false
  /// How many records are gone there and would go here too, if that were agreed to; nothing was fetched then.
  public var wouldRemove = 0
  /// One's changes that are still here and not there.
  public var waiting = 0
  /// Who asks to be let into one's family there.
  public var asking: [JoinRequest] = []
  /// The family that did not let one in, by name.
  public var turnedAwayFrom: String?
  /// Records that came and of which the same was here, `s4 like s1`: two devices imported one table.
  public var twice: [String] = []
  /// Whether the family's code of before does not work there.
  public var needsNewCode = false

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

/// A change of this device that the server did not take.
public struct SyncConflict: Equatable, Sendable {
  /// What it is called in commands.
  public var number: Int
  /// What was done, in one line.
  public var summary: String
  public var at: Instant
  /// False for one that a rule or a right stands against: there is nothing to keep of the other side.
  public var isHeld: Bool
  public var differences: [Difference]
  /// Whether all that contradicts are texts of some length, which can stand below each other.
  public var joinsTexts: Bool
  /// How many values of a large change are not among the differences.
  public var more: Int

  public init(
    number: Int, summary: String, at: Instant, isHeld: Bool, differences: [Difference],
    joinsTexts: Bool = false, more: Int = 0
  ) {
    self.number = number
    self.summary = summary
    self.at = at
    self.isHeld = isHeld
    self.differences = differences
    self.joinsTexts = joinsTexts
    self.more = more
  }

  /// What stands against one row or one column of it.
  public struct Difference: Equatable, Sendable {
    public var reason: Reason
    /// The record, where it has a handle here; else the table in people's words.
    public var record: String
    /// The column in people's words; nil for the whole row.
    public var field: String?
    public var mine: String?
    public var theirs: String?
    /// Who set it there, where that is known.
    public var by: String?
    public var at: Instant?

    public init(
      reason: Reason, record: String, field: String? = nil, mine: String? = nil,
      theirs: String? = nil, by: String? = nil, at: Instant? = nil
    ) {
      self.reason = reason
      self.record = record
      self.field = field
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
    case rule
    case other
  }
}

/// Which of two values stays.
public enum KeptSide: String, Sendable, CaseIterable { case mine, theirs, both }
