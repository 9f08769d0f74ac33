import FeatureKit
import Testing

@testable import Conversation
@testable import ShellHost

@Suite struct LineOptionsTests {
  private let command = CommandDescription(
    noun: "import", verb: "file", summary: "Read it.", mode: .writes,
    parameters: [
      Argument("path", .file).description, Flag("json", "As JSON").description,
      Option("note", .text()).description,
    ])

  private func take(
    _ line: String, mode: CommandMode = .writes
  ) throws -> (line: LineOptions, rest: [String]) {
    var options = LineOptions()
    var command = command
    command.mode = mode
    let rest = try options.take(from: try CommandText.words(line), of: command)
    return (options, rest.map(\.text))
  }

  @Test("The host's options are taken out from behind the command")
  func taken() throws {
    let taken = try take("a.csv --yes --width 60 --format plain --no-color --help")
    #expect(taken.rest == ["a.csv"])
    #expect(taken.line.agreement == .toAll)
    #expect(taken.line.width == 60)
    #expect(taken.line.format == .plain)
    #expect(taken.line.noColor)
    #expect(taken.line.wantsHelp)
  }

  @Test("An option the command declares itself stays with the command")
  func ownOption() throws {
    let taken = try take("a.csv --json")
    #expect(taken.rest == ["a.csv", "--json"])
    #expect(taken.line.format == nil)
  }

  @Test("The value of a command's option is not read as an option, but an option is no value")
  func valueStays() throws {
    let taken = try take("--note '--yes' a.csv")
    #expect(taken.rest == ["--note", "--yes", "a.csv"])
    #expect(taken.line.agreement == .none)
    let open = try take("--note --yes a.csv")
    #expect(open.rest == ["a.csv", "--note"], "the file does not become the note")
    #expect(open.line.agreement == .toAll)
  }

  @Test("What is quoted or stands behind two dashes is text")
  func text() throws {
    #expect(try take("'--yes' -- --yes").rest == ["--yes", "--", "--yes"])
    #expect(try take("'--yes'").line.agreement == .none)
  }

  @Test("Where a file goes is asked only of what makes one")
  func files() throws {
    let taken = try take("--out a.csv --open", mode: .makesFile)
    #expect(taken.line.out == "a.csv")
    #expect(taken.line.opensFile)
    let problem = try #require(throws: Problem.self) { try take("--stdout") }
    #expect(
      problem.inOneLine
        == "`import file` makes no file, so --stdout means nothing to it. | Usage:  import file <path> [--json] [--note TEXT]"
    )
  }

  @Test("An option of the whole run is refused on one line")
  func before() throws {
    let problem = try #require(throws: Problem.self) { try take("--profile dana") }
    #expect(
      problem.inOneLine
        == "--profile is for the whole run of the program, and not for one line. | Write:  compass-shell --profile … import file"
    )
  }

  @Test("Agreement to one question covers no other")
  func agreement() {
    #expect(Agreement.to(digest: "a").covers("a"))
    #expect(!Agreement.to(digest: "a").covers("b"))
    #expect(Agreement.toAll.covers("b"))
    #expect(!Agreement.none.covers("b"))
  }
}
