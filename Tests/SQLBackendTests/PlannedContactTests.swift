import Basics
import CivilTime
import Domain
import JSON
import Persistence
import SQLite
import Testing

@testable import SQLBackend

/// Tests interactions with a future date, which are plans (domain.md 10.8).
@Suite struct PlannedContactTests {
  private let program = ActingProcess()
  private let backend: SQLBackend
  private let ahead = ActingProcess.start.adding(days: 2)

  init() {
    backend = program.backend(DatabaseConnection.inMemoryPath)
  }

  private func plan() async throws -> (sam: RecordID, school: RecordID, coach: RecordID) {
    let sam = try await backend.athlete("Sam")
    program.person = sam
    let school = try await backend.schools.add(for: sam) {
      ($0.name, $0.priorityTier) = ("Elm", .known(.a))
    }.row.reference.id
    let coach = try await backend.coaches.add(for: sam) {
      ($0.schoolID, $0.role) = (school, .known(.head))
      ($0.firstName, $0.lastName) = ("Ana", "Rivera")
    }.row.reference.id
    _ = try await backend.suggestions.evaluate(for: sam, now: ActingProcess.start, zone: .utc)
    program.person = try await helper(of: sam)
    let saved = try await backend.interactions.add(for: sam) { [ahead] in
      $0.meet(coach)
      ($0.type, $0.direction) = (.known(.inPersonVisit), .known(.inbound))
      $0.occurredAt = ahead
    }
    #expect(saved.derived.isEmpty, "a plan sets nothing off yet")
    program.person = sam
    return (sam, school, coach)
  }

  /// Returns a parent who may write the athlete's records. Tests let the parent log the message of
  /// a coach.
  ///
  /// If the athlete logged it, the athlete would get no notification of the message.
  private func helper(of sam: RecordID) async throws -> RecordID {
    let family = try await backend.families.create(named: "Lee").family
    let dana = try await backend.parent("Dana")
    program.person = dana
    _ = try await backend.families.join(code: family.code ?? "")
    program.person = sam
    _ = try await backend.families.setHelp(of: dana, inFamily: family.id, to: [.records])
    return dana
  }

  @Test("A school's page knows its own coaches who wait, and those nobody wrote to")
  func waitingCoaches() async throws {
    let (sam, school, coach) = try await plan()
    let other = try await backend.schools.add(for: sam) { $0.name = "Oak" }.row.reference.id
    func names(_ id: RecordID) async throws -> [[RecordID]] {
      let details = try await backend.schools.show(id, of: sam)
      return [details.unanswered, details.silent].map { $0.map(\.reference.id) }
    }
    #expect(try await names(school) == [[], [coach]], "a plan is no message")
    program.wait(seconds: 2 * 86_400)
    try await backend.followPlannedContacts(of: sam)
    #expect(try await names(school) == [[], []], "a visit is a conversation")
    program.wait(seconds: 60)
    _ = try await backend.interactions.add(for: sam) { [now = program.now] in
      $0.meet(coach)
      ($0.type, $0.direction, $0.occurredAt) = (.known(.email), .known(.inbound), now)
    }
    #expect(try await names(school) == [[coach], []])
    #expect(try await names(other) == [[], []])
  }

  /// Each case: contacts with a coach, in the order of their times and an hour apart; and whether
  /// the coach waits for an answer after the last contact.
  @Test(
    "A coach waits for an answer to what they wrote last, and not to what was spoken",
    arguments: [
      ([], false), ([(.email, .inbound)], true), ([(.other, .inbound)], true),
      ([(.phoneCall, .inbound)], false), ([(.camp, .inbound)], false),
      ([(.text, .inbound), (.text, .outbound)], false),
      ([(.text, .inbound), (.phoneCall, .inbound)], false),
      ([(.text, .inbound), (.phoneCall, .outbound)], false),
      ([(.phoneCall, .inbound), (.dm, .inbound)], true),
      ([(.email, .outbound), (.tweet, .inbound)], true),
      ([(.email, .inbound), (.email, .outbound), (.virtualMeeting, .inbound)], false),
    ] as [([(InteractionType, Direction)], Bool)])
  func answers(contacts: [(InteractionType, Direction)], waits: Bool) async throws {
    let sam = try await backend.athlete("Sam Lee", graduationYear: nil)
    program.person = sam
    let school = try await backend.schools.add(for: sam) { $0.name = "Elm" }.row.reference.id
    let coach = try await backend.coaches.add(for: sam) {
      $0.schoolID = school
      ($0.firstName, $0.lastName, $0.role) = ("Ana", "Ruiz", .known(.head))
    }.row.reference.id
    for (type, direction) in contacts {
      program.wait(seconds: 3600)
      _ = try await backend.interactions.add(for: sam) { [now = program.now] in
        $0.meet(coach)
        ($0.type, $0.direction, $0.occurredAt) = (.known(type), .known(direction), now)
      }
    }
    let waiting = try await backend.dashboard.unanswered((sam, program.now))
    #expect(waiting.map(\.reference.id) == (waits ? [coach] : []))
    #expect(try await backend.schools.show(school, of: sam).unanswered.isEmpty == !waits)
  }

