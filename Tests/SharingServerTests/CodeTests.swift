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

@Suite("Codes by e-mail", .serialized)
struct CodeTests {
  private static func ask(
    _ server: RunningServer, _ path: String, _ body: JSONValue, token: String? = nil,
    _ method: HTTP.Method = .post
  ) async throws -> Response {
    try await server.ask(
      method, "/auth/v1/\(path)", token: token,
      headers: ["X-Supabase-Api-Version": "2024-01-01"], body)
  }

  /// Returns a new account, made at a server that sends no mail. Its e-mail address is not
  /// confirmed.
  private static func account(_ role: String = "player") async throws -> Device {
    var made: Device?
    try await RunningServer.with { made = try await $0.signedUp(role) }
    return try #require(made)
  }

  @Test("A forgotten password is replaced with a code from the mailbox, which is good once")
  func recovery() async throws {
    let (bag, sam) = (Mailbag(), try await Self.account())
    try await RunningServer.with(mail: bag.mail) { server in
      let email = JSONValue.string(sam.email)
      let other = try await Self.ask(
        server, "token?grant_type=password",
        ["email": email, "password": .string(Device.password.revealed)])
      let asked = try await Self.ask(
        server, "recover?redirect_to=https://evil.example",
        ["email": email, "code_challenge": .null])
      #expect(asked.status == .ok && asked.json == [:])
      let code = try await bag.code(for: sam.email)
      #expect(code.count == 6 && code.allSatisfy(\.isNumber))
      for body in [
        ["type": "recovery", "email": email, "token": "x"],
        ["type": "recovery", "email": "nobody@example.org", "token": .string(code)],
        ["type": "email", "email": email, "token": .string(code)],
        ["type": "signup", "email": email, "token": .string(code)],
        ["type": "recovery", "token_hash": .string(code)],
      ] as [JSONValue] {
        let wrong = try await Self.ask(server, "verify", body)
        #expect(wrong.status == .forbidden && wrong.json["code"] == "otp_expired", "\(body)")
      }
      let right: JSONValue = ["type": "recovery", "email": email, "token": .string(code)]
      let session = try await Self.ask(server, "verify", right)
      #expect(session.status == .ok && session.json["user"]?["email"] == email)
      let token = session.json["access_token"]?.string
      let again = try await Self.ask(server, "verify", right)
      #expect(again.status == .forbidden)
      let same = try await Self.ask(
        server, "user", ["password": .string(Device.password.revealed)], token: token, .put)
      #expect(same.status.code == 422 && same.json["code"] == "same_password")
      let changed = try await Self.ask(
        server, "user", ["password": "a different password"], token: token, .put)
      #expect(changed.status == .ok, "\(changed.json)")
      // The code allows the person to set one new password. A second change needs the current
      // password. The first change has signed out all other devices.
      let twice = try await Self.ask(
        server, "user", ["password": "yet another password"], token: token, .put)
      #expect(twice.status.code == 400 && twice.json["code"] == "invalid_credentials")
      let ended = try await Self.ask(
        server, "token?grant_type=refresh_token",
        ["refresh_token": other.json["refresh_token"] ?? .null])
      #expect(ended.status.code == 400 && ended.json["code"] == "refresh_token_not_found")
      let back = try await Self.ask(
        server, "token?grant_type=password", ["email": email, "password": "a different password"])
      #expect(back.status == .ok)
      // This session began with a password and not with a code from an e-mail, so changing the
      // password needs the current password.
      let plain = try await Self.ask(
        server, "user", ["password": "one more password"],
        token: back.json["access_token"]?.string, .put)
      #expect(plain.json["code"] == "invalid_credentials")
    }
  }

  @Test("The token_hash of a letter's link is the code and its address, and good once")
  func linkOfLetter() async throws {
    let (bag, sam) = (Mailbag(), try await Self.account())
    try await RunningServer.with(mail: bag.mail) { server in
      _ = try await Self.ask(server, "otp", ["email": .string(sam.email)])
      let mailed = MailedCode(try await bag.code(for: sam.email), to: sam.email)
      let letter = ServerLetter.code(
        mailed.code, .signIn, to: sam.email, pages: "https://compass.example.org")
      let link = try #require(letter.text.split { $0.isWhitespace }.last { $0.contains("/code?") })
      #expect(!link.contains(sam.email) && !link.contains(mailed.code))
      let word = String(link.split(separator: "token_hash=").last ?? "")
      #expect(MailedCode(tokenHash: word) == mailed)
      for (wrong, code) in [
        ("", "otp_expired"), (".", "otp_expired"), ("AAAA", "otp_expired"),
        (MailedCode(mailed.code, to: "nobody@example.org").tokenHash, "otp_expired"),
        (MailedCode(mailed.code, to: "no address").tokenHash, "validation_failed"),
      ] {
        let refused = try await Self.ask(
          server, "verify", ["type": "magiclink", "token_hash": .string(wrong)])
        #expect(refused.json["code"] == .string(code), "\(wrong)")
      }
      let body: JSONValue = ["type": "magiclink", "token_hash": .string(word)]
      let session = try await Self.ask(server, "verify", body)
      #expect(session.status == .ok && session.json["user"]?["email"] == .string(sam.email))
      let again = try await Self.ask(server, "verify", body)
      #expect(again.status == .forbidden && again.json["code"] == "otp_expired")
    }
  }

