import HTTP
public import JSON

/// A query for rows of one table of the server: which rows and columns a request reads, in the
/// query syntax of PostgREST, the interface of the server's tables (supabase-wire.md 2).
public struct TableQuery: Equatable, Sendable {
  public enum Comparison: String, Sendable {
    case equal = "eq"
    case different = "neq"
    case greater = "gt"
    case atLeast = "gte"
    case less = "lt"
    case atMost = "lte"
  }

  public let table: String
  private var filters: [Fields.Field] = []
  private var orders: [String] = []
  private var selected: [String] = []
  private var page: (limit: Int?, offset: Int?) = (nil, nil)

  public init(_ table: String) { self.table = table }

  /// Returns the query restricted to these columns.
  public func selecting(_ columns: String...) -> TableQuery {
    changed { $0.selected += columns.map(Self.name) }
  }

  /// Returns the query restricted to the rows for which the comparison of the column with the value
  /// is true. A comparison with null is true for no row; to find nulls, call the variant with
  /// `isNull`.
  public func filtered(
    _ column: String, _ comparison: Comparison, _ value: JSONValue
  ) -> TableQuery {
    // PostgREST takes everything up to the end of the text as the value, so the value needs no
    // quotes.
    changed { $0.add(column, "\(comparison.rawValue).\(Self.text(value))") }
  }

  public func filtered(_ column: String, isIn values: [JSONValue]) -> TableQuery {
    changed { $0.add(column, "in.(\(values.map(Self.element).joined(separator: ",")))") }
  }

  public func filtered(_ column: String, isNull: Bool) -> TableQuery {
    changed { $0.add(column, isNull ? "is.null" : "not.is.null") }
  }

  /// Returns the query with its rows sorted by a column. Nulls come last unless `nullsFirst`;
  /// PostgreSQL's default would depend on the direction.
  public func ordered(
    by column: String, descending: Bool = false, nullsFirst: Bool = false
  ) -> TableQuery {
    changed {
      $0.orders.append(
        "\(Self.name(column)).\(descending ? "desc" : "asc").\(nullsFirst ? "nullsfirst" : "nullslast")"
      )
    }
  }

  public func limited(to limit: Int, from offset: Int = 0) -> TableQuery {
    changed { $0.page = (max(0, limit), offset > 0 ? offset : nil) }
  }

  var fields: [Fields.Field] {
    var fields = filters
    fields.insert(
      .init("select", selected.isEmpty ? "*" : selected.joined(separator: ",")), at: 0)
    if !orders.isEmpty { fields.append(.init("order", orders.joined(separator: ","))) }
    if let limit = page.limit { fields.append(.init("limit", String(limit))) }
    if let offset = page.offset { fields.append(.init("offset", String(offset))) }
    return fields
  }

  private func changed(_ change: (inout TableQuery) -> Void) -> TableQuery {
    var query = self
    change(&query)
    return query
  }

  private mutating func add(_ column: String, _ condition: String) {
    filters.append(.init(Self.name(column), condition))
  }

  public static func == (left: TableQuery, right: TableQuery) -> Bool {
    left.table == right.table && left.fields == right.fields
  }

  // MARK: - The query syntax of PostgREST

  /// Returns the name of a column as PostgREST needs it: in quotes if it would otherwise be
  /// misread.
  static func name(_ name: String) -> String {
    let isPlain = name.utf8.allSatisfy {
      (0x61...0x7A).contains($0 | 0x20) || (0x30...0x39).contains($0) || $0 == 0x5F
    }
    return isPlain && !name.isEmpty ? name : quoted(name)
  }

  static func text(_ value: JSONValue) -> String { value.string ?? value.text }

  /// Returns an element of a list of values as PostgREST needs it: in quotes unless all of its
  /// characters are safe.
  static func element(_ value: JSONValue) -> String {
    let text = text(value)
    let isPlain = text.utf8.allSatisfy {
      (0x61...0x7A).contains($0 | 0x20) || (0x30...0x39).contains($0) || "-_.:+".utf8.contains($0)
    }
    return isPlain && !text.isEmpty ? text : quoted(text)
  }

  private static func quoted(_ text: String) -> String {
    var bytes = [UInt8(ascii: "\"")]
    for byte in text.utf8 {
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
        bytes.append(UInt8(ascii: "\\"))
      }
      bytes.append(byte)
    }
    return String(decoding: bytes + [UInt8(ascii: "\"")], as: UTF8.self)
  }
}
