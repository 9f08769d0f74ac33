import Domain
import ExampleBackend
import FeatureKit
import FeatureTesting
import JSON
import Testing

@testable import Archive

@Suite("Tables as devices, showcases and spreadsheets write them")
struct WideTableTests {
  private func rows(_ text: String, _ line: String) async throws -> [JSONObject] {
    let stage = Stage(file: text)
    let told = try await stage.say(line)
    #expect(told.problems.isEmpty)
    return stage.rows.map(\.values)
  }

  @Test(
    "The family's own measures are known by name and by key, also as headings",
    arguments: [
      ("Date,Type,Value\n2026-01-10,30 M SPRINT,4.2", "4.2"),
      ("Date,Type,Value\n2026-01-10,own:lower:sec:30_m_sprint,4.2", "4.2"),
      ("Date,30 m sprint\n2026-01-10,4.2", "4.2"),
      ("Date,Type,Value\n2026-01-10,30 m sprint,1:05.23", "65.23"),
    ])
  func own(text: String, value: String) async throws {
    let stage = Stage(file: text)
    let own = try MetricType.own("30 m sprint", unit: "s", isLowerBetter: true)
    _ = try await stage.backend.measures.add((own, ExampleFamily.sam))
    _ = try await stage.say("import metrics t.csv")
    #expect(stage.rows.map { $0.values["metric_type"] } == ["own:lower:sec:30_m_sprint"])
    #expect(stage.rows.map { $0.values["value"] } == [.string(value)])
  }

