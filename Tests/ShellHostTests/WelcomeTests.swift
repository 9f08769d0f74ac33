import FeatureKit
import LineEditing
import Synchronization
import Testing

@testable import Conversation
@testable import ShellHost

@Suite struct WelcomeTests {
  private func app(next: String? = nil) -> FakeApp {
    FakeApp(
      .init(
        welcome: Welcome(
          intro: ["Recruiting Compass keeps your college recruiting in one file."],
          choices: [
            Welcome.Choice(
              "Set it up for me", note: "about a minute", answers: ["begin"],
              explanation: "asks who you are", .command("account create")),
            Welcome.Choice(
              "Show me a made-up family first", .command("tasks complete t1")),
          ], next: { next }, ready: { Done("Ready, Sam.", details: ["Try  tasks"]) })))
  }

  @Test("The first start says what this is and offers two ways to begin")
  func guided() async throws {
    let screen = try await typed("1", "", "Sam Lee", "", "baseball", "", "quit", app: app())
    #expect(
      screen == """
        Recruiting Compass keeps your college recruiting in one file.

          1  Set it up for me      (about a minute)
          2  Show me a made-up family first
        For a screen reader, type  accessible
        > 1
        Are you the athlete or a parent?  [athlete]
        > 
        Your name (Enter to skip, < to go back, Ctrl-C to leave)
        > Sam Lee
        Graduation year  [2028]
        > 
        Primary sport
        > baseball
        Send news?
        > 
        ✓ Ready, Sam.
          Try  tasks
        compass> quit

        """)
  }

  @Test("After a set-up that was left, the command to begin again is named and asks everything")
  func leftAndBegunAgain() async throws {
    let screen = try await typed(
      "1", "", nil, "account create", "", "Sam Lee", "", "baseball", "", "quit", app: app())
    #expect(screen.contains("✗ Nothing was done.\n• To begin when you like:  account create\n"))
    #expect(screen.contains("Graduation year  [2028]\n"))
    #expect(screen.contains("Primary sport\n> baseball\n"))
    let skipped = try await typed("", "quit", app: app())
    #expect(skipped.contains("• To begin when you like:  account create\n"))
  }

  @Test("In a narrow window a choice and its note stand on one line")
  func narrow() async throws {
    let console = FakeConsole(
      terminal: true, typed: ["quit"], size: Terminal.Size(columns: 40, rows: 24))
    _ = try await run("", console, app())
    #expect(console.screen.contains("\n  1  Set it up for me  (about a minute)\n"))
  }

  @Test("What a choice does is said in the app's words")
  func ownWords() async throws {
    let screen = try await typed("2", "quit", app: app())
    #expect(screen.contains("> 2\n✓ Ready, Sam.\n"))
    #expect(!screen.contains("Completed"))
  }

  @Test("It can be left with Enter, and a wrong answer says what would be right")
  func skipped() async throws {
    let screen = try await typed("3", "", "tasks", app: app())
    #expect(screen.contains("Type a number from 1 to 2, or Enter to skip this. `?` says more."))
    #expect(screen.contains("Nothing was set up.  help  shows what there is."))
    #expect(screen.contains("My Tasks"))
  }

  @Test(
    "Any clear word chooses, and a question mark says what each does",
    arguments: [
      "2", "show", "the family", "made-up", "Show me a made-up family first", "FAMILY please",
    ])
  func words(answer: String) async throws {
    let screen = try await typed("?", "me", answer, "quit", app: app())
    #expect(screen.contains("> ?\n  1  asks who you are\n  2  Show me a made-up family first\n"))
    // Both choices contain the word `me`, so this answer is ambiguous and the program asks again.
    #expect(screen.contains("> me\nType a number from 1 to 2"))
    #expect(screen.contains("✓ Ready, Sam.\n"))
    let first = try await typed("begin", nil, "quit", app: app())
    #expect(first.contains("Are you the athlete or a parent?"))
  }

  @Test(
    "What has to be asked once all is there is asked then, and leaving it keeps nobody from being ready"
  )
  func next() async throws {
    let screen = try await typed("2", "quit", app: app(next: "tasks show t1"))
    #expect(screen.contains("Stretch"))
    #expect(screen.contains("✓ Ready, Sam.\n"))
    let left = try await typed("2", nil, "quit", app: app(next: "account create"))
    #expect(left.contains("✗ Nothing was done.\n✓ Ready, Sam.\n"))
  }

  @Test("Another folder of data is gone on with, under its own notice, and nothing is said twice")
  func moving() async throws {
    let own = FakeApp(
      .init(
        welcome: Welcome(
          intro: ["Welcome."],
          choices: [Welcome.Choice("Show me", .move(toFolder: "/data/made-up"))])))
    let console = FakeConsole(terminal: true, typed: ["1", "tasks", "quit"])
    let folders = Mutex<[String?]>([])
    let code = await Shell.run([], console: console.console) { options throws(Problem) in
      folders.withLock { $0.append(options.dataFolder) }
      var services = options.dataFolder == nil ? own.services : FakeApp().services
      if options.dataFolder != nil { services.opening = Notice("Not yours. Leave with quit.") }
      return services
    }
    #expect(code == 0)
    #expect(folders.withLock { $0 } == [nil, "/data/made-up"])
    #expect(console.screen.contains("> 1\n• Not yours. Leave with quit.\ncompass> tasks\n"))
    #expect(console.screen.contains("My Tasks"))
  }

  @Test("Ctrl-C among its questions leads to the prompt")
  func interrupted() async throws {
    let screen = try await typed("1", nil, "tasks", app: app())
    #expect(screen.contains("Nothing was done."))
    #expect(!screen.contains("Ready"))
    #expect(screen.contains("My Tasks"))
  }

  @Test("Nobody is welcomed in a script or by one command", arguments: ["", "tasks"])
  func notElsewhere(line: String) async throws {
    #expect(try await !piped(line, app: app()).output.contains("Recruiting Compass"))
  }

  @Test("The first question offers sentences for a screen reader, and is asked again in them")
  func accessible() async throws {
    let app = app()
    let screen = try await typed("accessible", "2", "tasks", "quit", app: app)
    #expect(app.state.withLock { $0.settings } == ["shell_accessible": "on"])
    #expect(screen.contains("> accessible\naccessible is on.\n  1  Set it up for me"))
    #expect(screen.contains("Task t1. Stretch.") && !screen.contains("☐"))
  }
}
