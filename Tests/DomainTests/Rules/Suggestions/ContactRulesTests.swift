import Basics
import CivilTime
import Domain
import JSON
import Testing

@Suite("Suggestions about staying in touch")
struct ContactRulesTests {
  private func facts(
    _ schools: [SuggestionFacts.SchoolFact], grade: Int? = 9
  ) throws -> SuggestionFacts {
    try SuggestionSample.facts(grade: grade) { $0.schools = schools }
  }

  @Test(
    "A gap: three weeks of silence, urgent from thirty days, and never",
    arguments: [
      (20, nil, nil), (21, "medium", "You have not contacted Cedar Valley in 21 days."),
      (29, "medium", "You have not contacted Cedar Valley in 29 days."),
      (30, "high", "You have not contacted Cedar Valley in 30 days."),
      (31, "high", "You have not contacted Cedar Valley in 31 days."),
      (nil, "high", "You have not contacted Cedar Valley yet."),
    ] as [(Int?, String?, String?)])
  func gap(days: Int?, urgency: String?, message: String?) throws {
    let school = try SuggestionSample.school(tier: "A", status: "contacted", days: days)
    let found = SuggestionRules.interactionGap(try facts([school]))
    #expect(found.map(\.urgency.rawValue) == (urgency.map { [$0] } ?? []))
    #expect(found.map(\.message) == (message.map { [$0] } ?? []))
    #expect(found.allSatisfy { $0.school == Sample.id(1) && $0.action == .logInteraction })
    #expect(
      found.allSatisfy {
        $0.snapshot == [
          "days_since_contact": JSONValue(days ?? 999), "school_priority": "A",
          "school_status": "contacted",
        ]
      })
  }

  @Test("A day counts once it is over, to the millisecond")
  func wholeDays() throws {
    var school = try SuggestionSample.school(tier: "A", status: "contacted", days: 21)
    school.lastContact = school.lastContact?.adding(milliseconds: 1)
    #expect(SuggestionRules.interactionGap(try facts([school])).isEmpty)
    // The last contact was 21 calendar days ago, at noon in New York. One of these days had only 23
    // hours because the clocks changed. The rule needs 21 times 24 hours, so it does not apply yet.
    let spring = try SuggestionSample.facts(at: "2026-03-28T16:00:00Z") {
      school.lastContact = try Sample.instant("2026-03-07T17:00:00Z")
      $0.schools = [school]
    }
    #expect(SuggestionRules.interactionGap(spring).isEmpty)
  }

  @Test(
    "A gap counts only for A and B schools that are interested or contacted",
    arguments: [
      ("A", "interested", 1), ("B", "interested", 1), ("B", "contacted", 1), ("C", "contacted", 0),
      (nil, "contacted", 0), ("S", "contacted", 0), ("A", "researching", 0), ("A", nil, 0),
      ("A", "offer_received", 0), ("A", "visited", 0),
    ] as [(String?, String?, Int)])
  func gapSchools(tier: String?, status: String?, count: Int) throws {
    let school = try SuggestionSample.school(tier: tier, status: status)
    #expect(SuggestionRules.interactionGap(try facts([school])).count == count)
  }

  @Test(
    "An A school is recalled after two weeks",
    arguments: [
      ("A", 13, nil),
      (
        "A", 14, "You have not contacted Cedar Valley in 14 days. It is one of your A schools."
      ),
      ("A", nil, "You have not contacted Cedar Valley yet. It is one of your A schools."),
      ("B", nil, nil), ("C", nil, nil), (nil, nil, nil),
    ] as [(String?, Int?, String?)])
  func reminder(tier: String?, days: Int?, message: String?) throws {
    let school = try SuggestionSample.school(tier: tier, days: days)
    let found = SuggestionRules.prioritySchoolReminder(try facts([school]))
    #expect(found.map(\.message) == (message.map { [$0] } ?? []))
    #expect(found.allSatisfy { $0.urgency == .high && $0.school == Sample.id(1) })
  }

  @Test("Every school has a suggestion and a key of its own")
  func each() throws {
    let schools = try (1...3).map {
      try SuggestionSample.school($0, "School \($0)", tier: "A", status: "interested")
    }
    let facts = try facts(schools)
    for rule in [SuggestionRule.interactionGap, .prioritySchoolReminder] {
      let found = SuggestionRules.findings(of: rule, facts)
      #expect(found.map(\.school) == [Sample.id(1), Sample.id(2), Sample.id(3)])
      #expect(Set(found.map(\.key)).count == 3)
    }
    #expect(SuggestionRules.interactionGap(try self.facts([])).isEmpty)
  }

  @Test(
    "Outreach: more than thirty days on average, or more than forty-five with one school",
    arguments: [
      (11, [30], nil), (11, [31], "medium"), (12, [31], "high"),
      // The average number of days is rounded down: 30.5 counts as 30, which is not more than
      // thirty.
      (11, [30, 31], nil), (11, [31, 31], "medium"),
      (11, [0, 45], nil), (11, [0, 46], "medium"), (11, [nil, 0], "medium"), (11, [], nil),
      (10, [46], nil), (9, [46], nil),
    ] as [(Int, [Int?], String?)])
  func outreach(grade: Int, days: [Int?], urgency: String?) throws {
    let schools = try days.enumerated().map { index, days in
      try SuggestionSample.school(UInt64(index), tier: index == 0 ? "A" : "B", days: days)
    }
    let found = SuggestionRules.formalOutreach(try facts(schools, grade: grade))
    #expect(found.map(\.urgency.rawValue) == (urgency.map { [$0] } ?? []))
    #expect(found.allSatisfy { $0.action == .logInteraction && $0.school == nil })
  }

  @Test("Schools of tier C and of none do not count for outreach")
  func outreachTiers() throws {
    let schools = [
      try SuggestionSample.school(1, tier: "C"), try SuggestionSample.school(2),
      try SuggestionSample.school(3, tier: "A", days: 1),
    ]
    #expect(SuggestionRules.formalOutreach(try facts(schools, grade: 12)).isEmpty)
    #expect(SuggestionRules.formalOutreach(try facts(Array(schools.prefix(2)), grade: 12)).isEmpty)
  }

  @Test(
    "Outreach says the worst of it",
    arguments: [
      ([nil], "You have not contacted School 0 yet. Introduce yourself."),
      ([nil, nil], "You have not contacted School 0 and School 1 yet. Introduce yourself."),
      (
        [1, nil, nil, nil],
        "You have not contacted School 1 and 2 more of your A and B schools yet. Introduce yourself."
      ),
      (
        [1, 50],
        "You have not contacted School 1 in 50 days. Write to your A and B schools."
      ),
      (
        [33, 31],
        "Your last contact with your A and B schools was 32 days ago on average. Write to them."
      ),
    ] as [([Int?], String)])
  func outreachWords(days: [Int?], message: String) throws {
    let schools = try days.enumerated().map { index, days in
      try SuggestionSample.school(UInt64(index), "School \(index)", tier: "A", days: days)
    }
    #expect(
      SuggestionRules.formalOutreach(try facts(schools, grade: 11)).map(\.message) == [message])
  }

  private func followUps(
    _ event: SuggestionFacts.EventFact, at now: String = SuggestionSample.now
  ) throws -> [SuggestionFinding] {
    SuggestionRules.eventFollowUp(
      try SuggestionSample.facts(at: now) { $0.attendedEvents = [event] })
  }

  @Test(
    "An event is followed up from its day to a week after it",
    arguments: [
      ("2026-02-11", nil), ("2026-02-10", "today"), ("2026-02-09", "yesterday"),
      ("2026-02-08", "2 days ago"), ("2026-02-03", "7 days ago"), ("2026-02-02", nil),
    ] as [(String, String?)])
  func followUp(day: String, when: String?) throws {
    let found = try followUps(try SuggestionSample.event(on: day, school: 3))
    #expect(
      found.map(\.message)
        == (when.map {
          [
            "You were at Winter Camp \($0) and have not followed up yet. Thank the coaches you met."
          ]
        } ?? []))
    #expect(found.allSatisfy { $0.urgency == .medium && $0.action == .logInteraction })
    #expect(found.allSatisfy { $0.school == Sample.id(3) })
    #expect(found.allSatisfy { $0.key.subject == Sample.id(7).description })
  }

  @Test(
    "Something about the event, or a contact on a later local day, is a follow-up",
    arguments: [
      (false, nil, true), (true, nil, false),
      // A contact at 23:30 in New York on the day of the event is no follow-up, so the rule
      // applies. A contact at 00:30 on the next day is one.
      (false, "2026-02-09T04:30:00Z", true), (false, "2026-02-09T05:30:00Z", false),
      (false, "2026-01-01T00:00:00Z", true),
    ] as [(Bool, String?, Bool)])
  func followedUp(isLinked: Bool, lastContact: String?, fires: Bool) throws {
    let event = try SuggestionSample.event(
      on: "2026-02-08", isLinked: isLinked, lastContact: lastContact)
    #expect(try !followUps(event).isEmpty == fires)
  }

  @Test("An event of several days counts from its last; a wrong end is its start")
  func lastDay() throws {
    let camp = try SuggestionSample.event(on: "2026-02-01", through: "2026-02-04")
    #expect(try followUps(camp).map { $0.snapshot["days_since_event"]?.int } == [6])
    let wrong = try SuggestionSample.event(on: "2026-02-08", through: "2026-02-01")
    #expect(try followUps(wrong).map { $0.snapshot["days_since_event"]?.int } == [2])
  }

  @Test(
    "The week ends at local midnight, in the week of 23 hours too",
    arguments: [
      ("2026-03-13T03:30:00Z", 1), ("2026-03-13T04:30:00Z", 0), ("2026-03-05T04:30:00Z", 0),
      ("2026-03-05T05:30:00Z", 1),
    ])
  func daylightSaving(now: String, count: Int) throws {
    let event = try SuggestionSample.event(on: "2026-03-05")
    #expect(try followUps(event, at: now).count == count)
  }
}
