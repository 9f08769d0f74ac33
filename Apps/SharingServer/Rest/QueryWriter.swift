import HTTP

/// Writes a `RestQuery` as SQL. Names come from the schema cache, and values are bound as
/// parameters, so that requests of the same form give the same prepared statement.
struct QueryWriter {
  /// The largest number of rows in an answer and in each list of embedded rows, even if the request
  /// asks for more.
  static let mostRows = 1_000
  /// The largest number of rows in a list that is embedded in another embedded row.
  private static let mostNestedRows = 100

  let cache: SchemaCache
  private(set) var values: [String?] = []
  private var aliases = 0
  /// How deeply the part of the query that is being written is embedded: 0 for the table in the
  /// request's path, 1 for a table embedded in it.
  private var depth = 0

  init(_ cache: SchemaCache) { self.cache = cache }

  /// Binds a value to the statement and returns its SQL parameter, such as `$2`. The parameter has
  /// no declared type: the column determines the type, and the database refuses a value that does
  /// not fit.
  mutating func bound(_ value: String?) -> String {
    values.append(value)
    return "$\(values.count)"
  }

  /// The parts of the SELECT that reads one table of the query.
  struct Source {
    var table: SchemaCache.Table
    var alias: String
    var selection: [String] = []
    /// The lateral joins of embedded tables that decide which rows are found, because a condition
    /// names the table or the embedding is inner.
    ///
    /// The joins in `otherJoins` only provide values, so a statement that counts rows leaves them
    /// out.
    var neededJoins: [String] = []
    var otherJoins: [String] = []
    var conditions: [String] = []
    var order: [String] = []
    /// The alias of the join of each embedded table, by the table's name in the request.
    var embeds: [String: String] = [:]

    var filtered: String {
      conditions.isEmpty ? "" : " WHERE " + conditions.joined(separator: " AND ")
    }
    var ordered: String { order.isEmpty ? "" : " ORDER BY " + order.joined(separator: ", ") }
    var selected: String { selection.joined(separator: ", ") }
    func joins(all: Bool) -> String {
      (neededJoins + (all ? otherJoins : [])).map { " " + $0 }.joined()
    }
  }

  /// Returns the parts of the SELECT that reads one table's rows, without its limit.
  ///
  /// - Parameter relation: returns the condition that links the rows to a row of the parent table,
  ///   for the alias of the table; nil for a table that is not embedded.
  mutating func source(
    _ table: SchemaCache.Table, _ level: RestQuery.Level,
    relation: (String) -> String? = { _ in nil }
  ) throws(RestFault) -> Source {
    var source = Source(table: table, alias: nextAlias())
    if let relation = relation(source.alias) { source.conditions.append(relation) }
    for selected in level.selection { try add(selected, of: level, to: &source) }
    for condition in level.conditions {
      source.conditions.append(try sql(condition, source))
    }
    for term in level.order { source.order.append(try sql(term, source, level)) }
    return source
  }

  private mutating func nextAlias() -> String {
    aliases += 1
    return "t\(aliases)"
  }

  mutating func page(_ level: RestQuery.Level) -> String {
    let most = depth > 1 ? Self.mostNestedRows : Self.mostRows
    let limit = min(level.limit ?? most, most)
    let offset = level.offset > 0 ? " OFFSET \(bound(String(level.offset)))" : ""
    return " LIMIT \(bound(String(limit)))\(offset)"
  }

  // MARK: - Writing selections as SQL

  private mutating func add(
    _ selected: RestQuery.Selected, of level: RestQuery.Level, to source: inout Source
  ) throws(RestFault) {
    switch selected {
    case .all: source.selection.append("\(source.alias).*")
    case .column(let path, let alias, let cast):
      var text = try sql(path, source)
      if let cast { text = "CAST(\(text) AS \(try SQLType.named(cast)))" }
      let key = alias ?? path.key
      let isPlain = cast == nil && path.steps.isEmpty && key == path.column
      source.selection.append(isPlain ? text : "\(text) AS \(SQLName.quoted(key))")
    case .embed(let embed):
      let isNeeded = embed.isInner || level.conditions.contains { $0.mentions(embed.key) }
      try add(embed, isNeeded: isNeeded, to: &source)
    }
  }

