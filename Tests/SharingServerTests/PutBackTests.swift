import Foundation
import PostgreSQL
import SharingTesting
import Supabase
import Testing

@testable import SharingServer

/// Tests of a database that was replaced by an older state of itself, although its history lacks no
/// step.
@Suite("A database that was put back")
struct PutBackTests {
  @Test(
    "A database is put back where its cluster is behind, or where it is another one of the cluster",
    arguments: [
      (DatabasePosition(system: "7", database: 5, era: "first", transaction: 100), false),
      (DatabasePosition(system: "7", database: 5, era: "first", transaction: 101), false),
      (DatabasePosition(system: "7", database: 5, era: "first", transaction: 99), true),
      (DatabasePosition(system: "7", database: 6, era: "first", transaction: 101), true),
      // A provider's new version, or a move to another machine.
      (DatabasePosition(system: "8", database: 6, era: "first", transaction: 3), false),
      // A restore that was noticed.
      (DatabasePosition(system: "7", database: 5, era: "second", transaction: 99), false),
      (DatabasePosition(system: "7", database: 6, era: "second", transaction: 101), false),
    ])
  func positions(present: DatabasePosition, isPutBack: Bool) {
    let known = DatabasePosition(system: "7", database: 5, era: "first", transaction: 100)
    #expect(present.isPutBack(since: known) == isPutBack)
    #expect(DatabasePosition(present.json) == present)
  }

  /// Runs a test with a server and a function that opens another one over the same database and the
  /// same memory file, which is given first.
  private func withMemory(
    _ use: (RunningServer, String, @Sendable () async throws -> SharingServer) async throws -> Void
  ) async throws {
    try await RunningServer.withOwnDatabase { server in
      let folder = FileManager.default.temporaryDirectory.appending(path: "back-\(UUID())").path
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(atPath: folder) }
      let config = {
        var config = server.config
        config.memory = folder + "/memory"
        return config
      }()
      try await use(server, folder + "/memory") {
        try await SharingServer.open(config) { server.clock.now }
      }
    }
  }

  private func era(_ server: RunningServer) async throws -> String? {
    try await server.admin.run("SELECT era::text FROM compass.server").value
  }

  @Test("A server notices at its start and while it runs that its cluster is behind, and once only")
  func behind() async throws {
    try await withMemory { server, path, open in
      func remember(_ change: (inout DatabasePosition) -> Void) throws {
        var memory = ServerMemory(readingFrom: path)
        var position = try #require(memory.position)
        change(&position)
        memory.position = position
        try memory.keep(at: path)
      }
      let first = try await open()
      await first.remember()
      let begun = try await era(server)
      #expect(try await !open().wasRestored)
      try remember { $0.system += "0" }
      #expect(try await !open().wasRestored)
      #expect(try await era(server) == begun)

      await first.remember()
      try remember { $0.transaction += 1_000_000 }
      #expect(try await open().wasRestored)
      let second = try await era(server)
      #expect(second != begun)
      #expect(try await !open().wasRestored)

      await first.remember()
      try remember { $0.database += 1 }
      #expect(try await open().wasRestored)
      let third = try await era(server)
      #expect(third != second)

      // The database of a running server is replaced by one that is older.
      await first.remember()
      let other = UUID().uuidString.lowercased()
      try remember {
        $0.transaction += 1_000_000
        $0.era = other
      }
      var config = server.config
      config.memory = path
      let chores = ServerChores(config, server.admin)
      #expect(try await !chores.noticeRestore().wasRestored)
      _ = try await server.admin.run("UPDATE compass.server SET era = $1::uuid", [other])
      await chores.notePosition()
      let last = try await era(server)
      #expect(last != other && last != third)
      await chores.notePosition()
      #expect(try await era(server) == last)
      await chores.remember()
      #expect(ServerMemory(readingFrom: path).position?.era == last)
    }
  }

  @Test("Whoever was erased is erased again where no step shows that the database was put back")
  func erased() async throws {
    try await withMemory { server, path, open in
      let gone = try await server.signedUp("parent")
      let id = try await gone.id
      _ = try await server.admin.run(
        "CREATE TABLE compass.before AS SELECT * FROM accounts.people WHERE id = $1::uuid", [id])
      _ = try await gone.client.call("compass_erase_me")
      let first = try await open()
      await first.remember()
      let begun = try await era(server)
      #expect(try await !open().wasRestored)

      try await server.admin.script(
        """
        BEGIN;
        SET LOCAL session_replication_role = replica;
        INSERT INTO accounts.people SELECT * FROM compass.before;
        DELETE FROM compass.erased;
        COMMIT
        """)
      #expect(try await open().wasRestored)
      #expect(try await era(server) != begun)
      let back = try await server.admin.run(
        "SELECT count(*) FROM accounts.people WHERE id = $1::uuid", [id])
      #expect(back.value == "0")
      #expect(try await !open().wasRestored)
    }
  }
}