  @Test("An identity says whether its address was confirmed")
  func identity() async throws {
    let (bag, sam) = (Mailbag(), try await Self.account())
    try await RunningServer.with(mail: bag.mail) { server in
      func isVerified(_ session: JSONValue) -> JSONValue? {
        session["user"]?["identities"]?[0]?["identity_data"]?["email_verified"]
      }
      let before = try await Self.ask(
        server, "token?grant_type=password",
        ["email": .string(sam.email), "password": .string(Device.password.revealed)])
      #expect(isVerified(before.json) == false)
      _ = try await Self.ask(server, "otp", ["email": .string(sam.email)])
      let after = try await Self.ask(
        server, "verify",
        [
          "type": "email", "email": .string(sam.email),
          "token": .string(try await bag.code(for: sam.email)),
        ])
      #expect(isVerified(after.json) == true)
    }
  }

  @Test("A code signs in without a password, for an hour and for five tries")
  func signingIn() async throws {
    let (bag, sam) = (Mailbag(), try await Self.account())
    // Other tests have codes in the same database.
    let own = "person = (SELECT id FROM accounts.people WHERE email = $1)"
    try await RunningServer.with(mail: bag.mail) { server in
      let email = JSONValue.string(sam.email)
      func verify(_ code: String) async throws -> Response {
        try await Self.ask(
          server, "verify", ["type": "email", "email": email, "token": .string(code)])
      }
      _ = try await Self.ask(server, "otp", ["email": email, "create_user": true])
      let first = try await bag.code(for: sam.email)
      let session = try await verify(first)
      #expect(session.status == .ok)
      // This code was requested to sign in and not because of a forgotten password, so it does not
      // allow the person to set a new password.
      let change = try await Self.ask(
        server, "user", ["password": "a different password"],
        token: session.json["access_token"]?.string, .put)
      #expect(change.json["code"] == "invalid_credentials")
      _ = try await Self.ask(server, "otp", ["email": email])
      let second = try await bag.code(for: sam.email, after: 1)
      _ = try await server.admin.run(
        "UPDATE accounts.codes SET made_at = made_at - interval '61 minutes' WHERE \(own)",
        [sam.email])
      let late = try await verify(second)
      #expect(late.status == .forbidden && late.json["code"] == "otp_expired")
      _ = try await Self.ask(server, "otp", ["email": email])
      let third = try await bag.code(for: sam.email, after: 2)
      _ = try await server.admin.run(
        "UPDATE accounts.codes SET tries = 5 WHERE \(own)", [sam.email])
      #expect(try await verify(third).status == .forbidden)
      let kept = try await server.admin.run(
        "SELECT count(*) FROM accounts.codes WHERE \(own)", [sam.email])
      #expect(kept.value == "0")
      // The server counts an account's wrong codes, whatever the codes are for, and locks the
      // account after too many.
      #expect(try await verify("000000").status == .forbidden)
      let tired = try await verify("000001")
      #expect(tired.status.code == 429 || tired.status == .forbidden)
      #expect(try await verify("000002").status.code == 429)
      let bare = try await server.admin.run(
        "SELECT count(*) FROM accounts.codes WHERE digest LIKE '%' || $1 || '%'", [first])
      #expect(bare.value == "0")
    }
  }

