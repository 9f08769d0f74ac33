public import Basics
import Domain
import JSON
import Persistence
import SQLite
import Supabase

extension Sharing {
  /// The number of deleted records above which a sync makes a backup and asks the user first.
  ///
  /// A sync also does so if it deletes at least `nextToNothing` records and these are more than a
  /// tenth of all records.
  private static let fewRemovals = 20
  private static let nextToNothing = 5

  /// All pages that were fetched from the server, before their rows are written into the data file.
  struct News {
    let pages: FetchedPages
    var cursors: [Outbox.Cursor] = []
    var ended: [RecordID] = []
    var era: String?
    /// True when the server was restored from a backup, which gives it a new era (an id). Such a
    /// server may lack data that it had before.
    var isRestored = false
    /// The requests of people to join a family; nil if the server's answer does not contain them.
    var joining: Joining?
  }

  /// Fetches all pages of changed rows from the server, and then writes them into the data file in
  /// one transaction. If the server was restored from a backup, no fetched row is written.
  func pull(_ outcome: inout SyncOutcome) async throws(Problem) -> Server {
    let (known, before, era) = try read { _, outbox in
      (try outbox.cursors(of: person), try reached(outbox), try outbox.era(for: person))
    }
    var news = try await news(since: known)
    guard !news.isRestored, era == nil || news.era == era else { return .restored }
    let server = try take(&news, known, before, &outcome)
    if let joining = news.joining { try note(joining) }
    return server
  }

  private func take(
    _ news: inout News, _ known: [Outbox.Cursor], _ before: [RecordID: Int],
    _ outcome: inout SyncOutcome
  ) throws(Problem) -> Server {
    // A server that was restored from a backup does not report that the person left a family after
    // that backup. So every scope (a family or a person) that was fetched before and is now missing
    // counts as left.
    let scopes = Set(news.cursors.map(\.scope))
    news.ended += before.keys.filter { $0 != person && !scopes.contains($0) }
    guard !news.pages.isEmpty || !news.ended.isEmpty || news.cursors != known else {
      return .asKnown
    }
    let much = try muchToTake(news)
    if much > 0 {
      guard mayTakeMuch else {
        outcome.wouldRemove = much
        try remember { outbox in try outbox.setFact(Fact.asksToRemove, "\(much)", of: person) }
        return .asKnown
      }
      outcome.backup = try inWords { try file.backUp(reason: "before-sync") }
    }
    let taken: SyncOutcome
    do throws(Problem) {
      taken = try take(news, before)
    } catch {
      guard error == .overtaken else { throw error }
      return .overtaken
    }
    outcome.fetched += taken.fetched
    outcome.hasReceived = outcome.hasReceived || taken.hasReceived
    outcome.removed += taken.removed
    outcome.twice += taken.twice
    outcome.left += taken.left
    outcome.neverSent += taken.neverSent
    // `held` and `refused` count the rejected changes that the person has to decide about. If the
    // person has left a family, the rejected changes for that family were dropped, so the numbers
    // of `taken` are negative.
    outcome.held = max(0, outcome.held + taken.held)
    outcome.refused = max(0, outcome.refused + taken.refused)
    return .asKnown
  }

  /// Returns how many records the sync would remove from the data file, or 0 if the number is
  /// small. For a large number the user has to agree, and a backup is made.
  ///
  /// Another person's family that the person has left does not count: its data may not be kept, not
  /// even in a backup.
  private func muchToTake(_ news: News) throws(Problem) -> Int {
    let named = try inWords { try news.pages.gone() }
    guard named.count >= Self.nextToNothing || !news.ended.isEmpty else { return 0 }
    return try read { connection, _ in
      // The server also reports deletions that this device made, so only rows that still exist in
      // the data file count.
      let gone = try SharedTable.all.reduce(0) { sum, table in
        let ids = named.filter { $0.table == table.name }.map(\.id)
        guard !ids.isEmpty else { return sum }
        return sum
          + (try connection.one(
            "SELECT count(*) FROM \(table.name) WHERE id IN (SELECT value FROM json_each(?))",
            JSONList.text(ids)
          ) { row in try row.int(0) })
      }
      if gone > Self.fewRemovals { return gone }
      let records = try SharedTable.all.filter { $0.kind != nil }.reduce(0) { sum, table in
        sum + (try connection.one("SELECT count(*) FROM \(table.name)") { row in try row.int(0) })
      }
      let own = try connection.query(
        "SELECT id FROM family_units WHERE player_user_id = ?", person
      ) { row in try row.recordID(0) }
      if own.contains(where: news.ended.contains) { return max(gone, records) }
      return gone >= Self.nextToNothing && gone * 10 > records ? gone : 0
    }
  }

