import Conversation
import Domain
import ExampleBackend
import FeatureKit
import Foundation
import JSON
import Testing
import WebTesting

@testable import WebHost

// What is found by words and addresses, and what a wrong one leads to.
extension PageTests {
  @Test(
    "Words that begin no command are looked for, and the page of what was found is the feature's own"
  )
  func searching() async throws {
    try await served { (family) async throws -> Void in
      let browser = try await family.browser()
      let page = try await browser.get("/schools")
      _ = try await browser.press("schools add \"Kent State\"", on: page)
      let found = try await browser.get("/find?words=kent")
      #expect(found.status == 200)
      #expect(found.words.contains("Kent State"), "\(found.words)")
      let offered = try JSONValue.parse(try await browser.get("/complete?line=ken").body)
      #expect(offered[0]?["label"]?.string == "Kent State")
      #expect(offered[0]?["to"]?.string?.hasPrefix("/schools/") == true, "\(offered.text)")
      for line in ["kent state", "add kent", "log a school with kent", "“Kent”"] {
        let typed = try await browser.press(line, on: page)
        #expect(typed.words.contains("Kent State"), "\(line): \(typed.words)")
      }
    }
  }

  @Test(
    "A text that is no command is looked for as it is, and a command without its values opens a form",
    arguments: [
      ("say \"hello", "/find?words=say"), ("\"", "/find?words=%22"),
      ("#1", "/find?words=%231"), ("set goals", "/find?words=goals"),
      ("p1", "/family/members"), ("set timezone", "/c?line=set"),
      ("profile edit", "/c?line=profile+edit"),
    ])
  func textsInFind(line: String, address: String) async throws {
    try await served { (family) async throws -> Void in
      let browser = try await family.browser()
      let answer = try await browser.press(line, on: try await browser.get("/schools"))
      #expect(answer.status == 200, "\(answer.words)")
      #expect(answer.path.hasPrefix(address), "\(answer.path)")
    }
  }

  @Test("The address of Find without words is a page with an empty box for them")
  func findWithoutWords() async throws {
    try await served { (family) async throws -> Void in
      let browser = try await family.browser()
      for address in ["/find", "/find?words="] {
        let page = try await browser.get(address)
        #expect(page.status == 200, "\(address): \(page.words)")
        #expect(page.words.contains("What are you looking for?"), "\(address)")
        #expect(page.body.contains("name=\"words\""), "\(address)")
      }
    }
  }

  @Test("Nothing written in Find leaves the page on the screen, and asks for words")
  func nothingWritten() async throws {
    try await served { (family) async throws -> Void in
      let browser = try await family.browser()
      for (address, path) in [("/schools", "/schools"), ("/c?line=schools+add", "/command")] {
        let answer = try await browser.press(" ", on: try await browser.get(address))
        #expect(answer.status == 200 && answer.path.hasPrefix(path + "?_said="), "\(answer.path)")
        #expect(answer.outcome.contains("Write in Find what you look for."))
      }
    }
  }

  @Test(
    "Help about a word explains its page and leads there, without words of a terminal",
    arguments: [
      ("help tasks", "Tasks"), ("help schools add", "Schools"), ("help find", "Find"),
      ("help undo", "Help"), ("help dates", "Help"), ("help nonsense", "Help"),
    ])
  func helping(line: String, title: String) async throws {
    try await served { (family) async throws -> Void in
      let browser = try await family.browser()
      let answer = try await browser.get("/c?line=\(Browser.encoded(line))")
      #expect(answer.status == 200 && answer.body.contains("<h1>\(title)</h1>"), "\(answer.words)")
      for word in ["`", " --", "Usage"] {
        #expect(!answer.words.contains(word), "\(word): \(answer.words)")
      }
      #expect((line == "help schools add") == answer.body.contains("/c?line=schools+add\""))
      _ = try await browser.press(
        "set", on: try await browser.get("/c?line=set"), [("terminal", "on")])
      let usage = try await browser.get("/c?line=help+tasks")
      #expect(usage.words.contains("--"))
    }
  }

