public import Basics
import CivilTime
import Domain
import Persistence
import SQLite

/// Marks notifications as read once what they ask for is done, gone, or has another day.
struct SettledNotifications {
  private let scope: Scope
  private var connection: DatabaseConnection { scope.connection }

  init(_ scope: Scope) {
    self.scope = scope
  }

  /// Does so after a write about an athlete, in its step.
  ///
  /// A connected file leaves it to each person's own devices, because a server refuses a step that changes the notifications of others.
  func settle(afterWriteAbout athlete: RecordID) throws {
    guard try Outbox(connection) != nil else { return try settle(of: nil) }
    if scope.caller.id == athlete { try settle(of: athlete) }
  }

  /// - Parameter person: whose notifications; nil for those of everybody in this file.
  func settle(of person: RecordID?) throws {
    let unread = try connection.query(
      """
      SELECT id, occasion FROM notifications
      WHERE user_id IN (SELECT id FROM users WHERE ?1 IS NULL OR id = ?1)
        AND read_at IS NULL AND occasion IS NOT NULL
      """, person
    ) { row in
      try row.optionalText(1).flatMap { NotificationOccasion($0) }.map {
        (id: try row.recordID(0), occasion: $0)
      }
    }.compactMap(\.self)
    guard !unread.isEmpty else { return }
    let settled = try Dictionary(grouping: unread) { Subject(of: $0.occasion) }
      .flatMap { subject, group in
        let days = try days(of: subject, group.flatMap(\.occasion.items))
        return group.filter { $0.occasion.isSettled(where: days) }.map(\.id)
      }
    guard !settled.isEmpty else { return }
    try connection.execute(
      "UPDATE notifications SET read_at = ?2 WHERE id IN (SELECT value FROM json_each(?1))",
      JSONList.text(settled), scope.now)
  }

  /// What one query answers for: tasks of two athletes have the same ids.
  private struct Subject: Hashable {
    var source: NotificationOccasion.Source
    var athlete: RecordID

    init(of occasion: NotificationOccasion) {
      (source, athlete) = (occasion.source, occasion.athlete)
    }
  }

  /// Returns the days of the records that still wait for something.
  private func days(
    of subject: Subject, _ items: [NotificationOccasion.Item]
  ) throws -> [RecordID: CalendarDay] {
    let ids = JSONList.text(Set(items.map(\.id)).sorted())
    func find(_ query: String) throws -> [RecordID: CalendarDay] {
      Dictionary(
        try connection.query(query + " IN (SELECT value FROM json_each(?1))", ids) { row in
          try row.optionalDay(1).map { (try row.recordID(0), $0) }
        }.compactMap(\.self), uniquingKeysWith: { first, _ in first })
    }
    switch subject.source {
    case .offer:
      return try find(
        """
        SELECT id, deadline_date FROM offers
        WHERE coalesce(status, 'pending') = '\(OfferStatus.pending.rawValue)' AND id
        """)
    case .letter:
      return try find(
        """
        SELECT id, due_date FROM recommendation_letters
        WHERE status = '\(LetterStatus.requested.rawValue)' AND id
        """)
    case .event:
      return try find(
        "SELECT id, start_date FROM events WHERE coalesce(attended, 0) = 0 AND id")
    case .tasks:
      let closed = TaskStatus.allCases.filter { !$0.isOpen }.map { "'\($0.rawValue)'" }
      return try find(
        """
        SELECT task_id, deadline_date FROM athlete_task
        WHERE athlete_id = '\(subject.athlete)'
          AND status NOT IN (\(closed.joined(separator: ", "))) AND task_id
        """)
    case .followUps:
      let zone = scope.calendar.zone()
      return Dictionary(
        uniqueKeysWithValues: try connection.query(
          """
          SELECT id, last_contact_date FROM coaches
          WHERE last_contact_date IS NOT NULL AND id IN (SELECT value FROM json_each(?))
          """, ids
        ) { row in (try row.recordID(0), zone.day(of: try row.instant(1))) })
    case .digest:
      return [:]
    }
  }
}

extension SQLBackend {
  /// Marks the person's notifications as read that what others wrote has made pointless, after each sync that fetched rows.
  ///
  /// - Returns: whether it wrote rows, which then have to be sent.
  public func settleNotifications() async throws(Problem) -> Bool {
    try await remember { scope in
      let before = scope.connection.totalChanges
      try SettledNotifications(scope).settle(of: scope.caller.id)
      return scope.connection.totalChanges != before
    }
  }
}
