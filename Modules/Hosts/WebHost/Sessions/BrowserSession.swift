import FeatureKit
import HTTP
import Synchronization
import WebRendering

/// The session of one browser: its signed-in person, the recent results that its pages show, and
/// the command lines that were typed in it.
final class BrowserSession: Sendable {
  let uses: FormUses

  private struct State {
    var name: String
    /// The visitor (the person in this browser) of another data folder, such as that of the example
    /// family, while the session shows that folder; nil while it shows the program's own folder.
    var elsewhere: WebVisitor?
    var token: [UInt8]
    /// The token of the session's forms before a person last signed in or out; empty before that.
    var formerToken: [UInt8] = []
    var lastUse: Int64
    /// The state of the visitor (the person in this browser) when it was stored last, at the time
    /// `lastKept`. It is nil if the session has to store the state again even if it is the same.
    var kept: [String: String]?
    var lastKept: Int64
    var outcomes: [(name: String, outcome: ServedOutcome)] = []
    var lines: [String] = []
    /// For the path of each list, the address with the filters that the person chose last, so that
    /// the list opens with them again.
    var lists: [String: String] = [:]
    var held: [(name: String, promise: HeldFields, since: Int64)] = []
    /// The forms that people sent while they were signed out, oldest first. They stay when another
    /// person signs in, but that person never sees them. The sign-in page that a sent form led to
    /// contains the form's name.
    var waiting: [(name: String, form: SentForm)] = []
    /// The event streams of the session's open pages, oldest first. Each has a number, and a
    /// closure that ends the stream.
    var streams: [(number: Int, end: @Sendable () -> Void)] = []
    var lastStream = 0
    /// The commands that are running now, by the number of the page from which each was sent.
    var work: [Int: RunningWork] = [:]
    var isOver = false

    func isToKeep(_ visitor: [String: String], at now: Int64) -> Bool {
      kept != visitor || now - lastKept > BrowserSession.keptAgainAfter
    }

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
  static let keptPromises = 12
  /// The largest number of event streams of a session. A browser opens at most six connections to a
  /// host, and needs some of them to load pages.
  static let mostStreams = 4

  /// - Parameter isSecondRun: whether the session's earlier pages are from an earlier run of the
  ///   program.
  init(
    _ name: String, _ visitor: WebVisitor, token: [UInt8], now: Int64, after pages: Int = 0,
    isSecondRun: Bool = false
  ) {
    home = visitor
    uses = FormUses(after: pages, isSecondRun: isSecondRun)
    state = Mutex(State(name: name, token: token, lastUse: now, lastKept: now))
  }

  /// The name by which the host finds the session. It is the value of the host's cookie, unless the
  /// app that uses the host sets cookies of its own.
  var name: String { state.withLock { $0.name } }

  // MARK: Storing the session between runs of the program

  /// Whether the session has to be stored: its visitor's state (who is signed in) has changed since
  /// the session was stored last, or that was more than an hour ago.
  func isToKeep(at now: Int64) -> Bool {
    let visitor = home.state()
    return state.withLock { $0.isToKeep(visitor, at: now) }
  }

  /// Returns the state of the session if the caller has to store it now; nil if `isToKeep` is
  /// false.
  func toKeep(at now: Int64) -> KeptSession? {
    let visitor = home.state()
    return state.withLock { state in
      guard state.isToKeep(visitor, at: now) else { return nil }
      state.kept = visitor
      state.lastKept = now
      return KeptSession(visitor: visitor, token: state.token, pages: uses.given)
    }
  }

  /// Records that storing the session has failed, so that `toKeep` returns its state again and the
  /// next request tries to store it.
  func wasNotKept() { state.withLock { $0.kept = nil } }

  /// The number of milliseconds after which a session is stored again although its state has not
  /// changed. The stored time shows that the session is still in use.
  private static let keptAgainAfter: Int64 = 3_600_000
  /// The number that is added to the stored page number when a session is loaded after a new start
  /// of the program.
  ///
  /// After the session was stored, it may have created more pages, whose numbers are higher than
  /// the stored one. The sum is higher than all of these, so that no number is used twice.
  static let pagesBetweenKeeping = 1_000_000

