import Basics
import CivilTime
import Domain
import JSON
import Persistence
import SQLite

/// Describes a change that the server did not accept: the record, the local value, the server's
/// current value, and the reason.
struct ConflictWords {
  private let connection: DatabaseConnection
  private let columns: ColumnsOfFile
  private let person: RecordID

  init(_ connection: DatabaseConnection, of person: RecordID) throws {
    self.connection = connection
    self.person = person
    columns = try ColumnsOfFile(connection)
  }

  /// The largest number of values that the description of a change shows; further values are only
  /// counted.
  private static let most = 30

  func conflict(_ item: Outbox.Item) throws -> SyncConflict {
    let details = item.answer.flatMap { try? JSONValue.parse($0) }?.array ?? []
    let mine = try columns.differences(item.changeset, of: item.person ?? person)
    var byKey: [String: RowDifference] = [:]
    for one in mine { byKey[FetchedRows.key(one.table, one.id)] = one }
    var shown: [SyncConflict.Difference] = []
    var more = 0
    var told: Set<String> = []
    for detail in details.isEmpty ? [[:]] : details {
      guard shown.count < Self.most else {
        more += 1
        continue
      }
      let key = Self.key(detail)
      // If the server's answer gives a reason for the rejection without naming a row, the reason is
      // about all rows of the change.
      for one in byKey[key].map({ [$0] }) ?? (detail["id"] == nil ? mine : []) {
        if shown.count >= Self.most {
          more += 1
        } else if detail["column"] != nil, reason(detail) != .rule {
          shown += try contradiction(detail, one)
        } else if told.insert(FetchedRows.key(one.table, one.id)).inserted {
          shown += try whole(detail, one)
        }
      }
      if byKey[key] == nil, detail["id"] != nil {
        shown.append(
          SyncConflict.Difference(
            reason: reason(detail),
            record: try record(
              detail["table"]?.string.map(TableName.init(unchecked:)),
              detail["id"]?.string.flatMap { RecordID($0) }, nil)))
      }
    }
    // The row that the server named may have no value that users can read. Then the other rows of
    // the rejected transaction are shown.
    if !shown.contains(where: { $0.mine != nil || $0.theirs != nil }) {
      for one in mine where told.insert(FetchedRows.key(one.table, one.id)).inserted {
        guard shown.count < Self.most else {
          more += 1
          continue
        }
        shown += try whole(details.first ?? [:], one).filter { $0.mine != nil }
      }
    }
    let contradicting = details.filter { $0["column"] != nil }
    let single = contradicting.filter { !Self.isJoined($0) }
    // A deletion cannot be combined with another person's change of the row: the deletion would
    // also delete what that person has written.
    let deletesChangedRow = contradicting.contains { byKey[Self.key($0)]?.operation == .delete }
    let joinsTexts =
      item.state == .held && contradicting.count == details.count
      && single.count < contradicting.count && !deletesChangedRow
    // The names of the columns in which the two values of a conflict cannot both be kept. Each name
    // is listed once, even if several rows of the change conflict in the column.
    var notJoined: [String] = []
    for name in single.compactMap({ $0["column"]?.string }).map(Self.words)
    where joinsTexts && !notJoined.contains(name) {
      notJoined.append(name)
    }
    return SyncConflict(
      number: item.place, summary: item.summary.isEmpty ? "A change" : item.summary, at: item.at,
      isHeld: item.state == .held, differences: shown,
      joinsTexts: joinsTexts, notJoined: notJoined, more: more)
  }

  /// The table and id of a rejected row as one text. The server's answer names this row in one of
  /// its details.
  private static func key(_ detail: JSONValue) -> String {
    [detail["table"]?.string, detail["id"]?.string].compactMap { $0 }.joined(separator: " ")
  }

  /// Whether both values of a conflict in one column are longer texts, so that the program can keep
  /// both, one below the other.
  private static func isJoined(_ detail: JSONValue) -> Bool {
    column(detail).map(SharedTable.longTexts.contains) == true
      && detail["set"]?.string != nil && detail["now"]?.string != nil
  }

  private static func column(_ detail: JSONValue) -> ColumnName? {
    detail["column"]?.string.map(ColumnName.init(unchecked:))
  }

  private func reason(_ detail: JSONValue) -> SyncConflict.Reason {
    detail["reason"]?.string.flatMap(SyncConflict.Reason.init) ?? .other
  }

  // MARK: - A conflict in one column

