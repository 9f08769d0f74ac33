import Basics
import CivilTime
import Domain
import Testing

@Suite("First steps")
struct GettingStartedTests {
  private typealias Step = GettingStartedStep

  private func profile(year: Int? = 2028, isFilled: Bool = true) -> ProfilePageData {
    var person = Person(
      id: Sample.id(99), email: "", role: .player, fullName: isFilled ? "Sam Lee" : nil)
    person.graduationYear = year
    var player = PlayerProfile()
    player.primaryPosition = "Shortstop"
    player.highSchool = "Cedar High"
    return ProfilePageData(
      reference: Reference(kind: .person, id: person.id, handle: "p1", title: ""), person: person,
      player: player)
  }

  private func listed(_ counts: Step.Counts) -> [String] {
    Step.listed(counts).map { ($0.isDone ? "x " : "- ") + $0.step.title }
  }

  @Test("Three open steps at most, and what is done is ticked until all is")
  func steps() {
    var counts = Step.Counts(
      profile: profile(year: nil, isFilled: false), schools: 0, coaches: 0, contacts: 0, metrics: 0)
    #expect(
      listed(counts) == [
        "- Set your graduation year", "- Fill in your profile", "- Add three schools",
      ])
    counts.profile = profile(isFilled: false)
    (counts.schools, counts.metrics) = (2, 1)
    #expect(
      listed(counts) == [
        "x Set your graduation year", "- Fill in your profile", "- Add three schools",
        "- Add a coach", "x Log your first metric",
      ])
    (counts.profile, counts.schools, counts.coaches) = (profile(), 3, 1)
    #expect(
      listed(counts) == [
        "x Set your graduation year", "x Fill in your profile", "x Add three schools",
        "x Add a coach", "- Log your first contact", "x Log your first metric",
      ])
    counts.contacts = 1
    #expect(listed(counts) == [])
  }

  @Test("Of what is not known nothing is asked, and nothing is ticked")
  func unknown() {
    #expect(listed(Step.Counts()) == [])
    #expect(listed(Step.Counts(schools: 1)) == ["- Add three schools"])
    #expect(listed(Step.Counts(profile: profile())) == [])
  }

  @Test("A step says what to do and its command")
  func words() {
    #expect(
      Step.allCases.map { "\($0.title): \($0.command)" } == [
        "Set your graduation year: profile edit --graduation-year",
        "Fill in your profile: profile edit",
        "Add three schools: schools add", "Add a coach: coaches add",
        "Log your first contact: interactions add", "Log your first metric: performance log",
      ])
    #expect(Step.allCases.allSatisfy { $0.detail.hasSuffix(".") })
  }

  @Test(
    "A profile is filled in once it has what a cover names",
    arguments: [
      ("Sam Lee", "Shortstop", "Cedar High", 2028, true),
      (nil, "Shortstop", "Cedar High", 2028, false),
      ("Sam Lee", nil, "Cedar High", 2028, false), ("Sam Lee", "Shortstop", nil, 2028, false),
      // The step "profile" needs a name, a position and a high school. The graduation year is a
      // step of its own, so this step is complete without it.
      ("Sam Lee", "Shortstop", "Cedar High", nil, true),
    ] as [(String?, String?, String?, Int?, Bool)])
  func profile(name: String?, position: String?, school: String?, year: Int?, isFilled: Bool) {
    var person = Person(id: Sample.id(99), email: "", role: .player, fullName: name)
    person.graduationYear = year
    var player = PlayerProfile()
    player.primaryPosition = position
    player.highSchool = school
    let profile = ProfilePageData(
      reference: Reference(kind: .person, id: person.id, handle: "p1", title: ""), person: person,
      player: player)
    #expect(GettingStartedStep.isFilled(profile) == isFilled)
  }
}

@Suite("An athlete's week")
struct AthleteWeekTests {
  private let athlete = Sample.id(99)

