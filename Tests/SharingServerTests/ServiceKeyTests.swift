import AuthLive
import CivilTime
import FeatureKit
import HTTP
import JSON
import PostgreSQL
import SharingTesting
import Testing

@testable import SharingServer

@Suite("The key of an administrator's programs", .serialized)
struct ServiceKeyTests {
  static let key = ServiceKey.prefix + "0123456789abcdef0123456789abcdef"

  static func settings(_ config: ServerConfig) -> ServiceSettings {
    ServiceSettings(
      database: config.database.replacing("user=authenticator", with: "user=compass_service"),
      key: SecretText(key))
  }

  /// Creates the database role of the service key.
  ///
  /// The advisory lock is needed because two suites may create the role at the same moment.
  static func makeRole(_ server: RunningServer) async throws {
    _ = try await server.admin.run(
      """
      DO $$ BEGIN
        PERFORM pg_advisory_xact_lock(72);
        IF NOT EXISTS (SELECT 1 FROM pg_catalog.pg_roles WHERE rolname = 'compass_service') THEN
          CREATE ROLE compass_service LOGIN NOINHERIT;
          GRANT service_role TO compass_service;
        END IF;
      END $$
      """)
  }

  private static func with(_ use: (RunningServer) async throws -> Void) async throws {
    let allow: (inout ServerConfig) -> Void = { $0.service = settings($0) }
    try await RunningServer.with(allow) { server in
      try await makeRole(server)
      try await use(server)
    }
  }

  private static func token(_ server: RunningServer) throws -> String {
    try AccessTokens(keys: server.config.signingKeys, issuer: "", life: 900)
      .serviceToken(days: 1, now: server.clock.now)
  }

  @Test("It writes single objects, and neither the catalogue nor an address")
  func single() async throws {
    try await Self.with { server in
      let sam = try await server.signedUp().id
      let path = "/rest/v1/users?id=eq.\(sam)"
      for headers: Headers in [
        ["Accept": "application/vnd.pgrst.object+json", "Prefer": "return=representation"],
        ["Prefer": "handling=strict, max-affected=1"],
      ] {
        let changed = try await server.ask(
          .patch, path, token: Self.key, key: Self.key, headers: headers, ["full_name": "Sam P."])
        #expect(changed.status.isSuccess, "\(changed.json)")
      }
      let address = try await server.ask(
        .patch, path, token: Self.key, key: Self.key, ["email": "other@example.org"])
      #expect(address.status.code == 403 && address.json["code"] == "42501")
      let tasks = try await server.ask(
        .delete, "/rest/v1/task?id=not.is.null", token: Self.key, key: Self.key)
      #expect(tasks.status.code == 403 && tasks.json["code"] == "42501")
    }
  }

  @Test(
    "It reads and writes past row security, opaque or as a token, shown as the key or as the bearer"
  )
  func rows() async throws {
    try await Self.with { server in
      let (sam, kim) = (try await server.signedUp(), try await server.signedUp())
      let ids = [try await sam.id, try await kim.id]
      let token = try Self.token(server)
      for (key, bearer) in [
        (Self.key, Self.key), (Self.key, nil), (token, token), (nil, token), (nil, Self.key),
      ] {
        let path = "/rest/v1/users?select=id&id=in.(\(ids.joined(separator: ",")))"
        let seen = try await server.ask(.get, path, token: bearer, key: key)
        #expect(seen.json.array?.count == 2)
        let row: JSONValue = ["user_id": .string(ids[0]), "name": "Ash"]
        let made = try await server.ask(.post, "/rest/v1/schools", token: bearer, key: key, row)
        #expect(made.status == .created, "\(made.json)")
      }
      let own = try await server.ask(.get, "/rest/v1/schools", token: try await sam.token)
      #expect(own.json.array?.count == 5)
      let others = try await server.ask(.get, "/rest/v1/schools", token: try await kim.token)
      #expect(others.json.array?.isEmpty == true)
      // If a request has a person's token and the service key, the rights of the person apply and
      // not those of the key. If the token is the public key, the rights of a person who is not
      // signed in apply.
      let person = try await server.ask(
        .get, "/rest/v1/schools", token: try await kim.token, key: Self.key)
      #expect(person.json.array?.isEmpty == true)
      let nobody = try await server.ask(
        .post, "/rest/v1/schools", token: server.publicKey, key: Self.key, ["name": "x"])
      #expect(nobody.status == .unauthorized && nobody.json["code"] == "42501")
    }
  }

