import AuthLive
import CivilTime
import FeatureKit
import Foundation
import Glibc
import HTTPServing
import JSON
import PostgreSQL
import SharingTesting
import Testing

@testable import SharingServer

@Suite("Setting a server up")
struct SetUpTests {
  private func withFolder(_ use: (String) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "compass-server-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await use(folder.path)
  }

  private func config() throws -> ServerConfig {
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

  @Test("A folder for pages is used or made, and one that can be neither is said")
  func pagesFolder() async throws {
    try await withFolder { folder in
      var made: ServerConfig = try config()
      #expect(ServerCommands.folderFault(made) == nil)
      try "x".write(toFile: folder + "/file", atomically: false, encoding: .utf8)
      for (path, isFine) in [
        (folder, true), (folder + "/new/pages", true), (folder + "/file", false),
        (folder + "/file/pages", false),
      ] {
        made.pages = PagesSettings(folder: path)
        #expect((ServerCommands.folderFault(made) == nil) == isFine, "\(path)")
      }
      made.schema = folder
      try FileManager.default.createDirectory(
        atPath: folder + "/Migrations", withIntermediateDirectories: false)
      let impossible = made
      await #expect(throws: Problem.self) { try await ServerCommands.requireServable(impossible) }
      made.pages = nil
      try await ServerCommands.requireServable(made)
      made.tls = TLSFiles(certificate: folder + "/none.pem", key: folder + "/none.key")
      let unsigned = made
      await #expect(throws: ServingFailure.self) {
        try await ServerCommands.requireServable(unsigned)
      }
    }
  }

  @Test(
    "Root sees which files the server's user may write",
    arguments: [
      (7, 8, 0o700, true), (7, 8, 0o500, false), (7, 5, 0o070, false), (1, 5, 0o070, true),
      (1, 5, 0o007, false), (1, 8, 0o007, true), (1, 8, 0o770, false),
    ] as [(uid_t, gid_t, mode_t, Bool)])
  func modes(owner: uid_t, group: gid_t, mode: mode_t, isFine: Bool) {
    var status = stat()
    (status.st_uid, status.st_gid, status.st_mode) = (owner, group, S_IFDIR | mode)
    let user = ServerUser(user: 7, groups: [5, 6])
    #expect(user.may(mode_t(W_OK | X_OK), status) == isFine)
  }

