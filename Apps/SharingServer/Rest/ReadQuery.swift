import HTTP
import JSON

/// A read of a table as SQL: names come from the cache, and values are bound (supabase-wire 2).
struct ReadQuery {
  /// No answer has more rows, whatever the request asks for.
  static let mostRows = 1_000

  let table: String
  private(set) var values: [String?] = []
  private(set) var conditions: [String] = []
  private var selection: [String] = []
  private var order: [String] = []
  private(set) var limit = ReadQuery.mostRows
  private(set) var offset = 0
  private let columns: [String]

  init(_ table: String, _ fields: Fields, _ cache: SchemaCache) throws(RestFault) {
    guard let columns = cache.tables[table] else {
      throw RestFault(
        .notFound, "PGRST205",
        "Could not find the table 'public.\(table.prefix(100))' in the schema cache")
    }
    self.table = table
    self.columns = columns
    selection = try select(fields["select"] ?? "*")
    for field in fields.all {
      switch field.name {
      case "select", "columns", "on_conflict": break
      case "order":
        for term in Self.split(field.value) { order.append(try orderTerm(term)) }
      case "limit": try setLimit(field.value)
      case "offset": offset = Int(field.value).map { max(0, $0) } ?? 0
      case "or", "and", "not.or", "not.and":
        throw .unparsed("logic tree (\(field.name)): groups are not served here")
      default: try filter(field.name, field.value)
      }
    }
  }

  var filtered: String {
    conditions.isEmpty ? "" : " WHERE " + conditions.joined(separator: " AND ")
  }
  private var from: String { "public.\(SQLName.quoted(table))" }

  /// A statement with one row: the rows as JSON, their count, and the total count if it is asked for.
  func statement(isCounted: Bool) -> String {
    let ordered = order.isEmpty ? "" : " ORDER BY " + order.joined(separator: ", ")
    let total = isCounted ? "(SELECT count(*) FROM \(from)\(filtered))" : "NULL"
    return """
      WITH page AS (SELECT \(selection.joined(separator: ", ")) FROM \(from)\(filtered)\(ordered) LIMIT \(limit) OFFSET \(offset))
      SELECT coalesce(json_agg(page), '[]')::text, count(*), \(total) FROM page
      """
  }

  private func column(_ name: String) throws(RestFault) -> String {
    guard columns.contains(name) else {
      throw RestFault(
        .badRequest, "42703", "column \(table).\(name.prefix(100)) does not exist")
    }
    return SQLName.quoted(name)
  }

  private func select(_ text: String) throws(RestFault) -> [String] {
    var selected: [String] = []
    for term in Self.split(text) {
      if term == "*" {
        selected.append("*")
        continue
      }
      guard !term.contains("("), !term.contains("->"), !term.contains("::") else {
        throw .unparsed("select parameter (\(term.prefix(40))): it is not served here")
      }
      let parts = term.split(separator: ":", maxSplits: 1).map { Self.name(String($0)) }
      guard let last = parts.last else { throw .unparsed("select parameter") }
      let name = try column(last)
      selected.append(parts.count == 2 ? "\(name) AS \(SQLName.quoted(parts[0]))" : name)
    }
    return selected.isEmpty ? ["*"] : selected
  }

  private func orderTerm(_ term: String) throws(RestFault) -> String {
    var pieces = term.split(separator: ".").map(String.init)
    guard !pieces.isEmpty else { throw .unparsed("order") }
    var text = try column(Self.name(pieces.removeFirst()))
    for (suffix, words) in [
      ("asc", " ASC"), ("desc", " DESC"), ("nullsfirst", " NULLS FIRST"),
      ("nullslast", " NULLS LAST"),
    ] where pieces.first == suffix {
      text += words
      pieces.removeFirst()
    }
    guard pieces.isEmpty else { throw .unparsed("order (\(term.prefix(60)))") }
    return text
  }

  private mutating func setLimit(_ text: String) throws(RestFault) {
    guard let asked = Int(text) else { return }
    guard asked >= 0 else {
      throw RestFault(416, "PGRST103", "Requested range not satisfiable")
    }
    limit = min(asked, Self.mostRows)
  }

