import CivilTime
import Domain
import ExampleBackend
import FeatureKit
import FeatureTesting
import JSON
import Reports
import Testing

@Suite("Files of a report")
struct ExportTests {
  @Test("User can export report to CSV")
  func export() async throws {
    let prompt = Prompt()
    let page = try await prompt.show("reports generate last-7-days")
    let link = try #require(page.link("Export CSV"))
    #expect(link.spoken == "Export report to CSV file")
    let (artifact, text) = try await prompt.file(link.command)
    #expect(artifact.name == "recruiting-report-2026-02-10.csv")
    #expect(artifact.mediaType == "text/csv")
    #expect(text.contains("\"Date Range: 2026-02-03 to 2026-02-10\""))
    #expect(
      prompt.stage.backend.hook.count(of: "reports.aggregate") == 1,
      "what was looked at is what is exported")
  }

  @Test("CSV file contains correct data")
  func contents() async throws {
    #expect(
      try await Prompt().file("reports csv last-30-days").text == """
        "Recruiting Report"
        "Report Date: 2026-02-10T12:00:00.000Z"
        "Date Range: 2026-01-11 to 2026-02-10"

        "Schools Summary"
        "Total Schools",5
        ,,By Status
        ,"Contacted",2
        ,"Interested",1
        ,"Offer received",1
        ,"Researching",1
        ,,By Division
        ,"D1",2
        ,"D2",1
        ,"D3",1
        ,"No division",1

        "Coaches Summary"
        "Total Coaches",3
        "Average Response Rate",66.67
        "Reply Rate","--"

        "Interactions Summary"
        "Total Interactions",5
        ,,By Type
        ,"Email",3
        ,"Phone call",1
        ,"Text",1
        ,,By Sentiment
        ,"Neutral",3
        ,"Positive",1
        ,"Very positive",1

        "Performance Metrics Summary"
        "Total Metrics",2
        ,,Metric,Average,Max,Min
        ,"","60-Yard Dash",6.90,6.9,6.9
        ,"","Fastball Velocity",85.50,85.5,85.5
        """)
  }

  @Test("CSV export completes in <1 second")
  func once() async throws {
    let prompt = Prompt { $0.recruit(1000) }
    let text = try await prompt.file("reports csv last-30-days").text
    #expect(text.contains("\"Total Interactions\",733"))
    #expect(text.utf8.count < 2000, "it grows with what is shown, not with what is stored")
    #expect(prompt.stage.backend.hook.count(of: "reports.aggregate") == 1)
  }

  @Test("Share sheet presents with CSV file")
  func sharing() async throws {
    let prompt = Prompt()
    let csv = try #require(
      prompt.stage.feature.commands.first { $0.description.verb == "csv" }?.description)
    #expect(csv.mode == .makesFile, "--out, --stdout and --open come with that")
    let told = try await prompt.enter("reports csv last-30-days")
    #expect(told.artifacts.map(\.name) == ["recruiting-report-2026-02-10.csv"])
    #expect(told.artifacts.allSatisfy { $0.path == nil }, "where it goes is for who exports")
  }

  @Test("Export without a report says what is missing, and a range named with it generates first")
  func without() async throws {
    for form in ["csv", "pdf"] {
      let prompt = Prompt()
      let told = try await prompt.enter("reports \(form)")
      #expect(told.problems.map(\.title) == ["Generate a report first before exporting"])
      #expect(told.problems.map(\.exitCode) == [.usage])
      #expect(told.problems.first?.fix == "Name a range:  reports \(form) last-30-days")
      #expect(told.count == 1)
      #expect(try await prompt.enter("reports \(form) last-30-days").artifacts.count == 1)
      #expect(try await prompt.enter("reports \(form)").artifacts.count == 1, "now there is one")
      #expect(try await prompt.show("reports").section("Report Summary") != nil)
    }
  }

  @Test("A range without data makes no file")
  func empty() async throws {
    let told = try await Prompt(MadeUpFamily.empty).enter("reports csv last-7-days")
    #expect(told.artifacts.isEmpty)
    #expect(told.problems.map(\.title) == ["No data found for selected date range"])
    #expect(told.problems.map(\.exitCode) == [.notFound])
    #expect(
      told.problems.map(\.fix) == ["Try a different range:  reports"],
      "it leads to no file that may be empty too")
  }

  @Test(
    "Before a report is generated, files are offered of a range with data and of no other",
    arguments: [
      ("reports", true), ("reports last-7-days", true),
      ("reports show --from 2026-02-10 --to 2026-02-09", false),
      ("reports show --to 2026-02-10", false),
    ])
  func offered(line: String, isOffered: Bool) async throws {
    let page = try await Prompt().show(line)
    #expect((page.link("CSV of these days") != nil) == isOffered)
    #expect((page.link("PDF of these days") != nil) == isOffered)
    #expect(!page.paragraphs.contains("No data found for selected date range"))
  }

  @Test("A family without data is offered no files, and one measurement in the range is data")
  func offeredOfLittle() async throws {
    let none = try await Prompt(MadeUpFamily.empty).show("reports")
    #expect(
      none.section("Export Options")?.paragraphs.last == "No data found for selected date range")
    #expect(!none.everyLink.contains { $0.command.hasPrefix("reports csv") })
    #expect(!none.everyLink.contains { $0.command.hasPrefix("reports pdf") })
    #expect(none.problem == nil, "empty is success")
    let prompt = Prompt { rows in
      rows.removeSchools()
      rows.removeMetrics()
      rows.add(
        PerformanceMetric(
          id: .numbered(901), athleteID: ExampleFamily.sam, familyID: ExampleFamily.samsFamily,
          recordedDate: CalendarDay("2026-02-03") ?? .first, type: .velocity, value: 80))
    }
    for (line, isOffered) in [("last-7-days", true), ("2026-02-04..2026-02-10", false)] {
      let page = try await prompt.show("reports show \(line)")
      #expect((page.link("CSV of these days") != nil) == isOffered, "\(line)")
    }
    #expect(prompt.stage.backend.hook.count(of: "reports.aggregate") == 0)
  }

  @Test("Files are offered when nobody could find out whether there is data")
  func offeredUnknown() async throws {
    let prompt = Prompt(MadeUpFamily.empty)
    prompt.stage.backend.hook.fail("reports.hasData", .serverError)
    #expect(try await prompt.show("reports").link("CSV of these days") != nil)
  }

  @Test("CSV with special characters exports correctly", arguments: HostileText.samples)
  func special(text: String) async throws {
    let prompt = Prompt { $0.plant(text) }
    let csv = try await prompt.file("reports csv last-30-days").text
    // The test reads the file with a CSV reader of its own, in which quotes are syntax and
    // everything else is text.
    let cells = try cells(of: csv).filter { $0.count >= 2 && $0[0].isEmpty }
    let kept = cells.compactMap { row in row.first { CSVCell.restored($0) == text } }
    #expect(kept.count >= (text.isEmpty ? 1 : 4), "status, type, sentiment and metric")
    for line in csv.utf8.split(separator: 10) {
      let rest = line.drop { $0 == UInt8(ascii: ",") }.dropFirst().first
      #expect(![61, 43, 45, 64].contains(rest) || !String(Substring(line)).hasPrefix("\""))
    }
  }

  @Test(
    "Formulas are kept from running",
    arguments: ["=1+1", "+1", "-1", "@cmd", "\t=1", "\r=1"])
  func formulas(text: String) async throws {
    let csv = try await Prompt { $0.plant(text) }.file("reports csv last-30-days").text
    #expect(csv.contains(",\"'\(text)\","))
    #expect(!csv.contains("\"\(text)\""))
  }

  @Test("The PDF has the cards, each breakdown as a chart, and the metrics")
  func pdf() async throws {
    let (artifact, text) = try await Prompt().file("reports pdf last-30-days")
    #expect(artifact.name == "recruiting-report-2026-02-10.pdf")
    #expect(artifact.mediaType == "application/pdf")
    let page = try #require(try JSONValue.parse(text)["page"])
    #expect(page["title"]?.string == "Recruiting Report")
    #expect(page["subtitle"]?.string == "Sam Lee")
    let blocks = try #require(page["blocks"]?.array)
    #expect(
      blocks[0]["facts"]?.array?.compactMap { $0["value"]?.string }
        == ["Jan 11, 2026 - Feb 10, 2026 (UTC)", "Feb 10, 2026 (UTC)"])
    #expect(
      blocks[1]["stats"]?.array?.compactMap { $0["value"]?.string }
        == ["5", "3", "5", "2", "66.67%", "--"])
    let inner = blocks.flatMap { $0["blocks"]?.array ?? [] }
    #expect(
      inner.filter { $0["type"]?.string == "chart" }.compactMap { $0["title"]?.string } == [
        "Schools by Status", "Schools by Division", "Interactions by Type",
        "Interactions by Sentiment", "Metrics by Type",
      ])
    #expect(inner.last?["rows"]?.array?.count == 2)
  }

  @Test("A chart begins with the sentence that says it")
  func sentences() async throws {
    let text = try await Prompt().file("reports pdf last-30-days").text
    #expect(text.contains("Contacted leads with 2 of 5."))
    #expect(text.contains("Email leads with 3 of 5."))
    #expect(text.contains("60-Yard Dash and Fastball Velocity lead with 1 each of 2."))
    let ties = try await Prompt().file("reports pdf last-7-days").text
    #expect(ties.contains("Positive and Very positive lead with 1 each of 2."))
    let one = try await Prompt().file("reports pdf 2026-02-09").text
    #expect(one.contains("The only one is Email."))
  }

  @Test("Handle export failure (show alert with retry)")
  func failure() async throws {
    let full = Problem(.failed, "There is no space left.", fix: "Free some space.")
    let prompt = Prompt(Stage(printing: PagePrinting { _ throws(Problem) in throw full }))
    let csv = try #require(try await prompt.enter("reports csv last-7-days").artifacts.first)
    do {
      try await csv.write(ArtifactSink { _ throws(Problem) in throw Problem(.failed, "Gone.") })
      Issue.record("nothing failed")
    } catch {
      #expect(error.title == "Failed to export CSV. Please try again.")
      #expect(error.details == ["Gone."])
      #expect(error.fix == "Try again:  reports csv")
    }
    let pdf = try #require(try await prompt.enter("reports pdf").artifacts.first)
    do {
      _ = try await pdf.collected()
      Issue.record("nothing failed")
    } catch {
      #expect(error.title == "Failed to export PDF. Please try again.")
      #expect(error.details == ["There is no space left."])
      #expect(error.fix == "Free some space.", "what the one who draws says to do")
    }
    do {
      try await csv.write(ArtifactSink { _ throws(Problem) in throw Problem(.interrupted) })
    } catch {
      #expect(error == Problem(.interrupted), "who closes the pipe is told nothing new")
    }
    #expect(try await prompt.enter("reports csv").artifacts.count == 1, "the report is still there")
  }

  /// Returns the rows of a CSV table, read by the rules of RFC 4180.
  private func cells(of text: String) throws -> [[String]] {
    var rows: [[String]] = [[]]
    var cell: [UInt8] = []
    var isQuoted = false
    var bytes = Array(text.utf8)[...]
    while let byte = bytes.popFirst() {
      switch byte {
      case UInt8(ascii: "\"") where isQuoted && bytes.first == byte:
        cell.append(byte)
        bytes.removeFirst()
      case UInt8(ascii: "\""): isQuoted.toggle()
      case UInt8(ascii: ",") where !isQuoted:
        rows[rows.count - 1].append(String(decoding: cell, as: UTF8.self))
        cell = []
      case UInt8(ascii: "\n") where !isQuoted:
        rows[rows.count - 1].append(String(decoding: cell, as: UTF8.self))
        cell = []
        rows.append([])
      default: cell.append(byte)
      }
    }
    rows[rows.count - 1].append(String(decoding: cell, as: UTF8.self))
    #expect(!isQuoted)
    return rows
  }
}

extension MadeUpFamily {
  /// Adds a row of each kind of record that a report counts. In columns that expect a word, such as
  /// a status, the rows have this text.
  ///
  /// Another program that writes the file can store any text there.
  mutating func plant(_ text: String) {
    var school = ExampleFamily.schools[0]
    school.status = .unknown(text)
    school.division = .unknown(text)
    add(school)
    var contact = ExampleFamily.interactions[0]
    contact.type = .unknown(text)
    contact.sentiment = .unknown(text)
    add(contact)
    var metric = ExampleFamily.metrics[8]
    metric.type = .unknown(text)
    add(metric)
  }
}
