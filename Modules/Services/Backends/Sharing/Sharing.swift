public import Basics
public import CivilTime
public import Domain
import HTTP
import JSON
public import Persistence
import SQLite
public import Supabase

/// Synchronizes a data file with a server for one person: it sends the person's changes and fetches
/// those of other people (docs/sharing.md).
///
/// In a data file with several people, each account has its own `Sharing`. No command waits for a
/// sync. If a sync fails, nothing is lost, and the next sync continues where it stopped.
public struct Sharing: Sendable {
  let file: DataFile
  let client: SupabaseClient
  /// The person who owns the account and for whom the data file is synchronized.
  let person: RecordID
  let files: StoredFiles
  let ids: IDSource
  let now: @Sendable () -> Instant
  /// The number of changed rows that one request to the server asks for.
  let pageSize: Int
  /// Whether a failed request is repeated. False for an operation whose result a user waits for.
  public var repeats = true
  /// Whether the sync may delete many local rows at once because they were deleted on the server.
  ///
  /// If false, the sync deletes no row and stores that the user has to agree first.
  public var mayTakeMuch = true
  /// Whether the sync fails if the server has no space left for a document's file. It then fails
  /// before it has sent any change.
  public var needsFiles = false
  /// Whether a sync fetches the files of documents.
  public var takesFiles = true
  /// If set, `undo` can take back the person's own transactions since this moment, even those from
  /// another copy of the data file. If nil, it can take back only the transactions of this copy.
  public var undoableSince: Instant?
  /// Whether the data file is a copy that a web server keeps while a person has its pages open. The
  /// web server can create such a copy at any time, so a new copy does not mean that the person's
  /// history begins now.
  public var isCopyAtServer = false
  /// How long a sync waits for another program that syncs the same data file.
  public var patience = Duration.seconds(15)

  public init(
    _ file: DataFile, _ client: SupabaseClient, person: RecordID, files: StoredFiles,
    ids: IDSource, pageSize: Int = 1_000, now: @escaping @Sendable () -> Instant
  ) {
    self.pageSize = pageSize
    self.file = file
    var client = client
    client.headers[CompassHeader.schema] = String(file.schema.version)
    self.client = client
    self.person = person
    self.files = files
    self.ids = ids
    self.now = now
  }

  /// Syncs once: sends the person's unsent changes, and fetches those of other people and devices.
  public func sync() async throws(Problem) -> SyncOutcome { try await sync(again: false) }

  func sync(again: Bool) async throws(Problem) -> SyncOutcome {
    var outcome = try await sendAndFetchAlone(again: again)
    // A failed download of files does not fail the sync, because the rows are stored already. The
    // next sync downloads the files.
    if takesFiles { outcome.files.fetched = (try? await fetchFiles()) ?? 0 }
    return outcome
  }

  private func sendAndFetchAlone(again: Bool) async throws(Problem) -> SyncOutcome {
    let lock = try await alone()
    defer { lock.end() }
    do throws(Problem) {
      return try await sendAndFetch(again: again)
    } catch {
      if error.cause == .offline { try? noteOffline() }
      if error == .erasedThere {
        try? remember { outbox in
          try outbox.setFact(Fact.isErased, now().description, of: person)
        }
      }
      throw error
    }
  }

  /// Stores the current time as the beginning of the period without a connection to the server,
  /// unless such a time is stored already.
  private func noteOffline() throws(Problem) {
    let isKnown = try read { _, outbox in try outbox.fact(Fact.offlineSince) != nil }
    guard !isKnown else { return }
    try remember { outbox in try outbox.setFact(Fact.offlineSince, now().description) }
  }

