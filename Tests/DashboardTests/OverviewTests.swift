import CivilTime
import Dashboard
import Domain
import ExampleBackend
import FeatureKit
import FeatureTesting
import JSON
import Testing

@Suite("The dashboard")
struct OverviewTests {
  @Test("Dashboard loads with correct counts for all 6 stat cards")
  func cards() async throws {
    let page = try await Prompt().show()
    #expect(page.title == "Dashboard" && page.context == "Welcome back, Sam!")
    #expect(page.problem == nil && page.messages.isEmpty)
    let cards = page.cards.prefix(6)
    #expect(
      cards.map(\.title) == [
        "Coaches", "Schools", "Interactions", "Offers", "Accepted", "A-Tier",
      ])
    #expect(cards.map(\.value) == ["3", "4", "6", "3", "1", "2"])
    #expect(cards.map(\.note) == [nil, nil, nil, nil, "33%", nil])
    #expect(cards.map(\.tone) == [.first, .second, .third, .fourth, .fifth, .sixth])
  }

  @Test("Tapping each stat card navigates to correct list page")
  func destinations() async throws {
    let page = try await Prompt().show()
    #expect(
      page.cards.prefix(6).map(\.link?.command) == [
        "coaches", "schools", "interactions", "offers", "offers --status accepted",
        "schools --tier A",
      ])
  }

  @Test("0 counts display correctly (not blank)")
  func zeros() async throws {
    let page = try await Prompt(with: MadeUpFamily()).show()
    #expect(page.cards.prefix(6).map(\.value) == ["0", "0", "0", "0", "0", "0"])
    #expect(page.card("Accepted")?.note == "--")
    #expect(page.card("Schools with Offers")?.value == "0")
    #expect(page.card("Schools with Offers")?.note == "0%")
    #expect(page.card("Avg Coach Responsiveness")?.value == "--")
    #expect(page.card("Avg Coach Responsiveness")?.note == "no coaches yet")
    #expect(page.card("Avg Coach Responsiveness")?.tone == .neutral)
    #expect(page.problem == nil)
  }

  @Test("Handle empty data set (all widgets show empty states)")
  func emptyStates() async throws {
    // A family without any records would see "Start here" instead of the empty sections. This
    // family therefore has events. Two of them are near and leave room under Next for one first
    // step, which is to fill in the profile. The empty sections offer the other steps.
    var family = MadeUpFamily()
    family.events = Sample.sams.events
    let page = try await Prompt(with: family) { rows in
      rows.removeMetrics()
      rows.setPreference(.player, of: ExampleFamily.sam, to: [:])
    }.show()
    func empty(_ title: String) -> EmptyState? { page.section(title)?.empty }
    #expect(empty("Interactions, last 30 days")?.text == "No interactions in the last 30 days")
    #expect(empty("Interactions, last 30 days")?.links.map(\.label) == ["Log Interaction"])
    #expect(
      empty("Interactions, last 30 days")?.links.map(\.command) == ["interactions add"])
    #expect(empty("Schools by status")?.text == "No schools added yet")
    #expect(empty("Schools by status")?.links.map(\.label) == ["Add School"])
    #expect(empty("Schools by status")?.links.map(\.command) == ["schools add"])
    #expect(empty("Recent Activity")?.text == "No recent activity")
    #expect(empty("Recent Activity")?.links.map(\.label) == ["View All Activity"])
    #expect(empty("Coach Follow-up")?.text == "No coaches added yet")
    #expect(empty("Coach Follow-up")?.links.map(\.command) == ["coaches add"])
    let metrics = empty("Performance Metrics")
    #expect(metrics?.text == "No metrics logged yet")
    #expect(metrics?.links.map(\.label) == ["Log Your First Metric"])
    #expect(metrics?.links.map(\.command) == ["performance log"])
    #expect(page.charts.isEmpty)
    #expect(page.links.contains { $0.label == "Add a task..." && $0.command == "quick add" })
    let events = try await Prompt(with: MadeUpFamily()).show().section("Upcoming Events")?.empty
    #expect(events?.text == "No upcoming events")
  }

  @Test("Upcoming events display in date order (next 5)")
  func upcoming() async throws {
    let page = try #require(try await Prompt().show().section("Upcoming Events"))
    #expect(
      page.rows.map(\.title) == [
        "Today's camp", "Tomorrow's visit", "Spring showcase", "Tournament", "Summer camp",
      ])
    #expect(
      page.rows.map(\.trailing?.text) == ["Today", "Tomorrow", "Mar 22", "Apr 11", "Jul 10"])
    #expect(page.rows.map(\.opens?.command).first == "events show e3")
  }

  @Test("Planned contacts stand among the events, in order of their days")
  func upcomingContacts() async throws {
    let page = try #require(
      try await Prompt { rows in
        rows.interactions.append(
          Sample.interaction(9, school: 1, coach: 1, .email, daysAgo: -1, "Planned"))
      }.show().section("Upcoming Events"))
    #expect(
      page.rows.map(\.title).prefix(4) == [
        "Today's camp", "Tomorrow's visit", "Email with Cedar Valley", "Spring showcase",
      ])
  }

  @Test("Performance metrics show top 3 with correct formatting")
  func metrics() async throws {
    let page = try #require(try await Prompt().show().section("Performance Metrics"))
    #expect(page.cards.count == 3)
    #expect(page.cards.map(\.title) == ["Fastball Velocity", "60-Yard Dash", "Fastball Velocity"])
    #expect(page.cards.map(\.value) == ["85.50 mph", "6.90 sec", "84.00 mph"])
    #expect(page.cards.map(\.note) == ["Jan 17, verified", "Jan 17, verified", "Dec 7, 2025"])
    #expect(page.cards.first?.link?.command == "performance show m9")
  }

  @Test("At-a-glance summary shows correct computed values")
  func glance() async throws {
    let page = try #require(try await Prompt().show().section("At a Glance"))
    #expect(
      page.cards.map(\.title) == [
        "Schools with Offers", "Avg Coach Responsiveness", "Interactions This Month",
        "Days Until Graduation",
      ])
    // The cards: two of the four schools have made an offer; the responsiveness of the three
    // coaches is 50 % on average; two interactions are from this month; May 31, 2028 is in 841
    // days.
    #expect(page.cards.map(\.value) == ["2", "50%", "2", "841"])
    #expect(page.cards.map(\.note) == ["50%", nil, nil, nil])
    #expect(page.cards[1].tone == .caution)
  }

  @Test(
    "Responsiveness is green from 75, orange from 50, else red",
    arguments: [(75, Tone.positive), (74, .caution), (50, .caution), (49, .danger), (0, .danger)])
  func responsiveness(score: Int, tone: Tone) async throws {
    let prompt = Prompt()
    try prompt.stage.backend.change("UPDATE coaches SET responsiveness_score = \(score)")
    let card = try await prompt.show().card("Avg Coach Responsiveness")
    #expect(card?.value == "\(score)%")
    #expect(card?.tone == tone)
  }

  @Test("While no coach has had time to answer, there is no percentage of answers")
  func tooEarly() async throws {
    let prompt = Prompt { rows in
      rows.interactions = [Sample.interaction(9, school: 1, coach: 1, .text, daysAgo: 1, nil)]
    }
    let card = try #require(try await prompt.show().card("Avg Coach Responsiveness"))
    #expect((card.value, card.note) == ("--", "too early to tell"))
    #expect(card.tone == .neutral)
  }

  @Test("Without a graduation year there is no countdown")
  func noGraduation() async throws {
    let prompt = Prompt { rows in
      rows.add(
        Person(id: ExampleFamily.sam, email: "sam@example.org", role: .player, fullName: "Sam"))
      rows.setPreference(.player, of: ExampleFamily.sam, to: [:])
    }
    #expect(try await prompt.show().card("Days Until Graduation")?.value == "--")
  }

  @Test("The trend has a point a day, oldest first, and says the busiest")
  func trend() async throws {
    let chart = try #require(try await Prompt().show().charts.first)
    #expect(chart.title == "Interactions, last 30 days")
    #expect(chart.sentence == "4 interactions, most on Jan 21 (2).")
    #expect(chart.values.count == 30)
    #expect(chart.values.reduce(0, +) == 4)
    #expect(chart.table.rows == [["Jan 21", "2"], ["Feb 7", "1"], ["Feb 8", "1"]])
  }

  @Test("Where several days have the most interactions, the trend names none of them")
  func severalBusiest() async throws {
    let prompt = Prompt()
    try prompt.stage.backend.change(
      "DELETE FROM interactions WHERE date(occurred_at) = '2026-01-21'")
    let chart = try #require(try await prompt.show().charts.first)
    #expect(chart.sentence == "2 interactions.")
  }

  @Test("The school chart has its five bars, and says what they leave out")
  func schoolChart() async throws {
    let chart = try #require(try await Prompt().show().charts.last)
    guard case .bars(let bars) = chart.form else { return #expect(Bool(false)) }
    #expect(
      bars.map(\.label) == [
        "Researching", "Contacted", "Interested", "Offer received", "Committed",
      ])
    #expect(bars.map(\.value) == [1, 0, 1, 1, 0])
    #expect(
      chart.sentence == "4 schools, 1 of another status. By size: 1 very small, 1 small, 1 large.")
  }

  @Test("The feed shows five entries, newest first, and leads to the rest")
  func activity() async throws {
    let prompt = Prompt()
    let section = try #require(try await prompt.show().section("Recent Activity"))
    #expect(
      section.rows.map(\.title) == [
        "📍 Cedar Valley status changed to Interested", "📧 Email with Cedar Valley",
        "📧 Email with Cedar Valley", "📄 Uploaded Transcript", "💬 Text with Lakeside State",
      ])
    #expect(
      section.rows.map(\.trailing?.text) == ["1d ago", "2d ago", "3d ago", "Jan 31", "Jan 21"])
    #expect(section.rows[3].opens == nil)
    #expect(section.everyLink.last?.command == "dashboard activity")
    let all = try await prompt.show("dashboard activity")
    #expect(all.title == "Recent Activity" && all.rows.count == 8 && all.more == nil)
    let rest = try await prompt.show("dashboard activity --from 6")
    #expect(rest.rows.map(\.handle) == ["i5", "i6"])
    #expect(
      try await prompt.show("dashboard activity --from 8").empty?.links.map(\.command) == [
        "dashboard activity"
      ])
  }

  @Test("Contact frequency counts the week, and its dots say how long ago")
  func frequency() async throws {
    let page = try #require(try await Prompt().show().section("Contact Frequency"))
    #expect(page.cards.map(\.value) == ["4", "1", "1.5", "2"])
    #expect(page.cards.map(\.note) == [nil, nil, nil, "no contact yet or in 30 days"])
    #expect(page.rows.map(\.title) == ["Cedar Valley"])
    #expect(page.rows.map(\.badges.first?.text) == ["2 contacts"])
    #expect(page.rows.map(\.trailing?.text) == ["2d ago"])
    #expect(page.rows.map(\.tone) == [.positive])
  }

  @Test("A school that was just added needs attention, because it has no contact yet")
  func justAdded() async throws {
    let prompt = Prompt(with: MadeUpFamily()) { rows in
      rows.schools = [Sample.school(1, "Cedar Valley", .interested)]
    }
    let card = try #require(try await prompt.show().card("Needing attention"))
    #expect((card.value, card.note) == ("1", "no contact yet or in 30 days"))
  }

  @Test("Coaches who wait longest come first, those never contacted before all")
  func followUp() async throws {
    let page = try #require(try await Prompt().show().section("Coach Follow-up"))
    #expect(page.rows.map(\.title) == ["Cy Jones", "Bo Smith"])
    #expect(page.rows.map(\.trailing?.text) == ["never contacted", "last Jan 21"])
    #expect(page.rows.map(\.detail) == ["Kenyon", "Lakeside State"])
    #expect(page.rows.map(\.opens?.command) == ["coaches show c3", "coaches show c2"])
    let links = page.rows.flatMap(\.links)
    #expect(links.map(\.command) == ["interactions log email c3", "interactions log email c2"])
    #expect(links.allSatisfy { $0.label == "Log the e-mail" })
    #expect(links.first?.accessibleName == "Log the e-mail to Cy Jones")
  }

  @Test("It begins with the rows of `next`")
  func beginsWithNext() async throws {
    let prompt = Prompt()
    let first = try #require(try await prompt.show().sections.first)
    let next = try await prompt.show("next")
    #expect(first.title == "Next" && !first.rows.isEmpty)
    #expect(first.rows.map(\.title) == next.rows.map(\.title))
    #expect(first.rows.map(\.opens) == next.rows.map(\.opens))
  }

  @Test(
    "A card or widget hidden in the settings is not shown, nor fetched if nothing else needs it")
  func hidden() async throws {
    let prompt = Prompt { rows in
      rows.setPreference(
        .dashboard, of: ExampleFamily.sam,
        to: [
          "statsCards": ["coaches": false, "offers": false, "accepted": false],
          "widgets": [
            "coachFollowUp": false, "atAGlance": false, "upcomingEvents": false,
            "quickTasks": false,
          ],
        ])
    }
    let page = try await prompt.show()
    #expect(page.card("Coaches") == nil && page.card("Schools") != nil)
    for title in ["Coach Follow-up", "At a Glance", "Upcoming Events", "Quick Tasks"] {
      #expect(page.section(title) == nil)
    }
    #expect(page.section("Recent Activity") != nil)
    let hook = prompt.stage.backend.hook
    #expect(hook.count(of: "dashboard.offers") == 0)
    #expect(hook.count(of: "dashboard.schools") == 1)
  }

  @Test("Pull-to-refresh re-fetches all data")
  func refresh() async throws {
    let prompt = Prompt()
    let before = try await prompt.show()
    let hook = prompt.stage.backend.hook
    let sources = [
      "dashboard.schools", "dashboard.coaches", "dashboard.interactions", "dashboard.offers",
      "suggestions.visible", "events.list", "metrics.list", "activity.recent", "people.profile",
      "quickTasks.list",
    ]
    let counts = sources.map { hook.count(of: $0) }
    try prompt.stage.backend.change("DELETE FROM schools WHERE name = 'Oberlin'")
    await prompt.hear(.refreshed)
    #expect(sources.map { hook.count(of: $0) } == counts.map { $0 + 1 })
    #expect(before.card("Schools")?.value == "4")
    #expect(prompt.page().card("Schools")?.value == "3")
  }

  @Test("A first name comes from the name, else the address, else there is none")
  func welcome() async throws {
    func context(fullName: String?, email: String) async throws -> String? {
      let prompt = Prompt { rows in
        rows.add(Person(id: ExampleFamily.sam, email: email, role: .player, fullName: fullName))
      }
      return try await prompt.show().context
    }
    #expect(try await context(fullName: "  ana maria ", email: "x@y.z") == "Welcome back, Ana!")
    #expect(try await context(fullName: nil, email: "sam.lee@y.z") == "Welcome back, Sam.lee!")
  }
}
