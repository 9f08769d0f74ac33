import Foundation
import Testing

/// Leaves a prompt open while another process ends the person's session, and checks that the prompt
/// gives no more access.
@Suite("A prompt left open")
struct OpenPromptTests {
  let household: Household

  init() throws {
    household = try Household()
    for (name, text) in [("old.txt", "Hunter2hunter2\n"), ("new.txt", "Harbor7light\n")] {
      try household.write(text, to: name)
      chmod(household.folder + "/" + name, 0o600)
    }
  }

  enum Ending: CaseIterable {
    case passphraseChanged, passphraseRemoved, signedOut, ranOut
    case firstPassphrase, signedOutByName, erased

    var hasPassphrase: Bool {
      switch self {
      case .passphraseChanged, .passphraseRemoved, .signedOut, .ranOut: true
      case .firstPassphrase, .signedOutByName, .erased: false
      }
    }
  }

  private func end(_ ending: Ending) throws {
    let answer =
      switch ending {
      case .passphraseChanged:
        try household.run([
          "account", "passphrase", "--passphrase-file", "new.txt", "--current-file", "old.txt",
        ])
      case .passphraseRemoved:
        try household.run(["account", "passphrase", "--remove", "--current-file", "old.txt"])
      case .firstPassphrase:
        try household.run(["account", "passphrase", "--passphrase-file", "new.txt"])
      case .signedOut, .signedOutByName: try household.run(["account", "sign-out"])
      case .erased: try household.run(["erase", "person", "--yes"])
      case .ranOut:
        ProgramAnswer(
          output: try household.sql(
            "UPDATE local_sessions SET expires_at = '2001-01-01T00:00:00.000Z'"),
          errors: "", code: 0)
      }
    #expect(answer.code == 0, "\(answer)")
  }

  @Test("Its session ends with what ended it elsewhere", arguments: Ending.allCases)
  func ends(ending: Ending) throws {
    let casey = try household.sql("SELECT id FROM users WHERE role = 'player'").filter {
      $0 != "'" && $0 != "\n"
    }
    if ending.hasPassphrase {
      let set = try household.run(["account", "passphrase", "--passphrase-file", "old.txt"])
      #expect(set.code == 0, "\(set)")
    }
    let terminal = try household.open(rows: 60)
    terminal.seePrompt()
    #expect(terminal.enter("tasks start t43").first?.hasPrefix("✓ t43") == true)
    try end(ending)
    let before = try household.dump()
    // The lines are a command of each sort: reading, writing, undoing, quick tasks, history and
    // export. All of them are refused.
    for line in [
      "tasks", "tasks complete t43", "undo", "quick add Run", "history", "export --stdout",
    ] {
      let answer = terminal.enter(line)
      // The answer consists of the page's title and the refusal. It must contain no data of the
      // person.
      #expect(
        answer.first { !["Tasks", ""].contains($0) }
          == "✗ Your session has expired. Sign in again.",
        "\(line): \(answer)")
      #expect(!answer.contains { $0.contains("t43") })
      #expect(terminal.screen.line(terminal.screen.row) == "compass>")
    }
    #expect(try household.dump() == before)
    if ending == .erased { #expect(!before.contains(casey)) }
    terminal.enter("account sign-in Maria")
    #expect(terminal.screen.line(terminal.screen.row).contains("Maria"))
  }

  @Test("Who changes their own passphrase at the prompt goes on")
  func ownChange() throws {
    let terminal = try household.open(rows: 60)
    terminal.seePrompt()
    terminal.enter("account passphrase --passphrase-file old.txt")
    #expect(terminal.enter("tasks start t43").first?.hasPrefix("✓ t43") == true)
    terminal.enter("account passphrase --passphrase-file new.txt --current-file old.txt")
    #expect(terminal.enter("tasks complete t43").first?.hasPrefix("✓ t43") == true)
    terminal.enter("account passphrase --remove --current-file new.txt")
    #expect(terminal.enter("undo").first?.hasPrefix("✓ Took back") == true)
  }

  @Test("A day of --now begins in the time zone of the setting")
  func dayOfSetting() throws {
    func answer(_ words: [String]) throws -> ProgramAnswer {
      try Program.run(
        Program.path, ["--data", household.data] + words,
        environment: household.environment.merging(["TZ": "UTC"]) { $1 })
    }
    #expect(try answer(["set", "timezone", "America/New_York"]).code == 0)
    let calendar = try answer(["--now", "2026-03-01", "calendar"])
    #expect(calendar.output.contains("March 2026"), "\(calendar)")
  }

  @Test("--now neither skips the wait after wrong passphrases nor brings an ended session back")
  func pageTimeIsNotSecurityTime() throws {
    #expect(try household.run(["account", "passphrase", "--passphrase-file", "old.txt"]).code == 0)
    #expect(try household.run(["tasks"]).code == 0)
    household.now = "2099-01-01T00:00:00Z"
    #expect(try household.run(["tasks"]).code == 0)
    for _ in 1...3 {
      let wrong = try household.run(["account", "sign-in", "casey", "--passphrase-file", "new.txt"])
      #expect(wrong.code == 4)
    }
    // After thirty wrong tries the person has to wait five minutes, which is longer than this test
    // takes on a slow machine.
    _ = try household.sql("UPDATE local_credentials SET failed_tries = 30")
    for year in ["2001", "2026", "2099", "2200"] {
      household.now = "\(year)-01-01T00:00:00Z"
      let right = try household.run(["account", "sign-in", "casey", "--passphrase-file", "old.txt"])
      #expect(right.errors.hasPrefix("✗ Too many wrong passphrases for Casey"), "\(right)")
    }
    _ = try household.sql("UPDATE local_sessions SET expires_at = '2026-02-10T00:00:00.000Z'")
    household.now = "2026-02-01T00:00:00Z"
    #expect(try household.run(["tasks"]).code == 4)
  }
}