  private mutating func filter(_ name: String, _ text: String) throws(RestFault) {
    let column = try column(Self.name(name))
    var rest = text[...]
    let isNegated = rest.hasPrefix("not.")
    if isNegated { rest = rest.dropFirst(4) }
    guard let dot = rest.firstIndex(of: ".") else { throw .unparsed("filter (\(text.prefix(40)))") }
    let value = String(rest[rest.index(after: dot)...])
    let condition = try condition(column, String(rest[..<dot]), value, in: text)
    conditions.append(isNegated ? "NOT (\(condition))" : condition)
  }

  private static let comparisons = [
    "eq": "=", "neq": "<>", "gt": ">", "gte": ">=", "lt": "<", "lte": "<=", "cs": "@>",
    "cd": "<@", "ov": "&&",
  ]
  private static let states = [
    "null": "NULL", "not_null": "NOT NULL", "true": "TRUE", "false": "FALSE",
    "unknown": "UNKNOWN",
  ]

  private mutating func condition(
    _ column: String, _ word: String, _ value: String, in text: String
  ) throws(RestFault) -> String {
    if let sign = Self.comparisons[word] { return "\(column) \(sign) \(bound(value))" }
    switch word {
    case "is":
      guard let state = Self.states[value.lowercased()] else {
        throw .unparsed("filter (\(text.prefix(40)))")
      }
      return "\(column) IS \(state)"
    case "in":
      guard let elements = ListText.elements(value) else {
        throw .unparsed("filter (\(text.prefix(40)))")
      }
      return "\(column) = ANY (\(bound(ArrayText.of(elements))))"
    case "like", "ilike":
      let pattern = String(value.map { $0 == "*" ? "%" : $0 })
      return "\(column) \(word.uppercased()) \(bound(pattern))"
    default: throw .unparsed("filter (\(text.prefix(40)))")
    }
  }

  /// Bound without a type: the column determines it, and the database refuses a value that does not fit.
  private mutating func bound(_ value: String) -> String {
    values.append(value)
    return "$\(values.count)"
  }

  /// A name without its quotes.
  static func name(_ text: String) -> String {
    guard text.count >= 2, text.hasPrefix("\""), text.hasSuffix("\"") else { return text }
    var name = ""
    var isEscaped = false
    for character in text.dropFirst().dropLast() {
      if character == "\\", !isEscaped {
        isEscaped = true
      } else {
        name.append(character)
        isEscaped = false
      }
    }
    return name
  }

  /// The parts between commas outside of quotes and brackets.
  static func split(_ text: String) -> [String] {
    var pieces = [""]
    var depth = 0
    var isQuoted = false
    for character in text {
      if character == "\"" { isQuoted.toggle() }
      if !isQuoted, character == "(" { depth += 1 }
      if !isQuoted, character == ")" { depth -= 1 }
      if character == ",", !isQuoted, depth == 0 {
        pieces.append("")
      } else {
        pieces[pieces.count - 1].append(character)
      }
    }
    return pieces.map { $0.filter { $0 != " " || isQuoted } }.filter { !$0.isEmpty }
  }
}

/// `(a,"b,\"c",d)`: the list after `in.` (supabase-wire 2.4).
enum ListText {
  /// Nil if the text is not a list.
  static func elements(_ text: String) -> [String]? {
    guard text.hasPrefix("("), text.hasSuffix(")"), text.count >= 2 else { return nil }
    var rest = text.dropFirst().dropLast()
    if rest.isEmpty { return [] }
    var elements: [String] = []
    while true {
      var element = ""
      if rest.first == "\"" {
        rest.removeFirst()
        while let character = rest.popFirst(), character != "\"" {
          if character != "\\" {
            element.append(character)
          } else if let escaped = rest.popFirst() {
            element.append(escaped)
          }
        }
      } else {
        while let character = rest.first, character != "," {
          element.append(character)
          rest.removeFirst()
        }
      }
      elements.append(element)
      guard let comma = rest.popFirst() else { return elements }
      guard comma == "," else { return nil }
      if rest.isEmpty { return elements + [""] }
    }
  }
}
