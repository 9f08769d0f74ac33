import Basics
import CivilTime
import DemoFamily
import Domain
import Persistence
import SQLite
import Testing

@testable import SQLBackend

/// Tests that rules that are written in SQL agree with the pure rules for random rows.
@Suite struct RulesAgainstSQLTests {
  private let now = Instant("2026-03-08T15:00:00.000Z")!

  private static let families = FilledFamilies()

  private func family(_ seed: UInt64) throws -> (SQLBackend, MadeUpFamily) {
    try Self.families.family("\(seed)", now: now) { made(seed) }
  }

  private func made(_ seed: UInt64) -> MadeUpFamily {
    var dice = Dice(seed)
    var demo = DemoFamily.make(seed: seed, now: now, zone: .utc)
    let rules = SuggestionRule.allCases
    // The file contains suggestions that the rules have made, with random changes, and sixty random
    // suggestions that the rules would not make. SQL and the rules have to agree about both.
    let found = demo.suggestions.map { stored in
      var row = stored
      row.isPendingSurface = dice.below(2) == 0
      if dice.below(3) == 0 { row.message = "as it was" }
      return row
    }
    demo.suggestions =
      found
      + (0..<60).map { index in
        var row = RecruitingSuggestion(
          id: .version4(high: 0x5E, low: UInt64(index)), athleteID: demo.athlete.id,
          rule: dice.pick(rules) ?? .interactionGap,
          urgency: dice.pick(SuggestionUrgency.allCases) ?? .low, message: "m\(index)",
          action: dice.pick([.logInteraction, .addSchool]),
          createdAt: now.adding(days: -dice.below(4)))
        if dice.below(5) == 0 { row.urgency = .unknown("soon") }
        row.relatedSchoolID = dice.below(3) == 0 ? nil : dice.pick(demo.schools.prefix(3).map(\.id))
        row.isPendingSurface = dice.below(2) == 0
        switch dice.below(4) {
        case 0: row.isDismissed = true
        case 1: row.isCompleted = true
        default: break
        }
        return row
      }
    for index in demo.events.indices {
      demo.events[index].startDate = Zone.utc.day(of: now).adding(days: dice.below(9) - 4)
      demo.events[index].startTime = nil
    }
    for index in demo.notifications.indices {
      demo.notifications[index].scheduledFor =
        dice.below(3) == 0 ? nil : now.adding(days: -dice.below(5))
      demo.notifications[index].readAt = dice.below(2) == 0 ? now : nil
      if dice.below(3) == 0 { demo.notifications[index].title = "São École" }
      if dice.below(4) == 0 { demo.notifications[index].message = "CAFE\u{301} at Élan" }
    }
    return demo
  }

  @Test(
    "Which suggestions are on a page, and how many more", arguments: 1...6 as ClosedRange<UInt64>)
  func suggestions(_ seed: UInt64) async throws {
    let (backend, demo) = try family(seed)
    let sam = demo.athlete.id
    // To show a page, the program runs only some of the rules, with only the facts that these need.
    // The result must be the same as that of this evaluation of all rules with all facts.
    let evaluation = try backend.dataFile.read { connection in
      let scope = Scope(
        connection: connection, caller: try CallerQuery.caller(sam, in: connection), now: now,
        calendar: backend.calendar, machine: backend.machine, ids: backend.ids)
      return SuggestionRules.evaluate(
        try SuggestionGathering(RecordScope(scope, of: sam), now, .utc).facts())
    }
    let stored = demo.suggestions.filter { $0.athleteID == sam && $0.isOpen }
    let own = SuggestionMerge.read(stored.sorted { $0.id < $1.id }, by: evaluation, now: now)
    #expect(!own.isEmpty && own.count < stored.count)
    for school in [nil] + demo.schools.prefix(3).map({ Optional($0.id) }) {
      for limit in [0, 2, 3, 200] {
        let found = try await backend.suggestions.visible(of: sam, school: school, limit: limit)
        let expected = SuggestionLists.visible(own, school: school, limit: limit)
        #expect(found.rows.map(\.suggestion.id) == expected.map(\.id))
        #expect(found.rows.map(\.suggestion.message) == expected.map(\.message))
        #expect(found.pendingCount == SuggestionLists.pendingCount(own, school: school))
      }
    }
    let next = SuggestionLists.surfacing(own, now: now).map(\.id)
    let before = try await backend.suggestions.visible(of: sam, limit: 200).rows.map(
      \.suggestion.id)
    #expect(try await backend.suggestions.surface(of: sam) == next.count)
    let after = try await backend.suggestions.visible(of: sam, limit: 200).rows.map(\.suggestion.id)
    #expect(Set(after).subtracting(before) == Set(next))
  }

