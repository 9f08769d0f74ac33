public import Basics
import Domain
import Persistence
import SQLite

extension SQLBackend {
  /// Returns every malformed value of the file, for the command `doctor`. It checks no person's
  /// rights.
  public func damagedValues() throws(Problem) -> [DamagedValue] {
    try answering { try file.read { try survey($0).values() } }
  }

  /// Repairs the listed values where a repair is possible, as one undo step and after a backup.
  ///
  /// A value that has changed since it was listed stays as it is. A repair affects the rows of all
  /// people in the file, so only an athlete may make it, just like a restore.
  ///
  /// - Parameter listed: the values that `damagedValues` returned and the user has seen.
  ///
  /// - Returns: how much was repaired, and the backup of the previous content.
  public func repair(_ listed: [DamagedValue]) async throws(Problem) -> Repaired {
    let person = try await person()
    try await read { scope in
      guard scope.caller.role == .player else { throw Problem.readOnly }
    }
    let backup = try answering { try file.backUp() }
    return try step("repairFile", by: person, for: person.id) { scope, step in
      let values = try survey(scope.connection).values().filter(listed.contains)
      var removed: Set<String> = []
      var changed = 0
      for value in values where value.remedy == .removeRow {
        guard removed.insert("\(value.table) \(value.id)").inserted else { continue }
        try scope.connection.execute("DELETE FROM \(value.table) WHERE id = ?", value.id)
      }
      for value in values where !removed.contains("\(value.table) \(value.id)") {
        let text: Value
        switch value.remedy {
        case .rewrite(let rewritten): text = .text(rewritten)
        case .clear: text = .null
        case .removeRow, .none: continue
        }
        try scope.connection.execute(
          "UPDATE \(value.table) SET \(value.column) = ? WHERE id = ?",
          values: [text, .text(value.id)])
        changed += 1
      }
      let repaired = Repaired(values: changed, rows: removed.count, backup: backup)
      step.summary = repaired.words
      return repaired
    }
  }

  private func survey(_ connection: DatabaseConnection) -> DamageSurvey {
    DamageSurvey(
      connection: connection,
      reader: ImportReader(zone: calendar.zone(), today: calendar.today()))
  }
}

/// The result of a repair: how many values it changed, how many rows it removed, and its backup.
public struct Repaired: Equatable, Sendable {
  public var values: Int
  public var rows: Int
  /// The file name of the backup that was made before the repair.
  public var backup: String

  /// Says what was repaired, such as `Repaired 2 values. Removed 1 row`.
  public var words: String {
    let parts = [
      values > 0 ? "Repaired \(values) \(values == 1 ? "value" : "values")" : nil,
      rows > 0 ? "Removed \(rows) \(rows == 1 ? "row" : "rows")" : nil,
    ].compactMap { $0 }
    return parts.isEmpty ? "Nothing could be repaired" : parts.joined(separator: ". ")
  }
}
