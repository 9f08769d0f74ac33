import FeatureKit
import HTTP
import JSON
import Networking
import PostgreSQL

// The command `status`, which tells an administrator how a server stands, without anybody's data.
extension ServerCommands {
  static func status(_ config: ServerConfig, _ version: String) async throws {
    if !version.isEmpty { print("compass-server \(version)") }
    for line in await statusOfProcess(config) { print(line) }
    for line in try await statusOfDatabase(config) { print(line) }
  }

  /// Asks the server of this machine whether it is ready, and how many devices wait.
  static func statusOfProcess(_ config: ServerConfig) async -> [String] {
    let address = ownAddress(config)
    switch await asked(address + "/ready", key: nil) {
    case .failure(.untrusted):
      // The certificate is usually for the name that people use, and not for this machine's address.
      return [
        "! Something answers at \(address). Whether it is ready cannot be told from here, because its certificate is not trusted for this address."
      ]
    case .failure(let failure):
      return ["! It does not answer at \(address): \(failure.sentence)"]
    case .success(let answer) where !answer.status.isSuccess:
      return ["! It runs at \(address), and is not ready (\(answer.status.code))."]
    case .success:
      let waiting = await waitingDevices(config).map { " Devices that wait for news: \($0)." } ?? ""
      return ["✓ It runs at \(address), and is ready.\(waiting)"]
    }
  }

  /// Returns the newest migrations and the counts of the database.
  static func statusOfDatabase(_ config: ServerConfig) async throws -> [String] {
    let database = Database(DatabaseSettings(connection: config.database))
    let newest = try await Migrator(database: database, folder: config.schema).newest()
    let there = newest.map { String($0.database) }.joined(separator: " and ")
    let here = newest.map { String($0.program) }.joined(separator: " and ")
    var lines = ["Migrations: \(there) in the database, \(here) in this program."]
    let counts: JSONValue
    do throws(DatabaseFailure) {
      let rows = try await database.run([
        Statement("SELECT set_config('role', 'compass_accounts', true)"),
        Statement("SELECT accounts.status()"),
      ])
      counts = rows.last?.value.flatMap { try? JSONValue.parse($0) } ?? [:]
    } catch {
      guard case .refused(let refusal) = error, refusal.state == "42883" else { throw error }
      return lines + ["! An older database counts nothing. Next:  compass-server migrate"]
    }
    func count(_ name: String) -> Int { counts[name]?.int ?? 0 }
    let (accounts, disabled) = (count("accounts"), count("disabled"))
    lines.append(
      "Accounts: \(accounts), \(disabled) of them disabled. Families: \(count("families")).")
    lines.append("Sessions: \(count("sessions")), \(count("used")) of them used within a day.")
    let since = counts["due_since"]?.string.map { ", the first since \($0)" } ?? ""
    lines.append("Reminders that are due: \(count("due"))\(since).")
    let backup = counts["backup"]?.string ?? "none with compass-server backup"
    lines.append("Last backup: \(backup).")
    return lines
  }

  /// Returns the address under which this machine reaches its own server.
  private static func ownAddress(_ config: ServerConfig) -> String {
    var config = config
    if config.address == "0.0.0.0" { config.address = "127.0.0.1" }
    if config.address == "::" { config.address = "::1" }
    return config.url(port: config.port)
  }

  /// Returns the number of devices that wait for news; nil if the metrics do not tell it.
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
