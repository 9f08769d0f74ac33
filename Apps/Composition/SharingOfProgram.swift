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
import ShellHost
import Supabase

extension Program {
  /// The family's file and its server, for whoever is signed in. Nothing of it runs before it is asked for.
  var sharing: SharingGateway {
    let work = SharingWork(program: self)
    return SharingGateway {
      $0.status = { () throws(Problem) in try await work.status() }
      $0.plan = { request throws(Problem) in try await work.plan(request) }
      $0.connect = { request throws(Problem) in try await work.connect(request) }
      $0.disconnect = { () throws(Problem) in try await work.disconnect() }
      $0.signIn = { password throws(Problem) in try await work.signIn(password) }
      $0.signOutOthers = { () throws(Problem) in try await work.signOutOthers() }
      $0.changePassword = { current, new throws(Problem) in
        try await work.changePassword(from: current, to: new)
      }
      $0.sync = { () throws(Problem) in try await work.sync() }
      $0.again = { () throws(Problem) in try await work.again() }
      $0.conflicts = { () throws(Problem) in try await work.open().conflicts() }
      $0.keep = { number, side throws(Problem) in
        try await work.open().keep(number, side, journal: backend.stepJournal)
      }
      $0.renewCode = { () throws(Problem) in
        let code = try await work.open().renewCode()
        _ = try await work.sync()
        return code
      }
      $0.askToJoin = { code throws(Problem) in try await work.open().askToJoin(code) }
      $0.joinRequests = { () throws(Problem) in try await work.open().joinRequests() }
      $0.answerJoin = { person, accept throws(Problem) in
        try await work.open().answerJoin(person, accept: accept)
        _ = try await work.sync()
      }
    }
  }
}

extension Program {
  /// How long somebody waits for their next command while the last one is sent.
  private static let patience = Duration.seconds(2)

  /// How the file stands to its server, as the file knows it; as one that is not connected where it cannot be asked.
  var sharingStatus: SharingStatus {
    (try? Sharing.status(of: backend.dataFile)) ?? SharingStatus()
  }

  /// The same file and its server, over a connection of its own.
  func quietSharing() -> QuietSharing {
    let own = Program(
      FamilyFile(
        folder: folder, home: home, clock: clock, ids: file.ids, usualZone: file.usualZone),
      visitor)
    let work = SharingWork(program: own)
    return QuietSharing(
      sync: { () throws(Problem) in _ = try await work.sync(repeats: false, patience: .zero) },
      news: { await work.news() })
  }

  /// After a command has answered, or a prompt was left, what was written goes to the server, if there is one and it can be reached
  /// soon. Whatever fails is no failure of the command: it waits, and `sync status` says so.
  func sendWhatWasWritten(_ console: Console) async {
    guard backend.dataFile.hasKeptToSend, sharingStatus.waiting > 0 else { return }
    let work = SharingWork(program: self)
    let outcome = await withTaskGroup(of: SyncOutcome?.self) { group in
      group.addTask { try? await work.sync(repeats: false, patience: Self.patience) }
      group.addTask {
        try? await Task.sleep(for: Self.patience)
        return nil
      }
      defer { group.cancelAll() }
      return await group.next() ?? nil
    }
    guard let outcome, outcome.held + outcome.refused > 0 else { return }
    let words = "Somebody changed meanwhile what this builds on. Decide:  sync conflicts\n"
    try? console.write(Array(words.utf8), .errors)
  }
}

// MARK: - Erasing

extension Program {
  /// Where whoever is signed in is erased too; nil for a file that is not connected.
  func serverToEraseAt() async throws(Problem) -> ErasedServer? {
    try await SharingWork(program: self).serverToEraseAt()
  }

  /// Takes whoever is signed in away from the server, and then the connection from the file.
  func eraseAtServer() async throws(Problem) -> ErasedServer? {
    try await SharingWork(program: self).eraseAtServer()
  }
}

private struct SharingWork: Sendable {
  let program: Program

  private var file: DataFile { program.backend.dataFile }

  // MARK: - How it stands

  func status() async throws(Problem) -> SharingStatus {
    guard try program.folder.hasFile(), let connection = try connection() else {
      return SharingStatus()
    }
    var status = try words { try Sharing.status(of: file) }
    status.isSignedIn = try await secrets(of: connection.account).read() != nil
    return status
  }

