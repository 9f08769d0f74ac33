import Foundation
import HTTP
import JSON
import SharingTesting
import Supabase
import Testing

@testable import SharingServer

/// Tests of `/compass/v1/news`: a client that waits for changes gets an answer when rows change, so
/// that it need not ask again and again.
@Suite("News", .serialized)
struct NewsTests {
  private func cursors(_ device: Device) async throws -> JSONObject {
    let news = try await device.client.call("compass_pull")
    return ["cursors": news["scopes"] ?? .null]
  }

  private func add(_ device: Device, _ name: String) async throws {
    let person = try await device.id
    let step: JSONValue = [
      "id": .string(UUID().uuidString.lowercased()), "person": .string(person),
      "operation": "add", "summary": "Added a school", "at": "2026-11-22T12:00:00.000Z",
      "part": 1, "parts": 1,
      "changes": [
        [
          "op": "insert", "table": "schools", "id": .string(UUID().uuidString.lowercased()),
          "set": ["user_id": .string(person), "name": .string(name)],
        ]
      ],
    ]
    let pushed = try await device.client.call("compass_push", ["steps": [step]], repeats: .keyed)
    #expect(pushed[0]?["outcome"] == "applied", "\(pushed)")
  }

  @Test("Whoever waits is told when something comes, and what is behind already is told at once")
  func told() async throws {
    try await RunningServer.with { server in
      let sam = try await server.signedUp()
      let phone = try Device(server, email: sam.email)
      _ = try await phone.auth.signIn(email: sam.email, password: Device.password)
      let known = try await cursors(phone)
      async let told = phone.client.waitForNews(known)
      try await Task.sleep(for: .milliseconds(300))
      try await add(sam, "Oak")
      #expect(try await told == true)
      #expect(try await phone.client.waitForNews(known) == true)
    }
  }

  @Test("What happens to strangers is no news, and whoever leaves is not waited for")
  func strangers() async throws {
    try await RunningServer.with { server in
      let sam = try await server.signedUp()
      let kim = try await server.signedUp()
      let known = try await cursors(sam)
      let waiting = Task { try await sam.client.waitForNews(known) }
      try await Task.sleep(for: .milliseconds(300))
      try await add(kim, "Elm")
      try await Task.sleep(for: NewsWaiting.rhythm * 3)
      waiting.cancel()
      // The wait can time out on a busy machine before the test cancels it. Its answer is then
      // `false`, which means no news.
      if case .success(let heard) = await waiting.result { #expect(heard == false) }
    }
  }

  @Test(
    "Without a token, with another's scope, without cursors or by another method nobody is told")
  func refused() async throws {
    try await RunningServer.with { server in
      let sam = try await server.signedUp()
      let kim = try await server.signedUp()
      let known = JSONValue.object(try await cursors(sam))
      let path = "/compass/v1/news"
      #expect(try await server.ask(.post, path, known).status == .unauthorized)
      #expect(try await server.ask(.post, path, key: "wrong", known).status == .unauthorized)
      let token = try await sam.token
      #expect(try await server.ask(.get, path, token: token).status == .methodNotAllowed)
      #expect(try await server.ask(.post, "/compass/v1/x", token: token, known).status == .notFound)
      for body: JSONValue in [
        [:], ["cursors": []], ["cursors": 1], ["cursors": [["scope": "x"]]],
        ["cursors": [["scope": "'; DROP TABLE compass.scopes --             "]]],
      ] {
        #expect(try await server.ask(.post, path, token: token, body).status == .badRequest)
      }
      // The client sends a cursor (the position up to which it has fetched) of another person's
      // data. The server must report news at once. The client then fetches and learns from `ended`
      // that it has no access to this data.
      let answer = try await server.ask(.post, path, token: try await kim.token, known)
      #expect(answer.json["news"] == true)
      let pulled = try await kim.client.call(
        "compass_pull", ["cursors": known["cursors"] ?? .null])
      #expect(pulled["ended"]?.array?.count == 1)
    }
  }
}
