import CivilTime
import FeatureKit
import Testing

@testable import Conversation
@testable import ShellHost

@Suite struct GlobalOptionsTests {
  private func parse(_ line: String) throws -> GlobalOptions {
    try GlobalOptions.parse(
      try CommandText.words(line).map(\.text), environment: Environment(["TZ": "UTC"]))
  }

  @Test("Options stand before the command, and the rest is the command's")
  func beforeTheCommand() throws {
    let options = try parse(
      "--data /tmp/x --profile=dana --demo --keep-going --only Tasks tasks --all")
    #expect(options.dataFolder == "/tmp/x")
    #expect(options.profile == "dana")
    #expect(options.demo)
    #expect(options.keepsGoing)
    #expect(options.onlyFeature == "Tasks")
    #expect(options.command == ["tasks", "--all"])
    #expect(try parse("--file week.txt").scriptFile == "week.txt")
  }

  @Test("Options of the program may stand behind the command too, and those of a line stay there")
  func behindTheCommand() throws {
    let options = try parse("serve --data /tmp/x --port 8080 --profile=dana --demo --json")
    #expect(options.dataFolder == "/tmp/x")
    #expect(options.profile == "dana")
    #expect(options.demo)
    #expect(options.command == ["serve", "--port", "8080", "--json"])
    #expect(options.answer.format == nil)
    let moved = try parse("tasks --now '2026-02-10 08:30' list --timezone America/New_York")
    #expect(moved.now?.description == "2026-02-10T13:30:00.000Z")
    #expect(moved.command == ["tasks", "list"])
  }

  @Test(
    "A text keeps its words with dashes",
    arguments: [
      ("quick add buy --new laces", ["quick", "add", "buy", "--new", "laces"]),
      ("quick add '--data is a word'", ["quick", "add", "--data is a word"]),
      ("quick add -- buy --data", ["quick", "add", "--", "buy", "--data"]),
      ("quick add - -data", ["quick", "add", "-", "-data"]),
    ])
  func texts(line: String, command: [String]) throws {
    let options = try parse(line)
    #expect(options.command == command)
    #expect(options.dataFolder == nil)
  }

  @Test("Two dashes end the options")
  func twoDashes() throws {
    #expect(try parse("--json -- --help").command == ["--help"])
    #expect(try parse("-- tasks --demo").command == ["tasks", "--demo"])
  }

  @Test("A moment without an offset is read in the given zone, wherever that stands")
  func moment() throws {
    let given = try parse("--now '2026-02-10 08:30' --timezone America/New_York tasks")
    #expect(given.now?.description == "2026-02-10T13:30:00.000Z")
    #expect(try parse("--now 2026-02-10").now?.description == "2026-02-10T00:00:00.000Z")
  }

  @Test(
    "A local time is taken again in the zone of the setting, unless a zone was given",
    arguments: [
      ("--now 2026-02-10", "2026-02-10T10:00:00.000Z"),
      ("--now 2026-02-10T08:30:00Z", "2026-02-10T08:30:00.000Z"),
      ("--now 2026-02-10 --timezone America/New_York", "2026-02-10T05:00:00.000Z"),
    ])
  func placed(line: String, moment: String) throws {
    var options = try parse(line)
    try options.placeNow(in: try Zone.named("Pacific/Honolulu"))
    #expect(options.now?.description == moment)
  }

  @Test("The answer's options are read")
  func answer() throws {
    let options = try parse("--json --width 100 --no-color --yes=abc tasks")
    #expect(options.answer.format == .json)
    #expect(options.answer.width == 100)
    #expect(options.answer.noColor)
    #expect(options.answer.agreement == .to(digest: "abc"))
    #expect(try parse("--yes tasks").answer.agreement == .toAll)
    #expect(try parse("--json --format plain").answer.format == .plain)
  }

  struct Wrong: CustomTestStringConvertible, Sendable {
    var line: String
    var words: String
    var testDescription: String { line }
  }

  @Test(
    "A wrong option says what is wrong and what would be right",
    arguments: [
      Wrong(
        line: "--dat x",
        words: "There is no option --dat. | Did you mean --data? | See:  compass-shell --help"),
      Wrong(line: "--qqqqqq", words: "There is no option --qqqqqq. | See:  compass-shell --help"),
      Wrong(
        line: "-x",
        words:
          "`-x` is not an option; options begin with two dashes. | See:  compass-shell --help"),
      Wrong(
        line: "--data",
        words:
          "--data needs a value: --data DIR | Keep the data in this folder, in its file compass.sqlite."
      ),
      Wrong(
        line: "--data= tasks",
        words:
          "--data needs a value: --data DIR | Keep the data in this folder, in its file compass.sqlite."
      ),
      Wrong(
        line: "serve --data",
        words:
          "--data needs a value: --data DIR | Keep the data in this folder, in its file compass.sqlite."
      ),
      Wrong(
        line: "tasks --file week.txt",
        words:
          "`tasks` and the script `week.txt` cannot both be run. | Give a command or --file, not both."
      ),
      Wrong(line: "--demo=yes", words: "--demo takes no value. | Write only --demo."),
      Wrong(
        line: "--width 39", words: "`39` is not a width. | Use a number from 40 to 200."),
      Wrong(
        line: "--width 201", words: "`201` is not a width. | Use a number from 40 to 200."),
      Wrong(
        line: "--format jsn",
        words:
          "`jsn` is not a format. | Did you mean `json`? | Choose: terminal, plain, json, html"),
      Wrong(
        line: "--timezone Mars/Olympus",
        words:
          "There is no time zone `Mars/Olympus`. | Examples: America/New_York, America/Los_Angeles, UTC"
      ),
      Wrong(
        line: "--now soon",
        words:
          "`soon` is not a moment. | Examples: 2026-02-10, 2026-02-10 08:30, 2026-02-10T08:30:00-05:00"
      ),
      Wrong(
        line: "--file week.txt tasks",
        words:
          "`tasks` and the script `week.txt` cannot both be run. | Give a command or --file, not both."
      ),
      Wrong(
        line: "--out a.csv --stdout",
        words: "--out and --stdout cannot both be used. | Choose one of them."),
    ])
  func wrongOption(wrong: Wrong) throws {
    let problem = try #require(throws: Problem.self) { try parse(wrong.line) }
    #expect(problem.inOneLine == wrong.words)
    #expect(problem.exitCode == .usage)
  }

  @Test("Every option has a summary that is a sentence")
  func summaries() {
    for option in GlobalOption.allCases {
      #expect(option.summary.hasSuffix("."), "\(option)")
    }
  }

  @Test("Completion takes the options before the command into account")
  func completing() throws {
    let options = try parse("--complete -- --data /tmp/x tasks co")
    #expect(options.dataFolder == "/tmp/x")
    #expect(options.completing == ["tasks", "co"])
    let value = try parse("--complete -- --format ''")
    #expect(value.completingValueOf == .format)
    #expect(value.completing == [""])
    let behind = try parse("--complete -- tasks --data /tmp/x co")
    #expect(behind.dataFolder == "/tmp/x")
    #expect(behind.completing == ["tasks", "co"])
    let open = try parse("--complete -- tasks --profile da")
    #expect(open.completingValueOf == .profile)
    #expect(open.completing == ["tasks", "da"])
    #expect(try parse("--complete --").completing == [])
  }
}

extension Problem {
  /// All texts of the problem in one line, so that a test can compare them.
  var inOneLine: String { ([title] + details + [fix].compactMap { $0 }).joined(separator: " | ") }
}
