import CivilTime
import Domain
import ExampleBackend
import FeatureKit
import FeatureTesting
import Testing

@testable import Records

@Suite("A record's own page")
struct ShowTests {
  @Test("A school's page has everything the family keeps of it")
  func school() async throws {
    let page = try await Stage { $0.addContacts(11) }.show("schools show s1")
    #expect(page.title == "Cedar Valley University" && page.context == "School s1")
    #expect(
      page.facts.map { "\($0.label): \($0.value)" } == [
        "Status: Contacted", "Tier: A", "Location: Cedar, IA", "Division: D2",
        "Conference: Prairie Crown", "Students: 3,600", "Size: Small", "Favorite: No",
        "Last contact: Feb 8, 2026, 07:00",
      ])
    #expect(page.section("Pros")?.text == "near; green")
    #expect(page.section("Notes")?.text == "Good talk")
    for (section, handle) in [("Suggestions", "g1"), ("Coaches", "c1")] {
      #expect(page.section(section)?.rows.map(\.handle) == [handle], "\(section)")
    }
    #expect(
      page.section("Timeline (16)")?.handles
        == ["e1", "l1", "i1", "d1"] + (7...12).reversed().map { "i\($0)" })
    #expect(page.links.contains(CommandLink("… 6 more", "schools show s1 --all")))
    let history = try #require(page.section("Status history")?.rows.first)
    #expect(history.title == "Contacted" && history.trailing?.text == "Feb 8, 2026")
    #expect(history.detail == "Before: Researching · By Dana Lee")
    #expect(history.expanded == [Paragraph("First mail").block])
    #expect(
      page.commands.suffix(6) == [
        "interactions add s1", "schools status s1", "schools tier s1", "offers add s1",
        "schools edit s1", "schools delete s1",
      ])
  }

  @Test(
    "A school's page does not repeat the town that its location names",
    arguments: [
      (nil, ["Location: Cedar, IA"]), ("Cedar, IA", ["Location: Cedar, IA"]),
      ("Cedar,Iowa", ["Location: Cedar,Iowa", "State: IA"]),
      ("By the river", ["Location: By the river", "City: Cedar", "State: IA"]),
    ] as [(String?, [String])])
  func town(location: String?, facts: [String]) async throws {
    let stage = Stage { rows in
      rows.schools[0].location = location
      rows.schools[0].city = "Cedar"
      rows.schools[0].state = "IA"
    }
    let page = try await stage.show("schools show s1")
    let shown = page.facts.filter { ["Location", "City", "State"].contains($0.label) }
    #expect(shown.map { "\($0.label): \($0.value)" } == facts)
  }

  @Test("The next useful step stands on top of a school's page, with what does it for whoever may")
  func nextStep() async throws {
    let own = try await Stage().show("schools show s1")
    let next = try #require(own.section("Next"))
    #expect(next.rows.map(\.handle) == ["o1"])
    #expect(next.rows.map(\.detail) == ["They want to know by tomorrow."])
    #expect(own.blocks.first == next.block)
    #expect(next.rows.first?.links.map(\.command) == ["offers show o1"])
    let parents = try await Stage(as: ExampleFamily.dana).show("schools show s1")
    #expect(parents.section("Next")?.rows.first?.links.map(\.command) == ["offers show o1"])
    #expect(try await Stage().show("coaches show c1").section("Next") == nil)
  }

  @Test("Status and tier of a school change at a press, for whoever may change them")
  func presses() async throws {
    func changes(_ page: Page) -> [[CommandLink]] {
      page.facts.map(\.changes).filter { !$0.isEmpty }
    }
    let own = changes(try await Stage().show("schools show s1"))
    #expect(own.map(\.count) == [SchoolStatus.allCases.count, 4])
    #expect(
      own.flatMap { $0.filter(\.isCurrent).map(\.command) }
        == ["schools status s1 contacted", "schools tier s1 A"])
    #expect(own.last?.map(\.label) == ["A", "B", "C", "None"])
    #expect(changes(try await Stage(as: ExampleFamily.dana).show("schools show s1")).isEmpty)
    #expect(changes(try await Stage().show("coaches show c1")).isEmpty)
  }

  @Test("A private note is shown to whom it belongs, and to nobody else")
  func privateNotes() async throws {
    let own = try await Stage().show("schools show s1")
    #expect(own.section("Private note")?.text == "mine")
    let coach = try await Stage().show("coaches show c1")
    #expect(coach.section("Private note")?.text == "kind")
    let parent = Stage(as: ExampleFamily.dana)
    #expect(try await parent.show("schools show s1").section("Private note")?.text == "hers")
    #expect(try await parent.show("coaches show c1").section("Private note") == nil)
  }

  @Test("A coach's page names the school, answers and interactions")
  func coach() async throws {
    let page = try await Stage().show("coaches show rivera")
    #expect(page.fact("School") == "s1 Cedar Valley University")
    #expect(page.fact("Responsiveness") == "80%, Highly Responsive")
    #expect(page.section("Interactions")?.rows.map(\.handle) == ["i1"])
    #expect(page.section("Offers")?.rows.map(\.handle) == ["o1"])
  }

  @Test(
    "An interaction is called by its subject, or else by what was said, or else by its kind",
    arguments: [
      ("Camp", "Hello\nSee you", "dm", "Camp"), (" ", "\n Hello\nSee you", "dm", "Hello"),
      (nil, "Hello", "dm", "Hello"), (nil, " ", "dm", "Direct message"),
      (nil, nil, "fax_machine", "Fax machine"),
    ] as [(String?, String?, String, String)])
  func called(subject: String?, content: String?, type: String, name: String) async throws {
    let stage = Stage { rows in
      rows.interactions[0].subject = subject
      rows.interactions[0].content = content
      rows.interactions[0].type = Open(type)
    }
    #expect(try await stage.show("interactions show i1").title == name)
    #expect(try await stage.show("interactions").rows.map(\.title) == [name])
    let school = try await stage.withButtons.show("schools show s1")
    let row = try #require(
      school.sections.flatMap(\.rows).first { $0.handle == "i1" })
    #expect([row.title, row.preview].contains(name) || row.badges.map(\.text).contains(name))
  }

  @Test("Sums, shares, deadlines and times are written for people")
  func values() async throws {
    let stage = Stage { rows in
      var metric = Sample.metric
      metric.eventID = Sample.event.id
      rows.add(metric)
    }
    let offer = try await stage.show("offers show o1")
    #expect(offer.fact("Scholarship") == "$12,500")
    #expect(offer.fact("Deadline") == "Feb 11, 2026 (tomorrow)")
    #expect(offer.fact("Offered") == "Jan 20, 2026")
    let letter = try await stage.show("letters show l1")
    #expect(letter.fact("Due") == "Feb 9, 2026 (overdue)")
    #expect(letter.fact("Submitted to") == "s1 Cedar Valley University")
    let event = try await stage.show("events show e1")
    #expect(event.fact("Start time") == "09:00" && event.fact("Cost") == "$250")
    #expect(event.section("Metrics")?.rows.first?.badges.map(\.text) == ["82.00"])
    #expect(event.section("Coaches there")?.rows.map(\.handle) == ["c1"])
    let document = try await stage.show("documents show d1")
    #expect(document.fact("State of the link") == "Broken" && document.fact("Broken link") == nil)
    #expect(
      document.fact("Shared with") == "s1 Cedar Valley University; s2 Granite Ford University")
  }

  @Test("A pending offer has its two answers and the days that are left for them")
  func answers() async throws {
    func answers(_ page: Page) -> [CommandLink] {
      page.links.filter { $0.command.contains("--status") }
    }
    let stage = Stage { $0.offers[0].deadlineDate = Sample.day(2026, 2, 12) }
    let offer = try await stage.show("offers show o1")
    #expect(offer.fact("Deadline") == "Feb 12, 2026 (in 2 days)")
    #expect(answers(offer).map(\.label) == ["Accept", "Decline"])
    for (link, status) in zip(answers(offer), ["Accepted", "Declined"]) {
      let stage = Stage()
      try await stage.say(link.command)
      let answered = try await stage.show("offers show o1")
      #expect(answered.fact("Status") == status)
      #expect(answers(answered).isEmpty)
    }
    #expect(answers(try await Stage(as: ExampleFamily.dana).show("offers show o1")).isEmpty)
  }

  @Test("A deadline that was met presses nobody")
  func metDeadline() async throws {
    let stage = Stage { rows in
      rows.offers[0].status = .known(.accepted)
      rows.offers[0].deadlineDate = Sample.day(2026, 2, 1)
    }
    #expect(try await stage.show("offers").rows.first?.trailing == Badge("Feb 1", tone: .muted))
    #expect(try await stage.show("offers show o1").fact("Deadline") == "Feb 1, 2026")
  }

  @Test("A value we do not know is shown as it came")
  func unknown() async throws {
    let stage = Stage { $0.schools[0].status = Open("waiting_for_film") }
    #expect(try await stage.show("schools").rows.first?.badges.map(\.text) == ["Waiting for film"])
  }
}
