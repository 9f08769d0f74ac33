package import Domain

/// Writes the SQL by which a PostgreSQL server's database gets the described tables
/// (docs/server-schema.md).
package struct ServerDatabase: DescribedDatabase {
  private let tables: ServerTables

  package init(_ tables: ServerTables) { self.tables = tables }

  /// Returns the statements that make the tables of the server equal to the described tables; an
  /// empty list if they are equal already.
  package func steps(to described: [DescribedTable] = DescribedTable.all) -> [SchemaStep] {
    differences(from: described)
  }

  var columnNames: Set<String> { Set(tables.columns.keys) }
  var indexed: Set<String> { tables.indexed }
  func name(_ table: TableName) -> String { "public.\(table)" }
  /// The server stores private notes as rows of their authors in another table, so it has no column
  /// for them.
  func holds(_ column: DescribedColumn) -> Bool { column.role != .privateNotes }

  func text(_ standard: StandardValue) -> String {
    switch standard {
    case .text(let text): text.quotedForSQL
    case .number(let number): number
    case .flag(let flag): flag ? "true" : "false"
    case .list: "'{}'"
    case .json(let text): text.quotedForSQL
    }
  }

  func definition(of column: DescribedColumn, standard: String?) -> String {
    var words = [column.name, column.form.serverType]
    if column.isRequired { words.append("NOT NULL") }
    if let standard = standard ?? column.madeByServer { words.append("DEFAULT \(standard)") }
    if let check = check(of: column) { words.append("CHECK (\(check))") }
    if let reference = column.reference {
      words.append(
        "REFERENCES \(name(reference.table)) ON DELETE \(reference.onDelete) DEFERRABLE")
    }
    return words.joined(separator: " ")
  }

  /// Returns the CHECK constraint of a column; nil if the column needs none, because its type
  /// already limits the values.
  ///
  /// For example, a column of free text has the type `compass.words`, which allows at most 10,000
  /// characters.
  private func check(of column: DescribedColumn) -> String? {
    if case .word(let known) = column.form {
      return "\(column.name) IN (\(known.map(\.quotedForSQL).joined(separator: ", ")))"
    }
    guard case .range(let range) = column.bounds else { return nil }
    return "\(column.name) BETWEEN \(range.lowerBound.inSQL) AND \(range.upperBound.inSQL)"
  }

  /// Returns the steps that create a table.
  ///
  /// Its statements call `make_plain_kind`, which adds the change log, checks, policies and grants.
  func steps(toMake table: DescribedTable) -> [SchemaStep] {
    let made = [
      create(table, key: "id uuid PRIMARY KEY DEFAULT gen_random_uuid()", ending: ""),
      .run("SELECT compass.make_plain_kind('\(table.name)')"),
    ]
    return made
      + table.columns.compactMap { column in
        column.listed.map { staysInFamily(column, of: table, "\($0)[]") }
      }
  }

  func steps(after column: DescribedColumn, isAddedTo table: DescribedTable) -> [SchemaStep] {
    let linked = column.role == .data ? column.reference?.table.description : nil
    return [linked ?? column.listed.map { "\($0)[]" }].compactMap { $0 }.map {
      staysInFamily(column, of: table, $0)
    }
  }

  private func staysInFamily(
    _ column: DescribedColumn, of table: DescribedTable, _ parent: String
  ) -> SchemaStep {
    .run(
      """
      CREATE CONSTRAINT TRIGGER \(column.name)_stays_in_family AFTER INSERT OR UPDATE ON \(name(table.name)) DEFERRABLE
        FOR EACH ROW EXECUTE FUNCTION compass.stays_in_family('\(column.name)=\(parent)')
      """)
  }

  func steps(toAdapt column: DescribedColumn, of table: DescribedTable) -> [SchemaStep] {
    let name = "\(table.name).\(column.name)"
    guard let there = tables.columns[name] else { return [] }
    let altering = "ALTER TABLE \(self.name(table.name)) ALTER COLUMN \(column.name)"
    var steps: [SchemaStep] = []
    if there.type != column.form.baseType {
      steps.append(.run("\(altering) TYPE \(column.form.serverType)"))
    }
    if there.isRequired != column.isRequired {
      steps.append(.run("\(altering) \(column.isRequired ? "SET" : "DROP") NOT NULL"))
    }
    // The server has a default for ids, moments and the current day, for clients that do not send
    // them. This program always sends them, so a difference between this default and the
    // description is right.
    let isMade = there.isMadeByServer && column.standard == nil
    if !column.isRequired, !isMade, there.plainDefault != plainStandard(of: column) {
      let standard = column.standard.map { text(StandardValue($0)) } ?? column.madeByServer
      steps.append(.run("\(altering) \(standard.map { "SET DEFAULT \($0)" } ?? "DROP DEFAULT")"))
    }
    if !isChecked(column, name) {
      let rule = "\(table.name)_\(column.name)_check"
      let added = check(of: column).map { ", ADD CONSTRAINT \(rule) CHECK (\($0))" } ?? ""
      steps.append(
        .run(
          "ALTER TABLE \(self.name(table.name)) DROP CONSTRAINT IF EXISTS \(rule)\(added)"))
    }
    let reference = column.reference.map {
      StoredReference(table: $0.table.description, onDelete: $0.onDelete)
    }
    if tables.references[name] != reference {
      steps.append(.byHand("\(name) refers to another table than described, or goes otherwise."))
    }
    return steps
  }

  /// Returns the default that the description states, in the form in which
  /// `ServerTables.Column.plainDefault` returns the server's, so that the two can be compared.
  private func plainStandard(of column: DescribedColumn) -> String? {
    column.standard.map(StandardValue.init).map { standard in
      switch standard {
      case .text(let text), .json(let text): text
      case .list: "{}"
      case .number, .flag: text(standard)
      }
    } ?? column.madeByServer
  }

  /// Returns whether the database's constraint on the column is sufficient: it has the described
  /// words or range, or its limit of the length is not smaller than the described one.
  private func isChecked(_ column: DescribedColumn, _ name: String) -> Bool {
    if case .word(let known) = column.form { return tables.words(name) == Set(known) }
    switch column.bounds {
    case .range(let range): return tables.range(name) == range
    case .length(let most): return tables.length(name).map { $0 >= most } ?? true
    case nil: return tables.words(name) == nil
    }
  }
}

