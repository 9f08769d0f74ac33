import Basics
import CivilTime
import JSON
import Persistence
import SQLite
import Testing

@testable import Domain
@testable import SQLBackend

/// A kind of record that only this file knows, with a column of every form: its description alone keeps it, changes it and
/// takes it back.
@Suite struct EveryColumnTests {
  private let desk = ActingProcess()
  private let backend: SQLBackend

  init() {
    backend = desk.backend(DatabaseConnection.inMemoryPath, schema: Specimen.schema)
  }

  private var specimens: RecordsGateway<Specimen> { backend.records() }

  private func sam() async throws -> RecordID {
    let sam = try await backend.athlete("Sam")
    desk.person = sam
    return sam
  }

  @Sendable private static func fill(_ specimen: inout Specimen) {
    specimen.title = "Full"
    specimen.city = "Lima"
    (specimen.day, specimen.lastDay) = (
      SQLBackendTests.day("2026-02-01"), CalendarDay("2026-02-03")
    )
    (specimen.time, specimen.lastTime) = (TimeOfDay("08:30")!, TimeOfDay("09:45"))
    (specimen.moment, specimen.lastMoment) = (
      ActingProcess.start, ActingProcess.start.adding(days: 1)
    )
    (specimen.count, specimen.limit) = (3, 7)
    (specimen.score, specimen.best) = (0.25, 1.5)
    (specimen.isOpen, specimen.isFull) = (true, false)
    (specimen.facts, specimen.more) = (["a": 1], ["b": ["c": true]])
    specimen.tags = ["near", "green"]
    specimen.friends = [RecordID(high: 1, low: 1)]
    (specimen.division, specimen.wish) = (.known(.d1), .unknown("D9"))
  }

  @Test("What was added is read back, empty and full")
  func roundTrip() async throws {
    let sam = try await sam()
    for fill in [{ $0.title = "Empty" }, Self.fill] as [@Sendable (inout Specimen) -> Void] {
      let added = try await specimens.add(for: sam, fill).row.record
      var expected = Specimen(id: added.id)
      fill(&expected)
      (expected.athleteID, expected.createdAt) = (sam, ActingProcess.start)
      #expect(added == expected)
      #expect(try await specimens.show(added.id, of: sam).record == expected)
    }
    #expect(try await specimens.list(of: sam).total == 2)
  }

  /// One change of each column, and what it is called where both wrote it.
  private static let changes: [(label: String, change: @Sendable (inout Specimen) -> Void)] = [
    ("Title", { $0.title += "+" }), ("City", { $0.city = "Quito" }),
    ("Day", { $0.day = $0.day.adding(days: 1) }), ("Last day", { $0.lastDay = nil }),
    ("Time", { $0.time = .midnight }), ("Last time", { $0.lastTime = nil }),
    ("Moment", { $0.moment = $0.moment.adding(days: 1) }), ("Last moment", { $0.lastMoment = nil }),
    ("Count", { $0.count += 1 }), ("Limit", { $0.limit = nil }),
    ("Score", { $0.score += 1 }), ("Best", { $0.best = nil }),
    ("Is open", { $0.isOpen.toggle() }), ("Is full", { $0.isFull = nil }),
    ("Facts", { $0.facts = ["a": 2] }), ("More", { $0.more = nil }),
    ("Tags", { $0.tags.append("far") }), ("Friends", { $0.friends = [] }),
    ("Division", { $0.division = .known(.d2) }), ("Wish", { $0.wish = nil }),
  ]

  @Test("Each column is changed by itself, held against the page, and taken back")
  func changed() async throws {
    let sam = try await sam()
    #expect(Self.changes.count == Specimen.table.columns.filter { $0.role == .data }.count)
    for (label, change) in Self.changes {
      let shown = try await specimens.add(for: sam, Self.fill).row.record
      var expected = shown
      change(&expected)
      let saved = try await specimens.edit(shown.id, RecordChange(shown: shown, change), of: sam)
      #expect(saved.row.record == expected, "\(label)")
      // That stands there now and not on the page: putting the whole page back is refused for this column alone.
      do throws(Problem) {
        _ = try await specimens.edit(
          shown.id, RecordChange(shown: shown) { $0 = shown }, of: sam)
        Issue.record("\(label) was written over")
      } catch {
        #expect(error.exitCode == .conflict)
        #expect(error.details.first?.hasPrefix("\(label): ") == true, "\(error.details)")
        #expect(error.details.count == 2, "\(error.details)")
      }
      _ = try await backend.undo.undo()
      #expect(try await specimens.show(shown.id, of: sam).record == shown, "\(label)")
    }
  }
}

