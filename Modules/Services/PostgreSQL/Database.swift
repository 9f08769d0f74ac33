import CPostgreSQL
import Glibc
import Synchronization

/// A PostgreSQL database with a few connections. Each connection has a thread of its own, because
/// libpq blocks; callers wait as tasks.
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

  /// Runs statements as one transaction in one round trip. After a deadlock they run once more.
  ///
  /// - Parameter caller: the account that the statements run for. Each caller gets a limited share of the connections, so that
  ///   one caller's requests do not block the others; nil for the server's own statements.
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

  /// Runs the text of a file, as one transaction unless the file contains its own transaction commands.
  public func script(_ text: String) async throws(DatabaseFailure) {
    _ = try await once(.script(text), nil)
  }

  /// Refuses new work and finishes the work that has begun.
  public func close() { queue.close() }

  private func once(
    _ work: DatabaseJob.Work, _ caller: String?
  ) async throws(DatabaseFailure) -> [DatabaseRows] {
    guard let calls = library.calls else { throw .libraryMissing }
    let result: Result<[DatabaseRows], DatabaseFailure> = await withCheckedContinuation { waiter in
      let job = DatabaseJob(
        work: work, caller: caller, until: .now + .seconds(settings.waitingSeconds)
      ) { waiter.resume(returning: $0) }
      switch queue.add(job) {
      case .refused(let failure): waiter.resume(returning: .failure(failure))
      case .taken: break
      case .allBusy: startThread(calls)
      }
    }
    return try result.get()
  }

  /// Starts one more thread, unless the limit is reached.
  private func startThread(_ calls: OpaquePointer) {
    let isAllowed = threads.withLock { count in
      guard count < settings.connections else { return false }
      count += 1
      return true
    }
    guard isAllowed else { return }
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
      // Without any thread no job would ever be answered.
      if threads.withLock({ count in
        count -= 1; return count == 0
      }) {
        queue.failAll(.unreachable(String(cString: strerror(code))))
      }
    }
  }
}

/// The connection to a database, and the limits of its use by one server.
public struct DatabaseSettings: Sendable {
  /// A connection string of libpq: `host=… user=… dbname=…`, or a URL.
  public var connection: String
  public var connections = 8
  /// How many of one caller's requests run at the same time.
  public var connectionsOfCaller = 2
  /// How many requests may wait for a connection, and how many of them from one caller.
  public var waiting = 500
  public var waitingOfCaller = 50
  /// The longest time in seconds that a request waits for a connection. A request that has waited
  /// longer does not start, because its caller has given up or soon will.
  public var waitingSeconds = 15
  /// The time limit of a statement.
  public var statementSeconds = 8
  /// How long a statement waits for a lock; nil for the time limit of the statement.
  public var lockSeconds: Int? = 4
  /// How long after a statement's time limit the database may be silent before it counts as hung.
  public var silenceSeconds = 5

  public init(connection: String) { self.connection = connection }

  /// The connection string with further settings. Of several hosts, the one that accepts writes is
  /// used; texts are in UTC and UTF-8, whatever the machine's settings are. Settings in the
  /// configured connection string take precedence.
  var whole: String {
    let own =
      "connect_timeout=5 target_session_attrs=read-write client_encoding=UTF8 "
      + "application_name=compass-server "
      + "options='-c statement_timeout=\(statementSeconds)s -c lock_timeout=\(lockSeconds ?? 0)s -c timezone=UTC -c idle_in_transaction_session_timeout=30s'"
    guard connection.contains("://") else { return "\(own) \(connection)" }
    // Settings cannot be appended to a URL, but libpq accepts a URL as the value of `dbname`.
    return "\(own) dbname='\(connection.split(separator: "'").joined(separator: "\\'"))'"
  }
}

/// libpq, loaded at the first use of a database.
final class PostgreSQLLibrary: Sendable {
  static let shared = PostgreSQLLibrary("libpq.so.5")

  private let name: String
  /// The table of the loaded library's functions. It is never changed or freed, so any thread may use it.
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