  /// Describes a conflict in one column; each member of a JSON column is a separate conflict.
  ///
  /// The current value is read again, because it may have changed since the server answered.
  private func contradiction(
    _ detail: JSONValue, _ mine: RowDifference
  ) throws -> [SyncConflict.Difference] {
    guard let column = Self.column(detail) else { return [] }
    let set = detail["set"] ?? mine.set?[column]
    let now = try current(mine, column) ?? detail["now"]
    let isSame = now == detail["now"]
    func difference(_ field: String, _ mineText: String?, _ theirs: String?) throws
      -> SyncConflict.Difference
    {
      SyncConflict.Difference(
        reason: reason(detail), record: try record(mine.table, mine.id, mine), field: field,
        mine: mineText, theirs: theirs,
        by: isSame ? try detail["by"]?.string.flatMap { RecordID($0) }.flatMap(name) : nil,
        at: isSame ? detail["at"]?.string.flatMap { Instant($0) } : nil)
    }
    let field = Self.words(column.description)
    if mine.operation == .delete {
      return [
        try difference(field, "deleted", try now.flatMap { try text($0, column.description) })
      ]
    }
    if let set = set?.object, let now = now?.object {
      let was = (detail["was"] ?? mine.was?[column])?.object ?? [:]
      let changed = Set(set.keys).union(was.keys).sorted().filter {
        was[$0] != set[$0] && now[$0] != set[$0]
      }
      let contradicting = changed.filter { now[$0] != was[$0] }
      return try (contradicting.isEmpty ? changed : contradicting).map { key in
        try difference(
          Self.words(key), try set[key].flatMap { try text($0, key) },
          try now[key].flatMap { try text($0, key) })
      }
    }
    return [
      try difference(
        field, try set.flatMap { try text($0, column.description) },
        try now.flatMap { try text($0, column.description) })
    ]
  }

  /// Returns the column's current value in the data file; nil for a missing row. It equals the
  /// server's value, unless another change of the column was not sent yet.
  private func current(_ mine: RowDifference, _ column: ColumnName) throws -> JSONValue? {
    if mine.table == .privateNotes {
      guard let outbox = try Outbox(connection), let place = try outbox.place(ofNote: mine) else {
        return nil
      }
      return try outbox.text(ofNote: place, in: connection).map(JSONValue.string)
    }
    guard let known = columns[mine.table].first(where: { $0.name == column }) else { return nil }
    return try connection.query(
      "SELECT \(column) FROM \(mine.table) WHERE id = ?", values: [.text(mine.id.description)]
    ) { row in WireValue.sent(try row.value(0), known.form) }.first
  }

  // MARK: - A change of a row that the server did not accept

  /// Describes a change of a row that was deleted, that the person may not change, or that already
  /// exists under another id: first the reason, then each value.
  private func whole(
    _ detail: JSONValue, _ mine: RowDifference
  ) throws -> [SyncConflict.Difference] {
    let name = try record(mine.table, mine.id, mine)
    let column = reason(detail) == .rule ? Self.column(detail) : nil
    let why = SyncConflict.Difference(
      reason: reason(detail), rule: detail["sentence"]?.string, record: name,
      field: column.map { Self.words($0.description) },
      parameters: column.map { mine.table.fields(filling: $0) } ?? [])
    guard mine.operation != .delete else {
      return [
        SyncConflict.Difference(reason: reason(detail), record: name, mine: "deleted"),
        why,
      ]
    }
    let there = detail["now"]?.object
    let shown = try columnsInOrder(mine).compactMap { column -> SyncConflict.Difference? in
      guard let value = mine.set?[column] else { return nil }
      // In an update, null is a value that the person set, and is shown as “nothing”. For a new row
      // only values other than null are shown.
      guard
        let text = try text(value, column.description)
          ?? (mine.operation == .update ? "nothing" : nil)
      else { return nil }
      let theirs = try there?[column].flatMap { try self.text($0, column.description) }
      guard there == nil || theirs != text else { return nil }
      return SyncConflict.Difference(
        reason: reason(detail), record: name, field: Self.words(column.description), mine: text,
        theirs: theirs)
    }
    return [why] + shown
  }

  private func columnsInOrder(_ mine: RowDifference) -> [ColumnName] {
    let named =
      mine.table == .privateNotes ? [ColumnName.note] : columns[mine.table].map(\.name)
    return named.filter { !Self.isOfProgram($0) }
  }

