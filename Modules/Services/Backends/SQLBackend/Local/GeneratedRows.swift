import Basics
import Domain
import Persistence
import SQLite

/// The rows that the program writes for a profile without a command of a person, such as
/// notifications and suggestions. No undo step records them, so the undo that removes a profile has
/// to delete them separately.
enum GeneratedRows {
  private static let owners: [(TableName, ColumnName)] = [
    (.notifications, .userID), (.suggestions, .athleteID), (.parentViews, .parentUserID),
    (.parentViews, .athleteID),
  ]

  /// Deletes the generated rows of profiles before an undo removes these profiles.
  ///
  /// The rows refer to these profiles. If they stayed, their references would be broken and the
  /// undo would be refused.
  ///
  /// - Parameter person: the person who created the profiles. The removed profiles are this
  ///   person's own and, if the person is a parent, those of the athletes in the parent's families.
  static func delete(madeBy person: RecordID, in connection: DatabaseConnection) throws {
    let athletes = try connection.query(
      """
      SELECT player_user_id FROM family_members JOIN family_units ON family_units.id = family_unit_id
      WHERE user_id = ? AND player_user_id <> user_id
      """, person
    ) { row in try row.recordID(0) }
    for profile in [person] + athletes {
      for (table, owner) in owners {
        try connection.execute("DELETE FROM \(table) WHERE \(owner) = ?", profile)
      }
      try connection.execute(
        "DELETE FROM \(TableName.preferences) WHERE user_id = ? AND category = ?", profile,
        IDSeed.category)
    }
  }
}
