import Auth
import AuthLive
import CivilTime
import Domain
import FamilyContext
import FeatureKit
import HTTP
import JSON
import Networking
import Persistence
import SQLBackend
import SQLite
import Sharing
import Supabase

/// What the program does with a connected file and its server. Several people may have accounts in one file: each one's token sends
/// what they did, and each decides about their own.
struct SharingWork: Sendable {
  let program: Program

  var file: DataFile { program.backend.dataFile }

  // MARK: - Whose

  /// The accounts of the file, the first one first; none of a file that is not connected.
  func connections() throws(Problem) -> [Sharing.Connection] {
    guard try program.folder.hasFile() else { return [] }
    return try words { try Sharing.connections(of: file) }
  }

  /// Whoever is signed in here. In a file with nobody in it, of which connecting was cut short, whoever connects it.
  private func viewer(_ connections: [Sharing.Connection]) async throws(Problem) -> RecordID {
    if let first = connections.first, try await program.file.profiles().isEmpty {
      return first.account
    }
    guard let person = try await program.signedIn.confirmed() else { throw Problem(.signInNeeded) }
    return person
  }

  /// The account of whoever is signed in here: nobody speaks with somebody else's.
  func ownConnection() async throws(Problem) -> Sharing.Connection {
    let all = try connections()
    guard !all.isEmpty else { throw .notConnected }
    let viewer = try await viewer(all)
    guard let own = all.first(where: { $0.account == viewer }) else { throw .noAccountOfYours }
    return own
  }

  func own() async throws(Problem) -> Sharing { try sharing(try await ownConnection()) }

  /// What the server did not take of theirs is decided by whoever did it, also without an account.
  func deciding() async throws(Problem) -> Sharing {
    let all = try connections()
    guard let first = all.first else { throw .notConnected }
    let viewer = try await viewer(all)
    return try sharing(all.first { $0.account == viewer } ?? first, person: viewer)
  }

  // MARK: - How it stands

  func status() async throws(Problem) -> SharingStatus {
    let all = try connections()
    guard !all.isEmpty else { return SharingStatus() }
    let viewer = try await viewer(all)
    var status = try words { try Sharing.status(of: file, for: viewer) }
    status.isSignedIn = try await secrets(of: viewer).read() != nil
    return status
  }

  // MARK: - Syncing

  /// For everybody who has an account in this file, whoever asks first: what a parent did is not left behind because the athlete
  /// sits there. What fails for somebody else is theirs to be told.
  func sync(mayTakeMuch: Bool) async throws(Problem) -> SyncOutcome {
    let all = try connections()
    guard !all.isEmpty else { throw .notConnected }
    let viewer = try await viewer(all)
    var outcome = SyncOutcome()
    if let own = all.first(where: { $0.account == viewer }) {
      outcome = try await sync(own) { $0.mayTakeMuch = mayTakeMuch }
    }
    _ = try await syncOthers(all.filter { $0.account != viewer }, &outcome) {
      $0.mayTakeMuch = false
    }
    return outcome
  }

  /// What was fetched with somebody else's account is here for everybody; what they have to decide is not told to others.
  ///
  /// - Returns: what went wrong for one of them, while it went well for others.
  private func syncOthers(
    _ others: [Sharing.Connection], _ outcome: inout SyncOutcome,
    _ change: (inout Sharing) -> Void
  ) async throws(Problem) -> Problem? {
    var failure: Problem?
    for other in others {
      do throws(Problem) {
        let one = try await sync(other, told: false, change)
        outcome.sent += one.sent
        outcome.fetched += one.fetched
        outcome.removed += one.removed
      } catch {
        switch error.cause {
        case .signInNeeded: outcome.signedOut.append(other.email)
        case .offline: throw error
        default: failure = failure ?? error
        }
      }
    }
    return failure
  }

