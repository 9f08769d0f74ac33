import Basics
import CivilTime
import Domain
import Testing

@Suite("Notifications of deadlines")
struct NotificationDeadlinesTests: NotificationSampling {
  @Test(
    "A pending offer is announced for the smallest lead it has reached, urgently from 3 days on",
    arguments: [
      (15, nil, nil), (14, 14, NotificationPriority.normal), (13, 14, .normal), (8, 14, .normal),
      (7, 7, .normal), (4, 7, .normal), (3, 3, .high), (2, 3, .high), (1, 1, .high), (0, 0, .high),
      (-1, -1, .high), (-2, -1, .high), (-3, nil, nil),
    ] as [(Int, Int?, NotificationPriority?)])
  func offers(days: Int, lead: Int?, priority: NotificationPriority?) throws {
    let drafts = try due { $0.offers = [try offer(inDays: days)] }
    #expect(drafts.map(\.priority) == (priority.map { [$0] } ?? []))
    #expect(drafts.map(\.occasion?.lead) == (lead.map { [$0] } ?? []))
    #expect(drafts.allSatisfy { $0.type == .deadlineAlert && $0.related?.id == Sample.id(5) })
  }

  @Test(
    "Of a deadline nothing is said that was said before, nor what a nearer lead has overtaken",
    arguments: [
      (7, [14], true), (5, [14], true), (7, [7], false), (5, [7], false), (3, [7], true),
      (14, [7], false), (2, [3], false), (1, [14, 7, 3], true), (0, [1], true), (-1, [0], true),
      (-2, [-1], false), (0, [-1], false),
    ])
  func announcedBefore(days: Int, leads: [Int], isDue: Bool) throws {
    let offer = try offer(inDays: days)
    let deadline = try #require(offer.deadlineDate)
    let drafts = try due { sources in
      sources.offers = [offer]
      sources.announced = leads.map {
        NotificationOccasion(.offer, lead: $0, of: Self.athlete, [.init(offer.id, deadline)])
      }
    }
    #expect(!drafts.isEmpty == isDue)
  }

  @Test("A deadline that was moved is another one")
  func moved() throws {
    let offer = try offer(inDays: 7)
    let drafts = try due { sources in
      sources.offers = [offer]
      sources.announced = [
        NotificationOccasion(
          .offer, lead: 7, of: Self.athlete,
          [.init(offer.id, try Sample.day("2026-02-16"))])
      ]
    }
    #expect(drafts.count == 1)
  }

  /// The ranges of days before a deadline, each with the reminder that is due in it. Negative
  /// numbers are days after the deadline.
  ///
  /// `lead` is the number of days by which the reminder is identified.
  private static let reached: [(days: ClosedRange<Int>, lead: Int)] = [
    (8...14, 14), (4...7, 7), (2...3, 3), (1...1, 1), (0...0, 0), (-2 ... -1, -1),
  ]

  @Test(
    "Whatever days were skipped, each lead they reach is announced once, also over a change of the clocks",
    arguments: [("2026-02-25", "17:00"), ("2026-11-03", "00:30"), ("2026-11-01", "23:30")], 1...6)
  func skippedDays(deadlineAt: (day: String, time: String), step: Int) throws {
    let zone = try Zone.named("America/New_York")
    let deadline = try Sample.day(deadlineAt.day)
    var announced: [NotificationOccasion] = []
    var expected: [Int] = []
    for left in stride(from: 20, through: -5, by: -step) {
      var offer = try offer(inDays: 0)
      offer.deadlineDate = deadline
      let moment = zone.instant(
        of: deadline.adding(days: -left), at: try Sample.time(deadlineAt.time))
      for _ in 1...2 {
        announced += try due(at: moment.description) {
          $0.offers = [offer]
          $0.announced = announced
        }.compactMap(\.occasion)
      }
      if let lead = Self.reached.first(where: { $0.days.contains(left) })?.lead,
        !expected.contains(lead)
      {
        expected.append(lead)
      }
    }
    #expect(announced.map(\.lead) == expected)
  }

  @Test("Another name, and a day of another zone, are no other deadline", arguments: [0, 1])
  func sameDeadline(daysLater: Int) throws {
    let offer = try offer(inDays: 7)
    let first = try due { $0.offers = [offer] }.compactMap(\.occasion)
    for zone in ["Asia/Tokyo", "Pacific/Honolulu", "UTC"] {
      var sources = NotificationSources(of: Self.athlete)
      sources.schoolNames = [school: "Another Name"]
      sources.offers = [offer]
      sources.announced = first
      let again = NotificationGeneration(
        settings: NotificationSettings(),
        now: try Sample.instant(now).adding(days: daysLater), zone: try Zone.named(zone)
      ).due(sources)
      #expect(again.isEmpty)
    }
  }

