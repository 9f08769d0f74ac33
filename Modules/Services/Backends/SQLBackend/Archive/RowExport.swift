import Basics
import Domain
import JSON
import Persistence
import SQLite

/// Exports a table from beginning to end in batches. Each batch is read in a short transaction of
/// its own, so that an export of many rows does not block writers.
struct RowExport: Sendable {
  let table: TableName
  /// The columns that the export selects, as SQL; nil selects all columns of the table.
  var columns: String?
  let condition: String
  let values: [Value]
  var limit = batchSize

  /// The usual number of rows in a batch. The number is small, so that a writer waits only shortly
  /// for the end of a transaction, and large enough that the start of the transactions costs little
  /// compared to reading the rows.
  static let batchSize = 2_000

  /// Returns the next batch: the rows after SQLite's row number `last`, in the order in which they
  /// were inserted, and the row number of the batch's last row.
  ///
  /// The query must not use an index, because it would then have to sort the rows again for each
  /// batch. In the order of row numbers, all batches together are a single scan of the table.
  func batch(after last: Int64, in scope: Scope) throws -> (batch: ExportBatch, last: Int64) {
    var batch = ExportBatch(columns: [])
    var position = last
    var privateNotes: Int?
    try scope.connection.forEachRow(
      """
      SELECT \(table).rowid, \(columns ?? "\(table).*") FROM \(table) NOT INDEXED
      WHERE (\(condition)) AND \(table).rowid > ?
      ORDER BY \(table).rowid LIMIT \(limit)
      """, values: values + [.integer(last)]
    ) { row in
      if batch.columns.isEmpty {
        batch.columns = (1..<row.columnCount).map { row.name($0) }
        batch.reserve(rows: limit, bytes: limit * 256)
        privateNotes = batch.columns.firstIndex(of: ColumnName.privateNotes.description)
      }
      position = Int64(try row.int(0))
      var ownNotes: String?
      if let privateNotes, !row.isNull(privateNotes + 1) {
        ownNotes = try Self.ownNotes(row, privateNotes + 1, scope)
      }
      row.forEachCell(from: 1) { column, cell in
        if column - 1 == privateNotes, let ownNotes {
          batch.append(text: ownNotes, at: column - 1)
        } else {
          batch.append(cell, at: column - 1)
        }
      }
      batch.endRow()
      return true
    }
    if batch.columns.isEmpty, last == 0 {
      batch.columns = try scope.connection.query(
        "SELECT name FROM pragma_table_info(?) ORDER BY cid", table
      ) { row in try row.text(0) }
    }
    return (batch, position)
  }

  private static func ownNotes(
    _ row: borrowing ResultRow, _ column: Int, _ scope: Scope
  ) throws -> String {
    let notes = try row.text(column)
    // In most rows the column of private notes has the text `{}`, an object without notes. This
    // text is returned at once, because parsing JSON for each row would take long.
    return notes == "{}" ? notes : PrivateNotes.text(notes, keepingThatOf: scope.caller.id)
  }
}

extension RowExport {
  /// Creates the export of those records of one kind and athlete that the caller (the signed-in
  /// person) may read.
  init(_ kind: ReferenceKind, of athlete: RecordID, in scope: Scope) throws {
    // Queries leave out rows with malformed values, which the context of the transaction (`Scope`)
    // lists. The export uses an empty list, so that it also contains these rows, because another
    // program may understand them.
    var whole = scope
    whole.unreadable = UnreadableRows()
    let records = try RecordScope(whole, of: athlete)
    guard let source = RecordNames.source(kind) else {
      throw Problem(.usage, "\(kind.plural.capitalizedFirst) are not kept as rows.")
    }
    switch kind {
    case .task:
      // The exported rows are the athlete's progress with the tasks, because the tasks themselves
      // are the same for all athletes.
      self.init(
        table: .athleteTasks,
        columns: """
          athlete_task.*, (SELECT title FROM task WHERE task.id = athlete_task.task_id) AS title,
          (SELECT grade_level FROM task WHERE task.id = athlete_task.task_id) AS grade_level
          """, condition: "athlete_task.athlete_id = ?1", values: [.id(athlete)])
    case .person:
      self.init(
        table: .users,
        condition: """
          users.id = ?1 OR users.id IN (
            SELECT user_id FROM family_members WHERE family_unit_id = ?2)
          """, values: [.id(athlete), records.family.map(Value.id) ?? .null])
    default:
      let visible = try ReadableRows.visible(kind, of: records, in: whole)
      self.init(table: source.table, condition: visible.clause, values: visible.values)
    }
  }
}

extension ExportBatch {
  /// Appends one value of a row. A null is not appended and takes no space in the batch.
  fileprivate mutating func append(_ cell: ResultRow.Cell, at place: Int) {
    switch cell {
    case .integer(let number): append(.whole(number), at: place)
    case .real(let number): append(.number(number), at: place)
    case .text(let bytes): append(utf8: bytes, at: place)
    case .blob(let bytes): append(text: Base64URL.text(Array(bytes)), at: place)
    }
  }
}

extension SQLBackend {
  func exportRows(
    of kind: ReferenceKind, athlete: RecordID, receive: ArchiveGateway.ReceiveRows
  ) async throws(Problem) -> Int {
    let export = try await read { scope in try RowExport(kind, of: athlete, in: scope) }
    return try await walk(export, receive)
  }

  func exportEverything(
    receive: ArchiveGateway.ReceiveTable
  ) async throws(Problem) -> Int {
    let beginning = try answering { try file.revision() }
    var count = 0
    for table in ArchiveTable.all {
      let condition = table.scope
      if let limit = table.batchSize {
        let export = try await read { scope in
          RowExport(
            table: table.name, condition: condition, values: [.id(scope.caller.id)], limit: limit)
        }
        count += try await walk(export, since: beginning) { batch throws(Problem) in
          try await receive(table.name.description, batch)
        }
      } else {
        let batch = try await read { scope in try table.everyRow(in: scope) }
        try await receive(table.name.description, batch)
        count += batch.rowCount
      }
    }
    return count
  }

  private func walk(
    _ export: RowExport, since beginning: Int64? = nil,
    _ receive: ArchiveGateway.ReceiveRows
  ) async throws(Problem) -> Int {
    var (count, last) = (0, Int64(0))
    while true {
      let position = last
      let (batch, end) = try await read { scope in
        try export.batch(after: position, in: scope)
      }
      // The revision of the file, which changes with every write, is compared after the batch was
      // read. If it is still the same, all batches show the same state of the data; otherwise the
      // export fails.
      if let beginning, try answering({ try file.revision() }) != beginning {
        throw Problem(
          .conflict, "The data was changed while it was exported.",
          details: ["The export is not complete."], fix: "Export it again.")
      }
      // For a table without rows, one empty batch is passed on, because it contains the names of
      // the columns.
      if batch.rowCount > 0 || count == 0 { try await receive(batch) }
      count += batch.rowCount
      last = end
      if batch.rowCount < export.limit { return count }
    }
  }
}

extension ArchiveTable {
  /// Returns all rows of a small table that has no SQLite row numbers, so that it cannot be read in
  /// batches.
  fileprivate func everyRow(in scope: Scope) throws -> ExportBatch {
    let names = try columns(in: scope.connection).map(\.name.description)
    let order = key.list
    let rows = try scope.connection.query(
      "SELECT * FROM \(name) WHERE \(self.scope) ORDER BY \(order)",
      scope.caller.id
    ) { row in
      try names.indices.map { ExportBatch.Cell.text(try row.text($0)) }
    }
    return ExportBatch(columns: names, rows: rows)
  }
}
