import FeatureKit
import Foundation
import HTTP
import JSON
import PostgreSQL
import SharingTesting
import Supabase
import Testing

@testable import SharingServer

/// The permanent erasure of a person on a server.
@Suite("Erasing at the server", .serialized)
struct ErasingTests {
  private func push(
    _ device: Device, _ table: String, _ set: JSONObject
  ) async throws {
    let step: JSONValue = [
      "id": .string(UUID().uuidString.lowercased()), "person": .string(try await device.id),
      "operation": "add", "summary": .string("Added planted-\(table)"),
      "at": "2026-11-22T12:00:00.000Z",
      "part": 1, "parts": 1,
      "changes": [
        [
          "op": "insert", "table": .string(table), "id": set["id"] ?? .null, "set": .object(set),
        ]
      ],
    ]
    let pushed = try await device.client.call("compass_push", ["steps": [step]], repeats: .keyed)
    #expect(pushed[0]?["outcome"] == "applied", "\(pushed)")
  }

  /// Pushes a private note about a school. Its id follows from the school and the author.
  private func pushNote(
    _ device: Device, on school: JSONValue, _ server: RunningServer
  ) async throws {
    let person = try await device.id
    let note = try await server.admin.run(
      "SELECT compass.note_id('schools', $1::uuid, $2::uuid)", [school.string, person])
    try await push(
      device, "private_notes",
      [
        "id": .string(try #require(note.value)), "user_id": .string(person),
        "table_name": "schools", "record_id": school, "note": "planted-note",
      ])
  }

  private func id() -> JSONValue { .string(UUID().uuidString.lowercased()) }

  /// Returns the tables that still contain a text, as `schema.table`.
  private func places(_ text: String, _ server: RunningServer) async throws -> Set<String> {
    let tables = try await server.admin.run(
      """
      SELECT n.nspname || '.' || quote_ident(c.relname) FROM pg_class AS c
      JOIN pg_namespace AS n ON n.oid = c.relnamespace
      WHERE c.relkind = 'r' AND n.nspname IN ('public', 'compass', 'accounts')
      """
    ).rows.compactMap { $0[0] }
    var found: Set<String> = []
    for table in tables {
      let rows = try await server.admin.run(
        "SELECT 1 FROM \(table) AS t WHERE t::text LIKE '%' || $1 || '%' LIMIT 1", [text])
      if !rows.rows.isEmpty { found.insert(table) }
    }
    return found
  }

  /// The caller that requests the erasure: the server's owner, or the erased person.
  enum Asking: CaseIterable { case owner, themselves }

  @Test(
    "An athlete goes with the family and every trace; a parent leaves what they wrote for the athlete",
    arguments: Asking.allCases)
  func erased(asking: Asking) async throws {
    try await RunningServer.withOwnDatabase { server in
      let sam = try await server.signedUp()
      let dana = try await server.signedUp("parent")
      let (samID, danaID) = (try await sam.id, try await dana.id)
      let (family, school) = (id(), id())
      try await push(
        sam, "family_units",
        ["id": family, "player_user_id": .string(samID), "family_name": "planted-name"])
      try await push(
        sam, "schools",
        [
          "id": school, "user_id": .string(samID), "family_unit_id": family,
          "name": "planted-school",
        ])
      let code = try await sam.client.call("renew_family_code")
      _ = try await dana.client.call("join_family", ["code": code["code"] ?? .null])
      _ = try await sam.client.call("answer_join", ["person": .string(danaID), "accept": true])
      _ = try await server.admin.run(
        "UPDATE family_members SET helps = '{records}' WHERE user_id = $1", [danaID])
      try await push(
        dana, "interactions",
        [
          "id": id(), "logged_by": .string(danaID), "family_unit_id": family, "school_id": school,
          "type": "email", "direction": "outbound", "occurred_at": "2026-02-09T12:00:00.000Z",
          "subject": "planted-subject",
        ])
      try await pushNote(dana, on: school, server)

      try await erase(dana, asking, server)
      #expect(try await places("planted-note", server).isEmpty)
      let left = try await places(danaID, server)
      #expect(left.subtracting(["compass.changes"]) == [])
      #expect(try await places(dana.email, server).isEmpty)
      let logged = try await server.admin.run(
        "SELECT logged_by FROM interactions WHERE subject = 'planted-subject'")
      #expect(logged.value == samID)

      let samsToken = try await sam.token
      try await erase(sam, asking, server)
      // A client that has lost the answer sends the request again. The second request must succeed
      // too.
      if asking == .themselves { try await erase(sam, asking, server) }
      #expect(try await places("planted-", server).isEmpty)
      #expect(try await places(samID, server).isEmpty)
      #expect(try await places(sam.email, server).isEmpty)
      // The access token of the erased person would still be valid for some minutes. The server's
      // functions must refuse it nevertheless.
      for function in ["compass_pull", "open_profile", "compass_history"] {
        let answer = try await server.ask(
          .post, "/rest/v1/rpc/\(function)", token: samsToken,
          function == "open_profile" ? ["role": "player"] : [:])
        #expect(answer.status.code == 410 && answer.json["code"] == "PT410", "\(answer.json)")
      }
      #expect(try await places(samID, server).isEmpty)
      let again = try Device(server, email: sam.email)
      try await again.signUp()
      let profile = try await again.client.call("open_profile", ["role": "player"])
      #expect(profile["email"]?.string == sam.email)
    }
  }

  @Test("A parent's notifications about an erased athlete go, and the parent's others stay")
  func notifications() async throws {
    try await RunningServer.withOwnDatabase { server in
      let sam = try await server.signedUp()
      let dana = try await server.signedUp("parent")
      let (samID, danaID) = (try await sam.id, try await dana.id)
      let (family, school) = (id(), id())
      try await push(
        sam, "family_units",
        ["id": family, "player_user_id": .string(samID), "family_name": "planted-name"])
      try await push(
        sam, "schools",
        [
          "id": school, "user_id": .string(samID), "family_unit_id": family,
          "name": "planted-school",
        ])
      let code = try await sam.client.call("renew_family_code")
      _ = try await dana.client.call("join_family", ["code": code["code"] ?? .null])
      _ = try await sam.client.call("answer_join", ["person": .string(danaID), "accept": true])
      let due = "tasks 1 \(samID) \(UUID().uuidString.lowercased())@2026-11-30"
      let about: [(title: String, column: String, value: JSONValue)] = [
        ("told-due", "occasion", .string(due)),
        ("told-school", "related_entity_id", school),
        ("told-else", "priority", "high"),
      ]
      for (title, column, value) in about {
        var row: JSONObject = [
          "id": id(), "user_id": .string(danaID), "type": "deadline_alert", "title": .string(title),
        ]
        row[column] = value
        try await push(dana, "notifications", row)
      }

      try await erase(sam, .themselves, server)
      #expect(try await places("told-due", server).isEmpty)
      #expect(try await places("told-school", server).isEmpty)
      #expect(
        try await places("told-else", server) == ["public.notifications", "compass.step_changes"])
    }
  }

