public import Basics
public import CivilTime
import Domain
import HTTP
import JSON
public import Persistence
import SQLite
public import Supabase

/// Keeps a file and a server together for one person: sends what they wrote here, takes in what others wrote
/// (docs/sharing.md). A file that several people use has one of these for each who has an account.
///
/// No command waits for it. What fails on the way changes nothing: the next time goes on from where it was.
public struct Sharing: Sendable {
  let file: DataFile
  let client: SupabaseClient
  /// Whose account it is.
  let person: RecordID
  let ids: IDSource
  let now: @Sendable () -> Instant
  /// How many changes are asked for at a time.
  let pageSize: Int
  /// Whether what fails on the way is asked for once more; not where somebody waits for something else.
  public var repeats = true
  /// Whether much may be taken away that is gone there; else it waits until somebody was asked.
  public var mayTakeMuch = true
  /// How long another program that syncs the same file is waited for.
  public var patience = Duration.seconds(15)

  public init(
    _ file: DataFile, _ client: SupabaseClient, person: RecordID, ids: IDSource,
    pageSize: Int = 1_000, now: @escaping @Sendable () -> Instant
  ) {
    self.pageSize = pageSize
    self.file = file
    self.client = client
    self.person = person
    self.ids = ids
    self.now = now
  }

  /// What a sync came to.
  public struct Outcome: Equatable, Sendable {
    /// Transactions of this device that the server has now.
    public var sent = 0
    /// Those that wait for a decision, because somebody changed meanwhile what they build on.
    public var held = 0
    /// Those that a rule or a right stands against.
    public var refused = 0
    /// Rows that came or changed here.
    public var fetched = 0
    /// Rows that went here, because they are gone there.
    public var removed = 0
    /// The backup that was made before many rows went.
    public var backup: String?
    /// How many rows would have gone, had somebody been asked.
    public var wouldRemove = 0
    /// Records that came and of which the same was here: `s4 like s1`.
    public var twice: [String] = []
    /// Whether this person was told of rows that another account of the file may have brought before.
    var wasTold = false
    /// Families whose rows went, because this person is in them no more, by name.
    public var left: [String] = []
    /// What was done for those families and never sent, in a line each.
    public var neverSent: [String] = []

    public init() {}
  }

  /// Sends and fetches, as far as a connection lets it.
  public func sync() async throws(Problem) -> Outcome { try await sync(again: false) }

  func sync(again: Bool) async throws(Problem) -> Outcome {
    let lock = try await alone()
    defer { lock.end() }
    do throws(Problem) {
      return try await sendAndFetch(again: again)
    } catch {
      if error.cause == .offline { try? noteOffline() }
      throw error
    }
  }

  /// No connection is no fault; since when there is none is worth knowing.
  private func noteOffline() throws(Problem) {
    let isKnown = try read { _, outbox in try outbox.fact(Fact.offlineSince) != nil }
    guard !isKnown else { return }
    try remember { outbox in try outbox.setFact(Fact.offlineSince, now().description) }
  }

  private func sendAndFetch(again: Bool) async throws(Problem) -> Outcome {
    var outcome = Outcome()
    if try isUploading() { try await upload(&outcome) }
    // Before the records that bear them: whoever fetches a record finds its number there.
    try await shareHandles(isFirst: true)
    let (isFirst, isAwaited) = try read { connection, outbox in
      (
        try outbox.cursors(of: person).isEmpty,
        try outbox.isAwaited(person, in: connection)
      )
    }
    var isRestored = try await push(&outcome) == .restored
    if !isRestored { isRestored = try await fetch(&outcome) == .restored }
    if isRestored || again {
      try await requireKnown()
      // What the server lost is there again before anything of it comes here.
      try beginAnew()
      try await upload(&outcome)
      _ = try await push(&outcome)
      _ = try await fetch(&outcome)
    }
    // Who is in which family is known now, and with it what may be sent for it.
    if isFirst || isAwaited { _ = try await push(&outcome) }
    try await shareHandles()
    // A new device begins with what there is, not with how it came to be.
    if !isFirst, outcome.fetched + outcome.removed > 0 || outcome.wasTold {
      try await fetchSteps()
    }
    try remember { outbox in
      try outbox.setFact(Fact.lastSync, now().description, of: person)
      try outbox.setFact(Fact.offlineSince, nil)
    }
    return outcome
  }

