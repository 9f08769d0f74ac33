import CivilTime
import Domain
import FeatureKit
import SQLBackend
import Testing

/// Tests of the records that a report counts for each viewer (domain.md 4.10).
///
/// SQLBackendTests compares the counts with those that the domain's rule computes from the rows.
@Suite struct ReportContracts {
  private let first = CalendarDay(year: 2026, month: 2, day: 1)!
  private let last = CalendarDay(year: 2026, month: 2, day: 9)!

  private func log(_ day: CalendarDay, _ value: Double, by me: Reference, on stage: Stage)
    async throws
  {
    _ = try await stage.acting(me).metrics.add(
      RecordChange<PerformanceMetric> {
        $0.type = .known(.velocity)
        $0.value = value
        $0.recordedDate = day
      }, for: me.id)
  }

  @Test("Both ends of a range belong to it")
  func ends() async throws {
    let (stage, cast) = try await Stage.cast()
    for (offset, value) in [(-1, 70.0), (0, 80), (8, 84), (9, 90)] {
      try await log(first.adding(days: offset), value, by: cast.sam, on: stage)
    }
    let figures = try await stage.acting(cast.sam).reports.aggregate(
      of: cast.sam.id, from: first, through: last, in: .utc)
    let metrics = try figures.metrics.get()
    #expect(metrics.total == 2)
    #expect(
      metrics.bounds == [.init(type: "velocity", average: 82, maximum: 84, minimum: 80)])
    #expect(try figures.schools.get() == ReportFigures.Schools())
    #expect(figures.missing.isEmpty)
    #expect(
      await cause {
        _ = try await stage.acting(cast.sam).reports.aggregate(
          of: cast.sam.id, from: last, through: first, in: .utc)
      } == .usage)
  }

  @Test(
    "A parent of the family counts what the athlete counts, and nobody else anything")
  func access() async throws {
    let (stage, cast) = try await Stage.cast()
    try await log(first, 80, by: cast.sam, on: stage)
    func figures(_ person: RecordID?) async throws -> ReportFigures {
      try await stage.acting(person).reports.aggregate(
        of: cast.sam.id, from: first, through: last, in: .utc)
    }
    #expect(try await figures(cast.dana.id) == figures(cast.sam.id))
    for stranger in [cast.mia, cast.lee] {
      #expect(await cause { _ = try await figures(stranger.id) } == .notFound)
    }
    #expect(await cause { _ = try await figures(nil) } == .signInNeeded)
  }
}
