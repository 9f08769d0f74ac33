import Domain
import FeatureKit
import FeatureTesting
import Testing

@testable import Records

@Suite("Finding what has words in it")
struct FindTests {
  private func filled() -> Stage {
    let stage = Stage()
    stage.schools.answer { $0.rows = [Sample.schoolRow] }
    stage.interactions.answer { ($0.rows, $0.matching) = ([Sample.interactionRow], 14) }
    return stage
  }

  @Test("Everything is asked, kind by kind, the newest first; kinds without a hit are not shown")
  func everything() async throws {
    let stage = filled()
    let page = try await stage.show("find cedar VALLEY")
    #expect(page.title == "Found “cedar VALLEY”" && page.context == "18 records")
    #expect(page.sectionTitles == ["Schools", "Interactions (14)", "Tasks (2)", "Suggestions"])
    let query = try #require(stage.coaches.asked.queries.first)
    #expect(query.search == "cedar VALLEY" && query.newestFirst && query.limit == 10)
    #expect(stage.metrics.asked.queries.count == 1)
    #expect(page.handles == ["s3", "i7", "t9", "t2", "g1"], "the highest handle was given last")
  }

  @Test("More than a few of a kind are counted, and shown with --all")
  func more() async throws {
    let stage = filled()
    let page = try await stage.show("find cedar")
    #expect(page.links.contains(CommandLink("… 13 more", "find cedar --all")))
    _ = try await stage.show("find cedar --all")
    #expect(stage.interactions.asked.queries.last?.limit == 1_000)
  }

  @Test("A title before a name is no word of it")
  func title() async throws {
    let stage = filled()
    _ = try await stage.show("find Coach rivera")
    #expect(stage.coaches.asked.queries.last?.search == "rivera")
    _ = try await stage.show("find coach")
    #expect(stage.coaches.asked.queries.last?.search == "coach")
  }

  @Test("Nothing found is said, and is no failure")
  func nothing() async throws {
    let page = try await Stage().show("find zebra")
    #expect(page.problem == nil)
    #expect(page.blocks.first == page.empty?.block)
    #expect(page.empty?.text == "Nothing has “zebra” in it.")
  }

  @Test("A parent is told whose it is, and the visit to each kind that was found is noted")
  func parent() async throws {
    let stage = Stage(as: Stage.parent)
    stage.schools.answer { $0.rows = [Sample.schoolRow] }
    let page = try await stage.show("find cedar")
    #expect(page.banner != nil && page.blocks.first == page.banner?.block)
    #expect(stage.visits.all == [ViewLogEntry.ItemType.school.rawValue])
  }
}
