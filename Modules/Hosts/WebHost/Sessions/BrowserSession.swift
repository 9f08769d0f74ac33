import FeatureKit
import HTTP
import Synchronization
import WebRendering

/// One browser that was let in: who is signed in there, what it was last told, and the lines that were typed. A few kilobytes.
final class BrowserSession: Sendable {
  let uses: FormUses

  private struct State {
    /// Whose pages are looked at instead of those that the program was started for.
    var elsewhere: WebVisitor?
    var token: [UInt8]
    var lastUse: Int64
    /// What was kept of the visitor, and when.
    var kept: [String: String]?
    var lastKept: Int64
    var outcomes: [(name: String, outcome: ServedOutcome)] = []
    var lines: [String] = []
    /// The addresses that lists were left at, by their paths.
    var lists: [String: String] = [:]
    var held: [(name: String, promise: HeldFields)] = []
    /// Of its open pages, the oldest first, with what ends each.
    var streams: [(number: Int, end: @Sendable () -> Void)] = []
    var lastStream = 0
    /// What is under way for its pages, by the number of the form that was sent.
    var work: [Int: RunningWork] = [:]
    var isOver = false

    mutating func forget() {
      outcomes = []
      lines = []
      lists = [:]
      held = []
    }
  }

  private let home: WebVisitor
  private let state: Mutex<State>

  static let keptOutcomes = 8
  static let keptLines = 50
  static let keptPromises = 4
  /// Browsers hold six connections to a host; a stream in each of more tabs would leave none for pages.
  static let mostStreams = 4

  init(_ visitor: WebVisitor, token: [UInt8], now: Int64, after pages: Int = 0) {
    home = visitor
    uses = FormUses(after: pages)
    state = Mutex(State(token: token, lastUse: now, lastKept: now))
  }

  // MARK: What outlasts the program

  /// What is to be kept; nil while all of it is kept already and was not long ago.
  func toKeep(at now: Int64) -> KeptSession? {
    let visitor = home.state()
    return state.withLock { state in
      guard state.kept != visitor || now - state.lastKept > Self.keptAgainAfter else { return nil }
      state.kept = visitor
      state.lastKept = now
      return KeptSession(visitor: visitor, token: state.token, pages: uses.given)
    }
  }

  /// In milliseconds: how old what is kept may be while the session is used.
  private static let keptAgainAfter: Int64 = 3_600_000
  /// More pages than a session is given in that time.
  static let pagesBetweenKeeping = 1_000_000

  // MARK: Where it is

  var visitor: WebVisitor { state.withLock { $0.elsewhere } ?? home }
  var isElsewhere: Bool { state.withLock { $0.elsewhere } != nil }

  /// Goes to another family's pages, or back with nil. What was said and typed belongs to the one before.
  func move(to visitor: WebVisitor?) {
    state.withLock { state in
      state.elsewhere = visitor
      state.forget()
    }
  }

  // MARK: The token of its forms

  func masked(pad: [UInt8]) -> String {
    MaskedToken(state.withLock { $0.token }, pad: pad).text
  }

  func isToken(_ text: String) -> Bool { MaskedToken.fits(text, state.withLock { $0.token }) }

  /// Another person: forms of pages that the one before was given are good no more.
  func renew(token: [UInt8]) {
    state.withLock { state in
      state.token = token
      state.kept = nil
      state.forget()
    }
  }

  // MARK: How long it lasts

  var lastUse: Int64 { state.withLock { $0.lastUse } }
  func used(at now: Int64) { state.withLock { $0.lastUse = now } }
  var isOver: Bool { state.withLock { $0.isOver } }
  func end() { state.withLock { $0.isOver = true } }

  // MARK: What was said

  /// Keeps what a command came to for the page after it.
  func keep(_ outcome: ServedOutcome, as name: String) {
    state.withLock { state in
      state.outcomes.append((name, outcome))
      if state.outcomes.count > Self.keptOutcomes { state.outcomes.removeFirst() }
    }
  }

  func outcome(_ name: String) -> ServedOutcome? {
    state.withLock { state in state.outcomes.last { $0.name == name }?.outcome }
  }

  var lines: [String] { state.withLock { $0.lines } }

  /// Where a list was left: with the choices that were made in it.
  func choices(at path: String) -> String? { state.withLock { $0.lists[path] } }

  func keep(choices address: String?, at path: String) {
    state.withLock { $0.lists[path] = address }
  }

  func remember(line: String) {
    state.withLock { state in
      state.lines.removeAll { $0 == line }
      state.lines.append(line)
      if state.lines.count > Self.keptLines { state.lines.removeFirst() }
    }
  }

  // MARK: What waits for a yes

  /// Keeps what must not stand in a page, or cannot, until its question is answered.
  func hold(_ promise: HeldFields, as name: String) {
    state.withLock { state in
      state.held.append((name, promise))
      if state.held.count > Self.keptPromises { state.held.removeFirst() }
    }
  }

  func held(_ name: String) -> HeldFields? {
    state.withLock { state in state.held.last { $0.name == name }?.promise }
  }

  // MARK: What is under way

  func begin(_ work: RunningWork, as number: Int) { state.withLock { $0.work[number] = work } }
  func endWork(_ number: Int) { state.withLock { $0.work[number] = nil } }
  func work(_ number: Int) -> RunningWork? { state.withLock { $0.work[number] } }

  // MARK: Open pages

