import Basics
import CivilTime
import Domain
import Persistence
import SQLite

/// The dashboard's figures about interactions, counted along an index (rules 4.6 to 4.8).
struct ContactCounting {
  private let records: RecordScope
  private let now: Instant
  private let zone: Zone
  /// Up to now: what is planned is no contact yet (rule 10.8).
  private let visible: Conditions
  private var connection: DatabaseConnection { records.connection }

  init(_ records: RecordScope, _ now: Instant, _ zone: Zone) throws {
    self.records = records
    self.now = now
    self.zone = zone
    visible = try Interaction.past(in: records, now)
  }

  func figures() throws -> InteractionFigures {
    var figures = InteractionFigures()
    figures.total = try records.count("interactions", visible)
    let month = zone.midnight(of: zone.day(of: now).firstOfMonth)
    figures.thisMonth = try count(from: month, before: justAfterNow)
    figures.inWindow = try count(
      from: now.adding(days: -InteractionTrend.window), before: justAfterNow)
    figures.days = try days()
    figures.planned = try Interaction.planned(
      in: records, now, limit: DashboardNumbers.shownPlans)
    figures.frequency = try frequency(total: figures.total)
    return figures
  }

  private var justAfterNow: Instant { now.adding(milliseconds: 1) }

  private func count(from: Instant, before: Instant) throws -> Int {
    var wanted = visible
    wanted.require("interactions.occurred_at >= ?", .instant(from))
    wanted.require("interactions.occurred_at < ?", .instant(before))
    return try records.count("interactions", wanted)
  }

  /// One walk of the index a day; the window of 30 times 24 hours may cut the first one short.
  private func days() throws -> [DayCount] {
    let today = zone.day(of: now)
    let start = now.adding(days: -InteractionTrend.window)
    return try (1 - InteractionTrend.window...0).map { offset in
      let day = today.adding(days: offset)
      let from = max(zone.midnight(of: day), start)
      let before = min(zone.midnight(of: day.adding(days: 1)), justAfterNow)
      return DayCount(day: day, count: try count(from: from, before: before))
    }
  }

  private func frequency(total: Int) throws -> ContactFrequency {
    let schools = try School.visible(in: records)
    var frequency = ContactFrequency()
    frequency.schoolCount = try records.count("schools", schools)
    frequency.interactionCount = total
    frequency.needingAttention = try needingAttention(schools)
    let week = try connection.query(
      """
      SELECT school_id, count(*), max(occurred_at) FROM interactions
      WHERE \(visible.clause) AND occurred_at >= ? AND occurred_at < ?
        AND school_id IN (SELECT id FROM schools WHERE \(schools.clause))
      GROUP BY school_id ORDER BY max(occurred_at) DESC
      """,
      values: visible.values
        + [
          .instant(now.adding(days: -ContactFrequency.recentDays)), .instant(justAfterNow),
        ] + schools.values
    ) { row in (try row.recordID(0), try row.int(1), try row.instant(2)) }
    frequency.contactedThisWeek = week.count
    let names = try records.references(.school, week.map(\.0))
    let contacted = week.map { id, count, last in
      ContactFrequency.Contacted(school: names.of(id, .school), count: count, lastContact: last)
    }
    frequency.recent = ContactFrequency.newestFirst(contacted)
    return frequency
  }

  /// Never contacted, or so long ago that it counts as stale.
  private func needingAttention(_ schools: Conditions) throws -> Int {
    let stale = now.adding(days: -Int(ContactFreshness.agingDays + 1))
    return try connection.query(
      """
      SELECT count(*) FROM schools WHERE \(schools.clause) AND NOT EXISTS (
        SELECT 1 FROM interactions
        WHERE interactions.school_id = schools.id AND occurred_at > ? AND occurred_at < ?)
      """, values: schools.values + [.instant(stale), .instant(justAfterNow)]
    ) { row in try row.int(0) }.first ?? 0
  }
}
