import Composition
import FeatureKit
import Foundation
import HTTP
import JSON
import ShellHost
import Synchronization
import Testing
import WebHost
import WebTesting

@Suite("Pages in a browser, over the family's own file")
struct ServingTests {
  func served(
    demo: Bool = true, _ use: (ServedHousehold) async throws -> Void
  ) async throws {
    let served = try ServedHousehold(try Household(demo: demo))
    do {
      try await use(served)
    } catch {
      await served.stop()
      throw error
    }
    await served.stop()
  }

  @Test("A key is a file that is taken away once, within a minute")
  func keys() throws {
    let household = try Household(demo: false)
    let folder = ServingFolder(dataFolder: household.data)
    try folder.make()
    func key() throws -> String {
      try folder.makeKey { count in (0..<count).map { _ in .random(in: 0...255) } }
    }
    let first = try key()
    #expect(try mode(folder.path) == 0o700)
    #expect(try mode("\(folder.path)/key-\(first)") == 0o600)
    #expect(folder.keys().take(first) && !folder.keys().take(first))
    let old = try key()
    let before = Date(timeIntervalSinceNow: -62)
    try FileManager.default.setAttributes(
      [.modificationDate: before], ofItemAtPath: "\(folder.path)/key-\(old)")
    #expect(!folder.keys().take(old), "older than a minute")
    #expect(!folder.keys().take(old))
    for wrong in ["", "x", "../port", "\(try key())x", String(repeating: "A", count: 44)] {
      #expect(!folder.keys().take(wrong))
    }
    let (expired, recent) = (try key(), try key())
    try FileManager.default.setAttributes(
      [.modificationDate: before], ofItemAtPath: "\(folder.path)/key-\(expired)")
    folder.removeExpired()
    #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/key-\(expired)"))
    #expect(folder.keys().take(recent))
    let left = try key()
    let openingPage = try folder.makeOpeningPage(to: "http://127.0.0.1:1/enter?key=\(left)")
    #expect(try mode(openingPage) == 0o600)
    folder.sweep()
    #expect(!folder.keys().take(left))
    #expect(!FileManager.default.fileExists(atPath: openingPage))
  }

  private func mode(_ path: String) throws -> Int {
    let facts = try FileManager.default.attributesOfItem(atPath: path)
    return (facts[.posixPermissions] as? Int) ?? -1
  }

  @Test(
    "The program is put into the desktop's menu and taken out again, also before there are data",
    arguments: [true, false])
  func menu(demo: Bool) throws {
    let household = try Household(demo: demo)
    let home = try #require(household.environment["HOME"])
    let entry = "\(home)/.local/share/applications/recruiting-compass.desktop"
    let services = "\(home)/.config/systemd/user"
    for _ in 1...2 {
      let answer = try household.run(["serve", "--install"])
      #expect(answer.code == 0 && answer.output.contains("in your menu"), "\(answer)")
    }
    let text = try String(contentsOfFile: entry, encoding: .utf8)
    #expect(text.contains("serve --open") && text.contains("Terminal=false"), "\(text)")
    #expect(text.contains(household.data.split(separator: "/").last ?? ""))
    let wanted = "\(services)/default.target.wants/recruiting-compass.service"
    let service = try String(contentsOfFile: wanted, encoding: .utf8)
    #expect(service.contains("ExecStart=\"\(Program.path)\" --data "), "\(service)")
    #expect(try household.run(["serve", "--uninstall"]).output.contains("no longer"))
    #expect(!FileManager.default.fileExists(atPath: entry))
    #expect(try household.run(["serve", "--uninstall"]).output.contains("was not"))
  }

  @Test("Who serves is known by a lock, and nobody else does at the same time")
  func claim() async throws {
    let household = try Household(demo: false)
    let folder = ServingFolder(dataFolder: household.data)
    try folder.make()
    var claim = try folder.claim()
    try claim?.note(port: 8_471)
    #expect(claim != nil)
    #expect(try folder.claim() == nil)
    #expect(folder.servedPort() == 8_471)
    claim = nil
    // `claim()` takes a file lock, which lets only one process serve the folder. A child process
    // that another test starts at this moment inherits the lock's descriptor until it runs its
    // program. The lock may therefore stay taken for a moment.
    for _ in 0..<500 where claim == nil {
      claim = try folder.claim()
      if claim == nil { try await Task.sleep(for: .milliseconds(10)) }
    }
    #expect(claim != nil)
    #expect(folder.servedPort() == nil, "the port of the earlier process")
  }

