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

// Refresh tokens, and the sessions that they keep.
extension AccountTests {
  @Test(
    "A refresh token is used once; a lost answer is given again; a stolen one ends the session alone"
  )
  func rotation() async throws {
    try await RunningServer.with { server in
      let device = try server.device()
      let other = try server.device()
      try await device.signUp()
      let elsewhere = try Device(server, email: device.email)
      _ = try await elsewhere.auth.signIn(email: device.email, password: Device.password)
      _ = other

      func refresh(_ token: String) async throws -> Response {
        try await server.ask(
          .post, "/auth/v1/token?grant_type=refresh_token",
          headers: ["X-Supabase-Api-Version": "2024-01-01"], ["refresh_token": .string(token)])
      }
      let first = try await device.auth.session()?.refreshToken.revealed ?? ""
      let second = try await refresh(first).json["refresh_token"]?.string ?? ""
      // On a busy machine the repeated request may come later than the thirty seconds in which the
      // answer is given again, so the token counts as used later than it was.
      _ = try await server.admin.run(
        """
        UPDATE accounts.tokens SET used_at = used_at + interval '1 hour'
        WHERE session IN (SELECT id FROM accounts.sessions WHERE person = $1)
        """, [try await device.id])
      let again = try await refresh(first).json["refresh_token"]?.string
      #expect(second != first && again == second && second.utf8.count >= 12)
      let third = try await refresh(second).json["refresh_token"]?.string ?? ""
      // A refresh token may be repeated only while its successor is unused, for a client that lost
      // an answer. The first token's successor has been used, so a second client must have a copy,
      // and the server ends the session.
      let stolen = try await refresh(first)
      #expect(stolen.status == .badRequest)
      #expect(stolen.json["code"] == "refresh_token_already_used")
      let ended = try await refresh(third)
      #expect(ended.json["code"] == "refresh_token_not_found")
      elsewhere.clock.move(seconds: 3_600)
      let goesOn = try await elsewhere.auth.session()
      #expect(goesOn != nil)
      let kept = try await server.admin.run(
        "SELECT count(*) FROM accounts.tokens WHERE encode(digest, 'escape') LIKE '%' || $1 || '%'",
        [third])
      #expect(kept.value == "0")
    }
  }

  @Test(
    "Signing out ends this session, the others or all of them",
    arguments: [
      ("?scope=local", [false, true]), ("?scope=others", [true, false]),
      ("?scope=global", [false, false]), ("", [false, false]),
    ])
  func scopes(query: String, goOn: [Bool]) async throws {
    try await RunningServer.withLasting { server in
      let device = try server.device()
      try await device.signUp()
      let other = try Device(server, email: device.email)
      _ = try await other.auth.signIn(email: device.email, password: Device.password)
      let tokens = [try await device.token, try await other.token]
      let wrong = try await server.ask(.post, "/auth/v1/logout?scope=x", token: tokens[0])
      #expect(wrong.status.code == 400 && wrong.json["error_code"] == "validation_failed")
      let ended = try await server.ask(.post, "/auth/v1/logout\(query)", token: tokens[0])
      #expect(ended.status == .noContent && ended.json == .null)
      var left: [Bool] = []
      for token in tokens {
        let user = try await server.ask(.get, "/auth/v1/user", token: token)
        left.append(user.status == .ok)
        #expect(user.status == .ok || user.json["error_code"] == "session_not_found")
      }
      #expect(left == goOn)
    }
  }

