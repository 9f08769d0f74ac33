public import Basics
public import JSON

/// The description of a table with the records of one kind, without the Swift type of the records.
///
/// The program derives from it the schemas of both databases (SQLite and PostgreSQL), the sync
/// between them, and the list of columns whose differences never count as a conflict.
public struct DescribedTable: Sendable {
  public let name: TableName
  public let kind: ReferenceKind
  /// Whether only the athlete may read the rows. The rows of other tables are shared with the
  /// family.
  public let isAthletesOwn: Bool
  /// All columns except the id.
  public var columns: [DescribedColumn]
}

/// The description of one column, without the Swift type of the records.
public struct DescribedColumn: Sendable {
  public let name: String
  public let form: ColumnForm
  public let role: ColumnRole
  public let bounds: ValueBounds?
  /// Whether every row must have a value in the column.
  public let isRequired: Bool
  /// The default value that a row gets if it is inserted without a value; nil for null.
  public let standard: JSONValue?
  public let reference: DescribedReference?
  /// The table to which the ids in the column refer, if the column holds a list of ids; nil
  /// otherwise.
  public let listed: TableName?
  public let isNeverCompared: Bool
}

/// The foreign key of a column.
public struct DescribedReference: Equatable, Sendable {
  public let table: TableName
  /// Whether deleting the row that is referred to also deletes this row. If it is false, the column
  /// is set to null instead.
  public let goesAlong: Bool
}

extension DescribedTable {
  /// The tables of all kinds of records. A table comes after the tables that it refers to, so that
  /// rows can be inserted in this order.
  public static let all: [DescribedTable] = {
    var found: [DescribedTable] = []
    func add(_ kind: any FamilyRecord.Type) {
      guard !found.contains(where: { $0.kind == kind.kind }) else { return }
      let table = kind.described
      let parents = Set(table.columns.compactMap { $0.reference?.table ?? $0.listed })
      for parent in RecordKinds.all
      where parent.tableName != table.name && parents.contains(parent.tableName) { add(parent) }
      found.append(table)
    }
    RecordKinds.all.forEach(add)
    return found
  }()

  public func column(_ name: String) -> DescribedColumn? { columns.first { $0.name == name } }
}

extension FamilyRecord {
  /// The description of the table, without the Swift type of its records.
  public static var described: DescribedTable {
    let blank = Self(id: .none)
    return DescribedTable(
      name: tableName, kind: kind, isAthletesOwn: table.isAthletesOwn,
      columns: table.columns.filter { !$0.isMember }.map { $0.described(blank) })
  }
}

extension RecordColumn {
  fileprivate func described(_ blank: Record) -> DescribedColumn {
    let isAlways = access?.isAlways ?? false
    let isList = form == .texts || form == .ids
    let isRequired = isAlwaysStored || isAlways && !isList && (self.isRequired || isBlank(blank))
    let linked = link.flatMap { link in RecordKinds.all.first { $0.kind == link.kind }?.tableName }
    return DescribedColumn(
      name: name, form: form, role: role, bounds: bounds, isRequired: isRequired,
      standard: isRequired ? nil : access?.standard(in: blank),
      reference: reference(linked, isAlways: isAlways), listed: form == .ids ? linked : nil,
      isNeverCompared: isNeverCompared || role == .updatedAt || role == .updatedBy)
  }

  private func reference(
    _ linked: TableName?, isAlways: Bool
  ) -> DescribedReference? {
    switch role {
    case .owner, .author, .uploader: DescribedReference(table: .users, goesAlong: true)
    case .family: DescribedReference(table: .familyUnits, goesAlong: true)
    case .data, .privateNotes, .derived, .createdBy, .updatedBy, .createdAt, .updatedAt:
      form == .id ? linked.map { DescribedReference(table: $0, goesAlong: isAlways) } : nil
    }
  }
}
