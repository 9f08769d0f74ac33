public import Basics
public import SQLite

/// Data that this device remembers for a person, such as filters, the last viewed athlete and quick
/// tasks. It is never sent to other devices.
///
/// The command `undo` reverts a change only if the undo step records this table too. The steps of
/// quick tasks record it, because people type quick tasks and would lose their text.
public struct DevicePreferences {
  public static let table = "device_preferences"

  private let connection: DatabaseConnection

  fileprivate init(_ connection: DatabaseConnection) {
    self.connection = connection
  }

  public func value(_ key: String, of person: RecordID?) throws -> String? {
    try connection.first(
      "SELECT value FROM device_preferences WHERE user_id = ? AND key = ?", Self.owner(person), key
    ) { row in try row.text(0) }
  }

  public func values(of person: RecordID?) throws -> [String: String] {
    let pairs = try connection.query(
      "SELECT key, value FROM device_preferences WHERE user_id = ?", Self.owner(person)
    ) { row in (try row.text(0), try row.text(1)) }
    return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
  }

  public func set(_ key: String, to value: String, for person: RecordID?) throws {
    try connection.execute(
      """
      INSERT INTO device_preferences (user_id, key, value) VALUES (?, ?, ?)
      ON CONFLICT (user_id, key) DO UPDATE SET value = excluded.value
      """, Self.owner(person), key, value)
  }

  public func remove(_ key: String, of person: RecordID?) throws {
    try connection.execute(
      "DELETE FROM device_preferences WHERE user_id = ? AND key = ?", Self.owner(person), key)
  }

  /// Returns the id of the person in the form of the table's column. Without a person it is an
  /// empty text: such preferences belong to the device itself, as the theme and the width do.
  private static func owner(_ person: RecordID?) -> String {
    person?.description ?? ""
  }
}

extension DatabaseConnection {
  public var devicePreferences: DevicePreferences { DevicePreferences(self) }
}
