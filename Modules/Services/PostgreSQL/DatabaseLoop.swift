import CPostgreSQL
import Glibc
import Threads

/// Runs the requests of a queue over a few connections. One thread sends the statements of all
/// connections and waits for their responses.
///
/// Connecting, scripts and large results take long, so each has a short-lived thread of its own. The
/// connection belongs to that thread until it has ended.
final class DatabaseLoop: ThreadWork {
  private let settings: DatabaseSettings
  private let calls: OpaquePointer
  private let queue: DatabaseQueue
  private let places: [DatabasePlace]
  private let patience: Int64
  /// Whether the system has refused a thread since a request ended. Requests then wait for the
  /// connections that exist.
  private var isShortOfThreads = false

  init(_ settings: DatabaseSettings, _ calls: OpaquePointer, _ queue: DatabaseQueue) {
    self.settings = settings
    self.calls = calls
    self.queue = queue
    places = (0..<settings.connections).map { _ in DatabasePlace() }
    patience = Int64(settings.statementSeconds + settings.silenceSeconds) * 1_000_000
  }

  func run() {
    while true {
      queue.runTasks()
      for (place, result) in queue.takeBack() { takeBack(place, result) }
      takeJobs()
      switch queue.next(canTake: freePlace() != nil, isBusy: places.contains { $0.isBusy }) {
      case .wait: wait(isAsleep: true)
      case .goOn: wait(isAsleep: false)
      case .end:
        for place in places { place.drop() }
        return
      }
    }
  }

  // MARK: - Beginning and ending requests

  private func takeJobs() {
    while let place = freePlace(), let job = queue.take() {
      place.job = job
      if job.until < .now {
        end(place, .failure(.busy))
        continue
      }
      // A connection that ended while it was idle is replaced before the request runs. If the
      // connection breaks while a request runs, the request is not repeated, because the database
      // may have run it.
      if let connection = place.connection, !compass_pq_is_fresh(connection) { place.drop() }
      switch job.work {
      case .statements(let statements) where place.connection != nil: begin(place, statements)
      case .statements, .script: beginAway(place, job)
      }
    }
  }

  /// Returns a place without a request, if possible one that has a connection.
  private func freePlace() -> DatabasePlace? {
    let connected = places.first { !$0.isBusy && $0.connection != nil }
    return connected ?? (isShortOfThreads ? nil : places.first { !$0.isBusy })
  }

  private func begin(_ place: DatabasePlace, _ statements: CTexts) {
    guard let connection = place.connection else { return }
    place.statementCount = statements.count
    place.deadline = Uptime.microseconds + patience
    follow(place, statements.withStatements { compass_pq_begin(connection, $0, $1) })
  }

  /// Acts on the result of `compass_pq_begin` or `compass_pq_proceed`.
  private func follow(_ place: DatabasePlace, _ code: Int32) {
    guard let connection = place.connection else { return }
    switch Int(code) {
    case compass_pq_waits: place.awaited = Int16(POLLIN)
    case compass_pq_waits_to_send: place.awaited = Int16(POLLIN | POLLOUT)
    case compass_pq_lost:
      place.drop()
      end(place, .failure(.broken))
    case compass_pq_succeeded:
      guard compass_pq_size(connection) > Self.largestRows else {
        return end(place, .success(place.takeRows(connection)))
      }
      place.awaited = 0
      if !sendAway(place, .rows) { end(place, .success(place.takeRows(connection))) }
    default:
      let refusal = DatabaseRefusal(of: connection)
      compass_pq_end(connection)
      // The database accepts no writes, because it has become a standby server. The connection to
      // it is dropped, so that the next one is made to the primary server.
      if refusal.isAboutReadOnly || !compass_pq_is_good(connection) { place.drop() }
      end(place, .failure(.refused(refusal)))
    }
  }

  /// The largest number of bytes of rows that are read on the thread of the loop.
  private static let largestRows = 32 * 1024

  private func end(_ place: DatabasePlace, _ result: Result<[DatabaseRows], DatabaseFailure>) {
    place.awaited = 0
    isShortOfThreads = false
    guard let job = place.job else { return }
    place.job = nil
    queue.finish(job)
    job.done(result)
  }

  // MARK: - Work that blocks

  /// Does a part of a request on a thread of its own. Returns false if the system refuses a thread.
  private func sendAway(_ place: DatabasePlace, _ part: AwayWork.Part) -> Bool {
    AwayWork(settings, calls, queue, place, part).startOnThread() == 0
  }

  /// Connects, or runs a script.
  private func beginAway(_ place: DatabasePlace, _ job: DatabaseJob) {
    if sendAway(place, .of(job.work)) { return }
    if case .statements = job.work, places.contains(where: { $0.connection != nil }) {
      isShortOfThreads = true
      place.job = nil
      queue.putBack(job)
    } else {
      end(place, .failure(.unreachable("The system has refused a thread.")))
    }
  }

  private func takeBack(
    _ place: DatabasePlace, _ result: Result<[DatabaseRows], DatabaseFailure>?
  ) {
    if case .failure(.refused(let refusal)) = result, refusal.isAboutReadOnly { place.drop() }
    if let result { return end(place, result) }
    if case .statements(let statements) = place.job?.work { begin(place, statements) }
  }

  // MARK: - Waiting

