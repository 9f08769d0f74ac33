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

/// Tests the files of documents, which devices exchange through a real server.
@Suite(.serialized)
struct FilesTests {
  static func pdf(_ count: Int) -> [UInt8] {
    Array("%PDF-1.4\n".utf8) + (0..<count - 9).map { UInt8(truncatingIfNeeded: $0 &* 31) }
  }

  func add(
    _ bytes: [UInt8], named name: String = "grades.pdf", at device: FamilyDevice,
    of athlete: RecordID
  ) async throws -> Document {
    let file = try await device.backend.keptFiles.keep(bytes, named: name, of: athlete)
    return try await device.backend.documents.add(
      RecordChange<Document> {
        $0.type = .known(.transcript)
        $0.title = "Grades"
        $0.move(to: file.link)
      }, for: athlete
    ).row.document
  }

  private func content(
    of document: Document, at device: FamilyDevice
  ) async throws -> [UInt8] {
    let taken = Mutex<[UInt8]>([])
    try await device.backend.keptFiles.content(ofFileOf: document.id, of: document.athleteID) {
      bytes in taken.withLock { $0 += bytes }
    }
    return taken.withLock { $0 }
  }

  func fileState(
    _ document: Document, at device: FamilyDevice
  ) async throws -> KeptFileState? {
    try await device.backend.keptFiles.state(ofFileOf: document.id, of: document.athleteID)
  }

  func files(_ server: RunningServer, of athlete: RecordID) async throws -> Int {
    let rows = try await server.admin.run(
      "SELECT count(*) FROM compass.files WHERE athlete = $1", [athlete.description])
    return rows.value.flatMap { Int($0) } ?? -1
  }

  private func isWhole(_ document: Document, at server: RunningServer) async throws -> Bool {
    let file = try #require(document.keptFile)
    let rows = try await server.admin.run(
      """
      SELECT compass.next_part(f.athlete, f.id) IS NULL FROM compass.files AS f WHERE f.id = $1
      """, [file.id.description])
    return rows.value == "t"
  }

  @Test(
    "A file is on the other device after both synced, at the ends of its parts too",
    arguments: [9, 262_143, 262_144, 262_145, 600_000])
  func whole(count: Int) async throws {
    try await RunningServer.with { server in
      let (first, second, sam) = try await pair(server)
      let bytes = Self.pdf(count)
      let document = try await add(bytes, at: first, of: sam)
      #expect(try await first.sync().files.sent == 1)
      #expect(try await second.sync().files.fetched == 1)
      #expect(try await fileState(document, at: second) == .here(bytes: count))
      #expect(try await content(of: document, at: second) == bytes)
      // Both devices know that the file has arrived, so the next sync must neither send nor fetch
      // files.
      #expect(try await first.sync().files == SyncedFiles())
      #expect(try await second.sync().files == SyncedFiles())
    }
  }

  @Test("A first upload takes files along, and a new device fetches them")
  func connecting() async throws {
    try await RunningServer.with { server in
      let first = try await athlete(server)
      let document = try await add(Self.pdf(300), at: first, of: try #require(first.person))
      let outcome = try await first.connect(server)
      #expect(outcome.files.sent == 1 && outcome.refused == 0)
      let second = try FamilyDevice(try await first.account.another(of: server))
      #expect(try await second.connect(server).files.fetched == 1)
      second.person = try await second.id()
      let sam = try await second.id()
      let shown = try await second.backend.documents.show(document.id, of: sam).document
      #expect(try await content(of: shown, at: second) == Self.pdf(300))
    }
  }

  @Test("Nothing new is still one request, and a file is asked about once")
  func requests() async throws {
    try await RunningServer.with { server in
      let first = try await athlete(server)
      try await first.connect(server)
      let network = BadNetwork(seed: 1)
      let second = try FamilyDevice(
        try await first.account.another(of: server, http: network.client))
      try await second.connect(server)
      second.person = try await second.id()
      _ = try await add(Self.pdf(300_000), at: second, of: try await second.id())
      _ = network.calledFunctions()
      try await second.sync()
      #expect(
        network.calledFunctions().prefix(4) == [
          "compass_files", "compass_keep_file", "compass_keep_file", "compass_push",
        ])
      try await second.sync()
      #expect(network.calledFunctions() == ["compass_pull"])
    }
  }

  @Test("A line that breaks at any request loses no file, and sends no part twice")
  func brokenLine() async throws {
    try await RunningServer.with { server in
      let first = try await athlete(server)
      try await first.connect(server)
      let sam = try await first.id()
      let network = BadNetwork(seed: 3)
      let second = try FamilyDevice(
        try await first.account.another(of: server, http: network.client))
      try await second.connect(server)
      second.person = sam
      let document = try await add(Self.pdf(700_000), at: second, of: sam)
      _ = network.calledFunctions()
      for left in 0..<7 {
        network.set(good: true, dyingAfter: left)
        _ = try? await second.sync()
        let waits = try !second.items(.waiting).isEmpty
        let isThere = try await isWhole(document, at: server)
        #expect(waits || isThere, "The document waits for its file.")
      }
      network.set(good: true)
      try await second.sync()
      #expect(try second.items(.waiting).isEmpty)
      #expect(network.calledFunctions().count { $0 == "compass_keep_file" } <= 3 + 7)
      try await first.sync()
      #expect(try await content(of: document, at: first) == Self.pdf(700_000))
    }
  }

