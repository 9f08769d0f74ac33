import Basics
import CivilTime
import Domain
import Persistence
import SQLite

extension Scope {
  /// Returns the athlete's graduation year from the row in `users`, or, if it has none, from the
  /// preferences that describe the player (domain.md 4.1).
  func graduationYear(of athlete: RecordID) throws -> Int? {
    try beginning(of: athlete).year
  }

  /// Returns the three values on which the athlete's timeline (the list of tasks by grade) depends:
  /// the graduation year, the sport as the preferences name it, and the day on which the athlete's
  /// profile was created.
  func beginning(
    of athlete: RecordID
  ) throws -> (year: Int?, sport: String?, joined: CalendarDay?) {
    let found = try connection.first(
      """
      SELECT users.graduation_year, user_preferences.data, users.created_at, \(Self.sport)
      FROM users LEFT JOIN user_preferences
        ON user_preferences.user_id = users.id AND user_preferences.category = ?2
      WHERE users.id = ?1
      """, athlete, PreferenceCategory.player.rawValue
    ) { row in
      let joined = try row.optionalText(2).flatMap { Instant($0) }
      return (
        account: try row.optionalInt(0), preferences: try row.optionalText(1),
        joined: joined.map { calendar.zone().day(of: $0) }, sport: try row.optionalText(3)
      )
    }
    guard let found else { throw Problem.noSuch(.person) }
    // The JSON of the preferences is parsed only if the account has no graduation year, because
    // many queries call this method and parsing takes long.
    let year =
      found.account
      ?? PlayerProfile(reading: JSONColumn.value(found.preferences)).graduationYear
    return (year, found.sport, found.joined)
  }

  /// Returns the athlete's sport; nil for baseball, whose terms the stored tasks already use.
  func sportOtherThanBaseball(of athlete: RecordID) throws -> Sport? {
    Sport(
      otherThanBaseball: try connection.first(
        "SELECT \(Self.sport) FROM user_preferences WHERE user_id = ? AND category = ?",
        athlete, PreferenceCategory.player.rawValue
      ) { row in try row.optionalText(0) } ?? nil)
  }

  /// An SQL expression for the sport in the JSON of the preferences that describe the player. It is
  /// NULL if the JSON is malformed, because an error would make the whole query fail.
  private static let sport = """
    CASE WHEN json_valid(user_preferences.data)
      AND json_type(user_preferences.data, '$.primary_sport') = 'text'
    THEN json_extract(user_preferences.data, '$.primary_sport') END
    """
}