  @Test("Of several at once who show one code, one is signed in")
  func codeAtOnce() async throws {
    let (bag, sam) = (Mailbag(), try await Self.account())
    try await RunningServer.with(mail: bag.mail) { server in
      let email = JSONValue.string(sam.email)
      _ = try await Self.ask(server, "otp", ["email": email])
      let code = JSONValue.string(try await bag.code(for: sam.email))
      let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 0..<4 {
          group.addTask {
            try await Self.ask(
              server, "verify", ["type": "email", "email": email, "token": code]
            ).status.code
          }
        }
        return try await group.reduce(into: [Int]()) { $0.append($1) }
      }
      #expect(statuses.sorted() == [200, 403, 403, 403])
    }
  }

  @Test("The fifth wrong code says how long to wait, and so does a request for a new one")
  func waiting() async throws {
    let (bag, sam) = (Mailbag(), try await Self.account())
    try await RunningServer.with(mail: bag.mail) { server in
      let nobody = "nobody-\(UUID().uuidString.lowercased())@example.org"
      for email in [sam.email, nobody] {
        func wait(_ path: String, _ body: JSONObject) async throws -> Int? {
          var body = body
          body["email"] = .string(email)
          return try await Self.ask(server, path, .object(body)).headers["Retry-After"]
            .flatMap { Int($0) }
        }
        #expect(try await wait("otp", [:]) == nil)
        for number in 1...6 {
          let seconds = try await wait("verify", ["type": "email", "token": "x"])
          #expect(number < 5 ? seconds == nil : (2...300).contains(seconds ?? 0), "\(number)")
        }
        for (path, body) in [("otp", [:]), ("resend", ["type": "signup"])] as [(String, JSONObject)]
        {
          let seconds = try await wait(path, body)
          #expect((2...300).contains(seconds ?? 0), "\(path)")
        }
      }
    }
  }

  @Test("The code comes by the mail server that the configuration names")
  func delivery() async throws {
    let post = try SMTPServer()
    defer { post.stop() }
    let settings = try MailSettings.ofThisMachine(port: post.port)
    let sam = try await Self.account()
    try await RunningServer.with({ $0.mail = settings }) { server in
      _ = try await Self.ask(server, "recover", ["email": .string(sam.email)])
      let taken = try await post.arrived()
      #expect(taken.to == [sam.email] && taken.headers["Subject"] == "Your new password")
      let code = taken.text.split(whereSeparator: \.isWhitespace).first {
        $0.count == 6 && $0.allSatisfy(\.isNumber)
      }
      let session = try await Self.ask(
        server, "verify",
        [
          "type": "recovery", "email": .string(sam.email),
          "token": .string(String(try #require(code))),
        ])
      #expect(session.status == .ok)
    }
  }

  @Test("An address without an account is answered, and limited, as one that has one")
  func strangers() async throws {
    let (bag, sam) = (Mailbag(), try await Self.account())
    try await RunningServer.with(mail: bag.mail) { server in
      for path in ["recover", "otp"] {
        try await server.forgetTries()
        _ = try await server.admin.run("DELETE FROM compass.code_tries WHERE who LIKE 'mail to%'")
        var answers: [[String]] = []
        for email in [sam.email, "nobody@example.org"] {
          var said: [String] = []
          for _ in 0..<4 {
            let answer = try await Self.ask(server, path, ["email": .string(email)])
            said.append(
              "\(answer.status.code) \(answer.json["code"]?.string ?? answer.json.text) \(answer.headers["Retry-After"] != nil)"
            )
          }
          answers.append(said)
        }
        #expect(answers[0] == answers[1])
        #expect(answers[0].last == "429 over_email_send_rate_limit true")
      }
      #expect(bag.count(for: "nobody@example.org") == 0)
    }
  }

  @Test(
    "What is no request for a code is refused with its code",
    arguments: [
      ("recover", ["email": "no"], 400, "validation_failed"),
      ("recover", [:], 400, "validation_failed"),
      ("otp", ["phone": "+1555"], 400, "phone_provider_disabled"),
      ("resend", ["type": "sms", "email": "a@b.org"], 400, "validation_failed"),
      ("resend", ["type": "signup", "email": "a@b.org"], 200, nil),
      ("verify", ["email": "a@b.org", "token": "1"], 400, "validation_failed"),
      ("verify", ["type": "email", "email": "a@b.org"], 400, "validation_failed"),
      ("verify", ["type": "invite", "email": "a@b.org", "token": "1"], 403, "otp_expired"),
      ("signup", ["password": "a long enough one"], 422, "anonymous_provider_disabled"),
      ("signup", ["phone": "+1555", "password": "x"], 400, "phone_provider_disabled"),
    ] as [(String, JSONValue, Int, String?)])
  func refusals(path: String, body: JSONValue, status: Int, code: String?) async throws {
    try await RunningServer.withLasting { server in
      let new = try await Self.ask(server, path, body)
      #expect(new.status.code == status && new.json["code"]?.string == code, "\(new.json)")
      #expect(code == nil || new.headers["X-Supabase-Api-Version"] == "2024-01-01")
      #expect(new.headers["x-sb-error-code"] == code)
      let old = try await server.ask(.post, "/auth/v1/\(path)", body)
      #expect(
        old.json["error_code"]?.string == code && old.headers["X-Supabase-Api-Version"] == nil)
    }
  }

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
      let session = try await kim.auth.verify("signup", email: kim.email, code: SecretText(code))
      #expect(session.user.id == user.id)
      let again = try await Self.ask(
        server, "verify",
        ["type": "signup", "email": .string(kim.email), "token": .string(code)])
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
          "data": ["birth_date": "2012-05-31", "consent": .object(consent)],
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
      try await device.signUp(["birth_date": "2011-01-01", "consent": consent])
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

  @Test("An account gets no phone number, and nothing else of a request that has one")
  func phone() async throws {
    try await RunningServer.with { server in
      let token = try await server.signedUp().token
      let refused = try await Self.ask(
        server, "user", ["phone": "+15551234567", "data": ["size": 3]], token: token, .put)
      #expect(refused.status.code == 422 && refused.json["code"] == "phone_provider_disabled")
      let kept = try await Self.ask(server, "user", ["phone": "", "data": [:]], token: token, .put)
      #expect(kept.status == .ok && kept.json["user_metadata"]?["size"] == nil, "\(kept.json)")
    }
  }

  @Test("Nobody makes themselves more than they are")
  func notAdmin() async throws {
    try await RunningServer.with { server in
      let sam = try await server.signedUp()
      let answer = try await Self.ask(
        server, "user", ["app_metadata": ["role": "admin"]], token: try await sam.token, .put)
      #expect(answer.status == .forbidden && answer.json["code"] == "not_admin")
    }
  }
}
