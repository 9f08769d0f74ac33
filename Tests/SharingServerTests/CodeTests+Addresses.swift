import AuthLive
import FeatureKit
import Foundation
import HTTP
import JSON
import MailTesting
import PostgreSQL
import SharingTesting
import Supabase
import Testing

@testable import SharingServer

// Codes that confirm an address: of a new account, and of an account that changes it.
extension CodeTests {
  @Test("Where mail is sent, a program's account begins with the code of a letter")
  func signingUp() async throws {
    let bag = Mailbag()
    try await RunningServer.with(mail: bag.mail) { server in
      let kim = try server.device()
      let said = try await kim.auth.signUp(
        email: kim.email, password: Device.password, data: ["birth_date": "1980-05-31"])
      guard case .unconfirmed(let user) = said else {
        Issue.record("\(said)")
        return
      }
      await #expect(throws: (any Error).self) {
        try await kim.auth.signIn(email: kim.email, password: Device.password)
      }
      let code = try await bag.code(for: kim.email)
      let body: JSONValue = [
        "type": "signup", "email": .string(kim.email), "token": .string(code),
      ]
      let session = try await Self.ask(server, "verify", body)
      #expect(session.status == .ok && session.json["access_token"]?.string != nil)
      #expect(session.json["user"]?["id"]?.string == user.id)
      let again = try await Self.ask(server, "verify", body)
      #expect(again.status == .forbidden)
      let settings = try await server.ask(.get, "/auth/v1/settings")
      #expect(settings.json["mailer_autoconfirm"] == false)
    }
  }

  @Test(
    "The answer to a sign-up is the same where the address has an account; its owner gets a letter")
  func signingUpAgain() async throws {
    let (bag, sam) = (Mailbag(), try await Self.account())
    try await RunningServer.with(mail: bag.mail) { server in
      var shapes: [String] = []
      for email in [sam.email, try server.device().email] {
        let answer = try await Self.ask(
          server, "signup",
          [
            "email": .string(email), "password": "a long enough password",
            "data": ["birth_date": "1980-05-31"],
          ])
        let members = (answer.json.object?.members ?? []).map { member in
          ["id", "email", "created_at", "updated_at", "confirmation_sent_at"].contains(member.key)
            ? member.key : "\(member.key) \(member.value.text)"
        }
        shapes.append("\(answer.status.code) \(members)")
        #expect(answer.json["email"]?.string == email)
      }
      #expect(shapes[0] == shapes[1])
      let letter = try await bag.letter(to: sam.email)
      #expect(letter == .accountExists && letter.code == nil)
    }
  }

  @Test("Of a consent a sign-up keeps only what is asked for")
  func keptConsent() async throws {
    let bag = Mailbag()
    try await RunningServer.with(mail: bag.mail) { server in
      let email = try server.device().email
      let consent: JSONObject = [
        "parent_name": "Dana", "parent_email": "Dana@example.org", "text": "compass-consent-1",
        "more": .string(String(repeating: "x", count: 50_000)),
      ]
      let asked = try await Self.ask(
        server, "signup",
        [
          "email": .string(email), "password": "a long enough password",
          "data": ["birth_date": .string(BirthDate.ofChild), "consent": .object(consent)],
        ])
      #expect(asked.status == .ok, "\(asked.json)")
      let kept = try await server.admin.run(
        "SELECT consent FROM accounts.sign_ups WHERE email = $1", [email]
      ).json
      #expect(kept?.object?.keys.sorted() == ["parent_email", "parent_name", "text"])
      #expect(kept?["parent_email"] == "dana@example.org")
    }
  }

  @Test("Further sign-ups of an address leave the one that is confirmed and waits for a parent")
  func confirmedSignUp() async throws {
    let bag = Mailbag()
    try await RunningServer.with(mail: bag.mail) { server in
      let email = try server.device().email
      let asking = "SELECT accounts.ask_sign_up($1, 'hash', '1980-05-31', '{}', NULL, $2)"
      _ = try await server.admin.run(asking, [email, "the first"])
      _ = try await server.admin.run(
        "UPDATE accounts.sign_ups SET confirmed_at = now() WHERE email = $1", [email])
      for number in 1...5 { _ = try await server.admin.run(asking, [email, "a later \(number)"]) }
      let kept = try await server.admin.run(
        "SELECT count(*) || ' ' || bool_or(confirmed_at IS NOT NULL) FROM accounts.sign_ups WHERE email = $1",
        [email])
      #expect(kept.value == "5 true")
    }
  }

  @Test("A code of a sign-up is good for an hour and five tries, and a new one begins anew")
  func signUpCodes() async throws {
    let bag = Mailbag()
    try await RunningServer.with(mail: bag.mail) { server in
      let email = try server.device().email
      func count(_ code: String) async throws -> Int {
        try await Self.ask(
          server, "verify", ["type": "email", "email": .string(email), "token": .string(code)]
        ).status.code
      }
      _ = try await Self.ask(
        server, "signup",
        [
          "email": .string(email), "password": "a long enough password",
          "data": ["birth_date": "1980-05-31"],
        ])
      let first = try await bag.code(for: email)
      let set = "UPDATE accounts.sign_ups SET"
      _ = try await server.admin.run("\(set) tries = 5 WHERE email = $1", [email])
      #expect(try await count(first) == 403)
      _ = try await server.admin.run(
        "\(set) tries = 0, code_made_at = now() - interval '61 minutes' WHERE email = $1", [email])
      #expect(try await count(first) == 403)
      _ = try await Self.ask(server, "resend", ["type": "signup", "email": .string(email)])
      let second = try await bag.code(for: email, after: 1)
      #expect(try await count(second) == 200)
      let left = try await server.admin.run(
        "SELECT count(*) FROM accounts.sign_ups WHERE email = $1", [email])
      #expect(left.value == "0")
    }
  }

  @Test(
    "A parent whose address is not confirmed asks to join no family of a server that sends mail")
  func joining() async throws {
    let (bag, dana) = (Mailbag(), try await Self.account("parent"))
    try await RunningServer.with(mail: bag.mail) { server in
      let sam = try await Self.account("player")
      let code =
        "FAM-\(String(UUID().uuidString.filter { "ABCDEF23456789".contains($0) }.prefix(6)))"
      _ = try await server.admin.run(
        """
        INSERT INTO public.family_units (id, player_user_id, family_code, code_generated_at)
        VALUES (gen_random_uuid(), $2::uuid, $1, now())
        """,
        [code, try await sam.id])
      let signedIn = try await Self.ask(
        server, "token?grant_type=password",
        ["email": .string(dana.email), "password": .string(Device.password.revealed)])
      func ask(_ token: String?) async throws -> Response {
        try await server.ask(
          .post, "/rest/v1/rpc/join_family", token: token, ["code": .string(code)])
      }
      let refused = try await ask(signedIn.json["access_token"]?.string)
      #expect(
        refused.status.code == 403
          && refused.json["message"]?.string?.hasPrefix("Confirm your e-mail address") == true,
        "\(refused.json)")
      _ = try await Self.ask(server, "otp", ["email": .string(dana.email)])
      let shown = try await Self.ask(
        server, "verify",
        [
          "type": "email", "email": .string(dana.email),
          "token": .string(try await bag.code(for: dana.email)),
        ])
      let asked = try await ask(shown.json["access_token"]?.string)
      #expect(asked.json["outcome"] == "asked", "\(asked.json)")
    }
  }

  @Test(
    "A new address counts with its code and its person's session, or with the codes of both mailboxes",
    arguments: [true, false])
  func anotherAddress(isSignedIn: Bool) async throws {
    let (bag, sam) = (Mailbag(), try await Self.account())
    try await RunningServer.with(mail: bag.mail) { server in
      let password = JSONValue.string(Device.password.revealed)
      let signedIn = try await Self.ask(
        server, "token?grant_type=password", ["email": .string(sam.email), "password": password])
      let token = signedIn.json["access_token"]?.string
      let new = "sam-\(UUID().uuidString.lowercased())@example.org"
      let asked = try await Self.ask(
        server, "user", ["email": .string(new), "current_password": password], token: token, .put)
      #expect(asked.status == .ok && asked.json["email"] == .string(sam.email), "\(asked.json)")
      let warned = try await bag.letter(to: sam.email)
      #expect(warned.subject == "The address of your account is to be changed")
      let newCode = try await bag.code(for: new)
      func verify(_ email: String, token: String? = nil) async throws -> Response {
        try await Self.ask(
          server, "verify",
          [
            "type": "email_change", "email": .string(email),
            "token": .string((email == new ? newCode : warned.code) ?? ""),
          ], token: token)
      }
      let half = try await verify(new, token: "stale")
      #expect(half.status == .ok && half.json["access_token"] == nil, "\(half.json)")
      let user = try await Self.ask(server, "user", [:], token: token, .put)
      #expect(user.json["email"] == .string(sam.email))
      let email = isSignedIn ? new : sam.email
      let done = try await verify(email, token: isSignedIn ? token : nil)
      #expect(done.json["user"]?["email"] == .string(new), "\(done.json)")
      #expect(try await bag.letter(to: sam.email, after: 1) == .addressChanged)
      let again = try await verify(email, token: token)
      #expect(again.json["code"] == "otp_expired", "\(again.json)")
      // The token still names the address from before.
      let profile = try await server.ask(
        .post, "/rest/v1/rpc/open_profile", token: token, ["role": "player"])
      #expect(profile.json["email"] == .string(new), "\(profile.json)")
    }
  }

  @Test("A child's account does not get the address of the parent who agreed")
  func parentsAddress() async throws {
    let consent: JSONValue = [
      "parent_name": "Dana", "parent_email": "dana@example.org", "text": "compass-consent-1",
    ]
    var made: Device?
    try await RunningServer.with { server in
      let device = try server.device()
      try await device.signUp(["birth_date": .string(BirthDate.ofChild), "consent": consent])
      made = device
    }
    let (bag, lou) = (Mailbag(), try #require(made))
    try await RunningServer.with(mail: bag.mail) { server in
      let signedIn = try await Self.ask(
        server, "token?grant_type=password",
        ["email": .string(lou.email), "password": .string(Device.password.revealed)])
      func move(to email: String) async throws -> Response {
        try await Self.ask(
          server, "user",
          ["email": .string(email), "current_password": .string(Device.password.revealed)],
          token: signedIn.json["access_token"]?.string, .put)
      }
      for email in ["dana@example.org", "Dana+lou@example.org"] {
        let refused = try await move(to: email)
        #expect(refused.json["code"] == "consent_needed", "\(email): \(refused.json)")
      }
      // The code counts only where the address may still be given when the code arrives.
      let other = "lou-\(UUID().uuidString.lowercased())@example.org"
      #expect(try await move(to: other).status == .ok)
      let code = try await bag.code(for: other)
      _ = try await server.admin.run(
        "UPDATE accounts.consents SET parent_email = $2 WHERE person = $1::uuid",
        [try await lou.id, other])
      let shown = try await Self.ask(
        server, "verify",
        ["type": "email_change", "email": .string(other), "token": .string(code)],
        token: signedIn.json["access_token"]?.string)
      #expect(shown.json["code"] == "otp_expired", "\(shown.json)")
    }
  }
}
