import Basics
import CivilTime
import HTTPServing
import Networking
import Synchronization

@testable import HTTP
@testable import Supabase

/// A Supabase client of a server in memory, with a clock and a session store that tests control.
struct Setting {
  let server: SmallServer
  let auth: SupabaseAuth
  let client: SupabaseClient
  let clock: TestClock
  let store: TestKeeper

  /// Runs a test with a client. The client is signed in, unless the test signs in itself.
  static func with(
    signedIn: Bool = true, _ use: (Setting) async throws -> Void
  ) async throws {
    let server = SmallServer()
    var settings = ServerSettings(port: 0)
    settings.times.idle = .seconds(3_600)
    settings.times.headers = .seconds(3_600)
    settings.times.body = .seconds(3_600)
    settings.limits.connectionsForAddress = nil
    let running = try HTTPServer.start(settings) { try await server.answer($0) }
    let setting = try Setting(server, port: running.port, TestKeeper())
    do {
      if signedIn { try await setting.signIn() }
      try await use(setting)
    } catch {
      await running.stop(within: .zero)
      throw error
    }
    await running.stop(within: .zero)
  }

  init(_ server: SmallServer, port: Int, _ store: TestKeeper) throws {
    let clock = TestClock()
    let http = Self.patient
    let project = try SupabaseProject(address: "http://127.0.0.1:\(port)/", key: "public-key")
    self.server = server
    self.clock = clock
    self.store = store
    auth = SupabaseAuth(
      project, http, keeper: store.keeper, headersOfSignIn: ["Of-Sign-In": "yes"],
      now: { clock.now })
    client = SupabaseClient(project, http, auth: auth, now: { clock.now })
  }

  /// An HTTP client that waits for answers without a limit, because hundreds of tests run at the
  /// same time.
  private static let patient = HTTPClient(waiting: HTTPClient.direct.waiting) {
    request, body, rules throws(HTTPFailure) in
    var patient = rules
    patient.total = nil
    return try await HTTPClient.direct.transport(request, body, patient)
  }

  /// Returns another client with the same stored session, like a second program on the same device.
  func another() async throws -> Setting {
    let project = await auth.project
    let port = project.address.split(separator: ":").last.flatMap { Int($0) } ?? 0
    return try Setting(server, port: port, store)
  }

  func signIn() async throws {
    _ = try await auth.signIn(
      email: "sam@example.org", password: SecretText(SmallServer.password))
  }
}

extension HTTPClient {
  static var direct: HTTPClient {
    var settings = WebSettings()
    settings.proxy = .none
    return .live(settings)
  }
}

final class TestClock: Sendable {
  private let instant = Mutex(Instant(seconds: 1_800_000_000))

  var now: Instant { instant.withLock { $0 } }

  func move(seconds: Int64) { instant.withLock { $0 = $0.adding(seconds: seconds) } }
}

/// A device's stored session.
///
/// A test can make writing it fail.
final class TestKeeper: Sendable {
  private let text = Mutex<SecretText?>(nil)
  private let problem = Mutex<Problem?>(nil)
  private let turn = Turn()

  var kept: Session? { text.withLock { $0 }.flatMap(Session.init(reading:)) }

  func fail(_ problem: Problem?) { self.problem.withLock { $0 = problem } }

  var keeper: SessionKeeper {
    SessionKeeper(
      read: { () throws(Problem) in self.kept },
      keep: { session throws(Problem) in
        if let problem = self.problem.withLock({ $0 }) { throw problem }
        self.text.withLock { $0 = session?.text }
      },
      alone: { work throws(Problem) in
        await self.turn.begin()
        await work()
        await self.turn.end()
      })
  }

  /// A lock between tasks.
  ///
  /// A task that waits for it is suspended and blocks no thread.
  private actor Turn {
    private var isTaken = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    func begin() async {
      if isTaken { await withCheckedContinuation { waiting.append($0) } }
      isTaken = true
    }

    func end() {
      isTaken = !waiting.isEmpty
      if !waiting.isEmpty { waiting.removeFirst().resume() }
    }
  }
}

/// Returns the Supabase failure that `work` throws; nil when it succeeds or throws another error.
func failure<Value>(_ work: () async throws -> Value) async -> SupabaseFailure? {
  do {
    _ = try await work()
    return nil
  } catch {
    return error as? SupabaseFailure
  }
}
