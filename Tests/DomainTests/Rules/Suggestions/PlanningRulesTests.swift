import Basics
import CivilTime
import Domain
import JSON
import Testing

@Suite("Suggestions about the plan")
struct PlanningRulesTests {
  @Test(
    "NCAA registration: grade 11 with a Division I or II school, until it is completed",
    arguments: [
      (11, ["D1"], false, true), (11, ["D2"], false, true),
      (11, ["D3", "NAIA", "D2"], false, true),
      (11, ["D1"], true, false), (11, ["D1"], nil, false), (11, [], false, false),
      (11, ["D3", "NAIA", "JUCO", "D9"], false, false), (11, [nil], false, false),
      (10, ["D1"], false, false), (12, ["D1"], false, false), (nil, ["D1"], false, false),
    ] as [(Int?, [String?], Bool?, Bool)])
  func registration(grade: Int?, divisions: [String?], isCompleted: Bool?, fires: Bool) throws {
    let facts = try SuggestionSample.facts(grade: grade) { facts in
      facts.schools = try divisions.enumerated().map {
        try SuggestionSample.school(UInt64($0), division: $1)
      }
      facts.registration = isCompleted.map { .init(id: Sample.id(5), isCompleted: $0) }
    }
    let found = SuggestionRules.ncaaRegistration(facts)
    #expect(found.count == (fires ? 1 : 0))
    #expect(found.allSatisfy { $0.urgency == .high && $0.action == nil })
    #expect(found.allSatisfy { $0.task == Sample.id(5) && $0.school == nil })
  }

