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
    let hash = try await PasswordRoom().hash(SecretText("a long enough password"))
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

  @Test(
    "Nobody under 13 has an account, and from 13 to 17 a parent agrees",
    arguments: [
      ("2014-11-23", false, "too_young"), ("2014-11-23", true, "too_young"),
      ("2009-01-01", false, "consent_needed"), ("2009-01-01", true, nil),
      ("1990-01-01", false, nil), ("tomorrow", true, "validation_failed"),
      ("2099-01-01", true, "validation_failed"), ("0001-01-01", false, "validation_failed"),
    ])
  func ages(born: String, hasConsent: Bool, code: String?) async throws {
    try await RunningServer.with { server in
      let device = try server.device()
      var data: JSONObject = ["birth_date": .string(born), "colour": "green"]
      if hasConsent {
        data["consent"] = [
          "parent_name": "Dana", "parent_email": "Dana@example.org", "text": "compass-consent-1",
        ]
      }
      let refused = await failure { try await device.signUp(data) }
      guard let code else {
        #expect(refused == nil)
        let consents = try await server.admin.run(
          """
          SELECT c.parent_email || ' ' || c.text_version FROM accounts.people AS p
          JOIN accounts.consents AS c ON c.person = p.id WHERE p.email = $1
          """, [device.email])
        #expect(
          consents.value
            == (hasConsent && born > "2008" ? "dana@example.org compass-consent-1" : nil))
        return
      }
      guard case .auth(let refusal) = refused else {
        Issue.record("\(String(describing: refused))")
        return
      }
      #expect(refusal.code.rawValue == code)
    }
  }

  private static let consent: JSONObject = [
    "parent_name": "Dana", "parent_email": "dana@example.org", "text": "compass-consent-1",
  ]

  @Test(
    "What is no parent's consent is not taken for one",
    arguments: [
      ("parent_name", "  "), ("parent_name", "\u{200B}\u{200B}\u{200B}"), ("parent_name", "?"),
      ("text", "I do not agree"), ("text", ""), ("parent_email", "sam@example.org"),
      ("parent_email", "Sam+mum@example.org"), ("parent_email", "dana@ex\u{200B}ample.org"),
      ("parent_email", "nobody"),
    ])
  func noConsent(member: String, value: String) async throws {
    try await RunningServer.with { server in
      var consent = Self.consent
      consent[member] = .string(value)
      let answer = try await server.ask(
        .post, "/auth/v1/signup",
        [
          "email": "sam@example.org", "password": "a long enough password",
          "data": ["birth_date": "2009-01-01", "consent": .object(consent)],
        ])
      #expect(answer.status.code == 422 && answer.json["error_code"] == "consent_needed")
      // The database checks the consent itself, so a fault in the server's code cannot create such
      // an account.
      await #expect(throws: DatabaseFailure.self) {
        try await server.admin.run(
          "SELECT accounts.sign_up('sam@example.org', 'x', '2009-01-01', '{}', $1::jsonb)",
          [JSONValue.object(consent).text])
      }
      let made = try await server.admin.run(
        "SELECT count(*) FROM accounts.people WHERE email = 'sam@example.org'")
      #expect(made.value == "0")
    }
  }

  @Test(
    "The database makes no account for a child without consent, nor for a date that is nobody's",
    arguments: [
      ("kim@example.org", "2009-01-01"), ("kim@example.org", "2016-01-01"),
      ("kim@example.org", "0001-01-01"), ("d\u{0430}na@example.org", "1980-01-01"),
    ])
  func heldByTheDatabase(email: String, born: String) async throws {
    try await RunningServer.with { server in
      await #expect(throws: DatabaseFailure.self) {
        try await server.admin.run(
          "SELECT accounts.sign_up($1, 'x', $2::date, '{}', NULL)", [email, born])
      }
    }
  }

  @Test("A consent that the owner withdraws signs the child out at once and for good")
  func withdrawn() async throws {
    try await RunningServer.with { server in
      let device = try server.device()
      try await device.signUp([
        "birth_date": "2009-01-01", "consent": .object(Self.consent),
      ])
      let token = try await device.token
      let folder = FileManager.default.temporaryDirectory.appending(
        path: "compass-consent-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let config = folder.path + "/server.json"
      try server.config.write(config)
      func run(_ words: String...) async -> Int32 {
        await ServerCommands.main(["consent"] + words + ["--config", config])
      }
      #expect(await run("nobody@example.org") != 0)
      #expect(await run(device.email) == 0)
      #expect(await run("withdraw", device.email) == 0)
      let next = try await server.ask(.get, "/rest/v1/users", token: token)
      #expect(next.status == .unauthorized)
      let failure = await failure {
        try await device.auth.signIn(email: device.email, password: Device.password)
      }
      guard case .auth(let refusal) = failure else {
        Issue.record("\(String(describing: failure))")
        return
      }
      #expect(refusal.code == .userBanned)
      #expect(await run("withdraw", device.email) == 0)
    }
  }

  @Test(
    "Addresses that look like another's are refused",
    arguments: [
      "d\u{0430}na@example.org", "dana\u{200B}@example.org", "\u{202E}dana@example.org",
      "\u{FF44}ana@example.org", "dana@ex\u{00AD}ample.org", "dana @example.org",
    ])
  func lookAlike(email: String) async throws {
    try await RunningServer.with { server in
      let answer = try await server.ask(
        .post, "/auth/v1/signup",
        [
          "email": .string(email), "password": "a long enough password",
          "data": ["birth_date": "1980-01-01"],
        ])
      #expect(answer.status == .badRequest && answer.json["error_code"] == "validation_failed")
    }
  }

  @Test(
    "Names that look like another's are refused, wherever they come from",
    arguments: [
      ("Dana", true), ("D\u{0430}na", false), ("Dana\u{200B}", false), ("\u{202E}anaD", false),
      ("\u{041F}\u{0430}\u{043F}\u{0430}", true), ("Jos\u{00E9} Mu\u{00F1}oz", true),
      ("Dana \u{0406}vanova", false), ("Da\u{200D}na", false), ("D\nana", false),
      ("\u{041C}\u{0430}\u{0445} Stone", false), ("\u{13A7}mar", false), ("   ", false),
      ("\u{216F}ax Stone", true),
    ])
  func names(name: String, isFine: Bool) async throws {
    try await RunningServer.with { server in
      let device = try server.device()
      try await device.signUp()
      let token = try await device.token
      let answer = try await server.ask(
        .post, "/rest/v1/rpc/open_profile", token: token,
        ["role": "parent", "full_name": .string(name)])
      #expect((answer.status == .ok) == isFine, "\(answer.json)")
    }
  }

  @Test("What a refused sign-up sent stands in no log of the database")
  func log() async throws {
    try await RunningServer.with { server in
      let email = "planted-\(UUID().uuidString.lowercased())@example.org"
      _ = try await server.signedUp()
      // The statement fails because of a value that no column accepts. With PostgreSQL's usual
      // settings, the error message would quote the whole row with its secrets.
      await #expect(throws: DatabaseFailure.self) {
        try await Database(DatabaseSettings(connection: server.config.database)).run([
          Statement("SELECT set_config('role', 'compass_accounts', true)"),
          Statement(
            "INSERT INTO accounts.people (email, password_hash, birth_date, created_at) VALUES ($1, $2, '1980-01-01', NULL)",
            [email, "$argon2id$planted"]),
        ])
      }
      let log = try String(
        contentsOfFile: try Cluster.shared.get().folder + "/log", encoding: .utf8)
      #expect(log.contains("violates not-null constraint"))
      #expect(!log.contains(email) && !log.contains("$argon2id"))
      #expect(!log.contains("SET CONSTRAINTS can only be used"))
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

  @Test("A new password ends the other devices, and needs the old one")
  func newPassword() async throws {
    try await RunningServer.with { server in
      let device = try server.device()
      try await device.signUp()
      let lost = try Device(server, email: device.email)
      _ = try await lost.auth.signIn(email: device.email, password: Device.password)
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

  @Test("Ten wrong passwords are enough, also for an address that nobody has")
  func tries() async throws {
    try await RunningServer.with { server in
      let device = try server.device()
      for number in 1...11 {
        let answer = try await server.ask(
          .post, "/auth/v1/token?grant_type=password",
          ["email": .string(device.email), "password": .string("wrong \(number)")])
        #expect(answer.status.code == (number <= 10 ? 400 : 429))
        let wait = answer.headers["Retry-After"].flatMap { Int($0) }
        #expect(number <= 10 ? wait == nil : (1...300).contains(wait ?? 0))
      }
    }
  }

  private func signIn(
    _ server: RunningServer, _ email: String, _ password: String, from address: String
  ) async throws -> Response {
    try await server.ask(
      .post, "/auth/v1/token?grant_type=password", headers: ["X-Forwarded-For": address],
      ["email": .string(email), "password": .string(password)])
  }

  @Test("Strangers who try an account from many places keep its owner out of none they know")
  func knownPlace() async throws {
    try await RunningServer.with({ $0.isBehindProxy = true }) { server in
      let device = try server.device()
      let made = try await server.ask(
        .post, "/auth/v1/signup", headers: ["X-Forwarded-For": "192.0.2.1"],
        [
          "email": .string(device.email), "password": .string(Device.password.revealed),
          "data": ["birth_date": "1980-05-31"],
        ])
      #expect(made.status == .ok)
      // Inserts a hundred failed attempts of the account, which is its limit. Real attempts would
      // take long, because each hashes a password.
      let account = Base64URL.text(
        try MessageMAC.hmacSHA256(
          Array(device.email.utf8), key: Array(server.config.refreshKey.revealed.utf8)))
      _ = try await server.admin.run(
        "INSERT INTO compass.code_tries (who, tries) SELECT $1, array_agg(clock_timestamp()) FROM generate_series(1, 100)",
        ["sign-in \(account)"])
      let stranger = try await signIn(server, device.email, "wrong", from: "198.51.100.7")
      #expect(stranger.status.code == 429)
      let owner = try await signIn(
        server, device.email, Device.password.revealed, from: "192.0.2.1")
      #expect(owner.status == .ok)
    }
  }

  @Test("No number of sign-ups from elsewhere keeps a newcomer out")
  func signUps() async throws {
    try await RunningServer.with { server in
      _ = try await server.admin.run(
        "INSERT INTO compass.code_tries (who, tries) SELECT 'sign-up', array_agg(clock_timestamp()) FROM generate_series(1, 400)"
      )
      try await server.device().signUp()
    }
  }

  @Test("A try that is refused writes nothing, and old ones are taken away a few at a time")
  func refusedTries() async throws {
    try await RunningServer.withOwnDatabase { server in
      _ = try await server.admin.run(
        """
        INSERT INTO compass.code_tries (who, tries, last_at)
        SELECT 'old ' || n, ARRAY[now() - interval '1 hour'], now() - interval '1 hour' FROM generate_series(1, 100) AS n
        """)
      let count = "SELECT count(*) FROM compass.code_tries"
      let taken = try await server.admin.run("SELECT compass.note_try('{a}', '{1}')")
      #expect(taken.value == "0")
      #expect(try await server.admin.run(count).value == "81")
      let refused = try await server.admin.run("SELECT compass.note_try('{a,b,c}', '{1,5,5}')")
      #expect(refused.value.flatMap { Int($0) } ?? 0 > 0)
      #expect(try await server.admin.run(count).value == "81")
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

  @Test("The current password is not found by trying at a device that is signed in")
  func currentPassword() async throws {
    try await RunningServer.with { server in
      let device = try server.device()
      try await device.signUp()
      let token = try await device.token
      for number in 1...11 {
        let answer = try await server.ask(
          .put, "/auth/v1/user", token: token,
          ["password": "a much better one", "current_password": .string("wrong \(number)")])
        #expect(answer.status.code == (number <= 10 ? 400 : 429))
      }
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
    "The first passwords that anybody tries are refused",
    arguments: [
      "password", "PASSWORD", "12345678", "        ", "aaaaaaaa", "abababab", "sam@example.org",
    ])
  func weak(password: String) async throws {
    try await RunningServer.with { server in
      let answer = try await server.ask(
        .post, "/auth/v1/signup",
        [
          "email": "sam@example.org", "password": .string(password),
          "data": ["birth_date": "1980-05-31"],
        ])
      #expect(answer.status.code == 422 && answer.json["error_code"] == "weak_password")
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
      ("/auth/v1/token?grant_type=magic", "{}", 400, "invalid_credentials"),
      ("/auth/v1/token?grant_type=password", #"{"email":7}"#, 400, "invalid_credentials"),
      (
        "/auth/v1/token?grant_type=refresh_token", #"{"refresh_token":"x"}"#, 400,
        "validation_failed"
      ),
      ("/auth/v1/logout", "", 401, "no_authorization"), ("/auth/v1/sso", "{}", 404, "not_found"),
    ])
  func mistakes(path: String, body: String, status: Int, code: String) async throws {
    try await RunningServer.with { server in
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