  @Test("Root reads that the server's user may not write the folders of the server")
  func foldersOfAnotherUser() async throws {
    try await withFolder { folder in
      var made: ServerConfig = try config()
      made.user = ServerUser(user: 65_533, groups: [65_533])
      let open = folder + "/open"
      for (path, mode) in [(folder + "/private", 0o700), (open, 0o777)] {
        try FileManager.default.createDirectory(
          atPath: path, withIntermediateDirectories: false)
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
        made.pages = PagesSettings(folder: path + "/pages")
        made.memory = path + "/memory"
        #expect((ServerCommands.folderFault(made) == nil) == (path == open))
        #expect((ServerCommands.forgetfulness(made) == nil) == (path == open))
      }
      try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder)
      #expect(ServerCommands.folderFault(made) != nil, "A folder above is closed.")
    }
  }

  @Test(
    "Root reads that nobody may write in a read-only file system, whatever the modes say",
    .enabled(if: geteuid() == 0, "Only root can mount a file system."))
  func readOnly() async throws {
    try await withFolder { folder in
      var made: ServerConfig = try config()
      made.user = ServerUser(user: 65_533, groups: [65_533])
      let disk = folder + "/disk"
      try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: false)
      // In a container root may be forbidden to mount anything.
      guard mount("tmpfs", disk, "tmpfs", UInt(MS_RDONLY), "mode=777") == 0 else { return }
      defer { umount2(disk, Int32(MNT_DETACH)) }
      #expect(made.user?.mayWrite(in: disk) == true)
      #expect(!ServerCommands.mayWrite(in: disk, made))
    }
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

  @Test("A schema is installed once; an edited file and a newer database are refused")
  func migrations() async throws {
    try await withFolder { folder in
      let cluster = try Cluster()
      let database = Database(DatabaseSettings(connection: cluster.connection))
      try FileManager.default.copyItem(atPath: RunningServer.schema, toPath: folder + "/schema")
      let migrator = Migrator(database: database, folder: folder + "/schema")
      let first = try await migrator.migrate()
      let second = try await migrator.migrate()
      #expect(first > 10 && second == 0)

      let file = folder + "/schema/Accounts/9999-more.sql"
      try "CREATE TABLE accounts.half (id int); SELECT 1 / 0;".write(
        toFile: file, atomically: true, encoding: .utf8)
      await #expect(throws: Problem.self) { try await migrator.migrate() }
      let half = try await database.run("SELECT to_regclass('accounts.half')")
      #expect(half.value == nil)
      try "CREATE TABLE accounts.half (id int);".write(
        toFile: file, atomically: true, encoding: .utf8)
      let third = try await migrator.migrate()
      #expect(third == 1)
      try "CREATE TABLE accounts.other (id int);".write(
        toFile: file, atomically: true, encoding: .utf8)
      await #expect(throws: Problem.self) { try await migrator.migrate() }
      try FileManager.default.removeItem(atPath: file)
      await #expect(throws: Problem.self) { try await migrator.migrate() }
    }
  }

  @Test("Two who migrate one database at the same moment apply each file once")
  func atOnce() async throws {
    let cluster = try Cluster()
    let migrators = (0..<2).map { _ in
      var settings = DatabaseSettings(connection: cluster.connection)
      settings.lockSeconds = nil
      settings.statementSeconds = 3_600
      return Migrator(database: Database(settings), folder: RunningServer.schema)
    }
    async let one = migrators[0].migrate()
    async let two = migrators[1].migrate()
    let counts = try await (one, two)
    let database = Database(DatabaseSettings(connection: cluster.connection))
    let applied = try await database.run(
      "SELECT (SELECT count(*) FROM compass.migrations) + (SELECT count(*) FROM accounts.migrations)"
    )
    #expect(applied.value == String(counts.0 + counts.1))
  }

  @Test("Several who begin one database at the same moment make each schema once")
  func beginAtOnce() async throws {
    let cluster = try Cluster()
    try await withFolder { folder in
      let files = [
        "Migrations/0001-brought.sql": "SELECT 1;",
        "Migrations/0002-own.sql": """
        CREATE SCHEMA compass;
        CREATE TABLE compass.migrations (number int, name text, digest text);
        """,
        "Accounts/0001-accounts.sql": "SELECT 1;",
      ]
      for subfolder in ["Migrations", "Accounts"] {
        try FileManager.default.createDirectory(
          atPath: "\(folder)/\(subfolder)", withIntermediateDirectories: true)
      }
      for (name, text) in files {
        try text.write(toFile: "\(folder)/\(name)", atomically: true, encoding: .utf8)
      }
      let database = Database(DatabaseSettings(connection: cluster.connection))
      for round in 0..<10 {
        try await database.script("CREATE DATABASE round\(round)")
        let counts = try await withThrowingTaskGroup(of: Int.self) { group in
          for _ in 0..<4 {
            let own = Database(
              DatabaseSettings(connection: "\(cluster.connection) dbname=round\(round)"))
            group.addTask { try await Migrator(database: own, folder: folder).migrate() }
          }
          return try await group.reduce(0, +)
        }
        #expect(counts == 2)
      }
    }
  }

  @Test("A database that has less than the program's files, or another file, is not served")
  func otherSchema() async throws {
    try await withFolder { folder in
      try FileManager.default.copyItem(atPath: RunningServer.schema, toPath: folder + "/schema")
      try await RunningServer.withOwnDatabase { server in
        let migrator = Migrator(
          database: Database(DatabaseSettings(connection: server.config.database)),
          folder: folder + "/schema")
        #expect(try await migrator.isOfNewerFiles() == false)
        let file = folder + "/schema/Accounts/9999-more.sql"
        try "SELECT 1;".write(toFile: file, atomically: true, encoding: .utf8)
        await #expect(throws: Problem.self) { try await migrator.isOfNewerFiles() }
        _ = try await server.admin.run(
          "INSERT INTO accounts.migrations (number, name, digest) VALUES (9999, 'x', 'another')")
        await #expect(throws: Problem.self) { try await migrator.isOfNewerFiles() }
        try FileManager.default.removeItem(atPath: file)
        #expect(try await migrator.isOfNewerFiles())

        // A database that lacks a file of this program and has a newer one is not for it either.
        try "CREATE TABLE accounts.half (id int);".write(
          toFile: folder + "/schema/Accounts/9998-between.sql", atomically: true, encoding: .utf8)
        await #expect(throws: Problem.programIsOlder) { try await migrator.isOfNewerFiles() }
        let owners = Migrator(database: server.admin, folder: folder + "/schema")
        await #expect(throws: Problem.programIsOlder) { try await owners.migrate() }
        let half = try await server.admin.run("SELECT to_regclass('accounts.half')")
        #expect(half.value == nil)
        let empty = Migrator(
          database: Database(
            DatabaseSettings(
              connection:
                "host=\(try Cluster.shared.get().folder) user=authenticator dbname=template1")),
          folder: folder + "/schema")
        await #expect(throws: Problem.self) { try await empty.isOfNewerFiles() }
      }
    }
  }

  @Test("A server that is started before its database waits for it, or until it is stopped")
  func waitsForDatabase() async throws {
    try await withFolder { folder in
      try await RunningServer.withOwnDatabase { server in
        let cluster = try Cluster.shared.get().folder
        let socket = folder + "/socket"
        var config = server.config
        config.database = config.database.replacing(cluster, with: socket)
        let none = try await ServerCommands.opened(config, nil) { true }
        #expect(none == nil)
        // The database comes up while the server waits for the second time.
        var waits = 0
        let opened = try await ServerCommands.opened(config, nil) {
          waits += 1
          if waits == 2 {
            try? FileManager.default.createSymbolicLink(
              atPath: socket, withDestinationPath: cluster)
          }
          return waits > 9
        }
        #expect(opened?.isReady == true)
        #expect(waits == 2)
      }
    }
  }

  @Test(
    "doctor refuses a database that would show families' data, and one of another schema",
    arguments: [
      ("", true),
      ("ALTER ROLE authenticator IN DATABASE OWN SET log_error_verbosity = 'default'", false),
      ("ALTER ROLE authenticator IN DATABASE OWN SET log_parameter_max_length_on_error = 9", false),
      ("ALTER TABLE public.schools DISABLE ROW LEVEL SECURITY", false),
      ("UPDATE compass.migrations SET digest = 'another' WHERE number = 2", false),
      (
        "INSERT INTO compass.migrations (number, name, digest) VALUES (9999, 'newer', '')", true
      ),
    ])
  func doctor(statement: String, isWell: Bool) async throws {
    try await withFolder { folder in
      try await RunningServer.withOwnDatabase { server in
        let path = folder + "/server.json"
        try server.config.write(path)
        let name = try #require(server.config.database.split(separator: "=").last)
        if !statement.isEmpty {
          _ = try await server.admin.run(statement.replacing("OWN", with: String(name)))
        }
        let code = await ServerCommands.main(["doctor", "--config", path])
        #expect((code == 0) == isWell)
      }
    }
  }

  @Test("Before the first migration doctor says that the database has no tables yet")
  func doctorBeforeMigration() async throws {
    try await withFolder { folder in
      let cluster = try Cluster()
      let owner = Database(DatabaseSettings(connection: cluster.connection))
      /// Returns what doctor says about the database; nil if all is well or the database cannot be
      /// reached.
      func problem(of user: String, admin: String? = nil) async throws -> Problem? {
        var config = try ServerConfig(
          database: "host=\(cluster.folder) user=\(user) dbname=postgres", admin: nil,
          schema: RunningServer.schema, random: .system)
        config.complete(from: folder + "/server.json", admin: admin)
        do {
          try await ServerCommands.examine(config)
          return nil
        } catch let problem as Problem {
          return problem
        } catch DatabaseFailure.unreachable(_) {
          return nil
        }
      }
      let missing = "The database has no tables yet."
      let first = try await problem(of: "authenticator")
      #expect(first?.title == missing)
      let command = "compass-server migrate --config \(folder)/server.json --admin CONNECTION"
      #expect(first?.fix == "This makes them:  \(command)")
      let mistyped = try await problem(of: "other")
      #expect(mistyped == nil)
      let seenByOwner = try await problem(of: "other", admin: cluster.connection)
      #expect(seenByOwner?.title == missing)
      // The role belongs to the cluster, so another database may have brought it.
      _ = try await owner.run("CREATE ROLE authenticator LOGIN NOINHERIT")
      let withRole = try await problem(of: "authenticator")
      #expect(withRole?.title == missing)

      _ = try await Migrator(database: owner, folder: RunningServer.schema).migrate()
      let migrated = try await problem(of: "authenticator")
      #expect(migrated == nil)
      let stillMistyped = try await problem(of: "other", admin: cluster.connection)
      #expect(stillMistyped == nil)
    }
  }

  @Test("Without the owner's connection in the file the owner's commands ask for it")
  func withoutAdmin() async throws {
    try await withFolder { folder in
      let path = folder + "/server.json"
      let words = [
        "init", "--config", path, "--database", "dbname=d", "--schema", RunningServer.schema,
      ]
      #expect(await ServerCommands.main(words) == 0)
      #expect(try ServerConfig.read(path).admin == nil)
      #expect(await ServerCommands.main(["migrate", "--config", path]) != 0)
      let cluster = try Cluster()
      #expect(
        await ServerCommands.main(
          ["migrate", "--config", path, "--admin", cluster.connection]) == 0)
    }
  }

  @Test("With --state a server has pages, and one folder for all that it writes")
  func state() async throws {
    try await withFolder { folder in
      let (path, state) = (folder + "/server.json", folder + "/state")
      let words = [
        "init", "--config", path, "--database", "dbname=d", "--schema", RunningServer.schema,
      ]
      #expect(await ServerCommands.main(words + ["--state", "state"]) == 2)
      #expect(await ServerCommands.main(words + ["--state", state]) == 0)
      let config = try ServerConfig.read(path)
      #expect(config.memory == state + "/memory")
      #expect(config.pages?.folder == state + "/pages")
      #expect(config.pages?.zone.name == "America/New_York")
      #expect(await ServerCommands.main(["check-config", "--config", path]) == 0)
      // The server remembers its last change in a file outside of the database, to notice a
      // restored database. The folder of this file is missing, so the check of the configuration
      // must warn.
      #expect(ServerCommands.forgetfulness(config)?.contains(state + "/memory") == true)
      try FileManager.default.createDirectory(
        atPath: state, withIntermediateDirectories: false)
      #expect(ServerCommands.forgetfulness(config) == nil)
    }
  }

  @Test("Two databases of one cluster are set up at the same moment")
  func together() async throws {
    let cluster = try Cluster()
    let first = Database(DatabaseSettings(connection: cluster.connection))
    _ = try await first.run("CREATE DATABASE other")
    let second = Database(
      DatabaseSettings(connection: "host=\(cluster.folder) user=postgres dbname=other"))
    async let one = Migrator(database: first, folder: RunningServer.schema).migrate()
    async let two = Migrator(database: second, folder: RunningServer.schema).migrate()
    let counts = try await (one, two)
    #expect(counts.0 == counts.1)
  }

  @Test("Whoever serves is no service role and cannot become one, nor the owner")
  func noServiceRole() async throws {
    try await RunningServer.with { server in
      var settings = DatabaseSettings(connection: server.config.database)
      settings.connections = 1
      let serving = Database(settings)
      for role in ["service_role", "compass_owner", "postgres"] {
        let isMember = try await serving.run("SELECT pg_has_role($1, 'MEMBER')", [role])
        #expect(isMember.value == "f", "\(role)")
        await #expect(throws: DatabaseFailure.self) { try await serving.run("SET ROLE \(role)") }
      }
    }
  }
}
