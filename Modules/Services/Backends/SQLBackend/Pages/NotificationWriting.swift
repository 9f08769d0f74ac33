public import Basics
import CivilTime
import Domain
import JSON
import Persistence
import SQLite

/// Writes the notifications that are due for the person who acts, such as the reminder of a
/// deadline. Each of them is written only once (domain.md 4.11 and 10.2 to 10.5).
struct NotificationWriting {
  private let scope: Scope
  private let now: Instant
  private let zone: Zone
  private var connection: DatabaseConnection { scope.connection }
  private var person: RecordID { scope.caller.id }

  init(_ scope: Scope, _ now: Instant, _ zone: Zone) {
    self.scope = scope
    self.now = now
    self.zone = zone
  }

  func generate() throws -> GeneratedNotifications {
    try SettledNotifications(scope).settle(of: person)
    let settings = NotificationSettings(
      reading: try PreferenceRows(scope: scope).stored(.notifications, of: person).data)
    let announced = try announced(settings)
    var drafts: [NotificationDraft] = []
    for (athlete, reader) in try athletes() {
      let sources = try sources(
        RecordScope(scope, of: athlete), settings, for: reader, announced: announced)
      drafts += NotificationGeneration(settings: settings, now: now, zone: zone, for: reader)
        .due(sources, after: drafts.count)
    }
    let written = try drafts.map { draft in
      AppNotification(draft, id: try id(of: draft), for: person, now: now)
    }.filter { try !isWritten($0) }
    try TableForm.notifications.insert(written, in: connection)
    let inbox = Inbox(scope)
    try inbox.markSupersededRead()
    return GeneratedNotifications(created: try inbox.rows(written))
  }

  /// Returns the athletes about whom the person gets notifications. For an athlete, this is only
  /// the athlete; for a parent, these are the athletes of the parent's families (domain.md 10.5).
  private func athletes() throws -> [(RecordID, NotificationReader)] {
    switch scope.caller.role {
    case .player: return [(person, .athlete)]
    case .admin: return []
    case .parent:
      let found = try connection.query(
        """
        SELECT users.id, users.full_name FROM family_members
        JOIN family_units ON family_units.id = family_members.family_unit_id
        JOIN users ON users.id = family_units.player_user_id
        WHERE family_members.user_id = ? ORDER BY users.id
        """, person
      ) { row in (try row.recordID(0), try row.optionalText(1)) }
      return found.map { id, name in
        let first = FirstName.of(name)
        return (id, .parent(of: first.isEmpty ? "Your athlete" : first))
      }
    }
  }

  /// Returns the causes of the notifications that the person has received, such as the deadline of
  /// an offer, so that no notification is written twice. Causes of deleted notifications are
  /// included. Notifications that are older than the longest reminder interval are left out.
  ///
  /// - Returns: the causes, and the notifications that an older version of the program wrote
  ///   without storing a cause.
  private func announced(
    _ settings: NotificationSettings
  ) throws -> (occasions: [NotificationOccasion], unnamed: [AppNotification]) {
    let deleted = DeletedNotifications(
      reading: try connection.devicePreferences.value(
        DevicePreferenceKey.deletedNotifications, of: person))
    let since = now.adding(days: -(DeletedNotifications.memory + 1))
    let form = TableForm<AppNotification>.notifications
    var recent = try scope.withoutUnreadable(
      Conditions("notifications.user_id = ?", .id(person)), in: form.table)
    recent.require("coalesce(scheduled_for, created_at) >= ?", .instant(since))
    let written = try connection.query(
      "SELECT \(form.list) FROM notifications WHERE \(recent.clause)", values: recent.values
    ) { row in try form.read(row) }
    return (
      written.compactMap { $0.occasion.flatMap { NotificationOccasion($0) } } + deleted.occasions,
      written.filter { $0.occasion == nil } + deleted.unnamed
    )
  }

  /// Returns true if the file already contains the notification, so that it is not written twice.
  ///
  /// The list from `announced` is not enough, because it lacks two kinds of notifications: those
  /// whose time is wrong because a clock was wrong, and those whose row has a malformed value.
  private func isWritten(_ notification: AppNotification) throws -> Bool {
    try connection.first(
      "SELECT 1 FROM notifications WHERE id = ?1 OR (user_id = ?2 AND occasion = ?3)",
      notification.id, person, notification.occasion
    ) { _ in true } != nil
  }

  private func id(of draft: NotificationDraft) throws -> RecordID {
    guard let occasion = draft.occasion else { return scope.ids.next() }
    return .named(occasion.description, under: try IDSeed(scope).value(of: person))
  }
}

// MARK: - The records that notifications are about