  private func week(
    at now: String, completed: [String] = [], logged: [String] = [], recorded: [String] = [],
    by person: UInt64 = 99
  ) throws -> AthleteWeek {
    let progress = try completed.map { moment in
      var row = AthleteTask(
        id: Sample.id(1), athleteID: Sample.id(person), taskID: Sample.id(2), status: .completed)
      row.completedAt = try Sample.instant(moment)
      return row
    }
    let interactions = try logged.map { moment in
      var row = Interaction(
        id: Sample.id(3), schoolID: Sample.id(4), type: .email, direction: .outbound,
        occurredAt: .init(milliseconds: 0), loggedBy: Sample.id(person))
      row.createdAt = try Sample.instant(moment)
      return row
    }
    let metrics = try recorded.map { day in
      PerformanceMetric(
        id: Sample.id(5), athleteID: athlete, recordedDate: try Sample.day(day), type: .era,
        value: 1)
    }
    return AthleteWeek(
      of: athlete, progress: progress, interactions: interactions, metrics: metrics,
      now: try Sample.instant(now), zone: try Zone.named("America/New_York"))
  }

  @Test(
    "The week runs from Monday's local midnight to now",
    arguments: [
      // Each case: the current time, the time of a contact and of a completed task, and how many of
      // each count for this week. The week began on Monday, February 9, at 05:00 UTC, which is
      // midnight in New York.
      ("2026-02-10T17:00:00Z", "2026-02-09T04:59:59.999Z", 0),
      ("2026-02-10T17:00:00Z", "2026-02-09T05:00:00Z", 1),
      ("2026-02-10T17:00:00Z", "2026-02-10T17:00:00Z", 1),
      ("2026-02-10T17:00:00Z", "2026-02-10T17:00:01Z", 0),
      // The current time is 23:30 on Sunday, which belongs to the week of February 9. An hour
      // later, at 00:30 on Monday, the next week has begun.
      ("2026-02-16T04:30:00Z", "2026-02-09T05:00:00Z", 1),
      ("2026-02-16T05:30:00Z", "2026-02-16T04:59:59Z", 0),
      // The clocks change on Sunday, March 8. The next week begins on Monday at midnight in New
      // York, which is then 04:00 UTC and not 05:00.
      ("2026-03-09T12:00:00Z", "2026-03-09T03:59:59Z", 0),
      ("2026-03-09T12:00:00Z", "2026-03-09T04:00:00Z", 1),
    ])
  func moments(now: String, moment: String, count: Int) throws {
    let week = try week(at: now, completed: [moment], logged: [moment])
    #expect(week.tasksCompleted == count)
    #expect(week.interactionsLogged == count)
  }

  @Test(
    "Measurements count by their day, Monday and today included",
    arguments: [("2026-02-08", 0), ("2026-02-09", 1), ("2026-02-10", 1), ("2026-02-11", 0)])
  func days(day: String, count: Int) throws {
    #expect(try week(at: "2026-02-10T17:00:00Z", recorded: [day]).metricsRecorded == count)
  }

  @Test("Only what the athlete did counts, and only what is completed")
  func own() throws {
    let moment = "2026-02-10T12:00:00Z"
    let others = try week(at: "2026-02-10T17:00:00Z", completed: [moment], logged: [moment], by: 98)
    #expect(others == AthleteWeek(tasksCompleted: 0, interactionsLogged: 0, metricsRecorded: 0))
    var open = AthleteTask(id: Sample.id(1), athleteID: athlete, taskID: Sample.id(2))
    open.completedAt = try Sample.instant(moment)
    var unknown = Interaction(
      id: Sample.id(3), schoolID: Sample.id(4), type: .email, direction: .outbound,
      occurredAt: try Sample.instant(moment), loggedBy: athlete)
    unknown.createdAt = nil
    let week = AthleteWeek(
      of: athlete, progress: [open], interactions: [unknown], metrics: [],
      now: try Sample.instant("2026-02-10T17:00:00Z"), zone: .utc)
    #expect(week == AthleteWeek(tasksCompleted: 0, interactionsLogged: 0, metricsRecorded: 0))
  }

  @Test(
    "A week begins on its Monday",
    arguments: [
      ("2026-02-08", "2026-02-02"), ("2026-02-09", "2026-02-09"), ("2026-02-10", "2026-02-09"),
      ("2026-02-15", "2026-02-09"), ("2026-01-01", "2025-12-29"),
    ])
  func monday(day: String, monday: String) throws {
    #expect(AthleteWeek.firstDay(of: try Sample.day(day)).description == monday)
  }
}
