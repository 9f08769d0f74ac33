import AuthLive
import CivilTime
import FeatureKit
import HTTP
import HTTPServing
import JSON
import PostgreSQL
import Synchronization

/// The server through which families share their data. It offers accounts, functions and tables in
/// the Supabase protocol over one PostgreSQL database.
///
/// All its state is in the database, except for the file of `ServerMemory`, which tells whether the
/// database was restored from a backup.
final class SharingServer: Sendable {
  private let config: ServerConfig
  /// A second set of database connections. Accounts, readiness checks and the server's own repeated
  /// work, such as reading the database's clock, use it, so that they do not wait while requests
  /// for data occupy the other connections.
  private let reserve: Database
  private let accounts: Accounts
  private let rest: Rest
  private let news: NewsWaiting
  private let measured = ServerMetrics()
  private let running = Mutex(Running())
  private let port: OpenPort
  private let chores: ServerChores
  /// The server's pages for browsers; nil if there are none. They are set once, before the first
  /// request.
  private let pages = Mutex<RunningPages?>(nil)
  /// Listens for the database's notifications that its tables or functions have changed; nil before
  /// the server listens for requests.
  private let schemaNews = Mutex<DatabaseListener?>(nil)
  /// Whether the database was restored from a backup: its data was older than the memory file of
  /// the server says. The database has then begun a new era (a new identity of its data), which
  /// makes devices send again what the backup lacks.
  let wasRestored: Bool
  /// A sentence for each kind of account that was open in the restored database and that the server
  /// has closed again, because a file outside of the database lists these accounts as closed.
  let closedAgain: [String]

  /// Opens a server over a database that has already been migrated.
  static func open(
    _ config: ServerConfig, pages: MakePages? = nil, mail: ServerMail? = nil,
    passwords: PasswordHashing = PasswordHashing(), now: @escaping @Sendable () -> Instant
  ) async throws -> SharingServer {
    var settings = DatabaseSettings(connection: config.database)
    settings.connections = 6
    let database = Database(settings)
    settings.connections = 2
    let reserve = Database(settings)
    let cache = try await SchemaCache.read(database)
    let chores = ServerChores(config, reserve)
    try await chores.setClock()
    let (wasRestored, closedAgain) = try await chores.noticeRestore()
    let mail = mail ?? config.mail.map { ServerMail.live($0, now) }
    let server = SharingServer(
      config, database, reserve, cache, chores, wasRestored, closedAgain, mail, passwords
    ) {
      [clock = chores.clock] in
      clock.shared(now())
    }
    if let settings = config.pages, let pages {
      let made = try pages(server.ground(settings))
      server.pages.withLock { $0 = made }
    }
    return server
  }

  private func ground(_ settings: PagesSettings) -> PagesGround {
    PagesGround(
      settings: settings, registration: config.registration, publicKey: config.publicKey,
      mail: accounts.mail, address: { [accounts] in accounts.pagesAddress() ?? "" },
      ask: { [accounts] text, values in try await accounts.ask(text, values) },
      noteTry: { [accounts] who, most in try await accounts.noteTry([(who, most)]) },
      answer: { [weak self] request in await self?.answer(request) ?? Response(.unavailable) },
      token: { [accounts] user, session throws(Problem) in
        // All requests of a session within a minute get the same access token, so that the server
        // verifies the token's signature only once in that minute.
        let now = accounts.now()
        return try accounts.tokens.token(
          for: user, session: session, now: now.adding(seconds: -(now.seconds % 60)))
      },
      claims: { [accounts] in try? accounts.tokens.claims(of: $0, now: accounts.now()) },
      network: { [isBehindProxy = config.isBehindProxy] in
        Network.ofSender($0, isBehindProxy: isBehindProxy)
      },
      digest: { [key = Array(config.refreshKey.revealed.utf8)] text throws(Problem) in
        try MessageMAC.hmacSHA256(Array(text.utf8), key: key)
      }, now: accounts.now)
  }

  /// Stops the pages and closes the data files that they have open.
  func stopPages() async { await pages.withLock { $0 }?.stop() }

  private init(
    _ config: ServerConfig, _ database: Database, _ reserve: Database, _ cache: SchemaCache,
    _ chores: ServerChores, _ wasRestored: Bool, _ closedAgain: [String], _ mail: ServerMail?,
    _ passwords: PasswordHashing, _ now: @escaping @Sendable () -> Instant
  ) {
    self.config = config
    self.chores = chores
    self.wasRestored = wasRestored
    self.closedAgain = closedAgain
    self.reserve = reserve
    let port = OpenPort()
    port.number.withLock { $0 = config.port }
    self.port = port
    news = NewsWaiting(database)
    let tokens = config.tokens
    let service = ServiceKey(settings: config.service, tokens: tokens, now: now)
    var rest = Rest(
      database: database, schema: KnownSchema(cache), tokens: tokens, publicKey: config.publicKey,
      service: service,
      serviceDatabase: config.service.map { service in
        var settings = DatabaseSettings(connection: service.database)
        settings.connections = 2
        return Database(settings)
      },
      confirmsAddresses: mail != nil, now: now)
    let accounts = Accounts(
      database: reserve, tokens: tokens, refreshKey: config.refreshKey,
      registration: config.registration, service: service,
      links: config.links,
      erasing: { [rest] person, request throws(RestFault) in try await rest.erase(person, request)
      },
      passwords: passwords, random: .system, mail: mail,
      pagesAddress: { [port] in
        config.pages.map { $0.address ?? config.url(port: port.number.withLock { $0 }) }
      }, zone: config.pages?.zone ?? .utc, now: now)
    rest.tellOfJoining = { [accounts] in accounts.tellLater(of: $0) }
    self.rest = rest
    self.accounts = accounts
  }

