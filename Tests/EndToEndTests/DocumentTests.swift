import Foundation
import Testing

@Suite("Commands that documents show")
struct DocumentTests {
  /// A command in a document, and the lines that the document shows as its output.
  private struct Shown {
    var line: String
    var output: [String] = []
  }

  /// The documents whose commands run as they stand. `ExampleTests` runs those of
  /// docs/commands.md, and the tests of servers run those that need a server.
  static let pages = ["README.md", "docs/json-schema.md", "docs/record-fields.md"]

  @Test("A command in a document runs, and prints what the document shows", arguments: pages)
  func shown(_ page: String) throws {
    let text = try String(contentsOfFile: Program.repository + "/" + page, encoding: .utf8)
    let commands = Self.commands(in: text)
    try #require(commands.count > 1)
    let household = try Household()
    try household.write("tasks show t1\n", to: "week.txt")
    for command in commands {
      let answer = try SessionFile.answer(
        to: command.line, input: "", ["--profile", "Casey"], household)
      #expect(answer.code == 0, "\(command.line): \(answer)")
      if !command.output.isEmpty {
        #expect(answer.output.split(separator: "\n").map(String.init) == command.output)
      }
    }
  }

  private static func commands(in text: String) -> [Shown] {
    var commands: [Shown] = []
    var isOutput = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if let found = line.wholeMatch(of: /\ {4,}(\$ )?compass-shell (.+?)( +#.*)?/) {
        isOutput = found.1 != nil
        let needsServer = found.2.hasPrefix("account connect")
        if !needsServer { commands.append(Shown(line: String(found.2))) }
      } else if isOutput, line.hasPrefix("    "), let last = commands.indices.last {
        commands[last].output.append(String(line.dropFirst(4)))
      } else {
        isOutput = false
      }
    }
    return commands
  }
}
