import Foundation
import HTTP
import HTTPServing
import JSON
import PostgreSQL
import SharingTesting
import Synchronization
import Testing

@testable import SharingServer

/// Tests of an upgrade as `docs/operations.md` describes it: the database is migrated while two
/// servers serve it, and then the servers are replaced one after the other.
@Suite("An upgrade without a stop")
struct UpgradeTests {
  @Test(
    "While a database is migrated and two servers are replaced in turn, each push is there once")
  func inTurn() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "compass-upgrade-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try FileManager.default.copyItem(atPath: RunningServer.schema, toPath: folder)
    try """
    CREATE TABLE accounts.newer (id int);
    ALTER TABLE accounts.people ADD COLUMN newer text;
    """.write(toFile: folder + "/Accounts/9999-newer.sql", atomically: true, encoding: .utf8)
    try await RunningServer.withOwnDatabase { server in
      server.clock.run()
      let older = Self.config(of: server, schema: RunningServer.schema)
      let newer = Self.config(of: server, schema: folder)
      try await Self.withPlaces(older) { places in
        let traffic = Traffic(places, key: server.publicKey)
        try await Self.push(traffic, of: [server.signedUp(), server.signedUp()]) {
          try await traffic.wait(for: 20)
          let files = try await Migrator(database: server.admin, folder: folder).migrate()
          #expect(files == 1)
          try await traffic.wait(for: 20)
          // A server of the older program that is started again serves the newer database.
          for (place, config) in [(0, older), (0, newer), (1, newer)] {
            try await places[place].replace(with: config)
            try await traffic.wait(for: 20)
          }
        }
        let kept = try await server.admin.run("SELECT name FROM public.schools")
        #expect(kept.rows.map { $0[0] ?? "" }.sorted() == traffic.acknowledged.sorted())
      }
    }
  }

  /// Returns the configuration of a server over the same database, with these files of the schema.
  private static func config(of server: RunningServer, schema: String) -> ServerConfig {
    var config = server.config
    config.port = 0
    config.schema = schema
    return config
  }

  private static func withPlaces(
    _ config: ServerConfig, _ use: ([Place]) async throws -> Void
  ) async throws {
    let places = [try await Place(config), try await Place(config)]
    func stop() async { for place in places { await place.stop() } }
    do {
      try await use(places)
    } catch {
      await stop()
      throw error
    }
    await stop()
  }

  /// Lets a device of each person push, one school after the other, until the work is done.
  private static func push(
    _ traffic: Traffic, of people: [Device], _ work: @escaping @Sendable () async throws -> Void
  ) async throws {
    var writers: [(id: String, token: String)] = []
    for person in people { writers.append((try await person.id, try await person.token)) }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (number, writer) in writers.enumerated() {
        group.addTask {
          var count = 0
          while !traffic.isOver {
            count += 1
            try await traffic.push(
              "School \(number) \(count)", of: writer.id, writer.token, first: number + count)
          }
        }
      }
      group.addTask {
        defer { traffic.end() }
        try await work()
      }
      for try await _ in group {}
    }
  }
}

/// A server that runs as the command `serve` runs it.
private struct Serving: Sendable {
  let server: SharingServer
  let http: HTTPServer

  init(_ config: ServerConfig) async throws {
    let opened = try await ServerCommands.opened(config, nil) { false }
    server = try #require(opened)
    http = try server.start { _ in }
  }

  func stop() async {
    await http.stop(within: .seconds(20))
    await server.stopPages()
    await server.remember()
  }
}

/// One of the two places at which servers run, one after the other.
private final class Place: Sendable {
  struct State: Sendable {
    var serving: Serving
    var isServing = true
    /// The number of stops and starts until now.
    var changes = 0
    /// The number of requests that failed here since the last stop.
    var failures = 0
  }

  private let inside: Mutex<State>

  init(_ config: ServerConfig) async throws {
    let serving = try await Serving(config)
    inside = Mutex(State(serving: serving))
  }

  var state: State { inside.withLock { $0 } }

  func noteFailure() { inside.withLock { $0.failures += 1 } }

