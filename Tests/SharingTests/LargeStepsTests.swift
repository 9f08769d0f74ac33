import Basics
import CivilTime
import Domain
import Persistence
import PostgreSQL
import SQLBackend
import SQLite
import SharingTesting
import Testing

@testable import Sharing

/// Tests changes that are larger than the server accepts in one request.
@Suite(.serialized)
struct LargeStepsTests {
  /// Makes the server cancel a statement that adds or deletes more than a hundred schools, as its
  /// time limit would cancel it.
  private func limit(_ server: RunningServer) async throws {
    for statement in [
      """
      CREATE FUNCTION public.too_much() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM set_config('test.rows', (coalesce(nullif(current_setting('test.rows', true), ''), '0')::int
          + (SELECT count(*) FROM some_rows))::text, true);
        IF current_setting('test.rows')::int > 100 THEN
          RAISE EXCEPTION 'canceling statement due to statement timeout' USING ERRCODE = '57014';
        END IF;
        RETURN NULL;
      END $$
      """,
      """
      CREATE TRIGGER too_much AFTER INSERT ON public.schools REFERENCING NEW TABLE AS some_rows
      FOR EACH STATEMENT EXECUTE FUNCTION public.too_much()
      """,
      """
      CREATE TRIGGER too_much_gone AFTER DELETE ON public.schools REFERENCING OLD TABLE AS some_rows
      FOR EACH STATEMENT EXECUTE FUNCTION public.too_much()
      """,
    ] { _ = try await server.admin.run(statement) }
  }

  private func addSchools(_ count: Int, _ device: FamilyDevice, _ sam: RecordID) throws {
    let now = device.account.clock.now
    let act = Act(
      person: sam, athlete: sam, operation: "import", summary: "Imported \(count) schools", at: now)
    try device.backend.stepJournal.step(act) { step in
      let family = try step.connection.one("SELECT id FROM family_units") { try $0.recordID(0) }
      for number in 1...count {
        let id = FamilyDevice.ids.next()
        try step.connection.execute(
          """
          INSERT INTO schools (id, user_id, family_unit_id, name, created_by, created_at, updated_at)
          VALUES (?, ?, ?, ?, ?, ?, ?)
          """, id, sam, family, "School \(number)", sam, now, now)
        try step.connection.handles.allot(.school, to: id)
      }
    }
  }

  @Test("A step of 3,000 rows arrives in pieces that the server manages, and so does its undo")
  func largeStep() async throws {
    try await RunningServer.withOwnDatabase { server in
      let (first, second, sam) = try await pair(server)
      try await limit(server)
      try addSchools(3_000, first, sam)
      _ = try await first.backend.schools.add(for: sam) { $0.name = "Behind it" }
      let outcome = try await first.sync()
      #expect(outcome.sent == 2 && outcome.held == 0 && outcome.refused == 0)
      #expect(try first.items(.waiting).isEmpty)
      try await second.sync()
      #expect(try second.count("schools") == 3_002)
      _ = try await first.backend.undo.undo()
      _ = try await first.backend.undo.undo()
      try await first.sync()
      try await second.sync()
      #expect(try second.count("schools") == 1)
      #expect(try second.rows("schools") == first.rows("schools"))
    }
  }

  @Test("A step that was halved is one step for another file of the person, and undone as one")
  func halvedStep() async throws {
    try await RunningServer.withOwnDatabase { server in
      let (first, second, sam) = try await pair(server)
      try await limit(server)
      try addSchools(300, first, sam)
      #expect(try await first.sync().sent == 1)
      let pieces = try await server.admin.run(
        """
        SELECT count(*) >= 4 AND count(DISTINCT id) = 1 FROM compass.steps
        WHERE summary = 'Imported 300 schools'
        """)
      #expect(pieces.value == "t")
      var sharing = try await second.sharing()
      sharing.undoableSince = second.account.clock.now.adding(seconds: -3_600)
      _ = try await sharing.sync()
      #expect(try second.count("schools") == 301)
      #expect(try second.count("journal") == 1)
      _ = try await second.backend.undo.undo()
      #expect(try second.count("schools") == 1)
      try await second.sync()
      try await first.sync()
      #expect(try first.count("schools") == 1)
    }
  }

  @Test("A step that is fetched between two of its halves is undone as one when it is whole")
  func betweenHalves() async throws {
    try await RunningServer.withOwnDatabase { server in
      let first = try await athlete(server)
      try await first.connect(server)
      let sam = try await first.id()
      let network = BadNetwork(seed: 1)
      let second = try FamilyDevice(
        try await first.account.another(of: server, http: network.client))
      try await second.connect(server)
      second.person = sam
      try await limit(server)
      try addSchools(300, second, sam)
      func pieces() async throws -> String {
        try await server.admin.run(
          "SELECT count(*) FROM compass.steps WHERE summary = 'Imported 300 schools'"
        ).value ?? ""
      }
      // The connection breaks one request later each time, until the server has a piece.
      var requests = 0
      try await eventually("the server has a piece") {
        network.set(good: true, dyingAfter: requests)
        await #expect(throws: Problem.self) { try await second.sync() }
        requests += 1
        return try await pieces() != "0"
      }
      let some = try await pieces()
      #expect(["1", "2", "3"].contains(some))

      let before = try first.count("journal")
      // The number of this step at the server is larger than that of the first piece.
      _ = try await first.backend.schools.add(for: sam) { $0.name = "Elm" }
      var sharing = try await first.sharing()
      sharing.undoableSince = first.account.clock.now.adding(seconds: -3_600)
      _ = try await sharing.sync()
      #expect(try first.count("journal") == before + 1)
      network.set(good: true)
      #expect(try await second.sync().sent == 1)
      _ = try await sharing.sync()
      let (schools, steps) = (try first.count("schools"), try first.count("journal"))
      #expect(schools == 302 && steps == before + 2)
      _ = try await first.backend.undo.undo()
      #expect(try first.count("schools") == 2)
    }
  }

