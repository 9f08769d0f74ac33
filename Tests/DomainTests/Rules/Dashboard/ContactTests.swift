import Basics
import CivilTime
import Domain
import Testing

@Suite("Contacts over time")
struct ContactTests {
  private func reference(_ id: UInt64) -> Reference {
    Reference(kind: .school, id: Sample.id(id), handle: "s\(id)", title: "School \(id)")
  }

  private func contact(
    _ at: String, school: UInt64 = 1, coach: UInt64? = nil, _ direction: Direction = .outbound
  ) throws -> Interaction {
    var contact = Interaction(
      id: Sample.id(500), schoolID: Sample.id(school), type: .email, direction: direction,
      occurredAt: try Sample.instant(at), loggedBy: Sample.id(99))
    contact.coachID = coach.map(Sample.id)
    return contact
  }

  private func coach(_ id: UInt64, lastContact: String? = nil, score: Int? = nil) throws -> Coach {
    var coach = Coach(
      id: Sample.id(id), schoolID: Sample.id(1), athleteID: Sample.id(99), role: .head,
      firstName: "Ana", lastName: "Rivera")
    coach.lastContactDate = try lastContact.map(Sample.instant)
    coach.responsivenessScore = score
    return coach
  }

  @Test("The trend has thirty local days, oldest first, with zeros between")
  func trend() throws {
    let zone = try Zone.named("America/New_York")
    let now = try Sample.instant("2026-02-10T17:00:00Z")
    let trend = InteractionTrend(
      try [
        "2026-02-10T17:00:00Z", "2026-02-10T05:00:00Z", "2026-02-10T04:59:59Z",
        // The window is thirty times 24 hours. It begins on January 11 at 12:00 in New York, half a
        // day before the first bar of the chart. The first moment below is the start of the window.
        // The second is a second before the window, and the third a second after it.
        "2026-01-11T17:00:00Z", "2026-01-11T16:59:59Z", "2026-02-10T17:00:01Z",
        "2026-01-12T05:00:00Z",
      ].map(Sample.instant), now: now, zone: zone)
    #expect(trend.days.count == 30)
    #expect(
      trend.days.first == DayCount(day: try Sample.day("2026-01-12"), count: 1))
    #expect(
      trend.days.last == DayCount(day: try Sample.day("2026-02-10"), count: 2))
    #expect(trend.days[28].count == 1)
    #expect(trend.days.map(\.count).reduce(0, +) == 4)
    #expect(trend.days[0].label == "Jan 12")
    #expect(trend.inWindow > 0)
  }

  @Test("The trend is empty when nothing happened in its window, and crosses daylight saving")
  func trendEdges() throws {
    let now = try Sample.instant("2026-03-20T12:00:00Z")
    let zone = try Zone.named("America/New_York")
    #expect(
      InteractionTrend([now.adding(days: -31), now.adding(days: 1)], now: now, zone: zone).inWindow
        == 0)
    let early = InteractionTrend([try Sample.instant("2026-02-18T13:00:00Z")], now: now, zone: zone)
    #expect(early.inWindow == 1)
    #expect(early.days.allSatisfy { $0.count == 0 })
    // The contacts are at 23:30 on March 7 and at 00:30 on March 9 in New York. The clock skips an
    // hour between them, which must not move a contact to another day.
    let night = InteractionTrend(
      [try Sample.instant("2026-03-08T04:30:00Z"), try Sample.instant("2026-03-09T04:30:00Z")],
      now: now, zone: zone)
    #expect(
      night.days.filter { $0.count > 0 }.map(\.day.description) == ["2026-03-07", "2026-03-09"])
  }

  @Test(
    "Contact text and freshness change at their hours and days",
    arguments: [
      (-60_000, "Just now", ContactFreshness.fresh), (3_599_999, "Just now", .fresh),
      (3_600_000, "1h ago", .fresh), (86_399_999, "23h ago", .fresh),
      (86_400_000, "Yesterday", .fresh), (172_799_999, "Yesterday", .fresh),
      (172_800_000, "2d ago", .fresh), (604_799_999, "6d ago", .fresh),
      (604_800_000, "Feb 3", .fresh), (691_199_999, "Feb 2", .fresh),
      (691_200_000, "Feb 2", .aging),
      (2_678_399_999, "Jan 10", .aging), (2_678_400_000, "Jan 10", .stale),
    ] as [(Int64, String, ContactFreshness)])
  func contactText(ago: Int64, text: String, freshness: ContactFreshness) throws {
    let now = try Sample.instant("2026-02-10T17:00:00Z")
    let then = now.adding(milliseconds: -ago)
    let zone = try Zone.named("America/New_York")
    #expect(ContactFreshness.text(of: then, now: now, zone: zone) == text)
    #expect(ContactFreshness(lastContact: then, now: now) == freshness)
  }

  @Test("Contact frequency lists the schools of the last seven days, newest first, five at most")
  func frequency() throws {
    let now = try Sample.instant("2026-02-10T17:00:00Z")
    let schools = (1...8).map(reference)
    let contacts = [
      try contact("2026-02-03T17:00:00Z", school: 1),
      try contact("2026-02-03T16:59:59Z", school: 2),
      try contact("2026-02-09T12:00:00Z", school: 3),
      try contact("2026-02-08T12:00:00Z", school: 3),
      try contact("2026-02-09T12:00:00Z", school: 4),
      try contact("2026-02-10T12:00:00Z", school: 5),
      try contact("2026-02-07T12:00:00Z", school: 6),
      try contact("2026-02-06T12:00:00Z", school: 7),
      try contact("2026-02-10T12:00:00Z", school: 55),
      try contact("2025-12-01T12:00:00Z", school: 8),
      // A contact that is planned for the day after tomorrow does not count as the last contact.
      try contact("2026-02-12T12:00:00Z", school: 8),
    ]
    let result = ContactFrequency(counting: contacts, schools: schools, now: now)
    #expect(
      result.recent.map(\.school.title) == [
        "School 5", "School 3", "School 4", "School 6", "School 7",
      ])
    #expect(result.recent.map(\.count) == [1, 2, 1, 1, 1])
    #expect(result.recent[1].lastContact.description == "2026-02-09T12:00:00.000Z")
    #expect(result.schoolCount == 8)
    #expect(result.contactedThisWeek == 6)
    #expect(result.averageText == "1.3")
    #expect(result.needingAttention == 1)
    let empty = ContactFrequency(counting: contacts, schools: [], now: now)
    #expect(empty.averageText == "0.0")
    #expect(empty.recent.isEmpty && empty.needingAttention == 0)
    let untouched = ContactFrequency(counting: [], schools: schools, now: now)
    #expect(untouched.needingAttention == 8)
    #expect(untouched.averageText == "0.0")
    let figures = InteractionFigures(counting: contacts, schools: schools, now: now, zone: .utc)
    #expect(figures.frequency == result)
    #expect(figures.total == 10)
    #expect(figures.thisMonth == 9)
    #expect(figures.days.map(\.count).reduce(0, +) == 9)
  }

  @Test("Coaches to follow up: never contacted first, then the longest silent, not yet at 14 days")
  func followUp() throws {
    let now = try Sample.instant("2026-02-20T12:00:00Z")
    let coaches = [
      try coach(1, lastContact: "2026-02-06T12:00:00Z"),
      try coach(2, lastContact: "2026-02-06T11:59:59.999Z"), try coach(3),
      try coach(4, lastContact: "2025-06-01T00:00:00Z"), try coach(5), try coach(6), try coach(7),
    ]
    #expect(
      CoachFollowUp.list(coaches, now: now).map(\.id) == [3, 5, 6, 7, 4].map(Sample.id))
    #expect(CoachFollowUp.list(coaches, now: now, limit: 9).last?.id == Sample.id(2))
    #expect(CoachFollowUp.list([], now: now).isEmpty)
  }

  @Test(
    "Where nobody is silent, the sentence says that a coach has heard from you only if none waits",
    arguments: [
      (nil, "You were in touch with every coach in the last 14 days."),
      ([], "Every coach has heard from you in the last 14 days."),
      (
        ["Mark Vance"],
        "You were in touch with every coach in the last 14 days, and Mark Vance waits for an answer."
      ),
      (
        ["Mark Vance", "Ana Rivera"],
        "You were in touch with every coach in the last 14 days, and some wait for an answer."
      ),
    ] as [([String]?, String)])
  func nobodySilent(waiting: [String]?, sentence: String) {
    #expect(CoachFollowUp.sentence(waiting: waiting) == sentence)
    let named = CoachFollowUp.sentence(waiting: waiting, of: PageOwner(athlete: "Sam Lee"))
    #expect(named.contains("Sam") && !named.lowercased().contains("you"), "\(named)")
  }

  @Test("The last contact is the newest interaction of the coach, either way")
  func lastContact() throws {
    let contacts = [
      try contact("2026-02-01T00:00:00Z", coach: 1),
      try contact("2026-02-03T00:00:00Z", coach: 1, .inbound),
      try contact("2026-02-09T00:00:00Z", coach: 2), try contact("2026-02-09T00:00:00Z"),
    ]
    #expect(
      CoachFollowUp.lastContact(contacts, with: try coach(1))?.description
        == "2026-02-03T00:00:00.000Z")
    #expect(CoachFollowUp.lastContact(contacts, with: try coach(3)) == nil)
  }
}
