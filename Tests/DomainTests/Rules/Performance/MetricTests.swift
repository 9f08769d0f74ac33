import Basics
import CivilTime
import Domain
import Testing

@Suite("Performance metrics")
struct MetricTests {
  /// Returns measurements of one type on successive days.
  private func series(
    _ values: [Double], _ type: MetricType = .velocity, from start: String = "2026-01-01"
  ) throws -> [PerformanceMetric] {
    let first = try Sample.day(start)
    return values.enumerated().map { index, value in
      PerformanceMetric(
        id: Sample.id(UInt64(index + 1)), athleteID: Sample.id(99),
        recordedDate: first.adding(days: index), type: type, value: value, unit: type.defaultUnit)
    }
  }

  @Test(
    "A trend compares the first three of the last ten values with the last three",
    arguments: [
      ([80, 80], MetricTrend.Direction.stable), ([80, 90], .stable), ([80, 85, 90], .stable),
      ([100, 100, 100, 101], .stable), ([100, 100, 100, 101, 101, 101], .stable),
      ([100, 100, 100, 101.01, 101.01, 101.01], .improving),
      ([100, 100, 100, 99, 99, 99], .stable),
      ([100, 100, 100, 98.99, 98.99, 98.99], .declining), ([80, 85, 90, 95], .improving),
      // The trend is computed from the last ten values, so the value 200 before them has no effect.
      ([200, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100], .stable),
      // If the average at the beginning is zero or less, no percentage of change can be computed,
      // so there is no trend.
      ([0, 0, 0, 5, 5, 5], .stable), ([-5, -5, -5, 5, 5, 5], .stable),
    ] as [([Double], MetricTrend.Direction)])
  func direction(values: [Double], expected: MetricTrend.Direction) throws {
    let trend = try #require(MetricTrend.trends(of: series(values)).first)
    #expect(trend.direction == expected)
    #expect(trend.count == min(10, values.count))
  }

