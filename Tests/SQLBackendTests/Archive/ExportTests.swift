import Basics
import CivilTime
import DemoFamily
import Domain
import JSON
import Persistence
import SQLite
import Synchronization
import Testing
import Threads

@testable import SQLBackend

@Suite struct ExportTests {
  private let folder: TemporaryFolder
  private let program = ActingProcess()
  private let backend: SQLBackend
  private let demo: MadeUpFamily

  init() throws {
    folder = try TemporaryFolder()
    (backend, demo) = try program.demo(in: folder)
  }

  private func elsewhere(_ name: String = "other") -> SQLBackend {
    program.backend("\(folder.path)/\(name)/compass.sqlite")
  }

  /// Deletes the rows that an athlete's export leaves out because they belong to other people.
  ///
  /// Without these rows, the content of the file can be compared with that of a file that has
  /// imported the export.
  private func dropWhatIsNotTheAthletes() throws {
    try backend.dataFile.write { connection in
      for table in ["user_preferences", "preference_history", "notifications"] {
        try connection.execute("DELETE FROM \(table) WHERE user_id <> ?", demo.athlete.id)
      }
    }
  }

  @Test("An export of everything, imported into an empty file, gives the same data back")
  func everythingTravels() async throws {
    try dropWhatIsNotTheAthletes()
    let exported = try await backend.everything()
    let other = elsewhere()
    let report = try await other.archive.importEverything(exported.tables)
    #expect(try other.dataFile.canonicalDump() == backend.dataFile.canonicalDump())
    #expect(report.first { $0.name == .schools }?.added == demo.schools.count)
    #expect(try await other.everything().tables == exported.tables)
    #expect(try other.dataFile.findings() == [])
  }

  @Test("An export of everything goes on while its reads use different connections")
  func severalReaders() async throws {
    let shared = program.backend("\(folder.path)/compass.sqlite", readers: 3)
    // Opens the first read connection and then writes with another one. Each connection counts the
    // writes of others since it was opened, so a read connection that is opened later has another
    // count. The export must not take the difference for a change of the file.
    _ = try shared.dataFile.read { try $0.hasNobody() }
    _ = try await backend.quickTasks.add("Call the bank")
    let (holds, mayEnd) = (Bell(), Bell())
    let other = WorkThreads(most: 1)
    let holder = Mutex<_Concurrency.Task<Void, any Error>?>(nil)
    let names = Mutex<[String]>([])
    _ = try await shared.archive.exportEverything { name, _ throws(Problem) in
      guard
        names.withLock({ names in
          names.append(name)
          return names.count == 1
        })
      else { return }
      // Another read takes the connection with which the first batch was read, so that the export
      // has to continue with another connection.
      holder.withLock {
        $0 = Task(executorPreference: other) {
          try shared.dataFile.read { _ in
            holds.ring()
            mayEnd.wait()
          }
        }
      }
      holds.wait()
    }
    mayEnd.ring()
    try await holder.withLock { $0 }?.value
    #expect(names.withLock { $0.contains("schools") })
  }