  /// Waits for the responses of the database, and if `isAsleep` is true for new requests. Otherwise
  /// it only looks for responses that have arrived.
  private func wait(isAsleep: Bool) {
    let waiting = places.filter { $0.awaited != 0 }
    if !isAsleep, waiting.isEmpty { return }
    var entries = waiting.map { place in
      pollfd(
        fd: place.connection.map { compass_pq_socket($0) } ?? -1, events: place.awaited, revents: 0)
    }
    entries.append(pollfd(fd: queue.bell?.descriptor ?? -1, events: Int16(POLLIN), revents: 0))
    let now = Uptime.microseconds
    let left = waiting.map { max(0, $0.deadline - now + 999) / 1_000 }.min()
    let count = poll(
      &entries, nfds_t(entries.count), isAsleep ? left.map { Int32(clamping: $0) } ?? -1 : 0)
    if isAsleep { queue.wakeUp() }
    if count > 0, entries.last?.revents != 0 { queue.bell?.silence() }
    guard count >= 0, !waiting.isEmpty else { return }
    let after = Uptime.microseconds
    for (place, entry) in zip(waiting, entries) {
      if entry.revents != 0, let connection = place.connection {
        if entry.revents & Int16(POLLIN) != 0 { place.deadline = after + patience }
        follow(place, compass_pq_proceed(connection))
      } else if place.deadline <= after {
        // A server that hangs keeps its connections open.
        place.drop()
        end(place, .failure(.broken))
      }
    }
  }
}

/// A place for one connection, with the request that runs on it.
///
/// The class is `@unchecked Sendable` because one thread at a time uses a place: the thread of the
/// loop, and from the start of an `AwayWork` until `giveBack` that one's. Meanwhile the place has a
/// request and awaits no event, so the loop leaves it alone. The lock of the queue orders them.
final class DatabasePlace: @unchecked Sendable {
  var connection: OpaquePointer?
  var job: DatabaseJob?
  /// The events for which the request waits on the connection's socket; 0 if it waits for none.
  var awaited: Int16 = 0
  var statementCount = 0
  /// The uptime in microseconds until which the database has to send something.
  var deadline: Int64 = 0

  var isBusy: Bool { job != nil }

  /// Reads the rows of all statements and frees them.
  func takeRows(_ connection: OpaquePointer) -> [DatabaseRows] {
    defer { compass_pq_end(connection) }
    return (0..<statementCount).map { Self.rows(connection, Int32($0)) }
  }

  private static func rows(_ connection: OpaquePointer, _ statement: Int32) -> DatabaseRows {
    let columns = compass_pq_columns(connection, statement)
    return DatabaseRows(
      rows: (0..<compass_pq_rows(connection, statement)).map { row in
        (0..<columns).map { column in
          compass_pq_value(connection, statement, row, column).map { String(cString: $0) }
        }
      })
  }

  func drop() {
    if let connection { compass_pq_close(connection) }
    connection = nil
  }
}

/// A part of a request that takes long and blocks: to connect, to run a script, or to read many rows.
private final class AwayWork: ThreadWork {
  enum Part {
    case connection
    case script(String)
    case rows

    static func of(_ work: DatabaseJob.Work) -> Part {
      switch work {
      case .statements: .connection
      case .script(let text): .script(text)
      }
    }
  }

  private let settings: DatabaseSettings
  private let calls: OpaquePointer
  private let queue: DatabaseQueue
  private let place: DatabasePlace
  private let part: Part

  init(
    _ settings: DatabaseSettings, _ calls: OpaquePointer, _ queue: DatabaseQueue,
    _ place: DatabasePlace, _ part: Part
  ) {
    self.settings = settings
    self.calls = calls
    self.queue = queue
    self.place = place
    self.part = part
  }

  func run() {
    queue.giveBack(place, result())
  }

  /// Returns the result of the request; nil if the connection was made and the loop is to send the
  /// statements.
  private func result() -> Result<[DatabaseRows], DatabaseFailure>? {
    if place.connection == nil, let failure = connect() { return .failure(failure) }
    guard let connection = place.connection else { return nil }
    switch part {
    case .connection: return nil
    case .rows: return .success(place.takeRows(connection))
    case .script(let text):
      if compass_pq_script(connection, text) { return .success([]) }
      let refusal = DatabaseRefusal(of: connection)
      compass_pq_end(connection)
      if compass_pq_is_good(connection) { return .failure(.refused(refusal)) }
      place.drop()
      return .failure(.broken)
    }
  }

  private func connect() -> DatabaseFailure? {
    guard let made = compass_pq_connect(calls, settings.whole) else {
      return .unreachable("There is no memory for a connection.")
    }
    guard compass_pq_is_good(made) else {
      let words = ConnectionSecrets(in: settings.connection)
        .hidden(in: String(cString: compass_pq_words(made)))
      compass_pq_close(made)
      return .unreachable(words)
    }
    place.connection = made
    return nil
  }
}

extension DatabaseRefusal {
  /// The error of the last statements or script of a connection.
  fileprivate init(of connection: OpaquePointer) {
    func part(_ letter: Character) -> String? {
      letter.asciiValue.flatMap { compass_pq_error(connection, CChar($0)) }.map {
        String(cString: $0)
      }
    }
    self.init(
      state: part("C") ?? "XX000", message: part("M") ?? "", details: part("D"), hint: part("H"))
  }
}
