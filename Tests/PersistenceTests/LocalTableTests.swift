import Basics
import CivilTime
import Persistence
import SQLite
import Testing

@Suite("Handles")
struct HandleTests {
  let folder = Folder()
  let file: DataFile

  init() {
    file = folder.open()
  }

  @Test("Numbers are given in order of creation, for each kind by itself")
  func inOrder() throws {
    try file.write { connection in
      #expect(try connection.handles.allot(Sample.school, to: Sample.id(7)) == 1)
      #expect(try connection.handles.allot(Sample.school, to: Sample.id(3)) == 2)
      #expect(try connection.handles.allot(Sample.coach, to: Sample.id(7)) == 1)
      #expect(try connection.handles.allot(Sample.school, to: Sample.id(7)) == 1)
      try connection.handles.allot(Sample.school, to: [Sample.id(9), Sample.id(8)])
      #expect(try connection.handles.number(Sample.school, of: Sample.id(8)) == 4)
    }
  }

  @Test("Handles are looked up both ways and by the page")
  func lookups() throws {
    try file.write { connection in
      let ids = (1...5).map { Sample.id($0) }
      try connection.handles.allot(Sample.school, to: ids)
      #expect(try connection.handles.id(Sample.school, number: 3) == ids[2])
      #expect(try connection.handles.id(Sample.school, number: 6) == nil)
      #expect(try connection.handles.id(Sample.coach, number: 3) == nil)
      #expect(try connection.handles.number(Sample.coach, of: ids[2]) == nil)
      let page = try connection.handles.numbers(
        Sample.school, of: [ids[4], ids[0], Sample.id(99)])
      #expect(page == [ids[4]: 5, ids[0]: 1])
      #expect(try connection.handles.numbers(Sample.school, of: []) == [:])
    }
  }

  @Test("The numbers of a whole kind are found by id, in whatever order they were given")
  func numbersOfAKind() throws {
    try file.write { connection in
      let ids = [5, 2, 9, 1].map { Sample.id($0) }
      try connection.handles.allot(Sample.school, to: ids)
      let numbers = try connection.handles.numbers(Sample.school)
      #expect(ids.map { numbers[$0] } == [1, 2, 3, 4])
      #expect([0, 3, 99].map { numbers[Sample.id($0)] } == [nil, nil, nil])
      #expect(try connection.handles.numbers(Sample.coach)[ids[0]] == nil)
    }
  }

  @Test("A number is not used again after its record is undone or deleted")
  func neverReused() throws {
    let journal = Journal(file) { _, _, _ in }
    func add(_ number: Int) throws -> Int {
      try journal.step(Sample.act()) { step in
        try step.connection.execute(
          "INSERT INTO schools (id, name) VALUES (?, ?)", Sample.id(number), "\(number)")
        return try step.connection.handles.allot(Sample.school, to: Sample.id(number))
      }
    }
    #expect(try add(1) == 1)
    _ = try journal.undo(Sample.sam)
    #expect(try add(2) == 2)
    try file.write { try $0.execute("DELETE FROM schools") }
    #expect(try add(3) == 3)
  }

  @Test("An undone and redone record keeps its handle")
  func kept() throws {
    let journal = Journal(file) { _, _, _ in }
    try journal.step(Sample.act()) { step in
      try step.connection.execute(
        "INSERT INTO schools (id, name) VALUES (?, 'Yale')", Sample.id(1))
      try step.connection.handles.allot(Sample.school, to: Sample.id(1))
    }
    _ = try journal.undo(Sample.sam)
    _ = try journal.redo(Sample.sam)
    try file.read { connection in
      let id = try connection.one("SELECT id FROM schools") { row in try row.recordID(0) }
      #expect(try connection.handles.number(Sample.school, of: id) == 1)
    }
  }
}

@Suite("Device preferences")
struct DevicePreferenceTests {
  let file: DataFile
  let folder = Folder()

  init() {
    file = folder.open()
  }

