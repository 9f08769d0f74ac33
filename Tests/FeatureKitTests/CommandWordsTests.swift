import FeatureKit
import FeatureTesting
import Testing

/// Tests of words that a command does not expect, and of options without a value.
@Suite struct CommandWordsTests {
  static let school = ReferenceKind(letter: "s", singular: "school", plural: "schools")

  static let add = CommandDescription(
    noun: "schools", verb: "add", summary: "", mode: .writes,
    parameters: [
      Argument("how", .text(placeholder: "HOW")).description,
      Argument("name", .text()).description,
      Option("on", .day).orLastWord(["today", "yesterday"]).description,
      Option("fields", .text()).orAlone("?").description,
      Option("note", .text()).description,
    ])

  static let status = CommandDescription(
    noun: "schools", verb: "status", summary: "", mode: .writes,
    parameters: [
      RepeatedArgument("school", .reference(school)).description,
      Argument("status", .text(placeholder: "WORD")).description,
    ])

  private func values(
    _ line: String, of command: CommandDescription, _ name: String
  ) throws -> [String] {
    try CommandDraft(command, words: CommandText.words(line)).given[name].map(\.text)
  }

  @Test(
    "Words that are left go on with a text; what is in quotes has an end",
    arguments: [
      ("call Duke University", "Duke University"), ("call Duke", "Duke"),
      ("call Duke University --note x of Durham", "Duke University of Durham"),
      ("call \"Duke University\"", "Duke University"),
    ])
  func continued(line: String, name: String) throws {
    #expect(try values(line, of: Self.add, "name") == [name])
  }

  @Test(
    "A word too many is refused behind quotes, and where no text stands before it",
    arguments: ["call \"Duke University\" NC", "call Duke \"of NC\""])
  func tooMany(line: String) throws {
    #expect(throws: Problem.self) { try values(line, of: Self.add, "name") }
    #expect(throws: Problem.self) { try values("s1 interested now", of: Self.status, "status") }
  }

  static let coach = CommandDescription(
    noun: "coaches", verb: "add", summary: "", mode: .writes,
    parameters: [
      Argument("name", .text()).description,
      Argument("school", .reference(school)).description,
      Argument("role", .text(placeholder: "ROLE")).description,
      Option("note", .text()).description,
    ])

  @Test(
    "The text in front takes two words where every other argument takes one",
    arguments: [
      ("Ana akron head", "Ana", "akron", "head"),
      ("Jared Embick akron head", "Jared Embick", "akron", "head"),
      ("Jared Embick --note x akron head", "Jared Embick", "akron", "head"),
      ("Jared Embick akron head --note x", "Jared Embick", "akron", "head"),
    ])
  func names(line: String, name: String, school: String, role: String) throws {
    #expect(try values(line, of: Self.coach, "name") == [name])
    #expect(try values(line, of: Self.coach, "school") == [school])
    #expect(try values(line, of: Self.coach, "role") == [role])
  }

  @Test(
    "A record's name may have several words too, the longest one first",
    arguments: [
      (
        "Jared Embick blue river head",
        [["Jared", "Embick blue river", "head"], ["Jared Embick", "blue river", "head"]]
      ),
      ("Ana blue river head --note x", [["Ana", "blue river", "head"]]),
      ("Ana akron head", []), ("Ana \"blue\" river head", []),
    ] as [(String, [[String]])])
  func readings(line: String, meant: [[String]]) throws {
    let readings = CommandDraft.readings(of: try CommandText.words(line), for: Self.coach)
    #expect(
      readings.map { draft in
        ["name", "school", "role"].flatMap { draft.given[$0].map(\.text) }
      } == meant)
    #expect(CommandDraft.readings(of: try CommandText.words(line), for: Self.add).isEmpty)
  }

  @Test(
    "Two words too many could belong anywhere, and one in quotes has an end",
    arguments: [
      ("Jared Lee Embick akron head", "akron"), ("\"Jared\" Embick akron head", "head"),
      ("Jared Embick \"akron\" head", "head"), ("Jared Embick Lee akron head now", "akron"),
    ])
  func notNames(line: String, word: String) throws {
    let problem = #expect(throws: Problem.self) { try values(line, of: Self.coach, "name") }
    #expect(problem?.title == "`\(word)` is one word too many for `coaches add`.")
  }

  @Test(
    "A day that ends a text of several words is the day; a text of one word stays a text",
    arguments: [
      ("call talked ten minutes Yesterday", "talked ten minutes", ["yesterday"]),
      ("call yesterday", "yesterday", []),
      ("call talked today --on fri", "talked today", ["fri"]),
      ("call \"talked today\"", "talked today", []),
    ])
  func lastWord(line: String, text: String, day: [String]) throws {
    #expect(try values(line, of: Self.add, "name") == [text])
    #expect(try values(line, of: Self.add, "on") == day)
  }

  @Test(
    "An option without a value stands for what it declares",
    arguments: [("call Elm --fields", "?"), ("call Elm --fields name", "name")])
  func alone(line: String, value: String) throws {
    #expect(try values(line, of: Self.add, "fields") == [value])
  }

  @Test(
    "Several records may stand before another word, all of them as handles",
    arguments: [
      ("s1 s2 interested", ["s1", "s2"], ["interested"]),
      ("s1,s2 interested", ["s1", "s2"], ["interested"]),
      ("elm interested", ["elm"], ["interested"]),
      ("\"elm college\" interested", ["elm college"], ["interested"]),
      ("s1 s2", ["s1", "s2"], []),
      ("s1", ["s1"], []),
    ])
  func several(line: String, schools: [String], status: [String]) throws {
    #expect(try values(line, of: Self.status, "school") == schools)
    #expect(try values(line, of: Self.status, "status") == status)
  }

  @Test("A row with a handle has no number of the page; one without has")
  func numbers() {
    let link = CommandLink("Elm", "schools show s1")
    let page = Page(title: "") {
      RowList([
        Row("Elm", handle: "s1", spoken: "Elm").opening(link),
        Row("Oak", spoken: "Oak").opening(link),
      ])
    }
    #expect(page.links == [link])
  }
}
