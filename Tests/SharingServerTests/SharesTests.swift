import CivilTime
import FeatureKit
import Foundation
import HTTP
import HTTPServing
import JSON
import Networking
import PostgreSQL
import SharingTesting
import Supabase
import Synchronization
import Testing

@testable import SharingServer

@Suite("What one account may take of a server", .serialized)
struct SharesTests {
  @Test("A family takes no id that a person or another family has, and its own again")
  func familyIds() async throws {
    try await RunningServer.with { server in
      let (victim, thief) = (try await server.signedUp(), try await server.signedUp())
      let ids = (try await victim.id, try await thief.id)
      func make(_ id: String, _ device: Device) async throws -> Int {
        try await server.ask(
          .post, "/rest/v1/family_units", token: try await device.token,
          ["id": .string(id), "player_user_id": .string(try await device.id)]
        ).status.code
      }
      #expect(try await make(ids.0, thief) == 400)
      #expect(try await make(ids.1, thief) == 400)
      let family = UUID().uuidString.lowercased()
      #expect(try await make(family, victim) == 201)
      let deleted = try await server.ask(
        .delete, "/rest/v1/family_units?id=eq.\(family)", token: try await victim.token)
      #expect(deleted.status.isSuccess, "\(deleted.json)")
      #expect(try await make(family, thief) == 400)
      // The server takes the deletion of a record that is not there for the caller. That does not
      // show that the caller had the record.
      let step: JSONValue = [
        "id": .string(UUID().uuidString.lowercased()), "person": .string(ids.1),
        "at": "2026-11-22T12:00:00.000Z",
        "changes": [["op": "delete", "table": "family_units", "id": .string(family), "was": [:]]],
      ]
      let pushed = try await thief.client.call("compass_push", ["steps": [step]], repeats: .keyed)
      #expect(pushed[0]?["outcome"] == "applied", "\(pushed)")
      #expect(try await make(family, thief) == 400)
      #expect(try await make(family, victim) == 201, "undo has it again")
      let seen = try await thief.client.call("compass_pull", ["cursors": []], repeats: .keyed)
      #expect(!seen.text.contains(ids.0) && !seen.text.contains(family))
    }
  }

  @Test("A parent who only reads numbers a record that has no number, and nothing else")
  func numbersOfReaders() async throws {
    try await RunningServer.with { server in
      let (athlete, parent) = (try await server.signedUp(), try await server.signedUp("parent"))
      let (family, school) = (UUID().uuidString.lowercased(), UUID().uuidString.lowercased())
      for (table, row) in [
        ("family_units", ["id": .string(family), "player_user_id": .string(try await athlete.id)]),
        (
          "schools",
          [
            "id": .string(school), "family_unit_id": .string(family), "name": "Oak",
            "user_id": .string(try await athlete.id),
          ]
        ),
      ] as [(String, JSONValue)] {
        let made = try await server.ask(
          .post, "/rest/v1/\(table)", token: try await athlete.token, row)
        #expect(made.status.code == 201, "\(made.json)")
      }
      _ = try await server.admin.run(
        "INSERT INTO public.family_members (family_unit_id, user_id, role) VALUES ($1::uuid, $2::uuid, 'parent')",
        [family, try await parent.id])
      func give(_ kind: String, _ number: Int, _ record: String, of device: Device) async throws
        -> Int
      {
        let given: JSONValue = [
          ["kind": .string(kind), "number": JSONValue(number), "id": .string(record)]
        ]
        let answer = try await device.client.call(
          "compass_handles",
          [
            "scope": .string(family), "device": "7a4e8c4e-0000-4000-8000-000000000001",
            "given": given,
          ], repeats: .keyed)
        return answer["handles"]?.array?.count ?? -1
      }
      #expect(try await give("s", 100_001, UUID().uuidString.lowercased(), of: parent) == 0)
      #expect(try await give("s", 100_002, school, of: parent) == 1)
      #expect(try await give("xa", 100_003, school, of: parent) == 0)
      _ = try await server.admin.run(
        "UPDATE public.family_members SET helps = '{records}' WHERE user_id = $1::uuid",
        [try await parent.id])
      #expect(try await give("s", 100_004, UUID().uuidString.lowercased(), of: parent) == 1)
    }
  }

