import HTTP
import JSON
import PostgreSQL

/// The tables, columns, keys and functions of the database that a request may use. Only names from
/// this cache become part of a statement, so that a request cannot inject SQL.
struct SchemaCache: Sendable {
  struct Table: Sendable {
    var name: String
    /// The columns, in the order that the table declares.
    var columns: [Column]
    var primaryKey: [String] = []
    /// The sets of columns whose values are unique in the table, including the primary key.
    var uniques: [[String]] = []

    func column(_ name: String) -> Column? { columns.first { $0.name == name } }
  }

  struct Column: Sendable {
    var name: String
    var type: String
    /// The SQL expression of the column's default value; nil if there is none.
    var standard: String?
  }

  struct ForeignKey: Equatable, Sendable {
    var name: String
    var table: String
    var columns: [String]
    var target: String
    var targetColumns: [String]
  }

  struct Function: Sendable {
    /// The names and types of the arguments. The first `required` of them have no default value.
    var arguments: [(name: String, type: String)]
    var required: Int
    var returnsSet: Bool
    /// The columns of the rows that the function returns; empty if it returns plain values.
    var columns: [Column]
    /// The table whose rows the function returns, so that related tables can be embedded in them;
    /// nil if it returns other rows or plain values.
    var table: String?
    var returnsNothing: Bool
    /// Whether the function may change data, so that it needs a writing transaction.
    var isVolatile: Bool
    /// Whether the owner grants the function to callers who are not signed in.
    var isForStrangers: Bool

    /// Returns whether the function has all of these arguments, and needs no others.
    func fits(_ given: Set<String>) -> Bool {
      given.isSubset(of: arguments.map(\.name))
        && arguments.prefix(required).allSatisfy { given.contains($0.name) }
    }
  }

  var tables: [String: Table] = [:]
  var foreignKeys: [ForeignKey] = []
  /// The functions by their names. Several functions may have one name and different arguments.
  var functions: [String: [Function]] = [:]

  func table(_ name: String) throws(RestFault) -> Table {
    guard let table = tables[name] else {
      throw RestFault(
        .notFound, "PGRST205",
        "Could not find the table 'public.\(name.prefix(100))' in the schema cache")
    }
    return table
  }

  /// Returns the function that a call with these arguments means. If they fit several functions, no
  /// one is chosen, because PostgreSQL would refuse the call as ambiguous.
  func function(_ name: String, with given: Set<String>) throws(RestFault) -> Function {
    let candidates = (functions[name] ?? []).filter { $0.fits(given) }
    guard let first = candidates.first else { throw .noFunction(name) }
    guard candidates.count == 1 else { throw .severalFunctions(name, candidates) }
    return first
  }

  /// Reads the tables of the schema `public` that a signed-in person has the right to use, and the
  /// functions that any caller has the right to call.
  static func read(_ database: Database) async throws -> SchemaCache {
    var cache = SchemaCache()
    for row in try await database.run(columns).rows {
      guard let table = row[0], let column = row[1], let type = row[2] else { continue }
      cache.tables[table, default: Table(name: table, columns: [])].columns.append(
        Column(name: column, type: type, standard: row[3]))
    }
    for row in try await database.run(keys).rows {
      guard let table = row[1], cache.tables[table] != nil, let columns = names(row[3]) else {
        continue
      }
      if row[2] != "f" { cache.tables[table]?.uniques.append(columns) }
      if row[2] == "p" { cache.tables[table]?.primaryKey = columns }
      guard row[2] == "f", let name = row[0], let target = row[4], cache.tables[target] != nil,
        let targetColumns = names(row[5])
      else { continue }
      cache.foreignKeys.append(
        ForeignKey(
          name: name, table: table, columns: columns, target: target, targetColumns: targetColumns))
    }
    for row in try await database.run(functionList).rows {
      guard let name = row[0], let given = row[1].flatMap({ try? JSONValue.parse($0).array })
      else { continue }
      let arguments = given.compactMap { one -> (String, String)? in
        guard let name = one["name"]?.string, let type = one["type"]?.string else { return nil }
        return name.isEmpty ? nil : (name, type)
      }
      // A function with an unnamed argument is left out, because requests name the arguments and so
      // cannot call it.
      guard arguments.count == given.count else { continue }
      let function = Function(
        arguments: arguments, required: arguments.count - (row[2].flatMap { Int($0) } ?? 0),
        returnsSet: row[3] == "t",
        columns: (row[6].flatMap { try? JSONValue.parse($0).array } ?? []).compactMap { one in
          guard let name = one["name"]?.string, let type = one["type"]?.string else { return nil }
          return Column(name: name, type: type, standard: nil)
        }, table: row[7], returnsNothing: row[4] == "t", isVolatile: row[5] == "v",
        isForStrangers: row[8] == "t")
      cache.functions[name, default: []].append(function)
    }
    return cache
  }

