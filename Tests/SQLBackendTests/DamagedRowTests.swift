import Basics
import CivilTime
import Domain
import JSON
import Persistence
import SQLite
import Testing

@testable import SQLBackend

/// Tests a file in which another program has left one malformed value.
@Suite struct DamagedRowTests {
  private let program = ActingProcess()
  private let backend: SQLBackend
  private let folder: TemporaryFolder
  private var path: String { folder.path + "/compass.sqlite" }

  init() throws {
    folder = try TemporaryFolder()
    backend = program.backend(folder.path + "/compass.sqlite")
  }

  /// A malformed value for each column that has a form, such as a time or a number, and a malformed
  /// id for each table.
  static let malformed: [(table: String, column: String, sql: String)] =
    CheckedTable.all.flatMap { table in
      table.columns.filter { $0.wanted != "a text" && !$0.wanted.hasPrefix("one of") }
        .map { column -> (String, String, String) in
          switch column.wanted {
          case "a number": (table.name.description, column.name.description, "9e999")
          case "a whole number", "yes or no":
            (table.name.description, column.name.description, "-7")
          default: (table.name.description, column.name.description, "'zzz {'")
          }
        } + [(table.name.description, "id", "'no id'")]
    }

  @Test(
    "One malformed value leaves every page readable, and a row it makes unreadable is counted",
    arguments: malformed.indices)
  func onePage(_ index: Int) async throws {
    let (table, column, sql) = Self.malformed[index]
    let sam = try await twoOfEach()
    try damage(table, column, sql)
    let met = try await everyPage(of: sam)
    let isUnreadable = try backend.dataFile.read { try UnreadableRows().survey($0) }
    // These columns say to which person or family a row belongs. If one of them is damaged, the row
    // is no longer the athlete's, so the pages neither show it nor report it as unreadable.
    guard !Self.owning.contains(column) else { return }
    #expect(met == 18 || isUnreadable)
    if isUnreadable, table != "school_status_history" || column != "school_id" {
      #expect(backend.takeUnreadable() != [])
    }
  }

  private static let owning: Set = ["user_id", "logged_by", "athlete_id", "family_unit_id"]

