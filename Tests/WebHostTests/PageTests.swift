import Conversation
import Domain
import ExampleBackend
import FeatureKit
import Foundation
import JSON
import Testing
import WebTesting

@testable import WebHost

@Suite("Pages and what comes of their buttons")
struct PageTests {
  @Test("A page, its address and its filters are those of the command")
  func pages() async throws {
    try await served { (family) async throws -> Void in
      let browser = try await family.browser()
      #expect(try await browser.get("/").path == "/tasks")
      let all = try await browser.get("/tasks")
      let some = try await browser.get("/tasks?status=completed")
      #expect(all.status == 200 && some.status == 200)
      #expect(some.body != all.body && some.words.contains("Status completed"))
      let line = try await browser.get("/c?line=tasks%20--status%20completed")
      #expect(line.words.contains("Status completed"))
      #expect(try await browser.get("/tasks?status=nonsense").status == 400)
      #expect(try await browser.get("/tasks?staus=completed").words.contains("“status”?"))
      #expect(try await browser.get("/schools/s999").status == 404)
      #expect(try await browser.get("/nothing").status == 404)
      #expect(try await browser.get("/c").status == 400)
      #expect(try await browser.get("/c?line=tsks").status == 400)
    }
  }

  @Test("The navigation leads to a list as it was left, and on the list itself to all of it")
  func listAsItWasLeft() async throws {
    try await served { (family) async throws -> Void in
      let browser = try await family.browser()
      _ = try await browser.press("schools add Kent", on: try await browser.get("/schools"))
      let filtered = "href=\"/schools?status=committed\""
      let list = try await browser.get("/schools?status=committed")
      #expect(list.body.contains("href=\"/schools\""))
      #expect(try await browser.get("/tasks").body.contains(filtered))
      _ = try await browser.get("/schools")
      #expect(try await !browser.get("/tasks").body.contains(filtered))
    }
  }

  @Test("A second press on an order turns it round")
  func turnedOrder() async throws {
    try await served { (family) async throws -> Void in
      let browser = try await family.browser()
      for name in ["Aberdeen", "Zumbrota"] {
        _ = try await browser.press("schools add \(name)", on: try await browser.get("/schools"))
      }
      func beginsWithAberdeen(_ body: String) throws -> Bool {
        let first = try #require(body.firstRange(of: "Aberdeen"))
        let last = try #require(body.firstRange(of: "Zumbrota"))
        return first.lowerBound < last.lowerBound
      }
      for order in ["added", "name"] {
        let once = try await browser.get("/schools?sort=\(order)")
        #expect(once.body.contains("/schools?sort=\(order)&amp;reverse=yes\""), "\(once.body)")
        let twice = try await browser.get("/schools?sort=\(order)&reverse=yes")
        #expect(try beginsWithAberdeen(once.body) != beginsWithAberdeen(twice.body))
        #expect(twice.body.contains("/schools?sort=\(order)\""))
      }
    }
  }

  @Test("A button does its command, and its page says so with a way back")
  func press() async throws {
    try await served { (family) async throws -> Void in
      let browser = try await family.browser()
      let page = try await browser.get("/schools")
      let after = try await browser.press("schools add \"Kent & <b>Sons</b>\"", on: page)
      #expect(after.status == 200 && after.path.hasPrefix("/schools?_said="))
      #expect(after.outcome.contains("Kent & <b>Sons</b>"))
      #expect(!after.body.contains("<b>Sons"))
      #expect(try await browser.get("/schools").outcome == "")
    }
  }

