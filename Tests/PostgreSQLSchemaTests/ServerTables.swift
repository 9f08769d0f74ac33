import Testing

/// The tables of `public`, as the server's catalog describes them.
struct ServerTables {
  struct Column {
    /// The base type, without its domain.
    var type: String
    var isRequired: Bool
    var defaultText: String?
    /// All constraints for the value, of the column and of its domain.
    var rules: String

    /// The type of such a value in the file (decision 4).
    var fileType: String {
      switch type {
      case "boolean", "integer", "bigint": "INTEGER"
      case _ where type.hasPrefix("numeric"): "REAL"
      default: "TEXT"
      }
    }

    /// Ids, moments and the current day, which the program always sends.
    var isMadeByServer: Bool {
      ["gen_random_uuid()", "compass.moment()", "CURRENT_DATE"].contains(defaultText)
    }

    /// `'{}'::jsonb` as `{}`.
    var plainDefault: String? {
      guard let text = defaultText else { return nil }
      guard let match = text.wholeMatch(of: /'(.*)'::[a-z ]+(\[\])?/) else { return text }
      return String(match.1)
    }
  }

  struct Reference: Equatable {
    var table: String
    var onDelete: String
  }

  private let server: DatabaseServer
  private let database = "compass"
  let tables: Set<String>
  let columns: [String: Column]
  let references: [String: Reference]
  /// `table: a, b`, for constraints that apply to all rows.
  let uniqueRules: Set<String>

  init() throws {
    server = try DatabaseServer.plain.get()
    var columns: [String: Column] = [:]
    // One line for each column; parts that may contain any character are last.
    for line in try server.query(
      """
      SELECT c.relname || '.' || a.attname,
        format_type(CASE WHEN t.typtype = 'd' THEN t.typbasetype ELSE t.oid END, NULL),
        a.attnotnull, coalesce(pg_get_expr(d.adbin, d.adrelid), ''),
        replace(concat_ws(' ',
          (SELECT string_agg(pg_get_constraintdef(k.oid), ' ') FROM pg_constraint AS k
           WHERE k.conrelid = c.oid AND k.contype = 'c' AND k.conkey = ARRAY[a.attnum]),
          (SELECT string_agg(pg_get_constraintdef(k.oid), ' ') FROM pg_constraint AS k
           WHERE k.contypid = t.oid AND t.typtype = 'd')), E'\\n', ' ')
      FROM pg_attribute AS a
      JOIN pg_class AS c ON c.oid = a.attrelid AND c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace
      JOIN pg_type AS t ON t.oid = a.atttypid
      LEFT JOIN pg_attrdef AS d ON d.adrelid = c.oid AND d.adnum = a.attnum
      WHERE a.attnum > 0 AND NOT a.attisdropped
      """, in: database)
    {
      let parts = line.split(separator: "|", maxSplits: 4, omittingEmptySubsequences: false)
        .map(String.init)
      columns[parts[0]] = Column(
        type: parts[1], isRequired: parts[2] == "t", defaultText: parts[3].isEmpty ? nil : parts[3],
        rules: parts[4])
    }
    self.columns = columns
    tables = Set(columns.keys.map { String($0.prefix { $0 != "." }) })

    references = Dictionary(
      uniqueKeysWithValues: try server.query(
        """
        SELECT c.relname || '.' || a.attname, p.relname,
          CASE k.confdeltype WHEN 'c' THEN 'CASCADE' WHEN 'n' THEN 'SET NULL' ELSE 'NO ACTION' END
        FROM pg_constraint AS k
        JOIN pg_class AS c ON c.oid = k.conrelid AND c.relnamespace = 'public'::regnamespace
        JOIN pg_class AS p ON p.oid = k.confrelid
        JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attnum = k.conkey[1]
        WHERE k.contype = 'f'
        """, in: database
      ).map { line in
        let parts = line.split(separator: "|").map(String.init)
        return (parts[0], Reference(table: parts[1], onDelete: parts[2]))
      })

    uniqueRules = Set(
      try server.query(
        """
        SELECT c.relname || ': ' || string_agg(a.attname, ', ' ORDER BY a.attname)
        FROM pg_index AS i
        JOIN pg_class AS c ON c.oid = i.indrelid AND c.relnamespace = 'public'::regnamespace
        JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attnum = ANY (i.indkey)
        WHERE i.indisunique AND i.indpred IS NULL GROUP BY i.indexrelid, c.relname
        """, in: database))
  }

  /// How many characters a column accepts.
  func length(_ column: String) -> Int? {
    guard let rules = columns[column]?.rules else { return nil }
    return rules.matches(of: /char_length\([^<]*<= (\d+)/).compactMap { Int($0.1) }.min()
  }

  /// The words that a column accepts; nil when it accepts any.
  func words(_ column: String) -> Set<String>? {
    guard let rules = columns[column]?.rules, rules.contains("= ANY (ARRAY[") else { return nil }
    return Set(rules.matches(of: /'([^']*)'::text/).map { String($0.1) })
  }

  func catalogue() throws -> [[String]] {
    try server.query(
      """
      SELECT jsonb_build_array(id, category, grade_level::text, title, description, required::integer::text,
        to_jsonb(dependency_task_ids)::text, why_it_matters, failure_risk,
        to_jsonb(division_applicability)::text, due_month::text)
      FROM public.task ORDER BY catalogue_order
      """, in: database
    ).map { try JSONTexts.list($0) }
  }
}