  @Test("Its writes are no step, and a person's device fetches them")
  func steps() async throws {
    try await Self.with { server in
      let sam = try await server.signedUp()
      let (id, mine) = (try await sam.id, try await sam.token)
      func steps() async throws -> Int? {
        try await server.ask(.post, "/rest/v1/rpc/compass_history", token: mine, [:]).json.array?
          .count
      }
      let before = try await steps()
      let row: JSONValue = ["user_id": .string(id), "name": "Birch"]
      _ = try await server.ask(.post, "/rest/v1/schools", token: Self.key, row)
      #expect(try await steps() == before)
      let pulled = try await server.ask(
        .post, "/rest/v1/rpc/compass_pull", token: mine, ["cursors": []])
      #expect(pulled.json.text.contains("Birch"))
      let whole = try await server.ask(.delete, "/rest/v1/schools", token: Self.key)
      #expect(whole.status == .badRequest && whole.json["code"] == "21000")
      let erasing = try await server.ask(
        .post, "/rest/v1/rpc/compass_erase_me", token: Self.key, [:])
      #expect(erasing.status == .forbidden && erasing.json["code"] == "42501")
    }
  }

  @Test(
    "A wrong key, an old token, a foreign one, and any of them at a server without the key are refused"
  )
  func refused() async throws {
    func expect(_ answer: Response, _ code: JSONValue, _ what: String) {
      // A key that this server has not made is refused with a message and without an error code, as
      // a hosted Supabase project does.
      let isForeign = answer.json["message"] == "Invalid API key"
      #expect(answer.status == .unauthorized, "\(what)")
      #expect(isForeign || answer.json["code"] == code, "\(what)")
      let members = isForeign ? ["message", "hint"] : ["code", "message", "details", "hint"]
      #expect(Set(answer.json.object?.keys ?? []) == Set(members), "\(what)")
      #expect(!answer.json.text.contains(Self.key), "\(what)")
    }
    try await Self.with { server in
      let foreign = AccessTokens(
        keys: [
          .init(name: server.config.signingKeys[0].name, secret: SecretText("another secret"))
        ],
        issuer: "", life: 900)
      for wrong in [
        Self.key + "0", String(Self.key.dropLast()), ServiceKey.prefix, "service_role",
        try foreign.serviceToken(days: 1, now: server.clock.now),
      ] {
        expect(try await server.ask(.get, "/rest/v1/schools", key: wrong), "PGRST301", wrong)
        expect(try await server.ask(.get, "/rest/v1/schools", token: wrong), "PGRST301", wrong)
      }
      let token = try Self.token(server)
      server.clock.move(seconds: 86_400 + 30)
      expect(try await server.ask(.get, "/rest/v1/schools", token: token), "PGRST303", "old")
      expect(try await server.ask(.get, "/rest/v1/schools", key: token), "PGRST303", "old")
    }
    try await RunningServer.with { server in
      for shown in [Self.key, try Self.token(server)] {
        for path in ["/rest/v1/schools", "/rest/v1/rpc/compass_pull"] {
          expect(try await server.ask(.get, path, key: shown), "PGRST301", "unconfigured")
          expect(try await server.ask(.get, path, token: shown), "PGRST301", "unconfigured")
        }
        let users = try await server.ask(.get, "/auth/v1/admin/users", token: shown)
        #expect(users.status == .forbidden)
      }
    }
  }

  @Test("The configuration needs a role of its own and a key of the form")
  func configuration() throws {
    func config(_ service: JSONValue) throws(Problem) -> ServerConfig {
      try ServerConfig([
        "database": "host=/x user=authenticator", "schema": "/y", "public_key": "sb_publishable_x",
        "refresh_key": "0123456789abcdef0123456789abcdef",
        "signing_keys": [["name": "a", "secret": "0123456789abcdef0123456789abcdef"]],
        "service": service,
      ])
    }
    let good: JSONValue = ["database": "host=/x user=compass_service", "key": .string(Self.key)]
    #expect(try config(good).service?.key.revealed == Self.key)
    for wrong: JSONValue in [
      ["database": "host=/x user=authenticator", "key": .string(Self.key)],
      ["database": "host=/x user=compass_service", "key": "0123456789abcdef0123456789abcdef0123"],
      ["database": "host=/x user=compass_service"], ["key": .string(Self.key)],
      ["database": "host=/x user=compass_service", "key": "sb_secret_x"],
    ] {
      #expect(throws: Problem.self, "\(wrong)") { try config(wrong) }
    }
  }

