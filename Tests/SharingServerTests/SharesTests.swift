import Foundation
import HTTP
import JSON
import PostgreSQL
import SharingTesting
import Supabase
import Synchronization
import Testing

@testable import SharingServer

@Suite("What one account may take of a server", .serialized)
struct SharesTests {
  @Test("An account whose pushes wait for its family leaves the others alone, and is told to wait")
  func pushes() async throws {
    try await RunningServer.withOwnDatabase { server in
      let sam = try await server.signedUp()
      let kim = try await server.signedUp()
      let (samID, token, kims) = (try await sam.id, try await sam.token, try await kim.token)
      var settings = DatabaseSettings(connection: server.config.admin)
      settings.connections = 1
      settings.lockSeconds = nil
      settings.statementSeconds = 3_600
      let gate = Database(settings)
      let holder = Database(settings)
      _ = try await gate.run("SELECT pg_advisory_lock(4713)")
      // Has the lock until the gate opens.
      async let held = holder.run([
        Statement(
          "SELECT 1 FROM compass.scopes WHERE id = $1::uuid FOR NO KEY UPDATE", [samID]),
        Statement("SELECT pg_advisory_xact_lock(4713)"),
      ])
      while try await server.admin.run(
        "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"
      ).value == "0" {}

      let done = Counter()
      let answers = try await withThrowingTaskGroup(of: Response.self) { group in
        for place in 0..<16 {
          group.addTask {
            let step: JSONValue = [
              "id": .string(UUID().uuidString.lowercased()), "person": .string(samID),
              "operation": "add", "summary": "Added", "at": "2026-11-22T12:00:00.000Z",
              "changes": [
                [
                  "op": "insert", "table": "schools", "id": .string(UUID().uuidString),
                  "set": ["user_id": .string(samID), "name": .string("School \(place)")],
                ]
              ],
            ]
            let answer = try await server.ask(
              .post, "/rest/v1/rpc/compass_push", token: token, ["steps": [step]])
            done.add()
            return answer
          }
        }
        for _ in 0..<5 {
          let read = try await server.ask(.get, "/rest/v1/users?select=id", token: kims)
          #expect(read.status == .ok && read.json.array?.count == 1)
        }
        let back = try await kim.auth.signIn(email: kim.email, password: Device.password)
        #expect(back.user.email == kim.email)
        #expect(try await server.ask(.get, "/ready", key: "").status == .ok)
        #expect(done.count < 8)
        let first = try #require(try await group.next())
        _ = try await gate.run("SELECT pg_advisory_unlock(4713)")
        return try await group.reduce(into: [first]) { $0.append($1) }
      }
      _ = try await held
      #expect(answers[0].status == .unavailable && answers[0].json["code"] == "55P03")
      #expect(answers[0].headers["Retry-After"] == "2")
      #expect(answers.allSatisfy { [200, 503, 504].contains($0.status.code) })
      #expect(answers.contains { $0.status == .ok })
    }
  }
}

/// A number that several tasks count up.
private final class Counter: Sendable {
  private let number = Mutex(0)

  var count: Int { number.withLock { $0 } }

  func add() { number.withLock { $0 += 1 } }
}
