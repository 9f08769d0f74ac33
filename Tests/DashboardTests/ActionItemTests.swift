import CivilTime
import Dashboard
import Domain
import ExampleBackend
import FamilyContext
import FeatureKit
import FeatureTesting
import JSON
import Testing

@Suite("Action items")
struct ActionItemTests {
  @Test("Action items display with correct urgency colors")
  func urgency() async throws {
    let page = try #require(try await Prompt().show().section("Action Items"))
    #expect(page.rows.map(\.handle) == ["g2", "g4", "g1"])
    #expect(page.rows.map(\.title).first == "Contact a top school: Lakeside State")
    #expect(page.rows.map(\.badges.first?.text) == ["High", "Medium", "Medium"])
    // Red stands for high urgency and amber for medium. The item of low urgency, which is blue, is
    // not among the first three.
    #expect(page.rows.map(\.tone) == [.danger, .caution, .caution])
    #expect(page.rows.map(\.badges.first?.tone) == page.rows.map(\.tone))
    let all = try await Prompt().show("suggestions")
    #expect(all.row("g3")?.tone == .info)
    #expect(page.rows.map(\.opens?.command).first == "suggestions why g2")
    #expect(
      page.rows.first?.links.map(\.command) == [
        "interactions log email s2", "suggestions complete g2", "suggestions dismiss g2",
      ])
  }

  @Test("Dismissing a suggestion removes it from the list")
  func dismiss() async throws {
    let prompt = Prompt()
    try await prompt.enter("suggestions")
    let told = try await prompt.enter("suggestions dismiss g2")
    #expect(told.done.map(\.sentence) == ["Dismissed g2 Contact a top school: Lakeside State."])
    #expect(
      told.done.first?.details == [
        "See when it can return:  suggestions why g2", "undo takes it back",
      ])
    #expect(prompt.page().row("g2") == nil)
    #expect(try await prompt.show().row("g2") == nil)
  }

  @Test("Completing a suggestion removes it and updates count")
  func complete() async throws {
    let prompt = Prompt()
    let before = try await prompt.show()
    #expect(before.links.contains { $0.label == "Show more (2)" })
    let told = try await prompt.enter("suggestions complete g2")
    #expect(told.done.map(\.sentence) == ["Completed g2 Contact a top school: Lakeside State."])
    let after = try await prompt.show()
    #expect(after.row("g2") == nil && after.row("g3") != nil)
    #expect(
      after.links.contains { $0.label == "Show more (1)" && $0.command == "suggestions" })
  }

  @Test("Show more brings up to three forward, and says when there are none")
  func more() async throws {
    let prompt = Prompt()
    #expect(try await prompt.show("suggestions").row("g5") == nil)
    let told = try await prompt.enter("suggestions more")
    #expect(told.done.map(\.sentence) == ["1 more action item."])
    #expect(prompt.page().row("g5") != nil)
    #expect(
      told.done.first?.details == [
        "All 5 are on your list now:  suggestions", "undo takes it back",
      ])
    #expect(!prompt.page().links.contains { $0.label.hasPrefix("Show more") })
    #expect(
      try await prompt.enter("suggestions more").done
        == [Done("All 5 action items are on your list already:  suggestions")])
    // The dashboard shows three of the five items and links to the list, which contains all five.
    // The command `suggestions more` has nothing left to add to the list.
    let home = try await prompt.show()
    #expect(home.links.first { $0.label == "Show more (2)" }?.command == "suggestions")
    #expect(try await prompt.show("suggestions").rows.count == 5)
  }

  @Test("What is closed already says so, and offers no undo that would take back something else")
  func closedTwice() async throws {
    let prompt = Prompt()
    try await prompt.enter("quick add Call home")
    try await prompt.enter("suggestions dismiss g2")
    let again = try await prompt.enter("suggestions dismiss g2")
    #expect(
      again.done.map(\.sentence) == [
        "g2 Contact a top school: Lakeside State was dismissed already."
      ])
    #expect(again.done.first?.details == ["Nothing was changed."])
    let other = try await prompt.enter("suggestions complete g2")
    #expect(
      other.problems.first?.title
        == "g2 Contact a top school: Lakeside State is done already."
    )
    #expect(
      try await prompt.stage.backend.undo.history(limit: 9).map(\.operation)
        == ["dismissSuggestion", "addQuickTask"])
  }

  @Test("Without offers there is no rate to say")
  func noRate() async throws {
    let page = try await Prompt { $0.offers = [] }.show()
    #expect(page.card("Accepted")?.spoken == "Accepted: 0, no offers yet")
  }

  @Test("What is due on a new day is done before the page is fetched, and never for quick tasks")
  func daily() async throws {
    let prompt = Prompt()
    try await prompt.enter("quick add Pack")
    try await prompt.enter("quick")
    #expect(prompt.stage.dailyRuns.count == 0)
    try await prompt.enter("dashboard")
    try await prompt.enter("suggestions")
    #expect(prompt.stage.dailyRuns.count == 2)
  }

  @Test("The page of quick tasks says when there are none")
  func noQuickTasks() async throws {
    let prompt = Prompt()
    #expect(try await prompt.show("quick").text.contains("You have no quick tasks."))
    try await prompt.enter("quick add Pack")
    #expect(try await prompt.show("quick").text.isEmpty)
  }

  @Test("The list can be narrowed to one school")
  func ofASchool() async throws {
    let page = try await Prompt().show("suggestions --school s2")
    #expect(page.context == "Lakeside State")
    #expect(page.rows.map(\.handle) == ["g2"])
  }

  @Test("Why shows the rule, the facts it saw and when it returns")
  func why() async throws {
    let prompt = Prompt()
    let page = try await prompt.show("suggestions why g2")
    #expect(page.title == "Contact a top school: Lakeside State")
    let facts = Dictionary(uniqueKeysWithValues: page.facts.map { ($0.label, $0.value) })
    #expect(facts["Rule"]?.contains("14 days without contact") == true)
    #expect(facts["Days since contact"] == "20")
    #expect(facts["Tier"] == "A")
    #expect(facts["Returns"]?.contains("It goes away by itself") == true)
    #expect(page.links.map(\.command).contains("suggestions dismiss g2"))
    try await prompt.enter("suggestions dismiss g2")
    let closed = try await prompt.show("suggestions why g2")
    #expect(closed.paragraphs.contains("Dismissed on Feb 10, 2026."))
    #expect(closed.facts.last?.value.hasPrefix("It can return from Feb 17, 2026 on, if") == true)
    #expect(closed.links.isEmpty)
  }

  @Test("An item goes the moment its reason is gone, and says what is so now")
  func asItIsNow() async throws {
    let prompt = Prompt()
    #expect(try await prompt.show("suggestions").rows.map(\.handle) == ["g2", "g4", "g1", "g3"])
    try prompt.stage.backend.put { rows in
      rows.schools.append(Sample.school(9, "Elm", nil))
      rows.interactions.append(
        Sample.interaction(9, school: 2, coach: nil, .email, daysAgo: 0, "Hello"))
    }
    let page = try await prompt.show("suggestions")
    #expect(page.rows.map(\.handle) == ["g4", "g1", "g3"])
    #expect(page.rows.first?.detail == "You have 5 schools on your list. The goal is 20-30.")
    let why = try await prompt.show("suggestions why g2")
    #expect(why.paragraphs.contains("Completed on Feb 10, 2026.") && why.links.isEmpty)
    // The page computes that the item is completed, and does not store it, because showing a page
    // must not add a step to the history. The daily update of all action items stores it later.
    #expect(try await prompt.stage.backend.undo.history(limit: 9).isEmpty)
  }

  @Test("What it returned from is told")
  func earlier() async throws {
    let prompt = Prompt { $0.suggestions[1].previousID = $0.suggestions[0].id }
    let page = try await prompt.show("suggestions why g2")
    #expect(
      page.section("Earlier")?.facts.map(\.value) == [
        "You have no highlight video yet. Coaches ask for one first."
      ])
  }

  @Test("A suggestion that is gone is not found")
  func gone() async throws {
    let prompt = Prompt()
    await prompt.send(.viewRequested(.reasons(.numbered(999))))
    #expect(prompt.page().problem?.exitCode == .notFound)
  }

  @Test("A new user is told the first steps; those that are done are one line")
  func firstSteps() async throws {
    let prompt = Prompt(with: MadeUpFamily()) { rows in
      rows.removeMetrics()
      rows.setPreference(.player, of: ExampleFamily.sam, to: [:])
    }
    let first = try #require(try await prompt.show().section("Start here"))
    #expect(first.rows.map(\.title) == ["Fill in your profile"])
    #expect(first.rows.flatMap(\.links).map(\.command) == ["profile edit"])
    #expect(first.text == "After that: Add three schools, Add a coach.")
    try prompt.stage.backend.put { $0.schools = Array(Sample.sams.schools.prefix(3)) }
    let progress = "Getting started, 2 of 6 done: Set your graduation year, Add three schools"
    let begun = try await prompt.show("suggestions")
    #expect(begun.paragraphs.contains(progress))
    let open = begun.rows.filter { $0.marker == .unchecked }.map(\.title)
    #expect(open == ["Fill in your profile", "Add a coach", "Log your first contact"])
    // The dashboard lists each of them once.
    let page = try await prompt.show()
    let items = try #require(page.section("Action Items"))
    #expect(items.text == progress)
    let listed = (page.section("Next")?.rows ?? []) + items.rows
    #expect(listed.filter { $0.marker == .unchecked }.map(\.title) == open)
  }

  @Test("A parent of somebody who has not begun is offered to let them sign in, where that can be")
  func notBegun() async throws {
    let prompt = Prompt(as: ExampleFamily.dana, with: MadeUpFamily()) { rows in
      rows.removeMetrics()
      rows.setDevicePreference(
        DevicePreferenceKey.lastViewedAthlete, of: ExampleFamily.dana,
        to: ExampleFamily.sam.description)
    }
    let message = try await prompt.show().section("Start here")?.messages.first
    #expect(message?.text == "Sam has not begun yet.")
    #expect(message?.details.isEmpty == true)
    #expect(
      try await prompt.show().section("Start here")?.text
        == "To let you help, Sam signs in, opens Family and chooses what you may help with.")
    let ahead = CommandLink("What lies ahead", "tasks")
    let signIn = CommandLink("Let Sam sign in here", "account sign-in \"Sam Lee\"")
    let page = try await prompt.show()
    #expect(page.section("Start here")?.blocks.contains(Links([ahead, signIn]).block) == true)
    // The pages of a server have no command to sign another person in on this computer, so its link
    // is left out there.
    let served = page.omitting { $0.hasPrefix("account sign-in") }
    #expect(served.section("Start here")?.blocks.contains(Links([ahead]).block) == true)
    let begun = Prompt(as: ExampleFamily.dana) { rows in
      rows.setDevicePreference(
        DevicePreferenceKey.lastViewedAthlete, of: ExampleFamily.dana,
        to: ExampleFamily.sam.description)
    }
    #expect(try await begun.show().section("Action Items")?.messages.isEmpty == true)
  }

  @Test("A parent who may help with records begins with a school")
  func helperBegins() async throws {
    let prompt = Prompt(with: MadeUpFamily()) { rows in
      rows.removeMetrics()
      rows.setDevicePreference(
        DevicePreferenceKey.lastViewedAthlete, of: ExampleFamily.dana,
        to: ExampleFamily.sam.description)
    }
    _ = try await prompt.stage.backend.families.setHelp(
      of: ExampleFamily.dana, inFamily: ExampleFamily.samsFamily, to: [.records])
    prompt.stage.backend.signIn(ExampleFamily.dana)
    prompt.stage.family.reset()
    let start = try #require(try await prompt.show().section("Start here"))
    #expect(start.messages.isEmpty)
    #expect(start.rows.map(\.title) == ["Add a school"])
    #expect(start.rows.flatMap(\.links).map(\.command) == ["schools add"])
  }

  @Test(
    "While schools are in a dead period, its end is said",
    arguments: [
      ("2026-11-21", false), ("2026-11-22", true), ("2026-11-29", true), ("2026-11-30", false),
    ])
  func deadPeriod(day: String, isSaid: Bool) async throws {
    let prompt = Prompt { rows in
      for index in rows.schools.indices { rows.schools[index].division = .known(.d1) }
      rows.schools[0].division = nil
    }
    try await prompt.enter("suggestions")
    let noon = Zone.utc.midnight(of: try #require(CalendarDay(day))).adding(seconds: 43_200)
    let page = prompt.stage.page(prompt.state, now: noon)
    let notice = page.paragraphs.first {
      $0.hasPrefix("NCAA Division I dead period through Nov 29")
    }
    #expect((notice != nil) == isSaid)
    // During a dead period coaches may not meet athletes. Writing stays allowed, and a next step on
    // the page may name a coach to write to, so the notice must say that writing is allowed.
    #expect(notice?.hasSuffix("You may still write to them and call them.") != false)
    try prompt.stage.backend.put { rows in
      rows.schools = [Sample.sams.schools[1]]
      rows.schools[0].division = .known(.d3)
    }
    try await prompt.enter("suggestions")
    let other = prompt.stage.page(prompt.state, now: noon).paragraphs
    #expect(other.contains { $0.contains("your Division I schools (2 of 4)") } == isSaid)
  }
}