  /// Returns whether a description for users leaves out the column, for example because it contains
  /// the id of an author or the time of creation.
  private static func isOfProgram(_ column: ColumnName) -> Bool {
    SharedTable.laterStands.contains(column) || ofProgram.contains(column)
  }

  private static let ofProgram: Set<ColumnName> = [
    .id, .userID, .athleteID, .familyUnitID, .createdAt, .createdBy, .loggedBy, .uploadedBy,
    .changedBy, .playerUserID, .parentUserID, .category, .dependencyTaskIDs, .conditionSnapshot,
    .occasion,
  ]

  // MARK: - The texts for records and values

  /// Returns the record's handle (a short name such as `s51`), or the name of its kind if it has no
  /// handle.
  func record(
    _ table: TableName?, _ id: RecordID?, _ mine: RowDifference?
  ) throws -> String {
    switch table {
    case .privateNotes:
      guard let mine, let place = try Outbox(connection)?.place(ofNote: mine) else {
        return "Private note"
      }
      return "Private note on \(try handle(place.table, place.record))"
    case .athleteTasks:
      let title =
        try mine?.set?[.taskID]?.string.flatMap { try taskTitle($0) }
        ?? id.flatMap { id in
          try connection.first(
            "SELECT task.title FROM athlete_task JOIN task ON task.id = task_id WHERE athlete_task.id = ?",
            id
          ) { row in try row.text(0) }
        }
      return title.map { "Task “\($0)”" } ?? "A task"
    case .preferences, .preferenceHistory: return "Settings"
    case .users: return "Profile"
    case .familyUnits, .familyMembers: return "Family"
    case .statusChanges: return "Change of a status"
    case .parentViews: return "A visit"
    case let table?: return try id.map { try handle(table, $0) } ?? "A record"
    case nil: return "A record"
    }
  }

  private func taskTitle(_ id: String) throws -> String? {
    guard let id = RecordID(id) else { return nil }
    return try connection.first("SELECT title FROM task WHERE id = ?", id) { row in
      try row.text(0)
    }
  }

  private func handle(_ table: TableName, _ id: RecordID) throws -> String {
    guard let kind = SharedTable.byName[table]?.kind else { return "A record" }
    if let number = try connection.handles.number(kind, of: id) { return "\(kind.key)\(number)" }
    return kind.withArticle.capitalizedFirst
  }

  private func name(_ person: RecordID) throws -> String? {
    try connection.first("SELECT full_name FROM users WHERE id = ?", person) { row in
      try row.optionalText(0)
    } ?? nil
  }

  private static let abbreviations = [
    "gpa": "GPA", "sat": "SAT", "act": "ACT", "url": "address", "ncaa": "NCAA", "id": "",
  ]

  /// Turns a column or key name such as `followUpReminderDays` or `priority_tier` into words.
  static func words(_ name: String) -> String {
    var words = ""
    for letter in name {
      if letter.isUppercase { words += " " }
      words += letter == "_" ? " " : letter.lowercased()
    }
    return words.split(separator: " ").map { abbreviations[String($0)] ?? String($0) }
      .filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// Returns the text of a value for the user. It is nil for null, and for the id of a record that
  /// is not in this data file or that has no handle (a short name such as `s4`).
  private func text(_ value: JSONValue, _ column: String) throws -> String? {
    switch value {
    case .null: return nil
    case .bool(let flag): return flag ? "yes" : "no"
    case .string(let text):
      if let id = RecordID(text) {
        guard column.hasSuffix("_id") else { return nil }
        if column == ColumnName.taskID.description { return try taskTitle(text) }
        let table = SharedTable.all.first { $0.kind?.singular == String(column.dropLast(3)) }
        return try table.map { try handle($0.name, id) }
      }
      // A text such as `in_progress` is a stored word from a fixed list, such as a status, and is
      // shown with spaces.
      let isWord = text.contains("_") && text.allSatisfy { $0.isLowercase || $0 == "_" }
      return text.isEmpty ? nil : isWord ? Self.words(text) : text
    case .array(let values):
      let texts = try values.compactMap { try self.text($0, column) }
      return texts.isEmpty ? nil : texts.joined(separator: ", ")
    case .object(let object):
      let texts = try object.members.compactMap { member in
        try self.text(member.value, member.key).map { "\(Self.words(member.key)): \($0)" }
      }
      return texts.isEmpty ? nil : texts.joined(separator: ", ")
    case .number: return value.text
    }
  }
}