  @Test("Commands and records are found while they are typed")
  func typing() async throws {
    try await served { (family) async throws -> Void in
      let browser = try await family.browser()
      _ = try await browser.press(
        "schools add \"Kent State\"", on: try await browser.get("/schools"))
      let line = try await browser.get("/complete?line=schools%20show%20ke")
      let found = try JSONValue.parse(line.body)
      #expect(found[0]?["text"]?.string == "schools show \"Kent State\"", "\(line.body)")
      let answer = try await browser.get("/lookup?kinds=school&q=ke")
      let records = try JSONValue.parse(answer.body)
      #expect(records[0]?["label"]?.string == "Kent State")
      #expect(try await browser.get("/lookup?kinds=nothing&q=ke").body == "[]\n")
    }
  }

  @Test(
    "A wrong address says so without words of a terminal",
    arguments: [
      ("/c", 400, "This address leads to no page."),
      ("/c?line=tsks", 400, "This address leads to no page."),
      ("/c?line=tasks%20foo", 400, "This address leads to no page."),
      ("/c?line=3", 400, "This address leads to no page."),
      ("/tasks?staus=completed", 400, "asks for “staus”, which this page does not have."),
      ("/tasks?page=zz", 400, "asks for “page”, which this page does not have."),
      ("/c?line=tasks%20list%20--zz", 400, "asks for something that this page does not have."),
      ("/c?line=schools%20add%20--zz%201", 400, "asks for something that this page does not have."),
      ("/c?line=schools%20--out%20x", 400, "the browser decides where a file goes"),
      ("/c?line=serve", 404, "This is not part of these pages."),
      ("/c?line=open%203", 404, "This is not part of these pages."),
      ("/c?line=back", 404, "This is not part of these pages."),
      ("/c?line=quit", 404, "This is not part of these pages."),
      ("/schools/-1", 404, "There is no page “/schools/-1”."),
      ("/schools/Kent", 404, "There is no page “/schools/Kent”."),
      (
        "/" + String(repeating: "a", count: 200), 404,
        "There is no page “/" + String(repeating: "a", count: 79) + "”."
      ),
    ])
  func wrongAddresses(address: String, status: Int, words: String) async throws {
    try await served { (family) async throws -> Void in
      let browser = try await family.browser()
      let answer = try await browser.get(address)
      #expect(answer.status == status && answer.words.contains(words), "\(answer.words)")
      for word in ["`", "--", "Usage", "compass-shell", "has no option"] {
        #expect(!answer.words.contains(word), "\(word): \(answer.words)")
      }
    }
  }

  @Test(
    "Signed out, an unknown address names no list of pages that only a signed-in person can see")
  func unknownAddressSignedOut() async throws {
    try await served { (family) async throws -> Void in
      let browser = try await family.browser()
      _ = try await browser.press("account sign-out", on: try await browser.get("/tasks"))
      let answer = try await browser.get("/nowhere")
      #expect(answer.status == 404 && answer.words.contains("There is no page"))
      #expect(!answer.words.contains("All pages"), "\(answer.words)")
    }
  }

  @Test("A program, and a person who asked for it, read which command is wrong")
  func wrongCommands() async throws {
    try await served { (family) async throws -> Void in
      let browser = try await family.browser()
      let accept = ["Accept": "application/json"]
      for (address, words) in [
        ("/c?line=tsks", "There is no command"), ("/tasks?staus=done", "has no option --staus"),
      ] {
        #expect(try await browser.get(address, accept).body.contains(words), "\(address)")
      }
      _ = try await browser.press(
        "set", on: try await browser.get("/c?line=set"), [("terminal", "on")])
      let page = try await browser.get("/c?line=tsks")
      #expect(page.status == 400 && page.words.contains("There is no command “tsks”."))
    }
  }

