import FeatureKit
import Foundation
import HTTP
import JSON
import MailTesting
import Mailing
import PostgreSQL
import SharingTesting
import Synchronization
import Testing
import WebTesting

@testable import ServerPages
@testable import SharingServer

/// The HTTP endpoints under `/api`, which programs call: their rights, their limits, and the rows
/// that they leave in the database.
@Suite struct ProgramRequestTests {
  /// A caller of the server's `/api` endpoints, who sends a bearer token instead of a form.
  struct Caller {
    let people: ServedPeople
    var token: String?

    func ask(
      _ method: HTTP.Method, _ path: String, _ body: JSONValue? = nil, _ headers: Headers = [:]
    ) async throws -> (status: Int, json: JSONValue, headers: Headers) {
      let response = try await people.server.ask(
        method, path, token: token, headers: headers, body)
      return (response.status.code, try response.body.json, response.headers)
    }
  }

  static func with(
    mail: ServerMail? = nil, _ use: (ServedPeople) async throws -> Void
  ) async throws {
    // The server limits requests by IP address, and all tests use the same one. In a shared
    // database their requests would be counted together.
    try await ServedPeople.with(mail: mail, inOwnDatabase: true, use)
  }

  @Test("A program logs a measurement, and the database, other programs and the pages have it")
  func measurement() async throws {
    try await Self.with { people in
      let device = try await people.server.signedUp()
      let caller = Caller(people: people, token: try await device.token)
      let made = try await caller.ask(
        .post, "/api/performance/metrics",
        [
          "metric_type": "velocity", "value": 85.5, "unit": "mph", "recorded_date": "2026-02-09",
        ])
      #expect(made.status == 200, "\(made.json)")
      let id = made.json["data"]?["id"]?.string ?? ""
      let stored = try await people.count(
        "SELECT count(*) FROM public.performance_metrics WHERE value = 85.5 AND id = $1::uuid", id)
      #expect(stored == 1)
      let changed = try await caller.ask(
        .patch, "/api/performance/metrics/\(id)", ["value": 86])
      #expect(changed.json["data"]?["value"] == 86)
      // Another client changes the measurement in the database. The server must answer with the new
      // value and not with the value in its own data file of the person.
      _ = try await people.server.ask(
        .patch, "/rest/v1/performance_metrics?id=eq.\(id)", token: caller.token, ["value": 87])
      let list = try await caller.ask(.get, "/api/performance/metrics")
      #expect(list.json["data"]?[0]?["value"] == 87)
      let browser = try await people.signedIn(device.email)
      #expect(try await browser.get("/performance").words.contains("87"))
      #expect(try await caller.ask(.delete, "/api/performance/metrics/\(id)").status == 200)
      #expect(try await caller.ask(.delete, "/api/performance/metrics/\(id)").status == 404)
    }
  }

  @Test("A change of a program that awaits a decision is still there when its person signs in")
  func toDecide() async throws {
    try await Self.with { people in
      let device = try await people.server.signedUp()
      let caller = Caller(people: people, token: try await device.token)
      _ = try await people.server.admin.run(
        "ALTER TABLE public.performance_metrics ADD CONSTRAINT never CHECK (value <> 61.5)")
      let refused = try await caller.ask(
        .post, "/api/performance/metrics",
        [
          "metric_type": "velocity", "value": 61.5, "unit": "mph", "recorded_date": "2026-02-09",
        ])
      #expect(refused.status != 200, "\(refused.json)")
      let browser = try await people.signedIn(device.email)
      _ = try await browser.get("/performance")
      let page = try await browser.get("/sync/conflicts")
      #expect(page.words.contains("61.5"), "\(page.words)")
    }
  }

