import FeatureKit
import LineEditing
import Synchronization
import Testing

@testable import Conversation
@testable import ShellHost

@Suite struct PromptTests {
  @Test("A number opens that link of the page on the screen")
  func numberedLink() async throws {
    let screen = try await typed("tasks", "2")
    #expect(screen.contains("[2] Run"))
    #expect(screen.contains("compass> 2\n• Looking at t3.\n\nRun "))
    #expect(try await typed("tasks", "open 1").contains("\nStretch "))
  }

  @Test(
    "A verb whose noun was left out is read as the command whose first word fits, and that is said")
  func withoutNoun() async throws {
    let screen = try await typed("jot parent said it was late yesterday")
    #expect(screen.contains("Read as:  notes jot parent said it was late yesterday\n"))
    #expect(screen.contains("✓ Started: parent, said it was late, 2026-02-01"))
    #expect(try await typed("jot nobody late").contains("✗ There is no command `jot`."))
    #expect(try await typed("complete 1").contains("✗ There is no command `complete`."))
  }

  @Test("A row with a handle has no number; the handle alone shows its record")
  func handleAlone() async throws {
    let screen = try await typed("tasks", "t3")
    #expect(screen.contains("🔒 t3  Run") && !screen.contains("] 🔒 t3"))
    #expect(screen.contains("compass> t3\n• Looking at t3.\n\nRun "))
    #expect(try await typed("open T1").contains("\nStretch "))
    #expect(try await typed("open /t1").contains("\nStretch "))
    #expect(try await typed("t77").contains("✗ There is no task t77.\n"))
    #expect(try await typed("x3").contains("✗ There is no command `x3`."))
  }

  @Test(
    "A number that names no link says how many there are",
    arguments: [
      (["7"], "✗ There are no numbered links here.\n"),
      (["tasks", "0"], "✗ There is no link 0 here.\n  The page has 2 links.\n"),
      (["tasks", "7"], "✗ There is no link 7 here.\n  The page has 2 links.\n"),
    ])
  func noSuchLink(lines: [String], words: String) async throws {
    let console = FakeConsole(terminal: true, typed: lines)
    _ = try await run("", console)
    #expect(console.errors.hasSuffix(words))
  }

  @Test("Pages that are not at the prompt carry no numbers")
  func noNumbers() async throws {
    let console = FakeConsole(terminal: true)
    _ = try await run("tasks", console)
    #expect(!console.screen.contains("[1]"))
  }

  @Test(
    "A list is as long as the window; in a narrow one, where a row takes three lines, shorter",
    arguments: [(80, 24, 14), (60, 50, 40), (59, 50, 13), (40, 24, 5), (80, 10, 5)])
  func listLength(columns: Int, rows: Int, length: Int) async throws {
    let console = FakeConsole(terminal: true, size: Terminal.Size(columns: columns, rows: rows))
    let session = ShellSession(
      GlobalOptions(), FakeApp().services, console.console, mode: .prompt)
    #expect(try await session.pageContext().rowLimit == length)
  }

  @Test("`back` goes along the pages that were read, and says when there is none before")
  func back() async throws {
    let console = FakeConsole(
      terminal: true, typed: ["tasks", "tasks show 1", "history", "back", "back", "back"])
    _ = try await run("", console)
    let titles = console.output.split(separator: "\n")
      .map { $0.prefix { $0 != " " } }
      .filter { ["My", "Stretch", "History"].contains($0) }
    #expect(titles == ["My", "Stretch", "History", "Stretch", "My"])
    #expect(console.errors.hasSuffix("✗ There is no page to go back to.\n"))
  }

  @Test("`refresh` loads the page on the screen again")
  func refresh() async throws {
    let screen = try await typed("tasks", "refresh")
    #expect(screen.contains("loaded 1"))
    #expect(screen.contains("loaded 2"))
    #expect(try await typed("refresh").contains("✗ There is no page to refresh yet."))
    #expect(try await typed("doctor", "refresh").components(of: "All is well.") == 2)
  }

