import Basics
import CivilTime
import Domain
import Testing

@Suite("First steps")
struct GettingStartedTests {
  @Test(
    "Three steps go one by one, all with the first school",
    arguments: [
      (false, false, false, [GettingStartedStep.addSchool, .fillProfile, .logMetric]),
      (false, true, false, [.addSchool, .logMetric]),
      (false, false, true, [.addSchool, .fillProfile]),
      (false, true, true, [.addSchool]), (true, false, false, []), (true, true, true, []),
    ])
  func left(
    hasSchool: Bool, isProfileFilled: Bool, hasMetric: Bool, steps: [GettingStartedStep]
  ) {
    #expect(
      GettingStartedStep.left(
        hasSchool: hasSchool, isProfileFilled: isProfileFilled, hasMetric: hasMetric) == steps)
  }

  @Test("A step says what to do and its command")
  func words() {
    #expect(
      GettingStartedStep.allCases.map { "\($0.title): \($0.command)" } == [
        "Add your first school: schools add", "Fill in your profile: profile edit",
        "Log your first metric: performance log",
      ])
    #expect(GettingStartedStep.allCases.allSatisfy { $0.detail.hasSuffix(".") })
  }

  @Test(
    "A profile is filled in once it has what a cover names",
    arguments: [
      ("Sam Lee", "Shortstop", "Cedar High", 2028, true),
      (nil, "Shortstop", "Cedar High", 2028, false),
      ("Sam Lee", nil, "Cedar High", 2028, false), ("Sam Lee", "Shortstop", nil, 2028, false),
      ("Sam Lee", "Shortstop", "Cedar High", nil, false),
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
      // February 9, 2026 is a Monday; midnight there is 05:00 in Greenwich.
      ("2026-02-10T17:00:00Z", "2026-02-09T04:59:59.999Z", 0),
      ("2026-02-10T17:00:00Z", "2026-02-09T05:00:00Z", 1),
      ("2026-02-10T17:00:00Z", "2026-02-10T17:00:00Z", 1),
      ("2026-02-10T17:00:00Z", "2026-02-10T17:00:01Z", 0),
      // Sunday at 23:30 still belongs to the week before, Monday at 00:30 begins the next.
      ("2026-02-16T04:30:00Z", "2026-02-09T05:00:00Z", 1),
      ("2026-02-16T05:30:00Z", "2026-02-16T04:59:59Z", 0),
      // The clock changes on Sunday, March 8: the next Monday begins at 04:00.
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
