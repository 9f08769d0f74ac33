import Basics
import CivilTime
import Domain
import Testing

@Suite("Dead periods")
struct DeadPeriodTests {
  private func evaluation(
    at now: String, divisions: [String?], skipping: Set<SuggestionRule> = []
  ) throws -> SuggestionEvaluation {
    let facts = try SuggestionSample.facts(grade: 11, at: now) { facts in
      facts.schools = try divisions.enumerated().map {
        try SuggestionSample.school(
          UInt64($0), tier: "A", status: "contacted", division: $1)
      }
      facts.attendedEvents = [try SuggestionSample.event(on: facts.today.description)]
    }
    return SuggestionRules.evaluate(facts, skipping: skipping)
  }

  @Test("The three periods are all there")
  func table() {
    #expect(
      DeadPeriod.divisionI.map { "\($0.first)..\($0.last)" } == [
        "2026-11-22..2026-11-29", "2026-12-20..2027-01-03", "2027-03-15..2027-04-10",
      ])
  }

  @Test(
    "Both ends belong to a period, by the local day",
    arguments: [
      ("2026-11-22T04:30:00Z", false), ("2026-11-22T05:30:00Z", true),
      ("2026-11-30T04:30:00Z", true), ("2026-11-30T05:30:00Z", false),
      ("2026-12-20T17:00:00Z", true), ("2027-01-01T17:00:00Z", true),
      ("2027-01-04T04:59:59Z", true), ("2027-01-04T05:00:00Z", false),
      // This dead period, in which coaches may not meet athletes, begins and ends at midnight in
      // New York. That is 04:00 UTC during daylight saving time.
      ("2027-03-15T03:59:59Z", false), ("2027-03-15T04:00:00Z", true),
      ("2027-04-11T03:59:59Z", true), ("2027-04-11T04:00:00Z", false),
      ("2026-02-10T17:00:00Z", false),
    ])
  func ends(now: String, isPaused: Bool) throws {
    let evaluation = try evaluation(at: now, divisions: ["D1"])
    #expect((evaluation.deadPeriod != nil) == isPaused)
    let contact: Set<SuggestionRule> = [
      .interactionGap, .prioritySchoolReminder, .eventFollowUp,
    ]
    #expect(evaluation.ran.isDisjoint(with: contact) == isPaused)
    #expect(evaluation.findings.contains { contact.contains($0.rule) } == !isPaused)
    // There are eleven rules. In a dead period, in which coaches may not meet athletes, the three
    // rules that suggest contacting a coach do not run.
    #expect(evaluation.ran.count == (isPaused ? 8 : 11))
    #expect(evaluation.findings.contains { $0.rule == .portfolioHealth })
  }

  @Test(
    "The rules that suggest a contact pause only while every school is in the period",
    arguments: [
      (["D1"], true), (["D1", nil], true), ([nil], true), ([], false), (["D2"], false),
      (["D1", "D3"], false), (["D1", "NAIA"], false), (["JUCO"], false), (["D1", "D9"], false),
    ] as [([String?], Bool)])
  func divisions(divisions: [String?], isPaused: Bool) throws {
    let evaluation = try evaluation(at: "2026-11-25T17:00:00Z", divisions: divisions)
    #expect((evaluation.deadPeriod != nil) == isPaused)
  }

  @Test(
    "The notice names the last day, and counts only schools that are known to be in Division I",
    arguments: [
      (["D1"], "coaches"), ([], nil), (["D3"], nil), ([nil], "coaches of Division I schools"),
      (["D1", nil], "coaches of your Division I school (1 of 2)"),
      (["D1", "D1", "D1", "D3"], "coaches of your Division I schools (3 of 4)"),
      (["D1", "D1", "D3", nil], "coaches of your Division I schools (2 of 4)"),
      (["NAIA", nil, "JUCO"], "coaches of Division I schools"),
    ] as [([String?], String?)])
  func notice(divisions: [String?], coaches: String?) throws {
    let schools = divisions.enumerated().map { index, division in
      var school = School(
        id: Sample.id(UInt64(index)), athleteID: SuggestionSample.athlete, name: "College")
      school.division = division.map(Open.init)
      return school
    }
    var figures = SchoolFigures(counting: schools)
    let day = try #require(CalendarDay("2026-12-22"))
    #expect(
      DeadPeriod.notice(for: figures, on: day)
        == coaches.map {
          "NCAA Division I dead period through Jan 3, 2027: \($0) may not meet you in person."
            + " You may still write to them and call them."
        })
    let named = DeadPeriod.notice(for: figures, on: day, of: PageOwner(athlete: "Sam Lee"))
    #expect(
      named?.hasSuffix("meet Sam in person. Sam may still write to them and call them.") != false)
    #expect(named?.contains("your") != true)
    #expect(DeadPeriod.notice(for: figures, on: day.adding(days: 13)) == nil)
    figures.haveListedDeadPeriods = false
    #expect(DeadPeriod.notice(for: figures, on: day) == nil)
  }

  @Test("Findings come in the order of the rules; a rule without facts is skipped")
  func order() throws {
    let all = try evaluation(at: SuggestionSample.now, divisions: ["D1", "D2"])
    let places = all.findings.compactMap { SuggestionRule.allCases.firstIndex(of: $0.rule) }
    #expect(places == places.sorted())
    #expect(Set(places).count > 5)
    let some = try evaluation(
      at: SuggestionSample.now, divisions: ["D1", "D2"], skipping: [.interactionGap])
    #expect(!some.ran.contains(.interactionGap))
    #expect(some.findings == all.findings.filter { $0.rule != .interactionGap })
  }
}
