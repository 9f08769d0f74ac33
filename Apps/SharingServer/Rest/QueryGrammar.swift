import FeatureKit
import HTTP

/// Parses the query parameters of a request for a table into a `RestQuery` (supabase-wire 2).
struct QueryGrammar {
  /// The largest depth to which groups of conditions may be nested.
  private static let deepest = 6
  /// The largest number of columns, conditions and groups in one query. It protects the server from
  /// costly requests; no client needs more.
  private static let mostParts = 500
  /// The largest number of embedded resources in one query, and the largest depth to which they may
  /// be nested. They are limited because each level multiplies the rows of the level above.
  private static let (mostEmbeds, deepestEmbed) = (20, 3)

  private var parts = 0
  private var embeds = 0

  static func query(_ fields: Fields) throws(RestFault) -> RestQuery {
    var grammar = QueryGrammar()
    return try grammar.query(fields)
  }

  private mutating func query(_ fields: Fields) throws(RestFault) -> RestQuery {
    // A request with the character NUL is refused: PostgreSQL cannot store it in a text, so no
    // stored value can match.
    let hasNUL = { (text: String) in text.withBytes { $0.contains(0) } }
    guard !fields.all.contains(where: { hasNUL($0.value) || hasNUL($0.name) })
    else { throw .unparsed("filter (a character that no text can hold)") }
    var query = RestQuery()
    if let text = fields["select"] {
      var reader = GrammarReader(text, "select parameter")
      query.level.selection = try selection(&reader, depth: 0)
      guard reader.isAtEnd else { throw reader.fault }
    }
    query.columns = try names(fields["columns"], "columns parameter")
    query.conflict = try names(fields["on_conflict"], "on_conflict parameter")
    for field in fields.all where !["select", "columns", "on_conflict"].contains(field.name) {
      try add(field.name, field.value, to: &query)
    }
    return query
  }

  /// Whether a query field has one of the protocol's own names, also behind the name of an embedded
  /// table, such as `coaches.order`.
  static func isReserved(_ name: String) -> Bool {
    let last = name.split(separator: ".", omittingEmptySubsequences: false).last.map(String.init)
    return ["select", "columns", "on_conflict", "order", "limit", "offset", "and", "or"]
      .contains(last)
  }

  /// Whether the value of a query field begins with an operator, such as `eq.` or `not.like(any).`.
  static func hasOperator(_ value: String) -> Bool {
    var reader = GrammarReader(value, "filter")
    _ = reader.take("not.")
    let word = reader.take { ("a"..."z").contains($0) }
    guard reader.next == "." || reader.next == "(" else { return false }
    return ["in", "is"].contains(word) || RestQuery.Operator(rawValue: word) != nil
      || RestQuery.Search(rawValue: word) != nil
  }

  private func names(_ text: String?, _ title: String) throws(RestFault) -> [String]? {
    guard let text, !text.isEmpty else { return nil }
    var reader = GrammarReader(text, title)
    var names: [String] = []
    repeat { names.append(try reader.name()) } while reader.take(",")
    guard reader.isAtEnd else { throw reader.fault }
    return names
  }

  private mutating func count(_ reader: GrammarReader, depth: Int) throws(RestFault) {
    parts += 1
    guard parts <= Self.mostParts, depth <= Self.deepest else { throw reader.fault }
  }

  // MARK: - Reading the parameter `select`

  private mutating func selection(
    _ reader: inout GrammarReader, depth: Int
  ) throws(RestFault) -> [RestQuery.Selected] {
    var selected: [RestQuery.Selected] = []
    reader.skipBlanks()
    if reader.isAtEnd || reader.next == ")" { return [] }
    repeat {
      reader.skipBlanks()
      selected.append(try item(&reader, depth: depth))
      reader.skipBlanks()
    } while reader.take(",")
    return selected
  }

  private mutating func item(
    _ reader: inout GrammarReader, depth: Int
  ) throws(RestFault) -> RestQuery.Selected {
    try count(reader, depth: depth)
    let isSpread = reader.take("...")
    if !isSpread, reader.take("*") { return .all }
    var alias: String?
    var name = try reader.name()
    var ahead = reader
    if ahead.take(":"), ahead.next != ":" {
      reader = ahead
      alias = name
      name = try reader.name()
    }
    if reader.next == "!" || reader.next == "(" {
      return try embed(name, alias, isSpread: isSpread, &reader, depth: depth)
    }
    guard !isSpread else { throw reader.fault }
    let steps = try steps(&reader)
    if reader.next == "." {
      throw RestFault(.badRequest, "PGRST123", "Use of aggregate functions is not allowed")
    }
    var cast: String?
    if reader.take("::") {
      let type = reader.take(while: Self.isOfType)
      guard type.contains(where: { $0 != " " }) else { throw reader.fault }
      cast = type
    }
    return .column(.init(column: name, steps: steps), alias: alias, cast: cast)
  }

