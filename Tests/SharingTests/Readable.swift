import Basics
import Domain
import JSON
import SQLite

@testable import Sharing

/// What people wrote in single values, and whether each can still be read somewhere: it stands, or another was written by a person who saw it, or it
/// was shown as what the server did not take. The outbox is not asked.
struct Readable {
  /// One value as people see it: a column of a record, a member of settings, one person's private note.
  struct Place: Hashable {
    var table: String
    var id: String
    var field: String
    /// Whose, where others do not see it.
    var person: RecordID?
  }

  struct Writing {
    var place: Place
    /// What was there when it was written; nil where nothing was.
    var before: JSONValue?
    /// Nil where the record or the value was taken away.
    var after: JSONValue?
    var by: String
  }

  private(set) var writings: [Writing] = []
  private var shown: Set<String> = []

  /// The columns that two people change at once: words of lists, texts of one line and of many.
  private static let columns = [
    "schools": ["priority_tier", "notes", "city", "pros", "status"], "coaches": ["email"],
    "interactions": ["type", "subject"],
  ]

  /// What a person can read at a device of theirs.
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
            WireValue.sent(try row.value(place + 1), WireForm.of(column)))
          // An empty list is what a new record has, and says nothing.
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

  /// Takes note of what a command changed.
  mutating func note(
    _ before: [Place: JSONValue], _ after: [Place: JSONValue], by name: String
  ) {
    for place in Set(before.keys).union(after.keys) where before[place] != after[place] {
      writings.append(
        Writing(place: place, before: before[place], after: after[place], by: name))
    }
  }

  /// Takes note of what `sync conflicts` shows.
  mutating func note(_ conflicts: [SyncConflict]) {
    for one in conflicts.flatMap(\.differences) {
      for text in [one.mine, one.theirs].compactMap({ $0 }) { shown.insert(text) }
    }
  }

  /// The values that cannot be read any more, and were not replaced by a person who saw them.
  ///
  /// - Parameter end: what stands in the end, by whom it can be read.
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

  /// As conflicts show a value.
  private static func words(_ value: JSONValue) -> String {
    switch value {
    case .string(let text): text
    case .array(let values): values.map(words).joined(separator: ", ")
    default: value.text
    }
  }
}
