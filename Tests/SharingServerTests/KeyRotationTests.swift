import FeatureKit
import HTTP
import JSON
import SharingTesting
import Supabase
import Testing

@testable import SharingServer

/// Tests of two servers over one database whose signing keys are replaced as `docs/operations.md`
/// describes.
@Suite("Signing keys of two servers")
struct KeyRotationTests {
  private typealias Keys = [AccessTokens.Key]

  private static let old = AccessTokens.Key(name: "old", secret: SecretText("an old secret"))
  private static let new = AccessTokens.Key(name: "new", secret: SecretText("a new secret"))

  /// Runs two servers over one database, each with its signing keys.
  private static func with(
    _ first: Keys, _ second: Keys, _ use: ([RunningServer]) async throws -> Void
  ) async throws {
    func change(_ config: inout ServerConfig, _ keys: Keys) {
      config.signingKeys = keys
      config.refreshKey = SecretText("one secret of both servers")
      config.tokenLife = 3_600
    }
    try await RunningServer.with({ change(&$0, first) }) { one in
      try await RunningServer.with({ change(&$0, second) }) { two in
        // The clocks of the servers run, because stopped clocks would differ by the time that the
        // start of a server takes. One server would then refuse the tokens of the other as tokens
        // from the future.
        for server in [one, two] { server.clock.run() }
        try await use([one, two])
      }
    }
  }

  /// A person who is signed in, and the access tokens that the person got.
  private struct Person {
    var refresh = ""
    var tokens: [String] = []

    mutating func goOn(at server: RunningServer) async throws {
      let answer = try await server.ask(
        .post, "/auth/v1/token?grant_type=refresh_token", ["refresh_token": .string(refresh)])
      try #require(answer.status == .ok, "\(answer.json)")
      refresh = try #require(answer.json["refresh_token"]?.string)
      tokens.append(try #require(answer.json["access_token"]?.string))
    }
  }

  private static func status(_ server: RunningServer, _ token: String) async throws -> Status {
    try await server.ask(.get, "/rest/v1/users?select=id", token: token).status
  }

  private static func isSigned(_ token: String?, by key: AccessTokens.Key) -> Bool {
    guard let token else { return false }
    let tokens = AccessTokens(keys: [key], issuer: "", life: 900)
    return (try? tokens.claims(of: token, now: ServerCommands.now())) != nil
  }

  @Test("Both servers take each token in each round, until its key is dropped")
  func twoRounds() async throws {
    let (old, new) = (Self.old, Self.new)
    var person = Person()
    let rounds: [(Keys, Keys)] = [
      ([old], [old]), ([old, new], [old]), ([old, new], [old, new]), ([new, old], [old, new]),
      ([new, old], [new, old]),
    ]
    for (first, second) in rounds {
      try await Self.with(first, second) { servers async throws in
        if person.refresh.isEmpty {
          let device = try await servers[0].signedUp()
          person.refresh = try await device.auth.session()?.refreshToken.revealed ?? ""
          person.tokens.append(try await device.token)
        }
        for server in servers { try await person.goOn(at: server) }
        for (place, token) in person.tokens.enumerated() {
          for server in servers {
            #expect(
              try await Self.status(server, token) == .ok,
              "token \(place) with \(first.map(\.name)) and \(second.map(\.name))")
          }
        }
      }
    }
    let (begun, newest) = (person.tokens[0], person.tokens.last)
    #expect(Self.isSigned(begun, by: old) && Self.isSigned(newest, by: new))
    try await Self.with([new], [new, old]) { servers async throws in
      #expect(try await Self.status(servers[0], begun) == .unauthorized)
      #expect(try await Self.status(servers[1], begun) == .ok)
    }
    try await Self.with([new], [new]) { servers async throws in
      for server in servers { #expect(try await Self.status(server, begun) == .unauthorized) }
      // A session that began before the replacement of the key must go on at both servers.
      for server in servers {
        try await person.goOn(at: server)
        #expect(try await Self.status(server, person.tokens.last ?? "") == .ok)
      }
    }
  }

  @Test("A token of the old key is refused after an hour, also where the key is still taken")
  func expired() async throws {
    try await Self.with([Self.new, Self.old], [Self.old, Self.new]) { servers async throws in
      let token = try await servers[1].signedUp().token
      #expect(Self.isSigned(token, by: Self.old))
      for server in servers { #expect(try await Self.status(server, token) == .ok) }
      for server in servers {
        server.clock.move(seconds: 3_631)
        #expect(try await Self.status(server, token) == .unauthorized)
      }
    }
  }

  @Test("With one round alone the server that does not know the new key refuses its tokens")
  func oneRound() async throws {
    try await Self.with([Self.new, Self.old], [Self.old]) { servers async throws in
      let token = try await servers[0].signedUp().token
      #expect(try await Self.status(servers[0], token) == .ok)
      #expect(try await Self.status(servers[1], token) == .unauthorized)
    }
  }
}
