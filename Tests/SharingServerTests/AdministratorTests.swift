import Foundation
import HTTP
import PostgreSQL
import SharingTesting
import Supabase
import Testing

@testable import SharingServer

/// Tests of the commands with which an administrator keeps accounts, as words of a command line.
@Suite("Commands of an administrator") struct AdministratorTests {
  /// Runs a command of `compass-server` with the configuration of a server, and returns its exit
  /// code.
  private func run(_ words: String..., at server: RunningServer) async throws -> Int32 {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "compass-administrator-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.path + "/server.json"
    try server.config.write(path)
    let admin = try #require(server.config.admin)
    return await ServerCommands.main(words + ["--config", path, "--admin", admin])
  }

  @Test("An account is listed, disabled, enabled and erased")
  func accounts() async throws {
    try await RunningServer.withOwnDatabase { server in
      #expect(try await run("users", at: server) == 0)
      let device = try await server.signedUp()
      let email = device.email
      let token = try await device.token
      func isKept() async throws -> Bool {
        try await server.admin.run(
          "SELECT count(*) FROM accounts.people WHERE email = $1", [email]
        ).value == "1"
      }
      #expect(try await run("users", at: server) == 0)

      #expect(try await run("users", "disable", email.uppercased(), at: server) == 0)
      #expect(
        try await server.ask(.get, "/rest/v1/users", token: token).status == .unauthorized)
      let refused = await failure {
        try await device.auth.signIn(email: email, password: Device.password)
      }
      guard case .auth(let refusal) = refused else {
        Issue.record("\(String(describing: refused))")
        return
      }
      #expect(refusal.code == .userBanned)

      #expect(try await run("users", "enable", email, at: server) == 0)
      _ = try await device.auth.signIn(email: email, password: Device.password)

      #expect(try await run("users", "erase", email, at: server) == 2)
      #expect(try await run("users", "erase", email, "now", at: server) == 2)
      #expect(try await isKept())
      #expect(try await run("users", "erase", email, "for-good", at: server) == 0)
      #expect(try await !isKept())
      for verb in ["disable", "enable", "reset", "erase"] {
        #expect(try await run("users", verb, email, at: server) == 3, "\(verb)")
      }
    }
  }

  @Test(
    "An invitation is made only where the registration takes one",
    arguments: [
      (.invite, 0, "1"), (.open, 2, "0"), (.closed, 2, "0"),
    ] as [(Registration, Int32, String)])
  func invitation(registration: Registration, code: Int32, made: String) async throws {
    try await RunningServer.withOwnDatabase({ $0.registration = registration }) { server in
      #expect(try await run("invite", "Kim@example.org", at: server) == code)
      #expect(try await run("invite", "no address", at: server) == 2)
      let kept = try await server.admin.run(
        "SELECT count(*) FROM accounts.invites WHERE email = 'kim@example.org'")
      #expect(kept.value == made)
    }
  }

  @Test("A service key is drawn at any time, and a token only where a key is configured")
  func serviceKey() async throws {
    try await RunningServer.with { (server) async throws in
      #expect(try await run("service-key", at: server) == 0)
      #expect(try await run("service-key", "token", at: server) == 2)
      #expect(try await run("service-key", "token", "twice", at: server) == 2)
    }
  }
}