  @Test("A second program lets a browser in and ends, and says what it can if no port is known")
  func secondProgram() throws {
    let household = try Household()
    let folder = ServingFolder(dataFolder: household.data)
    try folder.make()
    let claim = try #require(try folder.claim())
    let opening = try household.run(["serve"])
    #expect(opening.code == 6, "\(opening)")
    #expect(opening.errors.contains("The pages are just being opened"), "\(opening)")
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: -62)], ofItemAtPath: "\(folder.path)/port")
    let unknown = try household.run(["serve"])
    #expect(unknown.code == 6, "\(unknown)")
    #expect(unknown.errors.contains("did not say at which address"), "\(unknown)")
    try claim.note(port: 8_471)
    let joined = try household.run(["serve"])
    #expect(joined.code == 0, "\(joined)")
    #expect(joined.output.hasPrefix("http://127.0.0.1:8471/enter?key="), "\(joined)")
    #expect(joined.errors.contains("it lets one browser in."), "\(joined)")
    #expect(!joined.errors.contains("Ctrl-C"), "\(joined)")
    withExtendedLifetime(claim) {}
  }

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

  @Test("A parent who helps finds forms for what they may change, and for nothing else")
  func helpingParent() async throws {
    try await served { (served) async throws -> Void in
      try served.household.run(["family", "allow", "maria", "tasks"])
      let browser = try await served.browser()
      var page = try await browser.get("/account")
      page = try await browser.press("account sign-in", on: page, [("profile", "maria")])
      #expect(page.status == 200, "\(page.words)")
      let tasks = try await browser.get("/tasks")
      #expect(tasks.words.contains("Helping Casey Shelton with tasks"), "\(tasks.words)")
      #expect(tasks.body.contains("tasks complete"))
      let schools = try await browser.get("/schools")
      #expect(schools.words.contains("Read-Only"))
      #expect(!schools.body.contains("schools edit") && !schools.body.contains("schools add"))
      let done = try await browser.press("tasks complete t41", on: tasks)
      #expect(done.outcome.contains("Meet with College Counselor is complete"), "\(done.words)")
      let refused = try await browser.press("schools delete s1", on: schools)
      #expect(refused.words.contains("Casey can delete it."), "\(refused.words)")
      #expect(try served.household.sql("SELECT count(*) FROM schools;") == "30\n")
      try served.household.run(["schools", "add", "Elm College"])
      let history = try await browser.get("/c?line=history")
      #expect(history.words.contains("Added Elm College"), "\(history.words)")
      #expect(!history.body.contains("Undo: Added Elm College"))
      #expect(history.body.contains("Undo: Completed Meet with College Counselor"))
    }
  }

  @Test("A form changes what was changed in it, whatever somebody else did meanwhile")
  func staleForm() async throws {
    try await served { (served) async throws -> Void in
      let browser = try await served.browser()
      let form = try await browser.get("/c?line=schools%20edit%20s1")
      #expect(form.body.contains("value=\"Limestone Belt Conference\""))
      try served.household.run(["schools", "edit", "s1", "--city", "Elsewhere"])
      let sent = [
        ("school", "s1"), ("city", "Fallow Creek"), ("conference", ""), ("student-size", "4100"),
        ("pros", "near\r\nand green"),
      ]
      let answer = try await browser.press("schools edit", on: form, sent)
      #expect(answer.outcome.contains("Conference emptied"), "\(answer.words)")
      #expect(!answer.outcome.contains("City"), "\(answer.words)")
      let rows = try served.household.sql(
        "SELECT city, conference, json_extract(academic_info, '$.student_size'), pros FROM schools WHERE name LIKE 'Fallow%';"
      )
      #expect(rows.hasPrefix("'Elsewhere',NULL,4100,"), "\(rows)")
      #expect(!rows.contains("\\r"), "\(rows)")
    }
  }

  @Test("A page from before a restore changes no record and takes back no step that came after it")
  func pageFromBeforeRestore() async throws {
    try await served { (served) async throws -> Void in
      let browser = try await served.browser()
      let household = served.household
      func run(_ words: [String]) throws {
        let answer = try household.run(words)
        #expect(answer.code == 0, "\(answer)")
      }
      try run(["backup"])
      try run(["schools", "add", "Typed before restore"])
      let form = try await browser.get("/c?line=schools%20edit%20s31")
      #expect(form.words.contains("Typed before restore"), "\(form.words)")
      let added = try await browser.press("quick add First", on: try await browser.get("/tasks"))
      let step = try #require(added.body.firstMatch(of: /name="_step" value="(\d+)"/)?.1)
      try run(["restore", "latest", "--yes"])
      try run(["schools", "add", "Quite Another School"])
      try run(["quick", "add", "Second"])
      let saved = try await browser.press(
        "schools edit", on: form, [("school", "s31"), ("city", "Elsewhere")])
      #expect(
        saved.words.contains("This is not there any more, so nothing was saved."),
        "\(saved.words)")
      let deleted = try await browser.press("schools delete s31", on: added)
      #expect(deleted.words.contains("There is no school"), "\(deleted.words)")
      let undone = try await browser.press("undo", on: added, [("_step", String(step))])
      #expect(!undone.outcome.contains("Took back"), "\(undone.outcome)")
      #expect(
        try household.sql("SELECT city FROM schools WHERE name = 'Quite Another School';")
          == "NULL\n")
      #expect(try await browser.get("/c?line=quick").words.contains("Second"))
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
      // What the program writes about a visit and about a new day belongs to the profiles.
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

  @Test(
    "The page's own link to add a record is its primary action",
    arguments: [("/calendar", "Add an event"), ("/schools", "Add a school")])
  func primaryAction(_ address: String, _ label: String) async throws {
    try await served { (served) async throws -> Void in
      let page = try await served.browser().get(address)
      let start = try #require(page.body.firstRange(of: "class=\"links leads\""))
      let first = page.body[start.upperBound...].prefix(300)
      #expect(first.contains(label), "\(first)")
    }
  }

  @Test("A button takes back its own step, and not what another tab did since")
  func undo() async throws {
    try await served { (served) async throws -> Void in
      let browser = try await served.browser()
      let first = try await browser.press("quick add First", on: try await browser.get("/tasks"))
      let step = try #require(first.body.firstMatch(of: /name="_step" value="(\d+)"/)?.1)
      _ = try await browser.press("quick add Second", on: try await browser.get("/tasks"))
      let late = try await browser.press("undo", on: first, [("_step", String(step))])
      #expect(!late.outcome.contains("Took back"), "\(late.outcome)")
      let list = try await browser.get("/c?line=quick")
      #expect(list.words.contains("First") && list.words.contains("Second"))
    }
  }

  @Test("After Undo a Redo does the same step again, unless something was changed since")
  func redo() async throws {
    try await served { (served) async throws -> Void in
      let browser = try await served.browser()
      let added = try await browser.press("quick add Zebra", on: try await browser.get("/tasks"))
      let step = String(try #require(added.body.firstMatch(of: /name="_step" value="(\d+)"/)?.1))
      let undone = try await browser.press("undo", on: added, [("_step", step)])
      #expect(undone.outcome.contains("Took back"), "\(undone.outcome)")
      #expect(undone.outcome.contains("Redo"))
      #expect(undone.body.contains("name=\"_step\" value=\"\(step)\""))
      let again = try await browser.press("redo", on: undone, [("_step", step)])
      #expect(again.outcome.contains("Did again"), "\(again.outcome)")
      #expect(again.outcome.contains("Undo"), "\(again.outcome)")
      #expect(try await browser.get("/c?line=quick").words.contains("Zebra"))
      let gone = try await browser.press("undo", on: again, [("_step", step)])
      _ = try await browser.press("quick add Second", on: try await browser.get("/tasks"))
      let late = try await browser.press("redo", on: gone, [("_step", step)])
      #expect(late.outcome.contains("is not done again"), "\(late.outcome)")
      #expect(!(try await browser.get("/c?line=quick").words.contains("Zebra")))
    }
  }

  @Test("A unit that does not fit is a fault of the field with the unit")
  func wrongUnit() async throws {
    try await served { (served) async throws -> Void in
      let browser = try await served.browser()
      let form = try await browser.get("/c?line=performance%20log")
      #expect(form.words.contains("or a time such as 1:05.2"), "\(form.words)")
      // The keyboard for numbers of a phone has no colon.
      let field = try #require(form.body.firstMatch(of: /<input[^>]*name="value"[^>]*>/)?.0)
      #expect(!field.contains("inputmode"), "\(field)")
      for (unit, value, faulty) in [("bananas", "88", "unit"), ("", "88 bananas", "value")] {
        let refused = try await browser.press(
          "performance log", on: form, [("metric", "velocity"), ("value", value), ("unit", unit)])
        #expect(refused.status == 400, "\(refused.words)")
        for field in ["unit", "value"] {
          #expect(
            refused.body.contains("id=\"f-\(field)-fault\"") == (field == faulty),
            "\(field): \(refused.words)")
        }
      }
      let weight = try await browser.get("/c?line=profile%20edit&_part=2")
      #expect(weight.words.contains("For example 180 pounds"), "\(weight.words)")
    }
  }

  @Test("The form that e-mails the packet says at once that no mail server is set up")
  func mailNotSetUp() async throws {
    try await served { (served) async throws -> Void in
      let form = try await served.browser().get("/c?line=packet%20email")
      #expect(form.status == 200, "\(form.words)")
      #expect(form.words.contains("Sending e-mail is not set up here yet."), "\(form.words)")
      #expect(form.body.contains("settings+mail") || form.body.contains("settings%20mail"))
    }
  }

  @Test("A parent's visit is noted when a page is opened, and not when it keeps itself up to date")
  func visits() async throws {
    try await served { (served) async throws -> Void in
      let browser = try await served.browser()
      let page = try await browser.get("/account")
      _ = try await browser.press("account sign-in", on: page, [("profile", "Maria")])
      func views() async throws -> String {
        await served.host.finishLaterWork(within: .seconds(60))
        return try served.household.sql("SELECT count(*) FROM parent_view_log")
      }
      let before = try await views()
      for headers in [
        ["Sec-Fetch-Mode": "cors", "Sec-Fetch-Site": "same-origin"], ["Purpose": "prefetch"],
      ] {
        _ = try await browser.get("/schools/s1", headers)
      }
      _ = try await browser.send("HEAD", "/schools/s1", [:], nil)
      #expect(try await views() == before)
      let shown = try await browser.get("/schools/s1", ["Sec-Fetch-Mode": "navigate"])
      #expect(shown.status == 200)
      #expect(try await views() != before)
    }
  }

  @Test(
    "A list opens as it was left, unless its page drops its filters when it is left",
    arguments: [
      ("/schools?status=contacted", "/schools?status=contacted"),
      ("/performance?type=velocity", "/performance"),
      ("/notifications?type=deadlines", "/notifications"),
    ])
  func choices(opened: String, linked: String) async throws {
    try await served { served in
      let browser = try await served.browser()
      let list = try await browser.get(opened, ["Sec-Fetch-Mode": "navigate"])
      #expect(list.status == 200, "\(list.words)")
      let other = try await browser.get("/tasks", ["Sec-Fetch-Mode": "navigate"])
      #expect(other.body.contains("href=\"\(linked)\""), "\(other.body)")
      #expect(opened == linked || !other.body.contains("href=\"\(opened)\""))
    }
  }

  @Test("What leaves a prompt is refused on a page, and doctor shows the faults of a file")
  func leavingAndFaults() async throws {
    try await served { served in
      let browser = try await served.browser()
      for line in ["quit", "exit"] {
        let answer = try await browser.get("/c?line=\(line)")
        #expect(answer.status == 404, "\(line)")
        #expect(answer.words.contains("not part of these pages"), "\(line)")
      }
      _ = try served.household.sql(
        "CREATE TRIGGER helpful AFTER INSERT ON schools BEGIN DELETE FROM coaches; END;")
      let found = try await browser.get("/c?line=doctor")
      #expect(found.status == 200, "\(found.status)")
      #expect(found.words.contains("The trigger helpful is not of this program."))
      #expect(found.words.contains("In one file on this computer"), "\(found.words)")
      #expect(!found.words.contains(".sqlite"), "\(found.words)")
    }
  }
}
