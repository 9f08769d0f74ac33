import Basics
import Domain
import JSON
import Persistence
import SQLite

/// Decides for each row of an export whether it may be imported into a file in which people already
/// have profiles. An empty file accepts every row.
///
/// Only rows that the importing person could have written are accepted (domain.md 3). `Authority`,
/// which has the access rules, judges by the memberships that the file had before the import,
/// because an import adds no memberships to such a file.
struct ImportAuthority {
  private let scope: Scope
  private var links: [TableName: [Link]] = [:]

  private struct Link {
    let column: ColumnName
    let parent: ArchiveTable
  }

  init(_ scope: Scope) {
    self.scope = scope
  }

  /// Returns why the row may not be imported, or nil if it may.
  mutating func refusal(
    of row: JSONObject, in table: ArchiveTable
  ) throws -> ImportRefusal? {
    // `ownerships` says for each table which access rules apply to its rows. No row is accepted for
    // a table without an entry, because its rules are not known.
    guard let ownership = table.ownership else { return .notTheirs }
    switch ownership.area {
    case .person, .family, .familyMember: return .makesPeople
    case .taskTemplate: return .isTheProgramsOwn
    default: break
    }
    guard row.hasReadableID(.familyUnitID) else { return .notTheirs }
    guard let whose = try rowScope(of: row, in: table, ownership) else {
      return .namesForeignRecord
    }
    let decision = Authority.decide(.bringIn, ownership.area, of: whose, by: scope.caller)
    guard decision == .allowed else { return .notTheirs }
    return try namesForeignRecord(row, in: table) ? .namesForeignRecord : nil
  }

  /// Returns whether the caller (the signed-in person) may read the stored row with this key, or
  /// nil when there is no such row.
  func isReadable(_ key: [Value], in table: ArchiveTable) throws -> Bool? {
    let conditions = zip(table.key, 2...).map { "\($0) = ?\($1)" }
    return try scope.connection.query(
      """
      SELECT coalesce((\(table.scope)), 0) FROM \(table.name)
      WHERE \(conditions.joined(separator: " AND "))
      """, values: [.id(scope.caller.id)] + key
    ) { row in try row.bool(0) }.first
  }

  /// Replaces other authors in an imported row with the caller (the importing person), and removes
  /// other people's notes. Returns true if an author was replaced.
  ///
  /// An author column says who wrote the row, and some author columns give that person access to
  /// the row. A file from elsewhere must decide neither of these.
  func takeOver(_ row: inout JSONObject) -> Bool {
    var isTakenOver = false
    let caller = JSONValue.string(scope.caller.id.description)
    for column in Self.authors {
      guard let value = row[column], !value.isNull, value != caller else { continue }
      row[column] = caller
      isTakenOver = true
    }
    if let notes = row[.privateNotes], !notes.isNull {
      row[.privateNotes] = .string(
        PrivateNotes.text(notes.string ?? notes.text, keepingThatOf: scope.caller.id))
    }
    return isTakenOver
  }

  private static let authors: [ColumnName] = [
    .createdBy, .updatedBy, .loggedBy, .changedBy, .uploadedBy,
  ]
}

// MARK: - The owner and the author of each table's rows

extension ArchiveTable {
  /// The area of data to which a table's rows belong, such as schools, and the columns that name a
  /// row's owner and author. `Authority`, which has the access rules, decides by these.
  struct Ownership {
    let area: DataArea
    var owner: ColumnName? = .userID
    var author: ColumnName?
  }

  var ownership: Ownership? { Self.ownerships[name] }

  private static let ownerships: [TableName: Ownership] = [
    .users: Ownership(area: .person),
    .familyUnits: Ownership(area: .family),
    .familyMembers: Ownership(area: .familyMember),
    .familyCodeUses: Ownership(area: .familyMember),
    .preferences: Ownership(area: .preference),
    .preferenceHistory: Ownership(area: .preferenceHistory),
    .tasks: Ownership(area: .taskTemplate),
    .statusChanges: Ownership(area: .schoolStatusHistory, owner: nil),
    .athleteTasks: Ownership(area: .athleteTask, owner: .athleteID),
    .suggestions: Ownership(area: .suggestion, owner: .athleteID),
    .notifications: Ownership(area: .notification),
    .parentViews: Ownership(area: .viewLog, owner: .athleteID, author: .parentUserID),
    .devicePreferences: Ownership(area: .devicePreference),
    .keptFiles: Ownership(area: Document.table.area),
  ].merging(StoredKinds.all.map { ($0.tableName, $0.ownership) }) { own, _ in own }
}

extension StoredRecord {
  fileprivate static var ownership: ArchiveTable.Ownership {
    ArchiveTable.Ownership(
      area: table.area, owner: table.columnName(.owner), author: table.columnName(.author))
  }
}

