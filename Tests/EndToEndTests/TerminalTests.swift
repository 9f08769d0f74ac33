import Foundation
import Testing

@Suite("At a terminal")
struct TerminalTests {
  let household: Household

  init() throws {
    household = try Household()
  }

  private func shell(
    columns: Int = 80, rows: Int = 24, _ options: [String] = [],
    environment: [String: String] = [:]
  ) throws -> Terminal {
    let terminal = try household.open(
      options, columns: columns, rows: rows, environment: environment)
    terminal.see(">")
    return terminal
  }

  @Test("A task is completed and taken back, and of the page only the row that came is printed")
  func completing() throws {
    let terminal = try shell()
    terminal.enter("tasks --status in-progress")
    let done = terminal.enter("tasks complete 41")
    #expect(done.first == "✓ t41 Meet with College Counselor is complete. Great job! 🎉")
    #expect(done.last == "  9 of 23 (39%) · undo takes it back")
    let back = terminal.enter("undo")
    #expect(back.first == "✓ Took back: Completed t41 Meet with College Counselor.")
    #expect(back.last?.contains("t41  Meet") == true)
    #expect(!back.contains { $0.contains("You've completed") })
    #expect(
      try household.run(["tasks", "--status", "completed", "--json"]).output.contains("t41")
        == false)
  }

  @Test("A number opens the link of that number, and `back` goes back")
  func links() throws {
    let terminal = try shell(rows: 60)
    let list = terminal.enter("tasks --status in-progress")
    #expect(list.contains { $0.hasPrefix(" ◐ t41") })
    let details = terminal.enter("t41")
    #expect(details.contains { $0.contains("WHY IT MATTERS") })
    #expect(terminal.enter("back") == list)
    let schools = terminal.enter("schools")
    #expect(schools.contains { $0.contains("[1] … 10 more (schools --all)") })
    #expect(terminal.enter("1").first?.hasPrefix("Schools") == true)
    #expect(terminal.enter("back") == schools)
    #expect(terminal.enter("99").first == "✗ There is no link 99 here.")
  }

  @Test("A wrong command says what was meant and leaves the prompt open")
  func wrongCommand() throws {
    let terminal = try shell()
    #expect(terminal.enter("tsks") == ["✗ There is no command `tsks`. Did you mean `tasks`?"])
    #expect(terminal.enter("doctor").first == "Doctor")
  }

  @Test("A missing argument is asked for, and an answer that fits nothing is asked again")
  func asking() throws {
    let terminal = try shell()
    terminal.type("tasks complete\r")
    terminal.see("Which tasks are complete?")
    terminal.type("nothing like it\r")
    terminal.see("No task is called `nothing like it`.")
    terminal.type("ncaa\r")
    terminal.see("✓ t43 Register with NCAA Eligibility Center is complete.")
  }

  @Test("The questions of the settings offer what is set, and keeping all of it changes nothing")
  func keptSettings() throws {
    let terminal = try shell()
    terminal.enter("settings set quiet-hours none")
    terminal.type("settings edit\r")
    for question in [
      "Follow-up days  [10]", "Quiet hours  [none]", "Tasks status  (all,", "Tasks urgency  (all,",
    ] {
      terminal.see(question)
      terminal.type("\r")
    }
    terminal.see("✓ Nothing was changed.")
  }

  @Test("One command at a terminal may ask too")
  func askingOnce() throws {
    let terminal = try household.open(["tasks", "due", "45"])
    terminal.see("When is it due?")
    terminal.type("fri\r")
    terminal.see("✓ t45 Peak Athletic Performance is due Feb 13, 2026.")
    #expect(terminal.end() == 0)
  }

  @Test("Ctrl-C clears a line, leaves a question, and never the shell")
  func controlC() throws {
    let terminal = try shell()
    terminal.type("tasks complete t43")
    terminal.see("tasks complete t43")
    terminal.cancel()
    terminal.type("tasks complete\r")
    terminal.see("Which tasks are complete?")
    terminal.cancel()
    terminal.see("✗ Nothing was done.")
    for _ in 1...3 { terminal.cancel() }
    #expect(terminal.enter("history").contains("Nothing has been changed yet."))
  }

  @Test("Ctrl-D and quit leave", arguments: ["\u{4}", "quit\r", "exit\r"])
  func leaving(keys: String) throws {
    let terminal = try shell()
    terminal.type(keys)
    #expect(terminal.end() == 0)
    #expect(!terminal.text.contains("✗"))
  }

  @Test("Ctrl-D in the middle of a line does not leave")
  func controlDInALine() throws {
    let terminal = try shell()
    terminal.type("doctor")
    terminal.see("doctor")
    terminal.press(.controlD)
    #expect(terminal.enter("").first == "Doctor")
  }

  @Test("Tab completes words, verbs, options and titles of tasks")
  func completion() throws {
    let terminal = try shell()
    terminal.type("ta\t")
    terminal.see("> tasks")
    terminal.type("comp\t")
    terminal.see("> tasks complete")
    terminal.type("ncaa\t")
    terminal.see("> tasks complete \"Register with NCAA Eligibility Center\"")
    terminal.cancel()
    terminal.type("tasks list --st\t")
    terminal.see("> tasks list --status")
    terminal.type("ski\t")
    terminal.see("> tasks list --status skipped")
    terminal.cancel()
    terminal.type("tasks complete school\t\t")
    terminal.see("Evaluate School Fit Beyond Baseball")
  }

  @Test("Typed lines are kept for the next start, for their owner alone")
  func history() throws {
    let terminal = try shell()
    terminal.enter("tasks --status skipped")
    terminal.enter(" tasks complete t43")
    terminal.enter("doctor")
    terminal.press(.controlD)
    #expect(terminal.end() == 0)
    let kept = try String(contentsOfFile: household.history, encoding: .utf8)
    #expect(kept == "tasks --status skipped\ndoctor\n")
    let mode = try FileManager.default.attributesOfItem(atPath: household.history)[
      .posixPermissions]
    #expect(mode as? Int == 0o600)

    let next = try shell()
    next.press(.up)
    next.see("> doctor")
    next.press(.up)
    next.see("> tasks --status skipped")
  }

  @Test("A page longer than the screen goes through the person's own pager")
  func pager() throws {
    let terminal = try shell(rows: 12, environment: ["COMPASS_PAGER": "sed s/^/paged:/"])
    terminal.enter("help")
    #expect(terminal.text.contains("paged:Help") && terminal.text.contains("--version"))
    terminal.enter("set width")
    #expect(!terminal.text.contains("paged:✓"))
  }

  @Test("Pasted lines run as lines, also behind a page that would have been paged")
  func pasted() throws {
    let terminal = try shell(
      rows: 12, environment: ["COMPASS_PAGER": "sh -c 'cat; read x </dev/tty'"])
    terminal.type("help\rset width\r")
    terminal.see("✓ width is auto.")
    #expect(terminal.text.contains("--version"))
  }

  @Test("Nothing is wider than the terminal", arguments: [40, 60, 80, 132])
  func width(columns: Int) throws {
    let terminal = try shell(columns: columns, rows: 200)
    for line in ["tasks", "tasks show 41", "help", "history", "doctor", "tasks complete 46", "set"]
    {
      for row in terminal.enter(line) {
        #expect(Screen.cells(row) <= columns, "\(row)")
      }
    }
    #expect(terminal.screen.overflows == 0)
  }

  @Test("NO_COLOR, --no-color and a dumb terminal use no colour, and nothing is lost")
  func colours() throws {
    func page(_ options: [String] = [], _ environment: [String: String]) throws -> Terminal {
      let terminal = try shell(rows: 200, options, environment: environment)
      terminal.enter("tasks")
      return terminal
    }
    let coloured = try page([], ["NO_COLOR": "", "TERM": "xterm-256color"])
    #expect(coloured.bytes.contains(colour: true))
    let plain = [
      try page([], ["NO_COLOR": "1", "TERM": "xterm-256color"]),
      try page(["--no-color"], ["NO_COLOR": "", "TERM": "xterm-256color"]),
    ]
    for terminal in plain {
      #expect(!terminal.bytes.contains(colour: true))
      #expect(terminal.text == coloured.text)
    }
  }

  @Test("The accessible setting says pages one fact a line, and is remembered")
  func accessible() throws {
    let terminal = try shell()
    terminal.enter("set accessible on")
    let page = terminal.enter("tasks --status in-progress")
    #expect(page.contains("Completed 8 of 23 tasks, 35 percent complete."))
    terminal.press(.controlD)
    #expect(terminal.end() == 0)
    let next = try shell()
    #expect(next.enter("tasks --status in-progress") == page)
    // The setting for accessible output applies to terminals only. Output to a pipe does not
    // change, because other programs read it.
    #expect(try household.run(["tasks"]).output.contains("REQUIRED"))
  }

  @Test("A parent's prompt says who looks at whom, and the athlete's data stays as it is")
  func parent() throws {
    let terminal = try shell(["--profile", "Maria"])
    terminal.seePrompt("compass (Maria → Casey · 4 unread)>")
    let page = terminal.enter("tasks --status in-progress")
    #expect(page.first == "👁 Viewing Casey Shelton's Tasks (Read-Only)")
    let refusal = [
      "✗ You can view this but not change it. Casey can complete it.",
      "  Casey signs in at this computer with:  account sign-in \"Casey Shelton\"",
    ]
    #expect(terminal.enter("tasks complete 41") == refusal)
    // The command lacks its argument. A parent must get the refusal at once and not a question for
    // the missing task first.
    #expect(terminal.enter("tasks complete") == refusal)
  }

  @Test("A passphrase is not shown while it is typed, is in no history, and guards the next start")
  func secrets() throws {
    let terminal = try shell()
    terminal.type("account passphrase\r")
    for question in ["New passphrase", "The same once more"] {
      terminal.see(question)
      terminal.type("Hunter2hunter2\r")
    }
    terminal.see("✓")
    terminal.seePrompt()
    // A passphrase that was typed visibly as an option is refused, and the line is not stored in
    // the history.
    terminal.enter("account passphrase --passphrase=Hunter2hunter2x")
    terminal.press(.controlD)
    #expect(terminal.end() == 0)
    let kept = try String(contentsOfFile: household.history, encoding: .utf8)
    #expect(kept == "account passphrase\n")
    let shown = terminal.text.components(separatedBy: "Hunter2").count - 1
    #expect(shown == 1, "only where the test typed it as an option:\n\(terminal.text)")

    try household.run(["account", "sign-out"])
    let stranger = try household.run(["--profile", "Casey", "tasks"])
    #expect(stranger.code == 4, "\(stranger)")
    try household.write("Hunter2hunter2\n", to: "passphrase.txt")
    let open = try household.run(
      ["account", "sign-in", "casey", "--passphrase-file", "passphrase.txt"])
    #expect(open.errors.hasPrefix("✗ Other people on this computer can read passphrase.txt"))
    chmod(household.folder + "/passphrase.txt", 0o600)
    let signedIn = try household.run(
      ["account", "sign-in", "casey", "--passphrase-file", "passphrase.txt"])
    #expect(signedIn.code == 0, "\(signedIn)")
    #expect(try household.run(["tasks"]).code == 0)
  }

  @Test("The next page is as wide as the window was made")
  func resizing() throws {
    let terminal = try shell(rows: 200)
    terminal.enter("tasks")
    terminal.resize(columns: 44)
    let page = terminal.enter("profile")
    #expect(page.allSatisfy { Screen.cells($0) <= 44 })
    #expect(page.contains { Screen.cells($0) == 44 })
    #expect(terminal.screen.overflows == 0)
  }
}

extension [UInt8] {
  /// Returns whether the bytes contain an escape sequence that sets a color.
  fileprivate func contains(colour: Bool) -> Bool {
    let text = String(decoding: self, as: UTF8.self)
    return text.contains(/\u{1B}\[[0-9;]*m/)
  }
}
