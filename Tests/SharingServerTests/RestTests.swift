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
import WebTesting

@testable import SharingServer

@Suite("Functions and tables of a server", .serialized)
struct RestTests {
  @Test("A step that one device pushes is pulled by another of the same person, and by nobody else")
  func pushAndPull() async throws {
    try await RunningServer.withLasting { server in
      let sam = try await server.signedUp()
      let stranger = try await server.signedUp()
      let samID = try await sam.id
      let school = UUID().uuidString.lowercased()
      let step: JSONValue = [
        "id": .string(UUID().uuidString.lowercased()), "person": .string(samID),
        "operation": "add", "summary": "Added a school", "at": "2026-11-22T12:00:00.000Z",
        "part": 1, "parts": 1,
        "changes": [
          [
            "op": "insert", "table": "schools", "id": .string(school),
            "set": ["user_id": .string(samID), "name": "Zoë's \"College\"; DROP TABLE schools"],
          ]
        ],
      ]
      let pushed = try await sam.client.call("compass_push", ["steps": [step]], repeats: .keyed)
      #expect(pushed[0]?["outcome"] == "applied")
      let again = try await sam.client.call("compass_push", ["steps": [step]], repeats: .keyed)
      #expect(again[0]?["outcome"] == "known")

      let phone = try Device(server, email: sam.email)
      _ = try await phone.auth.signIn(email: sam.email, password: Device.password)
      let news = try await phone.client.call("compass_pull")
      #expect(news.text.contains(school))
      let others = try await stranger.client.call("compass_pull")
      #expect(!others.text.contains(school))
      let query = TableQuery("schools").filtered("id", isIn: [.string(school)])
      let read = try await phone.client.rows(query)
      #expect(read.first?["name"] == "Zoë's \"College\"; DROP TABLE schools")
      let hidden = try await stranger.client.rows(query)
      #expect(hidden == [])
    }
  }

  @Test("Two people that ask at once over the same connections never see each other")
  func together() async throws {
    try await RunningServer.withLasting { server in
      let devices = [try await server.signedUp(), try await server.signedUp("parent")]
      let ids = [try await devices[0].id, try await devices[1].id]
      let mixed = try await withThrowingTaskGroup(of: Bool.self) { group in
        for number in 0..<60 {
          group.addTask {
            let rows = try await devices[number % 2].client.rows(TableQuery("users"))
            return rows.map { $0["id"]?.string } == [ids[number % 2]]
          }
        }
        return try await group.reduce(into: 0) { $0 += $1 ? 0 : 1 }
      }
      #expect(mixed == 0)
    }
  }

