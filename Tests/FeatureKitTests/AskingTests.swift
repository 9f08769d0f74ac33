import CivilTime
import FeatureKit
import Testing

@Suite struct AskingTests {
  private let context = ParseContext(now: Instant(milliseconds: 1_770_000_000_000), zone: .utc)

  private func draft(_ line: String) throws -> CommandDraft {
    let name = Option("name", ValueKind<String>.text(max: 5)).suggesting("Sam")
    let child = Option("child", ValueKind<String>.text()).asked(when: "role", is: "Parent")
    let command = CommandDescription(
      noun: "account", verb: "create", summary: "Begin.", mode: .writesOwn,
      parameters: [
        Argument("role", ValueKind<String>.text()).optional.description, name.description,
        child.description,
      ])
    return try CommandDraft(command, words: try CommandText.words(line))
  }

  @Test("A suggested answer is a text or a year counted from today")
  func suggestedAnswers() {
    #expect(SuggestedAnswer.year(plus: 2).text(in: context) == "2028")
    #expect(("athlete" as SuggestedAnswer).text(in: context) == "athlete")
  }

  @Test(
    "A question is a label, with what stands in brackets at its end as a hint",
    arguments: [
      (
        Option("day", ValueKind<String>.text(), "A day", ask: "Which (of two)?  (Enter for none)")
          .description, "Which (of two)?", "Leave it empty for none"
      ),
      (
        Option("day", ValueKind<String>.text()).labelled("Day (of the week)").description,
        "Day", "Of the week"
      ),
      (
        Option("day", ValueKind<String>.text()).labelled("Day (local)", hint: "Or none.")
          .description, "Day (local)", "Or none."
      ),
      (
        Option("day", ValueKind<String>.text(), "The day: as in jun 15").description,
        "The day", "As in jun 15"
      ),
      (Option("day", ValueKind<String>.text(), "The day").description, "The day", nil),
      (Flag("all", "All days", ask: "All?  (yes, no)").description, "All days", nil),
    ] as [(ParameterDescription, String, String?)])
  func labels(parameter: ParameterDescription, label: String, hint: String?) {
    #expect(parameter.labelAndHint.label == label)
    #expect(parameter.labelAndHint.hint == hint)
  }

  @Test("A conditional question is put only after the answer that makes it worth asking")
  func conditionalQuestion() throws {
    #expect(try draft("").unasked.map(\.name) == ["role", "name"])
    #expect(try draft("athlete").unasked.map(\.name) == ["name"])
    #expect(try draft("parent").unasked.map(\.name) == ["name", "child"])
    #expect(try draft("").namesNoMoreThanARecord)
    #expect(try !draft("--name Sam").namesNoMoreThanARecord)
  }

  @Test(
    "A question may also depend on whether there is any answer to another",
    arguments: [("", ["code"]), ("--code x", ["name"]), ("--code \" \"", [])])
  func questionAfterAnyAnswer(line: String, asked: [String]) throws {
    let command = CommandDescription(
      noun: "account", verb: "connect", summary: "Connect.", mode: .writesOwn,
      parameters: [
        Option("code", ValueKind<String>.text()).description,
        Option("name", ValueKind<String>.text()).asked(whenGiven: "code").description,
      ])
    let draft = try CommandDraft(command, words: try CommandText.words(line))
    #expect(draft.unasked.map(\.name) == asked)
  }

  @Test("A parameter may be asked for before another, and keeps its place on the line")
  func askedBefore() throws {
    let command = CommandDescription(
      noun: "log", summary: "Log.", mode: .writes,
      parameters: [
        Argument("how", ValueKind<String>.text()).description,
        Argument("whom", ValueKind<String>.text()).asked(before: "how").description,
        Option("note", ValueKind<String>.text()).asked(before: "nothing").description,
      ])
    #expect(command.parametersAsAsked.map(\.name) == ["whom", "how", "note"])
    #expect(command.usage == "log <how> <whom> [--note TEXT]")
    let draft = try CommandDraft(command, words: try CommandText.words("call Ana"))
    #expect(draft.given["how"].map(\.text) == ["call"])
    #expect(try CommandDraft(command, words: []).unasked.map(\.name) == ["whom", "how", "note"])
  }

  @Test("An option may go by other names, and is the same option")
  func otherNames() throws {
    let command = CommandDescription(
      noun: "log", summary: "Log.", mode: .writes,
      parameters: [Option("on", ValueKind<String>.text()).orNamed("date", "day").description])
    for line in ["--on fri", "--date fri", "--day=fri"] {
      let draft = try CommandDraft(command, words: try CommandText.words(line))
      #expect(draft.given["on"].map(\.text) == ["fri"])
    }
    #expect(command.usage == "log [--on TEXT]")
  }

  @Test("A parameter that is not asked stays out of the questions")
  func notAsked() throws {
    let command = CommandDescription(
      noun: "account", verb: "create", summary: "Begin.", mode: .writesOwn,
      parameters: [
        Option("name", ValueKind<String>.text()).description,
        Option("email", ValueKind<String>.text()).notAsked.description,
      ])
    #expect(try CommandDraft(command, words: []).unasked.map(\.name) == ["name"])
  }

