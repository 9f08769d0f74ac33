import Basics
import Domain

/// A table that both the data file and the server have, and the parts of the table that are
/// synchronized (docs/server-schema.md).
struct SharedTable: Sendable {
  let name: TableName
  /// The kind of the table's records, if they have handles (short names such as `s51`) whose
  /// numbers are shared between devices.
  ///
  /// It is nil for rows without a handle, and for people, to whom each data file assigns numbers of
  /// its own.
  var kind: ReferenceKind?
  /// The words for one row and for several rows, such as `task with progress`, of a table whose
  /// rows have no handles; nil when no message counts the rows.
  var words: (one: String, several: String)?
  /// True if the numbers of the table's records (the 4 in `n4`) are counted for each person and not
  /// for the family.
  var isPersonal = false
  /// The columns that an update may contain; nil allows all columns except the id and private
  /// notes.
  var updated: Set<ColumnName>?
  /// The columns that a new row may contain; nil allows all columns.
  ///
  /// An empty set means that this device never sends a new row of the table, as for profiles, which
  /// the server itself creates.
  var inserted: Set<ColumnName>?
  /// The columns that name the author of a row. The server accepts no row in another person's name,
  /// so a first upload sets these columns to the sender.
  var authors: [ColumnName] = []
  /// The column of private notes, if the table has one. It is not sent with the row, because on the
  /// server each note is a row of a separate table that belongs to its author.
  var notes: ColumnName?

  /// All shared tables. A table comes after the tables to which it refers, so that an upload can be
  /// split between any two rows. The tables of records are derived from their descriptions
  /// (`DescribedTable`).
  static let all: [SharedTable] = people + DescribedTable.all.map(SharedTable.init) + aboutRecords

  private static let people: [SharedTable] = [
    SharedTable(Person.stored, isMadeByServer: true), SharedTable(FamilyUnit.stored),
    SharedTable(FamilyMember.stored),
    SharedTable(name: .preferences),
    SharedTable(name: .preferenceHistory, authors: [.changedBy]),
  ]

  private static let aboutRecords: [SharedTable] = [
    SharedTable(name: .statusChanges, authors: [.changedBy]),
    SharedTable(
      name: .athleteTasks, words: ("task with progress", "tasks with progress"),
      authors: [.createdBy, .updatedBy]),
    SharedTable(name: .suggestions, kind: .suggestion),
    SharedTable(name: .notifications, kind: .notification, isPersonal: true),
    SharedTable(name: .parentViews),
  ]

  static let byName = Dictionary(
    all.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })

  /// Columns that the program writes as a side effect of a change, such as `updated_at`. Different
  /// values in them are no conflict; the later value stays.
  static let laterStands = Set(
    DescribedTable.all.flatMap { table in
      table.columns.filter(\.isNeverCompared).map { ColumnName(unchecked: $0.name) }
    } + ColumnForms.all.flatMap(\.neverCompared))

  func travels(_ column: ColumnName, in operation: RowDifference.Operation) -> Bool {
    guard column != notes else { return false }
    return switch operation {
    case .insert: inserted?.contains(column) ?? true
    case .update: column != .id && (updated?.contains(column) ?? true)
    case .delete: inserted == nil || column == .id
    }
  }
}

extension SharedTable {
  /// - Parameter isMadeByServer: whether only the server adds rows.
  fileprivate init<Row>(_ table: StoredTable<Row>, isMadeByServer: Bool = false) {
    func names(_ wanted: ColumnSending...) -> [ColumnName] {
      table.columns.filter { wanted.contains($0.sending) }.map(\.name)
    }
    self.init(
      name: table.name, updated: Set(names(.always, .whenChanged)),
      inserted: isMadeByServer ? [] : Set([ColumnName.id] + names(.always, .whenNew)))
  }

  fileprivate init(_ table: DescribedTable) {
    func names(_ roles: ColumnRole...) -> [ColumnName] {
      roles.flatMap { role in
        table.columns.filter { $0.role == role }.map { ColumnName(unchecked: $0.name) }
      }
    }
    self.init(
      name: table.name, kind: table.kind, isPersonal: table.isAthletesOwn,
      authors: names(.author, .uploader, .createdBy, .updatedBy),
      notes: names(.privateNotes).first)
  }
}

/// The form in which the values of a column are sent to the server, such as a boolean or a moment.
///
/// Columns of the same name have the same form in all tables; a test compares the forms with the
/// server's types.
enum WireForm: Sendable {
  case plain, flag, instant, json

  static func of(_ column: ColumnName) -> WireForm { described[column] ?? .plain }

  /// The forms of all columns but the id, which follow from the descriptions of the tables.
  private static let described: [ColumnName: WireForm] = {
    let ofRecords = DescribedTable.all.flatMap { table in
      table.columns.map { (ColumnName(unchecked: $0.name), $0.form) }
    }
    let ofOthers = ColumnForms.all.flatMap { $0.columns.map { ($0.key, $0.value) } }
    return Dictionary(
      (ofRecords + ofOthers).map { ($0.0, WireForm($0.1)) },
      uniquingKeysWith: { first, _ in first })
  }()

  private init(_ form: ColumnForm) {
    self =
      switch form {
      case .flag: .flag
      case .moment: .instant
      case .json, .texts, .ids: .json
      case .text, .id, .day, .time, .whole, .number, .word, .term: .plain
      }
  }
}
