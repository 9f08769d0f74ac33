import FeatureKit
import LineEditing
import Synchronization
import Testing

@testable import Conversation
@testable import ShellHost

@Suite struct HelpTests {
  @Test(
    "Help lists the words, the shell's own and the options", arguments: ["help", "--help", "-h"])
  func overview(line: String) async throws {
    let result = try await piped(line)
    #expect(result.code == 0)
    for words in ["tasks ", "What to do next.", "undo ", "Take back your last change.", "--json"] {
      #expect(result.output.contains(words))
    }
  }

  @Test("Help for a word lists its commands and which of them the word alone is")
  func noun() async throws {
    let result = try await piped("help chores")
    #expect(result.output.contains("also chores"))
    #expect(result.output.contains("tasks complete <task>"))
    #expect(result.output.contains("`tasks` alone does it."))
  }

  @Test(
    "Help for a command is the same however it is asked",
    arguments: [
      "help tasks complete", "tasks complete --help", "--help tasks complete",
      "tasks complete 1 --help",
    ])
  func command(line: String) async throws {
    let result = try await piped(line)
    #expect(result.code == 0)
    #expect(
      result.output.hasPrefix(
        """
        tasks complete
        Mark a task complete.

        USAGE
        tasks complete <task>

        WHAT IT TAKES
        <task>  The task

        FOR EXAMPLE
        tasks complete 1  ✓ t1 Stretch is complete.

        EXIT CODES
        0    done; an empty answer is done too
        """))
  }

  @Test("Choices that the usage names are not named again beside it")
  func choicesOnce() {
    let usage = Option("grade", ValueKind<TestGrade>.choice, "How good").description
    #expect(usage.fact == Fact("[--grade low|high]", "How good"))
    let word = Argument(
      "word", ValueKind<String>("WORD", completion: .words(["a", "b"])) { text, _ in text }, "Which"
    ).description
    #expect(word.fact == Fact("<word>", "Which (a, b)"))
  }

  private enum TestGrade: String, CaseIterable, Sendable { case low, high }

  @Test("Every command of the shell explains itself", arguments: HostCommand.allCases)
  func own(command: HostCommand) async throws {
    let result = try await piped("help \(command.rawValue)")
    #expect(result.code == 0)
    #expect(result.output.hasPrefix("\(command.rawValue)\n\(command.description.summary)\n"))
  }

  @Test("Help reads no data")
  func readsNothing() async throws {
    let app = FakeApp(.init(failure: Problem(.failed, "Not now.")))
    #expect(try await piped("help tasks complete", app: app).code == 0)
  }

  @Test("Settings are shown, changed, kept and taken back")
  func settings() async throws {
    let app = FakeApp()
    #expect(try await piped("set width 100", app: app).output == "✓ width is 100.\n")
    #expect(app.state.withLock { $0.settings } == ["shell_width": "100"])
    #expect(try await piped("set width", app: app).output == "✓ width is 100.\n")
    #expect(try await piped("tasks", app: app).output.prefix { $0 != "\n" }.count == 100)
    #expect(try await piped("set width auto", app: app).output == "✓ width is auto.\n")
    #expect(app.state.withLock { $0.settings } == [:])
  }

  @Test(
    "A setting of the accessible mode makes a terminal speak plainly, and pipes stay as they are")
  func accessible() async throws {
    let app = FakeApp(.init(settings: ["shell_accessible": "on"]))
    let console = FakeConsole(terminal: true)
    _ = try await run("tasks", console, app)
    #expect(console.screen == "My Tasks. loaded 1.\nTask t1. Stretch.\nTask t3. Run.\n")
    #expect(try await piped("tasks", app: app).output.contains("☐"))
    let narrow = FakeConsole(terminal: true, size: Terminal.Size(columns: 40, rows: 24))
    _ = try await run("tasks complete coach", narrow, app)
    #expect(narrow.screen.split(separator: "\n").allSatisfy { $0.count <= 40 })
  }
}
