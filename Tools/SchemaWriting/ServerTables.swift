/// The tables of the schema `public`, as read from the catalog of a server's database.
package struct ServerTables {
  package struct Column {
    /// The SQL type, such as `text`.
    ///
    /// If the column has a domain (a named type with its own rules), this is the type on which the
    /// domain is based.
    package var type: String
    package var isRequired: Bool
    package var defaultText: String?
    /// The text of all CHECK constraints that a value has to meet, those of the column and those of
    /// its domain.
    package var rules: String

    /// The type of a column in the SQLite file that stores the same values (decision 4).
    package var fileType: String {
      switch type {
      case "boolean", "integer", "bigint": "INTEGER"
      case _ where type.hasPrefix("numeric"): "REAL"
      default: "TEXT"
      }
    }

    /// Whether the server's default is an id, the current moment or the current day.
    ///
    /// The program always writes these values itself, so the file needs no such default.
    package var isMadeByServer: Bool {
      ["gen_random_uuid()", "compass.moment()", "CURRENT_DATE"].contains(defaultText)
    }

    /// The default without quotes and type: `{}` if PostgreSQL writes `'{}'::jsonb`.
    package var plainDefault: String? {
      guard let text = defaultText else { return nil }
      guard let match = text.wholeMatch(of: /'(.*)'::[a-z ]+(\[\])?/) else { return text }
      return String(match.1)
    }
  }

  package let tables: Set<String>
  /// The columns of all tables, each under its name in the form `table.column`.
  package let columns: [String: Column]
  package let references: [String: StoredReference]
  /// The unique constraints that apply to all rows of a table, each in the form `table: a, b`.
  package let uniqueRules: Set<String>
  /// The first column of each index, as `table.column`.
  package let indexed: Set<String>

  /// Reads the catalog.
  ///
  /// - Parameter query: runs SQL and returns the rows as lines, with columns separated by `|`.
  package init(query: (String) throws -> [String]) throws {
    var columns: [String: Column] = [:]
    // Each column is one line. The parts that can contain a `|` come last, so that they do not
    // break the split.
    for line in try query(
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
      """)
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
      uniqueKeysWithValues: try query(
        """
        SELECT c.relname || '.' || a.attname, p.relname,
          CASE k.confdeltype WHEN 'c' THEN 'CASCADE' WHEN 'n' THEN 'SET NULL' ELSE 'NO ACTION' END
        FROM pg_constraint AS k
        JOIN pg_class AS c ON c.oid = k.conrelid AND c.relnamespace = 'public'::regnamespace
        JOIN pg_class AS p ON p.oid = k.confrelid
        JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attnum = k.conkey[1]
        WHERE k.contype = 'f'
        """
      ).map { line in
        let parts = line.split(separator: "|").map(String.init)
        return (parts[0], StoredReference(table: parts[1], onDelete: parts[2]))
      })

    uniqueRules = Set(
      try query(
        """
        SELECT c.relname || ': ' || string_agg(a.attname, ', ' ORDER BY a.attname)
        FROM pg_index AS i
        JOIN pg_class AS c ON c.oid = i.indrelid AND c.relnamespace = 'public'::regnamespace
        JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attnum = ANY (i.indkey)
        WHERE i.indisunique AND i.indpred IS NULL GROUP BY i.indexrelid, c.relname
        """))

    indexed = Set(
      try query(
        """
        SELECT c.relname || '.' || a.attname
        FROM pg_index AS i
        JOIN pg_class AS c ON c.oid = i.indrelid AND c.relnamespace = 'public'::regnamespace
        JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attnum = i.indkey[0]
        """))
  }

  /// Returns the maximal number of characters that a column accepts; nil without such a limit.
  package func length(_ column: String) -> Int? {
    guard let rules = columns[column]?.rules else { return nil }
    return rules.matches(of: /char_length\([^<]*<= (\d+)/).compactMap { Int($0.1) }.min()
  }

  /// Returns the words that a column accepts; nil when it accepts any.
  package func words(_ column: String) -> Set<String>? {
    guard let rules = columns[column]?.rules, rules.contains("= ANY (ARRAY[") else { return nil }
    return Set(
      rules.matches(of: /'((?:[^']|'')*)'::text/).map { match in
        match.1.split(separator: "''", omittingEmptySubsequences: false).joined(separator: "'")
      })
  }

  /// Returns the smallest and the largest number that a column accepts; nil without such a
  /// constraint.
  package func range(_ column: String) -> ClosedRange<Double>? {
    guard let rules = columns[column]?.rules,
      let low = rules.firstMatch(of: /\w+ >= \(?\'?(-?[\d.]+)/).flatMap({ Double($0.1) }),
      let high = rules.firstMatch(of: /\w+ <= \(?\'?(-?[\d.]+)/).flatMap({ Double($0.1) }),
      low <= high
    else { return nil }
    return low...high
  }
}
