import Basics
import CivilTime
import Domain
import Persistence
import SQLite

/// SQL conditions that a row must all meet, with the arguments of their `?` in order.
struct Conditions {
  private var parts: [String] = []
  private(set) var values: [Value] = []
  /// The name of the compared column, if the only condition is that this column equals a value;
  /// otherwise nil. Rows can then be counted faster (`RecordScope.count`).
  private(set) var onlyColumn: String?

  init() {}

  init(_ column: String, is id: RecordID) {
    self.init("\(column) = ?", .id(id))
    onlyColumn = column
  }

  init(_ sql: String, _ values: Value...) {
    self.init(sql, values: values)
  }

  init(_ sql: String, values: [Value]) {
    parts = ["(\(sql))"]
    self.values = values
  }

  /// A condition that is false for every row, so that a query finds no rows.
  static let nothing = Conditions("0")

  /// Whether one of the conditions is `nothing`. Then no row can match, and the query need not run.
  var isNothing: Bool { parts.contains(Self.nothing.clause) }

  /// Returns the condition that the JSON list of ids in the column contains this id. The cheap text
  /// search with `instr` comes first and excludes most rows, so that few lists are parsed.
  static func list(_ column: String, holds id: RecordID) -> Conditions {
    Conditions(
      "instr(\(column), ?) > 0 AND EXISTS (SELECT 1 FROM \(list(column)) WHERE value = ?)",
      .id(id), .id(id))
  }

  /// Returns SQL that turns the JSON list in a column into rows. A text that is not JSON counts as
  /// an empty list, because it would otherwise make the whole query fail.
  static func list(_ column: String) -> String {
    "json_each(CASE WHEN json_valid(\(column)) THEN \(column) ELSE '[]' END)"
  }

  mutating func require(_ sql: String, _ values: Value...) {
    add(sql, values)
  }

  mutating func require(_ other: Conditions) {
    add(other.clause, other.values)
  }

  mutating func match(_ column: String, _ value: Value?) {
    if let value { require("\(column) = ?", value) }
  }

  mutating func match(_ column: String, oneOf ids: [RecordID]?) {
    if let ids { require("\(column) IN (SELECT value FROM json_each(?))", .ids(ids)) }
  }

  var clause: String { parts.isEmpty ? "1" : parts.joined(separator: " AND ") }

  /// Requires that each typed word occurs in one of the expressions, in any order, regardless of
  /// case and accents.
  ///
  /// Commas and quotation marks at the ends of a word are ignored, because a name may be typed as
  /// pages write it, such as `Rivera, Ana`. A text of such signs alone is searched for as it is.
  ///
  /// Words that name a state also match a row if one of the expressions in `places` gives a place in
  /// this state.
  mutating func search(_ typed: String?, in expressions: [String], places: [String] = []) {
    let words = (typed ?? "").split(whereSeparator: \.isWhitespace)
    let plain = words.map(Self.withoutSigns).filter { !$0.isEmpty }
    for group in NamedState.grouped((plain.isEmpty ? words : plain).map(String.init)) {
      var wanted = Conditions()
      for word in group.words {
        wanted.search(word: NameMatch.folded(word), in: expressions)
      }
      let letters = places.isEmpty ? nil : group.letters
      let inState = letters.map { _ in
        places.map { " OR \(CompassSchema.stateLetters)(coalesce(\($0), '')) = ?" }.joined()
      }
      add(
        "\(wanted.clause)\(inState ?? "")",
        wanted.values + (letters.map { letters in places.map { _ in Value.text(letters) } } ?? []))
    }
  }

  private static func withoutSigns(_ word: Substring) -> Substring {
    var rest = word
    let isQuoted = rest.first == "\"" || rest.first == "“"
    while let first = rest.first, [",", ";", "\"", "“"].contains(first) { rest.removeFirst() }
    while let last = rest.last, [",", ";", "”"].contains(last) || isQuoted && last == "\"" {
      rest.removeLast()
    }
    return rest
  }

