import Basics
import CivilTime
import Domain
import JSON
import Persistence
import SQLite

/// The mapping between a record type and its table. One list of columns serves both reading and
/// writing.
struct TableForm<Record>: Sendable {
  let table: TableName
  /// The kind of the table's records, which get handles (short names such as `s4`); nil for rows
  /// without handles.
  let kind: ReferenceKind?
  /// Creates a record with this id and default values. To read a row, the mapping creates such a
  /// record and then replaces the default values by those of the row's columns.
  let blank: @Sendable (RecordID) -> Record
  let id: @Sendable (Record) -> RecordID
  /// All columns of the table except the id.
  let columns: [Column<Record>]
  /// The list of the columns for a SELECT: `schools.id, schools.user_id, ...`
  let list: String
  private let insertion: String
  /// The read functions of all columns. They are in an array of their own, because they are all
  /// that reading a row needs, and a loop over the larger `Column` values would take longer.
  private let readings: [Column<Record>.Reading]

  init(
    _ table: TableName, _ kind: ReferenceKind?, id: any KeyPath<Record, RecordID> & Sendable,
    blank: @escaping @Sendable (RecordID) -> Record, _ columns: [Column<Record>]
  ) {
    self.table = table
    self.kind = kind
    self.blank = blank
    self.id = { $0[keyPath: id] }
    self.columns = columns
    readings = columns.map(\.read)
    let names = [ColumnName.id.description] + columns.map(\.name)
    list = names.map { "\(table).\($0)" }.joined(separator: ", ")
    let places = Array(repeating: "?", count: names.count).joined(separator: ", ")
    insertion = "INSERT INTO \(table) (\(names.joined(separator: ", "))) VALUES (\(places))"
  }

  /// The number of columns in `list`. A query that selects further columns finds them from this
  /// index on.
  var width: Int { columns.count + 1 }

  func read(_ row: borrowing ResultRow) throws -> Record {
    var record = blank(try row.recordID(0))
    for index in readings.indices { try readings[index](row, index + 1, &record) }
    return record
  }

  /// Inserts rows in the same order and assigns their handles (short names such as `s4`).
  func insert(_ records: some Sequence<Record>, in connection: DatabaseConnection) throws {
    try connection.prepared(insertion) { statement in
      for record in records {
        try id(record).bind(to: statement, at: 1)
        for (offset, column) in columns.enumerated() {
          try column.write(record, statement, Int32(offset + 2))
        }
        try statement.run()
        if let kind { try connection.handles.allot(kind, to: id(record)) }
      }
    }
  }

  /// Writes only the columns whose values differ between the two records. A malformed value in
  /// another column therefore stays, and is not overwritten by the default that was read instead of
  /// it.
  ///
  /// - Returns: false if no column differs.
  @discardableResult
  func update(from old: Record, to new: Record, in connection: DatabaseConnection) throws -> Bool {
    let changed = columns.filter { !$0.isSame(old, new) }
    guard !changed.isEmpty else { return false }
    let places = changed.map { "\($0.name) = ?" }.joined(separator: ", ")
    try connection.prepared("UPDATE \(table) SET \(places) WHERE id = ?") { statement in
      for (offset, column) in changed.enumerated() {
        try column.write(new, statement, Int32(offset + 1))
      }
      try id(old).bind(to: statement, at: Int32(changed.count + 1))
      try statement.run()
    }
    return true
  }

  func find(_ id: RecordID, in connection: DatabaseConnection) throws -> Record? {
    try connection.first("SELECT \(list) FROM \(table) WHERE id = ?", id) { row in try read(row) }
  }

  func delete(_ id: RecordID, in connection: DatabaseConnection) throws {
    try connection.execute("DELETE FROM \(table) WHERE id = ?", id)
  }
}

extension TableForm {
  /// Creates the mapping of a table that holds no records from its description in the module
  /// `Domain`.
  init(
    _ table: StoredTable<Record>, _ kind: ReferenceKind? = nil,
    id: any KeyPath<Record, RecordID> & Sendable, blank: @escaping @Sendable (RecordID) -> Record
  ) {
    self.init(
      table.name, kind, id: id, blank: blank,
      table.columns.compactMap { Column<Record>($0.name.description, $0.access) })
  }
}

extension TableForm where Record: FamilyRecord {
  /// Creates the mapping from the table's description in the module `Domain`. Values that are
  /// stored inside the JSON of another column have no column of their own.
  init(_ table: RecordTable<Record>) {
    self.init(
      table.name, Record.kind, id: \Record.id, blank: { Record(id: $0) },
      table.columns.filter { !$0.isMember }.compactMap(Column.init))
  }
}

/// One column of a table, and the property of the record that holds its value.
struct Column<Record>: Sendable {
  typealias Reading = @Sendable (borrowing ResultRow, Int, inout Record) throws -> Void

