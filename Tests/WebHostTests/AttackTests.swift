import Domain
import ExampleBackend
import Foundation
import HTTP
import Testing
import WebTesting

@testable import WebHost

@Suite("What others ask of the browser's host")
struct AttackTests {
  @Test("Without the cookie there is no page, whatever is asked")
  func noCookie() async throws {
    try await served { (family) async throws -> Void in
      let stranger = Browser(port: family.port)
      for path in [
        "/", "/tasks", "/tasks/t1", "/c?line=tasks", "/command", "/live", "/complete?line=t",
        "/find?kinds=school&q=", "/welcome", "/preview?line=x", "/nothing",
      ] {
        let answer = try await stranger.get(path)
        #expect(answer.status == 401, "\(path)")
        #expect(!answer.body.contains("Sam"), "\(path)")
        #expect(answer.headers["set-cookie"] == nil)
      }
      let sent = try await stranger.post([("_command", "tasks complete t1")])
      #expect(sent.status == 401)
      #expect(family.backend.hook.calls == [], "nothing of the family was read")
    }
  }

  @Test("Two hundred idle connections keep the browser that was let in from nothing")
  func idleConnections() async throws {
    try await served { (family) async throws -> Void in
      let browser = try await family.browser()
      let idle = (0..<200).map { _ -> Int32 in
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(UInt16(family.port).bigEndian)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        _ = withUnsafePointer(to: &address) {
          $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
          }
        }
        return descriptor
      }
      defer { for descriptor in idle { close(descriptor) } }
      for _ in 0..<3 { #expect(try await browser.get("/tasks").status == 200) }
      var live = HTTP.Request(.get, try RequestTarget("/live"))
      #expect(!family.host.knows(live) && family.host.waits(live))
      live.headers["Cookie"] = "compass-\(family.port)=made-up"
      #expect(!family.host.knows(live))
      live.headers["Cookie"] = browser.cookie.map { "compass-\(family.port)=\($0)" }
      #expect(family.host.knows(live))
    }
  }

  @Test("A key lets one browser in, once")
  func keys() async throws {
    try await served { (family) async throws -> Void in
      family.keyBox.add("good")
      let first = Browser(port: family.port)
      let entered = try await first.get("/enter?key=good")
      #expect(entered.status == 200)
      #expect(entered.headers["refresh"] == "0; url=/tasks", "the first page, without a redirect")
      #expect(first.cookie != nil)
      let second = Browser(port: family.port)
      #expect(try await second.get("/enter?key=good").status == 401)
      #expect(second.cookie == nil)
      #expect(try await first.get("/enter?key=good").path == "/tasks", "a reload of the entrance")
      for key in ["", "other", String(repeating: "a", count: 5_000), "..%2F..%2Fgood"] {
        #expect(try await second.get("/enter?key=\(key)").status == 401)
      }
      family.keyBox.add("unseen")
      #expect(try await second.send("HEAD", "/enter?key=unseen", [:], nil).status == 200)
      #expect(try await second.get("/enter?key=unseen").status == 200, "HEAD takes no key")
    }
  }

  @Test("The cookie is no script's, no other site's, and named after the port")
  func cookie() async throws {
    try await served { (family) async throws -> Void in
      family.keyBox.add("k")
      let answer = try await Browser(port: family.port).get("/enter?key=k")
      let cookie = try #require(answer.headers["set-cookie"])
      #expect(cookie.hasPrefix("compass-\(family.port)="))
      #expect(cookie.hasSuffix("; Path=/; HttpOnly; SameSite=Strict"))
    }
  }

