import Basics
import CivilTime
import Domain
import JSON
import Persistence
import SQLite
import Testing

@testable import SQLBackend

/// Tests unusual values that a newer program, another program or an attacker may have left in the
/// file.
@Suite struct HostileValueTests {
  private let program = ActingProcess()
  private let backend: SQLBackend

  init() {
    backend = program.backend(DatabaseConnection.inMemoryPath)
  }

  static let texts = [
    "\u{1B}[31mred\u{1B}[0m\u{7}", "a\u{202E}b\u{2066}c", "<script>alert(1)</script>",
    "'); DROP TABLE schools; --", "line\nbreak\ttab", "\u{0}after nothing", "=HYPERLINK(\"x\")",
    "👩‍👩‍👧‍👦 family", "e\u{301}", String(repeating: "x", count: 1_000_000),
  ]

  @Test("Any text comes back as it went in", arguments: texts.indices)
  func textsSurvive(_ index: Int) async throws {
    let text = Self.texts[index]
    let sam = try await backend.athlete("Sam")
    program.person = sam
    let id = try await backend.schools.add(RecordChange<School> { $0.name = "S" }, for: sam).row
      .reference.id
    // The values are written with SQL and may be longer than the commands allow, because another
    // program may not know these limits.
    try backend.dataFile.write { connection in
      try connection.execute(
        "UPDATE schools SET name = ?, notes = ?, pros = ?, private_notes = ?",
        "S" + text + "S", "N" + text + "N", JSONValue.array([.string("P" + text + "P")]).text,
        JSONValue.object([sam.description: .string("V" + text + "V")]).text)
    }
    let school = try await backend.schools.show(id, of: sam).row.school
    #expect(school.name == "S" + text + "S")
    #expect(school.notes == "N" + text + "N")
    #expect(school.pros == ["P" + text + "P"])
    #expect(school.privateNote(of: sam) == "V" + text + "V")
    _ = try await backend.schools.delete(id, of: sam)
    _ = try await backend.undo.undo()
    #expect(try await backend.schools.show(id, of: sam).row.school == school)
    let edit = RecordChange<School> { $0.city = "Gambier" }
    let edited = try await backend.schools.edit(id, edit, of: sam).row.school
    #expect(edited.name == school.name && edited.notes == school.notes)
  }

  /// The columns that contain a word of a vocabulary, such as a status.
  static let vocabularies = [
    "schools.status", "schools.division", "schools.priority_tier", "schools.fit_tier",
    "coaches.role", "interactions.type", "interactions.direction", "interactions.sentiment",
    "offers.offer_type", "offers.status", "events.type", "events.event_source",
    "performance_metrics.metric_type", "documents.type", "documents.health_status",
    "recommendation_letters.status", "notifications.type", "notifications.priority",
    "notifications.related_entity_type",
  ]

  @Test(
    "A word nobody here knows is listed, and stays when something else is changed",
    arguments: vocabularies)
  func unknownWords(_ column: String) async throws {
    let sam = try await everything()
    let parts = column.split(separator: ".").map(String.init)
    try backend.dataFile.write { connection in
      try connection.execute("UPDATE \(parts[0]) SET \(parts[1]) = 'of_tomorrow'")
    }
    let touched = try await touchEverything(of: sam)
    #expect(touched == 9)
    let left = try backend.dataFile.read { connection in
      try connection.query("SELECT DISTINCT \(parts[1]) FROM \(parts[0])") { row in
        try row.text(0)
      }
    }
    #expect(left == ["of_tomorrow"])
  }

  /// The columns that contain JSON, or an optional time or day.
  static let formed = [
    "schools.private_notes", "schools.pros", "schools.cons", "schools.academic_info",
    "schools.amenities", "schools.status_changed_at", "coaches.availability",
    "coaches.private_notes", "interactions.attachments", "events.coaches_present",
    "events.stats_recorded", "events.end_date", "events.start_time", "offers.deadline_date",
    "documents.shared_with_schools", "documents.last_health_check",
    "recommendation_letters.schools_submitted_to", "recommendation_letters.due_date",
    "notifications.scheduled_for",
  ]

  @Test(
    "A malformed value reads as absent, and stays when something else is changed", arguments: formed
  )
  func malformedValues(_ column: String) async throws {
    let sam = try await everything()
    let parts = column.split(separator: ".").map(String.init)
    try backend.dataFile.write { connection in
      try connection.execute("UPDATE \(parts[0]) SET \(parts[1]) = '{oops'")
    }
    #expect(try await touchEverything(of: sam) == 9)
    let left = try backend.dataFile.read { connection in
      try connection.query("SELECT DISTINCT \(parts[1]) FROM \(parts[0])") { row in
        try row.text(0)
      }
    }
    #expect(left == ["{oops"])
    _ = try await backend.dashboard.schools(of: sam)
    _ = try await backend.activity.recent(of: sam)
    _ = try await backend.calendarFacts.facts(of: sam)
    _ = try await backend.schoolBoard.lanes(of: sam, today: .first, limit: 10)
  }