  @Test("The registration is told by its id, elsewhere by its title and grade")
  func registrationTask() {
    let id = CatalogueTask.id(forKey: "11-05")
    let title = "Register with NCAA Eligibility Center"
    func task(_ id: RecordID, _ title: String, _ grade: Int) -> TimelineTask {
      TimelineTask(id: id, title: title, gradeLevel: grade, category: .athletic)
    }
    #expect(task(id, "Anything", 9).isSame(as: .ncaaRegistration))
    #expect(task(Sample.id(1), title, 11).isSame(as: .ncaaRegistration))
    #expect(!task(Sample.id(1), title, 10).isSame(as: .ncaaRegistration))
    #expect(
      !task(Sample.id(1), "Register with NAIA Eligibility Center", 11).isSame(as: .ncaaRegistration)
    )
    #expect(TaskCatalogue.all.filter { $0.title == title }.map(\.id) == [id])
  }

  @Test(
    "The school list: grades 10 and 11, below twenty schools",
    arguments: [
      (10, 0, "medium", "You have no schools on your list yet. The goal is 20-30."),
      (10, 1, "medium", "You have 1 school on your list. The goal is 20-30."),
      (11, 2, "high", "You have 2 schools on your list. The goal is 20-30."),
      (11, 19, "high", "You have 19 schools on your list. The goal is 20-30."),
      (10, 20, nil, nil), (11, 20, nil, nil), (11, 21, nil, nil), (9, 0, nil, nil),
      (12, 0, nil, nil), (nil, 0, nil, nil),
    ] as [(Int?, Int, String?, String?)])
  func schoolList(grade: Int?, count: Int, urgency: String?, message: String?) throws {
    let facts = try SuggestionSample.facts(grade: grade) { facts in
      facts.schools = try (0..<count).map { try SuggestionSample.school(UInt64($0)) }
    }
    let found = SuggestionRules.schoolListBuilding(facts)
    #expect(found.map(\.urgency.rawValue) == (urgency.map { [$0] } ?? []))
    #expect(found.map(\.message) == (message.map { [$0] } ?? []))
    #expect(found.allSatisfy { $0.action == .addSchool })
    #expect(found.allSatisfy { $0.snapshot["school_count"]?.int == count })
  }

  @Test(
    "Visits: grades 11 and 12 with an A or B school, below two visits",
    arguments: [
      (11, "A", 0, "medium"), (12, "A", 0, "high"), (11, "B", 1, "medium"), (12, "B", 1, "high"),
      (11, "A", 2, nil), (12, "A", 3, nil), (11, "C", 0, nil), (11, nil, 0, nil),
      (11, "a", 0, nil), (10, "A", 0, nil),
    ] as [(Int, String?, Int, String?)])
  func visits(grade: Int, tier: String?, count: Int, urgency: String?) throws {
    let facts = try SuggestionSample.facts(grade: grade) { facts in
      facts.schools = [try SuggestionSample.school(tier: tier)]
      facts.visitCount = count
    }
    let found = SuggestionRules.officialVisit(facts)
    #expect(found.map(\.urgency.rawValue) == (urgency.map { [$0] } ?? []))
    let state = count == 0 ? "no visits" : "1 visit"
    #expect(found.allSatisfy { $0.message.hasPrefix("You have \(state) logged.") })
    #expect(found.allSatisfy { $0.action == .logInteraction && $0.school == nil })
  }

  @Test(
    "A type of interaction is a visit by its words",
    arguments: [
      ("in_person_visit", true), ("official_visit", true), ("unofficial_visit", true),
      ("officials_dinner", true), ("home_visit", true), ("virtual_meeting", false),
      ("email", false), ("", false),
    ])
  func visitTypes(raw: String, isVisit: Bool) {
    #expect(InteractionType.isVisit(raw) == isVisit)
  }

  @Test(
    "A showcase: grade 10, never or not for 210 days",
    arguments: [
      (10, nil, "You have no events yet. Find a showcase or a camp to play at."),
      (10, 210, "Your last event was 210 days ago. Find a showcase or a camp to play at."),
      (10, 211, "Your last event was 211 days ago. Find a showcase or a camp to play at."),
      (10, 209, nil), (10, 0, nil), (10, -30, nil), (9, nil, nil), (11, nil, nil), (11, 400, nil),
    ] as [(Int, Int?, String?)])
  func showcase(grade: Int, daysAgo: Int?, message: String?) throws {
    let facts = try SuggestionSample.facts(grade: grade) { facts in
      facts.newestEvent = daysAgo.map { facts.today.adding(days: -$0) }
    }
    let found = SuggestionRules.showcaseAttendance(facts)
    #expect(found.map(\.message) == (message.map { [$0] } ?? []))
    #expect(found.allSatisfy { $0.urgency == .medium && $0.action == nil })
  }

  @Test(
    "Days since an event are counted from local midnight",
    arguments: [
      // It is 00:30 and 23:30 on February 10 in New York, the 210th day after the newest event. The
      // rule, which suggests attending an event, applies from this day on.
      ("2026-02-10T05:30:00Z", true), ("2026-02-11T04:30:00Z", true),
      // It is 23:30 on February 9 in New York, one day too early for the rule.
      ("2026-02-10T04:30:00Z", false),
    ])
  func showcaseDays(now: String, fires: Bool) throws {
    let facts = try SuggestionSample.facts(grade: 10, at: now) {
      $0.newestEvent = try Sample.day("2025-07-15")
    }
    #expect(!SuggestionRules.showcaseAttendance(facts).isEmpty == fires)
  }

  @Test(
    "The portfolio: schools with a score, and none of 50; where no score was entered nothing is judged",
    arguments: [
      ([], nil), ([50], nil), ([49, nil, 50], nil),
      (
        [49],
        "Your only school does not have a fit score of 50 or more. Add schools that fit you better."
      ),
      (
        [20, 49, 0],
        "None of your 3 schools has a fit score of 50 or more. Add schools that fit you better."
      ),
      (
        [nil, 49, 0],
        "None of the 2 schools with a fit score has one of 50 or more. Add schools that fit you better."
      ),
      (
        [nil, 49],
        "Your only school with a fit score does not have one of 50 or more. Add schools that fit you better."
      ), ([nil], nil), ([nil, nil], nil),
    ] as [([Int?], String?)])
  func portfolio(scores: [Int?], message: String?) throws {
    let facts = try SuggestionSample.facts { facts in
      facts.schools = try scores.enumerated().map {
        try SuggestionSample.school(UInt64($0), fit: $1)
      }
    }
    let found = SuggestionRules.portfolioHealth(facts)
    #expect(found.map(\.message) == (message.map { [$0] } ?? []))
    #expect(found.allSatisfy { $0.urgency == .high && $0.action == .addSchool })
  }

  @Test(
    "A video is missed from grade 10 on",
    arguments: [(9, 0, 0), (10, 0, 1), (11, 0, 1), (12, 0, 1), (12, 1, 0), (nil, 0, 0)]
      as [(Int?, Int, Int)])
  func missingVideo(grade: Int?, videos: Int, count: Int) throws {
    let facts = try SuggestionSample.facts(grade: grade) {
      $0.highlightVideos = Array(repeating: SuggestionSample.video(), count: videos)
    }
    let found = SuggestionRules.missingVideo(facts)
    #expect(found.count == count)
    #expect(found.allSatisfy { $0.urgency == .medium && $0.action == .addVideo })
  }

  @Test(
    "Who has completed the task of the video is asked for its link",
    arguments: [
      (nil, "You have no highlight video yet. Coaches ask for one first."),
      (false, "You have no highlight video yet. Coaches ask for one first."),
      (true, "Your highlight video is made. Add its link here, so that coaches can watch it."),
    ] as [(Bool?, String)])
  func videoLink(isCompleted: Bool?, message: String) throws {
    let facts = try SuggestionSample.facts(grade: 12) { facts in
      facts.videoCreation = isCompleted.map { .init(id: Sample.id(5), isCompleted: $0) }
    }
    let found = SuggestionRules.missingVideo(facts)
    #expect(found.map(\.message) == [message])
    #expect(found.allSatisfy { $0.action == .addVideo })
    let title = CheckedTask.videoCreation.title
    #expect(
      TaskCatalogue.all.filter { $0.title == title }.map(\.id) == [CheckedTask.videoCreation.id])
  }

  @Test("Every broken video is named, with a key of its own")
  func brokenVideos() throws {
    let facts = try SuggestionSample.facts {
      $0.highlightVideos = [
        SuggestionSample.video(1, "Spring", health: "broken"),
        SuggestionSample.video(2, "Fall", health: "healthy"),
        SuggestionSample.video(3, "Summer", health: "unknown"),
        SuggestionSample.video(4, "Winter", health: "broken"), SuggestionSample.video(5, "New"),
      ]
    }
    let found = SuggestionRules.videoLinkHealth(facts)
    #expect(
      found.map(\.message) == [
        "The link to your highlight video \"Spring\" is broken. Coaches cannot open it.",
        "The link to your highlight video \"Winter\" is broken. Coaches cannot open it.",
      ])
    #expect(Set(found.map(\.key)).count == 2)
    #expect(found.allSatisfy { $0.urgency == .high && $0.action == .updateVideo })
  }

  @Test("A grade turns on September 1 for the rules too")
  func gradeTurns() throws {
    for (now, fires) in [("2026-09-01T03:30:00Z", true), ("2026-09-01T04:30:00Z", false)] {
      // The class of 2027 is in grade 11 until August 31 ends in New York. The rule applies in
      // grade 11 and not in grade 12.
      let facts = try SuggestionSample.facts(grade: 11, at: now)
      #expect(!SuggestionRules.schoolListBuilding(facts).isEmpty == fires)
    }
  }
}
