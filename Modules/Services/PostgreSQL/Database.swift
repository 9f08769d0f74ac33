import CPostgreSQL
import Glibc
import Synchronization

/// Runs SQL statements in the server's PostgreSQL database, over a pool of a few connections.
///
/// One thread sends the statements of all connections and waits for their responses. Callers wait as
/// suspended tasks.
public final class Database: Sendable {
  private let queue: DatabaseQueue
  private let settings: DatabaseSettings
  private let library: PostgreSQLLibrary
  private let isRunning = Mutex(false)

  public convenience init(_ settings: DatabaseSettings) { self.init(settings, .shared) }

  init(_ settings: DatabaseSettings, _ library: PostgreSQLLibrary) {
    self.settings = settings
    self.library = library
    queue = DatabaseQueue(settings)
  }

  deinit { queue.close() }

  /// Runs statements as one transaction in one round trip, and runs them again once if the database
  /// rejects them for a passing reason such as a deadlock.
  ///
  /// - Parameter caller: the account that the statements run for; nil for statements of the server
  ///   itself. Each account gets a limited share of the connections, so that the requests of one
  ///   account do not block the others.
  public func run(
    _ statements: [Statement], for caller: String? = nil
  ) async throws(DatabaseFailure) -> [DatabaseRows] {
    // The texts of a large push are put together on the caller's thread, because all requests wait
    // for the one that sends them.
    let texts = CTexts(statements)
    do throws(DatabaseFailure) {
      return try await once(.statements(texts), caller)
    } catch .refused(let refusal) where refusal.isWorthAnotherTry {
      return try await once(.statements(texts), caller)
    }
  }

  public func run(_ text: String, _ values: [String?] = []) async throws(DatabaseFailure)
    -> DatabaseRows
  {
    try await run([Statement(text, values)]).first ?? DatabaseRows(rows: [])
  }

  /// Runs an SQL script. It runs as one transaction unless the script contains transaction
  /// commands.
  public func script(_ text: String) async throws(DatabaseFailure) {
    _ = try await once(.script(text), nil)
  }

  /// Rejects new requests to the database. Requests that were accepted before are finished.
  public func close() { queue.close() }

  /// An executor for tasks that ask this database and do little else. They run on the thread that
  /// sends the statements and receives the responses, so that no other thread is woken for them.
  ///
  /// Nil if there is no such thread, or if the database is closed. Work that takes more than a
  /// fraction of a millisecond must not run there, because all other requests to the database wait
  /// for it.
  public var executor: (any TaskExecutor)? {
    guard queue.isOpen, let calls = library.calls, startLoop(calls) else { return nil }
    return queue
  }

  /// How busy the connections are at this moment.
  public var load: DatabaseLoad { queue.load }

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
        startLoop(calls)
      }
    }
    return try result.get()
  }

  /// Starts the thread of the loop, unless it runs.
  @discardableResult
  private func startLoop(_ calls: OpaquePointer) -> Bool {
    let code = isRunning.withLock { isRunning in
      if isRunning { return Int32(0) }
      let code = DatabaseLoop(settings, calls, queue).startOnThread()
      isRunning = code == 0
      return code
    }
    // If there is no thread, no waiting request would ever be answered, so all of them fail.
    if code != 0 { queue.failAll(.unreachable(String(cString: strerror(code)))) }
    return code == 0
  }
}

/// How busy the connections to a database are.
public struct DatabaseLoad: Equatable, Sendable {
  /// The largest number of connections.
  public let limit: Int
  public let inUse: Int
  /// The number of requests that wait for a connection.
  public let waiting: Int
}

/// The connection string of a database, and the limits for the server that uses it.
public struct DatabaseSettings: Sendable {
  /// A connection string of libpq: `host=… user=… dbname=…`, or a URL.
  public var connection: String
  public var connections = 8
  /// The largest number of requests of one caller (an account) that run at the same time.
  public var connectionsOfCaller = 2
  /// The largest number of requests of all callers together that wait for a connection.
  ///
  /// `waitingOfCaller` is the largest number of one caller's waiting requests.
  public var waiting = 500
  public var waitingOfCaller = 50
  /// The longest time in seconds that a request waits for a connection. A request that has waited
  /// longer is not started, because its client has given up or soon will.
  public var waitingSeconds = 15
  /// The time limit of a statement in seconds, which the database enforces.
  public var statementSeconds = 8
  /// The time in seconds that a statement may wait for a lock. If it is nil, only the time limit of
  /// the statement applies.
  public var lockSeconds: Int? = 4
  /// The number of seconds that the server waits longer than a statement's time limit. If the
  /// database has sent nothing by then, the connection counts as broken.
  public var silenceSeconds = 5

  public init(connection: String) { self.connection = connection }

  /// Returns what is wrong with a connection string, such as the name of an unknown setting, without
  /// its passwords. Returns nil if libpq can read the string, or if libpq is not installed.
  public static func fault(in connection: String) -> String? {
    guard let calls = PostgreSQLLibrary.shared.calls,
      let words = compass_pq_fault(calls, connection)
    else { return nil }
    defer { free(words) }
    return ConnectionSecrets(in: connection).hidden(in: String(cString: words))
      .split(whereSeparator: \.isNewline).joined(separator: " ")
  }

  /// Whether a connection string has a password in it.
  public static func hasPassword(_ connection: String) -> Bool {
    ConnectionSecrets(in: connection).hidden(in: connection) != connection
  }

  /// The connection string that libpq gets. It begins with the settings that this server needs,
  /// such as time limits, and ends with the configured string, which can override them.
  ///
  /// If several hosts are configured, libpq chooses the one that accepts writes. UTC and UTF-8 are
  /// set, so that texts do not depend on the settings of the machine. A database whose machine is
  /// gone is noticed after a minute, also by a connection that only waits for notifications.
  var whole: String {
    let own =
      "connect_timeout=5 target_session_attrs=read-write client_encoding=UTF8 "
      + "application_name=compass-server "
      + "keepalives_idle=30 keepalives_interval=10 keepalives_count=3 tcp_user_timeout=30000 "
      + "options='-c statement_timeout=\(statementSeconds)s -c lock_timeout=\(lockSeconds ?? 0)s -c timezone=UTC -c idle_in_transaction_session_timeout=30s'"
    guard connection.contains("://") else { return "\(own) \(connection)" }
    // Settings cannot be appended to a URL. The URL is therefore passed as the value of the setting
    // `dbname`, which libpq accepts.
    let escaped = connection.replacing("\\", with: "\\\\").replacing("'", with: "\\'")
    return "\(own) dbname='\(escaped)'"
  }
}

/// The shared library libpq, which is loaded when a database is first used.
final class PostgreSQLLibrary: Sendable {
  static let shared = PostgreSQLLibrary("libpq.so.5")

  private let name: String
  /// The address of the table with the functions of the loaded library. The table is never changed
  /// or freed, so all threads may use it.
  private let table = Mutex<UInt?>(nil)

  init(_ name: String) { self.name = name }

  /// The table with the functions of libpq; nil if the library is not installed.
  var calls: OpaquePointer? {
    let address = table.withLock { table in
      table = table ?? compass_pq_open(name).map { UInt(bitPattern: $0) }
      return table
    }
    return address.flatMap { OpaquePointer(bitPattern: $0) }
  }
}