  @Test("Every answer says what a browser must not do with it")
  func headers() async throws {
    try await served { (family) async throws -> Void in
      let browser = try await family.browser()
      for path in ["/tasks", "/nothing", "/assets/x", "/enter?key=x"] {
        let answer = try await browser.get(path, follow: false)
        let policy = try #require(answer.headers["content-security-policy"], "\(path)")
        #expect(policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"))
        #expect(!policy.contains("unsafe"), "\(policy)")
        #expect(answer.headers["x-content-type-options"] == "nosniff")
        #expect(answer.headers["referrer-policy"] == "same-origin")
        #expect(answer.headers["x-frame-options"] == "DENY")
      }
      let page = try await browser.get("/tasks")
      #expect(page.headers["cache-control"] == "no-store")
      #expect(!page.body.contains("<style") && !page.body.contains(" style=\""))
      #expect(!page.body.contains(" onclick") && !page.body.contains("<script>"))
    }
  }

  @Test(
    "A name that another site made lead here is refused",
    arguments: [
      "evil.example", "127.0.0.1", "127.0.0.1:1", "localhost.evil.example:PORT", "127.0.0.1:PORT.",
      "user@127.0.0.1:PORT", "", "0.0.0.0:PORT", "[::]:PORT",
    ])
  func hosts(_ name: String) async throws {
    try await served { (family) async throws -> Void in
      let browser = try await family.browser()
      let host = name.replacingOccurrences(of: "PORT", with: "\(family.port)")
      let calls = family.backend.hook.calls
      let answer = try await browser.get("/tasks", follow: false, ["Host": host])
      #expect([400, 403].contains(answer.status), "\(answer.status)")
      #expect(!answer.body.contains("Sam"))
      #expect(family.backend.hook.calls == calls)
      let own = try await browser.get("/tasks", ["Host": "localhost:\(family.port)"])
      #expect(own.status == 200)
    }
  }