  @Test("What cannot be read is left out of lists, counts and sums alike, and said")
  func counts() async throws {
    let sam = try await twoOfEach()
    try damage("interactions", "occurred_at", "'2026-02-09 or so'")
    try damage("performance_metrics", "value", "9e999")
    let list = try await backend.interactions.list(of: sam)
    #expect((list.rows.count, list.matching, list.total) == (1, 1, 1))
    let figures = try await backend.dashboard.interactions(
      of: sam, now: ActingProcess.start, zone: .utc)
    #expect(figures.total == 1)
    let report = try await backend.reports.aggregate(
      of: sam, from: day("2026-01-01"), through: day("2026-03-01"), in: .utc)
    #expect(try report.interactions.get().total == 1)
    #expect(try await backend.metrics.list(of: sam).total == 1)
    #expect(
      backend.takeUnreadable()
        == ["1 interaction could not be read", "1 metric could not be read"])
    #expect(backend.takeUnreadable() == [])
  }

  @Test("An infinite value is left out of a chart and of a table", arguments: [true, false])
  func infinite(inChart: Bool) async throws {
    let sam = try await twoOfEach()
    try damage("performance_metrics", "value", "9e999")
    if inChart {
      let series = try await backend.metricSummaries.points(MetricFilter(), of: sam)
      #expect(series.map(\.points.count) == [1])
    } else {
      let lines = try await backend.metricSummaries.oldest(MetricFilter(), of: sam)
      #expect(lines.map(\.value) == [2])
    }
    #expect(backend.takeUnreadable() == ["1 metric could not be read"])
  }

  @Test("A measurement of which it is not stored whether it is verified is not")
  func unknownVerification() async throws {
    let sam = try await twoOfEach()
    try damage("performance_metrics", "verified", "NULL")
    let lines = try await backend.metricSummaries.oldest(MetricFilter(), of: sam)
    #expect(lines.map(\.isVerified) == [false, false])
    #expect(backend.takeUnreadable() == [])
  }

  @Test("A task, or its progress, with a malformed id is left out, counted, and not written to")
  func tasks() async throws {
    let sam = try await twoOfEach()
    func listed() async throws -> [TaskWithStatus] {
      try await backend.timeline.tasks(of: sam, grade: 9, today: day("2026-02-10")).tasks
    }
    let whole = try await listed()
    let begun = try #require(whole.first { $0.athleteTask != nil })
    try damage("athlete_task", "id", "'it''s \"none\"'")
    #expect(try await listed().map(\.reference) == whole.map(\.reference))
    #expect(try await listed().allSatisfy { $0.athleteTask == nil })
    #expect(backend.takeUnreadable() == ["1 other entry could not be read"])
    await #expect(throws: Problem.unreadable(.task)) {
      _ = try await backend.timeline.setStatus(begun.task.id, .inProgress, sam)
    }
    let other = try #require(whole.last)
    try DatabaseConnection(path: path, .readWrite).execute(
      "UPDATE task SET id = 'no id' WHERE id = ?", other.task.id)
    #expect(try await listed().map(\.reference) == whole.dropLast().map(\.reference))
    #expect(
      backend.takeUnreadable() == ["1 other entry could not be read", "1 task could not be read"])
    let damaged = try backend.damagedValues()
    #expect(damaged.map(\.table) == ["athlete_task", "task"])
    #expect(damaged.map(\.remedy) == [.removeRow, .removeRow])
    _ = try await backend.repair(damaged)
    #expect(try backend.damagedValues().isEmpty)
    #expect(try await listed().count == whole.count - 1)
    #expect(backend.takeUnreadable() == [])
  }

  @Test("A task with a malformed id keeps no other task from being named")
  func namedBesideDamage() async throws {
    let sam = try await twoOfEach()
    let all = try await backend.recordIndex.find(.words([.task], beginnings: [""]), of: sam).count
    try damage("task", "id", "'no id'")
    #expect(
      try await backend.recordIndex.find(.words([.task], beginnings: [""]), of: sam).count == all
        - 1)
    #expect(backend.takeUnreadable() == ["1 task could not be read"])
  }

  @Test("A record that is there and cannot be read is not said to be missing")
  func named() async throws {
    let sam = try await twoOfEach()
    let id = try #require(try await backend.metrics.list(of: sam).rows.first).reference.id
    try backend.dataFile.write { connection in
      try connection.execute(
        "UPDATE performance_metrics SET recorded_date = 'soon' WHERE id = ?", id)
    }
    await #expect(throws: Problem.unreadable(.metric)) {
      _ = try await backend.metrics.show(id, of: sam)
    }
    await #expect(throws: Problem.unreadable(.metric)) {
      _ = try await backend.metrics.delete(id, of: sam)
    }
  }

  @Test("What was repaired is there again at once, for this process too")
  func repaired() async throws {
    let sam = try await twoOfEach()
    try damage("events", "start_date", "'soon'")
    #expect(try await backend.events.list(of: sam).total == 1)
    try backend.dataFile.write { connection in
      try connection.execute("UPDATE events SET start_date = '2026-03-01'")
    }
    #expect(try await backend.events.list(of: sam).total == 2)
  }

  /// Writes a damaged value through a connection that does not check foreign keys, as another
  /// program could do.
  private func damage(_ table: String, _ column: String, _ sql: String) throws {
    let connection = try DatabaseConnection(path: path, .readWrite)
    try connection.execute(
      "UPDATE \(table) SET \(column) = \(sql) WHERE rowid = (SELECT min(rowid) FROM \(table))")
  }

  private func twoOfEach() async throws -> RecordID {
    let sam = try await backend.athlete("Sam")
    program.person = sam
    for number in 1...2 {
      let school = try await backend.schools.add(for: sam) { $0.name = "School \(number)" }
        .row.reference.id
      _ = try await backend.schools.edit(school, of: sam) { $0.status = .known(.contacted) }
      let coach = try await backend.coaches.add(for: sam) {
        ($0.schoolID, $0.role) = (school, .known(.head))
        ($0.firstName, $0.lastName) = ("Ana", "Rivera")
      }
      _ = try await backend.interactions.add(for: sam) {
        $0.meet(coach.row.reference.id)
        ($0.type, $0.direction) = (.known(.email), .known(.inbound))
        $0.occurredAt = ActingProcess.start.adding(days: -number)
      }
      _ = try await backend.offers.add(for: sam) {
        ($0.schoolID, $0.type) = (school, .known(.partial))
        $0.offerDate = day("2026-02-0\(number)")
      }
      _ = try await backend.events.add(for: sam) {
        ($0.name, $0.type) = ("Camp", .known(.camp))
        // One event is tomorrow and the other one in a week, so that both get a notification.
        $0.startDate = day(number == 1 ? "2026-02-11" : "2026-02-17")
      }
      _ = try await backend.metrics.add(for: sam) {
        ($0.type, $0.value) = (.known(.era), 2)
        $0.recordedDate = day("2026-02-0\(number)")
      }
      _ = try await backend.documents.add(for: sam) {
        ($0.title, $0.type) = ("Resume \(number)", .known(.resume))
        $0.move(to: "r.pdf")
      }
      _ = try await backend.letters.add(for: sam) { $0.writerName = "Mr. Okafor" }
    }
    let first = try await backend.timeline.tasks(of: sam, grade: 9, today: day("2026-02-10")).tasks
    _ = try await backend.notifications.generate(now: ActingProcess.start, zone: .utc, .daily)
    let task = try #require(first.first).task.id
    _ = try await backend.timeline.setStatus(task, .inProgress, sam)
    return sam
  }

  /// Reads everything that the pages show, and returns the number of records, including
  /// notifications.
  private func everyPage(of sam: RecordID) async throws -> Int {
    let now = ActingProcess.start
    _ = try await backend.dashboard.schools(of: sam)
    _ = try await backend.dashboard.coaches(of: sam, now: now)
    _ = try await backend.dashboard.interactions(of: sam, now: now, zone: .utc)
    _ = try await backend.dashboard.offers(of: sam)
    _ = try await backend.activity.recent(of: sam)
    _ = try await backend.calendarFacts.facts(of: sam)
    _ = try await backend.schoolBoard.lanes(of: sam, today: .first, limit: 10)
    _ = try await backend.activity.week(of: sam, now: now, zone: .utc)
    let report = try await backend.reports.aggregate(
      of: sam, from: day("2026-01-01"), through: day("2026-03-01"), in: .utc)
    #expect(report.missing.isEmpty)
    _ = try await backend.packets.contents(of: sam)
    _ = try await backend.metricSummaries.byType(of: sam)
    _ = try await backend.metricSummaries.points(MetricFilter(), of: sam)
    _ = try await backend.metricSummaries.oldest(MetricFilter(), of: sam)
    for grade in 9...12 {
      _ = try await backend.timeline.tasks(of: sam, grade: grade, today: day("2026-02-10"))
    }
    _ = try await backend.suggestions.evaluate(for: sam, now: now, zone: .utc)
    _ = try await backend.suggestions.visible(of: sam, limit: 9)
    _ = try await backend.notifications.generate(now: now, zone: .utc, .daily)
    var met = 0
    met += try await backend.schools.list(of: sam).rows.count
    met += try await backend.coaches.list(of: sam).rows.count
    met += try await backend.interactions.list(of: sam).rows.count
    met += try await backend.offers.list(of: sam).rows.count
    met += try await backend.events.list(of: sam).rows.count
    met += try await backend.metrics.list(of: sam).rows.count
    met += try await backend.documents.list(of: sam).rows.count
    met += try await backend.letters.list(of: sam).rows.count
    met += try await backend.notifications.list(InboxQuery()).listing.rows
      .count { $0.notification.type == .event }
    return met
  }
}