  /// - Parameter told: whether somebody looks who is told of a family they are in no more.
  private func sync(
    _ connection: Sharing.Connection, told: Bool = true, again: Bool = false,
    _ change: (inout Sharing) -> Void = { _ in }
  ) async throws(Problem) -> SyncOutcome {
    var sharing = try sharing(connection)
    change(&sharing)
    var outcome = try await (again ? sharing.again() : sharing.sync()).outcome
    // Whoever is asked first hears of it with the answer.
    guard told, outcome.wouldRemove == 0 else { return outcome }
    (outcome.left, outcome.neverSent) = try sharing.tellOfLeaving()
    return outcome
  }

  /// What the one who is signed in has just written; others' waits for a prompt, or for `sync`.
  func syncOwn(patience: Duration) async throws(Problem) -> SyncOutcome {
    try await sync(try await ownConnection(), told: false) {
      $0.mayTakeMuch = false
      $0.repeats = false
      $0.patience = patience
    }
  }

  /// For everybody, while nobody looks: much is not taken away before somebody was asked.
  func syncQuietly() async throws(Problem) -> QuietSharing.Answer {
    let all = try connections()
    guard !all.isEmpty else { throw .notConnected }
    var outcome = SyncOutcome()
    let failure = try await syncOthers(all, &outcome) {
      $0.mayTakeMuch = false
      $0.repeats = false
      $0.patience = .zero
    }
    if let failure { throw failure }
    let asks = try words {
      try all.contains { try Sharing.status(of: file, for: $0.account).asksToRemove > 0 }
    }
    return QuietSharing.Answer(signedOut: outcome.signedOut, isAsking: asks)
  }

  /// Whether there is news for anybody; nil where the server does not tell.
  func news() async -> Bool? {
    guard let all = try? connections() else { return nil }
    return await withTaskGroup(of: Bool?.self) { group in
      for connection in all {
        group.addTask { try? await sharing(connection).waitForNews() }
      }
      defer { group.cancelAll() }
      var heard: Bool?
      for await answer in group {
        if answer == true { return true }
        heard = heard ?? answer
      }
      return heard
    }
  }

  func again(mayTakeMuch: Bool) async throws(Problem) -> SyncOutcome {
    try await sync(try await ownConnection(), again: true) { $0.mayTakeMuch = mayTakeMuch }
  }

  func signIn(_ password: SecretText) async throws(Problem) -> SyncOutcome {
    let connection = try await ownConnection()
    let client = try client(connection)
    let session = try await asking { () throws(SupabaseFailure) in
      try await client.auth.signIn(email: connection.email, password: password)
    }
    guard RecordID(session.user.id) == connection.account else {
      try await secrets(of: connection.account).forget()
      throw Problem(.conflict, "That is another account than the one this file is connected with.")
    }
    return try await sync(mayTakeMuch: false)
  }

  func signOutOthers() async throws(Problem) {
    let client = try client(try await ownConnection())
    try await asking { () throws(SupabaseFailure) in try await client.auth.signOut(.others) }
  }

  /// The current one is asked for by signing in with it, so that a device that was found open changes nothing.
  func changePassword(
    from current: SecretText, to new: SecretText
  ) async throws(Problem) {
    let connection = try await ownConnection()
    let client = try client(connection)
    guard current != new else {
      throw Problem(.usage, "The new password is the one you have.")
    }
    try await asking { () throws(SupabaseFailure) in
      _ = try await client.auth.signIn(email: connection.email, password: current)
      _ = try await client.auth.update([
        "password": .string(new.revealed), "current_password": .string(current.revealed),
      ])
      // A hosted project leaves them signed in.
      try await client.auth.signOut(.others)
    }
  }

  // MARK: - Connecting

  func plan(_ request: ConnectRequest) async throws(Problem) -> ConnectPlan {
    _ = try await checked(request)
    let profile = try await profile()
    let counts = try profile.map { profile throws(Problem) in
      try words { try Sharing.counts(of: file, profile: profile.id) }
    }
    return ConnectPlan(
      address: request.address, email: request.email,
      goes: (counts ?? []).map { "\($0.count) \($0.words)" })
  }

