import Auth
package import Basics
import CivilTime
package import Domain
import JSON
import Persistence
import SQLBackend
import SQLite
import Sharing
import Supabase

// Connects a data file and a person's account to a server, and disconnects them.
extension SharedFile {
  package func plan(_ request: ConnectRequest) async throws(Problem) -> ConnectPlan {
    let request = try await checked(request)
    let profile = try await profile(for: request)
    try checkJoining(request, profile)
    let counts = try profile.map { profile throws(Problem) in
      try words { try Sharing.counts(of: file, profile: profile.id) }
    }
    return ConnectPlan(
      address: request.address, email: request.email,
      goes: (counts ?? []).map { "\($0.count) \($0.words)" })
  }

  /// Throws if the person may not ask to join a family. The check runs before any request that
  /// changes the server, so that a refusal leaves no account or profile there.
  private func checkJoining(
    _ request: ConnectRequest, _ profile: OwnProfile?
  ) throws(Problem) {
    guard let joining = request.joining else { return }
    if let profile, profile.role == "player" { throw .athleteJoinsNone }
    if let born = request.newAccount?.birthDate,
      let refusal = FamilyRules.refusalToJoin(born: born, on: backend.calendar.today())
    {
      var problem = Problem(refusal)
      problem.fix = "Look at the birth date again. If you are the athlete, leave out the code."
      throw problem.about(["birth-date"])
    }
    if profile == nil, request.newAccount != nil, joining.name == nil { throw .nameIsMissing }
  }

  package func connect(_ request: ConnectRequest) async throws(Problem) -> SyncOutcome {
    let request = try await checked(request)
    let profile = try await profile(for: request)
    try checkJoining(request, profile)
    let entrance = try client(request.address, request.key ?? "", nil)
    let sharing: Sharing
    let connection: Sharing.Connection
    do throws(Problem) {
      let session = try await enter(request, entrance)
      connection = try newConnection(request, session)
      if profile == nil, try await hasPeople() { try requireMember(connection) }
      sharing = try await prepare(request, profile, connection, session)
    } catch {
      // The person has signed in, which began a session at the server, but then the account was
      // refused. The session is ended, so that it does not stay in the account's list of devices.
      _ = try? await entrance.auth.signOut()
      throw error.beforeConnecting
    }
    let account = connection.account
    // Connecting replaces the id of the person's profile by the id of the server account, in every
    // row of the data file, and may fetch many rows. A backup of the data file is made first.
    let backup = try profile.map { _ throws(Problem) in
      try words { try file.backUp(reason: "before-connect") }
    }
    let hadCode = try words { try profile.map { try Sharing.hasCode($0.id, in: file) } ?? false }
    try words {
      try Sharing.connect(file, connection, profile: profile?.id, device: host.ids.next())
    }
    try await host.person.become(profile?.id, account)
    var outcome: SyncOutcome
    do throws(Problem) {
      outcome = try await sharing.sync()
    } catch {
      guard error == .unknownThere, profile == nil else { throw error }
      _ = try? await disconnect()
      throw Problem(
        .notFound, "That account has no records yet.",
        fix: "Begin here:  account create, then  account connect")
    }
    host.person.lookAgain()
    outcome.backup = backup ?? outcome.backup
    // The server does not know a family code that this device has made, and the sync has removed
    // that code from the data file, so the family needs a new one. A code that the server had made
    // is still there.
    outcome.needsNewCode = try words { try hadCode && !Sharing.hasCode(account, in: file) }
    outcome.isAwaited = try words { try Sharing.status(of: file, for: account).isAwaited }
    if let joining = request.joining {
      do throws(Problem) {
        outcome.joining = try await sharing.askToJoin(joining.code) ? .asked : .isMember
      } catch {
        // The data file is connected already, so a wrong family code does not fail the command. The
        // outcome reports the code's error instead.
        outcome.joining = .refused(error)
      }
    }
    return outcome
  }

  /// Returns the connection of the account that has signed in. Throws if another person of this data
  /// file has connected that account.
  private func newConnection(
    _ request: ConnectRequest, _ session: Session
  ) throws(Problem) -> Sharing.Connection {
    guard let account = RecordID(session.user.id) else {
      throw Problem(.serverError, "What answers at that address is not a Compass server.")
    }
    guard try !connections().contains(where: { $0.account == account }) else {
      throw Problem(
        .conflict, "That account is another person's in this file.",
        fix: "Each person connects their own:  account connect \(request.address) --email ADDRESS")
    }
    return Sharing.Connection(
      address: request.address, key: request.key ?? "", account: account, email: request.email)
  }