  @Test("A profile goes alone while nothing hangs on it, and what stands against that is named")
  func choosingTheRoleAgain() async throws {
    try await RunningServer.withOwnDatabase { server in
      let sam = try await server.signedUp()
      let dana = try await server.signedUp("parent")
      let (samID, danaID) = (try await sam.id, try await dana.id)
      func against(_ person: String) async throws -> String? {
        let told = try await server.admin.run(
          "SELECT accounts.choose_role_again($1::uuid) ->> 'against'", [person])
        return told.value
      }
      #expect(try await against(samID) == "devices")
      let (family, school) = (id(), id())
      try await push(
        sam, "family_units",
        ["id": family, "player_user_id": .string(samID), "family_name": "planted-name"])
      try await push(
        sam, "schools",
        [
          "id": school, "user_id": .string(samID), "family_unit_id": family,
          "name": "planted-school",
        ])
      let code = try await sam.client.call("renew_family_code")
      _ = try await dana.client.call("join_family", ["code": code["code"] ?? .null])
      _ = try await sam.client.call("answer_join", ["person": .string(danaID), "accept": true])
      _ = try await server.admin.run("DELETE FROM accounts.sessions")
      for person in [samID, danaID] { #expect(try await against(person) == "family") }
      _ = try await server.admin.run(
        "DELETE FROM public.family_members WHERE user_id = $1::uuid", [danaID])
      #expect(try await against(samID) == "records")
      _ = try await server.admin.run("DELETE FROM public.schools")

      let reached = "SELECT revision FROM compass.scopes WHERE id = $1::uuid"
      let before = try await server.admin.run(reached, [samID]).value.flatMap { Int($0) }
      #expect(try await against(samID) == nil)
      let left = try await server.admin.run(
        """
        SELECT (SELECT count(*) FROM public.users WHERE id = $1::uuid),
          (SELECT count(*) FROM public.family_units WHERE player_user_id = $1::uuid),
          (SELECT count(*) FROM accounts.people WHERE id = $1::uuid),
          (SELECT count(*) FROM compass.scopes WHERE id = $1::uuid AND forgotten = revision),
          (SELECT count(*) FROM compass.erased)
        """, [samID]
      ).rows.first
      #expect(left == ["0", "0", "1", "1", "0"])
      let after = try await server.admin.run(reached, [samID]).value.flatMap { Int($0) }
      #expect((after ?? 0) > (before ?? .max))
    }
  }

  private func atOnce(_ count: Int, _ run: @escaping @Sendable (Int) async throws -> Void)
    async throws
  {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for place in 0..<count { group.addTask { try await run(place) } }
      try await group.waitForAll()
    }
  }

