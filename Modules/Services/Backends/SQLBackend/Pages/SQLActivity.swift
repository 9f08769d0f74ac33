import Basics
import CivilTime
public import Domain
import Persistence
import SQLite

extension SQLBackend {
  public var activity: ActivityGateway {
    ActivityGateway {
      $0.recent.implement { athlete, limit, offset throws(Problem) in
        try await self.read { scope in
          try RecordScope(scope, of: athlete)
            .activity(upTo: scope.now, self.journal, limit: limit, offset: offset)
        }
      }
      $0.news.implement { athlete, moment, limit throws(Problem) in
        try await self.read { scope in
          let records = try RecordScope(scope, of: athlete)
          return try self.journal.steps(
            of: try records.others(), on: athlete, after: moment, upTo: scope.now, limit: limit,
            hiding: StepSubject.hidden(from: scope.caller)
          ).map { try scope.step($0) }
        }
      }
      $0.week.implement { athlete, now, zone throws(Problem) in
        try await self.read { scope in
          try RecordScope(scope, of: athlete).week(now: now, zone: zone)
        }
      }
    }
  }
}

extension RecordScope {
  /// Returns one page of the recent activity, newest first. It considers only the newest fifty
  /// entries of each kind (domain.md 4.8), and reads and names only the records of the page.
  ///
  /// Status changes and documents that were imported from a file appear as one entry for the
  /// import. Imported contacts appear one by one, on the days on which they happened.
  fileprivate func activity(
    upTo now: Instant, _ journal: Journal, limit: Int, offset: Int
  ) throws -> Listing<ActivityItem> {
    let schools = try School.visible(in: self)
    // This query reads whole rows of status changes and not only their moments, because only
    // reading a whole row detects a malformed value, and this list may be the first to read these
    // rows.
    let changes = try School.statusChanges(
      // The plus sign before the column makes SQLite use the index by time, in which the query
      // stops after the newest rows. With the index by school it would read all rows.
      Conditions(
        """
        EXISTS (SELECT 1 FROM schools
          WHERE schools.id = +school_status_history.school_id AND (\(schools.clause)))
          AND NOT \(Journal.cameWithFile("school_status_history.created_at", of: "?"))
        """, values: schools.values + [.id(athlete)]), limit: RecentActivity.fetched, in: self)
    var uploaded = try Document.visible(in: self)
    uploaded.require(
      "NOT \(Journal.cameWithFile("documents.created_at", of: "?"))", .id(athlete))
    let imports = try journal.imports(
      of: athlete, limit: RecentActivity.fetched, hiding: StepSubject.hidden(from: scope.caller),
      from: scope.caller.id
    ).compactMap(ActivityItem.init)
    let found =
      try newest(
        .interaction, in: Interaction.tableName, by: .occurredAt,
        Interaction.past(in: self, now))
      + changes.map { FoundActivity(at: $0.changedAt, kind: .statusChange, source: .change($0)) }
      + imports.map { FoundActivity(at: $0.at, kind: $0.kind, source: .item($0)) }
      + newest(.document, in: Document.tableName, by: .createdAt, uploaded)
    return Listing(
      rows: try items(RecentActivity.feed(found, limit: limit, offset: offset)),
      matching: found.count, total: found.count)
  }

  private func newest(
    _ kind: ActivityKind, in table: TableName, by moment: ColumnName, _ wanted: Conditions
  ) throws -> [FoundActivity] {
    try connection.query(
      """
      SELECT rowid, id, \(moment) FROM \(table) WHERE \(wanted.clause)
      ORDER BY \(moment) DESC, id LIMIT ?
      """, values: wanted.values + [.integer(Int64(RecentActivity.fetched))]
    ) { row in
      let source = FoundActivity.Source.row(try row.int(0), try row.recordID(1))
      return try Instant?.read(row, 2).map { FoundActivity(at: $0, kind: kind, source: source) }
    }.compactMap { $0 }
  }

