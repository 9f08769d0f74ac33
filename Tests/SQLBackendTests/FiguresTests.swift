import Basics
import CivilTime
import DemoFamily
import Domain
import JSON
import Persistence
import Testing

@testable import SQLBackend

/// Tests that the numbers that SQL counts for pages and reports equal those that the rules in Swift
/// count for the same rows.
@Suite struct FiguresTests {
  private let folder: TemporaryFolder
  private let now = Instant("2026-03-08T15:00:00.000Z")!

  init() throws {
    folder = try TemporaryFolder()
  }

  private static let zones = [Zone.utc, .fixed(minutes: -300), .fixed(minutes: 765)]

  private static let families = FilledFamilies()

  private func family(_ seed: UInt64, _ zone: Zone) throws -> (SQLBackend, MadeUpFamily) {
    try Self.families.family("\(seed) \(zone.name)", now: now) {
      var demo = DemoFamily.make(seed: seed, now: now, zone: zone)
      Self.shuffle(&demo, seed: seed, now: now)
      return demo
    }
  }

  /// Moves the times of records to the edges of hours, days and periods, where SQL and Swift could
  /// count differently, and removes some optional values.
  private static func shuffle(_ demo: inout MadeUpFamily, seed: UInt64, now: Instant) {
    var dice = Dice(seed)
    for index in demo.interactions.indices {
      let edge = now.adding(days: -dice.below(45)).milliseconds / 3_600_000 * 3_600_000
      demo.interactions[index].occurredAt = Instant(
        milliseconds: edge + Int64(dice.below(3) - 1))
      if dice.below(5) == 0 { demo.interactions[index].sentiment = nil }
      if dice.below(9) == 0 { demo.interactions[index].type = .unknown("fax") }
      if dice.below(3) == 0 { demo.interactions[index].coachID = nil }
    }
    for index in demo.schools.indices where dice.below(4) == 0 {
      demo.schools[index].status = nil
      demo.schools[index].division = nil
      demo.schools[index].academicInfo = ["student_size": "many"]
    }
    for index in demo.coaches.indices {
      demo.coaches[index].responsivenessScore = dice.below(3) == 0 ? dice.below(101) : nil
      // An import can bring the day of a last contact without the contact.
      let imported = dice.below(4) == 0 ? nil : now.adding(days: -dice.below(30))
      let newest = CoachFollowUp.lastContact(
        demo.interactions.filter { $0.occurredAt <= now }, with: demo.coaches[index])
      demo.coaches[index].lastContactDate = [imported, newest].compactMap(\.self).max()
    }
  }

