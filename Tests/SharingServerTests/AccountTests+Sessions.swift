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
      #expect(try await refresh(third).json["error_code"] == "refresh_token_not_found")
      #expect(try await server.admin.run("SELECT count(*) \(mine)", [person]).value == "0")
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
    try await RunningServer.with { server in
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
