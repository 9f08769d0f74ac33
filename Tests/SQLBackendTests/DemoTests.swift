import Basics
import CivilTime
import DemoFamily
import Domain
import Persistence
import Testing

@testable import SQLBackend

@Suite struct DemoTests {
  private let folder: TemporaryFolder
  private let now = Instant("2026-02-10T15:00:00.000Z")!

  init() throws {
    folder = try TemporaryFolder()
  }

  private func backend(_ name: String, acting: RecordID? = nil) -> SQLBackend {
    ActingProcess(now: now, acting: acting).backend("\(folder.path)/\(name).sqlite")
  }

  @Test("The same seed and moment fill two files alike")
  func fillingIsRepeatable() throws {
    let (first, second) = (backend("first"), backend("second"))
    let demo = DemoFamily.make(now: now, zone: .utc)
    try first.fill(from: ExportSource(demo))
    try second.fill(from: ExportSource(DemoFamily.make(now: now, zone: .utc)))
    #expect(try first.dataFile.canonicalDump() == second.dataFile.canonicalDump())
    #expect(try first.dataFile.findings() == [])
  }

  @Test("Every row is there as it was made up, with handles in order of creation")
  func everyRowIsThere() throws {
    let backend = backend("demo")
    let demo = DemoFamily.make(now: now, zone: .utc)
    try backend.fill(from: ExportSource(demo))
    try backend.dataFile.read { connection in
      func expect<Record: Equatable>(_ form: TableForm<Record>, _ made: [Record]) throws {
        let found = try made.map { try form.find(form.id($0), in: connection) }
        #expect(found == made, "\(form.table)")
        guard let kind = form.kind else { return }
        #expect(
          try made.map { try connection.handles.number(kind, of: form.id($0)) }
            == Array(1...made.count))
      }
      try expect(School.form, demo.schools)
      try expect(.statusChanges, demo.statusChanges)
      try expect(Coach.form, demo.coaches)
      try expect(RecruitingEvent.form, demo.events)
      try expect(Interaction.form, demo.interactions)
      try expect(Offer.form, demo.offers)
      try expect(PerformanceMetric.form, demo.metrics)
      try expect(Document.form, demo.documents)
      try expect(RecommendationLetter.form, demo.letters)
      try expect(.athleteTasks, demo.athleteTasks)
      try expect(.notifications, demo.notifications)
      try expect(.views, demo.views)
      try expect(.families, [demo.family])
      try expect(.members, demo.members)
      try expect(.codeUses, demo.codeUses)
    }
  }

  @Test("A file with people in it is refused and stays as it was")
  func peopleAreNotMixed() async throws {
    let backend = backend("taken")
    _ = try await backend.people.createAccount(NewAccount(role: .player, name: "Sam Lee"))
    let before = try backend.dataFile.canonicalDump()
    let problem = #expect(throws: Problem.self) {
      try backend.fill(from: ExportSource(DemoFamily.make(now: now, zone: .utc)))
    }
    #expect(problem?.cause == .conflict)
    #expect(try backend.dataFile.canonicalDump() == before)
  }

  @Test("A filled file answers for the athlete and has no step to undo")
  func filledFileAnswers() async throws {
    let demo = DemoFamily.make(now: now, zone: .utc)
    let backend = backend("asked", acting: demo.athlete.id)
    try backend.fill(from: ExportSource(demo))
    let page = try await backend.timeline.tasks(
      of: demo.athlete.id, grade: nil, today: CalendarDay("2026-02-10")!)
    #expect(page.grade.level == 11)
    #expect(page.tasks.contains { $0.status == .completed })
    #expect(try await backend.families.families().first?.members.count == demo.members.count)
    #expect(try await backend.undo.history(limit: 5).isEmpty)
    #expect(try await backend.preferences.preference(.player, of: demo.athlete.id).data != nil)
    #expect(
      try await backend.viewLog.views(of: demo.athlete.id, limit: 100).total == demo.views.count)
  }
}
