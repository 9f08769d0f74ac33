import Basics
import HTTP
import JSON
import Testing

@testable import Supabase

@Suite("Tables and functions of a server")
struct TableTests {
  @Test("A query says what it means, and values cannot change what it means")
  func query() async throws {
    try await Setting.with { setting in
      let query = TableQuery("interactions")
        .filtered("school_id", isIn: ["x1", "a\"b", "c,d", "", 7, "a&limit=0 +é"])
        .filtered("note text", isIn: ["x"])
      let found1 = try await setting.client.rows(query)
      #expect(found1 == [["id": 1], ["id": 2]])
      let target = try #require(await setting.server.asked.last).dropFirst("GET ".count)
      let fields = try RequestTarget(String(target)).query
      #expect(
        fields
          == Fields([
            .init("select", "*"),
            .init("school_id", #"in.(x1,"a\"b","c,d","",7,"a&limit=0 +é")"#),
            .init("\"note text\"", "in.(x)"),
          ]))
      #expect(target.contains("%2B") && !target.contains("+%C3"))
    }
  }

  @Test("Every request carries the key and the token in its headers, and neither in its address")
  func headers() async throws {
    try await Setting.with { setting in
      _ = try await setting.client.rows(TableQuery("schools"))
      let headers = await setting.server.lastHeaders
      #expect(headers["apikey"] == "public-key")
      #expect(headers["Authorization"]?.hasPrefix("Bearer access-") == true)
      let asked = await setting.server.asked
      #expect(!asked.contains { $0.contains("access-") || $0.contains("public-key") })
    }
  }

  @Test("Functions return what they return, or nothing; what is no JSON is no answer")
  func functions() async throws {
    try await Setting.with { setting in
      let found4 = try await setting.client.call("echo", ["a": [1, nil]])
      #expect(found4 == ["a": [1, nil]])
      let found5 = try await setting.client.call("nothing")
      #expect(found5 == .null)
      let strange = await failure {
        try await setting.client.call("strange")
      }
      #expect(strange == .unreadable(.ok))
    }
  }

  @Test("A refused token is renewed once, and a server that refuses the new one is believed")
  func refusedTwice() async throws {
    try await Setting.with { setting in
      await setting.server.fail("/rest/v1/", .rest(401, "PGRST303", "JWT expired"), times: 2)
      let failure = await failure {
        try await setting.client.call("echo")
      }
      #expect(failure == .sessionEnded(.badToken))
      #expect(await setting.server.refreshes == 1)
      #expect(await setting.server.asked.count { $0.contains("rpc/echo") } == 2)
    }
  }

  @Test("What a server refuses is one of a few facts, with its own code")
  func refusals() async throws {
    try await Setting.with { setting in
      func reading(_ table: String) async -> SupabaseFailure? {
        await failure {
          try await setting.client.rows(TableQuery(table))
        }
      }
      guard case .refused(let unknown) = await reading("unknown") else {
        Issue.record("An unknown table is not refused.")
        return
      }
      #expect(unknown.code == "PGRST205" && unknown.status == .notFound && unknown.hint == nil)
      guard case .notAllowed = await reading("hidden") else {
        Issue.record("A hidden table is not refused.")
        return
      }
      await setting.server.fail(
        "/rest/v1/", .json(429, [:], headers: ["Retry-After": "12"]))
      #expect(await reading("schools") == .tooManyRequests(wait: .seconds(12)))
      await setting.server.fail("/rest/v1/", Response(Status(302)))
      #expect(await reading("schools") == .unreadable(302))
      await setting.server.fail("/rest/v1/", Response(Status(418), .html, "<p>no</p>"))
      guard case .refused(let strange) = await reading("schools") else {
        Issue.record("A strange body is not refused by its status.")
        return
      }
      #expect(strange.code == "" && strange.status == 418)
      try await setting.auth.forget()
      guard case .notAllowed(let stranger) = await reading("schools") else {
        Issue.record("A stranger may read.")
        return
      }
      #expect(stranger.status == .unauthorized && stranger.code == "42501")
      #expect(await setting.server.refreshes == 0)
    }
  }

  @Test("A request too large to be sent fails like one that the server finds too large")
  func tooLarge() async throws {
    try await Setting.with { setting in
      let text = String(repeating: "x", count: AskingRules().bodyLimit)
      let failure = await failure { try await setting.client.call("f", ["text": .string(text)]) }
      #expect(failure == .tooMuch)
      let asked = await setting.server.asked
      #expect(!asked.contains { $0.contains("rpc/f") })
    }
  }

  @Test("No server at all is a fact of the network")
  func nobody() async throws {
    let store = TestKeeper()
    // No server listens at port 9 of the loopback interface.
    let setting = try Setting(SmallServer(), port: 9, store)
    let failure = await failure {
      try await setting.auth.signIn(email: "sam@example.org", password: .init("secret"))
    }
    #expect(failure == .network(.refused(host: "127.0.0.1:9")))
  }

  @Test(
    "An address that is none makes no project", arguments: ["", "example.org", "https://x/?a=1"])
  func addresses(_ address: String) {
    #expect(throws: RequestFault.self) { try SupabaseProject(address: address, key: "k") }
  }
}