  @Test("A family is made with a code, a parent asks to join, and wrong codes are counted")
  func family() async throws {
    try await Self.with { people in
      let athlete = Caller(people: people, token: try await people.server.signedUp().token)
      let device = try await people.server.signedUp("parent")
      let parent = Caller(people: people, token: try await device.token)
      let made = try await athlete.ask(.post, "/api/family/create")
      #expect(made.status == 200, "\(made.json)")
      let code = made.json["familyCode"] ?? .null
      #expect(code.string?.hasPrefix("FAM-") == true)
      #expect(try await athlete.ask(.post, "/api/family/create").json["familyCode"] == code)
      #expect(try await athlete.ask(.get, "/api/family/code/my-code").json["familyCode"] == code)
      let path = "/api/family/code/join"
      #expect(try await parent.ask(.post, path, ["familyCode": "x"]).status == 400)
      #expect(try await parent.ask(.post, path, ["familyCode": "FAM-AAAAAA"]).status == 404)
      #expect(try await athlete.ask(.post, path, ["familyCode": code]).status == 403)
      let asked = try await parent.ask(.post, path, ["familyCode": code])
      #expect(asked.status == 200 && asked.json["status"] == "asked", "\(asked.json)")
      _ = try await people.server.admin.run(
        """
        INSERT INTO public.family_members (family_unit_id, user_id, role)
        SELECT id, $1::uuid, 'parent' FROM public.family_units WHERE family_code = $2
        """, [try await device.id, code.string])
      let member = try await parent.ask(.post, path, ["familyCode": code])
      #expect(member.status == 200 && member.json["status"] == "member", "\(member.json)")
      #expect(member.json["familyId"] == made.json["familyId"])
      #expect(member.json["familyName"] == made.json["familyName"])
      let renewed = try await athlete.ask(
        .post, "/api/family/code/regenerate", ["familyId": made.json["familyId"] ?? .null])
      #expect(renewed.status == 200 && renewed.json["familyCode"] != code, "\(renewed.json)")
      for _ in 0..<3 { _ = try await parent.ask(.post, path, ["familyCode": "FAM-AAAAAA"]) }
      let waiting = try await parent.ask(.post, path, ["familyCode": "FAM-AAAAAA"])
      #expect(waiting.status == 429 && waiting.headers["Retry-After"] != nil)
    }
  }

