import JSON
import PostgreSQL

/// The tables, columns and functions that a request may name: no other name ever becomes part of a statement.
struct SchemaCache: Sendable {
  struct Function: Sendable {
    /// The names and types of its arguments, and how many are required.
    var arguments: [(name: String, type: String)]
    var required: Int
    var returnsSet: Bool
    var returnsNothing: Bool
    /// Whether it may change data.
    var isVolatile: Bool
  }

  /// Columns by table, in their order.
  var tables: [String: [String]] = [:]
  var functions: [String: Function] = [:]

  /// Reads what a signed-in person may use of `public`.
  static func read(_ database: Database) async throws -> SchemaCache {
    var cache = SchemaCache()
    for row in try await database.run(columns).rows {
      guard let table = row[0], let column = row[1] else { continue }
      cache.tables[table, default: []].append(column)
    }
    for row in try await database.run(functionList).rows {
      guard let name = row[0], let given = row[1].flatMap({ try? JSONValue.parse($0).array })
      else { continue }
      let arguments = given.compactMap { one -> (String, String)? in
        guard let name = one["name"]?.string, let type = one["type"]?.string else { return nil }
        return (name, type)
      }
      cache.functions[name] = Function(
        arguments: arguments, required: arguments.count - (row[2].flatMap { Int($0) } ?? 0),
        returnsSet: row[3] == "t", returnsNothing: row[4] == "t", isVolatile: row[5] == "v")
    }
    return cache
  }

  private static let columns = """
    SELECT c.relname, a.attname
    FROM pg_catalog.pg_class AS c
    JOIN pg_catalog.pg_attribute AS a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v')
      AND (has_table_privilege('authenticated', c.oid, 'SELECT')
        OR has_any_column_privilege('authenticated', c.oid, 'SELECT'))
    ORDER BY c.relname, a.attnum
    """

  /// Functions with named arguments only; if two share a name, neither can be called.
  private static let functionList = """
    SELECT p.proname,
      coalesce((SELECT json_agg(json_build_object('name', p.proargnames[place], 'type', format_type(type, NULL)) ORDER BY place)
        FROM unnest(p.proargtypes::oid[]) WITH ORDINALITY AS given(type, place)), '[]'),
      p.pronargdefaults, p.proretset, p.prorettype = 'void'::regtype, p.provolatile
    FROM pg_catalog.pg_proc AS p
    WHERE p.pronamespace = 'public'::regnamespace AND p.prokind = 'f'
      AND has_function_privilege('authenticated', p.oid, 'EXECUTE')
      AND (SELECT count(*) FROM pg_catalog.pg_proc AS o
        WHERE o.pronamespace = p.pronamespace AND o.proname = p.proname) = 1
    """
}