  private func take(
    _ news: News, _ before: [RecordID: Int]
  ) throws(Problem) -> SyncOutcome {
    try take { connection, outbox in
      var outcome = SyncOutcome()
      var rows = try FetchedRows(connection, outbox)
      rows.numberedScopes = try outbox.numberedScopes(news.cursors)
      let gone = try news.pages.gone()
      try holdOthers(gone, &rows)
      rows.waiting = try waiting(connection, outbox, rows.columns)
      try rows.take(news.pages)
      for scope in news.ended { try leave(scope, &rows, &outcome) }
      if !before.isEmpty { try rows.keepMembers(of: news) }
      try rows.takeAlong(gone)
      try outbox.noteGone(
        gone.filter { SharedTable.byName[$0.table]?.kind != nil }.map {
          ($0.table.description, $0.id)
        },
        at: now())
      try rows.dropUntouchedFamilies(of: person, news.cursors)
      let twice =
        try outbox.cursors(of: person).isEmpty
        ? [] : Twins(of: rows.inserted, connection, rows.columns).words
      try outbox.setCursors(news.cursors, of: person)
      if rows.hasTakenBack { try outbox.fetchAnew() }
      for family in try rows.familiesOfNobody() { try leave(family, &rows, &outcome) }
      try outbox.setFact(Fact.reached, nil, of: person)
      try outbox.setFact(Fact.era, nil, of: person)
      try outbox.setFact(Fact.asksToRemove, nil, of: person)
      try outbox.setFact(Fact.filesAbsent, nil, of: person)
      // Foreign keys are off while fetched rows are written, so the deletion of a person has not
      // deleted the person's stored files. They are deleted here.
      try connection.execute(
        "DELETE FROM \(TableName.keptFiles) WHERE user_id NOT IN (SELECT id FROM users)")
      let loose = try rows.loose()
      guard loose.isEmpty else {
        guard rows.waiting.isEmpty else { throw Problem.overtaken }
        throw Problem(
          .serverError, "What the server sent does not fit together, so nothing of it was taken.",
          details: loose, fix: "Fetch everything anew:  sync again")
      }
      outcome.fetched = rows.written
      outcome.twice = twice
      outcome.hasReceived = !news.pages.isEmpty
      outcome.removed = rows.removed
      return outcome
    }
  }

  /// Marks unsent changes of other people on this computer as held (waiting for their author's
  /// decision) if the changes refer to rows that the server has deleted.
  ///
  /// Only the author of such a change can send or drop it, so the author has to decide.
  private func holdOthers(_ missing: [FetchedRow], _ rows: inout FetchedRows) throws {
    var gone = Set(missing.map(\.id))
    let own = try Set(rows.outbox.items(.waiting, of: person).map(\.place))
    for item in try rows.outbox.items(.waiting) where !own.contains(item.place) {
      let differences = try rows.columns.differences(item.changeset, of: item.person ?? person)
      guard
        differences.contains(where: {
          // An unsent change that deletes a row which the server has deleted too needs no decision.
          $0.operation != .delete && (gone.contains($0.id) || !$0.mentioned.isDisjoint(with: gone))
        })
      else { continue }
      try rows.outbox.set(
        .held, item,
        answer: JSONValue.array([["outcome": "held", "reason": "gone"]]).text)
      gone.formUnion(try rows.takeBack(differences))
    }
  }

