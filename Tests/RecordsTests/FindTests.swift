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
    let page = try await stage.page("find cedar VALLEY")
    #expect(page.title == "Found “cedar VALLEY”" && page.context == "18 records")
    let titles = page.blocks.compactMap { block -> String? in
      if case .section(let section) = block { section.title } else { nil }
    }
    #expect(titles == ["Schools", "Interactions (14)", "Tasks (2)", "Suggestions"])
    let query = try #require(stage.coaches.asked.queries.first)
    #expect(query.search == "cedar VALLEY" && query.newestFirst && query.limit == 10)
    #expect(stage.metrics.asked.queries.count == 1)
    #expect(page.handles == ["s3", "i7", "t9", "t2", "g1"], "the highest handle was given last")
  }

  @Test("More than a few of a kind are counted, and shown with --all")
  func more() async throws {
    let stage = filled()
    let page = try await stage.page("find cedar")
    #expect(page.links.contains(CommandLink("… 13 more", "find cedar --all")))
    _ = try await stage.page("find cedar --all")
    #expect(stage.interactions.asked.queries.last?.limit == 1_000)
  }

  @Test("A title before a name is no word of it")
  func title() async throws {
    let stage = filled()
    _ = try await stage.page("find Coach rivera")
    #expect(stage.coaches.asked.queries.last?.search == "rivera")
    _ = try await stage.page("find coach")
    #expect(stage.coaches.asked.queries.last?.search == "coach")
  }

  @Test("Nothing found is said, and is no failure")
  func nothing() async throws {
    let page = try await Stage().page("find zebra")
    #expect(page.problem == nil)
    guard case .empty(let empty)? = page.blocks.first else {
      Issue.record("There is no empty state.")
      return
    }
    #expect(empty.text == "Nothing has “zebra” in it.")
  }

  @Test("A parent is told whose it is, and the visit to each kind that was found is noted")
  func parent() async throws {
    let stage = Stage(as: Stage.parent)
    stage.schools.answer { $0.rows = [Sample.schoolRow] }
    let page = try await stage.page("find cedar")
    guard case .banner? = page.blocks.first else {
      Issue.record("There is no banner.")
      return
    }
    #expect(stage.visits.all == [ViewLogEntry.ItemType.school.rawValue])
  }
}

extension Page {
  fileprivate var handles: [String] {
    blocks.flatMap { block -> [String] in
      guard case .section(let section) = block else { return [] }
      return section.blocks.flatMap { inner -> [String] in
        if case .list(let list) = inner { list.rows.compactMap(\.handle) } else { [] }
      }
    }
  }
}
