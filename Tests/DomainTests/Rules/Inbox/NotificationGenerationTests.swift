import Basics
import CivilTime
import Domain
import Testing

@Suite("Generated notifications")
struct NotificationGenerationTests: NotificationSampling {
  @Test("An inbox shows them in the order of the rules, all of one day")
  func order() throws {
    let zone = try Zone.named("America/New_York")
    let midnight = zone.midnight(of: try Sample.day("2026-02-10"))
    for moment in [try Sample.instant(now), midnight] {
      let drafts = try due(at: moment.description) { sources in
        sources.offers = [try offer(inDays: 3)]
        sources.tasks = [task(1, "Take the SAT", due: "2026-02-13")]
        sources.coaches = [try coach(lastContact: "2026-01-01T00:00:00Z")]
        sources.yesterday = .init(metrics: 1)
      }
      #expect(
        drafts.map(\.title) == [
          "Offer deadline in 3 days", "Take the SAT due in 3 days", "Follow up with Ana Rivera",
          "Your day in review: Feb 9",
        ])
      #expect(drafts.map(\.scheduledFor) == drafts.map(\.scheduledFor).sorted(by: >))
      #expect(drafts.allSatisfy { zone.day(of: $0.scheduledFor) == zone.day(of: moment) })
    }
  }

  @Test(
    "A coach is due after the chosen number of full days, and never without a contact",
    arguments: [
      (7, "2026-02-03T17:00:00Z", true), (7, "2026-02-03T17:00:00.001Z", false),
      (7, "2025-01-01T00:00:00Z", true), (30, "2026-02-03T17:00:00Z", false),
      (1, "2026-02-09T17:00:00Z", true), (7, nil, false),
    ] as [(Int, String?, Bool)])
  func followUps(days: Int, lastContact: String?, isDue: Bool) throws {
    var settings = NotificationSettings()
    settings.followUpReminderDays = days
    let drafts = try due(settings) { $0.coaches = [try coach(lastContact: lastContact)] }
    #expect(!drafts.isEmpty == isDue)
  }

  @Test("A follow-up names the coach, the school and the days")
  func followUpWords() throws {
    var coach = try coach(lastContact: "2026-02-01T00:00:00Z")
    var draft = try #require(try due { $0.coaches = [coach] }.first)
    #expect(draft.title == "Follow up with Ana Rivera")
    #expect(draft.message == "Ana Rivera at Cedar Valley: last contact 9 days ago.")
    coach.firstName = ""
    coach.lastName = ""
    draft = try #require(try due { $0.coaches = [coach] }.first)
    #expect(draft.title == "Follow up with a coach")
    #expect(draft.message == "A coach at Cedar Valley: last contact 9 days ago.")
  }

  @Test(
    "A follow-up comes again only after as many days, and a clock that went back brings none",
    arguments: [
      ("2026-02-10", false), ("2026-02-04", false), ("2026-02-03", true), ("2026-01-01", true),
      ("2026-02-12", false), ("2026-02-17", true),
    ])
  func followUpAgain(written: String, isDue: Bool) throws {
    let drafts = try due { sources in
      sources.coaches = [try coach(lastContact: "2025-12-01T00:00:00Z")]
      sources.announced = [
        NotificationOccasion(
          .followUps, of: Self.athlete,
          [
            .init(Sample.id(30), try Sample.day(written)),
            .init(Sample.id(8), try Sample.day(written)),
          ])
      ]
    }
    #expect(!drafts.isEmpty == isDue)
  }

  @Test("From the second coach on, follow-ups are one notification, the longest silence first")
  func manyFollowUps() throws {
    let drafts = try due { sources in
      sources.coaches = try (1...5).map { number in
        var coach = Coach(
          id: Sample.id(UInt64(20 + number)), schoolID: school, athleteID: Self.athlete,
          role: .head,
          firstName: number == 4 ? " " : "C", lastName: number == 4 ? "" : "\(number)")
        coach.lastContactDate = try Sample.instant(now).adding(days: -8 - number)
        return coach
      }
    }
    let draft = try #require(drafts.first)
    #expect(drafts.count == 1)
    #expect(draft.title == "5 coaches wait to hear from you")
    #expect(
      draft.message
        == "The longest: C 5 at Cedar Valley (13 days), a coach at Cedar Valley (12 days), "
        + "C 3 at Cedar Valley (11 days) and 2 more.")
    #expect(draft.actionURL == "/coaches?not_contacted=7")
    #expect(draft.related == nil)
    #expect(draft.occasion?.items.count == 5)
  }

  @Test("Coaches who wait beside those of an earlier reminder are called more")
  func moreFollowUps() throws {
    let drafts = try due { sources in
      sources.coaches = try (1...3).map { number in
        var coach = Coach(
          id: Sample.id(UInt64(20 + number)), schoolID: school, athleteID: Self.athlete,
          role: .head, firstName: "C", lastName: "\(number)")
        coach.lastContactDate = try Sample.instant(now).adding(days: -8 - number)
        return coach
      }
      sources.announced = [
        NotificationOccasion(
          .followUps, of: Self.athlete, [.init(Sample.id(23), try Sample.day("2026-02-08"))])
      ]
    }
    #expect(drafts.map(\.title) == ["2 more coaches wait to hear from you"])
    #expect(
      drafts.first?.message
        == "The longest of these: C 2 at Cedar Valley (10 days), C 1 at Cedar Valley (9 days).")
  }

  @Test("Running twice, also an hour or a zone further, writes nothing twice")
  func twice() throws {
    func fill(_ sources: inout NotificationSources) throws {
      sources.offers = [try offer(inDays: 3)]
      sources.coaches = [try coach(lastContact: "2026-01-01T00:00:00Z")]
      sources.tasks = [task(3, "Take the SAT", due: "2026-02-12")]
      sources.yesterday = .init(interactions: 2)
    }
    let first = try due { try fill(&$0) }
    #expect(first.count == 4)
    for zone in ["America/New_York", "Asia/Tokyo", "UTC"] {
      var sources = NotificationSources(of: Self.athlete)
      try fill(&sources)
      sources.announced = first.compactMap(\.occasion)
      let again = NotificationGeneration(
        settings: NotificationSettings(), now: try Sample.instant("2026-02-10T18:00:00Z"),
        zone: try Zone.named(zone)
      ).due(sources)
      // In Tokyo the next day has begun, so the daily digest is generated again. The offer is due
      // in two days there and in three days in New York. The same reminder covers both, so it is
      // not sent again.
      #expect(again.map(\.type) == (zone == "Asia/Tokyo" ? [.dailyDigest] : []))
    }
  }

  @Test("What an earlier version wrote is not said again")
  func earlierVersion() throws {
    func written(
      _ type: NotificationType, about related: AppNotification.RelatedType?, _ id: UInt64
    ) throws -> AppNotification {
      var notification = AppNotification(
        id: Sample.id(70), personID: Self.athlete, type: .known(type), title: "Title",
        createdAt: try Sample.instant("2026-02-10T06:00:00Z"))
      notification.related = related.map { .init(type: .known($0), id: Sample.id(id)) }
      return notification
    }
    let drafts = try due { sources in
      sources.offers = [try offer(inDays: 3)]
      sources.letters = try [(UInt64(6), 30), (7, 3)].map { id, days in
        var letter = RecommendationLetter(
          id: Sample.id(id), athleteID: Self.athlete, Letter(writerName: "Ito"))
        letter.status = Open("requested")
        letter.dueDate = try Sample.day("2026-02-10").adding(days: days)
        return letter
      }
      sources.coaches = [try coach(lastContact: "2026-01-01T00:00:00Z")]
      sources.yesterday = .init(interactions: 2)
      sources.unnamed = [
        try written(.deadlineAlert, about: .recommendation, 7),
        try written(.deadlineAlert, about: .offer, 5),
        try written(.followUpReminder, about: .coach, 8), try written(.dailyDigest, about: nil, 0),
      ]
    }
    #expect(drafts.isEmpty)
  }

  @Test("A parent is told of deadlines and of nothing else")
  func parents() throws {
    let drafts = try due(for: .parent(of: "Sam")) { sources in
      sources.offers = [try offer(inDays: 3)]
      sources.coaches = [try coach(lastContact: "2026-01-01T00:00:00Z")]
      sources.tasks = [task(3, "Take the SAT", due: "2026-02-12")]
      sources.yesterday = .init(interactions: 2)
    }
    #expect(
      drafts.map(\.title) == ["Sam's offer deadline in 3 days", "Sam: Take the SAT due in 2 days"])
  }

  @Test(
    "The digest lists what there was, in the right number, and says nothing of nothing",
    arguments: [
      (0, 0, 0, nil), (1, 0, 0, "1 interaction logged"),
      (2, 1, 0, "2 interactions logged, 1 event attended"),
      (0, 2, 1, "2 events attended, 1 performance metric recorded"),
      (0, 0, 2, "2 performance metrics recorded"),
    ] as [(Int, Int, Int, String?)])
  func digest(interactions: Int, events: Int, metrics: Int, message: String?) throws {
    let drafts = try due {
      $0.yesterday = .init(interactions: interactions, eventsAttended: events, metrics: metrics)
    }
    #expect(drafts.map(\.message) == (message.map { [$0] } ?? []))
    #expect(drafts.allSatisfy { $0.priority == .low && $0.related == nil })
    #expect(drafts.allSatisfy { $0.title == "Your day in review: Feb 9" }, "the day it is about")
  }

  @Test("Each switch turns off its own kind and no other")
  func switches() throws {
    func kinds(_ edit: (inout NotificationSettings) -> Void) throws -> Set<NotificationType> {
      var settings = NotificationSettings()
      edit(&settings)
      return Set(
        try due(settings) {
          $0.offers = [try offer(inDays: 3)]
          $0.coaches = [try coach(lastContact: "2026-01-01T00:00:00Z")]
          $0.yesterday = .init(metrics: 1)
        }.map(\.type))
    }
    #expect(try kinds { _ in } == [.deadlineAlert, .followUpReminder, .dailyDigest])
    #expect(
      try kinds { $0.enableDeadlineAlerts = false } == [.followUpReminder, .dailyDigest])
    #expect(
      try kinds { $0.enableFollowUpReminders = false } == [.deadlineAlert, .dailyDigest])
    #expect(
      try kinds { $0.enableDailyDigest = false } == [.deadlineAlert, .followUpReminder])
  }

  @Test("A message from a coach is announced at once, one to a coach is not")
  func inbound() throws {
    let moment = try Sample.instant(now)
    func draft(_ direction: Direction, enabled: Bool = true, name: String? = "Ana Rivera")
      -> NotificationDraft?
    {
      var settings = NotificationSettings()
      settings.enableInboundInteractionAlerts = enabled
      return NotificationGeneration(settings: settings, now: moment, zone: .utc).inbound(
        Interaction(
          id: Sample.id(9), schoolID: school, type: .email, direction: direction,
          occurredAt: moment, loggedBy: Sample.id(99)), coachName: name,
        schoolName: name.map { _ in "Cedar Valley" })
    }
    let written = try #require(draft(.inbound))
    #expect(written.priority == .high)
    #expect(written.title == "Ana Rivera contacted you")
    #expect(written.message == "Email from Ana Rivera, Cedar Valley.")
    #expect(written.related?.id == Sample.id(9))
    #expect(draft(.inbound, name: " ")?.title == "A coach contacted you")
    #expect(draft(.inbound, name: nil)?.message == "Email from a coach, Unknown School.")
    #expect(draft(.outbound) == nil)
    #expect(draft(.inbound, enabled: false) == nil)
  }

  @Test(
    "A message that is logged late is announced with its day, and an old one is not urgent",
    arguments: [
      // It is noon of 10 February in the zone of the test.
      ("2026-02-10T05:00:00Z", "Ana Rivera contacted you", .high),
      ("2026-02-10T04:59:59Z", "Ana Rivera contacted you on Feb 9, 2026", .high),
      ("2026-02-03T17:00:00Z", "Ana Rivera contacted you on Feb 3, 2026", .high),
      ("2026-02-02T17:00:00Z", "Ana Rivera contacted you on Feb 2, 2026", .normal),
      ("2025-12-10T17:00:00Z", "Ana Rivera contacted you on Dec 10, 2025", .normal),
    ] as [(String, String, NotificationPriority)])
  func late(occurredAt: String, title: String, priority: NotificationPriority) throws {
    let draft = NotificationGeneration(
      settings: NotificationSettings(), now: try Sample.instant("2026-02-10T17:00:00Z"),
      zone: .fixed(minutes: -300)
    ).inbound(
      Interaction(
        id: Sample.id(9), schoolID: school, type: .email, direction: .inbound,
        occurredAt: try Sample.instant(occurredAt), loggedBy: Sample.id(99)),
      coachName: "Ana Rivera", schoolName: "Cedar Valley")
    #expect(draft?.title == title)
    #expect(draft?.priority == priority)
  }
}
