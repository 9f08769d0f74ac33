import CivilTime
import Composition
import Documents
import Domain
import FeatureKit
import HTTP
import JSON
import SharingServer
import Synchronization
import Threads
import WebHost

/// One person's file, and the pages over it.
///
/// The file is a cache: the database has everything that is in it, apart from changes that await
/// the person's decision. So the file is closed, removed and fetched again without asking.
final class PersonFile: Sendable {
  private struct State {
    var file: AccountFile
    var folder: String
    /// What the database had when the file was last brought up to date; nil for a file that has to be fetched.
    var known: Reached?
    /// Whether the file may hold a change that the database does not have.
    var isDoubtful = false
    var isOpen = false
    var users = 0
    var revision: Int64 = 0
    /// The person who asked last, with the session of their browser. News is fetched with this
    /// session while pages are open.
    var last: SignedInPerson?
    var zone: Zone
  }

  let person: RecordID
  private let ground: PagesGround
  private let parent: String
  private let state: Mutex<State>
  private let made = Mutex<WebHost?>(nil)
  /// Allows only one write or one fetching of changes at a time.
  private let gate = Gate()
  private let lastUse = Mutex(ContinuousClock.now)

  /// - Parameter parent: the folder in which this person's file, and each file that replaces it,
  ///   gets a folder of its own.
  init(_ person: RecordID, _ ground: PagesGround, parent: String) {
    self.person = person
    self.ground = ground
    self.parent = parent
    let folder = Self.newFolder(in: parent)
    state = Mutex(
      State(
        file: AccountFile(folder: folder, zone: ground.settings.zone), folder: folder,
        zone: ground.settings.zone))
  }

  /// Returns a folder name that says nothing about the person.
  private static func newFolder(in parent: String) -> String {
    let chance = UInt64.random(in: .min ... .max)
    return parent + "/file-" + String(chance, radix: 36)
  }

  // MARK: - Requests

  /// Begins a use of the file. During a use the file is neither closed nor removed to make room for
  /// other files.
  func retain() {
    state.withLock { $0.users += 1 }
    lastUse.withLock { $0 = .now }
  }

  func release() { state.withLock { $0.users -= 1 } }

  var unusedSince: ContinuousClock.Instant { lastUse.withLock { $0 } }
  var isOpen: Bool { state.withLock { $0.isOpen } }
  var isIdle: Bool { state.withLock { $0.users == 0 } }
  /// Whether a browser has asked for pages of this person.
  var hasBrowser: Bool { state.withLock { $0.last != nil } }

  /// Answers a request to the person's pages. A request that may write runs alone, from fetching
  /// news to sending its own changes.
  func answer(
    _ request: Request, _ signedIn: SignedInPerson, _ host: WebHost
  ) async throws -> Response {
    state.withLock { state in
      state.isOpen = true
      state.last = signedIn
      state.zone = signedIn.zone ?? ground.settings.zone
    }
    await gate.enter()
    do {
      try await bringUpToDate(signedIn)
    } catch {
      gate.leave()
      throw error
    }
    host.admit(signedIn)
    guard !request.method.isSafe else {
      gate.leave()
      let response = await host.answer(request, in: signedIn.session)
      // Opening a page writes the visit of a parent and the results of the daily rules, so there may be changes to
      // send.
      if state.withLock({ $0.file }).mayHaveToSend { Task { await self.sendRest() } }
      return response
    }
    let response = await host.answer(request, in: signedIn.session)
    gate.leave()
    return response
  }

  /// The person's calendar as the database has it now.
  func calendar(_ reader: SignedInPerson) async throws -> CalendarFile {
    try await withFile(of: reader) { file, account in try await file.calendar(account) }
  }

  /// Does the person's daily work, and returns the notifications that are unread afterwards. The
  /// database has them before an e-mail mentions them.
  func unread(_ reader: SignedInPerson) async throws -> AccountFile.Unread {
    try await withFile(of: reader) { file, account in
      let unread = try await file.unread(account)
      if case .notSaved(let problem) = await send(file, account) { throw problem }
      return unread
    }
  }

  /// Answers a request of a program over the person's gateways. The database has the written
  /// changes before the program gets the answer.
  func answer(
    _ caller: SignedInPerson,
    _ work: @escaping @Sendable (Dependencies) async throws(Problem) -> JSONValue
  ) async throws -> JSONValue {
    try await withFile(of: caller) { file, account in
      let answer: Result<JSONValue, Problem>
      do throws(Problem) {
        answer = .success(try await file.use(account, work))
      } catch {
        answer = .failure(error)
      }
      // What was written before a failure is sent too.
      if let problem = await commit(account) { throw problem }
      return try answer.get()
    }
  }

  /// Calls a closure with the file, without a browser. No other write runs meanwhile, and the file
  /// has what the database has.
  private func withFile<Value: Sendable>(
    of reader: SignedInPerson,
    _ use: (AccountFile, ServerAccount) async throws -> Value
  ) async throws -> Value {
    state.withLock { state in
      state.isOpen = true
      state.zone = reader.zone ?? ground.settings.zone
    }
    await gate.enter()
    defer { gate.leave() }
    try await bringUpToDate(reader)
    return try await use(state.withLock { $0.file }, account(reader.session, reader.user))
  }