  @Test("An account whose pushes wait for its family leaves the others alone, and is told to wait")
  func pushes() async throws {
    try await RunningServer.withOwnDatabase { server in
      let sam = try await server.signedUp()
      let kim = try await server.signedUp()
      let (samID, token, kims) = (try await sam.id, try await sam.token, try await kim.token)
      var settings = DatabaseSettings(connection: try #require(server.config.admin))
      settings.connections = 1
      settings.lockSeconds = nil
      settings.statementSeconds = 600
      let gate = Database(settings)
      let holder = Database(settings)
      _ = try await gate.run("SELECT pg_advisory_lock(4713)")
      // This transaction locks the row of the family. Every push (a request that sends changes) of
      // the family has to wait until the test releases the advisory lock 4713.
      async let held = holder.run([
        Statement(
          "SELECT 1 FROM compass.scopes WHERE id = $1::uuid FOR NO KEY UPDATE", [samID]),
        // A profile that is being opened waits for the family in the same way.
        Statement("SELECT accounts.hold($1::uuid)", [samID]),
        Statement("SELECT pg_advisory_xact_lock(4713)"),
      ])
      try await eventually("a transaction waits for the advisory lock") {
        try await server.admin.run(
          """
          SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted AND objid = 4713
            AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
          """
        ).value != "0"
      }

      func push(_ name: String) async throws -> Response {
        let step: JSONValue = [
          "id": .string(UUID().uuidString.lowercased()), "person": .string(samID),
          "operation": "add", "summary": "Added", "at": "2026-11-22T12:00:00.000Z",
          "changes": [
            [
              "op": "insert", "table": "schools", "id": .string(UUID().uuidString),
              "set": ["user_id": .string(samID), "name": .string(name)],
            ]
          ],
        ]
        return try await server.ask(
          .post, "/rest/v1/rpc/compass_push", token: token, ["steps": [step]])
      }
      /// Returns the number of connections that wait for the locked row of the family.
      func waiting() async throws -> Int {
        let rows = try await server.admin.run(
          """
          SELECT count(*) FROM pg_stat_activity
          WHERE datname = current_database() AND usename = 'authenticator' AND wait_event_type = 'Lock'
          """)
        return try #require(rows.value.flatMap { Int($0) })
      }

      let answers = try await withThrowingTaskGroup(of: Response.self) { group in
        for place in 0..<16 { group.addTask { try await push("School \(place)") } }
        try await eventually("a push waits for the family") { try await waiting() > 0 }
        var most = 0
        for _ in 0..<5 {
          let read = try await server.ask(.get, "/rest/v1/users?select=id", token: kims)
          #expect(read.status == .ok && read.json.array?.count == 1)
          most = max(most, try await waiting())
        }
        let back = try await kim.auth.signIn(email: kim.email, password: Device.password)
        #expect(back.user.email == kim.email)
        let own = try await sam.auth.signIn(email: sam.email, password: Device.password)
        #expect(own.user.email == sam.email)
        #expect(try await server.ask(.get, "/ready", key: "").status == .ok)
        // Requests of one family may use two database connections at a time. Without this limit,
        // sixteen waiting pushes would occupy all eight connections, and other families would have
        // to wait.
        #expect(most <= 2)
        let first = try #require(try await group.next())
        _ = try await gate.run("SELECT pg_advisory_unlock(4713)")
        return try await group.reduce(into: [first]) { $0.append($1) }
      }
      _ = try await held
      let late = answers.filter { $0.json["code"] == "55P03" }
      #expect(!late.isEmpty)
      #expect(late.allSatisfy { $0.status == .unavailable && $0.headers["Retry-After"] == "2" })
      #expect(try await push("The last").status == .ok)
    }
  }

  @Test("A push that is too long, or no list, is its sender's mistake")
  func noList() async throws {
    try await RunningServer.with { server in
      let token = try await server.signedUp().token
      for steps: JSONValue in [.null, [:], .array(Array(repeating: [:], count: 101))] {
        let answer = try await server.ask(
          .post, "/rest/v1/rpc/compass_push", token: token, ["steps": steps])
        #expect(answer.status == .badRequest, "\(answer.json)")
      }
    }
  }

  @Test("A day has room for so many steps, numbers and codes of a person, and none for more")
  func room() async throws {
    try await RunningServer.withOwnDatabase { server in
      let sam = try await server.signedUp()
      let (id, token) = (try await sam.id, try await sam.token)
      func push() async throws -> Response {
        let step: JSONValue = [
          "id": .string(UUID().uuidString.lowercased()), "person": .string(id),
          "operation": "add", "summary": "Added", "at": "2026-11-22T12:00:00.000Z",
          "changes": [
            [
              "op": "insert", "table": "schools", "id": .string(UUID().uuidString),
              "set": ["user_id": .string(id), "name": "Elm"],
            ]
          ],
        ]
        return try await server.ask(
          .post, "/rest/v1/rpc/compass_push", token: token, ["steps": [step]])
      }
      func call(_ function: String, _ body: JSONValue) async throws -> Int {
        try await server.ask(.post, "/rest/v1/rpc/\(function)", token: token, body).status.code
      }
      let record = JSONValue.string(UUID().uuidString.lowercased())
      func number(_ kind: JSONValue, lends: Bool) -> JSONValue {
        [
          "scope": .string(id), "device": "7a4e8c4e-0000-4000-8000-000000000001",
          "kinds": lends ? [kind] : [],
          "given": lends ? [] : [["kind": kind, "number": 100_001, "id": record]],
        ]
      }
      #expect(try await push().json[0]?["outcome"] == "applied")
      let family = try await server.ask(
        .post, "/rest/v1/family_units", token: token, ["player_user_id": .string(id)])
      #expect(family.status == .created, "\(family.json)")
      #expect(try await call("compass_handles", number("no kind", lends: true)) == 400)
      #expect(try await call("compass_handles", number("s", lends: true)) == 200)
      #expect(try await call("renew_family_code", [:]) == 200)
      _ = try await server.admin.run("UPDATE compass.step_room SET bytes = 134217728")
      #expect(try await call("compass_handles", number("c", lends: true)) == 503)
      #expect(try await call("compass_handles", number("c", lends: false)) == 503)
      #expect(try await call("renew_family_code", [:]) == 503)
      let full = try await push()
      #expect(full.status == .unavailable && full.headers["Retry-After"] == "3600")
      #expect(try await server.admin.run("SELECT count(*) FROM schools").value == "1")
      _ = try await server.admin.run("UPDATE compass.step_room SET day = day - 1")
      #expect(try await push().json[0]?["outcome"] == "applied")
    }
  }

  @Test("What is old is taken away once a day")
  func tidy() async throws {
    try await RunningServer.withOwnDatabase { server in
      let sam = try await server.signedUp()
      _ = try await server.admin.run(
        """
        INSERT INTO compass.steps (person, id, digest, operation, summary, at, applied_at)
        VALUES ($1::uuid, gen_random_uuid(), '', '', '', now(), now() - interval '2 years')
        """, [try await sam.id])
      let chores = ServerChores(server.config, server.admin)
      await chores.tidyUp()
      let steps = "SELECT count(*) FROM compass.steps"
      #expect(try await server.admin.run(steps).value == "1")
      _ = try await server.admin.run(
        "UPDATE compass.server SET tidied_at = now() - interval '25 hours'")
      await chores.tidyUp()
      #expect(try await server.admin.run(steps).value == "0")
    }
  }

  @Test("A parent who only looks on is lent no numbers of the family")
  func numbers() async throws {
    try await RunningServer.withOwnDatabase { server in
      let sam = try await server.signedUp()
      let dana = try await server.signedUp("parent")
      let family = JSONValue.string(UUID().uuidString.lowercased())
      _ = try await server.admin.run(
        "INSERT INTO family_units (id, player_user_id) VALUES ($1::uuid, $2::uuid)",
        [family.string, try await sam.id])
      _ = try await server.admin.run(
        "INSERT INTO family_members (family_unit_id, user_id, role) VALUES ($1::uuid, $2::uuid, 'parent')",
        [family.string, try await dana.id])
      func leases(_ device: Device) async throws -> Int? {
        try await device.client.call(
          "compass_handles",
          [
            "scope": family, "device": .string(UUID().uuidString.lowercased()),
            "kinds": ["s", "c"],
          ])["leases"]?.array?.count
      }
      #expect(try await leases(dana) == 0)
      #expect(try await leases(sam) == 2)
      _ = try await server.admin.run(
        "UPDATE family_members SET helps = '{records}' WHERE role = 'parent'")
      #expect(try await leases(dana) == 2)
    }
  }

  @Test(
    "A stranger's call is refused before its body is taken",
    arguments: [
      (HTTP.Method.post, "/rest/v1/rpc/compass_push"), (.post, "/rest/v1/schools"),
      (.patch, "/rest/v1/schools?name=eq.x"), (.put, "/rest/v1/schools?name=eq.x"),
      (.post, "/compass/v1/news"),
    ])
  func strangersBody(method: HTTP.Method, path: String) async throws {
    try await RunningServer.with { server in
      // The body is no object. Code that reads it before it asks who sends it answers 400.
      let answer = try await server.ask(method, path, .string("no object"))
      #expect(answer.status == .unauthorized && answer.json["code"] == "42501")
    }
  }

  @Test("Figures are told to those who have their key, and a log has no words of strangers")
  func figures() async throws {
    let lines = LoggedLines()
    try await RunningServer.with { server in
      for path in ["/metrics", "/metrics/"] {
        #expect(try await server.ask(.get, path).status == .unauthorized)
      }
      let key = try #require(server.config.metricsKey?.revealed)
      let told = try await server.ask(.get, "/metrics", token: key)
      #expect(told.status == .ok)
      #expect(try await server.ask(.get, "/metrics/sam", token: key).status == .notFound)

      let own = try await SharingServer.open(server.config) { server.clock.now }
      let running = try own.start { lines.add($0) }
      for path in ["/ready", "/rest/v1/users", "/rest/v1/planted", "/auth/v1/planted", "/planted"] {
        let request = try Request(
          .get, address: "http://127.0.0.1:\(running.port)\(path)",
          headers: [CompassHeader.device: "planted", "User-Agent": "planted"])
        _ = try await HTTPClient.direct.answer(to: request)
      }
      await running.stop(within: .zero)
      let said = lines.all.joined()
      #expect(!said.contains("planted") && said.contains("/rest/v1/users"))
      #expect(lines.all.allSatisfy { $0.contains("\"at\":\"20") })
    }
  }

  /// Each case has five values in milliseconds: the stored difference between the database's clock
  /// and the machine's, the time that the database answers, the machine's time when it asks and
  /// when the answer arrives, and the difference that must be stored afterwards.
  @Test(
    "A server takes over from the database's clock what a reading proves, and no more",
    arguments: [
      // The clocks differ by ten minutes in either direction, and the answer came at once.
      (0, 1_600_000, 1_000_000, 1_000_000, 600_000), (0, 400_000, 1_000_000, 1_000_000, -600_000),
      // The clocks agree, and the answer took a minute. The answer proves only that the difference
      // is between -60,000 and 0, or between 0 and 60,000. The stored difference 0 is possible, so
      // it stays.
      (0, 1_000_000, 1_000_000, 1_060_000, 0), (0, 1_060_000, 1_000_000, 1_060_000, 0),
      // The answer proves that the difference lies between -5 and 5. The stored differences are
      // just outside of this range, at either end, and just inside.
      (-6, 1_005, 1_000, 1_010, -5), (-5, 1_005, 1_000, 1_010, -5), (-4, 1_005, 1_000, 1_010, -4),
      (4, 1_005, 1_000, 1_010, 4), (5, 1_005, 1_000, 1_010, 5), (6, 1_005, 1_000, 1_010, 5),
      // The machine's clock was set back by a minute between question and answer, so the answer
      // proves nothing and the stored difference stays.
      (7, 1_000_000, 1_000_000, 940_000, 7),
    ])
  func clocks(_ row: (before: Int64, database: Int64, asked: Int64, answered: Int64, after: Int64))
  {
    let clock = SharedClock()
    let start = Instant(milliseconds: 0)
    clock.learn(
      databaseHad: Instant(milliseconds: row.before), askedAt: start, answeredAt: start)
    #expect(clock.shared(start).milliseconds == row.before)
    clock.learn(
      databaseHad: Instant(milliseconds: row.database), askedAt: Instant(milliseconds: row.asked),
      answeredAt: Instant(milliseconds: row.answered))
    #expect(clock.shared(start).milliseconds == row.after)
  }

  @Test("A database that takes no writes makes the server unready, and writing waits")
  func readOnly() async throws {
    try await RunningServer.withOwnDatabase { server in
      let token = try await server.signedUp().token
      _ = try await server.ask(.get, "/ready", key: "")
      // Makes the database accept only reads, as after a failover to a standby. The setting applies
      // only to new connections, so the existing connections of the server are ended.
      _ = try await server.admin.run(
        """
        ALTER ROLE authenticator IN DATABASE \(try #require(server.config.database.split(separator: "=").last))
        SET default_transaction_read_only = on
        """)
      _ = try await server.admin.run(
        "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE usename = 'authenticator' AND datname = current_database()"
      )
      let write = try await server.ask(
        .post, "/rest/v1/rpc/open_profile", token: token, ["role": "player"])
      #expect(write.status == .unavailable && write.headers["Retry-After"] != nil)
      let signIn = try await server.ask(
        .post, "/auth/v1/token?grant_type=password",
        ["email": "sam@example.org", "password": "a long enough password"])
      #expect(signIn.status == .unavailable && signIn.headers["Retry-After"] != nil)
      let ready = try await server.ask(.get, "/ready", key: "")
      #expect(ready.status == .unavailable)
    }
  }

  @Test(
    "Writing where nothing may be written is the database's trouble, and reading that writes the caller's",
    arguments: [(true, 503), (false, 405)])
  func readOnlyStatus(isWriting: Bool, status: Int) {
    let refusal = DatabaseRefusal(state: "25006", message: "")
    let fault = RestFault(refusal, isSignedIn: true, isWriting: isWriting)
    #expect(fault.status.code == status && (fault.wait != nil) == isWriting)
  }
}

/// A counter that several tasks increment, to count what happens at the same time.
private final class Counter: Sendable {
  private let number = Mutex(0)

  var count: Int { number.withLock { $0 } }

  func add() { number.withLock { $0 += 1 } }
}
