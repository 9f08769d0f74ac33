public import Basics
import CivilTime
public import Domain
import JSON
public import Persistence
import SQLite
import Supabase

extension Sharing {
  /// Where a file is connected to, and as whom.
  public struct Connection: Equatable, Sendable {
    public var address: String
    public var key: String
    public var account: RecordID
    public var email: String

    public init(address: String, key: String, account: RecordID, email: String) {
      self.address = address
      self.key = key
      self.account = account
      self.email = email
    }
  }

  /// Each account that this file is connected with, the first one first; empty for a file that is not connected.
  public static func connections(of file: DataFile) throws -> [Connection] {
    try file.read { connection in
      guard let outbox = try Outbox(connection), let address = try outbox.fact(Fact.address),
        let key = try outbox.fact(Fact.key)
      else { return [] }
      return try outbox.accounts().map { account in
        Connection(address: address, key: key, account: account.id, email: account.email)
      }
    }
  }

  /// Makes a profile of this device the account's: its id becomes the account's wherever it stands, and from now on what is written
  /// is kept to be sent. One transaction; nothing is sent by it.
  ///
  /// - Parameters:
  ///   - profile: nil in a file that has nobody yet, and for somebody whose profile came from the server.
  ///   - device: what the server knows this computer by, where it is connected for the first time.
  public static func connect(
    _ file: DataFile, _ connection: Connection, profile: RecordID?, device: RecordID
  ) throws {
    try file.writeFetched { database in
      let known = try Outbox(database)
      guard
        try known?.accounts().contains(where: { $0.id == connection.account }) != true,
        try known?.fact(Fact.address).map({ $0 == connection.address }) ?? true
      else { throw Problem.connectedAlready }
      if let profile, profile != connection.account {
        try requireNoProfile(of: connection.account, in: database)
        try Rekeying(from: profile, to: connection.account).run(in: database)
      }
      let outbox = try known ?? Outbox.make(in: database)
      try outbox.setFact(Fact.address, connection.address)
      try outbox.setFact(Fact.key, connection.key)
      try outbox.add(connection.account, email: connection.email)
      // The people of one computer are one device: it counts each kind once.
      if known == nil { try outbox.setFact(Fact.device, device.description) }
      if profile != nil { try outbox.setFact(Fact.uploading, "first", of: connection.account) }
    }
  }

  /// Throws where the account's own profile has come from the server already: it is the one to connect.
  public static func requireNoProfile(of account: RecordID, in file: DataFile) throws {
    try file.read { try requireNoProfile(of: account, in: $0) }
  }

  private static func requireNoProfile(
    of account: RecordID, in database: DatabaseConnection
  ) throws {
    let isThere = try database.first(
      "SELECT 1 FROM users WHERE id = ?", account, read: { _ in true })
    guard isThere != nil else { return }
    let handle = try database.handles.number(.person, of: account).map { "p\($0)" } ?? "NAME"
    throw Problem(
      .conflict, "Another profile in this file is that account's: it came with the family.",
      fix: "Sign in as that one, then connect:  account sign-in \(handle)")
  }

  /// Keeps the file and forgets everybody's account and the server.
  public static func disconnectAll(_ file: DataFile) throws {
    try file.writeFetched { database in
      guard let outbox = try Outbox(database) else { return }
      try forget(outbox, in: database)
    }
  }

  private static func forget(_ outbox: Outbox, in database: DatabaseConnection) throws {
    try outbox.drop()
    for kind in SharedTable.all.compactMap(\.kind) { try database.setLease(kind, nil) }
  }

  /// Keeps the file and forgets the account, and with the last one the server. What waited for it is not sent any more.
  public static func disconnect(_ file: DataFile, _ account: RecordID) throws {
    try file.writeFetched { database in
      guard let outbox = try Outbox(database) else { throw Problem.notConnected }
      let accounts = try outbox.accounts().map(\.id)
      guard accounts.contains(account) else { throw Problem.notConnected }
      guard accounts.count > 1 else { return try forget(outbox, in: database) }
      try outbox.remove(account)
      // Numbers that were leased for one account are none of another's.
      try outbox.forgetNumbers(in: database)
    }
  }