  /// Sends the waiting changes that no request of the person has sent.
  func sendRest() async {
    await gate.enter()
    defer { gate.leave() }
    let (file, last, known) = state.withLock { ($0.file, $0.last, $0.known) }
    guard let last, known != nil else { return }
    _ = await send(file, account(last.session, last.user))
  }

  /// Sends the changes that were written. If they did not arrive, or may not have arrived, the file
  /// is replaced before its next use.
  private func send(_ file: AccountFile, _ account: ServerAccount) async -> AccountFile.Sent {
    let sent = await file.send(account)
    if case .notSaved = sent { state.withLock { $0.isDoubtful = true } }
    return sent
  }

  /// Whether pages of the person are open and wait for changes.
  var isWatched: Bool { made.withLock { $0 }?.isListenedTo ?? false }

  /// Fetches the rows that are new for open pages, and tells the pages. A failure is ignored here,
  /// because the next request meets it again.
  func hear(_ reached: Reached) async {
    let (last, known) = state.withLock { ($0.last, $0.known) }
    guard var last, known != reached else { return }
    last.reached = reached
    await gate.enter()
    try? await bringUpToDate(last)
    gate.leave()
  }

  /// Fetches what the database has and the file does not.
  private func bringUpToDate(_ signedIn: SignedInPerson) async throws {
    let wanted = signedIn.reached
    if state.withLock({ $0.isDoubtful }) { replace() }
    let (file, known) = state.withLock { ($0.file, $0.known) }
    guard known != wanted else { return }
    if known?.joining == wanted.joining,
      try file.isCurrent(for: person, era: wanted.era, wanted.scopes)
    {
      return state.withLock { $0.known = wanted }
    }
    do {
      try await file.fetch(account(signedIn.session, signedIn.user))
    } catch {
      // A file that was fetched only in part would look like a complete one.
      if known == nil { state.withLock { $0.isDoubtful = true } }
      throw error
    }
    state.withLock { state in
      state.known = wanted
      state.revision = file.revision() ?? state.revision
    }
  }

  /// Sends the changes that a request wrote. The returned problem says why the changes do not
  /// count.
  private func commit(_ account: ServerAccount) async -> Problem? {
    let file = state.withLock { $0.file }
    let sent = await send(file, account)
    state.withLock { $0.revision = file.revision() ?? $0.revision }
    switch sent {
    case .accepted: return nil
    case .toDecide(let problem), .notSaved(let problem): return problem
    }
  }

  // MARK: - The file

  /// Begins with an empty file, and removes the old one.
  private func replace() {
    let folder = Self.newFolder(in: parent)
    let file = AccountFile(folder: folder, zone: ground.settings.zone)
    let old = state.withLock { state in
      let old = (state.file, state.folder)
      (state.file, state.folder, state.known, state.isDoubtful) = (file, folder, nil, false)
      return old
    }
    old.0.close()
    PersonFiles.remove(old.1)
  }

  /// Closes the file until its next use.
  func close() {
    let file = state.withLock { state in
      state.isOpen = false
      return state.file
    }
    file.close()
  }

  /// Closes and removes the file when no write is under way.
  func remove() async {
    await gate.enter()
    replace()
    gate.leave()
  }

  // MARK: - Pages

  func host(assets: AssetStore, threads: WorkThreads, origin: WebOrigin) -> WebHost {
    made.withLock { made in
      if let made { return made }
      let host = WebHost(program, threads: threads, origin: origin, assets: assets)
      made = host
      return host
    }
  }

  func dismiss(_ session: String) { made.withLock { $0 }?.dismiss(session) }

  private var program: WebProgram {
    .ofAccount(
      { [unowned self] in state.withLock { $0.file } },
      { [unowned self] kept in
        account(
          kept["session"] ?? "", kept["user"].flatMap { try? JSONValue.parse($0) } ?? .null)
      },
      revision: { [weak self] in self?.state.withLock { $0.revision } }, uploads: parent,
      ownPages: [
        HostedCommands.signOut: OwnPage.signOut.address, "account": OwnPage.account.address,
      ],
      commit: { [weak self] account in await self?.commit(account) })
  }

  private func account(_ session: String, _ user: JSONValue) -> ServerAccount {
    ServerAccount(
      person: person, email: user["email"]?.string ?? "", key: ground.publicKey,
      session: { [ground] () throws(Problem) in
        try ground.deviceSession(session, of: user)
      }, http: ground.http(),
      zone: { [weak self, ground] in
        self?.state.withLock { $0.zone } ?? ground.settings.zone
      }, mail: ground.packetMail(of: person, at: user["email"]?.string ?? ""))
  }
}

extension WebHost {
  func admit(_ signedIn: SignedInPerson) {
    admit(
      signedIn.session,
      KeptSession(
        visitor: ["session": signedIn.session, "user": signedIn.user.text], token: signedIn.token,
        pages: Int(Instant.ofSystem.milliseconds)))
  }
}
