import CivilTime
import FeatureKit
import FeatureTesting
import Palette
import Testing

@testable import WebRendering

// What a form says of a wrong field.
extension ServedTests {
  @Test("A fault stands at its field, and the summary leads to it")
  func faults() throws {
    let content = try #require(Self.contents.first { $0.0 == "faults" }?.1)
    let html = ServedPages.page(content).html
    let reader = HTMLReader(html)
    #expect(reader["title"].count == 1 && html.contains("<title>Error: Log a contact"))
    #expect(html.contains("There are 3 things to mend"))
    #expect(reader["a"].contains { $0.attributes["href"] == "#f-on" })
    let day = try #require(reader["input"].first { $0.attributes["id"] == "f-on" })
    #expect(day.attributes["value"] == "32 May")
    #expect(day.attributes["aria-invalid"] == "true")
    #expect(day.attributes["aria-describedby"] == "f-on-hint f-on-fault")
    // Usage lines are for people who type commands, and backquotes around typed text are for
    // terminals. A web page shows neither.
    let said = "There is no day “32 May”. Examples: today, fri"
    #expect(html.ranges(of: said).count == 2)
    #expect(html.ranges(of: "Write it here.").count == 2 && !html.contains("Usage"))
  }

  @Test("A box for all of a group says so to the script, and several details of a fault are a list")
  func wholeGroup() {
    let steps = RepeatedArgument(
      "steps", ValueKind<String>("STEPS", completion: .named("steps")) { text, _ in text },
      ask: "Which?"
    ).description
    let command = CommandDescription(
      noun: "rooms", verb: "tick", summary: "Tick steps.", mode: .writes, parameters: [steps])
    let form = ServedForm(
      command,
      fields: [
        ServedForm.Field(
          steps, values: ["r1"],
          choices: [
            .init("all 9", "All of 9", group: "Nine", isWholeGroup: true),
            .init("r1", "Sweep", group: "Nine"),
          ])
      ],
      problems: [
        Problem(
          .locked, "Sweep waits.", details: ["First: Dust", "First: Air"], fix: "Choose both.")
      ], action: "/command")
    let html = ServedPages.page(.form(form)).html
    let boxes = HTMLReader(html)["input"].filter { $0.attributes["type"] == "checkbox" }
    #expect(boxes.map { $0.attributes["value"] } == ["all 9", "r1"])
    #expect(boxes.map { $0.attributes["data-whole"] } == ["", nil])
    #expect(html.contains("<li>First: Dust</li>") && html.contains("Choose both."))
  }

  @Test("A problem with some boxes of a group leads to them and marks no others")
  func faultyBoxes() {
    let steps = RepeatedArgument(
      "steps", ValueKind<String>("STEPS", completion: .named("steps")) { text, _ in text },
      ask: "Which?"
    ).description
    let command = CommandDescription(
      noun: "rooms", verb: "tick", summary: "Tick steps.", mode: .writes, parameters: [steps])
    let problem = Problem(
      .locked, "Sweep waits.", details: ["First: Dust", "First: Air", "Nothing was ticked."]
    ).about(["steps"], choices: ["r2", "r9"])
    let form = ServedForm(
      command,
      fields: [
        ServedForm.Field(
          steps, values: ["r1"], problem: problem,
          choices: [.init("r1", "Sweep"), .init("r2", "Dust"), .init("r3", "Mop")])
      ], problems: [], action: "/command")
    let html = ServedPages.page(.form(form)).html
    // No box has the choice r9, so nothing leads to it.
    #expect(html.contains("<li><a href=\"#f-steps-1\">First: Dust</a></li>"))
    #expect(html.ranges(of: "href=\"#f-steps-").count == 1)
    let boxes = HTMLReader(html)["input"].filter { $0.attributes["type"] == "checkbox" }
    #expect(boxes.map { $0.attributes["aria-invalid"] } == [nil, "true", nil])
    #expect(boxes.map { $0.attributes["id"] } == ["f-steps-0", "f-steps-1", "f-steps-2"])
  }

