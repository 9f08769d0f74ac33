import AuthLive
package import CivilTime
package import FeatureKit
import Foundation
package import HTTP
import HTTPServing
package import JSON
import Networking
package import PostgreSQL
package import Supabase
import Synchronization
import ToolTesting

@testable package import SharingServer

/// A sharing server over a real PostgreSQL, with a clock that tests set, for clients on real
/// sockets.
package struct RunningServer {
  package let config: ServerConfig
  package let port: Int
  package let clock: ServerClock
  /// A superuser's connection to the database, to check the server's data.
  package let admin: Database
  /// What the server has logged about requests.
  package let log: LoggedLines
  package static let schema = Project.root.appending(path: "Modules/Services/PostgreSQLSchema").path

  /// The migrated database that all tests of a run share.
  ///
  /// Sharing is safe because each test makes new accounts, and the server shows an account only the
  /// rows of its own family.
  private static let migrated = Task {
    let database = try await migratedDatabase("postgres")
    // All tests of a run sign up from one IP address, more often than the server allows one
    // address. This trigger discards the rows with which the server counts sign-ups, so that it
    // refuses none.
    try await database.script(
      """
      CREATE SCHEMA of_tests;
      CREATE FUNCTION of_tests.leave_out() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;
      CREATE TRIGGER leave_out BEFORE INSERT ON compass.code_tries FOR EACH ROW WHEN (NEW.who LIKE 'sign-up %')
        EXECUTE FUNCTION of_tests.leave_out();
      """)
    return database
  }

  /// The name of a migrated database without connections, as PostgreSQL requires of a
  /// database that it copies. A copy takes a third of the time of all migrations.
  private static let template = Task {
    let name = "migrated"
    _ = try await migrated.value.run("CREATE DATABASE \(name)")
    try await migratedDatabase(name).close()
    return name
  }

  /// Connects to a database as a superuser, and runs the migrations that it lacks.
  private static func migratedDatabase(_ name: String) async throws -> Database {
    let folder = try Cluster.shared.get().folder
    var settings = DatabaseSettings(connection: "host=\(folder) user=postgres dbname=\(name)")
    settings.statementSeconds = 3_600
    settings.lockSeconds = nil
    let database = Database(settings)
    _ = try await Migrator(database: database, folder: schema).migrate()
    return database
  }

  package static func with(
    pages: MakePages? = nil, mail: ServerMail? = nil,
    _ change: (inout ServerConfig) -> Void = { _ in },
    _ use: (RunningServer) async throws -> Void
  ) async throws {
    try await over(try await migrated.value, name: "postgres", pages, mail, change, use)
  }

  /// Runs a test with a server that has the usual settings and runs until all tests have ended.
  ///
  /// To start a server takes longer than to answer a few requests. Many tests use this one, so none
  /// of them may move its clock, which follows the machine's.
  package static func withLasting(
    _ use: (RunningServer) async throws -> Void
  ) async throws {
    let server = try await lasting.value.server
    try await server.forgetTries()
    try await use(server)
  }

  private static let lasting = Task {
    let lasting = try await started(over: try await migrated.value, name: "postgres")
    lasting.server.clock.run()
    return lasting
  }

  /// Starts a server with a database that no other test uses. The database is dropped afterwards.
  ///
  /// A test that changes settings or functions of the database needs such a server.
  package static func withOwnDatabase(
    pages: MakePages? = nil, mail: ServerMail? = nil,
    _ change: (inout ServerConfig) -> Void = { _ in },
    _ use: (RunningServer) async throws -> Void
  ) async throws {
    let shared = try await migrated.value
    let name = "own_\(UUID().uuidString.lowercased().replacing("-", with: ""))"
    let original = try await template.value
    _ = try await shared.run("CREATE DATABASE \(name) TEMPLATE \(original)")
    // A copy lacks the rights to the database itself. The first migration, which always runs, grants
    // them.
    let database = try await migratedDatabase(name)
    try await over(database, name: name, pages, mail, change, use)
    _ = try? await shared.run("DROP DATABASE \(name) WITH (FORCE)")
  }

  private static func over(
    _ admin: Database, name: String, _ pages: MakePages?, _ mail: ServerMail?,
    _ change: (inout ServerConfig) -> Void,
    _ use: (RunningServer) async throws -> Void
  ) async throws {
    try await forgetTries(admin)
    let own = try await started(over: admin, name: name, pages, mail, change)
    do {
      try await use(own.server)
    } catch {
      await own.stop()
      throw error
    }
    await own.stop()
  }

  /// A server with what ends it.
  private struct Started: Sendable {
    let server: RunningServer
    let program: SharingServer
    let running: HTTPServer

    func stop() async {
      await running.stop(within: .zero)
      await program.stopPages()
    }
  }

  private static func started(
    over admin: Database, name: String, _ pages: MakePages? = nil, _ mail: ServerMail? = nil,
    _ change: (inout ServerConfig) -> Void = { _ in }
  ) async throws -> Started {
    let folder = try Cluster.shared.get().folder
    var config = try ServerConfig(
      database: "host=\(folder) user=authenticator dbname=\(name)",
      admin: "host=\(folder) user=postgres dbname=\(name)", schema: schema, random: .system)
    config.port = 0
    change(&config)
    let clock = ServerClock()
    let server = try await SharingServer.open(
      config, pages: pages, mail: mail, passwords: PasswordHashing(.argon2id(.least))
    ) { clock.now }
    let log = LoggedLines()
    let running = try server.start { log.add($0) }
    return Started(
      server: RunningServer(
        config: config, port: running.port, clock: clock, admin: admin, log: log),
      program: server, running: running)
  }

  /// Deletes the counted attempts that the server limits by IP address.
  ///
  /// Attempts that it limits by account remain.
  package func forgetTries() async throws { try await Self.forgetTries(admin) }

  private static func forgetTries(_ admin: Database) async throws {
    _ = try await admin.run(
      "DELETE FROM compass.code_tries WHERE who ~ '^(sign-up|sign-in from|refresh|address|server|mail from|verify from)'"
    )
  }

  /// Waits until a statement with these words in it sleeps (`pg_sleep`) in the database.
  package func waitForSleep(in words: String) async throws {
    try await eventually("a statement with \(words) sleeps") {
      try await admin.run(
        """
        SELECT EXISTS (SELECT 1 FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event = 'PgSleep' AND query LIKE '%' || $1 || '%')
        """, [words]
      ).value == "t"
    }
  }

  /// The public key that clients send with every request.
  package var publicKey: String { config.publicKey }

  package var address: String { "http://127.0.0.1:\(port)" }

  /// Returns a device on which no person is signed in.
  package func device() throws -> Device { try Device(self) }

  /// Creates an account with a profile in this role, and returns a device that is signed in to it.
  package func signedUp(_ role: String = "player") async throws -> Device {
    let device = try device()
    try await device.signUp()
    _ = try await device.client.call(
      "open_profile", ["role": .string(role), "full_name": "Somebody", "graduation_year": 2028])
    return device
  }

  /// Returns the response to one HTTP request, sent without the Supabase client.
  package func ask(
    _ method: HTTP.Method, _ path: String, token: String? = nil, key: String? = nil,
    headers: Headers = [:], _ body: JSONValue? = nil
  ) async throws -> Response {
    var headers = headers
    headers["apikey"] = key ?? config.publicKey
    if let token { headers["Authorization"] = "Bearer \(token)" }
    if body != nil { headers["Content-Type"] = "application/json" }
    let request = try Request(
      method, address: address + path, headers: headers,
      body: body.map { .bytes(Array($0.text.utf8)) } ?? .none)
    return try await HTTPClient.direct.answer(to: request)
  }
}

