import Basics
import CivilTime
import JSON
import Persistence
import SQLite
import Testing

@testable import Domain
@testable import SQLBackend

/// Tests a kind of record that exists only in this file, with a column of every form. Its
/// description alone must be enough to store, change, undo, find and sort its records.
@Suite struct EveryColumnTests {
  private let program = ActingProcess()
  private let backend: SQLBackend

  init() {
    backend = program.backend(DatabaseConnection.inMemoryPath, schema: Specimen.schema)
  }

  private var specimens: RecordsGateway<SpecimenRecord> { backend.records() }

  private func sam() async throws -> RecordID {
    let sam = try await backend.athlete("Sam")
    program.person = sam
    return sam
  }

  @Sendable private static func fill(_ specimen: inout SpecimenRecord) {
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
    specimen.home = RecordID(high: 1, low: 3)
    (specimen.division, specimen.wish) = (.known(.d1), .unknown("D9"))
  }

  @Test("What was added is read back, empty and full")
  func roundTrip() async throws {
    let sam = try await sam()
    for fill in [{ $0.title = "Empty" }, Self.fill] as [@Sendable (inout SpecimenRecord) -> Void] {
      let added = try await specimens.add(for: sam, fill).row.record
      var expected = SpecimenRecord(id: added.id, athleteID: sam)
      fill(&expected)
      Self.note(sam, in: &expected)
      #expect(added == expected)
      #expect(try await specimens.show(added.id, of: sam).record == expected)
    }
    #expect(try await specimens.list(of: sam).total == 2)
  }

  /// Sets the author and the times of a new record, as the backend does.
  private static func note(_ person: RecordID, in record: inout SpecimenRecord) {
    record.createdBy = person
    (record.createdAt, record.updatedAt) = (ActingProcess.start, ActingProcess.start)
  }

