import FeatureKit
import Foundation
import JSON
import MailTesting
import PostgreSQL
import SharingTesting
import Supabase
import Testing

@testable import SharingServer

@Suite("What a new password ends, and whose address a code confirms", .serialized)
struct NewPasswordTests {
  @Test("With a new password ends what was asked for with the old one")
  func askedBefore() async throws {
    try await RunningServer.with { server in
      let device = try await server.signedUp()
      let person = try await device.id
      let old = try await server.admin.run(
        "SELECT password_hash FROM accounts.people WHERE id = $1::uuid", [person]
      ).value
      for (table, columns) in [
        ("address_changes", "(person, email, code) VALUES ($1::uuid, 'thief@example.org', 'x')"),
        ("codes", "(person, digest, is_recovery) VALUES ($1::uuid, 'x', true)"),
        ("feeds", "(person, digest) VALUES ($1::uuid, 'x'::bytea)"),
      ] {
        _ = try await server.admin.run("INSERT INTO accounts.\(table) \(columns)", [person])
      }
      _ = try await device.auth.update([
        "password": "a much better one", "current_password": .string(Device.password.revealed),
      ])
      for table in ["address_changes", "codes", "feeds"] {
        let left = try await server.admin.run(
          "SELECT count(*) FROM accounts.\(table) WHERE person = $1::uuid", [person])
        #expect(left.value == "0", "\(table)")
      }
      // A slow sign-in has checked the old password just before the password changed, and begins
      // its session just after. The database must refuse this session.
      let begun = try await server.admin.run(
        "SELECT accounts.begin_session($1::uuid, '\\x01'::bytea, 'late', NULL, $2)", [person, old])
      #expect(begun.value == #"{"outdated": true}"#)
      // A slow request has also checked the old password before the change, and now sets another
      // password. The database must not change the password again.
      let session = try await server.admin.run(
        "SELECT id FROM accounts.sessions WHERE person = $1::uuid", [person]
      ).value
      let late = try await server.admin.run(
        "SELECT accounts.set_password($1::uuid, $2, 'x')", [session, old])
      #expect(late.value == "f")
    }
  }

  @Test("A new password that the administrator makes is told to its person by e-mail")
  func reset() async throws {
    let post = try SMTPServer()
    defer { post.stop() }
    let settings = try MailSettings.ofThisMachine(port: post.port)
    try await RunningServer.with { server in
      let device = try await server.signedUp()
      let folder = FileManager.default.temporaryDirectory.appending(
        path: "compass-reset-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let path = folder.path + "/server.json"
      var config = server.config
      config.mail = settings
      try config.write(path)
      #expect(
        await ServerCommands.main(["users", "reset", device.email, "--config", path]) == 0)
      let taken = try await post.arrived()
      #expect(taken.to == [device.email])
      #expect(taken.headers["Subject"] == ServerLetter.passwordChanged.subject)
      #expect(!taken.text.contains(Device.password.revealed))
    }
  }

  @Test("A code for an address is renewed for the only one who waits for it, and for a day")
  func renewed() async throws {
    try await RunningServer.with { server in
      let (one, other) = (try await server.signedUp(), try await server.signedUp())
      func renew() async throws -> String? {
        try await server.admin.run("SELECT accounts.renew_address('new@example.org', 'code')", [])
          .value
      }
      func wait(_ device: Device, since: String = "now()") async throws {
        _ = try await server.admin.run(
          """
          INSERT INTO accounts.address_changes (person, email, code, asked_at)
          VALUES ($1::uuid, 'new@example.org', 'x', \(since))
          """, [try await device.id])
      }
      #expect(try await renew() == "f")
      try await wait(one)
      #expect(try await renew() == "t")
      try await wait(other)
      #expect(try await renew() == "f")
      _ = try await server.admin.run(
        "DELETE FROM accounts.address_changes WHERE email = 'new@example.org'", [])
      try await wait(one, since: "now() - interval '25 hours'")
      #expect(try await renew() == "f")

      func signUp() async throws {
        _ = try await server.admin.run(
          """
          INSERT INTO accounts.sign_ups (email, password_hash, birth_date, metadata, code)
          VALUES ('kim@example.org', 'x', '1980-01-01', '{}', 'x')
          """, [])
      }
      func renewSignUp() async throws -> String? {
        try await server.admin.run("SELECT accounts.renew_sign_up('kim@example.org', 'code')", [])
          .value
      }
      try await signUp()
      #expect(try await renewSignUp() != nil)
      try await signUp()
      #expect(try await renewSignUp() == nil, "whose password it is, the mailbox cannot know")
    }
  }
}
