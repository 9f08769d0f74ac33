import AuthLive
import FeatureKit
import Foundation
import PostgreSQL
import SharingTesting
import Testing
import ToolTesting
import WebHost
import WebTesting

@testable import ServerPages
@testable import SharingServer

@Suite struct AttackTests {
  @Test("The form of one person, sent from the tab of another, writes nothing")
  func twoTabsOfTwoPeople() async throws {
    try await ServedPeople.with { people in
      let browser = try await people.signedUp()
      let form = try await browser.get("/c?line=schools%20add")
      let other = try await people.signedUp(name: "Kim Roe")
      browser.cookie = other.cookie
      let name = "Elm \(UUID().uuidString)"
      let sent = try await browser.press("schools add", on: form, [("name", name)])
      #expect(sent.status != 200 || !sent.outcome.contains("Added"), "\(sent.words)")
      #expect(
        try await people.count("SELECT count(*) FROM public.schools WHERE name = $1", name) == 0)
      // A page of the server itself, such as the one to sign out, contains a form too. The server
      // must also refuse this form if the session of another person sends it.
      let sure = try await browser.get("/sign-out")
      let third = try await people.signedUp(name: "Lou Poe")
      browser.cookie = third.cookie
      #expect(try await browser.post(sure.fields, to: "/sign-out").status == 403)
      #expect(try await browser.get("/tasks").status == 200)
    }
  }

  @Test("Another athlete's pages cannot be named, and no page of one person holds another's words")
  func othersPages() async throws {
    try await ServedPeople.with { people in
      let email = ServedPeople.address()
      let sam = try await people.signedUp(email, name: "Sam Secretlee")
      let form = try await sam.get("/c?line=schools%20add")
      _ = try await sam.press("schools add", on: form, [("name", "Secretschool")])
      let id = try await people.server.admin.run(
        "SELECT id FROM accounts.people WHERE email = $1", [email]
      ).value
      let kim = try await people.signedUp(role: "parent", name: "Kim Roe")
      for path in [
        "/schools", "/dashboard", "/schools/s1", "/find?words=Secretschool", "/c?line=history",
      ] {
        for query in ["", "athlete=\(id ?? "")"] {
          let address = query.isEmpty ? path : path + (path.contains("?") ? "&" : "?") + query
          let page = try await kim.get(address)
          #expect(!page.body.contains("Secretlee"), "\(address)")
          #expect(page.body.ranges(of: "Secretschool").count <= (path.hasPrefix("/find") ? 9 : 0))
        }
      }
    }
  }

  @Test("A form from another site is refused, and so is a name of another host")
  func otherSites() async throws {
    try await ServedPeople.with { people in
      let browser = people.browser()
      let fields = [("email", "a@example.org"), ("password", "x")]
      for headers in [
        ["Origin": "https://evil.example"], ["Origin": "null"], ["Host": "evil.example"],
        ["Origin": "", "Sec-Fetch-Site": "cross-site"],
      ] {
        let answer = try await browser.post(fields, to: "/sign-in", headers: headers)
        #expect(answer.status == 403 || answer.status == 421, "\(headers) \(answer.status)")
      }
      // After signing in, the browser must stay on this server, even if the field `next`, the page
      // to go to, names another host.
      let email = ServedPeople.address()
      _ = try await people.signedUp(email)
      for next in ["//evil.example/", "https://evil.example/", "/\\evil.example"] {
        let entered = try await people.browser().post(
          [("email", email), ("password", ServedPeople.password), ("next", next)], to: "/sign-in",
          follow: false)
        #expect(!(entered.headers["location"] ?? "").contains("//"), "\(next)")
      }
    }
  }

  @Test("What concerns the server's own computer is not there")
  func leftOut() async throws {
    try await ServedPeople.with { people in
      let browser = try await people.signedUp()
      for line in [
        "doctor", "backup list", "account sign-in", "account connect", "restore latest", "set",
        "sync now", "settings mail", "erase person", "quick add x",
      ] {
        let words = try #require(line.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
        let page = try await browser.get("/c?line=\(words)")
        #expect(page.status == 404, "\(line): \(page.status) \(page.words)")
        #expect(!page.body.contains(people.folder), "\(line)")
        let sent = try await browser.press(line, on: try await browser.get("/tasks"))
        #expect(
          !sent.body.contains(people.folder) && !sent.outcome.hasPrefix("✓"),
          "\(line): \(sent.words)")
      }
    }
  }

  @Test("While the database is away, pages say so; afterwards everything is there")
  func databaseAway() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "pages-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try await RunningServer.withOwnDatabase(
      pages: ServerPages.make, { $0.pages = PagesSettings(folder: folder) }
    ) { server in
      let people = ServedPeople(server: server, folder: folder)
      let browser = try await people.signedUp()
      let form = try await browser.get("/c?line=schools%20add")
      try await Self.reachDatabase(false, of: server)
      let away = try await browser.get("/tasks")
      #expect(away.status == 503 && away.words.contains("Nothing is lost"), "\(away.words)")
      let sent = try await browser.press("schools add", on: form, [("name", "Oak")])
      #expect(sent.status == 503, "\(sent.status) \(sent.words)")
      // The error page contains the entered text and a button to send the form again.
      #expect(sent.words.contains("Send it again") && sent.body.contains("value=\"Oak\""))
      try await Self.reachDatabase(true, of: server)
      let again = try await browser.press("schools add", on: form, [("name", "Oak")])
      #expect(again.outcome.contains("Added"), "\(again.status) \(again.words)")
      #expect(try await browser.get("/schools").words.contains("Oak"))
    }
  }

  /// Takes the server's database away, or gives it back.
  static func reachDatabase(_ isThere: Bool, of server: RunningServer) async throws {
    let name = String(try #require(server.config.database.split(separator: "=").last))
    let cluster = Database(DatabaseSettings(connection: try Cluster.shared.get().connection))
    _ = try await cluster.run("ALTER DATABASE \(name) WITH ALLOW_CONNECTIONS \(isThere)")
    if isThere { return }
    _ = try await cluster.run(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1", [name])
  }

  @Test(
    "A write that the server did not answer is not said to be done, and the next page has what the database has"
  )
  func unanswered() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "pages-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try await RunningServer.withOwnDatabase(
      pages: ServerPages.make, { $0.pages = PagesSettings(folder: folder) }
    ) { server in
      let people = ServedPeople(server: server, folder: folder)
      let browser = try await people.signedUp()
      let form = try await browser.get("/c?line=schools%20add")
      // Without its SQL function `compass_push` the server can store no change. The page must then
      // not say that the school was added.
      _ = try await server.admin.run(
        "ALTER FUNCTION public.compass_push RENAME TO compass_push_away")
      let sent = try await browser.press("schools add", on: form, [("name", "Oak")])
      #expect(!sent.outcome.contains("Added"), "\(sent.words)")
      #expect(sent.words.contains("It is not known whether the server has it."), "\(sent.words)")
      #expect(try await !browser.get("/schools").words.contains("Oak"))
      _ = try await server.admin.run(
        "ALTER FUNCTION public.compass_push_away RENAME TO compass_push")
      let fresh = try await browser.get("/c?line=schools%20add")
      let again = try await browser.press("schools add", on: fresh, [("name", "Oak")])
      #expect(again.outcome.contains("Added"), "\(again.words)")
    }
  }

  @Test("What the server refuses is said where it happened, and is not done")
  func refusedSteps() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "pages-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try await RunningServer.withOwnDatabase(
      pages: ServerPages.make, { $0.pages = PagesSettings(folder: folder) }
    ) { server in
      let people = ServedPeople(server: server, folder: folder)
      let browser = try await people.signedUp()
      _ = try await server.admin.run(
        "ALTER TABLE public.schools ADD CONSTRAINT never CHECK (name <> 'Never')")
      let form = try await browser.get("/c?line=schools%20add")
      let sent = try await browser.press("schools add", on: form, [("name", "Never")])
      #expect(!sent.outcome.contains("Added"), "\(sent.words)")
      #expect(sent.words.contains("nothing was saved"), "\(sent.words)")
      #expect(try await !browser.get("/schools").words.contains("Never"))
      #expect(try await browser.get("/sync/conflicts").words.contains("Never"))
    }
  }

  @Test("What an earlier process left in the folder is gone before the first page")
  func leftovers() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "pages-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try FileManager.default.createDirectory(
      atPath: folder + "/file-abc/backups", withIntermediateDirectories: true)
    try Data("x".utf8).write(to: URL(filePath: folder + "/file-abc/compass.sqlite"))
    try await RunningServer.with(
      pages: ServerPages.make, { $0.pages = PagesSettings(folder: folder) }
    ) { server in
      let people = ServedPeople(server: server, folder: folder)
      #expect(try people.files.isEmpty)
      let mode = try FileManager.default.attributesOfItem(atPath: folder)[.posixPermissions] as? Int
      #expect(mode == 0o700)
      // Only one server at a time may use a folder with data files of people. A second server with
      // the same folder must not start.
      await #expect(throws: (any Error).self) {
        try await RunningServer.with(
          pages: ServerPages.make, { $0.pages = PagesSettings(folder: folder) }
        ) { _ in }
      }
    }
  }

  @Test("Two servers answer one browser in turn and agree")
  func twoServers() async throws {
    try await ServedPeople.with { people in
      let email = ServedPeople.address()
      let browser = try await people.signedUp(email)
      try await people.withSecondServer(browser) { other in
        for (number, here) in [browser, other, browser, other].enumerated() {
          let name = "Turn \(number)"
          let form = try await here.get("/c?line=schools%20add")
          let added = try await here.press("schools add", on: form, [("name", name)])
          #expect(added.outcome.contains("Added"), "\(number) \(added.words)")
          for there in [browser, other] {
            #expect(try await there.get("/schools").words.contains(name), "\(number)")
          }
        }
        // A form can be sent only to the server that made it. Another server over the same database
        // does not save it, but shows the form again with the entered text.
        let form = try await browser.get("/c?line=schools%20add")
        let sent = try await other.press("schools add", on: form, [("name", "Crossing")])
        #expect(!sent.outcome.contains("Added") && sent.body.contains("Crossing"), "\(sent.words)")
        let again = try await other.press("schools add", on: sent, [("name", "Crossing")])
        #expect(again.outcome.contains("Added"), "\(again.words)")
        let sure = try await other.get("/sign-out")
        _ = try await other.post(sure.fields, to: "/sign-out")
        #expect(try await browser.get("/schools").path.hasPrefix("/sign-in"))
      }
    }
  }

  /// The values that a person typed when the session of the browser had ended, and that the person
  /// sent together with the sign-in.
  private struct Written {
    let browser: Browser
    /// The address that shows the form again.
    let address: String
    let people: ServedPeople
    let email: String

    init(_ people: ServedPeople) async throws {
      self.people = people
      email = ServedPeople.address()
      browser = try await people.signedUp(email)
      let form = try await browser.get("/c?line=schools%20add")
      try await people.end(email)
      let told = try await browser.press("schools add", on: form, [("name", "Kent College")])
      let entered = try await browser.post(
        told.fields + [("email", email), ("password", ServedPeople.password)], to: "/sign-in",
        follow: false)
      address = try #require(entered.headers["location"])
    }

    /// The form as the database has it; nil if it has none.
    var kept: String? {
      get async throws {
        try await people.server.admin.run(
          """
          SELECT k.sealed FROM accounts.kept_forms AS k
          JOIN accounts.sessions AS s ON s.id = k.session
          JOIN accounts.people AS p ON p.id = s.person WHERE p.email = $1
          """, [email]
        ).value
      }
    }
  }

  @Test("What was written when the session had ended is shown by another server too")
  func writtenAfterTheEndAtTwoServers() async throws {
    try await ServedPeople.with { people in
      let written = try await Written(people)
      let sealed = try #require(try await written.kept)
      #expect(KeptForm(sealed: sealed, with: "another cookie")?.written == nil)
      // Each of these servers reads it from the database, because an answer may be lost.
      for _ in 0..<2 {
        try await people.withSecondServer(written.browser) { other async throws in
          #expect(try await other.get(written.address).body.contains("Kent College"))
        }
      }
      let again = try await written.kept
      #expect(again == sealed)
      try await people.withSecondServer(written.browser) { other async throws in
        let form = try await other.get(written.address)
        // A form that is refused is not done.
        let refused = try await other.press("schools add", on: form, [("name", "")])
        #expect(!refused.outcome.contains("Added"), "\(refused.words)")
        let stays = try await written.kept
        #expect(stays == sealed)
        let added = try await other.press("schools add", on: refused, [("name", "Kent College")])
        #expect(added.outcome.contains("Added"), "\(added.words)")
      }
      let left = try await written.kept
      #expect(left == nil)
    }
  }

  @Test("What was written is not given after fifteen minutes")
  func writtenTooLongAgo() async throws {
    try await ServedPeople.with { people in
      let written = try await Written(people)
      _ = try await people.server.admin.run(
        """
        UPDATE accounts.kept_forms AS k SET made_at = now() - interval '15 minutes 1 second'
        FROM accounts.sessions AS s JOIN accounts.people AS p ON p.id = s.person
        WHERE s.id = k.session AND p.email = $1
        """, [written.email])
      try await people.withSecondServer(written.browser) { other async throws in
        #expect(try await !other.get(written.address).body.contains("Kent College"))
      }
      _ = try await people.server.admin.run("SELECT accounts.forget()")
      let left = try await written.kept
      #expect(left == nil)
    }
  }

  @Test("Undo takes back the person's newest step at either server, and after a restart")
  func undoAtTwoServers() async throws {
    try await ServedPeople.with { people in
      let first = try await people.signedUp()
      try await Self.add("Duke", at: first)
      try await people.withSecondServer(first) { second in
        try await Self.add("Made at B", at: second)
        try await Self.turn("undo", at: first, "Took back", "Made at B")
        for there in [first, second] {
          let schools = try await there.get("/schools").words
          #expect(schools.contains("Duke") && !schools.contains("Made at B"), "\(schools)")
        }
        // The first server has undone the newest step, which was made at the second server. The
        // second server must know this, so its `undo` undoes the step before that.
        try await Self.turn("undo", at: second, "Took back", "Duke")
        try await Self.turn("redo", at: first, "Did again", "Duke")
        try await Self.turn("redo", at: second, "Did again", "Made at B")
        try await Self.add("Rice", at: first)
      }
      // A server that has just been started has no data file of the person, so it has to fetch the
      // person's records and history from the database.
      try await people.withSecondServer(first) { restarted in
        for name in ["Rice", "Made at B", "Duke"] {
          try await Self.turn("undo", at: restarted, "Took back", name)
          #expect(try await !first.get("/schools").words.contains(name))
        }
      }
    }
  }

  @Test("A step that somebody changed since is not taken back at another server either")
  func undoOfWhatChanged() async throws {
    try await ServedPeople.with { people in
      let first = try await people.signedUp()
      let name = "Elm \(UUID().uuidString)"
      try await Self.add(name, at: first)
      _ = try await people.server.admin.run(
        "UPDATE public.schools SET notes = 'changed since' WHERE name = $1", [name])
      try await people.withSecondServer(first) { second in
        let undone = try await second.press(
          "undo", on: try await second.get("/c?line=history"))
        #expect(!undone.outcome.contains("Took back"), "\(undone.words)")
        #expect(undone.words.contains("Nothing was changed."), "\(undone.words)")
        #expect(try await second.get("/schools").words.contains(name))
      }
    }
  }

  @Test("Undo at a server goes back no further than the sign-in")
  func undoSinceSignIn() async throws {
    try await ServedPeople.with { people in
      let email = ServedPeople.address()
      let first = try await people.signedUp(email)
      try await Self.add("Duke", at: first)
      let out = try await first.get("/sign-out")
      _ = try await first.post(out.fields, to: "/sign-out")
      let again = try await people.signedIn(email)
      let undone = try await again.press("undo", on: try await again.get("/c?line=history"))
      #expect(undone.words.contains("There is nothing to undo."), "\(undone.words)")
      #expect(try await again.get("/schools").words.contains("Duke"))
    }
  }

  private static func add(_ name: String, at browser: Browser) async throws {
    let form = try await browser.get("/c?line=schools%20add")
    let added = try await browser.press("schools add", on: form, [("name", name)])
    #expect(added.outcome.contains("Added"), "\(name) \(added.words)")
  }

  /// Presses the button for undo or redo, and checks what the page then says.
  private static func turn(
    _ command: String, at browser: Browser, _ said: String, _ name: String
  ) async throws {
    let turned = try await browser.press(command, on: try await browser.get("/c?line=history"))
    #expect(
      turned.outcome.contains(said) && turned.outcome.contains(name), "\(name) \(turned.words)")
  }
}