  @Test("A helping parent sends files, any parent reads them, and a stranger does neither")
  func rights() async throws {
    try await RunningServer.with { server in
      let (first, parent) = try await withParent(server)
      let sam = try await first.id()
      let document = try await add(Self.pdf(400), at: first, of: sam)
      try await first.sync()
      #expect(try await parent.sync().files.fetched == 1)
      #expect(try await content(of: document, at: parent) == Self.pdf(400))

      func send(_ device: FamilyDevice) async throws -> Bool {
        do {
          _ = try await device.account.client.call(
            "compass_keep_file",
            [
              "athlete": .string(sam.description),
              "file": .string(FamilyDevice.ids.next().description), "size": 5, "part": 0,
              "bytes": .string(Base64URL.text(Array("%PDF-".utf8))),
            ])
          return true
        } catch {
          return false
        }
      }
      #expect(try await !send(parent))
      let stranger = try await athlete(server)
      try await stranger.connect(server)
      #expect(try await !send(stranger))
      // A person outside of the family who knows the ids must not be able to read the file, or to
      // learn that it exists.
      let file = try #require(document.keptFile)
      #expect(try await stranger.sharing().size(of: file, of: sam) == nil)
      let asked = try await stranger.account.client.call(
        "compass_files",
        ["files": [["athlete": .string(sam.description), "file": .string(file.id.description)]]])
      #expect(asked["there"]?.array == [] && asked["wanted"]?.array == [])
      // The other person adds a document that names the athlete's file. This must give no access to
      // it.
      let own = try await stranger.id()
      _ = try await stranger.backend.documents.add(
        RecordChange<Document> {
          $0.type = .known(.transcript)
          $0.title = "Not mine"
          $0.move(to: file.link)
        }, for: own)
      try await stranger.sync()
      #expect(try await stranger.sharing().size(of: file, of: own) == nil)

      let family = RecordID(try #require(try first.value("SELECT id FROM family_units")))!
      _ = try await first.backend.families.setHelp(
        of: try await parent.id(), inFamily: family, to: [.records])
      try await first.sync()
      try await parent.sync()
      let theirs = try await add(Self.pdf(500), at: parent, of: sam)
      #expect(try await parent.sync().files.sent == 1)
      #expect(try await first.sync().files.fetched == 1)
      #expect(try await content(of: theirs, at: first) == Self.pdf(500))
    }
  }

  @Test("What is not what its name says does not come")
  func liar() async throws {
    try await RunningServer.with { server in
      let (first, second, sam) = try await pair(server)
      let document = try await add(Self.pdf(400), at: first, of: sam)
      try await first.sync()
      _ = try await server.admin.run(
        """
        UPDATE compass.file_parts SET bytes = convert_to(rpad('<script>', 400), 'UTF8')
        WHERE athlete = $1
        """, [sam.description])
      #expect(try await second.sync().files.fetched == 0)
      #expect(try await fileState(document, at: second) == .elsewhere)
    }
  }

  @Test("A file that is damaged here comes whole from the server")
  func healed() async throws {
    try await RunningServer.with { server in
      let (first, second, sam) = try await pair(server)
      let document = try await add(Self.pdf(600_000), at: first, of: sam)
      try await first.sync()
      try await second.sync()
      try second.file.writeFetched { try $0.execute("DELETE FROM kept_files WHERE part = 1") }
      #expect(try await fileState(document, at: second) == .damaged)
      try await second.sync()
      #expect(try await content(of: document, at: second) == Self.pdf(600_000))
    }
  }

  @Test("Of 200 MB nothing more is taken, the sync goes on, and what no document names makes room")
  func full() async throws {
    try await RunningServer.with { server in
      let (first, second, sam) = try await pair(server)
      _ = try await server.admin.run(
        """
        INSERT INTO compass.files (athlete, id, size)
        SELECT $1::uuid, gen_random_uuid(), 10485760 FROM generate_series(1, 20)
        """, [sam.description])
      let document = try await add(Self.pdf(400), at: first, of: sam)
      let outcome = try await first.sync()
      #expect(outcome.files.withoutRoom == ["grades.pdf"] && outcome.sent == 1)
      try await second.sync()
      #expect(try await fileState(document, at: second) == .elsewhere)

      var strict = try await first.sharing()
      strict.needsFiles = true
      await #expect(throws: Problem.self) { try await strict.sync() }

      _ = try await server.admin.run(
        """
        UPDATE compass.files SET asked_at = now() - interval '25 hours', unused_since = now() - interval '25 hours'
        WHERE athlete = $1
        """, [sam.description])
      #expect(try await first.sync().files.sent == 1)
      #expect(try await files(server, of: sam) == 1)
      try await second.sync()
      #expect(try await content(of: document, at: second) == Self.pdf(400))
    }
  }

  @Test("A file whose document was deleted a moment ago makes no room, and an undo has it again")
  func justDeleted() async throws {
    try await RunningServer.with { server in
      let (first, second, sam) = try await pair(server)
      let document = try await add(Self.pdf(400), at: first, of: sam)
      try await first.sync()
      // The file has been on the server for 30 days, and 19 other files use almost all of the
      // athlete's storage.
      _ = try await server.admin.run(
        "UPDATE compass.files SET asked_at = now() - interval '30 days' WHERE athlete = $1",
        [sam.description])
      _ = try await server.admin.run(
        """
        INSERT INTO compass.files (athlete, id, size)
        SELECT $1::uuid, gen_random_uuid(), 10485760 FROM generate_series(1, 19)
        """, [sam.description])
      _ = try await first.backend.documents.delete(document.id, of: sam)
      try await first.sync()
      _ = try await add(Self.pdf(10_400_000), named: "large.pdf", at: first, of: sam)
      _ = try await add(Self.pdf(200_000), named: "small.pdf", at: first, of: sam)
      let outcome = try await first.sync()
      #expect(outcome.files.withoutRoom.count == 1, "\(outcome.files)")
      #expect(try await isWhole(document, at: server))
      for _ in 1...3 { _ = try await first.backend.undo.undo() }
      try await first.sync()
      try await second.sync()
      #expect(try await content(of: document, at: second) == Self.pdf(400))
    }
  }

  @Test("Files that are sent at the same moment stay below the limit together")
  func together() async throws {
    try await RunningServer.with { server in
      let device = try await athlete(server)
      try await device.connect(server)
      let sam = try await device.id()
      _ = try await server.admin.run(
        """
        INSERT INTO compass.files (athlete, id, size)
        SELECT $1::uuid, gen_random_uuid(), 10485760 FROM generate_series(1, 19)
        """, [sam.description])
      let part = Base64URL.text([UInt8](repeating: 1, count: KeptFile.partSize))
      // The first transaction stays open for two seconds, so that the second one begins before its
      // end. Both files together exceed the limit, so the second transaction has to wait and must
      // be refused.
      async let first: DatabaseRows = server.admin.run(
        """
        SELECT set_config('request.jwt.claims', jsonb_build_object('sub', $1::text)::text, true),
          public.compass_keep_file($1::uuid, gen_random_uuid(), 6291456, 0, $2), pg_sleep(2)
        """, [sam.description, part])
      try await server.waitForSleep(in: "compass_keep_file")
      let second = try await device.account.client.call(
        "compass_keep_file",
        [
          "athlete": .string(sam.description), "file": .string(FamilyDevice.ids.next().description),
          "size": JSONValue(6 << 20), "part": 0, "bytes": .string(part),
        ])
      let answers = [try await first.rows[0][1] ?? "", second.text]
      #expect(answers.count { $0.contains("full") } == 1, "\(answers)")
    }
  }

  @Test("A file that went before its document and was deleted meanwhile is sent again")
  func deletedMeanwhile() async throws {
    try await RunningServer.with { server in
      let first = try await athlete(server)
      try await first.connect(server)
      let sam = try await first.id()
      let network = BadNetwork(seed: 5)
      let second = try FamilyDevice(
        try await first.account.another(of: server, http: network.client))
      try await second.connect(server)
      second.person = sam
      let document = try await add(Self.pdf(400), at: second, of: sam)
      network.set(good: true, dyingAfter: 2)
      await #expect(throws: Problem.self) { try await second.sync() }
      #expect(try await isWhole(document, at: server))
      _ = try await server.admin.run(
        "DELETE FROM compass.files WHERE athlete = $1", [sam.description])
      network.set(good: true)
      #expect(try await second.sync().files.sent == 1)
      try await first.sync()
      #expect(try await content(of: document, at: first) == Self.pdf(400))
    }
  }

  @Test("A file that the server does not take holds up nothing else")
  func refused() async throws {
    try await RunningServer.with { server in
      let (first, _, sam) = try await pair(server)
      let document = try await add(Self.pdf(600_000), at: first, of: sam)
      // Gives the first stored part of the file a wrong size, as an import from another program
      // could. The server must refuse this file, and the school must be sent all the same.
      try first.file.writeFetched {
        try $0.execute("UPDATE kept_files SET bytes = substr(bytes, 1, 100) WHERE part = 0")
        try $0.execute("UPDATE kept_files SET size = (SELECT sum(length(bytes)) FROM kept_files)")
      }
      _ = try await first.backend.schools.add(for: sam) { $0.name = "Elm" }
      let outcome = try await first.sync()
      #expect(outcome.files.notSent == ["grades.pdf"] && outcome.sent == 2, "\(outcome)")
      #expect(try await !isWhole(document, at: server))
    }
  }
}
