import AuthLive
import CivilTime
import FeatureKit
import Foundation
import HTTPServing
import JSON
import PostgreSQL
import SharingTesting
import Testing

@testable import SharingServer

@Suite("Setting a server up")
struct SetUpTests {
  func withFolder(_ use: (String) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "compass-server-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await use(folder.path)
  }

  func config() throws -> ServerConfig {
    try ServerConfig(database: "dbname=d", admin: "dbname=a", schema: "s", random: .system)
  }

  @Test("A configuration is its owner's alone, is not replaced, and reads back as it was")
  func config() async throws {
    try await withFolder { folder in
      let path = folder + "/server.json"
      var made = try config()
      made.tls = TLSFiles(certificate: "/c.pem", key: "/k.pem")
      made.isBehindProxy = true
      made.pages = PagesSettings(folder: "/cache", zone: try .named("America/Denver"))
      made.pages?.address = "https://compass.example.org"
      made.pages?.openFiles = 7
      try made.write(path)
      let back = try ServerConfig.read(path)
      #expect(back == made)
      let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
      #expect(mode == 0o600)
      #expect(throws: Problem.self) { try config().write(path) }
      let still = try ServerConfig.read(path)
      #expect(still == made)
      let other = try config()
      #expect(other.signingKeys != made.signingKeys && other.refreshKey != made.refreshKey)
      #expect(!"\(made)".contains(made.signingKeys[0].secret.revealed))
      try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
      #expect(throws: Problem.self) { try ServerConfig.read(path) }
    }
  }

  @Test(
    "A setting that is unknown, of another kind or half there is named and refused",
    arguments: [
      ("adress", "0.0.0.0", "There is no setting “adress”."),
      ("port", "27141", "“port” is \"27141\" and has to be a number from 0 to 65535."),
      ("port", 65_536, "“port” is 65536 and has to be a number from 0 to 65535."),
      ("behind_proxy", "yes", "“behind_proxy” is \"yes\" and has to be true or false."),
      ("token_seconds", 5, "“token_seconds” is 5 and has to be a number from 60 to 3600."),
      ("certificate", "/c.pem", "There is a “certificate” without a “key”."),
      ("key", "/k.pem", "There is a “key” without a “certificate”."),
      (
        "address", "localhost",
        "“address” is \"localhost\" and has to be an address such as 127.0.0.1, 0.0.0.0 or ::."
      ),
      ("refresh_key", "short", "“refresh_key” has to be a secret of 32 characters or more."),
      ("database", nil, "“database” is missing."),
      (
        "signing_keys", [],
        "“signing_keys” has to be a list of keys with names of their own."
      ),
      (
        "signing_keys",
        [["name": "a", "secret": "0123456789012345678901234567890123456789", "alg": "none"]],
        "There is no setting “alg” in “signing_keys”."
      ),
      ("mail", ["host": "mail.example.org"], "“from” in “mail” is missing."),
      (
        "mail", ["host": "h", "from": "a@b.org", "port": "25"],
        "“port” in “mail” is \"25\" and has to be a number from 1 to 65535."
      ),
      (
        "service", ["database": "dbname=d", "key": "short"],
        "“key” in “service” has to be a secret of 32 characters or more."
      ),
      (
        "mail", ["host": "mail.example.org", "from": "a@b.org", "security": "plain"],
        "“security” in “mail” is plain and has to be one of starttls, tls, none."
      ),
      (
        "mail", ["host": "h", "from": "a@b.org", "bcc": "x"], "There is no setting “bcc” in “mail”."
      ),
      (
        "mail", ["host": "h", "from": "a@b.org", "user": "u"],
        "There is a “user” without a “password” in “mail”."
      ),
      (
        "mail", ["host": "h", "from": "a@b.org", "password": "p"],
        "There is a “password” without a “user” in “mail”."
      ),
    ] as [(String, JSONValue?, String)])
  func strict(name: String, value: JSONValue?, title: String) async throws {
    try await withFolder { folder in
      let path = folder + "/server.json"
      try config().write(path)
      var json =
        try JSONValue.parse(try String(contentsOfFile: path, encoding: .utf8)).object ?? [:]
      json[name] = value
      try JSONValue.object(json).text.write(toFile: path, atomically: false, encoding: .utf8)
      let problem = #expect(throws: Problem.self) { try ServerConfig.read(path) }
      #expect(problem?.title == "\(path): \(title)")
      // The command makes no settings in an inner object.
      #expect(value?.object == nil || problem?.fix?.contains("init") != true)
    }
  }

  @Test("A folder in place of the configuration is named as one, and the file in it is asked for")
  func folderAsConfiguration() async throws {
    try await withFolder { folder in
      for path in [folder, folder + "/"] {
        let problem = #expect(throws: Problem.self) { try ServerConfig.read(path) }
        #expect(problem?.title == "\(path) is a folder, and the configuration is a file.")
        #expect(problem?.fix?.hasSuffix("--config \(folder)/server.json") == true)
      }
    }
  }