  /// How many records a first upload would send, `12 schools`, for the question before it.
  public static func counts(
    of file: DataFile, profile: RecordID
  ) throws -> [(count: Int, words: String)] {
    try file.read { connection in
      try SharedTable.all.compactMap { table in
        guard let words = table.words ?? table.kind.map({ ($0.singular, $0.plural) }),
          let (condition, values) = try table.rowsOf(profile, in: connection)
        else { return nil }
        let count =
          try connection.query(
            "SELECT count(*) FROM \(table.name) WHERE \(condition)", values: values
          ) { row in try row.int(0) }.first ?? 0
        return count == 0 ? nil : (count, count == 1 ? words.0 : words.1)
      }
    }
  }

  /// How the file stands to its server for one person; nil of an address for one that is not connected.
  public static func status(of file: DataFile, for person: RecordID) throws -> SharingStatus {
    try file.read { connection in
      guard let outbox = try Outbox(connection) else { return SharingStatus() }
      let accounts = try outbox.accounts()
      let left = try outbox.fact(Fact.leftHere, of: person).flatMap { try? JSONValue.parse($0) }
      return SharingStatus(
        address: try outbox.fact(Fact.address),
        email: accounts.first { $0.id == person }?.email,
        others: accounts.filter { $0.id != person }.map(\.email),
        lastSync: try outbox.fact(Fact.lastSync, of: person).flatMap { Instant($0) },
        offlineSince: try outbox.fact(Fact.offlineSince).flatMap { Instant($0) },
        waiting: try outbox.count(.waiting, of: person),
        held: try outbox.count(.held, of: person),
        refused: try outbox.count(.refused, of: person), leftHere: left?.array?.count ?? 0,
        hasLeft: try outbox.fact(Fact.farewell, of: person) != nil,
        asksToRemove: try outbox.fact(Fact.asksToRemove, of: person).flatMap { Int($0) } ?? 0,
        isAwaited: try outbox.isAwaited(person, in: connection))
    }
  }

  /// The profile on the server, made where it is missing.
  public func openProfile(
    role: String, name: String?, graduationYear: Int?
  ) async throws(Problem) {
    var arguments: JSONObject = ["role": .string(role)]
    arguments["full_name"] = name.map(JSONValue.string)
    arguments["graduation_year"] = graduationYear.map { JSONValue($0) }
    let profile = try await call("open_profile", arguments)
    guard profile["role"]?.string == role else {
      throw Problem(
        .conflict,
        role == "player"
          ? "That account is a parent's, and this profile is an athlete's."
          : "That account is an athlete's, and this profile is a parent's.",
        fix: "Use another account for this profile.")
    }
  }

  /// Whether the account has rows on the server beside its own profile.
  public func hasRows() async throws(Problem) -> Bool {
    let answer = try await call("compass_pull", ["cursors": [], "limit": 20])
    return (answer["changes"]?.array ?? []).contains {
      $0["table"]?.string != "users" && $0["gone"]?.bool != true
    }
  }

  /// Takes the account's person away from the server, with all that is theirs there; it can be asked again.
  ///
  /// - Returns: whether signing in is over too.
  public func eraseThere() async throws(Problem) -> Bool {
    try await call("compass_erase_me", [:])["account"]?.bool == true
  }

  func isUploading() throws(Problem) -> Bool {
    try read { _, outbox in try outbox.fact(Fact.uploading, of: person) != nil }
  }

