import Basics
import CivilTime
import Domain
import JSON
import Persistence
import SQLite
import Testing

@testable import SQLBackend

@Suite struct RowImportTests {
  let folder: TemporaryFolder
  let program = ActingProcess()
  let backend: SQLBackend
  let athlete: RecordID

  init() async throws {
    folder = try TemporaryFolder()
    backend = program.backend("\(folder.path)/compass.sqlite")
    athlete = try await backend.athlete("Sam Lee")
    program.person = athlete
  }

  func take(
    _ kind: ReferenceKind, _ rows: [JSONObject], isDryRun: Bool = false
  ) async throws -> ImportReport {
    try await backend.archive.importRows(request(kind, rows, isDryRun: isDryRun), for: athlete)
  }

  let schools: [JSONObject] = [
    [
      "name": "Ohio State", "division": "NCAA Division I", "priority_tier": "A",
      "is_favorite": "yes",
    ],
    ["name": "Duke", "division": "D1", "status": "Contacted", "pros": "near home; lake"],
    ["name": "duke"],
  ]

  @Test("Schools are added with their handles, and the one that is there twice once")
  func schoolsAreAdded() async throws {
    let report = try await take(.school, schools)
    #expect(report.added.map(\.handle) == ["s1", "s2"])
    #expect(report.duplicates.map(\.line) == [4])
    #expect(report.duplicates.first?.existing.title == "Duke")
    let ohio = try await backend.schools.show((report.added[0].id, athlete))
    #expect(ohio.row.school.division == .known(.d1))
    let duke = try await backend.schools.show((report.added[1].id, athlete))
    #expect(duke.row.school.status == .contacted)
    #expect(duke.row.school.pros == ["near home", "lake"])
    #expect(duke.statusHistory.count == 1)
  }