  @Test("A column for each measure is a measurement each; empty cells are none")
  func wide() async throws {
    let stage = Stage(
      file: """
        Date,Player,Exit Velo (mph),60 Time,Fastball Velocity
        2026-01-10,Sam,88.5,7.1,84mph
        2026-01-11,Sam,,n/a,85
        """)
    let done = try await stage.say("import metrics t.csv").done.first
    let headings = { (value: String) in ["recorded_date": "Date", "value": value] }
    #expect(
      stage.rows == [
        .init(
          number: 2,
          values: [
            "recorded_date": "2026-01-10", "metric_type": "exit_velo", "value": "88.5",
            "unit": "mph",
          ], headings: headings("Exit Velo (mph)")),
        .init(
          number: 2,
          values: ["recorded_date": "2026-01-10", "metric_type": "sixty_time", "value": "7.1"],
          headings: headings("60 Time")),
        .init(
          number: 2,
          values: [
            "recorded_date": "2026-01-10", "metric_type": "velocity", "value": "84", "unit": "mph",
          ], headings: headings("Fastball Velocity")),
        .init(
          number: 3,
          values: ["recorded_date": "2026-01-11", "metric_type": "velocity", "value": "85"],
          headings: headings("Fastball Velocity")),
      ])
    #expect(
      done?.details.contains("Left out, because no column of ours has that name: `Player`") == true)
  }

  @Test("A refusal counts lines, and names the column by the heading that the file has")
  func refusals() async throws {
    let stage = Stage(
      file: "Date,Exit Velo (mph),60 Time\n2026-01-10,fast,slow\n\n2026-01-11,88,slow\n")
    let problem = try await stage.say("import metrics t.csv").problems.first
    #expect(problem?.title == "2 lines cannot be imported.")
    #expect(
      problem?.details == [
        "Line 2: Exit Velo (mph): “fast” is not a number.",
        "Line 2: 60 Time: “slow” is not a number.",
        "Line 4: 60 Time: “slow” is not a number.", "Nothing was imported.",
      ])
    let one = Stage(file: "Date,Exit Velo (mph),60 Time\n2026-01-10,fast,slow\n")
    let told = try await one.say("import metrics t.csv").problems.first
    #expect(told?.title == "Line 2 cannot be imported.")
    let empty = Stage(file: "Measure,Result,Day\nvelocity,,2026-01-10\n")
    let line = "import metrics t.csv --map Measure=type"
    #expect(try await empty.say(line).problems.first?.title == "Line 2: “Result” is empty.")
    let constant = Stage(file: "Result,Day\n88,2026-01-10\n")
    let mapped = try await constant.say("import metrics t.csv --map type=nonsense")
    #expect(mapped.problems.first?.title == "Line 2: type: “nonsense” is not a known name.")
  }

  @Test("A table with a type and a value stays one measurement a row, whatever else is in it")
  func long() async throws {
    let found = try await rows(
      "date,type,value,Pop Time\n2026-01-10,velocity,88mph,2.0\n", "import metrics t.csv")
    #expect(
      found == [
        ["recorded_date": "2026-01-10", "metric_type": "velocity", "value": "88", "unit": "mph"]
      ])
  }

  @Test("What every row says is said once, and a column of the file goes before it")
  func constants() async throws {
    let found = try await rows(
      "date,Speed\n2026-01-10,84\n",
      "import metrics t.csv --map Speed=value --map type=velocity")
    #expect(
      found == [["recorded_date": "2026-01-10", "value": "84", "metric_type": "velocity"]])
    let stage = Stage(file: "name\nDuke\n")
    let problem = try await stage.say("import schools t.csv --map Mascot=Brutus").problems.first
    #expect(problem != nil, "neither a column of the file nor one of ours")
  }

  @Test("What the columns are called is kept under a name, for one kind, and used again")
  func saved() async throws {
    let stage = Stage(file: "date,Speed\n2026-01-10,84\n")
    let mapping = "--map Speed=value --map type=velocity"
    _ = try await stage.say("import metrics t.csv --dry-run \(mapping) --as 'Radar Gun'")
    let early = try await stage.say("import metrics t.csv --as 'radar gun'").problems.first
    #expect(early?.title == "Nothing is kept under `radar gun` for metrics.")
    let kept = try await stage.say("import metrics t.csv \(mapping) --as 'Radar Gun'").done.first
    #expect(
      kept?.details.contains("The columns are kept:  import metrics FILE --as \"Radar Gun\"")
        == true)
    let before = stage.rows.count
    #expect(try await stage.say("import metrics t.csv --as 'radar gun'").problems.isEmpty)
    #expect(stage.rows.last?.values["metric_type"] == "velocity")
    #expect(stage.rows.count == before + 1)
    #expect(try await stage.say("import schools t.csv --as 'radar gun'").problems.count == 1)
  }

  @Test(
    "Semicolons and tabs do for commas, and say how numbers are written",
    arguments: [("name;city\nDuke;Durham\n", true), ("name\tcity\nDuke\tDurham\n", false)])
  func separators(text: String, hasDecimalCommas: Bool) async throws {
    let stage = Stage(file: text, portion: 5)
    _ = try await stage.say("import schools t.csv")
    #expect(stage.rows.map(\.values) == [["name": "Duke", "city": "Durham"]])
    #expect(stage.notes.hasDecimalCommas == hasDecimalCommas)
  }

  @Test("--update is passed on, and what was changed is told beside what was added")
  func updates() async throws {
    var report = ImportReport(added: [.school(31, "Ohio State")], duplicates: [])
    report.updated = [.school(3, "Duke")]
    report.updatedCount = 1
    report.doubts = [
      ImportReport.LineDoubt(line: 4, Doubt("855 is unusually high.", suggestion: "85.5"))
    ]
    report.doubtCount = 1
    let stage = Stage(file: "name\nOhio State\nDuke\n", swap: { $0.onlyRead(rows: report) })
    let told = try await stage.say("import schools t.csv --update")
    #expect(stage.notes.updates)
    #expect(told.done.first?.sentence == "Imported 1 school.")
    #expect(
      told.done.first?.details == [
        "s31 Ohio State", "1 school was updated:", "  s3 Duke", "Look at this line again:",
        "  line 4: 855 is unusually high. Did you mean `85.5`?", "undo takes it back",
      ])
    #expect(told.opened.contains("/schools"), "the list is shown")
    let everything = try await stage.say("import everything t.csv --update").problems.first
    #expect(everything == .nothingToUpdate)
  }
}
