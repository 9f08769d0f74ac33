package import Auth
package import Basics
package import CivilTime
package import Domain
package import HTTP
import JSON
package import Persistence
package import SQLBackend
package import Sharing
import Supabase

/// A family's data file and its server, as a program uses them. Several people may have accounts in
/// one data file. The changes of each person are sent with the token of their own account, and each
/// person decides about their own conflicts.
package struct SharedFile: Sendable {
  package typealias Failure = Problem

  let backend: SQLBackend
  let host: Host

  /// What a sync needs from the program besides the data file, such as the HTTP client and the
  /// secrets.
  package struct Host: Sendable {
    package typealias Failure = Problem

    /// The path of the data file.
    package var path: String
    /// Whether the data file holds the invented family that the program shows with `--demo`.
    package var isMadeUp: Bool
    package var hasFile: @Sendable () throws(Failure) -> Bool
    package var person: SignedInHere
    package var secrets: SecretStore
    package var http: HTTPClient
    /// The name of this computer, under which the person finds it in the list of their devices at a
    /// server; nil if it has none.
    package var computer: String?
    package var ids: IDSource
    package var now: @Sendable () -> Instant
    /// The machine's time, which decides whether a session is valid.
    package var machineTime: @Sendable () -> Instant
    package var stopBackgroundSync: @Sendable () async -> Void

    package init(
      path: String, isMadeUp: Bool = false, hasFile: @escaping @Sendable () throws(Failure) -> Bool,
      person: SignedInHere, secrets: SecretStore, http: HTTPClient, computer: String? = nil,
      ids: IDSource, now: @escaping @Sendable () -> Instant,
      machineTime: @escaping @Sendable () -> Instant,
      stopBackgroundSync: @escaping @Sendable () async -> Void = {}
    ) {
      self.path = path
      self.isMadeUp = isMadeUp
      self.hasFile = hasFile
      self.person = person
      self.secrets = secrets
      self.http = http
      self.computer = computer
      self.ids = ids
      self.now = now
      self.machineTime = machineTime
      self.stopBackgroundSync = stopBackgroundSync
    }
  }

  /// Access to the person who is signed in on this device.
  package struct SignedInHere: Sendable {
    package typealias Failure = Problem

    /// Returns the signed-in person after checking the session in the data file; nil if no person
    /// is signed in.
    package var confirmed: @Sendable () async throws(Failure) -> RecordID?
    /// Makes the program treat `new` as the signed-in person instead of `old`.
    ///
    /// It is called when an account is connected, after the id of the person's profile was replaced
    /// by the id of the account.
    package var become: @Sendable (_ old: RecordID?, _ new: RecordID) async throws(Failure) -> Void
    /// Makes the program read the signed-in person and the family again instead of using what it
    /// has in memory.
    package var lookAgain: @Sendable () -> Void

    package init(
      confirmed: @escaping @Sendable () async throws(Failure) -> RecordID?,
      become: @escaping @Sendable (_ old: RecordID?, _ new: RecordID) async throws(Failure) -> Void,
      lookAgain: @escaping @Sendable () -> Void
    ) {
      self.confirmed = confirmed
      self.become = become
      self.lookAgain = lookAgain
    }
  }

  package init(_ backend: SQLBackend, _ host: Host) {
    self.backend = backend
    self.host = host
  }

  package var file: DataFile { backend.dataFile }

  // MARK: - The accounts of the data file

  /// Returns the accounts of the data file in the order in which they were connected; empty for a
  /// data file that is not connected.
  package func connections() throws(Problem) -> [Sharing.Connection] {
    guard try host.hasFile() else { return [] }
    return try words { try Sharing.connections(of: file) }
  }

  /// Returns the signed-in person. If connecting was interrupted, the data file has no people; the
  /// result is then the owner of the first account.
  func viewer(_ connections: [Sharing.Connection]) async throws(Problem) -> RecordID {
    if let first = connections.first, try await !hasPeople() {
      return first.account
    }
    guard let person = try await host.person.confirmed() else { throw Problem(.signInNeeded) }
    return person
  }

  /// Returns the connection with the signed-in person's account, and throws if the person has none.
  /// A person never uses another person's account.
  func ownConnection() async throws(Problem) -> Sharing.Connection {
    let all = try connections()
    guard !all.isEmpty else { throw .notConnected }
    let viewer = try await viewer(all)
    guard let own = all.first(where: { $0.account == viewer }) else { throw .noAccountOfYours }
    return own
  }

  package func own() async throws(Problem) -> Sharing { try sharing(try await ownConnection()) }

  /// Returns the `Sharing` (the sync for one person) with which the signed-in person decides about
  /// conflicts, the changes that the server did not accept.
  ///
  /// A person decides only about their own changes. For a person without an account, the result
  /// uses the connection of the first account.
  package func deciding() async throws(Problem) -> Sharing {
    let all = try connections()
    guard let first = all.first else { throw .notConnected }
    let viewer = try await viewer(all)
    return try sharing(all.first { $0.account == viewer } ?? first, person: viewer)
  }

  // MARK: - The state of the connection

  package func status() async throws(Problem) -> SharingStatus {
    let all = try connections()
    guard !all.isEmpty else { return SharingStatus() }
    let viewer = try await viewer(all)
    return try words { try Sharing.status(of: file, for: viewer) }
  }

  package func isSignedIn() async throws(Problem) -> Bool {
    try await secrets(of: try await viewer(connections())).read() != nil
  }

  // MARK: - Syncing the accounts of the data file

  /// Syncs all accounts of this data file, no matter which person starts the sync: it also sends a
  /// parent's changes while the athlete is signed in. If the sync of another account fails, only
  /// the owner of that account is told.
  package func sync(mayTakeMuch: Bool) async throws(Problem) -> SyncOutcome {
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

  /// Syncs these accounts one after the other and adds what they sent and fetched to the outcome.
  ///
  /// Conflicts are not added, because each person sees only their own.
  ///
  /// - Returns: the first failure of an account, nil if there is none. A signed-out account is no
  ///   failure; the outcome names it.
  /// - Throws: the failure to reach the server, because the other accounts could not reach it
  ///   either.
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
        outcome.files += one.files
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

  /// Syncs one account of the data file, no matter which person is signed in.
  ///
  /// - Parameter told: whether the outcome names the families that the person has left since the
  ///   last report.
  private func sync(
    _ connection: Sharing.Connection, told: Bool = true, again: Bool = false,
    _ change: (inout Sharing) -> Void = { _ in }
  ) async throws(Problem) -> SyncOutcome {
    var sharing = try sharing(connection)
    change(&sharing)
    var outcome = try await again ? sharing.again() : sharing.sync()
    // `tellOfLeaving` below reports the families that the person has left, and reports each family
    // only once. So the outcome of the sync itself must not contain them.
    (outcome.left, outcome.neverSent) = ([], [])
    if outcome.fetched > 0, try await followOthers(of: connection.account) {
      outcome.sent += try await sharing.sync().sent
    }
    let status = try words { try Sharing.status(of: file, for: connection.account) }
    (outcome.waiting, outcome.isAwaited) = (status.waiting, status.isAwaited)
    (outcome.asking, outcome.turnedAwayFrom) = (status.asking, status.turnedAwayFrom)
    // A sync that would delete many rows deletes nothing before the person agrees, and the families
    // that the person has left are reported only after that.
    guard told, outcome.wouldRemove == 0 else { return outcome }
    (outcome.left, outcome.neverSent) = try sharing.tellOfLeaving()
    return outcome
  }

  /// Changes the rows that only the account's owner may write so that they fit what other people
  /// have changed. For example, it marks a reminder as read after another person has done what it
  /// asks for.
  ///
  /// Returns true if it wrote rows, which then have to be sent. If the owner is not signed in on
  /// this device, it writes nothing.
  private func followOthers(of account: RecordID) async throws(Problem) -> Bool {
    guard try await host.person.confirmed() == account else { return false }
    let hasSettled = try await backend.settleNotifications()
    guard
      try await backend.people.profile(of: account).person.role == .known(.player)
    else { return hasSettled }
    return try await backend.followOthersContacts(of: account) || hasSettled
  }

  /// Sends and fetches the changes of the signed-in person's account only. Other accounts of the
  /// data file are synced in the background of a prompt or of open pages, or by the command `sync`.
  package func syncOwn(patience: Duration) async throws(Problem) -> SyncOutcome {
    try await sync(try await ownConnection(), told: false) {
      $0.mayTakeMuch = false
      $0.repeats = false
      $0.patience = patience
    }
  }

  /// Syncs the account of the signed-in person. A failed request is not repeated, because a page of
  /// the web server waits for the result. The sync sends the files of documents but does not fetch
  /// any.
  ///
  /// - Parameter moment: if set, `undo` can take back the person's own changes since this moment,
  ///   even if another device made them. If nil, `undo` can take back only changes that were made
  ///   in this data file.
  package func syncOnce(undoingSince moment: Instant?) async throws(Problem) -> SyncOutcome {
    try await sync(try await ownConnection(), told: false) {
      $0.undoableSince = moment
      $0.isCopyAtServer = true
      $0.repeats = false
      $0.needsFiles = true
      $0.takesFiles = false
    }
  }

  /// Syncs all accounts in the background. If a sync would delete many rows, it waits until a
  /// person agrees.
  package func syncQuietly() async throws(Problem) -> QuietSync.Answer {
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
    return QuietSync.Answer(signedOut: outcome.signedOut, isAsking: asks)
  }

  /// Returns whether the server has changes for any account; nil if the server cannot announce
  /// changes.
  package func news() async -> Bool? {
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

  package func again(mayTakeMuch: Bool) async throws(Problem) -> SyncOutcome {
    try await sync(try await ownConnection(), again: true) { $0.mayTakeMuch = mayTakeMuch }
  }

  package func signIn(
    _ password: SecretText, email: String? = nil
  ) async throws(Problem) -> SyncOutcome {
    let connection = try await ownConnection()
    let address = email?.trimmed.lowercased() ?? connection.email
    let client = try client(connection)
    let session: Session
    do {
      session = try await asking { () throws(SupabaseFailure) in
        try await client.auth.signIn(email: address, password: password)
      }
    } catch {
      // If the account was deleted, the server answers a sign-in as it answers a wrong password.
      // Only for the session that this device still has does it answer that the account was
      // deleted.
      if error.cause == .refused, await isErased(client) { throw .erasedThere }
      var problem = error
      if email == nil, problem.cause == .refused, problem.fix == nil {
        problem.fix = "If your address there was changed:  sync sign-in --email ADDRESS"
      }
      throw problem
    }
    guard RecordID(session.user.id) == connection.account else {
      _ = try? await client.auth.signOut()
      try await secrets(of: connection.account).forget()
      throw Problem(.conflict, "That is another account than the one this file is connected with.")
    }
    if address != connection.email {
      try words { try Sharing.setAddress(file, of: connection.account, to: address) }
    }
    return try await sync(mayTakeMuch: false)
  }

  /// Returns whether the account of this device's session was deleted at the server.
  private func isErased(_ client: SupabaseClient) async -> Bool {
    do throws(SupabaseFailure) {
      _ = try await client.auth.user()
      return false
    } catch {
      return error == .sessionEnded(.userNotFound)
    }
  }

  package func signOutOthers() async throws(Problem) {
    let connection = try await ownConnection()
    let client = try client(connection)
    try await asking { () throws(SupabaseFailure) in try await client.auth.signOut(.others) }
  }

  /// Changes the password. The person also has to enter the current password, so that another
  /// person who finds the device unlocked cannot change it.
  package func changePassword(
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
      // After a change of the password, the program's own server ends the person's other sessions,
      // but a hosted Supabase project does not.
      try await client.auth.signOut(.others)
    }
  }

  /// Fetches the files of all documents into this data file.
  package func fetchFiles() async throws(Problem) { try await own().fetchFiles() }

  // MARK: - The clients and sessions of an account

  /// Whether the data file has profiles of people. It has none if connecting a new device was
  /// interrupted before the first sync.
  func hasPeople() async throws(Problem) -> Bool {
    guard try host.hasFile() else { return false }
    return try await !backend.credentials.profiles().isEmpty
  }

  func sharing(
    _ connection: Sharing.Connection, person: RecordID? = nil
  ) throws(Problem) -> Sharing {
    Sharing(
      file, try client(connection), person: person ?? connection.account,
      files: backend.storedFiles, ids: host.ids, now: host.now)
  }

  func client(_ connection: Sharing.Connection) throws(Problem) -> SupabaseClient {
    try client(connection.address, connection.key, connection.account)
  }

  func client(
    _ address: String, _ key: String, _ account: RecordID?
  ) throws(Problem) -> SupabaseClient {
    let project: SupabaseProject
    do throws(RequestFault) {
      project = try SupabaseProject(address: address, key: key)
    } catch {
      throw Problem(.usage, "`\(address)` is no address of a server.")
    }
    let keeper = account.map { secrets(of: $0).keeper } ?? .inMemory()
    var headers: Headers = [:]
    headers[CompassHeader.device] = host.computer.map { PercentEncoding.encoded($0) }
    let auth = SupabaseAuth(
      project, host.http, keeper: keeper, headersOfSignIn: headers, now: host.machineTime)
    return SupabaseClient(project, host.http, auth: auth, now: host.machineTime)
  }

  func secrets(of account: RecordID) -> ServerSession {
    ServerSession(
      secrets: host.secrets, name: ServerSession.name(of: account), file: host.path)
  }

  package func words<Answer>(_ body: () throws -> Answer) throws(Problem) -> Answer {
    try file.inWords(body)
  }

  func asking<Answer>(
    _ body: () async throws(SupabaseFailure) -> Answer
  ) async throws(Problem) -> Answer {
    do throws(SupabaseFailure) {
      return try await body()
    } catch {
      throw error.problem
    }
  }
}
