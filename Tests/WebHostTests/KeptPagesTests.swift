import Testing
import WebTesting

@testable import WebHost

@Suite("Pages that a browser keeps for when there is no connection")
struct KeptPagesTests {
  @Test("The worker is a file of its own, for all pages, and only a person's page names it")
  func worker() async throws {
    try await served { (family) async throws -> Void in
      let browser = try await family.browser()
      let page = try await browser.get("/tasks")
      let address = try #require(page.body.firstMatch(of: /data-worker="([^"]+)"/)?.1)
      let worker = try await browser.get(String(address))
      #expect(worker.status == 200 && worker.headers["service-worker-allowed"] == "/")
      let script = try #require(page.body.firstMatch(of: /src="([^"]+\.js)"/)?.1)
      #expect(try await browser.get(String(script)).headers["service-worker-allowed"] == nil)
      #expect(page.headers["content-security-policy"]?.contains("worker-src 'self'") == true)
      #expect(page.headers["cache-control"] == "no-store")
      // The list of kept pages has titles without the number of what is unread, as in `(9+) Tasks`.
      #expect(worker.body.contains(#"/<title>(?:\(\S+ )?([^<]*) · /"#))
      let out = try await browser.press("account sign-out", on: page)
      #expect(!out.body.contains("data-worker") && !out.body.contains("data-keep"))
    }
  }

  @Test(
    "Only pages that are read are kept",
    arguments: [
      ("/tasks", true), ("/schools", true), ("/tasks?status=nonsense", false), ("/nothing", false),
      ("/c?line=schools%20add", false), ("/c?line=set", false), ("/c?line=undo", false),
      ("/c?line=account", false), ("/command", false), ("/tasks?status=completed", true),
      ("/find?words=kent", false), ("/schools?search=kent", false),
    ])
  func kept(path: String, isKept: Bool) async throws {
    try await served { (family) async throws -> Void in
      let browser = try await family.browser()
      #expect(try await browser.get(path).body.contains("data-keep") == isKept, "\(path)")
    }
  }

  @Test(
    "Before a form is sent, its page can ask whether the program answers, with or without a session"
  )
  func asking() async throws {
    try await served { (family) async throws -> Void in
      let browser = try await family.browser()
      let page = try await browser.get("/c?line=schools%20add")
      let address = try #require(page.body.firstMatch(of: /src="([^"]+\.js)"/)?.1)
      let script = try await browser.get(String(address)).body
      #expect(script.contains("fetch(\"/favicon.ico\", { method: \"HEAD\""))
      for each in [browser, Browser(port: family.port)] {
        let answer = try await each.send("HEAD", "/favicon.ico", [:], nil)
        #expect(answer.status == 200 && answer.body.isEmpty, "\(answer.status)")
      }
    }
  }

  @Test("A page that says what was just done is not kept")
  func outcome() async throws {
    try await served { (family) async throws -> Void in
      let browser = try await family.browser()
      let added = try await browser.press("schools add Kent", on: try await browser.get("/schools"))
      #expect(added.outcome.contains("Kent") && !added.body.contains("data-keep"))
    }
  }

  @Test("Signing out makes the browser delete what it kept; other presses do not")
  func signOut() async throws {
    try await served { (family) async throws -> Void in
      let browser = try await family.browser()
      let page = try await browser.get("/schools")
      let added = try await browser.press("schools add Kent", on: page, follow: false)
      #expect(added.status == 303 && added.headers["clear-site-data"] == nil)
      let out = try await browser.press(
        "account sign-out", on: try await browser.get("/schools"), follow: false)
      #expect(out.headers["clear-site-data"] == "\"cache\", \"storage\"", "\(out.headers)")
    }
  }
}