  @Test("What follows from a press is a button beside what was done")
  func following() async throws {
    try await served { (family) async throws -> Void in
      let browser = try await family.browser()
      _ = try await browser.press("schools add Kent", on: try await browser.get("/schools"))
      let logged = try await browser.press(
        "offers add Kent partial", on: try await browser.get("/offers"))
      #expect(logged.outcome.contains("Set Kent to Offer received?"), "\(logged.words)")
      let command = try #require(
        logged.body.firstMatch(of: /value="(schools status s\d+ offer-received)"/)?.1)
      let set = try await browser.press(String(command), on: logged)
      #expect(set.outcome.contains("Offer received"), "\(set.words)")
    }
  }

  @Test("A second press, a reload and going back to press again write once")
  func twice() async throws {
    try await served { (family) async throws -> Void in
      let browser = try await family.browser()
      let page = try await browser.get("/schools")
      async let first = browser.press("schools add Once", on: page)
      async let second = browser.press("schools add Once", on: page)
      let answers = [
        try await first, try await second, try await browser.press("schools add Once", on: page),
      ]
      for answer in answers { #expect(answer.outcome.contains("Once"), "\(answer.words)") }
      #expect(answers[2].outcome.contains("done once"))
      #expect(try await family.rows().components(separatedBy: "Once").count == 2)
      let other = try await browser.press("schools add Other", on: page)
      #expect(other.outcome.contains("Other"), "another button of the same page")
      let again = try await browser.press("schools add Once", on: try await browser.get("/schools"))
      #expect(again.status != 303 && !again.outcome.contains("done once"))
    }
  }

  @Test(
    "A number that no page had, or that is none, is refused",
    arguments: ["0", "-1", "999", "x", ""])
  func numbers(_ number: String) async throws {
    try await served { (family) async throws -> Void in
      let browser = try await family.browser()
      var fields = try await browser.get("/schools").hidden
      fields["_once"] = number
      let before = try await family.rows()
      let answer = try await browser.post(
        fields.map { ($0.key, $0.value) } + [("_command", "schools add Evil")])
      #expect(answer.status == 400, "\(answer.words)")
      #expect(try await family.rows() == before)
    }
  }

  @Test("What goes is asked first, and only that question is agreed to")
  func question() async throws {
    try await served { (family) async throws -> Void in
      let browser = try await family.browser()
      _ = try await browser.press("schools add Kent", on: try await browser.get("/schools"))
      let before = try await family.rows()
      let asks = try await browser.press(
        "schools delete Kent", on: try await browser.get("/schools"))
      #expect(asks.status == 200 && asks.words.contains("Delete"), "\(asks.words)")
      #expect(try await family.rows() == before)
      let forged = try await browser.press(
        "schools delete Kent", on: try await browser.get("/schools"), [("_agreed", "zzz")])
      #expect(forged.words.contains("Cancel"), "asked again")
      #expect(try await family.rows() == before)
      let agreed = try #require(asks.hidden["_agreed"])
      let done = try await browser.press("schools delete Kent", on: asks, [("_agreed", agreed)])
      #expect(done.outcome.contains("Deleted"), "\(done.words)")
    }
  }

  @Test("A refusal is said on the page that the button stood on")
  func refused() async throws {
    try await served { (family) async throws -> Void in
      let browser = try await family.browser()
      let page = try await browser.get("/schools")
      let answer = try await browser.press("schools delete s999", on: page)
      #expect(answer.path.hasPrefix("/schools?_said="), "\(answer.path)")
      #expect(answer.outcome.contains("s999"))
    }
  }

  @Test("A form about somebody else than is looked at now does nothing")
  func otherPerson() async throws {
    try await served { (family) async throws -> Void in
      let browser = try await family.browser()
      let page = try await browser.get("/schools")
      let before = try await family.rows()
      for subject in ["", "\(ExampleFamily.dana) \(ExampleFamily.sam)", "x"] {
        var fields = page.hidden
        fields["_for"] = subject
        let answer = try await browser.post(
          fields.map { ($0.key, $0.value) } + [("_command", "schools add Evil")])
        #expect(answer.status == 409, "\(answer.words)")
      }
      #expect(try await family.rows() == before)
    }
  }

  @Test("Another person's ids show nothing, in every address and form")
  func foreignIDs() async throws {
    try await served(as: ExampleFamily.mia) { (family) async throws -> Void in
      let browser = try await family.browser()
      for id in [ExampleFamily.sam, ExampleFamily.stranger, ExampleFamily.samsFamily] {
        for path in [
          "/tasks?athlete=\(id)", "/schools/\(id)", "/tasks/\(id)",
          "/c?line=schools%20show%20\(id)",
          "/schools?athlete=\(id)", "/lookup?kinds=school&q=&athlete=\(id)",
        ] {
          let answer = try await browser.get(path)
          #expect(!answer.body.contains("Sam"), "\(path): \(answer.words)")
        }
      }
      var fields = try await browser.get("/schools").hidden
      fields["_athlete"] = ExampleFamily.sam.description
      fields["_for"] = "\(ExampleFamily.mia) \(ExampleFamily.sam)"
      let before = try await family.rows()
      let answer = try await browser.post(
        fields.map { ($0.key, $0.value) } + [("_command", "schools add Evil")])
      #expect(answer.status == 409, "\(answer.words)")
      #expect(try await family.rows() == before)
      #expect(try await browser.get("/tasks?athlete=nobody").status == 404)
    }
  }

  @Test("A parent's pages name the athlete in every address, and change nothing")
  func parent() async throws {
    try await served(as: ExampleFamily.dana) { (family) async throws -> Void in
      let browser = try await family.browser()
      let page = try await browser.get("/tasks")
      #expect(page.words.contains("Sam"), "\(page.words)")
      #expect(page.body.contains("athlete="))
      let refused = try await browser.press("tasks complete t1", on: page)
      #expect(refused.words.contains("view") || refused.status == 403, "\(refused.words)")
      #expect(try await browser.get("/schools/new").status == 403)
    }
  }

  @Test("Programs get the same pages as JSON, with a status that is the exit code")
  func json() async throws {
    try await served { (family) async throws -> Void in
      let browser = try await family.browser()
      let accept = ["Accept": "application/json"]
      let page = try await browser.get("/schools", accept)
      #expect(page.headers["content-type"] == "application/json")
      let document = try JSONValue.parse(page.body)
      #expect(document["page"]?["title"]?.string == "Schools")
      let token = try #require(page.headers["x-compass-token"])
      let sent = try await browser.send(
        "POST", "/command",
        accept.merging(["Content-Type": "application/json", "X-Compass-Token": token]) { $1 },
        #"{"command": "schools add", "fields": {"name": "Kent", "ranking": 12}}"#)
      #expect(sent.status == 200, "\(sent.body)")
      let done = try JSONValue.parse(sent.body)["done"]
      #expect(done?["sentence"]?.string?.contains("Kent") == true)
      for (line, status, code) in [
        ("schools show s999", 404, "3"), ("tsks", 400, "2"), ("schools delete Kent", 400, "2"),
      ] {
        let answer = try await browser.send(
          "POST", "/command",
          accept.merging(["Content-Type": "application/json", "X-Compass-Token": token]) { $1 },
          #"{"command": "\#(line)"}"#)
        #expect(answer.status == status, "\(line) \(answer.body)")
        if line != "tsks" { #expect(answer.headers["x-compass-exit"] == code) }
      }
      let opened = try await browser.get("/c?line=schools%20add%20Evil", accept)
      #expect(opened.status == 400)
      let without = try await browser.send(
        "POST", "/command", accept.merging(["Content-Type": "application/json"]) { $1 },
        #"{"command": "schools add Evil"}"#)
      #expect(without.status == 403)
    }
  }

  @Test("What is done beside a record concerns its kind, and undo is a button and no word")
  func besideRecords() async throws {
    try await served { (family) async throws -> Void in
      let browser = try await family.browser()
      _ = try await browser.press(
        "schools add \"Kent State\"", on: try await browser.get("/schools"))
      let form = try await browser.get("/c?line=interactions%20log")
      let logged = try await browser.press(
        "interactions log email \"Kent State\" Hello", on: form)
      #expect(logged.outcome.contains("Logged an email with Kent State."), "\(logged.words)")
      for repeated in ["Hello", "Direction", "Type", "last contact"] {
        #expect(!logged.outcome.contains(repeated), "\(logged.outcome)")
      }
      let page = try await browser.get("/c?line=interactions%20show%20i1")
      #expect(page.status == 200 && !page.body.contains("interactions+add+i1"), "\(page.words)")
      #expect(!page.body.contains("offers+add+i1") && !page.body.contains("coaches+add+i1"))
      let undone = try await browser.press("undo", on: page)
      #expect(undone.outcome.contains("Took back"), "\(undone.words)")
      #expect(!undone.outcome.contains("redo") && !logged.outcome.contains("undo takes"))
    }
  }

  @Test("Words for people lead to the form they name; a missing page keeps the navigation")
  func saidForPeople() async throws {
    try await served { (family) async throws -> Void in
      let browser = try await family.browser()
      let page = try await browser.get("/schools")
      for (words, command) in [
        ("add a school", "schools add"), ("Add my new coach", "coaches add"),
        ("log a phone call", "interactions add"), ("log a contact", "interactions add"),
        ("change a setting", "settings edit"),
      ] {
        let link = "/c?line=" + command.replacing(" ", with: "+")
        let found = try await browser.get("/find?words=" + words.replacing(" ", with: "+"))
        #expect(found.body.contains("href=\"\(link)\""), "\(words): \(found.body)")
        let typed = try await browser.press(words, on: page)
        #expect(typed.path == link, "\(words): \(typed.path)")
      }
      #expect(!(try await browser.get("/find?words=school").body.contains("/c?line=schools+add\"")))
      // Each case: the typed text, and the words that the page must search for; nil if the text
      // must run as a command. The search leaves out a kind of record at the beginning. The names
      // of commands that only a terminal has are searched for as words.
      for (words, searched) in [
        ("schools kent", "kent"), ("coach from the lakes", "lakes"), ("tasks", nil),
        ("back", "back"), ("refresh", "refresh"), ("record time", "record+time"),
        ("clear", "clear"), ("quit", "quit"), ("open", "open"),
      ] as [(String, String?)] {
        let typed = try await browser.press(words, on: page)
        let path = searched.map { "/find?words=" + $0 } ?? "/tasks"
        #expect(typed.path == path, "\(words): \(typed.path)")
      }
      let settings = try await browser.press("set", on: page)
      #expect(!settings.words.contains("saved"), "\(settings.words)")
      let missing = try await browser.get("/nothing")
      #expect(missing.status == 404 && missing.body.contains("href=\"/schools\""))
      #expect(!missing.body.contains("`"))
    }
  }

  @Test("The sheet and the scripts are kept for good, under a name of their content")
  func assets() async throws {
    try await served { (family) async throws -> Void in
      let page = try await family.browser().get("/tasks")
      let names = page.body.matches(of: /\/assets\/[a-z0-9-]+\.(css|js)\b/).map { String($0.0) }
      #expect(names.count == 3)
      for name in names {
        let answer = try await Browser(port: family.port).get(name)
        #expect(
          answer.status == 200 && answer.headers["cache-control"]?.contains("immutable") == true)
      }
    }
  }

  @Test("A browser finds what it needs to install the program, without a session")
  func installable() async throws {
    try await served { (family) async throws -> Void in
      let page = try await family.browser().get("/tasks")
      let link = try #require(page.body.firstMatch(of: /rel="manifest" href="([^"]+)"/))
      let anybody = Browser(port: family.port)
      let answer = try await anybody.get(String(link.1))
      #expect(answer.headers["content-type"] == "application/manifest+json")
      let manifest = try JSONValue.parse(answer.body)
      #expect(manifest["name"]?.string == "Recruiting Compass")
      #expect(manifest["display"]?.string == "standalone")
      let icons = try #require(manifest["icons"]?.array)
      #expect(icons.compactMap { $0["sizes"]?.string } == ["192x192", "512x512"])
      for icon in icons {
        let picture = try await anybody.get(try #require(icon["src"]?.string))
        #expect(picture.status == 200 && picture.headers["content-type"] == "image/png")
      }
      #expect(page.headers["content-security-policy"]?.contains("manifest-src 'self'") == true)
    }
  }
}