  @Test("Rows are filtered, ordered, counted and paged as PostgREST does it")
  func reads() async throws {
    try await RunningServer.withLasting { server in
      let device = try await server.signedUp()
      let token = try await device.token
      func read(_ query: String) async throws -> (rows: [JSONValue], total: Int) {
        let answer = try await server.ask(
          .get, "/rest/v1/task?\(query)", token: token, headers: ["Prefer": "count=exact"])
        let rows = try #require(answer.json.array, "\(answer.json)")
        let total = answer.headers["Content-Range"]?.split(separator: "/").last
        return (rows, try #require(total.flatMap { Int($0) }))
      }
      func count(_ filters: String) async throws -> Int {
        try await read("select=*&\(filters)&limit=1").total
      }
      let all = try await read("select=*&limit=1").total
      let ninth = try await read(
        "select=title,grade_level&grade_level=eq.9&order=title.desc.nullslast&limit=3&offset=1")
      #expect(all > 20 && ninth.rows.count == 3 && ninth.total > 3)
      #expect(ninth.rows.allSatisfy { $0.object?.keys == ["title", "grade_level"] })
      let titles = ninth.rows.compactMap { $0["title"]?.string }
      #expect(titles == titles.sorted(by: >))
      let range = try await count("grade_level=gte.10&grade_level=lte.11")
      let listed = try await count("grade_level=in.(10,11)")
      #expect(range == listed && range > 0 && range < all)
      let named = try await device.client.rows(
        TableQuery("task")
          .filtered("title", isIn: .init(titles.map { .string($0) } + ["a\"b\\c,(d)", ""])))
      #expect(named.count == 3)
      let dated = try await count("deadline_date=not.is.null")
      let undated = try await count("deadline_date=is.null")
      #expect(dated + undated == all)
    }
  }

  @Test(
    "What is asked for in another way is answered with PostgREST's code, and is never part of a statement",
    arguments: [
      ("/rest/v1/nothing", 404, "PGRST205"), ("/rest/v1/pg_authid", 404, "PGRST205"),
      ("/rest/v1/task?nothing=eq.1", 400, "42703"),
      ("/rest/v1/task?select=nothing", 400, "42703"),
      ("/rest/v1/task?grade_level=eq.nine", 400, "22P02"),
      ("/rest/v1/task?grade_level=9", 400, "PGRST100"),
      ("/rest/v1/task?grade_level=is.nine", 400, "PGRST100"),
      ("/rest/v1/task?title=in.(a", 400, "PGRST100"),
      ("/rest/v1/task?order=title.desc%3BDROP%20TABLE%20task", 400, "PGRST100"),
      ("/rest/v1/task?title%22%20OR%201=eq.1", 400, "PGRST100"),
      ("/rest/v1/task?title=eq.%00", 400, "PGRST100"),
      ("/rest/v1/task?limit=-1", 416, "PGRST103"), ("/rest/v1/task/1", 404, "PGRST125"),
      ("/rest/v1/task?or=(title.eq.a,title.eq.b", 400, "PGRST100"),
      ("/rest/v1/task?select=*,coaches(*)", 400, "PGRST200"),
    ])
  func mistakes(path: String, status: Int, code: String) async throws {
    try await RunningServer.withLasting { server in
      let device = try server.device()
      try await device.signUp()
      let answer = try await server.ask(.get, path, token: try await device.token)
      #expect(answer.status.code == status, "\(answer.json)")
      #expect(answer.json["code"]?.string == code, "\(answer.json)")
      #expect(Set(answer.json.object?.keys ?? []) == ["code", "message", "details", "hint"])
    }
  }

  @Test("A single row, a profile, a page beyond the end, a HEAD")
  func shapes() async throws {
    try await RunningServer.withLasting { server in
      let token = try await server.signedUp().token
      let single: Headers = ["Accept": "application/vnd.pgrst.object+json"]
      let own = try await server.ask(
        .get, "/rest/v1/users?select=role", token: token, headers: single)
      #expect(own.json == ["role": "player"] && own.headers["Content-Range"] == "0-0/*")
      let many = try await server.ask(.get, "/rest/v1/task", token: token, headers: single)
      #expect(many.status == .notAcceptable && many.json["code"] == "PGRST116")
      let profile = try await server.ask(
        .get, "/rest/v1/users", token: token, headers: ["Accept-Profile": "accounts"])
      #expect(profile.status == .notAcceptable && profile.json["code"] == "PGRST106")
      let beyond = try await server.ask(
        .get, "/rest/v1/users?offset=9", token: token, headers: ["Prefer": "count=exact"])
      #expect(beyond.status.code == 416)
      let empty = try await server.ask(.get, "/rest/v1/users?offset=9", token: token)
      #expect(empty.json == [] && empty.headers["Content-Range"] == "*/*")
      let head = try await server.ask(
        .head, "/rest/v1/users", token: token, headers: ["Prefer": "count=exact"])
      #expect(head.status == .ok && head.headers["Content-Range"] == "0-0/1")
      // A change or a deletion without a filter is refused, because it would affect the whole
      // table.
      for method in [HTTP.Method.patch, .delete] {
        for table in ["schools", "users", "notifications"] {
          let whole = try await server.ask(
            method, "/rest/v1/\(table)", token: token, ["full_name": "Everybody"])
          #expect(whole.status == .badRequest && whole.json["code"] == "21000")
        }
      }
    }
  }

  @Test("Headers count in any case and as often as they come, and an answer has those of PostgREST")
  func headers() async throws {
    try await RunningServer.withLasting { server in
      let sam = try await server.signedUp()
      let token = try await sam.token
      func ask(
        _ method: HTTP.Method, _ path: String, _ more: [(String, String)], _ body: JSONValue? = nil
      ) async throws -> Response {
        var headers: Headers = ["apiKey": server.publicKey, "AUTHORIZATION": "BEARER \(token)"]
        for (name, value) in more { headers.add(name, value) }
        return try await HTTPClient.direct.answer(
          to: try Request(
            method, address: server.address + "/rest/v1/" + path, headers: headers,
            body: body.map { .bytes(Array($0.text.utf8)) } ?? .none))
      }
      // Clients in Python send both profiles with each request. Only the one that fits the method
      // counts.
      let read = try await ask(
        .get, "users?select=id",
        [("Accept-Profile", "public"), ("Content-Profile", "other"), ("X-Retry-Count", "1")])
      #expect(read.status == .ok, "\(read.json)")
      #expect(read.headers["Content-Type"] == "application/json; charset=utf-8")
      #expect(read.headers["Content-Location"] == "/users?select=id")
      #expect(read.headers["Vary"] == "Accept, Prefer, Range")
      #expect(read.headers["Content-Profile"] == nil)
      let made = try await ask(
        .post, "schools?select=name",
        [
          ("Accept-Profile", "other"), ("Content-Profile", "public"),
          ("Content-Type", "application/json;charset=UTF-8"), ("Prefer", "count=exact"),
          ("Prefer", "return=representation ,missing=null"),
        ], ["user_id": .string(try await sam.id), "name": "Ash"])
      #expect(made.status == .created && made.json == [["name": "Ash"]], "\(made.json)")
      #expect(
        made.headers["Preference-Applied"] == "missing=null, return=representation, count=exact")
      let forged = try await server.ask(.get, "/rest/v1/users", token: "x.y.z")
      #expect(forged.headers["WWW-Authenticate"]?.hasPrefix("Bearer") == true)
    }
  }

