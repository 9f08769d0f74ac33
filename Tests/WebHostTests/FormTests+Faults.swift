import Domain
import ExampleBackend
import FeatureKit
import Foundation
import JSON
import Testing
import WebTesting

@testable import WebHost

// What a form says of a fault, and how it is sent again.
extension FormTests {
  @Test("Connecting asks for a family's code too, and keeps it when the server is not reached")
  func code() async throws {
    try await served { (family) async throws -> Void in
      let browser = try await family.browser()
      let form = try await browser.get("/c?line=account%20connect")
      for words in [
        "The invitation or the code of the family that you join?", "Make one there now",
      ] {
        #expect(form.words.contains(words), "\(form.words)")
      }
      // Who has a profile has a name already.
      #expect(!form.words.contains("Your name"), "\(form.words)")
      #expect(!form.body.contains("More details"))
      let empty = try await browser.press(
        "account connect", on: form,
        [("address", "https://compass.example.org"), ("email", ""), ("password", "long enough")])
      #expect(empty.body.contains("id=\"f-email-fault\""), "\(empty.words)")
      let refused = try await browser.press(
        "account connect", on: empty,
        [
          ("address", "https://compass.example.org"), ("code", "abc234"), ("key", "key"),
          ("email", "dana@example.org"), ("password", "a long enough password"), ("new", ""),
        ])
      #expect(refused.words.contains("This file is not connected to a server."))
      #expect(refused.body.contains("value=\"abc234\""), "\(refused.words)")
    }
  }

  @Test(
    "Connecting says at once all that is missing, each at its field, and an invitation counts for its parts",
    arguments: [
      ("", "", ["address", "key", "email", "password"]),
      ("FAM-ABC234", "yes", ["address", "key", "email", "password", "birth-date"]),
      ("Server: https://a.example.org Key: k Code: FAM-ABC234", "", ["email", "password"]),
      ("Server: https://a.example.org Code: FAM-ABC234", "", ["key", "email", "password"]),
      ("hello", "", ["address", "code", "key", "email", "password"]),
    ] as [(String, String, [String])])
  func connecting(code: String, isNew: String, missing: [String]) async throws {
    try await served { (family) async throws -> Void in
      let browser = try await family.browser()
      let form = try await browser.get("/c?line=account%20connect")
      let refused = try await browser.press(
        "account connect", on: form,
        [
          ("code", code), ("address", ""), ("key", ""), ("email", ""), ("password", ""),
          ("new", isNew), ("birth-date", ""),
        ])
      let faulty = refused.body.matches(of: /id="f-([a-z-]+)-fault"/).map { String($0.1) }
      // With "hello" the address is asked for as well, because a wrong code has none.
      #expect(Set(faulty) == Set(missing), "\(faulty) \(refused.words)")
    }
  }

  @Test("A parameter that contradicts the invitation is said at its field")
  func contradicting() async throws {
    try await served { (family) async throws -> Void in
      let browser = try await family.browser()
      let refused = try await browser.press(
        "account connect", on: try await browser.get("/c?line=account%20connect"),
        [
          ("code", "Server: https://a.example.org Key: k Code: FAM-ABC234"),
          ("address", "https://b.example.org"), ("email", "dana@example.org"),
          ("password", "a long enough password"),
        ])
      #expect(refused.body.contains("id=\"f-address-fault\""), "\(refused.words)")
      #expect(refused.words.contains("The invitation is for another server"))
    }
  }

  @Test("A field that cannot be empty says so, and nothing is saved")
  func emptied() async throws {
    try await served { (family) async throws -> Void in
      let browser = try await family.browser()
      _ = try await browser.press("schools add Oak", on: try await browser.get("/schools"))
      let form = try await browser.get("/c?line=schools%20edit%20Oak")
      let before = try await family.rows()
      let sent = try Self.fields(of: form, city: "Kent") + [("name", "")]
      let refused = try await browser.press("schools edit", on: form, sent)
      #expect(refused.status == 400 && refused.words.contains("This cannot be left empty."))
      #expect(try await family.rows() == before)
    }
  }

  @Test("A note about a status that stays is a fault of the note, and says what to do")
  func noteWithoutStatus() async throws {
    try await served { (family) async throws -> Void in
      let browser = try await family.browser()
      _ = try await browser.press("schools add Oak", on: try await browser.get("/schools"))
      let form = try await browser.get("/c?line=schools%20edit%20Oak")
      let sent = try Self.fields(of: form, city: "") + [("status-note", "They wrote")]
      let refused = try await browser.press("schools edit", on: form, sent)
      #expect(refused.status == 400)
      #expect(refused.body.contains("id=\"f-status-note-fault\""), "\(refused.words)")
      let words = form.words
      for hint in ["Note about the change of status", "Your family reads them", "Only you read it"]
      {
        #expect(words.contains(hint), "\(hint): \(words)")
      }
      #expect(refused.words.contains("Choose the new status too"), "\(refused.words)")
    }
  }