  @Test("An export of everything is refused when the data change meanwhile")
  func changedMeanwhile() async throws {
    for readers in [nil, 3] {
      let shared = program.backend("\(folder.path)/compass.sqlite", readers: readers)
      let (school, athlete) = (try #require(demo.schools.first), demo.athlete.id)
      let problem = await refusal { [backend] in
        _ = try await shared.archive.exportEverything { name, _ throws(Problem) in
          guard name == "users" else { return }
          _ = try await backend.schools.edit(school.id, of: athlete) {
            $0.ranking = ($0.ranking ?? 0) + 1
          }
        }
      }
      #expect(problem?.title == "The data was changed while it was exported.")
    }
  }

  @Test("What names somebody who left the family stays behind, so that the file can be read back")
  func whoLeftStaysBehind() async throws {
    let parent = try #require(demo.people.first { $0.role == .known(.parent) })
    try backend.dataFile.write { connection in
      try connection.execute("DELETE FROM family_members WHERE user_id = ?", parent.id)
    }
    for person in [demo.athlete.id, parent.id] {
      program.person = person
      let exported = try await backend.everything()
      let names = person == parent.id ? demo.athlete.id : parent.id
      for row in exported.tables.flatMap(\.rows) {
        #expect(!JSONValue.object(row.values).text.contains(names.description))
      }
      let other = elsewhere("of-\(person)")
      _ = try await other.archive.importEverything(exported.tables)
      #expect(try other.dataFile.findings() == [])
    }
  }

  @Test("Words and columns that only a newer program knows travel unchanged")
  func unknownValuesTravel() async throws {
    try dropWhatIsNotTheAthletes()
    try backend.dataFile.write { connection in
      try connection.execute(
        "UPDATE schools SET status = 'ghosted', amenities = '{\"pool\" : 1e2}'")
      try connection.execute("UPDATE offers SET scholarship_amount = 0.1, offer_type = 'barter'")
    }
    let other = elsewhere()
    _ = try await other.archive.importEverything(try await backend.everything().tables)
    #expect(try other.dataFile.canonicalDump() == backend.dataFile.canonicalDump())
  }

  @Test("The same export twice is once, and brings back what was deleted since")
  func importingAgainCompletes() async throws {
    let exported = try await backend.everything().tables
    let before = try backend.dataFile.canonicalDump()
    let twice = try await backend.archive.importEverything(exported)
    #expect(twice.allSatisfy { $0.added == 0 })
    let school = try #require(demo.schools.first)
    _ = try await backend.schools.delete(school.id, of: demo.athlete.id)
    _ = try await backend.archive.importEverything(exported)
    #expect(try await backend.schools.show(school.id, of: demo.athlete.id).row.school == school)
    #expect(try backend.dataFile.canonicalDump().count >= before.count / 2)
    _ = try await backend.undo.undo()
    #expect(
      await cause { _ = try await backend.schools.show((school.id, demo.athlete.id)) } == .notFound)
  }

  @Test("A dry run of an export says the same and writes nothing")
  func rehearsalOfEverything() async throws {
    let exported = try await backend.everything().tables
    let other = elsewhere()
    let rehearsed = try await other.archive.importEverything(exported, isDryRun: true)
    #expect(try other.dataFile.read { try $0.hasNobody() })
    #expect(try await other.archive.importEverything(exported) == rehearsed)
  }

  @Test("A row that does not fit refuses all of an export and names its line")
  func oneBadRowRefusesAll() async throws {
    var exported = try await backend.everything().tables
    let index = try #require(exported.firstIndex { $0.name == "schools" })
    exported[index].rows[1].values["user_id"] = "nobody"
    let other = elsewhere()
    let problem = await refusal { _ = try await other.archive.importEverything(exported) }
    #expect(problem?.title == "Line 2: user_id: “nobody” has not the right form.")
    #expect(problem?.details.last == "Nothing was imported.")
    #expect(try other.dataFile.read { try $0.hasNobody() })
  }

