import AuthLive
import Conversation
import FeatureKit
import Foundation
import HTTP
import JSON
import PostgreSQL
import SharingTesting
import Synchronization
import Testing
import WebTesting

@testable import Composition
@testable import ServerPages
@testable import SharingServer

@Suite struct FirstPagesTests {
  @Test("A person makes an account, writes, signs out and in, and finds it in the database")
  func aWholeWay() async throws {
    try await ServedPeople.with { people in
      let stranger = people.browser()
      let asked = try await stranger.get("/tasks")
      #expect(asked.path == "/sign-in?next=%2Ftasks" && asked.words.contains("Your password"))
      #expect(try people.files.isEmpty)

      let email = ServedPeople.address()
      let browser = try await people.signedUp(email)
      let dashboard = try await browser.get("/dashboard")
      #expect(dashboard.status == 200 && dashboard.words.contains("Sam"), "\(dashboard.words)")
      #expect(try people.files.count == 1)

      // A server's pages have no commands for quick tasks and for sending the packet, so the
      // dashboard shows neither these parts nor sentences that name the commands.
      #expect(!dashboard.body.contains("quick add") && !dashboard.body.contains("packet email"))
      let name = "Oak \(UUID().uuidString)"
      let form = try await browser.get("/c?line=schools%20add")
      let added = try await browser.press("schools add", on: form, [("name", name)])
      #expect(added.outcome.contains("Added"), "\(added.status) \(added.outcome) \(added.words)")
      #expect(
        try await people.count("SELECT count(*) FROM public.schools WHERE name = $1", name) == 1)
      let tasks = try await browser.get("/tasks")
      #expect(tasks.status == 200 && tasks.words.contains("My Tasks"), "\(tasks.words)")

      let sure = try await browser.get("/sign-out")
      let out = try await browser.post(sure.fields, to: "/sign-out")
      #expect(out.path == "/sign-in")
      #expect(try people.files.isEmpty)
      #expect(try await browser.get("/schools").path.hasPrefix("/sign-in"))

      let again = try await people.signedIn(email)
      #expect(try await again.get("/schools").words.contains(name))
    }
  }

  @Test("Signing in leads neither back to signing out nor away from where a second tab was going")
  func signingInLeadsOn() async throws {
    try await ServedPeople.with { people in
      let email = ServedPeople.address()
      let browser = try await people.signedUp(email)
      let question = try await browser.get("/sign-out")
      try await people.end(email)
      #expect(try await browser.get("/sign-out").path == "/sign-in")
      let out = try await browser.post(question.fields, to: "/sign-out")
      #expect(out.path == "/sign-in" && out.status == 200, "\(out.status) \(out.words)")

      let fields = [("email", email), ("password", ServedPeople.password), ("next", "/tasks")]
      #expect(try await browser.post(fields, to: "/sign-in").path == "/tasks")
      // The second tab still shows the form to sign in.
      #expect(try await browser.get("/sign-in?next=%2Fschools").path == "/schools")
      #expect(try await browser.post(fields, to: "/sign-in").path == "/tasks")
      #expect(try await !browser.get("/sign-in?next=%2F%2Fevil.example").path.contains("evil"))
    }
  }

  @Test("An athlete's first form asks for the sport, which decides what the pages offer")
  func sport() async throws {
    try await ServedPeople.with { people in
      func begun() async throws -> (Browser, Browser.Answer) {
        let browser = people.browser()
        let form = try await browser.post(
          [
            ("email", ServedPeople.address()), ("password", ServedPeople.password),
            ("password", ServedPeople.password), ("born", "1990-05-31"),
          ], to: "/sign-up")
        return (browser, form)
      }
      func send(_ sport: String, _ browser: Browser, _ form: Browser.Answer) async throws
        -> Browser.Answer
      {
        try await browser.post(
          form.fields + [
            ("role", "player"), ("name", "Lena Berg"), ("year", "2028"), ("sport", sport),
          ], to: "/begin")
      }
      let (browser, form) = try await begun()
      #expect(form.words.contains("your athlete makes one too"), "\(form.words)")
      #expect(form.body.contains("<option value=\"Swimming\">"), "\(form.body)")
      for wrong in ["", "   ", String(repeating: "x", count: 61)] {
        let refused = try await send(wrong, browser, form)
        #expect(refused.status == 400 && refused.words.contains("Choose your sport, or write it."))
      }
      #expect(try await send("swimming", browser, form).status == 200)
      let measures = try await browser.get("/c?line=performance%20log").words
      #expect(measures.contains("Freestyle") && !measures.contains("Fastball"), "\(measures)")
      let (other, itsForm) = try await begun()
      #expect(try await send("Curling", other, itsForm).status == 200)
      #expect(try await other.get("/settings/profile").words.contains("Curling"))
    }
  }

  private static let oneAlphabet =
    "A name has no invisible characters and no letters that only look like others: write it in letters of one alphabet."

  @Test(
    "A name that the database refuses is said at its field of the first form",
    arguments: [
      ("\u{41C}\u{430}\u{445} Stone", oneAlphabet), ("Sam\u{202E}Lee", oneAlphabet),
      ("\u{FE0F}", "The name of a person is blank."),
    ])
  func refusedName(name: String, rule: String) async throws {
    try await ServedPeople.with { people in
      let browser = people.browser()
      let form = try await browser.post(
        [
          ("email", ServedPeople.address()), ("password", ServedPeople.password),
          ("password", ServedPeople.password), ("born", "1990-05-31"),
        ], to: "/sign-up")
      func send(_ name: String) async throws -> Browser.Answer {
        try await browser.post(
          form.fields + [("role", "parent"), ("name", name), ("year", ""), ("sport", "")],
          to: "/begin")
      }
      let refused = try await send(name)
      #expect(refused.status == 400 && refused.words.contains(rule), "\(refused.words)")
      #expect(refused.body.contains("aria-invalid"), "\(refused.body)")
      #expect(try await send("Dana Lee").status == 200)
    }
  }

  @Test("A name that the database refuses when it is changed is said in the same sentence")
  func refusedChange() async throws {
    try await ServedPeople.with { people in
      let browser = try await people.signedUp(name: "Sam Lee")
      let form = try await browser.get("/c?line=profile%20edit")
      let refused = try await browser.press(
        "profile edit", on: form, [("name", "\u{41C}\u{430}\u{445} Stone")])
      #expect(
        refused.words.contains("\(Self.oneAlphabet) Nothing was saved."), "\(refused.words)")
      let field = refused.body.split(separator: "<input ").first { $0.contains("name=\"name\"") }
      #expect(field?.contains("aria-invalid=\"true\"") == true, "\(refused.body)")
    }
  }

  @Test("Every command that a server's pages leave out exists")
  func leftOut() throws {
    let index = CommandIndex(
      FeatureList.all.map { $0.box(Dependencies(), { _ in }) }, reserved: HostCommand.words)
    for line in HostedCommands.omitted {
      let words = try CommandText.words(line)
      let isOfHost = words.count == 1 && HostCommand(word: line) != nil
      let found = try? index.match(words).command.words
      #expect(isOfHost || found?.hasPrefix(line) == true, "\(line)")
    }
  }

  @Test("The address of what a server's pages leave out is not found, in plain words")
  func leftOutAddresses() async throws {
    try await ServedPeople.with { people in
      let browser = try await people.signedUp(name: "Sam Lee")
      for address in ["/data", "/c?line=quick", "/c?line=backup%20list", "/c?line=doctor"] {
        let page = try await browser.get(address)
        #expect(page.status == 404, "\(address) \(page.words)")
        #expect(page.words.contains("This is not part of these pages."), "\(address)")
      }
    }
  }

  @Test("The forms for an account call optional only what everybody may leave out")
  func optional() async throws {
    try await ServedPeople.with { people in
      let form = try await people.browser().get("/sign-up")
      #expect(!form.words.contains("(optional)"), "\(form.words)")
      // A server without mail cannot write to a child's parent. The form itself must therefore tell
      // the parent what data the server stores.
      #expect(form.words.contains("What is kept: the address, the birth date"))
    }
  }

  @Test("A file is removed after a day without use, and fetched anew when it is needed")
  func unused() async throws {
    let made = Mutex<ServerPages?>(nil)
    try await ServedPeople.with(pages: { ground in
      let pages = try ServerPages(ground)
      made.withLock { $0 = pages }
      return pages.running
    }) { people in
      let browser = try await people.signedUp(name: "Sam Lee")
      let pages = try #require(made.withLock { $0 })
      let day = Duration.seconds(24 * 3_600)
      await pages.files.removeUnused(at: .now + day - .seconds(60))
      #expect(try people.files.count == 1)
      await pages.files.removeUnused(at: .now + day + .seconds(60))
      #expect(try people.files.isEmpty)
      #expect(try await browser.get("/profile").words.contains("Sam Lee"))
      #expect(try people.files.count == 1)
    }
  }

  @Test("Only the server's own user can read a person's file")
  func modes() async throws {
    try await ServedPeople.with { people in
      let browser = try await people.signedUp()
      _ = try await browser.get("/schools")
      let manager = FileManager.default
      let paths = try manager.subpathsOfDirectory(atPath: people.folder)
      let files = paths.filter { $0.hasSuffix(".sqlite") }
      #expect(!files.isEmpty)
      for path in files {
        let attributes = try manager.attributesOfItem(atPath: people.folder + "/" + path)
        #expect(attributes[.posixPermissions] as? Int == 0o600, "\(path)")
      }
    }
  }

  @Test("A page without news asks the database one statement")
  func oneStatement() async throws {
    let asked = Mutex<[String]>([])
    try await ServedPeople.with(pages: { ground in
      var counted = ground
      counted.ask = { text, values in
        asked.withLock { $0.append(text) }
        return try await ground.ask(text, values)
      }
      counted.answer = { request in
        asked.withLock { $0.append(request.path) }
        return await ground.answer(request)
      }
      return try ServerPages.make(counted)
    }) { people in
      let browser = try await people.signedUp()
      for path in ["/schools", "/coaches", "/events"] {
        // What the first pages of a day leave behind is sent after their answers, so a page is asked
        // for until that is done.
        var last: [String] = []
        let end = ContinuousClock.now + .seconds(60)
        repeat {
          asked.withLock { $0 = [] }
          #expect(try await browser.get(path).status == 200)
          last = asked.withLock { $0 }
        } while last.count > 1 && ContinuousClock.now < end
        #expect(last == ["SELECT accounts.page(accounts.digest($1))"], "\(path)")
      }
    }
  }

  @Test("A change of another device is on the next page")
  func newsOfOthers() async throws {
    try await ServedPeople.with { people in
      let email = ServedPeople.address()
      let first = try await people.signedUp(email)
      _ = try await first.get("/schools")
      let rows = try await people.server.admin.run(
        "SELECT id FROM accounts.people WHERE email = $1", [email])
      _ = try await people.server.admin.run(
        "UPDATE public.users SET full_name = 'Kim Renamed' WHERE id = $1::uuid", [rows.value])
      #expect(try await first.get("/profile").words.contains("Kim Renamed"))
    }
  }

  @Test("After signing in again the history does not call a person's own steps another device's")
  func ownSteps() async throws {
    try await ServedPeople.with { people in
      let email = ServedPeople.address()
      let browser = try await people.signedUp(email)
      _ = try await browser.press("schools add Kent", on: try await browser.get("/schools"))
      _ = try await browser.post(try await browser.get("/sign-out").fields, to: "/sign-out")
      let again = try await browser.post(
        [("email", email), ("password", ServedPeople.password)], to: "/sign-in")
      #expect(again.status == 200, "\(again.words)")
      // Signing in again fetches the records but not the history. The history is fetched together
      // with the next change of another device, which this statement makes.
      _ = try await people.server.admin.run(
        "UPDATE public.users SET phone = '555 0100' WHERE email = $1", [email])
      _ = try await browser.get("/profile")
      let history = try await browser.get("/c?line=history")
      #expect(history.words.contains("Added Kent"), "\(history.words)")
      #expect(history.words.contains("Sam Lee, earlier or on another device"), "\(history.words)")
    }
  }

  /// Sends the head of a form. The server answers with `100 Continue` when it waits for the body.
  private static func announced(
    _ body: String, _ type: String, _ browser: Browser, _ people: ServedPeople
  ) throws -> Heard {
    let lines = [
      "POST /command HTTP/1.1", "Host: 127.0.0.1:\(people.server.port)",
      "Cookie: compass-\(people.server.port)=\(browser.cookie ?? "")",
      "Origin: \(browser.origin)", "Content-Length: \(body.utf8.count)",
      "Content-Type: \(type)", "Expect: 100-continue",
    ]
    return try Heard(lines.joined(separator: "\r\n") + "\r\n\r\n", port: people.server.port)
  }

  @Test("A form that arrives slowly delays no other page of its person", arguments: [false, true])
  func slowForm(isMultipart: Bool) async throws {
    try await ServedPeople.with { people in
      let browser = try await people.signedUp()
      let form = try await browser.get("/c?line=schools%20add")
      let other = try await browser.get("/c?line=schools%20add")
      let fields = form.fields + [("_command", "schools add"), ("name", "Slow College")]
      let body =
        isMultipart
        ? Browser.multipart(fields, [])
        : fields.map { "\(Browser.encoded($0.0))=\(Browser.encoded($0.1))" }
          .joined(separator: "&")
      let slow = try Self.announced(
        body, isMultipart ? Browser.multipartType : "application/x-www-form-urlencoded", browser,
        people)
      defer { slow.close() }
      #expect(try await slow.wait(for: "100 Continue"))
      slow.send(String(body.prefix(10)))
      #expect(try await browser.get("/tasks").status == 200)
      let done = try await browser.press("schools add", on: other, [("name", "Quick College")])
      #expect(done.outcome.contains("Quick College"), "\(done.words)")
      // A server that had let the pages wait would have given up this form after some seconds.
      slow.send(String(body.dropFirst(10)))
      #expect(try await slow.wait(for: "HTTP/1.1 303"))
      #expect(try await browser.get("/schools").words.contains("Slow College"))
    }
  }

  @Test("A form with files arrives when the one before it was answered")
  func formsWithFiles() async throws {
    let made = Mutex<ServerPages?>(nil)
    try await ServedPeople.with(pages: { ground in
      let pages = try ServerPages(ground)
      made.withLock { $0 = pages }
      return pages.running
    }) { people in
      let browser = try await people.signedUp()
      let forms = [
        try await browser.get("/c?line=schools%20add"),
        try await browser.get("/c?line=schools%20add"),
      ]
      let bodies = zip(forms, ["First College", "Second College"]).map { form, name in
        Browser.multipart(form.fields + [("_command", "schools add"), ("name", name)], [])
      }
      let pages = try #require(made.withLock { $0 })
      let person = try #require(try await pages.sessions.find(browser.cookie ?? ""))
      let begun = Signal()
      let work = Task {
        _ = try? await pages.files.answer(person) { _ throws(Problem) in
          begun.give()
          try? await Task.sleep(for: .seconds(20))
          return .null
        }
      }
      await begun.wait()
      let first = try Self.announced(bodies[0], Browser.multipartType, browser, people)
      defer { first.close() }
      #expect(try await first.wait(for: "100 Continue"))
      first.send(bodies[0])
      let second = try Self.announced(bodies[1], Browser.multipartType, browser, people)
      defer { second.close() }
      try await Task.sleep(for: .seconds(1))
      #expect(second.received.isEmpty, "\(second.received)")
      work.cancel()
      await work.value
      #expect(try await first.wait(for: "HTTP/1.1 303"))
      #expect(try await second.wait(for: "100 Continue"))
      second.send(bodies[1])
      #expect(try await second.wait(for: "HTTP/1.1 303"))
      #expect(try await browser.get("/schools").words.contains("Second College"))
    }
  }

  @Test("Asking for a running command's progress and stopping it do not wait until it has ended")
  func aboutRunningWork() async throws {
    let made = Mutex<ServerPages?>(nil)
    try await ServedPeople.with(pages: { ground in
      let pages = try ServerPages(ground)
      made.withLock { $0 = pages }
      return pages.running
    }) { people in
      let browser = try await people.signedUp()
      let page = try await browser.get("/schools")
      let pages = try #require(made.withLock { $0 })
      let person = try #require(try await pages.sessions.find(browser.cookie ?? ""))
      let begun = Signal()
      let isEnded = Mutex(false)
      let work = Task {
        _ = try? await pages.files.answer(person) { _ throws(Problem) in
          begun.give()
          try? await Task.sleep(for: .seconds(20))
          return .null
        }
        isEnded.withLock { $0 = true }
      }
      await begun.wait()
      let number = try #require(page.hidden["_once"])
      #expect(try await browser.get("/work?_once=\(number)").status == 204)
      let stop = [("_token", page.hidden["_token"] ?? ""), ("_once", number)]
      #expect(try await browser.post(stop, to: "/work").status == 404, "nothing runs for this page")
      #expect(!isEnded.withLock { $0 })
      work.cancel()
      await work.value
    }
  }

  @Test("An open page hears of a change of another device")
  func openPages() async throws {
    try await ServedPeople.with { people in
      let email = ServedPeople.address()
      let browser = try await people.signedUp(email)
      let page = try await browser.get("/profile")
      let live = try #require(page.body.firstMatch(of: /data-live="([^"]+)"/)?.1)
      let lines =
        "GET \(live) HTTP/1.1\r\nHost: 127.0.0.1:\(people.server.port)\r\nCookie: compass-\(people.server.port)=\(browser.cookie ?? "")\r\n\r\n"
      let stream = try Heard(lines, port: people.server.port)
      defer { stream.close() }
      #expect(try await stream.wait(for: "event: hello"))
      let id = try await people.server.admin.run(
        "SELECT id FROM accounts.people WHERE email = $1", [email])
      _ = try await people.server.admin.run(
        "UPDATE public.users SET full_name = 'Kim Renamed' WHERE id = $1::uuid", [id.value])
      #expect(try await stream.wait(for: "event: changed"))
      #expect(try await browser.get("/profile").words.contains("Kim Renamed"))
    }
  }

  @Test("At a public address the cookie is for TLS alone, and no other name is answered")
  func publicAddress() async throws {
    try await ServedPeople.with(address: "https://compass.example.org") { people in
      let email = ServedPeople.address()
      _ = try await people.server.admin.run(
        "SELECT accounts.sign_up($1, $2, '1990-05-31', '{}', NULL)",
        [
          email,
          try await PasswordHashing(.argon2id(.least)).hash(SecretText(ServedPeople.password)),
        ])
      let browser = people.browser()
      let named = ["Host": "compass.example.org", "Origin": "https://compass.example.org"]
      let entered = try await browser.post(
        [("email", email), ("password", ServedPeople.password)], to: "/sign-in", follow: false,
        headers: named)
      let set = entered.headers["set-cookie"] ?? ""
      #expect(
        set.contains(/^__Host-compass=[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=Lax$/),
        "\(set)")
      #expect(try await browser.get("/begin", follow: false, named).status == 200)
      #expect(try await browser.get("/sign-in", follow: false).status == 403)
      let plain = try await browser.post(
        [("email", email), ("password", ServedPeople.password)], to: "/sign-in", follow: false,
        headers: ["Host": "compass.example.org", "Origin": "http://compass.example.org"])
      #expect(plain.status == 403)
    }
  }

  @Test("The cookie is for this host's pages alone, and only its digest is kept")
  func theCookie() async throws {
    try await ServedPeople.with { people in
      let email = ServedPeople.address()
      _ = try await people.signedUp(email)
      let browser = people.browser()
      let entered = try await browser.post(
        [("email", email), ("password", ServedPeople.password)], to: "/sign-in", follow: false)
      let set = entered.headers["set-cookie"] ?? ""
      #expect(set.contains("HttpOnly") && set.contains("Path=/"), "\(set)")
      let cookie = try #require(browser.cookie)
      #expect(
        try await people.count(
          "SELECT count(*) FROM accounts.pages WHERE digest = sha256(convert_to($1, 'UTF8'))",
          cookie)
          == 1)
      browser.cookie = String(cookie.reversed())
      #expect(try await browser.get("/tasks").path.hasPrefix("/sign-in"))
    }
  }
}
