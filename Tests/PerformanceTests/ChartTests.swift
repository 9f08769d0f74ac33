import CivilTime
import Domain
import ExampleBackend
import FeatureKit
import FeatureTesting
import Performance
import Testing

@Suite("Charts")
struct ChartTests {
  @Test("Charts display correctly for each metric type", arguments: MetricType.allCases)
  func each(type: MetricType) async throws {
    let word = type.rawValue.replacing("_", with: "-")
    let page = try await Prompt {
      $0.removeMetrics()
      $0.measure(type, [3, 1, 2])
    }.show("performance chart \(word)")
    let chart = try #require(page.charts.first)
    #expect(page.title == "Performance Trends")
    #expect(page.context == type.words)
    #expect(chart.title == type.words)
    #expect(chart.values == [3, 1, 2])
    #expect(chart.table.rows.count == 3)
    #expect(chart.spoken == "Performance chart for \(type.words), showing 3 data points")
    let best = MetricText.number(type.isLowerBetter ? 1 : 3, type: .known(type))
    #expect(chart.sentence.contains("Best \(best) on"))
  }

  @Test("The sentence says the course, how many, when, the trend and the best")
  func sentence() async throws {
    let chart = try #require(try await Prompt().show("metrics chart velocity").charts.first)
    #expect(
      chart.sentence
        == "Fastball Velocity rose from 81.00 to 85.50 mph over 5 measurements "
        + "(Aug 3, 2025 to Jan 17, 2026). Trend: improving. Best 85.50 mph on Jan 17, 2026.")
    let sixty = try #require(try await Prompt().show("metrics chart sixty_time").charts.first)
    #expect(
      sixty.sentence
        == "60-Yard Dash fell from 7.20 to 6.90 sec over 3 measurements "
        + "(Sep 14, 2025 to Jan 17, 2026). Trend: too few to tell. Best 6.90 sec on Jan 17, 2026.")
    let level = try #require(
      try await Prompt {
        $0.removeMetrics()
        $0.measure(.era, [2, 3, 2])
      }.show("metrics chart era").charts.first)
    #expect(
      level.sentence
        == "ERA began and ended at 2.00 over 3 measurements (Feb 7, 2026 to Feb 9, 2026). "
        + "Trend: too few to tell. Best 2.00 on Feb 7, 2026.")
  }

  @Test("Along a chart of batting averages stand batting averages")
  func thousandths() async throws {
    let prompt = Prompt {
      $0.removeMetrics()
      $0.measure(.battingAvg, [0.312, 0.328])
    }
    let average = try #require(try await prompt.show("metrics chart batting-avg").charts.first)
    #expect(average.isInThousandths)
    let speed = try #require(try await Prompt().show("metrics chart velocity").charts.first)
    #expect(!speed.isInThousandths)
  }

  @Test("Along a chart of times of a minute and more stand minutes")
  func clock() async throws {
    let run = try #require(MetricType(rawValue: "run_800"))
    let prompt = Prompt {
      $0.removeMetrics()
      $0.measure(run, [112.3, 110.5])
    }
    let long = try #require(try await prompt.show("metrics chart run-800").charts.first)
    #expect(long.isOnClock)
    let short = try #require(try await Prompt().show("metrics chart sixty-time").charts.first)
    #expect(!short.isOnClock)
  }

  @Test("The table says the same numbers, with their days and their unit")
  func table() async throws {
    let page = try await Prompt().show("metrics chart sixty-time --table")
    #expect(page.charts.isEmpty)
    let table = try #require(page.tables.first)
    #expect(table.columns.map(\.title) == ["Date", "Value (sec)"])
    #expect(
      table.rows == [
        ["Sep 14, 2025", "7.20"], ["Nov 2, 2025", "7.10"], ["Jan 17, 2026", "6.90"],
      ])
    #expect(page.paragraphs.first?.hasPrefix("60-Yard Dash fell from 7.20 to 6.90 sec") == true)
  }

  @Test(
    "Fewer than two records make no chart, and the page says what is needed",
    arguments: [
      "performance chart batting-avg", "performance chart velocity --from 2026-01-01",
      "performance chart batting-avg --table",
    ])
  func notEnough(line: String) async throws {
    let page = try await Prompt().show(line)
    #expect(page.charts.isEmpty && page.tables.isEmpty)
    #expect(
      page.messages.map(\.text) == [
        "Not enough data to display chart (need at least 2 records)"
      ])
    #expect(page.problem == nil)
  }

  @Test("Metric type with no data doesn't break chart filter")
  func noData() async throws {
    let page = try await Prompt().show("performance chart era")
    #expect(page.context == "ERA")
    #expect(
      page.messages.map(\.text) == [
        "Not enough data to display chart (need at least 2 records)"
      ])
    #expect(
      page.links.map(\.command).suffix(4) == [
        "performance chart velocity", "performance chart sixty-time",
        "performance chart batting-avg", "performance",
      ])
    let filtered = try await Prompt().show("performance --type era")
    #expect(filtered.empty?.text == "No metrics match.")
  }

  @Test("Without a type the chart is of what has most to say, and not of what was measured last")
  func defaultType() async throws {
    let prompt = Prompt()
    try await prompt.enter("metrics log era 2.5")
    try await prompt.enter("metrics log era 2.4 --on yesterday")
    #expect(try await prompt.show("performance chart").context == "Fastball Velocity")
    #expect(try await prompt.show("performance").charts.first?.title == "Fastball Velocity")
    try await prompt.enter("metrics goal era 2")
    #expect(try await prompt.show("performance chart").context == "ERA", "an open goal")
    try await prompt.enter("metrics log era 1.9")
    #expect(
      try await prompt.show("performance chart").context == "Fastball Velocity", "it is reached")
  }

  @Test("A type this version does not know is listed, and no chart breaks over it")
  func unknownType() async throws {
    let prompt = Prompt { rows in
      var metric = ExampleFamily.metrics[0]
      metric.type = .unknown("arm_slot")
      metric.recordedDate = CalendarDay("2026-02-01") ?? .first
      rows.add(metric)
    }
    let page = try await prompt.show("performance")
    #expect(page.rows.first { $0.handle == "m1" }?.title == "Arm slot")
    #expect(page.charts.first?.title == "Fastball Velocity")
    #expect(page.cards.last?.link == nil)
    let only = try await prompt.show("performance timeline")
    #expect(only.paragraphs.contains("81.00 mph on Feb 1, 2026, the only measurement"))
  }

  @Test("Chart rendering is smooth with 50+ data points")
  func thinned() async throws {
    let values = (0..<500).map { Double($0 % 37) } + [99, -5, 3]
    let page = try await Prompt {
      $0.removeMetrics()
      $0.measure(.other, values)
    }.show("performance chart other")
    let chart = try #require(page.charts.first)
    #expect(chart.values.count == 50)
    #expect(chart.values.max() == 99 && chart.values.min() == -5)
    #expect(chart.values.first == 0 && chart.values.last == 3)
    #expect(chart.table.rows.count == 50)
    #expect(chart.table.caption == "50 of 503 measurements, the extremes among them")
    #expect(chart.sentence.contains("over 503 measurements"))
    let fifty = try await Prompt {
      $0.removeMetrics()
      $0.measure(.other, (0..<50).map(Double.init))
    }.show("performance chart other")
    #expect(fifty.charts.first?.values.count == 50)
    #expect(fifty.charts.first?.table.caption == nil)
  }

  @Test("The timeline draws every type on one axis of days")
  func timeline() async throws {
    let page = try await Prompt().show("performance timeline")
    #expect(page.title == "Timeline & Analytics")
    #expect(page.context == "Aug 3, 2025 to Jan 17, 2026")
    #expect(page.links.first?.command == "performance")
    #expect(page.charts.map(\.title) == ["Fastball Velocity", "60-Yard Dash"])
    let span = CalendarDay("2025-08-03")!...CalendarDay("2026-01-17")!
    #expect(page.charts.map(\.days) == [span, span])
    #expect(page.paragraphs == [".345 on Nov 30, 2025, the only measurement"])
    let table = try await Prompt().show("performance timeline --table --from 2025-11-01")
    #expect(table.charts.isEmpty)
    #expect(table.tables.count == 2)
  }

  @Test(
    "A chart can be drawn into a file of each kind",
    arguments: [
      ("a/velo.svg", "image/svg+xml", "velo.svg"), ("velo.png", "image/png", "velo.png"),
      ("VELO.PDF", "application/pdf", "VELO.PDF"),
    ])
  func drawn(path: String, mediaType: String, name: String) async throws {
    let prompt = Prompt()
    let (artifact, text) = try await prompt.file("performance chart velocity --out \(path)")
    #expect(artifact.name == name)
    #expect(artifact.path == path)
    #expect(artifact.mediaType == mediaType)
    #expect(prompt.state == .init(), "the page is not loaded for it")
    if mediaType == "image/svg+xml" {
      #expect(text.hasPrefix("<svg"))
      #expect(text.contains("Performance chart for Fastball Velocity, showing 5 data points"))
    }
  }

  @Test("A file of too few points is refused, and so is one nobody can draw")
  func notDrawn() async throws {
    let told = try await Prompt().enter("performance chart batting-avg --out a.svg")
    #expect(
      told == [
        .problem(
          Problem(
            .failed, "Not enough data to display chart (need at least 2 records)",
            fix: "Log another:  performance log batting-avg"))
      ])
    await #expect(
      throws: Problem(
        .usage, "`velo.txt` does not say what kind of picture it is to be.",
        fix: "Use a name that ends in .svg, .png, .pdf.")
    ) { try await Prompt().enter("performance chart velocity --out velo.txt") }
  }
}