  @Test(
    "Find offers a form by any word of what it does, while typing and on the page of the search")
  func aboutWords() async throws {
    try await served { (family) async throws -> Void in
      let browser = try await family.browser()
      for line in ["passphrase", "passph", "my passphrase"] {
        let answer = try await browser.get("/complete?line=\(Browser.encoded(line))")
        let offers = try JSONValue.parse(answer.body).array ?? []
        #expect(offers.first?["to"]?.string == "/c?line=account+passphrase", "\(answer.body)")
        #expect(offers.first?["label"]?.string == "Choose a passphrase", "\(answer.body)")
        #expect(offers.last?["to"]?.string?.hasPrefix("/find?") == true)
      }
      let found = try await browser.get("/find?words=passphrase")
      #expect(found.body.contains("/c?line=account+passphrase\""), "\(found.words)")
      let account = try await browser.get("/account")
      #expect(account.body.contains("href=\"/c?line=account+passphrase\""), "\(account.words)")
      let form = try await browser.get("/c?line=account+passphrase")
      #expect(
        form.words.contains(
          "8 to 128 characters, with a capital letter, a small letter and a digit."))
    }
  }

  @Test("A verb alone finds the forms with this verb, first the ones in the menu of every page")
  func verbAlone() async throws {
    try await served { (family) async throws -> Void in
      let browser = try await family.browser()
      for verb in ["log", "add", "to log a"] {
        let answer = try await browser.get("/complete?line=\(Browser.encoded(verb))")
        let offers = try JSONValue.parse(answer.body).array ?? []
        let contact = offers.first { $0["label"]?.string == "Log a contact" }
        #expect(contact?["to"]?.string == "/c?line=interactions+add", "\(answer.body)")
        #expect(offers.last?["to"]?.string?.hasPrefix("/find?") == true)
        let found = try await browser.get("/find?words=\(Browser.encoded(verb))")
        #expect(found.body.contains("/c?line=interactions+add\""), "\(found.words)")
      }
      let add = try await browser.get("/complete?line=add")
      #expect(add.body.contains("\"Add a"), "\(add.body)")
    }
  }

  @Test("Find offers records of each kind with their kind, and last the search in everything")
  func everyKind() async throws {
    try await served { (family) async throws -> Void in
      let browser = try await family.browser()
      let added = (1...8).map { "schools add \"Kent \($0)\"" }
      for line in added + ["events add \"Kent Classic\" showcase 2026-05-03"] {
        _ = try await browser.press(line, on: try await browser.get("/schools"))
      }
      func offers(_ line: String) async throws -> [JSONValue] {
        let answer = try await browser.get("/complete?line=\(Browser.encoded(line))")
        return try JSONValue.parse(answer.body).array ?? []
      }
      let found = try await offers("kent")
      #expect(found.contains { $0["label"]?.string == "Kent Classic" })
      #expect(found.contains { $0["note"]?.string == "School" })
      #expect(found.last?["label"]?.string == "Search for “kent”")
      #expect(found.last?["to"]?.string == "/find?words=kent")
      #expect(
        try await offers("zebra").compactMap { $0["label"]?.string } == ["Search for “zebra”"])
      #expect(
        try await !offers("schools a").contains { $0["to"]?.string?.hasPrefix("/find") == true })
    }
  }

  @Test("Find offers pages, forms and records by their names, and nothing of a terminal")
  func offered() async throws {
    try await served { (family) async throws -> Void in
      let browser = try await family.browser()
      _ = try await browser.press(
        "schools add \"Kent State\"", on: try await browser.get("/schools"))
      func offers(_ line: String) async throws -> [JSONValue] {
        let answer = try await browser.get("/complete?line=\(Browser.encoded(line))")
        return try JSONValue.parse(answer.body).array ?? []
      }
      func labels(_ line: String) async throws -> [String] {
        try await offers(line).compactMap { $0["label"]?.string }
      }
      for (line, label, address, hasNote) in [
        ("tas", "Tasks", "/tasks", true),
        ("und", "Take back your last change", "/c?line=undo", false),
        ("schools ad", "Add a school", "/c?line=schools+add", false),
      ] {
        let found = try await offers(line).first { $0["label"]?.string == label }
        #expect(found?["to"]?.string == address, "\(line)")
        #expect(found?["note"]?.string?.isEmpty == !hasNote, "\(line)")
      }
      let kent = try await offers("schools show ke").first
      #expect(kent?["label"]?.string == "Kent State")
      #expect(kent?["note"]?.string?.firstMatch(of: /\bs\d/) == nil)
      for line in ["s", "q", "c", "r", "b", "o", "tasks --", "schools ", "--"] {
        for label in try await labels(line) {
          #expect(!label.hasPrefix("--"), "\(line): \(label)")
          #expect(HostCommand(word: label) == nil, "\(line): \(label)")
        }
      }
      #expect(!(try await labels("schools a")).contains("add"))
      let settings = try await labels("settings ")
      #expect(settings.contains("Change quiet hours and other settings"), "\(settings)")
      #expect(!settings.contains("Change a setting"))
      _ = try await browser.press(
        "set", on: try await browser.get("/c?line=set"), [("terminal", "on")])
      #expect(try await labels("schools a").contains("add"))
      #expect(try await labels("tasks --st").contains("--status"))
    }
  }
}
