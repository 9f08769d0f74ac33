import Composition
import FeatureKit
import Foundation
import HTTP
import JSON
import ShellHost
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

  @Test("The form for another measurement begins with the measure and the day that were saved")
  func nextMeasurement() async throws {
    try await served { (served) async throws -> Void in
      let browser = try await served.browser()
      let form = try await browser.get("/c?line=performance%20log")
      let sent = [
        ("metric", "velocity"), ("value", "84"), ("on", "2025-11-03"), ("notes", "Windy"),
        ("_again", "yes"),
      ]
      let next = try await browser.press("performance log", on: form, sent)
      #expect(next.outcome.contains("Fastball Velocity 84"), "\(next.words)")
      #expect(next.body.contains(#/<option[^>]*value="velocity"[^>]*selected/#), "\(next.body)")
      func tag(_ id: String) throws -> Substring {
        try #require(
          next.body.matches(of: /<input[^>]*>/).map(\.output)
            .first { $0.contains("id=\"\(id)\"") })
      }
      #expect(try tag("f-on").contains("value=\"2025-11-03\""))
      #expect(try !tag("f-value").contains(" value="))
      #expect(!next.body.contains("Windy"))
    }
  }

  @Test("The form of the mail server that was sent empty says at the server what is missing")
  func mailLeftEmpty() async throws {
    try await served { (served) async throws -> Void in
      let browser = try await served.browser()
      let form = try await browser.get("/c?line=settings%20mail")
      let refused = try await browser.press(
        "settings mail", on: form, [("server", ""), ("security", "starttls"), ("user", "")])
      #expect(refused.status == 400, "\(refused.words)")
      #expect(refused.body.contains("id=\"f-server-fault\""), "\(refused.body)")
      #expect(refused.words.contains("Write the name of the server"), "\(refused.words)")
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

  @Test("What stands in the packet is chosen in a form, from the packet's page and from Find")
  func choosingForPacket() async throws {
    try await served { (served) async throws -> Void in
      let browser = try await served.browser()
      let packet = try await browser.get("/packet")
      #expect(packet.body.contains("/c?line=packet+choose\""), "\(packet.body)")
      for form in [
        try await browser.get("/c?line=packet+choose"),
        try await browser.press("packet choose", on: packet),
      ] {
        #expect(form.status == 200 && form.outcome == "", "\(form.words)")
        for name in ["measure", "part"] {
          #expect(form.body.contains(/type="checkbox" id="[^"]*" name="part"/))
          #expect(form.body.contains("name=\"\(name)\""), "\(form.body)")
        }
      }
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
      // The page of the packet shows a preview in a frame, which the browser loads by itself.
      let inFrame = try await browser.get(
        "/preview?line=packet%20html", ["Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "iframe"])
      #expect(inFrame.status == 200, "\(inFrame.words)")
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

  @Test("Filters that a person chose on the list of tasks stay with the person")
  func filtersStay() async throws {
    try await served { (served) async throws -> Void in
      let browser = try await served.browser()
      let parent = try await served.browser()
      _ = try await parent.press(
        "account sign-in", on: try await parent.get("/account"), [("profile", "Maria")])
      func open(
        _ address: String, in browser: WebTesting.Browser, from page: String? = nil
      ) async throws -> String {
        var headers = ["Sec-Fetch-Mode": "navigate"]
        headers["Referer"] = page.map { browser.origin + $0 }
        let list = try await browser.get(address, headers)
        #expect(list.status == 200, "\(list.words)")
        await served.host.finishLaterWork(within: .seconds(60))
        return list.words
      }
      // A bookmark, and a link on another page.
      for page in [nil, "/dashboard"] {
        let shown = try await open("/tasks?status=completed", in: browser, from: page)
        #expect(shown.contains("Status completed · Urgency all"), "\(shown)")
        #expect(try await open("/tasks", in: browser).contains("Status all · Urgency all"))
      }
      // A chip, and the panel.
      _ = try await open("/tasks?status=in-progress", in: browser, from: "/tasks")
      #expect(try await open("/tasks", in: browser).contains("Status in progress · Urgency all"))
      _ = try await open(
        "/tasks?status=in-progress&urgency=upcoming", in: browser, from: "/tasks?status=in-progress"
      )
      let chosen = "Status in progress · Urgency due in 2 weeks"
      #expect(try await open("/tasks", in: browser).contains(chosen))
      _ = try await browser.press("account sign-out", on: try await browser.get("/tasks"))
      let signedIn = try await browser.press(
        "account sign-in", on: try await browser.get("/account"), [("profile", "Casey Shelton")])
      #expect(signedIn.status == 200, "\(signedIn.words)")
      #expect(try await open("/tasks", in: browser).contains(chosen))
      // A parent has a choice of their own.
      #expect(try await open("/tasks", in: parent).contains("Status all · Urgency all"))
      _ = try await open("/tasks?status=skipped", in: parent, from: "/tasks")
      #expect(try await open("/tasks", in: parent).contains("Status skipped · Urgency all"))
      #expect(try await open("/tasks", in: browser).contains(chosen))
      let again = try ServedHousehold(served.household)
      let after = try? await again.browser(with: browser.cookie).get("/tasks")
      await again.stop()
      #expect(after?.words.contains(chosen) == true, "\(after?.words ?? "")")
      // A chip on a list that a bookmark filtered stores that chip alone, and its order nothing.
      let marked = "/tasks?status=completed"
      _ = try await open("\(marked)&sort=due", in: browser, from: marked)
      #expect(try await open("/tasks", in: browser).contains(chosen))
      _ = try await open("\(marked)&urgency=urgent", in: browser, from: marked)
      let urgent = "Status in progress · Urgency due this week"
      #expect(try await open("/tasks", in: browser).contains(urgent))
      _ = try await open("/tasks?status=all&urgency=all", in: browser, from: "/tasks")
      #expect(try await open("/tasks", in: browser).contains("Status all · Urgency all"))
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
