import JSON
import PostgreSQL

/// The number of a database's transaction, with the identity of the database. The number grows also
/// while no person changes anything.
///
/// A server stores the position of a transaction that the database has acknowledged. A database
/// that is at an earlier position later lacks this transaction, so its files were replaced by older
/// ones, or it was recovered to an earlier moment.
struct DatabasePosition: Equatable {
  /// The identifier of the PostgreSQL cluster. A new cluster has another identifier, and its
  /// transaction numbers cannot be compared with those of this one.
  var system: String
  /// The number of the database in its cluster. A database into which a dump was restored has
  /// another one.
  var database: Int
  /// The era of the database's data. Each restore from a backup that the server notices begins a
  /// new era.
  var era: String
  /// The number of a transaction. Each transaction of the cluster has a higher number than those
  /// before it.
  var transaction: Int
}

extension DatabasePosition {
  /// Returns whether the database was put back to an earlier moment since the position `known`.
  ///
  /// If the era differs, a restore was already noticed. If the cluster differs, the positions
  /// cannot be compared: a hosting provider may have moved all rows to a new version of PostgreSQL.
  func isPutBack(since known: DatabasePosition) -> Bool {
    era == known.era && system == known.system
      && (database != known.database || transaction < known.transaction)
  }

  /// Returns the position of the newest transaction; nil if the database does not allow this role
  /// to read it.
  static func present(in database: Database) async throws(DatabaseFailure) -> DatabasePosition? {
    try await read("pg_snapshot_xmax(pg_current_snapshot())::text::bigint - 1", database)
  }

  /// Commits a transaction that changes no data, and returns its position; nil if the database does
  /// not allow that.
  ///
  /// The transaction writes into PostgreSQL's log. Its commit therefore waits until the log is on
  /// disk, and with synchronous replication also on a second machine. If the second machine
  /// replaces the first, it has this transaction.
  static func reached(in database: Database) async throws(DatabaseFailure) -> DatabasePosition? {
    try await read(
      "pg_current_xact_id()::text::bigint", database,
      from: ", pg_logical_emit_message(true, 'compass-server', ''::text) AS message")
  }

  private static func read(
    _ transaction: String, _ database: Database, from more: String = ""
  ) async throws(DatabaseFailure) -> DatabasePosition? {
    do throws(DatabaseFailure) {
      let told = try await database.run(
        """
        SELECT jsonb_build_object('system', s.system_identifier::text, 'database', d.oid::bigint,
          'era', compass.mark() ->> 'era', 'transaction', \(transaction))
        FROM pg_control_system() AS s, pg_catalog.pg_database AS d\(more)
        WHERE d.datname = current_database()
        """)
      return told.value.flatMap { try? JSONValue.parse($0) }.flatMap { DatabasePosition($0) }
    } catch {
      guard case .refused = error else { throw error }
      return nil
    }
  }

  init?(_ json: JSONValue) {
    guard let system = json["system"]?.string, let database = json["database"]?.int,
      let era = json["era"]?.string, let transaction = json["transaction"]?.int
    else { return nil }
    self.init(system: system, database: database, era: era, transaction: transaction)
  }

  var json: JSONValue {
    [
      "system": .string(system), "database": JSONValue(database), "era": .string(era),
      "transaction": JSONValue(transaction),
    ]
  }
}
