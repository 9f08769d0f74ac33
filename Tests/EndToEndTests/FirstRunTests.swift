import Testing

@Suite("The first start at a terminal")
struct FirstRunTests {
  let household: Household

  init() throws {
    household = try Household(demo: false)
  }

  private func start(columns: Int = 80, rows: Int = 24) throws -> Terminal {
    let terminal = try household.open(columns: columns, rows: rows)
    terminal.see("Set it up for me")
    terminal.see("Show me a made-up family first")
    return terminal
  }

  private func answer(_ terminal: Terminal, _ answers: [(question: String, keys: String)]) {
    for (question, keys) in answers {
      terminal.see(question)
      terminal.type(keys + "\r")
    }
  }

  @Test("A profile that was just made is taken back, with what the program wrote for it")
  func takenBack() throws {
    func run(_ line: String) throws -> ProgramAnswer {
      try household.run(line.split(separator: " ").map(String.init))
    }
    let made = try run(
      "account create --name Ivy --role athlete --graduation-year 2028 --sport swimming")
    #expect(made.code == 0, "\(made.errors)")
    #expect(try run("dashboard").code == 0)
    let undone = try run("undo")
    #expect(undone.code == 0 && undone.output.contains("Took back: Made the profile of Ivy"))
    #expect(try run("redo").code == 0)
    #expect(try run("profile").output.contains("Ivy"))
  }

  @Test("Where nobody has a profile, a command that needs one asks nothing")
  func nobody() throws {
    let terminal = try start()
    terminal.type("\r")
    terminal.see("Nothing was set up.")
    terminal.seePrompt()
    let lines = terminal.enter("schools add")
    #expect(lines.first?.contains("No profile is set up here yet.") == true)
    #expect(lines.contains { $0.contains("account create --name NAME --role athlete") })
    #expect(!lines.contains { $0.contains("compass-shell") })
  }

