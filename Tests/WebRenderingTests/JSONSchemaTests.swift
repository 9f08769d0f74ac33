import FeatureKit
import FeatureTesting
import Foundation
import JSON
import Testing
import WebRendering

/// Compares the fields that docs/json-schema.md documents with those that the renderer writes.
@Suite("The JSON schema")
struct JSONSchemaTests {
  /// The names of the fields that the renderer writes, by the section of docs/json-schema.md that
  /// describes their object.
  typealias Fields = [String: Set<String>]

  @Test("Every field that is written is documented, and every documented field is written")
  func documentAndRendererAgree() throws {
    let documented = try Self.documented()
    var written: Fields = [:]
    for value in Self.everything { Self.collect(value, as: "The answer", into: &written) }
    #expect(documented.count > 30)
    #expect(Set(written.keys) == Set(documented.keys))
    for (section, fields) in documented {
      #expect(written[section] == fields.all, "section \(section)")
    }
  }

  @Test("A field that is documented as always there is always there")
  func requiredFields() throws {
    let documented = try Self.documented()
    let bare = Page(title: "bare") {
      StatGrid([Stat("a", "b")])
      RowList([Row("a", spoken: "a")])
      Table(columns: ["a"], rows: [])
      EmptyState("a", links: [CommandLink("a", "b")])
      Form("a", fields: [Form.Field("a", "b")], submit: CommandLink("a", "b"))
    }
    var written: Fields = [:]
    Self.collect(JSONRenderer.render(bare), as: "The answer", into: &written)
    for (section, fields) in written {
      let required = try #require(documented[section]).required
      let always = section == "The answer" ? required.union(["page"]) : required
      #expect(fields == always, "section \(section)")
    }
  }

  @Test("An answer says which schema it follows, and nothing that was not said")
  func answer() {
    var answer = JSONAnswer(done: Done("Saved."))
    answer.notices = [Notice("Signed in.", tone: .positive)]
    #expect(
      JSONRenderer.render(answer).text
        == #"{"schema":"compass.page/1","done":{"sentence":"Saved.","details":[],"references":[]},"#
        + #""notices":[{"text":"Signed in.","tone":"positive"}]}"#)
  }

  @Test(
    "A problem carries its cause as a fact and its exit code",
    arguments: [
      (Cause.locked, "locked", 5), (.storage(.full), "storage.full", 1), (.timedOut, "timedOut", 7),
      (.usage, "usage", 2), (.interrupted, "interrupted", 130),
    ])
  func causes(cause: Cause, name: String, code: Int) {
    let json = JSONRenderer.render(Problem(cause, "x"))
    #expect(json["problem"]?["cause"]?.string == name)
    #expect(json["problem"]?["exitCode"]?.int == code)
    #expect(json["problem"]?["fix"] == nil)
  }

  @Test("A value that no number can express is null")
  func notANumber() {
    let chart = Chart(
      "c", sentence: "s", form: .bars([Chart.Bar("a", .nan)]), table: Table(columns: [], rows: []))
    let json = JSONRenderer.render(Page(title: "p") { chart })
    #expect(json["page"]?["blocks"]?[0]?["bars"]?[0]?["value"]?.isNull == true)
  }

  @Test("Text is whole and comes back as it was", arguments: HostileText.samples)
  func exactText(text: String) throws {
    let page = SamplePages.filled { _ in text }
    let written = JSONRenderer.render(page).text
    let read = try JSONValue.parse(written)
    #expect(read["page"]?["title"]?.string.map { Array($0.utf8) } == Array(text.utf8))
    #expect(
      written.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F..<0xA0).contains($0.value) })
    #expect(!written.unicodeScalars.contains { (0x202A...0x202E).contains($0.value) })
  }

  @Test("Every text of a page is in its JSON")
  func everyText() {
    var texts: [String] = []
    let page = SamplePages.filled { field in
      texts.append("\(field)-\(texts.count);")
      return texts[texts.count - 1]
    }
    let json = JSONRenderer.render(page).text
    #expect(texts.filter { !json.contains($0) } == [])
  }
}

extension JSONSchemaTests {
  static let everything: [JSONValue] = {
    let kind = ReferenceKind(letter: "t", singular: "task", plural: "tasks")
    let reference = RecordID("0190a5c2-0000-7000-8000-000000000001").map {
      Reference(kind: kind, id: $0, handle: "t19", title: "Strength")
    }
    var answer = JSONAnswer(
      page: SamplePages.filled { $0 },
      done: Done(
        "Done.", references: [reference].compactMap { $0 },
        links: [CommandLink("Go on?", "tasks show t19")]),
      problem: Problem(.locked, "Locked.", fix: "Wait."))
    answer.place = "week.txt, line 3"
    answer.question = .init(words: "Sure?", details: ["Really."], agree: "Yes", digest: "d")
    answer.artifacts = [.init(name: "a.csv", mediaType: "text/csv", path: "/a.csv")]
    answer.notices = [Notice("x")]
    return [JSONRenderer.render(answer)]
  }()

  struct Documented {
    var required: Set<String> = []
    var optional: Set<String> = []

    var all: Set<String> { required.union(optional) }
  }

  /// Returns the tables of the document, by heading.
  static func documented() throws -> [String: Documented] {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let text = try String(contentsOf: root.appending(path: "docs/json-schema.md"), encoding: .utf8)
    var found: [String: Documented] = [:]
    var heading = ""
    for line in text.split(separator: "\n") {
      if line.hasPrefix("## ") { heading = String(line.dropFirst(3)) }
      guard line.hasPrefix("| `"), let end = line.dropFirst(3).firstIndex(of: "`") else { continue }
      let name = line.dropFirst(3)[..<end]
      if name.hasSuffix("?") {
        found[heading, default: Documented()].optional.insert(String(name.dropLast()))
      } else {
        found[heading, default: Documented()].required.insert(String(name))
      }
    }
    return found
  }

  /// For each field that contains an object or a list of objects, the section of
  /// docs/json-schema.md that describes these objects.
  private static let sections: [String: String] = [
    "page": "page", "done": "done", "problem": "problem",
    "question": "question", "artifacts": "artifact", "notices": "notice",
    "references": "reference", "links": "link", "link": "link", "more": "link", "opens": "link",
    "submit": "link", "badges": "badge", "trailing": "badge", "columns": "column",
    "series": "series", "points": "point", "bars": "bar", "table": "chart table",
    "fields": "field", "choices": "choice", "facts": "fact", "stats": "stat", "entries": "entry",
  ]

  static func collect(_ value: JSONValue, as section: String, into fields: inout Fields) {
    guard let object = value.object else { return }
    let name = value["type"]?.string.map { "block \($0)" } ?? section
    for member in object.members {
      fields[name, default: []].insert(member.key)
      let inner = member.key == "rows" ? "row" : sections[member.key] ?? member.key
      for element in member.value.array ?? [member.value] {
        collect(element, as: inner, into: &fields)
      }
    }
  }
}