  private func items(_ found: [FoundActivity]) throws -> [ActivityItem] {
    func those<Record: StoredRecord>(_ type: Record.Type, _ kind: ActivityKind) throws -> [Record] {
      let numbers = found.filter { $0.kind == kind }.compactMap(\.row).map(String.init)
      guard !numbers.isEmpty else { return [] }
      return try find(
        type,
        Conditions(
          "\(Record.tableName).rowid IN (SELECT value FROM json_each(?))",
          .text("[\(numbers.joined(separator: ","))]")))
    }
    let contacts = try Interaction.rows(those(Interaction.self, .interaction), in: self)
    let documents = try Document.rows(those(Document.self, .document), in: self)
    let changes = try School.rows(found.compactMap(\.change), in: self)
    let names = try references(.school, changes.map(\.change.schoolID))
    let items =
      found.compactMap(\.item)
      + contacts.map { ActivityItem(at: $0.interaction.occurredAt, .interaction($0)) }
      + changes.map {
        ActivityItem(
          at: $0.change.changedAt,
          .statusChange($0, school: names.of($0.change.schoolID, .school)))
      }
      + documents.compactMap { row in
        row.document.createdAt.map { ActivityItem(at: $0, .document(row)) }
      }
    return RecentActivity.feed(items, limit: items.count)
  }

  /// Returns the ids of the athlete and the members of the family, without the caller (the person
  /// who acts).
  fileprivate func others() throws -> [RecordID] {
    try connection.query(
      """
      SELECT user_id FROM family_members WHERE family_unit_id = ?1 AND user_id <> ?3
      UNION SELECT ?2 WHERE ?2 <> ?3
      """, family, athlete, scope.caller.id
    ) { row in try row.recordID(0) }
  }

  fileprivate func week(now: Instant, zone: Zone) throws -> AthleteWeek {
    let monday = AthleteWeek.firstDay(of: zone.day(of: now))
    let start = zone.midnight(of: monday)
    let completed = try connection.one(
      """
      SELECT count(*) FROM \(scope.readable(.athleteTasks))
      WHERE athlete_id = ? AND status = 'completed' AND completed_at >= ? AND completed_at <= ?
      """, athlete, start, now
    ) { row in try row.int(0) }
    var logged = try Interaction.past(in: self, now)
    logged.require("interactions.logged_by = ?", .id(athlete))
    logged.require("interactions.created_at >= ?", .instant(start))
    logged.require("interactions.created_at <= ?", .instant(now))
    var recorded = try PerformanceMetric.visible(in: self)
    recorded.require("performance_metrics.recorded_date >= ?", .day(monday))
    recorded.require("performance_metrics.recorded_date <= ?", .day(zone.day(of: now)))
    return AthleteWeek(
      tasksCompleted: completed, interactionsLogged: try count(.interactions, logged),
      metricsRecorded: try count(.metrics, recorded))
  }
}

/// An entry of the recent activity whose record is not read yet. It contains only what is needed to
/// sort the entries and to find the record.
private struct FoundActivity: ActivityEntry {
  enum Source {
    /// A row of the table that belongs to the entry's kind: its SQLite row number and its id.
    case row(Int, RecordID)
    indirect case change(SchoolStatusChange)
    indirect case item(ActivityItem)
  }

  let at: Instant
  let kind: ActivityKind
  let source: Source

  var key: String {
    switch source {
    case .row(_, let id): kind.key(id)
    case .change(let change): kind.key(change.id)
    case .item(let item): item.key
    }
  }

  var row: Int? { if case .row(let number, _) = source { number } else { nil } }
  var change: SchoolStatusChange? { if case .change(let change) = source { change } else { nil } }
  var item: ActivityItem? { if case .item(let item) = source { item } else { nil } }
}

extension ActivityItem {
  /// Creates the single entry for an import in the list of recent activity, from the import's undo
  /// step.
  ///
  /// The result is nil for an import of a complete export. The rows of an export keep their own
  /// days, so they appear as entries of their own.
  fileprivate init?(_ entry: JournalEntry) {
    guard let kind = StepSubject.kind(importedBy: entry.act.operation) else { return nil }
    self.init(
      at: entry.act.at,
      .imported(ImportedRows(step: entry.id, kind: kind, summary: entry.act.summary)))
  }
}
