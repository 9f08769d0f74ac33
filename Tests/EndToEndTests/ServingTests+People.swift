import Composition
import FeatureKit
import Foundation
import HTTP
import JSON
import ShellHost
import Testing
import WebHost
import WebTesting

// First visits, and who is signed in.
extension ServingTests {
  @Test("Looking at an empty folder makes no file; the made-up family is one press away")
  func firstVisit() async throws {
    try await served(demo: false) { (served) async throws -> Void in
      let browser = try await served.browser()
      let welcome = try await browser.get("/tasks")
      #expect(welcome.path == "/welcome" && welcome.words.contains("made-up family"))
      #expect(!FileManager.default.fileExists(atPath: served.household.file))
      let form = try await browser.get("/c?line=account%20create")
      #expect(form.status == 200 && form.words.contains("Your name"), "\(form.words)")
      let choice = try #require(welcome.body.firstMatch(of: /value="(choice \d)"/)?.1)
      let fields = welcome.hidden.map { ($0.key, $0.value) } + [("_command", String(choice))]
      let first = try await browser.post(fields, to: "/welcome")
      #expect(first.path.hasPrefix("/dashboard"), "\(first.path)")
      #expect(first.words.contains("This family is made up and not yours"), "\(first.words)")
      let again = try await browser.post(fields, to: "/welcome")
      #expect(again.path == "/dashboard", "a second press finds the family there")
      // A second browser also chooses the example family. It gets the family that the first browser
      // has, with the same athlete.
      let other = try await served.browser()
      let its = try await other.get("/tasks")
      let same = its.hidden.map { ($0.key, $0.value) } + [("_command", String(choice))]
      #expect(try await other.post(same, to: "/welcome").words.contains("Casey Shelton"))
      // The example family has a folder of its own, so the person's own folder is still empty. The
      // choice "none" leaves the example family and leads back to the first page.
      #expect(!FileManager.default.fileExists(atPath: served.household.file))
      let left = try await browser.post(
        again.hidden.map { ($0.key, $0.value) } + [("_command", "choice none")], to: "/welcome")
      #expect(left.path == "/welcome", "\(left.path)")
      #expect(try await other.get("/tasks").words.contains("This family is made up"))
    }
  }

  @Test("Whoever is set up in the browser begins at the first page")
  func guidedStart() async throws {
    try await served(demo: false) { (served) async throws -> Void in
      let browser = try await served.browser()
      let form = try await browser.get("/c?line=account%20create")
      let wrong = try await browser.press(
        "account create", on: form, [("role", "athlete"), ("graduation-year", "soon")])
      #expect(wrong.status == 400 && wrong.words.contains("soon"), "\(wrong.words)")
      #expect(!FileManager.default.fileExists(atPath: served.household.file))
      let made = try await browser.press(
        "account create", on: wrong,
        [
          ("role", "athlete"), ("name", "Zoë Kim"), ("graduation-year", "2028"),
          ("sport", "baseball"),
        ])
      #expect(made.path.hasPrefix("/dashboard"), "\(made.path) \(made.words)")
      #expect(made.outcome.contains("Zoë"), "\(made.words)")
    }
  }

