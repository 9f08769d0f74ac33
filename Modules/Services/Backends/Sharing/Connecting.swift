public import Basics
import CivilTime
public import Domain
import JSON
public import Persistence
import SQLite
import Supabase

extension Sharing {
  /// The connection of one account: the web address and public key of the server, and the id and
  /// e-mail address of the account.
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

  /// Returns the connections of this data file, one for each account, in the order in which they
  /// were connected. The list is empty for a data file that is not connected to a server.
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

  /// Connects an account of the server with a data file: the local profile gets the id of the
  /// account in all rows, and all later changes are recorded for sending.
  ///
  /// The method runs in one transaction and sends no request.
  ///
  /// - Parameters:
  ///   - profile: the id of the local profile; nil in a data file without people, and for a person
  ///     whose profile was fetched from the server.
  ///   - device: the id of this computer at the server, used when the data file is connected for
  ///     the first time.
  public static func connect(
    _ file: DataFile, _ connection: Connection, profile: RecordID?, device: RecordID
  ) throws {
    try file.writeFetched { database in
      var known = try Outbox(database)
      guard
        try known?.accounts().contains(where: { $0.id == connection.account }) != true,
        try known?.fact(Fact.address).map({ $0 == connection.address }) ?? true
      else { throw Problem.connectedAlready }
      let left =
        profile == connection.account ? try LeftServer(connection, in: database) : nil
      // The outbox may still have unsent changes of an account that was disconnected, perhaps from
      // another server. They must not go to the account that is connected now, so they are dropped.
      if left == nil, let noted = known, try noted.accounts().isEmpty {
        try noted.drop()
        known = nil
      }
      if let profile, profile != connection.account {
        try requireNoProfile(of: connection.account, in: database)
        try Rekeying(from: profile, to: connection.account).run(in: database)
      }
      let outbox = try known ?? Outbox.make(in: database)
      try outbox.setFact(Fact.address, connection.address)
      try outbox.setFact(Fact.key, connection.key)
      try outbox.add(connection.account, email: connection.email)
      // The server leases record numbers (the 51 in `s51`) to a device. A data file has only one
      // series of numbers for each kind of record, so all people on one computer share one device
      // id.
      if try outbox.fact(Fact.device) == nil {
        try outbox.setFact(Fact.device, device.description)
      }
      if let left {
        try outbox.setCursors(left.cursors, of: connection.account)
      } else if profile != nil {
        try outbox.setFact(Fact.uploading, "first", of: connection.account)
      }
      try LeftServer.forget(connection.account, in: database)
    }
  }

  /// Stores the account's new e-mail address, with which the person signs in at the server from now
  /// on.
  public static func setAddress(
    _ file: DataFile, of account: RecordID, to email: String
  ) throws {
    try file.writeFetched { try Outbox($0)?.setAddress(of: account, to: email) }
  }

  /// Throws if the data file already has another profile with the account's id, which was fetched
  /// from the server.
  ///
  /// Two profiles cannot have one id, so the person cannot connect the local profile. Instead, the
  /// person signs out, connects, and then uses the fetched profile.
  public static func requireNoProfile(of account: RecordID, in file: DataFile) throws {
    try file.read { try requireNoProfile(of: account, in: $0) }
  }

  private static func requireNoProfile(
    of account: RecordID, in database: DatabaseConnection
  ) throws {
    guard try hasProfile(of: account, in: database) else { return }
    throw Problem(
      .conflict, "Another profile in this file is that account's: it came with the family.",
      fix: "Sign out, then connect again:  account sign-out")
  }

  /// Returns whether the data file has the profile of an account, for example because a sync of
  /// another family member has fetched it.
  public static func hasProfile(of account: RecordID, in file: DataFile) throws -> Bool {
    try file.read { try hasProfile(of: account, in: $0) }
  }

  private static func hasProfile(
    of account: RecordID, in database: DatabaseConnection
  ) throws -> Bool {
    try database.first("SELECT 1 FROM users WHERE id = ?", account, read: { _ in true }) ?? false
  }

