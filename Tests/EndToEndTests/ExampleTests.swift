import Composition
import FeatureKit
import ShellHost
import Testing

@Suite("Examples of commands")
struct ExampleTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var command: CommandDescription
    var example: CommandExample

    var testDescription: String { example.line }
  }

  static let cases = Connected.others.flatMap { command in
    command.examples.map { Case(command: command, example: $0) }
  }

  /// The examples that need a page on the screen, each with the lines that are typed first.
  private static let before = [
    "open 3": ["reports"],
    "back": ["doctor", "history"],
    "refresh": ["tasks"], "clear": ["tasks"],
  ]

  @Test("An example prints on the made-up family what it says", arguments: cases)
  func example(_ example: Case) throws {
    let household = try Household()
    try household.layOutFiles()
    let line = example.example.line
    let output: String
    if let before = Self.before[line] {
      let terminal = try household.open(rows: 200)
      terminal.seePrompt()
      for earlier in before { terminal.enter(earlier) }
      output = terminal.enter(line).map { $0 + "\n" }.joined()
    } else {
      if line.hasPrefix("restore") { try household.run(["backup"]) }
      if line.hasPrefix("reports forget") {
        try household.run(["reports", "save", "fall", "2025-09..2025-11"])
      }
      if line == "undo" || line == "redo" { try household.run(["tasks", "complete", "t43"]) }
      if line == "redo" { try household.run(["undo"]) }
      let answer = try household.run(
        CommandText.words(line).map(\.text),
        options: ["--profile", example.example.speaker == nil ? "Casey" : "Maria"])
      #expect(answer.code == 0, "\(answer)")
      output = answer.output
    }
    let wanted = example.example.output
    #expect(!output.hasPrefix("✗"), "\(output)")
    if wanted.hasSuffix("…") {
      #expect(output.hasPrefix(String(wanted.dropLast()).trimmed), "\(output)")
    } else {
      #expect(output == wanted + "\n")
    }
  }

  @Test("Every command has an example")
  func haveExamples() {
    let without = Compass.reference.commands.filter(\.examples.isEmpty)
    #expect(without.map(\.words) == [])
  }

  @Test("An example begins with the words of its command", arguments: cases)
  func belongs(_ example: Case) {
    #expect(example.example.line.hasPrefix(example.command.noun))
  }
}