  /// Each case changes one column; the label is the column's name in the message about a conflict.
  private static let changes: [(label: String, change: @Sendable (inout SpecimenRecord) -> Void)] =
    [
      ("Title", { $0.title += "+" }), ("City", { $0.city = "Quito" }),
      ("Day", { $0.day = $0.day.adding(days: 1) }), ("Last day", { $0.lastDay = nil }),
      ("Time", { $0.time = .midnight }), ("Last time", { $0.lastTime = nil }),
      ("Moment", { $0.moment = $0.moment.adding(days: 1) }),
      ("Last moment", { $0.lastMoment = nil }),
      ("Count", { $0.count += 1 }), ("Limit", { $0.limit = nil }),
      ("Score", { $0.score += 1 }), ("Best", { $0.best = nil }),
      ("Is open", { $0.isOpen.toggle() }), ("Is full", { $0.isFull = nil }),
      ("Facts", { $0.facts = ["a": 2] }), ("More", { $0.more = nil }),
      ("Tags", { $0.tags.append("far") }), ("Friends", { $0.friends = [] }),
      ("Home", { $0.home = nil }),
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
      expected.updatedBy = sam
      let saved = try await specimens.edit(shown.id, RecordChange(shown: shown, change), of: sam)
      #expect(saved.row.record == expected, "\(label)")
      // Saves the record as a page showed it before the change. The backend must refuse this and
      // name only the column that was changed in between.
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

  /// Adds four records whose values differ in every column by which a list can be filtered or
  /// sorted, so that each filter and order gives another result.
  private func addFour(_ sam: RecordID) async throws {
    func add(_ title: String, _ fill: @escaping @Sendable (inout SpecimenRecord) -> Void)
      async throws
    {
      _ = try await specimens.add(for: sam) {
        $0.title = title
        $0.day = day("2026-03-0\(title == "gamma" ? 1 : 2)")
        let place = ["beta", "Alpha", "gamma", "delta"].firstIndex(of: title) ?? 0
        $0.moment = ActingProcess.start.adding(days: place)
        $0.score = Double(place) / 2
        $0.isOpen = title == "Alpha" || title == "gamma"
        fill(&$0)
      }
    }
    try await add("beta") {
      $0.lastDay = CalendarDay("2026-02-03")
      ($0.division, $0.wish) = (.known(.d2), .known(.d1))
      ($0.isFull, $0.friends, $0.limit) = (true, [Self.friend], 3)
      $0.home = Self.friend
    }
    try await add("Alpha") {
      $0.lastDay = CalendarDay("2026-02-01")
      ($0.division, $0.wish, $0.isFull) = (.known(.d1), .unknown("D9"), false)
      $0.friends = [Self.friend, RecordID(high: 1, low: 2)]
    }
    try await add("gamma") { ($0.division, $0.limit, $0.city) = (.known(.d3), 1, "Lima") }
    try await add("delta") { $0.lastDay = CalendarDay("2026-02-02") }
  }

  private static let friend = RecordID(high: 1, low: 1)

  private static let narrowings: [(filter: PlainFilter, key: ColumnKey, titles: [String])] = [
    ("city", .text("Lima"), ["gamma"]), ("city", .text("Quito"), []),
    ("division", .text("D3"), ["gamma"]),
    // New records have the division D1 by default, so the filter must also find `delta`, for which
    // there was no division.
    ("division", .text("D1"), ["Alpha", "delta"]),
    ("wish", .text("D1"), ["beta"]), ("wish", .text("D9"), ["Alpha"]),
    ("is_full", .flag(true), ["beta"]), ("is_full", .flag(false), ["Alpha"]),
    ("friends", .id(friend), ["Alpha", "beta"]),
    ("friends", .id(RecordID(high: 1, low: 2)), ["Alpha"]),
    ("home_id", .id(friend), ["beta"]), ("home_id", .id(RecordID(high: 1, low: 2)), []),
    ("last_day", .day(day("2026-02-02")), ["delta"]),
    (until, .day(day("2026-02-01")), ["Alpha"]),
    (until, .day(day("2026-02-02")), ["Alpha", "delta"]), (until, .day(day("2026-01-31")), []),
    // The kind of record in this test declares no filter for the column `title`, so this filter
    // does not restrict the list.
    ("title", .text("beta"), ["Alpha", "beta", "delta", "gamma"]),
  ]

  private static let until = PlainFilter.through("last_day", as: "until", "Until")

  @Test("A list is narrowed by each form of column", arguments: narrowings)
  func narrowed(filter: PlainFilter, key: ColumnKey, titles: [String]) async throws {
    let sam = try await sam()
    try await addFour(sam)
    let found = try await specimens.list(ListQuery { $0.filter.narrow(filter, to: key) }, of: sam)
    #expect(found.rows.map(\.record.title) == titles)
    #expect(found.matching == titles.count && found.total == 4)
  }

  @Test("A day and the days up to one are two filters of one column")
  func twoOfOneColumn() async throws {
    let sam = try await sam()
    try await addFour(sam)
    let query = ListQuery<SpecimenRecord> {
      $0.filter.narrow("last_day", to: .day(day("2026-02-01")))
      $0.filter.narrow(Self.until, to: .day(day("2026-02-02")))
    }
    #expect(try await specimens.list(query, of: sam).rows.map(\.record.title) == ["Alpha"])
  }

  @Test("What no list can be narrowed by is no option of one")
  func typedFilters() {
    #expect(
      Set(Specimen.filters.map(\.option)) == ["city", "wish", "friends", "home", "until"])
  }

  private static let orderings: [(order: String, titles: [String])] = [
    ("title", ["Alpha", "beta", "delta", "gamma"]),
    // Records that have no value for `last_day` come last, whether the order is ascending or
    // descending.
    ("last-day", ["Alpha", "delta", "beta", "gamma"]),
    ("latest", ["beta", "delta", "Alpha", "gamma"]),
    // The words are sorted in the order of their vocabulary, the list of known words. An unknown
    // word comes after all known words.
    ("wish", ["beta", "Alpha", "delta", "gamma"]),
    ("division", ["Alpha", "delta", "beta", "gamma"]),
    ("limit", ["gamma", "beta", "Alpha", "delta"]),
    ("day", ["gamma", "Alpha", "beta", "delta"]), ("moment", ["delta", "gamma", "Alpha", "beta"]),
    ("score", ["beta", "Alpha", "gamma", "delta"]), ("open", ["beta", "delta", "Alpha", "gamma"]),
  ]

