import SQLite
import Testing

@Suite("Queries")
struct QueryTests {
  let connection: DatabaseConnection

  init() throws {
    connection = try DatabaseConnection.inMemory()
    try connection.executeScript(
      """
      CREATE TABLE schools (id TEXT PRIMARY KEY, name TEXT NOT NULL, rank INTEGER, fit REAL, logo BLOB)
      STRICT;
      """)
  }

  @Test("Every kind of value comes back as it was bound")
  func roundTrip() throws {
    try connection.execute(
      "INSERT INTO schools VALUES (?, ?, ?, ?, ?)", "s1", "Ün\u{0}i", 3, 0.5, [1, 2] as [UInt8])
    try connection.execute(
      "INSERT INTO schools VALUES (?, ?, ?, ?, ?)", "s2", "", Int?.none, Double?.none,
      [] as [UInt8])
    let rows = try connection.query("SELECT * FROM schools ORDER BY id") { row in
      try (0..<row.columnCount).map { try row.value($0) }
    }
    #expect(
      rows == [
        [.text("s1"), .text("Ün\u{0}i"), .integer(3), .real(0.5), .blob([1, 2])],
        [.text("s2"), .text(""), .null, .null, .blob([])],
      ])
  }

  @Test("Values known only at run time are stored like the others")
  func dynamicValues() throws {
    let row: [Value] = [.text("s1"), .text("A"), .null, .real(1.5), .blob([7])]
    try connection.execute("INSERT INTO schools VALUES (?, ?, ?, ?, ?)", values: row)
    let found = try connection.query("SELECT * FROM schools WHERE id = ?", values: [.text("s1")]) {
      row in try (0..<5).map { try row.value($0) }
    }
    #expect(found == [row])
  }

  @Test(
    "Hostile text comes back unchanged and is never SQL",
    arguments: [
      "'; DROP TABLE schools; --", "\u{202E}txt.exe", "\u{1B}[31mred", "<script>", "\u{FEFF}",
      String(repeating: "🎉", count: 100_000),
    ])
  func hostileText(_ text: String) throws {
    try connection.execute("INSERT INTO schools (id, name) VALUES ('s1', ?)", text)
    #expect(try connection.one("SELECT name FROM schools") { row in try row.text(0) } == text)
  }

  @Test(
    "A text that cannot be bound stands in the statement as it is",
    arguments: ["", "it's", "'\u{0301}", "\u{0600}'; DROP TABLE schools; --", "a\"b\\"])
  func literals(_ text: String) throws {
    let found = try connection.one("SELECT \(DatabaseConnection.literal(text))") { row in
      try row.text(0)
    }
    #expect(found == text)
  }

  @Test(
    "A name may contain any character",
    arguments: ["a\"b", "\"\u{0301}", "\u{0600}\"; DROP TABLE schools; --"])
  func hostileName(_ name: String) throws {
    try connection.execute("CREATE TABLE \(DatabaseConnection.quoted(name)) (id TEXT)")
    let found = try connection.one("SELECT name FROM sqlite_schema WHERE name = ?", name) { row in
      try row.text(0)
    }
    #expect(found == name)
  }

  @Test("A repeated text is noticed when it changes, also to and from null and the empty text")
  func repeatedText() throws {
    var text = RepeatedText()
    var changes: [Bool] = []
    try connection.forEachRow(
      """
      VALUES (NULL), (NULL), (''), (''), ('ab'), ('ab'), ('ac'), ('abc'), (NULL), ('abc')
      """
    ) { row in
      changes.append(try text.changes(in: row, 0))
      return true
    }
    #expect(
      changes == [true, false, true, false, true, false, true, true, true, true])
    #expect(throws: SQLiteError.self) {
      var numbers = RepeatedText()
      try connection.forEachRow("SELECT 1") { row in try numbers.changes(in: row, 0) }
    }
  }

  @Test("Bytes that are no text are replaced, not obeyed")
  func brokenText() throws {
    try connection.execute("INSERT INTO schools (id, name) VALUES ('s1', CAST(x'41ff42' AS TEXT))")
    let name = try connection.one("SELECT name FROM schools") { row in try row.text(0) }
    #expect(name == "A\u{FFFD}B")
  }

  @Test("A loop lends one statement and leaves nothing bound")
  func loop() throws {
    let sql = "INSERT INTO schools (id, name) VALUES (?, ?)"
    try connection.prepared(sql) { statement in
      for number in 1...100 { try statement.run("s\(number)", "School \(number)") }
    }
    #expect(try connection.one("SELECT count(*) FROM schools") { row in try row.int(0) } == 100)
    // The cached statement is run again without bound values. It must not insert the values of the
    // last run once more: `id` has to be null now, which its column refuses.
    try connection.prepared(sql) { statement in
      let failed = FailedQuery(sql: sql)
      #expect(throws: SQLiteError.constraint(.notNull, subject: "schools.id", failed)) {
        try statement.run()
      }
    }
  }

  @Test("The first row, a missing row and an enough")
  func firstAndEach() throws {
    for number in 1...5 {
      try connection.execute(
        "INSERT INTO schools (id, name, rank) VALUES (?, '-', ?)", "\(number)", number)
    }
    let ranks = "SELECT rank FROM schools ORDER BY rank"
    #expect(try connection.first(ranks) { row in try row.int(0) } == 1)
    #expect(try connection.first(ranks + " LIMIT 0") { row in try row.int(0) } == nil)
    #expect(throws: SQLiteError.noRow(FailedQuery(sql: ranks + " LIMIT 0"))) {
      try connection.one(ranks + " LIMIT 0") { row in try row.int(0) }
    }
    var seen: [Int] = []
    try connection.forEachRow(ranks) { row in
      seen.append(try row.int(0))
      return seen.count < 3
    }
    #expect(seen == [1, 2, 3])
  }

  @Test("A query inside the same query has a statement of its own")
  func nested() throws {
    try connection.execute("INSERT INTO schools (id, name) VALUES ('a', 'A'), ('b', 'B')")
    let sql = "SELECT id FROM schools ORDER BY id"
    let countBefore = connection.cachedStatements.count
    let pairs = try connection.query(sql) { outer in
      let first = try outer.text(0)
      return try connection.query(sql) { inner in first + (try inner.text(0)) }
    }
    #expect(pairs == [["aa", "ab"], ["ba", "bb"]])
    #expect(connection.cachedStatements.count == countBefore + 1)
  }

  @Test("A cached query sees a column that was added since")
  func schemaChange() throws {
    try connection.execute("INSERT INTO schools (id, name) VALUES ('a', 'A')")
    let count: () throws -> Int = {
      try connection.one("SELECT * FROM schools") { row in row.columnCount }
    }
    #expect(try count() == 5)
    try connection.execute("ALTER TABLE schools ADD COLUMN conference TEXT")
    #expect(try count() == 6)
  }

  @Test("A reader that throws leaves the table free")
  func throwingReader() throws {
    struct Enough: Error {}
    try connection.execute("INSERT INTO schools (id, name) VALUES ('a', 'A'), ('b', 'B')")
    #expect(throws: Enough.self) {
      try connection.query("SELECT id FROM schools") { _ in throw Enough() }
    }
    // The query ended with an error at its first row. Its statement must have been reset, because a
    // statement that is still running would lock the table, so that it could not be dropped.
    try connection.execute("DROP TABLE schools")
  }

  @Test("The cache of statements does not grow without end")
  func cacheIsBounded() throws {
    for number in 0..<1_000 { try connection.execute("SELECT \(number)") }
    #expect(connection.cachedStatements.count == 256)
  }

  @Test("A row without a value of its type says which column and which SQL")
  func wrongTypes() throws {
    let sql = "SELECT 'x' AS word, 1 AS number, NULL AS gap"
    let expectations: [(String, String, String, (borrowing ResultRow) throws -> Void)] = [
      ("word", "integer", "other text", { row in _ = try row.int(0) }),
      ("number", "text", "integer", { row in _ = try row.text(1) }),
      ("gap", "integer", "null", { row in _ = try row.int(2) }),
      ("gap", "text", "null", { row in _ = try row.text(2) }),
      ("word", "real", "other text", { row in _ = try row.real(0) }),
      ("number", "blob", "integer", { row in _ = try row.blob(1) }),
    ]
    for (column, wanted, found, read) in expectations {
      #expect(
        throws: SQLiteError.unexpectedValue(
          column: column, wanted: wanted, found: found, FailedQuery(sql: sql))
      ) { try connection.one(sql, read: read) }
    }
  }

  @Test("Null is absent where it may be")
  func optionals() throws {
    try connection.one("SELECT NULL, 1, 1.5, 'x', 1") { (row: borrowing ResultRow) throws in
      #expect(try row.optionalInt(0) == nil)
      #expect(try row.optionalReal(0) == nil)
      #expect(try row.optionalText(0) == nil)
      #expect(try row.optionalBool(0) == nil)
      #expect(try row.optionalInt(1) == 1)
      #expect(try row.optionalReal(2) == 1.5)
      #expect(try row.optionalText(3) == "x")
      #expect(try row.optionalBool(4) == true)
      #expect(try row.real(1) == 1)
    }
  }
}
