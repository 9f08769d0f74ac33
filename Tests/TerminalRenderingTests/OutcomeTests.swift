import FeatureKit
import TerminalRendering
import Testing

@Suite("Outcomes in words")
struct OutcomeTests {
  let locked = Problem(
    .locked, "t27 E-mail ten coaches is locked.",
    details: ["First complete: t24 Build a target list of 20 to 30 schools"],
    fix: "See why:  tasks show 27")

  @Test("A problem says what happened, what belongs to it and what to do")
  func problem() {
    #expect(
      TerminalRenderer.render(locked, TerminalStyle()) == [
        "✗ t27 E-mail ten coaches is locked.",
        "  First complete: t24 Build a target list of 20 to 30 schools",
        "  See why:  tasks show 27",
      ])
    #expect(
      PlainRenderer.render(locked) == [
        "Error: t27 E-mail ten coaches is locked.",
        "First complete: t24 Build a target list of 20 to 30 schools.",
        "See why:  tasks show 27.",
      ])
  }

  @Test("Leaving a command is spoken as no error")
  func leaving() {
    let left = Problem(.interrupted, "Nothing was done.")
    #expect(PlainRenderer.render(left) == ["Nothing was done."])
    #expect(TerminalRenderer.render(left, TerminalStyle()) == ["✗ Nothing was done."])
  }

  @Test("A word longer than the line begins behind its mark, not below it")
  func longWord() {
    let path = "/" + String(repeating: "a", count: 50)
    let lines = TerminalRenderer.render(
      Notice("\(path) is there.", tone: .positive), TerminalStyle(width: 40))
    #expect(
      lines == [
        "✓ /" + String(repeating: "a", count: 37),
        "  " + String(repeating: "a", count: 13) + " is there.",
      ])
    // The long word does not fit after "It is". It must begin on the next line, where it fits,
    // instead of being broken.
    #expect(
      TerminalRenderer.render(
        Notice("It is " + String(repeating: "b", count: 38), tone: .positive),
        TerminalStyle(width: 40))
        == ["✓ It is", "  " + String(repeating: "b", count: 38)])
  }

  @Test("Details keep the columns they came in")
  func columns() {
    let problem = Problem(
      .usage, "`rivera` fits two coaches. Use one of:",
      details: [
        "  c4   Rivera, Ana      Cedar Valley, head coach",
        "  c19  Rivera, Miguel   Lakeside State, recruiting", "Nothing was saved.",
      ])
    #expect(
      TerminalRenderer.render(problem, TerminalStyle()) == [
        "✗ `rivera` fits two coaches. Use one of:",
        "    c4   Rivera, Ana      Cedar Valley, head coach",
        "    c19  Rivera, Miguel   Lakeside State, recruiting", "  Nothing was saved.",
      ])
  }

  @Test("What was done is one line, and what follows from it under it")
  func done() {
    let done = Done(
      "t19 Start a weekly strength routine is complete. Great job! 🎉",
      details: ["4 of 20 (20%) · unlocked: t30 Track your lifts · undo takes it back"])
    #expect(
      TerminalRenderer.render(done, TerminalStyle(width: 40)) == [
        "✓ t19 Start a weekly strength routine is", "  complete. Great job! 🎉",
        "  4 of 20 (20%) · unlocked: t30 Track", "    your lifts · undo takes it back",
      ])
    #expect(
      PlainRenderer.render(done).first
        == "t19 Start a weekly strength routine is complete. Great job!")
  }

  @Test("A notice carries the sign of its tone, and its word where nothing is seen")
  func notice() {
    let notice = Notice("Your session ends in five minutes.", tone: .warning)
    #expect(
      TerminalRenderer.render(notice, TerminalStyle()) == ["! Your session ends in five minutes."])
    #expect(
      TerminalRenderer.render(notice, TerminalStyle(marks: .ascii))
        == ["warning: Your session ends in five minutes."])
    #expect(PlainRenderer.render(notice) == ["Warning: Your session ends in five minutes."])
  }

  @Test("A question asks")
  func question() {
    #expect(
      TerminalRenderer.render(
        question: "Delete 3 notifications?", details: ["This can be undone."], TerminalStyle())
        == ["? Delete 3 notifications?", "  This can be undone."])
    #expect(
      PlainRenderer.render(question: "Delete 3 notifications?")
        == ["Question: Delete 3 notifications?"])
  }

  @Test(
    "Progress is one line",
    arguments: [
      (
        Progress("Reading week.csv", done: 1, of: 4),
        "Reading week.csv  ██████▌··················· 25%"
      ),
      (Progress("Reading", done: 7), "Reading  7"), (Progress("Reading", done: 0), "Reading"),
      (Progress("Reading", done: 9, of: 3), "Reading  ██████████████████████████ 100%"),
    ])
  func progress(progress: Progress, line: String) {
    #expect(TerminalRenderer.render(progress, TerminalStyle()) == line)
  }

  @Test("Help of a host is wrapped and made visible")
  func hostWords() {
    #expect(
      TerminalRenderer.wrap("one\u{1B} two\n  three", TerminalStyle()) == ["one␛ two", "  three"])
  }
}