/// A Supabase client with its own session, as one device of a person has it.
package struct Device {
  package let auth: SupabaseAuth
  package let client: SupabaseClient
  package let email: String
  package let clock: ServerClock

  package static let password = SecretText("a long enough password")

  package init(
    _ server: RunningServer, key: String? = nil, email: String? = nil,
    http: HTTPClient = .direct
  ) throws {
    try self.init(
      address: server.address, key: key ?? server.publicKey, clock: server.clock, email: email,
      http: http)
  }

  private init(
    address: String, key: String, clock: ServerClock, email: String?, http: HTTPClient
  ) throws {
    let project = try SupabaseProject(address: address, key: key)
    let kept = Kept()
    clockNow = { clock.now }
    self.clock = clock
    self.email = email ?? "somebody-\(UUID().uuidString.lowercased())@example.org"
    auth = SupabaseAuth(project, http, keeper: kept.keeper, now: clockNow)
    client = SupabaseClient(project, http, auth: auth, now: clockNow)
  }

  /// A device whose server address accepts no connection, for tests of requests that must fail.
  package static var ofNobody: Device {
    get throws {
      try Device(
        address: "http://127.0.0.1:1", key: "k", clock: ServerClock(), email: nil, http: .direct)
    }
  }

  private let clockNow: @Sendable () -> Instant

  @discardableResult
  package func signUp(_ data: JSONObject = ["birth_date": "1980-05-31"]) async throws -> Session {
    guard
      case .signedIn(let session) = try await auth.signUp(
        email: email, password: Self.password, data: data)
    else { throw NotSignedIn() }
    return session
  }

  package var token: String {
    get async throws { try await auth.session()?.accessToken.revealed ?? "" }
  }

  package var id: String {
    get async throws { try await auth.session()?.user.id ?? "" }
  }

  package final class Kept: Sendable {
    private let session = Mutex<Session?>(nil)

    var keeper: SessionKeeper {
      SessionKeeper(
        read: { () throws(Problem) in self.session.withLock { $0 } },
        keep: { session throws(Problem) in self.session.withLock { $0 = session } },
        alone: { work throws(Problem) in await work() })
    }
  }
}