  @Test("Cancel of a question before the first profile leads back to the form with what was typed")
  func cancelledStart() async throws {
    try await served(demo: false) { (served) async throws -> Void in
      let browser = try await served.browser()
      let form = try await browser.get("/c?line=account%20create")
      let fields = [("role", "athlete"), ("name", "Zoë Kim"), ("graduation-year", "2035")]
      let asked = try await browser.press("account create", on: form, fields)
      #expect(asked.words.contains("2035 is unusually high"), "\(asked.words)")
      let cancel = try #require(
        asked.body.firstMatch(of: /<a href="([^"]+)">Cancel/)?.1.replacing("&amp;", with: "&"))
      let again = try await browser.get(String(cancel))
      #expect(again.body.contains("value=\"Zoë Kim\""), "\(cancel): \(again.words)")
      #expect(again.body.contains("value=\"2035\""), "\(cancel): \(again.words)")
      let agreed = try await browser.press("account create", on: asked, fields)
      #expect(agreed.path.hasPrefix("/dashboard"), "\(agreed.path) \(agreed.words)")
    }
  }

  @Test("A parent is asked for the athlete, is not asked again who they are, and has a way on")
  func parentsStart() async throws {
    try await served(demo: false) { (served) async throws -> Void in
      let browser = try await served.browser()
      let welcome = try await browser.get("/")
      let way = try #require(
        welcome.body.firstMatch(of: /href="(\/c\?line=account[^"]*parent)"/)?.1)
      let form = try await browser.get(String(way))
      let question = "Are you the athlete or a parent?"
      #expect(form.words.contains("Your athlete's sport"), "\(form.words)")
      #expect(!form.words.contains(question))
      let line = "account create --role parent"
      #expect(form.body.contains("value=\"\(line)\""))
      let wrong = try await browser.press(
        line, on: form, [("role", "parent"), ("athlete-graduation-year", "soon")])
      #expect(wrong.status == 400 && wrong.words.contains("soon"), "\(wrong.words)")
      #expect(wrong.words.contains("Your athlete's sport") && !wrong.words.contains(question))
      #expect(!wrong.words.contains("Primary sport"))
      let made = try await browser.press(
        line, on: wrong,
        [
          ("role", "parent"), ("name", "Dana Kim"), ("athlete-name", "Mia Kim"),
          ("athlete-graduation-year", "2028"), ("athlete-sport", "swimming"),
        ])
      #expect(
        made.outcome.contains("Made the profiles of Dana Kim and Mia Kim and their family."),
        "\(made.outcome)")
      #expect(made.words.contains("What lies ahead"), "\(made.words)")
      #expect(made.body.contains("Undo: Set up the family of Mia Kim"), "\(made.words)")
      let profile = try await browser.get("/c?line=profile%20edit")
      #expect(profile.words.contains("Name") && !profile.words.contains("GPA"))
    }
  }

  @Test("The form of a server leads a parent with a code of this computer to the profile's form")
  func codeOfThisComputer() async throws {
    try await served(demo: false) { (served) async throws -> Void in
      let browser = try await served.browser()
      let connect = try await browser.get("/c?line=account%20connect")
      #expect(connect.words.contains("for a family that shares through a server."))
      #expect(connect.body.contains("href=\"/c?line=account+create+--role+parent\""))
      let parent = try await browser.get("/c?line=account+create+--role+parent")
      let code = try #require(parent.body.range(of: "id=\"f-code\"")?.lowerBound)
      let name = try #require(parent.body.range(of: "id=\"f-athlete-name\"")?.lowerBound)
      #expect(code < name)
      #expect(!FileManager.default.fileExists(atPath: served.household.file))
    }
  }

  @Test("Undo of a parent's set-up removes both profiles, and the first page says so")
  func parentsUndo() async throws {
    try await served(demo: false) { (served) async throws -> Void in
      let browser = try await served.browser()
      let line = "account create --role parent"
      let form = try await browser.get("/c?line=account%20create%20--role%20parent")
      let made = try await browser.press(
        line, on: form,
        [
          ("role", "parent"), ("name", "Dana Kim"), ("athlete-name", "Mia Kim"),
          ("athlete-graduation-year", "2028"), ("athlete-sport", "swimming"),
        ])
      let step = try #require(made.body.firstMatch(of: /name="_step" value="(\d+)"/)?.1)
      // The program stores the visit and the daily work after the answer, and these rows belong to
      // the profiles.
      await served.host.finishLaterWork(within: .seconds(60))
      func count(_ table: String) throws -> String {
        try served.household.sql("SELECT count(*) FROM \(table)")
      }
      #expect(try count("users") == "2\n")
      #expect(try count("parent_view_log") != "0\n")
      let undone = try await browser.press("undo", on: made, [("_step", String(step))])
      #expect(undone.status == 200 && undone.path.hasPrefix("/welcome"), "\(undone.path)")
      #expect(
        undone.outcome.contains("Took back: Set up the family of Mia Kim"), "\(undone.words)")
      for table in ["users", "family_units", "family_members", "parent_view_log"] {
        #expect(try count(table) == "0\n", "\(table)")
      }
      #expect(try await browser.get("/tasks").words.contains("I'm a parent"))
    }
  }

  @Test("Undo without a step asks before it takes back a profile, and offers Redo otherwise")
  func undoWithoutStep() async throws {
    try await served(demo: false) { (served) async throws -> Void in
      let browser = try await served.browser()
      _ = try await browser.press(
        "account create", on: try await browser.get("/dashboard"),
        [("role", "athlete"), ("name", "Leo Park"), ("graduation-year", "2028")])
      // Each press loads a new page, because a page that reports a change contains the number of
      // the change.
      func press(_ line: String) async throws -> WebTesting.Browser.Answer {
        try await browser.press(line, on: try await browser.get("/schools"))
      }
      let asked = try await press("undo")
      #expect(asked.words.contains("Take back your profile?"), "\(asked.words)")
      #expect(try served.household.sql("SELECT count(*) FROM users") == "1\n")
      _ = try await press("schools add Kent")
      let late = try await browser.press("undo", on: asked)
      #expect(late.words.contains("not your last change any more"), "\(late.words)")
      #expect(try served.household.sql("SELECT count(*) FROM schools") == "1\n")
      let undone = try await press("undo")
      #expect(undone.outcome.contains("Took back"), "\(undone.outcome)")
      let again = try await browser.press("redo", on: undone)
      #expect(again.outcome.contains("Did again"), "\(again.outcome)")
      _ = try await press("undo")
      let gone = try await browser.press("undo", on: try await press("undo"))
      #expect(gone.path.hasPrefix("/welcome"), "\(gone.path)")
    }
  }

  @Test("Catching up begins with nothing ticked, and takes a grade or none")
  func catchingUp() async throws {
    try await served(demo: false) { served in
      let browser = try await served.browser()
      let start = try await browser.get("/dashboard")
      _ = try await browser.press(
        "account create", on: start,
        [("role", "athlete"), ("name", "Leo Park"), ("graduation-year", "2026")])
      let form = try await browser.get("/c?line=tasks%20catch-up")
      #expect(form.words.contains("None of them"), "\(form.words)")
      #expect(!form.body.contains(" checked"), "\(form.words)")
      let waits = try await browser.press("tasks catch-up", on: form, [("steps", "t10")])
      #expect(waits.words.contains("waits for other steps"), "\(waits.words)")
      let box = try #require(
        waits.body.firstMatch(
          of: /<a href="#(f-steps-\d+)">To be done first: Research Division Levels<\/a>/))
      #expect(waits.body.contains("id=\"\(box.1)\" name=\"steps\" value=\"t9\""))
      let done = try await browser.press("tasks catch-up", on: form, [("steps", "grade 9")])
      #expect(done.words.contains("complete from before"), "\(done.words)")
      let rest = try await browser.get("/c?line=tasks%20catch-up")
      #expect(!rest.words.contains("All of grade 9"))
      let none = try await browser.press("tasks catch-up", on: rest, [("steps", "none")])
      #expect(none.status == 200 && !none.words.contains("There is one thing"), "\(none.words)")
    }
  }

  @Test("A profile with a passphrase is asked for it, in each browser for itself")
  func passphrase() async throws {
    try await served { (served) async throws -> Void in
      let browser = try await served.browser()
      let form = try await browser.get("/c?line=account%20passphrase")
      let typo = try await browser.press(
        "account passphrase", on: form,
        [("passphrase", "Harbor7light"), ("passphrase", "Harbor7lighd")])
      #expect(typo.words.contains("not the same"), "\(typo.words)")
      #expect(!typo.body.contains("Harbor7"))
      let set = try await browser.press(
        "account passphrase", on: form,
        [("passphrase", "Harbor7light"), ("passphrase", "Harbor7light")])
      #expect(set.status == 200 && set.outcome.contains("passphrase"), "\(set.words)")
      let other = try await served.browser()
      let asks = try await other.get("/tasks")
      #expect(asks.status == 401 && asks.words.contains("Sign in"))
      let wrong = try await other.press(
        "account sign-in", on: asks, [("profile", "Casey Shelton"), ("passphrase", "Harbor8light")])
      #expect(wrong.status == 401 && wrong.words.contains("passphrase"))
      #expect(!wrong.body.contains("Harbor8"))
      let before = other.cookie
      let right = try await other.press(
        "account sign-in", on: asks, [("profile", "Casey Shelton"), ("passphrase", "Harbor7light")])
      #expect(right.path.hasPrefix("/tasks") && right.status == 200, "\(right.words)")
      #expect(right.outcome.contains("signed in"))
      #expect(other.cookie != before)
      let thief = Browser(port: browser.port)
      thief.cookie = before
      #expect(try await thief.get("/tasks").status == 401)
    }
  }

  @Test("A browser stays with its person when somebody comes to the file, and after a restart")
  func staysWithPerson() async throws {
    try await served(demo: false) { (served) async throws -> Void in
      let household = served.household
      func create(_ line: [String]) throws {
        let made = try household.run(["account", "create"] + line)
        try #require(made.code == 0, "\(made)")
        // The computer remembers no person, as after everything was set up in a browser.
        _ = try household.sql("DELETE FROM device_preferences WHERE key = 'current_profile'")
      }
      try create(["--name", "Sam Lee", "--role", "athlete", "--graduation-year", "2028"])
      let browser = try await served.browser()
      #expect(try await browser.get("/tasks").status == 200)
      try create(["--name", "Dana Lee", "--role", "parent"])
      let page = try await browser.get("/tasks")
      #expect(page.status == 200 && page.body.contains("Sam"), "\(page.words)")
      await served.host.finishLaterWork(within: .seconds(60))
      let again = try ServedHousehold(household)
      let after = try? await again.browser(with: browser.cookie).get("/tasks")
      await again.stop()
      #expect(after?.status == 200 && after?.body.contains("Sam") == true, "\(after?.words ?? "")")
      // Another browser begins with the question, because two people have profiles here.
      let other = try await served.browser()
      let asks = try await other.get("/tasks")
      #expect(asks.status == 401 && asks.body.contains("Dana Lee"), "\(asks.words)")
    }
  }

  @Test("A form from before a restart says so, and one more press saves it")
  func formOfEarlierRun() async throws {
    try await served { (served) async throws -> Void in
      let browser = try await served.browser()
      let form = try await browser.get("/c?line=schools%20add")
      await served.host.finishLaterWork(within: .seconds(60))
      let again = try ServedHousehold(served.household)
      let after = again.browser(with: browser.cookie)
      let written = [("name", "Cedar Hill College")]
      let told = try? await after.press("schools add", on: form, written)
      let saved: Browser.Answer? =
        if let told { try? await after.press("schools add", on: told, written) } else { nil }
      await again.stop()
      let words = "The program was started again since this page was opened"
      #expect(told?.words.contains(words) == true, "\(told?.words ?? "")")
      #expect(told?.body.contains("Cedar Hill College") == true)
      #expect(saved?.outcome.contains("Cedar Hill College") == true, "\(saved?.words ?? "")")
    }
  }

  @Test(
    "Who is signed out can begin anew on each page that leads to signing in",
    arguments: ["/tasks", "/account", "/c?line=account+sign-in"])
  func beginningSignedOut(address: String) async throws {
    try await served { (served) async throws -> Void in
      let browser = try await served.browser()
      _ = try await browser.press("account sign-out", on: try await browser.get("/tasks"))
      let page = try await browser.get(address)
      for words in ["the athlete", "a parent", "I have a code"] {
        #expect(page.words.contains(words), "\(words): \(page.words)")
      }
      #expect(page.body.contains("/c?line=account+create+--role+parent"), "\(page.body)")
      let signedIn = try await browser.press(
        "account sign-in", on: page, [("profile", "Casey Shelton")])
      #expect(signedIn.status == 200 && signedIn.words.contains("Casey"), "\(signedIn.words)")
      #expect(!signedIn.path.hasPrefix("/c?"), "\(signedIn.path)")
    }
  }

  /// The tables of a connected file, in which the athlete has the only account and all profiles came
  /// from the server.
  private static let connected = """
    CREATE TABLE outbox (place INTEGER PRIMARY KEY, step TEXT, person TEXT, athlete TEXT, operation TEXT,
      summary TEXT, at TEXT, journal INTEGER, changeset BLOB, schema_version INTEGER,
      state TEXT DEFAULT 'waiting', answer TEXT);
    CREATE TABLE outbox_accounts (place INTEGER PRIMARY KEY, account TEXT, email TEXT);
    CREATE TABLE outbox_facts (account TEXT, key TEXT, value TEXT, PRIMARY KEY (account, key));
    CREATE TABLE outbox_cursors (account TEXT, scope TEXT, kind TEXT, era TEXT, revision INTEGER,
      table_name TEXT, id TEXT);
    CREATE TABLE outbox_claims (kind TEXT, id TEXT);
    INSERT INTO outbox_claims SELECT 'users', id FROM users;
    INSERT INTO outbox_accounts (account, email)
      SELECT id, 'casey@example.org' FROM users WHERE role = 'player';
    DELETE FROM device_preferences WHERE key = 'current_profile';
    """

  @Test("A parent who uses another computer is not offered, and their name lets nobody in")
  func usesAnotherComputer() async throws {
    try await served { (served) async throws -> Void in
      let early = try await served.browser()
      let form = try await early.get("/tasks")
      _ = try await early.press("account sign-out", on: form)
      let signIn = try await early.get("/tasks")
      let parent = try await early.press(
        "account sign-in", on: signIn, [("profile", "Maria Shelton")])
      #expect(parent.status == 200, "\(parent.words)")
      _ = try served.household.sql(Self.connected)
      // The browser asks for no name: the athlete is the only person who uses this computer.
      let browser = try await served.browser()
      let page = try await browser.get("/tasks")
      #expect(page.status == 200 && page.body.contains("Casey"), "\(page.words)")
      let out = try await browser.press("account sign-out", on: page)
      #expect(out.status == 401 && !out.body.contains("Maria"), "\(out.words)")
      let refused = try await browser.press("account sign-in", on: out, [("profile", "maria")])
      #expect(
        refused.status == 401
          && refused.words.contains("Maria Shelton uses this program on another computer."),
        "\(refused.words)")
      // A browser in which the parent was signed in by name does not become the athlete's.
      let ended = try await early.get("/tasks")
      #expect(ended.status == 401 && !ended.body.contains("Casey Shelton's"), "\(ended.words)")
    }
  }
}
