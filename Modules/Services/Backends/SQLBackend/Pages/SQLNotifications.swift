import Basics
import CivilTime
public import Domain
import Persistence
import SQLite

extension SQLBackend {
  public var notifications: NotificationsGateway {
    NotificationsGateway {
      $0.list.implement { query throws(Problem) in
        try await self.read { scope in try Inbox(scope).page(query) }
      }
      $0.show.implement { id throws(Problem) in
        try await self.read { scope in
          let inbox = Inbox(scope)
          return try inbox.row(try inbox.require(id))
        }
      }
      $0.unreadCount.implement { () throws(Problem) in
        try await self.read { scope in try Inbox(scope).unreadCount() }
      }
      $0.markRead.implement { ids throws(Problem) in
        try await self.write("markRead") { scope, step in
          let inbox = Inbox(scope)
          let rows = try ids.map { try inbox.markRead($0) }
          step.summary = "Marked \(rows.summary) as read"
          return rows
        }
      }
      $0.markAllRead.implement { type throws(Problem) in
        try await self.write("markAllRead") { scope, step in
          let count = try Inbox(scope).markAllRead(type)
          step.summary = "Marked \(KindCount(.notification, count).words) as read"
          return count
        }
      }
      $0.delete.implement { ids throws(Problem) in
        try await self.write("deleteNotification") { scope, step in
          let rows = try Inbox(scope).delete(ids)
          step.summary = "Deleted \(rows.summary)"
          return rows
        }
      }
      $0.deleteAll.implement { type, readOnly throws(Problem) in
        try await self.write(readOnly ? "deleteReadNotifications" : "deleteNotifications") {
          scope, step in
          let count = try Inbox(scope).deleteAll(type, readOnly: readOnly)
          let words = KindCount(.notification, count).words
          step.summary = "Deleted \(words)" + (readOnly ? " that had been read" : "")
          return count
        }
      }
      $0.create.implement { new throws(Problem) in
        try await self.write("createNotification") { scope, step in
          let row = try Inbox(scope).create(new)
          step.summary = "Wrote \([row].summary)"
          return row
        }
      }
      $0.generate.implement { now, zone, occasion throws(Problem) in
        switch occasion {
        case .asked:
          try await self.write("generateNotifications") { scope, step in
            let made = try NotificationWriting(scope, now, zone).generate()
            step.summary = "Wrote \(KindCount(.notification, made.created.count).words)"
            return made
          }
        case .daily:
          try await self.remember { scope in
            try NotificationWriting(scope, now, zone).generate()
          }
        }
      }
    }
  }
}

/// Reads and changes the notifications of the person who acts. Every statement selects only that
/// person's rows, because notifications are private (domain.md 3).
struct Inbox {
  private let scope: Scope
  private let form = TableForm<AppNotification>.notifications
  private var connection: DatabaseConnection { scope.connection }
  private var person: RecordID { scope.caller.id }

  init(_ scope: Scope) {
    self.scope = scope
  }

  func page(_ query: InboxQuery) throws -> InboxData {
    let own = try listed(try own())
    var wanted = own
    wanted.match("notifications.type", query.type.map(Value.raw))
    if query.unreadOnly { wanted.require("notifications.read_at IS NULL") }
    wanted.search(query.search, in: ["notifications.title", "notifications.message"])
    let found = try connection.query(
      """
      SELECT \(form.list) FROM notifications WHERE \(wanted.clause)
      ORDER BY coalesce(scheduled_for, created_at) DESC, notifications.id LIMIT ?
      """, values: wanted.values + [.integer(Int64(query.limit.map { max(0, $0) } ?? -1))]
    ) { row in try form.read(row) }
    return InboxData(
      listing: Listing(
        rows: try rows(found), matching: try count(wanted), total: try count(own)),
      unreadCount: try unreadCount(among: own))
  }

  /// Returns the condition for the person's notifications, without rows that have a malformed
  /// value.
  private func own() throws -> Conditions {
    try scope.withoutUnreadable(
      Conditions("notifications.user_id = ?", .id(person)), in: form.table)
  }

  /// Returns the person's generated notifications whose causes can be read.
  private func reminders() throws -> [SupersededReminders.Reminder] {
    try connection.query(
      """
      SELECT id, occasion, coalesce(scheduled_for, created_at) FROM notifications
      WHERE user_id = ? AND occasion IS NOT NULL
      """, person
    ) { row in
      (id: try row.optionalText(0), cause: try row.optionalText(1), time: try row.optionalText(2))
    }.compactMap { stored -> SupersededReminders.Reminder? in
      guard let id = stored.id.flatMap({ RecordID($0) }),
        let occasion = stored.cause.flatMap({ NotificationOccasion($0) }),
        let time = stored.time.flatMap({ Instant($0) })
      else { return nil }
      return SupersededReminders.Reminder(id: id, occasion: occasion, time: time)
    }
  }