  @Test("A token is asked for where one's account is read, and not looked at where it begins")
  func bearers() async throws {
    try await RunningServer.with { server in
      let device = try server.device()
      try await device.signUp()
      let token = try await device.token
      let refresh = try await device.auth.session()?.refreshToken.revealed ?? ""
      server.clock.move(seconds: 3_600)
      for old in [token, server.publicKey, "x", "a.b.c"] {
        for (method, path) in [
          (HTTP.Method.get, "user"), (.put, "user"), (.post, "logout"),
        ] {
          let answer = try await server.ask(method, "/auth/v1/\(path)", token: old)
          #expect(answer.status == .forbidden && answer.json["error_code"] == "bad_jwt")
        }
      }
      let bare = try await server.ask(.get, "/auth/v1/user")
      #expect(bare.status == .unauthorized && bare.json["error_code"] == "no_authorization")
      let email = JSONValue.string(device.email)
      let password = JSONValue.string(Device.password.revealed)
      let newcomer: JSONValue = [
        "email": .string("new-\(device.email)"), "password": password,
        "data": ["birth_date": "1980-05-31"], "code_challenge": .null, "gotrue_meta_security": [:],
      ]
      for (path, body, status) in [
        ("token?grant_type=refresh_token", ["refresh_token": .string(refresh)], 200),
        ("token?grant_type=password", ["email": email, "password": password, "data": [:]], 200),
        ("signup", newcomer, 200), ("recover", ["email": email], 200),
        ("otp", ["email": email], 200),
        ("verify", ["type": "email", "email": email, "token": "000000"], 403),
      ] as [(String, JSONValue, Int)] {
        let answer = try await server.ask(.post, "/auth/v1/\(path)", token: token, body)
        #expect(answer.status.code == status, "\(path): \(answer.json)")
      }
    }
  }

