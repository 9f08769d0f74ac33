import CivilTime
import FeatureKit
import FeatureTesting
import Testing

/// Tests of filling in a command with arguments, options and a flag.
@Suite struct CommandDraftTests {
  static let kind = ReferenceKind(letter: "t", singular: "task", plural: "tasks")

  static let command = CommandDescription(
    noun: "tasks", verb: "move", summary: "", mode: .writes,
    parameters: [
      Argument("task", .reference(kind)).description,
      Argument("to", .day).optional.description,
      Option("note", .text()).description,
      Option("tag", .text()).repeated.description,
      Flag("all").description,
    ])

  @Test("A stored value is emptied by an option, a flag or a word, and taken back")
  func emptying() throws {
    let command = CommandDescription(
      noun: "tasks", verb: "edit", summary: "", mode: .writes,
      parameters: [
        Option("note", .text()).emptied(by: .option("clear")).description,
        Option("event", .text()).emptied(by: .flag("no-event")).description,
        Option("unit", ValueKind<String>.text().orNothing()).description,
        Option("name", .text()).description, Option("clear", .text()).repeated.description,
        Flag("no-event").description,
      ])
    var draft = try CommandDraft(command, words: [])
    let names = ["note", "event", "unit", "name"]
    let wereEmptied = names.map { draft.empty($0) }
    #expect(wereEmptied == [true, true, true, false])
    #expect(
      texts(in: draft) == ["clear": ["note"], "no-event": ["yes"], "unit": ["none"]])
    for name in names { draft.clear(name) }
    #expect(texts(in: draft) == [:])
  }

  @Test("A required day that may be none is none when its field is left empty, and nothing else is")
  func emptyFields() throws {
    let command = CommandDescription(
      noun: "tasks", verb: "due", summary: "", mode: .writes,
      parameters: [
        Argument("task", .reference(Self.kind)).description,
        Argument("day", ValueKind<CalendarDay>.dueDay.orNothing()).description,
        Argument("name", ValueKind<String>.text().orNothing()).description,
        Option("until", ValueKind<CalendarDay>.dueDay.orNothing()).description,
      ])
    var draft = try CommandDraft(command, words: [])
    for name in ["task", "day", "name", "until"] { try draft.fill(name, withField: [""]) }
    #expect(texts(in: draft) == ["day": ["none"]])
    try draft.fill("day", withField: ["friday"])
    #expect(texts(in: draft) == ["day": ["friday"]])
  }

  static let signIn = CommandDescription(
    noun: "account", verb: "sign-in", summary: "", mode: .writesOwn,
    parameters: [
      Argument("name", .text()).description,
      Secret("passphrase", ask: "Passphrase?").description,
    ])

  static let quick = CommandDescription(
    noun: "quick", verb: "add", summary: "", mode: .writesOwn,
    parameters: [Argument.rest("words").description])

  func draft(
    _ line: String, of command: CommandDescription = command
  ) throws -> CommandDraft {
    try CommandDraft(command, words: CommandText.words(line))
  }

  /// Returns the typed texts of a command, each under the name of its parameter.
  ///
  /// Parameters without a value are left out.
  private func texts(in draft: CommandDraft) -> [String: [String]] {
    Dictionary(
      uniqueKeysWithValues: draft.command.parameters.map {
        ($0.name, draft.given[$0.name].map(\.text))
      }.filter { !$0.1.isEmpty })
  }

  struct Line: Sendable, CustomTestStringConvertible {
    var text: String
    var values: [String: [String]]

    init(_ text: String, _ values: [String: [String]]) {
      self.text = text
      self.values = values
    }

    var testDescription: String { text }
  }

  @Test(
    "Words find their parameters, options in any place",
    arguments: [
      Line("", [:]),
      Line("3", ["task": ["3"]]),
      Line("3 fri", ["task": ["3"], "to": ["fri"]]),
      Line(
        "--all 3 --note hi fri", ["task": ["3"], "to": ["fri"], "all": ["yes"], "note": ["hi"]]),
      Line("--note=hi", ["note": ["hi"]]),
      Line("--note=a=b", ["note": ["a=b"]]),
      Line("--note=", ["note": [""]]),
      Line("--note=\"two words\" 3", ["note": ["two words"], "task": ["3"]]),
      Line("--note \"--all\"", ["note": ["--all"]]),
      Line("--note -30d", ["note": ["-30d"]]),
      Line("--tag a --tag=b", ["tag": ["a", "b"]]),
      Line("--all --all", ["all": ["yes"]]),
      Line("-- --all", ["task": ["--all"]]),
      Line("3 -- --", ["task": ["3"], "to": ["--"]]),
      Line("\"--all\" -5", ["task": ["--all"], "to": ["-5"]]),
      Line("\"--\" --all", ["task": ["--"], "all": ["yes"]]),
    ])
  func words(line: Line) throws {
    let draft = try draft(line.text)
    #expect(texts(in: draft) == line.values)
  }

  @Test(
    "The day of an option may have several words",
    arguments: [
      ("--on nov 2 s1", "nov 2", "s1"), ("--on nov 2 2026 s1", "nov 2 2026", "s1"),
      ("s1 --on Feb 14", "Feb 14", "s1"), ("--on friday 2", "friday", "2"),
      ("--on 'nov' 2", "nov", "2"), ("--on nov 88", "nov", "88"),
    ])
  func dayOfSeveralWords(line: String, day: String, task: String) throws {
    let command = CommandDescription(
      noun: "tasks", verb: "plan", summary: "", mode: .writes,
      parameters: [
        Argument("task", .reference(Self.kind)).description, Option("on", .day).description,
      ])
    #expect(try texts(in: draft(line, of: command)) == ["on": [day], "task": [task]])
  }

  static let complete = CommandDescription(
    noun: "tasks", verb: "complete", summary: "", mode: .writes,
    parameters: [
      several.description, Option("grade", .integer(9...12)).description,
      Flag("all").description,
    ])

  static let several = RepeatedArgument("task", .reference(kind)).or("grade")

  @Test(
    "Handles, ids and words in quotes name a record each; any other words are one name together",
    arguments: [
      Line("t47", ["task": ["t47"]]), Line("47 T39 40", ["task": ["47", "T39", "40"]]),
      Line("t4,t9, t10", ["task": ["t4", "t9", "t10"]]),
      Line("take the sat", ["task": ["take the sat"]]),
      Line("take AP 2 again", ["task": ["take AP 2 again"]]),
      Line("t47 take the sat", ["task": ["t47 take the sat"]]),
      Line("\"take the sat\" t39", ["task": ["take the sat", "t39"]]),
      Line("\"sat, again\"", ["task": ["sat, again"]]),
      Line("sat, again", ["task": ["sat, again"]]),
      Line(
        "00000000-0000-4000-8000-000000000001 t1",
        ["task": ["00000000-0000-4000-8000-000000000001", "t1"]]),
      Line("t1 --all t2", ["task": ["t1", "t2"], "all": ["yes"]]),
      Line("s1 t2", ["task": ["s1", "t2"]]), Line("--grade 9", ["grade": ["9"]]),
    ])
  func several(line: Line) throws {
    let draft = try draft(line.text, of: Self.complete)
    #expect(texts(in: draft) == line.values)
    #expect(draft.missing.isEmpty)
    #expect(draft.unresolved.map(\.text) == line.values["task"] ?? [])
  }

  @Test("Names with spaces, as a shell hands them over, are a record each")
  func severalFromAShell() throws {
    let words = ["take the sat", "t9"].map { CommandText.Word($0) }
    let draft = try CommandDraft(Self.complete, words: words)
    #expect(draft.given["task"].map(\.text) == ["take the sat", "t9"])
  }

  @Test("Who is named twice is meant once, in the order of the first")
  func namedTwice() throws {
    var draft = try draft("t2 t1 t2", of: Self.complete)
    for pending in draft.unresolved {
      draft.resolve(
        pending,
        as: Reference(
          kind: Self.kind, id: RecordID(high: 0, low: UInt64(pending.text.dropFirst()) ?? 0),
          handle: pending.text, title: "Title"))
    }
    let context = ParseContext(now: Instant(milliseconds: 0), zone: .utc)
    #expect(try Self.several.decode(draft.given, context).map(\.handle) == ["t2", "t1"])
  }

  @Test("An option that stands for records is given instead of them, and not beside them")
  func standIn() throws {
    let context = ParseContext(now: Instant(milliseconds: 0), zone: .utc)
    #expect(try draft("", of: Self.complete).missing.map(\.name) == ["task"])
    #expect(try Self.several.decode(draft("--grade 9", of: Self.complete).given, context) == [])
    #expect(
      throws: Problem(
        .usage, "`t1` and --grade cannot be given together.",
        fix: "Name each task, or use --grade alone.")
    ) { try Self.several.decode(draft("t1 --grade 9", of: Self.complete).given, context) }
    #expect(
      Self.complete.usage == "tasks complete [<task>]… [--grade NUMBER] [--all]")
  }

  @Test("An argument that an option can contain is missing only without the option")
  func within() throws {
    let context = ParseContext(now: Instant(milliseconds: 0), zone: .utc)
    let place = Argument("place", .text()).or(within: "note")
    let command = CommandDescription(
      noun: "go", summary: "Go.", mode: .writes,
      parameters: [place.description, Option("note", .text()).description])
    #expect(command.usage == "go [<place>] [--note TEXT]")
    #expect(place.description.need == "<place>, or --note")
    #expect(try draft("", of: command).missing.map(\.name) == ["place"])
    let lines: [(String, String?)] = [
      ("--note x", nil), ("home", "home"), ("home --note x", "home"),
    ]
    for (line, value) in lines {
      let draft = try draft(line, of: command)
      #expect(draft.missing.isEmpty)
      #expect(try place.decode(draft.given, context) == value)
    }
  }

  static let usage = "Usage:  tasks move <task> [to] [--note TEXT] [--tag TEXT]… [--all]"

  @Test(
    "What fits nowhere is said, with what would",
    arguments: [
      (
        "1 fri more",
        Problem(
          .usage, "`more` is one word too many for `tasks move`.",
          details: ["Words with spaces need quotes: \"like this\"."], fix: usage)
      ),
      (
        "--al",
        Problem(
          .usage, "`tasks move` has no option --al.", details: ["Did you mean --all?"], fix: usage)
      ),
      ("--colour", Problem(.usage, "`tasks move` has no option --colour.", fix: usage)),
      ("--number 3", Problem(.usage, "`tasks move` has no option --number.", fix: usage)),
      ("--=x", Problem(.usage, "`tasks move` has no option --.", fix: usage)),
      (
        "--All",
        Problem(
          .usage, "`tasks move` has no option --All.", details: ["Did you mean --all?"], fix: usage)
      ),
      ("--all=yes", Problem(.usage, "--all takes no value.", fix: usage)),
      ("3 --note", Problem(.usage, "--note needs a value.", fix: usage)),
      ("--note --all", Problem(.usage, "--note needs a value.", fix: usage)),
    ])
  func refused(line: String, problem: Problem) {
    #expect(throws: problem) { try draft(line) }
  }

  @Test(
    "A secret is refused on the line, in every form",
    arguments: ["--passphrase=x", "--passphrase x", "Sam --passphrase"])
  func secretOnLine(line: String) {
    let problem = Problem(
      .usage, "--passphrase cannot be given on the command line, where others could read it.",
      fix: "Leave it out to be asked, or use --passphrase-file FILE or --passphrase-fd N.")
    #expect(throws: problem) { try draft(line, of: Self.signIn) }
  }

  @Test("A word too many where a secret could be meant is not repeated")
  func secretWord() {
    let problem = Problem(
      .usage, "There is one word too many for `account sign-in`.",
      details: ["The passphrase is never typed on the line, where others could read it."],
      fix: "Usage:  account sign-in <name> [--passphrase-file FILE | --passphrase-fd N]")
    #expect(throws: problem) { try draft("Sam hunter2", of: Self.signIn) }
  }

  @Test(
    "A draft that names a record and nothing else is told from one that says what to do",
    arguments: [
      ("", true), ("3", true), ("3 fri", false), ("3 --note hi", false), ("--all", false),
    ])
  func onlyARecord(line: String, isOnlyARecord: Bool) throws {
    #expect(try draft(line).namesNoMoreThanARecord == isOnlyARecord)
  }

  @Test("The last argument may take all the words that are left")
  func rest() throws {
    let draft = try draft("Call the \"head  coach\" -- --now", of: Self.quick)
    #expect(draft.given["words"].map(\.text) == ["Call", "the", "head  coach", "--now"])
    let words = try Argument.rest("words").decode(
      draft.given, ParseContext(now: Instant(milliseconds: 0), zone: .utc))
    #expect(words == "Call the head  coach --now")
  }

  @Test(
    "Of each word of a line the parameter is known of which it gives a value",
    arguments: [
      ("strength friday --note x", ["task", "to", "-", "note"]),
      ("--note=x t3 --all --tag y -- --z", ["note", "task", "-", "-", "tag", "-", "to"]),
      ("--note \"two words\" \"strength routine\"", ["-", "note", "task"]),
      ("--tag t3", ["-", "tag"]), ("--note", ["-"]),
    ])
  func places(line: String, names: [String]) throws {
    let words = try CommandText.words(line)
    let draft = try CommandDraft(Self.command, words: words, leavesOpen: true)
    #expect(draft.parameters(of: words)?.map { $0?.name ?? "-" } == names)
  }

  @Test("What is missing and what may still be asked is known, and answers fill it")
  func missing() throws {
    var draft = try draft("--all")
    #expect(draft.missing.map(\.name) == ["task"])
    #expect(draft.unasked.map(\.name) == ["task", "to", "note", "tag"])
    #expect(!draft.namesNoMoreThanARecord)
    draft.fill("task", with: "t3")
    #expect(draft.missing.isEmpty)
    draft.clear("task")
    #expect(draft.missing.map(\.name) == ["task"])
    #expect(try self.draft("").namesNoMoreThanARecord)
  }

  @Test("References wait for the resolver, and are given once")
  func references() throws {
    var draft = try draft("strength")
    let pending = PendingReference(
      parameter: "task", position: 0, text: "strength", kinds: [Self.kind])
    #expect(draft.unresolved == [pending])
    let reference = Reference(kind: Self.kind, id: .numbered(3), handle: "t3", title: "Strength")
    draft.resolve(pending, as: reference)
    #expect(draft.unresolved.isEmpty)
    #expect(draft.given["task"] == [GivenValue("strength", reference: reference)])
  }

  @Test("An option given twice is refused unless it may be repeated")
  func twice() throws {
    let context = ParseContext(now: Instant(milliseconds: 0), zone: .utc)
    let draft = try draft("--note a --note b --tag a --tag b")
    #expect(throws: Problem(.usage, "--note was given 2 times.", fix: "Give it once.")) {
      try Option("note", .text()).decode(draft.given, context)
    }
    #expect(try Option("tag", .text()).repeated.decode(draft.given, context) == ["a", "b"])
  }

  @Test("Left out, a parameter is nil, its stand-in, empty, or missing")
  func leftOut() throws {
    let context = ParseContext(now: Instant(milliseconds: 0), zone: .utc)
    let given = GivenValues()
    #expect(try Argument("n", .integer(1...9)).optional.decode(given, context) == nil)
    #expect(try Argument("n", .integer(1...9)).or(5).decode(given, context) == 5)
    #expect(try Option("n", .integer(1...9)).decode(given, context) == nil)
    #expect(try Flag("n").decode(given, context) == false)
    #expect(try Secret("n", ask: "?").decode(given, context) == nil)
    #expect(throws: Problem(.usage, "`n` is missing.")) {
      try Argument("n", .integer(1...9)).decode(given, context)
    }
  }

  @Test("A secret prints as dots, wherever it is printed")
  func secretText() {
    let secret = SecretText("hunter2")
    var dumped = ""
    dump(secret, to: &dumped)
    #expect("\(secret) \(String(reflecting: secret)) \(dumped)".contains("hunter2") == false)
    #expect(secret.revealed == "hunter2")
  }
}
