import Testing

extension Household {
  /// The tables whose rows stay in one data file: they are not shared with the family, and undo
  /// does not change them.
  private static let own: Set = [
    "compass_meta", "device_preferences", "handles", "journal", "local_credentials",
    "local_sessions", "kept_files", "sqlite_sequence",
  ]

  /// The names of the tables whose rows a family shares, which are the same in every file.
  private static let sharedTables = Result {
    try Household().sql("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name;")
      .split(separator: "\n").map { String($0.dropFirst().dropLast()) }
      .filter { !own.contains($0) && !$0.hasPrefix("sqlite_") }
  }

  /// The result of `sharedRows` for a new demo family.
  static let demoRows = Result { try Household().sharedRows() }

  /// Returns the rows that undo covers: those of the shared tables, and people's quick tasks. They
  /// are sorted, so that the order of writing does not matter.
  func sharedRows() throws -> [String] {
    let tables = try Self.sharedTables.get().joined(separator: " ")
    return try sql(
      """
      .dump --data-only \(tables)
      SELECT key, value FROM device_preferences WHERE key LIKE 'user_tasks-%';
      """
    ).split(separator: "\n").map(String.init).sorted()
  }

  /// Returns the newest handles of each kind, by the kind's letter, such as `["s30", "s29"]` for
  /// `s`.
  func newestHandles(_ count: Int) throws -> [Character: [String]] {
    let handles = try sql(
      """
      SELECT kind || number FROM (
        SELECT kind, number, row_number() OVER (PARTITION BY kind ORDER BY number DESC) AS place
        FROM handles) WHERE place <= \(count) ORDER BY kind, number DESC;
      """
    ).split(separator: "\n").map { String($0.dropFirst().dropLast()) }
    return Dictionary(grouping: handles) { $0.first ?? "?" }
  }
}
