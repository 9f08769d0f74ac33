import Domain
import ExampleBackend
import FeatureKit
import Foundation
import JSON
import Testing
import WebTesting

@testable import WebHost

@Suite("Forms and what they save")
struct FormTests {
  @Test("A long form is shown in parts, and each is saved on its own")
  func parts() async throws {
    try await served { (family) async throws -> Void in
      let browser = try await family.browser()
      func part(_ number: Int) async throws -> WebTesting.Browser.Answer {
        try await browser.get("/c?line=profile%20edit&_part=\(number)")
      }
      let first = try await browser.get("/c?line=profile%20edit")
      #expect(first.body.contains("id=\"f-name\"") && !first.body.contains("f-gpa"))
      #expect(first.body.ranges(of: " filled in<").count == 6)
      #expect(first.body.contains("aria-current=\"step\">About<"))
      let school = try await part(3)
      #expect(school.body.contains("id=\"f-gpa\"") && !school.body.contains("f-name"))
      let saved = try await browser.press(
        "profile edit", on: school,
        [("gpa", "3.7"), ("high-school", "Central"), ("_next", "4")])
      #expect(saved.path.contains("_part=4"), "\(saved.path)")
      #expect(saved.outcome.contains("3.70"), "\(saved.words)")
      let again = try await part(3)
      #expect(again.body.contains("value=\"Central\"") && again.words.contains("2 of 5 filled in"))
      // The form of the profile has several parts. Part 1 is sent with the values that are already
      // stored, so nothing changes, and no step may be added to the history.
      let passed = try await browser.press("profile edit", on: try await part(1), [("_next", "2")])
      #expect(passed.path.contains("_part=2") && passed.outcome == "")
      // Another part was saved before, and one may have been left without saving it.
      let last = try await browser.press("profile edit", on: try await part(6))
      #expect(
        last.outcome.contains(
          "Nothing was changed in this part. Other parts keep what you saved in them."),
        "\(last.words)")
      // Part 3 of the form is sent with an invalid value and the button for part 4. The form must
      // show part 3 again, with the fault.
      let faulty = try await browser.press(
        "profile edit", on: try await part(3), [("gpa", "seven"), ("_next", "4")])
      #expect(faulty.status == 400 && faulty.body.contains("aria-current=\"step\">School<"))
      #expect(faulty.body.contains("value=\"seven\"") && faulty.words.contains("1 of 5 filled in"))
      #expect(try await !part(6).body.contains("name=\"_next\""))
      for number in ["0", "7", "x"] {
        let body = try await browser.get("/c?line=profile%20edit&_part=\(number)").body
        #expect(body.contains("aria-current=\"step\">About<"), "\(number)")
      }
    }
  }

  @Test(
    "Beside a school a contact has the labelled fields of its form, and its text comes first")
  func inPlace() async throws {
    try await served { (family) async throws -> Void in
      let browser = try await family.browser()
      for line in ["schools add Kent", "coaches add \"Ana Lee\" Kent head"] {
        _ = try await browser.press(line, on: try await browser.get("/schools"))
      }
      func fields(_ page: WebTesting.Browser.Answer) throws -> [(name: String, label: String)] {
        let start = try #require(page.body.range(of: "class=\"fields")?.lowerBound)
        let end = try #require(page.body.range(of: "</form>", range: start..<page.body.endIndex))
        return page.body[start..<end.lowerBound]
          .matches(of: /<(?:label for|legend id)="f-([a-z]+)"[^>]*>([^<]*)/)
          .map { (name: String($0.1), label: String($0.2)) }
      }
      let whole = try fields(try await browser.get("/c?line=interactions%20add"))
      let order = [
        "with", "type", "subject", "direction", "on", "content", "at", "sentiment", "event",
      ]
      #expect(whole.map(\.name) == order)
      for command in ["add", "log"] {
        let form = try await browser.get("/c?line=interactions%20\(command)").body
        #expect(form.contains(">Log a contact</h1>") && form.contains(">Log</button>"), "\(form)")
      }
      let school = try await browser.get("/c?line=schools%20show%20Kent")
      #expect(
        school.body.contains(/<option value="s\d+" selected>Kent<.option>/), "\(school.body)")
      // What was said comes first there, and what is rarely filled in is collapsed.
      let first = ["content", "with", "type", "direction"]
      let beside = try fields(school)
      #expect(beside.map(\.name) == first + order.filter { !first.contains($0) })
      #expect(Set(beside.map(\.label)) == Set(whole.map(\.label)))
      #expect(school.body.contains("More details"))
      let logged = try await browser.press(
        "interactions add", on: school,
        [("with", "Ana Lee"), ("type", "text"), ("content", "Hello")])
      #expect(logged.outcome.contains("Logged"), "\(logged.words)")
      #expect(logged.words.contains("Hello"), "\(logged.words)")
    }
  }

  @Test("The form of a logged e-mail begins with the coach and the kind that its link names")
  func begun() async throws {
    try await served { (family) async throws -> Void in
      let browser = try await family.browser()
      for line in ["schools add Kent", "coaches add \"Ana Lee\" Kent head"] {
        _ = try await browser.press(line, on: try await browser.get("/schools"))
      }
      let form = try await browser.get("/c?line=interactions%20log%20email%20%22Ana%20Lee%22")
      #expect(form.status == 200 && form.words.contains("How?"), "\(form.words)")
      #expect(form.body.contains("name=\"with\" value=\"Lee, Ana\""), "\(form.body)")
      #expect(form.body.contains(/value="email"[^>]* (?:checked|selected)/), "\(form.body)")
      let logged = try await browser.press(
        "interactions log", on: form,
        [("type", "email"), ("with", "Ana Lee"), ("subject", "Hello")])
      #expect(logged.outcome.contains("Logged an email with Ana Lee"), "\(logged.words)")
    }
  }

  @Test(
    "A field that was filled, changed or emptied elsewhere meanwhile is a conflict",
    arguments: [
      ("Kent", "schools edit Oak --city Akron"), ("Kent", "schools edit Oak --clear city"),
      ("", "schools edit Oak --city Akron"),
    ])
  func changedMeanwhile(before: String, elsewhere: String) async throws {
    try await served { (family) async throws -> Void in
      let browser = try await family.browser()
      let list = try await browser.get("/schools")
      let added = before.isEmpty ? "schools add Oak" : "schools add Oak --city \(before)"
      _ = try await browser.press(added, on: list)
      let form = try await browser.get("/c?line=schools%20edit%20Oak")
      #expect(form.body.contains("<h1 id=\"form-title\">Change Oak</h1>"), "\(form.words)")
      _ = try await browser.press(elsewhere, on: try await browser.get("/schools"))
      let sent = try Self.fields(of: form, city: "Hiram")
      let refused = try await browser.press("schools edit", on: form, sent)
      #expect(refused.status == 409 && refused.words.contains("changed meanwhile"))
      let saved = try await browser.press("schools edit", on: refused, sent)
      #expect(saved.outcome.contains("Hiram"), "\(saved.words)")
    }
  }

  @Test("A day that is left empty takes the own day of a task away")
  func usualDay() async throws {
    try await served { (family) async throws -> Void in
      let browser = try await family.browser()
      let form = try await browser.get("/c?line=tasks%20due%20t1")
      #expect(form.words.contains("Leave it empty for the usual day."), "\(form.words)")
      #expect(!form.words.contains("None for the usual day"), "\(form.words)")
      let own = try await browser.press(
        "tasks due", on: form, [("task", "t1"), ("day", "2027-03-02")])
      #expect(own.outcome.contains("is due Mar 2, 2027."), "\(own.words)")
      let again = try await browser.get("/c?line=tasks%20due%20t1")
      let usual = try await browser.press("tasks due", on: again, [("task", "t1"), ("day", "")])
      #expect(usual.status == 200 && !usual.outcome.isEmpty, "\(usual.words)")
      #expect(!usual.outcome.contains("2027"), "\(usual.words)")
    }
  }

  @Test(
    "Cancel leads to the page from which the form was opened, and else to the list",
    arguments: [
      ("/tasks?_said=x", "/tasks"), ("/schools", "/schools"), ("/c?line=tasks%20due", "/events"),
      ("/nothing", "/events"), ("", "/events"),
    ])
  func cancel(before: String, leadsTo: String) async throws {
    try await served { (family) async throws -> Void in
      let browser = try await family.browser()
      let named = before.isEmpty ? "https://example.org/tasks" : browser.origin + before
      let form = try await browser.get("/c?line=events%20add", ["Referer": named])
      #expect(form.body.contains("<a href=\"\(leadsTo)\">Cancel</a>"), "\(form.body)")
    }
  }

  @Test(
    "A field of several records begins with their names, and takes them back as text",
    arguments: [
      ("{oak}, {elm}", "Nothing was changed."), ("Oak, Elm", "Nothing was changed."),
      ("{elm}", "Elm"), ("elm, Oak", "Oak"), ("Fir", "Fir"), ("Oak, Nowhere", "Nowhere"),
    ])
  func several(sent: String, says: String) async throws {
    try await served { (family) async throws -> Void in
      let browser = try await family.browser()
      for name in ["Oak", "Elm", "Fir"] {
        _ = try await browser.press("schools add \(name)", on: try await browser.get("/schools"))
      }
      let added = try await browser.press(
        "documents add Clip resume https://example.com --shared-with Oak --shared-with Elm",
        on: try await browser.get("/documents"))
      #expect(added.outcome.contains("Added Clip."), "\(added.words)")
      let form = try await browser.get("/c?line=documents%20edit%20Clip")
      let named = try #require(
        form.body.firstMatch(of: /value="Oak, Elm"[^>]*data-named="(s\d+) Oak\n(s\d+) Elm"/))
      let document = try #require(
        form.body.firstMatch(of: /<input type="hidden" name="document" value="(d\d+)">/)?.1)
      let text = sent.replacing("{oak}", with: named.1).replacing("{elm}", with: named.2)
      let saved = try await browser.press(
        "documents edit", on: form, [("document", String(document)), ("shared-with", text)])
      #expect(saved.words.contains(says), "\(saved.words)")
      #expect(saved.status == (says == "Nowhere" ? 404 : 200))
      if saved.status == 200 { #expect(saved.path.hasPrefix("/documents/\(document)")) }
    }
  }

  @Test("A field that a page fills in shows the name, and sends that record of two with the name")
  func sameName() async throws {
    try await served { (family) async throws -> Void in
      let browser = try await family.browser()
      for school in ["Oak", "Elm"] {
        let schools = try await browser.get("/schools")
        _ = try await browser.press("schools add \(school)", on: schools)
        let coaches = try await browser.get("/coaches")
        _ = try await browser.press("coaches add \"Zoe Quick\" \(school) head", on: coaches)
      }
      let list = try await browser.get("/coaches?search=Zoe")
      let handles = Set(
        list.body.matches(of: /href="\/coaches\/(c\d+)"/).map { String($0.1) })
      #expect(handles.count == 2, "\(handles)")
      for (handle, subject) in zip(handles, ["First hello", "Second hello"]) {
        let form = try await browser.get("/c?line=interactions%20log%20email%20\(handle)")
        #expect(
          form.body.contains(/name="with" value="Quick, Zoe"/)
            && form.body.contains("name=\"_named.with\" value=\"\(handle) Quick, Zoe\""))
        #expect(!form.body.contains("<p class=\"named\""))
        let saved = try await browser.press(
          "interactions log", on: form,
          [("type", "email"), ("with", "Quick, Zoe"), ("subject", subject)])
        #expect(saved.status == 200, "\(saved.words)")
        let coach = try await browser.get("/coaches/\(handle)")
        #expect(coach.words.contains(subject), "\(coach.words)")
      }
      // A person who asked for the words of the terminal keeps the short name, with the name below.
      _ = try await browser.press(
        "set", on: try await browser.get("/c?line=set"), [("terminal", "on")])
      let first = try #require(handles.first)
      let form = try await browser.get("/c?line=interactions%20log%20email%20\(first)")
      #expect(form.body.contains(/name="with" value="c\d+"/))
      #expect(form.body.contains("class=\"named\">Quick, Zoe<"))
    }
  }

  @Test(
    "A form that adds a record adds it, also when only what is required is filled in",
    arguments: [
      ("schools add", [("name", "Rice")]),
      ("events add", [("name", "Camp"), ("type", "camp"), ("on", "2026-06-01")]),
      ("documents add", [("title", "Clip"), ("type", "resume"), ("link", "https://example.com")]),
      ("coaches add", [("name", "Ann Lee"), ("school", "s1"), ("role", "head")]),
      ("schools tier", [("school", "s1"), ("tier", "B")]),
    ])
  func required(line: String, fields: [(String, String)]) async throws {
    try await served { (family) async throws -> Void in
      let browser = try await family.browser()
      let query = line.replacing(" ", with: "%20")
      let form = try await browser.get("/c?line=\(query)")
      let before = try await family.rows()
      let saved = try await browser.press(line, on: form, fields)
      #expect(!saved.outcome.contains("Nothing was changed"), "\(saved.words)")
      #expect(try await family.rows() != before, "\(saved.words)")
      let empty = try await browser.press(
        line, on: try await browser.get("/c?line=\(query)"), fields.map { ($0.0, "") })
      #expect(empty.status == 400, "\(empty.words)")
    }
  }

  @Test("Selected rows whose command asks what to change lead to its form")
  func selected() async throws {
    try await served { (family) async throws -> Void in
      let browser = try await family.browser()
      for name in ["Oak", "Elm"] {
        _ = try await browser.press("schools add \(name)", on: try await browser.get("/schools"))
      }
      let list = try await browser.get("/schools")
      let handles = list.body.matches(of: /id="row-(s\d+)"/).map { String($0.1) }
      let form = try await browser.press(
        "schools edit", on: list, handles.map { ("_row", $0) })
      #expect(form.body.contains("id=\"f-city\""), "\(form.path) \(form.words)")
      #expect(form.words.contains("Oak") && form.words.contains("Elm"), "\(form.words)")
    }
  }

  @Test("A form that begins with a stored value keeps what was changed elsewhere since")
  func stale() async throws {
    try await served { (family) async throws -> Void in
      let browser = try await family.browser()
      _ = try await browser.press("schools add Oak", on: try await browser.get("/schools"))
      let form = try await browser.get("/c?line=schools%20status%20Oak")
      #expect(form.body.contains("value=\"researching\" selected"), "\(form.words)")
      let school = try #require(
        form.body.firstMatch(of: /<input type="hidden" name="school" value="(s\d+)">/)?.1)
      _ = try await browser.press(
        "schools status Oak interested", on: try await browser.get("/schools"))
      let saved = try await browser.press(
        "schools status", on: form,
        [("school", String(school)), ("status", "researching"), ("note", "Wrote to them")])
      #expect(saved.words.contains("Wrote to them"), "\(saved.words)")
      #expect(!saved.outcome.contains("Researching"), "\(saved.outcome)")
      let other = try await browser.press(
        "schools status", on: form,
        [("school", String(school)), ("status", "committed"), ("note", "")])
      #expect(other.status == 409, "\(other.words)")
    }
  }

  @Test("A choice has the label that the host's list gives it, and else that of its declaration")
  func labelsOfTheList() async throws {
    try await served { (family) async throws -> Void in
      let form = try await family.browser().get("/c?line=events%20add")
      let labels = form.body.matches(
        of: /name="?type"? value="?([a-z-]+)"?[^>]*><label[^>]*>([^<]*)</)
      #expect(
        labels.map { "\($0.1) \($0.2)" } == [
          "showcase Showcase", "camp Camp", "official-visit Official visit",
          "unofficial-visit Unofficial visit", "game Meet",
        ], "\(form.body)")
    }
  }

  @Test("A form that was sent as it was shown changes nothing, and says so")
  func unchanged() async throws {
    try await served { (family) async throws -> Void in
      let browser = try await family.browser()
      _ = try await browser.press(
        "schools add Oak --city Kent --tier A", on: try await browser.get("/schools"))
      let form = try await browser.get("/c?line=schools%20edit%20Oak")
      let before = try await family.rows()
      let sent = try Self.fields(of: form, city: "Kent")
      let saved = try await browser.press("schools edit", on: form, sent + [("tier", "A")])
      #expect(saved.outcome.contains("Nothing was changed."), "\(saved.words)")
      #expect(try await family.rows() == before)
      // The radio buttons of the tier include "None", because a browser cannot unselect a button.
      #expect(form.body.contains("name=\"tier\" value><label for=\"f-tier-3\">None"))
      let emptied = try await browser.press("schools edit", on: form, sent + [("tier", "")])
      #expect(emptied.outcome.contains("Changed"), "\(emptied.words)")
      #expect(emptied.outcome.contains("Tier emptied"), "\(emptied.words)")
    }
  }

  /// Returns the hidden field with the school that a form edits, and another city as the visible
  /// field.
  static func fields(
    of form: WebTesting.Browser.Answer, city: String
  ) throws -> [(String, String)] {
    let school = form.body.firstMatch(of: /<input type="hidden" name="school" value="(s\d+)">/)
    return [("school", String(try #require(school).1)), ("city", city)]
  }

  @Test("The form of a command keeps what was typed, and says each fault at its field")
  func form() async throws {
    try await served { (family) async throws -> Void in
      let browser = try await family.browser()
      let empty = try await browser.get("/schools/new")
      #expect(empty.status == 200 && empty.body.contains("name=\"name\""))
      let wrong = try await browser.press(
        "schools add", on: empty, [("name", ""), ("ranking", "many"), ("city", "Kent <3")])
      #expect(wrong.status == 400)
      #expect(wrong.words.contains("2 things to mend"), "\(wrong.words)")
      #expect(wrong.body.contains("value=\"Kent &lt;3\""))
      #expect(!wrong.words.contains("Usage:"))
      let right = try await browser.press(
        "schools add", on: wrong, [("name", "Kent"), ("ranking", "12"), ("city", "Kent")])
      #expect(right.status == 200 && right.outcome.contains("Kent"), "\(right.words)")
    }
  }
}