extension ColumnForm {
  /// The PostgreSQL type that the server's database gives a new column of this form, such as `uuid`
  /// for ids. Types that begin with `compass.` are domains (named types with their own rules).
  fileprivate var serverType: String {
    switch self {
    case .text: "compass.words"
    case .word: "text"
    case .term: "compass.term"
    case .id: "uuid"
    case .day: "compass.day"
    case .time: "compass.clock"
    case .moment: "compass.instant"
    case .whole: "integer"
    case .number: "compass.figure"
    case .flag: "boolean"
    case .json: "jsonb"
    case .texts: "compass.texts"
    case .ids: "compass.ids"
    }
  }

  /// The type of the column's values as PostgreSQL's catalog names it, without the domain (a named
  /// type with its own rules).
  fileprivate var baseType: String {
    switch self {
    case .text, .word, .term: "text"
    case .id: "uuid"
    case .day: "date"
    case .time: "time without time zone"
    case .moment: "timestamp with time zone"
    case .whole: "integer"
    case .number: "numeric"
    case .flag: "boolean"
    case .json: "jsonb"
    case .texts: "text[]"
    case .ids: "uuid[]"
    }
  }
}

extension DescribedColumn {
  /// The default by which the server fills in the column if a client leaves it out; nil for other
  /// columns than the times of creation and change.
  fileprivate var madeByServer: String? {
    role == .createdAt || role == .updatedAt ? "compass.moment()" : nil
  }
}

extension Double {
  /// The number as SQL text, without a decimal point if it is whole: `100000` for 100000.0.
  fileprivate var inSQL: String { Int(exactly: self).map(String.init) ?? "\(self)" }
}