  @Test("Days the wrong way round are said at their field, with what was typed")
  func reversed() async throws {
    try await served { (family) async throws -> Void in
      let browser = try await family.browser()
      let page = try await browser.get("/c?line=interactions&from=2026-03-01&to=2026-02-01")
      #expect(page.status == 400 && page.body.contains("value=\"2026-02-01\""), "\(page.words)")
      let field = try #require(page.body.firstMatch(of: /<input[^>]*id="f-to"[^>]*>/)?.0)
      #expect(field.contains("aria-invalid=\"true\""), "\(field)")
      #expect(page.words.contains("Mar 1, 2026, the first day, comes after Feb 1, 2026, the last."))
    }
  }

  @Test(
    "A filter that is refused is said at its field above the list, and the others stay",
    arguments: ["/tasks?grade=twelve&status=all", "/c?line=tasks&grade=twelve&status=all"])
  func refusedFilter(path: String) async throws {
    try await served { (family) async throws -> Void in
      let browser = try await family.browser()
      let page = try await browser.get(path)
      #expect(page.status == 400 && page.words.contains("My Tasks"), "\(page.words)")
      #expect(page.body.contains("id=\"row-t"), "the list is shown without the filter")
      #expect(page.body.contains("class=\"menu filtered\" open"))
      let field = try #require(page.body.firstMatch(of: /<input[^>]*id="f-grade"[^>]*>/)?.0)
      #expect(field.contains("aria-invalid=\"true\"") && field.contains("twelve"), "\(field)")
      #expect(page.words.contains("“twelve” is not a whole number. Use a number from 9 to 12."))
      #expect(!page.words.contains("left empty") && !page.body.contains("data-keep"))
      #expect(
        page.body.firstMatch(of: /href="[^"]*grade=twelve/) == nil, "a chip drops the value")
    }
  }

  @Test("An end before its start is said at the field of the end, with what was typed")
  func betweenFields() async throws {
    try await served { (family) async throws -> Void in
      let browser = try await family.browser()
      let form = try await browser.get("/c?line=events%20add")
      let refused = try await browser.press(
        "events add", on: form,
        [("name", "Camp"), ("type", "camp"), ("on", "2026-06-03"), ("until", "2026-06-01")])
      #expect(refused.status == 400, "\(refused.words)")
      let field = try #require(refused.body.firstMatch(of: /<input[^>]*id="f-until"[^>]*>/)?.0)
      #expect(field.contains("aria-invalid=\"true\"") && field.contains("2026-06-01"), "\(field)")
    }
  }

  @Test("Cancel of a question leads back to the form with what was typed")
  func cancelled() async throws {
    try await served { (family) async throws -> Void in
      let browser = try await family.browser()
      let form = try await browser.get("/c?line=profile%20edit&_part=1")
      let asked = try await browser.press(
        "profile edit", on: form, [("sport", "Swiming"), ("_again", "yes")])
      #expect(asked.words.contains("Did you mean “Swimming”?"), "\(asked.words)")
      let cancel = try #require(
        asked.body.firstMatch(of: /<a href="([^"]+)">Cancel/)?.1.replacing("&amp;", with: "&"))
      #expect(asked.body.contains("name=\"_again\" value=\"yes\""))
      #expect(try Self.address(in: asked) == String(cancel))
      let again = try await browser.get(String(cancel))
      #expect(again.body.contains("value=\"Swiming\""), "\(cancel): \(again.words)")
      #expect(try Self.address(in: again) == String(cancel), "its values are not stored")
    }
  }

  @Test("A refused form names the address at which it is got again, for the same record and part")
  func addressOfRefused() async throws {
    try await served { (family) async throws -> Void in
      let browser = try await family.browser()
      _ = try await browser.press("schools add Oak", on: try await browser.get("/schools"))
      let edit = try await browser.get("/c?line=schools%20edit%20Oak")
      let refused = try await browser.press(
        "schools edit", on: edit, try Self.fields(of: edit, city: "Kent") + [("name", "")])
      #expect(refused.status == 400, "\(refused.words)")
      let again = try await browser.get(try Self.address(in: refused))
      #expect(again.status == 200 && again.words.contains("Change Oak"), "\(again.words)")
      #expect(!again.body.contains("value=\"Kent\"") && !again.body.contains("data-at"))
      let school = try await browser.get("/c?line=profile%20edit&_part=3")
      let faulty = try await browser.press("profile edit", on: school, [("gpa", "seven")])
      #expect(faulty.status == 400, "\(faulty.words)")
      let part = try await browser.get(try Self.address(in: faulty))
      #expect(part.body.contains("aria-current=\"step\">School<"), "\(part.words)")
      #expect(!part.body.contains("seven"), "\(part.words)")
    }
  }

  /// Returns the address that the answer to a sent form gives for loading the page again.
  private static func address(in answer: WebTesting.Browser.Answer) throws -> String {
    let named = try #require(
      answer.body.firstMatch(of: /<form[^>]* data-at="([^"]+)"/), "\(answer.body)")
    return WebTesting.Browser.unescaped(String(named.1))
  }

  @Test("A form about a record that was deleted meanwhile says so, and how to bring it back")
  func deletedMeanwhile() async throws {
    try await served { (family) async throws -> Void in
      let browser = try await family.browser()
      _ = try await browser.press("schools add Oak", on: try await browser.get("/schools"))
      let form = try await browser.get("/c?line=schools%20edit%20Oak")
      let sent = try Self.fields(of: form, city: "Kent")
      let asked = try await browser.press(
        "schools delete Oak", on: try await browser.get("/schools"))
      _ = try await browser.press("schools delete Oak", on: asked)
      let refused = try await browser.press("schools edit", on: form, sent)
      #expect(
        refused.status == 404 && refused.words.contains("not there any more"), "\(refused.words)")
      #expect(refused.body.contains("value=\"Kent\""), "\(refused.words)")
      // The form still sends the handle of the deleted record when it is submitted again, but does
      // not show it.
      #expect(refused.words.contains("Change a school that was deleted"), "\(refused.words)")
      #expect(!refused.words.contains("Which school"), "\(refused.words)")
      _ = try await browser.press("undo", on: try await browser.get("/schools"))
      let saved = try await browser.press("schools edit", on: refused, sent)
      #expect(saved.status == 200 && saved.outcome.contains("Oak"), "\(saved.words)")
    }
  }

  @Test(
    "A mistyped name in an empty form is nothing that was deleted, and can be added",
    arguments: [
      ("schools tier", "tier", "B"), ("schools edit", "city", "Kent"),
      ("schools status", "status", "contacted"),
    ])
  func mistyped(line: String, field: String, value: String) async throws {
    try await served { (family) async throws -> Void in
      let browser = try await family.browser()
      let form = try await browser.get("/c?line=" + line.replacing(" ", with: "+"))
      let refused = try await browser.press(
        line, on: form, [("school", "Kentt"), (field, value)])
      #expect(refused.words.contains("No school is called “Kentt”"), "\(refused.words)")
      #expect(refused.words.contains("Add “Kentt” as a new school"), "\(refused.words)")
      #expect(!refused.words.contains("not there any more"), "\(refused.words)")
    }
  }

  @Test(
    "A name that fits several records, among others of the same field, is a choice between them",
    arguments: [
      (typed: "Oak, State", chosen: ["Oak"]), (typed: "State", chosen: []),
      (typed: "State, Oak, state", chosen: ["Oak"]),
    ])
  func severalMeant(typed: String, chosen: [String]) async throws {
    try await served { (family) async throws -> Void in
      let browser = try await family.browser()
      for name in ["Oak", "Ohio State", "Penn State"] {
        _ = try await browser.press(
          "schools add \"\(name)\"", on: try await browser.get("/schools"))
      }
      let form = try await browser.get("/c?line=documents%20add")
      let fields = [("title", "Clip"), ("type", "resume"), ("link", "https://example.com")]
      let asked = try await browser.press(
        "documents add", on: form, fields + [("shared-with", typed)])
      #expect(asked.status == 400 && asked.words.contains("Choose one."), "\(asked.words)")
      func handle(of name: String) throws -> String {
        let box = try Regex("value=\"(s\\d+)\"( checked)?[^>]*>\\s*<label[^>]*>\(name)")
        let match = try #require(asked.body.firstMatch(of: box), "\(name): \(asked.body)")
        #expect((match.output[2].substring != nil) == chosen.contains(name), "\(name)")
        return String(try #require(match.output[1].substring))
      }
      let sent = try (chosen + ["Penn State"]).map { ("shared-with", try handle(of: $0)) }
      _ = try handle(of: "Ohio State")
      let saved = try await browser.press("documents add", on: asked, fields + sent)
      #expect(saved.status == 200 && saved.words.contains("Penn State"), "\(saved.words)")
      #expect(!saved.words.contains("Ohio State"))
    }
  }
}