  private static func isOfType(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "_", " ": true
    default: false
    }
  }

  private mutating func embed(
    _ name: String, _ alias: String?, isSpread: Bool, _ reader: inout GrammarReader, depth: Int
  ) throws(RestFault) -> RestQuery.Selected {
    embeds += 1
    guard embeds <= Self.mostEmbeds, depth < Self.deepestEmbed else { throw reader.fault }
    var embed = RestQuery.Embed(target: name, alias: alias, isSpread: isSpread)
    while reader.take("!") {
      switch try reader.name() {
      case "inner": embed.isInner = true
      case "left": embed.isInner = false
      case let hint: embed.hint = hint
      }
    }
    try reader.require("(")
    embed.level.selection = try selection(&reader, depth: depth + 1)
    try reader.require(")")
    if name == "count", embed.level.selection.isEmpty {
      throw RestFault(.badRequest, "PGRST123", "Use of aggregate functions is not allowed")
    }
    reader.skipBlanks()
    return .embed(embed)
  }

  /// Reads the path into a JSON value, such as `->a->>0`, that follows the name of a column. Each
  /// arrow begins one step of the path.
  private func steps(_ reader: inout GrammarReader) throws(RestFault) -> [RestQuery.Path.Step] {
    var steps: [RestQuery.Path.Step] = []
    while reader.take("->") {
      guard steps.count < 32 else { throw reader.fault }
      let isText = reader.take(">")
      let isNegative = reader.take("-")
      let isQuoted = reader.next == "\""
      let name = try reader.name()
      if !isQuoted, let index = Int32(name) {
        steps.append(.init(key: .index(isNegative ? -index : index), isText: isText))
      } else if isNegative {
        throw reader.fault
      } else {
        steps.append(.init(key: .name(name), isText: isText))
      }
    }
    return steps
  }

  private func path(_ reader: inout GrammarReader) throws(RestFault) -> RestQuery.Path {
    .init(column: try reader.name(), steps: try steps(&reader))
  }

  // MARK: - Reading the other parameters

  /// Adds one query parameter to the query: a filter, a group of conditions, an order, a limit or
  /// an offset. Its name says whether it applies to the queried table or to an embedded one.
  private mutating func add(
    _ name: String, _ value: String, to query: inout RestQuery
  ) throws(RestFault) {
    var reader = GrammarReader(name, "filter")
    var embeds: [String] = []
    var path = try path(&reader)
    var isQuoted = name.hasPrefix("\"")
    while reader.take(".") {
      guard path.steps.isEmpty else { throw reader.fault }
      embeds.append(path.column)
      isQuoted = reader.next == "\""
      path = try self.path(&reader)
    }
    guard reader.isAtEnd else { throw reader.fault }
    let word = isQuoted || !path.steps.isEmpty ? "" : path.column
    let isNegated = ["and", "or"].contains(word) && embeds.last == "not"
    if isNegated { embeds.removeLast() }
    let addition = try addition(word, isNegated: isNegated, path, value)
    try query.level.change(embeds[...], addition)
  }

  private mutating func addition(
    _ word: String, isNegated: Bool, _ path: RestQuery.Path, _ value: String
  ) throws(RestFault) -> (inout RestQuery.Level) -> Void {
    switch word {
    case "order":
      let order = try order(value)
      return { $0.order = order }
    case "limit":
      guard let limit = Int(value) else { return { _ in } }
      guard limit >= 0 else { throw .badRange("Limit should be greater than or equal to zero.") }
      return { $0.limit = RestQuery.Level.place(limit) }
    case "offset":
      let offset = Int(value).map { max(0, $0) } ?? 0
      return { $0.offset = RestQuery.Level.place(offset) }
    case "and", "or":
      var reader = GrammarReader(value, "logic tree")
      let group = try group(isAny: word == "or", &reader, depth: 0)
      guard reader.isAtEnd else { throw reader.fault }
      return { $0.conditions.append(isNegated ? .not(group) : group) }
    default:
      var reader = GrammarReader(value, "filter")
      let condition = try test(path, &reader, isInGroup: false)
      guard reader.isAtEnd else { throw reader.fault }
      try count(reader, depth: 0)
      return { $0.conditions.append(condition) }
    }
  }

  private func order(_ text: String) throws(RestFault) -> [RestQuery.Order] {
    var reader = GrammarReader(text, "order")
    if text.isEmpty { return [] }
    var terms: [RestQuery.Order] = []
    repeat {
      guard terms.count < 32 else { throw reader.fault }
      var term = RestQuery.Order(path: try path(&reader))
      if term.path.steps.isEmpty, reader.take("(") {
        term.relation = term.path.column
        term.path = try path(&reader)
        try reader.require(")")
      }
      if reader.take(".asc") { term.isDescending = false }
      if term.isDescending == nil, reader.take(".desc") { term.isDescending = true }
      if reader.take(".nullsfirst") { term.isNullsFirst = true }
      if term.isNullsFirst == nil, reader.take(".nullslast") { term.isNullsFirst = false }
      terms.append(term)
      reader.skipBlanks()
    } while reader.take(",")
    guard reader.isAtEnd else { throw reader.fault }
    return terms
  }

  // MARK: - Reading conditions

  /// Reads the conditions of a group in parentheses, such as `(a.eq.1,or(b.is.null,not.and(…)))`.
  private mutating func group(
    isAny: Bool, _ reader: inout GrammarReader, depth: Int
  ) throws(RestFault) -> RestQuery.Condition {
    var members: [RestQuery.Condition] = []
    try reader.require("(")
    repeat {
      try count(reader, depth: depth)
      reader.skipBlanks()
      members.append(try member(&reader, depth: depth))
      reader.skipBlanks()
    } while reader.take(",")
    try reader.require(")")
    return isAny ? .any(members) : .all(members)
  }

  private mutating func member(
    _ reader: inout GrammarReader, depth: Int
  ) throws(RestFault) -> RestQuery.Condition {
    for (word, isAny, isNegated) in [
      ("and", false, false), ("or", true, false), ("not.and", false, true), ("not.or", true, true),
    ] {
      var ahead = reader
      guard ahead.take(word), ahead.next == "(" else { continue }
      reader = ahead
      let inner = try group(isAny: isAny, &reader, depth: depth + 1)
      return isNegated ? .not(inner) : inner
    }
    let path = try path(&reader)
    try reader.require(".")
    return try test(path, &reader, isInGroup: true)
  }

  /// Reads a comparison, `[not.]op[(modifier)].value`, such as `not.like(any).{a*,b*}`. Outside of
  /// a group, the value is the rest of the text, and quotation marks belong to it.
  private func test(
    _ path: RestQuery.Path, _ reader: inout GrammarReader, isInGroup: Bool
  ) throws(RestFault) -> RestQuery.Condition {
    let isNegated = reader.take("not.")
    let word = reader.take { ("a"..."z").contains($0) }
    var modifier: String?
    if reader.take("(") {
      modifier = reader.take { $0 != ")" }
      try reader.require(")")
    }
    try reader.require(".")
    func value() -> String { isInGroup ? reader.member(takesBraces: true) : reader.remainder() }
    let test: RestQuery.Test
    if let comparison = RestQuery.Operator(rawValue: word) {
      switch modifier {
      case nil: test = .compare(comparison, value())
      case "any" where comparison.takesQuantifier, "all" where comparison.takesQuantifier:
        test = .quantified(comparison, isAny: modifier == "any", value())
      default: throw reader.fault
      }
    } else if let search = RestQuery.Search(rawValue: word) {
      test = .search(search, language: modifier, value())
    } else if word == "in", modifier == nil {
      test = .isIn(try reader.list())
    } else if word == "is", modifier == nil,
      let state = RestQuery.State(rawValue: value().lowercased())
    {
      test = .isState(state)
    } else {
      throw reader.fault
    }
    return isNegated ? .not(.test(path, test)) : .test(path, test)
  }
}

extension RestQuery.Level {
  /// Changes the part of the query about one embedded table.
  ///
  /// - Parameter path: the names of the embedded tables that lead from this part of the query to
  ///   the one to change; an empty path changes this part itself.
  fileprivate mutating func change(
    _ path: ArraySlice<String>, _ change: (inout Self) -> Void
  ) throws(RestFault) {
    guard let first = path.first else { return change(&self) }
    guard var found = embed(named: first) else { throw .notEmbedded(first) }
    try found.embed.level.change(path.dropFirst(), change)
    selection[found.place] = .embed(found.embed)
  }
}