  private mutating func add(
    _ embed: RestQuery.Embed, isNeeded: Bool, to source: inout Source
  ) throws(RestFault) {
    let relationship = try cache.relationship(from: source.table.name, to: embed)
    let target = try cache.table(relationship.target)
    let join = "e\(nextAlias())"
    let origin = source.alias
    depth += 1
    defer { depth -= 1 }
    var inner = try self.source(target, embed.level) { alias in
      relationship.condition(origin: origin, target: alias)
    }
    if inner.selection.isEmpty { inner.selection = ["NULL"] }
    let rows =
      "SELECT \(inner.selected) FROM \(target.sql) AS \(inner.alias)\(inner.joins(all: true))\(inner.filtered)\(inner.ordered)\(page(embed.level))"
    let lateral =
      "LEFT JOIN LATERAL (SELECT json_agg(found) AS many, count(*) AS number FROM (\(rows)) AS found) AS \(join) ON true"
    source.embeds[embed.key] = join
    if isNeeded {
      source.neededJoins.append(lateral)
    } else {
      source.otherJoins.append(lateral)
    }
    if embed.isInner { source.conditions.append("\(join).number > 0") }
    if embed.isSpread {
      guard relationship.isToOne else { throw .noSpread(source.table.name, target.name) }
      for key in keys(embed.level.selection, target) {
        source.selection.append(
          "\(join).many -> 0 -> \(bound(key))::text AS \(SQLName.quoted(key))")
      }
    } else if !embed.level.selection.isEmpty {
      let value =
        relationship.isToOne
        ? "\(join).many -> 0" : "coalesce(\(join).many, '[]')"
      source.selection.append("\(value) AS \(SQLName.quoted(embed.key))")
    }
  }

  /// Returns the names of the members that each row of the answer gets from a selection of columns.
  private func keys(_ selection: [RestQuery.Selected], _ table: SchemaCache.Table) -> [String] {
    selection.flatMap { selected -> [String] in
      switch selected {
      case .all: table.columns.map(\.name)
      case .column(let path, let alias, _): [alias ?? path.key]
      case .embed(let embed): [embed.key]
      }
    }
  }

  // MARK: - Writing columns, conditions and orders as SQL

  private mutating func sql(_ path: RestQuery.Path, _ source: Source) throws(RestFault) -> String {
    guard let column = source.table.column(path.column) else {
      throw .noColumn(path.column, of: source.table.name)
    }
    let name = "\(source.alias).\(SQLName.quoted(column.name))"
    if path.steps.isEmpty { return name }
    var text = ["json", "jsonb"].contains(column.type) ? name : "to_jsonb(\(name))"
    for step in path.steps {
      let arrow = step.isText ? "->>" : "->"
      switch step.key {
      case .name(let key): text += " \(arrow) \(bound(key))::text"
      case .index(let index): text += " \(arrow) \(bound(String(index)))::integer"
      }
    }
    return "(\(text))"
  }

  private mutating func sql(
    _ condition: RestQuery.Condition, _ source: Source
  ) throws(RestFault) -> String {
    switch condition {
    case .not(let inner): return "NOT (\(try sql(inner, source)))"
    case .all(let inner): return try joined(inner, " AND ", source)
    case .any(let inner): return try joined(inner, " OR ", source)
    case .test(let path, let test):
      // The condition `coaches=is.null` on an embedded table `coaches` selects the rows that have
      // no coaches, and `is.not_null` those that have some.
      if path.steps.isEmpty, source.table.column(path.column) == nil,
        let join = source.embeds[path.column], case .isState(let state) = test
      {
        switch state {
        case .null: return "\(join).number = 0"
        case .not_null: return "\(join).number > 0"
        default: break
        }
      }
      return try sql(test, of: try sql(path, source))
    }
  }

  private mutating func joined(
    _ conditions: [RestQuery.Condition], _ word: String, _ source: Source
  ) throws(RestFault) -> String {
    var texts: [String] = []
    for condition in conditions { texts.append(try sql(condition, source)) }
    return "(\(texts.joined(separator: word)))"
  }

