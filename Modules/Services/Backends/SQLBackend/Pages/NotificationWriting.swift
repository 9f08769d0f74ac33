import CivilTime
import Domain
import FeatureKit
import Persistence
import SQLite

/// Writes what rule 4.11 asks for now, each once.
struct NotificationWriting {
  private let records: RecordScope
  private let now: Instant
  private let zone: Zone
  private var connection: Connection { records.connection }

  init(_ records: RecordScope, _ now: Instant, _ zone: Zone) {
    self.records = records
    self.now = now
    self.zone = zone
  }

  func generate() throws -> GeneratedNotifications {
    let settings = NotificationSettings(
      reading: try PreferenceRows(scope: records.scope).stored(.notifications, of: records.athlete)
        .data)
    let drafts = NotificationGeneration(settings: settings, now: now, zone: zone)
      .due(try sources(settings))
    let written = drafts.map { draft in
      AppNotification(
        draft, id: records.scope.ids.next(), for: records.athlete, now: now)
    }
    try TableForm.notifications.insert(written, in: connection)
    return GeneratedNotifications(created: try Inbox(records.scope).rows(written))
  }

  /// Only rows that a rule can fire for are read; which do, the rules decide.
  private func sources(_ settings: NotificationSettings) throws -> NotificationSources {
    let today = zone.day(of: now)
    var sources = NotificationSources()
    sources.offers = try find(Offer.self) {
      $0.require("offers.deadline_date >= ?", .day(today))
      $0.require("coalesce(offers.status, 'pending') = 'pending'")
    }
    sources.letters = try find(RecommendationLetter.self) {
      $0.require("recommendation_letters.due_date >= ?", .day(today))
      $0.require("recommendation_letters.status = 'requested'")
    }
    sources.events = try find(RecruitingEvent.self) {
      $0.require("events.start_date >= ?", .day(today))
    }
    sources.coaches = try find(Coach.self) {
      $0.require(
        "coaches.last_contact_date <= ?",
        .instant(now.adding(days: -settings.followUpReminderDays)))
    }
    sources.schoolNames = try records.references(
      .school, sources.offers.map(\.schoolID) + sources.coaches.map(\.schoolID)
    ).mapValues(\.title)
    sources.yesterday = try yesterday(today.adding(days: -1))
    sources.existing = try existing(settings)
    return sources
  }

  private func find<Record: StoredRecord>(
    _ type: Record.Type, _ narrow: (inout Conditions) -> Void
  ) throws -> [Record] {
    var conditions = try Record.visible(in: records)
    narrow(&conditions)
    return try records.find(type, conditions)
  }

  private func yesterday(_ day: CalendarDay) throws -> NotificationSources.Yesterday {
    var logged = try Interaction.visible(in: records)
    logged.require("interactions.occurred_at >= ?", .instant(zone.midnight(of: day)))
    logged.require(
      "interactions.occurred_at < ?", .instant(zone.midnight(of: day.adding(days: 1))))
    var attended = try RecruitingEvent.visible(in: records)
    attended.require("events.start_date = ? AND events.attended = 1", .day(day))
    var recorded = try PerformanceMetric.visible(in: records)
    recorded.require("performance_metrics.recorded_date = ?", .day(day))
    return NotificationSources.Yesterday(
      interactions: try records.count("interactions", logged),
      eventsAttended: try records.count("events", attended),
      metrics: try records.count("performance_metrics", recorded))
  }

  /// Those recent enough to make another one a double.
  private func existing(_ settings: NotificationSettings) throws -> [AppNotification] {
    let form = TableForm<AppNotification>.notifications
    let since = now.adding(days: -(settings.followUpReminderDays + 2))
    let deleted = DeletedNotifications(
      reading: try connection.devicePreferences.value(
        DevicePreferenceKey.deletedNotifications, of: records.athlete))
    var recent = try records.owned(in: form.table)
    // A lead is written once, however long ago.
    recent.require(
      "coalesce(scheduled_for, created_at) >= ? OR notifications.type IN ('deadline_alert', 'event')",
      .instant(since))
    return try connection.query(
      "SELECT \(form.list) FROM notifications WHERE \(recent.clause)", values: recent.values
    ) { row in try form.read(row) } + deleted.notifications
  }
}
