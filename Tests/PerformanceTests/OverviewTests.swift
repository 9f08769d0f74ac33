import CivilTime
import Domain
import ExampleBackend
import FeatureKit
import FeatureTesting
import Performance
import Testing

@Suite("The first page")
struct OverviewTests {
  @Test("Page loads and displays metrics correctly")
  func page() async throws {
    let page = try await Prompt().show("performance")
    #expect(page.title == "Performance Metrics")
    #expect(page.subtitle == "Track your athletic performance over time")
    #expect(page.problem == nil)
    #expect(
      page.sections.map(\.title) == [
        "Performance Trends", "Metric Trends", "Latest Metrics", "Metric History",
      ])
    #expect(page.handles == (1...9).reversed().map { "m\($0)" })
    #expect(
      page.links.prefix(4).map(\.command) == [
        "performance log", "performance timeline", "performance export csv",
        "performance export pdf",
      ])
    #expect(
      page.links.prefix(4).map(\.label) == [
        "+ Log Metric", "Timeline & Analytics", "Export", "Export as PDF",
      ])
  }

  @Test("A row of the history says type, value, date, event, notes and who verified")
  func row() async throws {
    let page = try await Prompt().show("performance")
    let row = try #require(page.rows.first { $0.handle == "m9" })
    #expect(row.title == "Fastball Velocity")
    #expect(row.badges == [Badge("85.50 mph"), Badge("Verified", tone: .positive)])
    #expect(row.trailing?.text == "Jan 17, 2026")
    #expect(row.detail == "Winter Showcase · Laser timed")
    #expect(row.opens?.command == "performance show m9")
    #expect(row.links.map(\.command) == ["performance edit m9", "performance delete m9"])
    let plain = try #require(page.rows.first { $0.handle == "m6" })
    #expect(plain.badges == [Badge(".345")], "a value without a unit stands alone")
    #expect(plain.detail == nil)
  }

  @Test("In a wide window the history has columns, without those that no row fills")
  func columns() async throws {
    let page = try await Stage().withButtons.show("performance")
    let history = try #require(page.section("Metric History"))
    let list = try #require(
      history.blocks.lazy.compactMap { if case .list(let list) = $0 { list } else { nil } }.first)
    #expect(
      list.columns.prefix(2) == [
        .init("Metric type", order: "type"), .init("Value", order: "value"),
      ])
    #expect(list.columns.last == .init("Date", order: "date"))
    for row in list.rows {
      let day = try #require(row.trailing)
      #expect(row.cells.count == list.columns.count - 1)
      #expect(row.cells.first == .badge(row.badges[0]))
      #expect(row.cells.last == .text(day.text, tone: .muted))
    }
    #expect(try await Stage().show("performance").rows.allSatisfy { $0.cells.isEmpty })
  }

  @Test("The history is sorted as its headings say, and a link to more of it keeps the order")
  func sorted() async throws {
    func days(_ line: String) async throws -> [String?] {
      let page = try await Stage().withButtons.show(line)
      return page.section("Metric History")?.rows.map(\.trailing?.text) ?? []
    }
    let newest = try await days("performance --all")
    #expect(try await days("performance --all --sort date") == newest && newest.count > 1)
    #expect(try await days("performance --all --reverse").first == newest.last)
    let types =
      try await Stage().show("performance --all --sort type")
      .section("Metric History")?.rows.map(\.title) ?? []
    let runs = types.indices.count { $0 == 0 || types[$0] != types[$0 - 1] }
    #expect(runs == Set(types).count && runs > 1, "the rows of a type are beside each other")
    let few = try await Stage().show("performance --sort type --reverse", rowLimit: 1)
    #expect(
      few.links.map(\.command).contains("performance --all --sort type --reverse"))
  }

  @Test("The chart opens with what has most to say, and the other types are a step away")
  func defaultChart() async throws {
    let page = try await Prompt().show("performance")
    let chart = try #require(page.section("Performance Trends")?.charts.first)
    #expect(chart.title == "Fastball Velocity")
    #expect(chart.values == [81, 82, 82.5, 84, 85.5])
    #expect(
      chart.links.map(\.command) == [
        "performance chart velocity", "performance chart sixty-time",
        "performance chart batting-avg",
      ])
    #expect(chart.links.map(\.isCurrent) == [true, false, false])
    #expect(page.links.contains { $0.command == "performance goal velocity" })
  }

  @Test("Metric trends calculate accurately")
  func trends() async throws {
    let page = try await Prompt().show("performance")
    let rows = try #require(page.section("Metric Trends")).rows
    #expect(rows.map(\.title) == ["Fastball Velocity", "60-Yard Dash"])
    #expect(
      rows.map(\.badges) == [
        [Badge("Improving", tone: .positive)], [Badge("Too few to tell", tone: .muted)],
      ], "three records have the same first and last three")
    #expect(rows[0].detail == "Lowest 81.00, highest 85.50, average 83.00 mph")
    #expect(rows[0].bars == [81, 82, 82.5, 84, 85.5])
  }

  @Test(
    "A trend goes by the last ten, and by what is better",
    arguments: [
      (
        MetricType.velocity, [1, 1, 1, 80, 80, 80, 80, 80, 80, 80, 80, 80, 80],
        "Stable over the last 10"
      ),
      (.velocity, [80, 80, 80, 80, 82, 82, 82], "Improving"),
      (.velocity, [82, 82, 82, 80, 80, 80], "Declining"),
      (.sixtyTime, [7.5, 7.5, 7.5, 7, 7, 7], "Improving"),
      (.era, [2, 2, 2, 3, 3, 3], "Declining"), (.popTime, [2, 2, 2, 2.1, 2.1, 2.1], "Declining"),
      (.strikeouts, [0, 0, 0, 5, 5, 5], "Stable"),
    ])
  func trend(type: MetricType, values: [Double], word: String) async throws {
    let page = try await Prompt {
      $0.removeMetrics()
      $0.measure(type, values)
    }.show("performance")
    let row = try #require(page.section("Metric Trends")?.rows.first)
    #expect(row.badges.map(\.text) == [word])
    let tones: [String: Tone] = [
      "Improving": .positive, "Declining": .danger, "Stable over the last 10": .muted,
      "Stable": .muted,
    ]
    #expect(row.badges.map(\.tone) == [tones[word]])
  }

  @Test("Latest metrics summary shows correct current values")
  func latest() async throws {
    let cards = try #require(try await Prompt().show("performance").section("Latest Metrics")).cards
    #expect(cards.map(\.title) == ["Fastball Velocity", "60-Yard Dash", "Batting Average"])
    #expect(cards.map(\.value) == ["85.50 mph", "6.90 sec", ".345"])
    #expect(cards.map(\.note) == ["Jan 17, verified", "Jan 17, verified", "Nov 30, 2025"])
    #expect(cards[0].link?.command == "performance chart velocity")
  }

  @Test("Of one day, the latest is the one entered last")
  func latestOfADay() async throws {
    let prompt = Prompt()
    try await prompt.enter("metrics log velocity 84 --on 2026-01-17")
    let card = try #require(try await prompt.show("performance").cards.first)
    #expect(card.value == "84.00 mph")
  }

  @Test("Handle empty metric list (show empty state)")
  func empty() async throws {
    let page = try await Prompt(MadeUpFamily.withoutMetrics).show("performance")
    #expect(page.empty?.text == "No metrics logged yet")
    #expect(
      page.empty?.detail == "Start tracking your performance to build a historical record")
    #expect(page.empty?.links.map(\.label) == ["+ Log Metric"])
    #expect(page.sections.isEmpty)
    #expect(page.problem == nil)
    for line in ["performance timeline", "performance chart"] {
      let other = try await Prompt(MadeUpFamily.withoutMetrics).show(line)
      #expect(other.empty?.text == "No metrics logged yet")
    }
  }

  @Test("Only 1 metric logged (chart hidden, card shown)")
  func one() async throws {
    let page = try await Prompt {
      $0.removeMetrics()
      $0.measure(.velocity, [85.5])
    }.show("performance")
    #expect(page.charts.isEmpty)
    #expect(
      page.paragraphs == ["Not enough data to display chart (need at least 2 records)"])
    #expect(page.cards.map(\.value) == ["85.50"])
    #expect(page.section("Metric Trends") == nil)
    #expect(page.rows.count == 1)
  }

  @Test("Two records make a chart and a trend")
  func two() async throws {
    let page = try await Prompt {
      $0.removeMetrics()
      $0.measure(.velocity, [85, 86])
    }.show("performance")
    #expect(page.charts.map(\.values) == [[85, 86]])
    #expect(page.section("Metric Trends")?.rows.first?.badges.first?.text == "Too few to tell")
  }

  @Test("List scrolling is smooth (60 fps) with 100+ metrics")
  func screenful() async throws {
    let prompt = Prompt { $0.measure(.era, (0..<300).map(Double.init)) }
    let page = try await prompt.show("performance")
    #expect(page.handles.count == 10)
    #expect(page.more == CommandLink("… 299 more", "performance --all"))
    let narrowed = try await prompt.show("performance --type era", rowLimit: 8)
    #expect(narrowed.handles.count == 8)
    #expect(narrowed.more == CommandLink("… 292 more", "performance --all --type era"))
    #expect(try await prompt.show("performance --all", rowLimit: 12).handles.count == 309)
  }

  @Test("Ten rows of a kind are shown, and the others are one press away")
  func tenOfEachKind() async throws {
    // The measures of which an athlete can reach 60. A goal that no athlete can reach is refused.
    let types = MetricType.allCases.filter { type in
      if case .impossible = MeasuredPlausibility.of(60, type, unit: type.defaultUnit) {
        return false
      }
      return type != .other
    }.prefix(12)
    let prompt = Prompt { family in
      family.removeMetrics()
      for (place, type) in types.enumerated() {
        for day in 0..<2 {
          var metric = PerformanceMetric(
            id: .numbered(UInt64(1000 + 2 * place + day)), athleteID: ExampleFamily.sam,
            familyID: ExampleFamily.samsFamily,
            recordedDate: CalendarDay(dayNumber: 20_490 + day), type: type, value: 60,
            unit: type.defaultUnit)
          metric.createdAt = ExampleFamily.now
          family.metrics.append(metric)
        }
      }
    }
    for type in types {
      let goal = MetricGoal(type, 60, unit: type.defaultUnit, by: nil)
      _ = try await prompt.stage.backend.metricGoals.set(goal, of: ExampleFamily.sam)
    }
    let page = try await prompt.show("performance")
    let whole = try await prompt.show("performance --all")
    for (title, count) in [("Goals", 12), ("Metric Trends", 12), ("Metric History", 24)] {
      let section = try #require(page.section(title), "\(title)")
      #expect(section.rows.count == 10, "\(title)")
      #expect(
        section.blocks.contains {
          if case .list(let list) = $0 {
            list.more == CommandLink("… \(count - 10) more", "performance --all")
          } else {
            false
          }
        }, "\(title)")
      #expect(whole.section(title)?.rows.count == count, "\(title)")
    }
  }

  @Test("Page loads in <2 seconds on 4G")
  func fewRequests() async throws {
    let prompt = Prompt { $0.measure(.era, (0..<300).map(Double.init)) }
    _ = try await prompt.show("performance")
    let asked = prompt.stage.backend.hook.calls.filter { $0.hasPrefix("metric") }
    #expect(
      asked == [
        "metrics.list", "metricSummaries.byType", "metricGoals.goals", "metricSummaries.points",
      ])
  }

  @Test(
    "Large values display correctly",
    arguments: [
      (85_000.0, "85,000"), (1_234_567, "1,234,567"), (1234.5, "1,234.50"), (999.999, "1,000.00"),
      (0.001, "0.001"), (0.0004567, "0.000457"), (0.5, "0.50"), (-3, "-3.00"), (7, "7.00"),
    ])
  func values(value: Double, text: String) async throws {
    let page = try await Prompt {
      $0.removeMetrics()
      $0.measure(.other, [value])
    }.show("performance")
    #expect(page.cards.map(\.value) == [text])
    #expect(page.rows.first?.badges.first?.text == text)
  }
}
