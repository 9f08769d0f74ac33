import CivilTime
import Domain
import ExampleBackend
import FeatureKit
import FeatureTesting
import Testing

@testable import Records

@Suite("Schools by status")
struct BoardTests {
  private func board(_ page: Page) throws -> Board {
    try #require(
      page.blocks.lazy.compactMap { if case .board(let board) = $0 { board } else { nil } }.first)
  }

  @Test("A lane for each status, and in it the schools with what comes next and the last contact")
  func lanes() async throws {
    let page = try await Stage().show("schools board")
    #expect(page.title == "Schools by status" && page.context == "2 schools")
    let board = try board(page)
    #expect(
      board.lanes.map(\.title).prefix(3) == ["Researching (1)", "Contacted (1)", "Interested"])
    #expect(board.lanes.count == SchoolStatus.allCases.count)
    #expect(board.filled.map(\.handles) == [["s2"], ["s1"]])
    let card = try #require(page.row("s1"))
    #expect(card.title == "Cedar Valley University")
    #expect(card.trailing?.text == "Last contact Feb 8")
    #expect(
      card.detail
        == "Answer: Partial offer from Cedar Valley University. They want to know by tomorrow.")
    #expect(card.opens?.command == "schools show s1")
    #expect(page.row("s2")?.trailing?.text == "No contact yet")
    #expect(page.row("s2")?.detail == nil)
    #expect(page.commands.suffix(2) == ["schools add", "schools"])
    #expect(try await Stage().show("schools").commands.contains("schools board"))
  }

  @Test("What comes next is that of the school's own page")
  func next() async throws {
    for change: @Sendable (inout MadeUpFamily) -> Void in [
      { _ in }, { $0.offers = [] },
      { rows in
        rows.offers = []
        rows.suggestions = []
      },
      { rows in
        rows.offers = []
        rows.interactions[0].direction = .known(.inbound)
      },
      { rows in
        rows.offers = []
        rows.coaches[0].lastContactDate = nil
        rows.events[0].startDate = Sample.day(2026, 2, 14)
      },
      { $0.schools[0].status = .known(.declined) },
    ] {
      let stage = Stage(change)
      let details = try await stage.backend.schools.show(Sample.school.id, of: ExampleFamily.sam)
      let own = NextSteps.first(
        of: details, today: Stage.zone.day(of: Stage.now), zone: Stage.zone)
      let card = try await stage.show("schools board").row("s1")
      #expect((card?.detail == nil) == (own == nil))
      if let own { #expect(card?.detail?.hasSuffix(own.reason) == true) }
    }
  }

  @Test("A card moves to every status with the command that sets it, for whoever may change it")
  func moves() async throws {
    let moves = try #require(try await Stage().show("schools board").row("s1")).moves
    #expect(moves.map(\.label) == SchoolStatus.allCases.map(\.words))
    #expect(moves.filter(\.isCurrent).map(\.command) == ["schools status s1 contacted"])
    #expect(moves.map(\.command).contains("schools status s1 offer_received"))
    let parents = try await Stage(as: ExampleFamily.dana).show("schools board")
    #expect(parents.rows.allSatisfy(\.moves.isEmpty) && !parents.commands.contains("schools add"))
    #expect(parents.banner?.lines.first == "Viewing Sam Lee's Schools (Read-Only)")
  }

  @Test("A card that was moved stands in its new lane")
  func moved() async throws {
    let prompt = Prompt()
    try await prompt.enter("schools board")
    try await prompt.enter("schools status s1 interested")
    #expect(prompt.page().section("Interested (1)")?.handles == ["s1"])
    #expect(prompt.page().title == "Schools by status")
  }

  @Test("A lane shows ten schools by name, and the list has the others")
  func more() async throws {
    let page = try await Stage { $0.addSchools(12) }.show("schools board")
    let lane = try #require(page.section("Researching (13)"))
    #expect(lane.rows.count == 10 && lane.rows.first?.title == "Granite Ford University")
    #expect(lane.more == CommandLink("… 3 more", "schools --status researching"))
  }

  @Test("A status of a newer program has a lane of its own, which nothing can be moved to")
  func unknown() async throws {
    let page = try await Stage { $0.schools[0].status = Open("waiting_for_film") }
      .show("schools board")
    #expect(page.sections.last?.title == "Waiting for film (1)")
    #expect(page.row("s1")?.moves.contains(where: \.isCurrent) == false)
  }

  @Test("Without schools the board says how to begin")
  func empty() async throws {
    let page = try await Stage(MadeUpFamily.empty).show("schools board")
    #expect(page.empty?.links.map(\.command) == ["schools add"])
  }
}