  @Test("Profiles that are opened while their person is erased are not there afterwards")
  func race() async throws {
    try await RunningServer.withOwnDatabase { server in
      for _ in 0..<5 {
        let sam = try server.device()
        try await sam.signUp()
        let (id, token) = (try await sam.id, try await sam.token)
        try await atOnce(6) { place in
          let name = place == 3 ? "compass_erase_me" : "open_profile"
          let answer = try await server.ask(
            .post, "/rest/v1/rpc/\(name)", token: token, place == 3 ? [:] : ["role": "player"])
          #expect([200, 410].contains(answer.status.code), "\(answer.json)")
        }
        #expect(try await places(id, server).isEmpty)
      }
    }
  }

  @Test("Profiles that are opened for one account at the same moment are one profile")
  func sameMoment() async throws {
    try await RunningServer.with { server in
      for _ in 0..<20 {
        let sam = try server.device()
        try await sam.signUp()
        let (id, token) = (try await sam.id, try await sam.token)
        try await atOnce(4) { _ in
          let answer = try await server.ask(
            .post, "/rest/v1/rpc/open_profile", token: token, ["role": "player"])
          #expect(answer.status == .ok && answer.json["id"]?.string == id, "\(answer.json)")
        }
      }
    }
  }

  @Test("A device of an erased account reads that from each request about the account")
  func readsOfErasing() async throws {
    try await RunningServer.with { server in
      let sam = try await server.signedUp()
      let other = try Device(server, email: sam.email)
      _ = try await other.auth.signIn(email: sam.email, password: Device.password)
      try await erase(sam, .themselves, server)
      let ended = SupabaseFailure.sessionEnded(.userNotFound)
      for _ in 0..<2 {
        #expect(await failure { try await other.auth.user() } == ended)
        #expect(await failure { try await other.auth.signOut(.others) } == ended)
      }
      let kept = try await other.auth.session()
      #expect(kept != nil)
    }
  }