  /// Removes a family that the person has left from the data file.
  ///
  /// Rows that no account of this file may see any more are deleted, and unsent changes of these
  /// rows are dropped.
  private func leave(
    _ family: RecordID, _ rows: inout FetchedRows, _ outcome: inout SyncOutcome
  ) throws {
    let (connection, outbox) = (rows.connection, rows.outbox)
    let name = try connection.first(
      "SELECT family_name FROM family_units WHERE id = ?", family
    ) { row in try row.optionalText(0) }
    let leaving = try connection.first(
      "SELECT player_user_id FROM family_units WHERE id = ?", family
    ) { row in try row.recordID(0) }
    // If another account of this data file may still be a member of the family, its rows stay, and
    // only this person's changes for the family are dropped.
    let stays = try outbox.mayBeTold(family, besides: person)
    let stood = try Set(SharedTable.all.flatMap { try rows.ids(of: $0) })
    var left: Set<String> = []
    func leave() throws {
      try rows.leave(family, person: person)
      left = try stood.subtracting(SharedTable.all.flatMap { try rows.ids(of: $0) })
        .union([family.description])
    }
    if stays {
      try connection.tryingOut(leave)
      try connection.execute(
        "DELETE FROM family_members WHERE family_unit_id = ? AND user_id = ?", family, person)
    } else {
      try leave()
    }
    if !stays {
      // The transactions that the server reported for the history, and the undo steps (changes that
      // `undo` takes back) for the family's athlete, name records that this person may not see any
      // more, so they are deleted. A reported transaction without a summary names no record and
      // stays.
      try connection.execute(
        "DELETE FROM outbox_steps WHERE account = ? AND summary <> ''", person)
      if let leaving, leaving != person {
        try connection.execute("DELETE FROM journal WHERE athlete = ?", leaving)
      }
    }
    var neverSent: [String] = []
    for item in try Outbox.State.allCases.flatMap({
      stays ? try outbox.items($0, of: person) : try outbox.items($0)
    }) {
      let differences = try rows.columns.differences(item.changeset, of: item.person ?? person)
      guard differences.contains(where: { $0.concerns(left) }) else { continue }
      try outbox.remove(item.place)
      if stays { try rows.takeBack(differences) }
      neverSent.append(item.summary)
      if item.state == .held { outcome.held -= 1 }
      if item.state == .refused { outcome.refused -= 1 }
    }
    let names = name.map { [$0 ?? "A family"] } ?? []
    outcome.left += names
    outcome.neverSent += neverSent
    try outbox.keepFarewell(Farewell(left: names, neverSent: neverSent), of: person)
  }

  /// Fetches all rows that have changed at the server since the last fetch, page by page.
  ///
  /// - Parameter known: the cursors, which say how far each scope (a family or a person) was
  ///   fetched. If the list is empty, all rows are fetched.
  func news(since known: [Outbox.Cursor]) async throws(Problem) -> News {
    var news = News(pages: try inWords { try FetchedPages() }, cursors: known)
    var isMore = true
    while isMore {
      let answer = try await call(
        "compass_pull",
        ["cursors": .array(news.cursors.map(\.json)), "limit": JSONValue(pageSize)])
      guard let scopes = answer["scopes"]?.array, let changes = answer["changes"]?.array else {
        throw Problem.notAnAnswer
      }
      // A server that does not know the person leaves the scope of the person's own rows out of its
      // answer. The answer is refused, because the rows of a missing scope would be deleted from
      // the data file.
      guard scopes.contains(where: { $0["scope"]?.string == person.description }) else {
        throw Problem.unknownThere
      }
      let before = Dictionary(
        news.cursors.map { ($0.scope, $0.era) }, uniquingKeysWith: { first, _ in first })
      news.cursors = scopes.compactMap(Outbox.Cursor.init(json:))
      news.era = answer["era"]?.string
      news.joining = Joining(json: answer)
      // The era of the server is compared for all scopes (families and persons) that were fetched
      // before, because a restored server may no longer give the person some of them.
      if let era = answer["era"]?.string, before.values.contains(where: { $0 != era }) {
        news.isRestored = true
        return news
      }
      // The server sets `anew` to ask for a complete fetch if a cursor, which says how far a scope
      // was fetched, is very old or is newer than the server's own data. In the second case the
      // server has lost data, and this call throws.
      if !before.isEmpty, scopes.contains(where: { $0["anew"]?.bool == true }) {
        try await requireNotBehind()
      }
      for ended in answer["ended"]?.array ?? [] {
        if let id = ended.string.flatMap({ RecordID($0) }), !news.ended.contains(id) {
          news.ended.append(id)
        }
      }
      try inWords { try news.pages.add(changes.lazy.compactMap(FetchedRow.init)) }
      isMore = answer["more"]?.bool == true && !changes.isEmpty
    }
    return news
  }