  /// Disconnects the data file from the server: all accounts, the server's address and all unsent
  /// changes are deleted. The family's rows stay.
  public static func disconnectAll(_ file: DataFile) throws {
    try file.writeFetched { database in
      guard let outbox = try Outbox(database) else { return }
      try LeftServer.forgetAll(in: database)
      try outbox.drop()
      try forgetLeases(in: database)
    }
  }

  /// Disconnects the data file after the person was erased on the server. It also removes the data
  /// of families that only this person could see, with the profiles of their members, because the
  /// other people of this computer may not see them any more.
  public static func disconnectErased(_ file: DataFile, _ person: RecordID) throws {
    try file.writeFetched { database in
      guard let outbox = try Outbox(database) else { return }
      let cursors =
        try outbox.cursors(of: person) + LeftServer.cursors(of: person, in: database)
      var rows = try FetchedRows(database, outbox)
      for family in Set(cursors.filter { $0.kind == "family" }.map(\.scope))
      where try !outbox.mayBeTold(family, besides: person) {
        try rows.leaveWithPeople(family, person: person)
      }
    }
    try disconnectAll(file)
  }

  private static func forgetLeases(in database: DatabaseConnection) throws {
    for kind in SharedTable.all.compactMap(\.kind) { try database.setLease(kind, nil) }
  }

  /// Disconnects one account; if it is the last one, the data file forgets the server too. The
  /// family's rows stay. New changes are still recorded, so that a later connection sends only
  /// these changes and does not overwrite what other people changed meanwhile.
  public static func disconnect(_ file: DataFile, _ account: RecordID) throws {
    try file.writeFetched { database in
      guard let outbox = try Outbox(database) else { throw Problem.notConnected }
      let accounts = try outbox.accounts().map(\.id)
      guard accounts.contains(account) else { throw Problem.notConnected }
      try LeftServer(outbox, account)?.keep(in: database)
      try outbox.remove(account)
      guard accounts.count == 1 else {
        // Record numbers (the 51 in `s51`) that the server leased to one account may not be used by
        // another account.
        return try outbox.forgetNumbers(in: database)
      }
      for fact in [Fact.address, Fact.key, Fact.offlineSince] { try outbox.setFact(fact, nil) }
      try forgetLeases(in: database)
    }
  }

  /// Returns whether an athlete's family has a family code in this data file.
  ///
  /// A code that was made on this device admits no person on the server, so a sync removes it; the
  /// server makes a new code for the family.
  public static func hasCode(_ athlete: RecordID, in file: DataFile) throws -> Bool {
    try file.read { connection in
      try connection.first(
        "SELECT 1 FROM family_units WHERE player_user_id = ? AND family_code IS NOT NULL", athlete,
        read: { _ in true }) ?? false
    }
  }

  /// Returns how many records of each kind a first upload to the server would send, such as `12
  /// schools`. The program shows them before it asks whether to upload.
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

  /// Returns how far the account has fetched each scope (a family or a person), as two values: the
  /// revision, which counts the transactions in the scope at the server, and the server's era, an
  /// id that is new after the server was restored from a backup.
  public static func reached(
    in file: DataFile, for account: RecordID
  ) throws -> [RecordID: (era: String, revision: Int)] {
    try file.read { connection in
      guard let outbox = try Outbox(connection) else { return [:] }
      let cursors = try outbox.cursors(of: account)
      return Dictionary(
        cursors.map { ($0.scope, (era: $0.era, revision: $0.revision)) },
        uniquingKeysWith: { $1 })
    }
  }

