import AuthLive
import FeatureKit
import Foundation
import PostgreSQL
import SharingTesting
import Testing

@testable import SharingServer

@Suite("Backups of a server's database")
struct BackupTests {
  private struct Stage {
    var folder: String
    var backup: ServerBackup
    var config: ServerConfig
  }

  /// Runs a test with a server, two accounts and their rows, and a folder for backups.
  private func withStage(_ use: (RunningServer, Stage) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "compass-backups-\(UUID().uuidString)"
    ).path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try await RunningServer.withOwnDatabase { server in
      for role in ["player", "parent"] { _ = try await server.signedUp(role) }
      let config = server.config
      try await use(
        server, Stage(folder: folder, backup: ServerBackup(config), config: config))
    }
  }

  private func scratchDatabases(_ server: RunningServer) async throws -> Int {
    let found = try await server.admin.run(
      "SELECT count(*) FROM pg_catalog.pg_database WHERE starts_with(datname, $1)",
      [try await ServerBackup.scratchName(server.admin)])
    return Int(found.value ?? "") ?? -1
  }

  @Test("A backup is restored once before it counts, is its owner's alone, and comes back whole")
  func thereAndBack() async throws {
    try await withStage { server, stage in
      let (file, content) = try await stage.backup.make(in: stage.folder, at: server.clock.now)
      #expect(content.tables["accounts.people"]?.hasPrefix("2 ") == true)
      #expect(content.tables.count > 35)
      for path in [file, file + ".json"] {
        let facts = try FileManager.default.attributesOfItem(atPath: path)
        #expect(facts[.posixPermissions] as? Int == 0o600, "\(path)")
      }
      let made = try FileManager.default.contentsOfDirectory(atPath: stage.folder)
      #expect(made.count == 2)
      #expect(try await scratchDatabases(server) == 0)

      // Restoring into a database that already contains data must be refused, because it would
      // overwrite the data.
      await #expect(throws: Problem.self) { try await stage.backup.restore(file) }
      let era = try await server.admin.run("SELECT era FROM compass.server").value
      let empty = "empty_\(UUID().uuidString.lowercased().filter { $0 != "-" })"
      try await server.admin.script("CREATE DATABASE \(empty)")
      var config = stage.config
      config.admin = config.admin.map { $0 + " dbname=\(empty)" }
      let restored = try await ServerBackup(config).restore(file)
      #expect(restored == content)
      let other = Database(DatabaseSettings(connection: config.admin ?? ""))
      let newEra = try await other.run("SELECT era FROM compass.server").value
      #expect(newEra != nil && newEra != era)
      let noted = try await other.run(
        "SELECT made_at = $1 FROM accounts.backups", [ServerBackup.moment(of: file)])
      #expect(noted.rows == [["t"]])
      other.close()
    }
  }

  @Test(
    "The name of a backup says when it was made, until it is renamed",
    arguments: [
      ("/srv/backups/compass-20261124T120000Z.dump", "20261124T120000+00"),
      ("compass-20261124T120000Z.dump", "20261124T120000+00"), ("/srv/before.dump", nil),
      ("compass-20261124T120000Z.dump.json", nil), ("/a/mycompass-20261124T120000Z.dump", nil),
    ] as [(String, String?)])
  func moment(file: String, moment: String?) {
    #expect(ServerBackup.moment(of: file) == moment)
  }

  @Test("A backup that was changed, or whose list says otherwise, is no backup")
  func damaged() async throws {
    try await withStage { server, stage in
      let (file, _) = try await stage.backup.make(in: stage.folder, at: server.clock.now)
      func target() async throws -> ServerBackup {
        let empty = "empty_\(UUID().uuidString.lowercased().filter { $0 != "-" })"
        try await server.admin.script("CREATE DATABASE \(empty)")
        var config = stage.config
        config.admin = config.admin.map { $0 + " dbname=\(empty)" }
        return try ServerBackup(config)
      }
      let whole = try Data(contentsOf: URL(filePath: file))
      try whole.prefix(whole.count / 2).write(to: URL(filePath: file))
      let cut = try await target()
      await #expect(throws: Problem.self) { try await cut.restore(file) }
      // The failed restore has written nothing, so the same empty database is used again. The
      // backup file is complete now, but its list of row counts names one account too many. The
      // restore must report this.
      try whole.write(to: URL(filePath: file))
      let list = try String(contentsOfFile: file + ".json", encoding: .utf8)
      try list.replacing("\"accounts.people\": \"2 ", with: "\"accounts.people\": \"3 ")
        .write(toFile: file + ".json", atomically: true, encoding: .utf8)
      await #expect {
        _ = try await cut.restore(file)
      } throws: {
        ($0 as? Problem)?.details == ["These tables differ: accounts.people."]
      }
      #expect(try await scratchDatabases(server) == 0)
    }
  }

  @Test("What a backup that was killed left behind is deleted by the next one")
  func leftBehind() async throws {
    try await withStage { server, stage in
      let name = try await ServerBackup.scratchName(server.admin) + "dead"
      try await server.admin.script("CREATE DATABASE \(name)")
      #expect(try await scratchDatabases(server) == 1)
      _ = try await stage.backup.make(in: stage.folder, at: server.clock.now)
      #expect(try await scratchDatabases(server) == 0)
    }
  }

  @Test("A connection that others could read from the list of processes is refused")
  func password() throws {
    for admin in ["host=h password=secret", "postgres://a:secret@h/db"] {
      var config = try ServerConfig(database: "d", admin: admin, schema: "s", random: .system)
      let problem = #expect(throws: Problem.self) { try ServerBackup(config) }
      #expect(problem.map { "\($0)".contains("secret") } == false)
      config.admin = nil
      #expect(throws: Problem.self) { try ServerBackup(config) }
    }
  }
}
