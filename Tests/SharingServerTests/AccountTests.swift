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

@Suite("Accounts of a server", .serialized)
struct AccountTests {
  @Test("A server's passwords are hashed with 64 MiB and two passes")
  func costs() async throws {
    let hash = try await PasswordHashing().hash(SecretText("a long enough password"))
    #expect(hash.hasPrefix("$argon2id$v=19$m=65536,t=2,p=1$"))
  }

  @Test("Signing up, in and out, with the same words for a wrong password and an unknown address")
  func inAndOut() async throws {
    try await RunningServer.with { server in
      let device = try server.device()
      let session = try await device.signUp()
      #expect(session.user.email == device.email)
      let user = try await device.auth.user()
      #expect(user.json["user_metadata"] == [:] && user.json["birth_date"] == nil)
      for name in ["created_at", "updated_at", "confirmed_at", "last_sign_in_at"] {
        let moment = try #require(user.json[name]?.string, "\(name)")
        #expect(moment.hasSuffix("Z") && Instant(moment) != nil, "\(name): \(moment)")
      }
      let again = await failure { try await device.signUp() }
      guard case .auth(let taken) = again else {
        Issue.record("\(String(describing: again))")
        return
      }
      #expect(taken.code == .userAlreadyExists && taken.status.code == 422)

      let wrong = await failure {
        try await device.auth.signIn(email: device.email, password: SecretText("another one"))
      }
      let nobody = await failure {
        try await device.auth.signIn(
          email: "nobody@example.org", password: SecretText("another one"))
      }
      #expect(wrong != nil && wrong == nobody)

      let token = try await device.token
      try await device.auth.signOut()
      // The access token has not expired, but its session has ended, so the server must refuse it.
      let gone = try await server.ask(.get, "/auth/v1/user", token: token)
      #expect(gone.status == .forbidden && gone.json["error_code"] == "session_not_found")
      let back = try await device.auth.signIn(email: device.email, password: Device.password)
      #expect(back.user.id == session.user.id)
    }
  }

  @Test("Whoever signs in with a password that is too weak by now is told so, and signed in")
  func weakByNow() async throws {
    try await RunningServer.with { server in
      let device = try server.device()
      try await device.signUp()
      func signIn(_ password: String) async throws -> JSONValue {
        try await server.ask(
          .post, "/auth/v1/token?grant_type=password",
          ["email": .string(device.email), "password": .string(password)]
        ).json
      }
      let strong = try await signIn(Device.password.revealed)
      #expect(strong["access_token"] != nil && strong["weak_password"] == nil)
      for (password, reason) in [("password1", "characters"), ("short", "length")] {
        let hash = try await PasswordHashing(.argon2id(.least)).hash(SecretText(password))
        _ = try await server.admin.run(
          "UPDATE accounts.people SET password_hash = $2 WHERE email = $1", [device.email, hash])
        let weak = try await signIn(password)
        #expect(weak["access_token"] != nil, "\(weak)")
        #expect(weak["weak_password"]?["reasons"]?.array == [.string(reason)])
        #expect(weak["weak_password"]?["message"]?.string?.isEmpty == false)
      }
    }
  }

  /// Returns random letters and digits, which cannot be compressed much, so the stored size is
  /// about as large as the text.
  private func noise(_ count: Int) -> String {
    var random = SystemRandomNumberGenerator()
    return String(
      (0..<count).map { _ in "abcdefghijklmnopqrstuvwxyz0123456789".randomElement(using: &random)! }
    )
  }

  @Test("A new password ends the other devices, and needs the old one in a session of some time")
  func newPassword() async throws {
    try await RunningServer.with { server in
      let device = try server.device()
      try await device.signUp()
      let lost = try Device(server, email: device.email)
      _ = try await lost.auth.signIn(email: device.email, password: Device.password)
      _ = try await server.admin.run(
        "UPDATE accounts.sessions SET created_at = now() - interval '11 minutes' WHERE person = $1::uuid",
        [try await device.id])
      let refused = await failure {
        try await device.auth.update(["password": "a much better one"])
      }
      #expect(refused != nil)
      _ = try await device.auth.update([
        "password": "a much better one", "current_password": .string(Device.password.revealed),
      ])
      lost.clock.move(seconds: 3_600)
      let ended = await failure { try await lost.auth.session() }
      #expect(ended == .sessionEnded(.refreshTokenNotFound))
      let back = try await device.auth.signIn(
        email: device.email, password: SecretText("a much better one"))
      #expect(back.user.email == device.email)
    }
  }

