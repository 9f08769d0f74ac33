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
  private struct Caller {
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

  private static func with(
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
      #expect(
        try await Caller(people: people, token: good).ask(.get, "/api/tasks").status == 200)
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
      headers["x-csrf-token"] = "A" + (token ?? "").dropFirst()
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

  @Test("An address is confirmed by the word of a link, and a word of none is malformed")
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
      let word = MailedCode(try await mailbag.code(for: email), to: email).tokenHash
      let caller = Caller(people: people)
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

  private static let email = "/api/recruiting-packet/email"

  /// The body of a request that sends a packet to these coaches.
  private static func packet(to coaches: [JSONValue], subject: String = "Sam Lee, 2028")
    -> JSONValue
  {
    [
      "recipientIds": .array(coaches), "subject": .string(subject), "body": "Here is my packet.",
    ]
  }

  /// Adds a school of the caller, with one coach for each of these addresses, and returns the
  /// coaches' ids.
  private static func coaches(_ addresses: [String?], of caller: Caller) async throws -> [JSONValue]
  {
    let headers: Headers = ["Prefer": "return=representation"]
    let sam = try #require(
      try await caller.ask(.get, "/rest/v1/users?select=id").json[0]?["id"])
    let school = try await caller.ask(
      .post, "/rest/v1/schools?select=id", ["user_id": sam, "name": "Oak College"], headers)
    let rows = addresses.enumerated().map { index, address -> JSONValue in
      [
        "user_id": sam, "school_id": school.json[0]?["id"] ?? .null, "role": "head",
        "first_name": "Pat", "last_name": .string("Rivera \(index)"),
        "email": address.map { .string($0) } ?? .null,
      ]
    }
    let made = try await caller.ask(
      .post, "/rest/v1/coaches?select=id", .array(rows), headers)
    try #require(made.status == 201, "\(made.json)")
    return (made.json.array ?? []).compactMap { $0["id"] }
  }

  @Test(
    "The packet goes out through the server's mail, answers go to the athlete, and it is logged")
  func packetByMail() async throws {
    let post = try SMTPServer()
    defer { post.stop() }
    let settings = try MailSettings.ofThisMachine(port: post.port)
    try await ServedPeople.with(mailThrough: settings, inOwnDatabase: true) { people in
      let address = ServedPeople.address()
      let token = try await people.confirmed("player", address) { _ in
        let letter = try await post.arrived()
        return try #require(ServerLetter(subject: "", text: letter.text).code)
      }
      let caller = Caller(people: people, token: token)
      let coaches = try await Self.coaches(["rivera@example.edu", nil], of: caller)
      let sent = try await caller.ask(.post, Self.email, Self.packet(to: coaches + coaches))
      #expect(sent.status == 200 && sent.json["sentCount"] == 1, "\(sent.json)")
      #expect(sent.json["sentTo"] == 1 && sent.json["skipped"]?.array?.count == 1)
      let letter = try await post.arrived()
      #expect(letter.to == ["rivera@example.edu"] && letter.from == "compass@example.org")
      #expect(letter.headers["Reply-To"]?.contains(address) == true, "\(letter.headers)")
      #expect(letter.headers["Subject"] == "Sam Lee, 2028")
      #expect(letter.text.contains("Here is my packet."))
      let pdf = try #require(letter.attachments.first)
      #expect(pdf.name.hasPrefix("Sam_Lee_RecruitingPacket") && pdf.name.hasSuffix(".pdf"))
      #expect(
        Data(base64Encoded: pdf.base64, options: .ignoreUnknownCharacters)?.prefix(5)
          == Data("%PDF-".utf8))
      let logged = "SELECT count(*) FROM public.interactions WHERE subject = $1 AND type = 'email'"
      #expect(try await people.count(logged, "Sam Lee, 2028") == 1)
    }
  }

  @Test("A packet that went out and could not be logged is answered as sent")
  func unloggedPacket() async throws {
    let bag = Mailbag()
    try await Self.with(mail: bag.mail) { people in
      let token = try await people.confirmed { try await bag.code(for: $0) }
      let sam = Caller(people: people, token: token)
      let coaches = try await Self.coaches(["rivera@example.edu"], of: sam)
      try await people.server.admin.script(PacketPageTests.Unlogged.refused.script)
      let sent = try await sam.ask(.post, Self.email, Self.packet(to: coaches))
      #expect(sent.status == 200 && sent.json["sentCount"] == 1, "\(sent.json)")
      #expect(
        sent.json["message"]?.string?.hasPrefix("The packet went out. It could not be logged.")
          == true, "\(sent.json)")
      #expect(bag.messages.withLock(\.count) == 1)
    }
  }

  @Test("A packet that may not go out is refused, nothing is sent, and a day has its limit")
  func refusedPackets() async throws {
    let bag = Mailbag()
    try await Self.with(mail: bag.mail) { people in
      func caller() async throws -> Caller {
        let token = try await people.confirmed { try await bag.code(for: $0) }
        return Caller(people: people, token: token)
      }
      let sam = try await caller()
      let coaches = try await Self.coaches((0..<10).map { "coach-\($0)@example.edu" }, of: sam)
      func status(_ body: JSONValue?, _ caller: Caller) async throws -> Int {
        try await caller.ask(.post, Self.email, body).status
      }
      #expect(try await status(Self.packet(to: coaches), Caller(people: people)) == 401)
      #expect(try await status(nil, sam) == 400)
      #expect(try await status(Self.packet(to: []), sam) == 400)
      #expect(try await status(Self.packet(to: ["coach"]), sam) == 400)
      #expect(
        try await status(Self.packet(to: coaches, subject: "a\r\nBcc: x@example.org"), sam) == 400)
      let unknown = JSONValue.string(UUID().uuidString.lowercased())
      #expect(try await status(Self.packet(to: [coaches[0], unknown]), sam) == 404)
      // At most ten recipients are allowed. The server refuses eleven before it looks them up;
      // otherwise the answer would reveal which coaches exist.
      #expect(try await status(Self.packet(to: coaches + [unknown]), sam) == 400)
      #expect(try await status(Self.packet(to: [coaches[0]]), try await caller()) == 404)
      bag.failure.withLock { $0 = .connectionRefused(host: "127.0.0.1", port: 25) }
      let failed = try await sam.ask(.post, Self.email, Self.packet(to: coaches))
      #expect(failed.status == 502, "\(failed.json)")
      #expect(failed.json["statusMessage"] == "The mail server took no message.")
      bag.failure.withLock { $0 = nil }
      #expect(bag.messages.withLock { $0.isEmpty })
      for _ in 0..<2 { #expect(try await status(Self.packet(to: coaches), sam) == 200) }
      #expect(try await status(Self.packet(to: [coaches[0]]), sam) == 429)
      #expect(bag.messages.withLock(\.count) == 20)
      // The number of packets that a person sends in a day is counted in the database and not in
      // the contact log. Otherwise the person could start a new count by signing out or by deleting
      // contacts.
      let email = try #require(
        try await people.server.admin.run("SELECT email FROM accounts.people ORDER BY created_at")
          .rows.first?[0])
      let browser = try await people.signedIn(email)
      let question = try await browser.get("/sign-out")
      let files = try people.files.count
      _ = try await browser.post(question.fields, to: "/sign-out")
      #expect(try people.files.count == files - 1)
      _ = try await people.server.admin.run("DELETE FROM public.interactions")
      #expect(try await status(Self.packet(to: [coaches[0]]), sam) == 429)
      #expect(bag.messages.withLock(\.count) == 20)
      // The server sends no packet for a person whose e-mail address was never confirmed, because
      // the answers of coaches could not reach this person.
      _ = try await people.server.admin.run("UPDATE accounts.packets SET day = day - 1")
      _ = try await people.server.admin.run("UPDATE accounts.people SET confirmed_at = NULL")
      #expect(try await status(Self.packet(to: [coaches[0]]), sam) == 403)
      _ = try await people.server.admin.run("UPDATE accounts.people SET confirmed_at = now()")
      #expect(try await status(Self.packet(to: [coaches[0]]), sam) == 200)
    }
    // A server without a mail server, or with e-mail switched off by its administrator, refuses to
    // send packets, with the status 503.
    try await Self.with { people in
      let sam = Caller(people: people, token: try await people.server.signedUp().token)
      #expect(try await sam.ask(.post, Self.email, Self.packet(to: [])).status == 503)
    }
    let settings = try MailSettings.ofThisMachine(packets: false)
    #expect(ServerMail.live(settings) { .ofSystem }.packets == nil)
    #expect(settings.json["packets"] == false)
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
