import CivilTime
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

  @Test("An offer is found by what its row is called")
  func offers() async throws {
    let page = try await Stage().show("find partial offer cedar")
    #expect(page.section("Offers")?.handles == ["o1"])
  }

  @Test("A title before a name is no word of it")
  func title() async throws {
    let stage = Stage()
    #expect(try await stage.show("find Coach rivera").section("Coaches")?.handles == ["c1"])
    #expect(try await stage.show("find coach").handles == ["i1"])
  }

  @Test(
    "Rows that would look alike say in what they differ", arguments: ["find granite", "offers"])
  func alike(line: String) async throws {
    let stage = Stage { rows in
      for (number, year) in [(41, 2025), (42, 2026)] as [(UInt64, Int)] {
        rows.offers.append(
          Offer(
            id: .numbered(number), athleteID: ExampleFamily.sam, schoolID: Sample.other.id,
            familyID: ExampleFamily.samsFamily, type: .partial, offerDate: Sample.day(year, 1, 20)))
      }
    }
    for stage in [stage, stage.withButtons] {
      let rows = try await stage.show(line).rows.filter { $0.title.contains("offer from Granite") }
      #expect(rows.count == 2 && Set(rows.map(\.title)).count == 2)
      #expect(rows.contains { $0.title.contains("Offered Jan 20, 2025") }, "\(rows.map(\.title))")
      #expect(rows.contains { $0.spoken.contains("Offered: Jan 20, 2025.") })
    }
  }

  @Test("Two tasks of one name are called by it and their grade, also by a screen reader")
  func tasksOfOneName() async throws {
    var tasks = Sample.tasks
    for place in tasks.indices {
      tasks[place].title = "Visit Cedar Valley"
      tasks[place].gradeLevel = 10 + place
    }
    let rows = try await Stage(tasks: tasks).show("find visit cedar").section("Tasks (2)")?.rows
    #expect(
      rows?.map(\.spoken) == [
        "Task t2. Visit Cedar Valley (grade 11).", "Task t1. Visit Cedar Valley (grade 10).",
      ])
    #expect(
      rows?.map(\.title) == ["Visit Cedar Valley (grade 11)", "Visit Cedar Valley (grade 10)"])
    #expect(rows?.allSatisfy { $0.detail == nil } == true)
    let other = try await Stage().show("find visit cedar").section("Tasks")?.rows.first
    #expect(other?.title == "Visit Cedar Valley" && other?.detail == "Grade 10")
  }

  @Test("A suggestion is found with the sentence of today, and only while pages show it")
  func suggestions() async throws {
    let stage = Stage { rows in
      rows.interactions = [Sample.contact(30, "Hello", at: Stage.now.adding(days: -25))]
      var gap = RecruitingSuggestion(
        id: .numbered(91), athleteID: ExampleFamily.sam, rule: .interactionGap, urgency: .medium,
        message: "You have not contacted Cedar Valley University in 24 days.",
        action: .logInteraction, createdAt: Sample.recently)
      gap.relatedSchoolID = Sample.school.id
      gap.isPendingSurface = false
      rows.suggestions = [gap]
    }
    #expect(
      try await stage.show("find cedar contacted").section("Suggestions")?.rows.map(\.title)
        == ["You have not contacted Cedar Valley University in 25 days."])
    _ = try await stage.say("interactions log email c1 'Sent film'")
    #expect(try await stage.show("find cedar contacted").section("Suggestions") == nil)
  }

  @Test("Nothing found is said, and is no failure")
  func nothing() async throws {
    let page = try await Stage().show("find zebra")
    #expect(page.problem == nil)
    #expect(page.blocks.first == page.empty?.block)
    #expect(page.empty?.text == "Nothing has “zebra” in it.")
    #expect(page.title == "Looked for “zebra”")
  }

  @Test("A parent is told whose it is, and the visit to each kind that was found is noted")
  func parent() async throws {
    let stage = Stage(as: ExampleFamily.dana)
    let page = try await stage.show("find cedar")
    #expect(page.banner != nil && page.blocks.first == page.banner?.block)
    #expect(try await stage.visits() == ["school", "coach", "interaction", "offer", "event"])
  }
}
