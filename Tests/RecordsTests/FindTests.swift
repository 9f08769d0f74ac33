import Domain
import ExampleBackend
import FeatureKit
import FeatureTesting
import Testing

@testable import Records

@Suite("Finding what has words in it")
struct FindTests {
  @Test("Everything is asked, kind by kind, the newest first; kinds without a hit are not shown")
  func everything() async throws {
    let stage = Stage { rows in
      rows.addContacts(13)
      rows.schools[0].createdAt = Sample.recently
      rows.addSchools(1, named: "West Cedar Valley") { $0.createdAt = Stage.now }
      var metric = Sample.metric
      metric.notes = "At the camp of Cedar Valley"
      rows.add(metric)
    }
    let page = try await stage.show("find cedar VALLEY")
    #expect(page.title == "Found “cedar VALLEY”" && page.context == "23 records")
    #expect(
      page.sectionTitles == [
        "Schools (2)", "Coaches", "Interactions (14)", "Offers", "Events", "Metrics", "Tasks (2)",
        "Suggestions",
      ])
    #expect(page.section("Schools (2)")?.handles == ["s3", "s1"])
    #expect(
      page.section("Interactions (14)")?.handles == ["i1"] + (6...14).reversed().map { "i\($0)" })
    #expect(
      page.section("Tasks (2)")?.handles == ["t2", "t1"], "the highest handle was given last")
  }

  @Test("More than a few of a kind are counted, and shown with --all")
  func more() async throws {
    let stage = Stage { $0.addContacts(1_000) }
    let page = try await stage.show("find cedar")
    #expect(page.links.contains(CommandLink("… 991 more", "find cedar --all")))
    let all = try await stage.show("find cedar --all")
    #expect(all.section("Interactions (1,001)")?.rows.count == 1_000)
  }

  @Test("A title before a name is no word of it")
  func title() async throws {
    let stage = Stage()
    #expect(try await stage.show("find Coach rivera").section("Coaches")?.handles == ["c1"])
    #expect(try await stage.show("find coach").handles == ["i1"])
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
    let stage = Stage(as: ExampleFamily.dana)
    let page = try await stage.show("find cedar")
    #expect(page.banner != nil && page.blocks.first == page.banner?.block)
    #expect(try await stage.visits() == ["school", "coach", "interaction", "offer", "event"])
  }
}
