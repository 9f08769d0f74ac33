import Domain
import Persistence
import SQLite

/// The rows that the program writes for a profile by itself, such as notifications and suggestions.
enum GeneratedRows {
  /// Deletes what an undo or redo leaves without its owner.
  ///
  /// These rows belong to no undo step. If the step that made a profile is undone, they would stay
  /// without a profile, and the undo would be refused.
  @Sendable static func deleteOrphans(_ connection: DatabaseConnection) throws {
    try SuggestionRows.deleteOrphans(connection)
    let owned: [(TableName, owner: String)] = [
      (.notifications, "user_id"), (.suggestions, "athlete_id"), (.preferences, "user_id"),
      (.parentViews, "parent_user_id"), (.parentViews, "athlete_id"),
    ]
    for (table, owner) in owned {
      try connection.execute(
        "DELETE FROM \(table) WHERE NOT EXISTS (SELECT 1 FROM users WHERE users.id = \(owner))")
    }
  }
}