  @Test("Accounts are listed, made, read, changed and erased with it, and with nothing else")
  func accounts() async throws {
    try await Self.with { server in
      func ask(_ method: HTTP.Method, _ path: String = "", _ body: JSONValue? = nil) async throws
        -> Response
      {
        try await server.ask(
          method, "/auth/v1/admin/users" + path, token: Self.key, key: Self.key, body)
      }
      let email = "made-\(server.port)-\(server.clock.now.seconds)@example.org"
      let wish: JSONValue = [
        "email": .string(email), "password": "a long enough password", "email_confirm": true,
        "user_metadata": ["birth_date": "1980-05-31", "colour": "green"],
      ]
      let made = try await ask(.post, "", wish)
      #expect(made.status == .ok && made.json["user_metadata"] == ["colour": "green"])
      let id = made.json["id"]?.string ?? ""
      #expect(try await ask(.post, "", wish).json["error_code"] == "email_exists")
      let child = try await ask(
        .post, "",
        [
          "email": "child@example.org", "password": "a long enough password",
          "user_metadata": ["birth_date": .string(BirthDate.ofChild)],
        ])
      #expect(child.json["error_code"] == "consent_needed")
      #expect(try await ask(.get, "/\(id)").json["email"] == .string(email))
      #expect(try await ask(.get, "?page=1&per_page=1").json["users"]?.array?.count == 1)
      let changed = try await ask(
        .put, "/\(id)", ["password": "another long password", "user_metadata": ["colour": nil]])
      #expect(changed.json["user_metadata"] == [:])
      func signsIn() async throws -> Status {
        try await server.ask(
          .post, "/auth/v1/token?grant_type=password",
          ["email": .string(email), "password": "another long password"]
        ).status
      }
      #expect(try await signsIn() == .ok)
      #expect(try await ask(.put, "/\(id)", ["ban_duration": "24h"]).status == .badRequest)
      #expect(try await ask(.put, "/\(id)", ["ban_duration": "876600h"]).status == .ok)
      #expect(try await signsIn() == .badRequest)
      #expect(try await ask(.put, "/\(id)", ["ban_duration": "none"]).status == .ok)
      #expect(try await signsIn() == .ok)
      #expect(try await ask(.delete, "/\(id)", ["should_soft_delete": true]).status == .badRequest)
      #expect(try await ask(.delete, "/\(id)", ["should_soft_delete": false]).status == .ok)
      #expect(try await ask(.delete, "/\(id)").json["error_code"] == "user_not_found")
      let again = try await ask(.post, "", ["id": .string(id), "email": .string(email)])
      #expect(again.status == .badRequest)
      let erased = try await server.admin.run(
        "SELECT count(*) FROM compass.erased WHERE digest = compass.digest_of($1::uuid)", [id])
      #expect(erased.value == "1")

      let person = try await server.signedUp()
      for (method, path) in [
        (HTTP.Method.get, ""), (.post, ""), (.get, "/\(id)"), (.delete, "/\(id)"),
      ] {
        let asked = try await server.ask(
          method, "/auth/v1/admin/users" + path, token: try await person.token, key: Self.key)
        #expect(asked.status == .forbidden && asked.json["error_code"] == "not_admin")
        let bare = try await server.ask(method, "/auth/v1/admin/users" + path, key: Self.key)
        #expect(bare.status == .unauthorized)
      }
    }
  }