  /// Counts another stream, and ends the oldest in its favour when there are too many: who presses quickly leaves streams
  /// behind that nobody has closed yet.
  func beginStream(ending end: @escaping @Sendable () -> Void) -> Int {
    let (number, tooMany) = state.withLock { state in
      state.lastStream += 1
      state.streams.append((state.lastStream, end))
      let tooMany = state.streams.count > Self.mostStreams ? state.streams.removeFirst() : nil
      return (state.lastStream, tooMany)
    }
    tooMany?.end()
    return number
  }

  func endStream(_ number: Int) {
    state.withLock { $0.streams.removeAll { $0.number == number } }
  }

  func endStreams() {
    let all = state.withLock { state in
      defer { state.streams = [] }
      return state.streams
    }
    for stream in all { stream.end() }
  }
}

/// Secrets and files of a form whose command asked: they are kept here, and the page gets a name for them.
struct HeldFields: Sendable {
  var secrets: [String: [String]] = [:]
  var files: [HTTP.Form.File] = []
  /// A whole form that was sent when its person was signed in no more: it is shown again once they are.
  var form: SentForm?

  var isEmpty: Bool { secrets.isEmpty && files.isEmpty && form == nil }
}

/// All browsers that were let in, by the names in their cookies.
final class BrowserSessions: Sendable {
  private let named = Mutex<[String: BrowserSession]>([:])
  private let program: WebProgram
  /// Names that were changed a moment ago, the oldest first, with the time.
  private let changed = Mutex<[(name: String, at: Int64)]>([])

  /// One that nobody used for so long is over.
  static let idleMilliseconds: Int64 = 12 * 3_600_000
  /// Each costs a key; more than anybody opens are let go, the longest unused first.
  static let most = 10_000
  /// In milliseconds: another tab may ask with the name of before while the answer that brings the new one is on its way.
  static let changeArrivesWithin: Int64 = 10_000
  private static let mostChanged = 1_000

  init(_ program: WebProgram) { self.program = program }

  var count: Int { named.withLock { $0.count } }

  func begin() throws(Problem) -> (name: String, session: BrowserSession) {
    let name = Base64URL.text(try program.random(EntryKeys.length))
    let now = program.uptime()
    let session = BrowserSession(
      program.makeVisitor(), token: try program.random(EntryKeys.length), now: now)
    let ended = named.withLock { named -> [BrowserSession] in
      var ended: [BrowserSession] = []
      if named.count >= Self.most {
        let old = named.filter { now - $0.value.lastUse > Self.idleMilliseconds }
        for (name, session) in old {
          named[name] = nil
          ended.append(session)
        }
        if named.count >= Self.most,
          let oldest = named.min(by: { $0.value.lastUse < $1.value.lastUse })
        {
          named[oldest.key] = nil
          ended.append(oldest.value)
        }
      }
      named[name] = session
      return ended
    }
    for session in ended { session.end() }
    keep(session, name)
    return (name, session)
  }

  /// Keeps what has changed of it since it was kept last.
  func keep(_ session: BrowserSession, _ name: String) {
    guard let kept = session.toKeep(at: program.uptime()) else { return }
    program.memory.save(name, kept)
    // It may have been given another name meanwhile, and must not be found under this one again.
    if named.withLock({ $0[name] !== session }) { program.memory.remove(name) }
  }

  /// Whether the browser with this name has been given another one that is still on its way.
  func isChanging(_ name: String?) -> Bool {
    let now = program.uptime()
    return changed.withLock { changed in
      changed.removeAll { now - $0.at > Self.changeArrivesWithin }
      return changed.contains { $0.name == name }
    }
  }

  /// A session of an earlier run. Whoever makes up names finds none.
  private func again(_ name: String) -> BrowserSession? {
    guard Base64URL.bytes(name)?.count == EntryKeys.length, let kept = program.memory.load(name)
    else { return nil }
    let session = BrowserSession(
      program.visitorAgain(kept.visitor), token: kept.token, now: program.uptime(),
      after: kept.pages + BrowserSession.pagesBetweenKeeping)
    // Two requests may have found it at once: both get the same.
    let known = named.withLock { named -> BrowserSession in
      if let known = named[name] { return known }
      named[name] = session
      return session
    }
    // Another request may have given it another name since it was loaded.
    guard program.memory.load(name) != nil else {
      named.withLock { $0[name] = nil }
      return nil
    }
    keep(known, name)
    return known
  }

  /// Whether there is a session of that name in this run.
  func isOpen(_ name: String?) -> Bool {
    name.map { name in named.withLock { $0[name] != nil } } ?? false
  }

  /// The session of that name, which is used now.
  func session(_ name: String?) -> BrowserSession? {
    guard let name else { return nil }
    let now = program.uptime()
    guard let found = named.withLock({ $0[name] }) ?? again(name) else { return nil }
    guard now - found.lastUse <= Self.idleMilliseconds else {
      named.withLock { $0[name] = nil }
      program.memory.remove(name)
      found.end()
      return nil
    }
    found.used(at: now)
    keep(found, name)
    return found
  }

  /// Another name and another token for the same browser: the name that somebody may have seen is good no more.
  func rename(_ session: BrowserSession, from old: String) throws(Problem) -> String {
    let new = Base64URL.text(try program.random(EntryKeys.length))
    let token = try program.random(EntryKeys.length)
    let now = program.uptime()
    changed.withLock { changed in
      changed.append((old, now))
      if changed.count > Self.mostChanged { changed.removeFirst() }
    }
    // Before and after: no request finds it under the old name between the two, nor what another request kept there at the same moment.
    program.memory.remove(old)
    named.withLock { named in
      named[old] = nil
      named[new] = session
    }
    session.renew(token: token)
    program.memory.remove(old)
    keep(session, new)
    // Pages of whoever was signed in before hear that it is over at once.
    session.endStreams()
    return new
  }
}
