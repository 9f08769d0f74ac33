public import Basics
import CivilTime
public import Domain
import JSON
import Persistence
import SQLite
import Supabase

// After the server was restored from a backup, this extension sends again what the server lacks
// (docs/sharing.md).
extension Sharing {
  /// Syncs with a server that may have lost data. The sync first sends unsent changes and fetches
  /// new ones, then sends what the server lacks, and fetches all rows again.
  public func again() async throws(Problem) -> SyncOutcome { try await sync(again: true) }

  /// Makes the next fetch start from the beginning. How far the account had fetched before is
  /// stored, because the upload needs it to find the rows that the server has lost.
  func beginAnew() throws(Problem) {
    try take { connection, outbox in
      let cursors = try outbox.cursors(of: person)
      if !cursors.isEmpty {
        let reached = cursors.map { ($0.scope.description, JSONValue($0.revision)) }
        try outbox.setFact(
          Fact.reached, JSONValue.object(JSONObject(reached)).text, of: person)
      }
      try outbox.setCursors([], of: person)
      try outbox.setFact(Fact.uploading, "anew", of: person)
      try outbox.setFact(Fact.filesThere, nil, of: person)
      // The server may have lost which record numbers were assigned and which ones it leased. So
      // this device forgets both, and the next sync leases and reports the numbers again.
      try outbox.forgetNumbers(in: connection)
    }
  }

  /// Throws if the server does not know the person, that is, if it does not even have their
  /// profile.
  func requireKnown() async throws(Problem) {
    let answer = try await call("compass_pull", ["cursors": [], "limit": 1])
    guard answer["changes"]?.array?.isEmpty == false else { throw Problem.unknownThere }
  }

  func reached(_ outbox: Outbox) throws -> [RecordID: Int] {
    Self.revisions(
      try outbox.fact(Fact.reached, of: person).flatMap { try? JSONValue.parse($0) })
  }

  /// The state in which the server was restored from a backup: the number of the last transaction
  /// in the backup, and the last revision of each scope (a family or a person), which is the number
  /// of a transaction in that scope. It is empty for a server that was never restored.
  struct RestoredState {
    var step = 0
    var revisions: [RecordID: Int] = [:]
    /// When the server was restored; nil if the backup had no data of the person.
    var at: Instant?
    /// Whether the server can say when it was restored. An older server cannot.
    var saysWhen = false
  }

  func restoredState() async throws(Problem) -> RestoredState {
    let answer = try await call("compass_restored", [:])
    return RestoredState(
      step: answer["step"]?.int ?? 0, revisions: Self.revisions(answer["scopes"]),
      at: answer["at"]?.string.flatMap { Instant.ofServer($0) }, saysWhen: answer["at"] != nil)
  }

  /// Returns the changes of other devices since the server was restored, by table and id of the
  /// row, oldest first.
  func changes(sinceStep step: Int) async throws(Problem) -> [String: [JSONValue]] {
    var found: [String: [JSONValue]] = [:]
    var before: Int?
    while true {
      var arguments: JSONObject = ["limit": 500]
      arguments["before"] = before.map { JSONValue($0) }
      let steps = (try await call("compass_history", arguments).array ?? []).filter {
        $0["number"]?.int ?? 0 > step
      }
      for change in steps.flatMap({ ($0["changes"]?.array ?? []).reversed() }) {
        if let table = change["table"]?.string.map(TableName.init(unchecked:)),
          let id = change["id"]?.string.flatMap({ RecordID($0) })
        {
          found[FetchedRows.key(table, id), default: []].insert(change, at: 0)
        }
      }
      guard let oldest = steps.last?["number"]?.int, steps.count == 500 else { return found }
      before = oldest
    }
  }

  /// Divides the columns in which this device's rows differ from rows that another device has
  /// already sent to the restored server.
  ///
  /// A column that no other device has changed since the restore is sent (`own`). If another device
  /// changed a column from the value that this device has, the server's value is newer and stays.
  /// Any other column conflicts (`contested`).
  func sorted(
    _ contested: [RowDifference], after state: RestoredState
  ) async throws(Problem) -> (own: [RowDifference], contested: [RowDifference]) {
    guard !contested.isEmpty else { return ([], []) }
    let changes = try await changes(sinceStep: state.step)
    func plain(_ value: JSONValue?, _ column: ColumnName) -> JSONValue {
      let form = WireForm.of(column)
      let type = value?.double == nil ? "TEXT" : "REAL"
      return WireValue.canonical(
        WireValue.sent(WireValue.fetched(value ?? .null, form, type: type), form))
    }
    var own: [RowDifference] = []
    var left: [RowDifference] = []
    for difference in contested {
      let known = changes[FetchedRows.key(difference.table, difference.id)] ?? []
      func touching(_ column: ColumnName) -> [JSONValue] {
        known.filter { $0["set"]?.object?[column] != nil }
      }
      if let part = difference.part(where: { touching($0).isEmpty }) { own.append(part) }
      let contradicting = difference.part { column in
        let mine = plain(difference.set?[column], column)
        let touching = touching(column)
        return !touching.isEmpty
          && !touching.contains { plain($0["was"]?.object?[column], column) == mine }
      }
      if let contradicting { left.append(contradicting) }
    }
    return (own, left)
  }

