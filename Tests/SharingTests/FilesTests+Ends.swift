import Basics
import Domain
import JSON
import Persistence
import PostgreSQL
import SQLBackend
import SQLite
import SharingTesting
import Supabase
import Synchronization
import Testing

@testable import Sharing

// Tests of a document's file after its document, its reader or its server is gone.
extension FilesTests {
  @Test("Who may not see an athlete any more keeps no file of theirs")
  func removed() async throws {
    try await RunningServer.with { server in
      let (first, parent) = try await withParent(server)
      let sam = try await first.id()
      _ = try await add(Self.pdf(400), at: first, of: sam)
      try await first.sync()
      try await parent.sync()
      #expect(try parent.count("kept_files") == 1)
      let family = RecordID(try #require(try first.value("SELECT id FROM family_units")))!
      _ = try await first.backend.families.remove(
        try await parent.id(), fromFamily: family)
      try await first.sync()
      try await parent.sync()
      #expect(try parent.count("kept_files") == 0)
    }
  }

  @Test("With an erased athlete the files go from the devices of others too")
  func erasedElsewhere() async throws {
    try await RunningServer.with { server in
      let (first, parent) = try await withParent(server)
      _ = try await add(Self.pdf(400), at: first, of: try await first.id())
      try await first.sync()
      try await parent.sync()
      _ = try await first.sharing().eraseThere()
      try await parent.sync()
      #expect(try parent.count("kept_files") == 0)
      #expect(
        try parent.value("SELECT '' || count(*) FROM pragma_foreign_key_check") == "0")
    }
  }

  @Test("The daily work deletes a file 30 days after its last document; an undo in time keeps it")
  func forgotten() async throws {
    try await RunningServer.withOwnDatabase { server in
      let (first, second, sam) = try await pair(server)
      let document = try await add(Self.pdf(400), at: first, of: sam)
      try await first.sync()
      try await second.sync()
      func night() async throws {
        _ = try await server.admin.run(
          "UPDATE compass.files SET unused_since = unused_since - interval '20 days'")
        _ = try await server.admin.run("SELECT compass.forget()")
      }
      try await night()
      _ = try await first.backend.documents.delete(document.id, of: sam)
      try await first.sync()
      try await night()
      try await night()
      #expect(try await files(server, of: sam) == 1)
      _ = try await first.backend.undo.undo()
      try await first.sync()
      try await night()
      try await night()
      #expect(try await files(server, of: sam) == 1)

      _ = try await first.backend.documents.delete(document.id, of: sam)
      try await first.sync()
      for _ in 0..<3 { try await night() }
      #expect(try await files(server, of: sam) == 0)
      // The server has removed the file some days after the deletion of the document. This device
      // still has the file. When it undoes the deletion, it sends the file again.
      _ = try await first.backend.undo.undo()
      #expect(try await first.sync().files.sent == 1)
    }
  }

  @Test("A server that was restored gets its files back")
  func restored() async throws {
    try await RunningServer.withOwnDatabase { server in
      let (first, second, sam) = try await pair(server)
      let backup = try await ServerBackup(of: server)
      _ = try await add(Self.pdf(400), at: first, of: sam)
      try await first.sync()
      try await backup.restore(server)
      #expect(try await files(server, of: sam) == 0)
      #expect(try await first.sync().files.sent == 1)
      #expect(try await second.sync().files.fetched == 1)
    }
  }

  @Test("A server without files is no failure, and gets them when it has learned to keep them")
  func older() async throws {
    try await RunningServer.withOwnDatabase { server in
      let (first, second, sam) = try await pair(server)
      let names = ["compass_files", "compass_keep_file", "compass_file"]
      for name in names {
        _ = try await server.admin.run("ALTER ROUTINE public.\(name) RENAME TO later_\(name)")
      }
      let document = try await add(Self.pdf(400), at: first, of: sam)
      #expect(try await first.sync().sent == 1)
      try await second.sync()
      #expect(try await fileState(document, at: second) == .elsewhere)
      for name in names {
        _ = try await server.admin.run("ALTER ROUTINE public.later_\(name) RENAME TO \(name)")
      }
      #expect(try await first.sync().files.sent == 1)
      #expect(try await second.sync().files.fetched == 1)
    }
  }

  @Test("A file that is missing everywhere is asked about once, and again when it has come")
  func missingEverywhere() async throws {
    try await RunningServer.with { server in
      let first = try await athlete(server)
      try await first.connect(server)
      let sam = try await first.id()
      let network = BadNetwork(seed: 7)
      let second = try FamilyDevice(
        try await first.account.another(of: server, http: network.client))
      try await second.connect(server)
      second.person = sam
      // The server has no room for the file, so that only the first device has it.
      _ = try await server.admin.run(
        """
        INSERT INTO compass.files (athlete, id, size)
        SELECT $1::uuid, gen_random_uuid(), 10485760 FROM generate_series(1, 20)
        """, [sam.description])
      let document = try await add(Self.pdf(600_000), at: first, of: sam)
      #expect(try await first.sync().files.withoutRoom == ["grades.pdf"])
      _ = network.calledFunctions()
      try await second.sync()
      #expect(network.calledFunctions().contains("compass_files"))
      try await second.sync()
      #expect(network.calledFunctions() == ["compass_pull"])

      _ = try await server.admin.run(
        "DELETE FROM compass.files WHERE athlete = $1", [sam.description])
      #expect(try await first.sync().files.sent == 1)
      let outcome = try await second.sync()
      #expect(outcome.files.fetched == 1 && outcome.fetched == 0)
      #expect(try await fileState(document, at: second) == .here(bytes: 600_000))
    }
  }

  @Test("With a person their files are erased")
  func erased() async throws {
    try await RunningServer.with { server in
      let first = try await athlete(server)
      try await first.connect(server)
      let sam = try await first.id()
      _ = try await add(Self.pdf(400), at: first, of: sam)
      try await first.sync()
      #expect(try await files(server, of: sam) == 1)
      _ = try await first.sharing().eraseThere()
      #expect(try await files(server, of: sam) == 0)
    }
  }
}
