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
    for words in [
      "tasks ", "What to do next.", "undo ",
      "Take back your last change, or an earlier one by its number.", "--json",
    ] {
      #expect(result.output.contains(words))
    }
  }

  @Test("Help lists what only a start of the program takes apart from the prompt's own commands")
  func startsOfTheProgram() async throws {
    let result = try await piped("help")
    let parts = result.output.split(separator: "GIVEN WHEN THE PROGRAM STARTS")
    #expect(parts.count == 2, "\(result.output)")
    #expect(!parts[0].contains("  serve "))
    #expect(parts.last?.contains("compass-shell serve") == true)
  }

  @Test("What only a start of the program takes is named with the words that start this one")
  func startedOutside() async throws {
    var services = FakeApp().services
    services.visit.programWords = "compass-shell --data family"
    let console = FakeConsole(terminal: true, typed: ["serve --open"])
    let started = services
    _ = await Shell.run([], console: console.console) { _ throws(Problem) in started }
    #expect(console.errors.contains("In a terminal:  compass-shell --data family serve --open"))
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
        """))
    #expect(!result.output.contains("EXIT CODES"), "they are said once")
  }

  @Test("What is the same for all commands is explained once", arguments: HelpTopic.allCases)
  func topics(topic: HelpTopic) async throws {
    let result = try await piped("help \(topic.rawValue)")
    #expect(result.code == 0 && result.output.contains(topic.summary))
    #expect(try await piped("help").output.contains("help \(topic.rawValue)"))
  }

  @Test("Every exit code stands in its topic")
  func exitCodes() async throws {
    let output = try await piped("help exit-codes").output
    for (code, meaning) in ExitCode.allDocumented {
      #expect(output.contains("\(code.rawValue) ") && output.contains(meaning))
    }
  }

  @Test("Help for a word and one of its choices is help for the word: `help import schools`")
  func choice() throws {
    let command = CommandDescription(
      noun: "import", summary: "Bring in.", mode: .writes,
      parameters: [Argument("kind", ValueKind<TestGrade>.choice).description])
    let manifest = FeatureManifest(
      id: "Archive", title: "", summary: "", order: 1,
      nouns: [Noun("import", summary: "", opens: "")])
    let help = Help(CommandIndex([(manifest, [command])]))
    #expect(try help.page(for: CommandText.words("import low")).title == "import")
    #expect(throws: Problem.self) { try help.page(for: CommandText.words("import nothing")) }
  }

  @Test("The history has pages")
  func history() async throws {
    #expect(try await piped("history 2").output.contains("Page 2 of the history."))
    #expect(try await piped("history").output.contains("Page 1 of the history."))
    #expect(try await piped("history zero").code == 2)
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
    #expect(
      console.screen == "My Tasks. loaded 1.\nTask t1. Stretch.\nTask t3. Run.\n"
        + "Stretch: tasks show t1\nRun: tasks show t3\n")
    #expect(try await piped("tasks", app: app).output.contains("☐"))
    let narrow = FakeConsole(terminal: true, size: Terminal.Size(columns: 40, rows: 24))
    _ = try await run("tasks complete coach", narrow, app)
    #expect(narrow.screen.split(separator: "\n").allSatisfy { $0.count <= 40 })
  }

  @Test("ACCESSIBLE=1 does so for every program of a terminal", arguments: ["1", "0"])
  func accessibleByEnvironment(value: String) async throws {
    let console = FakeConsole(terminal: true, environment: ["ACCESSIBLE": value])
    _ = try await run("tasks", console, FakeApp())
    #expect(console.screen.contains("Task t1. Stretch.") == (value == "1"))
  }
}
