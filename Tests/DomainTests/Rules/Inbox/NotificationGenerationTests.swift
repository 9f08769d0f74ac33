import CivilTime
import Domain
import FeatureKit
import Testing

@Suite("Generated notifications")
struct NotificationGenerationTests {
  private let school = Sample.id(1)
  private let now = "2026-02-10T17:00:00Z"

  private func notification(
    _ id: UInt64, _ type: NotificationType = .offer, title: String = "Title",
    scheduled: String? = nil, created: String = "2026-02-01T00:00:00Z"
  ) throws -> AppNotification {
    var notification = AppNotification(
      id: Sample.id(id), personID: Sample.id(99), type: .known(type), title: title,
      createdAt: try Sample.instant(created))
    notification.scheduledFor = try scheduled.map(Sample.instant)
    return notification
  }

  private func due(
    _ settings: NotificationSettings = NotificationSettings(),
    _ fill: (inout NotificationSources) throws -> Void
  ) throws -> [NotificationDraft] {
    var sources = NotificationSources()
    sources.schoolNames = [school: "Cedar Valley"]
    try fill(&sources)
    return NotificationGeneration(
      settings: settings, now: try Sample.instant(now), zone: try Zone.named("America/New_York")
    ).due(sources)
  }

  private func offer(inDays days: Int) throws -> Offer {
    var offer = Offer(
      id: Sample.id(5), athleteID: Sample.id(99), schoolID: school, type: .partial,
      offerDate: .first)
    offer.deadlineDate = try Sample.day("2026-02-10").adding(days: days)
    return offer
  }

  @Test(
    "A pending offer is announced 14, 7, 3 and 1 days ahead, urgently from 3 on",
    arguments: [
      (15, nil), (14, NotificationPriority.normal), (13, nil), (8, nil), (7, .normal), (4, nil),
      (3, .high), (2, nil), (1, .high), (0, nil), (-1, nil),
    ] as [(Int, NotificationPriority?)])
  func offers(days: Int, priority: NotificationPriority?) throws {
    let drafts = try due { $0.offers = [try offer(inDays: days)] }
    #expect(drafts.map(\.priority) == (priority.map { [$0] } ?? []))
    #expect(drafts.allSatisfy { $0.type == .deadlineAlert && $0.related?.id == Sample.id(5) })
  }

  @Test(
    "A lead keeps its day: another zone, a moved clock or a new name write no second notice",
    arguments: ["America/New_York", "Asia/Tokyo", "Pacific/Honolulu"], [-20, -1, 0, 1, 20])
  func leadsAreSaidOnce(zone: String, moved: Int) throws {
    var offer = try offer(inDays: 7)
    let first = try due { $0.offers = [offer] }
    #expect(first.count == 1)
    var written = AppNotification(
      id: Sample.id(50), personID: Sample.id(99), type: .known(first[0].type),
      title: first[0].title, createdAt: try Sample.instant(now).adding(days: moved))
    written.message = first[0].message
    written.related = first[0].related
    var deleted = DeletedNotifications(reading: nil)
    deleted.add([written], now: try Sample.instant(now))
    deleted = DeletedNotifications(reading: deleted.text)
    for existing in [[written], moved < -1 ? [written] : deleted.notifications] {
      var sources = NotificationSources()
      sources.schoolNames = [school: "Another Name"]
      sources.existing = existing
      let there = try Zone.named(zone)
      // Seven days ahead where they are.
      offer.deadlineDate = first[0].message.contains("Feb 17") ? try Sample.day("2026-02-17") : nil
      sources.offers = [offer]
      let noon = there.instant(of: try Sample.day("2026-02-10"), at: try Sample.time("12:00"))
      let again = NotificationGeneration(
        settings: NotificationSettings(), now: noon, zone: there
      ).due(sources)
      #expect(again.isEmpty)
      // Another day is another deadline.
      offer.deadlineDate = try Sample.day("2026-02-18")
      sources.offers = [offer]
      let next = NotificationGeneration(
        settings: NotificationSettings(), now: noon.adding(days: 1), zone: there
      ).due(sources)
      #expect(next.count == 1)
    }
  }