  @Test("A session, its user and its token have each member that programs read, and no secret more")
  func members() async throws {
    try await RunningServer.with { server in
      let answer = try await server.ask(
        .post, "/auth/v1/signup",
        [
          "email": .string(try server.device().email.uppercased()),
          "password": .string(Device.password.revealed), "data": ["birth_date": "1980-05-31"],
        ])
      func names(_ json: JSONValue?) -> Set<String> { Set(json?.object?.keys ?? []) }
      let session = answer.json
      #expect(
        names(session) == [
          "access_token", "token_type", "expires_in", "expires_at", "refresh_token", "user",
        ])
      #expect(session["token_type"] == "bearer" && answer.headers["Cache-Control"] == "no-store")
      let user = session["user"]
      #expect(
        names(user) == [
          "id", "aud", "role", "email", "phone", "email_confirmed_at", "confirmed_at",
          "last_sign_in_at", "app_metadata", "user_metadata", "identities", "created_at",
          "updated_at", "is_anonymous",
        ])
      #expect(user?["email"]?.string == user?["email"]?.string?.lowercased())
      let identity = user?["identities"]?[0]
      #expect(
        names(identity) == [
          "identity_id", "id", "user_id", "identity_data", "provider", "email", "last_sign_in_at",
          "created_at", "updated_at",
        ])
      #expect(
        names(identity?["identity_data"]) == ["sub", "email", "email_verified", "phone_verified"])
      let pieces = (session["access_token"]?.string ?? "").split(separator: ".")
      let claims = try JSONValue.parse(
        utf8: Base64URL.bytes(try #require(pieces.dropFirst().first)) ?? [])
      #expect(
        names(claims) == [
          "iss", "sub", "aud", "exp", "iat", "email", "phone", "app_metadata", "user_metadata",
          "role", "aal", "amr", "session_id", "is_anonymous",
        ])
      #expect(claims["sub"] == user?["id"] && claims["exp"] == session["expires_at"])
      #expect(claims["aud"] == "authenticated" && claims["role"] == "authenticated")
      #expect(claims["amr"]?[0]?["method"] == "password")
      let life = (claims["exp"]?.int ?? 0) - (claims["iat"]?.int ?? 0)
      #expect(session["expires_in"]?.int == life && life > 120)
    }
  }

  @Test("Many that refresh one token at once leave exactly one that is good")
  func together() async throws {
    try await RunningServer.with { server in
      let device = try server.device()
      try await device.signUp()
      let token = try await device.auth.session()?.refreshToken.revealed ?? ""
      let children = try await withThrowingTaskGroup(of: String?.self) { group in
        for _ in 0..<20 {
          group.addTask {
            try await server.ask(
              .post, "/auth/v1/token?grant_type=refresh_token", ["refresh_token": .string(token)]
            ).json["refresh_token"]?.string
          }
        }
        return try await group.reduce(into: Set<String?>()) { $0.insert($1) }
      }
      #expect(children.count == 1 && !children.contains(nil))
      let good = try await server.admin.run(
        """
        SELECT count(*) FROM accounts.tokens AS t JOIN accounts.sessions AS s ON s.id = t.session
        WHERE t.used_at IS NULL AND s.person = $1::uuid
        """, [try await device.id])
      #expect(good.value == "1")
    }
  }

  @Test("A refresh token that is shown again after half a minute is in two hands")
  func late() async throws {
    try await RunningServer.with { server in
      let device = try server.device()
      try await device.signUp()
      let first = try await device.auth.session()?.refreshToken.revealed ?? ""
      func refresh(_ token: String) async throws -> Response {
        try await server.ask(
          .post, "/auth/v1/token?grant_type=refresh_token", ["refresh_token": .string(token)])
      }
      let second = try await refresh(first).json["refresh_token"]?.string ?? ""
      _ = try await server.admin.run(
        "UPDATE accounts.tokens SET used_at = used_at - interval '31 seconds' WHERE digest = sha256(convert_to($1, 'UTF8'))",
        [first])
      let again = try await refresh(first)
      #expect(again.json["error_code"] == "refresh_token_already_used")
      #expect(try await refresh(second).status == .badRequest)
    }
  }

  @Test("Two answers in a row that are asked for again are no accident")
  func twice() async throws {
    try await RunningServer.with { server in
      let device = try server.device()
      try await device.signUp()
      func refresh(_ token: String) async throws -> Response {
        try await server.ask(
          .post, "/auth/v1/token?grant_type=refresh_token", ["refresh_token": .string(token)])
      }
      let first = try await device.auth.session()?.refreshToken.revealed ?? ""
      let second = try await refresh(first).json["refresh_token"]?.string ?? ""
      #expect(try await refresh(first).json["refresh_token"]?.string == second)
      let third = try await refresh(second).json["refresh_token"]?.string ?? ""
      #expect(third != second && !third.isEmpty)
      let again = try await refresh(second)
      #expect(again.json["error_code"] == "refresh_token_already_used")
      #expect(try await refresh(third).status == .badRequest)
    }
  }

  @Test("A session that nobody used for half a year is over, and used tokens are not kept for ever")
  func aged() async throws {
    try await RunningServer.with { server in
      let device = try server.device()
      try await device.signUp()
      let person = try await device.id
      func refresh(_ token: String) async throws -> Response {
        try await server.ask(
          .post, "/auth/v1/token?grant_type=refresh_token", ["refresh_token": .string(token)])
      }
      let first = try await device.auth.session()?.refreshToken.revealed ?? ""
      let second = try await refresh(first).json["refresh_token"]?.string ?? ""
      let mine = "FROM accounts.sessions AS s WHERE s.person = $1::uuid"
      _ = try await server.admin.run(
        "UPDATE accounts.tokens SET used_at = now() - interval '8 days' WHERE used_at IS NOT NULL AND session IN (SELECT id \(mine))",
        [person])
      let third = try await refresh(second).json["refresh_token"]?.string ?? ""
      let kept = try await server.admin.run(
        "SELECT count(*) FROM accounts.tokens WHERE session IN (SELECT id \(mine))", [person])
      #expect(kept.value == "2")
      _ = try await server.admin.run(
        "UPDATE accounts.sessions SET last_used_at = now() - interval '181 days' WHERE person = $1::uuid",
        [person])
      let late = try await refresh(third)
      #expect(late.status == .badRequest && late.json["error_code"] == "session_expired")
      #expect(late.json["msg"] == "Invalid Refresh Token: Session Expired (Inactivity)")
      #expect(try await server.admin.run("SELECT count(*) \(mine)", [person]).value == "0")
      #expect(try await refresh(third).json["error_code"] == "refresh_token_not_found")
    }
  }

  @Test("A way to sign in that does not exist is refused in the words of the protocol")
  func unknownGrant() async throws {
    try await RunningServer.with { server in
      let answer = try await server.ask(.post, "/auth/v1/token?grant_type=magic", [:])
      #expect(answer.status == .badRequest)
      #expect(answer.json["error_code"] == "invalid_credentials")
      #expect(answer.json["msg"] == "unsupported_grant_type")
    }
  }
}

