import AuthLive
import CivilTime
import FeatureKit
import Foundation
import HTTPServing
import JSON
import PostgreSQL
import SharingTesting
import Testing
import ToolTesting

@testable import SharingServer

// Tests of the server's database: its schema, and what `doctor` reports about it.
extension SetUpTests {
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
