import CPostgreSQL
import Glibc
import Synchronization

/// A PostgreSQL, reached over a few connections. Each has a thread of its own, because libpq waits; the caller waits as a task.
public final class Database: Sendable {
  private let queue: DatabaseQueue
  private let settings: DatabaseSettings
  private let library: PostgreSQLLibrary
  private let threads = Mutex(0)

  public convenience init(_ settings: DatabaseSettings) { self.init(settings, .shared) }

  init(_ settings: DatabaseSettings, _ library: PostgreSQLLibrary) {
    self.settings = settings
    self.library = library
    queue = DatabaseQueue(settings)
  }

  deinit { queue.close() }

  /// Runs statements as one transaction in one round trip. One that met a deadlock is run once more.
  ///
  /// - Parameter caller: on whose behalf. One caller has a share of the connections at most, so that nobody waits for all that
  ///   another has asked; nil for the server's own questions.
  public func run(
    _ statements: [Statement], for caller: String? = nil
  ) async throws(DatabaseFailure) -> [DatabaseRows] {
    do throws(DatabaseFailure) {
      return try await once(.statements(statements), caller)
    } catch .refused(let refusal) where refusal.isWorthAnotherTry {
      return try await once(.statements(statements), caller)
    }
  }

  public func run(_ text: String, _ values: [String?] = []) async throws(DatabaseFailure)
    -> DatabaseRows
  {
    try await run([Statement(text, values)]).first ?? DatabaseRows(rows: [])
  }

  /// Runs the text of a file, as one transaction unless it says otherwise itself.
  public func script(_ text: String) async throws(DatabaseFailure) {
    _ = try await once(.script(text), nil)
  }

  /// Nothing more is taken; what is under way is finished.
  public func close() { queue.close() }

  private func once(
    _ work: DatabaseJob.Work, _ caller: String?
  ) async throws(DatabaseFailure) -> [DatabaseRows] {
    guard let calls = library.calls else { throw .libraryMissing }
    let result: Result<[DatabaseRows], DatabaseFailure> = await withCheckedContinuation { waiter in
      let job = DatabaseJob(
        work: work, caller: caller, until: .now + .seconds(settings.waitingSeconds)
      ) { waiter.resume(returning: $0) }
      if let failure = queue.add(job) {
        waiter.resume(returning: .failure(failure))
      } else {
        needThread(calls)
      }
    }
    return try result.get()
  }

  /// One thread more, unless enough are there or one has nothing to do.
  private func needThread(_ calls: OpaquePointer) {
    let isNeeded = threads.withLock { count in
      guard count < settings.connections, count == 0 || queue.isBehind else { return false }
      count += 1
      return true
    }
    guard isNeeded else { return }
    let worker = DatabaseWorker(settings, calls, queue)
    let box = Unmanaged.passRetained(worker)
    var thread = pthread_t()
    let code = pthread_create(
      &thread, nil,
      { box in
        if let box { Unmanaged<DatabaseWorker>.fromOpaque(box).takeRetainedValue().run() }
        return nil
      }, box.toOpaque())
    if code == 0 {
      pthread_detach(thread)
    } else {
      box.release()
      // With no thread at all nobody would ever answer.
      if threads.withLock({ count in
        count -= 1; return count == 0
      }) {
        queue.failAll(.unreachable(String(cString: strerror(code))))
      }
    }
  }
}

/// Which database, and how much of it one server takes.
public struct DatabaseSettings: Sendable {
  /// As libpq reads it: `host=… user=… dbname=…`, or an address.
  public var connection: String
  public var connections = 8
  /// So many of one caller's requests are at work at the same time.
  public var connectionsOfCaller = 2
  /// So many may wait for a connection, and of one caller so many.
  public var waiting = 500
  public var waitingOfCaller = 50
  /// What has waited longer is not begun: its caller has given up, or soon will.
  public var waitingSeconds = 15
  /// What a statement may take.
  public var statementSeconds = 8
  /// What a statement waits for a lock; nil for as long as it may take.
  public var lockSeconds: Int? = 4
  /// How much longer than a statement may take nothing is heard of the database before it counts as hung.
  public var silenceSeconds = 5

  public init(connection: String) { self.connection = connection }

  /// Of several hosts the one that takes writes; text in UTC and UTF-8, whatever the machine says.
  var whole: String {
    let own =
      "connect_timeout=5 target_session_attrs=read-write client_encoding=UTF8 "
      + "application_name=compass-server "
      + "options='-c statement_timeout=\(statementSeconds)s -c lock_timeout=\(lockSeconds ?? 0)s -c timezone=UTC -c idle_in_transaction_session_timeout=30s'"
    guard connection.contains("://") else { return "\(connection) \(own)" }
    // An address cannot be added to; it is one of libpq's words by itself.
    return "dbname='\(connection.split(separator: "'").joined(separator: "\\'"))' \(own)"
  }
}

/// libpq, loaded when a database is asked for the first time.
final class PostgreSQLLibrary: Sendable {
  static let shared = PostgreSQLLibrary("libpq.so.5")

  private let name: String
  /// The table of the loaded library's functions; it is never changed nor freed, so any thread may use it.
  private let table = Mutex<UInt?>(nil)

  init(_ name: String) { self.name = name }

  /// Nil when the library is missing.
  var calls: OpaquePointer? {
    let address = table.withLock { table in
      table = table ?? compass_pq_open(name).map { UInt(bitPattern: $0) }
      return table
    }
    return address.flatMap { OpaquePointer(bitPattern: $0) }
  }
}
