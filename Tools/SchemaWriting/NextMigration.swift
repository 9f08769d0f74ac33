/// The next migration of both databases, as text for the two source files that must get it.
package struct NextMigration {
  package var file: [SchemaStep]
  package var server: [SchemaStep]

  package init(file: [SchemaStep], server: [SchemaStep]) {
    self.file = file
    self.server = server
  }

  package var isEmpty: Bool { file.isEmpty && server.isEmpty }

  /// - Parameters:
  ///   - fileNumber: the number that the next migration of the SQLite file gets.
  ///   - serverNumber: the number that the server's next migration file gets.
  package func text(fileNumber: Int, serverNumber: Int) -> String {
    var parts: [String] = []
    if !file.isEmpty {
      let script = file.map(\.text).joined(separator: "\n").split(separator: "\n")
      let lines = script.map { "    " + $0 }.joined(separator: "\n")
      parts.append(
        """
        Into Modules/Services/Backends/SQLBackend/Schema/CompassSchema.swift, behind the last migration:

        Migration(
          \(fileNumber), "…",
          sql: \"""
        \(lines)
            \""")
        """)
    }
    if !server.isEmpty {
      let digits = String(serverNumber)
      let number = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
      parts.append(
        """
        Into Modules/Services/PostgreSQLSchema/Migrations/\(number)-….sql:

        SELECT set_config('role', 'compass_owner', true)
        WHERE EXISTS (SELECT 1 FROM pg_catalog.pg_roles WHERE rolname = 'compass_owner');

        \(server.map(\.text).joined(separator: "\n"))
        """)
    }
    return parts.joined(separator: "\n\n")
  }
}
