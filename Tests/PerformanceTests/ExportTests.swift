import CivilTime
import Domain
import ExampleBackend
import FeatureKit
import FeatureTesting
import JSON
import Performance
import Testing

@Suite("Files of all measurements")
struct ExportTests {
  @Test("Export functionality works (CSV/PDF generation)")
  func export() async throws {
    let (csv, table) = try await Prompt().file("performance export csv")
    #expect(csv.name == "performance-metrics-2026-02-10.csv")
    #expect(csv.mediaType == "text/csv")
    #expect(
      table == """
        "Date","Metric Type","Value","Unit","Verified","Notes"
        "08/03/2025","Fastball Velocity","81","mph","No",""
        "09/14/2025","Fastball Velocity","82","mph","No",""
        "09/14/2025","60-Yard Dash","7.2","sec","No",""
        "10/26/2025","Fastball Velocity","82.5","mph","No",""
        "11/02/2025","60-Yard Dash","7.1","sec","No",""
        "11/30/2025","Batting Average","0.345","","No",""
        "12/07/2025","Fastball Velocity","84","mph","No",""
        "01/17/2026","60-Yard Dash","6.9","sec","Yes","Laser timed"
        "01/17/2026","Fastball Velocity","85.5","mph","Yes","Laser timed"
        """)
    let (pdf, report) = try await Prompt().file("performance export pdf")
    #expect(pdf.name == "performance-metrics-2026-02-10.pdf")
    #expect(pdf.mediaType == "application/pdf")
    #expect(report.contains("Performance Metrics Report"))
  }

  @Test(
    "Only what was asked for leaves, and the file's name says its type",
    arguments: [
      ("--verified", 2, "metrics"), ("--type sixty-time", 3, "sixty-time"),
      ("--from 2025-12-01 --to 2025-12-31", 1, "metrics"),
      ("--event e1 --type velocity", 1, "velocity"),
    ])
  func narrowed(options: String, count: Int, kind: String) async throws {
    let (csv, text) = try await Prompt().file("performance export csv \(options)")
    #expect(text.split(separator: "\n").count == count + 1)
    #expect(csv.name == "performance-\(kind)-2026-02-10.csv")
  }

  @Test("Nothing selected is an empty file")
  func nothing() async throws {
    #expect(try await Prompt().file("performance export csv --type era").text == "")
    #expect(try await Prompt(MadeUpFamily.withoutMetrics).file("performance export csv").text == "")
  }

  @Test("Thousands are written portion by portion, each once and in order")
  func portions() async throws {
    let prompt = Prompt {
      $0.removeMetrics()
      $0.measure(.other, (0..<2_200).map(Double.init))
    }
    let text = try await prompt.file("performance export csv").text
    #expect(Self.values(of: text) == (0..<2_200).map { "\"\($0)\"" })
    #expect(prompt.stage.backend.hook.count(of: "metricSummaries.oldest") == 3)
  }

  @Test("A day with more than a portion holds is written whole", arguments: [999, 1_000, 2_400])
  func longDay(count: Int) async throws {
    let prompt = Prompt {
      $0.removeMetrics()
      $0.measure(.other, [0, 1])
      $0.measure(.era, (2..<count + 2).map(Double.init), onOneDay: true)
    }
    let values = Self.values(of: try await prompt.file("performance export csv").text)
    #expect(values.count == count + 2)
    #expect(Set(values).count == count + 2)
  }

  private static func values(of csv: String) -> [Substring] {
    csv.split(separator: "\n").dropFirst().map { $0.split(separator: ",")[2] }
  }

  @Test(
    "A cell that a spreadsheet would run is kept from it, and quotes are doubled",
    arguments: [
      ("=1+1", "\"'=1+1\""), ("say \"go\"", "\"say \"\"go\"\"\""), ("a,b", "\"a,b\""),
      ("@cmd", "\"'@cmd\""),
    ])
  func formulas(notes: String, cell: String) async throws {
    let prompt = Prompt {
      $0.removeMetrics()
      $0.measure(.other, [1], notes: notes)
    }
    #expect(try await prompt.file("performance export csv").text.hasSuffix(",\"No\",\(cell)"))
  }

  @Test("The report has its period, total, averages, highest, lowest and every row")
  func report() async throws {
    let text = try await Prompt().file("performance export pdf").text
    let page = try #require(try JSONValue.parse(text)["page"])
    #expect(page["title"]?.string == "Performance Metrics Report")
    #expect(page["subtitle"]?.string == "Sam Lee")
    let blocks = try #require(page["blocks"]?.array)
    #expect(
      blocks[0]["facts"]?.array?.compactMap { $0["value"]?.string } == [
        "Aug 3, 2025 to Jan 17, 2026", "9 measurements",
      ])
    let rows = blocks[1]["rows"]?.array?.map { $0.array?.compactMap(\.string) ?? [] }
    #expect(
      rows == [
        ["Fastball Velocity", "5", "83.0", "85.50", "81.00"],
        ["60-Yard Dash", "3", "7.1", "7.20", "6.90"],
        ["Batting Average", "1", ".345", ".345", ".345"],
      ])
    #expect(blocks.last?["rows"]?.array?.count == 9)
    #expect(
      blocks.last?["rows"]?.array?.first?.array?.compactMap(\.string)
        == ["Jan 17, 2026", "Fastball Velocity", "85.50 mph", "Yes", "Laser timed"])
  }

  @Test("Only a report of what is verified says so, and never of everything")
  func verified() async throws {
    let all = try await Prompt().file("performance export pdf").text
    #expect(!all.lowercased().contains("only those marked as verified"))
    let some = try await Prompt().file("performance export pdf --verified --from 2026-01-01").text
    #expect(some.contains("2 measurements, only those marked as verified"))
    #expect(some.contains("Jan 1, 2026 to Jan 17, 2026"))
  }
}
