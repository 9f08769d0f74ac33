import CivilTime
import Dashboard
import Domain
import ExampleBackend
import FamilyContext
import FeatureKit
import FeatureTesting
import JSON
import TerminalRendering
import Testing

@Suite("The three most useful things now")
struct NextTests {
  @Test("Three rows at most, each with why and with the command that does it")
  func three() async throws {
    let page = try await Prompt().show("next")
    #expect(page.title == "Next")
    #expect(page.rows.count == 3)
    for row in page.rows {
      #expect(row.handle?.isEmpty == false && row.detail?.isEmpty == false)
      #expect(row.links.count == (row.title.hasPrefix("Get ready") ? 1 : 2))
    }
    // An event takes place today, and a coach waits for an answer; both need something from the
    // athlete now.
    #expect(page.rows.map(\.title).contains("Get ready for Today's camp"))
    #expect(page.rows.map(\.title).contains("Answer Ana Rivera, Cedar Valley"))
  }

  @Test("An answer, also a planned one once its time has come, takes the coach off")
  func answered() async throws {
    let prompt = Prompt { rows in
      rows.interactions.append(
        Sample.interaction(9, school: 1, coach: 1, .email, daysAgo: 1, "Answered"))
    }
    #expect(!(try await prompt.show("next").rows.map(\.title).contains { $0.contains("Rivera") }))
    let planned = Prompt { rows in
      rows.interactions.append(
        Sample.interaction(9, school: 1, coach: 1, .email, daysAgo: -1, "Planned"))
    }
    #expect(try await planned.show("next").rows.map(\.title).contains { $0.contains("Rivera") })
  }

