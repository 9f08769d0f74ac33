import FeatureKit
import HTTP
import JSON
import SharingTesting
import Testing

@testable import SharingServer

/// A random number generator that returns the same numbers for the same seed.
private struct Seeded: RandomNumberGenerator {
  var state: UInt64
  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

@Suite("Queries at random", .serialized)
struct FuzzTests {
  private static let pieces = [
    "name", "id", "ranking", "is_favorite", "academic_info", "pros", "created_at", "coaches",
    "users", "interactions", "schools", "nothing", "eq", "neq", "gte", "like", "ilike", "is", "in",
    "not", "or", "and", "cs", "ov", "fts", "any", "all", "match", ".", ".", ".", ",", ",", "(", "(",
    ")",
    ")", "=", "=", "&", "&", "select", "order", "limit", "offset", "*", "::", "text", "int", "->",
    "->>", "!", "inner", "...", ":", "\"", "\\", "{", "}", "null", "true", "1", "-1", "99999999999",
    "desc", "nullsfirst", "é", "\u{0301}", "'", ";", "--", "$1", "%", " ", "\u{202E}", "columns",
  ]

  private static func text(_ random: inout Seeded) -> String {
    switch Int.random(in: 0..<6, using: &random) {
    case 0:
      return (0..<Int.random(in: 1...24, using: &random)).map { _ in
        Self.pieces.randomElement(using: &random) ?? ""
      }.joined()
    case 1:
      let column = Self.pieces[Int.random(in: 0..<8, using: &random)]
      let rest = (0..<Int.random(in: 1...6, using: &random)).map { _ in
        Self.pieces.randomElement(using: &random) ?? ""
      }.joined()
      return "\(column)=\(rest)"
    case 2, 3, 4:
      let operators = RestQuery.Operator.allCases.map(\.rawValue) + ["is", "in", "fts"]
      let column = Self.pieces[Int.random(in: 0..<7, using: &random)]
      let value = Self.pieces.randomElement(using: &random) ?? ""
      return "\(column)=\(operators.randomElement(using: &random) ?? "eq").\(value)"
    default:
      let inner = (0..<Int.random(in: 1...5, using: &random)).map { _ in
        Self.pieces.randomElement(using: &random) ?? ""
      }.joined()
      return "select=name,\(inner)&order=\(Self.pieces.randomElement(using: &random) ?? "")"
    }
  }

  /// Returns the query in percent-encoding, except for the `&` and `=` that separate its fields and
  /// values.
  private static func encoded(_ text: String) -> String {
    text.split(separator: "&", omittingEmptySubsequences: false).map { field in
      field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map {
        PercentEncoding.encoded($0)
      }.joined(separator: "=")
    }.joined(separator: "&")
  }

  @Test("Whatever is asked is answered, or refused as the caller's mistake")
  func reads() async throws {
    try await RunningServer.with { server in
      let token = try await server.signedUp().token
      var random = Seeded(state: 11)
      var answered = 0
      for _ in 0..<800 {
        let query = Self.text(&random)
        let answer = try await server.ask(
          .get, "/rest/v1/schools?\(Self.encoded(query))", token: token)
        #expect(answer.status.code < 500, "\(query): \(answer.json)")
        if answer.status.isSuccess {
          answered += 1
        } else {
          #expect(answer.json["code"]?.string?.isEmpty == false, "\(query): \(answer.json)")
        }
      }
      // The parser refuses many of the random queries, which then do not reach the database. More
      // than thirty queries must succeed; otherwise the test would not test the database.
      #expect(answered > 30)
    }
  }
}
