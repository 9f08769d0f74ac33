import Basics
import CivilTime
import DemoFamily
import Domain
import JSON
import Persistence
import SQLite
import Testing

@testable import SQLBackend

/// Tests that an import writes only rows that the person could write with commands too (domain.md
/// 3), whatever owner the imported file names.
@Suite("What an import may not bring in")
struct ImportAuthorityTests {
  private let folder: TemporaryFolder
  private let program = ActingProcess()
  private let backend: SQLBackend
  private let demo: MadeUpFamily
  private let forgery: Forgery
  /// An athlete with a family of her own, who runs most imports of these tests.
  private let mia: RecordID
  private let miasFamily: RecordID
  /// An athlete without a family, whose rows only he may see.
  private let loner: RecordID
  private let own: Forgery.Names
  private let ofDemo: Forgery.Names
  private let ofLoner: Forgery.Names

  init() async throws {
    folder = try TemporaryFolder()
    (backend, demo) = try program.demo(in: folder)
    program.person = nil
    forgery = Forgery(backend: backend)
    mia = try await backend.athlete("Mia Stranger")
    program.person = mia
    miasFamily = try await backend.families.create("Strangers").family.id
    loner = try await backend.athlete("Lou Loner")
    let parent = demo.parents.first?.id ?? mia
    ofDemo = Forgery.Names(
      person: demo.athlete.id, family: demo.family.id, school: demo.schools.first?.id,
      coach: demo.coaches.first?.id, event: demo.events.first?.id,
      document: demo.documents.first?.id, other: parent)
    own = try Self.records(
      of: Forgery.Names(person: mia, family: miasFamily, other: loner), 0xA, forgery)
    ofLoner = try Self.records(of: Forgery.Names(person: loner, other: mia), 0xB, forgery)
  }

  /// Writes four records into the file with SQL (a school, a coach, an event and a document), and
  /// returns the names that forged rows use for their ids.
  private static func records(
    of names: Forgery.Names, _ high: UInt64, _ forgery: Forgery
  ) throws -> Forgery.Names {
    var names = names
    func add(_ table: String, _ low: UInt64) throws -> RecordID {
      let id = RecordID.version4(high: high, low: low)
      try forgery.put(try forgery.row(table, id: id, names), into: table)
      return id
    }
    names.school = try add("schools", 1)
    names.coach = try add("coaches", 2)
    names.event = try add("events", 3)
    names.document = try add("documents", 4)
    return names
  }

  private var nobodys: Forgery.Names {
    func id(_ low: UInt64) -> RecordID { .version4(high: 0xDEAD, low: low) }
    return Forgery.Names(
      person: id(1), family: id(2), school: id(3), coach: id(4), event: id(5), document: id(6),
      other: id(7))
  }

  private let fresh = RecordID.version4(high: 0xF00D, low: 1)

