import Foundation
import Testing
import WebTesting

@testable import WebHost

@Suite("Records by their names")
struct NamedRecordsTests {
  private static var handle: Regex<Substring> { /\b[cst]\d+\b/ }

  @Test("A question, what was done and its undo name records without handles")
  func deletion() async throws {
    try await served { (family) async throws -> Void in
      let browser = try await family.browser()
      _ = try await browser.press("schools add Kent", on: try await browser.get("/schools"))
      let asks = try await browser.press(
        "schools delete Kent", on: try await browser.get("/schools"))
      let question = String(asks.words.firstMatch(of: /Delete ([^?]*)\?/)?.1 ?? "")
      #expect(question.hasPrefix("Kent"), "\(asks.words)")
      #expect(question.firstMatch(of: Self.handle) == nil, "\(asks.words)")
      let agreed = try #require(asks.hidden["_agreed"])
      let done = try await browser.press("schools delete Kent", on: asks, [("_agreed", agreed)])
      #expect(done.outcome.contains("Deleted Kent"), "\(done.words)")
      #expect(done.outcome.firstMatch(of: Self.handle) == nil, "\(done.words)")
      let undone = try await browser.press("undo", on: done)
      #expect(undone.outcome.contains("Took back: Deleted Kent."), "\(undone.words)")
      // This undo removes the school, because it takes back its addition. The outcome must still
      // contain the name of the school.
      let gone = try await browser.press("undo", on: undone)
      #expect(gone.outcome.contains("Took back: Added Kent."), "\(gone.words)")
    }
  }

  @Test("Words of a person that look like handles stay as they were typed")
  func ownWords() async throws {
    try await served { (family) async throws -> Void in
      let browser = try await family.browser()
      // Records with these handles are there, whose names must not take the place of the words.
      for name in ["Kent", "Yale", "Duke", "Rice"] {
        _ = try await browser.press(
          "schools add \(name)", on: try await browser.get("/schools"))
      }
      let name = "s4 Academy c1 t41 q`"
      let added = try await browser.press(
        "schools add", on: try await browser.get("/c?line=schools%20add"), [("name", name)])
      #expect(added.outcome.contains("Added \(name)"), "\(added.words)")
      let logged = try await browser.press(
        "interactions add", on: try await browser.get("/c?line=interactions%20add"),
        [("type", "call"), ("with", name), ("subject", "About t41 and s1")])
      #expect(logged.outcome.contains("Logged"), "\(logged.words)")
      for other in ["Kent", "Yale", "Duke", "Rice"] {
        #expect(!logged.outcome.contains(other), "\(logged.words)")
      }
      let undone = try await browser.press("undo", on: logged)
      #expect(undone.outcome.contains("Took back: Logged"), "\(undone.words)")
      #expect(undone.outcome.contains("t41"), "\(undone.words)")
      let asks = try await browser.press(
        "schools delete '\(name)'", on: try await browser.get("/schools"))
      #expect(asks.words.contains("Delete \(name)?"), "\(asks.words)")
      let agreed = try #require(asks.hidden["_agreed"])
      let deleted = try await browser.press(
        "schools delete '\(name)'", on: asks, [("_agreed", agreed)])
      #expect(deleted.outcome.contains("Deleted \(name)"), "\(deleted.words)")
      let back = try await browser.press("undo", on: deleted)
      #expect(back.outcome.contains("Took back: Deleted \(name)."), "\(back.words)")
      let gone = try await browser.press("undo", on: back)
      #expect(gone.outcome.contains("Took back: Added \(name)."), "\(gone.words)")
      let page = try await browser.get("/coaches/c1/edit")
      #expect(page.words.contains("“/coaches/c1/edit”"), "\(page.words)")
    }
  }

