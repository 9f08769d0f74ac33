import Basics
import CivilTime
import DemoFamily
import Domain
import JSON
import Persistence
import SQLite
import Testing

@testable import SQLBackend

/// Compares reports that SQL computes for random rows with those that the pure function computes
/// (domain.md 4.10).
@Suite struct ReportPropertyTests {
  private let folder: TemporaryFolder
  private let now = Instant("2026-03-08T15:00:00.000Z")!

  init() throws {
    folder = try TemporaryFolder()
  }

  /// Words for columns that expect a known word: unknown ones, and texts that SQL and Swift could
  /// compare differently, such as two forms of `é`.
  private static let texts = [
    "", "fax", "FAX", "é", "e\u{301}", "=1+1", "a'b", "a\"b", "\u{1F3C8}", "\u{FFFD}", " x", "zz",
  ]

  private func family(_ seed: UInt64) throws -> (SQLBackend, ActingProcess, MadeUpFamily) {
    var demo = DemoFamily.make(seed: seed, now: now, zone: .utc)
    var dice = Dice(seed &* 31)
    // Removes rows in some of the random families, so that the report is also tested with tables of
    // no row, one row and two rows.
    func thin<Row>(_ rows: inout [Row]) {
      switch dice.below(8) {
      case 0: rows = []
      case 1: rows = Array(rows.prefix(1))
      case 2: rows = Array(rows.prefix(2))
      default: break
      }
    }
    thin(&demo.interactions)
    thin(&demo.metrics)
    scatter(&demo, &dice)
    let program = ActingProcess(now: now, acting: demo.athlete.id)
    let backend = program.backend(folder.path + "/\(seed).sqlite")
    try fill(backend, with: demo)
    return (backend, program, demo)
  }

  /// Fills the file with the family. An export cannot contain infinite values, so they are written
  /// with SQL afterwards, as another program could do.
  private func fill(_ backend: SQLBackend, with demo: MadeUpFamily) throws {
    let odd = demo.metrics.filter { !$0.value.isFinite }
    var readable = demo
    for index in readable.metrics.indices where !readable.metrics[index].value.isFinite {
      readable.metrics[index].value = 0
    }
    try backend.fill(from: ExportSource(readable))
    try backend.dataFile.write { connection in
      for metric in odd {
        try connection.execute(
          "UPDATE performance_metrics SET value = ? WHERE id = ?", metric.value, metric.id)
      }
    }
  }

  private func scatter(_ demo: inout MadeUpFamily, _ dice: inout Dice) {
    func odd() -> String? { dice.below(4) == 0 ? dice.pick(Self.texts) : nil }
    for index in demo.schools.indices {
      if let text = odd() { demo.schools[index].status = .init(text) }
      if let text = odd() { demo.schools[index].division = .init(text) }
      if dice.below(5) == 0 { demo.schools[index].status = nil }
      if dice.below(5) == 0 { demo.schools[index].division = nil }
      if dice.below(6) == 0 { demo.schools[index].familyID = nil }
    }
    for index in demo.coaches.indices where dice.below(6) == 0 {
      demo.coaches[index].familyID = nil
    }
    for index in demo.interactions.indices {
      let day = CalendarDay(dayNumber: 20_454 + dice.below(80))
      let edge = Zone.utc.midnight(of: day).milliseconds
      demo.interactions[index].occurredAt = Instant(milliseconds: edge + Int64(dice.below(3) - 1))
      if let text = odd() { demo.interactions[index].type = .init(text) }
      if let text = odd() { demo.interactions[index].sentiment = .init(text) }
      if let text = odd() { demo.interactions[index].direction = .init(text) }
      if dice.below(5) == 0 { demo.interactions[index].sentiment = nil }
      if dice.below(6) == 0 { demo.interactions[index].familyID = nil }
    }
    for index in demo.metrics.indices {
      demo.metrics[index].recordedDate = CalendarDay(dayNumber: 20_454 + dice.below(80))
      if let text = odd() { demo.metrics[index].type = .init(text) }
      if dice.below(6) == 0 { demo.metrics[index].familyID = nil }
      switch dice.below(9) {
      case 0: demo.metrics[index].value = .infinity
      case 1: demo.metrics[index].value = -.infinity
      case 2: demo.metrics[index].value = -0.001
      case 3: demo.metrics[index].value = 1e12
      default: break
      }
    }
  }

  /// Returns the report that the pure function computes from the rows that this person may see.
  private func expected(_ demo: MadeUpFamily, _ range: ReportRange, isOwner: Bool) -> ReportFigures
  {
    func isSeen(_ family: RecordID?) -> Bool { family != nil || isOwner }
    return ReportFigures(
      range: range, now: now, schools: demo.schools.filter { isSeen($0.familyID) },
      coaches: demo.coaches.filter { isSeen($0.familyID) },
      interactions: demo.interactions.filter { isSeen($0.familyID) },
      metrics: demo.metrics.filter { isSeen($0.familyID) })
  }