/// The clock of a test's server.
///
/// It stands still until a test moves it or calls `run`.
package final class ServerClock: Sendable {
  /// The fixed time; nil after `run`, when the clock follows the machine's clock.
  private let stopped = Mutex<Instant?>(ServerCommands.now())

  package var now: Instant { stopped.withLock { $0 } ?? ServerCommands.now() }

  package func move(seconds: Int64) {
    let moved = now.adding(seconds: seconds)
    stopped.withLock { $0 = moved }
  }

  /// Lets the clock follow the machine's clock, which the database uses for its timestamps.
  ///
  /// While the clock stands still, new rows of the database would have times in the server's
  /// future.
  package func run() { stopped.withLock { $0 = nil } }
}

/// The lines that a test's server has logged.
package final class LoggedLines: Sendable {
  private let lines = Mutex<[String]>([])

  package var all: [String] { lines.withLock { $0 } }

  package init() {}

  package func add(_ line: String) { lines.withLock { $0.append(line) } }
}

extension HTTPClient {
  package static var direct: HTTPClient { sharedClient }
}

private let sharedClient: HTTPClient = {
  var settings = WebSettings()
  settings.proxy = .none
  let live = HTTPClient.live(settings)
  return HTTPClient(waiting: live.waiting) {
    request, body, rules async throws(HTTPFailure) -> ArrivingResponse in
    // Thousands of tests run at the same time. With the usual time limits a slow machine would look
    // like a server that does not answer.
    var patient = rules
    patient.total = .seconds(3_600)
    patient.silence = nil
    return try await live.transport(request, body, patient)
  }
}()

extension Response {
  package var json: JSONValue {
    guard case .bytes(let bytes) = body else { return .null }
    return (try? JSONValue.parse(utf8: bytes)) ?? .null
  }
}

package func failure<Value>(_ work: () async throws -> Value) async -> SupabaseFailure? {
  do {
    _ = try await work()
    return nil
  } catch {
    return error as? SupabaseFailure
  }
}

private struct NotSignedIn: Error {}
