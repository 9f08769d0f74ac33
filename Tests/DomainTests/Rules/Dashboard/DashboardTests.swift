import Basics
import CivilTime
import Domain
import JSON
import Testing

@Suite("Dashboard numbers")
struct DashboardTests {
  private func school(_ id: UInt64, _ edit: (inout School) -> Void = { _ in }) -> School {
    var school = School(id: Sample.id(id), athleteID: Sample.id(99), name: "School \(id)")
    edit(&school)
    return school
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

  @Test(
    "A school's size changes at a thousand, five, ten and twenty thousand students",
    arguments: [
      (1, CarnegieSize.verySmall), (999, .verySmall), (1000, .small), (4999, .small),
      (5000, .medium),
      (9999, .medium), (10_000, .large), (19_999, .large), (20_000, .veryLarge), (0.5, .verySmall),
      (0, nil), (-1, nil), (nil, nil),
    ] as [(Double?, CarnegieSize?)])
  func sizes(students: Double?, size: CarnegieSize?) {
    #expect(CarnegieSize(students: students) == size)
  }

  @Test("All five sizes are counted, and a number that is none is not")
  func sizeCounts() {
    let infos: [JSONValue?] = [
      ["student_size": 500], ["student_size": 25_000], ["student_size": "800"], [:], nil, [],
      ["student_size": 0],
    ]
    let schools = infos.enumerated().map { index, info in
      school(UInt64(index)) { $0.academicInfo = info }
    }
    let figures = SchoolFigures(counting: schools)
    #expect(figures.studentSizes == [500, 25_000, 0])
    #expect(
      CarnegieSize.counts(figures.studentSizes) == [
        .verySmall: 1, .small: 0, .medium: 0, .large: 0, .veryLarge: 1,
      ])
    #expect(CarnegieSize.counts([]).count == 5)
  }

  @Test(
    "This month's contacts run from the local first of the month up to now",
    arguments: [
      ("2026-02-01T04:59:59.999Z", false), ("2026-02-01T05:00:00Z", true),
      ("2026-02-10T17:00:00Z", true), ("2026-02-10T17:00:00.001Z", false),
      ("2026-02-20T00:00:00Z", false), ("2026-01-31T23:00:00Z", false),
      ("2025-02-05T12:00:00Z", false),
    ])
  func month(at: String, counts: Bool) throws {
    let count = DashboardNumbers.contactsThisMonth(
      [try contact(at)], now: try Sample.instant("2026-02-10T17:00:00Z"),
      zone: try Zone.named("America/New_York"))
    #expect((count == 1) == counts)
  }

  @Test(
    "The window of the trend is thirty times 24 hours up to now, and begins in the day before the first",
    arguments: [
      ("2026-01-11T16:59:59.999Z", 0, 0), ("2026-01-11T17:00:00Z", 1, 0),
      ("2026-01-11T23:59:59.999Z", 1, 0), ("2026-01-12T00:00:00Z", 1, 1),
      ("2026-02-10T17:00:00Z", 1, 1), ("2026-02-10T17:00:00.001Z", 0, 0),
    ])
  func window(at: String, inWindow: Int, inDays: Int) throws {
    let figures = InteractionFigures(
      counting: [try contact(at)], schools: [], now: try Sample.instant("2026-02-10T17:00:00Z"),
      zone: .utc)
    #expect(figures.inWindow == inWindow)
    #expect(figures.days.reduce(0) { $0 + $1.count } == inDays)
  }

  @Test(
    "The acceptance rate is a whole percent, and -- without offers",
    arguments: [
      (0, 0, 0, "--"), (0, 2, 0, "0%"), (1, 2, 50, "50%"), (1, 8, 13, "13%"), (3, 3, 100, "100%"),
    ])
  func acceptance(accepted: Int, total: Int, rate: Int, text: String) {
    var figures = OfferFigures()
    figures.accepted = accepted
    figures.total = total
    #expect(figures.acceptanceRate == rate)
    #expect(figures.acceptanceText == text)
  }

  @Test("Only accepted offers and A schools count, and schools with offers once")
  func cards() throws {
    func offer(_ status: String, school: UInt64) -> Offer {
      var offer = Offer(
        id: Sample.id(1), athleteID: Sample.id(99), schoolID: Sample.id(school), type: .partial,
        offerDate: .first)
      offer.status = Open(status)
      return offer
    }
    let tiers = ["A", "B", "a", "A", nil].enumerated().map { index, tier in
      school(UInt64(index)) { $0.priorityTier = tier.map(Open.init) }
    }
    #expect(SchoolFigures(counting: tiers).aTier == 2)
    #expect(SchoolFigures(counting: tiers).total == 5)
    let offers = [
      offer("accepted", school: 1), offer("pending", school: 1), offer("Accepted", school: 2),
      offer("accepted", school: 77),
    ]
    let figures = OfferFigures(counting: offers, schools: [school(1), school(2), school(3)])
    #expect(figures.total == 4)
    #expect(figures.accepted == 2)
    #expect(figures.schoolsWithOffers == 2)
    #expect(figures.percent(ofSchools: 3) == 67)
    #expect(figures.percent(ofSchools: 0) == 0)
  }