  // MARK: The data folder that the session shows

  var visitor: WebVisitor { state.withLock { $0.elsewhere } ?? home }
  var isElsewhere: Bool { state.withLock { $0.elsewhere } != nil }

  /// Switches to the visitor (the person in this browser) of another data folder; nil switches back
  /// to the program's own folder. The outcomes and typed lines of the previous folder are removed.
  func move(to visitor: WebVisitor?) {
    state.withLock { state in
      state.elsewhere = visitor
      state.forget()
    }
  }

  // MARK: The token in the session's forms

  func masked(pad: [UInt8]) -> String {
    MaskedToken(state.withLock { $0.token }, pad: pad).text
  }

  func isToken(_ text: String) -> Bool { MaskedToken.fits(text, state.withLock { $0.token }) }

  /// Returns whether the text is the token that the session had before a person last signed in or
  /// out. No command runs with it; it only shows from which session a form comes.
  func wasToken(_ text: String) -> Bool {
    MaskedToken.fits(text, state.withLock { $0.formerToken })
  }

  /// Gives the session a new name and a new token, because another person uses it from now on.
  /// Forms on pages of the previous person stop working.
  func renew(_ name: String, token: [UInt8]) {
    state.withLock { state in
      state.name = name
      state.formerToken = state.token
      state.token = token
      state.kept = nil
      state.forget()
    }
  }

  // MARK: Use and end of the session

  var lastUse: Int64 { state.withLock { $0.lastUse } }
  func used(at now: Int64) { state.withLock { $0.lastUse = now } }
  var isOver: Bool { state.withLock { $0.isOver } }
  func end() { state.withLock { $0.isOver = true } }

  // MARK: Outcomes, typed lines and chosen filters

  /// Stores the outcome of a command, such as "Added Kent", under a name, by which the next page
  /// finds and shows it.
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

  /// Returns the address of a list with the filters that the person last chose in it.
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

  // MARK: Values that are kept out of a page

  /// Stores the secrets and files of a form until the person has answered the question on a page. A
  /// page must not contain secrets, and cannot contain files.
  func hold(_ promise: HeldFields, as name: String) {
    state.withLock { state in
      state.held.append((name, promise, state.lastUse))
      if state.held.count > Self.keptPromises { state.held.removeFirst() }
    }
  }

  func held(_ name: String) -> HeldFields? {
    state.withLock { state in state.held.last { $0.name == name }?.promise }
  }

  /// Removes the secrets and files that are stored under this name, because their command was done.
  func letGo(_ name: String) { state.withLock { $0.held.removeAll { $0.name == name } } }

  /// Removes the stored forms with files that are older than this moment.
  func forgetUploads(before moment: Int64) {
    state.withLock { $0.held.removeAll { !$0.promise.files.isEmpty && $0.since < moment } }
  }

  /// Stores a form that was sent while its person was signed out, until that person has signed in
  /// again. Returns the name of the stored form. A form that was sent twice keeps its first name.
  func wait(_ form: SentForm, as newName: String) -> String {
    state.withLock { state in
      let known = state.waiting.firstIndex {
        $0.form.subject == form.subject && $0.form.content == form.content
      }
      let name = known.map { state.waiting.remove(at: $0).name } ?? newName
      state.waiting.append((name, form))
      if state.waiting.count > Self.keptPromises { state.waiting.removeFirst() }
      return name
    }
  }

  /// Removes the form with this name and returns it; nil if it belongs to another person. Only the
  /// tab in which the form was sent knows the name.
  func takeWaiting(for subject: String, as name: String) -> SentForm? {
    state.withLock { state in
      state.waiting.firstIndex { $0.name == name && $0.form.subject == subject }
        .map { state.waiting.remove(at: $0).form }
    }
  }

  // MARK: Commands that are running