  @Test("Blank names give whole sentences")
  func blankNames() throws {
    let drafts = try due { sources in
      sources.schoolNames = [school: "  "]
      sources.offers = [try offer(inDays: 7)]
      var event = RecruitingEvent(
        id: Sample.id(6), athleteID: Sample.id(99), type: .camp, name: " ",
        startDate: try Sample.day("2026-02-17"))
      event.isAttended = false
      sources.events = [event]
    }
    #expect(
      drafts.map(\.message) == [
        "The offer from Unknown School ends on Feb 17, in 7 days.",
        "An event is on Feb 17, in 7 days.",
      ])
  }

  @Test("An inbox shows them in the order of the rules, the longest silence first, all of one day")
  func order() throws {
    let midnight = try Zone.named("America/New_York").midnight(of: try Sample.day("2026-02-10"))
    for moment in [try Sample.instant(now), midnight] {
      var sources = NotificationSources()
      sources.offers = [try offer(inDays: 3)]
      sources.coaches = (1...3).map { number in
        var coach = Coach(
          id: Sample.id(UInt64(10 + number)), schoolID: school, athleteID: Sample.id(99),
          role: .head, firstName: "C", lastName: "\(number)")
        coach.lastContactDate = moment.adding(days: -10 * (number == 2 ? 9 : number))
        return coach
      }
      let zone = try Zone.named("America/New_York")
      let drafts = NotificationGeneration(
        settings: NotificationSettings(), now: moment, zone: zone
      ).due(sources)
      #expect(
        drafts.map(\.title) == [
          "Offer deadline in 3 days", "Follow up with C 2", "Follow up with C 3",
          "Follow up with C 1",
        ])
      #expect(drafts.map(\.scheduledFor) == drafts.map(\.scheduledFor).sorted(by: >))
      #expect(drafts.allSatisfy { zone.day(of: $0.scheduledFor) == zone.day(of: moment) })
    }
  }

  @Test("An offer's words name the school, the day and the days left, one or many")
  func offerWords() throws {
    var drafts = try due { $0.offers = [try offer(inDays: 3)] }
    #expect(drafts.map(\.title) == ["Offer deadline in 3 days"])
    #expect(drafts.map(\.message) == ["The offer from Cedar Valley ends on Feb 13, in 3 days."])
    drafts = try due {
      $0.offers = [try offer(inDays: 1)]
      $0.schoolNames = [:]
    }
    #expect(drafts.map(\.title) == ["Offer deadline in 1 day"])
    #expect(drafts.map(\.message) == ["The offer from Unknown School ends on Feb 11, in 1 day."])
  }

  @Test("Answered offers, and those without a deadline, are not announced")
  func settledOffers() throws {
    for status in ["accepted", "declined", "expired", "odd"] {
      var offer = try offer(inDays: 3)
      offer.status = Open(status)
      #expect(try due { $0.offers = [offer] }.isEmpty)
    }
    var open = try offer(inDays: 3)
    open.deadlineDate = nil
    #expect(try due { $0.offers = [open] }.isEmpty)
  }

  @Test(
    "A requested letter is announced 14 and 7 days ahead",
    arguments: [
      (14, "requested", 1), (7, "requested", 1), (3, "requested", 0), (1, "requested", 0),
      (7, "received", 0), (7, "not_requested", 0),
    ])
  func letters(days: Int, status: String, count: Int) throws {
    var letter = RecommendationLetter(id: Sample.id(6), athleteID: Sample.id(99), writerName: " ")
    letter.status = Open(status)
    letter.dueDate = try Sample.day("2026-02-10").adding(days: days)
    let drafts = try due { $0.letters = [letter] }
    #expect(drafts.count == count)
    #expect(drafts.allSatisfy { $0.message.hasPrefix("The letter from Coach is due on Feb ") })
  }

  @Test(
    "An event is announced a week and a day ahead, unless it was attended",
    arguments: [
      (7, false, NotificationPriority.normal), (1, false, .high), (0, false, nil), (3, false, nil),
      (1, true, nil),
    ] as [(Int, Bool, NotificationPriority?)])
  func events(days: Int, attended: Bool, priority: NotificationPriority?) throws {
    var event = RecruitingEvent(
      id: Sample.id(7), athleteID: Sample.id(99), type: .camp, name: "Winter Camp",
      startDate: try Sample.day("2026-02-10").adding(days: days))
    event.isAttended = attended
    let drafts = try due { $0.events = [event] }
    #expect(drafts.map(\.priority) == (priority.map { [$0] } ?? []))
    #expect(drafts.allSatisfy { $0.type == .event && $0.title.hasPrefix("Winter Camp in ") })
  }

  private func coach(lastContact: String?) throws -> Coach {
    var coach = Coach(
      id: Sample.id(8), schoolID: school, athleteID: Sample.id(99), role: .head, firstName: "Ana",
      lastName: "Rivera")
    coach.lastContactDate = try lastContact.map(Sample.instant)
    return coach
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
    "A follow-up comes again only after as many days",
    arguments: [
      ("2026-02-10T06:00:00Z", false), ("2026-02-10T23:00:00Z", false),
      ("2026-02-04T17:00:00Z", false),
      ("2026-02-04T04:59:00Z", true), ("2026-01-01T00:00:00Z", true),
    ])
  func followUpAgain(written: String, isDue: Bool) throws {
    let drafts = try due { sources in
      sources.coaches = [try coach(lastContact: "2025-12-01T00:00:00Z")]
      var earlier = try notification(1, .followUpReminder, scheduled: written)
      earlier.related = .init(type: .known(.coach), id: Sample.id(8))
      sources.existing = [earlier]
    }
    #expect(!drafts.isEmpty == isDue)
  }

  @Test("Running twice on a day writes nothing twice; another record or kind is no double")
  func twice() throws {
    let first = try due {
      $0.offers = [try offer(inDays: 3)]
      $0.coaches = [try coach(lastContact: "2026-01-01T00:00:00Z")]
      $0.yesterday = .init(interactions: 2)
    }
    #expect(first.count == 3)
    let existing = try first.enumerated().map { index, draft in
      var written = try notification(UInt64(index), draft.type)
      written.scheduledFor = draft.scheduledFor.adding(seconds: -3600)
      written.related = draft.related
      written.message = draft.message
      return written
    }
    let again = try due {
      $0.offers = [try offer(inDays: 3)]
      $0.coaches = [try coach(lastContact: "2026-01-01T00:00:00Z")]
      $0.yesterday = .init(interactions: 2)
      $0.existing = existing
    }
    #expect(again.isEmpty)
    let other = try due {
      var offer = try offer(inDays: 3)
      offer = Offer(
        id: Sample.id(55), athleteID: offer.athleteID, schoolID: offer.schoolID, type: .partial,
        offerDate: .first)
      offer.deadlineDate = try Sample.day("2026-02-13")
      $0.offers = [offer]
      $0.existing = existing
    }
    #expect(other.count == 1)
  }

  @Test("The next lead of the same offer is announced again")
  func nextLead() throws {
    var earlier = try notification(1, .deadlineAlert, scheduled: "2026-02-06T17:00:00Z")
    earlier.related = .init(type: .known(.offer), id: Sample.id(5))
    #expect(
      try due {
        $0.offers = [try offer(inDays: 3)]
        $0.existing = [earlier]
      }.count == 1)
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
    #expect(draft(.inbound, name: nil)?.message == "Email from a coach, Unknown School.")
    #expect(draft(.outbound) == nil)
    #expect(draft(.inbound, enabled: false) == nil)
  }
}