  /// Whether the server can answer requests. An unmigrated database has no tables and functions to
  /// serve.
  var isReady: Bool { !rest.cache.tables.isEmpty && !rest.cache.functions.isEmpty }

  func remember() async {
    await chores.notePosition()
    await chores.remember()
  }

  /// Starts to listen for requests; the server runs until it is stopped.
  ///
  /// - Parameter log: receives one line of JSON for each request. The line has no query, token,
  ///   address or unknown path.
  func start(log: @escaping @Sendable (String) -> Void) throws -> HTTPServer {
    if let danger = config.danger { throw danger }
    var settings = ServerSettings(port: config.port)
    settings.address = config.address
    settings.tls = config.tls
    // Behind a proxy all requests come from the proxy's address, so a limit for each address would
    // limit all clients together.
    if config.isBehindProxy { settings.limits.connectionsForAddress = nil }
    let pages = pages.withLock { $0 }
    settings.clientKind = { [rest] request in
      request.isForPrograms ? rest.clientKind(request) : pages?.clientKind(request) ?? .stranger
    }
    settings.refusal = { status, fault, request in
      if let request, let pages, !request.isForPrograms {
        return pages.refusal(status, fault, request)
      }
      // A malformed request has no path that tells which interface it was meant for, so the refusal
      // has the members that the clients of each interface expect.
      let words = fault?.sentence ?? status.phrase
      return OtherOrigins.readable(
        .refusal(
          status, words,
          ["statusCode": JSONValue(status.code), "statusMessage": .string(words)]))
    }
    // Other requests can be long, or hash a password.
    settings.executor = { [rest] request in
      rest.isShort(request) ? rest.database.executor : nil
    }
    settings.served = { [weak self] request in
      guard let self else { return }
      measured.count(
        path: request.target?.segments ?? [], status: request.status, isEvents: request.isEvents,
        microseconds: request.microseconds)
      log(line(request))
    }
    let running = try HTTPServer.start(settings) { [self] request in
      guard OtherOrigins.mayAsk(request) else { return await answer(request) }
      if request.method == .options { return OtherOrigins.permission(request) }
      return OtherOrigins.readable(await answer(request))
    }
    self.running.withLock { $0.server = running }
    port.number.withLock { $0 = running.port }
    pages?.begin(running.port)
    chores.begin()
    hearOfSchema()
    return running
  }

  /// Reads the database's tables and functions again after each `NOTIFY pgrst, 'reload schema'`.
  private func hearOfSchema() {
    let listener = DatabaseListener(
      DatabaseSettings(connection: config.database), channel: Migrator.schemaChannel,
      payload: Migrator.schemaPayload
    ) { [weak self] in
      // A reading that fails is repeated, because there may be no further notification.
      Task { [weak self] in
        while let isRead = await self?.triesToReadSchema(), !isRead {
          try? await Task.sleep(for: .seconds(5))
        }
      }
    }
    schemaNews.withLock { $0 = listener }
  }

  /// Reads the database's tables and functions again, so that requests can use new ones.
  func readSchema() async throws { try await rest.schema.renew(reserve) }

  /// Reads the schema, and returns whether that succeeded.
  private func triesToReadSchema() async -> Bool {
    do {
      try await readSchema()
      return true
    } catch {
      return false
    }
  }

  func answer(_ request: Request) async -> Response {
    do {
      switch request.segments.first {
      case "health": return .json(.ok, ["status": "ok"])
      case "ready": return await ready()
      case "metrics" where request.segments.count == 1:
        guard config.metrics == nil, config.metricsKey != nil else { break }
        return metricsAnswer(to: request)
      case "auth", "rest", "compass":
        guard request.segments.dropFirst().first == "v1" else { break }
        if !request.needsNoKey { try rest.checkKey(request) }
        let address = Network.ofSender(request, isBehindProxy: config.isBehindProxy)
        if request.segments.first == "compass" {
          guard request.segments.count == 3, request.segments[2] == "news" else { break }
          guard request.method == .post else {
            return .refusal(.methodNotAllowed, "Ask with POST.")
          }
          return await rest.news(request, address: address, news)
        }
        return request.segments.first == "auth"
          ? try await accounts.answer(request, address: address)
          : await rest.answer(request, address: address)
      default:
        if let pages = pages.withLock({ $0 }) { return await pages.answer(request) }
      }
      return .refusal(.notFound, "There is nothing here.")
    } catch let fault as RestFault {
      return fault.response
    } catch let failure as DatabaseFailure {
      return RestFault(failure, isSignedIn: true, isWriting: true).response
    } catch let fault as RequestFault {
      return .refusal(fault.status, fault.sentence)
    } catch {
      return .refusal(.internalError, "The server failed.")
    }
  }

