import FeatureKit
import Testing

@testable import Conversation
@testable import ShellHost

@Suite struct ErrorWordsTests {
  struct Wrong: CustomTestStringConvertible, Sendable {
    var line: String
    var code: Int32
    var words: String

    init(_ line: String, _ code: Int32, _ words: String) {
      self.line = line
      self.code = code
      self.words = words
    }

    var testDescription: String { line }
  }

  @Test(
    "A command that cannot be done says why on the errors, prints nothing, and ends with its code",
    arguments: [
      Wrong("tsks", 2, "✗ There is no command `tsks`. Did you mean `tasks`?\n"),
      Wrong("hlp", 2, "✗ There is no command `hlp`. Did you mean `help`?\n"),
      Wrong(
        "tasks complet 1", 2,
        """
        ✗ There is no command `tasks complet`. Did you mean `tasks complete`?
          After tasks:  list, show, complete, due, delete, export, filter, go, work,
            edit, change

        """),
      Wrong(
        "tasks complete", 2,
        "✗ `tasks complete` needs <task>.\n  Which task?\n  Usage:  tasks complete <task>\n"),
      Wrong(
        "notes told parent oak", 2,
        "✗ `oak` is not one of the choices.\n  Read as:  topic `parent`, who `oak`\n  Choose: athlete, parent\n"
      ),
      Wrong(
        "tasks complete 1 | jq .", 2,
        "✗ `|` is for the shell that starts this program.\n  Give the whole line there.\n"),
      Wrong(
        "tasks complete 1 2", 2,
        """
        ✗ `2` is one word too many for `tasks complete`.
          Words with spaces need quotes: "like this".
          Usage:  tasks complete <task>

        """),
      Wrong(
        "tasks complete 1 --al", 2,
        "✗ `tasks complete` has no option --al.\n  Usage:  tasks complete <task>\n"),
      Wrong(
        "tasks due 1 someday", 2,
        "✗ `someday` is not a date.\n  Read as:  task `1`, day `someday`\n"
          + "  Examples: today, Friday, 30 days ago, Feb 10, 2026-02-10\n"),
      Wrong(
        "tasks filter --until", 2,
        "✗ --until needs a value.\n  Usage:  tasks filter [--until DAY]\n"),
      Wrong("tasks complete 99", 3, "✗ There is no task t99.\n"),
      Wrong(
        "tasks complete zebra", 3,
        "✗ No task is called `zebra`.\n  See which there are:  tasks\n"),
      Wrong(
        "tasks complete coach", 2,
        """
        ✗ `coach` fits two tasks. Use one of:
            t4  Write coach Rivera
            t5  Write coach Stone
          Nothing was done.

        """),
      Wrong("tasks complete s4", 2, "✗ `s4` does not name a task (t…).\n"),
      Wrong(
        "tasks complete 3", 5,
        "✗ t3 Run is locked.\n  First complete: t1 Stretch\n  See why:  tasks show 3\n"),
      Wrong("open /nowhere", 3, "✗ There is no page `/nowhere`.\n  All pages:  help\n"),
      Wrong("open", 2, "✗ Say what to open.\n  Usage:  open <number, command or path>\n"),
      Wrong(
        "3", 2,
        """
        ✗ A number opens a link of the page on the screen; that is only at the prompt.
          Name the record:  help

        """),
      Wrong(
        "back", 2,
        """
        ✗ `back` needs a page on the screen; that is only at the prompt.
          Start it with:  compass-shell

        """),
      Wrong("undo", 3, "✗ There is nothing to take back.\n"),
      Wrong(
        "undo now", 2,
        "✗ `now` is not the number of a step.\n  See which there are:  history\n"
      ),
      Wrong(
        "set colour", 2,
        """
        ✗ There is no setting `colour`.
          Did you mean `color`?
          Choose: theme, width, accessible, timezone, color, terminal

        """),
      Wrong("set width wide", 2, "✗ `wide` is not a width.\n  Use a number from 40 to 200.\n"),
      Wrong(
        "set theme pink", 2,
        "✗ `pink` is not a choice for theme.\n  Choose: auto, dark, light\n"),
      Wrong("help tsks", 2, "✗ There is no command `tsks`. Did you mean `tasks`?\n"),
      Wrong(
        "--file nowhere.txt", 3,
        "✗ `nowhere.txt` could not be read: No such file or directory.\n  Check the name.\n"
      ),
    ])
  func wrongCommand(wrong: Wrong) async throws {
    let result = try await piped(wrong.line)
    #expect(result.errors == wrong.words)
    #expect(result.code == wrong.code)
    #expect(result.output == "")
  }

  @Test("A problem before there are services is said and ends with its code")
  func noServices() async throws {
    let console = FakeConsole()
    let code = await Shell.run(["tasks"], console: console.console) { _ throws(Problem) in
      throw Problem(.storage(.tooNew), "The file is newer than this program.")
    }
    #expect(code == 1)
    #expect(console.errors == "✗ The file is newer than this program.\n")
  }

  @Test("What cannot be read about the viewer is the command's problem")
  func viewerFails() async throws {
    let app = FakeApp(.init(failure: Problem(.storage(.damaged), "The file is damaged.")))
    let result = try await piped("tasks", app: app)
    #expect(result.code == 1)
    #expect(result.errors == "✗ The file is damaged.\n")
    #expect(try await piped("help", app: app).code == 0)
  }

  @Test("An empty command line of words does nothing, and well")
  func empty() async throws {
    let result = try await piped("''")
    #expect(result.code == 2)
  }

  @Test("A feature of another kit is left out with a sentence, and the rest works")
  func refusedFeature() async throws {
    let console = FakeConsole()
    let app = FakeApp()
    let code = await Shell.run(["tasks"], console: console.console) { _ throws(Problem) in
      var services = app.services
      services.visit.makeFeatures = { tell in
        [
          FeatureBox(Chores.self, dependencies: Dependencies(), tell: tell),
          FeatureBox(Thief.self, dependencies: Dependencies(), tell: tell),
        ]
      }
      return services
    }
    #expect(code == 0)
    #expect(console.errors.contains("The feature Thief cannot be loaded"))
  }
}

/// A feature that declares a command with a word of the shell itself, which the shell must refuse.
private struct Thief: FeatureModule {
  struct State: Equatable, Sendable {}
  enum Action: Equatable, Sendable { case none }
  static let manifest = FeatureManifest(
    id: "Thief", title: "Thief", summary: "Takes.", order: 2,
    nouns: [Noun("undo", summary: "Takes.", opens: "list")])
  init(_ dependencies: Dependencies) {}
  var initialState: State { State() }
  func reduce(_ state: inout State, _ action: Action) -> Effect<Action> { .none }
  @CommandBuilder<Self> var commands: Commands<Self> {
    Command("list", "Take.", .reads) { .none }
  }
  func page(_ state: State, in context: PageContext) -> Page { Page(title: "Thief") {} }
  func action(for event: HostEvent) -> Action? { nil }
}