  private func sendAndFetch(again: Bool) async throws(Problem) -> SyncOutcome {
    var outcome = SyncOutcome()
    try await sendFiles(&outcome)
    if try isUploading() { try await upload(&outcome) }
    // The server gets record numbers (the 51 in `s51`) before their records, so that another device
    // that fetches a record finds its number too.
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
      // The server first receives the rows that it has lost, and its rows are fetched afterwards.
      // In the opposite order, older values from the server would replace newer ones in the data
      // file.
      try beginAnew()
      try await sendFiles(&outcome)
      try await upload(&outcome)
      _ = try await push(&outcome)
      _ = try await fetch(&outcome)
    }
    // The fetch above has read the person's memberships in families. Changes for a family are sent
    // only if the membership is known, so changes that had to wait for it can be sent now.
    if isFirst || isAwaited { _ = try await push(&outcome) }
    try await shareHandles()
    // The first sync of a new device fetches only the current rows. A later sync that has fetched
    // rows also fetches the transactions of other devices, which the command `history` shows.
    var mayHaveSteps = isRestored || outcome.fetched + outcome.removed > 0
    if !mayHaveSteps, outcome.hasReceived {
      mayHaveSteps = try read { _, outbox in try outbox.isOfSeveral() }
    }
    // With `undoableSince`, transactions are fetched even if no row has changed: the person
    // may have made a transaction in another copy of the file and undone it there.
    if undoableSince == nil
      ? !isFirst && mayHaveSteps : isFirst || mayHaveSteps || outcome.hasReceived
    {
      try await fetchSteps()
    }
    // The history gets an entry if the server was restored from a backup. Every sync checks for a
    // missing entry, because an earlier sync that noticed the restore may have been interrupted
    // before it wrote the entry.
    try await noteRestore()
    try remember { outbox in
      try outbox.setFact(Fact.lastSync, now().description, of: person)
      try outbox.setFact(Fact.isErased, nil, of: person)
      try outbox.setFact(Fact.offlineSince, nil)
    }
    return outcome
  }

  private func fetch(_ outcome: inout SyncOutcome) async throws(Problem) -> Server {
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

  /// Says whether the server still has the data that this data file knows. A server that was
  /// restored from a backup has a new era (an id) and may lack data (`restored`). Until this device
  /// has sent it the missing data, no rows are fetched from it and no changes are sent to it.
  ///
  /// In the case `overtaken`, a local change since the last sending refers to rows that were
  /// deleted on the server. The change is sent before any row is written into the data file.
  enum Server { case asKnown, restored, overtaken }

  /// The keys of the values that the data file stores about its connection to the server.
  enum Fact {
    // The keys from here up to `numbersOf` have one value for the whole data file.
    static let address = "address"
    static let key = "key"
    static let device = "device"
    static let offlineSince = "offline_since"
    /// The key of the scope for whose records the server leases numbers (the 51 in `s51`) to this
    /// device: the family, or the person when there is no family.
    static let numbersOf = "numbers_of"

    // The following keys have a separate value for each account of the data file.
    static let lastSync = "last_sync"
    /// The key of an upload that is not finished. Its value is `first` for the first upload of an
    /// account, and `anew` for an upload after the server was restored.
    static let uploading = "uploading"
    /// The key of a value from before a fetch started again from the beginning: how far each scope
    /// (a family or a person) had been fetched until then.
    static let reached = "reached"
    /// The key of the era of the server to which rows were uploaded. The era is an id that is new
    /// after the server was restored from a backup. It is stored under this key until the next
    /// fetch stores it with the cursors, which say how far each scope (a family or a person) was
    /// fetched.
    static let era = "era"
    /// The key of the last era of the server (the id that a restored server gets) about whose
    /// restore the history has an entry.
    static let eraOfHistory = "era_of_history"
    static let leftHere = "left_here"
    /// The key of the server's number for the first part of an incomplete transaction. The person
    /// can undo the transaction here as soon as the server has all its parts.
    static let unfinishedStep = "unfinished_step"
    /// The key of the time at which the server last said that the person's account was deleted
    /// there. A sync that succeeds deletes it.
    static let isErased = "is_erased"
    /// The key of the family code with which the person asked to join, until the athlete answers.
    ///
    /// `turnedAway` is the key of a text that names the family which declined the request.
    static let askedWith = "asked_with"
    static let turnedAway = "turned_away"
    /// The key of a value that exists while the server has an unanswered request of the person to
    /// join a family, no matter which device sent the request.
    static let isWaiting = "is_waiting"
    /// The key of the ids of documents' files that the server has.
    static let filesThere = "files_there"
    /// The key of the ids of files that the server did not have. This device asks about them again
    /// after it has fetched something new.
    static let filesAbsent = "files_absent"
    /// The key of the ids of documents' files whose type on the server differs from the type in
    /// their documents. They are not fetched again.
    static let filesUnusable = "files_unusable"
    /// The key of the requests of other people to join the person's family.
    static let asking = "asking"
    /// The key of the families that the person has left, and of changes for these families that
    /// were never sent. The information is stored until the person has read it.
    static let farewell = "farewell"
    /// The key of the number of records that the next fetch would remove. The fetch waits for the
    /// user's consent.
    static let asksToRemove = "asks_to_remove"
  }

  // MARK: - Reading and writing the data file

  func read<Answer>(_ body: (DatabaseConnection, Outbox) throws -> Answer) throws(Problem) -> Answer
  {
    try inWords {
      try file.read { connection in
        guard let outbox = try Outbox(connection) else { throw Problem.notConnected }
        return try body(connection, outbox)
      }
    }
  }

  /// Runs a write transaction that is not recorded for sending to the server, such as a write of
  /// fetched rows or of the connection's state.
  func take<Answer>(
    _ body: (DatabaseConnection, Outbox) throws -> Answer
  ) throws(Problem) -> Answer {
    try inWords {
      try file.writeFetched { connection in
        // Another program may have disconnected the account since the sync began. Then the write
        // fails.
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

  /// Waits until the server has new changes. Returns true if it has some, and false if it had none
  /// for a while. Returns nil if the server cannot notify; the program then has to ask such a
  /// server, for example a hosted Supabase project, again and again.
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
    // Without a session the request would name no account and the server would refuse it, so no
    // request is sent.
    guard try await client.auth.session() != nil else { throw .signedOut }
    // A large answer may take long on a slow connection. So a request ends only after two minutes,
    // or after 20 seconds without any data.
    var rules = AskingRules()
    rules.total = .seconds(120)
    rules.silence = .seconds(20)
    // The server recognizes a repeated transaction, and reading changes nothing, so requests may be
    // repeated.
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
  /// The failure as a problem with a text for the user. If the program has no text for the server's
  /// reason, the server's own sentence is shown as a detail.
  public var problem: Problem {
    switch self {
    // The server answered, but this computer does not trust its certificate. A later attempt would
    // fail too.
    case .network(let failure) where failure.isOfTrust:
      Problem(
        .serverError, failure.sentence, details: ["Nothing was sent or fetched."],
        fix: failure.adviceOnTrust)
    case .network:
      Problem(
        .offline, "The server does not answer.",
        fix: "Nothing is lost: what waits is sent when it does, or with  sync")
    case .sessionEnded(.userNotFound): .erasedThere
    case .signedOut, .sessionEnded:
      Problem(
        .signInNeeded, "You are signed out at the server.",
        details: ["Everything here stays as it is, and what you change waits."],
        fix: "Sign in again:  sync sign-in")
    case .sessionNotKept(let problem): problem
    case .wrongKey:
      Problem(
        .refused, "The key is not that of this server.",
        fix: "Ask who runs the server for its public key.")
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
    case .auth(let refusal) where refusal.code == .consentAwaited:
      Problem(
        .refused, "Your account waits until your parent has agreed.",
        fix: "Your parent answers with the link in the server's e-mail. Then try again.")
    case .auth(let refusal) where refusal.code == .tooYoung:
      Problem(
        .refused, "A child under 13 cannot have an account there.",
        fix: "A parent can have one. Everything on this computer works without.")
    case .auth(let refusal) where refusal.code == .weakPassword:
      Problem(.usage, "The server wants a longer or less common password.")
    case .auth(let refusal):
      Problem(
        .refused, "The server does not let you in.",
        details: refusal.message.isEmpty ? [] : ["It says: \(VisibleText(refusal.message).text)"])
    case .notAllowed:
      Problem(.refused, "The server does not allow that.")
    case .refused(let refusal) where refusal.status.code == 410:
      refusal.details == "erased" ? .erasedThere : .unknownThere
    case .refused(let refusal) where refusal.status.code == 426:
      Problem(
        .conflict, "This program is too old for the server: install the newer one.",
        details: ["What you wrote is kept here."])
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
    }
  }
}
