import FeatureKit
import HTTP
import JSON
import Networking
import PostgreSQL

// The command `status`, which shows an administrator the state of the server and some counts. It
// shows no person's data.
extension ServerCommands {
  static func status(_ config: ServerConfig, _ version: String, asJSON: Bool) async throws {
    let process = await statusOfProcess(config)
    guard asJSON else {
      if !version.isEmpty { print("compass-server \(version)") }
      print(process.line)
      for line in try await statusOfDatabase(config).lines { print(line) }
      return
    }
    var object: JSONObject = ["version": .string(version), "server": process.json]
    do {
      object["database"] = try await statusOfDatabase(config).json
    } catch {
      // The state of the server is printed even if the database cannot be read. The caller prints
      // the error to standard error.
      object["database"] = .null
      print(JSONValue.object(object).text)
      throw error
    }
    print(JSONValue.object(object).text)
  }

  /// The state of the server process on this machine, as its answers over HTTP show it.
  struct ProcessStatus {
    var address: String
    var line: String
    /// Whether the server runs; `isReady` is whether it can answer requests. Nil if its answers do
    /// not show this.
    var runs: Bool?
    var isReady: Bool?
    var waitingDevices: Int?

    var json: JSONValue {
      [
        "address": .string(address), "runs": runs.map(JSONValue.bool) ?? .null,
        "ready": isReady.map(JSONValue.bool) ?? .null,
        "waiting_devices": waitingDevices.map { JSONValue($0) } ?? .null,
      ]
    }
  }

  /// Asks the server on this machine whether it is ready, and how many devices wait for changes of
  /// shared data.
  static func statusOfProcess(_ config: ServerConfig) async -> ProcessStatus {
    let address = ownAddress(config)
    var status = processStatus(await asked(address + "/ready", key: nil), at: address)
    if status.isReady == true {
      status.waitingDevices = await waitingDevices(config)
      let waiting = status.waitingDevices.map { " Devices that wait for news: \($0)." } ?? ""
      status.line += waiting
    }
    return status
  }

  /// Returns what an answer of the server, or its failure, shows about the server.
  static func processStatus(
    _ answer: Result<Response, HTTPFailure>, at address: String
  ) -> ProcessStatus {
    var status = ProcessStatus(address: address, line: "")
    switch answer {
    case .failure(.untrusted):
      // The certificate is usually valid for the server's public name and not for this machine's
      // address. An untrusted certificate therefore shows only that a server runs, and not whether
      // it is ready.
      status.runs = true
      status.line =
        "! Something answers at \(address). Whether it is ready cannot be told from here, because its certificate is not trusted for this address."
    case .failure(let failure):
      // Only a refused connection shows that the server is stopped, because no program then listens
      // at the port. A server that does not answer in time may be running.
      if case .refused = failure { status.runs = false }
      status.isReady = false
      status.line = "! It does not answer at \(address): \(failure.sentence)"
    case .success(let answer) where !answer.status.isSuccess:
      (status.runs, status.isReady) = (true, false)
      status.line = "! It runs at \(address), and is not ready (\(answer.status.code))."
    case .success:
      (status.runs, status.isReady) = (true, true)
      status.line = "✓ It runs at \(address), and is ready."
    }
    return status
  }

  /// The numbers of the newest migrations in the database and in the program, and the counts of
  /// accounts, families and sessions.
  struct DatabaseStatus {
    var migrations: [(database: Int, program: Int)]
    /// The result of the SQL function `accounts.status`; nil if the database is too old to have
    /// this function.
    var counts: JSONValue?
    /// The command line that brings an older database up to date.
    let migrating: String

    var json: JSONValue {
      [
        "migrations": [
          "database": .array(migrations.map { JSONValue($0.database) }),
          "program": .array(migrations.map { JSONValue($0.program) }),
        ],
        "counts": counts ?? .null,
      ]
    }

    var lines: [String] {
      let there = migrations.map { String($0.database) }.inSentence()
      let here = migrations.map { String($0.program) }.inSentence()
      let first = "Migrations: \(there) in the database, \(here) in this program."
      guard let counts else {
        return [first, "! An older database counts nothing. Next:  \(migrating)"]
      }
      func count(_ name: String) -> Int { counts[name]?.int ?? 0 }
      let since = counts["due_since"]?.string.map { ", the first since \($0)" } ?? ""
      let backup = counts["backup"]?.string ?? "none with compass-server backup"
      return [
        first,
        "Accounts: \(count("accounts")), \(count("disabled")) of them disabled. Families: \(count("families")).",
        "Sessions: \(count("sessions")), \(count("used")) of them used within a day.",
        "Reminders that are due: \(count("due"))\(since).", "Last backup: \(backup).",
      ]
    }
  }

  static func statusOfDatabase(_ config: ServerConfig) async throws -> DatabaseStatus {
    let database = Database(DatabaseSettings(connection: config.database))
    try await requireTables(database, config)
    let migrating = config.command("migrate")
    let migrator = Migrator(database: database, folder: config.schema, migrating: migrating)
    var status = DatabaseStatus(migrations: try await migrator.newest(), migrating: migrating)
    do throws(DatabaseFailure) {
      let rows = try await database.run([
        Statement("SELECT set_config('role', 'compass_accounts', true)"),
        Statement("SELECT accounts.status()"),
      ])
      status.counts = rows.last?.value.flatMap { try? JSONValue.parse($0) } ?? [:]
    } catch {
      guard case .refused(let refusal) = error, refusal.state == "42883" else { throw error }
    }
    return status
  }

  /// Returns the address under which this machine reaches its own server.
  private static func ownAddress(_ config: ServerConfig) -> String {
    var config = config
    if config.address == "0.0.0.0" { config.address = "127.0.0.1" }
    if config.address == "::" { config.address = "::1" }
    return config.url(port: config.port)
  }

  /// Returns the number of devices that wait for changes of shared data; nil if it cannot be read
  /// from the server's metrics.
  private static func waitingDevices(_ config: ServerConfig) async -> Int? {
    var place = ownAddress(config)
    if let metrics = config.metrics {
      var own = config
      own.tls = nil
      (own.address, own.port) = (metrics.address, metrics.port)
      place = ownAddress(own)
    }
    guard
      case .success(let answer) = await asked(place + "/metrics", key: config.metricsKey),
      case .bytes(let bytes) = answer.body
    else { return nil }
    let name = "compass_waiting_devices "
    let line = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
      .first { $0.hasPrefix(name) }
    return line.flatMap { Int($0.dropFirst(name.count)) }
  }

  private static func asked(
    _ address: String, key: SecretText?
  ) async -> Result<Response, HTTPFailure> {
    var settings = WebSettings.ofEnvironment
    settings.proxy = .none
    var rules = AskingRules()
    rules.total = .seconds(5)
    rules.repeats = .never
    var headers: Headers = [:]
    if let key { headers["Authorization"] = "Bearer \(key.revealed)" }
    guard let request = try? Request(.get, address: address, headers: headers) else {
      return .failure(.badAddress)
    }
    do throws(HTTPFailure) {
      return .success(try await HTTPClient.live(settings).answer(to: request, rules))
    } catch {
      return .failure(error)
    }
  }
}
