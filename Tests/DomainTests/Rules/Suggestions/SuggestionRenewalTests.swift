import Basics
import CivilTime
import Domain
import Testing

@Suite("Suggestions brought up to date")
struct SuggestionRenewalTests {
  @Test(
    "An open row is about the task that its rule names now",
    arguments: [nil, 3, 5] as [UInt64?])
  func task(stored: UInt64?) throws {
    let facts = try SuggestionSample.facts(grade: 11) { facts in
      facts.schools = [try SuggestionSample.school(division: "D1")]
      facts.registration = .init(id: Sample.id(5), isCompleted: false)
    }
    let row = try SuggestionSample.row(10, .ncaaRegistration, "high", school: nil) {
      $0.relatedTaskID = stored.map(Sample.id)
    }
    let merge = SuggestionMerge(
      SuggestionRules.evaluate(facts), into: [row], now: try Sample.instant(SuggestionSample.now))
    #expect(merge.updated.map(\.id) == [row.id])
    #expect(merge.updated.map(\.relatedTaskID) == [Sample.id(5)])
  }

  @Test(
    "A contact of this very moment was made, one a millisecond ahead is planned",
    arguments: [(-1, true), (0, true), (1, false)] as [(Int64, Bool)])
  func contactNow(milliseconds: Int64, isContact: Bool) throws {
    let now = try Sample.instant(SuggestionSample.now)
    let moment = now.adding(milliseconds: milliseconds)
    var sources = SuggestionSources()
    sources.schools = [
      School(id: Sample.id(1), athleteID: SuggestionSample.athlete, name: "Cedar Valley")
    ]
    sources.interactions = [
      Interaction(
        id: Sample.id(2), schoolID: Sample.id(1), type: .inPersonVisit, direction: .outbound,
        occurredAt: moment, loggedBy: SuggestionSample.athlete)
    ]
    let facts = SuggestionFacts(counting: sources, now: now, zone: .utc)
    #expect(facts.schools.map(\.lastContact) == [isContact ? moment : nil])
    #expect(facts.visitCount == (isContact ? 1 : 0))
  }
}
