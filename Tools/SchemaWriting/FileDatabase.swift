package import Domain

/// Writes the SQL by which a family's SQLite file gets the described tables.
package struct FileDatabase: DescribedDatabase {
  private let tables: FileTables

  package init(_ tables: FileTables) { self.tables = tables }

  /// Returns the statements that make the tables of the file equal to the described tables; an
  /// empty list if they are equal already.
  package func steps(to described: [DescribedTable] = DescribedTable.all) -> [SchemaStep] {
    differences(from: described)
  }

  var columnNames: Set<String> { Set(tables.columns.keys) }
  var indexed: Set<String> { tables.indexed }
  func name(_ table: TableName) -> String { table.description }
  func holds(_ column: DescribedColumn) -> Bool { true }

  func text(_ standard: StandardValue) -> String {
    switch standard {
    case .text(let text): text.quotedForSQL
    case .number(let number): number
    case .flag(let flag): flag ? "1" : "0"
    case .list: "'[]'"
    case .json(let text): text.quotedForSQL
    }
  }

  func definition(of column: DescribedColumn, standard: String?) -> String {
    var words = [column.name, column.form.fileType]
    if column.isRequired { words.append("NOT NULL") }
    if let standard { words.append("DEFAULT \(standard)") }
    if let reference = column.reference {
      words.append("REFERENCES \(reference.table)(id) ON DELETE \(reference.onDelete)")
    }
    return words.joined(separator: " ")
  }

  func steps(toMake table: DescribedTable) -> [SchemaStep] {
    let made = [create(table, key: "id TEXT PRIMARY KEY NOT NULL", ending: " STRICT")]
    guard let family = table.columns.first(where: { $0.role == .family }),
      let owner = table.columns.first(where: { $0.role == .owner || $0.role == .author })
    else { return made }
    // Every page also needs the person's rows that belong to no family. These rows are few, so an
    // index of only these rows finds them fast.
    return made + [
      .run(
        "CREATE INDEX \(table.name)_without_family ON \(table.name) (\(owner.name)) WHERE \(family.name) IS NULL"
      )
    ]
  }

  func steps(after column: DescribedColumn, isAddedTo table: DescribedTable) -> [SchemaStep] { [] }

  /// Returns a note for each difference between the column in the file and its description.
  ///
  /// There are no statements, because SQLite cannot change the type of a column: the table has to
  /// be made anew by hand.
  func steps(toAdapt column: DescribedColumn, of table: DescribedTable) -> [SchemaStep] {
    let name = "\(table.name).\(column.name)"
    guard let there = tables.columns[name] else { return [] }
    var differences: [String] = []
    func compare(_ what: String, _ there: String, _ described: String) {
      if there != described { differences.append("\(what) is \(there) instead of \(described)") }
    }
    compare("the type", there.type, column.form.fileType)
    compare("NOT NULL", "\(there.isRequired)", "\(column.isRequired)")
    if !column.isRequired {
      compare(
        "the default", there.defaultText ?? "none",
        column.standard.map { text(StandardValue($0)) } ?? "none")
    }
    let reference = tables.references[name]
    compare(
      "the reference", reference.map { "\($0.table) \($0.onDelete)" } ?? "none",
      column.reference.map { "\($0.table) \($0.onDelete)" } ?? "none")
    return differences.map { .byHand("\(name): \($0). The table is made anew.") }
  }
}

extension ColumnForm {
  /// The SQL type of a column with such values in the file, such as `INTEGER` for a boolean
  /// (decision 4).
  var fileType: String {
    switch self {
    case .whole, .flag: "INTEGER"
    case .number: "REAL"
    case .text, .id, .day, .time, .moment, .json, .texts, .ids, .word, .term: "TEXT"
    }
  }
}

extension DescribedReference {
  /// What happens to a row when the row that it refers to is deleted: `CASCADE` deletes the row
  /// too, and `SET NULL` removes the reference.
  ///
  /// SQLite and PostgreSQL have the same words for this.
  var onDelete: String { goesAlong ? "CASCADE" : "SET NULL" }
}
