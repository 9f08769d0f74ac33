import AuthLive
import CivilTime
import FeatureKit
import HTTP
import HTTPServing
import JSON
import PostgreSQL
import Synchronization

/// A server where families meet: accounts, functions and table reads of the Supabase dialect over one PostgreSQL. It keeps
/// nothing that cannot be thrown away.
final class SharingServer: Sendable {
  private let config: ServerConfig
  /// For signing in and for saying whether it is ready: whatever families ask of the other connections, these are free.
  private let reserve: Database
  private let accounts: Accounts
  private let rest: Rest
  private let news: NewsDesk
  private let tally = Mutex<[Int: Int]>([:])

  /// Begins with what the database has: it has to be migrated.
  static func open(
    _ config: ServerConfig, now: @escaping @Sendable () -> Instant
  ) async throws -> SharingServer {
    let database = Database(DatabaseSettings(connection: config.database))
    return SharingServer(config, database, try await SchemaCache.read(database), now)
  }

  private init(
    _ config: ServerConfig, _ database: Database, _ cache: SchemaCache,
    _ now: @escaping @Sendable () -> Instant
  ) {
    self.config = config
    var settings = DatabaseSettings(connection: config.database)
    settings.connections = 2
    reserve = Database(settings)
    news = NewsDesk(database)
    let tokens = AccessTokens(
      keys: config.signingKeys, issuer: "compass-server/auth/v1", life: config.tokenLife)
    accounts = Accounts(
      database: reserve, tokens: tokens, refreshKey: config.refreshKey, random: .system, now: now)
    rest = Rest(
      database: database, cache: cache, tokens: tokens, publicKey: config.publicKey, now: now)
  }

  /// Whether anything can be served: a database that was migrated has tables.
  var isReady: Bool { !rest.cache.tables.isEmpty && !rest.cache.functions.isEmpty }

  /// Serves until it is stopped.
  ///
  /// - Parameter log: told one line of JSON a request: no query, no token, nobody's address.
  func start(log: @escaping @Sendable (String) -> Void) throws -> HTTPServer {
    if let danger = config.danger { throw danger }
    var settings = ServerSettings(port: config.port)
    settings.address = config.address
    settings.tls = config.tls
    // Behind a proxy all come from one address.
    if config.isBehindProxy { settings.limits.connectionsForAddress = nil }
    settings.refusal = { status, fault, _ in
      Response.json(
        status, ["message": .string(fault?.sentence ?? status.phrase), "code": .null])
    }
    settings.served = { [weak self] request in
      self?.tally.withLock { $0[request.status?.code ?? 0, default: 0] += 1 }
      log(Self.line(request))
    }
    return try HTTPServer.start(settings) { [self] request in await answer(request) }
  }

  func answer(_ request: Request) async -> Response {
    do {
      switch request.segments.first {
      case "health": return .json(.ok, ["status": "ok"])
      case "ready": return await ready()
      case "metrics": return Response(.ok, .plainText, metrics())
      case "auth", "rest", "compass":
        guard request.segments.dropFirst().first == "v1" else { break }
        guard request.headers["apikey"] == config.publicKey else {
          return .json(
            .unauthorized,
            [
              "message": "Invalid API key",
              "hint": "The server's own is shown when it starts, and by compass-server doctor.",
            ])
        }
        let address = address(of: request)
        if request.segments.first == "compass" {
          guard request.segments.count == 3, request.segments[2] == "news" else { break }
          guard request.method == .post else {
            return .json(.methodNotAllowed, ["message": "Ask with POST.", "code": .null])
          }
          return await rest.news(request, address: address, news)
        }
        return request.segments.first == "auth"
          ? try await accounts.answer(request, address: address)
          : await rest.answer(request, address: address)
      default: break
      }
      return .json(.notFound, ["message": "There is nothing here."])
    } catch let failure as DatabaseFailure {
      return RestFault(failure, isSignedIn: true, isWriting: true).response
    } catch let fault as RequestFault {
      return .json(fault.status, ["message": .string(fault.sentence), "code": .null])
    } catch {
      return .json(.internalError, ["message": "The server failed.", "code": .null])
    }
  }

  /// Of whoever is connected, or of whoever the proxy says it was asked by: the last word is the proxy's own.
  private func address(of request: Request) -> String {
    guard config.isBehindProxy, let last = request.headers.list(of: "X-Forwarded-For").last else {
      return request.peer
    }
    return String(last.prefix(60))
  }

  private func ready() async -> Response {
    do throws(DatabaseFailure) {
      let row = try await reserve.run(
        "SELECT current_setting('server_version'), compass.newest_migration()"
      ).rows.first
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

  /// In the text form of Prometheus.
  private func metrics() -> String {
    let counts = tally.withLock { $0 }.sorted { $0.key < $1.key }
    return "# TYPE compass_requests_total counter\n"
      + counts.map { "compass_requests_total{status=\"\($0.key)\"} \($0.value)\n" }.joined()
  }

  private static func line(_ request: ServedRequest) -> String {
    // Of a path the first three pieces: what follows may be anything.
    let path = request.path.split(separator: "/").prefix(4).joined(separator: "/")
    return JSONValue.object([
      "method": .string(String(request.method.name.prefix(20))),
      "path": .string("/" + path.prefix(100)),
      "status": request.status.map { JSONValue($0.code) } ?? .null,
      "whole": .bool(request.isWhole), "microseconds": JSONValue(Int(request.microseconds)),
    ]).text
  }
}
