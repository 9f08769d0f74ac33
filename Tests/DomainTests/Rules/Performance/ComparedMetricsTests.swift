import Basics
import CivilTime
import Domain
import Testing

@Suite("Measurements in different units")
struct ComparedMetricsTests {
  private func series(
    _ type: MetricType, _ values: [(Double, String?)]
  ) throws -> [PerformanceMetric] {
    let first = try Sample.day("2026-01-01")
    return values.enumerated().map { index, value in
      PerformanceMetric(
        id: Sample.id(UInt64(index + 1)), athleteID: Sample.id(99),
        recordedDate: first.adding(days: index), type: type, value: value.0, unit: value.1)
    }
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let name: String
    let type: MetricType
    let typed: [(Double, String?)]
    let compared: [Double]
    let unit: String?
    var testDescription: String { name }
  }

  static let rows = [
    Row(name: "none", type: .velocity, typed: [], compared: [], unit: nil),
    Row(
      name: "no unit anywhere", type: .velocity, typed: [(85, nil), (86, " ")], compared: [85, 86],
      unit: nil),
    Row(
      name: "a unit on one", type: .velocity, typed: [(85, nil), (86, "mph")], compared: [85, 86],
      unit: "mph"),
    Row(
      name: "capitals", type: .velocity, typed: [(85, "MPH"), (86, " Mph ")], compared: [85, 86],
      unit: "mph"),
    Row(
      name: "138 km/h", type: .velocity, typed: [(85.5, "mph"), (138, "km/h")],
      compared: [85.5, 85.75], unit: "mph"),
    Row(
      name: "all in km/h", type: .exitVelo, typed: [(100, "kph"), (160.9344, "kmh")],
      compared: [62.14, 100], unit: "mph"),
    Row(
      name: "m/s and ft/s", type: .velocity, typed: [(38, "m/s"), (125, "ft/s")],
      compared: [85, 85.23], unit: "mph"),
    Row(
      name: "milliseconds", type: .popTime, typed: [(2.01, "sec"), (1990, "ms")],
      compared: [2.01, 1.99], unit: "sec"),
    Row(
      name: "bananas", type: .velocity, typed: [(85, "mph"), (999, "bananas")], compared: [85],
      unit: "mph"),
    Row(
      name: "only bananas", type: .velocity, typed: [(999, "bananas")], compared: [], unit: "mph"),
    Row(
      name: "another measure's unit", type: .sixtyTime, typed: [(6.9, "sec"), (85, "mph")],
      compared: [6.9], unit: "sec"),
    Row(
      name: "other, the newest decides", type: .other,
      typed: [(90, "kg"), (200, "lb"), (210, "LB")], compared: [200, 210], unit: "LB"),
    Row(
      name: "other without a unit", type: .other, typed: [(90, "kg"), (3, nil)], compared: [3],
      unit: nil),
  ]

  @Test(
    "They are compared in the measure's unit, and what has another kind of unit is left out",
    arguments: rows)
  func compared(row: Row) throws {
    let metrics = try series(row.type, row.typed)
    let found = ComparedMetrics(
      MetricSeries(.known(row.type), MetricLists.oldestFirst(metrics).map { MetricPoint($0) }))
    #expect(found.values.map { ($0 * 100).rounded() / 100 } == row.compared)
    #expect(found.unit == row.unit)
    #expect(found.leftOut == row.typed.count - row.compared.count)
  }

  @Test(
    "138 km/h is neither the best of a chart in miles per hour nor a decline when it is followed by them"
  )
  func trend() throws {
    let metrics = try series(
      .velocity,
      [(138, "km/h"), (138, "km/h"), (138, "km/h"), (86, "mph"), (86, "mph"), (86, "mph")])
    let trend = try #require(MetricTrend.trends(of: metrics).first)
    #expect(trend.direction == .stable)
    #expect(trend.maximum == 86 && trend.unit == "mph")
  }

  @Test("One measurement that can be compared makes no trend")
  func tooFew() throws {
    #expect(MetricTrend.trends(of: try series(.velocity, [(85, "mph"), (90, "bananas")])).isEmpty)
  }

  @Test(
    "A number in a unit that does not measure such a thing is impossible, and anything goes for other metrics",
    arguments: [
      (MetricType.velocity, "bananas", false), (.velocity, "sec", false), (.velocity, "km/h", true),
      (.velocity, nil, true), (.velocity, "", true), (.era, "ERA", true), (.other, "bananas", true),
      (.strikeouts, "mph", false), (.battingAvg, "AVG", true), (.popTime, "ms", true),
    ] as [(MetricType, String?, Bool)])
  func units(type: MetricType, unit: String?, isTaken: Bool) {
    let value: Double =
      switch type {
      case .velocity: unit == "km/h" ? 138 : 85
      case .popTime: 2010
      default: 1
      }
    if case .impossible(let problem) = MeasuredPlausibility.of(value, type, unit: unit) {
      #expect(!isTaken)
      #expect(problem.title == "`\(unit ?? "")` is no unit of \(type.words).")
    } else {
      #expect(isTaken)
    }
  }
}
