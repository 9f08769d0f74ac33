import Basics
import CivilTime
import Domain
import Testing

@Suite("Which measure comes first")
struct MetricLeadTests {
  /// A type of measurement, such as velocity, with its number of measurements and the age of the
  /// newest in days.
  ///
  /// With `rises` the values increase, which is better or worse depending on the type.
  struct Measure: Sendable {
    var type: MetricType
    var count: Int
    var daysAgo = 10
    var rises = false

    init(_ type: MetricType, _ count: Int, daysAgo: Int = 10, rises: Bool = false) {
      self.type = type
      self.count = count
      self.daysAgo = daysAgo
      self.rises = rises
    }
  }

  struct Row: Sendable, CustomTestStringConvertible {
    var why: String
    var measures: [Measure]
    var goals: Set<MetricType> = []
    var order: [MetricType]
    var testDescription: String { why }
  }

  private func summary(_ measure: Measure, today: CalendarDay) -> MetricTypeSummary {
    let shown = min(measure.count, 10)
    let rows = (0..<shown).map { index in
      let metric = PerformanceMetric(
        id: Sample.id(UInt64(index + 1)), athleteID: Sample.id(99),
        recordedDate: today.adding(days: -measure.daysAgo - (shown - 1 - index)),
        type: measure.type, value: measure.rises ? 50 + Double(index) * 2 : 50)
      return MetricRow(
        reference: Reference(kind: .metric, id: metric.id, handle: "m\(index)", title: "m"),
        metric: metric)
    }
    return MetricTypeSummary(
      type: .known(measure.type), count: measure.count, latest: rows[shown - 1], recent: rows)
  }

  @Test(
    "Each reason counts before the next",
    arguments: [
      Row(
        why: "what can be drawn",
        measures: [Measure(.velocity, 1, daysAgo: 0), Measure(.era, 2, daysAgo: 300)],
        order: [.era, .velocity]),
      Row(
        why: "one thing before different things under one name",
        measures: [Measure(.other, 9, rises: true), Measure(.era, 2, daysAgo: 300)],
        order: [.era, .other]),
      Row(
        why: "what was measured within half a year",
        measures: [
          Measure(.velocity, 9, daysAgo: 184, rises: true), Measure(.era, 2, daysAgo: 183),
        ],
        goals: [.velocity], order: [.era, .velocity]),
      Row(
        why: "a goal",
        measures: [Measure(.velocity, 9, rises: true), Measure(.era, 2)], goals: [.era],
        order: [.era, .velocity]),
      Row(
        why: "what is getting better or worse",
        measures: [Measure(.velocity, 12), Measure(.era, 4, rises: true)],
        order: [.era, .velocity]),
      Row(
        why: "too few to tell is not moving",
        measures: [Measure(.velocity, 4), Measure(.era, 3, rises: true)],
        order: [.velocity, .era]),
      Row(
        why: "more of the last ten",
        measures: [Measure(.velocity, 5, daysAgo: 1), Measure(.era, 6)], order: [.era, .velocity]),
      Row(
        why: "beyond ten more is not more, the newer is",
        measures: [Measure(.velocity, 200), Measure(.era, 10, daysAgo: 9)],
        order: [.era, .velocity]),
      Row(
        why: "the usual order",
        measures: [Measure(.era, 5), Measure(.sixtyTime, 5), Measure(.velocity, 5)],
        order: [.velocity, .sixtyTime, .era]),
      Row(why: "nothing", measures: [], order: []),
    ])
  func order(row: Row) throws {
    let today = try Sample.day("2026-02-10")
    let summaries = row.measures.map { summary($0, today: today) }
    for given in [summaries, summaries.reversed()] {
      let order = MetricLead.order(given, goals: row.goals, today: today)
      #expect(order.compactMap(\.type.known) == row.order)
    }
  }
}