  @Test(
    "A setting that stands twice and a connection that cannot be read are named with their line",
    arguments: [
      (
        "\"port\": 1,\n\"port\": 2",
        "PATH, line 3: “port” stands there a second time."
      ),
      (
        "\"metrics\": {\n\"port\": 1,\n\"port\": 1}",
        "PATH, line 4: “port” stands there a second time."
      ),
      (
        "\n\"admin_database\":\n\"hos=/x\"",
        "PATH: “admin_database” (line 3) is no connection to a database: invalid connection option \"hos\"."
      ),
      (
        "\"service\": {\"key\": \"\(ServiceKey.prefix)0123456789abcdef0123456789abcdef\",\n\"database\": \"hos=/x\"}",
        "PATH: “database” (line 3) is no connection to a database: invalid connection option \"hos\"."
      ),
    ])
  func lines(added: String, title: String) async throws {
    try await withFolder { folder in
      let path = folder + "/server.json"
      try config().write(path)
      var json =
        try JSONValue.parse(try String(contentsOfFile: path, encoding: .utf8)).object ?? [:]
      for name in ["port", "admin_database"] { json[name] = nil }
      let rest = JSONValue.object(json).text.dropFirst()
      try "{\n\(added),\n\(rest)".write(toFile: path, atomically: false, encoding: .utf8)
      let problem = #expect(throws: Problem.self) { try ServerConfig.read(path) }
      #expect(problem?.title == title.replacing("PATH", with: path))
      #expect(await ServerCommands.main(["check-config", "--config", path]) == 2)
    }
  }

  @Test("A server is not set up with a connection that cannot be read")
  func unreadableConnection() async throws {
    try await withFolder { folder in
      let words = [
        "init", "--config", folder + "/server.json", "--schema", RunningServer.schema, "--database",
      ]
      #expect(await ServerCommands.main(words + ["hos=/x"]) == 2)
      #expect(await ServerCommands.main(words + ["host=/x"]) == 0)
    }
  }