  func begin(_ work: RunningWork, as number: Int) { state.withLock { $0.work[number] = work } }
  func endWork(_ number: Int) { state.withLock { $0.work[number] = nil } }
  func work(_ number: Int) -> RunningWork? { state.withLock { $0.work[number] } }

  // MARK: Event streams of open pages

  /// Registers another event stream (by which an open page learns of changes), and ends the oldest
  /// one if there are too many.
  ///
  /// If a person opens pages quickly, the streams of closed pages stay registered until the web
  /// host notices that the browser has closed them.
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

/// Values of a submitted form that the session stores while a page asks the person a question, such
/// as whether to delete a record: secrets, files, or the whole form. The page contains only the
/// name under which they are stored.
struct HeldFields: Sendable {
  var secrets: [String: [String]] = [:]
  var files: [HTTP.Form.File] = []
  /// A whole form that is shown again later, such as after the record that it names was added.
  var form: SentForm?

  var isEmpty: Bool { secrets.isEmpty && files.isEmpty && form == nil }
}

/// The sessions of all browsers, by their names.
final class BrowserSessions: Sendable {
  private let named = Mutex<[String: BrowserSession]>([:])
  private let program: WebProgram
  private let later: LaterWork
  /// The names of sessions that have ended and whose stored state is yet to be removed.
  private let toRemove = Mutex<Set<String>>([])
  /// The names that sessions had until they were renamed in the last ten seconds, each with the
  /// time of the renaming, oldest first.
  private let changed = Mutex<[(name: String, at: Int64)]>([])

  /// The time in milliseconds after which an unused session ends.
  static let idleMilliseconds: Int64 = 12 * 3_600_000
  /// The largest number of sessions. If there are more, the session with the oldest last use is
  /// removed.
  static let most = 10_000
  /// The number of milliseconds during which a session's previous name is remembered after the
  /// session was renamed. A tab that still sends the previous name in this time gets a page that
  /// reloads itself.
  static let changeArrivesWithin: Int64 = 10_000
  private static let mostChanged = 1_000

  init(_ program: WebProgram, _ later: LaterWork) {
    self.program = program
    self.later = later
  }

  /// The time in milliseconds for which an uploaded file waits for the answer to a question.
  static let uploadsWait: Int64 = 3_600_000

  var count: Int { named.withLock { $0.count } }

  /// Removes the uploaded files that belong to a question which the person has not answered for an
  /// hour.
  func forgetOldUploads() {
    let moment = program.uptime() - Self.uploadsWait
    for session in named.withLock({ Array($0.values) }) { session.forgetUploads(before: moment) }
  }

  func begin() throws(Problem) -> BrowserSession {
    let name = Base64URL.text(try program.random(EntryKeys.length))
    let now = program.uptime()
    let session = BrowserSession(
      name, program.makeVisitor(), token: try program.random(EntryKeys.length), now: now)
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
    for session in ended {
      session.end()
      session.endStreams()
      // A session that was not used for too long must not be opened again from its stored state.
      if now - session.lastUse > Self.idleMilliseconds { removeLater(session.name) }
    }
    keepLater(session)
    return session
  }

  /// Stores the session if its visitor's state (who is signed in) has changed since the session was
  /// stored last, or if that was more than an hour ago. If storing fails, the session only lasts as
  /// long as the program, unless a later request stores it.
  func keep(_ session: BrowserSession) { try? store(session) }

  /// Stores the session after the response was sent, so that the browser need not wait for it. Does
  /// nothing if the session was stored less than an hour ago and has not changed since.
  func keepLater(_ session: BrowserSession) {
    guard session.isToKeep(at: program.uptime()) else { return }
    later.add("keep \(session.name)") { () throws(Problem) in try self.store(session) }
  }

  private func store(_ session: BrowserSession) throws(Problem) {
    guard let kept = session.toKeep(at: program.uptime()) else { return }
    let name = session.name
    do throws(Problem) {
      try program.memory.save(name, kept)
    } catch {
      session.wasNotKept()
      throw error
    }
    // If another request has renamed the session meanwhile, the state must not stay stored under
    // the previous name.
    if named.withLock({ $0[name] !== session }) { try program.memory.remove(name) }
  }

