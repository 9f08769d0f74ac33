import Basics
import Domain
import JSON
import SQLite

@testable import Sharing

/// Collects the values that people wrote in the simulation, and finds those that got lost.
///
/// A value is not lost if it can be read in the end, if a person who saw it replaced it, or if
/// `sync conflicts` has shown that the server refused it. A value in the outbox that no command
/// shows counts as lost.
struct Readable {
  /// The place of one value that people can change by itself: a column of a record, a member of
  /// settings, or a person's private note.
  struct Place: Hashable {
    var table: String
    var id: String
    var field: String
    /// The only person who can read the value; nil for a value that the whole family can read.
    var person: RecordID?
  }

  struct Writing {
    var place: Place
    /// The value before the change; nil if there was none.
    var before: JSONValue?
    /// The value after the change; nil if the value or its record was deleted.
    var after: JSONValue?
    var by: String
  }

  private(set) var writings: [Writing] = []
  private var shown: Set<String> = []

  /// The columns that the simulation compares, because several people change them: words of lists,
  /// single lines and long texts.
  private static let columns = [
    "schools": ["priority_tier", "notes", "city", "pros", "status"], "coaches": ["email"],
    "interactions": ["type", "subject"],
  ]

  /// Returns the values that a person can read on a device, by their places. Only the columns that
  /// the simulation compares are included.
  static func all(
    of person: RecordID, in connection: DatabaseConnection
  ) throws -> [Place: JSONValue] {
    var found: [Place: JSONValue] = [:]
    for (table, columns) in columns {
      try connection.forEachRow(
        "SELECT id, \(columns.joined(separator: ", ")), \(table == "interactions" ? "NULL" : "private_notes") FROM \(table)"
      ) { row in
        let id = try row.text(0)
        for (place, column) in columns.enumerated() {
          let value = WireValue.canonical(
            WireValue.sent(try row.value(place + 1), WireForm.of(ColumnName(unchecked: column))))
          // A new record has an empty list in every column of lists. An empty list therefore does
          // not count as a value that a person has written.
          if !value.isNull, value.array?.isEmpty != true {
            found[Place(table: table, id: id, field: column)] = value
          }
        }
        let notes = try row.optionalText(columns.count + 1).flatMap { try? JSONValue.parse($0) }
        if let note = notes?[person.description], !note.isNull {
          found[Place(table: table, id: id, field: "note", person: person)] = note
        }
        return true
      }
    }
    try connection.forEachRow(
      "SELECT category, data FROM user_preferences WHERE user_id = ?", person
    ) { row in
      let category = try row.text(0)
      for member in (try? JSONValue.parse(try row.text(1)))?.object?.members ?? [] {
        found[
          Place(table: "user_preferences", id: category, field: member.key, person: person)] =
          WireValue.canonical(member.value)
      }
      return true
    }
    return found
  }

  /// Stores which values the command of a person has changed: the differences between the values
  /// before and after the command.
  mutating func note(
    _ before: [Place: JSONValue], _ after: [Place: JSONValue], by name: String
  ) {
    for place in Set(before.keys).union(after.keys) where before[place] != after[place] {
      writings.append(
        Writing(place: place, before: before[place], after: after[place], by: name))
    }
  }

  /// Stores the values that `sync conflicts` has shown to a person, because such values are not
  /// lost.
  mutating func note(_ conflicts: [SyncConflict]) {
    for one in conflicts.flatMap(\.differences) {
      for text in [one.mine, one.theirs].compactMap({ $0 }) { shown.insert(text) }
    }
  }

  /// Returns a sentence for each lost value: it cannot be read in the end, and no person who saw it
  /// replaced it.
  ///
  /// - Parameter end: the values that can be read on any device in the end.
  func lost(_ end: [Place: JSONValue]) -> [String] {
    writings.compactMap { writing in
      guard let after = writing.after, end[writing.place] != after else { return nil }
      let isReplaced = writings.contains { $0.place == writing.place && $0.before == after }
      let text = Self.words(after)
      guard !isReplaced,
        !shown.contains(where: { $0 == text || text.count > 5 && $0.contains(text) })
      else {
        return nil
      }
      return
        "\(writing.place.table).\(writing.place.field) “\(text)” of \(writing.by) was acknowledged and nobody can read it; there is \(end[writing.place].map(Self.words) ?? "nothing")"
    }
  }

  /// Returns a value as `sync conflicts` shows it.
  private static func words(_ value: JSONValue) -> String {
    switch value {
    case .string(let text): text
    case .array(let values): values.map(words).joined(separator: ", ")
    default: value.text
    }
  }
}
