import Basics
import CivilTime
import Domain
import JSON
import Persistence
import SQLite
import Supabase

// Applies the server's answers to sent transactions to this data file.
extension Sharing {
  private struct Rejected {
    var item: Outbox.Item
    /// True for a change of another person on this computer that builds on a rejected change, for
    /// example because it changes the same row. It is not sent either.
    var isOthers = false
    var differences: [RowDifference]
    var state: Outbox.State
    var answer: JSONValue
  }

  func settle(
    _ parcels: [Parcel], _ said: [JSONValue], _ outcome: inout SyncOutcome
  ) async throws(Problem) {
    var rest = said[...]
    var taken: [Outbox.Item] = []
    var gone: [RowDifference] = []
    var rejected: [Rejected] = []
    for parcel in parcels {
      let answers = Array(rest.prefix(parcel.parts.count))
      rest = rest.dropFirst(parcel.parts.count)
      let outcomes = answers.map { $0["outcome"]?.string ?? "" }
      if outcomes.allSatisfy({ $0 == "applied" || $0 == "known" }) {
        taken.append(parcel.item)
        gone += parcel.differences.filter { $0.operation == .delete }
        continue
      }
      guard outcomes.allSatisfy({ ["applied", "known", "held", "refused"].contains($0) }) else {
        throw Problem.notAnAnswer
      }
      rejected.append(
        Rejected(
          item: parcel.item, differences: parcel.differences,
          state: outcomes.contains("refused") ? .refused : .held,
          answer: .array(answers.flatMap { $0["details"]?.array ?? [] })))
    }
    try remember { outbox in
      try finish(taken, outbox)
      try outbox.noteGone(gone.map { ($0.table.description, $0.id) }, at: now())
    }
    if !rejected.isEmpty {
      var isTaken = false
      while !isTaken {
        rejected += try read { try builtOn(rejected, $0, $1) }
        let there = try await serverState(of: rejected)
        let missing = try await missingParents(of: rejected)
        isTaken = try take { connection, outbox in
          // While this device waited for the server, the user may have made new changes that build
          // on the rejected ones. If so, the loop collects these changes too and asks the server
          // again.
          guard try builtOn(rejected, connection, outbox).isEmpty else { return false }
          for one in rejected {
            // A conflict about a write of the program itself, such as a remembered choice, needs no
            // decision of a person: the other device's version stays. The same holds for the log of
            // a parent's page views in a family that the parent may not see any more.
            if one.item.isOfProgram && one.state == .held
              || one.differences.allSatisfy({ $0.table == .parentViews })
            {
              try outbox.remove(one.item.place)
            } else {
              try outbox.set(one.state, one.item, answer: one.answer.text)
              try keepWhatIsGone(one, there, missing, connection, outbox)
            }
          }
          var rows = try FetchedRows(connection, outbox)
          rows.waiting = try waiting(connection, outbox, rows.columns)
          for one in rejected { try rows.placeNotes(one.differences) }
          try rows.take(there)
          for one in rejected where one.isOthers { try rows.takeBack(one.differences) }
          // The server's rows were fetched with the rights of this person. Another account of this
          // data file may see more rows, so the next syncs fetch everything again for all accounts.
          if try outbox.isOfSeveral() { try outbox.fetchAnew() }
          return true
        }
      }
    }
    outcome.sent += taken.count
    for name in try authors(of: rejected) where !outcome.overtakenBy.contains(name) {
      outcome.overtakenBy.append(name)
    }
    outcome.held += rejected.count { $0.state == .held && !$0.item.isOfProgram && !$0.isOthers }
    outcome.refused += rejected.count {
      $0.state == .refused && !$0.differences.allSatisfy { $0.table == .parentViews }
    }
  }

  /// Returns the names of the other people whose changes conflict with this person's held changes
  /// (rejected ones that wait for the person's decision).
  private func authors(of rejected: [Rejected]) throws(Problem) -> [String] {
    let people = Set(
      rejected.filter { $0.state == .held && !$0.item.isOfProgram && !$0.isOthers }
        .flatMap { $0.answer.array ?? [] }
        .compactMap { $0["by"]?.string.flatMap { RecordID($0) } }
    )
    .subtracting([person])
    guard !people.isEmpty else { return [] }
    return try read { connection, _ in
      try connection.query(
        "SELECT full_name FROM users WHERE id IN (SELECT value FROM json_each(?)) ORDER BY full_name",
        JSONList.text(people)
      ) { row in try row.optionalText(0) }.compactMap { $0 }
    }
  }