  private func importing(_ table: String, _ row: JSONObject) async throws -> ImportedTable {
    try #require(
      try await backend.archive.importEverything(forgery.tables(table, [row])).first)
  }

  enum Whose: String, CaseIterable { case anotherFamily, anotherPerson, nobody }
  enum Importer: String, CaseIterable { case athlete, parent, removedParent }

  @Test(
    "No table takes a row of another family, of another person, or of nobody",
    arguments: ArchiveTable.all.map(\.name.description), Whose.allCases)
  func foreignRowsStayOut(table: String, whose: Whose) async throws {
    let names =
      switch whose {
      case .anotherFamily: ofDemo
      case .anotherPerson: ofLoner
      case .nobody: nobodys
      }
    let row = try forgery.row(table, id: fresh, names)
    let stepmother = try await backend.parent("Mo Stranger")
    try backend.dataFile.write { connection in
      try connection.execute(
        """
        INSERT INTO family_members (id, family_unit_id, user_id, role, added_at)
        VALUES (?, ?, ?, 'parent', '2026-02-10T12:00:00.000Z')
        """, RecordID.version4(high: 9, low: 9), miasFamily, stepmother)
    }
    for importer in Importer.allCases {
      program.person = importer == .athlete ? mia : stepmother
      if importer == .removedParent {
        try backend.dataFile.write {
          try $0.execute("DELETE FROM family_members WHERE user_id = ?", stepmother)
        }
      }
      let before = try backend.dataFile.canonicalDump()
      let report = try await importing(table, row)
      #expect(report.added == 0 && report.leftOut.map(\.count) == [1], "\(importer)")
      #expect(report.leftOut.first?.lines == [1])
      #expect(try backend.dataFile.canonicalDump() == before, "\(importer)")
    }
  }

  @Test("Every table of an export says whose its rows are")
  func everyTableIsKnown() {
    for table in ArchiveTable.all { #expect(table.ownership != nil, "\(table.name)") }
  }

  private static let athletesTables: Set = [
    "user_preferences", "preference_history", "schools", "school_status_history", "coaches",
    "events", "interactions", "offers", "performance_metrics", "documents",
    "recommendation_letters", "athlete_task", "suggestion", "notifications", "device_preferences",
    "kept_files",
  ]

  @Test("What is the athlete's own comes in", arguments: ArchiveTable.all.map(\.name.description))
  func ownRowsComeIn(table: String) async throws {
    program.person = mia
    let row = try forgery.row(table, id: fresh, own)
    let isOwn = Self.athletesTables.contains(table)
    #expect(try await importing(table, row).added == (isOwn ? 1 : 0))
    // A second import must find the row and leave it unchanged. The test skips preferences of the
    // device and stored files. A person may read a stored file only through a document, and no
    // document refers to the file of this test.
    guard isOwn, !["device_preferences", "kept_files"].contains(table) else { return }
    #expect(try await importing(table, row).alreadyThere == 1)
  }

  private static let parentsTables: Set = [
    "user_preferences", "preference_history", "notifications", "parent_view_log",
    "device_preferences",
  ]

  @Test(
    "A parent brings in what is theirs alone", arguments: ArchiveTable.all.map(\.name.description))
  func parentsRows(table: String) async throws {
    let parent = try #require(demo.parents.first).id
    program.person = parent
    var names = ofDemo
    (names.person, names.other) = (parent, parent)
    var row = try forgery.row(table, id: fresh, names)
    if table == "parent_view_log" { row["athlete_id"] = .string(demo.athlete.id.description) }
    let report = try await importing(table, row)
    #expect(report.added == (Self.parentsTables.contains(table) ? 1 : 0))
  }

  @Test("A membership in a file lets nobody into a family, in whatever order its tables stand")
  func nobodyGetsIn() async throws {
    let stranger = try await backend.athlete("Zoe Fresh")
    program.person = stranger
    let membership: JSONObject = [
      "id": .string(fresh.description), "family_unit_id": .string(demo.family.id.description),
      "user_id": .string(stranger.description), "role": "parent",
      "added_at": "2026-02-10T12:00:00.000Z",
    ]
    var names = ofDemo
    names.person = stranger
    let school = try forgery.row("schools", id: .version4(high: 0xF00D, low: 2), names)
    let tables =
      forgery.tables("family_members", [membership]) + forgery.tables("schools", [school])
    let before = try backend.dataFile.canonicalDump()
    for tables in [tables, tables.reversed()] {
      let report = try await backend.archive.importEverything(tables)
      #expect(report.reduce(0) { $0 + $1.added } == 0)
    }
    #expect(try backend.dataFile.canonicalDump() == before)
    #expect(try await backend.everything().rows("users").count == 1)
  }

  private struct Hook {
    let table: String
    let column: String
    let foreign: JSONValue
  }

  @Test("A row of one's own hangs on no record of somebody else's")
  func noForeignRecordIsNamed() async throws {
    program.person = mia
    func text(_ id: RecordID?) -> JSONValue { id.map { .string($0.description) } ?? .null }
    func list(_ id: RecordID?) -> JSONValue { .string("[\"\(id?.description ?? "")\"]") }
    let hooks = [ofDemo, ofLoner].flatMap { names in
      [
        Hook(table: "school_status_history", column: "school_id", foreign: text(names.school)),
        Hook(table: "coaches", column: "school_id", foreign: text(names.school)),
        Hook(table: "events", column: "school_id", foreign: text(names.school)),
        Hook(table: "events", column: "coaches_present", foreign: list(names.coach)),
        Hook(table: "interactions", column: "school_id", foreign: text(names.school)),
        Hook(table: "interactions", column: "coach_id", foreign: text(names.coach)),
        Hook(table: "interactions", column: "event_id", foreign: text(names.event)),
        Hook(table: "offers", column: "school_id", foreign: text(names.school)),
        Hook(table: "offers", column: "coach_id", foreign: text(names.coach)),
        Hook(table: "performance_metrics", column: "event_id", foreign: text(names.event)),
        Hook(table: "documents", column: "school_id", foreign: text(names.school)),
        Hook(table: "documents", column: "shared_with_schools", foreign: list(names.school)),
        Hook(
          table: "recommendation_letters", column: "document_id", foreign: text(names.document)),
        Hook(
          table: "recommendation_letters", column: "schools_submitted_to",
          foreign: list(names.school)),
        Hook(table: "suggestion", column: "related_school_id", foreign: text(names.school)),
        Hook(table: "notifications", column: "related_entity_id", foreign: text(names.coach)),
        Hook(table: "athlete_task", column: "task_id", foreign: text(names.school)),
      ]
    }
    for hook in hooks {
      var row = try forgery.row(hook.table, id: fresh, own)
      row[hook.column] = hook.foreign
      let report = try await importing(hook.table, row)
      #expect(report.added == 0, "\(hook.table).\(hook.column)")
    }
  }

  @Test("Every column that names a record is one of those that are looked at")
  func everyLinkIsKnown() throws {
    let known = try backend.dataFile.read { connection in
      try Set(
        ArchiveTable.all.flatMap { table in
          try connection.query(
            "SELECT \"from\" FROM pragma_foreign_key_list(?)", table.name
          ) { row in "\(table.name).\(try row.text(0))" }
        })
    }
    // These columns contain the id of a person or a record but have no foreign key. The import
    // recognizes them by their names.
    let others: Set = [
      "preference_history.changed_by", "notifications.related_entity_id",
      "parent_view_log.viewed_item_id", "device_preferences.user_id",
      // This column contains the id of the stored file itself and refers to no other row.
      "kept_files.file_id",
    ]
    for table in ArchiveTable.all {
      for column in try forgery.columns(table.name.description) where Forgery.isID(column.name) {
        let name = "\(table.name).\(column.name)"
        let isAuthor = ["created_by", "updated_by"].contains(column.name)
        #expect(known.contains(name) || others.contains(name) || isAuthor, "\(name)")
      }
    }
  }

  @Test("Another author becomes the one who imports, and others' notes stay out")
  func authorsBecomeTheCaller() async throws {
    program.person = mia
    let columns = [
      "interactions": ["logged_by", "updated_by"], "documents": ["uploaded_by"],
      "school_status_history": ["changed_by"], "schools": ["created_by", "updated_by"],
    ]
    for (table, authors) in columns {
      var row = try forgery.row(table, id: fresh, own)
      for author in authors { row[author] = .string(demo.athlete.id.description) }
      if table == "schools" {
        row["private_notes"] = .string(
          "{\"\(mia)\": \"MINE\", \"\(demo.athlete.id)\": \"THEIRS\"}")
      }
      let report = try await importing(table, row)
      #expect((report.added, report.takenOver) == (1, 1))
      let stored = try await backend.everything().rows(table).first {
        $0.values["id"]?.string == fresh.description
      }
      for author in authors { #expect(stored?.values[author]?.string == mia.description) }
      let text = try backend.dataFile.canonicalDump()
      #expect(!text.contains("THEIRS"))
      if table == "schools" { #expect(text.contains("MINE")) }
    }
  }

  @Test("An id that is somebody else's is no id for a row, and their row stays as it is")
  func takenIDs() async throws {
    program.person = mia
    let row = try forgery.row("schools", id: try #require(ofDemo.school), own)
    let before = try backend.dataFile.canonicalDump()
    let report = try await importing("schools", row)
    #expect(report.leftOut == [LeftOutRows(reason: .idIsTaken, count: 1, lines: [1])])
    #expect(try backend.dataFile.canonicalDump() == before)
  }

  @Test("Credentials and sessions are no tables of an export", arguments: [true, false])
  func noCredentials(isEmpty: Bool) async throws {
    let target = isEmpty ? program.backend("\(folder.path)/empty/compass.sqlite") : backend
    program.person = isEmpty ? nil : mia
    for table in ["local_credentials", "local_sessions", "handles", "journal", "compass_meta"] {
      let rows = forgery.tables(table, [["user_id": .string(demo.athlete.id.description)]])
      #expect(
        await cause { _ = try await target.archive.importEverything(rows) }
          == (isEmpty ? .signInNeeded : .usage))
    }
  }

  @Test("A device keeps its own settings, whatever comes into an empty file")
  func deviceSettingsStay() async throws {
    let other = program.backend("\(folder.path)/empty/compass.sqlite")
    let person = forgery.tables("users", [try forgery.row("users", id: mia, own)])
    let devices = forgery.tables(
      "device_preferences",
      [["user_id": "", "key": "current_profile", "value": .string(mia.description)]])
    #expect(
      await cause { _ = try await other.archive.importEverything(person + devices) } == .usage)
    #expect(try other.deviceValues().isEmpty)
  }

  @Test("However ids are mixed, nobody else sees a change and nothing of theirs is seen")
  func randomForgeries() async throws {
    var dice = Dice(8)
    program.person = demo.athlete.id
    let theirs = try await backend.everything().tables
    program.person = mia
    let foreign = [
      demo.athlete.id, demo.family.id, loner, ofDemo.school, ofDemo.coach, ofDemo.event,
      ofDemo.document, ofLoner.school, ofLoner.coach, ofDemo.other,
    ].compactMap { $0 }
    let mine = [mia, miasFamily, own.school, own.coach, own.event, own.document].compactMap { $0 }
    let all = [ofDemo, ofLoner, nobodys, own, own, own]
    var added = 0
    for round in 0..<300 {
      let table = ArchiveTable.all[dice.below(ArchiveTable.all.count)]
      let id = RecordID.version4(high: 0xD1CE, low: UInt64(round))
      var row = try forgery.row(table.name.description, id: id, all[dice.below(all.count)])
      for column in row.keys where Forgery.isID(column) && dice.below(3) == 0 {
        let names = dice.below(2) == 0 ? foreign : mine
        row[column] = .string(names[dice.below(names.count)].description)
      }
      do {
        added += try await importing(table.name.description, row).added
      } catch {
        // A random row may break a rule of its table. The import must then refuse the whole file as
        // wrong input, and not fail in another way.
        #expect((error as? Problem)?.cause == .usage)
      }
    }
    #expect(added > 10)
    let seen = try await backend.everything().tables.flatMap(\.rows).map {
      JSONValue.object($0.values).text
    }
    for id in foreign { #expect(!seen.contains { $0.contains(id.description) }, "\(id)") }
    program.person = demo.athlete.id
    #expect(try await backend.everything().tables == theirs)
    #expect(try backend.dataFile.findings() == [])
  }
}
