import Basics
import Domain
import Testing

@Suite("What a measurement can be and is likely to be")
struct PlausibilityTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var value: Double
    var type: MetricType
    var unit: String?
    var expected: Kind
    /// The correction that the check must suggest for a value; nil if it must suggest none.
    var meant: String?

    enum Kind: Sendable { case likely, unlikely, impossible }

    init(_ value: Double, _ type: MetricType, _ expected: Kind, meant: String? = nil) {
      self.init(value, type, nil, expected, meant: meant)
    }

    init(
      _ value: Double, _ type: MetricType, _ unit: String?, _ expected: Kind,
      meant: String? = nil
    ) {
      self.value = value
      self.type = type
      self.unit = unit
      self.expected = expected
      self.meant = meant
    }

    var testDescription: String { "\(type) \(value) \(unit ?? "")" }
  }

  @Test(
    "The table of ranges at its boundaries",
    arguments: [
      Row(19.99, .velocity, .impossible), Row(20, .velocity, .unlikely),
      Row(39.99, .velocity, .unlikely), Row(40, .velocity, .likely), Row(105, .velocity, .likely),
      Row(105.1, .velocity, .unlikely), Row(130, .velocity, .unlikely),
      Row(130.1, .velocity, .impossible),
      Row(115, .exitVelo, .likely), Row(115.1, .exitVelo, .unlikely),
      Row(4.99, .sixtyTime, .impossible), Row(5, .sixtyTime, .unlikely),
      Row(6, .sixtyTime, .likely), Row(10, .sixtyTime, .likely), Row(15, .sixtyTime, .unlikely),
      Row(15.1, .sixtyTime, .impossible), Row(0.99, .popTime, .impossible),
      Row(1.59, .popTime, .unlikely), Row(1.6, .popTime, .likely), Row(3.5, .popTime, .likely),
      Row(5, .popTime, .unlikely), Row(5.1, .popTime, .impossible),
      Row(0, .battingAvg, .likely), Row(1, .battingAvg, .likely),
      Row(1.001, .battingAvg, .impossible, meant: ".100"),
      Row(-0.1, .battingAvg, .impossible, meant: ".100"),
      Row(0, .era, .likely), Row(20, .era, .likely), Row(99, .era, .unlikely, meant: "9.9"),
      Row(99.1, .era, .impossible, meant: "9.91"), Row(0, .strikeouts, .likely),
      Row(999, .strikeouts, .likely), Row(1000, .strikeouts, .impossible, meant: "100"),
      Row(3.5, .strikeouts, .impossible),
      Row(-1e300, .other, .likely),
      // Typing errors, whose correction the check must suggest: a decimal point in the wrong place,
      // a missing decimal point, a wrong sign.
      Row(345, .battingAvg, .impossible, meant: ".345"),
      Row(3.45, .battingAvg, .impossible, meant: ".345"),
      Row(855, .velocity, .impossible, meant: "85.5"),
      Row(8550, .velocity, .impossible, meant: "85.5"),
      Row(-7, .sixtyTime, .impossible, meant: "7"), Row(69, .sixtyTime, .impossible, meant: "6.9"),
      Row(702, .sixtyTime, .impossible, meant: "7.02"),
      Row(0.69, .sixtyTime, .impossible, meant: "6.9"),
      Row(25, .era, .unlikely, meant: "2.5"), Row(0, .velocity, .impossible),
      Row(7.5, .strikeouts, .impossible), Row(0.5, .strikeouts, .impossible),
      Row(1000, .strikeouts, .impossible, meant: "100"), Row(.infinity, .velocity, .impossible),
      Row(.nan, .era, .impossible),
      // Values in other units are converted before the rule decides whether they are likely.
      Row(142, .velocity, "kph", .likely), Row(142, .velocity, .impossible, meant: nil),
      Row(142, .velocity, "KM/H", .likely), Row(20, .velocity, "km/h", .impossible),
      Row(38, .velocity, "m/s", .likely), Row(125, .exitVelo, "ft/s", .likely),
      Row(7000, .sixtyTime, "ms", .likely), Row(855, .velocity, "furlongs", .impossible),
      Row(300, .velocity, "mph ", .impossible),
    ] as [Row])
  func table(row: Row) {
    switch (MeasuredPlausibility.of(row.value, row.type, unit: row.unit), row.expected) {
    case (.likely, .likely): break
    case (.unlikely(let doubt), .unlikely): #expect(doubt.suggestion == row.meant)
    case (.impossible(let problem), .impossible):
      #expect(problem.details == (row.meant.map { ["Did you mean `\($0)`?"] } ?? []))
      #expect(problem.cause == .usage)
    case (let found, let expected): Issue.record("\(found) instead of \(expected)")
    }
  }

  @Test("An unlikely value is doubted with its unit, in a sentence with where most of them are")
  func doubt() {
    #expect(
      MeasuredPlausibility.of(120, .velocity, unit: "mph")
        == .unlikely(
          Doubt("120 mph is unusually high for Fastball Velocity: most are from 40 to 105.")))
    #expect(
      MeasuredPlausibility.of(25, .era, unit: "era")
        == .unlikely(
          Doubt("25 is unusually high for ERA: most are from 0 to 20.", suggestion: "2.5")))
    #expect(
      MeasuredPlausibility.of(60, .velocity, unit: "kph")
        == .unlikely(
          Doubt("60 kph is unusually low for Fastball Velocity: most are from 64 to 169.")))
  }

  @Test("An impossible value is refused with where it would be possible")
  func refusal() {
    #expect(
      MeasuredPlausibility.of(345, .battingAvg, unit: "avg")
        == .impossible(
          Problem(
            .usage, "345 cannot be right for Batting Average.",
            details: ["Did you mean `.345`?"],
            fix: "Batting Average takes numbers from .000 to 1.000.")))
    #expect(
      MeasuredPlausibility.of(3.5, .strikeouts, unit: "k")
        == .impossible(
          Problem(
            .usage, "3.5 cannot be right for Strikeouts.",
            fix: "Strikeouts takes whole numbers from 0 to 999.")))
  }

  @Test("A long time is refused and doubted in minutes, as people type it")
  func longTimes() throws {
    let mile = try #require(MetricType(rawValue: "run_1600"))
    guard case .impossible(let refused) = MeasuredPlausibility.of(142.1, mile, unit: "sec") else {
      Issue.record("2:22.1 is accepted.")
      return
    }
    #expect(refused.title == "2:22.1 cannot be right for \(mile.words).")
    #expect(refused.fix == "\(mile.words) takes times from 3:40 to 15:00.")
    guard case .impossible(let short) = MeasuredPlausibility.of(9, mile, unit: "sec") else {
      Issue.record("Nine seconds are accepted.")
      return
    }
    #expect(short.title == "0:09 cannot be right for \(mile.words).")
  }

  @Test("A record is refused what cannot be, and may keep what it held before the rule")
  func record() throws {
    let day = try Sample.day("2026-02-10")
    var metric = PerformanceMetric(
      id: Sample.id(1), athleteID: Sample.id(2), recordedDate: day, type: .velocity, value: 855,
      unit: "mph")
    let old = metric
    #expect(throws: Problem.self) {
      var copy = metric
      try copy.check(today: day)
    }
    metric.notes = "typed in a hurry"
    try metric.check(today: day, replacing: old)
    metric.value = 856
    #expect(throws: Problem.self) {
      var copy = metric
      try copy.check(today: day, replacing: old)
    }
  }
}
