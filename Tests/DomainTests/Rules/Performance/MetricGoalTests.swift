import Basics
import CivilTime
import Domain
import JSON
import Testing

@Suite("Goals of measurements")
struct MetricGoalTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var goal: MetricGoal
    var measured: Double?
    var unit: String?
    var words: String

    init(_ goal: MetricGoal, _ measured: Double?, _ words: String) {
      self.init(goal, measured, nil, words)
    }

    init(_ goal: MetricGoal, _ measured: Double?, _ unit: String?, _ words: String) {
      self.goal = goal
      self.measured = measured
      self.unit = unit
      self.words = words
    }

    var testDescription: String { "\(goal.textWithDay), \(measured.map { "\($0)" } ?? "nothing")" }
  }

  private static let june = CalendarDay(year: 2026, month: 6, day: 30)
  private static let today = CalendarDay(year: 2026, month: 2, day: 10)
  private static let yesterday = CalendarDay(year: 2026, month: 2, day: 9)
  private static let january = CalendarDay(year: 2026, month: 1, day: 31)

  @Test(
    "The line of a goal ends at its day, but not farther off than what was measured, or a year",
    arguments: [
      ("2025-08-10", nil, "2026-02-10"), ("2025-08-10", "2025-12-31", "2026-02-10"),
      ("2025-08-10", "2026-06-30", "2026-06-30"), ("2025-08-10", "2027-02-10", "2027-02-10"),
      ("2025-08-10", "2027-02-11", "2027-02-10"), ("2025-08-10", "2036-01-01", "2027-02-10"),
      ("2024-02-10", "2036-01-01", "2028-02-11"), ("2026-02-10", "2036-01-01", "2027-02-10"),
    ] as [(String, String?, String)])
  func endOfLine(first: String, by: String?, expected: String) throws {
    let goal = MetricGoal(.velocity, 85, by: try by.map { try #require(CalendarDay($0)) })
    let end = goal.endOfLine(
      from: try #require(CalendarDay(first)), to: try #require(CalendarDay("2026-02-10")))
    #expect(end.description == expected)
  }

  @Test(
    "How far somebody is depends on which way is better, and on the day",
    arguments: [
      Row(MetricGoal(.velocity, 85), 82.7, "mph", "2.3 mph to go"),
      Row(MetricGoal(.velocity, 85, by: june), 82.7, "mph", "2.3 mph to go"),
      Row(MetricGoal(.velocity, 85, by: january), 82.7, "mph", "missed by 2.3 mph"),
      // A goal can still be reached on its due date; it is missed the day after.
      Row(MetricGoal(.velocity, 85, by: today), 82.7, "mph", "2.3 mph to go"),
      Row(MetricGoal(.velocity, 85, by: yesterday), 82.7, "mph", "missed by 2.3 mph"),
      Row(MetricGoal(.velocity, 85), 85, "mph", "reached with 85.00 mph on Feb 1, 2026"),
      Row(MetricGoal(.velocity, 85, by: january), 86, nil, "reached with 86.00 mph on Feb 1, 2026"),
      // 84.996 is displayed as 85.00, so it counts as reached. 84.99 is displayed as 84.99 and does
      // not.
      Row(MetricGoal(.velocity, 85), 84.996, "mph", "reached with 85.00 mph on Feb 1, 2026"),
      Row(MetricGoal(.velocity, 85), 84.99, "mph", "0.01 mph to go"),
      Row(MetricGoal(.velocity, 85), nil, "nothing measured yet"),
      Row(MetricGoal(.sixtyTime, 6.9), 7.03, "sec", "0.13 sec to go"),
      Row(MetricGoal(.sixtyTime, 6.9), 6.9, "sec", "reached with 6.90 sec on Feb 1, 2026"),
      Row(MetricGoal(.era, 3.5), 3.91, "era", "0.41 ERA to go"),
      // Values of `era` are displayed with hundredths. A difference below half a hundredth counts
      // as none, and half a hundredth counts.
      Row(MetricGoal(.era, 0), 0.0049, "era", "reached with 0.005 ERA on Feb 1, 2026"),
      Row(MetricGoal(.era, 0), 0.005, "era", "0.01 ERA to go"),
      Row(MetricGoal(.battingAvg, 0.325), 0.312, "avg", ".013 to go"),
      Row(MetricGoal(.strikeouts, 12), 11, "k", "1 strikeout to go"),
      Row(MetricGoal(.strikeouts, 12), 5, "k", "7 strikeouts to go"),
      // A value in km/h is converted to the goal's unit, mph. A value in an unknown unit cannot be
      // compared and counts as no measurement.
      Row(
        MetricGoal(.velocity, 85, unit: "mph"), 144.84, "kph",
        "reached with 90.00 mph on Feb 1, 2026"),
      Row(MetricGoal(.velocity, 85, unit: "mph"), 90, "furlongs", "nothing measured yet"),
    ] as [Row])
  func state(row: Row) throws {
    let today = try Sample.day("2026-02-10")
    let measured = try row.measured.map {
      PerformanceMetric(
        id: Sample.id(1), athleteID: Sample.id(2), recordedDate: try Sample.day("2026-02-01"),
        type: row.goal.type, value: $0, unit: row.unit)
    }
    let state = MetricGoalState(of: row.goal, measured: measured, today: today)
    #expect(row.goal.words(state) == row.words)
    #expect(state.isReached == row.words.hasPrefix("reached"))
  }

  @Test("A measurement of another type reaches nothing")
  func otherType() throws {
    let metric = PerformanceMetric(
      id: Sample.id(1), athleteID: Sample.id(2), recordedDate: try Sample.day("2026-02-01"),
      type: .exitVelo, value: 95, unit: "mph")
    let today = try Sample.day("2026-02-10")
    #expect(
      MetricGoalState(of: MetricGoal(.velocity, 85), measured: metric, today: today) == .open)
  }

  @Test(
    "A goal reads as people write it",
    arguments: [
      (MetricGoal(.velocity, 85, unit: "mph", by: june), "85 mph by Jun 30, 2026"),
      (MetricGoal(.velocity, 87.5), "87.5 mph"), (MetricGoal(.battingAvg, 0.32), ".320"),
      (MetricGoal(.era, 3.5), "3.5 ERA"), (MetricGoal(.strikeouts, 1), "1 strikeout"),
      (MetricGoal(.strikeouts, 100), "100 strikeouts"),
    ] as [(MetricGoal, String)])
  func text(goal: MetricGoal, text: String) {
    #expect(goal.textWithDay == text)
  }

  @Test("One goal a type is kept with the player preference, beside all else that is there")
  func stored() throws {
    var player = PlayerProfile()
    player.gpa = 3.6
    #expect(player.goals.isEmpty)
    player.set(MetricGoal(.velocity, 85, unit: "mph", by: Self.june))
    player.set(MetricGoal(.era, 3))
    player.set(MetricGoal(.velocity, 88))
    #expect(player.goals == [MetricGoal(.velocity, 88), MetricGoal(.era, 3)])
    let read = PlayerProfile(reading: player.value)
    #expect(read.goals == player.goals)
    #expect(read.gpa == 3.6)
    player.removeGoal(for: .velocity)
    player.removeGoal(for: .era)
    #expect(player.object["metric_goals"] == nil)
    #expect(player.gpa == 3.6)
  }

  @Test("What a newer program wrote among the goals is kept, and what is no goal reads as none")
  func tolerant() throws {
    let stored: JSONValue = [
      "metric_goals": [
        ["type": "grip_strength", "value": 30], ["type": "velocity", "value": "fast"], "x",
        ["type": "velocity", "value": 85, "by": "someday"],
      ]
    ]
    var player = PlayerProfile(reading: stored)
    #expect(player.goals == [MetricGoal(.velocity, 85)])
    player.removeGoal(for: .velocity)
    #expect(player.goals.isEmpty)
    #expect(player.object["metric_goals"] == [["type": "grip_strength", "value": 30], "x"])
    #expect(PlayerProfile(reading: ["metric_goals": 3]).goals.isEmpty)
  }
}