  /// Returns the connection state of a data file for one person. The state has no address when the
  /// data file is not connected.
  public static func status(of file: DataFile, for person: RecordID) throws -> SharingStatus {
    try file.read { connection in
      guard let outbox = try Outbox(connection) else { return SharingStatus() }
      let accounts = try outbox.accounts()
      guard !accounts.isEmpty else { return SharingStatus() }
      let left = try outbox.fact(Fact.leftHere, of: person).flatMap { try? JSONValue.parse($0) }
      var status = SharingStatus(
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
      status.key = try outbox.fact(Fact.key)
      status.isErased = try outbox.fact(Fact.isErased, of: person) != nil
      status.asking = try outbox.asking(of: person)
      status.hasAsked = try outbox.fact(Fact.isWaiting, of: person) != nil
      status.turnedAwayFrom = try outbox.fact(Fact.turnedAway, of: person)
      status.familiesOfThisComputer = try outbox.familiesHere(of: person, in: connection)
      return status
    }
  }

  /// Reads the person's profile from the server, which creates the profile if it is missing.
  ///
  /// - Throws: a conflict if the account belongs to a person with the other role.
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

  /// Returns the role of the account's profile on the server, `player` or `parent`; nil if the
  /// account has no profile there.
  public func roleThere() async throws(Problem) -> String? {
    try await rowsOfServer(.users, [person])[person]?[.role]?.string
  }

  /// Returns whether the account has rows on the server besides its profile. Such an account must
  /// not be connected with another family's data file, because the rows of two families would then
  /// be mixed.
  public func hasRows() async throws(Problem) -> Bool {
    let answer = try await call("compass_pull", ["cursors": [], "limit": 20])
    return (answer["changes"]?.array ?? []).contains {
      $0["table"]?.string != TableName.users.description && $0["gone"]?.bool != true
    }
  }

  /// Erases the account's person with all their data from the server. If the call fails, the caller
  /// can repeat it.
  ///
  /// - Returns: whether the server deleted the account too.
  public func eraseThere() async throws(Problem) -> Bool {
    try await call("compass_erase_me", [:])["account"]?.bool == true
  }

  func isUploading() throws(Problem) -> Bool {
    try read { _, outbox in try outbox.fact(Fact.uploading, of: person) != nil }
  }

  /// Sends all rows of this person that the server lacks or has with other values. It runs when an
  /// account is connected, and after the server was restored from a backup.
  ///
  /// After an interruption, a second call sends only the rows that the server still lacks.
  func upload(_ outcome: inout SyncOutcome) async throws(Problem) {
    let there = try await news(since: [])
    let known = there.pages
    // A server without the person's profile would refuse every row, and each refused row would need
    // a decision of the person. So no row is sent to such a server.
    guard try inWords({ try known[.users, person]?.members }) != nil else {
      throw Problem.unknownThere
    }
    let isAnew = try read { _, outbox in
      try outbox.fact(Fact.uploading, of: person) == "anew"
    }
    let restored = isAnew ? try await restoredState() : RestoredState()
    var (differences, contested) = try read {
      connection, outbox -> ([RowDifference], [RowDifference]) in
      var brought = try BroughtRows(person, connection)
      // Unsent changes are sent after the upload, so the upload leaves out the rows that they
      // insert.
      brought.waiting = try waiting(connection, outbox, brought.columns)
      guard isAnew else { return (try brought.differences(from: known), []) }
      brought.again = UploadAgain(
        reached: try reached(outbox), restored: restored.revisions,
        gone: try outbox.gone().map { (TableName(unchecked: $0.table), $0.id) })
      return try brought.differencesAgain(from: known)
    }
    let sorted = try await sorted(contested, after: restored)
    differences += sorted.own
    contested = sorted.contested
    if !contested.isEmpty {
      try take { connection, outbox in try hold(contested, known, connection, outbox) }
    }
    var rest = differences
    var left: [Refused] = []
    // The server refuses a row that refers to a row which it does not have. So after each round in
    // which it has accepted some rows, the refused ones are sent again.
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
        // The server may lack rows to which the refused rows refer. If another account of this data
        // file is in the same family, that account's upload may still send the missing rows. So the
        // refused rows stay in the data file, and this method returns.
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
    /// The reasons why the server refused the row, from its answer.
    var why: JSONValue

    var json: JSONValue { ["row": difference.json, "details": why] }
  }

  /// Sends rows in parts (lists of rows that the server applies or refuses as a whole). A refused
  /// part is halved and sent again, so that in the end only single rows are refused.
  private func send(
    _ differences: [RowDifference], _ era: String?
  ) async throws(Problem) -> (sent: Int, refused: [Refused]) {
    var sent = 0
    var refused: [Refused] = []
    var parts = Array(Self.cut(differences).reversed())
    while let part = parts.popLast() {
      let step = StepPart(
        id: ids.next(), person: person, athlete: nil,
        operation: "connect", summary: "Brought along", at: now(), changes: part)
      // `judge`, which sends changes, returns nil if the server has another era, that is, if it was
      // restored from a backup. The upload has read the era when it began, so nil counts as a
      // malformed answer.
      guard let one = try await judge([step], era)?.first else { throw Problem.notAnAnswer }
      if ["applied", "known"].contains(one["outcome"]?.string) {
        sent += part.count
      } else if part.count == 1 {
        refused.append(Refused(difference: part[0], why: one["details"] ?? .array([])))
      } else {
        parts += [Array(part[(part.count / 2)...]), Array(part[..<(part.count / 2)])]
      }
    }
    return (sent, refused)
  }
}

/// How far an account had fetched from its server when it was disconnected. A later connection
/// continues from there: changes that were recorded meanwhile are compared with other people's
/// changes, instead of being uploaded as if the server had no rows.
struct LeftServer {
  private let account: RecordID
  private let address: String
  let cursors: [Outbox.Cursor]

