import CivilTime
import FeatureKit
import Foundation
import HTTP
import JSON
import PostgreSQL
import SharingTesting
import Testing

@testable import SharingServer

@Suite("Links of letters that lead to a program (PKCE)", .serialized)
struct ExchangeTests {
  private static let target = "https://app.example.org/signed-in?from=mail"
  // The example verifier and challenge of RFC 7636, Appendix B.
  private static let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
  private static let challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
  private static let asked: JSONObject = [
    "code_challenge": .string(challenge), "code_challenge_method": "s256",
  ]

  private struct Place {
    let server: RunningServer
    let bag: Mailbag
    let email = "program-\(UUID().uuidString.lowercased())@example.org"

    func post(_ path: String, _ body: JSONObject, to target: String = target) async throws
      -> Response
    {
      var body = body
      body["email"] = .string(email)
      let query = Fields([.init("redirect_to", target)]).text
      return try await server.ask(.post, "/auth/v1/\(path)?\(query)", .object(body))
    }

    /// Opens the link of the last letter, as a browser does.
    ///
    /// Returns the query of the address to which the server redirects, which contains a code or an
    /// error.
    func open(after count: Int = 0, changed: (String) -> String = { $0 }) async throws -> Fields {
      let link = try #require(try await bag.letter(to: email, after: count).link)
      let path = changed(link)
      let answer = try await server.ask(.get, path, key: "")
      #expect(answer.status.code == 303)
      let place = answer.headers["Location"] ?? ""
      #expect(place.hasPrefix(ExchangeTests.target + "&"))
      return try Fields(parsing: place.split(separator: "?").last ?? "")
    }

    func exchange(_ code: String?, _ verifier: String = verifier) async throws -> Response {
      try await server.ask(
        .post, "/auth/v1/token?grant_type=pkce",
        ["auth_code": .string(code ?? ""), "code_verifier": .string(verifier)])
    }

    func signUp() async throws {
      var body = asked
      body["password"] = "a long enough password"
      body["data"] = ["birth_date": "1980-05-31"]
      let made = try await post("signup", body)
      #expect(made.status == .ok, "\(made.json)")
      let session = try await exchange(try await open()["code"])
      #expect(session.status == .ok && session.json["user"]?["email"] == .string(email))
    }
  }

  private static func with(_ use: (Place) async throws -> Void) async throws {
    let bag = Mailbag()
    let allow: (inout ServerConfig) -> Void = {
      $0.links = LinkSettings(address: "http://127.0.0.1", targets: [target])
    }
    try await RunningServer.withOwnDatabase(mail: bag.mail, allow) { server in
      try await use(Place(server: server, bag: bag))
    }
  }

  @Test("A sign-up, a sign-in and a recovery end in a session, and a link may be opened before")
  func flows() async throws {
    try await Self.with { place in
      try await place.signUp()
      #expect(try await place.post("otp", Self.asked).status == .ok)
      _ = try await place.open(after: 1)
      let signedIn = try await place.exchange(try await place.open(after: 1)["code"])
      #expect(signedIn.status == .ok)
      let plain: JSONObject = [
        "code_challenge": .string(Self.verifier), "code_challenge_method": "plain",
      ]
      #expect(try await place.post("recover", plain).status == .ok)
      let recovered = try await place.exchange(try await place.open(after: 2)["code"])
      let token = recovered.json["access_token"]?.string
      let changed = try await place.server.ask(
        .put, "/auth/v1/user", token: token, ["password": "another long password"])
      #expect(changed.status == .ok)
    }
  }