  @Test(
    "Without a good token nothing is answered, and nothing is told of the request",
    arguments: ["GET /api/tasks", "POST /api/performance/metrics", "GET /api/csrf-token"])
  func strangers(_ operation: String) async throws {
    let words = operation.split(separator: " ").map(String.init)
    try await Self.with { people in
      let device = try await people.server.signedUp()
      let good = try await device.token
      let pieces = good.split(separator: ".").map(String.init)
      for token in [nil, "", "x", people.server.publicKey, pieces[0] + "." + pieces[1] + ".AAAA"] {
        let answer = try await Caller(people: people, token: token).ask(
          HTTP.Method(words[0]), words[1], words[0] == "POST" ? ["wrong": 1] : nil)
        #expect(answer.status == 401, "\(token ?? "none")")
        #expect(answer.json["statusCode"] == 401 && answer.json["statusMessage"] != nil)
      }
      let tasks = try await Caller(people: people, token: good).ask(.get, "/api/tasks")
      #expect(tasks.status == 200)
      #expect(tasks.headers["Cache-Control"] == "private, max-age=3600")
      // An access token stays valid for some minutes. If its session has ended, the server must
      // refuse it nevertheless.
      try await people.end(device.email)
      #expect(
        try await Caller(people: people, token: good).ask(.get, "/api/tasks").status == 401)
    }
  }

  @Test("The ids of another family open nothing, and change nothing")
  func foreign() async throws {
    try await Self.with { people in
      let owner = Caller(people: people, token: try await people.server.signedUp().token)
      let device = try await people.server.signedUp("parent")
      let other = Caller(people: people, token: try await people.server.signedUp().token)
      let parent = Caller(people: people, token: try await device.token)
      let metrics = "/api/performance/metrics"
      let made = try await owner.ask(
        .post, metrics,
        ["metric_type": "velocity", "value": 85.5, "recorded_date": "2026-02-09"])
      let id = made.json["data"]?["id"]?.string ?? ""
      let family = try await owner.ask(.post, "/api/family/create").json["familyId"] ?? .null
      let athlete =
        try await people.server.admin.run(
          "SELECT user_id FROM public.performance_metrics WHERE id = $1::uuid", [id]
        ).value ?? ""
      let asked: [(HTTP.Method, String, JSONValue?)] = [
        (.patch, "\(metrics)/\(id)", ["value": 1]), (.delete, "\(metrics)/\(id)", nil),
        (.get, "/api/family/members?familyId=\(family.string ?? "")", nil),
        (.post, "/api/family/code/regenerate", ["familyId": family]),
        (.delete, "/api/family/members/\(athlete)", nil),
        (.get, "/api/tasks/with-status?gradeLevel=10&athleteId=\(athlete)", nil),
      ]
      for (method, path, body) in asked {
        for caller in [other, parent] {
          let answer = try await caller.ask(method, path, body)
          #expect([403, 404].contains(answer.status), "\(method) \(path): \(answer.json)")
          #expect(!answer.json.text.contains("85.5"))
        }
      }
      let kept = try await owner.ask(.get, metrics).json["data"]
      #expect(kept?.array?.count == 1 && kept?[0]?["value"] == 85.5)
      #expect(try await other.ask(.get, metrics).json["data"] == [])
    }
  }

  @Test("Requests of one person at once are all done, each once")
  func atOnce() async throws {
    try await Self.with { people in
      let caller = Caller(people: people, token: try await people.server.signedUp().token)
      let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
        for number in 0..<20 {
          group.addTask {
            try await caller.ask(
              .post, "/api/performance/metrics",
              [
                "metric_type": "velocity", "value": JSONValue(70 + number),
                "recorded_date": "2026-02-09",
              ]
            ).status
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(statuses == Array(repeating: 200, count: 20))
      let stored = try await people.server.admin.run(
        "SELECT count(*), count(DISTINCT value) FROM public.performance_metrics", []
      ).rows.first
      #expect(stored == ["20", "20"])
    }
  }

  @Test("A browser reads with its cookie, and writes only with the token of its forms")
  func browsers() async throws {
    try await Self.with { people in
      let browser = try await people.signedUp()
      let cookie: Headers = ["Cookie": "compass-\(browser.port)=\(browser.cookie ?? "")"]
      let caller = Caller(people: people)
      let path = "/api/notifications/create"
      let body: JSONValue = ["type": "event", "title": "Bring the form"]
      #expect(try await caller.ask(.get, "/api/athlete-tasks", nil, cookie).status == 200)
      #expect(try await caller.ask(.post, path, body, cookie).status == 403)
      let token = try await caller.ask(.get, "/api/csrf-token", nil, cookie).json["token"]?.string
      var headers = cookie
      headers["x-csrf-token"] = (token?.first == "A" ? "B" : "A") + (token ?? "").dropFirst()
      #expect(try await caller.ask(.post, path, body, headers).status == 403)
      headers["x-csrf-token"] = token
      let made = try await caller.ask(.post, path, body, headers)
      #expect(made.status == 200, "\(made.json)")
      let stored = try await people.count(
        "SELECT count(*) FROM public.notifications WHERE title = 'Bring the form' AND id = $1::uuid",
        made.json["id"]?.string ?? "")
      #expect(stored == 1)
      // A browser sends the cookie also with a request from another site's page, so the server must
      // refuse a foreign `Origin`.
      headers["Origin"] = "https://example.org"
      #expect(try await caller.ask(.post, path, body, headers).status == 403)
    }
  }

  @Test("Limits are by address, path and minute, and say how many are left")
  func limits() async throws {
    try await Self.with { people in
      let caller = Caller(people: people)
      // The server counts requests for each minute. If a minute ends during the loop, the count
      // begins again, so the test cannot know how many requests are refused.
      var statuses: [Int] = []
      for _ in 0..<12 {
        let answer = try await caller.ask(
          .post, "/api/auth/verify-email", ["token": "x"])
        statuses.append(answer.status)
        #expect(answer.headers["X-RateLimit-Limit"] == "5")
        if answer.status == 429 {
          #expect(answer.headers["X-RateLimit-Remaining"] == "0")
          let wait = answer.headers["Retry-After"].flatMap { Int($0) } ?? 0
          #expect((1...60).contains(wait))
        }
      }
      #expect(statuses.contains(429))
      #expect(statuses.first != 429)
      let other = try await caller.ask(.post, "/api/auth/resend-verification", ["email": "a@b.org"])
      #expect(other.status != 429)
    }
  }

  @Test("A password is set anew by the word of the letter's link, once")
  func recovery() async throws {
    let mailbag = Mailbag()
    let email = ServedPeople.address()
    try await ServedPeople.with { before in _ = try await before.signedUp(email) }
    try await ServedPeople.with(mail: mailbag.mail) { people in
      let caller = Caller(people: people)
      let asking = "/api/auth/request-password-reset"
      let path = "/api/auth/confirm-password-reset"
      // The answer must be the same for an address without an account; otherwise it would reveal
      // which addresses have one.
      for address in [email, ServedPeople.address()] {
        let asked = try await caller.ask(.post, asking, ["email": .string(address)])
        #expect(asked.status == 200 && asked.json == ["success": true])
      }
      let word = JSONValue.string(
        MailedCode(try await mailbag.code(for: email), to: email).tokenHash)
      let new = "another long password"
      func confirm(_ token: JSONValue, _ password: String) async throws -> Int {
        try await caller.ask(.post, path, ["token": token, "password": .string(password)]).status
      }
      #expect(try await confirm("nonsense", new) == 401)
      // A new password that is refused leaves the code of the letter valid, so that the person can
      // try another password.
      #expect(try await confirm(word, "password") == 400)
      #expect(try await confirm(word, new) == 200)
      #expect(try await confirm(word, new) == 410)
      let signedIn = try await people.server.ask(
        .post, "/auth/v1/token?grant_type=password",
        ["email": .string(email), "password": .string(new)])
      #expect(signedIn.status == .ok)
    }
  }

  @Test("An address is confirmed by the word of the last link, and a word of none is malformed")
  func verification() async throws {
    let mailbag = Mailbag()
    let email = ServedPeople.address()
    try await ServedPeople.with(mail: mailbag.mail) { people in
      let asked = try await people.server.ask(
        .post, "/auth/v1/signup",
        [
          "email": .string(email), "password": .string(ServedPeople.password),
          "data": ["birth_date": "1980-05-31"],
        ])
      #expect(asked.status == .ok, "\(asked.json)")
      _ = try await mailbag.code(for: email)
      let caller = Caller(people: people)
      let again = try await caller.ask(
        .post, "/api/auth/resend-verification", ["email": .string(email)])
      #expect(again.status == 200 && again.json == ["success": true], "\(again.json)")
      let word = MailedCode(try await mailbag.code(for: email, after: 1), to: email).tokenHash
      for (token, status) in [("nonsense", 400), (word, 200), (word, 410)] {
        let answer = try await caller.ask(
          .post, "/api/auth/verify-email", ["token": .string(token)])
        #expect(answer.status == status, "\(answer.json)")
      }
    }
  }

  @Test("An administrator's timer does the daily work that is due, with its secret alone")
  func timer() async throws {
    let secret = "0123456789abcdef0123456789abcdef"
    try await ServedPeople.with(inOwnDatabase: true, cronSecret: SecretText(secret)) {
      people in
      let path = "/api/cron/daily-suggestions"
      let caller = Caller(people: people, token: try await people.server.signedUp().token)
      for shown in [[:], ["x-cron-secret": "x"], ["x-cron-secret": ""]] as [Headers] {
        #expect(try await caller.ask(.post, path, nil, shown).status == 401)
      }
      let stranger = Caller(people: people)
      let done = try await stranger.ask(.post, path, nil, ["x-cron-secret": secret])
      #expect(
        done.json == ["total": 1, "updated": 1, "failed": 0, "errors": []], "\(done.json)")
      let again = try await stranger.ask(.post, path, nil, ["x-cron-secret": secret])
      #expect(again.json["total"] == 0)
    }
  }

  @Test("What cannot be read is refused with the words of the specification")
  func malformed() async throws {
    try await Self.with { people in
      let caller = Caller(people: people, token: try await people.server.signedUp().token)
      let path = "/api/performance/metrics"
      func status(_ body: String, _ type: String = "application/json") async throws -> Int {
        let request = try Request(
          .post, address: people.server.address + path,
          headers: [
            "Authorization": "Bearer \(caller.token ?? "")", "Content-Type": type,
          ], body: .bytes(Array(body.utf8)))
        return try await HTTPClient.direct.answer(to: request).status.code
      }
      #expect(try await status("{") == 400)
      #expect(try await status("[]") == 400)
      #expect(try await status("{\"notes\": \"\\u0000\"}") == 400)
      #expect(try await status("a=1", "application/x-www-form-urlencoded") == 415)
      #expect(try await status(String(repeating: " ", count: 1_000_001)) == 413)
      let missing = try await caller.ask(.post, path, ["value": 1])
      #expect(missing.json["statusMessage"]?.string == "`metric_type` is missing.")
      let none = try await caller.ask(.get, "/api/nothing")
      #expect(none.status == 404 && none.json["statusCode"] == 404)
      let put = try await caller.ask(.put, path, [:])
      #expect(put.status == 405 && put.headers["Allow"] == "GET, POST")
      let head = try await people.server.ask(.head, path, token: caller.token)
      #expect(head.status == .ok && head.headers["X-RateLimit-Limit"] == "60")
    }
  }
}

extension Response.Body {
  fileprivate var json: JSONValue {
    get throws {
      guard case .bytes(let bytes) = self else { return .null }
      return try JSONValue.parse(utf8: bytes)
    }
  }
}