  /// Throws unless the data file has the profile of the account's person, which an earlier sync has
  /// fetched.
  private func requireMember(_ connection: Sharing.Connection) throws(Problem) {
    guard try !words({ try Sharing.hasProfile(of: connection.account, in: file) }) else { return }
    throw Problem(
      .conflict, "No person in this file has that account.",
      details: ["If you have no profile here, make one first, and then connect it."],
      fix: "If you have one, sign in first:  account sign-in")
  }

  /// Stores the session on this computer, and creates a profile for the account at the server. If
  /// the account is refused, this computer deletes the session again.
  private func prepare(
    _ request: ConnectRequest, _ profile: OwnProfile?, _ connection: Sharing.Connection,
    _ session: Session
  ) async throws(Problem) -> Sharing {
    // On a new device the folder of the data file may not exist yet. It is created before the
    // session and the connection are stored.
    try words { try SystemFile.makePrivateFolder(SystemFile.folder(of: host.path)) }
    // The session (the result of signing in) is stored before the account is written into the data
    // file. If the program is interrupted in between, the file must not have an account without a
    // session.
    try await secrets(of: connection.account).keep(session)
    do throws(Problem) {
      let sharing = try sharing(connection)
      if let profile {
        try await prepare(profile, connection.account, sharing)
      } else if let joining = request.joining {
        try await prepareToJoin(as: joining.name, sharing)
      }
      return sharing
    } catch {
      try await secrets(of: connection.account).forget()
      throw error
    }
  }

  /// Checks the account of a person who connects to join a family as a parent. Throws if the
  /// account is an athlete's. If the account has no profile yet, it gets one for a parent.
  private func prepareToJoin(as name: String?, _ sharing: Sharing) async throws(Problem) {
    switch try await sharing.roleThere() {
    case "parent": return
    case nil:
      guard let name else { throw .nameIsMissing }
      try await sharing.openProfile(role: "parent", name: name, graduationYear: nil)
    default: throw .athleteJoinsNone
    }
  }

  /// Throws if the account's data on the server and the profile of this data file belong to
  /// different people.
  ///
  /// They belong to one person if the profile was fetched from that account, or if the account has
  /// no data yet. Otherwise connecting would merge two families.
  private func prepare(
    _ profile: OwnProfile, _ account: RecordID, _ sharing: Sharing
  ) async throws(Problem) {
    if profile.id != account {
      try words { try Sharing.requireNoProfile(of: account, in: file) }
      guard try await !sharing.hasRows() else {
        throw Problem(
          .conflict, "That account has a family's records already.",
          details: ["Two families in one account would become one."],
          fix: "Fetch them into a new folder:  compass-shell --data FOLDER account connect …")
      }
    }
    try await sharing.openProfile(
      role: profile.role, name: profile.name, graduationYear: profile.graduationYear)
    try await backend.prepareToShare()
  }

  package func disconnect() async throws(Problem) -> Int {
    let connection = try await ownConnection()
    // The background sync could use the account while it is removed from the data file, so it is
    // stopped first.
    await host.stopBackgroundSync()
    let status = try words { try Sharing.status(of: file, for: connection.account) }
    // The server ends the session if it can be reached. This device deletes its copy in any case.
    _ = try? await client(connection).auth.signOut()
    try words { try Sharing.disconnect(file, connection.account) }
    try await secrets(of: connection.account).forget()
    return status.waiting + status.held
  }

