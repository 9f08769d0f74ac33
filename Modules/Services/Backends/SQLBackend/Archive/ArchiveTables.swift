import Basics
import Domain
import JSON
import Persistence
import SQLite

/// One table in the complete export, which contains everything that the caller (the signed-in
/// person) may read. `scope` selects the rows.
struct ArchiveTable {
  let name: TableName
  /// An SQL condition for the rows that the caller (the signed-in person) may read, because an
  /// export contains no other rows (domain.md 3). `?1` is the caller's id.
  let scope: String
  var key = [ColumnName.id]
  /// The kind of the table's records, if they have handles (short names to type, such as `s4`); nil
  /// for a table whose rows have none.
  var kind: ReferenceKind?
  /// The number of rows that one query reads; nil reads the whole table in one query.
  var batchSize: Int? = RowExport.batchSize

  /// All exported tables. A table comes after the tables to which its foreign keys refer, so that
  /// an import can write the rows in the order of the export.
  static let all: [ArchiveTable] =
    [
      ArchiveTable(
        name: .users, scope: "id IN \(people)", kind: .person),
      ArchiveTable(name: .familyUnits, scope: "id IN \(families) OR player_user_id = ?1"),
      ArchiveTable(name: .familyMembers, scope: "family_unit_id IN \(families)"),
      ArchiveTable(
        name: .familyCodeUses,
        scope: "family_unit_id IN \(families) AND user_id IN \(people)"),
      ArchiveTable(
        name: .preferences,
        scope: "user_id = ?1 OR (category = 'player' AND user_id IN \(athletes))"),
      ArchiveTable(name: .preferenceHistory, scope: "user_id = ?1"),
      ArchiveTable(name: .tasks, scope: "?1 IS NOT NULL", kind: .task),
    ] + records + [
      ArchiveTable(name: .athleteTasks, scope: athletesOwn),
      ArchiveTable(name: .suggestions, scope: athletesOwn, kind: .suggestion),
      ArchiveTable(name: .notifications, scope: "user_id = ?1", kind: .notification),
      ArchiveTable(
        name: .parentViews,
        scope: """
          ?1 IN (athlete_id, parent_user_id)
            AND athlete_id IN \(people) AND parent_user_id IN \(people)
          """),
      ArchiveTable(
        name: .devicePreferences, scope: "user_id = ?1", key: [.userID, .key], batchSize: nil),
      ArchiveTable(
        name: .keptFiles, scope: KeptFileRows.named(by: Document.visibleToCaller),
        key: [.userID, .fileID, .part], batchSize: KeptFileRows.exportedAtOnce),
    ]

  private static let families = ReadableRows.callersFamilies
  /// An SQL subquery for the ids of the caller (the signed-in person) and of the current members of
  /// the caller's families. Former members are left out, because their rows in `users` are not
  /// exported, and a row that names them could not be imported.
  private static let people = """
    (SELECT id FROM users WHERE id = ?1
      UNION SELECT user_id FROM family_members WHERE family_unit_id IN \(families))
    """
  private static let athletes =
    "(SELECT player_user_id FROM family_units WHERE id IN \(families))"
  private static let athletesOwn = "athlete_id = ?1 OR athlete_id IN \(athletes)"

  /// The tables of all kinds of records. Each comes after the tables to which its rows refer, and
  /// the status history of schools comes right after the schools, because an import writes the
  /// tables in this order.
  private static var records: [ArchiveTable] {
    var ordered: [any StoredRecord.Type] = []
    var waiting = StoredKinds.all
    while let next = waiting.firstIndex(where: { kind in
      !kind.links.contains { link in waiting.contains { $0.kind == link.kind } }
    }) {
      ordered.append(waiting.remove(at: next))
    }
    return ordered.flatMap { record in
      let table = ArchiveTable(
        name: record.tableName, scope: record.visibleToCaller, kind: record.kind)
      return record.kind == .school ? [table, history(of: table)] : [table]
    }
  }

  private static func history(of schools: ArchiveTable) -> ArchiveTable {
    ArchiveTable(
      name: .statusChanges,
      scope: "school_id IN (SELECT id FROM schools WHERE \(schools.scope))")
  }

  static func named(_ name: String) -> ArchiveTable? { all.first { $0.name.description == name } }
}

extension ArchiveTable {
  struct Column {
    let name: ColumnName
    let isRequired: Bool
    /// True for a column of type `BLOB`. An export contains its bytes as Base64 text.
    let isBytes: Bool
  }

  func columns(in connection: DatabaseConnection) throws -> [Column] {
    try connection.query(
      "SELECT name, \"notnull\", type = 'BLOB' FROM pragma_table_info(?) ORDER BY cid", name
    ) { row in
      Column(
        name: ColumnName(unchecked: try row.text(0)), isRequired: try row.bool(1),
        isBytes: try row.bool(2))
    }
  }
}

/// The column of private notes, which exists in tables whose rows a family shares. Its value is a
/// JSON object with one note for each author, and each person may read only their own note.
enum PrivateNotes {
  /// Returns the stored JSON object with only this person's note, because a person may not read the
  /// notes of others.
  static func text(_ stored: String, keepingThatOf person: RecordID) -> String {
    guard let notes = JSONColumn.value(stored), let keys = notes.object?.keys,
      keys.contains(where: { $0 != person.description })
    else { return stored }
    return notes.keepingNote(of: person).text
  }
}