  private func fetch(_ outcome: inout Outcome) async throws(Problem) -> Server {
    for _ in 0..<3 {
      let server = try await pull(&outcome)
      guard server == .overtaken else { return server }
      if try await push(&outcome) == .restored { return .restored }
    }
    return try await pull(&outcome)
  }

  private func alone() async throws(Problem) -> FileLock {
    let lock: FileLock?
    do {
      lock = try await FileLock.wait(for: .sync, beside: file.path, atMost: patience)
    } catch {
      throw file.problem(for: error)
    }
    guard let lock else {
      throw Problem(
        .storage(.busy), "Another program on this computer is syncing this file just now.",
        fix: "Look how far it is:  sync status")
    }
    return lock
  }

  /// Whether the server is the one that was known. One that was restored from a backup counts anew and may lack what it had: nothing
  /// of it is taken, and nothing sent to it, before that is there again.
  ///
  /// `overtaken`: somebody wrote here since the last sending, and upon what is gone there. That is judged first, and nothing is taken yet.
  enum Server { case asKnown, restored, overtaken }

  /// What is kept about the connection, beside what is sent.
  enum Fact {
    // Of the file.
    static let address = "address"
    static let key = "key"
    static let device = "device"
    static let offlineSince = "offline_since"
    /// Whose numbers are leased here: a family, or the person without one.
    static let numbersOf = "numbers_of"

    // Of each account.
    static let lastSync = "last_sync"
    /// `first`, or `anew` after the server was restored.
    static let uploading = "uploading"
    /// How far each scope had been fetched before everything was fetched anew.
    static let reached = "reached"
    /// To which server rows were brought since, until the cursors say so.
    static let era = "era"
    static let leftHere = "left_here"
    /// The code of the family that the person asked to be let into, until it was answered; and the one that said no.
    static let askedWith = "asked_with"
    static let turnedAway = "turned_away"
    /// Who asks to be let into the person's family.
    static let asking = "asking"
    /// Families that the person is in no more, and what was never sent for them, until they were told.
    static let farewell = "farewell"
    /// How many records would go here with the next fetching, which waits until somebody was asked.
    static let asksToRemove = "asks_to_remove"
  }

  // MARK: - The file

  func read<Answer>(_ body: (DatabaseConnection, Outbox) throws -> Answer) throws(Problem) -> Answer
  {
    try inWords {
      try file.read { connection in
        guard let outbox = try Outbox(connection) else { throw Problem.notConnected }
        return try body(connection, outbox)
      }
    }
  }

  /// A write of this device's own, which is not sent.
  func take<Answer>(
    _ body: (DatabaseConnection, Outbox) throws -> Answer
  ) throws(Problem) -> Answer {
    try inWords {
      try file.writeFetched { connection in
        // Another program may have disconnected the person meanwhile.
        guard let outbox = try Outbox(connection),
          try outbox.accounts().contains(where: { $0.id == person })
        else { throw Problem.notConnected }
        return try body(connection, outbox)
      }
    }
  }

  func remember(_ body: (Outbox) throws -> Void) throws(Problem) {
    try take { _, outbox in try body(outbox) }
  }

  func inWords<Answer>(_ body: () throws -> Answer) throws(Problem) -> Answer {
    try file.inWords(body)
  }

  /// Whether there is something new at the server, as soon as there is; false when there was nothing for a while, nil where the
  /// server does not tell: a hosted project is asked now and then.
  public func waitForNews() async throws(Problem) -> Bool? {
    let cursors = try read { _, outbox in try outbox.cursors(of: person) }
    do throws(SupabaseFailure) {
      return try await client.waitForNews(["cursors": .array(cursors.map(\.json))])
    } catch {
      throw error.problem
    }
  }

  func call(_ function: String, _ arguments: JSONObject) async throws(Problem) -> JSONValue {
    do throws(SupabaseFailure) {
      return try await ask(function, arguments)
    } catch {
      throw error.problem
    }
  }