  /// Returns the columns with unsent changes, by table and id of the row. A fetched value must not
  /// replace the value of such a column.
  func waiting(
    _ connection: DatabaseConnection, _ outbox: Outbox, _ columns: ColumnsOfFile
  ) throws -> [String: Set<ColumnName>] {
    var waiting: [String: Set<ColumnName>] = [:]
    for item in try outbox.items(.waiting) {
      for difference in try columns.differences(item.changeset, of: item.person ?? person) {
        waiting[FetchedRows.key(difference.table, difference.id), default: []]
          .formUnion(difference.set?.columns ?? [])
      }
    }
    return waiting
  }
}

extension Problem {
  /// The problem that the server has no profile of the person. The server is empty, is another
  /// server, or was restored from a backup that is older than the account.
  public static let unknownThere = Problem(
    .conflict, "The server does not know you, so nothing was sent or taken.",
    details: [
      "It is empty, another one, or restored from before you had an account. Everything here stays as it is, and what you change waits."
    ], fix: "Ask its owner. To keep this file for yourself:  account disconnect")

  /// The problem that the person's account at the server was deleted, on another device or by the
  /// server's owner.
  public static let erasedThere = Problem(
    .conflict, "Your account at the server was deleted, so nothing was sent or taken.",
    details: ["Everything here stays as it is."],
    fix: "To keep this file for yourself:  account disconnect")

  /// The problem that local changes refer to rows that the server has deleted. This device made the
  /// changes after the current sync had sent the earlier ones, so they have to be sent before
  /// fetched rows are written.
  fileprivate static let overtaken = Problem(
    .conflict, "Something was written here that builds on what is gone there.")
}

extension RowDifference {
  /// Returns whether the difference (the change of one row, as it is sent) is about a row with one
  /// of these ids, or refers to such a row.
  fileprivate func concerns(_ ids: Set<String>) -> Bool {
    if ids.contains(id.description) { return true }
    return ((set?.members ?? []) + (was?.members ?? [])).contains { member in
      member.value.string.map(ids.contains) ?? false
    }
  }
}

extension Outbox {
  /// Returns the era of the server that this data file knows, or nil before any rows were sent or
  /// fetched. A server that was restored from a backup has a new era.
  func era(for account: RecordID) throws -> String? {
    try cursors(of: account).first?.era ?? fact(Sharing.Fact.era, of: account)
  }
}

extension Outbox.Cursor {
  var json: JSONValue {
    .object([
      "scope": .string(scope.description), "era": .string(era), "revision": JSONValue(revision),
      "table": .string(table.description), "id": .string(id),
    ])
  }

  init?(json: JSONValue) {
    guard let scope = json["scope"]?.string.flatMap({ RecordID($0) }),
      let era = json["era"]?.string, let revision = json["revision"]?.int,
      let table = json["table"]?.string, let id = json["id"]?.string
    else { return nil }
    self.init(
      scope: scope, kind: json["kind"]?.string ?? "person", era: era, revision: revision,
      table: table, id: id)
  }
}