// The names of the sessions.
extension AccountTests {
  @Test(
    "Browsers and devices are named by what is known of them",
    arguments: [
      (
        "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", nil,
        "Firefox on Linux"
      ),
      (
        "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1 Version/18.0 Safari/604.1",
        nil, "Safari on iPhone"
      ),
      (
        "Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) AppleWebKit/605.1 CriOS/130.0 Safari/604.1",
        nil, "Chrome on iPad"
      ),
      (
        "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36",
        nil, "Chrome on Android"
      ),
      (
        "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/130.0 Safari/537.36 Edg/130.0",
        nil, "Edge on Windows"
      ),
      ("Mozilla/5.0 (Commodore)", nil, "A browser"),
      ("<script>alert(1)</script>", nil, "A program"),
      ("recruiting-compass", nil, "A program"),
      ("recruiting-compass", "sams-laptop", "The program on sams-laptop"),
      ("recruiting-compass", "Jos%C3%A9%E2%80%99s%20desk", "The program on José’s desk"),
      ("recruiting-compass", "%3Cb%3E%00%1B%5B1m%E2%80%AE", "The program on b1m"),
      (
        "recruiting-compass", String(repeating: "x", count: 300),
        "The program on " + String(repeating: "x", count: 40)
      ),
      ("recruiting-compass", "%00", "A program"),
      // An accent and a Devanagari vowel sign follow their letter as scalars of their own.
      ("recruiting-compass", "Jose%CC%81", "The program on Jose\u{301}"),
      (
        "recruiting-compass", "%E0%A4%B9%E0%A4%BF%E0%A4%A8%E0%A5%8D%E0%A4%A6%E0%A5%80",
        "The program on हिन्दी"
      ),
      ("recruiting-compass", "%F0%9F%9A%80%EF%B8%8F%CC%81Sam", "The program on Sam"),
      ("recruiting-compass", "%F0%9F%9A%80", "A program"),
      // A character of a thousand accents is longer than a name may be.
      (
        "recruiting-compass", "Sam" + String(repeating: "%CC%81", count: 1_000),
        "The program on Sa"
      ),
      (
        "recruiting-compass", String(repeating: "e%CC%81%CC%82", count: 100),
        "The program on " + String(repeating: "e\u{301}\u{302}", count: 32)
      ),
    ] as [(String, String?, String)])
  func names(_ agent: String, _ computer: String?, _ name: String) {
    var headers: Headers = ["User-Agent": agent]
    headers[CompassHeader.device] = computer
    // The scalars are compared, because Swift takes a letter with its accent and the one scalar of
    // both for equal.
    let made = DeviceName.of(headers)
    #expect(Array(made.unicodeScalars) == Array(name.unicodeScalars), "\(made)")
    #expect(made.utf8.count <= 200)
  }

  @Test(
    "A description that a server of the version before passes on is not kept",
    arguments: [
      ("Mozilla/5.0 (X11; Linux) Firefox/140.0", "A browser"), ("curl/8.5.0", "A program"),
      ("recruiting-compass", "A program"), ("", "A program"),
      (String(repeating: "x", count: 201), "A program"), ("Firefox on Linux", "Firefox on Linux"),
      ("The program on José’s desk", "The program on José’s desk"),
    ])
  func namesOfBefore(_ told: String, _ kept: String) async throws {
    try await RunningServer.withLasting { server in
      let device = try server.device()
      try await device.signUp()
      let begun = try await server.admin.run(
        """
        SELECT accounts.begin_session($1::uuid, sha256(convert_to($2, 'UTF8')), $3) ->> 'session'
        """, [try await device.id, UUID().uuidString, told])
      let found = try await server.admin.run(
        "SELECT device FROM accounts.sessions WHERE id = $1::uuid", [begun.value])
      #expect(found.value == kept)
    }
  }

  @Test("Of a device that signs in the server keeps the derived name alone")
  func namesKept() async throws {
    try await RunningServer.with { server in
      let device = try server.device()
      try await device.signUp()
      _ = try await server.ask(
        .post, "/auth/v1/token?grant_type=password",
        headers: ["User-Agent": "Mozilla/5.0 (X11; Linux) Firefox/140.0 secret"],
        ["email": .string(device.email), "password": .string(Device.password.revealed)])
      let kept = try await server.admin.run(
        "SELECT string_agg(device, ', ' ORDER BY device) FROM accounts.sessions WHERE person = $1::uuid",
        [try await device.id])
      #expect(kept.value == "A program, Firefox on Linux")
    }
  }
}
