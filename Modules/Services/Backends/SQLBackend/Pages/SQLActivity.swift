import Basics
import CivilTime
public import Domain
import Persistence
import SQLite

extension SQLBackend {
  public var activity: ActivityGateway {
    ActivityGateway {
      $0.recent = { athlete, limit, offset throws(Problem) in
        try await self.read { scope in
          let items = try RecordScope(scope, of: athlete).activity(upTo: scope.now, self.journal)
          return Listing(
            rows: RecentActivity.feed(items, limit: limit, offset: offset), matching: items.count,
            total: items.count)
        }
      }
      $0.week = { athlete, now, zone throws(Problem) in
        try await self.read { scope in
          try RecordScope(scope, of: athlete).week(now: now, zone: zone)
        }
      }
    }
  }
}

extension RecordScope {
  /// The newest fifty of each kind (rule 4.8).
  ///
  /// Changes of status and documents that came in with a file are one entry; contacts that did happened on days of their own.
  fileprivate func activity(upTo now: Instant, _ journal: Journal) throws -> [ActivityItem] {
    let limit = RecentActivity.fetched
    let interactions = try find(
      Interaction.self, Interaction.past(in: self, now),
      order: [.newest("interactions.occurred_at")], limit: limit)
    var uploaded = try Document.visible(in: self)
    uploaded.require(
      "NOT \(Journal.cameWithFile("documents.created_at", of: "?"))", .id(athlete))
    let documents = try find(
      Document.self, uploaded, order: [.newest("documents.created_at")], limit: limit)
    let schools = try School.visible(in: self)
    let changes = try School.statusHistory(
      // The plus keeps the planner on the index by time, which stops after the newest; by school it would read all.
      Conditions(
        """
        EXISTS (SELECT 1 FROM schools
          WHERE schools.id = +school_status_history.school_id AND (\(schools.clause)))
          AND NOT \(Journal.cameWithFile("school_status_history.created_at", of: "?"))
        """, values: schools.values + [.id(athlete)]), limit: limit, in: self)
    let imports = try journal.imports(
      of: athlete, limit: limit, hiding: StepSubject.hidden(from: scope.caller),
      from: scope.caller.id)
    let names = try references(.school, changes.map(\.change.schoolID))
    return try Interaction.rows(interactions, in: self).map {
      ActivityItem(at: $0.interaction.occurredAt, .interaction($0))
    }
      + changes.map {
        ActivityItem(
          at: $0.change.changedAt,
          .statusChange($0, school: names.of($0.change.schoolID, .school)))
      }
      + imports.compactMap(ActivityItem.init)
      + Document.rows(documents, in: self).compactMap { row in
        row.document.createdAt.map { ActivityItem(at: $0, .document(row)) }
      }
  }

  fileprivate func week(now: Instant, zone: Zone) throws -> AthleteWeek {
    let monday = AthleteWeek.firstDay(of: zone.day(of: now))
    let start = zone.midnight(of: monday)
    let completed = try connection.one(
      """
      SELECT count(*) FROM \(scope.readable("athlete_task"))
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
      tasksCompleted: completed, interactionsLogged: try count("interactions", logged),
      metricsRecorded: try count("performance_metrics", recorded))
  }
}

extension ActivityItem {
  /// What a file brought; nil for an import of everything, whose rows bear days of their own.
  fileprivate init?(_ entry: JournalEntry) {
    guard let kind = StepSubject.kind(importedBy: entry.act.operation) else { return nil }
    self.init(
      at: entry.act.at,
      .imported(ImportedRows(step: entry.id, kind: kind, summary: entry.act.summary)))
  }
}