  /// Reads from the outbox how far the account has fetched. The outbox stores the unsent changes
  /// and the state of the connection.
  ///
  /// It is nil when the account has fetched no rows yet, or has not finished its upload.
  init?(_ outbox: Outbox, _ account: RecordID) throws {
    cursors = try outbox.cursors(of: account)
    guard !cursors.isEmpty, let address = try outbox.fact(Sharing.Fact.address),
      try outbox.fact(Sharing.Fact.uploading, of: account) == nil
    else { return nil }
    self.account = account
    self.address = address
  }

  /// Reads how far the account had fetched from this server before; nil if nothing is stored, or
  /// only for another server.
  init?(_ server: Sharing.Connection, in connection: DatabaseConnection) throws {
    account = server.account
    address = server.address
    let kept = try connection.metadata(Self.key(account)).flatMap { try? JSONValue.parse($0) }
    cursors = (kept?["cursors"]?.array ?? []).compactMap(Outbox.Cursor.init(kept:))
    guard kept?["address"]?.string == address, !cursors.isEmpty, try Outbox(connection) != nil
    else { return nil }
  }

  private static func key(_ account: RecordID) -> String { "left_server \(account)" }

  /// Returns the cursors with which an account was disconnected. A cursor says how far a scope (a
  /// family or a person) was fetched.
  static func cursors(
    of account: RecordID, in connection: DatabaseConnection
  ) throws -> [Outbox.Cursor] {
    let kept = try connection.metadata(key(account)).flatMap { try? JSONValue.parse($0) }
    return (kept?["cursors"]?.array ?? []).compactMap(Outbox.Cursor.init(kept:))
  }

  func keep(in connection: DatabaseConnection) throws {
    let json: JSONValue = [
      "address": .string(address), "cursors": .array(cursors.map(\.kept)),
    ]
    try connection.setMetadata(Self.key(account), json.text)
  }

  /// Deletes the stored fetch positions of all accounts, because they contain the id of an erased
  /// person, which must not stay in the data file.
  static func forgetAll(in connection: DatabaseConnection) throws {
    try connection.execute("DELETE FROM compass_meta WHERE key LIKE 'left_server %'")
  }

  static func forget(_ account: RecordID, in connection: DatabaseConnection) throws {
    try connection.execute("DELETE FROM compass_meta WHERE key = ?", key(account))
  }
}

extension Outbox.Cursor {
  /// The cursor as JSON for the data file. A cursor says how far a scope (a family or a person) was
  /// fetched.
  ///
  /// Unlike the form that requests to the server use, this JSON also says whether the scope is a
  /// family or a person.
  fileprivate var kept: JSONValue {
    var object = json.object ?? [:]
    object["kind"] = .string(kind)
    return .object(object)
  }

  fileprivate init?(kept json: JSONValue) { self.init(json: json) }
}