  @Test("A letter that is sent again leads to the same program, while the configuration names it")
  func again() async throws {
    try await Self.with { place in
      var body = Self.asked
      body["password"] = "a long enough password"
      body["data"] = ["birth_date": "1980-05-31"]
      #expect(try await place.post("signup", body).status == .ok)
      _ = try await place.bag.letter(to: place.email)
      #expect(try await place.post("resend", ["type": "signup"]).status == .ok)
      let session = try await place.exchange(try await place.open(after: 1)["code"])
      #expect(session.status == .ok && session.json["user"]?["email"] == .string(place.email))
    }
    let link = try #require(
      try ProgramLink(
        challenge: Self.challenge, method: "s256", target: Self.target,
        LinkSettings(address: "http://a", targets: [Self.target])))
    let others = LinkSettings(address: "http://a", targets: ["https://other.example.org"])
    #expect(try ProgramLink(stored: link.json, others) == nil)
    #expect(try ProgramLink(stored: link.json, nil) == nil)
  }

  @Test("A code is good once, for five minutes, and with its verifier alone; of two at once one is")
  func once() async throws {
    try await Self.with { place in
      try await place.signUp()
      _ = try await place.post("otp", Self.asked)
      let code = try await place.open(after: 1)["code"]
      let other = try await place.open(after: 1)["code"]
      async let one = place.exchange(code)
      async let two = place.exchange(code)
      let statuses = [try await one.status.code, try await two.status.code]
      #expect(statuses.sorted() == [200, 404])
      #expect(try await place.exchange(code).json["error_code"] == "flow_state_not_found")
      // The link was opened twice, and each time the server returned a code. One letter permits one
      // exchange, so the second code is refused.
      #expect(try await place.exchange(other).json["error_code"] == "otp_expired")
      #expect(try await place.open(after: 1)["error_code"] == "otp_expired")

      _ = try await place.server.admin.run("DELETE FROM compass.code_tries")
      _ = try await place.post("otp", Self.asked)
      let third = try await place.open(after: 2)["code"]
      let stolen = try await place.exchange(third, Self.challenge)
      #expect(stolen.status == .badRequest && stolen.json["error_code"] == "bad_code_verifier")
      #expect(try await place.exchange(third).json["error_code"] == "flow_state_not_found")
      let fourth = try await place.open(after: 2)["code"]
      _ = try await place.server.admin.run(
        "UPDATE accounts.exchanges SET made_at = now() - interval '5 minutes 1 second'")
      #expect(try await place.exchange(fourth).json["error_code"] == "flow_state_not_found")
      let kept = try await place.server.admin.run(
        "SELECT count(*) FROM accounts.exchanges AS e WHERE strpos(e::text, $1) > 0", [fourth])
      #expect(kept.value == "0")
      _ = try await place.server.admin.run("DELETE FROM compass.code_tries")
      _ = try await place.open(after: 2)
      let left = try await place.server.admin.run("SELECT count(*) FROM accounts.exchanges")
      #expect(left.value == "1")
      _ = try await place.server.admin.run(
        "DELETE FROM accounts.people WHERE email = $1", [place.email])
      let gone = try await place.server.admin.run("SELECT count(*) FROM accounts.exchanges")
      #expect(gone.value == "0")
    }
  }

  @Test("Only to addresses that the configuration names, and with a challenge that is one")
  func refused() async throws {
    try await Self.with { place in
      for wrong: JSONObject in [
        ["code_challenge": .string(Self.challenge)], ["code_challenge_method": "s256"],
        ["code_challenge": "short", "code_challenge_method": "s256"],
        ["code_challenge": .string(Self.challenge), "code_challenge_method": "md5"],
      ] {
        let answer = try await place.post("otp", wrong)
        #expect(answer.json["error_code"] == "validation_failed", "\(wrong)")
      }
      try await place.signUp()
      // The server's configuration does not allow this address as a target of links. The letter
      // must contain only the code to type and no link to the address.
      let elsewhere = try await place.post("otp", Self.asked, to: "https://evil.example.org")
      #expect(elsewhere.status == .ok)
      let letter = try await place.bag.letter(to: place.email, after: 1)
      #expect(letter.code != nil && letter.link == nil)
      _ = try await place.post("otp", Self.asked)
      let path = try #require(try await place.bag.letter(to: place.email, after: 2).link)
      for changed in [
        path.replacing("app.example.org", with: "evil.example.org"),
        path.replacing("code_challenge=", with: "x="), path.replacing("type=email", with: "type=x"),
      ] {
        #expect(
          try await place.server.ask(.get, changed, key: "").status == .badRequest, "\(changed)")
      }
      let plain =
        "/auth/v1/verify?"
        + Fields([.init("token", "x"), .init("type", "email"), .init("redirect_to", Self.target)])
        .text
      let withoutChallenge = try await place.server.ask(.get, plain, key: "")
      #expect(withoutChallenge.status == .badRequest)
      #expect(withoutChallenge.json["msg"]?.string?.contains("code challenge (PKCE)") == true)
      let wrong = try await place.open(after: 2) { $0.replacing("token=", with: "token=x") }
      #expect(wrong["error_code"] == "otp_expired" && wrong["code"] == nil)
      for (code, verifier) in [("", Self.verifier), ("x", ""), ("x", "short")] {
        let answer = try await place.exchange(code, verifier)
        #expect(answer.json["error_code"] == "validation_failed")
      }
    }
  }
}