  @Test("An athlete is asked four things, may go back, and is ready")
  func athlete() throws {
    let terminal = try start()
    #expect(
      terminal.screen.lines().prefix(2) == [
        "Recruiting Compass keeps your college recruiting in one file on this computer.",
        "Nothing is sent anywhere unless you say so.",
      ])
    terminal.type("1\r")
    answer(
      terminal,
      [
        ("Are you the athlete or a parent?  [athlete]", ""),
        ("Your name", "Sam Lee"),
        ("Graduation year  [2028]", "<"),
        ("Your name", "Sam Reyes"),
        ("Graduation year  [2028]", "soon"),
        ("`soon` is not a number for Graduation year.", "2027"),
        ("Primary sport", "?"), ("Enter skips it", "baseball"),
        // An athlete in grade 11 is asked which tasks of earlier grades are completed.
        ("38 tasks of earlier grades are not complete.", "grade 9"),
      ])
    terminal.see("✓ 18 tasks are complete from before.")
    terminal.see("✓ Ready, Sam. Your file:")
    terminal.see("compass.sqlite")
    terminal.seePrompt()
    #expect(
      terminal.enter("tasks --status skipped").first?.hasSuffix("Grade 11 · Class of 2027") == true)
    #expect(terminal.enter("account who").contains { $0.contains("Sam Reyes") })
  }

  @Test(
    "The made-up family may be met as any of its people",
    arguments: [
      ([], "Casey Shelton"), (["--profile", "Maria"], "Maria Shelton"),
      (["--profile", "p3"], "Chris Shelton"),
    ])
  func someoneElse(options: [String], name: String) throws {
    let first = try household.run(["--demo", "account", "who"], options: options)
    #expect(first.code == 0 && first.output.contains(name), "\(first)")
    let next = try household.run(["account", "who"])
    #expect(
      next.output.contains("Casey Shelton"), "whoever is asked for is not remembered: \(next)")
  }

  @Test("The made-up family has a folder of its own, and is met there again")
  func apart() throws {
    let environment = household.environment
      .merging(["XDG_DATA_HOME": household.folder + "/xdg"]) { $1 }
    func run(_ words: [String]) throws -> ProgramAnswer {
      try Running(Program.path, words, environment: environment).finish()
    }
    for _ in 1...2 {
      let shown = try run(["--demo", "account", "who"])
      #expect(shown.code == 0 && shown.output.contains("Casey Shelton"), "\(shown)")
    }
    let own = try run(["account", "who"])
    #expect(own.code == 4 && !own.output.contains("Casey"), "\(own)")
  }

  @Test("Every question but the name may be skipped")
  func skipping() throws {
    let terminal = try start()
    terminal.type("1\r")
    answer(
      terminal,
      [
        ("Are you the athlete or a parent?", ""), ("Your name (< to go back", ""),
        ("This one is needed.", "Sam"), ("Graduation year", ""),
        ("Primary sport (Enter to skip", ""), ("Which are done?  [none]", ""),
      ])
    terminal.see("✓ Ready, Sam.")
    terminal.seePrompt()
    #expect(
      terminal.enter("tasks --status skipped").first?.hasSuffix("Grade 10 · Class of 2028") == true)
  }

  @Test("A parent may be first, makes the athlete's profile too and sees it read-only")
  func parent() throws {
    let terminal = try start()
    terminal.type("1\r")
    answer(
      terminal,
      [
        ("Are you the athlete or a parent?", "2"), ("Your name", "Dana Lee"),
        ("Your athlete's name", "Sam Lee"), ("Your athlete's graduation year", "2028"),
        ("Your athlete's sport", "baseball"),
      ])
    terminal.see("✓ Ready, Dana.")
    terminal.seePrompt("compass (Dana → Sam)>")
    #expect(
      terminal.enter("tasks --status skipped").first == "👁 Viewing Sam Lee's Tasks (Read-Only)")
    #expect(
      terminal.enter("tasks complete t1")
        == [
          "✗ You can view this but not change it. Sam can complete it.",
          "  Sam signs in at this computer with:  account sign-in \"Sam Lee\"",
        ])
  }

  @Test("A parent is asked again for the athlete's name")
  func namelessAthlete() throws {
    let terminal = try start()
    terminal.type("1\r")
    answer(
      terminal,
      [
        ("Are you the athlete or a parent?", "parent"), ("Your name", "Dana"),
        ("Your athlete's name", ""), ("This one is needed.", "Sam"),
        ("Your athlete's graduation year", ""), ("Your athlete's sport", ""),
      ])
    terminal.see("✓ Ready, Dana.")
    terminal.seePrompt("compass (Dana → Sam)>")
  }

  @Test("The made-up family is one key away")
  func demo() throws {
    let terminal = try start()
    terminal.type("show\r")
    terminal.see("This family is made up and not yours")
    terminal.see("compass (made up")
    #expect(terminal.enter("tasks --status in-progress").contains { $0.contains("t41") })
    terminal.press(.controlD)
    #expect(terminal.end() == 0)
    // The example family is in a folder of its own, so the next start asks again how to begin.
    let next = try start()
    next.type("1\r")
    next.see("Are you the athlete or a parent?")
  }

  @Test("Enter, a wrong number and Ctrl-C set nothing up, and the shell is there")
  func nothing() throws {
    let terminal = try start()
    terminal.type("7\r")
    terminal.see("Type a number from 1 to 2, or Enter to skip this. `?` says more.")
    terminal.type("1\r")
    terminal.see("Are you the athlete or a parent?")
    terminal.cancel()
    terminal.see("✗ Nothing was done.")
    terminal.see("To begin when you like:  account create")
    #expect(terminal.enter("account").contains { $0.contains("Sam") } == false)
    terminal.type("quit\r")
    #expect(terminal.end() == 0)

    let next = try start()
    next.type("\r")
    next.see("Nothing was set up.")
    next.seePrompt()
  }

  @Test("Forty columns are enough")
  func narrow() throws {
    let terminal = try start(columns: 40, rows: 200)
    terminal.type("1\r")
    answer(
      terminal,
      [
        ("Are you the athlete or a parent?", ""), ("Your name", "Sam"), ("Graduation year", ""),
        ("Primary sport", "softball"), ("Which are done?", "all of grade 9"),
      ])
    terminal.see("✓ Ready, Sam.")
    terminal.seePrompt()
    terminal.enter("profile")
    #expect(terminal.screen.overflows == 0)
  }
}
