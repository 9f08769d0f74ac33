import SQLite

/// The people whom a data file has after an erasure. They are compared with the people of a backup,
/// to find the backups that contain an erased person.
///
/// An erased person may be in a backup under another id, because connecting a person to a server
/// replaces the person's id. So a backup with any person who is not in the data file counts as one
/// that contains the erased person.
struct RemainingPeople: Sendable {
  private struct Person: Sendable {
    var id: String?
    var role: String?
    var name: String?
    var email: String?

    func mayBe(_ other: Person) -> Bool {
      role == other.role
        && (name != nil && name == other.name || email != nil && email == other.email)
    }
  }

  private let people: [Person]

  init(_ connection: DatabaseConnection) throws {
    // A damaged value must not prevent an erasure, so each value is read as a text.
    people = try connection.query(
      """
      SELECT CAST(id AS TEXT), CAST(role AS TEXT), CAST(full_name AS TEXT), CAST(email AS TEXT)
      FROM users
      """
    ) { row in
      Person(
        id: try row.optionalText(0), role: try row.optionalText(1),
        name: try row.optionalText(2), email: try row.optionalText(3))
    }
  }

  /// Returns whether a backup contains a person who is none of these people.
  ///
  /// A person with an unknown id and the role and name of a remaining person is taken for that
  /// person, unless the backup also contains the remaining person's id.
  func lackOne(of backup: DatabaseConnection) throws -> Bool {
    let there = try RemainingPeople(backup).people
    var elsewhere = people.filter { one in !there.contains { $0.id == one.id } }
    for one in there where !people.contains(where: { $0.id == one.id }) {
      guard let same = elsewhere.firstIndex(where: { $0.mayBe(one) }) else { return true }
      elsewhere.remove(at: same)
    }
    return false
  }
}