  @Test("Functions take what they take by name, and write only where they say so")
  func functions() async throws {
    try await RunningServer.withLasting { server in
      let parent = try await server.signedUp("parent")
      let token = try await parent.token
      func call(_ name: String, _ body: JSONValue) async throws -> Response {
        try await server.ask(.post, "/rest/v1/rpc/\(name)", token: token, body)
      }
      let requests = try await call("join_requests", [:])
      #expect(requests.json == [])
      // A function that returns rows can be filtered and counted like a table. GET may call only a
      // function that reads.
      for (method, path, status, code) in [
        (HTTP.Method.get, "join_requests?select=full_name&email=eq.x&order=asked_at", 200, nil),
        (.head, "join_requests", 200, nil), (.get, "join_requests?nothing=eq.x", 400, "42703"),
        (.get, "compass_pull?limit=1", 200, nil), (.get, "compass_pull?limit=x", 200, nil),
        (.get, "compass_pull?more=1", 404, "PGRST202"),
        (.get, "compass_pull?limit=1&select=*", 200, nil),
        (.get, "join_requests?nothing=x", 404, "PGRST202"),
        (.get, "join_requests?full_name=not.in.(a,b)&limit=1", 200, nil),
        (.get, "join_family?code=FAM-ZZZZZZ", 405, "25006"),
      ] as [(HTTP.Method, String, Int, String?)] {
        let answer = try await server.ask(
          method, "/rest/v1/rpc/\(path)", token: token, headers: ["Prefer": "count=exact"])
        #expect(answer.status.code == status, "\(path): \(answer.json)")
        #expect(method == .head || answer.json["code"]?.string == code)
      }
      let joined = try await call("join_family", ["code": "FAM-ZZZZZZ"])
      #expect(joined.json["outcome"] == "unknown")
      for (name, body) in [
        ("nothing", [:]), ("join_family", [:]), ("join_family", ["code": "x", "more": 1]),
        ("join_family", ["code\" text); DROP TABLE users": "x"]), ("pg_sleep", ["": 1]),
      ] as [(String, JSONValue)] {
        let answer = try await call(name, body)
        #expect(answer.status == .notFound && answer.json["code"] == "PGRST202", "\(name)")
      }
      let renewed = try await call("renew_family_code", [:])
      #expect(renewed.status == .forbidden && renewed.json["code"] == "42501")
      let broken = try await call("compass_pull", "text")
      #expect(broken.status == .badRequest && broken.json["code"] == "PGRST102")
    }
  }

