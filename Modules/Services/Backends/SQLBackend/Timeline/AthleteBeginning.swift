import Basics
import CivilTime
import Domain
import Persistence
import SQLite

extension Scope {
  /// The graduation year of the account, else the one in the player preferences (rule 4.1).
  func graduationYear(of athlete: RecordID) throws -> Int? {
    try yearAndCreation(of: athlete).year
  }

  /// The graduation year, and the day on which the athlete's profile was created.
  func beginning(
    of athlete: RecordID
  ) throws -> (year: Int?, joined: CalendarDay?) {
    let found = try yearAndCreation(of: athlete)
    return (found.year, found.created.map { calendar.zone().day(of: $0) })
  }

  private func yearAndCreation(of athlete: RecordID) throws -> (year: Int?, created: Instant?) {
    let found = try connection.first(
      """
      SELECT users.graduation_year, user_preferences.data, users.created_at FROM users
      LEFT JOIN user_preferences ON user_preferences.user_id = users.id AND user_preferences.category = ?2
      WHERE users.id = ?1
      """, athlete, PreferenceCategory.player.rawValue
    ) { row in (try row.optionalInt(0), try row.optionalText(1), try row.optionalText(2)) }
    guard let found else { throw Problem.noSuch(.person) }
    let created = found.2.flatMap { Instant($0) }
    // The preferences are parsed only for a profile without a year in its column.
    if let account = found.0 { return (account, created) }
    return (PlayerProfile(reading: JSONColumn.value(found.1)).graduationYear, created)
  }
}
