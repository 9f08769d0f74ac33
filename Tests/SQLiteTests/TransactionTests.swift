import SQLite
import Testing

@Suite("Transactions")
struct TransactionTests {
  struct Refused: Error {}

  let connection: DatabaseConnection

  init() throws {
    connection = try DatabaseConnection.inMemory()
    try connection.execute("CREATE TABLE numbers (value INTEGER UNIQUE) STRICT")
  }

  func numbers() throws -> [Int] {
    try connection.query("SELECT value FROM numbers ORDER BY value") { row in try row.int(0) }
  }

  func insert(_ number: Int) throws {
    try connection.execute("INSERT INTO numbers VALUES (?)", number)
  }

  @Test("A table is found after it was created, dropped or rolled back, also by another connection")
  func tables() throws {
    let folder = Folder()
    let file = try DatabaseConnection(path: folder.path + "/tables.sqlite")
    let other = try DatabaseConnection(path: folder.path + "/tables.sqlite")
    try file.execute("CREATE TABLE first (value INTEGER) STRICT")
    #expect(try file.hasTable("first") && other.hasTable("first") && !file.hasTable("second"))
    try other.execute("CREATE TABLE second (value INTEGER) STRICT")
    #expect(try file.hasTable("second") && !file.hasTable("third"))
    // A transaction that is rolled back gives its schema version to the next change.
    #expect(throws: Refused.self) {
      try file.transaction {
        try file.execute("CREATE TABLE third (value INTEGER) STRICT")
        #expect(try file.hasTable("third") && !file.hasTable("fourth"))
        throw Refused()
      }
    }
    try other.execute("CREATE TABLE fourth (value INTEGER) STRICT")
    #expect(try !file.hasTable("third") && file.hasTable("fourth"))
    try file.transaction {
      #expect(throws: Refused.self) {
        try file.transaction {
          try file.execute("DROP TABLE first")
          #expect(try !file.hasTable("first"))
          throw Refused()
        }
      }
      try file.execute("CREATE TABLE fifth (value INTEGER) STRICT")
      #expect(try file.hasTable("first") && file.hasTable("fifth"))
    }
  }

  @Test("A body that throws leaves nothing")
  func rollback() throws {
    #expect(throws: Refused.self) {
      try connection.transaction {
        try insert(1)
        throw Refused()
      }
    }
    #expect(try numbers() == [])
    #expect(!connection.isInTransaction)
  }

  @Test("An inner failure that the outer body survives leaves only the outer writes")
  func savepoint() throws {
    try connection.transaction {
      try insert(1)
      #expect(throws: Refused.self) {
        try connection.transaction {
          try insert(2)
          throw Refused()
        }
      }
      try connection.transaction { try insert(3) }
    }
    #expect(try numbers() == [1, 3])
  }

  @Test("An outer failure takes the inner writes back too")
  func outerFailure() throws {
    #expect(throws: Refused.self) {
      try connection.transaction {
        try connection.transaction { try insert(1) }
        throw Refused()
      }
    }
    #expect(try numbers() == [])
  }

  @Test("A body that goes on after SQLite took the transaction back writes nothing alone")
  func lostTransaction() throws {
    #expect(throws: SQLiteError.self) {
      try connection.transaction {
        try insert(1)
        // This statement ends the transaction, as SQLite does by itself when the disk is full.
        try? connection.execute("INSERT OR ROLLBACK INTO numbers VALUES (1)")
        #expect(!connection.isInTransaction)
        try? insert(2)
      }
    }
    #expect(try numbers() == [])
    try insert(3)
    #expect(try numbers() == [3])
  }
}