  /// Requires that the word occurs in one of the expressions.
  ///
  /// `LIKE` ignores the case of ASCII letters, which is enough for most texts. A text with other
  /// characters is also searched with the slower SQL function `folded`, which ignores case and
  /// accents.
  private mutating func search(word wanted: String, in expressions: [String]) {
    let hits = expressions.map { text in
      """
      \(text) LIKE ? ESCAPE '\\' OR (\(text) GLOB '*[^ -~]*' AND instr(folded(\(text)), ?) > 0)
      """
    }
    add(
      hits.joined(separator: " OR "),
      expressions.flatMap { _ in [.text(Self.pattern(for: wanted)), .text(wanted)] })
  }

  private mutating func add(_ sql: String, _ values: [Value]) {
    parts.append("(\(sql))")
    self.values += values
    onlyColumn = nil
  }

  private static func pattern(for text: String) -> String {
    var pattern = "%"
    for character in text {
      if "\\%_".contains(character) { pattern.append("\\") }
      pattern.append(character)
    }
    return pattern + "%"
  }
}

/// One term of an ORDER BY clause, with its direction. In a reversed list the direction is the
/// opposite.
struct OrderTerm {
  let sql: String
  var isDescending = false
  /// Whether rows without a value come last even if the smallest value comes first, where SQLite
  /// would put them first. If the largest value comes first, SQLite puts them last anyway.
  var putsEmptyLast = false

  static func ascending(_ sql: String) -> OrderTerm { OrderTerm(sql: sql) }

  /// Sorts the largest first, and rows without a value last in both directions.
  static func descending(_ sql: String) -> OrderTerm {
    OrderTerm(sql: sql, isDescending: true, putsEmptyLast: true)
  }

  static func name(_ sql: String) -> OrderTerm { OrderTerm(sql: "\(sql) COLLATE NOCASE") }

  /// Sorts texts as names, and rows without a text last in both directions.
  static func text(_ sql: String) -> OrderTerm {
    OrderTerm(sql: "nullif(\(sql), '') COLLATE NOCASE", putsEmptyLast: true)
  }

  /// Sorts the smallest first, and rows without a value last in both directions.
  static func smallest(_ sql: String) -> OrderTerm { OrderTerm(sql: sql, putsEmptyLast: true) }

  /// Sorts the newest first, and rows without a date last in both directions.
  static func newest(_ sql: String) -> OrderTerm { descending(sql) }

  /// Sorts by the position of a word in the program's fixed list of such words, for example tier A
  /// before B, because the alphabetical order of words such as statuses would mean nothing to the
  /// user. Words that are not in the list come last in both directions.
  static func rank<Known: Vocabulary>(_ column: String, _ type: Known.Type) -> OrderTerm {
    rank(column, Known.allCases.map(\.rawValue))
  }

  static func rank(_ column: String, _ words: [String]) -> OrderTerm {
    let cases = words.enumerated().map { "WHEN '\($1)' THEN \($0)" }
    return smallest("CASE \(column) \(cases.joined(separator: " ")) END")
  }
}

extension [OrderTerm] {
  /// Returns the SQL of the ORDER BY clause. Its last term is the id, so that rows with equal
  /// values have a fixed order.
  func clause(of table: TableName, reversed: Bool) -> String {
    let terms = map { term -> String in
      guard term.isDescending == reversed else { return "\(term.sql) DESC" }
      return "\(term.sql) ASC\(term.putsEmptyLast ? " NULLS LAST" : "")"
    }
    return (terms + ["\(table).id ASC"]).joined(separator: ", ")
  }
}

extension Value {
  static func id(_ id: RecordID) -> Value { .text(id.description) }
  static func day(_ day: CalendarDay) -> Value { .text(day.description) }
  static func instant(_ instant: Instant) -> Value { .text(instant.description) }
  static func ids(_ ids: some Sequence<RecordID>) -> Value { .text(JSONList.text(ids)) }
  static func raw(_ known: some Vocabulary) -> Value { .text(known.rawValue) }
}
