import Basics
import CivilTime
import Domain
import Persistence
import SQLite

/// Writes the changes of other records that follow from logging, changing or deleting an
/// interaction, in the same transaction.
struct InteractionEffects {
  private let records: RecordScope
  private var connection: DatabaseConnection { records.connection }
  private var now: Instant { records.scope.now }

  init(_ records: RecordScope) {
    self.records = records
  }

  /// Sets the date of each coach's last contact to that of the coach's newest interaction up to
  /// now, in either direction (domain.md 4.8 and 10.8).
  ///
  /// - Returns: the changes, for the answer to the user.
  func refreshLastContacts(_ coaches: [RecordID?]) throws -> [DerivedWrite] {
    try Set(coaches.compactMap { $0 }).sorted().compactMap { coach in
      let newest = try connection.one(
        "SELECT max(occurred_at) FROM interactions WHERE coach_id = ? AND occurred_at <= ?",
        coach, now
      ) { row in try row.optionalInstant(0) }
      try connection.execute(
        """
        UPDATE coaches SET last_contact_date = ?2, updated_at = ?3, updated_by = ?4
        WHERE id = ?1 AND last_contact_date IS NOT ?2
        """, coach, newest, now, records.scope.caller.id)
      guard connection.changes > 0 else { return nil }
      return .lastContact(
        coach: try records.references(.coach, [coach]).of(coach, .coach), newest)
    }
  }

  /// Returns true if this write may not complete suggestions or create notifications, because the
  /// caller is a helping parent and the file is connected to a server.
  ///
  /// Suggestions and notifications belong to the athlete alone, so the server refuses a parent's
  /// step that changes them. `followOthersContacts` writes them later on the athlete's devices.
  private func isLeftToAthlete() throws -> Bool {
    try !records.isOwner && Outbox(connection) != nil
  }

  /// Completes the open suggestions that ask the athlete to contact this school (domain.md 4.12).
  ///
  /// - Parameter moment: the time when the contact was logged, if that was earlier than now. A
  ///   suggestion that was created after this time stays open; nil completes all.
  func completeSuggestions(
    of school: RecordID, askedBefore moment: Instant? = nil
  ) throws -> [DerivedWrite] {
    guard try !isLeftToAthlete() else { return [] }
    let open = try connection.query(
      """
      SELECT id FROM suggestion
      WHERE related_school_id = ?1 AND athlete_id = ?2 AND action_type = ?3
        AND dismissed = 0 AND completed = 0 AND (?4 IS NULL OR created_at <= ?4)
      ORDER BY id
      """, school, records.athlete, SuggestionAction.logInteraction.rawValue, moment
    ) { row in try row.recordID(0) }
    guard !open.isEmpty else { return [] }
    try connection.execute(
      """
      UPDATE suggestion SET completed = 1, completed_at = ?2, updated_at = ?2
      WHERE id IN (SELECT value FROM json_each(?1))
      """, JSONList.text(open), now)
    let names = try records.references(.suggestion, open)
    return open.map { .suggestionCompleted(names.of($0, .suggestion)) }
  }

  /// Notifies the athlete of a coach's message at once, unless the athlete logged it or has
  /// switched such notifications off (domain.md 4.11).
  func notify(of interaction: Interaction) throws -> [DerivedWrite] {
    guard let draft = try draft(of: interaction) else { return [] }
    let id = records.scope.ids.next()
    try insert(draft, as: id)
    return [
      .notificationCreated(try records.references(.notification, [id]).of(id, .notification))
    ]
  }

  /// Notifies the athlete of a coach's message that was logged earlier, unless the notification
  /// exists already.
  ///
  /// The notification's id is derived from the contact's id. So if two devices create it, or if it
  /// is created both for a planned and for a fetched contact, the result is one row.
  func notifyOnce(of interaction: Interaction) throws {
    guard let draft = try draft(of: interaction) else { return }
    let seed = try IDSeed(records.scope).value(of: records.athlete)
    let id = RecordID.named("contact \(interaction.id)", under: seed)
    let isThere = try connection.first(
      "SELECT 1 FROM notifications WHERE id = ?", id, read: { _ in true })
    if isThere == nil { try insert(draft, as: id) }
  }

  /// Returns the content of the notification about a coach's message; nil if the athlete gets none.
  private func draft(of interaction: Interaction) throws -> NotificationDraft? {
    guard try interaction.loggedBy != records.athlete && !isLeftToAthlete() else { return nil }
    let settings = NotificationSettings(
      reading: try PreferenceRows(scope: records.scope).stored(.notifications, of: records.athlete)
        .data)
    let coach = try interaction.coachID.map { try records.require(Coach.self, $0) }
    let school = try records.references(.school, [interaction.schoolID])[interaction.schoolID]
    return NotificationGeneration(
      settings: settings, now: now, zone: records.scope.calendar.zone()
    ).inbound(interaction, coachName: coach?.fullName, schoolName: school?.title)
  }

  private func insert(_ draft: NotificationDraft, as id: RecordID) throws {
    let notification = AppNotification(draft, id: id, for: records.athlete, now: now)
    try TableForm.notifications.insert([notification], in: connection)
  }
}

extension AppNotification {
  init(_ draft: NotificationDraft, id: RecordID, for person: RecordID, now: Instant) {
    self.init(
      id: id, personID: person, type: .known(draft.type), title: draft.title, createdAt: now)
    message = draft.message
    priority = .known(draft.priority)
    related = draft.related
    actionURL = draft.actionURL
    occasion = draft.occasion?.description
    scheduledFor = draft.scheduledFor
  }
}
