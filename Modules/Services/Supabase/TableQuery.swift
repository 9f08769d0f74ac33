import HTTP
public import JSON

/// A query for rows of one table of the server, in the query syntax of PostgREST, the interface of
/// the server's tables (supabase-wire.md 2). It asks for all columns.
public struct TableQuery: Equatable, Sendable {
  public let table: String
  private(set) var fields: [Fields.Field] = [.init("select", "*")]

  public init(_ table: String) { self.table = table }

  /// Returns the query restricted to the rows in which the column has one of the values.
  public func filtered(_ column: String, isIn values: [JSONValue]) -> TableQuery {
    let list = values.map(Self.element).joined(separator: ",")
    var query = self
    query.fields.append(.init(Self.name(column), "in.(\(list))"))
    return query
  }

  // MARK: - The query syntax of PostgREST

  /// Returns the name of a column as PostgREST needs it: in quotes if it would otherwise be
  /// misread.
  private static func name(_ name: String) -> String {
    let isPlain = name.utf8.allSatisfy {
      (0x61...0x7A).contains($0 | 0x20) || (0x30...0x39).contains($0) || $0 == 0x5F
    }
    return isPlain && !name.isEmpty ? name : quoted(name)
  }

  /// Returns an element of a list of values as PostgREST needs it: in quotes unless all of its
  /// characters are safe.
  private static func element(_ value: JSONValue) -> String {
    let text = value.string ?? value.text
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
