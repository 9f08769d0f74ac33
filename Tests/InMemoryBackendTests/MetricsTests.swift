import CivilTime
import Domain
import FeatureKit
import InMemoryBackend
import Testing

@Suite("The measurements in memory")
struct MetricsTests {
  let backend = InMemoryBackend.example()
  let sam = ExampleFamily.sam

  private func handles(
    _ narrow: (inout ListQuery<PerformanceMetric>) -> Void
  ) async throws -> [String] {
    try await backend.metrics.list(ListQuery(narrow), of: sam).rows.map(\.reference.handle)
  }

  @Test("The list is newest first, of one day the newest entered, and can be cut and turned round")
  func order() async throws {
    #expect(try await handles { _ in } == (1...9).reversed().map { "m\($0)" })
    #expect(try await handles { $0.limit = 2 } == ["m9", "m8"])
    #expect(try await handles { $0.offset = 7 } == ["m2", "m1"])
    #expect(
      try await handles {
        $0.isReversed = true; $0.limit = 3
      } == ["m1", "m2", "m3"])
    #expect(
      try await handles {
        $0.sort = .value; $0.limit = 2
      } == ["m9", "m7"])
  }

  @Test("Filters narrow together, both days included")
  func filters() async throws {
    #expect(try await handles { $0.filter.type = .sixtyTime } == ["m8", "m5", "m3"])
    #expect(try await handles { $0.filter.verifiedOnly = true } == ["m9", "m8"])
    #expect(try await handles { $0.filter.event = ExampleFamily.showcase.id } == ["m9", "m8"])
    #expect(
      try await handles {
        $0.filter.from = CalendarDay("2025-10-26")
        $0.filter.through = CalendarDay("2025-11-30")
      } == ["m6", "m5", "m4"])
  }

  @Test("What is logged, changed and deleted is there, changed and gone, and each can be undone")
  func writes() async throws {
    let logged = try await backend.metrics.add(
      NewMetric(type: .era, value: 2.5, recordedDate: CalendarDay("2026-02-10")!), for: sam)
    #expect(logged.row.reference.handle == "m10")
    var edit = MetricEdit()
    edit.value = 2.75
    let changed = try await backend.metrics.edit(logged.row.reference.id, edit, of: sam)
    #expect(changed.row.metric.value == 2.75)
    _ = try await backend.metrics.delete(logged.row.reference.id, of: sam)
    await #expect(throws: Problem.noSuch(.metric)) {
      try await backend.metrics.show(logged.row.reference.id, of: sam)
    }
    _ = try await backend.undo.undo()
    _ = try await backend.undo.undo()
    #expect(try await backend.metrics.show(logged.row.reference.id, of: sam).metric.value == 2.5)
  }

  @Test("A day that has not come, and somebody else's event, are refused and nothing is kept")
  func refusals() async throws {
    let tomorrow = NewMetric(type: .era, value: 1, recordedDate: CalendarDay("2026-02-11")!)
    await #expect(throws: Problem.self) { try await backend.metrics.add(tomorrow, for: sam) }
    var fields = MetricEdit()
    fields.event = .set(ExampleFamily.samsFamily)
    let stray = NewMetric(
      type: .era, value: 1, recordedDate: CalendarDay("2026-02-10")!, fields: fields)
    await #expect(throws: Problem.noSuch(.event)) {
      try await backend.metrics.add(stray, for: sam)
    }
    #expect(try await backend.metrics.list(of: sam).total == 9)
  }

  @Test("A parent reads and changes nothing; a stranger sees nobody")
  func access() async throws {
    backend.signIn(ExampleFamily.dana)
    #expect(try await backend.metrics.list(of: sam).total == 9)
    let id = ExampleFamily.metrics[0].id
    await #expect(throws: Problem.readOnly) { try await backend.metrics.delete(id, of: sam) }
    backend.signIn(ExampleFamily.stranger)
    await #expect(throws: Problem.noSuch(.person)) { try await backend.metrics.list(of: sam) }
  }

  @Test("Each type is summed up by its newest and its last ten, newest type first")
  func summaries() async throws {
    let summaries = try await backend.metricSummaries.byType(of: sam)
    #expect(summaries.map(\.type) == [.known(.velocity), .known(.sixtyTime), .known(.battingAvg)])
    #expect(summaries.map(\.count) == [5, 3, 1])
    #expect(summaries[0].latest.reference.handle == "m9")
    #expect(summaries[0].recent.map(\.metric.value) == [81, 82, 82.5, 84, 85.5])
  }
}