  /// Sends all rows of this person that the server does not have as they are here. It can be done again after any interruption: what
  /// is there already is not sent twice.
  func upload(_ outcome: inout Outcome) async throws(Problem) {
    let there = try await news(since: [])
    let known = Dictionary(
      there.rows.map { (FetchedRows.key($0.table, $0.id), $0) },
      uniquingKeysWith: { _, last in last })
    // What a server refuses waits for a decision, and one that knows nobody would refuse everything.
    guard known[FetchedRows.key("users", person)]?.members != nil else {
      throw Problem.unknownThere
    }
    let isAnew = try read { _, outbox in
      try outbox.fact(Fact.uploading, of: person) == "anew"
    }
    let restored = isAnew ? try await restoredState() : RestoredState()
    var (differences, contested) = try read {
      connection, outbox -> ([RowDifference], [RowDifference]) in
      var upload = try Upload(person, connection)
      // It is sent by itself, after the rows that it changes.
      upload.waiting = try waiting(connection, outbox, upload.columns)
      guard isAnew else { return (try upload.differences(from: known), []) }
      upload.again = UploadAgain(reached: try reached(outbox), restored: restored.revisions)
      return try upload.differencesAgain(from: known)
    }
    let sorted = try await sorted(contested, after: restored)
    differences += sorted.own
    contested = sorted.contested
    if !contested.isEmpty {
      try take { connection, outbox in try hold(contested, known, connection, outbox) }
    }
    var rest = differences
    var left: [Refused] = []
    // A row that another has to be there for comes in a later round.
    while !rest.isEmpty {
      let (sent, refused) = try await send(rest, there.era)
      left = refused
      guard sent > 0 else { break }
      rest = refused.map(\.difference)
    }
    try take { connection, outbox in
      try outbox.setFact(Fact.uploading, nil, of: person)
      try outbox.setFact(Fact.era, there.era, of: person)
      guard !isAnew else {
        // Where somebody else of this computer is told of the family, what it lacks is theirs to bring back, and stays.
        guard try !outbox.isOfSeveral() else { return }
        for one in left { try holdRow(one.difference, one.why, connection, outbox) }
        return
      }
      try outbox.setFact(
        Fact.leftHere, left.isEmpty ? nil : JSONValue.array(left.map(\.json)).text, of: person)
    }
    outcome.sent += differences.count - left.count
    outcome.refused += left.count
  }

  private struct Refused {
    var difference: RowDifference
    /// The server's details.
    var why: JSONValue

    var json: JSONValue { ["row": difference.json, "details": why] }
  }

  /// Sends rows in parts; a part that is not taken is halved, until it is one row that is not.
  private func send(
    _ differences: [RowDifference], _ era: String?
  ) async throws(Problem) -> (sent: Int, refused: [Refused]) {
    var sent = 0
    var refused: [Refused] = []
    var parts = Self.cut(differences)
    while !parts.isEmpty {
      let some = Array(parts.prefix(10))
      parts.removeFirst(some.count)
      let steps = some.flatMap { part in
        Self.steps(
          id: ids.next(), person: person, athlete: nil, operation: "connect",
          summary: "Brought along", at: now().description, [part])
      }
      let answer = try await judge(steps, era)
      guard let said = answer.array, said.count == some.count else {
        throw Problem.notAnAnswer
      }
      for (part, one) in zip(some, said) {
        if ["applied", "known"].contains(one["outcome"]?.string) {
          sent += part.count
        } else if part.count == 1 {
          refused.append(Refused(difference: part[0], why: one["details"] ?? .array([])))
        } else {
          parts += [Array(part[..<(part.count / 2)]), Array(part[(part.count / 2)...])]
        }
      }
    }
    return (sent, refused)
  }
}

// MARK: - Joining

extension Sharing {
  /// A new code of the athlete's family; the server draws it, and it lives seven days there.
  public func renewCode() async throws(Problem) -> FamilyCode {
    let answer = try await call("renew_family_code", [:])
    guard let code = answer["code"]?.string.flatMap({ FamilyCode($0) }) else {
      throw Problem.notAnAnswer
    }
    return code
  }

  /// Asks to be let in. False for somebody who is in that family already.
  public func askToJoin(_ code: FamilyCode) async throws(Problem) -> Bool {
    let answer = try await call("join_family", ["code": .string(code.text)])
    switch answer["outcome"]?.string {
    case "asked": return true
    case "member": return false
    case "wait":
      throw Problem(
        .refused, "Too many codes were tried.",
        fix: "Try again in \(answer["seconds"]?.int ?? 300) seconds.")
    case "not_parent":
      throw Problem(.refused, "Only a parent joins a family; an athlete has one of their own.")
    default:
      throw Problem(
        .notFound, "No family has the code \(code.text).",
        fix: "A code lives seven days. Ask the athlete for a new one:  family code --renew")
    }
  }

  public func joinRequests() async throws(Problem) -> [JoinRequest] {
    (try await call("join_requests", [:]).array ?? []).compactMap { row in
      row["user_id"]?.string.flatMap { RecordID($0) }.map {
        JoinRequest(
          person: $0, name: row["full_name"]?.string ?? "Somebody without a name",
          email: row["email"]?.string ?? "")
      }
    }
  }

  public func answerJoin(_ person: RecordID, accept: Bool) async throws(Problem) {
    let answer = try await call(
      "answer_join", ["person": .string(person.description), "accept": .bool(accept)])
    guard answer["outcome"]?.string != "unknown" else {
      throw Problem(.notFound, "They do not ask any more.")
    }
  }
}