extension NotificationWriting {
  /// Reads the records about which a notification may be due. `NotificationGeneration` then decides
  /// which notifications are written.
  private func sources(
    _ records: RecordScope, _ settings: NotificationSettings, for reader: NotificationReader,
    announced: (occasions: [NotificationOccasion], unnamed: [AppNotification])
  ) throws -> NotificationSources {
    let today = zone.day(of: now)
    let oldest = today.adding(days: -DeadlineLeads.daysOfWasDue)
    var sources = NotificationSources(of: records.athlete)
    (sources.announced, sources.unnamed) = announced
    sources.offers = try find(Offer.self, in: records) {
      $0.require("offers.deadline_date >= ?", .day(oldest))
      $0.require("coalesce(offers.status, 'pending') = 'pending'")
    }
    sources.events = try find(RecruitingEvent.self, in: records) {
      $0.require("events.start_date >= ?", .day(today))
    }
    let timeline = try TimelineQueries(scope, records.athlete)
    sources.tasks = try timeline.tasks(ofGrades: Grade.levels)
    if reader == .athlete {
      sources.letters = try find(RecommendationLetter.self, in: records) {
        $0.require("recommendation_letters.due_date >= ?", .day(oldest))
        $0.require("recommendation_letters.status = 'requested'")
      }
      sources.coaches = try find(Coach.self, in: records) {
        $0.require("coaches.last_contact_date IS NOT NULL")
        $0.require(Coach.notContacted(forDays: settings.followUpReminderDays, now: now))
      }
      sources.yesterday = try yesterday(today.adding(days: -1), in: records)
    }
    sources.schoolNames = try records.references(
      .school, sources.offers.map(\.schoolID) + sources.coaches.map(\.schoolID)
    ).mapValues(\.title)
    return sources
  }

  private func find<Record: StoredRecord>(
    _ type: Record.Type, in records: RecordScope, _ narrow: (inout Conditions) -> Void
  ) throws -> [Record] {
    var conditions = try Record.visible(in: records)
    narrow(&conditions)
    return try records.find(type, conditions)
  }

  private func yesterday(
    _ day: CalendarDay, in records: RecordScope
  ) throws -> NotificationSources.Yesterday {
    var logged = try Interaction.visible(in: records)
    logged.require("interactions.occurred_at >= ?", .instant(zone.midnight(of: day)))
    logged.require(
      "interactions.occurred_at < ?", .instant(zone.midnight(of: day.adding(days: 1))))
    var attended = try RecruitingEvent.visible(in: records)
    attended.require("events.start_date = ? AND events.attended = 1", .day(day))
    var recorded = try PerformanceMetric.visible(in: records)
    recorded.require("performance_metrics.recorded_date = ?", .day(day))
    return NotificationSources.Yesterday(
      interactions: try records.count(.interactions, logged),
      eventsAttended: try records.count(.events, attended),
      metrics: try records.count(.metrics, recorded))
  }
}

extension SQLBackend {
  /// Creates the seed from which the ids of generated rows, such as notifications, are derived. It
  /// runs before the data file is connected to a server, from which other devices fetch the seed.
  ///
  /// If each device created a seed of its own, generated rows would have different ids on each of
  /// them, and people would see every row twice.
  public func prepareToShare() async throws(Problem) {
    _ = try await remember { scope in try IDSeed(scope).value(of: scope.caller.id) }
  }
}

/// The random number from which the ids of a person's generated rows, such as notifications, are
/// derived (domain.md 10.2). It is stored with the person's preferences, so that every copy of the
/// file derives the same ids.
struct IDSeed {
  static let category = "seed"
  private let scope: Scope

  init(_ scope: Scope) {
    self.scope = scope
  }

  /// Returns the random number from which the ids of the person's generated rows are derived. The
  /// first call creates and stores it.
  func value(of person: RecordID) throws -> RecordID {
    let stored = try scope.connection.first(
      "SELECT data FROM user_preferences WHERE user_id = ? AND category = ?", person, Self.category
    ) { row in JSONColumn.value(try row.optionalText(0))?["ids"]?.string.flatMap { RecordID($0) } }
    if let known = stored.flatMap({ $0 }) { return known }
    let seed = scope.ids.next()
    try scope.connection.execute(
      """
      INSERT INTO user_preferences (id, user_id, category, data, created_at, updated_at)
      VALUES (?1, ?2, ?3, ?4, ?5, ?5)
      ON CONFLICT (user_id, category) DO UPDATE SET data = ?4, updated_at = ?5
      """, scope.ids.next(), person, Self.category,
      JSONValue.object(["ids": .string(seed.description)]).text, scope.now.description)
    return seed
  }
}
