import Basics
import CivilTime
import Domain
import Persistence
import SQLite
import Testing

@testable import SQLBackend

/// Simulates a family whose data grows hour by hour. Compares every sentence that the family could
/// read at each hour with the stored rows.
@Suite("Sentences are true at every hour")
struct TrueSentencesTests {
  private let folder: TemporaryFolder
  private let clock = ActingProcess()
  private let backend: SQLBackend
  private let athlete: RecordID
  private let zone = Zone.utc

  init() async throws {
    folder = try TemporaryFolder()
    backend = clock.backend("\(folder.path)/compass.sqlite")
    let made = try await backend.people.createAccount(NewAccount(role: .player, name: "Sam Lee"))
    athlete = made.person.id
    clock.person = athlete
    let id = made.person.id
    try backend.dataFile.write {
      try $0.execute("UPDATE users SET graduation_year = 2027 WHERE id = ?", id)
    }
  }

  @Test("For seven weeks, while schools, coaches, contacts, offers and events come and go")
  func hours() async throws {
    var told = Told()
    for hour in 0..<(49 * 24) {
      try await grow(hour)
      if hour % 24 == 7 {
        _ = try await backend.followPlannedContacts(of: athlete)
        _ = try await backend.notifications.generate(now: now, zone: zone, .daily)
        _ = try await backend.suggestions.evaluate(for: athlete, now: now, zone: zone)
        while try await backend.suggestions.surface(of: athlete) > 0 {}
      }
      // The sentences are checked at every hour in the first half of every second day, when many
      // changes happen, and otherwise at every fifth hour.
      if hour % 5 == 0 || hour % 48 < 12 { try await holdAgainstRows(hour, &told) }
      clock.wait(seconds: 3600)
    }
    // Every kind of sentence must have occurred often enough, because a kind that never occurred
    // was not checked.
    #expect(told.daysLeft > 20 && told.quiet > 0 && told.judged > 0 && told.unjudged > 0)
    #expect(told.counts.count > 4 && told.gaps > 20 && told.never > 20 && told.misfits > 0)
    #expect(told.unread > 20 && told.silences > 20)
  }

  private struct Told {
    var daysLeft = 0
    var quiet = 0
    var judged = 0
    var unjudged = 0
    /// The different numbers of schools that suggestions have stated.
    ///
    /// Several must occur, or the test would not notice a fixed number.
    var counts: Set<Int> = []
    var gaps = 0
    var never = 0
    var misfits = 0
    var unread = 0
    var silences = 0
  }

  private var now: Instant { clock.now }
  private var today: CalendarDay { zone.day(of: now) }

  // MARK: - The family's changes in one hour

  private func grow(_ hour: Int) async throws {
    let (day, ofDay) = (hour / 24, hour % 24)
    let schools = try await backend.schools.list(ListQuery { $0.sort = .added }, of: athlete).rows
    let coaches = try await backend.coaches.list(ListQuery(), of: athlete).rows
    let now = now
    let today = today
    switch (day % 7, ofDay) {
    case (0, 9), (2, 10), (4, 11):
      let school = try await backend.schools.add(for: athlete) {
        $0.name = "School \(hour)"
        $0.priorityTier = day % 2 == 0 ? .known(.a) : nil
        $0.fitScore = day > 20 && day % 3 == 0 ? 30 : nil
        $0.status = .known(.interested)
      }.row.reference.id
      _ = try await backend.coaches.add(for: athlete) {
        $0.schoolID = school
        ($0.firstName, $0.lastName, $0.role) = ("Ana", "Coach\(hour)", .known(.head))
      }
    case (1, 14) where day < 10:
      if let coach = coaches.first { try await log(coach, .inbound, now) }
    case (1, 16) where day < 26, (3, 12) where day < 26:
      if let coach = coaches.dropFirst(day % 3).first { try await log(coach, .outbound, now) }
    case (2, 15) where day < 8:
      if let school = schools.first?.reference.id {
        _ = try await backend.offers.add(for: athlete) {
          ($0.schoolID, $0.type) = (school, .known(.partial))
          $0.offerDate = today
          $0.deadlineDate = today.adding(days: 16)
        }
      }
    case (5, 13):
      _ = try await backend.events.add(for: athlete) {
        ($0.name, $0.type) = ("Camp \(hour)", .known(.camp))
        $0.startDate = today.adding(days: 9)
      }
    case (6, 20) where day > 30:
      if let school = schools.last?.reference.id {
        _ = try await backend.schools.delete(school, of: athlete)
      }
    default: break
    }
  }