  @Test("Each person has their own, and the device has its own")
  func owners() throws {
    try file.write { connection in
      let preferences = connection.devicePreferences
      try preferences.set("filter", to: "open", for: Sample.sam)
      try preferences.set("filter", to: "all", for: Sample.pat)
      try preferences.set("filter", to: "late", for: Sample.sam)
      try preferences.set("theme", to: "dark", for: nil)
      #expect(try preferences.value("filter", of: Sample.sam) == "late")
      #expect(try preferences.value("filter", of: Sample.pat) == "all")
      #expect(try preferences.value("filter", of: nil) == nil)
      #expect(try preferences.values(of: nil) == ["theme": "dark"])
      try preferences.remove("filter", of: Sample.pat)
      #expect(try preferences.values(of: Sample.pat) == [:])
      #expect(try preferences.value("theme", of: nil) == "dark")
    }
  }

  @Test("They are no undo step")
  func noStep() throws {
    let journal = Journal(file) { _, _, _ in }
    try journal.step(Sample.act()) { step in
      try step.connection.devicePreferences.set("filter", to: "open", for: Sample.sam)
    }
    #expect(try journal.history(limit: 1) == [])
  }
}

@Suite("Text forms")
struct ColumnTypeTests {
  let connection: DatabaseConnection

  init() throws {
    connection = try DatabaseConnection.inMemory()
  }

  @Test(
    "An instant is stored as its 24 characters and comes back",
    arguments: [
      0, 1, -1, -86_400_000, -62_135_596_800_000, 1_770_730_200_250, 253_402_300_799_999,
    ])
  func instants(milliseconds: Int64) throws {
    let instant = Instant(milliseconds: milliseconds)
    let (text, back) = try connection.one("SELECT ?1, ?1", instant) { row in
      (try row.text(0), try row.instant(1))
    }
    #expect(text == instant.description)
    #expect(text.utf8.count == 24)
    #expect(back == instant)
  }

  @Test(
    "A day and a uuid are stored as their text and come back", arguments: [0, 20_494, -719_162])
  func daysAndIDs(number: Int) throws {
    let day = CalendarDay(dayNumber: number)
    let id = RecordID.version4(high: 0xFEDC_BA98_7654_3210, low: UInt64(bitPattern: Int64(number)))
    try connection.one("SELECT ?1, ?2", day, id) { (row: borrowing ResultRow) throws in
      #expect(try row.text(0) == day.description)
      #expect(try row.day(0) == day)
      #expect(try row.text(1) == id.description)
      #expect(try row.recordID(1) == id)
    }
  }

  @Test("A malformed date is absent where it may be, and an error that names the column elsewhere")
  func malformed() throws {
    let sql = "SELECT 'soon' AS due_at, NULL AS nothing_at"
    try connection.one(sql) { (row: borrowing ResultRow) throws in
      #expect(try row.optionalInstant(0) == nil)
      #expect(try row.optionalDay(0) == nil)
      #expect(try row.optionalInstant(1) == nil)
      #expect(try row.optionalRecordID(1) == nil)
    }
    #expect(
      throws: SQLiteError.unexpectedValue(
        column: "due_at", wanted: "date", found: "other text", FailedQuery(sql: sql))
    ) { try connection.one(sql) { row in try row.day(0) } }
    #expect(throws: SQLiteError.self) {
      try connection.one(sql) { row in try row.optionalRecordID(0) }
    }
  }
}

@Suite("Canonical dump")
struct CanonicalDumpTests {
  @Test("Rows are sorted and written as SQL literals; local tables are left out")
  func dump() throws {
    let folder = Folder()
    let file = folder.open()
    try file.write { connection in
      try connection.executeScript(
        """
        INSERT INTO schools (id, name, rank) VALUES ('s2', 'O''Neil', 1), ('s1', 'Yale', NULL);
        INSERT INTO members VALUES ('f', 'p', 'parent');
        """)
      try connection.handles.allot(Sample.school, to: Sample.id(1))
    }
    #expect(
      try file.canonicalDump() == """
        coaches(id, school_id, name)
        interactions(id, school_id, coach_id, content)
        members(family, person, role)
          'f', 'p', 'parent'
        schools(id, name, rank, updated_at, conference)
          's1', 'Yale', NULL, NULL, NULL
          's2', 'O''Neil', 1, NULL, NULL
        """)
  }

  @Test("A table that is not there is a defect, not an empty dump")
  func missingTable() throws {
    let connection = try DatabaseConnection.inMemory()
    #expect(throws: PersistenceError.misuse("there is no table nothing to dump")) {
      try connection.canonicalDump(tables: ["nothing"])
    }
  }
}