  let name: String
  let read: Reading
  let write: @Sendable (Record, Statement, Int32) throws(SQLiteError) -> Void
  let isSame: @Sendable (Record, Record) -> Bool
  /// Returns the record's value in this column as an export contains it.
  let exported: @Sendable (Record) -> JSONValue
  /// Sets the property to a value of an imported file. Returns false if the value cannot be parsed.
  let fill: @Sendable (JSONValue, ImportReader, inout Record) -> Bool
  /// Returns the record's value in this column as SQL stores and compares it.
  let value: @Sendable (Record) -> SQLite.Value
  /// Returns the expected form of a value in words, for the message about a malformed value.
  let wanted: @Sendable () -> String
  /// The check by which the command `doctor` finds malformed values in the column.
  let check: ColumnCheck
}

extension Column {
  init<Value: ColumnValue & ImportableValue & Sendable>(
    _ name: String, _ path: any WritableKeyPath<Record, Value> & Sendable
  ) {
    self.name = name
    read = { row, column, record in
      if !Value.takesNull, row.isNull(column) { return }
      record[keyPath: path] = try Value.read(row, column)
    }
    write = { record, statement, index throws(SQLiteError) in
      try record[keyPath: path].write(to: statement, at: index)
    }
    isSame = { $0[keyPath: path] == $1[keyPath: path] }
    exported = { $0[keyPath: path].exported }
    fill = { value, reader, record in
      if !Value.takesNull, value.isNull { return true }
      guard let read = Value.imported(value, reader) else { return false }
      record[keyPath: path] = read
      return true
    }
    value = { $0[keyPath: path].stored }
    wanted = { Value.wanted }
    check = ColumnCheck(ColumnName(unchecked: name), Value.self)
  }
}

extension Column {
  /// Creates the column from its description; nil if the record has no property for the column.
  init?(_ described: RecordColumn<Record>) where Record: FamilyRecord {
    self.init(described.name, described.access)
  }

  /// Creates the column with this name from `access`, which reads and writes the value in a record;
  /// nil if no property of the record has the value.
  init?(_ name: String, _ access: ColumnAccess<Record>?) {
    switch access {
    case nil: return nil
    case .text(let place): self.init(name, place)
    case .id(let place): self.init(name, place)
    case .day(let place): self.init(name, place)
    case .time(let place): self.init(name, place)
    case .moment(let place): self.init(name, place)
    case .whole(let place): self.init(name, place)
    case .number(let place): self.init(name, place)
    case .flag(let place): self.init(name, place)
    case .json(let place): self.init(name, place)
    case .texts(let path): self.init(name, path)
    case .ids(let path): self.init(name, ids: path)
    case .word(let word): self.init(name, word)
    }
  }

  private init<Value: ColumnValue & ImportableValue & Sendable>(
    _ name: String, _ place: ColumnPlace<Record, Value>
  ) {
    switch place {
    case .always(let path): self.init(name, path)
    case .optional(let path): self.init(name, path)
    }
  }

  /// Creates the mapping of a column that stores a list of ids as a JSON array.
  private init(_ name: String, ids path: ColumnPath<Record, [RecordID]>) {
    self.init(
      name: name,
      read: { row, column, record in
        if row.isNull(column) { return }
        record[keyPath: path] = try IDArray.read(row, column).ids
      },
      write: { record, statement, index throws(SQLiteError) in
        try IDArray(ids: record[keyPath: path]).write(to: statement, at: index)
      }, isSame: { $0[keyPath: path] == $1[keyPath: path] },
      exported: { IDArray(ids: $0[keyPath: path]).exported },
      fill: { value, reader, record in
        guard !value.isNull else { return true }
        guard let read = IDArray.imported(value, reader) else { return false }
        record[keyPath: path] = read.ids
        return true
      }, value: { IDArray(ids: $0[keyPath: path]).stored }, wanted: { IDArray.wanted },
      check: ColumnCheck(ColumnName(unchecked: name), IDArray.self))
  }

  /// Creates the mapping of a column that stores a word from a fixed list, such as a status, as its
  /// raw text.
  private init(_ name: String, _ word: ColumnWord<Record>) {
    self.init(
      name: name,
      read: { row, column, record in word.set(&record, try row.optionalText(column)) },
      write: { record, statement, index throws(SQLiteError) in
        try word.get(record).write(to: statement, at: index)
      }, isSame: { word.get($0) == word.get($1) }, exported: { word.get($0).exported },
      fill: { value, reader, record in
        if value.isNull {
          word.set(&record, nil)
          return true
        }
        guard let text = value.string?.trimmed else { return false }
        guard let raw = word.written(text) ?? (reader.keepsUnknownWords ? text : nil) else {
          return false
        }
        word.set(&record, raw)
        return true
      }, value: { word.get($0).stored },
      wanted: word.choice,
      check: ColumnCheck(ColumnName(unchecked: name), String?.self))
  }
}