  /// Returns the ids of the person's reminders that a newer reminder about the same records makes
  /// superfluous. Lists leave them out.
  private func superseded() throws -> Set<RecordID> {
    SupersededReminders.ids(in: try reminders())
  }

  /// Returns the person's reminders to contact coaches that lists show.
  private func followUps() throws -> [SupersededReminders.Reminder] {
    let reminders = try reminders()
    let superseded = SupersededReminders.ids(in: reminders)
    return reminders.filter {
      $0.occasion.source == .followUps && !superseded.contains($0.id)
    }
  }

  /// Returns the condition, extended so that it excludes superseded reminders: those that a newer
  /// reminder about the same records makes superfluous. Lists do not show them.
  private func listed(_ conditions: Conditions) throws -> Conditions {
    let superseded = try superseded()
    guard !superseded.isEmpty else { return conditions }
    var listed = conditions
    listed.require(
      "notifications.id NOT IN (SELECT value FROM json_each(?))", .ids(superseded.sorted()))
    return listed
  }

  /// Marks reminders as read that a newer reminder about the same records makes superfluous, so
  /// that they do not count as unread.
  func markSupersededRead() throws {
    let superseded = try superseded()
    guard !superseded.isEmpty else { return }
    try connection.execute(
      """
      UPDATE notifications SET read_at = ?2
      WHERE read_at IS NULL AND id IN (SELECT value FROM json_each(?1))
      """, JSONList.text(superseded.sorted()), scope.now)
  }

  func unreadCount() throws -> Int { try unreadCount(among: listed(try own())) }

  private func unreadCount(among listed: Conditions) throws -> Int {
    var unread = listed
    unread.require("notifications.read_at IS NULL")
    return try count(unread)
  }

  func require(_ id: RecordID) throws -> AppNotification {
    try scope.requireReadable(id, in: form.table, .notification)
    guard let found = try form.find(id, in: connection), found.personID == person else {
      throw Problem.noSuch(.notification)
    }
    return found
  }

  func create(_ new: NewNotification) throws -> NotificationRow {
    var notification = AppNotification(
      id: scope.ids.next(), personID: person, type: .known(new.type), title: new.title,
      createdAt: scope.now)
    notification.message = new.message
    notification.priority = .known(new.priority)
    notification.related = new.related
    notification.actionURL = new.actionURL
    notification.scheduledFor = new.scheduledFor ?? scope.now
    try form.insert([notification], in: connection)
    return try row(notification)
  }

  func markRead(_ id: RecordID) throws -> NotificationRow {
    let before = try require(id)
    let after = InboxRules.markedRead(before, now: scope.now)
    try form.update(from: before, to: after, in: connection)
    return try row(after)
  }

  /// Marks the person's unread notifications as read, and returns their number. Notifications that
  /// are already read keep the time when they were read (domain.md 4.11).
  func markAllRead(_ type: NotificationType?) throws -> Int {
    try connection.execute(
      """
      UPDATE notifications SET read_at = ?2
      WHERE user_id = ?1 AND read_at IS NULL AND (?3 IS NULL OR type = ?3)
      """, person, scope.now, type?.rawValue)
    return connection.changes
  }

  func delete(_ ids: [RecordID]) throws -> [NotificationRow] {
    let rows = try rows(try ids.map(require))
    let superseded = try superseded()
    for id in ids { try form.delete(id, in: connection) }
    let older = try deleteUncovered(superseded.subtracting(ids))
    try remember(deleted: rows.map(\.notification) + older)
    return rows
  }

  /// Deletes reminders that a newer reminder about the same records had made superfluous, after
  /// that newer reminder was deleted. Lists had left them out and would otherwise show them again.
  private func deleteUncovered(_ superseded: Set<RecordID>) throws -> [AppNotification] {
    var (left, deleted) = (superseded, [AppNotification]())
    while !left.isEmpty {
      let uncovered = left.subtracting(try self.superseded())
      guard !uncovered.isEmpty else { break }
      for id in uncovered.sorted() {
        if let reminder = try form.find(id, in: connection) { deleted.append(reminder) }
        try form.delete(id, in: connection)
      }
      left.subtract(uncovered)
    }
    return deleted
  }

  func deleteAll(_ type: NotificationType?, readOnly: Bool) throws -> Int {
    var gone = Conditions("notifications.user_id = ?", .id(person))
    gone.match("notifications.type", type.map(Value.raw))
    if readOnly { gone.require("notifications.read_at IS NOT NULL") }
    var recent = try scope.withoutUnreadable(gone, in: form.table)
    recent.require(
      "coalesce(scheduled_for, created_at) >= ?",
      .instant(scope.now.adding(days: -DeletedNotifications.memory)))
    let generated = try connection.query(
      "SELECT \(form.list) FROM notifications WHERE \(recent.clause)", values: recent.values
    ) { row in try form.read(row) }
    try remember(deleted: generated)
    // Superseded reminders, which a newer reminder makes superfluous, are deleted too. The returned
    // number does not count them, because lists do not show them to the user.
    let deleted = try count(try listed(gone))
    try connection.execute("DELETE FROM notifications WHERE \(gone.clause)", values: gone.values)
    return deleted
  }