  private func ready() async -> Response {
    do throws(DatabaseFailure) {
      let row = try await reserve.run(
        "SELECT current_setting('server_version'), compass.newest_migration(), current_setting('transaction_read_only')"
      ).rows.first
      let isReady = isReady && row?[2] == "off"
      return .json(
        isReady ? .ok : .unavailable,
        [
          "ready": .bool(isReady), "database": .string(row?[0] ?? ""),
          "migration": row?[1].flatMap { Int($0) }.map { JSONValue($0) } ?? .null,
        ])
    } catch {
      return RestFault(error, isSignedIn: true, isWriting: true).response
    }
  }

  /// Starts to answer requests for the metrics at an address of their own; returns nil if the
  /// configuration has none.
  func startMetrics() throws -> HTTPServer? {
    guard let place = config.metrics else { return nil }
    var settings = ServerSettings(port: place.port)
    settings.address = place.address
    settings.limits.connections = 20
    settings.limits.waiting = 0
    return try HTTPServer.start(settings) { [self] request in
      guard request.segments == ["metrics"] else {
        return .refusal(.notFound, "There is nothing here.")
      }
      return metricsAnswer(to: request)
    }
  }

  private func metricsAnswer(to request: Request) -> Response {
    if let key = config.metricsKey, Bearer.token(request.headers) != key.revealed {
      return .refusal(.unauthorized, "Show the metrics_key of server.json as a Bearer token.")
    }
    var present = ServerMetrics.Present()
    present.pools = [("requests", rest.database.load), ("accounts", reserve.load)]
    if let service = rest.serviceDatabase { present.pools.append(("service", service.load)) }
    present.connections = running.withLock { $0.server?.openConnections } ?? 0
    present.waitingDevices = news.waiting
    return Response(.ok, .plainText, measured.text(present))
  }

  private func line(_ request: ServedRequest) -> String {
    ServerCommands.logLine([
      "method": .string(request.method.isCommon ? request.method.name : "other"),
      "path": .string(knownPath(request.target?.segments ?? [])),
      "status": request.status.map { JSONValue($0.code) } ?? .null,
      "whole": .bool(request.isWhole), "microseconds": JSONValue(Int(request.microseconds)),
    ])
  }

  /// Returns the path for the log if it is one of the server's own, and `other` for any other path.
  /// An unknown path is text of the client, which must not be logged.
  private func knownPath(_ pieces: [String]) -> String {
    if pieces.first == "api" { return pages.withLock { $0 }?.template(pieces) ?? "other" }
    let isKnown =
      switch pieces.first {
      case "health", "ready", "metrics": pieces.count == 1
      case "auth":
        [
          "signup", "token", "logout", "user", "settings", "health", "recover", "otp", "verify",
          "resend",
        ]
        .contains(pieces.last)
          && pieces.count == 3 && pieces[1] == "v1"
      case "compass": pieces == ["compass", "v1", "news"]
      case "rest":
        pieces.count == 4
          ? pieces[1...2] == ["v1", "rpc"] && rest.cache.functions[pieces[3]] != nil
          : pieces.count == 3 && pieces[1] == "v1" && rest.cache.tables[pieces[2]] != nil
      default: false
      }
    return isKnown ? "/" + pieces.joined(separator: "/") : "other"
  }
}

/// A weak reference to the HTTP server. The HTTP server's handler keeps the `SharingServer` alive,
/// so a strong reference in the other direction would keep both alive forever.
private struct Running {
  weak var server: HTTPServer?
}

/// The port that the server listens on. The operating system chooses it if the configuration says
/// 0.
private final class OpenPort: Sendable {
  let number = Mutex(0)
}

extension Request {
  /// Whether the request is for the interfaces that programs use, and not for a web page.
  fileprivate var isForPrograms: Bool {
    ["health", "ready", "metrics", "auth", "rest", "compass"].contains(segments.first)
  }

  /// Whether the request is answered without an API key. A browser that opens the link of an e-mail
  /// sends no key, and every program may read the public keys with which tokens are verified.
  fileprivate var needsNoKey: Bool {
    method == .get
      && [["auth", "v1", "verify"], ["auth", "v1", ".well-known", "jwks.json"]].contains(segments)
  }
}

extension HTTP.Method {
  fileprivate var isCommon: Bool {
    [.get, .head, .post, .put, .patch, .delete, .options].contains(self)
  }
}

extension Network {
  /// Returns the network address of the client: that of the connection, or behind a proxy the last
  /// address in `X-Forwarded-For`, which the proxy itself adds.
  fileprivate static func ofSender(_ request: Request, isBehindProxy: Bool) -> String {
    guard isBehindProxy, let last = request.headers.list(of: "X-Forwarded-For").last else {
      return of(request.peer)
    }
    return of(String(last.prefix(60)))
  }
}