  @Test("A token that was made while its account was erased is known as one of an erased account")
  func renewedMeanwhile() async throws {
    try await RunningServer.with { server in
      let sam = try await server.signedUp()
      let (id, token) = (
        try await sam.id, try await sam.auth.session()?.refreshToken.revealed ?? ""
      )
      // The renewal stays open for two seconds, so that the erasure begins before its end.
      async let renewal: DatabaseRows = server.admin.run(
        "SELECT accounts.rotate(accounts.digest($1), accounts.digest($2)), pg_sleep(2)",
        [token, "next \(token)"])
      try await server.waitForSleep(in: "accounts.rotate")
      _ = try await server.admin.run("SELECT compass.erase_person($1::uuid)", [id])
      let renewed = try await renewal
      #expect(renewed.value?.contains("rotated") == true)
      let kept = try await server.admin.run(
        "SELECT count(*) FROM accounts.erased_tokens WHERE digest = accounts.digest($1)",
        ["next \(token)"])
      #expect(kept.value == "1")
    }
  }

  @Test("What a parent noted for herself about an athlete goes with the athlete")
  func notes() async throws {
    try await RunningServer.withOwnDatabase { server in
      let sam = try await server.signedUp()
      let dana = try await server.signedUp("parent")
      let (family, school) = (id(), id())
      let samID = JSONValue.string(try await sam.id)
      try await push(sam, "family_units", ["id": family, "player_user_id": samID])
      try await push(
        sam, "schools", ["id": school, "user_id": samID, "family_unit_id": family, "name": "Elm"])
      let code = try await sam.client.call("renew_family_code")
      _ = try await dana.client.call("join_family", ["code": code["code"] ?? .null])
      _ = try await sam.client.call(
        "answer_join", ["person": .string(try await dana.id), "accept": true])
      try await pushNote(dana, on: school, server)
      _ = try await server.admin.run(
        """
        INSERT INTO private_notes (user_id, table_name, record_id, note)
        VALUES ($1, 'schools', gen_random_uuid(), 'kept-note')
        """, [try await dana.id])
      try await erase(sam, .owner, server)
      #expect(try await places("planted-note", server).isEmpty)
      #expect(try await places("kept-note", server).contains("public.private_notes"))
      let cursor = try await dana.client.call("compass_pull")
      #expect(
        cursor["changes"]?.array?.contains { $0["table"] == "private_notes" && $0["gone"] == true }
          == true)
    }
  }

  @Test("An address that an old profile still has is its account's")
  func staleProfile() async throws {
    try await RunningServer.withOwnDatabase { server in
      let sam = try server.device()
      _ = try await server.admin.run(
        "INSERT INTO users (id, email, role) VALUES (gen_random_uuid(), $1, 'player')", [sam.email])
      try await sam.signUp()
      let profile = try await sam.client.call("open_profile", ["role": "player"])
      #expect(profile["email"]?.string == sam.email)
    }
  }

  @Test("A stranger's family stays as it is, and nobody is erased who is not signed in")
  func alone() async throws {
    try await RunningServer.withOwnDatabase { server in
      let sam = try await server.signedUp()
      let kim = try await server.signedUp()
      try await push(
        kim, "schools",
        ["id": id(), "user_id": .string(try await kim.id), "name": "planted-school"])
      try await erase(sam, .themselves, server)
      #expect(!(try await places("planted-school", server)).isEmpty)
      #expect(try await kim.client.call("compass_pull")["changes"]?.array?.isEmpty == false)
      try await kim.auth.signOut()
      await #expect(throws: SupabaseFailure.self) {
        try await kim.client.call("compass_erase_me")
      }
      #expect(!(try await places("planted-school", server)).isEmpty)
    }
  }

  private func erase(
    _ device: Device, _ asking: Asking, _ server: RunningServer
  ) async throws {
    if asking == .themselves {
      let answer = try await device.client.call("compass_erase_me")
      #expect(answer == ["account": true])
      return
    }
    let id = try await device.id
    _ = try await server.admin.run("SELECT compass.erase_person($1::uuid)", [id])
  }
}
