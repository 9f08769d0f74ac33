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

/// One person's data file on this server, and the web pages that show it.
///
/// The file is a cache: the database contains the same data. The only exception are changes about
/// which the person still has to decide. The server may therefore close or delete the file at any
/// time, without asking the person, and fetch its content again.
final class PersonFile: Sendable {
  private struct State {
    var file: AccountFile
    var folder: String
    /// The state of the database when rows were last fetched into the file; nil for a file whose
    /// first rows have yet to be fetched.
    var known: Reached?
    /// The time since which the person has been signed in with a browser, as it was when the file
    /// got its first rows; nil if no browser was signed in then. The file can undo the person's
    /// changes since that time.
    var signedInSince: Instant?
    /// Whether the file may contain a change that the database lacks. Such a file is replaced by an
    /// empty one before its next use.
    var isDoubtful = false
    var isOpen = false
    var users = 0
    var revision: Int64 = 0
    /// The signed-in person of the newest browser request. While pages are open, new rows are
    /// fetched with this person's session.
    var last: SignedInPerson?
    var zone: Zone
  }

  let person: RecordID
  private let ground: PagesGround
  private let parent: String
  private let state: Mutex<State>
  private let made = Mutex<WebHost?>(nil)
  /// Lets one task at a time use the file, so that writing and fetching changes never overlap.
  private let gate = Gate()
  /// Lets one form with files arrive and be answered at a time, so that a person who sends many at
  /// once does not fill the server's disk.
  private let arrival = Gate()
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

  /// Returns the path of a new folder. Its name is random, so that it says nothing about the
  /// person.
  private static func newFolder(in parent: String) -> String {
    let chance = UInt64.random(in: .min ... .max)
    return parent + "/file-" + String(chance, radix: 36)
  }

  // MARK: - Using the file for requests

  /// Begins a use of the file, which ends with the call of `release`. During the use the server
  /// neither closes nor removes the file, not even to make place for other open files.
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

  /// Answers a browser's request to the person's pages.
  ///
  /// A request that may write holds the lock of the file from the fetching of new rows until its
  /// changes are sent, so that no other request of the person runs meanwhile. A request that only
  /// reads releases the lock before its page is made. A request waits for the lock only when its
  /// body has arrived, so that a slow sender delays no other page of the person, except another
  /// form with files. A request about the command that holds the lock, such as the one that stops
  /// it, does not wait for the lock.
  func answer(
    _ request: Request, _ signedIn: SignedInPerson, _ host: WebHost
  ) async throws -> Response {
    state.withLock { state in
      state.isOpen = true
      state.last = signedIn
      state.zone = signedIn.zone ?? ground.settings.zone
    }
    // The uploaded files of a form are on the disk until the form is answered. Only one such form
    // is let in at a time.
    if request.isMultipart { await arrival.enter() }
    defer { if request.isMultipart { arrival.leave() } }
    await host.receive(request)
    if host.isAboutRunningWork(request) {
      host.admit(signedIn)
      return await host.answer(request, in: signedIn.session)
    }
    await gate.enter()
    let (file, lacksSteps) = state.withLock { state in
      (state.file, state.known != nil && state.signedInSince == nil)
    }
    do {
      // A file that was filled for a program's request or for an e-mail does not contain the
      // person's earlier changes, which a browser needs for `undo`. Such a file is replaced, unless
      // it has a change about which the person still has to decide, because that change is stored
      // nowhere else. Until then `undo` takes back only the changes that were made in this file.
      if lacksSteps, try !file.awaitsDecision(of: person) {
        state.withLock { $0.isDoubtful = true }
      }
      try await bringUpToDate(signedIn)
    } catch {
      gate.leave()
      throw error
    }
    host.admit(signedIn)
    guard !request.method.isSafe else {
      gate.leave()
      let response = await host.answer(request, in: signedIn.session)
      // Even a request that only reads can cause writes: opening a page logs a parent's visit and
      // stores the results of the daily work. The server does and sends these writes after the
      // response.
      if host.hasLaterWork { Task { await self.sendRest() } }
      return response
    }
    let response = await host.answer(request, in: signedIn.session)
    gate.leave()
    return response
  }

  /// Returns the person's calendar from the newest data of the database.
  func calendar(_ reader: SignedInPerson) async throws -> CalendarFile {
    try await withFile(of: reader) { file, account in try await file.calendar(account) }
  }

  /// Does the person's daily work, sends its changes to the database, and returns the notifications
  /// that are unread afterwards.
  ///
  /// An e-mail may therefore mention only notifications that the database has.
  func unread(_ reader: SignedInPerson) async throws -> AccountFile.Unread {
    try await withFile(of: reader) { file, account in
      let unread = try await file.unread(account)
      if case .notSaved(let problem) = await send(file, account) { throw problem }
      return unread
    }
  }