  @Test(
    "A form from elsewhere does nothing",
    arguments: [
      ["Origin": "http://evil.example"], ["Origin": "null"], ["Origin": "http://127.0.0.1:1"],
      ["Origin": "https://127.0.0.1:PORT"], ["Origin": "http://localhost:PORT"],
      ["Origin": "", "Sec-Fetch-Site": "cross-site"],
      ["Origin": "", "Sec-Fetch-Site": "same-site"],
      ["Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "cors"],
    ])
  func origins(_ headers: [String: String]) async throws {
    try await served { (family) async throws -> Void in
      let browser = try await family.browser()
      let page = try await browser.get("/tasks")
      let before = try await family.rows()
      let sent = headers.mapValues { $0.replacingOccurrences(of: "PORT", with: "\(family.port)") }
      let answer = try await browser.press("schools add Evil", on: page, headers: sent)
      #expect(answer.status == 403, "\(answer.words)")
      #expect(try await family.rows() == before)
    }
  }

  @Test("A page of another site that loads ours gets nothing; a link to ours works without it")
  func fetched() async throws {
    try await served { (family) async throws -> Void in
      let browser = try await family.browser()
      for mode in ["no-cors", "cors", "same-origin"] {
        let answer = try await browser.get(
          "/tasks", ["Sec-Fetch-Site": "same-site", "Sec-Fetch-Mode": mode])
        #expect(answer.status == 403)
      }
      func opened(_ site: String, in place: String?) async throws -> Int {
        var headers = ["Sec-Fetch-Site": site, "Sec-Fetch-Mode": "navigate"]
        headers["Sec-Fetch-Dest"] = place
        return try await browser.get("/tasks", headers).status
      }
      for place in ["iframe", "frame", "embed", "object", "fencedframe"] {
        #expect(try await opened("same-site", in: place) == 403)
        #expect(try await opened("same-origin", in: place) == 200)
      }
      #expect(try await opened("cross-site", in: "document") == 200)
      #expect(try await opened("cross-site", in: nil) == 200)
    }
  }

  @Test("A form without its token, or with another's, does nothing")
  func tokens() async throws {
    try await served { (family) async throws -> Void in
      let (mine, other) = (try await family.browser(), try await family.browser())
      let page = try await mine.get("/tasks")
      let others = try await other.get("/tasks")
      let before = try await family.rows()
      let good = try #require(page.hidden["_token"])
      for token in [
        "", "x", String(repeating: "A", count: 86), others.hidden["_token"] ?? "",
        String(good.reversed()), good + "A", String(good.dropLast()), good + "\r\nX: y",
      ] {
        var fields = page.hidden
        fields["_token"] = token
        let answer = try await mine.post(
          fields.map { ($0.key, $0.value) } + [("_command", "schools add Evil")])
        #expect(answer.status == 403, "\(token): \(answer.words)")
      }
      let none = try await mine.post([("_command", "schools add Evil"), ("_once", "1")])
      #expect(none.status == 403)
      #expect(try await family.rows() == before)
      #expect(try await mine.press("schools add Good", on: page).status == 200)
    }
  }

  @Test("The token looks different in each page, and each is good")
  func masked() async throws {
    try await served { (family) async throws -> Void in
      let browser = try await family.browser()
      let pages = [
        try await browser.get("/tasks"), try await browser.get("/tasks"),
        try await browser.get("/schools"),
      ]
      #expect(Set(pages.compactMap { $0.hidden["_token"] }).count == 3)
      for (number, page) in pages.enumerated() {
        let answer = try await browser.press("schools add \"Number \(number)\"", on: page)
        #expect(answer.outcome.contains("Number \(number)"), "\(answer.words)")
      }
    }
  }

  @Test(
    "Opening an address never writes, whatever line it names",
    arguments: [
      "schools add Evil", "tasks complete t3", "schools delete s1 --yes", "undo", "redo",
      "open \"/c?line=undo\"", "account sign-out", "set theme dark", "quit",
    ])
  func addressesRead(_ line: String) async throws {
    try await served { (family) async throws -> Void in
      let browser = try await family.browser()
      _ = try await browser.press("schools add First", on: try await browser.get("/tasks"))
      let before = try await family.rows()
      for accept in ["text/html", "application/json"] {
        _ = try await browser.get(
          "/c?line=\(Browser.encoded(line))&_agreed=x&_token=x", ["Accept": accept])
      }
      #expect(try await family.rows() == before)
      let still = try await browser.get("/tasks")
      #expect(still.status == 200 && still.body.contains("Sam"))
    }
  }

  @Test("A cookie that was seen before signing out is nobody's after it")
  func stolen() async throws {
    try await served { (family) async throws -> Void in
      let browser = try await family.browser()
      let page = try await browser.get("/tasks")
      let thief = Browser(port: family.port)
      thief.cookie = browser.cookie
      #expect(try await thief.get("/tasks").status == 200)
      let out = try await browser.press("account sign-out", on: page)
      #expect(out.status == 401 && out.words.contains("Sign in"), "\(out.words)")
      #expect(browser.cookie != thief.cookie)
      #expect(try await thief.get("/tasks").status == 401)
      let late = try await thief.press("schools add Evil", on: page)
      #expect(late.status == 401)
      let old = try await browser.press("schools add Evil", on: page)
      #expect(old.status == 403, "forms of before are good no more")
    }
  }

  @Test("A tab that asks with the cookie of before opens again by itself, for a moment only")
  func otherTab() async throws {
    try await served { (family) async throws -> Void in
      let browser = try await family.browser()
      let page = try await browser.get("/tasks")
      let tab = Browser(port: family.port)
      tab.cookie = browser.cookie
      _ = try await browser.press("account sign-out", on: page)
      let early = try await tab.get("/tasks")
      #expect(early.status == 401 && early.headers["refresh"] == "1")
      #expect(!early.body.contains("Sam"))
      let sent = try await tab.press("tasks complete t1", on: page)
      #expect(sent.status == 401 && sent.headers["refresh"] == "1; url=/")
      family.pass(BrowserSessions.changeArrivesWithin + 1)
      let late = try await tab.get("/tasks")
      #expect(late.status == 401 && late.headers["refresh"] == nil)
    }
  }

  @Test("A form whose person is signed in still, or in which nothing is filled in, is not kept")
  func keptForm() async throws {
    try await served { (family) async throws -> Void in
      let browser = try await family.browser()
      let page = try await browser.get("/tasks")
      let before = try await family.rows()
      let still = try await browser.press("schools add Kent", on: page, [("_keep", "1")])
      #expect(still.status == 200 && !still.words.contains("is there again"))
      #expect(try await family.rows() == before, "nothing is done")
      _ = try await browser.press("account sign-out", on: page)
      let over = try await browser.press("schools add Kent", on: page, [("_keep", "1")])
      #expect(over.status == 401 && !over.words.contains("is there again"), "\(over.words)")
    }
  }

  @Test(
    "What was written in a tab when another one signed out is there again for its person alone",
    arguments: [false, true])
  func keptAfterSigningOut(isSentByScript: Bool) async throws {
    try await served { (family) async throws -> Void in
      let browser = try await family.browser()
      let before = try await family.rows()
      let written = [("name", "Kent State"), ("notes", "not before may")]
      /// Signs out in one tab, and then sends the form of another tab.
      func send() async throws -> WebTesting.Browser.Answer {
        let form = try await browser.get("/c?line=schools%20add")
        _ = try await browser.press("account sign-out", on: try await browser.get("/tasks"))
        let told = try await browser.press(
          "schools add", on: form, written + (isSentByScript ? [("_keep", "1")] : []))
        #expect(told.status == 401 && told.words.contains("You signed out in another tab."))
        #expect(told.words.contains("is there again") && !told.body.contains("Kent"))
        return told
      }
      let told = try await send()
      let other = try await browser.press("account sign-in", on: told, [("profile", "dana")])
      #expect(other.status != 401 && !other.body.contains("Kent"), "\(other.words)")
      _ = try await browser.press("account sign-out", on: try await browser.get("/tasks"))
      let elsewhere = try await browser.press(
        "account sign-in", on: try await browser.get("/tasks"), [("profile", "sam")])
      #expect(elsewhere.path.hasPrefix("/tasks") && !elsewhere.body.contains("Kent State"))
      let late = try await browser.press("account sign-in", on: told, [("profile", "sam")])
      #expect(late.body.contains("Kent State"), "it waited while another person was here")
      let again = try await browser.press(
        "account sign-in", on: try await send(), [("profile", "sam")])
      #expect(again.path.hasPrefix("/c?line=schools"), "\(again.path) \(again.words)")
      #expect(again.body.contains("Kent State") && again.body.contains("not before may"))
      #expect(try await family.rows() == before, "nothing was done")
      let saved = try await browser.press("schools add", on: again, written)
      #expect(saved.outcome.contains("Kent State"), "\(saved.words)")
    }
  }

  @Test("Tabs whose person signed in again in one of them each have their own form again")
  func keptInEachTab() async throws {
    try await served { (family) async throws -> Void in
      let browser = try await family.browser()
      let before = try await family.rows()
      let form = try await browser.get("/c?line=schools%20add")
      _ = try await browser.press("account sign-out", on: try await browser.get("/tasks"))
      func send(_ name: String) async throws -> WebTesting.Browser.Answer {
        try await browser.press("schools add", on: form, [("name", name)])
      }
      let (first, second, third) = (
        try await send("Tab One"), try await send("Tab Two"), try await send("Tab Three")
      )
      let entered = try await browser.press("account sign-in", on: first, [("profile", "sam")])
      #expect(entered.path.hasPrefix("/c?line=schools") && entered.body.contains("Tab One"))
      // The script of a page sends its sign-in form with this field.
      let others: [(WebTesting.Browser.Answer, String, [(String, String)])] = [
        (second, "Tab Two", []), (third, "Tab Three", [("_keep", "1")]),
      ]
      for (page, name, more) in others {
        let passed = try await browser.press(
          "account sign-in", on: page, [("profile", "sam")] + more)
        #expect(passed.path.hasPrefix("/c?line=schools") && passed.body.contains(name))
      }
      for more in [[], [("_keep", "1")]] as [[(String, String)]] {
        let late = try await browser.press(
          "schools add", on: form, [("name", "Tab Four")] + more)
        #expect(late.status == 409 && late.words.contains("from before you signed in again"))
        #expect(late.body.contains("value=\"Tab Four\""), "\(late.words)")
        #expect(try await family.rows() == before, "nothing was done")
        guard more.isEmpty else { continue }
        let button = try await browser.press("schools add Evil", on: form)
        #expect(button.status == 403, "no command runs with the token of before")
      }
      let shown = try await send("Tab Four")
      let saved = try await browser.press("schools add", on: shown, [("name", "Tab Four")])
      #expect(saved.outcome.contains("Tab Four"), "\(saved.words)")
    }
  }

  @Test("What another person wrote is not shown in the tab of before")
  func keptFromAnother() async throws {
    try await served { (family) async throws -> Void in
      let browser = try await family.browser()
      let form = try await browser.get("/c?line=schools%20add")
      _ = try await browser.press("account sign-out", on: try await browser.get("/tasks"))
      let told = try await browser.press("schools add", on: form, [("name", "Kent State")])
      _ = try await browser.press("account sign-in", on: told, [("profile", "dana")])
      for page in [told, form] {
        let line = page.status == 401 ? "account sign-in" : "schools add"
        let late = try await browser.press(
          line, on: page, [page.status == 401 ? ("profile", "sam") : ("name", "Kent State")])
        #expect(late.status == 403 && !late.body.contains("Kent State"), "\(late.words)")
      }
    }
  }

  @Test(
    "A press of before a restart, whose person was signed out meanwhile, says so and asks to sign in",
    arguments: [
      ([], "Sign in, and press the button again."),
      ([("name", "Kent")], "Sign in, and the form is there again with what you wrote."),
    ] as [([(String, String)], String)])
  func signedOutOverRestart(written: [(String, String)], says: String) async throws {
    try await served(as: nil) { (family) async throws -> Void in
      let token = [UInt8](repeating: 7, count: EntryKeys.length)
      family.host.admit("before", KeptSession(visitor: [:], token: token, pages: 5))
      let browser = Browser(port: family.port)
      browser.cookie = "before"
      let masked = MaskedToken(token, pad: [UInt8](repeating: 1, count: EntryKeys.length)).text
      let told = try await browser.post(
        [
          ("_token", masked), ("_once", "3"), ("_for", "sam"), ("_back", "/schools"),
          ("_command", "schools add"),
        ] + written)
      #expect(told.status == 401 && told.words.contains("You were signed out after a while."))
      #expect(told.words.contains(says), "\(told.words)")
      #expect(told.hidden["_back"] == "/schools", "the sign-in leads back to the page")
    }
  }

  @Test("A form too old to know whether it was sent is there again, and one more press sends it")
  func formOfLongAgo() async throws {
    try await served { (family) async throws -> Void in
      let browser = try await family.browser()
      let form = try await browser.get("/c?line=schools%20add")
      _ = try await browser.press("schools add", on: form, [("name", "School")])
      for number in 1...FormUses.kept {
        let page = try await browser.get("/c?line=schools%20add")
        _ = try await browser.press("schools add", on: page, [("name", "School \(number)")])
      }
      let told = try await browser.press("schools add", on: form, [("name", "Kent State")])
      #expect(told.words.contains("If it was not saved yet, press the button again."))
      #expect(told.body.contains("Kent State") && !told.words.contains("Reload the page"))
      let saved = try await browser.press("schools add", on: told, [("name", "Kent State")])
      #expect(saved.outcome.contains("Kent State"), "\(saved.words)")
    }
  }

  @Test("A session that nobody used for half a day is over")
  func idle() async throws {
    try await served { (family) async throws -> Void in
      let browser = try await family.browser()
      family.pass(BrowserSessions.idleMilliseconds)
      #expect(try await browser.get("/tasks").status == 200)
      family.pass(BrowserSessions.idleMilliseconds + 1)
      #expect(try await browser.get("/tasks").status == 401)
      #expect(family.host.sessions.count == 0)
    }
  }
}