  private static func names(_ json: String?) -> [String]? {
    json.flatMap { try? JSONValue.parse($0).array }?.compactMap(\.string)
  }

  private static let columns = """
    SELECT c.relname, a.attname, format_type(a.atttypid, a.atttypmod), pg_get_expr(d.adbin, d.adrelid)
    FROM pg_catalog.pg_class AS c
    JOIN pg_catalog.pg_attribute AS a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    LEFT JOIN pg_catalog.pg_attrdef AS d ON d.adrelid = c.oid AND d.adnum = a.attnum AND a.attgenerated = ''
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v')
      AND (has_table_privilege('authenticated', c.oid, 'SELECT')
        OR has_any_column_privilege('authenticated', c.oid, 'SELECT'))
    ORDER BY c.relname, a.attnum
    """

  /// Selects the primary, unique and foreign keys of the tables, each with its columns in order.
  private static let keys = """
    SELECT c.conname, t.relname, c.contype,
      (SELECT json_agg(a.attname ORDER BY k.place) FROM unnest(c.conkey) WITH ORDINALITY AS k(number, place)
        JOIN pg_catalog.pg_attribute AS a ON a.attrelid = c.conrelid AND a.attnum = k.number),
      r.relname,
      (SELECT json_agg(a.attname ORDER BY k.place) FROM unnest(c.confkey) WITH ORDINALITY AS k(number, place)
        JOIN pg_catalog.pg_attribute AS a ON a.attrelid = c.confrelid AND a.attnum = k.number)
    FROM pg_catalog.pg_constraint AS c
    JOIN pg_catalog.pg_class AS t ON t.oid = c.conrelid
    LEFT JOIN pg_catalog.pg_class AS r ON r.oid = c.confrelid AND r.relnamespace = 'public'::regnamespace
    WHERE c.connamespace = 'public'::regnamespace AND c.contype IN ('p', 'u', 'f')
    ORDER BY t.relname, c.conname
    """

  /// Selects the functions that requests may call. One with any number of arguments (`VARIADIC`) is
  /// left out, because a request names each argument.
  ///
  /// The columns of a result are the function's own (`TABLE`, `OUT`), or else those of the table or
  /// composite type whose rows it returns.
  ///
  /// PostgreSQL lets every role execute a new function (`PUBLIC`). Callers who are not signed in may
  /// therefore call only what is granted to `anon` by name.
  private static let functionList = """
    SELECT p.proname,
      coalesce((SELECT json_agg(json_build_object('name', p.proargnames[place], 'type', format_type(type, NULL)) ORDER BY place)
        FROM unnest(coalesce(p.proallargtypes, p.proargtypes::oid[])) WITH ORDINALITY AS given(type, place)
        WHERE coalesce(p.proargmodes[place], 'i') IN ('i', 'b')), '[]'),
      p.pronargdefaults, p.proretset, p.prorettype = 'void'::regtype, p.provolatile,
      coalesce(
        (SELECT json_agg(json_build_object('name', p.proargnames[place], 'type', format_type(type, NULL)) ORDER BY place)
          FROM unnest(p.proallargtypes) WITH ORDINALITY AS given(type, place) WHERE p.proargmodes[place] IN ('t', 'o', 'b')),
        (SELECT json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) ORDER BY a.attnum)
          FROM pg_catalog.pg_attribute AS a WHERE a.attrelid = r.oid AND a.attnum > 0 AND NOT a.attisdropped)),
      CASE WHEN r.relnamespace = p.pronamespace AND r.relkind <> 'c' THEN r.relname END,
      EXISTS (SELECT 1 FROM aclexplode(p.proacl) AS a WHERE a.grantee = 'anon'::regrole AND a.privilege_type = 'EXECUTE')
    FROM pg_catalog.pg_proc AS p
    JOIN pg_catalog.pg_type AS t ON t.oid = p.prorettype
    LEFT JOIN pg_catalog.pg_class AS r ON r.oid = t.typrelid
    WHERE p.pronamespace = 'public'::regnamespace AND p.prokind = 'f' AND p.prorettype <> 'trigger'::regtype AND p.provariadic = 0
      AND EXISTS (SELECT 1 FROM pg_catalog.pg_roles AS caller
        WHERE caller.rolname IN ('anon', 'authenticated', 'service_role') AND has_function_privilege(caller.oid, p.oid, 'EXECUTE'))
    ORDER BY p.proname, p.oid
    """
}