  @Test("The value of a function is one row of the answer's range, and a set of rows has a Range")
  func rangeOfValue() async throws {
    try await RunningServer.withLasting { server in
      let token = try await server.signedUp().token
      for (headers, range) in [
        ([:], "0-0/*"), (["Prefer": "count=exact"], "0-0/1"),
      ] as [(Headers, String)] {
        let answer = try await server.ask(
          .get, "/rest/v1/rpc/compass_pull?limit=1", token: token, headers: headers)
        #expect(answer.status == .ok && answer.headers["Content-Range"] == range)
        #expect(answer.headers["Preference-Applied"] == headers["Prefer"])
      }
      let upsideDown = try await server.ask(
        .get, "/rest/v1/rpc/join_requests", token: token, headers: ["Range": "3-1"])
      #expect(upsideDown.status.code == 416 && upsideDown.json["code"] == "PGRST103")
    }
  }

  @Test(
    "Each refusal has the four members and names its charset",
    arguments: [
      ("/rest/v1/%zz", 400), ("/rest/v1/nothing", 404),
      ("/rest/v2/schools", 404), ("/compass/v1/news", 405),
    ])
  func refusals(target: String, status: Int) async throws {
    try await RunningServer.withLasting { server in
      let token = try await server.signedUp().token
      // The client of the tests sends no malformed target, so the bytes are written here.
      let head = [
        "GET \(target) HTTP/1.1", "Host: 127.0.0.1:\(server.port)", "Connection: close",
        "apikey: \(server.publicKey)", "Authorization: Bearer \(token)", "", "",
      ]
      let answer = Browser.answer(
        try await Browser.exchange(
          Array(head.joined(separator: "\r\n").utf8), port: server.port), from: target)
      #expect(answer.status == status)
      #expect(answer.headers["content-type"] == "application/json; charset=utf-8")
      let members = Set(try JSONValue.parse(answer.body).object?.keys ?? [])
      #expect(members.isSuperset(of: ["code", "message", "details", "hint"]), "\(members)")
    }
  }

  @Test("The public keys for tokens are for everybody, and nothing else is without a key")
  func publicKeys() async throws {
    try await RunningServer.withLasting { server in
      let keys = try await server.ask(.get, "/auth/v1/.well-known/jwks.json", key: "")
      #expect(keys.status == .ok && keys.json == ["keys": []])
      #expect(keys.headers["Cache-Control"] == "public, max-age=600")
      for path in ["/auth/v1/settings", "/auth/v1/.well-known/other", "/auth/v1/.well-known"] {
        let refused = try await server.ask(.get, path, key: "")
        #expect(refused.status == .unauthorized, "\(path)")
      }
    }
  }

