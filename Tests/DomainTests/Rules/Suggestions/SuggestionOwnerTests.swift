import Basics
import Domain
import JSON
import Testing

@Suite("Action items of a parent")
struct SuggestionOwnerTests {
  @Test("Every message names the athlete to a parent, and rests on the same facts")
  func named() throws {
    let junior = try SuggestionSample.facts(grade: 11) { facts in
      facts.schools = [
        try SuggestionSample.school(
          tier: "A", status: "contacted", division: "D1", fit: 10, days: 50)
      ]
      facts.attendedEvents = [try SuggestionSample.event(on: "2026-02-09")]
      facts.highlightVideos = [SuggestionSample.video(health: "broken")]
      facts.registration = SuggestionFacts.TaskFact(id: Sample.id(5), isCompleted: false)
    }
    let sophomore = try SuggestionSample.facts(grade: 10)
    var rules: Set<SuggestionRule> = []
    for facts in [junior, sophomore] {
      var read = facts
      read.owner = PageOwner(athlete: "Sam Lee")
      let own = SuggestionRules.evaluate(facts).findings
      let named = SuggestionRules.evaluate(read).findings
      #expect(own.map(\.key) == named.map(\.key) && own.map(\.snapshot) == named.map(\.snapshot))
      for (own, named) in zip(own, named) {
        #expect(own.message.contains(/\b[Yy]our?\b/), "\(own.message)")
        #expect(!named.message.contains(/\b[Yy]our?\b/), "\(named.message)")
        #expect(named.message.contains("Sam"), "\(named.message)")
        rules.insert(named.rule)
      }
    }
    #expect(rules == Set(SuggestionRule.allCases))
    let titles = rules.map { $0.words(of: PageOwner(athlete: "Sam Lee")) }
    #expect(titles.contains("Build Sam's school list"))
    #expect(!titles.contains { $0.contains("your") })
  }
}
