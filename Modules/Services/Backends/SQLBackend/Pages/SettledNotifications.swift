public import Basics
import CivilTime
import Domain
import Persistence
import SQLite

/// Marks a notification as read once its reason no longer exists, because the task, the offer or
/// the other record that it is about is done, deleted, or due on another day.
struct SettledNotifications {
  private let scope: Scope
  private var connection: DatabaseConnection { scope.connection }

  init(_ scope: Scope) {
    self.scope = scope
  }

  /// Marks notifications as read whose reason a write about the athlete has removed, in the undo
  /// step of that write.
  ///
  /// In a file without a server, it marks the notifications of all people. A server refuses a step
  /// that changes the notifications of other people. So in a connected file, only the athlete's own
  /// write marks the athlete's notifications here, and each person's devices mark the others after
  /// a sync.
  func settle(afterWriteAbout athlete: RecordID) throws {
    guard try Outbox(connection) != nil else { return try settle(of: nil) }
    if scope.caller.id == athlete { try settle(of: athlete) }
  }

  /// Marks the unread notifications whose reason no longer exists.
  ///
  /// - Parameter person: the recipient of the notifications; nil for all people of this file.
  func settle(of person: RecordID?) throws {
    let unread = try connection.query(
      """
      SELECT id, occasion FROM notifications
      WHERE user_id IN (SELECT id FROM users WHERE ?1 IS NULL OR id = ?1)
        AND read_at IS NULL AND occasion IS NOT NULL
      """, person
    ) { row in
      (
        id: try row.optionalText(0).flatMap { RecordID($0) },
        occasion: try row.optionalText(1).flatMap { NotificationOccasion($0) }
      )
    }.compactMap { id, occasion in id.flatMap { id in occasion.map { (id: id, occasion: $0) } } }
    guard !unread.isEmpty else { return }
    let settled = try Dictionary(grouping: unread) { Subject(of: $0.occasion) }
      .flatMap { subject, group in
        let days = try days(of: subject, group.flatMap(\.occasion.items))
        return group.filter { row in days.map { row.occasion.isSettled(where: $0) } ?? false }
          .map(\.id)
      }
    guard !settled.isEmpty else { return }
    try connection.execute(
      "UPDATE notifications SET read_at = ?2 WHERE id IN (SELECT value FROM json_each(?1))",
      JSONList.text(settled), scope.now)
  }

  /// The kind and the athlete of some records, such as the offers of one athlete, which one query
  /// examines.
  ///
  /// The athlete is needed because a task has the same id for all athletes, and only their progress
  /// differs.
  private struct Subject: Hashable {
    var source: NotificationOccasion.Source
    var athlete: RecordID

    init(of occasion: NotificationOccasion) {
      (source, athlete) = (occasion.source, occasion.athlete)
    }
  }

  /// Returns the day of each record that still needs the user, such as the deadline of an open
  /// offer.
  ///
  /// - Returns: nil if one of the days is malformed. The notifications then stay unread, because
  ///   the reason for them may still exist.
  private func days(
    of subject: Subject, _ items: [NotificationOccasion.Item]
  ) throws -> [RecordID: CalendarDay]? {
    let ids = JSONList.text(Set(items.map(\.id)).sorted())
    if subject.source == .tasks { return try days(ofTasks: ids, subject.athlete) }
    guard let query = waiting(subject.source) else { return [:] }
    let found = try connection.query(query, ids) { row in
      (id: try row.recordID(0), text: try row.text(1))
    }
    var days: [RecordID: CalendarDay] = [:]
    for (id, text) in found {
      guard let day = CalendarDay(text) ?? Instant(text).map({ scope.calendar.zone().day(of: $0) })
      else { return nil }
      days[id] = day
    }
    return days
  }

  /// Returns the query that selects, among the listed records, those that still need the user, such
  /// as an open offer. It also selects their deadline, or for coaches the time of the last contact.
  private func waiting(_ source: NotificationOccasion.Source) -> String? {
    let listed = "IN (SELECT value FROM json_each(?))"
    switch source {
    case .offer:
      return """
        SELECT id, deadline_date FROM offers WHERE id \(listed) AND deadline_date IS NOT NULL
          AND coalesce(status, 'pending') = '\(OfferStatus.pending.rawValue)'
        """
    case .letter:
      return """
        SELECT id, due_date FROM recommendation_letters WHERE id \(listed) AND due_date IS NOT NULL
          AND status = '\(LetterStatus.requested.rawValue)'
        """
    case .event:
      return "SELECT id, start_date FROM events WHERE id \(listed) AND coalesce(attended, 0) = 0"
    case .followUps:
      return """
        SELECT id, last FROM
          (SELECT id, \(Coach.lastContact(scope.now)) AS last FROM coaches WHERE id \(listed))
        WHERE last IS NOT NULL
        """
    case .tasks, .digest: return nil
    }
  }

  /// Returns the due day of each task that is still open: the day that the athlete set, or else the
  /// day in the template. Without either, the day follows from the month in the template and the
  /// graduation year.
  private func days(
    ofTasks ids: String, _ athlete: RecordID
  ) throws -> [RecordID: CalendarDay]? {
    let year = try scope.beginning(of: athlete).year
    let found = try connection.query(
      """
      SELECT task.id, coalesce(athlete_task.deadline_date, task.deadline_date), task.due_month,
        task.grade_level, athlete_task.status
      FROM task LEFT JOIN athlete_task
        ON athlete_task.task_id = task.id AND athlete_task.athlete_id = ?2
      WHERE task.id IN (SELECT value FROM json_each(?1))
      """, ids, athlete
    ) { row in
      (
        id: try row.recordID(0), explicit: try row.optionalText(1), month: try row.optionalInt(2),
        grade: try row.int(3), status: try row.optionalText(4)
      )
    }
    var days: [RecordID: CalendarDay] = [:]
    for task in found {
      let status = task.status.flatMap { TaskStatus(rawValue: $0) } ?? .notStarted
      guard status.isOpen, task.explicit != nil || task.month != nil else { continue }
      let explicit = task.explicit.flatMap { CalendarDay($0) }
      guard explicit != nil || task.explicit == nil,
        let day = Deadline.day(
          explicit: explicit, dueMonth: task.month, grade: task.grade, graduationYear: year)
      else { return nil }
      days[task.id] = day
    }
    return days
  }
}

extension SQLBackend {
  /// Marks those of the signed-in person's notifications as read whose reason no longer exists
  /// after a write of another person. Each sync that fetched rows calls it.
  ///
  /// - Returns: whether it wrote rows, which then have to be sent to the server.
  public func settleNotifications() async throws(Problem) -> Bool {
    try await remember { scope in
      let before = scope.connection.totalChanges
      try SettledNotifications(scope).settle(of: scope.caller.id)
      return scope.connection.totalChanges != before
    }
  }
}
