import Testing

@testable import LineEditing

@Suite("What TAB does")
struct CompletionTests {
  private func answer(
    _ line: String, _ candidates: [String], cursor: Int? = nil, again: Bool = false
  ) -> TabAnswer {
    Completions(candidates.map { Completions.Candidate($0) })
      .answer(line: line, cursor: cursor ?? line.unicodeScalars.count, again: again)
  }

  @Test(
    "One candidate goes in whole, quoted when it has to be, with a space after it",
    arguments: [
      ("tas", "tasks", 3, "tasks "),
      ("tasks complete Bu", "Build a target list", 2, "\"Build a target list\" "),
      ("tasks complete \"Build a", "Build a target list", 8, "\"Build a target list\" "),
      ("tasks complete 'Build a", "Build a target list", 8, "\"Build a target list\" "),
      ("tasks complete Build\\ a", "Build a list", 8, "\"Build a list\" "),
      (
        "tasks complete str", "Start a weekly strength routine", 3,
        "\"Start a weekly strength routine\" "
      ),
      ("schools show ", "\"Tech\" \\ State", 0, "\"\\\"Tech\\\" \\\\ State\" "),
      ("schools show ", "#1 College", 0, "\"#1 College\" "),
      ("schools show K", "Köln", 1, "Köln "),
      ("set --c", "--color", 3, "--color "),
      ("", "", 0, "\"\" "),
    ])
  func one(line: String, candidate: String, count: Int, text: String) {
    #expect(answer(line, [candidate]) == .replace(count: count, text: text))
  }

  @Test("A candidate that can go on gets no space")
  func goesOn() {
    let folder = Completions([Completions.Candidate("my files/", endsWord: false)])
    #expect(
      folder.answer(line: "my", cursor: 2, again: false) == .replace(count: 2, text: "\"my files/"))
    #expect(folder.answer(line: "\"my files/", cursor: 10, again: false) == .nothing)
  }

  @Test(
    "Several go in as far as they agree",
    arguments: [
      ("t", ["tasks", "task"], TabAnswer.replace(count: 1, text: "task")),
      ("schools show ced", ["Cedar Valley", "Cedar Creek"], .replace(count: 3, text: "\"Cedar ")),
      ("task", ["tasks", "taskmaster"], .nothing),
      ("lee", ["Dana Lee", "Dana Leeds"], .nothing),
      ("x", [], .nothing),
    ])
  func several(line: String, candidates: [String], expected: TabAnswer) {
    #expect(answer(line, candidates) == expected)
  }

  @Test("A second TAB lists what cannot be decided")
  func again() {
    let shown = ["tasks", "taskmaster"].map { Completions.Candidate($0) }
    #expect(answer("task", ["tasks", "taskmaster"], again: true) == .list(shown))
    #expect(answer("ta", ["tasks", "taskmaster"], again: true) == .replace(count: 2, text: "task"))
  }

  @Test("Only what stands before the cursor is completed")
  func cursor() {
    #expect(answer("tas 12", ["tasks"], cursor: 3) == .replace(count: 3, text: "tasks "))
    #expect(answer("名前 ta", ["tasks"], cursor: 5) == .replace(count: 2, text: "tasks "))
  }

  @Test(
    "A value that the terminal would obey is not offered",
    arguments: ["Sam\u{1B}[2J", "two\nlines", "\u{9B}31m", "abc\u{202E}cba", "bell\u{7}"])
  func hostile(value: String) {
    #expect(answer("", [value]) == .nothing)
    #expect(answer("", [value, "Sam"]) == .replace(count: 0, text: "Sam "))
  }
}

@Suite("The list of candidates")
struct CandidateListTests {
  private func text(_ candidates: [Completions.Candidate], _ columns: Int, _ rows: Int = 24)
    -> String
  {
    CandidateList(candidates).text(in: Terminal.Size(columns: columns, rows: rows))
  }

  @Test("With summaries there is one a line, aligned, cut to the window")
  func summaries() {
    let candidates = [
      Completions.Candidate("t24", summary: "Build a target list"),
      Completions.Candidate("名前", summary: "wide"),
    ]
    #expect(text(candidates, 80) == "  t24   Build a target list\n  名前  wide\n")
    #expect(text(candidates, 20) == "  t24   Build a ta…\n  名前  wide\n")
  }

  @Test("Without summaries they run down in columns")
  func columns() {
    let candidates = ["add", "delete", "edit", "list", "show"].map { Completions.Candidate($0) }
    #expect(text(candidates, 30) == "  add     edit    show\n  delete  list\n")
    #expect(text(candidates, 10) == "  add\n  delete\n  edit\n  list\n  show\n")
  }

  @Test("More than the window holds are counted")
  func many() {
    let candidates = (1...100).map { Completions.Candidate("t\($0)", summary: "a task") }
    let lines = text(candidates, 40, 10).split(separator: "\n")
    #expect(lines.count == 7)
    #expect(lines.last == "  … 94 more: type another letter")
  }

  @Test("A summary's control characters are shown, not obeyed")
  func hostile() {
    let candidates = [Completions.Candidate("s1", summary: "Evil\u{1B}[2J\nSchool")]
    #expect(text(candidates, 80) == "  s1  Evil␛[2J␊School\n")
  }
}