  /// Returns the rows that held changes (rejected ones that wait for a decision) refer to and that
  /// exist in this file but no longer on the server.
  private func missingParents(
    of rejected: [Rejected]
  ) async throws(Problem) -> Set<String> {
    let needing = rejected.filter { one in
      (one.answer.array ?? []).contains { $0["reason"] == "parent_missing" }
    }
    guard !needing.isEmpty else { return [] }
    let made = Set(needing.flatMap(\.differences).filter { $0.operation == .insert }.map(\.id))
    let mentioned = needing.flatMap(\.differences).reduce(into: Set<RecordID>()) {
      $0.formUnion($1.mentioned)
    }.subtracting(made)
    var missing: Set<String> = []
    for table in SharedTable.all where table.kind != nil {
      let here = try read { connection, _ in
        try connection.query(
          "SELECT id FROM \(table.name) WHERE id IN (SELECT value FROM json_each(?))",
          JSONList.text(mentioned)
        ) { row in try row.recordID(0) }
      }
      guard !here.isEmpty else { continue }
      let there = try await rowsOfServer(table.name, Set(here))
      for id in here where there[id] == nil { missing.insert(FetchedRows.key(table.name, id)) }
    }
    return missing
  }

  /// Adds to a held change (a rejected one that waits for the person's decision) the deleted rows
  /// to which it refers, as if the change had created them. If the person keeps the change, the
  /// program creates these rows again, and the person need not type them.
  private func keepWhatIsGone(
    _ one: Rejected, _ there: [FetchedRow], _ missing: Set<String>,
    _ connection: DatabaseConnection, _ outbox: Outbox
  ) throws {
    guard one.state == .held, !one.item.isOfProgram else { return }
    let gone = Set(there.filter { $0.members == nil }.map { FetchedRows.key($0.table, $0.id) })
    var needed: [(table: TableName, id: RecordID)] = []
    for difference in one.differences {
      if difference.operation == .update,
        gone.contains(FetchedRows.key(difference.table, difference.id))
      {
        needed.append((difference.table, difference.id))
      }
      for table in SharedTable.all where table.kind != nil {
        for id in difference.mentioned where missing.contains(FetchedRows.key(table.name, id)) {
          needed.append((table.name, id))
        }
      }
    }
    guard !needed.isEmpty else { return }
    let columns = try ColumnsOfFile(connection)
    var changeset = Changeset(bytes: [])
    var kept: Set<String> = []
    for (table, id) in needed
    where SharedTable.byName[table] != nil && kept.insert(FetchedRows.key(table, id)).inserted {
      guard let row = try connection.wholeRow(id, of: table, columns) else { continue }
      try connection.execute("DELETE FROM \(table) WHERE id = ?", id)
      let recorder = try ChangeRecorder(connection, tables: [table.description])
      try connection.insertWhole(row, into: table, columns)
      changeset = try changeset.followed(by: recorder.changeset())
    }
    if !changeset.isEmpty { try outbox.put(changeset, before: one.item) }
  }

  /// Removes the transactions that the server accepted from the outbox (the stored unsent changes).
  /// Their ids are stored as this device's own. When the server's history later reports these
  /// transactions to an account of this data file, the device recognizes them.
  private func finish(_ items: [Outbox.Item], _ outbox: Outbox) throws {
    for item in items { try outbox.remove(item.place) }
    let steps = items.map { Outbox.SharedStep(step: $0.step, at: $0.at) }
    for account in try outbox.accounts() { try outbox.note(steps, for: account.id) }
  }

  /// Returns later transactions that build on a rejected one, for example because they refer to a
  /// row that it created. They must not be sent, because they would overwrite the server's state or
  /// refer to missing rows.
  private func builtOn(
    _ rejected: [Rejected], _ connection: DatabaseConnection, _ outbox: Outbox
  ) throws -> [Rejected] {
    var touched = TouchedColumns()
    for one in rejected { touched.add(one.differences) }
    let known = Set(rejected.map(\.item.place))
    let columns = try ColumnsOfFile(connection)
    var found: [Rejected] = []
    let own = try Set(outbox.items(.waiting, of: person).map(\.place))
    for item in try outbox.items(.waiting) where !known.contains(item.place) {
      let differences = try columns.differences(item.changeset, of: item.person ?? person)
      guard differences.contains(where: touched.isBuiltUpon(by:)) else { continue }
      touched.add(differences)
      found.append(
        Rejected(
          item: item, isOthers: !own.contains(item.place), differences: differences, state: .held,
          answer: .array([["outcome": "held", "reason": "builds_on_held"]])))
    }
    return found
  }