  @Test("It is one screen at forty columns, and whole sentences aloud")
  func spoken() async throws {
    let page = try await Prompt().show("next")
    #expect(TerminalRenderer.render(page, TerminalStyle(width: 40)).count <= 24)
    let said = PlainRenderer.render(page)
    #expect(said.contains { $0.hasSuffix("A coach waits: Answer Ana Rivera, Cedar Valley.") })
    #expect(
      said.contains(
        "Log the e-mail: Answer Ana Rivera, Cedar Valley: interactions log email c1"))
  }

  @Test("Each link says what it does and for which row")
  func named() async throws {
    for row in try await Prompt().show("next").rows {
      for link in row.links { #expect(link.accessibleName == "\(link.label): \(row.title)") }
      #expect(row.links.last?.label == (row.spoken.hasPrefix("Action item") ? "See why" : "See"))
    }
  }

  @Test(
    "In a browser each row has a button with a word, and the first that is no Open is the primary action",
    arguments: ["next", "dashboard"])
  func inBrowser(line: String) async throws {
    let page = try await Stage().withButtons.show(line)
    let rows = page.rows.prefix(3)
    #expect(rows.allSatisfy { $0.opens?.label.hasPrefix("See") == true })
    #expect(!rows.flatMap(\.links).contains { $0.label.hasPrefix("See") })
    #expect(rows.allSatisfy { $0.links.count == 1 })
    #expect(rows.contains { $0.title.hasPrefix("Get ready") && $0.links[0].label == "Open" })
    let leading = page.rows.filter(\.leads)
    let acting = rows.first { $0.links[0].label != "Open" }
    #expect(leading.map(\.title) == [acting?.title].compactMap(\.self) && leading.count == 1)
  }

  @Test("In a browser a parent opens what there is, and no row is the primary action")
  func parentInBrowser() async throws {
    let stage = Stage(as: ExampleFamily.dana).withButtons
    _ = try await stage.family.switchTo(ExampleFamily.sam)
    let rows = try await stage.show("next").rows
    #expect(!rows.isEmpty && rows.allSatisfy { $0.links.map(\.label) == ["Open"] && !$0.leads })
  }

  @Test("A parent reads what there is, with commands that only look")
  func parent() async throws {
    let prompt = Prompt(as: ExampleFamily.dana)
    _ = try await prompt.stage.family.switchTo(ExampleFamily.sam)
    let page = try await prompt.show("next")
    #expect(page.title == "Next for Sam Lee")
    #expect(!page.rows.isEmpty)
    #expect(page.rows.flatMap(\.links).allSatisfy { $0.label.hasPrefix("See") })
  }

  /// The parts of a dashboard of the example's athlete who has one contact and no measurement yet.
  private static func withoutMeasurements(_ stage: Stage) async throws -> DashboardFeature.Parts {
    var parts = begun
    parts.profile = .loaded(try await stage.backend.people.profile(of: ExampleFamily.sam))
    var contacts = InteractionFigures()
    contacts.total = 1
    parts.interactions = .loaded(contacts)
    parts.metrics = .loaded(Listing(rows: [], matching: 0, total: 0))
    return parts
  }

  /// What is loaded of an athlete with three schools and a coach, and without suggestions.
  private static var begun: DashboardFeature.Parts {
    var parts = DashboardFeature.Parts()
    var schools = SchoolFigures()
    schools.total = 3
    parts.schools = .loaded(schools)
    var coaches = CoachFigures()
    coaches.total = 1
    parts.coaches = .loaded(coaches)
    parts.suggestions = .loaded(SuggestionsData(rows: [], pendingCount: 0))
    return parts
  }

  @Test("Whoever has nothing yet reads the first steps; with nothing to do that is said")
  func nothing() async throws {
    let fresh = try await Prompt(with: MadeUpFamily()) { rows in
      rows.removeMetrics()
      rows.setPreference(.player, of: ExampleFamily.sam, to: [:])
    }.show("next")
    #expect(fresh.rows.first?.title == "Fill in your profile")
    var parts = Self.begun
    parts.events = .loaded(Listing(rows: [], matching: 0, total: 0))
    parts.metrics = .loaded(Listing(rows: [], matching: 0, total: 1))
    parts.openOffers = .loaded(Listing(rows: [], matching: 0, total: 0))
    parts.unanswered = .loaded([])
    parts.timeline = .failed(Problem(.failed, "Not there"))
    parts.profile = .failed(Problem(.failed, "Not there"))
    var state = DashboardFeature.State()
    state.view = .next
    let stage = Stage()
    state.frame = .loaded(DashboardFeature.Frame(viewing: try await stage.family.current()))
    state.parts = parts
    // The sources that failed to load may contain things to do, so the page must not say that there
    // is nothing.
    #expect(stage.page(state).empty == nil)
    let athlete = Reference(kind: .person, id: ExampleFamily.sam, handle: "p1", title: "Sam")
    state.parts.timeline = .loaded(
      TimelinePageData(
        athlete: athlete, grade: Grade(level: 10, graduationYear: 2028, isAssumed: false), tasks: []
      ))
    state.parts.profile = .loaded(try await stage.backend.people.profile(of: ExampleFamily.sam))
    #expect(stage.page(state).empty?.text == "Nothing needs you right now.")
  }

  @Test(
    "What stands under Next on the dashboard does not stand among its action items again",
    arguments: [(5, ["g4", "g5"]), (3, [])] as [(UInt64, [String])])
  func once(count: UInt64, others: [String]) async throws {
    let task = Reference(kind: .task, id: .numbered(1), handle: "t1", title: "Register")
    var template = TimelineTask(
      id: task.id, title: task.title, gradeLevel: 10, category: .academic)
    template.isRequired = true
    let rows = (1...count).map { number in
      SuggestionRow(
        reference: Reference(
          kind: .suggestion, id: .numbered(800 + number), handle: "g\(number)", title: "Item"),
        suggestion: Sample.suggestion(number, .known(.missingVideo), .high, "Why", nil),
        task: number == 1 ? task : nil)
    }
    let stage = Stage()
    var state = DashboardFeature.State()
    state.frame = .loaded(DashboardFeature.Frame(viewing: try await stage.family.current()))
    state.parts.suggestions = .loaded(SuggestionsData(rows: rows, pendingCount: rows.count))
    state.parts.timeline = .loaded(
      TimelinePageData(
        athlete: Reference(kind: .person, id: ExampleFamily.sam, handle: "p1", title: "Sam"),
        grade: Grade(level: 10, graduationYear: 2028, isAssumed: false),
        tasks: [
          TaskWithStatus(
            reference: task, task: template, deadline: Sample.today.adding(days: -1))
        ]))
    let page = stage.page(state)
    #expect(page.section("Next")?.rows.map(\.handle) == ["t1", "g2", "g3"])
    let section = try #require(page.section("Action Items"))
    #expect(section.rows.compactMap(\.handle) == others)
    let emptied = EmptyState("The action items are under Next").block
    #expect(section.blocks.contains(emptied) == others.isEmpty)
    #expect(page.links.contains { $0.label == "Show more (3)" })
    state.view = .suggestions(school: nil)
    #expect(stage.page(state).rows.compactMap(\.handle) == rows.map(\.reference.handle))
  }

  @Test("A dashboard without measurements offers the first one once, under Next")
  func firstMeasurement() async throws {
    let stage = Stage()
    let parts = try await Self.withoutMeasurements(stage)
    var state = DashboardFeature.State()
    state.frame = .loaded(DashboardFeature.Frame(viewing: try await stage.family.current()))
    state.parts = parts
    let page = stage.page(state)
    #expect(page.section("Next")?.rows.map(\.title) == ["Log your first metric"])
    #expect(page.section("Performance Metrics")?.empty == EmptyState("No metrics logged yet"))
    let items = try #require(page.section("Action Items"))
    #expect(items.rows.isEmpty && items.text.hasPrefix("Getting started, 5 of 6 done"))
    #expect(items.empty == EmptyState("The action items are under Next"))
    #expect(page.commands.filter { $0 == "performance log" }.count == 1)
    // There is one contact, so the section about contacts may suggest to log another.
    #expect(page.commands.contains("interactions add"))
  }

  @Test("A first step stands before an optional task that is overdue, and both are under Next")
  func lateOptional() async throws {
    let stage = Stage()
    var parts = try await Self.withoutMeasurements(stage)
    let film = Reference(kind: .task, id: .numbered(1), handle: "t1", title: "Send your film")
    let athlete = Reference(kind: .person, id: ExampleFamily.sam, handle: "p1", title: "Sam")
    parts.timeline = .loaded(
      TimelinePageData(
        athlete: athlete, grade: Grade(level: 10, graduationYear: 2028, isAssumed: false),
        tasks: [
          TaskWithStatus(
            reference: film,
            task: TimelineTask(
              id: film.id, title: film.title, gradeLevel: 10, category: .athletic),
            deadline: Sample.today.adding(days: -1))
        ]))
    var state = DashboardFeature.State()
    state.frame = .loaded(DashboardFeature.Frame(viewing: try await stage.family.current()))
    state.parts = parts
    let rows = try #require(stage.page(state).section("Next")).rows
    #expect(rows.map(\.title) == ["Log your first metric", "Send your film"])
    #expect(rows.last?.detail == "Was due yesterday.")
  }

  @Test("A coach who wrote nothing does not wait, also for a screen reader")
  func spokenFollowUp() async throws {
    let stage = Stage()
    var parts = Self.begun
    parts.events = .loaded(Listing(rows: [], matching: 0, total: 0))
    parts.metrics = .loaded(Listing(rows: [], matching: 0, total: 1))
    parts.openOffers = .loaded(Listing(rows: [], matching: 0, total: 0))
    parts.unanswered = .loaded([])
    parts.timeline = .failed(Problem(.failed, "Not there"))
    parts.profile = .failed(Problem(.failed, "Not there"))
    var coaches = CoachFigures()
    coaches.total = 1
    coaches.followUp = [
      CoachRow(
        reference: Reference(
          kind: .coach, id: .numbered(203), handle: "c3", title: "Jones, Cy"),
        coach: Sample.coach(3, school: 3, "Cy", "Jones", lastContactDaysAgo: nil),
        school: Reference(kind: .school, id: .numbered(103), handle: "s3", title: "Kenyon"))
    ]
    parts.coaches = .loaded(coaches)
    var state = DashboardFeature.State()
    state.view = .next
    state.frame = .loaded(DashboardFeature.Frame(viewing: try await stage.family.current()))
    state.parts = parts
    let row = try #require(stage.page(state).row("c3"))
    #expect(row.spoken == "Follow-up: Write to Cy Jones, Kenyon")
  }

  @Test("A source that fails is named, and the others still count")
  func failure() async throws {
    let prompt = Prompt()
    prompt.stage.backend.hook.fail("timeline.tasks", .serverError)
    let page = try await prompt.show("next")
    #expect(page.rows.map(\.title).contains("Answer Ana Rivera, Cedar Valley"))
    #expect(page.problem != nil)
    #expect(PlainRenderer.render(page).joined().contains("Not loaded: tasks."))
  }

  @Test("Who asks to come into the family stands on top, and whoever was turned away reads it")
  func joining() async throws {
    let stage = Stage()
    var frame = DashboardFeature.Frame(viewing: try await stage.family.current())
    frame.sharing.asking = [
      JoinRequest(person: ExampleFamily.dana, name: "Dana Lee", email: "dana@example.org")
    ]
    var state = DashboardFeature.State()
    state.view = .next
    state.frame = .loaded(frame)
    #expect(
      stage.page(state).banners.map { $0.lines.first } == ["Dana Lee asks to join your family."])
    frame.sharing.asking = []
    frame.sharing.turnedAwayFrom = "The Lees"
    frame.viewing.athlete = nil
    state.frame = .loaded(frame)
    #expect(stage.page(state).banners.map { $0.lines.first } == ["The Lees did not let you in."])
  }
}
