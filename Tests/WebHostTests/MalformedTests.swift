import Domain
import ExampleBackend
import Foundation
import Testing
import WebTesting

@testable import WebHost

@Suite("Requests that are not what they should be")
struct MalformedTests {
  @Test(
    "An address that leads out of its place leads nowhere",
    arguments: [
      "/../etc/passwd", "/tasks/../../x", "/tasks/%2e%2e/x", "/assets/..%2F..%2Fetc%2Fpasswd",
      "/assets/%2e%2e", "//evil.example/", "/tasks%00", "/tasks/%0d%0aX:%20y", "/\\evil.example",
      "/enter/key", "/assets/style-0.css", "/welcome/x", "/command/x", "/live/x",
    ])
  func paths(_ path: String) async throws {
    try await served { (family) async throws -> Void in
      let browser = try await family.browser()
      let answer = try await browser.get(path, follow: false)
      #expect([400, 404].contains(answer.status), "\(answer.status) \(answer.words)")
      #expect(answer.headers["x"] == nil)
      #expect(!answer.body.contains("root:"))
    }
  }

  @Test(
    "Where a form goes on is never another host, and no header of its own",
    arguments: [
      "https://evil.example/", "//evil.example", "/\\evil.example", "/tasks\r\nSet-Cookie: a=b",
      "javascript:alert(1)", "\\\\evil", "/tasks#x", "http:/tasks", "",
    ])
  func back(_ back: String) async throws {
    try await served { (family) async throws -> Void in
      let browser = try await family.browser()
      var fields = try await browser.get("/tasks").hidden
      fields["_back"] = back
      let answer = try await browser.post(
        fields.map { ($0.key, $0.value) } + [("_command", "schools add Good")], follow: false)
      #expect(answer.status == 303)
      let place = try #require(answer.headers["location"])
      #expect(place.hasPrefix("/") && !place.hasPrefix("//") && !place.contains("evil"), "\(place)")
      #expect(answer.headers["set-cookie"] == nil)
    }
  }

  @Test(
    "A method that pages have no use for is refused",
    arguments: ["PUT", "DELETE", "PATCH", "OPTIONS", "get", "TRACE"])
  func methods(_ method: String) async throws {
    try await served { (family) async throws -> Void in
      let browser = try await family.browser()
      let answer = try await browser.send(method, "/tasks", ["Origin": browser.origin], "")
      #expect(answer.status == 405, "\(answer.status)")
      #expect(answer.headers["allow"] == "GET, HEAD, POST")
    }
  }

  @Test("Names of this computer's files are refused")
  func files() async throws {
    try await served { (family) async throws -> Void in
      let browser = try await family.browser()
      for line in ["schools --out /tmp/compass-evil", "tasks --open", "schools --stdout"] {
        let read = try await browser.get("/c?line=\(Browser.encoded(line))")
        #expect(read.status == 400, "\(line) \(read.words)")
      }
      #expect(!FileManager.default.fileExists(atPath: "/tmp/compass-evil"))
    }
  }

  @Test("What is fetched ahead is no visit, and makes nothing")
  func prefetch() async throws {
    try await served { (family) async throws -> Void in
      let browser = try await family.browser()
      let calls = family.backend.hook.calls
      let answer = try await browser.get("/tasks", ["Sec-Purpose": "prefetch;prerender"])
      #expect(answer.status == 503)
      #expect(family.backend.hook.calls == calls)
    }
  }

  @Test("Ten thousand sessions stay ten thousand")
  func manySessions() async throws {
    try await served { (family) async throws -> Void in
      let first = try await family.browser()
      family.pass(1)
      for _ in 0..<BrowserSessions.most { _ = try family.host.sessions.begin() }
      #expect(family.host.sessions.count == BrowserSessions.most)
      family.pass(1)
      #expect(try await first.get("/tasks").status == 401, "the longest unused went first")
      #expect(try await family.browser().get("/tasks").status == 200)
    }
  }

  @Test("A body without end, or one that is no form, is refused and does nothing")
  func bodies() async throws {
    try await served { (family) async throws -> Void in
      let browser = try await family.browser()
      let before = try await family.rows()
      let large = try await browser.post([
        ("_command", "schools add x"), ("notes", String(repeating: "x", count: 300_000)),
      ])
      #expect(large.status == 413)
      let many = try await browser.post((0..<1_100).map { ("f\($0)", "") })
      #expect(many.status == 413)
      for (type, status) in [
        ("text/plain", 415), ("multipart/form-data", 400), ("application/json", 400), ("", 415),
      ] {
        let answer = try await browser.post([("_command", "x")], headers: ["Content-Type": type])
        #expect(answer.status == status, "\(type) \(answer.status)")
      }
      #expect(try await family.rows() == before)
    }
  }
}