  @Test("A command that changes something says what it did, and shows no page that was not there")
  func outcomeAlone() async throws {
    let screen = try await typed("tasks complete 1", "tasks")
    #expect(
      screen.hasPrefix(
        """
        compass> tasks complete 1
        ✓ t1 Stretch is complete.
          undo takes it back
        compass (1 done)> tasks

        """))
    #expect(screen.contains("loaded 1"), "a page that is not shown is not loaded")
  }

  @Test("Of the page that was shown last only the row that a command changed is printed")
  func changedRow() async throws {
    let screen = try await typed("tasks", "tasks complete 1", "tasks complete 1")
    #expect(screen.components(of: "is complete.") == 2)
    #expect(screen.components(of: "My Tasks") == 1)
    #expect(screen.components(of: "t1  Stretch") == 2, "the second time no row has changed")
    #expect(screen.components(of: "t3  Run") == 1)
    #expect(
      try await typed("tasks", "tasks complete 1", "2").contains("Looking at t3."),
      "the numbers are those of the page that was printed")
  }

  @Test(
    "Below another page, and after `clear`, a command that changes something shows no page",
    arguments: ["help", "clear", "history"])
  func pageShownBefore(line: String) async throws {
    let screen = try await typed("tasks", line, "tasks complete 1")
    #expect(screen.contains("✓ t1 Stretch is complete."))
    #expect(screen.components(of: "My Tasks") == 1)
    #expect(screen.components(of: "t1  Stretch") == 1)
  }

  @Test("A changed row is no answer to a program, which gets the whole page")
  func changedRowAsJSON() async throws {
    #expect(try await typed("tasks", "tasks complete 1 --json").contains(#""title":"Run""#))
  }

  @Test(
    "Below a page or a change as JSON or HTML a command that changes something shows no page",
    arguments: ["tasks --json", "tasks --format html", "tasks complete 2 --json"])
  func pageForPrograms(line: String) async throws {
    let before = try await typed("tasks", line)
    let screen = try await typed("tasks", line, "tasks complete 1")
    let printed = { (screen: String) in screen.components(of: "My Tasks  ") }
    #expect(printed(before) == 1)
    #expect(printed(screen) == 1)
    #expect(screen.components(of: "t1  Stretch") == 1)
  }

  @Test("After a page in the pager the changed row is printed alone, because the page is too long")
  func changedRowAfterPager() async throws {
    let console = FakeConsole(
      terminal: true, typed: ["tasks", "tasks complete 1"],
      environment: ["TERM": "xterm", "PAGER": "most", "NO_COLOR": "1"],
      size: .init(columns: 80, rows: 4))
    _ = try await run("", console)
    #expect(console.state.withLock { $0.paged?.count } == 1)
    #expect(console.screen.components(of: "t1  Stretch") == 1)
    #expect(!console.screen.contains("My Tasks"))
  }

  @Test("A page with another filter is shown again, if it fits below what was done")
  func pageTooLong() async throws {
    for (rows, times) in [(24, 2), (7, 1)] {
      let console = FakeConsole(
        terminal: true, typed: ["tasks", "tasks filter --until fri"],
        size: .init(columns: 80, rows: rows))
      _ = try await run("", console)
      #expect(console.screen.components(of: "My Tasks") == times, "\(rows) rows")
    }
  }

  @Test("A command that failed shows no page")
  func failureWithoutPage() async throws {
    let screen = try await typed("tasks complete 3")
    #expect(!screen.contains("My Tasks"))
  }

  @Test("Undo says what it took back, and shows the page no second time")
  func undo() async throws {
    let app = FakeApp(.init(steps: ["Complete t1"]))
    let screen = try await typed("tasks", "undo", "redo", "tasks", app: app)
    #expect(
      screen.contains(
        """
        compass> undo
        ✓ Taken back: Complete t1
        • The tasks have changed.
        compass> redo
        ✓ Done again.
        • The tasks have changed.
        compass> tasks

        """))
    #expect(screen.contains("loaded 4"))
  }

  @Test("The prompt says who looks at whose data, and what features have to say")
  func promptWords() async throws {
    let app = FakeApp(
      .init(
        looking: Looking(
          viewer: Viewer(name: "Dana"), identity: "dana/sam", person: "Dana", subject: "Sam",
          badges: ["3 unread"], waits: ["2 to send"])))
    let console = FakeConsole(terminal: true, typed: ["tasks complete 1", "quit"])
    _ = try await run("", console, app)
    #expect(
      console.prompts == [
        "compass (Dana → Sam · 3 unread · 2 to send)> ",
        "compass (Dana → Sam · 3 unread · 1 done · 2 to send)> ",
      ])
  }

  @Test("Ctrl-C clears the line and never leaves; Ctrl-D leaves")
  func interrupts() async throws {
    let screen = try await typed(nil, nil, "tasks")
    #expect(screen.components(of: "^C") == 2)
    #expect(screen.contains("My Tasks"))
  }

  @Test("Ctrl-C during a command cancels it, and the prompt goes on")
  func interruptCommand() async throws {
    let console = FakeConsole(terminal: true, typed: ["tasks work", "tasks"])
    console.interruptNextCommand()
    _ = try await run("", console)
    #expect(console.errors.contains("✗ Stopped.\n  What was saved before stays saved.\n"))
    #expect(console.output.contains("My Tasks"))
  }

  @Test("One command that was stopped ends with 130")
  func interruptedCode() async throws {
    let console = FakeConsole()
    console.interruptNextCommand()
    #expect(try await run("tasks work", console) == 130)
  }

  @Test("`quit` and `exit` leave", arguments: ["quit", "exit", "QUIT"])
  func quit(word: String) async throws {
    #expect(try await !typed(word, "tasks").contains("My Tasks"))
  }

  @Test("`clear` empties a terminal's screen, and nothing else")
  func clear() async throws {
    let sequence = "\u{1B}[H\u{1B}[2J\u{1B}[3J"
    let terminal = FakeConsole(
      terminal: true, typed: ["tasks", "clear", "refresh"], environment: ["TERM": "xterm"])
    _ = try await run("", terminal)
    let parts = terminal.output.split(separator: sequence, omittingEmptySubsequences: false)
    #expect(parts.count == 2)
    // `clear` empties the screen, but the shell is still on the page of tasks. `refresh` must draw
    // this page again.
    #expect(parts.last?.contains("My Tasks") == true)
    let dumb = FakeConsole(terminal: true, typed: ["clear"])
    _ = try await run("", dumb)
    #expect(!dumb.output.contains("\u{1B}"))
    let once = FakeConsole()
    #expect(try await run("clear", once) == 2)
    #expect(once.errors.contains("`clear` needs a page on the screen; that is only at the prompt."))
  }

  @Test("When another process wrote, the page is fetched again before it is shown")
  func otherWriter() async throws {
    let app = FakeApp()
    let console = FakeConsole(terminal: true, typed: ["tasks", "tasks"])
    let shell = Task {
      await Shell.run([], console: console.console) { _ throws(Problem) in
        var services = app.services
        services.visit.upkeep.dataVersion = {
          app.state.withLock {
            $0.dataVersion += 1
            return $0.dataVersion
          }
        }
        return services
      }
    }
    _ = await shell.value
    #expect(console.screen.contains("loaded 3"), "once by each command, once by the happening")
    #expect(
      console.screen.contains("• The tasks have changed.\ncompass> tasks\n"),
      "said before the prompt, not as the outcome of the next command")
  }

  @Test("Nothing of another person stays on the screen or in a feature")
  func viewerChange() async throws {
    let app = FakeApp()
    let console = FakeConsole(
      terminal: true, typed: ["tasks", "help", "1", "back", "tasks"])
    _ = await Shell.run([], console: console.console) { _ throws(Problem) in
      var services = app.services
      services.visit.looking = { () throws(Problem) in
        let person = console.prompts.count > 1 ? "dana" : "sam"
        return Looking(viewer: Viewer(name: person), identity: person)
      }
      return services
    }
    #expect(
      console.errors
        == "✗ There are no numbered links here.\n✗ There is no page to go back to.\n")
    #expect(console.output.components(of: "loaded 1") == 2, "the second person's page began anew")
  }

  @Test("A parent is refused before anything is asked")
  func readOnly() async throws {
    let viewer = Viewer(name: "Dana Lee", subject: "Sam Lee", isReadOnly: true)
    let app = FakeApp(.init(looking: Looking(viewer: viewer, identity: "dana")))
    let console = FakeConsole(
      terminal: true,
      typed: ["tasks complete", "tasks due 1 fri", "tasks delete 1", "tasks filter", "tasks"])
    _ = try await run("", console, app)
    #expect(
      console.errors == """
        ✗ You can view this but not change it. Sam can complete it.
        ✗ You can view this but not change it. Sam can do it.
        ✗ You can view this but not change it. Sam can delete it.

        """)
    #expect(console.prompts.allSatisfy { $0 == "compass> " })
    #expect(console.output.contains("✓ Shown until"))
    #expect(console.output.contains("My Tasks"))
  }

  @Test("A refused parent's one command ends with 5")
  func readOnlyCode() async throws {
    let viewer = Viewer(name: "Dana Lee", subject: "Sam Lee", isReadOnly: true)
    let app = FakeApp(.init(looking: Looking(viewer: viewer, identity: "dana")))
    #expect(try await piped("tasks complete 1", app: app).code == 5)
  }

  @Test(
    "A write about another noun does not repeat the page that was read before",
    arguments: [["tasks", "notes add"], ["tasks", "history", "notes add"]])
  func otherNoun(lines: [String]) async throws {
    let console = FakeConsole(terminal: true, typed: lines)
    _ = try await run("", console)
    #expect(console.screen.contains("✓ Started: a note"))
    #expect(console.screen.ranges(of: "My Tasks").count == 1)
  }

  @Test("`back` and `refresh` keep to the pages that were shown, whatever was written below them")
  func pagesBeforeWrites() async throws {
    #expect(try await typed("notes add", "back").contains("✗ There is no page to go back to."))
    let again = try await typed("tasks show 1", "tasks filter --until fri", "refresh")
    #expect(again.contains("compass> refresh\n• Looking at t1.\n\nStretch "))
  }
}