  /// Removes the stored state of an ended session after the response was sent. `toRemove` contains
  /// the session's name until then, so that no request opens the session from that state.
  private func removeLater(_ name: String) {
    toRemove.withLock { _ = $0.insert(name) }
    later.add("remove \(name)") { () throws(Problem) in
      try self.program.memory.remove(name)
      self.toRemove.withLock { _ = $0.remove(name) }
    }
  }

  /// Returns whether a session had this name until it was renamed in the last ten seconds. The
  /// browser may then not have received the new name yet.
  func isChanging(_ name: String?) -> Bool {
    let now = program.uptime()
    return changed.withLock { changed in
      changed.removeAll { now - $0.at > Self.changeArrivesWithin }
      return changed.contains { $0.name == name }
    }
  }

  /// Loads a session that an earlier run of the program stored; nil if no session has this name.
  private func again(_ name: String) -> BrowserSession? {
    guard Base64URL.bytes(name)?.count == EntryKeys.length,
      !toRemove.withLock({ $0.contains(name) }), let kept = program.memory.load(name)
    else { return nil }
    let session = BrowserSession(
      name, program.visitorAgain(kept.visitor), token: kept.token, now: program.uptime(),
      after: kept.pages + BrowserSession.pagesBetweenKeeping, isSecondRun: true)
    // Two requests may load the session at the same time, and both must get the same object.
    let known = named.withLock { named -> BrowserSession in
      if let known = named[name] { return known }
      named[name] = session
      return session
    }
    // If another request has renamed the session since its state was loaded, the name is no longer
    // valid.
    guard program.memory.load(name) != nil else {
      named.withLock { $0[name] = nil }
      return nil
    }
    keepLater(known)
    return known
  }

  /// Opens a session with this name from its stored state, if it is not open already.
  func admit(_ name: String, _ kept: KeptSession) {
    let now = program.uptime()
    named.withLock { named in
      guard named[name] == nil else { return }
      named[name] = BrowserSession(
        name, program.visitorAgain(kept.visitor), token: kept.token, now: now, after: kept.pages)
    }
  }

  func dismiss(_ name: String) {
    guard let session = named.withLock({ $0.removeValue(forKey: name) }) else { return }
    session.end()
    session.endStreams()
  }

  /// Returns whether a session with this name is open in this run of the program. It loads no
  /// stored session.
  func isOpen(_ name: String?) -> Bool {
    name.map { name in named.withLock { $0[name] != nil } } ?? false
  }

  /// Returns the session with this name and records its use; nil if there is none or it was not
  /// used for twelve hours.
  func session(_ name: String?) -> BrowserSession? {
    guard let name else { return nil }
    let now = program.uptime()
    guard let found = named.withLock({ $0[name] }) ?? again(name) else { return nil }
    guard now - found.lastUse <= Self.idleMilliseconds else {
      named.withLock { $0[name] = nil }
      removeLater(name)
      found.end()
      return nil
    }
    found.used(at: now)
    keepLater(found)
    return found
  }

  /// Gives the session a new name and a new token. The previous name stops working, because another
  /// person may have learned it.
  func rename(_ session: BrowserSession) throws(Problem) -> String {
    let old = session.name
    let new = Base64URL.text(try program.random(EntryKeys.length))
    let token = try program.random(EntryKeys.length)
    let now = program.uptime()
    changed.withLock { changed in
      changed.append((old, now))
      if changed.count > Self.mostChanged { changed.removeFirst() }
    }
    // The stored state is removed twice: before the renaming, so that no request loads the session
    // under its previous name, and after it, because another request may have stored it in between.
    try? program.memory.remove(old)
    named.withLock { named in
      named[old] = nil
      named[new] = session
    }
    session.renew(new, token: token)
    try? program.memory.remove(old)
    keep(session)
    // Ending the event streams tells open pages of the previous person that they are out of date.
    session.endStreams()
    return new
  }
}
