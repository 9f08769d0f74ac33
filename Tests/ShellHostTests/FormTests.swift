import Conversation
import FeatureKit
import Testing

@testable import ShellHost

@Suite struct FormTests {
  @Test("A guided command without words asks one question at a time, offering what it knows")
  func guided() async throws {
    let screen = try await typed("account create", "athlete", "Sam Lee", "", "baseball", "no")
    #expect(
      screen.hasPrefix(
        """
        compass> account create
        Are you the athlete or a parent?  [athlete]
        > athlete
        Your name (Enter to skip, < to go back, Ctrl-C to leave)
        > Sam Lee
        Graduation year  [2028]
        > 
        Primary sport
        > baseball
        Send news?
        > no
        ✓ Started: athlete, Sam Lee, -, 2028, baseball, -
        """))
  }

  @Test("A question that depends on another answer is asked only then")
  func dependent() async throws {
    let screen = try await typed("account create", "Parent", "Dana", "Sam", "", "", "yes")
    #expect(screen.contains("The athlete's name\n> Sam\n"))
    #expect(screen.contains("✓ Started: parent, Dana, Sam, 2028, -, news"))
  }

  @Test("Every answer can be skipped; a dash skips one that has a suggestion")
  func skipping() async throws {
    let screen = try await typed("account create", "-", "", "-", "", "")
    #expect(screen.contains("✓ Started: -, -, -, -, -, -"))
  }

  @Test("`<` takes the answer before back and asks it again, a skipped one too")
  func back() async throws {
    let screen = try await typed(
      "account create", "parent", "Dana", "<", "<", "athlete", "<", "parent", "Dora", "Sam", "", "",
      "")
    #expect(screen.contains("✓ Started: parent, Dora, Sam, 2028, -, -"))
    let skipped = try await typed("account create", "", "", "<", "Ann", "", "", "")
    #expect(skipped.contains("✓ Started: athlete, Ann, -, 2028, -, -"))
  }

  @Test("Back at a question, what was answered before is offered again; a dash leaves it out")
  func backToTheSame() async throws {
    let kept = try await typed("account create", "parent", "Dana", "<", "", "Sam", "", "", "")
    #expect(kept.contains("[Dana]"))
    #expect(kept.contains("✓ Started: parent, Dana, Sam, 2028, -, -"))
    let dropped = try await typed("account create", "parent", "Dana", "<", "-", "Sam", "", "", "")
    #expect(dropped.contains("✓ Started: parent, -, Sam, 2028, -, -"))
  }

  @Test("At the first question `<` says that there is none before")
  func first() async throws {
    let screen = try await typed("account create", "<", "", "", "", "", "")
    #expect(screen.contains("This is the first question. Ctrl-C leaves it."))
    #expect(screen.contains("✓ Started: athlete"))
  }

  @Test("A wrong answer is refused when it is given, and asked again")
  func refused() async throws {
    let screen = try await typed(
      "account create", "coach", "athlete", "", "1999", "2030", "", "perhaps", "no")
    #expect(screen.contains("✗ `coach` is not one of the choices.\n  Choose: athlete, parent\n"))
    #expect(screen.contains("✗ 1999 is out of range.\n  Use a number from 2020 to 2040.\n"))
    #expect(screen.contains("Answer yes or no."))
    #expect(screen.contains("✓ Started: athlete, -, -, 2030, -, -"))
  }

  @Test(
    "A number or a clear word means the choice, and what was understood is said",
    arguments: [("2", "parent"), ("1", "athlete"), ("I am a parent", "parent"), ("ath", "athlete")])
  func choices(typed answer: String, meant: String) async throws {
    let screen = try await typed("account create", answer, nil, "quit")
    #expect(screen.contains("> \(answer)\n• Taken as \(meant).\n"))
    let exact = try await typed("account create", meant, nil, "quit")
    #expect(!exact.contains("Taken as"))
  }

  @Test("Where a number is an answer of its own it stays one")
  func numbers() async throws {
    let screen = try await typed("account create", "", "2", "2030", "1", "no")
    #expect(screen.contains("✓ Started: athlete, 2, -, 2030, 1, -"))
    #expect(!screen.contains("Taken as"))
  }

  @Test("A question mark is help and no answer")
  func help() async throws {
    let screen = try await typed("account create", "?", "", "??", "Sam", "?", "", "", "?", "")
    #expect(screen.contains("> ?\n"))
    #expect(screen.contains("Choose: 1 athlete, 2 parent\n"))
    #expect(screen.contains("Enter takes athlete, Ctrl-C leaves.\n"))
    #expect(screen.contains("Enter skips it, < goes back, Ctrl-C leaves.\n"))
    #expect(screen.contains("✓ Started: athlete, Sam, -, 2028, -, -"))
  }

  @Test(
    "Help at a question says what to write there, and whether it may be left out",
    arguments: [
      (["tasks complete", "help"], "Write a name, or a handle such as t4. Tab completes it."),
      (["tasks complete", "help"], "An answer is needed, Ctrl-C leaves."),
      (["tasks due 1", "?"], "Write a day, such as today, Friday, 30 days ago"),
      (["account create", "", "?"], "Write it here."),
    ])
  func helpSaysWhatToWrite(lines: [String], words: String) async throws {
    let console = FakeConsole(terminal: true, typed: lines.map(Optional.some) + [nil, "quit"])
    _ = try await run("", console, FakeApp())
    #expect(console.screen.contains(words))
  }

  @Test("`help` is help once, and an answer when it is typed again")
  func helpAsWord() async throws {
    let screen = try await typed("account create", "", "help", "help", "", "", "")
    #expect(screen.contains("> help\n"))
    #expect(
      screen.contains("If “help” is your answer, type it again. Ctrl-C leaves these questions.\n"))
    #expect(screen.contains("✓ Started: athlete, help, -, 2028, -, -"))
  }

  @Test(
    "A command as an answer is asked about once, and is the answer when it is typed again",
    arguments: ["tasks edit 1", "quit", "tasks"])
  func commandAsWord(line: String) async throws {
    let screen = try await typed("account create", "", line, line, "", "", "")
    #expect(
      screen.contains(
        "“\(line)” is a command.\n"
          + "If “\(line)” is your answer, type it again. Ctrl-C leaves these questions.\n"))
    #expect(screen.contains("✓ Started: athlete, \(line), -, 2028, -, -"))
  }

  @Test(
    "An answer that only begins like a command is taken at once",
    arguments: ["Open House", "Tasks for Monday", "find a coach", "undo the damage"])
  func answerLikeCommand(answer: String) async throws {
    let screen = try await typed("account create", "", answer, "", "", "")
    #expect(!screen.contains("is a command"))
    #expect(screen.contains("✓ Started: athlete, \(answer), -, 2028, -, -"))
  }

  @Test("Ctrl-C and Ctrl-D leave the questions with nothing done", arguments: [nil, "end"])
  func cancelled(how: String?) async throws {
    let screen =
      how == nil
      ? try await typed("account create", "athlete", nil, "tasks")
      : try await typed("account create", "athlete")
    #expect(screen.contains("✗ Nothing was done."))
    #expect(!screen.contains("Started"))
    if how == nil { #expect(screen.contains("My Tasks")) }
  }

  @Test("Answers that are kept are offered beside what is stored there now")
  func kept() async throws {
    var services = FakeApp().services
    services.visit.answers = AnswerMemory(
      load: {
        KeptAnswers(
          command: "tasks change", given: ["task": ["1"]],
          answers: [
            KeptAnswers.Answer(parameter: "title", text: "Bend"),
            KeptAnswers.Answer(parameter: "state", text: "parent"),
          ])
      }, keep: { _ in })
    let started = services
    let console = FakeConsole(terminal: true, typed: ["tasks change 1", "yes", nil])
    _ = await Shell.run([], console: console.console) { _ throws(Problem) in started }
    #expect(console.screen.contains("Your answers from before are kept."))
    #expect(console.screen.contains("title: Bend  (there now: Stretch every day)\n"))
    #expect(console.screen.contains("state: parent\n"))
    #expect(!console.screen.contains("You were answering this"))
  }

  @Test("A guided command with words asks for nothing that may be left out")
  func given() async throws {
    let screen = try await typed("account create --role parent")
    #expect(screen.contains("✓ Started: parent, -, -, -, -, -"))
    #expect(!screen.contains("Your name"))
  }

  @Test(
    "A guided command that knows only which record asks what to do with it; told more, it asks nothing"
  )
  func aboutARecord() async throws {
    let screen = try await typed("tasks edit 1", "", "fri")
    #expect(
      screen.contains(
        "compass> tasks edit 1\nNew title (Enter to skip, Ctrl-C to leave)\n> \nNew day\n> fri\n"))
    #expect(screen.contains("✓ t1 is now -, 2026-02-"))
    #expect(try await typed("tasks edit 1 --title Bend").contains("✓ t1 is now Bend, -."))
  }

  @Test("A form shows what is there: Enter keeps it, a dash empties it, choices stand beside it")
  func prefilled() async throws {
    let screen = try await typed("tasks change 1", "-", "", "no")
    #expect(
      screen.hasPrefix(
        """
        compass> tasks change 1
        Title  [Stretch…] (Enter keeps it, - empties it, Ctrl-C leaves)
        > -
        Whose is it?  (athlete, parent)  [parent]
        > 
        More details?  (yes, no)
        > no
        ✓ Started: -, -, -, no title
        """))
  }

  @Test("What is needed comes first, the rest after \"more details?\"; `<` goes back through it")
  func details() async throws {
    let more = try await typed("tasks change 1", "Bend", "athlete", "yes", "slowly")
    #expect(more.contains("> yes\nNote\n> slowly\n✓ Started: Bend, athlete, slowly\n"))
    let back = try await typed("tasks change 1", "Bend", "", "yes", "<", "<", "athlete", "")
    #expect(back.contains("✓ Started: Bend, athlete, -\n"))
    let nothing = try await typed("tasks change 1", "Bend", "", "yes", "-")
    #expect(nothing.contains("✓ Started: Bend, -, -\n"), "A dash empties only what is there.")
    let undone = try await typed("tasks change 1", "-", "<", "", "", "")
    #expect(undone.contains("✓ Nothing was changed.\n") && !undone.contains("Started"))
  }

  @Test("Nobody is asked for a record of which there is none")
  func noneToName() async throws {
    #expect(!(try await typed("tasks change 1", "", "", "")).contains("Like which event?"))
  }

  @Test("A record that is not there is said before anything is asked about it")
  func recordFirst() async throws {
    let screen = try await typed("tasks change 99", "Bend")
    #expect(screen.contains("There is no task t99.") && !screen.contains("Title"))
  }

  @Test("Without a terminal nothing is asked and nothing is suggested")
  func piped() async throws {
    let result = try await ShellHostTests.piped("account create")
    #expect(result.output == "✓ Started: -, -, -, -, -, -\n")
  }

  @Test("A missing word is asked for, resolved at once and refused at once")
  func missing() async throws {
    let screen = try await typed("tasks complete", "", "coach", "zebra", "1")
    #expect(screen.hasPrefix("compass> tasks complete\nWhich task?\n> \n"))
    #expect(
      screen.contains("This one is needed. Ctrl-C leaves without it.\nWhich task?\n> coach\n"))
    #expect(screen.contains("`coach` fits two tasks."))
    #expect(screen.contains("No task is called `zebra`."))
    #expect(screen.contains("✓ t1 Stretch is complete."))
  }

  @Test("Only what is missing is asked")
  func onlyMissing() async throws {
    let screen = try await typed("tasks due 1", "fri")
    #expect(screen.hasPrefix("compass> tasks due 1\nday?\n> fri\n✓ t1 Stretch is complete."))
  }

  @Test("One command from a shell with a terminal asks too")
  func oneShot() async throws {
    let console = FakeConsole(terminal: true, typed: ["2"])
    let code = try await run("tasks complete", console)
    #expect(code == 0)
    #expect(
      console.screen
        == "Which task?\n> 2\n✓ t2 Strength routine is complete.\n  undo takes it back\n")
  }

  @Test("An answer for a program is never asked for", arguments: ["--json", "--format html"])
  func forPrograms(option: String) async throws {
    let console = FakeConsole(terminal: true, typed: ["2"])
    #expect(try await run("tasks complete \(option)", console) == 2)
    #expect(console.prompts.isEmpty)
  }
}