  private static func revisions(_ json: JSONValue?) -> [RecordID: Int] {
    var found: [RecordID: Int] = [:]
    for member in json?.object?.members ?? [] {
      if let scope = RecordID(member.key) { found[scope] = member.value.int }
    }
    return found
  }

  /// Handles columns in which this device and another device sent different values to the restored
  /// server. It is unknown which value is later. So the data file gets the server's value, and this
  /// device's value becomes a conflict that the person decides about.
  func hold(
    _ contested: [RowDifference], _ known: FetchedPages, _ connection: DatabaseConnection,
    _ outbox: Outbox
  ) throws {
    var rows = try FetchedRows(connection, outbox)
    rows.waiting = try waiting(connection, outbox, rows.columns)
    for difference in contested {
      guard let there = try known[difference.table, difference.id] else { continue }
      try rows.take([there])
      let recorder = try ChangeRecorder(connection, tables: [difference.table.description])
      let waiting = rows.waiting[FetchedRows.key(difference.table, difference.id)] ?? []
      for column in rows.columns[difference.table] where !waiting.contains(column.name) {
        guard let value = difference.set?[column.name] else { continue }
        try connection.execute(
          "UPDATE \(difference.table) SET \(column.name) = ? WHERE id = ?",
          values: [
            WireValue.fetched(value, column.form, type: column.type),
            .text(difference.id.description),
          ])
      }
      let changeset = try recorder.changeset()
      guard !changeset.isEmpty else { continue }
      try outbox.hold(
        changeset, of: person, Self.beforeRestore,
        answer: JSONValue.array(Self.differing(difference)).text,
        schemaVersion: file.schema.version, at: now())
      try rows.take([there])
    }
  }

  /// Handles a row that a restored server refuses, because its parent row is missing or the person
  /// has lost a right. If the server lacks the row, the row is removed from the data file, and the
  /// person decides whether to keep it.
  func holdRow(
    _ difference: RowDifference, _ why: JSONValue, _ connection: DatabaseConnection,
    _ outbox: Outbox
  ) throws {
    guard difference.operation == .insert, difference.table != .privateNotes else { return }
    let columns = try ColumnsOfFile(connection)
    guard let row = try connection.wholeRow(difference.id, of: difference.table, columns) else {
      return
    }
    try connection.execute("DELETE FROM \(difference.table) WHERE id = ?", difference.id)
    let recorder = try ChangeRecorder(connection, tables: [difference.table.description])
    try connection.insertWhole(row, into: difference.table, columns)
    try outbox.hold(
      try recorder.changeset(), of: person, Self.beforeRestore, answer: why.text,
      schemaVersion: file.schema.version, at: now())
    try connection.execute("DELETE FROM \(difference.table) WHERE id = ?", difference.id)
  }

  static let beforeRestore = "What this device had before the server was restored"

  /// Returns a change that the person has to decide about as a list of conflicts, one for each
  /// changed column.
  ///
  /// The list has the form of a server's answer, because conflicts are displayed from such an
  /// answer.
  private static func differing(_ difference: RowDifference) -> [JSONValue] {
    (difference.set?.members ?? []).map { member in
      [
        "outcome": "held", "reason": "changed", "table": .string(difference.table.description),
        "id": .string(difference.id.description), "column": .string(member.key),
        "set": member.value, "now": difference.was?[member.key] ?? .null,
      ]
    }
  }
}

/// The state of an upload to a server that was restored from a backup: how far this device had
/// fetched, how far the backup reaches, and which rows are known to be deleted.
struct UploadAgain {
  /// For each scope (a family or a person), the revision up to which this device had fetched it
  /// before the server was restored. A revision is the number of a transaction in its scope.
  var reached: [RecordID: Int]
  /// For each scope (a family or a person), the last revision (number of a transaction in the
  /// scope) that comes from the backup.
  var restored: [RecordID: Int]
  /// The rows of which this device knows that they were deleted on the server.
  var gone: [(table: TableName, id: RecordID)] = []

