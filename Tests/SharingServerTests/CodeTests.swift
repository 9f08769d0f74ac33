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
  static func ask(
    _ server: RunningServer, _ path: String, _ body: JSONValue, token: String? = nil,
    _ method: HTTP.Method = .post
  ) async throws -> Response {
    try await server.ask(
      method, "/auth/v1/\(path)", token: token,
      headers: ["X-Supabase-Api-Version": "2024-01-01"], body)
  }

  /// Returns a new account, made at a server that sends no mail. Its e-mail address is not
  /// confirmed.
  static func account(_ role: String = "player") async throws -> Device {
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
      #expect(session.json["user"]?["recovery_sent_at"]?.string?.hasSuffix("Z") == true)
      #expect(other.json["user"]?["recovery_sent_at"] == nil)
      let token = session.json["access_token"]?.string
      try await Self.age(sam, server)
      let again = try await Self.ask(server, "verify", right)
      #expect(again.status == .forbidden)
      let same = try await Self.ask(
        server, "user", ["password": .string(Device.password.revealed)], token: token, .put)
      #expect(same.status.code == 422 && same.json["code"] == "same_password")
      let changed = try await Self.ask(
        server, "user", ["password": "a different password"], token: token, .put)
      #expect(changed.status == .ok, "\(changed.json)")
      // The code allows the person to set one new password, also after ten minutes. A second change
      // needs the current password. The first change has signed out all other devices.
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
      // password needs the current password after ten minutes.
      try await Self.age(sam, server)
      let plain = try await Self.ask(
        server, "user", ["password": "one more password"],
        token: back.json["access_token"]?.string, .put)
      #expect(plain.json["code"] == "invalid_credentials")
    }
  }

  /// Makes the sessions of a person eleven minutes old.
  private static func age(_ device: Device, _ server: RunningServer) async throws {
    _ = try await server.admin.run(
      """
      UPDATE accounts.sessions SET created_at = now() - interval '11 minutes'
      WHERE person = (SELECT id FROM accounts.people WHERE email = $1)
      """, [device.email])
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
      // allow the person to set a new password after ten minutes.
      try await Self.age(sam, server)
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