  @Test(
    "Without a family, too, a row's twin is looked for by what the row says, not among all rows of its owner"
  )
  func twinsAreFoundByIndex() async throws {
    _ = try await take(.school, schools)
    _ = try await take(
      .coach, [["school": "Duke", "first_name": "Ana", "last_name": "Ruiz", "role": "head"]])
    _ = try await take(
      .interaction,
      [
        [
          "school": "Duke", "coach": "Ana Ruiz", "type": "email", "direction": "outbound",
          "occurred_at": "2026-02-01T12:00:00.000Z",
        ]
      ])
    _ = try await take(
      .offer, [["school": "Duke", "offer_type": "partial", "offer_date": "2026-02-01"]])
    _ = try await take(
      .event, [["name": "Spring Camp", "type": "camp", "start_date": "2026-02-01"]])
    _ = try await take(
      .metric, [["metric_type": "velocity", "recorded_date": "2026-02-01", "value": "85"]])
    _ = try await take(
      .document,
      [["title": "Reel", "type": "highlight_video", "file_url": "https://example.com/reel"]])
    _ = try await take(
      .recommendationLetter, [["writer_name": "Ana Ruiz", "due_date": "2026-03-01"]])
    for stored in StoredKinds.all { try await expectTwinsFoundByIndex(stored) }
    // An imported row can name a school, which the import then looks up by its name. The plan shows
    // that the look-up uses an index, so it is fast with many schools.
    #expect(
      try plans(beginning: "SELECT schools.id FROM schools")
        == [["SEARCH schools USING INDEX schools_by_name (family_unit_id=? AND name=?)"]])
  }

  private func expectTwinsFoundByIndex<Record: StoredRecord>(_ type: Record.Type) async throws {
    let steps = try await backend.write("importRows") { scope, step in
      step.summary = "Looked"
      let twins = try TwinIndex<Record>(RecordScope(scope, of: athlete))
      let words = "SELECT id FROM temp.import_twins"
      _ = try twins.twin(of: Record(id: scope.ids.next()), hasOwnID: false) { _ in true }
      let asked = scope.connection.cachedStatements.filter { $0.hasPrefix(words) }
      // The cached statements can include some for another kind of record, imported before. They
      // name columns that the temporary table of this kind lacks. SQLite cannot plan them, so they
      // are skipped.
      let steps = asked.compactMap { try? scope.connection.plan(of: $0) }
      try twins.drop()
      return steps.filter { $0.joined().contains("import_twins_by_key") }
    }
    // The search must use all columns of the index, also the last one. With the first column alone
    // it would be slow if all rows had the same day or school.
    let last = "key\(Record.table.twin.count - 1)=?"
    #expect(steps.joined().contains { $0.contains(last) }, "\(Record.kind.plural): \(steps)")
  }

  private func plans(beginning words: String) throws -> [[String]] {
    try backend.dataFile.read { connection in
      try connection.cachedStatements.filter { $0.hasPrefix(words) }
        .map { try connection.plan(of: $0) }
    }
  }

  @Test("In the feed a file is one entry, however many rows it had, and gone when it is taken back")
  func feed() async throws {
    func titles() async throws -> [String] {
      try await backend.activity.recent(of: athlete, limit: 99).rows.map(\.title)
    }
    let kent = try await backend.schools.add(for: athlete) { $0.name = "Kent" }.row.reference
    program.wait()
    _ = try await backend.schools.edit(kent.id, of: athlete) { $0.status = .known(.interested) }
    program.wait()
    _ = try await take(
      .school, (1...70).map { ["name": .string("School \($0)"), "status": "contacted"] })
    program.wait()
    _ = try await take(
      .document,
      (1...3).map { ["type": "resume", "title": .string("R\($0)"), "file_url": "x.pdf"] })
    #expect(
      try await titles() == [
        "Imported 3 documents", "Imported 70 schools", "Kent status changed to Interested",
      ])
    program.wait()
    let first = try await backend.schools.list(of: athlete).rows.first {
      $0.school.name == "School 1"
    }
    _ = try await backend.schools.edit(try #require(first).school.id, of: athlete) {
      $0.status = .known(.committed)
    }
    #expect(try await titles().first == "School 1 status changed to Committed")
    _ = try await backend.undo.undo()
    _ = try await backend.undo.undo()
    #expect(
      try await titles() == ["Imported 70 schools", "Kent status changed to Interested"])
    // `undo` with a number undoes that one step, here the import, although it is not the newest
    // step.
    let step = try await backend.undo.history(limit: 9).first { $0.operation == "importSchools" }
    _ = try await backend.metrics.add(for: athlete) {
      $0.type = .known(.velocity)
      $0.value = 80
      $0.recordedDate = CalendarDay("2026-02-01")!
    }
    _ = try await backend.undo.undoStep(try #require(step).id)
    #expect(try await titles() == ["Kent status changed to Interested"])
  }

  @Test(
    "An import is not taken back if one of its schools was deleted since, and that one is named")
  func deletedSince() async throws {
    let report = try await take(.school, [["name": "Kent"], ["name": "d1 Yale"]])
    program.wait()
    _ = try await backend.schools.delete(report.added[1].id, of: athlete)
    let steps = try await backend.undo.history(limit: 9)
    let step = try #require(steps.first { $0.operation == "importSchools" })
    let fault = await #expect(throws: Problem.self) {
      _ = try await backend.undo.undoStep(step.id)
    }
    #expect(fault?.title == "This cannot be taken back: the school “d1 Yale” was deleted since.")
    #expect(fault?.details == ["The step: Imported 2 schools.", "Nothing was changed."])
  }

  @Test("With updates, what is there becomes what the file says, and empty cells leave it as it is")
  func updates() async throws {
    _ = try await take(.school, schools)
    let rows: [JSONObject] = [
      ["name": "DUKE", "priority_tier": "B", "status": " ", "city": "Durham"],
      ["name": "Ohio State", "priority_tier": "A"], ["name": "Kenyon"],
    ]
    var request = request(.school, rows)
    request.updates = true
    let report = try await backend.archive.importRows(request, for: athlete)
    #expect(report.updated.map(\.title) == ["Duke"] && report.updatedCount == 1)
    #expect(report.added.map(\.title) == ["Kenyon"])
    #expect(report.duplicates.map(\.existing.title) == ["Ohio State"], "nothing new in it")
    let duke = try await backend.schools.show((report.updated[0].id, athlete)).row.school
    #expect(duke.priorityTier == .known(.b) && duke.city == "Durham" && duke.status == .contacted)
    #expect(try await backend.undo.undo().summary == "Imported 1 school, updated 1 school")
    let before = try await backend.schools.show((report.updated[0].id, athlete)).row.school
    #expect(before.priorityTier == nil && before.city == nil)
  }

  @Test("With updates, a row with the id of a record can rename it")
  func renamed() async throws {
    _ = try await take(.school, [["name": "Duke"]])
    let duke = try await backend.schools.list(of: athlete).rows[0].school
    var request = request(
      .school,
      [
        ["id": .string(duke.id.description), "name": "Duke University"],
        ["name": "Duke University"],
      ])
    request.updates = true
    let report = try await backend.archive.importRows(request, for: athlete)
    #expect(report.updated.map(\.title) == ["Duke University"])
    #expect(report.duplicates.map(\.existing.title) == ["Duke University"])
    #expect(try await backend.schools.list(of: athlete).total == 1)
  }

  @Test("A table without events finds measurements again that were taken at one")
  func metricsWithoutEvents() async throws {
    _ = try await take(
      .event, [["name": "Showcase", "type": "showcase", "start_date": "2026-01-10"]])
    let row: JSONObject = [
      "metric_type": "velocity", "value": "85", "recorded_date": "2026-01-10",
    ]
    var measured = row
    measured["event"] = "Showcase"
    #expect(try await take(.metric, [measured]).addedCount == 1)
    #expect(try await take(.metric, [row]).addedCount == 0)
    var elsewhere = row
    elsewhere["event"] = ""
    #expect(try await take(.metric, [elsewhere]).addedCount == 1, "no event was said")
  }

  @Test("Lists by age keep the order of the file")
  func order() async throws {
    let names = (1...9).map { "School \($0)" }
    _ = try await take(.school, names.map { ["name": .string($0)] })
    let query = ListQuery<School> {
      $0.sort = .added
      $0.isReversed = true
    }
    let found = try await backend.schools.list(query, of: athlete)
    #expect(found.rows.map(\.school.name) == names)
  }

  @Test("A dry run reports the same and writes nothing: no row, no handle, no step, no backup")
  func rehearsal() async throws {
    let before = try backend.dataFile.canonicalDump()
    let rehearsed = try await take(.school, schools, isDryRun: true)
    #expect(try backend.dataFile.canonicalDump() == before)
    #expect(try backend.dataFile.backups.list() == [])
    let real = try await take(.school, schools)
    #expect(real.added.map(\.handle) == rehearsed.added.map(\.handle))
    #expect(real.duplicates.map(\.line) == rehearsed.duplicates.map(\.line))
  }

  @Test("An import is one step, and a backup holds what was before")
  func oneStep() async throws {
    let before = try backend.dataFile.canonicalDump()
    _ = try await take(.school, schools)
    let steps = try await backend.undo.history(1)
    #expect(steps.first?.summary == "Imported 2 schools")
    let backup = try #require(try backend.dataFile.backups.list().first)
    #expect(backup.contains("before-import"))
    _ = try await backend.undo.undo()
    #expect(try backend.dataFile.canonicalDump() == before)
    let copy = try DatabaseConnection(
      path: "\(backend.dataFile.backups.folder)/\(backup)", .readOnly)
    #expect(try copy.canonicalDump(tables: CompassSchema.schema.sharedTables) == before)
  }

  @Test("Measurements of one day keep the order of the table, or the times it gives")
  func metricsInOrder() async throws {
    let row = { (value: String) -> JSONObject in
      ["metric_type": "velocity", "value": .string(value), "recorded_date": "2026-02-01"]
    }
    var dated = row("70")
    dated["created_at"] = "2026-02-01T09:00:00.000Z"
    _ = try await take(.metric, ["88", "86", "87", "85"].map(row) + [dated])
    let found = try await backend.metrics.list(ListQuery(), of: athlete)
    #expect(found.rows.map(\.metric.value) == [85, 87, 86, 88, 70])
  }

  @Test(
    "Coaches, interactions, offers, events, metrics, documents and letters name what they belong to"
  )
  func everyKind() async throws {
    _ = try await take(.school, schools)
    let coach: JSONObject = [
      "school": "ohio state", "role": "Head", "first_name": "Ana", "last_name": "Rivera",
    ]
    #expect(try await take(.coach, [coach]).added.map(\.handle) == ["c1"])
    #expect(try await take(.coach, [coach]).duplicates.count == 1)
    let whole: [JSONObject] = [
      ["school": "s1", "role": "Head Coach", "name": "Ana Rivera"],
      ["school": "s1", "role": "assistant", "name": "Park, Joan Mary"],
      ["school": "s1", "role": "assistant", "name": "Left out", "last_name": "Silva"],
    ]
    let report = try await take(.coach, whole)
    #expect(report.duplicates.map(\.line) == [2])
    #expect(report.added.map(\.title) == ["Park, Joan Mary", "Silva"])
    let call: JSONObject = [
      "coach": "Ana Rivera", "type": "phone call", "direction": "inbound",
      "occurred_at": "2026-02-01 14:30", "subject": "Hello",
    ]
    #expect(try await take(.interaction, [call, call]).duplicates.map(\.line) == [3])
    let contacted = try await backend.coaches.list(ListQuery(), of: athlete).rows.first {
      $0.coach.lastName == "Rivera"
    }
    #expect(contacted?.coach.lastContactDate == Instant("2026-02-01T14:30:00.000Z"))
    let offer: JSONObject = [
      "school": "s1", "offer_type": "partial", "offer_date": "Feb 1, 2026",
      "scholarship_amount": "$12,500",
    ]
    #expect(try await take(.offer, [offer, offer]).added.count == 1)
    let event: JSONObject = ["name": "Showcase", "type": "showcase", "start_date": "2026-03-01"]
    #expect(try await take(.event, [event, event]).added.count == 1)
    let metric: JSONObject = [
      "metric_type": "velocity", "value": "88.5", "recorded_date": "2026-02-01",
    ]
    #expect(try await take(.metric, [metric, metric]).added.count == 1)
    let paper: JSONObject = ["title": "Film", "type": "transcript", "file_url": "/film.pdf"]
    #expect(try await take(.document, [paper, paper]).added.count == 1)
    let letter: JSONObject = ["writer_name": "Ms. Bell", "due_date": "2026-03-01"]
    #expect(try await take(.recommendationLetter, [letter, letter]).added.count == 1)
    #expect(try await backend.rows(of: .notification, athlete).rows("notifications").isEmpty)
    #expect(try backend.dataFile.findings() == [])
  }

  @Test("Deadlines, letters that are due and events stand in the calendar in the order of days")
  func calendarFacts() async throws {
    _ = try await take(.school, [["name": "Duke"]])
    _ = try await take(
      .offer,
      [
        [
          "school": "Duke", "offer_type": "partial", "offer_date": "2026-02-01",
          "deadline_date": "2026-02-20",
        ],
        [
          "school": "Duke", "offer_type": "full_ride", "offer_date": "2026-02-02",
          "deadline_date": "2026-02-21", "status": "declined",
        ],
      ])
    _ = try await take(
      .recommendationLetter,
      [
        ["writer_name": "Ms. Bell", "due_date": "2026-02-19"],
        ["writer_name": "Mr. Cole", "due_date": "2026-02-19", "status": "submitted"],
      ])
    _ = try await take(
      .event,
      [
        [
          "name": "Camp", "type": "camp", "start_date": "2026-02-18", "start_time": "09:30",
          "city": "Durham", "state": "NC",
        ]
      ])
    let facts = try await backend.calendarFacts.facts(of: athlete)
    let others = facts.filter { $0.kind != .taskDue }
    #expect(others.map(\.kind) == [.event, .letterDue, .offerDeadline])
    #expect(others.first?.time == TimeOfDay(hour: 9, minute: 30))
    #expect(others.first?.place == "Durham, NC")
    #expect(facts.contains { $0.kind == .taskDue })
    #expect(facts.map(\.day) == facts.map(\.day).sorted())
  }
}