  private func log(_ coach: CoachRow, _ direction: Direction, _ moment: Instant) async throws {
    _ = try await backend.interactions.add(for: athlete) {
      ($0.schoolID, $0.coachID) = (coach.coach.schoolID, coach.coach.id)
      ($0.type, $0.direction, $0.occurredAt) = (.known(.text), .known(direction), moment)
    }
  }

  // MARK: - The checks of what the family reads

  private func holdAgainstRows(_ hour: Int, _ told: inout Told) async throws {
    let rows = try await backend.notifications.list(InboxQuery()).listing.rows
    let about = rows.compactMap { row in
      row.notification.occasion.flatMap { NotificationOccasion($0) }
    }.filter { $0.source != .digest && $0.source != .tasks }.flatMap { occasion in
      occasion.items.map { "\(occasion.source) \($0.id)" }
    }
    #expect(Set(about).count == about.count, "hour \(hour): reminded twice of one record")
    for row in rows {
      hold(row.notification, hour, &told)
      try await holdFollowUp(row.notification, hour, &told)
      if row.notification.readAt == nil { try await holdOpen(row.notification, hour, &told) }
      #expect(
        row.notification.type != .inboundInteraction, "hour \(hour): told of an own message")
    }
    try await holdSuggestions(hour, &told)
    let contacts = try await backend.interactions.list(ListQuery(), of: athlete).rows
    for coach in try await backend.coaches.list(ListQuery(), of: athlete).rows {
      let own = contacts.filter { $0.interaction.coachID == coach.coach.id }
      let sent = own.filter { $0.interaction.direction == .outbound }
        .map(\.interaction.occurredAt)
      let hasAnswered = own.contains { $0.interaction.direction == .inbound }
      let hadTime = sent.contains { $0.milliseconds(until: now) >= 14 * 86_400_000 }
      let isJudged = !sent.isEmpty && (hasAnswered || hadTime)
      #expect(
        (coach.responsiveness != nil) == isJudged, "hour \(hour): \(coach.reference.title)")
      if isJudged { told.judged += 1 } else if !sent.isEmpty { told.unjudged += 1 }
    }
    let range = ReportRange(from: today.adding(days: -29), to: today, in: zone)
    let report = try await backend.reports.contacts(of: athlete, in: range)
    let counted = try await backend.reports.aggregate(
      of: athlete, from: range.from, through: range.to, in: zone
    ).interactions.get()
    #expect(report.coaches.count(.replied) == counted.coachesAnswered, "hour \(hour)")
    for line in report.schools where line.wentQuiet {
      told.quiet += 1
      let last = contacts.filter { $0.school.id == line.reference.id }
        .map(\.interaction.occurredAt).max()
      let days = try #require(last).milliseconds(until: now) / 86_400_000
      #expect(days >= 14, "hour \(hour): \(line.name) went quiet")
    }
  }

  private func hold(_ notification: AppNotification, _ hour: Int, _ told: inout Told) {
    let texts = [notification.title, notification.message ?? ""]
    for text in texts {
      guard let left = text.firstMatch(of: /(?:in (\d+) days?|today)\.?$/) else { continue }
      told.daysLeft += 1
      let occasion = notification.occasion.flatMap { NotificationOccasion($0) }
      let deadline = occasion?.items.first?.day
      #expect(
        deadline.map { today.days(until: $0) } == Int(left.1.map(String.init) ?? "0"),
        "hour \(hour): \(text)")
    }
  }

  /// Checks a reminder to contact coaches: the days since the last contact that it states must be
  /// right.
  private func holdFollowUp(
    _ notification: AppNotification, _ hour: Int, _ told: inout Told
  ) async throws {
    guard notification.type == .followUpReminder else { return }
    let text = notification.message ?? ""
    let contacts = try await backend.coaches.list(ListQuery(), of: athlete).rows
    for match in text.matches(of: /(Ana Coach\d+) at [^(:]+(?: \(|: last contact )(\d+) day/) {
      // A reminder keeps its text if all of its coaches were deleted, so it can name a deleted
      // coach.
      guard let coach = contacts.first(where: { $0.coach.fullName == String(match.1) })?.coach
      else { continue }
      let last = try #require(coach.lastContactDate, "hour \(hour): \(text)")
      told.silences += 1
      #expect(
        Int(last.milliseconds(until: now) / 86_400_000) == Int(match.2), "hour \(hour): \(text)")
    }
  }

  /// Checks that an unread notification has a reason, such as a deadline that is still open.
  private func holdOpen(
    _ notification: AppNotification, _ hour: Int, _ told: inout Told
  ) async throws {
    guard let occasion = notification.occasion.flatMap({ NotificationOccasion($0) }) else { return }
    let ids = Set(occasion.items.map(\.id))
    switch occasion.source {
    case .offer:
      told.unread += 1
      let offers = try await backend.offers.list(ListQuery(), of: athlete).rows
      #expect(offers.contains { ids.contains($0.reference.id) }, "hour \(hour)")
    case .followUps:
      told.unread += 1
      let silent = try await backend.coaches.list(ListQuery(), of: athlete).rows.filter {
        guard let last = $0.coach.lastContactDate else { return false }
        return zone.day(of: last) < zone.day(of: notification.effectiveTime)
      }
      #expect(silent.contains { ids.contains($0.reference.id) }, "hour \(hour)")
    default: break
    }
  }

  /// Checks the sentence of each suggestion, in the list and on the suggestion's own page.
  private func holdSuggestions(_ hour: Int, _ told: inout Told) async throws {
    let schools = try await backend.schools.list(ListQuery(), of: athlete).rows
    let shown = try await backend.suggestions.visible(of: athlete, limit: 200).rows
    for row in shown {
      let text = row.suggestion.message
      let why = try await backend.suggestions.show(row.reference.id, of: athlete).row
      #expect(why == row, "hour \(hour): \(text)")
      if text.contains("no schools on your list yet") {
        told.counts.insert(0)
        #expect(schools.isEmpty, "hour \(hour): \(text)")
      } else if let found = text.firstMatch(of: /You have (\d+) schools? on your list/) {
        told.counts.insert(Int(found.1) ?? -1)
        #expect(schools.count == Int(found.1), "hour \(hour): \(text)")
      } else if let found = text.firstMatch(of: /You have not contacted (.+) in (\d+) days/) {
        told.gaps += 1
        let last = schools.first { $0.school.name == String(found.1) }?.lastContact
        #expect(
          last.map { Int($0.milliseconds(until: now) / 86_400_000) } == Int(found.2),
          "hour \(hour): \(text)")
      } else if let found = text.firstMatch(of: /You have not contacted (School \d+)/) {
        told.never += 1
        let school = try #require(
          schools.first { $0.school.name == String(found.1) }, "hour \(hour): \(text)")
        #expect(school.lastContact == nil, "hour \(hour): \(text)")
      } else if text.contains("fit score") {
        told.misfits += 1
        let scores = schools.compactMap(\.school.fitScore)
        #expect(scores.max().map { $0 < 50 } == true, "hour \(hour): \(text)")
      } else if text.hasPrefix("You have no highlight video") {
        #expect(try await backend.documents.list(ListQuery(), of: athlete).rows.isEmpty)
      }
    }
    #expect(Set(shown.map(\.reference)).count == shown.count)
  }
}
