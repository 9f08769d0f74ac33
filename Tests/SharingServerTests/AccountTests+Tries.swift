import AuthLive
import CivilTime
import FeatureKit
import Foundation
import HTTP
import JSON
import PostgreSQL
import SharingTesting
import Supabase
import Testing

@testable import SharingServer

// How often a password may be tried.
extension AccountTests {
  @Test("Ten wrong passwords are enough, also for an address that nobody has")
  func tries() async throws {
    try await RunningServer.with { server in
      let device = try server.device()
      for number in 1...11 {
        let answer = try await server.ask(
          .post, "/auth/v1/token?grant_type=password",
          ["email": .string(device.email), "password": .string("wrong \(number)")])
        #expect(answer.status.code == (number <= 10 ? 400 : 429))
        let wait = answer.headers["Retry-After"].flatMap { Int($0) }
        #expect(number <= 10 ? wait == nil : (1...300).contains(wait ?? 0))
        if number > 10 {
          #expect(answer.json["error_code"] == "over_request_rate_limit")
          #expect(answer.json["msg"] == "Request rate limit reached")
        }
      }
    }
  }

  @Test("Servers of one database count wrong passwords together, and a restart forgets none")
  func triesTogether() async throws {
    func wrong(_ server: RunningServer, _ email: String) async throws -> Int {
      try await server.ask(
        .post, "/auth/v1/token?grant_type=password",
        ["email": .string(email), "password": "wrong"]
      ).status.code
    }
    try await RunningServer.with { one in
      let email = try one.device().email
      func alike(_ config: inout ServerConfig) { config.refreshKey = one.config.refreshKey }
      try await RunningServer.with(alike) { (two) async throws in
        for _ in 1...5 {
          #expect(try await wrong(one, email) == 400)
          #expect(try await wrong(two, email) == 400)
        }
        #expect(try await wrong(one, email) == 429)
        #expect(try await wrong(two, email) == 429)
      }
      try await RunningServer.with(alike) { (begun) async throws in
        #expect(try await wrong(begun, email) == 429)
      }
    }
  }

  @Test("Of many wrong codes of a family that one parent tries at once, five are answered")
  func codesAtOnce() async throws {
    // The tries of other tests are counted for the address of this computer.
    try await RunningServer.with({ $0.isBehindProxy = true }) { server in
      let token = try await server.signedUp("parent").token
      let outcomes = try await withThrowingTaskGroup(of: String?.self) { group in
        for _ in 0..<12 {
          group.addTask {
            try await server.ask(
              .post, "/rest/v1/rpc/join_family", token: token,
              headers: ["X-Forwarded-For": "192.0.2.44"], ["code": "FAM-ZZZZZZ"]
            ).json["outcome"]?.string
          }
        }
        return try await group.reduce(into: [String?]()) { $0.append($1) }
      }
      #expect(outcomes.count { $0 == "unknown" } == 5)
      #expect(outcomes.count { $0 == "wait" } == 7)
    }
  }

  private func signIn(
    _ server: RunningServer, _ email: String, _ password: String, from address: String
  ) async throws -> Response {
    try await server.ask(
      .post, "/auth/v1/token?grant_type=password", headers: ["X-Forwarded-For": address],
      ["email": .string(email), "password": .string(password)])
  }

  @Test("Strangers who try an account from many places keep its owner out of none they know")
  func knownPlace() async throws {
    try await RunningServer.with({ $0.isBehindProxy = true }) { server in
      let device = try server.device()
      let made = try await server.ask(
        .post, "/auth/v1/signup", headers: ["X-Forwarded-For": "192.0.2.1"],
        [
          "email": .string(device.email), "password": .string(Device.password.revealed),
          "data": ["birth_date": "1980-05-31"],
        ])
      #expect(made.status == .ok)
      // Inserts a hundred failed attempts of the account, which is its limit. Real attempts would
      // take long, because each hashes a password.
      let account = Base64URL.text(
        try MessageMAC.hmacSHA256(
          Array(device.email.utf8), key: Array(server.config.refreshKey.revealed.utf8)))
      _ = try await server.admin.run(
        "INSERT INTO compass.code_tries (who, tries) SELECT $1, array_agg(clock_timestamp()) FROM generate_series(1, 100)",
        ["sign-in \(account)"])
      let stranger = try await signIn(server, device.email, "wrong", from: "198.51.100.7")
      #expect(stranger.status.code == 429)
      let owner = try await signIn(
        server, device.email, Device.password.revealed, from: "192.0.2.1")
      #expect(owner.status == .ok)
    }
  }

  @Test("A try that is refused writes nothing, and old ones are taken away a few at a time")
  func refusedTries() async throws {
    try await RunningServer.withOwnDatabase { server in
      _ = try await server.admin.run(
        """
        INSERT INTO compass.code_tries (who, tries, last_at)
        SELECT 'old ' || n, ARRAY[now() - interval '1 hour'], now() - interval '1 hour' FROM generate_series(1, 100) AS n
        """)
      let count = "SELECT count(*) FROM compass.code_tries"
      let taken = try await server.admin.run("SELECT compass.note_try('{a}', '{1}')")
      #expect(taken.value == "0")
      #expect(try await server.admin.run(count).value == "81")
      let refused = try await server.admin.run("SELECT compass.note_try('{a,b,c}', '{1,5,5}')")
      #expect(refused.value.flatMap { Int($0) } ?? 0 > 0)
      #expect(try await server.admin.run(count).value == "81")
    }
  }

  @Test("The current password is not found by trying at a device that is signed in")
  func currentPassword() async throws {
    try await RunningServer.with { server in
      let device = try server.device()
      try await device.signUp()
      let token = try await device.token
      for number in 1...11 {
        let answer = try await server.ask(
          .put, "/auth/v1/user", token: token,
          ["password": "a much better one", "current_password": .string("wrong \(number)")])
        #expect(answer.status.code == (number <= 10 ? 400 : 429))
      }
    }
  }
}
