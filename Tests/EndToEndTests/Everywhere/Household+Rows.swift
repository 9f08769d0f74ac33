import Testing

extension Household {
  /// Tables of this file alone, which undo does not cover and families do not share.
  private static let own: Set = [
    "compass_meta", "device_preferences", "handles", "journal", "local_credentials",
    "local_sessions", "kept_files", "sqlite_sequence",
  ]

  /// The tables a family shares.
  func sharedTables() throws -> [String] {
    try sql("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name;")
      .split(separator: "\n").map { String($0.dropFirst().dropLast()) }
      .filter { !Self.own.contains($0) && !$0.hasPrefix("sqlite_") }
  }

  /// The rows that undo covers, the family's tables and people's quick tasks, independent of the order in which they were written.
  func sharedRows() throws -> [String] {
    let family = try sql(".dump --data-only " + sharedTables().joined(separator: " "))
    let quickTasks = try sql(
      "SELECT key, value FROM device_preferences WHERE key LIKE 'user_tasks-%';")
    return (family + quickTasks).split(separator: "\n").map(String.init).sorted()
  }

  /// The newest handles of each kind, by the kind's letter: `s` to `["s30", "s29"]`.
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