  /// Each case: the moment of a contact that was logged three days before; and whether it counts at
  /// noon of 10 February, before the next daily work.
  @Test(
    "A planned contact is a coach's last contact from its moment on, and not before",
    arguments: [
      ("2026-02-09T18:00:00.000Z", true), ("2026-02-10T00:30:00.000Z", true),
      ("2026-02-10T12:00:00.000Z", true), ("2026-02-10T12:00:00.001Z", false),
      ("2026-02-10T23:30:00.000Z", false), ("2026-02-11T00:30:00.000Z", false),
    ])
  func moments(text: String, counts: Bool) async throws {
    let noon = program.now
    let moment = try #require(Instant(text))
    let sam = try await backend.athlete("Sam Lee", graduationYear: nil)
    program.person = sam
    let school = try await backend.schools.add(for: sam) { $0.name = "Elm" }.row.reference.id
    func log(_ coach: RecordID, _ direction: Direction, at moment: Instant) async throws {
      _ = try await backend.interactions.add(for: sam) {
        $0.meet(coach)
        ($0.type, $0.direction, $0.occurredAt) = (.known(.email), .known(direction), moment)
      }
    }
    func coach(_ name: String) async throws -> RecordID {
      try await backend.coaches.add(for: sam) {
        $0.schoolID = school
        ($0.firstName, $0.lastName, $0.role) = ("Ana", name, .known(.head))
      }.row.reference.id
    }
    let (ana, other) = (try await coach("Ruiz"), try await coach("Silva"))
    let before = noon.adding(days: -20)
    program.now = noon.adding(days: -3)
    try await log(ana, .outbound, at: before)
    try await log(ana, .inbound, at: moment)
    try await log(other, .outbound, at: noon.adding(days: -4))
    program.now = noon
    let row = try await backend.coaches.show(ana, of: sam).row
    #expect(row.coach.lastContactDate == (counts ? moment : before))
    #expect(row.interactionCount == (counts ? 2 : 1))
    #expect(row.responsiveness == (counts ? 100 : 0))
    let silent = try await backend.dashboard.coaches(of: sam, now: noon).followUp
    #expect(silent.map(\.reference.id) == (counts ? [] : [ana]))
    #expect(try await backend.schools.show(school, of: sam).silent.isEmpty == counts)
    let quiet = try await backend.coaches.list(
      ListQuery { $0.filter.notContactedForDays = 14 }, of: sam)
    #expect(quiet.rows.map(\.reference.id) == (counts ? [] : [ana]))
    let sorted = try await backend.coaches.list(ListQuery { $0.sort = .lastContact }, of: sam)
    #expect(sorted.rows.map(\.reference.id) == (counts ? [ana, other] : [other, ana]))
    _ = try await backend.notifications.generate(now: noon, zone: .utc, .daily)
    let reminders = try await backend.notifications.list(InboxQuery()).listing.rows
    #expect(reminders.contains { $0.notification.type == .followUpReminder } != counts)
  }