  /// Answers a program's request by running a closure with the services (the functions that read
  /// and write) of the person's data file.
  ///
  /// The changes that the closure writes are sent to the database before the program gets the
  /// answer.
  ///
  /// - Parameter sendsMail: whether the closure sends e-mail. If the server then does not accept
  ///   the log entries of the e-mails, the e-mails are sent nevertheless. The request therefore
  ///   does not fail, and the message of its answer names the problem.
  func answer(
    _ caller: SignedInPerson, sendsMail: Bool = false,
    _ work: @escaping @Sendable (Dependencies) async throws(Problem) -> JSONValue
  ) async throws -> JSONValue {
    try await withFile(of: caller) { file, account in
      let answer: Result<JSONValue, Problem>
      do throws(Problem) {
        answer = .success(try await file.use(account, work))
      } catch {
        answer = .failure(error)
      }
      // Even a closure that fails may have written changes to the file before. They are therefore
      // sent to the database too.
      guard let problem = await commit(account) else { return try answer.get() }
      guard sendsMail, case .success(let sent) = answer, var object = sent.object else {
        throw problem
      }
      let words = [object["message"]?.string, "It could not be logged.", problem.title]
      object["message"] = .string(words.compactMap { $0 }.joined(separator: " "))
      return .object(object)
    }
  }

  /// Brings the file up to date and calls a closure with it, for work without a request of a
  /// browser. No other task writes to the file meanwhile.
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

  /// Does the writes that reading a page has caused, such as the log entry of a parent's visit, and
  /// sends the changes that are still in the file. Open pages then refresh.
  func sendRest() async {
    await gate.enter()
    defer { gate.leave() }
    await made.withLock { $0 }?.doLaterWork()
    let (file, last, known) = state.withLock { ($0.file, $0.last, $0.known) }
    guard let last, known != nil else { return }
    _ = await send(file, account(last.session, last.user))
    state.withLock { $0.revision = file.revision() ?? $0.revision }
  }

  /// Sends the changes in the file's outbox, which has the changes that the database may still
  /// lack. If the changes did not arrive, or may not have arrived, the file is replaced before its
  /// next use.
  private func send(_ file: AccountFile, _ account: ServerAccount) async -> AccountFile.Sent {
    let sent = await file.send(account)
    if case .notSaved = sent { state.withLock { $0.isDoubtful = true } }
    return sent
  }

  /// Whether a browser has pages of the person open, which wait for changes.
  var isWatched: Bool { made.withLock { $0 }?.isListenedTo ?? false }

  /// Fetches the new rows of the database, so that the person's open pages refresh.
  ///
  /// A failure is ignored, because the person's next request fetches again and reports it.
  ///
  /// - Parameter reached: the present state of the person's data in the database.
  func hear(_ reached: Reached) async {
    let (last, known) = state.withLock { ($0.last, $0.known) }
    guard var last, known != reached else { return }
    last.reached = reached
    await gate.enter()
    try? await bringUpToDate(last)
    gate.leave()
  }

  /// Fetches the rows that the database has and the file lacks. A file that may contain a change
  /// which the database lacks is replaced first.
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
      try await fetch(into: file, signedIn, isFirst: known == nil)
    } catch {
      // A file whose first rows were fetched only in part would look like a complete file, so it is
      // marked for replacement until all rows are fetched.
      if known == nil { state.withLock { $0.isDoubtful = true } }
      throw error
    }
    state.withLock { state in
      state.known = wanted
      state.revision = file.revision() ?? state.revision
    }
  }

  /// Fetches rows into the file. Before the first rows, it stores the time since which the person
  /// has been signed in with a browser.
  ///
  /// The function must not be inlined, because Swift 6.3.1 then crashes in a release build.
  @inline(never)
  private func fetch(
    into file: AccountFile, _ signedIn: SignedInPerson, isFirst: Bool
  ) async throws {
    if isFirst { try await noteSignIn() }
    try await file.fetch(account(signedIn.session, signedIn.user))
  }

  private func noteSignIn() async throws {
    let since = try await ground.signedInSince(person)
    state.withLock { $0.signedInSince = since }
  }

  /// Sends the changes that a request wrote.
  ///
  /// - Returns: nil if the server accepted the changes; otherwise the problem to show to the
  ///   person.
  private func commit(_ account: ServerAccount) async -> Problem? {
    let file = state.withLock { $0.file }
    let sent = await send(file, account)
    state.withLock { $0.revision = file.revision() ?? $0.revision }
    switch sent {
    case .accepted: return nil
    case .toDecide(let problem), .notSaved(let problem): return problem
    }
  }

  // MARK: - Replacing and removing the file

  /// Closes and removes the present file, and begins with an empty one in a new folder.
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

  /// Closes the file; its next use opens it again.
  func close() {
    let file = state.withLock { state in
      state.isOpen = false
      return state.file
    }
    file.close()
  }

  /// Waits until no write is under way, and then closes and removes the file.
  func remove() async {
    await gate.enter()
    replace()
    gate.leave()
  }

  // MARK: - The web pages over the file

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
    var program = WebProgram.ofAccount(
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
    program.formIsDone = { [ground] session, form in
      _ = try? await ground.ask(
        "DELETE FROM accounts.kept_forms AS k WHERE k.session = $1::uuid AND k.name = $2",
        [session, form])
    }
    return program
  }

  private var signedInSince: Instant? { state.withLock { $0.signedInSince } }

  private func account(_ session: String, _ user: JSONValue) -> ServerAccount {
    ServerAccount(
      person: person, email: user["email"]?.string ?? "", key: ground.publicKey,
      session: { [ground] () throws(Problem) in
        try ground.deviceSession(session, of: user)
      }, http: ground.http(),
      zone: { [weak self, ground] in
        self?.state.withLock { $0.zone } ?? ground.settings.zone
      }, signedInSince: { [weak self] in self?.signedInSince },
      mail: ground.packetMail(of: person, at: user["email"]?.string ?? ""))
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