  private mutating func sql(
    _ test: RestQuery.Test, of column: String
  ) throws(RestFault) -> String {
    switch test {
    case .compare(let comparison, let value):
      return "\(column) \(comparison.sign) \(bound(comparison.pattern(value)))"
    case .quantified(let comparison, let isAny, let value):
      return
        "\(column) \(comparison.sign) \(isAny ? "ANY" : "ALL") (\(bound(comparison.pattern(value))))"
    case .isState(let state): return "\(column) IS \(state.sql)"
    case .isIn(let members): return "\(column) = ANY (\(bound(ArrayText.of(members))))"
    case .search(let search, let language, let words):
      let settings = language.map { "\(bound($0))::text::regconfig, " } ?? ""
      return
        "to_tsvector(\(settings)\(column)::text) @@ \(search.function)(\(settings)\(bound(words)))"
    }
  }

  private mutating func sql(
    _ term: RestQuery.Order, _ source: Source, _ level: RestQuery.Level
  ) throws(RestFault) -> String {
    var text: String
    if let relation = term.relation {
      guard let embed = level.embed(named: relation)?.embed else { throw .notEmbedded(relation) }
      let relationship = try cache.relationship(from: source.table.name, to: embed)
      guard relationship.isToOne else { throw .notOrdered(source.table.name, relation) }
      let target = Source(table: try cache.table(relationship.target), alias: nextAlias())
      let condition = relationship.condition(origin: source.alias, target: target.alias)
      text =
        "(SELECT \(try sql(term.path, target)) FROM \(target.table.sql) AS \(target.alias) WHERE \(condition))"
    } else {
      text = try sql(term.path, source)
    }
    if let isDescending = term.isDescending { text += isDescending ? " DESC" : " ASC" }
    if let isFirst = term.isNullsFirst { text += isFirst ? " NULLS FIRST" : " NULLS LAST" }
    return text
  }
}

extension RestQuery.Condition {
  fileprivate func mentions(_ name: String) -> Bool {
    switch self {
    case .test(let path, _): path.column == name
    case .all(let inner), .any(let inner): inner.contains { $0.mentions(name) }
    case .not(let inner): inner.mentions(name)
    }
  }
}

extension RestQuery.Path {
  /// The name of the selected value in the answer: the last name in its JSON path, or else the
  /// column's name.
  fileprivate var key: String {
    for step in steps.reversed() { if case .name(let name) = step.key { return name } }
    return column
  }
}

extension RestQuery.Operator {
  /// Replaces the wildcards in a value. It looks at Unicode scalars, because a combining mark after
  /// `*` would form one character with it and so hide it.
  fileprivate func pattern(_ value: String) -> String {
    guard hasWildcards else { return value }
    return String(String.UnicodeScalarView(value.unicodeScalars.map { $0 == "*" ? "%" : $0 }))
  }
}

extension SchemaCache.Table {
  var sql: String { "public.\(SQLName.quoted(name))" }
}

extension Relationship {
  fileprivate func condition(origin: String, target: String) -> String {
    func equal(_ left: String, _ leftColumn: String, _ right: String, _ rightColumn: String)
      -> String
    { "\(left).\(SQLName.quoted(leftColumn)) = \(right).\(SQLName.quoted(rightColumn))" }
    guard let junction else {
      return columns.map { equal(target, $0.other, origin, $0.own) }.joined(separator: " AND ")
    }
    let own = zip(junction.toOrigin.columns, junction.toOrigin.targetColumns).map {
      equal("j", $0, origin, $1)
    }
    let others = zip(junction.toTarget.columns, junction.toTarget.targetColumns).map {
      equal("j", $0, target, $1)
    }
    return
      "EXISTS (SELECT 1 FROM public.\(SQLName.quoted(junction.table)) AS j WHERE \((own + others).joined(separator: " AND ")))"
  }
}

/// The types to which a request may convert a value. Other types are refused, because a type such
/// as `regclass` would reveal which objects the database has.
enum SQLType {
  private static let known: Set<String> = [
    "text", "varchar", "character varying", "char", "boolean", "bool", "smallint", "int2",
    "integer", "int", "int4", "bigint", "int8", "numeric", "decimal", "real", "float4", "float8",
    "double precision", "date", "time", "timetz", "timestamp", "timestamptz",
    "timestamp without time zone", "timestamp with time zone", "interval", "uuid", "json", "jsonb",
  ]

  static func named(_ text: String) throws(RestFault) -> String {
    let words = text.lowercased().split(separator: " ").joined(separator: " ")
    guard known.contains(words) else {
      throw RestFault(
        .badRequest, "42704", "type \"\(text.prefix(40))\" does not exist")
    }
    return words
  }
}
