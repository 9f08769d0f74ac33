import AuthLive
import CivilTime
import FeatureKit
import HTTP
import JSON
import Testing

@testable import SharingServer

@Suite("Access tokens")
struct TokenTests {
  @Test(
    "The token of a request is the one word after Bearer",
    arguments: [
      (nil, nil), ("", nil), ("Bearer", nil), ("Bearer ", nil), ("Bearer abc", "abc"),
      ("bearer abc", "abc"), ("BEARER   abc", "abc"), ("Bearer a b", nil), ("Basic abc", nil),
      ("Bearerabc", nil), ("Bearer abc ", nil),
    ] as [(String?, String?)])
  func bearer(line: String?, token: String?) {
    var headers: Headers = [:]
    headers["Authorization"] = line
    #expect(Bearer.token(headers) == token)
  }

  private static let tokens = AccessTokens(
    keys: [.init(name: "one", secret: SecretText("a secret of the server"))], issuer: "test",
    life: 600)
  private static let issued = Instant(seconds: 1_800_000_000)

  private static func token(_ person: String) throws -> String {
    try tokens.token(
      for: ["id": .string(person), "email": "sam@example.org"], session: "s", now: issued)
  }

  @Test("A token that was verified once is refused as soon as its time is over")
  func verifiedOnce() throws {
    let token = try Self.token("sam")
    #expect(try Self.tokens.claims(of: token, now: Self.issued)["sub"] == "sam")
    let late = Self.issued.adding(seconds: 600 + 30)
    #expect(throws: AccessTokens.Fault.claims("JWT expired")) {
      try Self.tokens.claims(of: token, now: late)
    }
    #expect(try Self.tokens.claims(of: token, now: Self.issued)["sub"] == "sam")
  }

  @Test("A token that differs in any place from a verified one is refused")
  func changed() throws {
    let token = try Self.token("sam")
    _ = try Self.tokens.claims(of: token, now: Self.issued)
    for place in token.indices where token[place] != "." {
      var other = token
      other.replaceSubrange(place...place, with: token[place] == "A" ? "B" : "A")
      #expect(throws: AccessTokens.Fault.notOurs) {
        try Self.tokens.claims(of: other, now: Self.issued)
      }
    }
  }

  @Test(
    "A time that is no number is refused as a claim, and not as a foreign token",
    arguments: [
      ("exp", "1800000600"), ("exp", true), ("exp", .null), ("iat", "x"), ("nbf", "1800000000"),
      ("nbf", []), ("exp", 9_223_372_036_854_775_807),
    ] as [(String, JSONValue)])
  func times(name: String, value: JSONValue) throws {
    var claims = Self.claims
    claims[name] = value
    let token = try Self.tokens.signed(.object(claims))
    #expect(throws: AccessTokens.Fault.claims("The JWT '\(name)' claim must be a number")) {
      try Self.tokens.claims(of: token, now: Self.issued)
    }
  }

  @Test(
    "A token of ours for others than signed-in people is refused",
    arguments: [
      ("aud", "anon", .claims("JWT not in audience")),
      ("aud", ["authenticated"], .claims("JWT not in audience")),
      ("role", "service_role", .notOurs), ("role", .null, .notOurs), ("sub", .null, .notOurs),
    ] as [(String, JSONValue, AccessTokens.Fault)])
  func others(name: String, value: JSONValue, fault: AccessTokens.Fault) throws {
    var claims = Self.claims
    #expect(throws: Never.self) {
      try Self.tokens.claims(of: try Self.tokens.signed(.object(claims)), now: Self.issued)
    }
    claims[name] = value
    let token = try Self.tokens.signed(.object(claims))
    #expect(throws: fault) { try Self.tokens.claims(of: token, now: Self.issued) }
  }

  private static let claims: JSONObject = [
    "sub": "sam", "role": "authenticated", "aud": "authenticated",
    "iat": JSONValue(Int(issued.seconds)), "exp": JSONValue(Int(issued.seconds) + 600),
  ]

  @Test(
    "A token is valid from its “nbf” on, and half a minute before",
    arguments: [(0, true), (30, true), (31, false), (86_400, false)])
  func notBefore(seconds: Int, isValid: Bool) throws {
    var claims = Self.claims
    claims["nbf"] = JSONValue(Int(Self.issued.seconds) + seconds)
    let token = try Self.tokens.signed(.object(claims))
    if isValid {
      #expect(try Self.tokens.claims(of: token, now: Self.issued)["sub"] == "sam")
    } else {
      #expect(throws: AccessTokens.Fault.claims("JWT not yet valid")) {
        try Self.tokens.claims(of: token, now: Self.issued)
      }
    }
  }

  /// The arguments are an algorithm and the signature that it gives with the server's secret.
  /// OpenSSL made that of EdDSA with a key pair of its own, because a secret cannot sign with it.
  @Test(
    "A token that is signed rightly by another algorithm is refused",
    arguments: [
      ("HS256", "QvmAkkWoF3cE1dPdvdu6aqDY9BSH_s8TGhXQx0xhbuY"),
      ("HS384", "0bzajNyp_G_7UMBjqazWlBETzxqC2QzBje22JGKcxlnXoCqLjH8xKuYApPU607MX"),
      (
        "HS512",
        "NPZ72up5U_K3Lnc3U2_a_fZRsH2zsOHe2YzKq-HhpAqArB2PsnLXQAYP7mfCG23gXEOGxg0e8BFI5RycSo9CEQ"
      ),
      (
        "EdDSA",
        "uYwoGTeHgzdQqWzFP5s0z3VTVAqa2ztcezE3C1P258NgjVuBF_6x_DpM_Yk_D5T3gFOJswialchYdNBF8gt7Cw"
      ),
      ("none", ""),
    ])
  func otherAlgorithms(name: String, signature: String) throws {
    let claims =
      #"{"sub":"sam","role":"authenticated","aud":"authenticated","iat":1800000000,"exp":1800000600}"#
    let pieces = [#"{"alg":"\#(name)","typ":"JWT","kid":"one"}"#, claims]
    let signed = pieces.map { Base64URL.text(Array($0.utf8)) }.joined(separator: ".")
    let token = signed + "." + signature
    if name == "HS256" {
      #expect(try Self.tokens.claims(of: token, now: Self.issued)["sub"] == "sam")
      return
    }
    #expect(throws: AccessTokens.Fault.notOurs) {
      try Self.tokens.claims(of: token, now: Self.issued)
    }
    // The server's own algorithm makes no token valid that names another one.
    let mac = try MessageMAC.hmacSHA256(
      Array(signed.utf8), key: Array("a secret of the server".utf8))
    #expect(throws: AccessTokens.Fault.notOurs) {
      try Self.tokens.claims(of: signed + "." + Base64URL.text(mac), now: Self.issued)
    }
  }

  @Test("The claims of many people's tokens are their own")
  func many() throws {
    let people = (0..<2_500).map { "person \($0)" }
    let tokens = try people.map { try Self.token($0) }
    for _ in 0..<2 {
      for (person, token) in zip(people, tokens) {
        #expect(try Self.tokens.claims(of: token, now: Self.issued)["sub"] == .string(person))
      }
    }
  }
}