  @Test("An option without its value is asked for where somebody is there, and refused elsewhere")
  func openOption() throws {
    let command = CommandDescription(
      noun: "profile", verb: "edit", summary: "Change it.", mode: .writesOwn,
      parameters: ["height", "gpa"].map { Option($0, ValueKind<String>.text()).description })
    let words = try CommandText.words("--gpa --height 73")
    #expect(
      throws: Problem(
        .usage, "--gpa needs a value.", fix: "Usage:  profile edit [--height TEXT] [--gpa TEXT]")
    ) { try CommandDraft(command, words: words) }
    var draft = try CommandDraft(command, words: words, leavesOpen: true)
    #expect(draft.missing.map(\.name) == ["gpa"])
    #expect(!draft.namesNoMoreThanARecord)
    draft.fill("gpa", with: "3.6")
    #expect(draft.missing.isEmpty)
    #expect(
      try !CommandDraft(command, words: Array(words.prefix(1)), leavesOpen: true)
        .namesNoMoreThanARecord)
  }

  @Test("The words of a table stand before its options, and options given again are put together")
  func wordsFirst() throws {
    let box = FeatureBox(Shelf.self, dependencies: Dependencies()) { _ in }
    let command = box.commands[1]
    #expect(
      command.usage == "shelf stack <height> <name> [--heavy] [--odd NUMBER] [--weight NUMBER]…")
    let draft = try CommandDraft(
      command, words: try CommandText.words("4 books --weight 2 --weight 3 --heavy"))
    #expect(
      try Array(Shelf(Dependencies()).commands)[1].action(for: draft, in: context)
        == .set(["height": 4, "weight": 5, "heavy": 40], dry: false))
    try box.check("weight", of: draft, in: context)
    var high = draft
    high.fill("height", with: "12")
    high.fill("odd", with: "6")
    #expect(throws: Problem.self) { try box.check("height", of: high, in: context) }
    #expect(throws: Problem(.usage, "6 is even.")) { try box.check("odd", of: high, in: context) }
  }

  @Test("A command over a table gets the values that were given, by name, and checks each alone")
  func table() throws {
    let box = FeatureBox(Shelf.self, dependencies: Dependencies()) { _ in }
    let command = box.commands[0]
    #expect(command.usage == "shelf set [--width NUMBER] [--depth NUMBER] [--dry]")
    var draft = try CommandDraft(command, words: try CommandText.words("--depth 7 --dry"))
    let feature = Shelf(Dependencies())
    #expect(
      try Array(feature.commands)[0].action(for: draft, in: context)
        == .set(["depth": 7], dry: true))
    draft.fill("width", with: "99")
    #expect(throws: Problem.self) { try box.check("width", of: draft, in: context) }
    try box.check("depth", of: draft, in: context)
  }

  @Test("A word too many is not repeated where it could be a secret")
  func secretIsNotRepeated() throws {
    let command = CommandDescription(
      noun: "account", verb: "passphrase", summary: "Set it.", mode: .writesOwn,
      parameters: [Secret("passphrase", ask: "New passphrase").description])
    #expect(
      throws: Problem(
        .usage, "There is one word too many for `account passphrase`.",
        details: ["The passphrase is never typed on the line, where others could read it."],
        fix: "Usage:  account passphrase [--passphrase-file FILE | --passphrase-fd N]")
    ) {
      try CommandDraft(command, words: [CommandText.Word("hunter2")])
    }
  }

  @Test("One answer can be checked before the others are given")
  func checkedAlone() throws {
    let box = FeatureBox(Counter.self, dependencies: Dependencies()) { _ in }
    var draft = try CommandDraft(box.commands[1], words: [])
    draft.fill("on", with: "someday")
    #expect(throws: Problem.self) { try box.check("on", of: draft, in: context) }
    draft.fill("on", with: "tomorrow")
    try box.check("on", of: draft, in: context)
  }
}

/// A feature whose commands get their options from a table, here `--width` and `--depth`.
private struct Shelf: FeatureModule {
  enum Action: Equatable, Sendable { case set([String: Int], dry: Bool) }

  static let manifest = FeatureManifest(
    id: "Shelf", title: "Shelf", summary: "A shelf.", order: 1,
    nouns: [Noun("shelf", summary: "A shelf.", opens: "set")])

  init(_ dependencies: Dependencies) {}
  var initialState: Int { 0 }
  func reduce(_ state: inout Int, _ action: Action) -> Effect<Action> { .none }
  func page(_ state: Int, in context: PageContext) -> Page { Page(title: "Shelf") {} }
  func action(for event: HostEvent) -> Action? { nil }

  @CommandBuilder<Self>
  var commands: Commands<Self> {
    Command(
      "set", "Set its measures.", .writesOwn,
      table: ["width", "depth"].map { Option($0, .integer(1...9)) }, Flag("dry")
    ) { .set($0, dry: $1) }
    Command(
      "stack", "Put something on it.", .writesOwn,
      table: [
        TableParameter(Flag("heavy"), 40),
        TableParameter(
          Option(
            "odd",
            ValueKind<Int>.integer(1...9).checked { number, _ throws(Problem) in
              if number % 2 == 0 { throw Problem(.usage, "\(number) is even.") }
            })),
        TableParameter(Argument("height", .integer(1...9))),
        TableParameter(Option("weight", ValueKind<Int>.integer(1...9).map { $0 }).repeated) {
          $0.reduce(0, +)
        },
      ], Argument("name", .text())
    ) { values, _ in .set(values, dry: false) }
  }
}