  @Test("check-config refuses a certificate that is none and a folder without the schema")
  func checked() async throws {
    try await withFolder { folder in
      let path = folder + "/server.json"
      var right: ServerConfig = try config()
      try right.write(path)
      #expect(await ServerCommands.main(["check-config", "--config", path]) != 0)
      try FileManager.default.createDirectory(
        atPath: folder + "/schema/Migrations", withIntermediateDirectories: true)
      right.schema = folder + "/schema"
      try FileManager.default.removeItem(atPath: path)
      try right.write(path)
      #expect(await ServerCommands.main(["check-config", "--config", path]) == 0)
      var other = right
      other.tls = TLSFiles(certificate: path, key: path)
      try other.write(folder + "/tls.json")
      #expect(
        await ServerCommands.main(["check-config", "--config", folder + "/tls.json"]) != 0)
    }
  }

  @Test(
    "Without encryption a server stays on its own machine",
    arguments: [
      ("127.0.0.1", false, false, true), ("::1", false, false, true),
      ("0.0.0.0", false, false, false), ("::", false, false, false), ("::", true, false, true),
      ("192.168.1.5", false, true, true),
    ])
  func danger(address: String, hasTLS: Bool, isBehindProxy: Bool, isFine: Bool) throws {
    var config = try config()
    config.address = address
    config.isBehindProxy = isBehindProxy
    if hasTLS { config.tls = TLSFiles(certificate: "/c.pem", key: "/k.pem") }
    #expect((config.danger == nil) == isFine)
  }

  @Test(
    "The metrics need a port or an address of their own",
    arguments: [
      ("127.0.0.1", 8080, "127.0.0.1", false), ("127.0.0.1", 8081, "127.0.0.1", true),
      ("127.0.0.1", 8080, "::1", true), ("::", 8080, "127.0.0.1", false),
      ("127.0.0.1", 8080, "0.0.0.0", false),
    ])
  func portOfMetrics(address: String, port: Int, metrics: String, isFine: Bool) throws {
    var config = try config()
    config.address = address
    config.tls = TLSFiles(certificate: "/c.pem", key: "/k.pem")
    config.metricsKey = SecretText("a key of the metrics")
    config.port = 8080
    config.metrics = try MetricsSettings(
      ConfigMembers(["address": .string(metrics), "port": JSONValue(port)]))
    #expect((config.danger == nil) == isFine)
  }

  @Test(
    "A server that cannot ask parents says so, and one where strangers make accounts what they see",
    arguments: [
      ("127.0.0.1", false, false, false, "Without “mail”"),
      ("127.0.0.1", true, false, false, "A stranger learns"),
      ("0.0.0.0", true, false, false, "A stranger learns"),
      ("0.0.0.0", true, true, false, "without “pages”"), ("0.0.0.0", true, true, true, nil),
      ("127.0.0.1", false, true, false, nil),
    ] as [(String, Bool, Bool, Bool, String?)])
  func doubts(
    address: String, hasTLS: Bool, hasMail: Bool, hasPages: Bool, missing: String?
  ) throws {
    var config = try config()
    config.address = address
    if hasTLS { config.tls = TLSFiles(certificate: "/c.pem", key: "/k.pem") }
    if hasMail { config.mail = try MailSettings.ofThisMachine() }
    if hasPages { config.pages = PagesSettings(folder: "/cache") }
    #expect(config.doubts.count == (missing == nil ? 0 : 1))
    #expect(missing.map { config.doubts.first?.contains($0) == true } ?? true)
    // Who is invited has a form with the same box, so only a closed server is silent.
    config.registration = .invite
    #expect(config.doubts.isEmpty == hasMail)
    #expect(config.doubts.first?.contains("stranger") != true)
    config.registration = .closed
    #expect(config.doubts.isEmpty)
  }

  @Test(
    "Letters with codes go unencrypted to this machine alone",
    arguments: [
      ("127.0.0.1", "none", true), ("localhost", "none", true), ("mail.example.org", "none", false),
      ("mail.example.org", "starttls", true), ("10.0.0.5", "none", false),
    ])
  func unencryptedMail(host: String, security: String, isFine: Bool) throws {
    var config = try config()
    config.mail = try MailSettings(
      ConfigMembers(
        ["host": .string(host), "security": .string(security), "from": "a@example.org"],
        of: "mail"))
    #expect((config.danger == nil) == isFine)
  }

  @Test("A key is rotated and dropped, and nothing else of the configuration changes")
  func keys() async throws {
    try await withFolder { folder in
      let path = folder + "/server.json"
      let before: ServerConfig = try config()
      try before.write(path)
      func run(_ words: String...) async -> Int32 {
        await ServerCommands.main(["keys"] + words + ["--config", path])
      }
      #expect(await run() == 0)
      #expect(await run("rotate") == 0)
      let rotated = try ServerConfig.read(path)
      let (old, new) = (before.signingKeys[0], rotated.signingKeys[0])
      #expect(rotated.signingKeys.dropFirst() == [old] && new.secret != old.secret)
      #expect(new.made == ServerCommands.now().day)
      var same = rotated
      same.signingKeys = before.signingKeys
      #expect(same == before)
      let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
      #expect(mode == 0o600)
      let token = try before.tokens.token(
        for: ["id": "sam"], session: "s", now: ServerCommands.now())
      #expect(try rotated.tokens.claims(of: token, now: ServerCommands.now())["sub"] == "sam")
      #expect(await run("drop", new.name) != 0)
      #expect(await run("drop", "nothing") != 0)
      // Tokens of the old key live for up to an hour.
      #expect(await run("drop", old.name) != 0)
      #expect(await run("drop", old.name, "now") != 0)
      #expect(try ServerConfig.read(path) == rotated)
      #expect(await run("drop", old.name, "for-good") == 0)
      #expect(try ServerConfig.read(path).signingKeys == [new])
      #expect(await run("turn") != 0)
    }
  }

  @Test("An old key is dropped without more words when an hour has passed since the change")
  func oldKeys() async throws {
    try await withFolder { folder in
      let path = folder + "/server.json"
      try config().write(path)
      for _ in 0..<2 {
        #expect(await ServerCommands.main(["keys", "rotate", "--config", path]) == 0)
      }
      ServerConfig.setChanged(path, ServerCommands.now().adding(seconds: -3_601))
      for key in try ServerConfig.read(path).signingKeys.dropFirst() {
        #expect(await ServerCommands.main(["keys", "drop", key.name, "--config", path]) == 0)
      }
      #expect(try ServerConfig.read(path).signingKeys.count == 1)
    }
  }

  @Test(
    "Tokens of an old key may be in use for an hour after the change",
    arguments: [(0, 60), (1, 60), (61, 59), (3_599, 1), (3_600, 0), (90_000, 0)] as [(Int64, Int64)]
  )
  func minutes(seconds: Int64, minutes: Int64) {
    let changed = ServerCommands.now()
    let now = changed.adding(seconds: seconds)
    #expect(ServerCommands.minutesOfOldTokens(changed: changed, now: now) == minutes)
  }

  @Test("Each line of the log is one JSON object that begins with the time")
  func logLine() throws {
    let line = ServerCommands.logLine(["message": "two\nlines"])
    #expect(!line.contains("\n"))
    #expect(try JSONValue.parse(line).object?.keys == ["at", "message"])
  }

  @Test("A failure of the database is said with the words of libpq")
  func databaseWords() {
    let lines = ServerCommands.lines(.unreachable("FATAL:  no such\n\tIs it there?\n"))
    #expect(lines.dropFirst() == ["FATAL:  no such", "Is it there?"])
  }
}
