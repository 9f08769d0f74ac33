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
      }
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