  /// Returns whether the row was deleted on the server by a deletion that this device has not
  /// fetched: it is newer than the last fetch, or newer than the restore of the server.
  ///
  /// If this device had fetched the deletion and still has the row, the row was created again here
  /// and must be sent.
  func isGone(_ there: FetchedRow?) -> Bool {
    guard let there, there.members == nil, let place = there.place else { return false }
    return place.revision > (reached[place.scope] ?? 0)
      || place.revision > (restored[place.scope] ?? 0)
  }

  /// Returns whether the server's row comes from the backup, and no device has replaced it since
  /// the server was restored.
  func isOfBackup(_ there: FetchedRow) -> Bool {
    guard let place = there.place else { return false }
    return place.revision <= (restored[place.scope] ?? 0)
  }

  func isKnownBefore(_ there: FetchedRow) -> Bool {
    guard let place = there.place else { return false }
    return place.revision <= (reached[place.scope] ?? 0)
  }
}

extension BroughtRows {
  /// Returns the rows that the restored server lacks, and the rows that differ from it because
  /// another device has already sent them.
  func differencesAgain(
    from known: FetchedPages
  ) throws -> (own: [RowDifference], contested: [RowDifference]) {
    guard let again else { return (try differences(from: known), []) }
    var own: [RowDifference] = []
    var contested: [RowDifference] = []
    for difference in try differences(from: known) {
      guard difference.operation == .update, difference.table != .privateNotes,
        let there = try known[difference.table, difference.id]
      else {
        own.append(difference)
        continue
      }
      let waiting = waiting[FetchedRows.key(difference.table, difference.id)] ?? []
      let isOfBackup = again.isOfBackup(there)
      // Columns that the program computes, such as the time of the last change, do not conflict;
      // the server's value stays.
      if let part = difference.part(where: {
        !waiting.contains($0) && (isOfBackup || !SharedTable.laterStands.contains($0))
      }) {
        if isOfBackup { own.append(part) } else { contested.append(part) }
      }
    }
    return (own + (try removedMembers(known, again)) + (try deletions(known, again)), contested)
  }

  /// Returns deletions that this device knows of, for rows that the server's backup still contains.
  /// If these deletions were not sent, all devices would get the rows back.
  private func deletions(
    _ known: FetchedPages, _ again: UploadAgain
  ) throws -> [RowDifference] {
    let found = try again.gone.compactMap { try known[$0.table, $0.id] }.filter { row in
      row.members != nil && again.isOfBackup(row)
        && ![TableName.users, .familyUnits, .familyMembers, .handles].contains(row.table)
    }
    let order = Dictionary(
      SharedTable.all.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    return found.sorted {
      (order[$0.table] ?? 99, $0.id) > (order[$1.table] ?? 99, $1.id)
    }.map { row in
      RowDifference(
        table: row.table, id: row.id, operation: .delete,
        was: JSONObject(row: [.id: .string(row.id.description)]))
    }
  }

  /// Returns deletions of memberships of the athlete's family that were removed before the server
  /// was restored. Without them the backup would bring the members back.
  private func removedMembers(
    _ known: FetchedPages, _ again: UploadAgain
  ) throws -> [RowDifference] {
    let family = try connection.first(
      "SELECT id FROM family_units WHERE player_user_id = ?", person
    ) { row in try row.text(0) }
    guard let family else { return [] }
    return try known.there(of: .familyMembers).filter { row in
      row.members?[.familyUnitID]?.string == family && again.isOfBackup(row)
        && again.isKnownBefore(row)
    }.filter { row in
      try connection.first(
        "SELECT 1 FROM family_members WHERE id = ?", row.id, read: { _ in true }) == nil
    }.sorted { $0.id < $1.id }.map { row in
      RowDifference(
        table: row.table, id: row.id, operation: .delete,
        was: JSONObject(row: [.id: .string(row.id.description)]))
    }
  }
}

extension RowDifference {
  /// Returns the change with only those columns that `isMeant` accepts, or nil when no column is
  /// left.
  fileprivate func part(where isMeant: (ColumnName) -> Bool) -> RowDifference? {
    let names = Set((set?.keys ?? []).filter { isMeant(ColumnName(unchecked: $0)) })
    guard !names.isEmpty else { return nil }
    func part(_ members: JSONObject?) -> JSONObject? {
      members.map {
        JSONObject($0.members.filter { names.contains($0.key) }.map { ($0.key, $0.value) })
      }
    }
    return RowDifference(
      table: table, id: id, operation: operation, was: part(was), set: part(set))
  }
}