  @Test(
    "An offer's words name the school, the day and how near it is, to a parent also whose it is",
    arguments: [
      (
        3, "Cedar Valley", NotificationReader.athlete, "Offer deadline in 3 days",
        "The offer from Cedar Valley ends on Feb 13, in 3 days."
      ),
      (
        1, nil, .athlete, "Offer deadline in 1 day",
        "The offer from Unknown School ends on Feb 11, in 1 day."
      ),
      (
        0, "  ", .athlete, "Offer deadline today",
        "The offer from Unknown School ends on Feb 10, today."
      ),
      (
        -1, "Cedar Valley", .athlete, "Offer deadline was due",
        "The offer from Cedar Valley was due on Feb 9 and is still pending."
      ),
      (
        7, "Cedar Valley", .parent(of: "Sam"), "Sam's offer deadline in 7 days",
        "Sam's offer from Cedar Valley ends on Feb 17, in 7 days."
      ),
    ] as [(Int, String?, NotificationReader, String, String)])
  func offerWords(
    days: Int, name: String?, reader: NotificationReader, title: String, message: String
  ) throws {
    let drafts = try due(for: reader) {
      $0.offers = [try offer(inDays: days)]
      $0.schoolNames = name.map { [school: $0] } ?? [:]
    }
    #expect(drafts.map(\.title) == [title])
    #expect(drafts.map(\.message) == [message])
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
    "A requested letter is announced from 14 and from 7 days ahead, on the day and after it",
    arguments: [
      (15, "requested", nil), (14, "requested", 14), (8, "requested", 14), (7, "requested", 7),
      (1, "requested", 7), (0, "requested", 0), (-2, "requested", -1), (-3, "requested", nil),
      (7, "received", nil), (7, "not_requested", nil),
    ] as [(Int, String, Int?)])
  func letters(days: Int, status: String, lead: Int?) throws {
    var letter = RecommendationLetter(
      id: Sample.id(6), athleteID: Self.athlete, Letter(writerName: " "))
    letter.status = Open(status)
    letter.dueDate = try Sample.day("2026-02-10").adding(days: days)
    let drafts = try due { $0.letters = [letter] }
    #expect(drafts.map(\.occasion?.lead) == (lead.map { [$0] } ?? []))
    #expect(drafts.allSatisfy { $0.message.hasPrefix("The letter from Coach ") })
    // Parents may not see recommendation letters (domain.md 3), so they get no reminders of
    // letters.
    #expect(try due(for: .parent(of: "Sam")) { $0.letters = [letter] }.isEmpty)
  }

  @Test(
    "An event is announced from a week ahead, from the day before and on the day, unless it was attended",
    arguments: [
      (8, false, nil, nil), (7, false, 7, NotificationPriority.normal), (2, false, 7, .normal),
      (1, false, 1, .high), (0, false, 0, .high), (-1, false, nil, nil), (1, true, nil, nil),
    ] as [(Int, Bool, Int?, NotificationPriority?)])
  func events(days: Int, attended: Bool, lead: Int?, priority: NotificationPriority?) throws {
    var event = RecruitingEvent(
      id: Sample.id(7), athleteID: Self.athlete, type: .camp, name: "Winter Camp",
      startDate: try Sample.day("2026-02-10").adding(days: days))
    event.isAttended = attended
    let drafts = try due { $0.events = [event] }
    #expect(drafts.map(\.occasion?.lead) == (lead.map { [$0] } ?? []))
    #expect(drafts.map(\.priority) == (priority.map { [$0] } ?? []))
    #expect(drafts.allSatisfy { $0.type == .event && $0.title.hasPrefix("Winter Camp ") })
    event.name = " "
    #expect(
      try due(for: .parent(of: "Sam")) { $0.events = [event] }
        .allSatisfy {
          $0.title.hasPrefix("Sam: An event ") && $0.message.hasPrefix("An event is on ")
        })
  }

  @Test(
    "A required task is announced from 14 and 3 days ahead and on the day, an optional one on the day",
    arguments: [
      (15, true, nil), (14, true, 14), (4, true, 14), (3, true, 3), (1, true, 3), (0, true, 0),
      (-1, true, nil), (14, false, nil), (1, false, nil), (0, false, 0), (-1, false, nil),
    ] as [(Int, Bool, Int?)])
  func tasks(days: Int, isRequired: Bool, lead: Int?) throws {
    let day = try Sample.day("2026-02-10").adding(days: days).description
    for reader in [NotificationReader.athlete, .parent(of: "Sam")] {
      let drafts = try due(for: reader) {
        $0.tasks = [task(3, "Take the SAT", due: day, isRequired: isRequired)]
      }
      #expect(drafts.map(\.occasion?.lead) == (lead.map { [$0] } ?? []))
      #expect(drafts.allSatisfy { $0.type == .deadlineAlert })
    }
  }

  @Test("Tasks that are done, skipped, locked or without a day are not announced")
  func settledTasks() throws {
    let drafts = try due {
      $0.tasks = [
        task(1, "Done", due: "2026-02-11", .completed),
        task(2, "Skipped", due: "2026-02-11", .skipped),
        task(3, "Locked", due: "2026-02-11", isLocked: true), task(4, "Whenever", due: nil),
      ]
    }
    #expect(drafts.isEmpty)
  }

  @Test("Tasks of one lead are one notification that names three and counts the rest")
  func manyTasks() throws {
    let days = ["2026-02-13", "2026-02-12", "2026-02-12", "2026-02-11", "2026-02-20"]
    let tasks = days.enumerated().map { task(UInt64($0 + 10), "Task \($0)", due: $1) }
    let drafts = try due { $0.tasks = tasks }
    #expect(drafts.map(\.title) == ["4 tasks due by Feb 13", "Task 4 due in 10 days"])
    #expect(
      drafts.map(\.message) == [
        "Task 3 (Feb 11), Task 1 (Feb 12), Task 2 (Feb 12) and 1 more.",
        "It is due on Feb 20, in 10 days.",
      ])
    #expect(drafts.map(\.actionURL) == ["/tasks", "/tasks/\(tasks[4].id)"])
    // An earlier notification announced task 0 with the same due date. The reminder of the four
    // tasks therefore names only the other three.
    let later = try due { sources in
      sources.tasks = tasks
      sources.announced =
        drafts.compactMap(\.occasion).filter { $0.lead == 14 }
        + [
          NotificationOccasion(
            .tasks, lead: 3, of: Self.athlete,
            [.init(tasks[0].id, try Sample.day("2026-02-13"))])
        ]
    }
    #expect(later.map(\.occasion?.items.count) == [3])
  }
}