  func connect(_ request: ConnectRequest) async throws(Problem) -> SyncOutcome {
    let request = try await checked(request)
    let profile = try await profile()
    let session: Session
    do throws(Problem) {
      session = try await enter(request)
    } catch {
      throw error.beforeConnecting
    }
    guard let account = RecordID(session.user.id) else {
      throw Problem(.serverError, "What answers at that address is not a Compass server.")
    }
    let connection = Sharing.Connection(
      address: request.address, key: request.key ?? "", account: account, email: request.email)
    guard try !connections().contains(where: { $0.account == account }) else {
      throw Problem(
        .conflict, "That account is somebody else's in this file.",
        fix: "Each person connects their own:  account connect \(request.address) --email ADDRESS")
    }
    // In a folder that is not there yet, this is the first that is written.
    try words { try SystemFile.makePrivateFolder(SystemFile.folder(of: program.folder.file)) }
    // The session waits under the account's own name before anything in the file names the account.
    try await secrets(of: account).keep(session)
    let sharing = try sharing(connection)
    if let profile {
      do throws(Problem) {
        try await prepare(profile, account, sharing)
      } catch {
        try await secrets(of: account).forget()
        throw error
      }
    }
    // The profile's id changes wherever it stands, and much may come: the way back is kept.
    let backup = try profile.map { _ throws(Problem) in
      try words { try file.backUp(reason: "before-connect") }
    }
    try words {
      try Sharing.connect(file, connection, profile: profile?.id, device: program.file.ids.next())
    }
    if let profile { try await program.renameSecrets(from: profile.id, to: account) }
    try await program.signedIn.client.choose(account)
    program.family.reset()
    var outcome: SyncOutcome
    do throws(Problem) {
      outcome = try await sharing.sync().outcome
    } catch {
      guard error == .unknownThere, profile == nil else { throw error }
      _ = try? await disconnect()
      throw Problem(
        .notFound, "That account has no records yet.",
        fix: "Begin here:  account create, then  account connect")
    }
    program.signedIn.forget()
    program.family.reset()
    outcome.backup = backup ?? outcome.backup
    outcome.isAwaited = try words { try Sharing.status(of: file, for: account).isAwaited }
    return outcome
  }

