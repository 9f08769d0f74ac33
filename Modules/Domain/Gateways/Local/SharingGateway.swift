public import Basics
public import CivilTime

/// The operations that connect the family's data file on this device to a server and keep both
/// equal: connecting, syncing, conflicts and joining a family (docs/sharing.md).
///
/// All other gateways work on the data file alone, and never wait for the server.
public struct SharingGateway: Gateway {
  public var status = Endpoint<Void, SharingStatus>("status")
  /// Returns whether this device has a session of the person's account. The session is stored in
  /// the keyring, which may be locked, so only a page that shows the answer calls this.
  public var isSignedIn = Endpoint<Void, Bool>("isSignedIn")
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
  /// Returns the changes of this device that the server did not accept, oldest first.
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
  /// Withdraws the person's requests to join a family; returns false if the athlete has let the
  /// person in already.
  public var withdrawJoin = Endpoint<Void, Bool>("withdrawJoin")

  public init() {}

  /// A gateway for a data file that is not shared through a server: its status is empty, and every
  /// call that needs a server throws `notConnected`.
  public static var notConnected: SharingGateway {
    SharingGateway {
      $0.status.implement { () throws(Problem) in SharingStatus() }
      $0.isSignedIn.implement { () throws(Problem) in false }
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
      $0.withdrawJoin.implement { () throws(Problem) in throw .notConnected }
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

  /// Creates the problem that a value without which the program cannot connect to a server is
  /// missing.
  ///
  /// - Parameters:
  ///   - what: the missing value, such as `your name`.
  ///   - option: the option with this value, such as `--name NAME`.
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

public struct SharingStatus: Equatable, Sendable {
  /// The web address of the server; nil if the data file on this device is not connected to one.
  public var address: String?
  /// The server's public key; nil if the data file on this device is not connected to a server.
  public var key: String?
  /// The e-mail address of the person's account at the server; nil without an account.
  public var email: String?
  /// The e-mail addresses of the accounts of the other people who use the data file on this device.
  public var others: [String]
  public var lastSync: Instant?
  /// The time since which the server does not answer; nil while it answers.
  public var offlineSince: Instant?
  /// The number of the person's changes that were not sent to the server yet. For a person without
  /// an account at the server, it is the number of all their changes.
  public var waiting: Int
  public var held: Int
  public var refused: Int
  /// The number of rows that are stored on this device only, because the server refused them when
  /// the device was connected.
  public var leftHere: Int
  /// Whether the person was removed from a family at the server and has not read the message about
  /// it.
  public var hasLeft: Bool
  /// The number of records on this device that the next sync would delete. The sync waits until the
  /// person agrees to the deletion. The number is 0 if no sync waits.
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
    address: String? = nil, email: String? = nil, others: [String] = [],
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