  @Test("It gives an account another address, and makes links and codes")
  func addressesAndLinks() async throws {
    let bag = Mailbag()
    let allow: (inout ServerConfig) -> Void = {
      $0.service = Self.settings($0)
      $0.pages = PagesSettings(folder: "/nowhere")
      $0.pages?.address = "https://compass.example.org"
    }
    try await RunningServer.withOwnDatabase(mail: bag.mail, allow) { server in
      try await Self.makeRole(server)
      func ask(_ method: HTTP.Method, _ path: String, _ body: JSONValue) async throws -> Response {
        try await server.ask(
          method, "/auth/v1/admin/" + path, token: Self.key, key: Self.key, body)
      }
      func made(_ email: String) async throws -> String {
        let made = try await ask(
          .post, "users",
          [
            "email": .string(email), "password": "a long enough password", "email_confirm": true,
            "user_metadata": ["birth_date": "1980-05-31"],
          ])
        return made.json["id"]?.string ?? ""
      }
      let (kim, lee) = (try await made("kim@example.org"), try await made("lee@example.org"))
      let taken = try await ask(.put, "users/\(kim)", ["email": "lee@example.org"])
      #expect(taken.json["error_code"] == "email_exists")
      #expect(try await ask(.put, "users/\(kim)", ["email": "kim"]).status == .badRequest)
      for (person, email, isConfirmed) in [
        (kim, "kim.park@example.org", true), (lee, "lee.park@example.org", false),
      ] {
        let moved = try await ask(
          .put, "users/\(person)",
          ["email": .string(email.uppercased()), "email_confirm": .bool(isConfirmed)])
        #expect(moved.json["email"] == .string(email), "\(moved.json)")
        let state = try await server.admin.run("SELECT accounts.is_confirmed($1::uuid)", [person])
        #expect(state.value == (isConfirmed ? "t" : "f"))
      }
      #expect(try await bag.letter(to: "kim@example.org").subject.contains("was changed"))
      let child = try await ask(
        .post, "users",
        [
          "email": "lou@example.org", "password": "a long enough password",
          "user_metadata": [
            "birth_date": .string(BirthDate.ofChild),
            "consent": [
              "parent_name": "Dana", "parent_email": "dana@example.org",
              "text": "compass-consent-1",
            ],
          ],
        ])
      let parents = try await ask(
        .put, "users/\(child.json["id"]?.string ?? "")", ["email": "dana+lou@example.org"])
      #expect(parents.json["error_code"] == "consent_needed", "\(parents.json)")

      for type in ["magiclink", "recovery"] {
        let made = try await ask(
          .post, "generate_link", ["type": .string(type), "email": "kim.park@example.org"])
        #expect(made.json["id"] == .string(kim) && made.json["verification_type"] == .string(type))
        let hash = made.json["hashed_token"]?.string ?? ""
        #expect(
          made.json["action_link"]?.string?.hasPrefix("https://compass.example.org/code?") == true)
        let session = try await server.ask(
          .post, "/auth/v1/verify", ["type": .string(type), "token_hash": .string(hash)])
        #expect(session.status == .ok, "\(session.json)")
      }
      #expect(try await bag.letter(to: "kim.park@example.org", after: 1) == .linkMade)
      _ = try await ask(.put, "users/\(kim)", ["password": "another long password"])
      #expect(try await bag.letter(to: "kim.park@example.org", after: 2) == .passwordChanged)
      _ = try await ask(.put, "users/\(lee)", ["ban_duration": "876600h"])
      for (type, email, code) in [
        ("signup", "kim.park@example.org", "validation_failed"),
        ("recovery", "lee.park@example.org", "user_banned"),
        ("recovery", "nobody@example.org", "user_not_found"),
      ] {
        let refused = try await ask(
          .post, "generate_link", ["type": .string(type), "email": .string(email)])
        #expect(refused.json["error_code"] == .string(code))
      }
      let gone = try await server.admin.run(
        "SELECT accounts.give_address(gen_random_uuid(), 'a@example.org', true) ->> 'outcome'")
      #expect(gone.value == "gone")
      for (method, path) in [
        (HTTP.Method.get, "generate_link"), (.put, "generate_link/\(kim)"), (.get, "audit"),
      ] {
        let unknown = try await server.ask(
          method, "/auth/v1/admin/" + path, token: Self.key, key: Self.key)
        #expect(unknown.status == .notFound, "\(path)")
      }
      let person = try await server.ask(
        .post, "/auth/v1/admin/generate_link", key: Self.key,
        ["type": "recovery", "email": "kim.park@example.org"])
      #expect(person.status == .unauthorized)
    }
  }
}