  @Test(
    "What logging an interaction completes, and when a coach was last in touch",
    arguments: 1...4 as ClosedRange<UInt64>)
  func contacts(_ seed: UInt64) async throws {
    let (backend, demo) = try family(seed)
    let sam = demo.athlete.id
    let school = demo.schools[0].id
    let expected = SuggestionLists.completed(
      byInteractionWith: school, demo.suggestions, now: now)
    let coach = try #require(demo.coaches.first { $0.schoolID == school } ?? demo.coaches.first)
    let saved = try await backend.interactions.add(for: sam) { [now] in
      ($0.schoolID, $0.type, $0.occurredAt) = (school, .known(.email), now)
    }
    let completed = saved.derived.compactMap { write in
      if case .suggestionCompleted(let reference) = write { reference.id } else { nil }
    }
    #expect(Set(completed) == Set(expected.map(\.id)))
    _ = try await backend.interactions.add(for: sam) { [now, days = dayOf(seed)] in
      $0.meet(coach.id)
      ($0.type, $0.occurredAt) = (.known(.email), now.adding(days: -days))
    }
    let all = try await backend.interactions.list(of: sam).rows.map(\.interaction)
    #expect(
      try await backend.coaches.show(coach.id, of: sam).row.coach.lastContactDate
        == CoachFollowUp.lastContact(all.filter { $0.occurredAt <= now }, with: coach))
  }

  private func dayOf(_ seed: UInt64) -> Int { Int(seed) * 5 }

  @Test("The inbox: order, filters, search and count", arguments: 1...4 as ClosedRange<UInt64>)
  func inbox(_ seed: UInt64) async throws {
    let (backend, demo) = try family(seed)
    let own = demo.notifications.filter { $0.personID == demo.athlete.id }
    #expect(try await backend.notifications.unreadCount() == InboxRules.unread(own))
    for search in ["", "são école", "SAO ECOLE", "sao", "café", "élan", "elan AT", "a", "%", "zz"] {
      for type in [nil, NotificationType.deadlineAlert, .event] {
        var query = InboxQuery()
        query.search = search
        query.type = type
        let found = try await backend.notifications.list(query).listing.rows
        #expect(
          found.map(\.notification.id)
            == InboxRules.sorted(
              own.filter { InboxRules.admits($0, type: type, search: search) }
            ).map(\.id), "\(search)")
      }
    }
  }

  @Test("The next events", arguments: 1...4 as ClosedRange<UInt64>)
  func events(_ seed: UInt64) async throws {
    let (backend, demo) = try family(seed)
    let today = Zone.utc.day(of: now)
    var query = ListQuery<RecruitingEvent>()
    query.filter.from = today
    query.sort = .upcoming
    query.limit = 5
    let found = try await backend.events.list(query, of: demo.athlete.id).rows.map(\.event)
    let expected = DashboardNumbers.upcoming(demo.events, today: today)
    #expect(found.map(\.startDate) == expected.map(\.startDate))
    #expect(found.count == expected.count)
  }

  @Test(
    "How many there are is how many are listed, whosever stand beside them",
    arguments: 1...4 as ClosedRange<UInt64>)
  func counts(_ seed: UInt64) async throws {
    let (backend, demo) = try family(seed)
    let sam = demo.athlete.id
    try backend.dataFile.write { connection in
      for (rest, digit) in ["0", "f"].enumerated() {
        let other = "\(demo.family.id)".map { $0 == "-" ? "-" : digit }.joined()
        try connection.execute(
          """
          INSERT INTO family_units (id, player_user_id, created_at, updated_at)
          SELECT ?, id, created_at, created_at FROM users WHERE id = ?
          """, other, demo.people[rest + 1].id)
        try connection.execute(
          "UPDATE interactions SET family_unit_id = ? WHERE rowid % 5 = ?", other, rest)
      }
      // These contacts were logged by another person and belong to no family, so the athlete must
      // not see them.
      try connection.execute(
        "UPDATE interactions SET family_unit_id = NULL, logged_by = ? WHERE rowid % 5 = 2",
        demo.people[1].id)
    }
    let list = try await backend.interactions.list(of: sam)
    #expect(list.rows.count < demo.interactions.count)
    #expect(list.total == list.rows.count)
    let figures = try await backend.dashboard.interactions(of: sam, now: now, zone: .utc)
    #expect(figures.total == list.rows.count { $0.interaction.occurredAt <= now })
    let theirs = try await backend.schools.list(of: sam)
    #expect(theirs.total == theirs.rows.count)
  }

  @Test("A search finds names whatever their capitals and accents, in every list")
  func folded() async throws {
    let program = ActingProcess()
    let backend = program.backend(DatabaseConnection.inMemoryPath)
    let sam = try await backend.athlete("Sam")
    program.person = sam
    let school = try await backend.schools.add(for: sam) { $0.name = "São École" }.row.reference
    let coach = try await backend.coaches.add(for: sam) {
      ($0.schoolID, $0.role) = (school.id, .known(.head))
      ($0.firstName, $0.lastName) = ("Zoë", "Ångström")
    }
    _ = try await backend.interactions.add(for: sam) {
      $0.meet(coach.row.reference.id)
      ($0.type, $0.occurredAt) = (.known(.email), ActingProcess.start)
    }
    for typed in ["são école", "SÃO ÉCOLE", "sao ecole", "Ecole", "E\u{301}cole"] {
      #expect(try await backend.schools.list(search(typed), of: sam).matching == 1, "\(typed)")
      #expect(try await backend.coaches.list(search(typed), of: sam).matching == 1, "\(typed)")
      #expect(try await backend.interactions.list(search(typed), of: sam).matching == 1, "\(typed)")
    }
    for typed in ["zoe angstrom", "ÅNGSTRÖM"] {
      #expect(try await backend.coaches.list(search(typed), of: sam).matching == 1, "\(typed)")
    }
    #expect(try await backend.schools.list(search("são x"), of: sam).matching == 0)
  }

  private func search<Record>(_ typed: String) -> ListQuery<Record> {
    var query = ListQuery<Record>()
    query.search = typed
    return query
  }
}
