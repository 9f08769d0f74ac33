import Basics
import CivilTime
import Domain
import JSON
import Persistence
import SQLite

/// Reads and writes a person's preferences, which are rows of `user_preferences`, and the history
/// of their changes, within a transaction.
struct PreferenceRows {
  let scope: Scope

  func stored(_ category: PreferenceCategory, of person: RecordID) throws -> StoredPreference {
    let found = try scope.connection.first(
      "SELECT data, updated_at FROM user_preferences WHERE user_id = ? AND category = ?", person,
      category.rawValue
    ) { row in (try row.text(0), try row.text(1)) }
    return StoredPreference(
      category: category, data: JSONColumn.value(found?.0),
      updatedAt: found.flatMap { Instant($0.1) })
  }

  /// Replaces a person's stored preferences of a category, such as those for notifications, and
  /// adds the change to the history. If nothing has changed, nothing is written.
  ///
  /// - Throws: a problem for a number that is out of its range.
  func save(
    _ data: JSONObject, as category: PreferenceCategory, of person: RecordID
  ) throws -> SavedPreference {
    let before = try stored(category, of: person)
    try category.check(data, replacing: before.data)
    let after = JSONValue.object(data)
    let changed = PreferenceChange.changedFields(from: before.data, to: after)
    guard !changed.isEmpty else { return SavedPreference(preference: before, changedFields: []) }
    try scope.connection.execute(
      """
      INSERT INTO user_preferences (id, user_id, category, data, created_at, updated_at)
      VALUES (?1, ?2, ?3, ?4, ?5, ?5)
      ON CONFLICT (user_id, category) DO UPDATE SET data = ?4, updated_at = ?5
      """, RecordID.named("preferences \(category.rawValue)", under: person), person,
      category.rawValue, after.text, scope.now.description)
    try note(before.data, after, changed, category, person)
    return SavedPreference(
      preference: StoredPreference(category: category, data: after, updatedAt: scope.now),
      changedFields: changed)
  }

  func clear(_ category: PreferenceCategory, of person: RecordID) throws -> SavedPreference {
    let before = try stored(category, of: person)
    let empty = JSONValue.object([:])
    let changed = PreferenceChange.changedFields(from: before.data, to: empty)
    try scope.connection.execute(
      "DELETE FROM user_preferences WHERE user_id = ? AND category = ?", person, category.rawValue)
    if !changed.isEmpty { try note(before.data, empty, changed, category, person) }
    return SavedPreference(
      preference: StoredPreference(category: category), changedFields: changed)
  }

  func history(
    of category: PreferenceCategory, of person: RecordID, limit: Int
  ) throws -> [PreferenceChange] {
    try scope.connection.query(
      """
      SELECT old_value, new_value, changed_fields, changed_by, created_at FROM preference_history
      WHERE user_id = ? AND category = ? ORDER BY created_at DESC, id DESC LIMIT ?
      """, person, category.rawValue, limit
    ) { row in
      PreferenceChange(
        category: category, oldValue: JSONColumn.value(try row.optionalText(0)),
        newValue: JSONColumn.value(try row.text(1)) ?? .object([:]),
        changedFields: TextList.texts(try row.text(2)) ?? [],
        changedBy: try scope.reference(toPerson: try row.recordID(3)),
        createdAt: Instant(try row.text(4)) ?? Instant(milliseconds: 0))
    }
  }

  private func note(
    _ old: JSONValue?, _ new: JSONValue, _ changed: [String], _ category: PreferenceCategory,
    _ person: RecordID
  ) throws {
    try scope.connection.execute(
      """
      INSERT INTO preference_history
        (id, user_id, category, old_value, new_value, changed_fields, changed_by, created_at)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      """, scope.ids.next(), person, category.rawValue, old?.text, new.text,
      JSONValue.array(changed.map(JSONValue.string)).text, scope.caller.id,
      scope.now.description)
  }
}
