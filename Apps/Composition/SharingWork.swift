import Auth
import CivilTime
import Domain
import FeatureKit
import HTTP
import JSON
import Networking
import Persistence
import SQLBackend
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

  /// The signed-in person here. In a file with nobody in it, of which connecting was cut short, whoever connects it.
  func viewer(_ connections: [Sharing.Connection]) async throws(Problem) -> RecordID {
    if let first = connections.first, try await program.file.profiles().isEmpty {
      return first.account
    }
    guard let person = try await program.signedIn.confirmed() else { throw Problem(.signInNeeded) }
    return person
  }

  /// The account of the signed-in person here: nobody speaks with another person's.
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
  /// sits there. What fails for another person is theirs to be told.
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

  /// What was fetched with another person's account is here for everybody; what they have to decide is not told to others.
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
    if outcome.fetched > 0, try await followContacts(of: connection.account) {
      outcome.sent += try await sharing.sync().sent
    }
    // Who asks, and who was turned away, is no reason for a sync to fail.
    try? await sharing.noteJoining()
    let status = try words { try Sharing.status(of: file, for: connection.account) }
    (outcome.waiting, outcome.isAwaited) = (status.waiting, status.isAwaited)
    (outcome.asking, outcome.turnedAwayFrom) = (status.asking, status.turnedAwayFrom)
    // Whoever is asked first hears of it with the answer.
    guard told, outcome.wouldRemove == 0 else { return outcome }
    (outcome.left, outcome.neverSent) = try sharing.tellOfLeaving()
    return outcome
  }

  /// What contacts that others logged set off for the account's person; true where something of it is to be sent. Only the athlete's own
  /// devices work it out, and as them: in a file of several it waits until they are signed in here.
  private func followContacts(of account: RecordID) async throws(Problem) -> Bool {
    guard try await program.signedIn.confirmed() == account,
      try await program.backend.people.profile(of: account).person.role == .known(.player)
    else { return false }
    return try await program.backend.followOthersContacts(of: account)
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
    let connection = try await ownConnection()
    // A device that is signed out itself has nobody's word to end the others with.
    guard try await secrets(of: connection.account).read() != nil else {
      throw SupabaseFailure.signedOut.problem
    }
    let client = try client(connection)
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

  func client(
    _ address: String, _ key: String, _ account: RecordID?
  ) throws(Problem) -> SupabaseClient {
    let project: SupabaseProject
    do throws(RequestFault) {
      project = try SupabaseProject(address: address, key: key)
    } catch {
      throw Problem(.usage, "`\(address)` is no address of a server.")
    }
    let now: @Sendable () -> Instant = { Machine.moment().wall }
    let http = HTTPClient.live(.ofEnvironment)
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

extension Sharing.Outcome {
  var outcome: SyncOutcome {
    var outcome = SyncOutcome(
      sent: sent, held: held, refused: refused, fetched: fetched, removed: removed, backup: backup)
    outcome.wouldRemove = wouldRemove
    outcome.twice = twice
    return outcome
  }
}
