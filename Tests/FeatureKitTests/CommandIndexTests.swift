import FeatureKit
import Testing

@Suite struct CommandIndexTests {
  static let features = [
    feature(
      "Tasks", [Noun("tasks", summary: "", opens: "list")],
      ["tasks list", "tasks show <", "tasks complete <"]),
    feature(
      "Performance", order: 2,
      [Noun("performance", aliases: ["metrics"], summary: "", opens: "list")],
      ["performance list", "performance log <"]),
    feature(
      "Archive", order: 3,
      [Noun("import", summary: "", opens: "file"), Noun("erase", summary: "", opens: "")],
      ["import file <", "erase <"]),
  ]
  static let index = CommandIndex(features, reserved: ["help", "undo"])

  @Test(
    "A handle alone is shown by the command that its feature declares; anything else is no handle",
    arguments: [
      ("t47", "tasks show t47"), ("T3", "tasks show t3"), ("q2", "quick q2"), ("x1", nil),
      ("47", nil), ("t", nil), ("t0", nil), ("tasks", nil), ("t4x", nil),
    ])
  func shown(word: String, line: String?) {
    let kinds = ["t", "q"].map {
      ReferenceKind(letter: Character($0), singular: "thing \($0)", plural: "things")
    }
    let feature = FeatureManifest(
      id: "Tasks", title: "", summary: "", order: 1,
      nouns: [Noun("tasks", summary: "", opens: "show")],
      shows: [kinds[0]: "tasks show", kinds[1]: "quick"])
    let opening = CommandDescription(noun: "tasks", verb: "show", summary: "", mode: .reads)
    let index = CommandIndex([(feature, [opening])])
    let shown = index.shown(by: word).map { "\($0.command) \($0.handle)" }
    #expect(shown == line)
    // A command that takes no words shows all records of the kind.
    #expect(index.lineOpening(word) == line.map { $0.hasPrefix("tasks") ? "tasks show" : "quick" })
  }

  struct Found: Sendable, CustomTestStringConvertible {
    var line: String
    var command: String
    var rest: [String]

    var testDescription: String { line }
  }

  @Test(
    "A line means the command of its noun and verb, or what the noun opens",
    arguments: [
      Found(line: "tasks", command: "tasks list", rest: []),
      Found(line: "tasks list", command: "tasks list", rest: []),
      Found(line: "TASKS Complete 3", command: "tasks complete", rest: ["3"]),
      Found(line: "tasks --all", command: "tasks list", rest: ["--all"]),
      Found(line: "tasks complete --help", command: "tasks complete", rest: ["--help"]),
      Found(line: "metrics log velocity 85", command: "performance log", rest: ["velocity", "85"]),
      Found(line: "metrics", command: "performance list", rest: []),
      Found(line: "import old.csv --dry", command: "import file", rest: ["old.csv", "--dry"]),
      Found(line: "import file file", command: "import file", rest: ["file"]),
      Found(line: "import", command: "import file", rest: []),
      Found(line: "import \"--odd\"", command: "import file", rest: ["--odd"]),
      Found(line: "import \"\"", command: "import file", rest: [""]),
      Found(line: "erase \"\" all", command: "erase", rest: ["", "all"]),
    ])
  func match(found: Found) throws {
    let match = try Self.index.match(CommandText.words(found.line))
    #expect(match.command.words == found.command)
    #expect(match.rest.map(\.text) == found.rest)
    #expect(match.feature == Self.index.entry(for: match.command.noun)?.feature.id)
  }

