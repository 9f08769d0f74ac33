import Basics
import Domain
import Persistence
import SQLite

/// Finds fetched records that a person would take for the same as an existing record, for example
/// when one table was imported on two devices. It compares the columns that an import compares, for
/// each kind of record that can be imported.
struct Twins {
  private let connection: DatabaseConnection
  /// The existing record for each fetched record with equal values. A reference to the fetched
  /// record counts as a reference to the existing one, so that records which refer to them can be
  /// equal too.
  private var earlier: [RecordID: RecordID] = [:]
  /// Texts that name each fetched record and the existing one that equals it, such as `s4 like s1`,
  /// in the order of the kinds.
  private(set) var words: [String] = []

  /// Compares the fetched records with the existing records.
  ///
  /// - Parameter new: the ids of the fetched records, by table.
  init(of new: [TableName: [RecordID]], _ connection: DatabaseConnection, _ columns: ColumnsOfFile)
    throws
  {
    self.connection = connection
    for kind in RecordKinds.all {
      let table = kind.tableName
      guard let ids = new[table] else { continue }
      let scope = columns[table].contains { $0.name == .familyUnitID }
      try look(
        for: kind.kind, in: table, scope: scope ? .familyUnitID : .userID, kind.twin, ids)
    }
  }

  private mutating func look(
    for kind: ReferenceKind, in table: TableName, scope: ColumnName, _ twin: [TwinColumn],
    _ new: [RecordID]
  ) throws {
    guard !twin.isEmpty else { return }
    let keys = twin.map { column in
      if column.ignoresCase { return "lower(trim(\(column.name)))" }
      guard column.name.hasSuffix("_id") else { return column.name }
      return "coalesce(json_extract(?2, '$.\"' || \(column.name) || '\"'), \(column.name))"
    }
    let found = try connection.query(
      """
      SELECT group_concat(CASE WHEN id NOT IN (SELECT value FROM json_each(?1)) THEN id END, ' '),
        group_concat(CASE WHEN id IN (SELECT value FROM json_each(?1)) THEN id END, ' ')
      FROM \(table)
      WHERE ?2 IS NOT NULL
        AND \(keys[0]) IN (SELECT \(keys[0]) FROM \(table) WHERE id IN (SELECT value FROM json_each(?1)))
      GROUP BY \(([scope.description] + keys).joined(separator: ", ")) HAVING count(*) > 1
      """, JSONList.text(new),
      "{" + earlier.map { "\"\($0)\":\"\($1)\"" }.joined(separator: ",") + "}"
    ) { row in (here: try row.optionalText(0), came: try row.optionalText(1)) }
    for (here, came) in found {
      guard let here = here?.split(separator: " ").first.flatMap({ RecordID(String($0)) }) else {
        continue
      }
      for id in (came ?? "").split(separator: " ").compactMap({ RecordID(String($0)) }) {
        earlier[id] = here
        words.append("\(try handle(kind, id)) like \(try handle(kind, here))")
      }
    }
  }

  private func handle(_ kind: ReferenceKind, _ id: RecordID) throws -> String {
    try connection.handles.number(kind, of: id).map { "\(kind.key)\($0)" } ?? kind.withArticle
  }
}

extension FamilyRecord {
  fileprivate static var twin: [TwinColumn] { table.twin }
}