  @Test(
    "A null inside of what people add to their account stays, and a body that is too long is said")
  func ownData() async throws {
    try await RunningServer.with { server in
      let device = try server.device()
      try await device.signUp()
      let token = try await device.token
      let data: JSONValue = ["colours": ["car": .null, "hair": ["red", .null]]]
      let answer = try await server.ask(.put, "/auth/v1/user", token: token, ["data": data])
      #expect(answer.json["user_metadata"] == data, "\(answer.json.text)")
      let long = try await server.ask(
        .put, "/auth/v1/user", token: token, ["data": ["more": .string(noise(70_000))]])
      #expect(long.status.code == 413 && long.json["error_code"] == "bad_json")
      #expect(long.json["code"] == 413 && long.headers["x-sb-error-code"] == "bad_json")
    }
  }

  @Test(
    "A database that is away is said in the form of accounts",
    arguments: [
      (DatabaseFailure.busy, 504, "request_timeout"), (.closed, 503, "unexpected_failure"),
      (.broken, 503, "unexpected_failure"),
    ] as [(DatabaseFailure, Int, String)])
  func away(failure: DatabaseFailure, status: Int, code: String) {
    let fault = AuthFault(failure)
    #expect(fault.status.code == status && fault.code == code && fault.wait != nil)
  }

  @Test("What people add to their account never makes a token that is too long to be sent")
  func metadata() async throws {
    try await RunningServer.with { server in
      let device = try server.device()
      try await device.signUp()
      let token = try await device.token
      let answer = try await server.ask(
        .put, "/auth/v1/user", token: token, ["data": ["more": .string(noise(13_000))]])
      #expect(answer.status == .badRequest)
      // The token is for an account whose data is larger than the limit, as in accounts from before
      // the limit.
      let user: JSONValue = [
        "id": .string(try await device.id), "user_metadata": ["more": .string(noise(13_000))],
      ]
      let tokens = AccessTokens(keys: server.config.signingKeys, issuer: "", life: 900)
      let made = try tokens.token(for: user, session: "s", now: server.clock.now)
      #expect(made.utf8.count < 2_000)
    }
  }

  @Test(
    "What is no request is answered as the caller's mistake, in both shapes of an error",
    arguments: [
      ("/auth/v1/signup", "[]", 400, "bad_json"), ("/auth/v1/signup", "{", 400, "bad_json"),
      ("/auth/v1/signup", "{}", 422, "anonymous_provider_disabled"),
      ("/auth/v1/signup", #"{"email":"a@b.org"}"#, 400, "validation_failed"),
      (
        "/auth/v1/signup", #"{"email":"a@b.org","password":"short"}"#, 422, "weak_password"
      ),
      (
        "/auth/v1/signup", #"{"email":"a@b.org","password":"long enough\u0000"}"#, 400,
        "bad_json"
      ),
      (
        "/auth/v1/signup",
        #"{"email":"a@b.org","password":"long enough","data":{"birth_date":"1980-05-31","n":1e400000}}"#,
        400, "validation_failed"
      ),
      ("/auth/v1/token?grant_type=magic", "{}", 400, "invalid_credentials"),
      ("/auth/v1/token?grant_type=password", #"{"email":7}"#, 400, "invalid_credentials"),
      (
        "/auth/v1/token?grant_type=refresh_token", #"{"refresh_token":"x"}"#, 400,
        "validation_failed"
      ),
      ("/auth/v1/logout", "", 401, "no_authorization"), ("/auth/v1/sso", "{}", 404, "not_found"),
    ])
  func mistakes(path: String, body: String, status: Int, code: String) async throws {
    try await RunningServer.withLasting { server in
      for isNew in [true, false] {
        var request = try Request(
          .post, address: server.address + path,
          headers: ["apikey": server.config.publicKey], body: .bytes(Array(body.utf8)))
        if isNew { request.headers["X-Supabase-Api-Version"] = "2024-01-01" }
        let answer = try await HTTPClient.direct.answer(to: request)
        #expect(answer.status.code == status, "\(answer.json)")
        #expect(answer.json[isNew ? "code" : "error_code"]?.string == code)
        #expect(isNew || answer.json["code"]?.int == status)
      }
    }
  }
}
