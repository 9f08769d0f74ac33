import Composition
import Conversation
import FeatureKit
import Foundation
import JSON
import ShellHost
import Testing

@Suite("Bad input")
struct BadInputTests {
  /// Command lines that must be refused, written by hand for each feature. Their values are
  /// missing, malformed, superfluous, unknown, forbidden or those of records that do not exist.
  static let rows: [Row] = [
    accountRows,
    archiveRows,
    calendarRows,
    dashboardRows,
    familyRows,
    notificationsRows,
    packetRows,
    performanceRows,
    profileRows,
    recordsRows,
    reportsRows,
    settingsRows,
    shellRows,
    syncRows,
    tasksRows,
  ].flatMap(\.self)

  /// A command line that fails, with its exit code and the first line of its message at a width of
  /// 200 columns.
  struct Row: Sendable, CustomTestStringConvertible {
    var line: String
    var code: Int32
    /// The problem's first sentence. If the program asks instead, `? ` and the question.
    var words: String
    var person = "Casey"
    /// Whether the line can only be tested as arguments of the program. In a script, the program
    /// would answer it differently, or JSON would show its control characters differently.
    var isAlone: Bool

    init(
      _ line: String, _ code: Int32, _ words: String, as person: String = "Casey",
      alone isAlone: Bool = false
    ) {
      (self.line, self.code, self.words, self.person) = (line, code, words, person)
      let starts = HostCommand(word: Self.noun(of: line))?.startsProgram ?? false
      self.isAlone =
        isAlone || starts
        || line.unicodeScalars.contains { $0.properties.generalCategory == .control }
    }

    static func noun(of line: String) -> String { String(line.prefix { $0 != " " }) }

    var isQuestion: Bool { words.hasPrefix("? ") }

    var testDescription: String { "\(person): \(line)" }
  }

  /// The rows of one noun and one person, which one process reads as a script.
  struct Script: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var rows: [Row]
  }

  /// The rows that are tested as arguments of a separate process: those that need it, the first row
  /// of each exit code, and the first row that leads to a question.
  static let alone: [Row] = {
    var kinds: Set<String> = []
    return rows.filter { $0.isAlone || kinds.insert("\($0.code) \($0.isQuestion)").inserted }
  }()

  static let scripts = Dictionary(grouping: rows.filter { !$0.isAlone }) {
    "\($0.person): \(Row.noun(of: $0.line))"
  }.map { Script(testDescription: $0.key, rows: $0.value) }
    .sorted { $0.testDescription < $1.testDescription }

  /// The declaration of a command, with a short name for reports of failed tests.
  struct Declared: Sendable, CustomTestStringConvertible {
    var command: CommandDescription
    var testDescription: String { command.words }
  }

  static let commands = Compass.reference.commands.map { Declared(command: $0) }

  @Test(
    "A line that cannot be done says why, ends with its code and writes nothing", arguments: alone)
  func refused(_ row: Row) throws {
    let household = try Household()
    try household.layOutFiles()
    let answer = try household.run(
      CommandText.words(row.line).map(\.text), options: ["--profile", row.person, "--width", "200"])
    #expect(answer.code == row.code)
    #expect(answer.output == "")
    let said = answer.errors.split(separator: "\n").first.map(String.init)
    #expect(said == (row.isQuestion ? row.words : "✗ " + row.words))
    #expect(try household.isUnchanged())
  }

  @Test("Lines of a script that cannot be done say why and write nothing", arguments: scripts)
  func refusedInScript(_ script: Script) throws {
    let household = try Household()
    try household.layOutFiles()
    let person = script.rows[0].person
    let answers = try household.answers(to: script.rows.map(\.line), as: person)
    for (row, answer) in zip(script.rows, answers) {
      if row.isQuestion {
        #expect(answer["question"]?["words"]?.string.map { "? " + $0 } == row.words, "\(row.line)")
      } else {
        #expect(answer["problem"]?["title"]?.string == row.words, "\(row.line): \(answer.text)")
        #expect(answer["problem"]?["exitCode"]?.int == Int(row.code), "\(row.line)")
      }
    }
    #expect(try household.isUnchanged())
  }

  @Test("Every command has lines that cannot be done", arguments: commands)
  func everyCommandHasRows(_ declared: Declared) {
    let command = declared.command
    let own = Self.rows.filter {
      $0.line == command.words || $0.line.hasPrefix(command.words + " ")
    }
    #expect(
      !own.isEmpty,
      """
      `\(command.words)` has no line that cannot be done. Write one, with what is said to it, into \
      Tests/EndToEndTests/BadInput/\(command.noun.capitalized)Rows.swift:
        Row("\(command.words) --what", 2, "`\(command.words)` has no option --what."),
      """)
  }

  @Test(
    "A megabyte is refused in a sentence and not said back",
    arguments: [
      "tasks complete ", "tasks list --grade=", "profile edit --name=", "settings set quiet-hours ",
      "help ", "",
    ])
  func megabyte(_ beginning: String) throws {
    let household = try Household()
    let line = beginning + String(repeating: "a", count: 1_000_000)
    let answer = try household.run([], input: line + "\n")
    #expect(answer.code == 2 || answer.code == 3)
    #expect(answer.output == "")
    #expect(answer.errors.hasPrefix("✗ input, line 1"))
    #expect(answer.errors.utf8.count < 2_000)
    #expect(try household.isUnchanged())
  }
}
