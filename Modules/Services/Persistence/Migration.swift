public import SQLite

/// One numbered change of the data file's schema, which is applied in one transaction. It cannot be
/// reversed.
///
/// A released migration is never edited; a later one corrects its mistakes.
public struct Migration: Sendable {
  public let number: Int
  public let name: String
  /// Whether the tables that devices share keep their columns and rows, so that undo steps from
  /// before the migration can still be undone. A migration for which this is true may change only
  /// indexes and other tables.
  let keepsSharedTables: Bool
  let apply: @Sendable (DatabaseConnection) throws -> Void

  public init(
    _ number: Int, _ name: String, keepsSharedTables: Bool = false,
    apply: @escaping @Sendable (DatabaseConnection) throws -> Void
  ) {
    self.number = number
    self.name = name
    self.keepsSharedTables = keepsSharedTables
    self.apply = apply
  }

  public init(_ number: Int, _ name: String, sql: String, keepsSharedTables: Bool = false) {
    self.init(number, name, keepsSharedTables: keepsSharedTables) { connection in
      try connection.executeScript(sql)
    }
  }
}

/// A function from text to text that queries of the data file may call.
public struct SQLFunction: Sendable {
  public let name: String
  let body: @Sendable (String) -> String

  public init(_ name: String, _ body: @escaping @Sendable (String) -> String) {
    self.name = name
    self.body = body
  }
}

/// The schema of a data file: the number that identifies the program, the migrations, the tables
/// that devices share, and the SQL functions.
public struct Schema: Sendable {
  /// The number that is stored in the data file's header, so that a file of another program is
  /// never mistaken for one of this program.
  public let applicationID: Int
  public let migrations: [Migration]
  /// The tables that devices share. Undo steps record their changes, and dumps contain them.
  public let sharedTables: [String]
  /// The tables whose rows a connected data file sends to the server, although no undo step records
  /// them, such as the log of page views: a view cannot be undone.
  public let sharedLogs: [String]
  /// The functions that every connection to the data file has.
  public let functions: [SQLFunction]

  public init(
    applicationID: Int, migrations: [Migration], sharedTables: [String], sharedLogs: [String] = [],
    functions: [SQLFunction] = []
  ) {
    self.applicationID = applicationID
    self.migrations = migrations
    self.sharedTables = sharedTables
    self.sharedLogs = sharedLogs
    self.functions = functions
  }

  /// The schema version that this program writes: the number of its last migration.
  public var version: Int { migrations.last?.number ?? 0 }

  /// The oldest schema version in which the tables that devices share have the same form as in this
  /// one. Undo steps from before it cannot be undone.
  var oldestUndoable: Int { migrations.last { !$0.keepsSharedTables }?.number ?? 0 }

  /// The oldest schema version that this program can migrate. The data of an older file has to be
  /// exported with an earlier program, and the export then imported into a new file.
  public var oldest: Int { migrations.first?.number ?? 0 }

  /// Returns the schema of an earlier program version, for tests of migrations.
  public func upTo(version: Int) -> Schema {
    Schema(
      applicationID: applicationID, migrations: migrations.filter { $0.number <= version },
      sharedTables: sharedTables, sharedLogs: sharedLogs, functions: functions)
  }

  func defineFunctions(on connection: DatabaseConnection) throws(SQLiteError) {
    for function in functions { try connection.define(function.name, function.body) }
  }

  var isNumberedInOrder: Bool {
    zip(max(1, oldest)..., migrations).allSatisfy { $0 == $1.number }
  }
}
