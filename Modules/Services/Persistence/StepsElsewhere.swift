import Basics
public import SQLite

// A person may use several copies of a data file, such as the copies on two servers. A step (a
// recorded change) that the person made in another copy is entered into the journal of this copy
// here. So `undo` finds the person's newest step, no matter in which copy it was made.
extension Journal {
  /// Enters a step (a recorded change) that the person made in another copy of the data file into
  /// the journal, the history of steps. The rows of this file already contain the step's changes.
  ///
  /// The undo of a step, and its redo, also arrive as steps of the other copy. They get no entry
  /// here; instead the entry of the step that was undone or redone is marked.
  ///
  /// - Parameter isReversal: whether the step reverted an older step that was not the newest
  ///   (`takeBack`).
  /// - Returns: false for the undo of a step that the journal does not have. The journal then stays
  ///   unchanged.
  public static func enter(
    _ act: Act, _ changeset: Changeset, isReversal: Bool, of schema: Schema,
    in connection: DatabaseConnection
  ) throws -> Bool {
    let rows = try Rows(changeset, schema)
    if act.summary.hasPrefix(Act.Phase.undoing.beginning) {
      return try mark(.undoing, rows.inverted, by: act, schema, in: connection)
    }
    if act.summary.hasPrefix(Act.Phase.redoing.beginning),
      try mark(.redoing, rows, by: act, schema, in: connection)
    {
      return true
    }
    let taken = isReversal ? try step(with: rows.inverted, of: act.person, schema, connection) : nil
    try forgetUndone(of: act.person, in: connection)
    _ = try record(
      act, changeset, takingBack: taken, schemaVersion: schema.version, on: connection)
    return true
  }

  /// The rows of shared tables that a step (a recorded change) changed, each with the kind of its
  /// change. The values are left out, because two copies of a file may spell the same value
  /// differently.
  private struct Rows: Equatable {
    struct Row: Hashable {
      var table: String
      var operation: Changeset.Operation
      var key: [Value]
    }

    var all: Set<Row> = []

    init(_ changeset: Changeset, _ schema: Schema) throws {
      for change in try changeset.changes() where schema.sharedTables.contains(change.table) {
        all.insert(Row(table: change.table, operation: change.operation, key: change.key))
      }
    }

    /// The rows of a step (a recorded change) that reverts the step with these rows: an insertion
    /// becomes a deletion, and a deletion becomes an insertion.
    var inverted: Rows {
      var inverted = self
      inverted.all = Set(
        all.map { row in
          var row = row
          row.operation =
            switch row.operation {
            case .insert: .delete
            case .update: .update
            case .delete: .insert
            }
          return row
        })
      return inverted
    }
  }

  /// Marks the entry of a step as undone or redone, because the person has undone or redone the
  /// step in another copy of the data file.
  ///
  /// The entry is found by its rows, which are the same as those of the undo or redo. If several
  /// entries have these rows, the one whose summary the undo names is marked.
  ///
  /// If a command wrote several times, its writes are one step in the other copy but may be several
  /// entries here. Then the newest entries that together have these rows are all marked.
  ///
  /// - Returns: whether there is such an entry.
  private static func mark(
    _ phase: Act.Phase, _ turned: Rows, by act: Act, _ schema: Schema,
    in connection: DatabaseConnection
  ) throws -> Bool {
    let entries = try connection.query(
      "SELECT id, summary, changeset FROM journal \(phase == .undoing ? inForce : undone)",
      act.person
    ) { row in
      (id: try row.int(0), summary: try row.text(1), changeset: Changeset(bytes: try row.blob(2)))
    }.map { ($0.id, $0.summary, try Rows($0.changeset, schema)) }
    let name = String(act.summary.dropFirst(phase.beginning.count)).trimmed
    let same = entries.filter { $0.2 == turned }
    var marked = (same.first { $0.1 == name } ?? same.first).map { [$0.0] } ?? []
    if marked.isEmpty {
      var rest = turned.all
      for (id, _, rows) in entries {
        guard !rest.isEmpty, !rows.all.isEmpty, rows.all.isSubset(of: rest) else { break }
        rest.subtract(rows.all)
        marked.append(id)
      }
    }
    for id in marked {
      try connection.execute(
        "UPDATE journal SET undone = ? WHERE id = ?", phase == .undoing, id)
    }
    return !marked.isEmpty
  }

  private static func step(
    with rows: Rows, of person: RecordID, _ schema: Schema, _ connection: DatabaseConnection
  ) throws -> Int? {
    try connection.query("SELECT id, changeset FROM journal \(inForce)", person) { row in
      (id: try row.int(0), changeset: Changeset(bytes: try row.blob(1)))
    }.first { try Rows($0.changeset, schema) == rows }?.id
  }
}
