import Basics
import CivilTime
import DemoFamily
import Domain
import Persistence
import SQLite
import Testing

@testable import SQLBackend

/// Tests SQLite's query plans: the cost of a page depends on what it shows, so no query scans a
/// whole large table.
@Suite struct QueryPlanTests {
  /// The tables that grow over the years. All other tables have a few rows for each family.
  static let big: Set = [
    "schools", "school_status_history", "coaches", "events", "interactions", "offers",
    "performance_metrics", "documents", "athlete_task", "suggestion", "notifications", "handles",
    "parent_view_log", "preference_history",
  ]

  @Test("No query of any gateway scans a big table", arguments: [false, true])
  func noScans(_ asParent: Bool) async throws {
    let folder = try TemporaryFolder()
    let (backend, demo) = try demoFamily(in: folder, asParent: asParent)
    try await askEverything(backend, demo, Self.now)
    if !asParent { try await writeEverything(backend, demo) }
    let scans = try backend.dataFile.read { connection in
      #expect(connection.cachedStatements.count > 80)
      // No index supports this query, so SQLite scans the table. The check must report the scan;
      // otherwise the check itself would not work.
      #expect(
        try Self.scans(of: "SELECT id FROM interactions WHERE content = ''", in: connection)
          == ["SCAN interactions"])
      return try connection.cachedStatements.flatMap { sql in
        try Self.scans(of: sql, in: connection).map { "\($0): \(sql)" }
      }
    }
    #expect(scans == [])
  }

  @Test(
    "What belongs to one school, coach or event is found by its link, not among all of a family's")
  func oneRecordsOwn() async throws {
    let folder = try TemporaryFolder()
    let (backend, demo) = try demoFamily(in: folder)
    let athlete = demo.athlete.id
    _ = try await backend.schools.show(demo.schools[0].id, of: athlete)
    _ = try await backend.coaches.show(demo.coaches[0].id, of: athlete)
    _ = try await backend.events.show(demo.events[0].id, of: athlete)
    let range = (day("2026-01-01"), day("2026-03-08"))
    _ = try await backend.reports.contacts(
      (
        athlete, ReportRange.make(from: range.0, to: range.1, in: .utc).get()
      ))
    _ = try await backend.reports.aggregate(of: athlete, from: range.0, through: range.1, in: .utc)
    let links = ["school_id = ", "coach_id = ", "event_id = ", "shared_with_schools"]
    let walks = try backend.dataFile.read { connection in
      let asked = connection.cachedStatements.filter { sql in links.contains { sql.contains($0) } }
      #expect(asked.count > 12)
      return try asked.flatMap { sql in
        try connection.plan(of: sql).filter { step in
          // A report lists all schools and coaches, so for these two tables a search for all rows
          // of the family is right.
          let isList = step.hasPrefix("SEARCH schools") || sql.contains("FROM coaches\nWHERE")
          return step.contains("(family_unit_id=?") && !isList
        }.map { "\($0): \(sql)" }
      }
    }
    #expect(walks == [])
  }

  @Test(
    "A long list is read in its order, and only as far as it is shown",
    arguments: ["schools", "coaches", "interactions", "events", "documents"])
  func listsInOrder(table: String) async throws {
    let folder = try TemporaryFolder()
    let (backend, demo) = try demoFamily(in: folder)
    let athlete = demo.athlete.id
    _ = try await backend.schools.list(of: athlete)
    _ = try await backend.coaches.list(of: athlete)
    _ = try await backend.interactions.list(of: athlete)
    _ = try await backend.events.list(of: athlete)
    _ = try await backend.documents.list(of: athlete)
    _ = try await backend.schools.show(demo.schools[0].id, of: athlete)
    _ = try await backend.coaches.show(demo.coaches[0].id, of: athlete)
    let plans = try backend.dataFile.read { connection in
      // The documents of a school are few, and two indexes together find them.
      try connection.cachedStatements.filter { sql in
        sql.contains("FROM \(table) WHERE") && sql.contains("\nLIMIT ?")
          && !sql.contains("shared_with_schools <>")
      }.map { sql in
        // The last term sorts only rows that are equal in all others, so it costs little.
        try connection.plan(of: sql.replacing(", \(table).id ASC", with: ""))
      }
    }
    #expect(!plans.isEmpty)
    #expect(plans.allSatisfy { !$0.joined().contains("TEMP B-TREE") }, "\(plans)")
  }

  @Test("Contacts of a school or coach are counted in an index, visits and camps found by type")
  func contactsOfASchool() async throws {
    let folder = try TemporaryFolder()
    let (backend, demo) = try demoFamily(in: folder)
    _ = try await backend.schools.show(demo.schools[0].id, of: demo.athlete.id)
    _ = try await backend.coaches.show(demo.coaches[0].id, of: demo.athlete.id)
    func steps(of isMeant: (String) -> Bool) throws -> [String] {
      try backend.dataFile.read { connection in
        try connection.cachedStatements.filter(isMeant).flatMap { try connection.plan(of: $0) }
      }.filter { $0.hasPrefix("SEARCH interactions") }
    }
    let counts = try steps { $0.contains("FROM json_each(?1) AS shown") }
    #expect(counts.count == 7)
    #expect(counts.allSatisfy { $0.contains("USING COVERING INDEX") }, "\(counts)")
    let visits = try steps {
      $0.hasPrefix("SELECT occurred_at FROM interactions") && $0.contains("type")
    }
    #expect(visits.count == 3)
    #expect(
      visits.allSatisfy { $0.contains("interactions_of_school_by_type (school_id=? AND type=?") },
      "\(visits)")
  }

  @Test(
    "The schools of a status are read by name, as far as they are shown, and counted in an index")
  func lanesInOrder() async throws {
    let folder = try TemporaryFolder()
    let (backend, demo) = try demoFamily(in: folder)
    _ = try await backend.schoolBoard.lanes(
      of: demo.athlete.id, today: day("2026-03-08"), limit: 10)
    let (lanes, counts) = try backend.dataFile.read { connection in
      let asked = connection.cachedStatements.filter { $0.contains(School.shownStatus) }
      // The last term sorts only schools of the same name.
      return (
        try asked.filter { $0.contains("\(School.shownStatus) = ?") }
          .map { try connection.plan(of: $0.replacing(", schools.id ASC", with: "")) },
        try asked.filter { $0.contains("count(*)") }.map { try connection.plan(of: $0) }
      )
    }
    #expect(
      lanes
        == [["SEARCH schools USING INDEX schools_by_status (family_unit_id=? AND <expr>=?)"]])
    // The few counts are sorted, but not the schools.
    #expect(
      counts == [
        [
          "SEARCH schools USING COVERING INDEX schools_by_status (family_unit_id=?)",
          "USE TEMP B-TREE FOR ORDER BY",
        ]
      ])
  }

  @Test("A task is found by its handle without reading which tasks wait for which")
  func taskByHandle() async throws {
    let folder = try TemporaryFolder()
    let (backend, demo) = try demoFamily(in: folder)
    let found = try await backend.recordIndex.find(
      .handle(.task, number: 1), of: demo.athlete.id)
    #expect(found.count == 1)
    let asked = try backend.dataFile.read { $0.cachedStatements }
    #expect(!asked.contains { $0.contains("dependency_task_ids") })
  }

  @Test("The offers and letters of a month are found by their owner and day")
  func monthByDay() async throws {
    let folder = try TemporaryFolder()
    let (backend, demo) = try demoFamily(in: folder)
    _ = try await backend.calendarFacts.facts(
      of: demo.athlete.id, on: day("2026-03-01")...day("2026-03-31"))
    let steps = try backend.dataFile.read { connection in
      try connection.cachedStatements.filter { sql in
        sql.contains("offers.deadline_date BETWEEN") || sql.contains("letters.due_date BETWEEN")
      }.flatMap { try connection.plan(of: $0) }.filter { $0.hasPrefix("SEARCH") }
    }
    #expect(steps.count == 2 && steps.allSatisfy { $0.contains("_date>? AND") }, "\(steps)")
  }

  @Test("The events of a month are found by their first day, earlier ones by their length")
  func eventsOfAMonth() async throws {
    let folder = try TemporaryFolder()
    let (backend, demo) = try demoFamily(in: folder)
    _ = try await backend.calendarFacts.facts(
      of: demo.athlete.id, on: day("2026-03-01")...day("2026-03-31"))
    func steps(of part: String) throws -> [String] {
      try backend.dataFile.read { connection in
        try connection.cachedStatements.filter { $0.contains(part) }
          .flatMap { try connection.plan(of: $0) }.filter { $0.hasPrefix("SEARCH") }
      }
    }
    #expect(
      try steps(of: "events.start_date BETWEEN") == [
        """
        SEARCH events USING INDEX events_of_family \
        (family_unit_id=? AND start_date>? AND start_date<?)
        """
      ])
    let index = "SEARCH events USING COVERING INDEX events_of_several_days"
    #expect(
      try steps(of: "events.rowid IN") == [
        "SEARCH events USING INTEGER PRIMARY KEY (rowid=?)", index, "\(index) (<expr>>?)",
        "\(index) (<expr>=? AND start_date>? AND start_date<?)",
      ])
  }

  @Test("Highlight videos are found by their type, and the offers of each school by the school")
  func dashboardByLink() async throws {
    let folder = try TemporaryFolder()
    let (backend, demo) = try demoFamily(in: folder)
    _ = try await backend.suggestions.evaluate(for: demo.athlete.id, now: Self.now, zone: .utc)
    _ = try await backend.dashboard.offers(of: demo.athlete.id)
    let steps = try backend.dataFile.read { connection in
      try connection.cachedStatements.filter { sql in
        sql.contains("documents.type = ?") || sql.contains("offers.school_id = schools.id")
      }.flatMap { try connection.plan(of: $0) }
    }
    for found in ["documents_of_type (user_id=? AND type=?)", "offers_of_school (school_id=?)"] {
      #expect(steps.contains { $0.hasSuffix(found) }, "\(steps)")
    }
  }

  private static let now = Instant("2026-03-08T15:00:00.000Z")!

  /// Creates a data file in the folder and fills it with the demo family, an invented family with
  /// many records. The returned backend, through which a test reads the file, acts as the family's
  /// athlete, or as a parent if `asParent` is true.
  private func demoFamily(
    in folder: TemporaryFolder, asParent: Bool = false
  ) throws -> (SQLBackend, MadeUpFamily) {
    let demo = DemoFamily.make(now: Self.now, zone: .utc)
    let program = ActingProcess(
      now: Self.now, acting: asParent ? demo.people[1].id : demo.athlete.id)
    let backend = program.backend(folder.path + "/compass.sqlite")
    try backend.fill(from: ExportSource(demo))
    backend.dataFile.close()
    return (backend, demo)
  }

  private static func scans(of sql: String, in connection: DatabaseConnection) throws -> [String] {
    let verb = sql.drop { $0.isWhitespace }.prefix(6).uppercased()
    guard ["SELECT", "UPDATE", "DELETE", "INSERT"].contains(verb) else { return [] }
    let details = try connection.plan(of: sql)
    // A scan of an index is fast if the query has a limit and the index has the query's order,
    // because it stops at the limit.
    let stops = sql.contains("LIMIT") && !details.contains("USE TEMP B-TREE FOR ORDER BY")
    return details.filter { detail in
      let words = detail.split(separator: " ")
      guard words.count > 1, words[0] == "SCAN" else { return false }
      // SQLite answers `SELECT count(*)` without reading each row, so its scan is allowed. A
      // subquery can have the name of a table; a scan of its result (`CO-ROUTINE`) is no scan of
      // that table.
      let isCounted = sql.contains("(SELECT count(*) FROM \(words[1]))")
      let isPart = details.contains("CO-ROUTINE \(words[1])")
      // The index `documents_shared` contains only documents that are shared with a school. They
      // are few, so a scan of it is fast.
      let isOfFew = words.last == "documents_shared"
      return big.contains(String(words[1])) && !isCounted && !isPart && !isOfFew
        && !(stops && detail.contains("USING INDEX"))
    }
  }

  private func askEverything(
    _ backend: SQLBackend, _ demo: MadeUpFamily, _ now: Instant
  ) async throws {
    let athlete = demo.athlete.id
    let today = day("2026-03-08")
    _ = try await backend.timeline.tasks(of: athlete, today: today)
    _ = try await backend.timeline.task(task("10-02"), of: athlete)
    for family in try await backend.families.families().map(\.family.id) {
      _ = try await backend.families.addressesOfOthers(family)
    }
    _ = try await backend.families.accessibleAthletes()
    _ = try await backend.people.profile(of: athlete)
    _ = try await backend.undo.history(limit: 20)
    _ = try await backend.viewLog.views(of: athlete, limit: 20)
    for sort in SchoolSort.allCases {
      _ = try await backend.schools.list(ListQuery { $0.sort = sort }, of: athlete)
    }
    _ = try await backend.schools.list(
      ListQuery {
        $0.filter.status = .interested
        $0.filter.withOffersOnly = true
        $0.search = "state"
      }, of: athlete)
    _ = try await backend.schools.show(demo.schools[0].id, of: athlete)
    for sort in CoachSort.allCases {
      _ = try await backend.coaches.list(ListQuery { $0.sort = sort }, of: athlete)
    }
    _ = try await backend.coaches.show(demo.coaches[0].id, of: athlete)
    for sort in InteractionSort.allCases {
      _ = try await backend.interactions.list(
        ListQuery {
          $0.sort = sort
          $0.filter.since = now
        }, of: athlete)
    }
    _ = try await backend.offers.list(of: athlete)
    _ = try await backend.events.list(ListQuery { $0.sort = .upcoming }, of: athlete)
    _ = try await backend.events.show(demo.events[0].id, of: athlete)
    _ = try await backend.metrics.list(of: athlete)
    _ = try await backend.metricSummaries.byType(of: athlete)
    _ = try await backend.metricSummaries.points(MetricFilter(), of: athlete)
    _ = try await backend.metricSummaries.oldest(MetricFilter(), limit: 10, of: athlete)
    _ = try await backend.documents.list(of: athlete)
    _ = try await backend.letters.list(of: athlete)
    _ = try await backend.notifications.list(InboxQuery())
    _ = try await backend.dashboard.schools(of: athlete)
    _ = try await backend.dashboard.coaches(of: athlete, now: now)
    _ = try await backend.dashboard.interactions(of: athlete, now: now, zone: .utc)
    _ = try await backend.dashboard.offers(of: athlete)
    _ = try await backend.reports.aggregate(of: athlete, from: today, through: today, in: .utc)
    _ = try await backend.activity.recent(of: athlete)
    _ = try await backend.activity.week(of: athlete, now: now, zone: .utc)
    _ = try await backend.calendarFacts.facts(of: athlete)
    _ = try await backend.calendarFacts.facts(of: athlete, on: today...today.adding(days: 30))
    _ = try await backend.schoolBoard.lanes(of: athlete, today: today, limit: 10)
    _ = try await backend.packets.contents(of: athlete)
    _ = try await backend.suggestions.visible(of: athlete)
    _ = try await backend.suggestions.visible(of: athlete, school: demo.schools[0].id)
    for kind in ReferenceKind.all {
      _ = try await backend.recordIndex.find(.words([kind], beginnings: ["a"]), of: athlete)
      _ = try await backend.recordIndex.find(.first(9, of: [kind]), of: athlete)
      _ = try await backend.recordIndex.find(.handle(kind, number: 1), of: athlete)
      _ = try await backend.recordIndex.find(.id([kind], athlete), of: athlete)
    }
  }

  private func writeEverything(_ backend: SQLBackend, _ demo: MadeUpFamily) async throws {
    let athlete = demo.athlete.id
    _ = try await backend.timeline.setDueDate(task("10-02"), to: nil, of: athlete)
    _ = try await backend.timeline.skipTask(task("12-01"), of: athlete)
    _ = try await backend.interactions.add(
      RecordChange<Interaction> {
        $0.meet(demo.coaches[0].id)
        $0.type = .known(.email)
        $0.direction = .known(.inbound)
        $0.occurredAt = ActingProcess.start
      }, for: athlete)
    _ = try await backend.coaches.delete(demo.coaches[1].id, of: athlete)
    _ = try await backend.events.delete(demo.events[0].id, of: athlete)
    _ = try await backend.schools.delete(demo.schools[1].id, of: athlete)
    _ = try await backend.notifications.markAllRead(nil)
    _ = try await backend.suggestions.evaluate(for: athlete, now: ActingProcess.start, zone: .utc)
    _ = try await backend.suggestions.surface(of: athlete)
    let suggestion = try await backend.suggestions.visible(of: athlete).rows[0].reference.id
    _ = try await backend.suggestions.show(suggestion, of: athlete)
    _ = try await backend.suggestions.dismiss(suggestion, of: athlete)
    _ = try await backend.notifications.generate(now: ActingProcess.start, zone: .utc, .asked)
    _ = try await backend.notifications.deleteAll((nil, true))
    _ = try await backend.undo.undo()
    _ = try await backend.undo.redo()
  }
}

extension DatabaseConnection {
  /// Returns SQLite's plan for a query, with one text for each step.
  func plan(of sql: String) throws -> [String] {
    let statement = try lend("EXPLAIN QUERY PLAN \(sql)")
    defer { giveBack(statement) }
    var details: [String] = []
    let row = ResultRow(statement)
    while try statement.step() { details.append(try row.text(3)) }
    return details
  }
}
