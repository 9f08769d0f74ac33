import HTTP
import JSON

/// A request that changes rows of one table, after all checks that need no database (supabase-wire
/// 2.6).
struct TableWrite {
  enum Kind { case insert, upsert(Preferences.Resolution, target: [String]), update, delete }

  var kind: Kind
  var table: SchemaCache.Table
  var query: RestQuery
  /// The columns that the write sets, sorted by name.
  var columns: [SchemaCache.Column] = []
  /// A list of objects to insert, or one object with the values of an update.
  var body: JSONValue = .null

  /// Whether the request cannot change any row, because its body is empty.
  var isEmpty: Bool {
    switch kind {
    case .insert, .upsert: body.array?.isEmpty ?? true
    case .update: columns.isEmpty
    case .delete: false
    }
  }

  var isUpsert: Bool {
    guard case .upsert = kind else { return false }
    return true
  }

  var isMerge: Bool {
    guard case .upsert(.merge, _) = kind else { return false }
    return true
  }

  init(
    _ method: HTTP.Method, _ table: SchemaCache.Table, _ query: RestQuery,
    _ preferences: Preferences, _ body: JSONValue
  ) throws(RestFault) {
    self.table = table
    self.query = query
    kind = .insert
    switch method {
    case .post:
      let target = query.conflict ?? table.primaryKey
      for name in target where table.column(name) == nil {
        throw .noColumn(name, of: table.name)
      }
      if let resolution = preferences.resolution, !target.isEmpty {
        kind = .upsert(resolution, target: target)
      }
      try take(rows: body)
    case .put:
      kind = .upsert(.merge, target: table.primaryKey)
      try take(rows: body)
      try checkPut()
    case .patch:
      kind = .update
      try requireConditions("UPDATE")
      guard let object = body.object else { throw .badBody() }
      columns = try named(query.columns ?? Array(object.keys))
      self.body = body
    default:
      kind = .delete
      try requireConditions("DELETE")
    }
  }

  /// Refuses an update or deletion without conditions: it would change the whole table, which no
  /// client intends.
  private func requireConditions(_ word: String) throws(RestFault) {
    guard query.level.conditions.isEmpty else { return }
    throw RestFault(.badRequest, "21000", "\(word) requires a WHERE clause")
  }

  private mutating func take(rows body: JSONValue) throws(RestFault) {
    let rows = body.array ?? [body]
    var objects: [JSONObject] = []
    for row in rows {
      guard let object = row.object else { throw .badBody() }
      objects.append(object)
    }
    let keys = Set(objects.first?.keys ?? [])
    guard query.columns != nil || objects.allSatisfy({ Set($0.keys) == keys }) else {
      throw .badBody("All object keys must match")
    }
    columns = try named(query.columns ?? Array(keys))
    self.body = .array(rows)
  }

  private func named(_ names: [String]) throws(RestFault) -> [SchemaCache.Column] {
    var columns: [SchemaCache.Column] = []
    for name in Set(names).sorted() {
      guard let column = table.column(name) else {
        throw .unknownColumn(name, of: table.name)
      }
      columns.append(column)
    }
    return columns
  }

  /// Checks a PUT request. Its address must name one row by its primary key, and its body must
  /// contain this row alone.
  private func checkPut() throws(RestFault) {
    guard query.level.limit == nil, query.level.offset == 0 else {
      throw RestFault(
        .badRequest, "PGRST114", "limit/offset querystring parameters are not allowed for PUT")
    }
    var named: [String: String] = [:]
    for case .test(let path, .compare(.eq, let value)) in query.level.conditions
    where path.steps.isEmpty {
      named[path.column] = value
    }
    guard !table.primaryKey.isEmpty, Set(named.keys) == Set(table.primaryKey),
      query.level.conditions.count == named.count
    else {
      throw RestFault(
        .methodNotAllowed, "PGRST105",
        "Filters must include all and only primary key columns with 'eq' operators")
    }
    let row = body.array?.first?.object ?? [:]
    guard body.array?.count == 1,
      named.allSatisfy({ row[$0.key].map { $0.string ?? $0.text } == $0.value })
    else {
      throw RestFault(
        .badRequest, "PGRST115", "Payload values do not match URL in primary key column(s)")
    }
  }
}

