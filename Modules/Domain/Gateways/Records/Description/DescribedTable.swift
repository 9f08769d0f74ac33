public import Basics
public import JSON

/// What the databases and the transfer between them need to know of a kind of record, without the type of its records.
///
/// The next migration, the form in which values travel and the columns that never conflict follow from it.
public struct DescribedTable: Sendable {
  public let name: TableName
  public let kind: ReferenceKind
  /// Whether only the athlete sees the rows. The rows of all other tables are shared with the
  /// family.
  public let isAthletesOwn: Bool
  /// All columns but the id.
  public var columns: [DescribedColumn]
}

/// A column of the schema.
public struct DescribedColumn: Sendable {
  public let name: String
  public let form: ColumnForm
  public let role: ColumnRole
  public let bounds: ValueBounds?
  /// Whether no row may lack a value.
  public let isRequired: Bool
  /// The value that a row gets if it is created without one.
  public let standard: JSONValue?
  public let reference: DescribedReference?
  /// The table whose ids the column's list contains.
  public let listed: TableName?
  public let isNeverCompared: Bool
}

/// The table that an id in a column refers to.
public struct DescribedReference: Equatable, Sendable {
  public let table: TableName
  /// Whether deleting the other row deletes this row too; otherwise this row only loses the link.
  public let goesAlong: Bool
}

extension DescribedTable {
  /// Every kind of record, the kinds that rows refer to before those that refer.
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
  /// The table without the type of its records.
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
