import Basics
import CivilTime
import Domain
import JSON
import Testing

@Suite("The facts suggestions see")
struct SuggestionFactsTests {
  private let athlete = SuggestionSample.athlete

  private func interaction(
    _ at: String, school: UInt64 = 1, type: String = "email", event: UInt64? = nil
  ) throws -> Interaction {
    var interaction = Interaction(
      id: Sample.id(500), schoolID: Sample.id(school), type: .email, direction: .inbound,
      occurredAt: try Sample.instant(at), loggedBy: athlete)
    interaction.type = Open(type)
    interaction.eventID = event.map(Sample.id)
    return interaction
  }

  private func facts(_ edit: (inout SuggestionSources) throws -> Void) throws -> SuggestionFacts {
    var sources = SuggestionSources()
    try edit(&sources)
    return SuggestionFacts(
      counting: sources, now: try Sample.instant(SuggestionSample.now), zone: .utc)
  }

  @Test("The last contact is the newest of a school up to now, either way")
  func lastContact() throws {
    let facts = try facts { sources in
      sources.schools = [1, 2].map {
        School(id: Sample.id($0), athleteID: athlete, name: "School \($0)")
      }
      sources.interactions = [
        try interaction("2026-01-05T00:00:00Z"), try interaction("2026-01-09T00:00:00Z"),
        try interaction("2026-02-10T17:00:01Z"), try interaction("2026-01-20T00:00:00Z", school: 9),
      ]
    }
    #expect(facts.schools.map(\.name) == ["School 1", "School 2"])
    #expect(facts.schools.map(\.lastContact?.description) == ["2026-01-09T00:00:00.000Z", nil])
  }

  @Test("Visits are counted by type, of any school")
  func visits() throws {
    let facts = try facts { sources in
      sources.interactions = try ["email", "in_person_visit", "official_visit", "camp"].map {
        try interaction("2026-01-05T00:00:00Z", type: $0)
      }
    }
    #expect(facts.visitCount == 2)
  }

  private func event(
    _ id: UInt64, _ day: String, school: UInt64? = nil, isAttended: Bool = true
  ) throws -> RecruitingEvent {
    var event = RecruitingEvent(
      id: Sample.id(id), athleteID: athlete, type: .camp, name: "Camp \(id)",
      startDate: try Sample.day(day))
    event.schoolID = school.map(Sample.id)
    event.isAttended = isAttended
    return event
  }

  @Test("Attended events know what was written about them and to whom since")
  func events() throws {
    let facts = try facts { sources in
      sources.events = [
        try event(1, "2026-02-05", school: 1), try event(2, "2026-02-06", school: 2),
        try event(3, "2026-02-07"), try event(4, "2026-05-01", isAttended: false),
      ]
      sources.interactions = [
        try interaction("2026-02-08T00:00:00Z"),
        try interaction("2026-02-01T00:00:00Z", event: 3),
      ]
    }
    #expect(facts.newestEvent == (try Sample.day("2026-05-01")))
    #expect(facts.attendedEvents.map(\.name) == ["Camp 1", "Camp 2", "Camp 3"])
    #expect(facts.attendedEvents.map(\.isLinked) == [false, false, true])
    // The last contact after an event is with the event's school. For an event without a school, it
    // is a contact with any school.
    #expect(
      facts.attendedEvents.map(\.lastContact?.description) == [
        "2026-02-08T00:00:00.000Z", nil, "2026-02-08T00:00:00.000Z",
      ])
    #expect(
      SuggestionRules.eventFollowUp(facts).map { $0.snapshot["event_name"]?.string } == ["Camp 2"])
  }

  @Test("Only highlight videos are videos")
  func videos() throws {
    let facts = try facts { sources in
      sources.documents = [DocumentType.transcript, .highlightVideo, .resume].map { type in
        var document = Document(
          id: Sample.id(1), athleteID: athlete, type: type, title: type.rawValue, fileURL: "f",
          uploadedBy: athlete)
        document.healthStatus = .known(.broken)
        return document
      }
    }
    #expect(facts.highlightVideos.map(\.title) == ["highlight_video"])
    #expect(facts.highlightVideos.allSatisfy { $0.isBroken })
  }

  @Test(
    "The registration is completed only by its own row",
    arguments: [("completed", true), ("in_progress", false), ("skipped", false), (nil, false)]
      as [(String?, Bool)])
  func registration(status: String?, isCompleted: Bool) throws {
    let id = CatalogueTask.id(forKey: "11-05")
    let facts = try facts { sources in
      sources.tasks = [
        TimelineTask(id: Sample.id(1), title: "Other", gradeLevel: 11, category: .academic),
        TimelineTask(id: id, title: "Register", gradeLevel: 11, category: .athletic),
      ]
      sources.progress = [
        AthleteTask(id: Sample.id(2), athleteID: athlete, taskID: Sample.id(1), status: .completed)
      ]
      if let status {
        var row = AthleteTask(id: Sample.id(3), athleteID: athlete, taskID: id)
        row.status = Open(status)
        sources.progress.append(row)
      }
    }
    #expect(facts.registration == .init(id: id, isCompleted: isCompleted))
    #expect(facts.videoCreation == nil)
  }

  @Test("The task of the video is told by its grade and title, and is completed by its own row")
  func videoTask() throws {
    let facts = try facts { sources in
      sources.tasks = [
        TimelineTask(
          id: Sample.id(1), title: "Create Highlight Video", gradeLevel: 11, category: .athletic),
        TimelineTask(
          id: Sample.id(2), title: "Create Highlight Video", gradeLevel: 10, category: .athletic),
      ]
      sources.progress = [
        AthleteTask(id: Sample.id(3), athleteID: athlete, taskID: Sample.id(2), status: .completed)
      ]
    }
    #expect(facts.videoCreation == .init(id: Sample.id(2), isCompleted: true))
  }

  @Test("Nothing stored is nothing found, but what a new athlete lacks")
  func empty() throws {
    let facts = try facts { _ in }
    #expect(facts.grade == 9)
    #expect(facts.registration == nil)
    #expect(SuggestionRules.evaluate(facts).findings.isEmpty)
  }
}
