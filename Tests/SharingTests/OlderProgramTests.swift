import Basics
import Domain
import HTTP
import JSON
import Persistence
import PostgreSQL
import SQLBackend
import SQLite
import SharingTesting
import Supabase
import Testing

@testable import Sharing

/// Tests devices whose program is older than the server wants, and changes that an older program
/// wrote.
@Suite struct OlderProgramTests {
  @Test("A device that is too old is told so before it sends, and keeps what it wrote")
  func tooOld() async throws {
    try await RunningServer.withOwnDatabase { server in
      let device = try await athlete(server)
      try await device.connect(server)
      _ = try await device.backend.schools.add(for: try await device.id()) { $0.name = "Oak" }
      let version = device.file.schema.version
      try await Self.want(version + 1, at: server)
      do {
        try await device.sync()
        Issue.record("The server took the change of a device that is too old.")
      } catch let problem as Problem {
        #expect(
          problem.title == "This program is too old for the server: install the newer one.")
        #expect(problem.details == ["What you wrote is kept here."])
      }
      #expect(try device.items(.waiting).count == 1)
      #expect(try await Self.oaks(at: server) == "0")

      // Another program that sends changes, without a version number, must not be refused as too
      // old.
      let answer = try await device.account.client.call(
        "compass_push", ["steps": []], repeats: .keyed)
      #expect(answer.array?.isEmpty == true, "\(answer)")

      try await Self.want(version, at: server)
      #expect(try await device.sync().sent == 1)
      #expect(try await Self.oaks(at: server) == "1")
    }
  }

  @Test("No device of the first release or later is refused today")
  func oldest() async throws {
    try await RunningServer.with { server in
      let oldest = try await server.admin.run("SELECT compass.oldest_schema()").value
      let device = try await athlete(server)
      #expect(oldest == "6" && device.file.schema.version >= 6)
    }
  }

  @Test("A change of an older version is sent as it is, unless the file has no place for it now")
  func olderChange() async throws {
    try await RunningServer.with { server in
      let device = try await athlete(server)
      try await device.connect(server)
      let sam = try await device.id()
      for name in ["Oak", "Elm"] {
        _ = try await device.backend.schools.add(for: sam) { $0.name = name }
      }
      try device.file.writeFetched { connection in
        let gone = Changeset.RowChange(
          table: "gone", operation: .delete, old: [.text("x")], new: [])
        try connection.execute("UPDATE outbox SET schema_version = 1")
        try connection.execute(
          "UPDATE outbox SET changeset = ? WHERE place = (SELECT max(place) FROM outbox)",
          values: [.blob(Changeset([gone]) { _ in [1] }.bytes)])
      }
      let outcome = try await device.sync()
      #expect(outcome.sent == 1 && outcome.refused == 1, "\(outcome)")
      #expect(try device.items(.waiting).isEmpty)
      #expect(try device.items(.refused).first?.answer?.contains("older_form") == true)
    }
  }

  private static func want(_ version: Int, at server: RunningServer) async throws {
    _ = try await server.admin.run(
      """
      CREATE OR REPLACE FUNCTION compass.oldest_schema() RETURNS integer
      LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$ SELECT \(version) $$
      """)
  }

  private static func oaks(at server: RunningServer) async throws -> String? {
    try await server.admin.run("SELECT count(*) FROM public.schools WHERE name = 'Oak'").value
  }
}
