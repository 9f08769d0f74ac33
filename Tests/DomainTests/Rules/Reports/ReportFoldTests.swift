import Basics
import CivilTime
import Domain
import Testing

@Suite("Reports counted row by row")
struct ReportFoldTests {
  private func fold(from first: String = "2026-02-01") throws -> ReportFold {
    let range = try ReportRange.make(
      from: try Sample.day(first), to: try Sample.day("2026-02-10"), in: .utc
    ).get()
    return ReportFold(range, now: try Sample.instant("2026-03-01T00:00:00Z"))
  }

  @Test(
    "A coach who was written to counts once, and as answered when anything came afterwards",
    arguments: [
      ([], 0, 0), ([("outbound", 1)], 1, 0), ([("inbound", 1)], 0, 0),
      ([("outbound", 1), ("inbound", 1)], 1, 1), ([("inbound", 1), ("outbound", 1)], 1, 0),
      ([("inbound", 1), ("outbound", 1), ("inbound", 1)], 1, 1),
      ([("outbound", 1), ("outbound", 1), ("inbound", 1), ("inbound", 1)], 1, 1),
      ([("outbound", 1), ("outbound", 2), ("inbound", 2), ("inbound", 3)], 2, 1),
      // An interaction without a coach belongs to the school and counts for no coach. The unknown
      // direction "sideways" counts neither as a message to the coach nor as an answer.
      ([("outbound", nil), ("inbound", nil)], 0, 0), ([("sideways", 1), ("inbound", 1)], 0, 0),
      ([("outbound", 1), ("sideways", 1)], 1, 0),
    ] as [([(String, UInt64?)], Int, Int)])
  func answers(contacts: [(String, UInt64?)], written: Int, answered: Int) throws {
    var fold = try fold()
    for (hour, (direction, coach)) in contacts.enumerated() {
      fold.addInteraction(
        at: try Sample.instant("2026-02-05T0\(hour):00:00Z"), type: "email", direction: direction,
        sentiment: nil, coach: coach.map(Sample.id))
    }
    let counted = try fold.figures.interactions.get()
    #expect(counted.total == contacts.count)
    #expect(counted.coachesWritten == written)
    #expect(counted.coachesAnswered == answered)
  }

  @Test(
    "A coach had time to answer if the first message is old enough at the end of the range",
    arguments: [(-1, true), (0, true), (1, false)] as [(Int64, Bool)])
  func hadTime(milliseconds: Int64, hadTime: Bool) throws {
    var fold = try fold(from: "2026-01-01")
    let border = try Sample.instant("2026-02-10T23:59:59.999Z")
      .adding(days: -CoachResponsiveness.daysToAnswer)
    fold.addInteraction(
      at: border.adding(milliseconds: milliseconds), type: "email", direction: "outbound",
      sentiment: nil, coach: Sample.id(1))
    #expect(try fold.figures.interactions.get().hadTimeToAnswer == hadTime)
  }

  private static func bounds(
    _ type: String, _ average: Double, _ maximum: Double, _ minimum: Double
  ) -> ReportFigures.MetricBounds {
    .init(type: type, average: average, maximum: maximum, minimum: minimum)
  }

  @Test(
    "Units of a type are converted to its usual one; of other measurements several have no average",
    arguments: [
      (
        "sixty_time", [(7, "sec"), (7500, "ms"), (8, nil)], bounds("sixty_time", 7.5, 8, 7)
      ),
      ("velocity", [(80, "mph"), (300, "furlongs")], bounds("velocity", 80, 80, 80)),
      ("velocity", [(300, "furlongs")], nil), ("velocity", [(.infinity, "mph")], nil),
      ("other", [(30, "inches"), (32, " Inches")], bounds("other", 31, 32, 30)),
      ("other", [(30, nil), (32, " ")], bounds("other", 31, 32, 30)),
      ("other", [(30, "inches"), (76, "cm")], nil), ("other", [(30, "inches"), (30, nil)], nil),
      ("jump", [(30, "inches"), (76, "cm")], nil),
    ] as [(String, [(Double, String?)], ReportFigures.MetricBounds?)])
  func units(
    type: String, values: [(Double, String?)], bounds: ReportFigures.MetricBounds?
  ) throws {
    var fold = try fold()
    for (value, unit) in values {
      fold.addMetric(on: try Sample.day("2026-02-01"), type: type, value: value, unit: unit)
    }
    let metrics = try fold.figures.metrics.get()
    #expect(metrics.total == values.count)
    #expect(metrics.bounds == (bounds.map { [$0] } ?? []))
  }

  private func sums(
    _ values: [Double], besides notFinite: Int = 0
  ) -> ReportFold.Measurements {
    ReportFold.Measurements(
      count: values.count + notFinite, finite: values.count,
      sum: values.reduce(0, +) * MetricAverage.scale, maximum: values.max(), minimum: values.min())
  }

  @Test("Sums of a backend are added up: counts, finite values, bounds and averages")
  func summed() {
    var all = sums([80, 90])
    all.add(sums([106], besides: 2))
    all.add(sums([], besides: 1))
    let metrics = ReportFold.metrics(["velocity": all, "era": sums([], besides: 1)])
    #expect(metrics.total == 7)
    #expect(metrics.byType == [Tally("velocity", 6), Tally("era", 1)])
    // The average of the three values is 276 / 3 = 92.
    #expect(metrics.bounds == [Self.bounds("velocity", 92, 106, 80)])
    #expect(
      ReportFold.metrics(["era": sums([-3, -5])]).bounds == [Self.bounds("era", -4, -3, -5)])
  }

  @Test(
    "Sums of several units have no average where the type has no usual unit",
    arguments: [
      ("inches", "inches", true), ("inches", "Inches ", true), (nil, nil, true),
      ("inches", "cm", false), ("inches", nil, false),
    ] as [(String?, String?, Bool)])
  func summedUnits(first: String?, second: String?, hasBounds: Bool) {
    var all = sums([30]).converted(from: first, measuring: "other")
    all.add(sums([32]).converted(from: second, measuring: "other"))
    let metrics = ReportFold.metrics(["other": all])
    #expect(metrics.total == 2)
    #expect(metrics.bounds == (hasBounds ? [Self.bounds("other", 31, 32, 30)] : []))
  }

  @Test(
    "Sums are converted into the type's usual unit; those that cannot be only count",
    arguments: [
      ("ms", 0.1), (nil, 100), ("sec", 100), ("bananas", nil),
    ] as [(String?, Double?)])
  func convertedSums(unit: String?, value: Double?) {
    let sums = sums([100, 100]).converted(from: unit, measuring: "sixty_time")
    let metrics = ReportFold.metrics(["sixty_time": sums])
    #expect(metrics.total == 2)
    #expect(metrics.bounds == (value.map { [Self.bounds("sixty_time", $0, $0, $0)] } ?? []))
  }
}
