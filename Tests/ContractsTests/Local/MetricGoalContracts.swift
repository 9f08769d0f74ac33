import CivilTime
import Domain
import FeatureKit
import JSON
import SQLBackend
import Testing

@Suite struct MetricGoalContracts {
  private let goal = MetricGoal(.velocity, 85, unit: "mph", by: CalendarDay("2026-06-30"))

  @Test(
    "A goal is kept with the player preference, and everything else there stays")
  func kept() async throws {
    let (stage, cast) = try await Stage.cast()
    let sam = try stage.acting(cast.sam)
    try await sam.preferences.save(as: .player, of: cast.sam.id) { _ in ["gpa": 3.5] }
    #expect(try await sam.metricGoals.set(goal, of: cast.sam.id) == [goal])
    #expect(try await sam.metricGoals.goals(of: cast.sam.id) == [goal])
    let stored = try await sam.preferences.preference(.player, of: cast.sam.id).data
    #expect(stored?["gpa"]?.double == 3.5)
    #expect(stored?["metric_goals"]?.array?.count == 1)
    let other = MetricGoal(.era, 3, unit: "era")
    #expect(try await sam.metricGoals.set(other, of: cast.sam.id) == [goal, other])
    #expect(try await sam.metricGoals.remove(.velocity, of: cast.sam.id) == goal)
    #expect(try await sam.metricGoals.goals(of: cast.sam.id) == [other])
    #expect(
      await cause { _ = try await sam.metricGoals.remove(.velocity, of: cast.sam.id) }
        == .notFound)
  }

  @Test("Setting and removing are steps that undo takes back")
  func undo() async throws {
    let (stage, cast) = try await Stage.cast()
    let sam = try stage.acting(cast.sam)
    _ = try await sam.metricGoals.set(goal, of: cast.sam.id)
    _ = try await sam.metricGoals.remove(.velocity, of: cast.sam.id)
    let removed = try await sam.undo.undo()
    #expect(removed.operation == "removeMetricGoal")
    #expect(
      removed.summary == "Removed the goal for Fastball Velocity, 85 mph by Jun 30, 2026")
    #expect(try await sam.metricGoals.goals(of: cast.sam.id) == [goal])
    #expect(try await sam.undo.undo().operation == "setMetricGoal")
    #expect(try await sam.metricGoals.goals(of: cast.sam.id).isEmpty)
  }

  @Test("The measures offered to an athlete know what was measured, for the family and nobody else")
  func measured() async throws {
    let (stage, cast) = try await Stage.cast()
    let sam = try stage.acting(cast.sam)
    #expect(try await sam.measures.offered(cast.sam.id).measured.isEmpty)
    for (type, value) in [(MetricType.velocity, 80.0), (.era, 3), (.velocity, 81)] {
      _ = try await sam.metrics.add(for: cast.sam.id) {
        ($0.type, $0.value, $0.recordedDate) = (.known(type), value, stage.today)
      }
    }
    #expect(Set(try await sam.measures.offered(cast.sam.id).measured) == [.velocity, .era])
    let dana = try stage.acting(cast.dana)
    #expect(try await dana.measures.offered(cast.sam.id).measured.count == 2)
    let lee = try stage.acting(cast.lee)
    #expect(await cause { _ = try await lee.measures.offered(cast.sam.id) } == .notFound)
  }

  @Test("Only the athlete sets and removes one")
  func onlyTheAthlete() async throws {
    let (stage, cast) = try await Stage.cast()
    _ = try await stage.acting(cast.sam).metricGoals.set(goal, of: cast.sam.id)
    for (person, expected) in [(cast.dana, Cause.refused), (cast.lee, .notFound)] {
      let other = try stage.acting(person)
      #expect(
        await cause { _ = try await other.metricGoals.set(goal, of: cast.sam.id) } == expected)
      #expect(
        await cause { _ = try await other.metricGoals.remove(.velocity, of: cast.sam.id) }
          == expected)
    }
    #expect(try await stage.acting(cast.sam).metricGoals.goals(of: cast.sam.id) == [goal])
  }

  @Test("What nobody can reach is refused")
  func impossible() async throws {
    let (stage, cast) = try await Stage.cast()
    let sam = try stage.acting(cast.sam)
    for value in [855, .infinity] {
      let goal = MetricGoal(.velocity, value)
      #expect(await cause { _ = try await sam.metricGoals.set(goal, of: cast.sam.id) } == .usage)
    }
    #expect(try await sam.metricGoals.goals(of: cast.sam.id).isEmpty)
  }
}