  @Test("A program with the public key reads how accounts are made, and what serves them")
  func settings() async throws {
    try await RunningServer.withLasting { server in
      let settings = try await server.ask(.get, "/auth/v1/settings")
      #expect(
        settings.json == [
          "external": ["email": true, "phone": false], "disable_signup": false,
          "mailer_autoconfirm": true, "phone_autoconfirm": false, "sms_provider": "",
          "saml_enabled": false,
        ], "\(settings.json)")
      let health = try await server.ask(.get, "/auth/v1/health")
      #expect(health.status == .ok)
      #expect(health.json.object?.keys == ["version", "name", "description"])
    }
  }

  @Test("Nobody gets in with a token that is not ours, or no more, or not yet")
  func forged() async throws {
    try await RunningServer.with { server in
      let device = try await server.signedUp()
      let good = try await device.token
      let pieces = good.split(separator: ".").map(String.init)
      func piece(_ json: JSONValue) -> String { Base64URL.text(Array(json.text.utf8)) }
      let claims = try JSONValue.parse(utf8: Base64URL.bytes(pieces[1]) ?? [])
      var service = claims.object ?? [:]
      service["role"] = "service_role"
      // A client knows the public key, so a server that verified with it would take any token.
      let foreign = ["another secret", server.publicKey].map { secret in
        AccessTokens(
          keys: [.init(name: server.config.signingKeys[0].name, secret: .init(secret))],
          issuer: "", life: 900)
      }
      let head = try JSONValue.parse(utf8: Base64URL.bytes(pieces[0]) ?? [])
      let stolenName: JSONValue = ["alg": "HS256", "kid": head["kid"] ?? ""]
      var tokens = [
        "x", "a.b.c", pieces[0] + "." + pieces[1] + ".", pieces[0] + "." + pieces[1],
        piece(["alg": "none", "kid": head["kid"] ?? ""]) + "." + pieces[1] + ".",
        pieces[0] + "." + piece(.object(service)) + "." + pieces[2],
        piece(stolenName) + "." + pieces[1] + "." + pieces[2],
        good + "A",
      ]
      for other in foreign {
        tokens.append(
          try other.token(
            for: ["id": claims["sub"] ?? .null], session: "x", now: server.clock.now))
      }
      for token in tokens {
        let answer = try await server.ask(.get, "/rest/v1/users", token: token)
        #expect(answer.status == .unauthorized && answer.json["code"] == "PGRST301", "\(token)")
      }
      server.clock.move(seconds: 900 + 29)
      let inTime = try await server.ask(.get, "/rest/v1/users", token: good)
      #expect(inTime.status == .ok)
      server.clock.move(seconds: 1)
      let late = try await server.ask(.get, "/rest/v1/users", token: good)
      #expect(late.status == .unauthorized && late.json["code"] == "PGRST303")
      #expect(
        late.headers["WWW-Authenticate"]
          == #"Bearer error="invalid_token", error_description="JWT expired""#)
      server.clock.move(seconds: -3_600)
      let early = try await server.ask(.get, "/rest/v1/users", token: good)
      #expect(early.json["message"] == "JWT issued at future")
    }
  }

  @Test("A token that another program signs with the server's secret needs no name of its key")
  func minted() async throws {
    try await RunningServer.with { server in
      let now = Int(server.clock.now.seconds)
      let secret = server.config.signingKeys[0].secret.revealed
      func signed(_ claims: JSONValue) throws -> String {
        let head: JSONValue = ["alg": "HS256", "typ": "JWT"]
        let text = [head, claims].map { Base64URL.text(Array($0.text.utf8)) }.joined(separator: ".")
        let mac = try MessageMAC.hmacSHA256(Array(text.utf8), key: Array(secret.utf8))
        return text + "." + Base64URL.text(mac)
      }
      let (later, before) = (JSONValue(now + 600), JSONValue(now - 600))
      let person = JSONValue.string(UUID().uuidString.lowercased())
      for (claims, status, code) in [
        (["role": "anon", "exp": later], 401, "42501"), (["exp": later], 401, "42501"),
        (["sub": person, "exp": later], 401, "42501"),
        (["role": "anon", "exp": before], 401, "PGRST303"), (["exp": before], 401, "PGRST303"),
        (["role": "authenticated", "exp": before], 401, "PGRST303"),
        (["role": "postgres", "exp": later], 401, "PGRST301"),
        (["role": .null, "exp": later], 401, "PGRST301"), (["role": "anon"], 401, "PGRST301"),
        (["role": "authenticated", "exp": later], 401, "PGRST301"),
        (
          ["role": "authenticated", "aud": "authenticated", "sub": person, "exp": later], 410,
          "PT410"
        ),
      ] as [(JSONValue, Int, String)] {
        let answer = try await server.ask(.get, "/rest/v1/users", token: try signed(claims))
        #expect(
          answer.status.code == status && answer.json["code"]?.string == code,
          "\(claims.text): \(answer.json)")
      }
      let key = try signed(["role": "anon", "exp": later])
      #expect(try await server.ask(.get, "/auth/v1/settings", key: key).status == .ok)
      let other = try signed(["role": "authenticated", "sub": person, "exp": later])
      let refused = try await server.ask(.get, "/auth/v1/settings", key: other)
      #expect(refused.status == .unauthorized && refused.json["message"] == "Invalid API key")
    }
  }

  @Test("Without the key nothing is answered, and without a token nothing is seen")
  func strangers() async throws {
    try await RunningServer.with { server in
      let keyless = try await server.ask(.get, "/rest/v1/users", key: "wrong")
      #expect(keyless.status == .unauthorized && keyless.json["message"] != nil)
      for token in [nil, server.config.publicKey] {
        for path in ["users", "schools", "task"] {
          let answer = try await server.ask(.get, "/rest/v1/\(path)", token: token)
          #expect(answer.status == .unauthorized && answer.json["code"] == "42501")
          #expect(answer.headers["WWW-Authenticate"] == "Bearer")
          #expect(answer.headers["Vary"] == "Accept, Prefer, Range")
        }
      }
      let health = try await server.ask(.get, "/health", key: "")
      #expect(health.status == .ok)
      let ready = try await server.ask(.get, "/ready", key: "")
      #expect(ready.json["ready"] == true)
      let files = try FileManager.default.contentsOfDirectory(
        atPath: RunningServer.schema + "/Migrations")
      #expect(ready.json["migration"]?.int == files.count)
    }
  }

  @Test("A key that is retired is taken until its tokens have ended, and a key that is gone is not")
  func signingKeys() async throws {
    let old = AccessTokens.Key(name: "old", secret: SecretText(String(repeating: "o", count: 32)))
    let new = AccessTokens.Key(name: "new", secret: SecretText(String(repeating: "n", count: 32)))
    let now = ServerCommands.now()
    func tokens(_ keys: [AccessTokens.Key]) -> AccessTokens {
      AccessTokens(keys: keys, issuer: "", life: 900)
    }
    let token = try tokens([old]).token(for: ["id": "sam"], session: "s", now: now)
    let claims = try tokens([new, old]).claims(of: token, now: now)
    #expect(claims["sub"] == "sam" && claims["role"] == "authenticated")
    #expect(throws: AccessTokens.Fault.notOurs) { try tokens([new]).claims(of: token, now: now) }
  }

  /// The arguments are the age of the token in milliseconds by the clock of the server that reads
  /// it, and the error of the refusal; nil if the token is accepted.
  ///
  /// A token is valid for 900 s, and the server accepts it 30 s early or late.
  @Test(
    "Servers whose clocks differ by half a minute take each other's tokens",
    arguments: [
      (-31_000, "JWT issued at future"), (-30_001, "JWT issued at future"), (-30_000, nil),
      (-29_999, nil), (0, nil), (900_000, nil), (929_999, nil), (930_000, "JWT expired"),
    ] as [(Int64, String?)])
  func tolerance(milliseconds: Int64, refusal: String?) throws {
    let key = AccessTokens.Key(name: "a", secret: SecretText(String(repeating: "a", count: 32)))
    let tokens = AccessTokens(keys: [key], issuer: "", life: 900)
    let made = Instant(milliseconds: 1_790_000_000_000)
    let token = try tokens.token(for: ["id": "sam"], session: "s", now: made)
    let now = made.adding(milliseconds: milliseconds)
    if let refusal {
      #expect(throws: AccessTokens.Fault.claims(refusal)) { try tokens.claims(of: token, now: now) }
    } else {
      #expect(try tokens.claims(of: token, now: now)["sub"] == "sam")
    }
  }
}