  @Test(
    "Of times and earned runs less is better",
    arguments: [
      (MetricType.sixtyTime, MetricTrend.Direction.improving), (.popTime, .improving),
      (.era, .improving), (.velocity, .declining), (.exitVelo, .declining),
      (.battingAvg, .declining), (.strikeouts, .declining), (.other, .declining),
    ])
  func lowerIsBetter(type: MetricType, expected: MetricTrend.Direction) throws {
    let falling = try series([7.2, 7.2, 7.2, 7, 7, 7], type)
    let rising = try series([7, 7, 7, 7.2, 7.2, 7.2], type)
    #expect(MetricTrend.trends(of: falling).first?.direction == expected)
    #expect(
      MetricTrend.trends(of: rising).first?.direction
        == (expected == .improving ? .declining : .improving))
  }

  @Test("A trend has the bounds, the rounded average and the unit of its window")
  func figures() throws {
    let trend = try #require(MetricTrend.trends(of: series([80, 81, 83.005])).first)
    #expect(trend.minimum == 80)
    #expect(trend.maximum == 83.005)
    #expect(trend.average == 81.34)
    #expect(trend.unit == "mph")
  }

  @Test("One record has no trend, and the order of the input does not matter")
  func order() throws {
    #expect(MetricTrend.trends(of: try series([80])).isEmpty)
    #expect(MetricTrend.trends(of: []).isEmpty)
    let metrics = try series([80, 81, 82, 90, 91, 92])
    var random = SeededRandom(state: 2)
    for _ in 0..<20 {
      #expect(
        MetricTrend.trends(of: metrics.shuffled(using: &random)) == MetricTrend.trends(of: metrics))
    }
  }

  @Test(
    "Exactly one per cent is stable, whatever the binary fractions",
    arguments: [
      (90, 90.9, MetricType.velocity, MetricTrend.Direction.stable),
      (8.00, 7.92, .sixtyTime, .stable), (90, 89.1, .velocity, .stable),
      (90, 90.9001, .velocity, .improving), (8.00, 7.9199, .sixtyTime, .improving),
      (90, 89.0999, .velocity, .declining), (3, 3.03, .era, .stable), (3, 3.031, .era, .declining),
      (1e308, 1e308, .other, .stable), (1e-5, 1.1e-5, .other, .improving),
    ])
  func band(first: Double, last: Double, type: MetricType, direction: MetricTrend.Direction) throws
  {
    let metrics = try series([first, first, first, last, last, last], type)
    let trend = try #require(MetricTrend.trends(of: metrics).first)
    #expect(trend.direction == direction)
    #expect(trend.average.isFinite && trend.minimum <= trend.average)
    #expect(trend.average <= trend.maximum)
  }

  @Test(
    "A trend says of what it is",
    arguments: [
      (2, "too few to tell"), (3, "too few to tell"), (4, "improving"), (10, "improving"),
      (11, "improving over the last 10"),
    ])
  func words(count: Int, words: String) throws {
    let metrics = try series((1...count).map { Double(80 + $0) })
    #expect(MetricTrend.trends(of: metrics).first?.words == words)
  }

  @Test(
    "Numbers read right however large or small",
    arguments: [
      (1e308, "1e308"), (1.5e300, "1.5e300"), (1e15, "1,000,000,000,000,000"), (1e-5, "0.0000100"),
      (0.0009996, "0.001"), (-0.0009996, "-0.001"), (0.00099949, "0.000999"),
      (0.00009996, "0.000100"), (.leastNonzeroMagnitude, "5e-324"), (0, "0.00"), (-1e308, "-1e308"),
      (.infinity, "1.7976931348623157e308"),
    ])
  func sizes(value: Double, text: String) {
    #expect(MetricText.number(value, type: .known(.other)) == text)
  }

  @Test("Metrics of one date are told apart by when they were entered, else they keep their order")
  func ties() throws {
    var metrics = try series([1, 2, 3])
    for index in metrics.indices { metrics[index].recordedDate = try Sample.day("2026-02-01") }
    metrics[0].createdAt = try Sample.instant("2026-02-02T00:00:00Z")
    metrics[1].createdAt = try Sample.instant("2026-02-03T00:00:00Z")
    metrics[2].createdAt = try Sample.instant("2026-02-02T00:00:00Z")
    #expect(MetricLists.oldestFirst(metrics).map(\.value) == [1, 3, 2])
    for index in metrics.indices { metrics[index].createdAt = nil }
    #expect(MetricLists.oldestFirst(metrics.reversed()).map(\.value) == [3, 2, 1])
  }

  @Test("Types stand in their usual order and unknown ones last")
  func latest() throws {
    var metrics = try series([80, 85]) + series([7.1], .sixtyTime, from: "2026-03-01")
    var odd = metrics[0]
    odd.type = Open("vertical_jump")
    metrics.append(odd)
    #expect(
      MetricLists.types(in: metrics).map(\.raw) == ["velocity", "sixty_time", "vertical_jump"])
  }

  @Test(
    "A value is written as its size and type need",
    arguments: [
      (85.5, MetricType.velocity, "mph", "85.50 mph"), (7, .sixtyTime, nil, "7.00"),
      (7, .sixtyTime, "  ", "7.00"), (85_000, .other, "val", "85,000"),
      (2, .other, "inches", "2.00 inches"),
      (1000, .other, nil, "1,000"), (999.999, .other, nil, "1,000.00"),
      (1234.5, .other, nil, "1,234.50"),
      (1_234_567, .other, nil, "1,234,567"), (-85_000.25, .other, nil, "-85,000.25"),
      (0.345, .other, nil, "0.345"), (0.3456, .other, nil, "0.346"), (0.001, .other, nil, "0.001"),
      (0.5, .other, nil, "0.50"), (0.25, .other, nil, "0.25"), (0.9999, .other, nil, "1.00"),
      (0.0009, .other, nil, "0.000900"), (0.0004567, .other, nil, "0.000457"),
      (0, .other, nil, "0.00"),
      (-0.0, .other, nil, "0.00"), (-0.5, .other, nil, "-0.50"), (1, .other, nil, "1.00"),
      (2.005, .other, nil, "2.01"), (2.675, .other, nil, "2.68"), (99.995, .other, nil, "100.00"),
      (0.345, .battingAvg, "avg", ".345"), (0.345, .battingAvg, "season", ".345 season"),
      (3.91, .era, "era", "3.91 ERA"), (3.91, .era, nil, "3.91"), (3.9, .era, "ERA", "3.90 ERA"),
      (11, .strikeouts, "k", "11 strikeouts"), (1, .strikeouts, "K", "1 strikeout"),
      (11, .strikeouts, nil, "11"), (10.5, .strikeouts, "k", "10.50 strikeouts"),
      (1200, .strikeouts, "k", "1,200 strikeouts"), (88, .velocity, "MPH", "88.00 MPH"),
      (0.3, .battingAvg, nil, ".300"),
      (1, .battingAvg, nil, "1.000"), (0, .battingAvg, nil, ".000"),
      (0.0004, .battingAvg, nil, ".000"),
      (0.9996, .battingAvg, nil, "1.000"), (1e300, .other, nil, "1e300"),
      (1e-40, .other, nil, "1e-40"),
    ] as [(Double, MetricType, String?, String)])
  func display(value: Double, type: MetricType, unit: String?, expected: String) {
    #expect(MetricText.text(value, type: .known(type), unit: unit) == expected)
  }

  @Test(
    "Beside the name of its type a value does not say it again",
    arguments: [
      (85.5, MetricType.velocity, "mph", "Fastball Velocity 85.50 mph"),
      (3.91, .era, "era", "ERA 3.91"), (3.91, .era, "per 7", "ERA 3.91 per 7"),
      (11, .strikeouts, "k", "Strikeouts 11"), (0.312, .battingAvg, "avg", "Batting Average .312"),
      (125, .other, nil, "Other Metric 125.00"),
    ] as [(Double, MetricType, String?, String)])
  func measured(value: Double, type: MetricType, unit: String?, expected: String) throws {
    var metric = try #require(try series([value], type).first)
    metric.unit = unit
    #expect(metric.measured == expected)
  }

  @Test(
    "A number may be followed by its unit",
    arguments: [
      ("88mph", 88, "mph"), ("88 MPH", 88, "MPH"), ("6.9s", 6.9, "s"), ("142 km/h", 142, "km/h"),
      (" 11 k ", 11, "k"), ("3.91era", 3.91, "era"), (".345", 0.345, nil), ("1e2", 100, nil),
      ("-7sec", -7, "sec"), ("60 miles per hour", 60, "miles per hour"),
      ("7 miles per hour or so", 7, "miles per hour or so"),
    ] as [(String, Double, String?)])
  func measuredValues(typed: String, value: Double, unit: String?) {
    #expect(MetricEntry.measured(typed) == .success(MeasuredValue(value, unit: unit)))
  }

  @Test(
    "What is no number with a unit is refused with what was typed",
    arguments: [
      "", "mph", "88 86", "85,5", "85,5mph", "88m2", "88-", "nan mph", "88 \u{1B}[31m", "0x10",
      "88 miles and an hour and more", "7 inches off the ground", "1e999", "8.8.8mph", "+-3s",
    ])
  func noMeasuredValue(typed: String) {
    #expect(MetricEntry.measured(typed) == .failure(.notANumber(typed)))
  }

  @Test(
    "A unit is kept under one spelling, and only where it measures such a thing",
    arguments: [
      ("MPH", MetricType.velocity, "mph"), ("km/h", .exitVelo, "kph"), ("s", .sixtyTime, "sec"),
      ("Seconds", .popTime, "sec"), ("K", .strikeouts, "k"), ("ERA", .era, "era"),
      ("sec", .velocity, nil), ("mhp", .velocity, nil), ("inches", .other, "inches"),
    ] as [(String, MetricType, String?)])
  func keptUnits(typed: String, type: MetricType, kept: String?) {
    #expect(MetricUnit.kept(typed, measuring: type) == kept)
    #expect(type == .other || MetricUnit.names(measuring: type).first == type.defaultUnit)
  }

  @Test(
    "A unit whose type is not known yet is kept under its one spelling, or as it is written",
    arguments: [
      ("MPH", "mph"), (" km/h ", "kph"), ("Seconds", "sec"), ("Average", "avg"), ("ERA", "era"),
      ("SO", "k"), (" Inches ", "in"), (" Fathoms ", "Fathoms"), ("VAL", "VAL"), ("", ""),
    ])
  func keptUnits(typed: String, kept: String) {
    #expect(MetricUnit.kept(typed) == kept)
  }

  @Test(
    "A type is meant by its word, its name or what it is called for short",
    arguments: [
      ("exit_velo", MetricType.exitVelo), ("exit-velo", .exitVelo), ("Exit Velo", .exitVelo),
      ("EXIT VELOCITY", .exitVelo), ("exit", nil), ("ev", .exitVelo),
      ("fastball", .velocity), ("Velocity", .velocity), ("60", .sixtyTime),
      ("60-yard dash", .sixtyTime), ("60 Yard", nil), ("60 yd", .sixtyTime), ("pop", .popTime),
      ("batting average", .battingAvg), ("Batting Avg.", .battingAvg), ("BA", .battingAvg),
      ("K", .strikeouts), ("era", .era),
      ("velo", nil), ("time", nil), ("speed", nil), ("", nil),
    ] as [(String, MetricType?)])
  func written(text: String, type: MetricType?) {
    #expect(MetricType(written: text) == type)
  }

  @Test(
    "Any finite number is taken, whatever its precision",
    arguments: [("85.5", 85.5), (".345", 0.345), (" 7 ", 7), ("-1", -1), ("+2", 2), ("1e2", 100)])
  func values(typed: String, expected: Double) {
    #expect(MetricEntry.value(typed) == .success(expected))
  }

  @Test(
    "What is no number is refused with what was typed",
    arguments: ["", "fast", "nan", "inf", "0x10", "1e999", "7,2", "7.2s", "--7", "1 2"])
  func noValue(typed: String) {
    #expect(MetricEntry.value(typed) == .failure(.notANumber(typed)))
    #expect(MetricRefusal.notANumber(typed).words == "`\(typed)` is not a number.")
  }

  @Test(
    "Measurements are entered one after the other, also in one instant",
    arguments: [(nil, 1000), (0, 1000), (999, 1000), (1000, 1001), (5000, 5001)]
      as [(Int64?, Int64)])
  func entryTime(last: Int64?, expected: Int64) {
    let time = MetricEntry.time(
      now: Instant(milliseconds: 1000), after: last.map(Instant.init(milliseconds:)))
    #expect(time == Instant(milliseconds: expected))
  }

  @Test("A day still to come is refused, today is not")
  func future() throws {
    let today = try Sample.day("2026-02-10")
    #expect(MetricEntry.refusal(of: today, today: today) == nil)
    let tomorrow = today.adding(days: 1)
    let refusal = try #require(MetricEntry.refusal(of: tomorrow, today: today))
    #expect(refusal == .inTheFuture(tomorrow))
    #expect(refusal.words == "Feb 11, 2026 has not come yet.")
  }

  @Test(
    "A blank unit is none",
    arguments: [(nil, nil), ("", nil), (" ", nil), (" mph ", "mph")] as [(String?, String?)])
  func units(typed: String?, kept: String?) {
    #expect(MetricEntry.unit(typed) == kept)
  }

  @Test("The table quotes every cell, doubles quotation marks and disarms formulas")
  func csv() throws {
    var metrics = try series([85, 85.5, -2])
    metrics[0].notes = "said \"wow\", twice\nthen left"
    metrics[0].isVerified = true
    metrics[1].unit = nil
    metrics[1].notes = "=HYPERLINK(1)"
    metrics[2].notes = "-5"
    var (csv, table) = (MetricsCSV(), Array(MetricsCSV.header.utf8))
    for metric in metrics { csv.append(MetricLine(metric), to: &table) }
    #expect(
      String(decoding: table, as: UTF8.self) == """
        "Date","Metric Type","Value","Unit","Verified","Notes"
        "01/01/2026","Fastball Velocity","85","mph","Yes","said ""wow"", twice
        then left"
        "01/02/2026","Fastball Velocity","85.5","","No","'=HYPERLINK(1)"
        "01/03/2026","Fastball Velocity","-2","mph","No","'-5"
        """)
    #expect(
      MetricsCSV.fileName(kind: "all", on: try Sample.day("2026-02-10"))
        == "performance-all-2026-02-10.csv")
  }
}
