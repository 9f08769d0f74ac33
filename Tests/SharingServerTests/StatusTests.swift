import AuthLive
import FeatureKit
import Foundation
import HTTP
import JSON
import PostgreSQL
import SharingTesting
import Testing

@testable import SharingServer

@Suite("The status of a server")
struct StatusTests {
  @Test("It tells whether the server runs, and counts without naming anybody")
  func status() async throws {
    try await RunningServer.withOwnDatabase { server in
      let sam = try await server.signedUp()
      _ = try await server.signedUp("parent")
      var config = server.config
      config.port = server.port
      let running = await ServerCommands.statusOfProcess(config)
      #expect(running.line.hasPrefix("✓ It runs at \(server.address), and is ready."))
      #expect(running.line.hasSuffix("Devices that wait for news: 0."))
      let ready: JSONValue = [
        "address": .string(server.address), "runs": true, "ready": true, "waiting_devices": 0,
      ]
      #expect(running.json == ready)
      config.port = 1
      let stopped = await ServerCommands.statusOfProcess(config)
      #expect(stopped.line.hasPrefix("! It does not answer at http://127.0.0.1:1: "))
      let silent: JSONValue = [
        "address": "http://127.0.0.1:1", "runs": false, "ready": false, "waiting_devices": nil,
      ]
      #expect(stopped.json == silent)

      let status = try await ServerCommands.statusOfDatabase(config)
      #expect(status.json["counts"]?["accounts"]?.int == 2)
      #expect(status.json["counts"]?["backup"]?.isNull == true)
      let migrations = status.json["migrations"]
      #expect(migrations?["database"]?.array?.count == 2)
      #expect(migrations?["database"] == migrations?["program"])
      let before = status.lines
      #expect(before.contains { $0.hasPrefix("Accounts: 2, 0 of them disabled. Families: ") })
      #expect(before.contains("Sessions: 2, 2 of them used within a day."))
      #expect(before.last == "Last backup: none with compass-server backup.")
      #expect(!before.joined().contains(sam.email))
      _ = try await server.admin.run(
        "INSERT INTO accounts.backups VALUES ('2026-11-28 12:00:00+00')")
      let after = try await ServerCommands.statusOfDatabase(config).lines
      #expect(after.last == "Last backup: 2026-11-28T12:00:00.000000Z.")
    }
  }

  @Test(
    "Only a port where nothing listens is said to be a stopped server",
    arguments: [
      (.refused(host: "h"), false, false), (.untrusted(host: "h"), true, nil),
      (.timedOut(host: "h", .answer, after: .seconds(5)), nil, false),
      (.timedOut(host: "h", .connection, after: .seconds(5)), nil, false),
      (.connectionLost(host: "h"), nil, false),
    ] as [(HTTPFailure, Bool?, Bool?)])
  func unanswered(failure: HTTPFailure, runs: Bool?, isReady: Bool?) {
    let status = ServerCommands.processStatus(.failure(failure), at: "http://h")
    #expect(status.runs == runs && status.isReady == isReady)
    #expect(status.line.hasPrefix("! "))
  }

  @Test("Other commands have no answer as JSON")
  func onlyStatus() async {
    #expect(await ServerCommands.main(["users", "--json", "--config", "/none"]) == 2)
  }