/// The rows that one person brings along, against what the server has.
struct Upload {
  let person: RecordID
  let connection: DatabaseConnection
  let columns: ColumnsOfFile
  /// Columns that wait to be sent, by table and id.
  var waiting: [String: Set<String>] = [:]
  /// Set where the server had the rows before.
  var again: UploadAgain?

  init(_ person: RecordID, _ connection: DatabaseConnection) throws {
    self.person = person
    self.connection = connection
    columns = try ColumnsOfFile(connection)
  }

  func differences(from known: [String: FetchedRow]) throws -> [RowDifference] {
    var found: [RowDifference] = []
    for table in SharedTable.all {
      guard
        let (condition, values) = try table.rowsOf(
          person, in: connection, withWritten: again != nil)
      else { continue }
      if table.name == "users" {
        found += try profile(known)
        continue
      }
      let order = table.name == "suggestion" ? " ORDER BY created_at" : ""
      for (id, members) in try columns.rows(
        of: table, where: condition + order, values, in: connection)
      {
        if let difference = difference(id, members, table, known) { found.append(difference) }
      }
      if table.isLeftBehind.contains("private_notes") { found += try notes(on: table, known) }
    }
    return found
  }

  /// Whether the row itself is new and waits; one of which only a change waits has to be there for it.
  private func waits(_ table: String, _ id: RecordID) -> Bool {
    waiting[FetchedRows.key(table, id)]?.contains("id") ?? false
  }

  /// The server made the profile; what stands in it here is an update of that.
  private func profile(_ known: [String: FetchedRow]) throws -> [RowDifference] {
    guard let table = SharedTable.byName["users"],
      let there = known[FetchedRows.key("users", person)]?.members
    else { return [] }
    let own = try connection.query(
      "SELECT \(columns["users"].map(\.name).joined(separator: ", ")) FROM users WHERE id = ?",
      values: [.text(person.description)]
    ) { row in
      var object = JSONObject()
      for (place, column) in columns["users"].enumerated()
      where table.travels(column.name, in: .update) && column.name != "updated_at" {
        object[column.name] = WireValue.sent(try row.value(place), column.form)
      }
      return object
    }.first
    return own.flatMap { update(person, $0, table, from: there) }.map { [$0] } ?? []
  }

  private func difference(
    _ id: RecordID, _ members: JSONObject, _ table: SharedTable, _ known: [String: FetchedRow]
  ) -> RowDifference? {
    var members = members
    for author in table.authors where members[author]?.isNull == false {
      members[author] = .string(person.description)
    }
    let there = known[FetchedRows.key(table.name, id)]
    if let there = there?.members {
      for author in table.authors { members[author] = nil }
      return update(id, members, table, from: there)
    }
    if waits(table.name, id) || again?.isGone(there) == true { return nil }
    return RowDifference(table: table.name, id: id, operation: .insert, was: nil, set: members)
  }

  private func update(
    _ id: RecordID, _ members: JSONObject, _ table: SharedTable, from there: JSONObject
  ) -> RowDifference? {
    var was = JSONObject()
    var set = JSONObject()
    for member in members.members
    where table.travels(member.key, in: .update) && member.key != "updated_at" {
      guard let now = there[member.key] else { continue }
      let form = ColumnForm.of(member.key)
      let type = columns[table.name].first { $0.name == member.key }?.type ?? "TEXT"
      func plain(_ value: JSONValue) -> JSONValue {
        WireValue.canonical(
          WireValue.sent(WireValue.fetched(value, form, type: type), form))
      }
      guard plain(now) != plain(member.value) else { continue }
      was[member.key] = now
      set[member.key] = member.value
    }
    guard !set.isEmpty else { return nil }
    return RowDifference(table: table.name, id: id, operation: .update, was: was, set: set)
  }

  private func notes(
    on table: SharedTable, _ known: [String: FetchedRow]
  ) throws -> [RowDifference] {
    try connection.query(
      "SELECT id, private_notes FROM \(table.name) WHERE instr(private_notes, ?) > 0",
      person.description
    ) { row in
      let record = try row.recordID(0)
      let note = (try? JSONValue.parse(try row.text(1)))?[person.description]?.string
      let place = PrivateNote(table: table.name, record: record, user: person)
      let there = known[FetchedRows.key("private_notes", place.id)]?.members?["note"]?.string
      return note.flatMap { $0.isEmpty ? nil : place.difference(from: there, to: $0) }
    }.compactMap { $0 }
  }
}