  @Test("A list goes by each form of column", arguments: orderings)
  func ordered(order: String, titles: [String]) async throws {
    let sam = try await sam()
    try await addFour(sam)
    let sort = try #require(PlainSort<Specimen>(rawValue: order))
    let found = try await specimens.list(ListQuery { $0.sort = sort }, of: sam)
    #expect(found.rows.map(\.record.title) == titles)
  }

  @Test("The first order is the usual one, and others than those it has are none")
  func orders() {
    #expect(PlainSort<Specimen>.standard.rawValue == "title")
    #expect(PlainSort<Specimen>.allCases.map(\.rawValue) == Self.orderings.map(\.order))
    #expect(PlainSort<Specimen>(rawValue: "city") == nil)
  }

  @Test("Words are found in the texts that are searched, and in no others")
  func searched() async throws {
    let sam = try await sam()
    try await addFour(sam)
    for (words, titles) in [("lim", ["gamma"]), ("ALPHA", ["Alpha"]), ("D9", [])] {
      let found = try await specimens.list(ListQuery { $0.search = words }, of: sam)
      #expect(found.rows.map(\.record.title) == titles, "\(words)")
    }
  }
}

private typealias SpecimenRecord = PlainRecord<Specimen>

/// A kind of record with a column of every form.
private struct Specimen: PlainKind {
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
  var home: RecordID?
  var division: Open<Division> = .known(.d1)
  var wish: Open<Division>?

  static let kind = ReferenceKind(letter: "x", singular: "specimen", plural: "specimens")
  static let table = RecordTable<SpecimenRecord>(of: Specimen.self, twin: [.name("title")]) {
    Column("title", \.title, isRequired: true)
    Column("city", \.city, FieldForm("city", "City"), .text("the city", max: 20))
    Column("day", \.day, FieldForm("day", "Day"))
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
    Column.links("friends", \.friends, to: kind, FieldForm("friends", "Friends")) { _ in [] }
    Column.link(
      "home_id", \.home, to: kind, FieldForm("home", "Home"), heading: "home"
    ) { $0.named($0.record.home) }
    Column("division", \.division)
    Column.word("wish", \.wish, FieldForm("wish", "Wish"))
  }
  static let list = PlainList(
    title: "title", searched: ["title", "city"],
    narrowedBy: [
      "city", "division", "wish", "is_full", "friends", "home_id", "last_day",
      .through("last_day", as: "until", "Until"),
    ],
    orderedBy: [
      PlainOrder("title", by: "title"), PlainOrder("last-day", by: "last_day", "title"),
      PlainOrder("latest", by: "last_day", newestFirst: true),
      PlainOrder("wish", by: "wish", "title"), PlainOrder("division", by: "division", "title"),
      PlainOrder("limit", by: "max_count", "title"), PlainOrder("day", by: "day", "title"),
      PlainOrder("moment", by: "moment", newestFirst: true), PlainOrder("score", by: "score"),
      PlainOrder("open", by: "is_open", "title"),
    ])
  static let words = KindWords(
    summary: "What a museum keeps.", none: "No specimens yet", hint: "Stones and shells.",
    add: "Add a specimen")

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
            friends TEXT NOT NULL, home_id TEXT, division TEXT, wish TEXT, created_by TEXT, updated_by TEXT,
            created_at TEXT, updated_at TEXT
          ) STRICT;
          """)
    ], sharedTables: CompassSchema.schema.sharedTables + [tableName.description],
    functions: CompassSchema.schema.functions)
}