  @Test("The dashboard's figures", arguments: [1, 2, 3] as [UInt64], zones)
  func dashboard(_ seed: UInt64, _ zone: Zone) async throws {
    let (backend, demo) = try family(seed, zone)
    let athlete = demo.athlete.id
    let references = try await backend.schools.list(of: athlete).rows.map(\.reference)

    var schools = try await backend.dashboard.schools(of: athlete)
    var expected = SchoolFigures(counting: demo.schools)
    schools.studentSizes.sort()
    expected.studentSizes.sort()
    #expect(schools == expected)

    var contacts = try await backend.dashboard.interactions(of: athlete, now: now, zone: zone)
    let planned = demo.interactions.filter { $0.occurredAt > now }
    #expect(
      contacts.planned.map(\.interaction.id)
        == planned.sorted { ($0.occurredAt, $0.id) < ($1.occurredAt, $1.id) }.prefix(5).map(\.id))
    contacts.planned = []
    #expect(
      contacts
        == InteractionFigures(
          counting: demo.interactions, schools: references, now: now, zone: zone))
    #expect(
      try await backend.dashboard.offers(of: athlete)
        == OfferFigures(counting: demo.offers, schools: demo.schools))

    let coaches = try await backend.dashboard.coaches(of: athlete, now: now)
    let scores = CoachResponsiveness.scores(
      of: demo.coaches, interactions: demo.interactions, now: now)
    #expect(coaches.total == demo.coaches.count)
    let judged = scores.compactMap { $0 }
    #expect(coaches.responsivenessTotal == (judged.isEmpty ? nil : judged.reduce(0, +)))
    #expect(coaches.followUp.map(\.coach) == CoachFollowUp.list(demo.coaches, now: now))
    let listed = try await backend.coaches.list(of: athlete).rows
    let byID = Dictionary(uniqueKeysWithValues: zip(demo.coaches.map(\.id), scores))
    #expect(listed.allSatisfy { $0.responsiveness == byID[$0.coach.id].flatMap { $0 } })
  }

  @Test(
    "A list says how many match, whether or not it ends before its limit",
    arguments: [
      (nil, 0), (0, 0), (2, 0), (2, 1), (1000, 0), (1000, 1), (2, 1000), (nil, 1000),
    ] as [(Int?, Int)])
  func matching(limit: Int?, offset: Int) async throws {
    let (backend, demo) = try family(1, .utc)
    let wanted = demo.schools.count { $0.priorityTier == .known(.a) }
    let query = ListQuery<School> {
      $0.filter.tier = .a
      ($0.limit, $0.offset) = (limit, offset)
    }
    let found = try await backend.schools.list(query, of: demo.athlete.id)
    #expect(found.matching == wanted && found.total == demo.schools.count)
    #expect(found.rows.count == min(limit ?? .max, max(0, wanted - offset)))
  }

  @Test("Offers can be narrowed to those that want an answer on some days")
  func offersDue() async throws {
    let (backend, demo) = try family(1, .utc)
    let days = try #require(demo.offers.compactMap(\.deadlineDate).min().map { $0...$0 })
    let found = try await backend.offers.list(
      ListQuery { $0.filter.due = days }, of: demo.athlete.id)
    let due = demo.offers.filter { $0.deadlineDate == days.lowerBound }
    #expect(Set(found.rows.map(\.offer.id)) == Set(due.map(\.id)))
  }

  @Test("Documents of a school are its own and those that are shared with it")
  func documentsOfSchool() async throws {
    var demo = DemoFamily.make(now: now, zone: .utc)
    for index in demo.documents.indices {
      demo.documents[index].sharedWithSchools = demo.schools.prefix(index % 4).map(\.id)
    }
    let backend = ActingProcess(now: now, acting: demo.athlete.id)
      .backend(folder.path + "/shared.sqlite")
    try backend.fill(from: ExportSource(demo))
    for school in demo.schools.prefix(5).map(\.id) {
      let own = demo.documents.filter {
        $0.schoolID == school || $0.sharedWithSchools.contains(school)
      }
      let found = try await backend.documents.list(
        ListQuery { $0.filter.school = school }, of: demo.athlete.id)
      #expect(Set(found.rows.map(\.document.id)) == Set(own.map(\.id)))
    }
  }

  @Test(
    "The newest metrics of each type, with the last ten for the trend",
    arguments: [1, 2] as [UInt64])
  func metrics(_ seed: UInt64) async throws {
    let (backend, demo) = try family(seed, .utc)
    let found = try await backend.metricSummaries.byType(of: demo.athlete.id)
    let newest = Array(MetricLists.oldestFirst(demo.metrics).reversed())
    var order: [Open<MetricType>] = []
    for metric in newest where !order.contains(metric.type) { order.append(metric.type) }
    #expect(found.map(\.type) == order)
    for summary in found {
      let own = newest.filter { $0.type == summary.type }
      #expect(summary.count == own.count)
      #expect(summary.latest.metric == own.first)
      #expect(summary.recent.map(\.metric) == own.prefix(10).reversed())
    }
    let list = try await backend.metrics.list(of: demo.athlete.id)
    #expect(list.rows.map(\.metric) == newest)
    for filter in filters(demo) {
      let own = demo.metrics.filter { filter.type == nil || .known(filter.type!) == $0.type }
        .filter { (filter.from ?? $0.recordedDate) <= $0.recordedDate }
        .filter { filter.event == nil || filter.event == $0.eventID }
      #expect(
        try await backend.metricSummaries.points(filter, of: demo.athlete.id)
          == MetricSeries.series(of: own))
      #expect(
        try await backend.metricSummaries.oldest(filter, of: demo.athlete.id)
          == MetricLists.oldestFirst(own).map { MetricLine($0) })
    }
  }

  @Test(
    "Points of one day and one entry time are in the order of their rows, whatever their values",
    arguments: [nil, Instant("2026-01-05T10:00:00.000Z")])
  func tiedPoints(_ entered: Instant?) async throws {
    var (dice, demo) = (Dice(3), DemoFamily.make(now: now, zone: .utc))
    for index in demo.metrics.indices {
      if !index.isMultiple(of: 5) { demo.metrics[index].createdAt = entered }
      demo.metrics[index].recordedDate = day("2026-01-0\(4 + index % 2)")
      demo.metrics[index].value = Double(dice.below(9))
    }
    let backend = ActingProcess(now: now, acting: demo.athlete.id)
      .backend(folder.path + "/tied.sqlite")
    try backend.fill(from: ExportSource(demo))
    #expect(
      try await backend.metricSummaries.points(MetricFilter(), of: demo.athlete.id)
        == MetricSeries.series(of: demo.metrics))
  }

  private func filters(_ demo: MadeUpFamily) -> [MetricFilter] {
    var (typed, later, atEvent) = (MetricFilter(), MetricFilter(), MetricFilter())
    typed.type = demo.metrics.lazy.compactMap(\.type.known).first
    later.from = demo.metrics.map(\.recordedDate).sorted()[demo.metrics.count / 2]
    atEvent.event = demo.metrics.lazy.compactMap(\.eventID).first
    return [MetricFilter(), typed, later, atEvent]
  }

  @Test("The feed of what happened lately", arguments: [1, 2] as [UInt64])
  func activity(_ seed: UInt64) async throws {
    let (backend, demo) = try family(seed, .utc)
    let found = try await backend.activity.recent(of: demo.athlete.id, limit: 20, offset: 3)
    let keys =
      demo.interactions.filter { $0.occurredAt <= now }.map {
        ($0.occurredAt, "interaction-\($0.id)", 0)
      }
      + demo.statusChanges.map { ($0.changedAt, "status-\($0.id)", 1) }
      + demo.documents.compactMap { document in
        document.createdAt.map { ($0, "doc-\(document.id)", 2) }
      }
    let newest = (0...2).flatMap { kind in
      keys.filter { $0.2 == kind }.sorted { ($1.0, $0.1) < ($0.0, $1.1) }.prefix(50)
    }.sorted { ($1.0, $0.1) < ($0.0, $1.1) }
    #expect(found.rows.map(\.key) == newest.dropFirst(3).prefix(20).map(\.1))
    #expect(found.total == newest.count)
  }

  @Test("The packet's contents, and who may get it")
  func packets() async throws {
    let (backend, demo) = try family(1, .utc)
    let athlete = demo.athlete.id
    let contents = try await backend.packets.contents(of: athlete)
    #expect(contents.schools.count == demo.schools.count)
    let past = demo.interactions.filter { $0.occurredAt <= now }
    #expect(contents.lastContact == past.map(\.occurredAt).max())
    #expect(contents.interactionsByType.reduce(0) { $0 + $1.count } == past.count)
    let coach = demo.coaches[0]
    let recipients = try await backend.packets.recipients([coach.id, coach.id], of: athlete)
    #expect(recipients.map(\.email) == [coach.email])
    #expect(
      await cause { _ = try await backend.packets.recipients([coach.id, athlete], of: athlete) }
        == .notFound)
    #expect(try await backend.packets.sentCount(of: athlete, since: now.adding(days: -1)) == 0)
    let sent = SentPacket(coach: coach.id, subject: "Recruiting Packet - Sam", sentAt: now)
    let saved = try await backend.packets.recordSent(sent, of: athlete)
    #expect(saved.row.interaction.type == .email)
    #expect(saved.row.coach?.id == coach.id)
    #expect(try await backend.packets.sentCount(of: athlete, since: now) == 1)
    #expect(try await backend.packets.sentCount(of: athlete, since: now.adding(seconds: 1)) == 0)
  }

  @Test("A coach of another family is not there for a packet, whoever else is named")
  func foreignCoach() async throws {
    let program = ActingProcess(now: now)
    let backend = program.backend(folder.path + "/two.sqlite")
    var athletes: [RecordID] = []
    var coaches: [RecordID] = []
    for name in ["Sam Lee", "Mia Roe"] {
      let made = try await backend.people.createAccount(NewAccount(role: .player, name: name))
      program.person = made.person.id
      _ = try await backend.families.create(named: nil)
      let school = try await backend.schools.add(
        RecordChange<School> { $0.name = "Elm" }, for: made.person.id)
      let coach = try await backend.coaches.add(
        RecordChange<Coach> {
          $0.schoolID = school.row.reference.id
          $0.firstName = "Ana"
          $0.lastName = "Rivera"
          $0.role = .known(.head)
        },
        for: made.person.id)
      athletes.append(made.person.id)
      coaches.append(coach.row.reference.id)
    }
    let packets = backend.packets
    #expect(try await packets.recipients([coaches[1]], of: athletes[1]).count == 1)
    for named in [[coaches[0]], [coaches[1], coaches[0]]] {
      #expect(
        await cause { _ = try await packets.recipients(named, of: athletes[1]) } == .notFound)
    }
    #expect(await cause { _ = try await packets.recipients([coaches[0]], of: athletes[0]) } != nil)
  }

  @Test("The packets of one command are one step of undo, and count when their log is taken back")
  func packetBatch() async throws {
    let (backend, demo) = try family(1, .utc)
    let athlete = demo.athlete.id
    let before = try await backend.interactions.list(of: athlete).total
    let batch = RecordID.version4(high: 0, low: 77)
    for (index, coach) in demo.coaches.prefix(3).enumerated() {
      _ = try await backend.packets.recordSent(
        SentPacket(
          coach: coach.id, subject: "Packet", sentAt: now, batch: batch, number: index + 1),
        of: athlete)
    }
    #expect(try await backend.interactions.list(of: athlete).total == before + 3)
    let undone = try await backend.undo.undo()
    #expect(undone.summary == "Sent the recruiting packet to 3 coaches")
    #expect(
      undone.undoneWarnings
        == ["What was e-mailed stays e-mailed; only the log of it was taken back."])
    #expect(try await backend.interactions.list(of: athlete).total == before)
    #expect(try await backend.packets.sentCount(of: athlete, since: now) == 3)
    _ = try await backend.undo.redo()
    #expect(try await backend.interactions.list(of: athlete).total == before + 3)
    #expect(try await backend.packets.sentCount(of: athlete, since: now) == 3)
    _ = try await backend.undo.undo()
    await #expect(throws: Problem.nothingToUndo) { _ = try await backend.undo.undo() }
  }

  @Test("A week is counted from Monday", arguments: [1, 2] as [UInt64], zones)
  func week(_ seed: UInt64, _ zone: Zone) async throws {
    let (backend, demo) = try family(seed, zone)
    let found = try await backend.activity.week(of: demo.athlete.id, now: now, zone: zone)
    #expect(
      found
        == AthleteWeek(
          of: demo.athlete.id, progress: demo.athleteTasks, interactions: demo.interactions,
          metrics: demo.metrics, now: now, zone: zone))
  }

  @Test("The facts that suggestions are drawn from", arguments: 1...6 as ClosedRange<UInt64>)
  func suggestionFacts(_ seed: UInt64) async throws {
    var dice = Dice(seed)
    let (backend, demo) = try family(seed, .utc)
    let athlete = demo.athlete.id
    // The facts are computed for a time from one to nine days after an attended event. The rule
    // that suggests a follow-up applies for seven days, so the test covers both sides of its limit.
    let picked = dice.pick(demo.events.filter(\.isAttended))
    let event = try #require(picked)
    let moment = Zone.utc.midnight(of: event.startDate.adding(days: 1 + dice.below(9)))
    var sources = SuggestionSources()
    sources.graduationYear = demo.athlete.graduationYear
    sources.interactions = demo.interactions
    sources.events = demo.events
    sources.documents = demo.documents
    sources.tasks = TaskCatalogue.templates
    sources.progress = demo.athleteTasks
    let found = try backend.dataFile.read { connection in
      let scope = Scope(
        connection: connection, caller: try CallerQuery.caller(athlete, in: connection),
        now: moment, calendar: backend.calendar, machine: backend.machine, ids: backend.ids)
      let records = try RecordScope(scope, of: athlete)
      sources.schools = try records.find(
        School.self, School.visible(in: records), order: [.ascending("schools.created_at")])
      return try SuggestionGathering(records, moment, .utc).facts()
    }
    var expected = SuggestionFacts(counting: sources, now: moment, zone: .utc)
    // The SQL query leaves out attended events of more than seven days ago, because no rule needs
    // them. The facts computed in Swift contain them, so they are removed before the comparison.
    expected.attendedEvents = expected.attendedEvents.filter {
      $0.day >= Zone.utc.day(of: moment).adding(days: -SuggestionRules.followUpDays)
    }.sorted { ($0.day, $0.id) < ($1.day, $1.id) }
    var gathered = found
    gathered.attendedEvents.sort { ($0.day, $0.id) < ($1.day, $1.id) }
    gathered.highlightVideos.sort { $0.id < $1.id }
    expected.highlightVideos.sort { $0.id < $1.id }
    #expect(gathered == expected)
    #expect(
      SuggestionRules.evaluate(found).ran == SuggestionRules.evaluate(expected).ran)
  }
}