  func ask(
    _ function: String, _ arguments: JSONObject
  ) async throws(SupabaseFailure) -> JSONValue {
    // Much may go over a slow line; one that has gone silent is not waited for.
    var rules = AskingRules()
    rules.total = .seconds(120)
    rules.silence = .seconds(20)
    // The server knows a step that comes again, and asking changes nothing.
    return try await client.call(
      function, arguments, repeats: repeats ? .keyed : .never, rules: rules)
  }
}

extension Problem {
  static let notAnAnswer = Problem(
    .serverError, "What answers at that address is not a Compass server.",
    fix: "Check the address and the key.")
}

extension HTTPFailure {
  fileprivate var isOfTrust: Bool {
    switch self {
    case .untrusted, .certificatesUnreadable, .noTLS: true
    default: false
    }
  }

  fileprivate var adviceOnTrust: String? {
    switch self {
    case .untrusted:
      "If the server has an authority of its own, name its certificate:  SSL_CERT_FILE=authority.pem compass-shell sync"
    case .certificatesUnreadable: "Check the path in SSL_CERT_FILE."
    default: nil
    }
  }
}

extension SupabaseFailure {
  /// In words for people. Codes and the server's own sentences are for logs.
  public var problem: Problem {
    switch self {
    // A server that is not trusted is there: waiting mends nothing.
    case .network(let failure) where failure.isOfTrust:
      Problem(
        .serverError, failure.sentence, details: ["Nothing was sent or fetched."],
        fix: failure.adviceOnTrust)
    case .network:
      Problem(
        .offline, "The server does not answer.",
        fix: "Nothing is lost: what waits is sent when it does, or with  sync")
    case .signedOut, .sessionEnded:
      Problem(
        .signInNeeded, "You are signed out at the server.",
        details: ["Everything here stays as it is, and what you change waits."],
        fix: "Sign in again:  sync sign-in")
    case .sessionNotKept(let problem): problem
    case .auth(let refusal) where refusal.code == .invalidCredentials:
      Problem(.refused, "That address and password do not open an account there.")
    case .auth(let refusal) where refusal.code == .emailNotConfirmed:
      Problem(
        .refused, "The address is not confirmed yet.",
        fix: "Open the link in the e-mail of the server, then try again.")
    case .auth(let refusal) where refusal.code == .userAlreadyExists:
      Problem(
        .conflict, "There is an account with that address already.",
        fix: "Leave out --new to sign in to it.")
    case .auth(let refusal) where refusal.code == .consentNeeded:
      Problem(
        .refused, "From 13 to 17 a parent has to agree that you have an account.",
        fix: "Say who agrees:  --parent-name NAME --parent-email ADDRESS")
    case .auth(let refusal) where refusal.code == .tooYoung:
      Problem(
        .refused, "Nobody under 13 can have an account there.",
        fix: "A parent can have one. Everything on this computer works without.")
    case .auth(let refusal) where refusal.code == .weakPassword:
      Problem(.usage, "The server wants a longer or less common password.")
    case .auth(let refusal):
      Problem(
        .refused, "The server does not let you in.",
        details: refusal.message.isEmpty ? [] : ["It says: \(VisibleText(refusal.message).text)"])
    case .notAllowed:
      Problem(.refused, "The server does not allow that.")
    case .refused(let refusal) where refusal.status.code == 410: .unknownThere
    case .refused(let refusal):
      Problem(
        .serverError, "The server could not do that.",
        details: ["It says: \(VisibleText(refusal.message).text)"])
    case .tooMuch:
      Problem(
        .serverError, "A change is too large for the server.",
        details: ["It is kept here, and what you wrote after it waits behind it."],
        fix: "Ask who runs the server to allow more time for a statement.")
    case .tooManyRequests(let wait):
      Problem(
        .refused, "The server takes no more tries from you just now.",
        details: ["There were too many in a short time, yours or of others at your address."],
        fix: wait.map { "Try again in \(max(1, $0.components.seconds)) seconds." }
          ?? "Try again in some minutes.")
    case .unavailable(_, let wait):
      Problem(
        .serverError, "The server is busy.",
        fix: wait.map { "Try again in \(max(1, $0.components.seconds)) seconds." }
          ?? "Try again later.")
    case .unreadable: .notAnAnswer
    case .filterMissing: Problem(.failed)
    }
  }
}
