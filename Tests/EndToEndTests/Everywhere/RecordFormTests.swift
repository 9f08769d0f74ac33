import Testing

@Suite("Forms for records at a terminal")
struct RecordFormTests {
  private func shell() throws -> (Household, Terminal) {
    let household = try Household()
    let terminal = try household.open(rows: 40)
    terminal.seePrompt()
    return (household, terminal)
  }

  /// Waits for each question and types its answer.
  private func answer(_ terminal: Terminal, _ pairs: [(question: String, answer: String)]) {
    for (question, answer) in pairs {
      terminal.see(question)
      terminal.type(answer + "\r")
    }
  }

  @Test("A school is added one question at a time, and `<` goes back to the one before")
  func school() throws {
    let (household, terminal) = try shell()
    terminal.type("schools add\r")
    answer(
      terminal,
      [
        ("The school's name", "Cedar Valey"),
        // The name was mistyped. The answer `<` goes back to the question for the name.
        ("Where do you stand with it?", "<"),
        ("The school's name", "Cedar Valley University"),
        ("Where do you stand with it?", "wherever"),
        ("`wherever` is not one of the choices.", "contacted"),
        ("Where is it?", "<"),
        ("[contacted]", "interested"),
        ("Where is it?", ""),
        ("Division", "D2"),
        // The optional questions are asked only if the person answers yes to “More details?”.
        ("More details?", "yes"),
        ("Priority tier", "B"),
        ("Conference", ""),
        ("How many students?", "3600"),
        ("Website", ""),
        ("What do you like about it?", "near; green"),
        ("What do you not like about it?", ""),
        ("Notes", ""),
        ("A private note", ""),
      ])
    terminal.see("✓ Added s31 Cedar Valley University.")
    let rows = try household.sql(
      "SELECT name, status, priority_tier, division, pros FROM schools WHERE name LIKE 'Cedar%';")
    #expect(
      rows == "'Cedar Valley University','interested','B','D2','[\"near\",\"green\"]'\n")
  }

  @Test("A coach's and a school's name of two words are understood without quotes")
  func namesWithoutQuotes() throws {
    let (household, terminal) = try shell()
    terminal.type("coaches add Jared Embick penhallow college head\r")
    terminal.see("✓ Added c")
    let rows = try household.sql(
      """
      SELECT first_name, last_name, schools.name FROM coaches JOIN schools ON schools.id = school_id
      WHERE last_name = 'Embick';
      """)
    #expect(rows == "'Jared','Embick','Penhallow College'\n")
  }

  @Test("`<` at the first question stays there, and Ctrl-C leaves without a trace")
  func leaving() throws {
    let (household, terminal) = try shell()
    let before = try household.sharedRows()
    terminal.type("letters add\r")
    answer(terminal, [("Who writes it?", "<"), ("This is the first question.", "Rosa Diaz")])
    terminal.see("What is its status?")
    terminal.cancel()
    #expect(terminal.text.contains("Nothing was done."))
    #expect(try household.sharedRows() == before)
  }

  @Test("A measurement is logged and changed with forms")
  func metric() throws {
    let (household, terminal) = try shell()
    terminal.type("performance log\r")
    answer(
      terminal,
      [
        ("Please select a metric type", "velo"),
        ("`velo` fits 2 types of measurement.", "exit velo"),
        ("Please enter a value", "91.5"),
        ("Please select a date  [today]", "<"),
        ("Please enter a value", "91.4"),
        ("Please select a date  [today]", ""),
        ("Unit (Enter for the usual one", ""),
        ("Notes", "Tee work"),
        ("At which event?", ""),
        ("Verified by another person?", "no"),
      ])
    terminal.see("✓ Logged m67 Exit Velocity 91.40 mph on Feb 10, 2026.")
    terminal.seePrompt()
    terminal.type("performance edit m67 --value\r")
    answer(terminal, [("New value", "91.6")])
    terminal.see("✓ Changed m67 Exit Velocity 91.60 mph on Feb 10, 2026.")
    terminal.seePrompt()
    terminal.type("performance delete m67\r")
    answer(terminal, [("Delete? (yes or no) [no]", "yes")])
    terminal.see("✓ Deleted m67 Exit Velocity 91.60 mph of Feb 10, 2026.")
    #expect(
      try household.sql("SELECT count(*) FROM performance_metrics WHERE notes = 'Tee work';")
        == "0\n")
  }
}