  @Test(
    "A report's figures are the fold's, whatever the rows", arguments: 1...24 as ClosedRange<UInt64>
  )
  func figures(_ seed: UInt64) async throws {
    let (backend, program, demo) = try family(seed)
    var dice = Dice(seed)
    let zones = [Zone.utc, .fixed(minutes: -300), .fixed(minutes: 765)]
    let zone = zones[dice.below(3)]
    var ranges = [
      try ReportRange.make(from: .first, to: .last, in: zone).get(),
      try ReportRange.make(from: day("2030-01-01"), to: day("2030-01-01"), in: zone).get(),
    ]
    for _ in 0..<6 {
      let from = CalendarDay(dayNumber: 20_450 + dice.below(90))
      ranges.append(
        try ReportRange.make(from: from, to: from.adding(days: dice.below(40)), in: zone).get())
    }
    for (person, isOwner) in [(demo.athlete.id, true), (demo.people[1].id, false)] {
      program.person = person
      for range in ranges {
        let found = try await backend.reports.aggregate(
          of: demo.athlete.id, from: range.from, through: range.to, in: zone)
        try same(found, expected(demo, range, isOwner: isOwner))
      }
    }
  }

  /// Compares two reports. Averages may differ in the last digits, because the values are added in
  /// another order.
  private func same(_ found: ReportFigures, _ expected: ReportFigures) throws {
    #expect(found.schools == expected.schools)
    #expect(found.coaches == expected.coaches)
    #expect(found.interactions == expected.interactions)
    let (left, right) = (try found.metrics.get(), try expected.metrics.get())
    #expect(left.total == right.total)
    #expect(left.byType == right.byType)
    #expect(left.bounds.map(\.type) == right.bounds.map(\.type))
    for (one, other) in zip(left.bounds, right.bounds) {
      #expect((one.maximum, one.minimum) == (other.maximum, other.minimum))
      #expect(abs(one.average - other.average) <= 1e-9 * max(1, abs(other.average)))
    }
  }

  @Test("A section that cannot be read leaves the others on the page, and all four end the report")
  func sections() async throws {
    let (backend, _, demo) = try family(99)
    let range = (day("2026-01-01"), day("2026-03-31"))
    try backend.dataFile.write { try $0.executeScript("ALTER TABLE coaches RENAME TO elsewhere") }
    let found = try await backend.reports.aggregate(
      of: demo.athlete.id, from: range.0, through: range.1, in: .utc)
    #expect(found.missing.map(\.section) == ["Coaches"])
    #expect(throws: Never.self) { try found.interactions.get() }
    try backend.dataFile.write {
      try $0.executeScript(
        """
        ALTER TABLE schools RENAME TO gone1; ALTER TABLE interactions RENAME TO gone2;
        ALTER TABLE performance_metrics RENAME TO gone3;
        """)
    }
    await #expect(throws: Problem.self) {
      try await backend.reports.aggregate(
        of: demo.athlete.id, from: range.0, through: range.1, in: .utc)
    }
  }

  @Test("Interactions are counted along the index of their kinds, without a sorter")
  func plan() async throws {
    let (backend, _, demo) = try family(3)
    _ = try await backend.reports.aggregate(
      of: demo.athlete.id, from: day("2026-01-01"), through: day("2026-03-31"), in: .utc)
    let plans = try backend.dataFile.read { connection in
      try connection.cachedStatements.filter { $0.contains("feelings") }.map { sql in
        let statement = try connection.lend("EXPLAIN QUERY PLAN \(sql)")
        defer { connection.giveBack(statement) }
        var details: [String] = []
        let row = ResultRow(statement)
        while try statement.step() { details.append(try row.text(3)) }
        return details
      }
    }
    #expect(plans.count == 2, "those of the family, and those of nobody's family")
    for plan in plans {
      let touching = plan.filter { $0.contains("interactions") }
      #expect(touching.count == 7)
      #expect(touching.allSatisfy { $0.hasPrefix("SEARCH interactions USING COVERING INDEX") })
      #expect(!plan.contains { $0.contains("TEMP B-TREE") })
    }
  }

  @Test("An athlete without a family has reports too")
  func alone() async throws {
    let program = ActingProcess(now: now)
    let backend = program.backend(folder.path + "/alone.sqlite")
    let me = try await backend.people.createAccount(
      NewAccount(role: .player, name: "Alex Moss", graduationYear: 2027)
    ).person.id
    program.person = me
    let school = try await backend.schools.add(
      RecordChange<School> { $0.name = "Ohio State" }, for: me)
    let moment = now
    for direction in [Direction.inbound, .outbound] {
      _ = try await backend.interactions.add(
        RecordChange<Interaction> {
          $0.schoolID = school.row.reference.id
          $0.type = .known(.email)
          $0.direction = .known(direction)
          $0.occurredAt = moment
        }, for: me)
    }
    let found = try await backend.reports.aggregate(
      of: me, from: day("2026-03-08"), through: day("2026-03-08"), in: .utc)
    #expect(try found.interactions.get().byType == [Tally("email", 2)])
    #expect(try found.interactions.get().inbound == 1)
    #expect(try found.schools.get().total == 1)
  }
}
