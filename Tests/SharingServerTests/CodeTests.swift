import AuthLive
import FeatureKit
import Foundation
import HTTP
import JSON
import MailTesting
import PostgreSQL
import SharingTesting
import Supabase
import Synchronization
import Testing

@testable import SharingServer

/// What would have been sent.
private final class Mailbag: Sendable {
  private let all = Mutex<[(address: String, code: String, purpose: CodeMail.Purpose)]>([])

  var mail: CodeMail {
    CodeMail { address, code, purpose in
      self.all.withLock { $0.append((address, code, purpose)) }
    }
  }

  struct NothingCame: Error {}

  /// The last code for an address; it is sent after the answer.
  func code(for address: String, after count: Int = 0) async throws -> String {
    for _ in 0..<2_000 {
      let mine = all.withLock { $0.filter { $0.address == address } }
      if mine.count > count { return mine[mine.count - 1].code }
      try await Task.sleep(for: .milliseconds(5))
    }
    throw NothingCame()
  }

  func count(for address: String) -> Int {
    all.withLock { $0.count { $0.address == address } }
  }
}

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

  @Test("A forgotten password is replaced with a code from the mailbox, which is good once")
  func recovery() async throws {
    let bag = Mailbag()
    try await RunningServer.with(mail: bag.mail) { server in
      let sam = try await server.signedUp()
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
      // Once: the next time the password has to be known. Other devices are signed out.
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
      // A session that no code began sets no password by itself.
      let plain = try await Self.ask(
        server, "user", ["password": "one more password"],
        token: back.json["access_token"]?.string, .put)
      #expect(plain.json["code"] == "invalid_credentials")
    }
  }

  @Test("A code signs in without a password, for an hour and for five tries")
  func signingIn() async throws {
    let bag = Mailbag()
    try await RunningServer.with(mail: bag.mail) { server in
      let sam = try await server.signedUp()
      let email = JSONValue.string(sam.email)
      func verify(_ code: String) async throws -> Response {
        try await Self.ask(
          server, "verify", ["type": "email", "email": email, "token": .string(code)])
      }
      _ = try await Self.ask(server, "otp", ["email": email, "create_user": true])
      let first = try await bag.code(for: sam.email)
      let session = try await verify(first)
      #expect(session.status == .ok)
      // Signing in with a code is no recovery.
      let change = try await Self.ask(
        server, "user", ["password": "a different password"],
        token: session.json["access_token"]?.string, .put)
      #expect(change.json["code"] == "invalid_credentials")
      _ = try await Self.ask(server, "otp", ["email": email])
      let second = try await bag.code(for: sam.email, after: 1)
      _ = try await server.admin.run(
        "UPDATE accounts.codes SET made_at = made_at - interval '61 minutes'")
      let late = try await verify(second)
      #expect(late.status == .forbidden && late.json["code"] == "otp_expired")
      _ = try await Self.ask(server, "otp", ["email": email])
      let third = try await bag.code(for: sam.email, after: 2)
      _ = try await server.admin.run("UPDATE accounts.codes SET tries = 5")
      #expect(try await verify(third).status == .forbidden)
      let kept = try await server.admin.run("SELECT count(*) FROM accounts.codes")
      #expect(kept.value == "0")
      // Tries are limited for the account, whatever code is shown.
      #expect(try await verify("000000").status == .forbidden)
      let tired = try await verify("000001")
      #expect(tired.status.code == 429 || tired.status == .forbidden)
      #expect(try await verify("000002").status.code == 429)
      let bare = try await server.admin.run(
        "SELECT count(*) FROM accounts.codes WHERE digest LIKE '%' || $1 || '%'", [first])
      #expect(bare.value == "0")
    }
  }

  @Test("The code comes by the mail server that the configuration names")
  func delivery() async throws {
    let post = try SMTPServer()
    defer { post.stop() }
    let settings = try MailSettings(
      ConfigMembers(
        [
          "host": "127.0.0.1", "port": JSONValue(post.port), "security": "none",
          "from": "compass@example.org",
        ], of: "mail"))
    try await RunningServer.with({ $0.mail = settings }) { server in
      let sam = try await server.signedUp()
      _ = try await Self.ask(server, "recover", ["email": .string(sam.email)])
      // It waits, which must not hold a thread that the server needs.
      nonisolated(unsafe) let inbox = post
      let taken = try await withCheckedThrowingContinuation { waiter in
        Thread.detachNewThread {
          waiter.resume(
            with: Result {
              let message = try inbox.taken()
              return (message.to, message.headers["Subject"], message.text)
            })
        }
      }
      #expect(taken.0 == [sam.email] && taken.1 == "Your new password")
      let code = taken.2.split(whereSeparator: \.isWhitespace).first {
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
    let bag = Mailbag()
    try await RunningServer.with(mail: bag.mail) { server in
      let sam = try await server.signedUp()
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
    try await RunningServer.with { server in
      let new = try await Self.ask(server, path, body)
      #expect(new.status.code == status && new.json["code"]?.string == code, "\(new.json)")
      #expect(code == nil || new.headers["X-Supabase-Api-Version"] == "2024-01-01")
      #expect(new.headers["x-sb-error-code"] == code)
      let old = try await server.ask(.post, "/auth/v1/\(path)", body)
      #expect(
        old.json["error_code"]?.string == code && old.headers["X-Supabase-Api-Version"] == nil)
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