  @Test("A warning beside what was done names records without handles")
  func warning() async throws {
    try await served { (family) async throws -> Void in
      let browser = try await family.browser()
      _ = try await browser.press("schools add Kent", on: try await browser.get("/schools"))
      let again = try await browser.press(
        "schools add Kent", on: try await browser.get("/schools"))
      #expect(again.words.contains("There is also Kent; both stay."), "\(again.words)")
    }
  }

  @Test("Records that a name fits are listed by name, in a form and on a page of a fault")
  func severalFit() async throws {
    try await served { (family) async throws -> Void in
      let browser = try await family.browser()
      for name in ["Kent State", "Kent College"] {
        _ = try await browser.press(
          "schools add '\(name)'", on: try await browser.get("/schools"))
      }
      let form = try await browser.press(
        "coaches add", on: try await browser.get("/c?line=coaches%20add"),
        [("school", "kent"), ("name", "Ana Lee")])
      let page = try await browser.get("/c?line=schools%20edit%20kent")
      for answer in [form, page] {
        #expect(answer.status == 400)
        #expect(answer.words.contains("Kent State"), "\(answer.words)")
        #expect(answer.words.contains("Kent College"), "\(answer.words)")
        let listed = answer.words.components(separatedBy: " fits two schools.").last ?? ""
        #expect(listed.prefix(80).firstMatch(of: Self.handle) == nil, "\(answer.words)")
      }
      // With fourteen schools, the form has a text field for the school instead of a list. If
      // several schools fit the typed name, the form offers only these, to choose one with a single
      // press.
      for number in 1...12 {
        _ = try await browser.press(
          "schools add 'Other \(number)'", on: try await browser.get("/schools"))
      }
      let asked = try await browser.press(
        "coaches add", on: try await browser.get("/c?line=coaches%20add"),
        [("school", "kent"), ("name", "Ana Lee"), ("role", "head")])
      #expect(asked.words.contains("“kent” fits two schools. Choose one."), "\(asked.words)")
      let offered = asked.body.matches(of: /<input [^>]*type="radio"[^>]*>/)
        .compactMap { String($0.0).firstMatch(of: /value="(s\d+)"/).map { String($0.1) } }
      #expect(offered.count == 2, "\(asked.body)")
      let added = try await browser.press(
        "coaches add", on: asked,
        [("school", try #require(offered.first)), ("name", "Ana Lee"), ("role", "head")])
      #expect(added.outcome.contains("Added"), "\(added.words)")
    }
  }

  @Test("A name that fits too many records to list is written again, or one of the first is chosen")
  func manyFit() async throws {
    try await served { (family) async throws -> Void in
      let browser = try await family.browser()
      for number in 1...12 {
        _ = try await browser.press(
          "schools add 'College \(number)'", on: try await browser.get("/schools"))
      }
      let form = try await browser.get("/c?line=coaches%20add")
      // The example is a hint and no part of the label, which the summary of a refusal repeats.
      #expect(form.words.contains("For example Ana Rivera"), "\(form.words)")
      #expect(!form.words.contains(", for example"), "\(form.words)")
      let typed = [("school", "College"), ("name", "Ana Lee"), ("role", "head")]
      let asked = try await browser.press("coaches add", on: form, typed)
      let said = "“College” fits 13 schools. Write more of the name, or choose one."
      #expect(asked.words.components(separatedBy: said).count == 3, "\(asked.words)")
      for words in ["Use one of", "Nothing was done"] {
        #expect(!asked.words.contains(words), "\(asked.words)")
      }
      let offered = asked.body.matches(of: /name="_meant" value="(school s\d+)"/)
        .map { String($0.1) }
      #expect(offered.count == 6, "\(asked.body)")
      let wrong = try await browser.press("coaches add", on: asked, typed + [("_meant", "school")])
      #expect(wrong.status == 400, "\(wrong.words)")
      let added = try await browser.press(
        "coaches add", on: asked, typed + [("_meant", try #require(offered.first))])
      #expect(added.outcome.contains("Added"), "\(added.words)")
    }
  }

  @Test("With a name that fits nothing each kind that a field takes can be added first")
  func addedFirst() async throws {
    try await served { (family) async throws -> Void in
      let browser = try await family.browser()
      _ = try await browser.press("schools add Kent", on: try await browser.get("/schools"))
      let coachForm = try await browser.get("/c?line=coaches%20add")
      let noSchool = try await browser.press(
        "coaches add", on: coachForm, [("name", "Ana Lee"), ("school", "Duke"), ("role", "head")])
      #expect(noSchool.words.contains("Add “Duke” as a new school"), "\(noSchool.words)")
      let form = try await browser.get("/c?line=interactions%20add")
      let typed = [("type", "call"), ("with", "Ana Lee"), ("subject", "Her camp")]
      let noEvent = try await browser.press(
        "interactions add", on: form, typed + [("event", "Spring camp")])
      #expect(noEvent.words.contains("Add “Spring camp” as a new event"), "\(noEvent.words)")
      let fault = try await browser.press("interactions add", on: form, typed)
      for thing in ["coach", "school"] {
        #expect(fault.words.contains("Add “Ana Lee” as a new \(thing)"), "\(fault.words)")
      }
      for wrong in ["with letter", "type coach", "nothing coach"] {
        let answer = try await browser.press(
          "interactions add", on: fault, typed + [("_add", wrong)])
        #expect(answer.status == 404, "\(wrong): \(answer.words)")
      }
      let coach = try await browser.press(
        "interactions add", on: fault, typed + [("_add", "with coach")])
      #expect(coach.body.contains("value=\"Ana Lee\""), "\(coach.words)")
      let back = try await browser.press(
        "coaches add", on: coach, [("name", "Ana Lee"), ("school", "Kent"), ("role", "head")])
      #expect(
        back.body.contains("value=\"Lee, Ana\"") && back.body.contains("Her camp"), "\(back.words)")
    }
  }

  @Test("Of several names in a field the one that is not found can be added, and the others stay")
  func addedBesideOthers() async throws {
    try await served { (family) async throws -> Void in
      let browser = try await family.browser()
      _ = try await browser.press("schools add Kent", on: try await browser.get("/schools"))
      _ = try await browser.press(
        "coaches add", on: try await browser.get("/c?line=coaches%20add"),
        [("name", "Cara Lee"), ("school", "Kent"), ("role", "head")])
      let typed = [("name", "Spring camp"), ("type", "camp"), ("on", "2026-06-01")]
      let fault = try await browser.press(
        "events add", on: try await browser.get("/c?line=events%20add"),
        typed + [("coach", "Cara Lee, Bo Park")])
      #expect(fault.words.contains("Add “Bo Park” as a new coach"), "\(fault.words)")
      let coach = try await browser.press(
        "events add", on: fault, typed + [("coach", "Cara Lee, Bo Park"), ("_add", "coach coach")])
      #expect(coach.body.contains("value=\"Bo Park\""), "\(coach.words)")
      let back = try await browser.press(
        "coaches add", on: coach, [("name", "Bo Park"), ("school", "Kent"), ("role", "head")])
      #expect(
        back.body.contains("value=\"Lee Cara, Park Bo\""), "\(back.body)")
    }
  }

  @Test("A person who asked for handles sees them")
  func terminal() async throws {
    try await served { (family) async throws -> Void in
      let browser = try await family.browser()
      _ = try await browser.press("schools add Kent", on: try await browser.get("/schools"))
      func asks() async throws -> String {
        try await browser.press("schools delete Kent", on: try await browser.get("/schools")).words
      }
      #expect(try await asks().contains("Delete Kent"))
      _ = try await browser.press(
        "set", on: try await browser.get("/c?line=set"), [("terminal", "on")])
      #expect(try await asks().firstMatch(of: /Delete s\d+ Kent/) != nil)
    }
  }
}