  /// Stops the server, and starts another one when a client has found none here.
  func replace(with config: ServerConfig) async throws {
    let old = inside.withLock { state in
      state.isServing = false
      state.changes += 1
      state.failures = 0
      return state.serving
    }
    await old.stop()
    while state.failures == 0 { try await Task.sleep(for: .milliseconds(5)) }
    let new = try await Serving(config)
    inside.withLock { state in
      state.serving = new
      state.isServing = true
      state.changes += 1
    }
  }

  func stop() async { await state.serving.stop() }
}

/// The pushes of devices that use both places in turn, as behind a proxy.
private final class Traffic: Sendable {
  private struct Fault: Error, CustomStringConvertible {
    var description: String
  }

  private let places: [Place]
  private let key: String
  private let names = Mutex<[String]>([])
  private let ended = Mutex(false)

  init(_ places: [Place], key: String) {
    self.places = places
    self.key = key
  }

  var acknowledged: [String] { names.withLock { $0 } }
  var isOver: Bool { ended.withLock { $0 } }

  func end() { ended.withLock { $0 = true } }

  /// Waits until this many more pushes are acknowledged.
  func wait(for more: Int) async throws {
    let wanted = acknowledged.count + more
    while acknowledged.count < wanted { try await Task.sleep(for: .milliseconds(5)) }
  }

  /// Pushes a step that adds a school, and reads the school at the other place.
  func push(_ name: String, of person: String, _ token: String, first: Int) async throws {
    let school = UUID().uuidString.lowercased()
    let step: JSONValue = [
      "id": .string(UUID().uuidString.lowercased()), "person": .string(person),
      "operation": "add", "summary": "Added", "at": "2026-11-22T12:00:00.000Z",
      "changes": [
        [
          "op": "insert", "table": "schools", "id": .string(school),
          "set": ["user_id": .string(person), "name": .string(name)],
        ]
      ],
    ]
    let pushed = try await answer(
      .post, "/rest/v1/rpc/compass_push", token, ["steps": [step]], first: first)
    let outcome = pushed.json[0]?["outcome"]?.string
    guard outcome == "applied" || (outcome == "known" && pushed.wasRepeated) else {
      throw Fault(description: "\(name): \(pushed)")
    }
    names.withLock { $0.append(name) }
    let read = try await answer(
      .get, "/rest/v1/schools?select=name&id=eq.\(school)", token, first: first + 1)
    guard read.json[0]?["name"]?.string == name else {
      throw Fault(description: "\(name) is not read: \(read)")
    }
  }

  /// Sends a request to one place, and to the other one if a server was stopped or started there
  /// meanwhile. Throws if it fails at any other moment.
  private func answer(
    _ method: HTTP.Method, _ path: String, _ token: String, _ body: JSONValue? = nil, first: Int
  ) async throws -> (json: JSONValue, wasRepeated: Bool) {
    var headers: Headers = ["apikey": key, "Authorization": "Bearer \(token)"]
    if body != nil { headers["Content-Type"] = "application/json" }
    var rules = AskingRules()
    rules.repeats = .never
    for turn in 0..<4 {
      let place = places[(first + turn) % places.count]
      let before = place.state
      var fault = ""
      do {
        let request = try Request(
          method, address: "http://127.0.0.1:\(before.serving.http.port)\(path)", headers: headers,
          body: body.map { .bytes(Array($0.text.utf8)) } ?? .none)
        let response = try await HTTPClient.direct.answer(to: request, rules)
        if response.status == .ok { return (response.json, turn > 0) }
        fault = "\(response.status.code) \(response.json)"
        // Another server may have got the port of one that was stopped.
        guard response.status == .unavailable || !before.isServing else {
          throw Fault(description: "\(path): \(fault)")
        }
      } catch let failure as HTTPFailure {
        fault = "\(failure)"
      }
      guard !before.isServing || place.state.changes != before.changes else {
        throw Fault(description: "\(path) failed though no server was stopped: \(fault)")
      }
      place.noteFailure()
    }
    throw Fault(description: "\(path) failed at both places.")
  }
}
