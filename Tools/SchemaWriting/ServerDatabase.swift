package import Domain

/// The server's database: how PostgreSQL writes a described column (docs/server-schema.md).
package struct ServerDatabase: DescribedDatabase {
  private let tables: ServerTables

  package init(_ tables: ServerTables) { self.tables = tables }

  /// The steps after which the database is as described; none when it is already.
  package func steps(to described: [DescribedTable] = DescribedTable.all) -> [SchemaStep] {
    differences(from: described)
  }

  var columnNames: Set<String> { Set(tables.columns.keys) }
  var indexed: Set<String> { tables.indexed }
  func name(_ table: TableName) -> String { "public.\(table)" }
  /// Private notes are rows of their authors there.
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

  /// The rule that the type does not state already. A type of texts takes 10,000 characters, as much as any text of the program has.
  private func check(of column: DescribedColumn) -> String? {
    if case .word(let known) = column.form {
      return "\(column.name) IN (\(known.map(\.quotedForSQL).joined(separator: ", ")))"
    }
    guard case .range(let range) = column.bounds else { return nil }
    return "\(column.name) BETWEEN \(range.lowerBound.inSQL) AND \(range.upperBound.inSQL)"
  }

  /// `make_plain_kind` does the rest: notes of changes, checks, policies, grants.
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
    // Other clients may leave out what the program always writes.
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

  /// The default as `plainDefault` has it.
  private func plainStandard(of column: DescribedColumn) -> String? {
    column.standard.map(StandardValue.init).map { standard in
      switch standard {
      case .text(let text), .json(let text): text
      case .list: "{}"
      case .number, .flag: text(standard)
      }
    } ?? column.madeByServer
  }

  /// Whether the words and the range are the described ones, and a text may be as long as described.
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
  /// The type of such a column of a new table.
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

  /// The type below the domain.
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
  /// The value that the server gives a row of another client.
  fileprivate var madeByServer: String? {
    role == .createdAt || role == .updatedAt ? "compass.moment()" : nil
  }
}

extension Double {
  /// `100000` for 100000.0.
  fileprivate var inSQL: String { Int(exactly: self).map(String.init) ?? "\(self)" }
}