  /// Returns the request with the server's web address and key. If another person has already
  /// connected the data file, both are taken from that connection.
  private func checked(_ request: ConnectRequest) async throws(Problem) -> ConnectRequest {
    guard !host.isMadeUp else {
      throw Problem(
        .refused, "The made-up family is never connected to a server.",
        fix: "Leave it with  quit  and begin with your own.")
    }
    let known = try connections()
    if let first = known.first {
      let viewer = try await hasPeople() ? personToConnect(request) : first.account
      guard !known.contains(where: { $0.account == viewer }) else { throw .connectedAlready }
      guard ServerAddress.isSame(first.address, request.address) else {
        throw Problem(
          .conflict, "This file is connected to another server, \(first.address).",
          fix: "Another server needs another folder:  compass-shell --data FOLDER")
      }
    }
    guard request.address.isSafeForPasswords else {
      throw Problem(
        .usage, "`\(request.address)` is no address that a password may be sent to.",
        fix: "Give one that begins with https://")
    }
    var request = request
    request.address = known.first?.address ?? request.address
    request.key = known.first?.key ?? request.key
    guard request.key != nil else {
      throw .notSaid("the server's public key", option: "--key KEY")
    }
    return request
  }

  private struct OwnProfile {
    var id: RecordID
    var role: String
    var name: String?
    var graduationYear: Int?
  }

  /// Returns the signed-in person, whose profile is connected.
  ///
  /// Nil if no person is signed in and the data file is already connected. A member of the family
  /// who has used another computer so far can then connect here, and signing in to the account
  /// proves who the person is.
  private func personToConnect(_ request: ConnectRequest) async throws(Problem) -> RecordID? {
    do throws(Problem) {
      if let person = try await host.person.confirmed() { return person }
      throw Problem(.signInNeeded)
    } catch {
      guard error.cause == .signInNeeded, request.newAccount == nil, try !connections().isEmpty
      else { throw error }
      return nil
    }
  }

  /// Returns the profile whose id is replaced by the id of the account. Nil if the data file has no
  /// people, or if a sync has brought the member's profile, which then has that id already.
  private func profile(for request: ConnectRequest) async throws(Problem) -> OwnProfile? {
    guard try await hasPeople(), let id = try await personToConnect(request) else { return nil }
    let data = try await backend.people.profile(of: id)
    return OwnProfile(
      id: id, role: data.person.role == .known(.player) ? "player" : "parent",
      name: data.person.fullName,
      graduationYear: data.person.graduationYear)
  }

  private func enter(
    _ request: ConnectRequest, _ client: SupabaseClient
  ) async throws(Problem) -> Session {
    guard let new = request.newAccount else {
      return try await asking { () throws(SupabaseFailure) in
        try await client.auth.signIn(email: request.email, password: request.password)
      }
    }
    var data: JSONObject = ["birth_date": .string(new.birthDate.description)]
    if let name = new.parentName {
      data["consent"] = [
        "parent_name": .string(name), "parent_email": .string(new.parentEmail ?? ""),
        "text": .string(Self.consentText),
      ]
    }
    let said = try await asking { () throws(SupabaseFailure) in
      try await client.auth.signUp(email: request.email, password: request.password, data: data)
    }
    switch said {
    case .signedIn(let session): return session
    case .unconfirmed:
      throw Problem(
        .refused, "The account is asked for, and its address is to be confirmed.",
        details: ["If you are under 18, a parent is asked by e-mail after that."],
        fix:
          "Confirm it with the e-mail of the server, then connect again with the account that you have then."
      )
    }
  }

  /// The version of the consent text that a parent agreed to.
  private static let consentText = "compass-consent-1"
}

extension String {
  /// Whether a password may be sent to the address: over TLS, or to a server on this computer.
  fileprivate var isSafeForPasswords: Bool {
    let address = lowercased()
    if address.hasPrefix("https://") { return true }
    return ["http://127.0.0.1", "http://localhost", "http://[::1]"].contains { host in
      address.hasPrefix(host)
        && (address.count == host.count
          || ":/".contains(address.dropFirst(host.count).first ?? " "))
    }
  }
}

extension Problem {
  fileprivate static let nameIsMissing = Problem.notSaid(
    "your name", option: "--name NAME",
    details: [
      "The account has no profile yet. The family reads your name when you ask to join."
    ])

  static let athleteJoinsNone = {
    var problem = Problem(FamilyRefusal.onlyParentsJoin)
    problem.fix = "Connect without the code."
    return problem.about(["code"])
  }()

  /// Returns the problem with advice for a server that cannot be reached before the data file is
  /// connected to it.
  fileprivate var beforeConnecting: Problem {
    guard cause == .offline else { return self }
    var problem = self
    problem.fix = "Nothing here was connected or changed. Check the address, or try again later."
    return problem
  }
}
