import SQLite

/// The checks of a data file's content: SQLite's own check for damage, and a search for rows that
/// refer to missing rows. A backup must pass both before it is restored.
enum Soundness {
  static func findings(_ connection: DatabaseConnection) throws -> [String] {
    let damage = try connection.integrityFindings()
    guard damage.isEmpty else { return damage }
    return try danglingReferences(connection)
  }

  static func danglingReferences(_ connection: DatabaseConnection) throws -> [String] {
    try connection.foreignKeyFindings().map { finding in
      let row = finding.rowID.map { " row \($0)" } ?? ""
      return "\(finding.table)\(row) refers to something missing in \(finding.parent)"
    }
  }
}