  func open() async throws(Problem) -> Sharing {
    guard try program.folder.hasFile(), let connection = try connection() else {
      throw .notConnected
    }
    return try sharing(connection)
  }

  func sync(
    repeats: Bool = true, patience: Duration? = nil
  ) async throws(Problem) -> SyncOutcome {
    var sharing = try await open()
    sharing.repeats = repeats
    if let patience { sharing.patience = patience }
    return try await sharing.sync().outcome
  }

  func news() async -> Bool? { try? await open().waitForNews() }

  func again() async throws(Problem) -> SyncOutcome {
    try await open().again().outcome
  }

  func signIn(_ password: SecretText) async throws(Problem) -> SyncOutcome {
    _ = try await open()
    guard let connection = try connection() else { return SyncOutcome() }
    let client = try client(connection.address, connection.key, connection.account)
    let session = try await asking { () throws(SupabaseFailure) in
      try await client.auth.signIn(email: connection.email, password: password)
    }
    guard RecordID(session.user.id) == connection.account else {
      try await secrets(of: connection.account).forget()
      throw Problem(.conflict, "That is another account than the one this file is connected with.")
    }
    return try await sync()
  }

  func signOutOthers() async throws(Problem) {
    let (client, _) = try await account()
    try await asking { () throws(SupabaseFailure) in try await client.auth.signOut(.others) }
  }