  @Test("The list of accounts marks who is disabled and for whom a parent withdrew the consent")
  func users() async throws {
    try await RunningServer.withOwnDatabase { server in
      #expect(
        try await ServerCommands.linesOfUsers(server.config) == ["No person has an account yet."])
      let child = try server.device()
      try await child.signUp([
        "birth_date": .string(BirthDate.ofChild),
        "consent": [
          "parent_name": "Dana", "parent_email": "dana@example.org", "text": "compass-consent-1",
        ],
      ])
      let parent = try await server.signedUp("parent")
      func ends() async throws -> [String: String] {
        var ends: [String: String] = [:]
        for line in try await ServerCommands.linesOfUsers(server.config) {
          let parts = line.components(separatedBy: " · ")
          ends[parts[0]] = parts.dropFirst(2).joined(separator: " · ")
        }
        return ends
      }
      #expect(try await ends() == [child.email: "devices: 1", parent.email: "devices: 1"])
      _ = try await server.admin.run(
        "SELECT accounts.withdraw_consent($1::uuid)", [try await child.id])
      _ = try await server.admin.run(
        "UPDATE accounts.people SET disabled_at = now() WHERE email = $1", [parent.email])
      #expect(
        try await ends() == [
          child.email: "devices: 0 · consent withdrawn", parent.email: "devices: 1 · disabled",
        ])
    }
  }

  @Test("A word that users does not know is answered with those that it knows")
  func wordOfUsers() async throws {
    let config = try ServerConfig(database: "d", admin: nil, schema: "s", random: .system)
    for words in [["frob", "a@b.org"], ["erase"], ["reset", "a@b.org", "for-good"]] {
      let problem = await #expect(throws: Problem.self) {
        try await ServerCommands.users(config, words)
      }
      #expect(
        problem?.title
          == "users takes nothing, or one of these words and an address: reset, disable, enable, erase."
      )
    }
  }

  /// Returns a configuration that was read from this path.
  private static func config(at path: String) throws -> ServerConfig {
    var config = try ServerConfig(database: "d", admin: nil, schema: "s", random: .system)
    config.path = path
    let secret = SecretText("a secret of the first key")
    config.signingKeys = [AccessTokens.Key(name: "first", secret: secret)]
    return config
  }

  @Test(
    "Advice names the configuration, so that it can be copied",
    arguments: [
      (["drop", "none"], "compass-server keys --config '/srv/my server.json'"),
      (
        ["drop", "first"],
        "Make another first:  compass-server keys rotate --config '/srv/my server.json'"
      ),
      (["frob"], "compass-server keys --config '/srv/my server.json'"),
    ])
  func adviceOfKeys(words: [String], fix: String) throws {
    let path = "/srv/my server.json"
    let config = try Self.config(at: path)
    let problem = #expect(throws: Problem.self) { try ServerCommands.keys(path, config, words) }
    #expect(problem?.fix == fix)
  }

  @Test(
    "A printed command of the owner has the owner's connection where the file lacks it",
    arguments: [
      ("migrate", nil, nil, "--config /srv/server.json --admin CONNECTION"),
      ("restored", nil, nil, "--config /srv/server.json --admin CONNECTION"),
      ("migrate", "dbname=a", nil, "--config /srv/server.json"),
      ("migrate", nil, "dbname=o", "--config /srv/server.json --admin dbname=o"),
      (
        "users erase a@b.org for-good", "dbname=a", "host=/x user='o' options=$1",
        "--config /srv/server.json --admin 'host=/x user='\\''o'\\'' options=$1'"
      ),
      (
        "migrate", nil, "host=/x user=o password=tall-tree",
        "--config /srv/server.json --admin CONNECTION"
      ),
      ("migrate", nil, "postgres://o:tall@h/d", "--config /srv/server.json --admin CONNECTION"),
      ("users reset a@b.org", nil, "dbname=o", "--config /srv/server.json"),
    ] as [(String, String?, String?, String)])
  func adviceToOwner(words: String, inFile: String?, told: String?, options: String) throws {
    var config = try ServerConfig(database: "d", admin: inFile, schema: "s", random: .system)
    config.complete(from: "/srv/server.json", admin: told)
    #expect(config.command(words) == "compass-server \(words) \(options)")
    #expect(config.admin == (told ?? inFile))
  }

  @Test(
    "An address in a printed command is one word of the shell",
    arguments: [
      ("kim@x.org", "kim@x.org"), ("o'neil@x.org", "'o'\\''neil@x.org'"),
      ("`id`@x.org", "'`id`@x.org'"), ("a;b@x.org", "'a;b@x.org'"), ("", "''"),
    ])
  func quotedWord(word: String, quoted: String) {
    #expect(ServerConfig.quoted(word) == quoted)
  }

  @Test("After a restore without the memory file the commands for each account are whole")
  func adviceWithoutMemory() throws {
    var config = try ServerConfig(database: "d", admin: nil, schema: "s", random: .system)
    config.complete(from: "/srv/server.json", admin: "dbname=o")
    let lines = ServerCommands.adviceWithoutMemory(config).split(separator: "\n").suffix(3)
    #expect(
      lines.map { String($0.dropFirst(2)) } == [
        "compass-server users erase ADDRESS for-good --config /srv/server.json --admin dbname=o",
        "compass-server users disable ADDRESS --config /srv/server.json",
        "compass-server consent withdraw ADDRESS --config /srv/server.json",
      ])
  }

  @Test("A service key is drawn also where the configuration is refused because of its own")
  func serviceKeyWithoutConfiguration() async {
    #expect(await ServerCommands.main(["service-key", "--config", "/none"]) == 0)
    #expect(await ServerCommands.main(["service-key", "token", "--config", "/none"]) != 0)
  }

  @Test("Advice about accounts names the configuration")
  func adviceOfAccounts() async throws {
    let config = try Self.config(at: "/srv/server.json")
    let consent = await #expect(throws: Problem.self) {
      try await ServerCommands.consent(config, [])
    }
    #expect(consent?.fix == "compass-server consent withdraw ADDRESS --config /srv/server.json")
    let invite = await #expect(throws: Problem.self) {
      try await ServerCommands.invite(config, [])
    }
    #expect(invite?.fix == "compass-server invite kim@example.org --config /srv/server.json")
  }

  @Test("A database from before the counts is said to be older")
  func older() async throws {
    try await RunningServer.withOwnDatabase { server in
      _ = try await server.admin.run("DROP FUNCTION accounts.status()")
      let status = try await ServerCommands.statusOfDatabase(server.config)
      #expect(status.lines.count == 2 && status.lines[1].contains("compass-server migrate"))
      #expect(status.json["counts"]?.isNull == true)
    }
  }
}