extension ImportAuthority {
  /// Returns the owner, author and family of an imported row, by which the access rules
  /// (`Authority`) decide. Returns nil if the row takes them from another record and that record
  /// does not exist, such as a status change of an unknown school.
  private func rowScope(
    of row: JSONObject, in table: ArchiveTable, _ ownership: ArchiveTable.Ownership
  ) throws -> RowScope? {
    switch ownership.area {
    case .schoolStatusHistory:
      guard let school = row.id(.schoolID) else { return nil }
      return try scope.connection.first(
        "SELECT user_id, family_unit_id FROM schools WHERE id = ?", school
      ) { row in RowScope(owner: try row.recordID(0), family: try row.optionalRecordID(1)) }
    case .viewLog:
      let athlete = row.id(.athleteID)
      return RowScope(
        owner: athlete, author: row.id(.parentUserID),
        family: try athlete.flatMap { try scope.family(of: $0) })
    default:
      return RowScope(
        owner: ownership.owner.flatMap { row.id($0) },
        author: ownership.author.flatMap { row.id($0) }, family: row.id(.familyUnitID))
    }
  }
}

// MARK: - The records to which a row refers

extension ImportAuthority {
  /// Returns true if the row refers to a record that the caller (the importing person) may not
  /// read. Such a row is rejected, because a page about it would show the name of that record.
  private mutating func namesForeignRecord(
    _ row: JSONObject, in table: ArchiveTable
  ) throws -> Bool {
    for link in try links(of: table) {
      guard let value = row[link.column], !value.isNull else { continue }
      guard let id = row.id(link.column),
        try isReadable([.id(id)], in: link.parent) == true
      else { return true }
    }
    // The columns that this loop checks have no foreign key, so they may name records that are
    // deleted. A deleted record is accepted, because it reveals no data.
    for (column, parent) in Self.lists[table.name] ?? [] {
      guard let parent = ArchiveTable.all.first(where: { $0.name == parent }) else { continue }
      for id in row.ids(inList: column)
      where try isReadable([.id(id)], in: parent) == false { return true }
    }
    guard let id = Self.loose[table.name].flatMap({ row[$0]?.string.flatMap { RecordID($0) } })
    else { return false }
    for parent in ArchiveTable.all where parent.key == [ColumnName.id] {
      if try isReadable([.id(id)], in: parent) == false { return true }
    }
    return false
  }

  /// Returns the foreign keys of the table, for checking the records to which a row refers. Those
  /// to people and families are left out, because the access rules (`Authority`) check them.
  private mutating func links(of table: ArchiveTable) throws -> [Link] {
    if let known = links[table.name] { return known }
    let found = try scope.connection.query(
      "SELECT \"from\", \"table\" FROM pragma_foreign_key_list(?)", table.name
    ) { row in (column: ColumnName(unchecked: try row.text(0)), parent: try row.text(1)) }
    let all = found.compactMap { found -> Link? in
      guard found.parent != "users", found.parent != "family_units" else { return nil }
      return ArchiveTable.named(found.parent).map { Link(column: found.column, parent: $0) }
    }
    links[table.name] = all
    return all
  }

  private static let lists: [TableName: [(column: ColumnName, parent: TableName)]] = Dictionary(
    uniqueKeysWithValues: StoredKinds.all.map { record in
      let lists = record.links.filter(\.isList).compactMap { link in
        StoredKinds.named(link.kind).map { (column: link.column, parent: $0.tableName) }
      }
      return (record.tableName, lists)
    })

  /// Columns that contain the id of a record of any kind, by table.
  ///
  /// They have no foreign key, because the table of the record differs from row to row, so the
  /// import checks them itself.
  private static let loose: [TableName: ColumnName] = [
    .notifications: .relatedEntityID, .parentViews: .viewedItemID,
  ]
}

extension JSONObject {
  /// Returns the id in a column. Returns nil for a text that is not in the form in which the file
  /// stores ids, for example an id with capital letters, because such a text matches no stored id.
  fileprivate func id(_ column: ColumnName) -> RecordID? {
    guard let text = self[column]?.string, let id = RecordID(text), id.description == text
    else { return nil }
    return id
  }

  /// Returns false if the column contains a text that is not in the form in which the file stores
  /// ids. An empty column is accepted.
  fileprivate func hasReadableID(_ column: ColumnName) -> Bool {
    self[column].map { $0.isNull || id(column) != nil } ?? true
  }

  /// Returns the ids of a list column, which an export contains as JSON text.
  fileprivate func ids(inList column: ColumnName) -> [RecordID] {
    let value = self[column].flatMap { value in
      value.string.map { try? JSONValue.parse($0) } ?? value
    }
    return value?.array?.compactMap { $0.string.flatMap { RecordID($0) } } ?? []
  }
}