  /// The account's profile at the server, for one of this file. Somebody whose profile came here from there has everything there
  /// already; with anybody else's, two families would become one.
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
    try await program.backend.prepareToShare()
  }

  func disconnect() async throws(Problem) -> Int {
    let connection = try await ownConnection()
    // Nobody goes on speaking for a file that is nobody's any more there.
    await program.file.touch?.stop()
    let status = try words { try Sharing.status(of: file, for: connection.account) }
    // The server ends the session if it can be reached; here it is forgotten in any case.
    _ = try? await client(connection).auth.signOut()
    try words { try Sharing.disconnect(file, connection.account) }
    try await secrets(of: connection.account).forget()
    return status.waiting + status.held
  }

  /// The same to the server that the file has, where others have connected it.
  private func checked(_ request: ConnectRequest) async throws(Problem) -> ConnectRequest {
    guard !program.folder.isMadeUp else {
      throw Problem(
        .refused, "The made-up family is never connected to a server.",
        fix: "Leave it with  quit  and begin with your own.")
    }
    let known = try connections()
    if let first = known.first {
      let viewer = try await viewer(known)
      guard !known.contains(where: { $0.account == viewer }) else { throw .connectedAlready }
      guard first.isAt(request.address) else {
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
      throw Problem(
        .usage, "Say the server's public key too.",
        fix: "Give it with --key, or at a terminal wait for the question.")
    }
    return request
  }

  private struct OwnProfile {
    var id: RecordID
    var role: String
    var name: String?
    var graduationYear: Int?
  }

  /// Whose profile becomes the account's; nil in a folder with nobody in it.
  private func profile() async throws(Problem) -> OwnProfile? {
    // A file may have nobody in it: connecting was begun before, and cut short.
    guard try await !program.file.profiles().isEmpty else { return nil }
    guard let id = try await program.signedIn.confirmed() else { throw Problem(.signInNeeded) }
    let data = try await program.backend.people.profile(of: id)
    return OwnProfile(
      id: id, role: data.person.role == .known(.player) ? "player" : "parent",
      name: data.person.fullName,
      graduationYear: data.person.graduationYear)
  }

  private func enter(_ request: ConnectRequest) async throws(Problem) -> Session {
    let client = try client(request.address, request.key ?? "", nil)
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
        .refused, "The account is made, and its address is to be confirmed.",
        fix: "Open the link in the e-mail of the server, then connect again without --new.")
    }
  }

  /// Which words a parent agreed to.
  private static let consentText = "compass-consent-1"

  // MARK: - The parts

  func sharing(
    _ connection: Sharing.Connection, person: RecordID? = nil
  ) throws(Problem) -> Sharing {
    let clock = program.clock
    return Sharing(
      file, try client(connection), person: person ?? connection.account, ids: program.file.ids,
      now: { clock.now() })
  }

  func client(_ connection: Sharing.Connection) throws(Problem) -> SupabaseClient {
    try client(connection.address, connection.key, connection.account)
  }

  private func client(
    _ address: String, _ key: String, _ account: RecordID?
  ) throws(Problem) -> SupabaseClient {
    let project: SupabaseProject
    do throws(RequestFault) {
      project = try SupabaseProject(address: address, key: key)
    } catch {
      throw Problem(.usage, "`\(address)` is no address of a server.")
    }
    let now: @Sendable () -> Instant = { Machine.moment().wall }
    let http = HTTPClient.live(WebSettings())
    let keeper = account.map { secrets(of: $0).keeper } ?? .ofNobody
    let auth = SupabaseAuth(project, http, keeper: keeper, now: now)
    return SupabaseClient(project, http, auth: auth, now: now)
  }

  func secrets(of account: RecordID) -> ServerSession {
    ServerSession(
      secrets: program.secrets, name: "server \(account)", file: program.folder.file)
  }

  func words<Answer>(_ body: () throws -> Answer) throws(Problem) -> Answer {
    try file.inWords(body)
  }

  private func asking<Answer>(
    _ body: () async throws(SupabaseFailure) -> Answer
  ) async throws(Problem) -> Answer {
    do throws(SupabaseFailure) {
      return try await body()
    } catch {
      throw error.problem
    }
  }
}

extension Program {
  /// A profile that became an account keeps the passwords of its mail server.
  fileprivate func renameSecrets(from old: RecordID, to new: RecordID) async throws(Problem) {
    let name = OwnMail.secretName(of: old)
    guard let secret = try await secrets.read(name) else { return }
    try await secrets.save(secret, as: OwnMail.secretName(of: new))
    try await secrets.remove(name)
  }
}

extension Sharing.Outcome {
  fileprivate var outcome: SyncOutcome {
    var outcome = SyncOutcome(
      sent: sent, held: held, refused: refused, fetched: fetched, removed: removed, backup: backup)
    outcome.wouldRemove = wouldRemove
    return outcome
  }
}

extension Sharing.Connection {
  /// Whether that is where it goes, however the address is typed.
  fileprivate func isAt(_ other: String) -> Bool {
    func plain(_ address: String) -> Substring {
      var rest = address.lowercased()[...]
      while rest.last == "/" { rest.removeLast() }
      return rest
    }
    return plain(address) == plain(other)
  }
}

extension String {
  /// Passwords go over TLS, or to a server on this computer.
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
  /// The same of a file that is not connected yet, in which nothing waits.
  fileprivate var beforeConnecting: Problem {
    guard cause == .offline else { return self }
    var problem = self
    problem.fix = "Nothing here was connected or changed. Check the address, or try again later."
    return problem
  }
}