  @Test("Upcoming events begin today, come earliest first, and are five at most")
  func events() throws {
    let today = try Sample.day("2026-02-10")
    let events = [3, -1, 0, 9, 1, 5, 7].enumerated().map { index, days in
      RecruitingEvent(
        id: Sample.id(UInt64(index)), athleteID: Sample.id(99), type: .camp, name: "Camp \(days)",
        startDate: today.adding(days: days))
    }
    #expect(
      DashboardNumbers.upcoming(events, today: today).map(\.name) == [
        "Camp 0", "Camp 1", "Camp 3", "Camp 5", "Camp 7",
      ])
    #expect(DashboardNumbers.upcoming([], today: today).isEmpty)
  }

  @Test("Events of one day come by their start time, then by name")
  func eventTies() throws {
    let today = try Sample.day("2026-02-10")
    let events = try [("B", nil), ("C", "09:00"), ("A", "09:00"), ("D", "08:00")].map {
      name, time in
      var event = RecruitingEvent(
        id: Sample.id(1), athleteID: Sample.id(99), type: .camp, name: name, startDate: today)
      event.startTime = try time.map(Sample.time)
      return event
    }
    #expect(DashboardNumbers.upcoming(events, today: today).map(\.name) == ["B", "D", "A", "C"])
  }

  @Test(
    "Days until graduation run to May 31 and stop at 0",
    arguments: [
      (2028, "2026-02-07", 844), (2026, "2026-05-30", 1), (2026, "2026-05-31", 0),
      (2026, "2026-06-01", 0), (2020, "2026-06-01", 0), (nil, "2026-06-01", nil),
      (0, "2026-06-01", nil),
    ] as [(Int?, String, Int?)])
  func graduation(year: Int?, today: String, days: Int?) throws {
    #expect(
      DashboardNumbers.daysUntilGraduation(year: year, today: try Sample.day(today)) == days)
  }

  @Test(
    "Responsiveness is replies per hundred messages, 100 at most, and none while nothing was sent",
    arguments: [
      (0, 0, true, nil), (5, 0, true, nil), (0, 5, true, 0), (1, 2, true, 50), (1, 3, true, 33),
      (2, 3, true, 67), (1, 8, true, 13), (3, 2, true, 100),
      // A coach who has never answered gets no score before the coach had time to answer.
      (0, 1, false, nil), (0, 5, false, nil), (1, 2, false, 50), (0, 0, false, nil),
    ] as [(Int, Int, Bool, Int?)])
  func responsiveness(inbound: Int, outbound: Int, hadTime: Bool, score: Int?) {
    #expect(
      CoachResponsiveness.score(inbound: inbound, outbound: outbound, hadTime: hadTime) == score)
  }

  @Test(
    "A coach without an answer is judged from the fourteenth day after the first message on",
    arguments: [
      (["2026-01-27T00:00:00.001Z"], nil), (["2026-01-27T00:00:00Z"], 0),
      (["2026-02-08T00:00:00Z"], nil), (["2026-02-08T00:00:00Z", "2026-01-01T00:00:00Z"], 0),
      // A message that is planned for a later time does not count as sent.
      (["2026-02-11T00:00:00Z"], nil), ([], nil),
    ] as [([String], Int?)])
  func judged(sent: [String], score: Int?) throws {
    #expect(
      CoachResponsiveness.scores(
        of: [try coach(4)], interactions: try sent.map { try contact($0, coach: 4) },
        now: try Sample.instant("2026-02-10T00:00:00Z")) == [score])
  }

  @Test("A stored score wins; without one the coach's own interactions count")
  func scores() throws {
    let coaches = [try coach(1, score: 80), try coach(2), try coach(3)]
    let contacts = [
      try contact("2026-02-01T00:00:00Z", coach: 2), try contact("2026-02-01T00:00:00Z", coach: 2),
      try contact("2026-02-01T00:00:00Z", coach: 2, .inbound),
      try contact("2026-02-01T00:00:00Z", coach: 1), try contact("2026-02-01T00:00:00Z"),
    ]
    #expect(
      CoachResponsiveness.scores(
        of: coaches, interactions: contacts, now: try Sample.instant("2026-02-10T00:00:00Z")) == [
          80, 50, nil,
        ])
  }

  @Test(
    "Their average is whole, half rounds up, and there is none without a score",
    arguments: [(130, 3, 43), (1, 2, 1), (nil, 0, nil), (0, 4, 0), (nil, 4, nil)]
      as [(Int?, Int, Int?)])
  func averageScore(sum: Int?, coaches: Int, average: Int?) {
    var figures = CoachFigures()
    figures.responsivenessTotal = sum
    figures.total = coaches
    #expect(figures.averageResponsiveness == average)
  }

  @Test(
    "Scores have labels and levels that change at 25, 50 and 75",
    arguments: [
      (0, "Low Responsiveness", CoachResponsiveness.Level.poor), (24, "Low Responsiveness", .poor),
      (25, "Moderately Responsive", .poor), (49, "Moderately Responsive", .poor),
      (50, "Responsive", .fair), (74, "Responsive", .fair), (75, "Highly Responsive", .good),
      (100, "Highly Responsive", .good),
    ])
  func labels(score: Int, label: String, level: CoachResponsiveness.Level) {
    #expect(CoachResponsiveness.label(score) == label)
    #expect(CoachResponsiveness.level(score) == level)
  }

  @Test("The status chart has five bars, and no status counts as researching")
  func statusChart() {
    let statuses: [String?] = ["researching", nil, "committed", "declined", "recruited", "new one"]
    let schools = statuses.map { status in school(1) { $0.status = status.map(Open.init) } }
    let figures = SchoolFigures(counting: schools)
    #expect(SchoolStatusChart.counts(figures.byStatus).map(\.count) == [2, 0, 0, 0, 1])
    #expect(figures.byStatus.first == Tally("researching", 2))
    #expect(SchoolStatusChart.counts([]).map(\.count) == [0, 0, 0, 0, 0])
  }
}
