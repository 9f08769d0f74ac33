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
import ToolTesting

@testable import SharingServer

// Who may sign up, and with what.
extension AccountTests {
  @Test(
    "Nobody under 13 has an account, and from 13 to 17 a parent agrees",
    arguments: [
      (BirthDate.of(age: 12), false, "too_young"), (BirthDate.of(age: 12), true, "too_young"),
      (BirthDate.ofChild, false, "consent_needed"), (BirthDate.ofChild, true, nil),
      ("1990-01-01", false, nil), ("tomorrow", true, "validation_failed"),
      ("2099-01-01", true, "validation_failed"), ("0001-01-01", false, "validation_failed"),
    ])
  func ages(born: String, hasConsent: Bool, code: String?) async throws {
    try await RunningServer.withLasting { server in
      let device = try server.device()
      var data: JSONObject = ["birth_date": .string(born), "colour": "green"]
      if hasConsent {
        data["consent"] = [
          "parent_name": "Dana", "parent_email": "Dana@example.org", "text": "compass-consent-1",
        ]
      }
      let refused = await failure { try await device.signUp(data) }
      guard let code else {
        #expect(refused == nil)
        let consents = try await server.admin.run(
          """
          SELECT c.parent_email || ' ' || c.text_version FROM accounts.people AS p
          JOIN accounts.consents AS c ON c.person = p.id WHERE p.email = $1
          """, [device.email])
        #expect(
          consents.value
            == (hasConsent && born != "1990-01-01" ? "dana@example.org compass-consent-1" : nil))
        return
      }
      guard case .auth(let refusal) = refused else {
        Issue.record("\(String(describing: refused))")
        return
      }
      #expect(refusal.code.rawValue == code)
    }
  }

  private static let consent: JSONObject = [
    "parent_name": "Dana", "parent_email": "dana@example.org", "text": "compass-consent-1",
  ]

  @Test(
    "What is no parent's consent is not taken for one",
    arguments: [
      ("parent_name", "", true), ("parent_name", "  ", true),
      ("parent_name", "\u{200B}\u{200B}\u{200B}", false), ("parent_name", "?", false),
      ("parent_name", "D", false), ("parent_name", String(repeating: "d", count: 201), true),
      ("text", "I do not agree", true), ("text", "", true),
      ("parent_email", "sam@example.org", true), ("parent_email", "Sam+mum@example.org", true),
      ("parent_email", "dana@ex\u{200B}ample.org", true), ("parent_email", "nobody", true),
    ])
  func noConsent(member: String, value: String, isHeldByTheDatabase: Bool) async throws {
    try await RunningServer.withLasting { server in
      var consent = Self.consent
      consent[member] = .string(value)
      let answer = try await server.ask(
        .post, "/auth/v1/signup",
        [
          "email": "sam@example.org", "password": "a long enough password",
          "data": ["birth_date": .string(BirthDate.ofChild), "consent": .object(consent)],
        ])
      #expect(answer.status.code == 422 && answer.json["error_code"] == "consent_needed")
      // The database checks the consent itself, except for the letters of the name, so a fault in
      // the server's code cannot create such an account.
      if isHeldByTheDatabase {
        await #expect(throws: DatabaseFailure.self) {
          try await server.admin.run(
            "SELECT accounts.sign_up('sam@example.org', 'x', $2::date, '{}', $1::jsonb)",
            [JSONValue.object(consent).text, BirthDate.ofChild])
        }
      }
      let made = try await server.admin.run(
        "SELECT count(*) FROM accounts.people WHERE email = 'sam@example.org'")
      #expect(made.value == "0")
    }
  }

  @Test(
    "A parent's name may be of any script, and short",
    arguments: ["Al", "李", "김", "Ёж", "Ñu", String(repeating: "é", count: 200)])
  func parentsName(name: String) async throws {
    try await RunningServer.withLasting { server in
      let device = try server.device()
      var consent = Self.consent
      consent["parent_name"] = .string(name)
      try await device.signUp([
        "birth_date": .string(BirthDate.ofChild), "consent": .object(consent),
      ])
      let kept = try await server.admin.run(
        """
        SELECT c.parent_name FROM accounts.people AS p
        JOIN accounts.consents AS c ON c.person = p.id WHERE p.email = $1
        """, [device.email])
      #expect(kept.value == name)
    }
  }

  @Test(
    "The database makes no account for a child without consent, nor for a date that is nobody's",
    arguments: [
      ("kim@example.org", BirthDate.ofChild), ("kim@example.org", BirthDate.of(age: 10)),
      ("kim@example.org", "0001-01-01"), ("d\u{0430}na@example.org", "1980-01-01"),
    ])
  func heldByTheDatabase(email: String, born: String) async throws {
    try await RunningServer.withLasting { server in
      await #expect(throws: DatabaseFailure.self) {
        try await server.admin.run(
          "SELECT accounts.sign_up($1, 'x', $2::date, '{}', NULL)", [email, born])
      }
    }
  }

  @Test("A consent that the owner withdraws signs the child out at once and for good")
  func withdrawn() async throws {
    try await RunningServer.with { server in
      let device = try server.device()
      try await device.signUp([
        "birth_date": .string(BirthDate.ofChild), "consent": .object(Self.consent),
      ])
      let token = try await device.token
      let folder = FileManager.default.temporaryDirectory.appending(
        path: "compass-consent-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let config = folder.path + "/server.json"
      try server.config.write(config)
      func run(_ words: String...) async -> Int32 {
        await ServerCommands.main(["consent"] + words + ["--config", config])
      }
      #expect(await run("nobody@example.org") != 0)
      #expect(await run(device.email) == 0)
      _ = try await server.admin.run(
        """
        UPDATE accounts.consents AS c SET withdraw_link = sha256(convert_to(p.email, 'UTF8')) FROM accounts.people AS p
        WHERE p.id = c.person AND p.email = $1
        """, [device.email])
      #expect(await run("withdraw", device.email) == 0)
      // With the link the consent could be given again.
      let link = try await server.admin.run(
        """
        SELECT c.withdraw_link IS NULL FROM accounts.consents AS c
        JOIN accounts.people AS p ON p.id = c.person WHERE p.email = $1
        """, [device.email])
      #expect(link.value == "t")
      let next = try await server.ask(.get, "/rest/v1/users", token: token)
      #expect(next.status == .unauthorized)
      let failure = await failure {
        try await device.auth.signIn(email: device.email, password: Device.password)
      }
      guard case .auth(let refusal) = failure else {
        Issue.record("\(String(describing: failure))")
        return
      }
      #expect(refusal.code == .userBanned)
      #expect(await run("withdraw", device.email) == 0)
    }
  }

  @Test("The administrator invites no address that has an account")
  func invitedWithAccount() async throws {
    try await RunningServer.with { server in
      let (device, other) = (try await server.signedUp(), try server.device())
      let folder = FileManager.default.temporaryDirectory.appending(
        path: "compass-invite-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let path = folder.path + "/server.json"
      var config = server.config
      config.registration = .invite
      try config.write(path)
      for (email, isInvited) in [
        (device.email, false), (device.email.uppercased(), false), (other.email, true),
      ] {
        let code = await ServerCommands.main(["invite", email, "--config", path])
        #expect((code == 0) == isInvited, "\(email)")
        let invites = try await server.admin.run(
          "SELECT count(*) FROM accounts.invites WHERE email = lower($1)", [email])
        #expect(invites.value == (isInvited ? "1" : "0"), "\(email)")
      }
    }
  }

  @Test(
    "Addresses that look like another's are refused",
    arguments: [
      "d\u{0430}na@example.org", "dana\u{200B}@example.org", "\u{202E}dana@example.org",
      "\u{FF44}ana@example.org", "dana@ex\u{00AD}ample.org", "dana @example.org",
    ])
  func lookAlike(email: String) async throws {
    try await RunningServer.withLasting { server in
      let answer = try await server.ask(
        .post, "/auth/v1/signup",
        [
          "email": .string(email), "password": "a long enough password",
          "data": ["birth_date": "1980-01-01"],
        ])
      #expect(answer.status == .badRequest && answer.json["error_code"] == "validation_failed")
    }
  }

  @Test(
    "Names that look like another's are refused, wherever they come from",
    arguments: [
      ("Dana", true), ("D\u{0430}na", false), ("Dana\u{200B}", false), ("\u{202E}anaD", false),
      ("\u{041F}\u{0430}\u{043F}\u{0430}", true), ("Jos\u{00E9} Mu\u{00F1}oz", true),
      ("Dana \u{0406}vanova", false), ("Da\u{200D}na", false), ("D\nana", false),
      ("\u{041C}\u{0430}\u{0445} Stone", false), ("\u{13A7}mar", false), ("   ", false),
      ("\u{216F}ax Stone", true),
    ])
  func names(name: String, isFine: Bool) async throws {
    try await RunningServer.withLasting { server in
      let device = try server.device()
      try await device.signUp()
      let token = try await device.token
      let answer = try await server.ask(
        .post, "/rest/v1/rpc/open_profile", token: token,
        ["role": "parent", "full_name": .string(name)])
      #expect((answer.status == .ok) == isFine, "\(answer.json)")
    }
  }

  @Test("What a refused sign-up sent stands in no log of the database")
  func log() async throws {
    try await RunningServer.with { server in
      let email = "planted-\(UUID().uuidString.lowercased())@example.org"
      _ = try await server.signedUp()
      let serving = Database(DatabaseSettings(connection: server.config.database))
      // The clusters of tests log no rows for any role. The role of a server has the setting itself,
      // for clusters that were made in another way.
      let setting = try await serving.run(
        "SELECT setting || ' of ' || source FROM pg_catalog.pg_settings WHERE name = 'log_error_verbosity'"
      )
      #expect(setting.value == "terse of user")
      // The statement fails because of a value that no column accepts. With PostgreSQL's usual
      // settings, the error message would quote the whole row with its secrets.
      await #expect(throws: DatabaseFailure.self) {
        try await serving.run([
          Statement("SELECT set_config('role', 'compass_accounts', true)"),
          Statement(
            "INSERT INTO accounts.people (email, password_hash, birth_date, created_at) VALUES ($1, $2, '1980-01-01', NULL)",
            [email, "$argon2id$planted"]),
        ])
      }
      let log = try String(
        contentsOfFile: try Cluster.shared.get().folder + "/log", encoding: .utf8)
      #expect(log.contains("violates not-null constraint"))
      #expect(!log.contains(email) && !log.contains("$argon2id"))
      #expect(!log.contains("SET CONSTRAINTS can only be used"))
    }
  }

  @Test("No number of sign-ups from elsewhere keeps a newcomer out")
  func signUps() async throws {
    try await RunningServer.with { server in
      _ = try await server.admin.run(
        "INSERT INTO compass.code_tries (who, tries) SELECT 'sign-up', array_agg(clock_timestamp()) FROM generate_series(1, 400)"
      )
      try await server.device().signUp()
    }
  }

  @Test(
    "The first passwords that anybody tries are refused",
    arguments: [
      "password", "PASSWORD", "12345678", "        ", "aaaaaaaa", "abababab", "sam@example.org",
    ])
  func weak(password: String) async throws {
    try await RunningServer.withLasting { server in
      let answer = try await server.ask(
        .post, "/auth/v1/signup",
        [
          "email": "sam@example.org", "password": .string(password),
          "data": ["birth_date": "1980-05-31"],
        ])
      #expect(answer.status.code == 422 && answer.json["error_code"] == "weak_password")
    }
  }
}