  /// The current one is asked for by signing in with it, so that a device that was found open changes nothing.
  func changePassword(
    from current: SecretText, to new: SecretText
  ) async throws(Problem) {
    let (client, connection) = try await account()
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

  private func account() async throws(Problem) -> (SupabaseClient, Sharing.Connection) {
    guard try program.folder.hasFile(), let connection = try connection() else {
      throw .notConnected
    }
    return (try client(connection.address, connection.key, connection.account), connection)
  }

  // MARK: - Connecting

  func plan(_ request: ConnectRequest) async throws(Problem) -> ConnectPlan {
    try check(request)
    let profile = try await profile()
    let counts = try profile.map { profile throws(Problem) in
      try words { try Sharing.counts(of: file, profile: profile.id) }
    }
    return ConnectPlan(
      address: request.address, email: request.email,
      goes: (counts ?? []).map { "\($0.count) \($0.words)" })
  }

  func connect(_ request: ConnectRequest) async throws(Problem) -> SyncOutcome {
    try check(request)
    let profile = try await profile()
    let session = try await enter(request)
    guard let account = RecordID(session.user.id) else {
      throw Problem(.serverError, "What answers at that address is not a Compass server.")
    }
    let connection = Sharing.Connection(
      address: request.address, key: request.key, account: account, email: request.email)
    // In a folder that is not there yet, this is the first that is written.
    try words { try SystemFile.makePrivateFolder(SystemFile.folder(of: program.folder.file)) }
    // The session waits under the account's own name before anything in the file names the account.
    try await secrets(of: account).keep(session)
    let sharing = try sharing(connection)
    if let profile {
      guard try await !sharing.hasRows() else {
        throw Problem(
          .conflict, "That account has a family's records already.",
          details: ["Two families in one account would become one."],
          fix: "Fetch them into a new folder:  compass-shell --data FOLDER account connect …")
      }
      try await sharing.openProfile(
        role: profile.role, name: profile.name, graduationYear: profile.graduationYear)
      try await program.backend.prepareToShare()
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
    return outcome
  }

  func disconnect() async throws(Problem) -> Int {
    guard try program.folder.hasFile(), let connection = try connection() else {
      throw .notConnected
    }
    // Nobody goes on speaking for a file that is nobody's any more there.
    await program.file.touch?.stop()
    let status = try words { try Sharing.status(of: file) }
    // The server ends the session if it can be reached; here it is forgotten in any case.
    _ = try? await client(connection.address, connection.key, connection.account).auth.signOut()
    try words { try Sharing.disconnect(file) }
    try await secrets(of: connection.account).forget()
    return status.waiting + status.held
  }

  // MARK: - Erasing

  func serverToEraseAt() async throws(Problem) -> ErasedServer? {
    guard try program.folder.hasFile(), let connection = try connection() else { return nil }
    guard try await program.signedIn.confirmed() == connection.account else {
      throw Problem(
        .conflict, "This file is connected to a server, as somebody else.",
        details: ["What is shared would come back from there."],
        fix: "Let \(connection.email) disconnect it first:  account disconnect")
    }
    return ErasedServer(address: connection.address)
  }

  /// The server first: as long as it has not answered, nothing here is touched, and it can be asked again.
  func eraseAtServer() async throws(Problem) -> ErasedServer? {
    guard var erased = try await serverToEraseAt(), let connection = try connection() else {
      return nil
    }
    do throws(Problem) {
      erased.keepsAccount = try await !sharing(connection).eraseThere()
    } catch {
      throw error.beforeErasing(connection)
    }
    // Nobody goes on speaking for somebody who is gone.
    await program.file.touch?.stop()
    do throws(Problem) {
      if erased.keepsAccount {
        _ = try? await client(connection.address, connection.key, connection.account).auth.signOut()
      }
      try words { try Sharing.disconnect(file) }
      try await secrets(of: connection.account).forget()
    } catch {
      throw error.afterErasingThere
    }
    return erased
  }

  private func check(_ request: ConnectRequest) throws(Problem) {
    guard !program.folder.isMadeUp else {
      throw Problem(
        .refused, "The made-up family is never connected to a server.",
        fix: "Leave it with  quit  and begin with your own.")
    }
    if try program.folder.hasFile(), try connection() != nil {
      throw Problem(
        .conflict, "This file is connected already.",
        fix: "Disconnect it first:  account disconnect")
    }
    guard request.address.isSafeForPasswords else {
      throw Problem(
        .usage, "`\(request.address)` is no address that a password may be sent to.",
        fix: "Give one that begins with https://")
    }
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
    let client = try client(request.address, request.key, nil)
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

  private func connection() throws(Problem) -> Sharing.Connection? {
    try words { try Sharing.connection(of: file) }
  }

  private func sharing(_ connection: Sharing.Connection) throws(Problem) -> Sharing {
    let clock = program.clock
    return Sharing(
      file, try client(connection.address, connection.key, connection.account),
      person: connection.account, ids: program.file.ids, now: { clock.now() })
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

  private func secrets(of account: RecordID) -> ServerSession {
    ServerSession(
      secrets: program.secrets, name: "server \(account)", file: program.folder.file)
  }

  private func words<Answer>(_ body: () throws -> Answer) throws(Problem) -> Answer {
    do {
      return try body()
    } catch let problem as Problem {
      throw problem
    } catch {
      throw file.problem(for: error)
    }
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

extension Problem {
  /// No failure that comes after the server's answer may be told as if nothing had happened.
  var afterErasingThere: Problem {
    Problem(
      .failed, "You are erased at the server, but not wholly here.", details: [title] + details,
      fix: fix ?? "Ask again:  erase person")
  }

  /// In words of somebody who wants to be erased, and is not yet.
  fileprivate func beforeErasing(_ connection: Sharing.Connection) -> Problem {
    let onlyHere = "To erase only what is on this computer:  account disconnect, then erase"
    return switch cause {
    case .offline:
      Problem(
        .offline, "The server did not answer, so nothing was erased here.",
        details: [
          "Should it have heard you all the same, you are gone there; asking again does no harm.",
          onlyHere,
        ], fix: "Ask again when \(connection.address) answers.")
    case .signInNeeded:
      Problem(
        .signInNeeded, "You are signed out at the server, so nothing was erased.",
        details: ["If it does not know you any more, you are erased there already.", onlyHere],
        fix: "Sign in again:  sync sign-in")
    default:
      Problem(
        .serverError, "The server did not erase you, so nothing was erased here.",
        details: [title] + details + [onlyHere],
        fix: "Its owner can:  compass-server users erase")
    }
  }
}

extension Sharing.Outcome {
  fileprivate var outcome: SyncOutcome {
    var outcome = SyncOutcome(
      sent: sent, held: held, refused: refused, fetched: fetched, removed: removed, backup: backup)
    outcome.left = left
    outcome.neverSent = neverSent
    return outcome
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
