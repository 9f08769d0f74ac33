public import SQLite

/// One numbered change of the file's form: forward only, all or nothing.
///
/// A migration that has shipped is never edited; the next one mends it.
public struct Migration: Sendable {
  public let number: Int
  public let name: String
  let apply: @Sendable (DatabaseConnection) throws -> Void

  public init(
    _ number: Int, _ name: String, apply: @escaping @Sendable (DatabaseConnection) throws -> Void
  ) {
    self.number = number
    self.name = name
    self.apply = apply
  }

  /// A migration that is a script of statements.
  public init(_ number: Int, _ name: String, sql: String) {
    self.init(number, name) { connection in try connection.executeScript(sql) }
  }
}

/// What a data file holds: whose it is, how it came to its form, and which tables people share.
public struct Schema: Sendable {
  /// Written into the file's header, so that a file of another program is never taken for ours.
  public let applicationID: Int
  public let migrations: [Migration]
  /// The tables that steps record and dumps show: everything but what is local to this file.
  public let sharedTables: [String]
  /// Tables that a connected file sends too, although no step records them: what was seen cannot be unseen.
  public let sharedLogs: [String]

  public init(
    applicationID: Int, migrations: [Migration], sharedTables: [String], sharedLogs: [String] = []
  ) {
    self.applicationID = applicationID
    self.migrations = migrations
    self.sharedTables = sharedTables
    self.sharedLogs = sharedLogs
  }

  /// The form this program writes: the number of its last migration.
  public var version: Int { migrations.last?.number ?? 0 }

  /// The oldest form that can be brought up to date. Files of an earlier one come in by export and import.
  public var oldest: Int { migrations.first?.number ?? 0 }

  /// The same file as a program of an earlier version made it; for tests of migrations.
  public func upTo(version: Int) -> Schema {
    Schema(
      applicationID: applicationID, migrations: migrations.filter { $0.number <= version },
      sharedTables: sharedTables, sharedLogs: sharedLogs)
  }

  var isNumberedInOrder: Bool {
    zip(max(1, oldest)..., migrations).allSatisfy { $0 == $1.number }
  }
}