  /// Fetches the server's rows for the rejected changes. A row that the server lacks is returned as
  /// deleted.
  private func serverState(of rejected: [Rejected]) async throws(Problem) -> [FetchedRow] {
    let isOfSeveral = try read { _, outbox in try outbox.isOfSeveral() }
    var wanted: [TableName: Set<RecordID>] = [:]
    for one in rejected {
      for difference in one.differences where !one.isOthers || difference.operation == .insert {
        wanted[difference.table, default: []].insert(difference.id)
      }
    }
    // A row that the server does not return is either missing there or hidden from this person;
    // then another account of this data file may see it. Only a row that was created on this device
    // is certainly missing on the server, and counts as deleted.
    let made = Set(rejected.flatMap(\.differences).filter { $0.operation == .insert }.map(\.id))
    // On the server a person becomes a member of a family only with the family's code. So a
    // membership of another person that an undo restored in the data file is invalid, and counts as
    // deleted.
    let broughtBack = Set(
      rejected.flatMap(\.differences).filter {
        $0.table == .familyMembers && $0.operation == .insert
          && $0.set?[.userID]?.string != person.description
      }.map(\.id))
    var rows: [FetchedRow] = []
    for (table, ids) in wanted {
      let found = try await rowsOfServer(table, ids)
      for id in ids {
        // The server does not return a row that this person may not read. A missing profile, family
        // or membership therefore counts as such a row and stays in the data file, except a
        // membership that an undo restored.
        guard let members = found[id] else {
          if broughtBack.contains(id)
            || ![TableName.users, .familyUnits, .familyMembers].contains(table)
              && (!isOfSeveral || made.contains(id))
          {
            rows.append(FetchedRow(table: table, id: id, members: nil))
          }
          continue
        }
        rows.append(FetchedRow(table: table, id: id, members: members))
      }
    }
    // If a new row has the same value as another row in a unique column, such as an e-mail address,
    // the server's answer contains that other row. This row then replaces the rejected one in the
    // data file.
    for detail in rejected.flatMap({ $0.answer.array ?? [] }) {
      if let now = detail["now"]?.object,
        let table = detail["table"]?.string.map(TableName.init(unchecked:)),
        let id = now[.id]?.string.flatMap({ RecordID($0) })
      {
        rows.append(FetchedRow(table: table, id: id, members: now))
      }
    }
    return rows
  }

  func rowsOfServer(
    _ table: TableName, _ ids: Set<RecordID>
  ) async throws(Problem) -> [RecordID: JSONObject] {
    var found: [RecordID: JSONObject] = [:]
    var rest = Array(ids)[...]
    while !rest.isEmpty {
      let some = rest.prefix(100).map { JSONValue.string($0.description) }
      rest = rest.dropFirst(100)
      do throws(SupabaseFailure) {
        let query = TableQuery(table.description).filtered(ColumnName.id.description, isIn: some)
        for row in try await client.rows(query) {
          guard let members = row.object, let id = members[.id]?.string.flatMap({ RecordID($0) })
          else { continue }
          found[id] = members
        }
      } catch {
        throw error.problem
      }
    }
    return found
  }
}

/// The rows and columns that some rejected transactions changed. A later transaction builds on them
/// if it changes the same columns of a row, deletes a changed row, changes a created or deleted
/// row, or refers to a created one.
private struct TouchedColumns {
  private var changed: [String: Set<ColumnName>] = [:]
  private var wholeRows: Set<String> = []
  private var made: Set<RecordID> = []

  mutating func add(_ differences: [RowDifference]) {
    for difference in differences {
      let key = FetchedRows.key(difference.table, difference.id)
      if difference.operation == .update {
        changed[key, default: []].formUnion(difference.decided)
      } else {
        wholeRows.insert(key)
      }
      if difference.operation == .insert { made.insert(difference.id) }
    }
  }

  func isBuiltUpon(by difference: RowDifference) -> Bool {
    let key = FetchedRows.key(difference.table, difference.id)
    if wholeRows.contains(key) || !difference.mentioned.isDisjoint(with: made) { return true }
    guard let columns = changed[key] else { return false }
    return difference.operation != .update || !columns.isDisjoint(with: difference.decided)
  }
}

extension RowDifference {
  /// The columns that a person changed, without those that the program computes.
  fileprivate var decided: Set<ColumnName> {
    Set(set?.columns ?? []).subtracting(SharedTable.laterStands)
  }
}

extension DatabaseConnection {
  /// Returns the values of all columns of a row; nil for a missing row. To store a rejected row as
  /// a change that waits for a decision, the program deletes the row and inserts it again with
  /// these values, and records the insertion.
  func wholeRow(
    _ id: RecordID, of table: TableName, _ columns: ColumnsOfFile
  ) throws -> [SQLite.Value]? {
    let names = columns[table].map(\.name.description)
    return try query(
      "SELECT \(names.joined(separator: ", ")) FROM \(table) WHERE id = ?",
      values: [.text(id.description)]
    ) { row in try names.indices.map { try row.value($0) } }.first
  }

  func insertWhole(_ row: [SQLite.Value], into table: TableName, _ columns: ColumnsOfFile) throws {
    let names = columns[table].map(\.name.description)
    let places = Array(repeating: "?", count: names.count).joined(separator: ", ")
    try execute(
      "INSERT INTO \(table) (\(names.joined(separator: ", "))) VALUES (\(places))", values: row)
  }
}