  /// Creates an athlete with one record of every kind.
  private func everything() async throws -> RecordID {
    let sam = try await backend.athlete("Sam")
    program.person = sam
    let school = try await backend.schools.add(
      RecordChange<School> { $0.name = "Kenyon" }, for: sam
    ).row.reference.id
    let coach = try await backend.coaches.add(
      RecordChange<Coach> {
        $0.schoolID = school
        $0.firstName = "Ana"
        $0.lastName = "Rivera"
        $0.role = .known(.head)
      }, for: sam)
    _ = try await backend.interactions.add(
      RecordChange<Interaction> {
        $0.meet(coach.row.reference.id)
        $0.type = .known(.email)
        $0.direction = .known(.inbound)
        $0.occurredAt = ActingProcess.start
      }, for: sam)
    _ = try await backend.offers.add(
      RecordChange<Offer> {
        $0.schoolID = school
        $0.type = .known(.partial)
        $0.offerDate = day("2026-02-01")
      }, for: sam)
    _ = try await backend.events.add(
      RecordChange<RecruitingEvent> {
        $0.type = .known(.camp)
        $0.name = "Camp"
        $0.startDate = day("2026-02-11")
      }, for: sam)
    _ = try await backend.metrics.add(
      RecordChange<PerformanceMetric> {
        $0.type = .known(.era)
        $0.value = 2
        $0.recordedDate = day("2026-02-01")
      }, for: sam)
    _ = try await backend.documents.add(
      RecordChange<Document> {
        $0.type = .known(.resume)
        $0.title = "Resume"
        $0.move(to: "r.pdf")
      }, for: sam)
    _ = try await backend.letters.add(
      RecordChange<RecommendationLetter> { $0.writerName = "Mr. Okafor" }, for: sam)
    _ = try await backend.notifications.generate(now: ActingProcess.start, zone: .utc, .daily)
    return sam
  }

  /// Lists every kind, changes one value of each record, and returns the number of records.
  private func touchEverything(of sam: RecordID) async throws -> Int {
    var met = 0
    for row in try await backend.schools.list(of: sam).rows {
      let edit = RecordChange<School> { $0.city = "Gambier" }
      _ = try await backend.schools.edit(row.reference.id, edit, of: sam)
      met += 1
    }
    for row in try await backend.coaches.list(of: sam).rows {
      let edit = RecordChange<Coach> { $0.phone = "555-0100" }
      _ = try await backend.coaches.edit(row.reference.id, edit, of: sam)
      met += 1
    }
    for row in try await backend.interactions.list(of: sam).rows {
      let edit = RecordChange<Interaction> { $0.subject = "Hello" }
      _ = try await backend.interactions.edit(row.reference.id, edit, of: sam)
      met += 1
    }
    for row in try await backend.offers.list(of: sam).rows {
      let edit = RecordChange<Offer> { $0.notes = "Good" }
      _ = try await backend.offers.edit(row.reference.id, edit, of: sam)
      met += 1
    }
    for row in try await backend.events.list(of: sam).rows {
      let edit = RecordChange<RecruitingEvent> { $0.city = "Lima" }
      _ = try await backend.events.edit(row.reference.id, edit, of: sam)
      met += 1
    }
    for row in try await backend.metrics.list(of: sam).rows {
      let edit = RecordChange<PerformanceMetric> { $0.notes = "Windy" }
      _ = try await backend.metrics.edit(row.reference.id, edit, of: sam)
      met += 1
    }
    for row in try await backend.documents.list(of: sam).rows {
      let edit = RecordChange<Document> { $0.title = "Resume 2026" }
      _ = try await backend.documents.edit(row.reference.id, edit, of: sam)
      met += 1
    }
    for row in try await backend.letters.list(of: sam).rows {
      let edit = RecordChange<RecommendationLetter> { $0.notes = "Kind" }
      _ = try await backend.letters.edit(row.reference.id, edit, of: sam)
      met += 1
    }
    for row in try await backend.notifications.list(InboxQuery()).listing.rows {
      _ = try await backend.notifications.markRead(row.reference.id)
      met += 1
    }
    return met
  }

  @Test("A row without a family is its owner's alone, in lists, by id and by name")
  func looseRows() async throws {
    let sam = try await backend.athlete("Sam")
    let dana = try await backend.parent("Dana")
    program.person = sam
    let code = try await backend.families.create(named: nil).family.code ?? ""
    let school = try await backend.schools.add(
      RecordChange<School> { $0.name = "Kenyon" }, for: sam
    ).row.reference
    try backend.dataFile.write { connection in
      try connection.execute("UPDATE schools SET family_unit_id = NULL")
    }
    #expect(try await backend.schools.list(of: sam).rows.map(\.reference) == [school])
    program.person = dana
    _ = try await backend.families.join(code: code)
    #expect(try await backend.schools.list(of: sam).isEmpty)
    #expect(await cause { _ = try await backend.schools.show(school.id, of: sam) } == .notFound)
    let resolver = backend.recordIndex.resolver { sam }
    for typed in ["s1", "Kenyon", school.id.description] {
      #expect(
        await cause { _ = try await resolver.resolve(typed, as: [.school]) } == .notFound,
        "\(typed)")
    }
  }
}
