import CivilTime
import Domain
import FeatureKit
import FeatureTesting
import Testing

@testable import Records

@Suite("A record's own page")
struct ShowTests {
  @Test("A school's page has everything the family keeps of it")
  func school() async throws {
    let page = try await SpyStage.filled().show("schools show s3")
    #expect(page.title == "Cedar Valley University" && page.context == "School s3")
    #expect(
      page.facts.map { "\($0.label): \($0.value)" } == [
        "Status: Contacted", "Tier: A", "Location: Cedar, IA", "Division: D2",
        "Conference: Prairie Crown", "Students: 3,600", "Size: Small", "Favorite: No",
        "Last contact: Feb 8, 2026, 07:00",
      ])
    #expect(page.section("Pros")?.text == "near; green")
    #expect(page.section("Notes")?.text == "Good talk")
    for (section, handle) in [
      ("Suggestions", "g1"), ("Coaches", "c4"), ("Interactions (12)", "i7"), ("Offers", "o2"),
      ("Events", "e5"), ("Documents", "d6"), ("Letters", "l8"),
    ] {
      #expect(page.section(section)?.rows.map(\.handle) == [handle], "\(section)")
    }
    #expect(page.commands.contains("interactions --with s3 --all") == false)
    #expect(page.links.contains(CommandLink("… 11 more", "interactions --with s3")))
    let history = try #require(page.section("Status history"))
    #expect(history.blocks.first == history.tables.first?.block)
    #expect(
      history.tables.first?.rows == [
        ["Feb 8, 2026", "Contacted", "Researching", "Maria Shelton", "First mail"]
      ])
    #expect(
      page.commands.suffix(6) == [
        "interactions add s3", "schools status s3", "schools tier s3", "offers add s3",
        "schools edit s3", "schools delete s3",
      ])
  }

  @Test("The next useful step stands on top of a school's page, with what does it for whoever may")
  func nextStep() async throws {
    let own = try await SpyStage.filled().show("schools show s3")
    let next = try #require(own.section("Next"))
    #expect(next.rows.map(\.handle) == ["o2"])
    #expect(next.rows.map(\.detail) == ["They want to know by tomorrow."])
    #expect(own.blocks.first == next.block)
    #expect(next.rows.first?.links.map(\.command) == ["offers edit o2", "offers show o2"])
    let parents = try await SpyStage.filled(as: SpyStage.parent).show("schools show s3")
    #expect(parents.section("Next")?.rows.first?.links.map(\.command) == ["offers show o2"])
    #expect(try await SpyStage.filled().show("coaches show c4").section("Next") == nil)
  }

  @Test("Status and tier of a school change at a press, for whoever may change them")
  func presses() async throws {
    func changes(_ page: Page) -> [[CommandLink]] {
      page.facts.map(\.changes).filter { !$0.isEmpty }
    }
    let own = changes(try await SpyStage.filled().show("schools show s3"))
    #expect(own.map(\.count) == [SchoolStatus.allCases.count, 4])
    #expect(
      own.flatMap { $0.filter(\.isCurrent).map(\.command) }
        == ["schools status s3 contacted", "schools tier s3 A"])
    #expect(own.last?.map(\.label) == ["A", "B", "C", "None"])
    #expect(changes(try await SpyStage.filled(as: SpyStage.parent).show("schools show s3")).isEmpty)
    #expect(changes(try await SpyStage.filled().show("coaches show c4")).isEmpty)
  }

  @Test("A private note is shown to whom it belongs, and to nobody else")
  func privateNotes() async throws {
    let own = try await SpyStage.filled().show("schools show s3")
    #expect(own.section("Private note")?.text == "mine")
    let coach = try await SpyStage.filled().show("coaches show c4")
    #expect(coach.section("Private note")?.text == "kind")
    let parent = SpyStage.filled(as: SpyStage.parent)
    #expect(try await parent.show("schools show s3").section("Private note")?.text == "hers")
    #expect(try await parent.show("coaches show c4").section("Private note") == nil)
  }

  @Test("A coach's page names the school, answers and interactions")
  func coach() async throws {
    let page = try await SpyStage.filled().show("coaches show rivera")
    #expect(page.fact("School") == "s3 Cedar Valley University")
    #expect(page.fact("Responsiveness") == "80%, Highly Responsive")
    #expect(page.section("Interactions")?.rows.map(\.handle) == ["i7"])
    #expect(page.section("Offers")?.rows.map(\.handle) == ["o2"])
  }

  @Test("An interaction without a subject is called by its kind")
  func withoutSubject() async throws {
    let stage = SpyStage.filled()
    var row = SpySample.interactionRow
    row.interaction.subject = nil
    row.interaction.type = .known(.dm)
    stage.interactions.answer { [row] in $0.details = row }
    #expect(try await stage.show("interactions show i7").title == "Direct message")
  }

  @Test("Sums, shares, deadlines and times are written for people")
  func values() async throws {
    let stage = SpyStage.filled()
    let offer = try await stage.show("offers show o2")
    #expect(offer.fact("Scholarship") == "$12,500")
    #expect(offer.fact("Deadline") == "Feb 11, 2026 (tomorrow)")
    #expect(offer.fact("Offered") == "Jan 20, 2026")
    let letter = try await stage.show("letters show l8")
    #expect(letter.fact("Due") == "Feb 9, 2026 (overdue)")
    #expect(letter.fact("Submitted to") == "s3 Cedar Valley University")
    let event = try await stage.show("events show e5")
    #expect(event.fact("Start time") == "09:00" && event.fact("Cost") == "$250")
    #expect(event.section("Metrics")?.rows.first?.badges.map(\.text) == ["82.00"])
    #expect(event.section("Coaches there")?.rows.map(\.handle) == ["c4"])
    let document = try await stage.show("documents show d6")
    #expect(document.fact("Link health") == "Broken" && document.fact("Broken link") == nil)
    #expect(
      document.fact("Shared with") == "s3 Cedar Valley University; s4 Granite Ford University")
  }

  @Test("A deadline that was met presses nobody")
  func metDeadline() async throws {
    let stage = SpyStage.filled()
    var row = SpySample.offerRow
    row.offer.status = .known(.accepted)
    row.offer.deadlineDate = SpySample.day(2026, 2, 1)
    stage.offers.answer { [row] in
      $0.rows = [row]
      $0.details = row
    }
    #expect(try await stage.show("offers").rows.first?.trailing == Badge("Feb 1", tone: .muted))
    #expect(try await stage.show("offers show o2").fact("Deadline") == "Feb 1, 2026")
  }

  @Test("A value we do not know is shown as it came")
  func unknown() async throws {
    let stage = SpyStage.filled()
    var row = SpySample.schoolRow
    row.school.status = Open("waiting_for_film")
    stage.schools.answer { [row] in $0.rows = [row] }
    #expect(try await stage.show("schools").rows.first?.badges.map(\.text) == ["Waiting for film"])
  }
}