  /// Stores on this device what the deleted notifications were about, such as the deadline of an
  /// offer.
  ///
  /// Otherwise the same notifications would be written again when the program next looks for due
  /// ones.
  private func remember(deleted: [AppNotification]) throws {
    let key = DevicePreferenceKey.deletedNotifications
    let stored = try connection.devicePreferences.value(key, of: person)
    var memory = DeletedNotifications(reading: stored)
    memory.add(deleted, now: scope.now)
    guard memory.text != stored else { return }
    try connection.setDevicePreference(key, memory.text, of: person)
  }

  func row(_ notification: AppNotification) throws -> NotificationRow {
    guard let row = try rows([notification]).first else { throw Problem.noSuch(.notification) }
    return row
  }

  func rows(_ stored: [AppNotification]) throws -> [NotificationRow] {
    let zone = scope.calendar.zone()
    let today = zone.day(of: scope.now)
    let reminders = stored.filter { $0.type == .followUpReminder }
    let listed = try reminders.isEmpty ? [] : followUps()
    let causes = reminders.compactMap { $0.occasion.flatMap { NotificationOccasion($0) } }
      .filter { $0.source == .followUps }
    let coaches = try coaches(of: causes + listed.map(\.occasion))
    let found = stored.map { notification in
      let earlier = listed.filter { $0.time < notification.effectiveTime }
      return notification.asOf(today, written: zone.day(of: notification.createdAt))
        .asOf(scope.now, in: zone, coaches: coaches, after: earlier.map(\.occasion))
    }
    let names = RecordNames(connection)
    let references = try names.references(.notification, Set(found.map(\.id)))
    let related = Dictionary(
      grouping: found.compactMap(\.related), by: { $0.type.known?.kind })
    var about: [RecordID: Reference] = [:]
    for case (let kind?, let records) in related {
      try about.merge(names.references(kind, Set(records.compactMap(\.id)))) { first, _ in first }
    }
    return zip(stored, found).map { stored, notification in
      var reference = references.of(notification.id, .notification)
      // The reference (handle and title) of a notification has the stored title, which may be out
      // of date, such as "in 7 days" in a reminder that was written yesterday. The current title
      // replaces it.
      if notification.title != stored.title {
        reference = Reference(
          kind: .notification, id: reference.id, handle: reference.handle,
          title: notification.title)
      }
      return NotificationRow(
        reference: reference, notification: notification,
        related: notification.related?.id.flatMap { about[$0] })
    }
  }

  /// Returns the coaches whom reminders with these causes ask to contact, with their last contacts.
  private func coaches(of causes: [NotificationOccasion]) throws -> [RecordID: SilentCoach] {
    let ids = Set(causes.flatMap { $0.items.map(\.id) })
    guard !ids.isEmpty else { return [:] }
    let found = try connection.query(
      """
      SELECT coaches.id, trim(coaches.first_name || ' ' || coaches.last_name),
        \(Coach.lastContact(scope.now)),
        (SELECT name FROM schools WHERE schools.id = coaches.school_id)
      FROM coaches
      WHERE coaches.id IN (SELECT value FROM json_each(?)) AND coaches.user_id = ?
      """, JSONList.text(ids.sorted()), person
    ) { row in
      (
        id: try row.recordID(0), name: try row.text(1), last: try row.optionalInstant(2),
        school: try row.optionalText(3)
      )
    }
    var coaches: [RecordID: SilentCoach] = [:]
    for coach in found {
      guard let last = coach.last else { continue }
      coaches[coach.id] = SilentCoach(
        id: coach.id, name: coach.name, school: coach.school, lastContact: last)
    }
    return coaches
  }

  private func count(_ conditions: Conditions) throws -> Int {
    try connection.query(
      "SELECT count(*) FROM notifications WHERE \(conditions.clause)", values: conditions.values
    ) { row in try row.int(0) }.first ?? 0
  }
}

extension [NotificationRow] {
  /// The text that names these notifications in the summary of an undo step: their number, or the
  /// title of a single one after its handle (its short name, such as `n4`).
  fileprivate var summary: String {
    guard count == 1, let reference = first?.reference else {
      return KindCount(.notification, count).words
    }
    return "\(reference.handle) \(reference.title)"
  }
}

extension AppNotification.RelatedType {
  fileprivate var kind: ReferenceKind {
    switch self {
    case .offer: .offer
    case .event: .event
    case .recommendation: .recommendationLetter
    case .coach: .coach
    case .school: .school
    case .interaction: .interaction
    }
  }
}
