import Basics
import CivilTime
import Domain
import Persistence
import SQLite

/// Counts the interactions of an athlete for the dashboard, such as those of this month and of each
/// day. Each count scans only an index (domain.md 4.6 to 4.8).
struct ContactCounting {
  private let records: RecordScope
  private let now: Instant
  private let zone: Zone
  /// The condition for the interactions that the caller (the person who acts) may see. It includes
  /// planned interactions, which are not contacts yet (domain.md 10.8), so each query also sets the
  /// latest moment that counts.
  private let visible: Conditions
  private var connection: DatabaseConnection { records.connection }

  init(_ records: RecordScope, _ now: Instant, _ zone: Zone) throws {
    self.records = records
    self.now = now
    self.zone = zone
    visible = try Interaction.visible(in: records)
  }

  func figures() throws -> InteractionFigures {
    var figures = InteractionFigures()
    figures.total =
      try records.count(.interactions, visible) - Interaction.plannedCount(in: records, now)
    let month = zone.midnight(of: zone.day(of: now).firstOfMonth)
    figures.thisMonth = try count(from: month, before: justAfterNow)
    figures.days = try days()
    figures.inWindow = try figures.days.reduce(beforeTheDays()) { $0 + $1.count }
    figures.planned = try Interaction.planned(
      in: records, now, limit: DashboardNumbers.shownPlans)
    figures.frequency = try frequency(total: figures.total)
    return figures
  }

  private var justAfterNow: Instant { now.adding(milliseconds: 1) }

  /// Returns the condition for interactions from one moment to before another.
  ///
  /// The condition has one lower and one upper bound, because SQLite starts and ends the scan of an
  /// index at a bound. If there were two upper bounds, SQLite might use the later one and scan too
  /// many rows.
  private func within(_ from: Instant, before: Instant) -> Conditions {
    var wanted = visible
    wanted.require("interactions.occurred_at >= ?", .instant(from))
    wanted.require("interactions.occurred_at < ?", .instant(before))
    return wanted
  }

  private func count(from: Instant, before: Instant) throws -> Int {
    try records.count(.interactions, within(from, before: before))
  }

  private var start: Instant { now.adding(days: -InteractionTrend.window) }
  private var firstDay: CalendarDay { zone.day(of: now).adding(days: 1 - InteractionTrend.window) }

  /// Counts the interactions of each of the last 30 calendar days up to today, with one index scan
  /// for each day.
  ///
  /// Interactions before the last 30 times 24 hours do not count. This period normally begins on
  /// the day before the first of the 30 days. After a change to standard time it may begin during
  /// the first day, and then only the rest of that day counts.
  private func days() throws -> [DayCount] {
    try (0..<InteractionTrend.window).map { offset in
      let day = firstDay.adding(days: offset)
      let from = max(zone.midnight(of: day), start)
      let before = min(zone.midnight(of: day.adding(days: 1)), justAfterNow)
      return DayCount(day: day, count: try count(from: from, before: before))
    }
  }

  /// Returns the number of contacts that belong to the last 30 times 24 hours but lie before the
  /// first day that `days` counts.
  private func beforeTheDays() throws -> Int {
    try count(from: start, before: zone.midnight(of: firstDay))
  }

  private func frequency(total: Int) throws -> ContactFrequency {
    let schools = try School.visible(in: records)
    var frequency = ContactFrequency()
    frequency.schoolCount = try records.count(.schools, schools)
    frequency.interactionCount = total
    frequency.needingAttention = try needingAttention(schools)
    let lately = within(now.adding(days: -ContactFrequency.recentDays), before: justAfterNow)
    let week = try connection.query(
      """
      SELECT school_id, count(*), max(occurred_at) FROM interactions WHERE \(lately.clause)
      GROUP BY school_id
      HAVING EXISTS (SELECT 1 FROM schools
        WHERE schools.id = interactions.school_id AND (\(schools.clause)))
      ORDER BY max(occurred_at) DESC
      """, values: lately.values + schools.values
    ) { row in (try row.recordID(0), try row.int(1), try row.instant(2)) }
    frequency.contactedThisWeek = week.count
    // The page shows only the schools with the latest contacts, and sorts schools with equal
    // moments by name. So the names are also read for further schools whose last contact has the
    // same moment as that of the last displayed school.
    let last = week.prefix(ContactFrequency.shown).last
    let newest = week.prefix { contact in last.map { $0.2 <= contact.2 } ?? false }
    let names = try records.references(.school, newest.map(\.0))
    let contacted = newest.map { id, count, last in
      ContactFrequency.Contacted(school: names.of(id, .school), count: count, lastContact: last)
    }
    frequency.recent = ContactFrequency.newestFirst(contacted)
    return frequency
  }

  /// Returns the number of schools that were never contacted, or whose last contact is so long ago
  /// that it counts as stale.
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

extension InteractionType {
  /// The interaction types that are conversations, such as a call, as SQL text for `IN (…)`.
  static var conversations: String {
    allCases.filter(\.isConversation).map { "'\($0.rawValue)'" }.joined(separator: ", ")
  }
}
