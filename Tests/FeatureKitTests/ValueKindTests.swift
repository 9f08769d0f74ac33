import CivilTime
import FeatureKit
import FeatureTesting
import Testing

@Suite struct ValueKindTests {
  enum Status: String, CaseIterable, Sendable {
    case notStarted = "not_started"
    case inProgress = "in_progress"
    case done
  }

  /// Reads a text as the value of a command's option, on Tuesday, 10 February 2026.
  func read<Value>(_ text: String, as kind: ValueKind<Value>) throws -> Value {
    let context = ParseContext(now: TestClock().now, zone: .utc)
    let option = Option("value", kind)
    let command = CommandDescription(
      noun: "n", verb: "v", summary: "", mode: .reads, parameters: [option.description])
    let words = [CommandText.Word("--value=" + text)]
    let value = try option.decode(CommandDraft(command, words: words).given, context)
    return try #require(value)
  }

  @Test(
    "A whole number within its range",
    arguments: [("1", 1), ("9", 9), (" 5 ", 5), ("+3", 3), ("007", 7)])
  func integer(text: String, number: Int) throws {
    #expect(try read(text, as: .integer(1...9)) == number)
  }

  @Test(
    "Another number, or none, is refused with the range",
    arguments: [
      ("0", "0 is out of range."), ("10", "10 is out of range."), ("-1", "-1 is out of range."),
      ("", "`` is not a whole number."), ("x", "`x` is not a whole number."),
      ("1.5", "`1.5` is not a whole number."), ("1 2", "`1 2` is not a whole number."),
      ("٣", "`٣` is not a whole number."),
      ("99999999999999999999", "`99999999999999999999` is not a whole number."),
    ])
  func notInteger(text: String, title: String) {
    #expect(throws: Problem(.usage, title, fix: "Use a number from 1 to 9.")) {
      try read(text, as: .integer(1...9))
    }
  }

  @Test(
    "A number, of any precision",
    arguments: [("85.5", 85.5), ("0", 0), ("-0.25", -0.25), (".5", 0.5), ("1e2", 100), (" 7 ", 7)])
  func number(text: String, number: Double) throws {
    #expect(try read(text, as: .number()) == number)
  }

  @Test(
    "What is no finite decimal number is refused with an example",
    arguments: [
      "", "fast", "85,5", "nan", "inf", "-infinity", "1e999", "0x10", "0X1p3", "1.2.3", "5 mph",
    ])
  func notNumber(text: String) {
    #expect(throws: Problem(.usage, "`\(text)` is not a number.", fix: "Example: 85.5")) {
      try read(text, as: .number())
    }
  }

  @Test("A number outside its range is refused with the range as people write it")
  func numberRange() throws {
    let kind = ValueKind<Double>.number(0...4.5)
    #expect(try read("0", as: kind) == 0)
    #expect(try read("4.5", as: kind) == 4.5)
    for text in ["-0.1", "4.51"] {
      let problem = Problem(
        .usage, "\(text) is out of range.", fix: "Use a number from 0 to 4.5.")
      #expect(throws: problem) { try read(text, as: kind) }
    }
  }

  @Test("A text is trimmed and kept whole up to its length")
  func text() throws {
    #expect(try read("  a  b \n", as: .text(max: 4)) == "a  b")
    #expect(try read("👩‍👧👩‍👧", as: .text(max: 2)) == "👩‍👧👩‍👧")
    #expect(try read("<b>\u{202E}", as: .text()) == "<b>\u{202E}")
    for empty in ["", "   ", "\t\n"] {
      #expect(throws: Problem(.usage, "An empty text cannot be used here.")) {
        try read(empty, as: .text())
      }
    }
    let problem = Problem(
      .usage, "That text has 6 characters; at most 4 fit.", fix: "Shorten it by 2.")
    #expect(throws: problem) { try read(" abcdef ", as: .text(max: 4)) }
  }

  @Test(
    "A day as people write it",
    arguments: [
      ("today", "2026-02-10"), ("tomorrow", "2026-02-11"), ("fri", "2026-02-13"),
      ("-30d", "2026-01-11"), ("+2w", "2026-02-24"), ("Feb 14", "2026-02-14"),
      ("2026-02", "2026-02-01"), ("2024-02-29", "2024-02-29"),
    ])
  func day(text: String, day: String) throws {
    #expect(try read(text, as: .day).description == day)
  }

  @Test(
    "A range ends with the last day of what was named",
    arguments: [("2026-02", "2026-02-28"), ("Feb 2024", "2024-02-29"), ("today", "2026-02-10")])
  func lastDay(text: String, day: String) throws {
    #expect(try read(text, as: .lastDay).description == day)
  }

  @Test(
    "Looking back, a weekday is the last such day, and what is ahead stays ahead",
    arguments: [
      ("fri", "2026-02-06"), ("tue", "2026-02-10"), ("wed", "2026-02-04"),
      ("last fri", "2026-02-06"), ("tomorrow", "2026-02-11"), ("2026-03-01", "2026-03-01"),
      ("yesterday", "2026-02-09"),
    ])
  func lookingBack(text: String, day: String) throws {
    #expect(try read(text, as: .dayLookingBack).description == day)
  }

  @Test(
    "What has happened cannot be ahead, and a day without a year is the last such day",
    arguments: [
      ("today", "2026-02-10"), ("yesterday", "2026-02-09"), ("feb 11", "2025-02-11"),
      ("fri", "2026-02-06"), ("tomorrow", nil), ("2026-02-11", nil),
    ] as [(String, String?)])
  func hasCome(text: String, day: String?) throws {
    #expect((try? read(text, as: ValueKind.pastDay.thatHasCome))?.description == day)
  }

  @Test(
    "A year that nobody writes about is a slip",
    arguments: [
      ("0026-11-05", false), ("1/1/0001", false), ("1799-12-31", false), ("1800-01-01", true),
      ("2199-12-31", true), ("2200-01-01", false), ("9999-01-01", false), ("-99999d", false),
      ("11/5/26", true),
    ])
  func slips(text: String, isTaken: Bool) throws {
    #expect(((try? read(text, as: ValueKind.day.inWrittenYears)) != nil) == isTaken)
    // The kind `.day` does not check the year, because other commands need any day, such as the end
    // of a range. It accepts every year.
    #expect((try? read(text, as: .day)) != nil)
  }

  @Test(
    "A year outside of the range says what is wrong with it",
    arguments: [
      ("9999-12-31", "Check the year."),
      ("0026-11-05", "Write the year with four digits, or leave it out."),
    ])
  func fixOfSlip(text: String, fix: String) {
    let problem = #expect(throws: Problem.self) {
      try read(text, as: ValueKind.day.inWrittenYears)
    }
    #expect(problem?.fix == fix)
  }

  @Test(
    "A day that is over 20 years ago is refused where it is planned or has happened",
    arguments: [("2006-02-10", nil), ("2006-02-09", "Feb 9, 2006"), ("1890-05-01", "May 1, 1890")]
      as [(String, String?)])
  func longOver(text: String, refused: String?) throws {
    let kinds: [ValueKind<CalendarDay>] = [.dayLookingBack, .pastDay, .dayLookingAhead, .dueDay]
    for kind in kinds {
      var problem: Problem?
      do { _ = try read(text, as: kind) } catch let error as Problem { problem = error }
      let words = refused.map { "\($0) is over 20 years ago." }
      #expect(problem?.title.contains(words ?? "") == words.map { _ in true })
    }
    #expect((try? read(text, as: .day)) != nil)
  }

  @Test("A kind with a rule on top says its own words of an empty word and of what breaks the rule")
  func requiring() throws {
    let even = ValueKind<Int>.integer(1...9).requiring("Please enter a number") {
      number, _ throws(Problem) in
      if number % 2 == 1 { throw Problem(.usage, "\(number) is odd.") }
    }
    #expect(try read("4", as: even) == 4)
    #expect(throws: Problem(.usage, "Please enter a number")) { try read(" ", as: even) }
    #expect(throws: Problem(.usage, "3 is odd.")) { try read("3", as: even) }
    #expect(throws: Problem.self) { try read("10", as: even) }
    #expect(Option("number", even.map { $0 }).description.missing == "Please enter a number")
  }

  @Test(
    "What is no day is told apart from a day that does not exist",
    arguments: [
      ("", "`` is not a date."), ("soon", "`soon` is not a date."),
      ("2026-02-30", "There is no day `2026-02-30` in the calendar."),
      ("Feb 29, 2026", "There is no day `Feb 29, 2026` in the calendar."),
    ])
  func notDay(text: String, title: String) {
    let problem = Problem(
      .usage, title, fix: "Examples: today, Friday, 30 days ago, Feb 10, 2026-02-10")
    #expect(throws: problem) { try read(text, as: .day) }
  }

  @Test(
    "A birth date is a whole day with its year that is over, and no day near today is offered",
    arguments: [
      ("1980-05-31", "1980-05-31", nil), ("May 31, 1980", "1980-05-31", nil),
      ("5/31/1980", "1980-05-31", nil), ("2026-02-10", "2026-02-10", nil),
      ("2026-02-11", nil, "Feb 11, 2026 is not over yet."),
      ("May 31", nil, "`May 31` is no whole birth date."),
      ("5/31/80", nil, "`5/31/80` is no whole birth date."),
      ("1980", nil, "`1980` is no whole birth date."),
      ("1981-02-29", nil, "There is no day `1981-02-29` in the calendar."),
      ("tomorrow", nil, "`tomorrow` is no whole birth date."),
      ("", nil, "Write the year, the month and the day, such as 2010-05-31."),
    ] as [(String, String?, String?)])
  func birthDate(text: String, day: String?, title: String?) {
    let kind = ValueKind.birthDate
    #expect(kind.completion == .none)
    do {
      #expect(try read(text, as: kind).description == day)
    } catch {
      #expect((error as? Problem)?.title == title, "\(error)")
    }
  }

  @Test("What a kind says of itself stays in the kinds that are made from it")
  func derived() {
    let kind = ValueKind<Status>.choice.called { $0 == "done" ? "All done" : nil }.nothing("-")
    func says<Value>(_ kind: ValueKind<Value>, nothing: String = "-") -> Bool {
      kind.labels?("done") == "All done" && kind.labels?("x") == nil && kind.nothing == nothing
    }
    #expect(says(kind) && says(kind.map(\.rawValue)) && says(kind.requiring("Choose one")))
    #expect(says(kind.checked { _, _ in }) && says(kind.spelled { $0 }))
    #expect(says(kind.orNothing(), nothing: "none"))
    let option = Option("status", kind.orNothing()).description
    #expect(option.choiceLabels?("done") == "All done" && option.emptying == .word("none"))
    #expect(Option("on", .day).description.emptying == nil)
  }

  @Test("The list of the labels that depend on the person stays in the kinds made from it")
  func listOfLabels() {
    let kind = ValueKind<Status>.labelledChoice(in: "states") { $0 == "done" ? "All done" : nil }
    #expect(kind.labels?.list == "states" && kind.labels?("done") == "All done")
    #expect(Option("status", kind.map(\.rawValue)).description.choiceLabels?.list == "states")
    #expect(ValueKind<Status>.labelledChoice { $0 }.labels?.list == nil)
  }

  @Test(
    "A choice, whatever its case and its dashes",
    arguments: ["not-started", "not_started", "NOT-STARTED", " Not_Started "])
  func choice(text: String) throws {
    #expect(try read(text, as: ValueKind<Status>.choice) == .notStarted)
  }

  @Test("What is not among the choices is refused with the nearest and all of them")
  func notChoice() {
    let fix = "Choose: not-started, in-progress, done"
    #expect(
      throws: Problem(
        .usage, "`don` is not one of the choices.", details: ["Did you mean `done`?"], fix: fix)
    ) { try read("don", as: ValueKind<Status>.choice) }
    #expect(throws: Problem(.usage, "`` is not one of the choices.", fix: fix)) {
      try read("", as: ValueKind<Status>.choice)
    }
  }

  @Test("A file is any name that can be one")
  func file() throws {
    #expect(try read(" my file.csv", as: .file) == " my file.csv")
    for name in ["", "a\0b"] {
      #expect(throws: Problem(.usage, "`\(name)` is not the name of a file.")) {
        try read(name, as: .file)
      }
    }
  }

  @Test("A reference that nobody looked up is a problem, not a crash")
  func reference() {
    let kind = ReferenceKind(letter: "t", singular: "task", plural: "tasks")
    #expect(throws: Problem(.usage, "`3` was not looked up for --value.")) {
      try read("3", as: .reference(kind))
    }
  }

  @Test("Help knows each kind by a word, and what completes it")
  func placeholders() {
    let task = ReferenceKind(letter: "t", singular: "task", plural: "tasks")
    let coach = ReferenceKind(letter: "c", singular: "coach", plural: "coaches")
    #expect(ValueKind.reference(task, coach).placeholder == "TASK|COACH")
    #expect(ValueKind.reference(task, coach).completion == .references([task, coach]))
    #expect(ValueKind<Status>.choice.placeholder == "not-started|in-progress|done")
    #expect(ValueKind<Status>.choice.completion == .words(["not-started", "in-progress", "done"]))
    #expect(ValueKind.file.completion == .file)
    #expect(ValueKind.day.completion == .words(["today", "tomorrow", "yesterday"]))
    #expect(ValueKind.integer(1...2).placeholder == "NUMBER")
  }

  /// Each case: who chooses the words of a value, as it was declared; and whether the words are a
  /// person's own.
  @Test(
    "A kind says whose words a value is, whatever its placeholder and the kinds derived from it",
    arguments: [(.person, true), (.program, false), (.state, false)] as [(WordSource, Bool)])
  func wordSources(source: WordSource, isOwn: Bool) {
    let kind = ValueKind<String>.text(placeholder: "WORD", words: source)
    let kinds: [ValueKind<String>] = [
      kind, kind.requiring("Write a word."), kind.checked { _, _ in }, kind.map { $0 },
      kind.spelled { $0 }, kind.called { $0 }, kind.judged { _, _ in .likely },
    ]
    for kind in kinds {
      #expect(Option("word", kind).description.wordSource == source)
      #expect(Argument("word", kind).description.isOwnWords == isOwn)
    }
    #expect(Option("word", kind.orNothing()).description.isOwnWords == isOwn)
    #expect(ValueKind<String>.text().wordSource == .person)
    #expect(!Flag("word", "A word").description.isOwnWords)
  }

  @Test("The words of a kind that does not say whose they are are a person's")
  func usualWordSource() {
    #expect(ValueKind<String>("NAME") { text, _ in text }.wordSource == .person)
    let fixed = [
      ValueKind<Int>.integer(1...2).wordSource, ValueKind<Double>.number().wordSource,
      ValueKind<CalendarDay>.day.wordSource, ValueKind<Status>.choice.wordSource,
      ValueKind<String>.file.wordSource,
    ]
    #expect(fixed.allSatisfy { $0 == .program })
  }
}