  @Test("A step that was halved is one line of another device's history")
  func halvedStepInHistory() async throws {
    try await RunningServer.withOwnDatabase { server in
      let (first, second, sam) = try await pair(server)
      try await limit(server)
      try addSchools(300, first, sam)
      for device in [first, second, first] { try await device.sync() }
      let told = try [first, second].map { device in
        try Sharing.othersSteps(of: device.file, toldTo: sam, limit: 9).map(\.summary)
      }
      #expect(told == [[], ["Imported 300 schools"]])
    }
  }

  @Test(
    "Pieces are a whole if none is missing, in order and without those inside a larger one",
    arguments: [
      ([(1, 1)], [1]), ([(2, 2), (1, 2)], [1, 2]), ([(1, 2)], nil), ([(2, 2)], nil), ([], nil),
      (
        [(100_000_004, 100_000_004), (1, 2), (100_000_003, 100_000_004)],
        [1, 100_000_003, 100_000_004]
      ),
      ([(1, 2), (100_000_003, 100_000_004)], nil), ([(100_000_001, 100_000_002), (1, 1)], [1]),
      ([(0, 0), (2, 1), (100_000_000, 100_000_000), (1, 100_000_002)], nil),
    ] as [([(Int, Int)], [Int]?)])
  func whole(numbers: [(Int, Int)], parts: [Int]?) {
    let pieces = numbers.compactMap { StepPiece(part: $0.0, parts: $0.1) }
    #expect(StepPiece.whole(pieces)?.map(\.part) == parts)
  }

  @Test("What somebody brings along arrives under the same limit, and comes again after a cut")
  func largeUpload() async throws {
    try await RunningServer.withOwnDatabase { server in
      try await limit(server)
      let device = try await athlete(server)
      let sam = try #require(device.person)
      try addSchools(900, device, sam)
      let outcome = try await device.connect(server)
      #expect(outcome.refused == 0)
      let there = try await server.admin.run("SELECT count(*) FROM schools")
      #expect(there.value == "901")
      #expect(try await device.sync().refused == 0)
    }
  }

  @Test("A server that answers a part of what it was sent is sent the rest")
  func answersInPieces() async throws {
    try await RunningServer.withOwnDatabase { server in
      let (first, second, sam) = try await pair(server)
      _ = try await server.admin.run(
        """
        CREATE OR REPLACE FUNCTION public.compass_push(steps jsonb, era uuid DEFAULT NULL) RETURNS jsonb
        LANGUAGE sql SET search_path = pg_catalog, pg_temp AS
        $$ SELECT compass.judge_steps(jsonb_build_array($1 -> 0)) $$
        """)
      for name in ["Elm", "Ash", "Fir"] {
        _ = try await first.backend.schools.add(for: sam) { $0.name = name }
      }
      #expect(try await first.sync().sent == 3)
      try await second.sync()
      #expect(try second.count("schools") == 4)
    }
  }

  @Test("More than 10,000 records of a kind have numbers, and every later sync ends well")
  func manyNumbers() async throws {
    try await RunningServer.withOwnDatabase { server in
      let device = try await athlete(server)
      try device.file.write { connection in
        try connection.execute("UPDATE handles SET number = 12345 WHERE kind = 's'")
      }
      try await device.connect(server)
      #expect(
        try device.value("SELECT number || '' FROM handles WHERE kind = 's'") == "12345")
      let known = try await server.admin.run("SELECT number FROM handles WHERE kind = 's'")
      #expect(known.value == "12345")
      // The server leases ranges of handle numbers and limits them per day. These rows use up the
      // limit, so the device gets no new range and uses the numbers that it has.
      _ = try await server.admin.run(
        """
        INSERT INTO compass.leases (scope, kind, first, device)
        SELECT l.scope, l.kind, 50001 + 50 * n, l.device FROM generate_series(1, 900) AS n
        CROSS JOIN (SELECT DISTINCT scope, kind, device FROM compass.leases) AS l
        WHERE 50001 + 50 * n < 99900
        """)
      _ = try await server.admin.run(
        "UPDATE compass.leases SET leased_at = now() WHERE true")
      let sam = try await device.id()
      for number in 0..<60 {
        _ = try await device.backend.metrics.add(for: sam) {
          $0.type = .known(.velocity)
          $0.value = 60 + Double(number) / 2
          $0.recordedDate = CalendarDay("2026-02-01")!
        }
      }
      #expect(try await device.sync().refused == 0)
      #expect(try await device.sync() == SyncOutcome())
    }
  }
}
