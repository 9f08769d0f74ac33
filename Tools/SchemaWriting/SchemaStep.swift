import Domain

/// One statement, or one change by hand, that brings a database's tables closer to the descriptions
/// of the records in Swift.
package enum SchemaStep: Equatable, Sendable {
  case run(String)
  /// A change that a person has to make, because it needs a decision that no statement can make.
  ///
  /// The text says what differs.
  case byHand(String)

  package var statement: String? { if case .run(let sql) = self { sql } else { nil } }

  /// The step as lines of an SQL script. A change by hand becomes an SQL comment.
  package var text: String {
    switch self {
    case .run(let sql): sql + ";"
    case .byHand(let sentence): "-- " + sentence
    }
  }
}

/// The tables of one database, the family's SQLite file or the server: how it writes a column, and
/// which steps it needs to get the described tables.
protocol DescribedDatabase {
  /// The names of the existing columns, each in the form `table.column`.
  var columnNames: Set<String> { get }
  var indexed: Set<String> { get }
  /// Returns the table's name as SQL statements of this database write it.
  func name(_ table: TableName) -> String
  func holds(_ column: DescribedColumn) -> Bool
  /// Returns the definition of a column, as it stands in `CREATE TABLE` or `ADD COLUMN`, such as
  /// `office TEXT`.
  func definition(of column: DescribedColumn, standard: String?) -> String
  func text(_ standard: StandardValue) -> String
  func steps(toMake table: DescribedTable) -> [SchemaStep]
  func steps(after column: DescribedColumn, isAddedTo table: DescribedTable) -> [SchemaStep]
  /// Returns the steps that change an existing column, whose form in the database differs from its
  /// description.
  func steps(toAdapt column: DescribedColumn, of table: DescribedTable) -> [SchemaStep]
}

extension DescribedDatabase {
  func differences(from described: [DescribedTable]) -> [SchemaStep] {
    described.flatMap { table in
      let prefix = "\(table.name)."
      let there = Set(
        columnNames.filter { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) })
      guard !there.isEmpty else { return steps(toMake: table) + indexes(of: table) }
      let wanted = table.columns.filter(holds)
      let extra = there.subtracting(wanted.map(\.name)).subtracting(["id"])
      return wanted.flatMap { column in
        there.contains(column.name)
          ? steps(toAdapt: column, of: table) : steps(toAdd: column, to: table)
      } + indexes(of: table)
        + extra.sorted().map { column in
          .byHand(
            "\(table.name).\(column) is in the database and in no description. To drop it drops its values."
          )
        }
    }
  }

  private func steps(toAdd column: DescribedColumn, to table: DescribedTable) -> [SchemaStep] {
    let name = "\(table.name).\(column.name)"
    guard column.isRequired else {
      return [add(column, column.standard.map(StandardValue.init), to: table)]
        + steps(after: column, isAddedTo: table)
    }
    guard let standard = column.form.emptiest else {
      return [
        .byHand(
          "\(name) is required, and the rows that are there have no such value. Fill them first.")
      ]
    }
    return [
      .byHand("\(name) is required: the rows that are there get \(text(standard))."),
      add(column, standard, to: table),
    ] + steps(after: column, isAddedTo: table)
  }

  private func add(
    _ column: DescribedColumn, _ standard: StandardValue?, to table: DescribedTable
  ) -> SchemaStep {
    .run(
      "ALTER TABLE \(name(table.name)) ADD COLUMN "
        + definition(of: column, standard: standard.map(text)))
  }

  /// Returns the steps that create the missing indexes of a table.
  ///
  /// Every reference needs an index that begins with it; without one, deleting a row would scan the
  /// whole table for the rows that refer to it.
  private func indexes(of table: DescribedTable) -> [SchemaStep] {
    table.columns.filter {
      $0.reference != nil && !indexed.contains("\(table.name).\($0.name)")
    }.map { column in
      let about =
        column.role == .family
        ? "family"
        : String(column.name.hasSuffix("_id") ? column.name.dropLast(3) : column.name[...])
      return .run(
        "CREATE INDEX \(table.name)_of_\(about) ON \(name(table.name)) (\(column.name))")
    }
  }

  /// Returns the statement that creates a table.
  func create(_ table: DescribedTable, key: String, ending: String) -> SchemaStep {
    let columns = table.columns.filter(holds).map { column in
      definition(of: column, standard: column.standard.map { text(StandardValue($0)) })
    }
    let lines = ([key] + columns).map { "  " + $0 }.joined(separator: ",\n")
    return .run("CREATE TABLE \(name(table.name)) (\n\(lines)\n)\(ending)")
  }
}