  @Test(
    "A line that means nothing says what is near, or where to look",
    arguments: [
      ("tsks", "There is no command `tsks`. Did you mean `tasks`?", nil),
      ("metrix", "There is no command `metrix`. Did you mean `metrics`?", nil),
      ("hlep", "There is no command `hlep`. Did you mean `help`?", nil),
      ("xylophone", "There is no command `xylophone`.", "All commands:  help"),
      (
        "tasks -a", "`-a` is not an option; options begin with two dashes.", "Help:  help tasks"
      ),
      ("tasks -", "There is no command `tasks -`.", "After tasks:  list, show, complete"),
      ("complete 3", "There is no command `complete`.", "Say of what:  tasks complete"),
      ("LIST", "There is no command `LIST`.", "Say of what:  tasks list, performance list"),
      (
        "tasks comp 3", "There is no command `tasks comp`. Did you mean `tasks complete`?",
        "After tasks:  list, show, complete"
      ),
      (
        "tasks complte 3", "There is no command `tasks complte`. Did you mean `tasks complete`?",
        "After tasks:  list, show, complete"
      ),
      (
        "tasks \"--all\"", "There is no command `tasks --all`.",
        "After tasks:  list, show, complete"
      ),
      ("", "Say a command.", "All commands:  help"),
    ] as [(String, String, String?)])
  func unknown(line: String, title: String, fix: String?) throws {
    let words = try CommandText.words(line)
    #expect(throws: Problem(.usage, title, fix: fix)) { try Self.index.match(words) }
  }

  @Test(
    "A feature whose words cannot be told apart from others' is left out and says why",
    arguments: [
      (
        feature("Copy", order: 9, [Noun("tasks", summary: "", opens: "list")], ["tasks list"]),
        "The feature Copy cannot be loaded: the word `tasks` belongs to Tasks."
      ),
      (
        feature(
          "Copy", order: 9, [Noun("copy", aliases: ["metrics"], summary: "", opens: "it")],
          ["copy it"]),
        "The feature Copy cannot be loaded: the word `metrics` belongs to Performance."
      ),
      (
        feature("Copy", order: 9, [Noun("help", summary: "", opens: "it")], ["help it"]),
        "The feature Copy cannot be loaded: the word `help` belongs to the program itself."
      ),
      (
        feature(
          "Copy", order: 9, [Noun("copy", aliases: ["copy"], summary: "", opens: "it")],
          ["copy it"]),
        "The feature Copy cannot be loaded: it claims the word `copy` twice."
      ),
      (
        feature(
          "Copy", order: 9, [Noun("copy", summary: "", opens: "it")], ["copy it", "copy it"]),
        "The feature Copy cannot be loaded: it declares `copy it` twice."
      ),
      (
        feature("Copy", order: 9, [Noun("copy", summary: "", opens: "it")], ["copies it"]),
        "The feature Copy cannot be loaded: its command `copies it` begins with a noun it does not claim."
      ),
      (
        feature("Copy", order: 9, [Noun("copy", summary: "", opens: "list")], ["copy it"]),
        "The feature Copy cannot be loaded: `copy` opens `copy list`, which it does not declare."
      ),
    ])
  func refused(
    feature: (manifest: FeatureManifest, commands: [CommandDescription]), title: String
  ) {
    let entries = Self.index.entries
    let index = CommandIndex(Self.features + [feature], reserved: ["help", "undo"])
    #expect(index.entries == entries)
    #expect(
      index.refusals
        == [Problem(.failed, title, fix: "Everything else works. Please report this.")])
  }

  @Test("A feature made for another kit is left out in a sentence that names both versions")
  func otherVersion() {
    var old = Self.feature("Old", [Noun("old", summary: "", opens: "it")], ["old it"])
    old.manifest.apiVersion = 7
    let index = CommandIndex([old])
    #expect(index.entries.isEmpty)
    #expect(
      index.refusals == [
        Problem(
          .failed, "The feature Old was made for kit version 7; this program has version 1.",
          fix: "Use one made for version 1, or a program of version 7.")
      ])
  }

  /// Returns a feature with commands that are written as lines, such as `schools show <`. The `<`
  /// stands for an argument.
  static func feature(
    _ id: String, order: Int = 1, _ nouns: [Noun], _ lines: [String]
  ) -> (manifest: FeatureManifest, commands: [CommandDescription]) {
    let manifest = FeatureManifest(id: id, title: id, summary: "", order: order, nouns: nouns)
    let commands = lines.map { line in
      let words = line.split(separator: " ").map(String.init)
      return CommandDescription(
        noun: words[0], verb: words.dropFirst().first { $0 != "<" } ?? "", summary: "",
        mode: .reads,
        parameters: words.contains("<") ? [Argument("words", .text()).description] : [],
      )
    }
    return (manifest, commands)
  }
}