/// Something of which one has every form of value.
private struct Specimen: Equatable, Sendable {
  let id: RecordID
  var athleteID = RecordID.none
  var familyID: RecordID?
  var title = ""
  var city: String?
  var day = CalendarDay.first
  var lastDay: CalendarDay?
  var time = TimeOfDay.midnight
  var lastTime: TimeOfDay?
  var moment = Instant(milliseconds: 0)
  var lastMoment: Instant?
  var count = 0
  var limit: Int?
  var score = 0.0
  var best: Double?
  var isOpen = false
  var isFull: Bool?
  var facts: JSONValue = [:]
  var more: JSONValue?
  var tags: [String] = []
  var friends: [RecordID] = []
  var division: Open<Division> = .unknown("")
  var wish: Open<Division>?
  var createdAt: Instant?

  init(id: RecordID) { self.id = id }
}

private struct SpecimenRow: RecordRow {
  var reference: Reference
  var record: Specimen
}

private struct SpecimenFilter: ListFilter {}
private enum SpecimenSort: String, ListSort {
  case title
  static let standard = SpecimenSort.title
}

extension Specimen: FamilyRecord {
  typealias Filter = SpecimenFilter
  typealias Sort = SpecimenSort
  typealias Row = SpecimenRow
  typealias Details = SpecimenRow

  static let kind = ReferenceKind(letter: "x", singular: "specimen", plural: "specimens")
  static let tableName = "specimens"
  static let table = RecordTable<Specimen>(
    tableName, .school, adding: ("addSpecimen", "Added"), twin: [.name("title")]
  ) {
    Column("title", \.title, isRequired: true)
    Column("city", \.city, FieldForm("city", "City"), .text("the city", max: 20))
    Column("day", \.day)
    Column("last_day", \.lastDay)
    Column("time", \.time)
    Column("last_time", \.lastTime)
    Column("moment", \.moment)
    Column("last_moment", \.lastMoment)
    Column("count", \.count)
    Column("max_count", \.limit, FieldForm("limit", "Limit"))
    Column("score", \.score)
    Column("best", \.best)
    Column("is_open", \.isOpen)
    Column("is_full", \.isFull)
    Column("facts", \.facts)
    Column("more", \.more)
    Column("tags", \.tags)
    Column("friends", \.friends)
    Column("division", \.division)
    Column.word("wish", \.wish, FieldForm("wish", "Wish"))
    Column("user_id", \.athleteID, role: .owner)
    Column("family_unit_id", \.familyID, role: .family)
    Column("created_at", \.createdAt, role: .createdAt)
  }

  static let schema = Schema(
    applicationID: CompassSchema.schema.applicationID,
    migrations: CompassSchema.schema.migrations + [
      Migration(
        CompassSchema.schema.version + 1, "Specimens",
        sql: """
          CREATE TABLE specimens (
            id TEXT NOT NULL PRIMARY KEY, user_id TEXT NOT NULL, family_unit_id TEXT,
            title TEXT NOT NULL, city TEXT, day TEXT NOT NULL, last_day TEXT, time TEXT NOT NULL,
            last_time TEXT, moment TEXT NOT NULL, last_moment TEXT, count INTEGER NOT NULL,
            max_count INTEGER, score REAL NOT NULL, best REAL, is_open INTEGER NOT NULL,
            is_full INTEGER, facts TEXT NOT NULL, more TEXT, tags TEXT NOT NULL,
            friends TEXT NOT NULL, division TEXT NOT NULL, wish TEXT, created_at TEXT
          ) STRICT;
          """)
    ], sharedTables: CompassSchema.sharedTables + [tableName])
}

extension Specimen: StoredRecord {
  static let form = TableForm(table)
  static let naming = RecordNaming(title: "title")
  static var searched: [String] { ["specimens.title"] }

  static func narrow(_ conditions: inout Conditions, by filter: SpecimenFilter, now: Instant) {}
  static func order(_ sort: SpecimenSort, now: Instant) -> [OrderTerm] {
    [.name("specimens.title")]
  }

  static func rows(_ found: [Specimen], in records: RecordScope) throws -> [SpecimenRow] {
    let references = try records.references(kind, found.map(\.id))
    return found.map { SpecimenRow(reference: references.of($0.id, kind), record: $0) }
  }
}
