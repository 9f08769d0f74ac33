import Basics
import CivilTime
import DemoFamily
import Domain
import Persistence
import SQLite
import Testing

@testable import SQLBackend

/// Tests measurements in several units, also in units of another program. They are compared in the
/// usual unit of their type (decision 39).
@Suite("Measurements in several units")
struct MixedUnitsTests {
  private let folder: TemporaryFolder
  private let acting = ActingProcess()
  private let backend: SQLBackend
  private let athlete: RecordID
  private let today: CalendarDay

  init() async throws {
    folder = try TemporaryFolder()
    let made = try acting.demo(in: folder)
    backend = made.0
    athlete = made.1.athlete.id
    let today = Zone.utc.day(of: ActingProcess.start)
    self.today = today
    try backend.dataFile.write { try $0.execute("DELETE FROM performance_metrics") }
    for (type, value, unit) in [
      (MetricType.velocity, 85.5, "mph"), (.velocity, 138, "km/h"), (.velocity, 84, nil),
      (.popTime, 2.01, "sec"), (.popTime, 1990, "ms"), (.other, 90, "kg"), (.other, 3, nil),
    ] as [(MetricType, Double, String?)] {
      _ = try await backend.metrics.add(for: athlete) {
        ($0.type, $0.value, $0.unit, $0.recordedDate) = (.known(type), value, unit, today)
      }
    }
    // Another program has stored a unit that this program does not know.
    let fruit = try await backend.metrics.add(for: athlete) {
      ($0.type, $0.value, $0.unit, $0.recordedDate) = (.known(.velocity), 99, "mph", today)
    }.row.reference.id
    try backend.dataFile.write {
      try $0.execute("UPDATE performance_metrics SET unit = 'bananas' WHERE id = ?", fruit)
    }
  }

  private func listed(_ type: MetricType, reversed: Bool = false) async throws -> [Double] {
    let query = ListQuery<PerformanceMetric> {
      $0.filter.type = type
      $0.sort = .value
      $0.isReversed = reversed
    }
    return try await backend.metrics.list(query, of: athlete).rows.map(\.metric.value)
  }

  @Test(
    "A list by value goes by what was measured, and what cannot be compared comes last either way")
  func order() async throws {
    #expect(try await listed(.velocity) == [138, 85.5, 84, 99])
    #expect(try await listed(.velocity, reversed: true) == [84, 85.5, 138, 99])
    #expect(try await listed(.popTime, reversed: true) == [1990, 2.01])
  }

  @Test(
    "A goal is compared with what has a unit that fits, also of a rate and of a measure of one's own",
    arguments: [("own:lower:sec:shuttle", MetricSort.value), ("era", .date)])
  func comparable(key: String, sort: MetricSort) async throws {
    let type = try #require(MetricType(rawValue: key))
    for value in [3.4, 1] {
      _ = try await backend.metrics.add(for: athlete) { [today] in
        ($0.type, $0.value, $0.unit) = (.known(type), value, type.defaultUnit)
        $0.recordedDate = today
      }
    }
    try backend.dataFile.write {
      try $0.execute(
        "UPDATE performance_metrics SET unit = 'bananas' WHERE metric_type = ? AND value = 1", key)
    }
    let query = ListQuery<PerformanceMetric> {
      $0.filter.type = type
      $0.filter.comparedUnit = type.defaultUnit
      $0.sort = sort
      $0.isReversed = sort == .value
    }
    let found = try await backend.metrics.list(query, of: athlete).rows
    #expect(found.map(\.metric.value) == [3.4])
  }

  @Test(
    "A report counts every measurement and averages what can be compared, in the measure's unit")
  func report() async throws {
    let metrics = try await backend.reports.aggregate(
      of: athlete, from: today, through: today, in: .utc
    ).metrics.get()
    #expect(metrics.total == 8)
    let velocity = try #require(metrics.bounds.first { $0.type == "velocity" })
    #expect(abs(velocity.maximum - 85.749) < 0.001 && velocity.minimum == 84)
    #expect(abs(velocity.average - 85.083) < 0.001)
    let pop = try #require(metrics.bounds.first { $0.type == "pop_time" })
    #expect(pop.minimum == 1.99 && pop.maximum == 2.01)
    // Some values of the type `other` are in kilograms and some have no unit. No common average can
    // be computed, so the report has no line for this type.
    #expect(metrics.bounds.map(\.type) == ["pop_time", "velocity"])
  }

  @Test("A packet shows the best as it was typed")
  func packet() async throws {
    try await backend.preferences.save(as: .player, of: athlete) { stored in
      var player = PlayerProfile(reading: stored)
      player.packetChoice = PacketChoice(measures: [.velocity, .popTime])
      return player.value
    }
    let best = try await backend.packets.contents(of: athlete).measurements.map(\.metric)
    #expect(best.map(\.value) == [138, 1990])
    #expect(best.map(\.unit) == ["km/h", "ms"])
  }
}