  @Test("Into a file with people nobody brings rows of somebody else")
  func rowsOfOthersStayOut() async throws {
    let exported = try await backend.everything().tables
    let other = elsewhere()
    program.person = try await other.athlete("Mia Stranger")
    let before = try other.dataFile.canonicalDump()
    let report = try await other.archive.importEverything(exported)
    #expect(try other.dataFile.canonicalDump() == before)
    #expect(report.allSatisfy { $0.added == 0 })
    let schools = try #require(report.first { $0.name == .schools })
    #expect(
      schools.leftOut == [
        LeftOutRows(
          reason: .notTheirs, count: demo.schools.count,
          lines: Array(1...LeftOutRows.linesAtMost))
      ])
  }

  @Test("A parent imports nothing of the athlete's")
  func parentsImportNothing() async throws {
    let exported = try await backend.everything().tables
    program.person = try #require(demo.people.first { $0.role == .known(.parent) }).id
    let before = try backend.dataFile.canonicalDump()
    _ = try await backend.archive.importEverything(exported)
    #expect(try backend.dataFile.canonicalDump() == before)
    let rows = request(.school, [["name": "Ohio State"]])
    let athlete = demo.athlete.id
    #expect(
      await cause { _ = try await backend.archive.importRows(rows, for: athlete) } == .refused)
    #expect(try backend.dataFile.backups.list() == [])
  }

  @Test("Every note in an export is the exporter's own")
  func notesOfOthersStay() async throws {
    let parent = try #require(demo.people.first { $0.role == .known(.parent) }).id
    try backend.dataFile.write { connection in
      try connection.execute(
        "UPDATE schools SET private_notes = json_object(?1, 'MINE', ?2, 'THEIRS')",
        demo.athlete.id, parent)
    }
    let text = try await backend.everything().rows("schools").map(\.values).map {
      JSONValue.object($0).text
    }.joined()
    #expect(text.contains("MINE"))
    #expect(!text.contains("THEIRS"))
  }

  @Test("A write in the middle of an export of everything is a conflict")
  func changesMeanwhileAreNoticed() async throws {
    let backend = backend
    let problem = await refusal {
      _ = try await backend.archive.exportEverything { table, _ throws(Problem) in
        guard table == "users" else { return }
        try await backend.devicePreferences.set(("theme", "dark"))
      }
    }
    #expect(problem?.cause == .conflict)
  }

  @Test("A kind comes in batches with the columns of the file, oldest first")
  func kindsComeInBatches() async throws {
    try backend.dataFile.write { connection in
      for number in 0..<2_100 {
        try connection.execute(
          """
          INSERT INTO performance_metrics (id, user_id, recorded_date, metric_type, value)
          VALUES (?, ?, '2026-01-01', 'other', ?)
          """, RecordID.version4(high: 7, low: UInt64(number)), demo.athlete.id, Double(number))
      }
    }
    let basket = try await backend.rows(of: .metric, demo.athlete.id)
    let rows = basket.rows("metrics")
    #expect(rows.count == demo.metrics.count + 2_100)
    #expect(basket.batchSizes.max() == RowExport.batchSize)
    #expect(rows.first?.values["id"]?.string == demo.metrics.first?.id.description)
    #expect(rows.last?.values["value"]?.double == 2_099)
    #expect(
      rows.first?.values.keys == [
        "id", "user_id", "family_unit_id", "recorded_date", "metric_type", "value", "unit",
        "event_id", "notes", "verified", "created_by", "updated_by", "created_at",
      ])
  }

  @Test(
    "Every kind that is kept as rows can be exported",
    arguments: ReferenceKind.all.filter { $0 != .quickTask }.map(\.plural))
  func everyKind(plural: String) async throws {
    let kind = try #require(ReferenceKind.all.first { $0.plural == plural })
    let basket = try await backend.rows(of: kind, demo.athlete.id)
    #expect(basket.tables.count == 1)
  }

  @Test("A stranger exports nothing of the family")
  func strangersExportNothing() async throws {
    program.person = try await backend.athlete("Mia Stranger")
    #expect(
      await cause { _ = try await backend.rows(of: .school, demo.athlete.id) } == .notFound)
    let theirs = try await backend.everything()
    #expect(theirs.rows("schools").isEmpty)
    #expect(theirs.rows("users").count == 1)
  }

  @Test("A backup is restored with everything in it, by an athlete only")
  func backupsComeBack() async throws {
    let before = try backend.dataFile.canonicalDump()
    let copy = try await backend.archive.backUp()
    let school = try #require(demo.schools.first)
    _ = try await backend.schools.delete(school.id, of: demo.athlete.id)
    let name = try #require(try await backend.archive.backups().first?.name)
    #expect(copy.hasSuffix(name))
    program.person = try #require(demo.people.first { $0.role == .known(.parent) }).id
    #expect(await cause { _ = try await backend.archive.restore(from: name) } == .refused)
    program.person = demo.athlete.id
    _ = try await backend.archive.restore(from: name)
    #expect(try backend.dataFile.canonicalDump() == before)
    #expect(
      await cause { _ = try await backend.archive.restore(from: "nothing.sqlite") }
        == .storage(.missing))
  }
}