extension QueryWriter {
  /// Returns the statement of the write, with a RETURNING clause that says of each row whether it
  /// is new.
  ///
  /// - Parameter returnsRows: whether the statement returns the written rows too.
  mutating func written(
    _ write: TableWrite, _ preferences: Preferences, returnsRows: Bool
  ) throws(RestFault) -> String {
    switch write.kind {
    case .insert, .upsert: return try inserted(write, preferences, returnsRows: returnsRows)
    case .update:
      let rows = try rows(of: write)
      let names = write.columns.map { SQLName.quoted($0.name) }
      let given = record(write.columns, "jsonb_to_record(\(bound(write.body.text))::jsonb)")
      return """
        UPDATE \(write.table.sql) AS \(rows.alias) SET \(names.map { "\($0) = given.\($0)" }.joined(separator: ", "))
        FROM \(given) WHERE \(rows.condition)\(returning(rows.alias, isNew: "false", returnsRows))
        """
    case .delete:
      let rows = try rows(of: write)
      return
        "DELETE FROM \(write.table.sql) AS \(rows.alias) WHERE \(rows.condition)\(returning(rows.alias, isNew: "false", returnsRows))"
    }
  }

  /// Returns the condition for the rows that a write changes. If the request has a limit, these are
  /// the rows that a read with the same limit and order would return.
  private mutating func rows(
    of write: TableWrite
  ) throws(RestFault) -> (alias: String, condition: String) {
    var level = write.query.level
    level.selection = []
    if level.limit == nil, level.offset == 0 { level.order = [] }
    let source = try source(write.table, level)
    let condition = source.conditions.joined(separator: " AND ")
    guard level.limit != nil || level.offset > 0, !write.table.primaryKey.isEmpty else {
      return (source.alias, condition)
    }
    func key(_ alias: String) -> String {
      write.table.primaryKey.map { "\(alias).\(SQLName.quoted($0))" }.joined(separator: ", ")
    }
    let found =
      "SELECT \(key(source.alias)) FROM \(write.table.sql) AS \(source.alias)\(source.filtered)\(source.ordered)\(page(level))"
    return ("target", "(\(key("target"))) IN (\(found))")
  }

  private mutating func inserted(
    _ write: TableWrite, _ preferences: Preferences, returnsRows: Bool
  ) throws(RestFault) -> String {
    let names = write.columns.map { SQLName.quoted($0.name) }
    let list = names.joined(separator: ", ")
    let body = "\(bound(write.body.text))::jsonb"
    let source: String
    if write.columns.isEmpty {
      source = "SELECT FROM jsonb_array_elements(\(body))"
    } else if preferences.isMissingDefault {
      var values: [String] = []
      for column in write.columns {
        let name = SQLName.quoted(column.name)
        values.append(
          "CASE WHEN item.value ? \(bound(column.name))::text THEN given.\(name) ELSE \(column.standard ?? "NULL") END"
        )
      }
      source =
        "SELECT \(values.joined(separator: ", ")) FROM jsonb_array_elements(\(body)) AS item(value) CROSS JOIN LATERAL \(record(write.columns, "jsonb_to_record(item.value)"))"
    } else {
      source = "SELECT \(list) FROM \(record(write.columns, "jsonb_to_recordset(\(body))"))"
    }
    var conflict = ""
    if case .upsert(let resolution, let target) = write.kind {
      let columns = target.map { SQLName.quoted($0) }.joined(separator: ", ")
      let updates = names.map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
      let action =
        resolution == .ignore || updates.isEmpty ? "DO NOTHING" : "DO UPDATE SET \(updates)"
      conflict = " ON CONFLICT (\(columns)) \(action)"
    }
    let into = write.columns.isEmpty ? "" : " (\(list))"
    // The column `xmax` of a returned row is 0 for a new row, because PostgreSQL locks a row that
    // existed before and so sets its `xmax`.
    return
      "INSERT INTO \(write.table.sql) AS target\(into) \(source)\(conflict)\(returning("target", isNew: write.isMerge ? "target.xmax = 0" : "true", returnsRows))"
  }

  /// Returns the RETURNING clause. The rows themselves are returned only if the request asks for
  /// them, because returning a row needs the right to see it.
  private func returning(_ alias: String, isNew: String, _ returnsRows: Bool) -> String {
    " RETURNING \(isNew) AS is_new\(returnsRows ? ", \(alias) AS one" : "")"
  }

  private func record(_ columns: [SchemaCache.Column], _ function: String) -> String {
    "\(function) AS given(\(columns.map { "\(SQLName.quoted($0.name)) \($0.type)" }.joined(separator: ", ")))"
  }
}
