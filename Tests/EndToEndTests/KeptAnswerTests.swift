import Testing

@Suite("Answers to a form that was not finished")
struct KeptAnswerTests {
  let household: Household

  init() throws {
    household = try Household()
  }

  /// Returns a prompt at which the first two questions of `offers add` are answered.
  private func begun() throws -> Terminal {
    let terminal = try household.open()
    terminal.seePrompt()
    terminal.type("offers add\r")
    terminal.see("Which school?")
    terminal.type("s3\r")
    terminal.see("What do they offer?")
    terminal.type("partial\r")
    // The question was shown only after the second answer had been stored, so killing the program
    // from now on must not lose that answer.
    terminal.see("How many dollars a year?")
    return terminal
  }

  private func offersAgain(_ terminal: Terminal) {
    terminal.type("offers add\r")
    terminal.see("Go on with your answers?")
    terminal.see("school: s3")
    terminal.see("type: partial")
    terminal.see("Go on? (yes or no) [yes]")
  }

  @Test(
    "They outlive a kill and a closed window, and the form goes on where it stood, also with Enter",
    arguments: ["", "yes"])
  func goOn(_ answer: String) throws {
    try begun().kill()
    let again = try household.open()
    again.see("What you had answered to `offers add` when the program ended is still here.")
    again.seePrompt()
    offersAgain(again)
    again.hangUp()
    let third = try household.open()
    third.see("What you had answered to `offers add`")
    third.seePrompt()
    offersAgain(third)
    third.type("\(answer)\r")
    third.see("How many dollars a year?")
  }

  @Test("A no, a Ctrl-C and a finished command forget them", arguments: ["no", "stop", "done"])
  func forgotten(_ way: String) throws {
    try begun().kill()
    let again = try household.open()
    again.see("What you had answered")
    again.seePrompt()
    offersAgain(again)
    switch way {
    case "no":
      again.type("no\r")
      again.see("Which school?")
    case "stop":
      again.type("yes\r")
      again.see("How many dollars a year?")
      again.cancel()
    default:
      again.type("yes\r")
      again.see("How many dollars a year?")
      again.type("5000\r")
      again.see("Until when can you answer?")
      again.type("\r")
      again.see("More details?")
      again.type("\r")
      again.see("✓ Added")
    }
    let stored = try household.sql(
      "SELECT count(*) FROM device_preferences WHERE key = 'kept_answers'")
    #expect(stored == "0\n", "\(stored)")
  }

  @Test("Another line begins without them, and another person is not offered them")
  func others() throws {
    try begun().kill()
    let terminal = try household.open()
    terminal.seePrompt()
    terminal.type("offers add s4\r")
    terminal.see("What do they offer?")
    #expect(!terminal.text.contains("Go on with your answers?"))
    terminal.cancel()
    let parent = try household.open(["--profile", "Maria"])
    parent.seePrompt()
    #expect(!parent.text.contains("What you had answered"))
  }

  @Test("A passphrase is never among them")
  func secrets() throws {
    let terminal = try household.open()
    terminal.seePrompt()
    terminal.type("account passphrase\r")
    terminal.see("New passphrase")
    terminal.type("Qxzvwk Lantern 77\r")
    terminal.see("The same once more")
    // The killed process had the passphrase only in memory: answers to secret questions are not
    // stored.
    terminal.kill()
    #expect(try !household.dump().contains("Qxzvwk"))
  }
}