  @Test("The imported day of a last contact stands without a contact, until a later one")
  func importedDay() async throws {
    let sam = try await backend.athlete("Sam Lee", graduationYear: nil)
    program.person = sam
    _ = try await backend.schools.add(for: sam) { $0.name = "Elm" }
    let days = ["Ana": "2026-02-08T12:00:00.000Z", "Bo": "2026-01-05T12:00:00.000Z"]
    _ = try await backend.archive.importRows(
      request(
        .coach,
        days.sorted { $0.key < $1.key }.map { name, day -> JSONObject in
          [
            "first_name": .string(name), "last_name": "Ruiz", "school": "Elm", "role": "head",
            "last_contact_date": .string(day),
          ]
        }), for: sam)
    let sorted = try await backend.coaches.list(ListQuery { $0.sort = .lastContact }, of: sam)
    #expect(sorted.rows.map(\.coach.firstName) == ["Ana", "Bo"])
    #expect(sorted.rows.map { $0.coach.lastContactDate != nil } == [true, true])
    let quiet = try await backend.coaches.list(
      ListQuery { $0.filter.notContactedForDays = 7 }, of: sam)
    #expect(quiet.rows.map(\.coach.firstName) == ["Bo"])
  }

  @Test("What is planned is in no figure, and counts once its time has come")
  func figures() async throws {
    let (sam, school, coach) = try await plan()
    let open = try await backend.suggestions.visible(of: sam, school: school, limit: 9).rows
    #expect(!open.isEmpty)
    for isDue in [false, true] {
      if isDue { program.wait(seconds: 2 * 86_400) }
      let now = isDue ? ahead : ActingProcess.start
      let count = isDue ? 1 : 0
      try await backend.followPlannedContacts(of: sam)
      let figures = try await backend.dashboard.interactions(of: sam, now: now, zone: .utc)
      #expect((figures.total, figures.thisMonth, figures.inWindow) == (count, count, count))
      #expect(figures.frequency.interactionCount == count)
      #expect(figures.frequency.needingAttention == 1 - count)
      #expect(figures.planned.count == 1 - count)
      #expect(try await backend.interactions.list(of: sam).total == 1, "listed all the same")
      #expect(
        try await backend.activity.recent(of: sam).rows.filter(\.isInteraction).count == count)
      #expect(
        try await backend.activity.week(of: sam, now: now, zone: .utc).interactionsLogged == 0,
        "a parent logged it")
      let packet = try await backend.packets.contents(of: sam)
      #expect(packet.lastContact == (isDue ? ahead : nil))
      #expect(packet.interactionsByType.reduce(0) { $0 + $1.count } == count)
      let report = try await backend.reports.aggregate(
        of: sam, from: day("2026-02-01"), through: day("2026-02-28"), in: .utc)
      #expect(try report.interactions.get().total == count)
      let row = try await backend.schools.show(school, of: sam).row
      #expect((row.interactionCount, row.lastContact) == (count, isDue ? ahead : nil))
      let shown = try await backend.coaches.show(coach, of: sam).row
      #expect((shown.interactionCount, shown.coach.lastContactDate) == (count, isDue ? ahead : nil))
      let alerts = try await backend.notifications.list(InboxQuery()).listing.rows
      #expect(alerts.count { $0.notification.type == .inboundInteraction } == count)
      let left = try await backend.suggestions.visible(of: sam, school: school, limit: 9).rows
      #expect(left.count == (isDue ? 0 : open.count))
    }
    try await backend.followPlannedContacts(of: sam)
    let alerts = try await backend.notifications.list(InboxQuery()).listing.rows
    #expect(alerts.count { $0.notification.type == .inboundInteraction } == 1, "once")
  }

  @Test("A last contact that was stored when plans still counted is put right by the day's work")
  func storedAhead() async throws {
    let (sam, _, coach) = try await plan()
    try backend.dataFile.write { connection in
      try connection.execute("UPDATE coaches SET last_contact_date = ?", ahead)
    }
    try await backend.followPlannedContacts(of: sam)
    #expect(try await backend.coaches.show(coach, of: sam).row.coach.lastContactDate == nil)
  }

  @Test("While the clock is behind, the day's work takes no contact back that happened")
  func clockBehind() async throws {
    let (sam, _, coach) = try await plan()
    let yesterday = ActingProcess.start.adding(days: -1)
    _ = try await backend.interactions.add(for: sam) {
      $0.meet(coach)
      ($0.type, $0.direction) = (.known(.email), .known(.outbound))
      $0.occurredAt = yesterday
    }
    program.wait(seconds: -30 * 86_400)
    try await backend.followPlannedContacts(of: sam)
    program.wait(seconds: 30 * 86_400)
    #expect(try await backend.coaches.show(coach, of: sam).row.coach.lastContactDate == yesterday)
  }
}

extension ActivityItem {
  fileprivate var isInteraction: Bool {
    if case .interaction = happening { true } else { false }
  }
}
