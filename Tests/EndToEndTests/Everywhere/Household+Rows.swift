import Testing

extension Household {
  /// The tables whose rows stay in one data file: they are not shared with the family, and undo
  /// does not change them.
  private static let own: Set = [
    "compass_meta", "device_preferences", "handles", "journal", "local_credentials",
    "local_sessions", "kept_files", "sqlite_sequence",
  ]

  /// Returns the names of the tables whose rows a family shares.
  func sharedTables() throws -> [String] {
    try sql("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name;")
      .split(separator: "\n").map { String($0.dropFirst().dropLast()) }
      .filter { !Self.own.contains($0) && !$0.hasPrefix("sqlite_") }
  }

  /// Returns the rows that undo covers: those of the shared tables, and people's quick tasks. They
  /// are sorted, so that the order of writing does not matter.
  func sharedRows() throws -> [String] {
    let family = try sql(".dump --data-only " + sharedTables().joined(separator: " "))
    let quickTasks = try sql(
      "SELECT key, value FROM device_preferences WHERE key LIKE 'user_tasks-%';")
    return (family + quickTasks).split(separator: "\n").map(String.init).sorted()
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