extension SharedTable {
  /// Which rows are one person's to send, as a condition; nil for a table of which they send none.
  ///
  /// - Parameter withWritten: those too that a helper wrote in somebody else's name.
  func rowsOf(
    _ person: RecordID, in connection: DatabaseConnection, withWritten: Bool = false
  ) throws -> (condition: String, values: [SQLite.Value])? {
    let me = SQLite.Value.text(person.description)
    let isAthlete =
      try connection.first(
        "SELECT 1 FROM users WHERE id = ? AND role = 'player'", person, read: { _ in true })
      ?? false
    let family = try connection.first(
      "SELECT id FROM family_units WHERE player_user_id = ?", person
    ) { row in SQLite.Value.text(try row.text(0)) }
    switch name {
    case "users": return ("id = ?", [me])
    case "user_preferences", "preference_history", "notifications":
      return ("user_id = ?", [me])
    case "parent_view_log": return nil
    case _ where !isAthlete:
      // A helper has what she wrote for the athlete.
      guard withWritten, !authors.isEmpty else { return nil }
      return (authors.map { "\($0) = ?1" }.joined(separator: " OR "), [me])
    case "family_units": return ("player_user_id = ?", [me])
    case "family_members": return ("user_id = ? AND role = 'player'", [me])
    case "recommendation_letters": return ("user_id = ?", [me])
    case "athlete_task", "suggestion": return ("athlete_id = ?", [me])
    case "school_status_history":
      return (
        "school_id IN (SELECT id FROM schools WHERE family_unit_id IS ?2 OR family_unit_id IS NULL AND user_id = ?1)",
        [me, family ?? .text("")]
      )
    case "interactions":
      return (
        "family_unit_id = ?2 OR family_unit_id IS NULL AND logged_by = ?1",
        [me, family ?? .text("")]
      )
    default:
      return (
        "family_unit_id = ?2 OR family_unit_id IS NULL AND user_id = ?1", [me, family ?? .text("")]
      )
    }
  }
}

/// Puts one id in the place of another wherever it stands: columns, keys, members of JSON, the steps of undo. Both are as long, so
/// that what holds them in bytes stays sound.
struct Rekeying {
  let old: RecordID
  let new: RecordID

  init(from old: RecordID, to new: RecordID) {
    self.old = old
    self.new = new
  }

  func run(in connection: DatabaseConnection) throws {
    let columns = try connection.query(
      """
      SELECT t.name, c.name, c.type FROM sqlite_schema AS t, pragma_table_info(t.name) AS c
      WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite_%' AND c.type IN ('TEXT', 'BLOB') ORDER BY t.name
      """
    ) { row in (table: try row.text(0), column: try row.text(1), type: try row.text(2)) }
    for (table, column, type) in columns {
      let (table, column) = (
        DatabaseConnection.quoted(table), DatabaseConnection.quoted(column)
      )
      guard type == "TEXT" else {
        try replaceBytes(table, column, in: connection)
        continue
      }
      try connection.execute(
        "UPDATE \(table) SET \(column) = replace(\(column), ?1, ?2) WHERE instr(\(column), ?1) > 0",
        old.description, new.description)
    }
  }

  private func replaceBytes(
    _ table: String, _ column: String, in connection: DatabaseConnection
  ) throws {
    let (needle, other) = (Array(old.description.utf8), Array(new.description.utf8))
    let found = try connection.query(
      "SELECT rowid, \(column) FROM \(table) WHERE instr(\(column), CAST(?1 AS BLOB)) > 0",
      old.description
    ) { row in (try row.int(0), try row.blob(1)) }
    for (row, bytes) in found {
      var bytes = bytes
      var place = 0
      while place + needle.count <= bytes.count {
        if bytes[place] == needle[0], bytes[place..<place + needle.count].elementsEqual(needle) {
          bytes.replaceSubrange(place..<place + needle.count, with: other)
          place += needle.count
        } else {
          place += 1
        }
      }
      try connection.execute(
        "UPDATE \(table) SET \(column) = ? WHERE rowid = ?",
        values: [.blob(bytes), .integer(Int64(row))])
    }
  }
}
