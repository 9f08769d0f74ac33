import Basics
import CivilTime
import Domain
import JSON
import Testing

@Suite("Why a suggestion is there")
struct SuggestionExplanationTests {
  private func explanation(_ suggestion: RecruitingSuggestion) throws -> SuggestionExplanation {
    SuggestionExplanation(suggestion, zone: try Zone.named("America/New_York"))
  }

  @Test("It says the rule, the facts in words and when it goes")
  func open() throws {
    let row = try SuggestionSample.row(
      1,
      snapshot: ["days_since_contact": 34, "school_priority": "A", "school_status": "contacted"])
    let why = try explanation(row)
    #expect(
      why.rule
        == "An A or B school that is interested or contacted: 21 days without contact. Urgent from"
        + " 30 on.")
    #expect(
      why.facts == [
        .init("Days since contact", "34"), .init("Tier", "A"), .init("Status", "Contacted"),
      ])
    #expect(why.closed == nil)
    #expect(
      why.returns
        == "It goes away by itself once this is no longer so. Dismissed or completed, it stays away"
        + " for at least 7 days, and for 180 when it is dismissed a second time.")
  }

  @Test("Every fact of every rule has words, ids aside")
  func words() throws {
    let facts = try SuggestionSample.facts(grade: 11) { facts in
      facts.schools = [
        try SuggestionSample.school(1, tier: "A", status: "contacted", division: "D1")
      ]
      facts.registration = .init(id: Sample.id(5), isCompleted: false)
      facts.attendedEvents = [try SuggestionSample.event(on: "2026-02-09")]
      facts.highlightVideos = [SuggestionSample.video(health: "broken")]
    }
    var found = SuggestionRules.evaluate(facts).findings
    found += SuggestionRules.missingVideo(try SuggestionSample.facts(grade: 11))
    found += SuggestionRules.showcaseAttendance(try SuggestionSample.facts(grade: 10))
    #expect(Set(found.map(\.rule)).count == 11)
    for finding in found {
      let row = try SuggestionSample.row(1, finding.rule, snapshot: .object(finding.snapshot))
      let why = try explanation(row)
      let ids = finding.snapshot.keys.filter { $0.hasSuffix("_id") }
      #expect(why.facts.count == finding.snapshot.count - ids.count)
      #expect(why.facts.allSatisfy { !$0.title.contains("_") && $0.value != "null" })
      #expect(why.facts.allSatisfy { $0.value != "999" })
    }
  }

  @Test("Facts nobody here knows are shown plainly; none are none")
  func unknown() throws {
    var row = try SuggestionSample.row(1, snapshot: ["moon_phase": "full", "tides": [1, 2]])
    #expect(
      try explanation(row).facts == [.init("Moon phase", "full"), .init("Tides", "[1,2]")])
    row.conditionSnapshot = nil
    row.rule = .unknown("moon-phase")
    let why = try explanation(row)
    #expect(why.facts.isEmpty)
    #expect(why.rule == "A rule that this version does not know.")
  }

  @Test(
    "A closed one says when it can return, by the local day",
    arguments: [
      (
        "completed", SuggestionRule.missingVideo, nil, "Completed on Feb 9, 2026.",
        "It can return from Feb 16, 2026 on, if this is so again."
      ),
      (
        "dismissed", .missingVideo, nil, "Dismissed on Feb 9, 2026.",
        "It can return from Feb 16, 2026 on, if this is so again."
      ),
      (
        "dismissed", .interactionGap, ["days_since_contact": 25, "school_priority": "A"],
        "Dismissed on Feb 9, 2026.",
        "It can return from Feb 23, 2026 on, if 39 days have gone by without contact or the school"
          + " is no longer tier A."
      ),
      (
        "dismissed", .interactionGap, ["days_since_contact": 999, "school_priority": "B"],
        "Dismissed on Feb 9, 2026.",
        "It can return from Feb 23, 2026 on, if the school is no longer tier B."
      ),
      (
        "dismissed", .interactionGap, nil, "Dismissed on Feb 9, 2026.", "It does not return."
      ),
      (
        "completed", .interactionGap, ["days_since_contact": 25], "Completed on Feb 9, 2026.",
        "It can return from Feb 16, 2026 on, if this is so again."
      ),
    ] as [(String, SuggestionRule, JSONValue?, String, String)])
  func closed(
    how: String, rule: SuggestionRule, snapshot: JSONValue?, closed: String, returns: String
  ) throws {
    // It is 23:30 on February 9 in New York, so the texts name this day and not the UTC day,
    // February 10.
    let moment = try Sample.instant("2026-02-10T04:30:00Z")
    let row = try SuggestionSample.row(1, rule, snapshot: snapshot)
    let why = try explanation(
      how == "completed" ? row.completed(at: moment) : row.dismissed(at: moment))
    #expect(why.closed == closed)
    #expect(why.returns == returns)
  }
}