  @Test("An empty field says what to write; a request of its own says it")
  func emptyFields() {
    func said(
      _ parameter: ParameterDescription, by problem: Problem = .leftEmpty,
      choices: [Form.Field.Choice] = []
    ) -> String {
      ServedForm.Field(parameter, values: [""], choices: choices).said(of: problem).lineOfLink
    }
    let measure = Argument("metric", ServedPages.choice, ask: "Please select a metric type")
    let day = Argument("on", .day, ask: "On which day?")
    let named = Argument(
      "who", ValueKind<String>("WHO", completion: .named("profiles")) { text, _ in text })
    let days = "Write a day, such as today, Friday, 30 days ago, Feb 10 or 2026-02-10."
    let cases: [(String, String)] = [
      (said(Argument("type", ServedPages.choice).description), "Choose one."),
      (said(named.description), "Write it here."),
      (said(named.description, choices: [.init("p1", "Sam")]), "Choose one."),
      (said(Argument("with", .reference(ServedPages.coach)).description), "Write a name."),
      (said(day.description), days),
      (said(day.labelled("Date").description), "On which day? " + days),
      (said(measure.labelled("Metric").description), "Please select a metric type"),
      (said(Argument("weight", .number()).description), "Write a number."),
      (said(Argument("file", .file).description), "Choose a file."),
      (said(Argument("name", .text()).description), "Write it here."),
      (
        said(Argument("name", .text(), "Where", ask: "Its name").labelled("Its name").description),
        "Write it here."
      ),
      (said(Option("name", .text()).description), "This cannot be left empty. Write it here."),
      (
        said(Flag("agrees").description, by: Problem(.usage, "A parent has to agree.")),
        "A parent has to agree. Tick the box."
      ),
      (
        said(
          Flag("agrees").answered(no: "No", yes: "Yes").description,
          by: Problem(.usage, "A parent has to agree.")),
        "A parent has to agree. Choose one."
      ),
      (
        said(
          Option("value", ValueKind<Double>.number().requiring("Please enter a value")).description),
        "Please enter a value"
      ),
    ]
    for (words, expected) in cases { #expect(words == expected) }
    var table = ServedForm.Field(Argument("file", .file).description, values: [""])
    table.pasted = ""
    #expect(
      table.said(of: .leftEmpty).lineOfLink == "Paste names or cells, or choose a file.")
    // A form never shows a secret again, so an empty value does not mean that none was typed.
    let secret = Secret("passphrase", "Passphrase", ask: "Your passphrase").description
    #expect(said(secret) == "Write it here.")
    let wrong = Problem(.usage, "The two are not the same.", fix: "Type it twice once more.")
    #expect(said(secret, by: wrong) == "The two are not the same. Type it twice once more.")
  }

  @Test("A text field shows the labels of the words that it offers, and so does its fault")
  func labelsOfOfferedWords() throws {
    let kind = ValueKind<String>("RANGE", completion: .words(["last-week", "year"])) { text, _ in
      text
    }.offering { ["last-week": "Last week", "year": "This year"][$0] }
    let parameter = Option("range", kind).repeated.description
    let command = CommandDescription(
      noun: "x", summary: "Show.", mode: .writes, parameters: [parameter])
    var field = ServedForm.Field(parameter, values: ["last-week", "2026-01"])
    let form = ServedForm(command, fields: [field], action: "/command")
    let reader = HTMLReader(ServedPages.page(.form(form)).html)
    let input = try #require(reader["input"].first { $0.attributes["name"] == "range" })
    #expect(input.attributes["value"] == "Last week, 2026-01")
    let offered = reader["option"].compactMap { $0.attributes["value"] }
    #expect(offered.contains("Last week") && offered.contains("This year"))
    field.values = ["soon"]
    let problem = Problem(
      .usage, "`soon` is no range.", details: [Problem.meaning("year")],
      fix: "Use last-week, year, or a month like 2026-01.")
    #expect(
      field.said(of: problem).sentences == [
        "“soon” is no range.", "Did you mean “This year”?",
        "Use Last week, This year, or a month like 2026-01.",
      ])
  }

  @Test("A fault lists the labels of the choices, and leaves a command out of its link")
  func labelsInFaults() {
    let choices = ["dm", "in-person-visit"]
    let kind = ValueKind<String>("dm|in-person-visit", completion: .words(choices)) {
      text, _ in text
    }.called { $0 == "dm" ? "Direct message" : nil }
    func said(_ parameter: ParameterDescription, _ problem: Problem) -> Problem {
      ServedForm.Field(parameter, values: ["pigeon"]).said(of: problem)
    }
    for parameter in [
      Option("type", kind).description, Option("type", kind.orNothing()).description,
    ] {
      var problem = Problem.noChoice("pigeon", among: choices)
      problem.details = [Problem.meaning("in-person-visit")]
      let words = said(parameter, problem)
      #expect(words.fix == "Choose: Direct message, In person visit")
      #expect(words.details == ["Did you mean “In person visit”?"])
    }
    let text = Option("name", .text()).description
    let days = Problem(.usage, "It ends before it starts", details: ["Why?"], fix: "Change it")
    #expect(
      said(text, days).sentences == ["It ends before it starts.", "Why?", "Change it"])
    #expect(said(text, days).lineOfLink == "It ends before it starts. Change it")
    let command = Problem(.usage, "No.", fix: "See which there are:  measures")
    #expect(said(text, command).lineOfLink == "No.")
    #expect(said(text, Problem(.usage, "No.", fix: "Give one.")).lineOfLink == "No. Give one.")
  }
}
