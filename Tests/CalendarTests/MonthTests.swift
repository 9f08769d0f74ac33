import CivilTime
import Domain
import ExampleBackend
import FeatureKit
import FeatureTesting
import JSON
import Testing

@testable import Calendar

@Suite("A month")
struct MonthTests {
  private static func full(as person: RecordID = ExampleFamily.sam) -> Stage {
    Stage(as: person) { $0.addEntries(of: ExampleFamily.sam) }
  }

  @Test("Each day with something on it has its entries, which open the record")
  func entries() async throws {
    let page = try await Self.full().show("calendar 2026-03")
    #expect(page.title == "Calendar" && page.context == "March 2026")
    #expect(page.sectionTitles == ["Day by day", "Sunday, Mar 8"])
    #expect(
      page.rows.map(\.title) == [
        "Camp", "Partial offer from Duke", "Rosa Diaz", "Take the PSAT", "Spring; Preview, East",
      ])
    #expect(
      page.rows.map { $0.badges.map(\.text) } == [
        ["Camp"], ["Offer deadline"], ["Letter due"], ["Task due"], ["Game"],
      ])
    let game = try #require(page.row("Spring; Preview, East"))
    #expect(game.trailing?.text == "18:30" && game.detail == "Field 2, Dayton")
    #expect(game.opens?.command == game.handle)
    #expect(page.row("Camp")?.detail == "Mar 8 to Mar 10")
    let grid = try #require(page.month)
    #expect(grid.entries.filter { $0.opens.label == "Camp" }.map(\.day.day) == [8, 9, 10])
    #expect(grid.entries.count == 7)
    #expect(grid.entries.map(\.day) == grid.entries.map(\.day).sorted())
  }

  @Test("A game is called as the athlete's sport calls it, for a parent too")
  func games() async throws {
    for person in [ExampleFamily.sam, ExampleFamily.dana] {
      let stage = Stage(as: person) { rows in
        rows.addEntries(of: ExampleFamily.sam)
        rows.setPreference(.player, of: ExampleFamily.sam, to: ["primary_sport": "Swimming"])
      }
      let page = try await stage.show("calendar 2026-03")
      #expect(page.row("Spring; Preview, East")?.badges.map(\.text) == ["Meet"])
      #expect(page.row("Camp")?.badges.map(\.text) == ["Camp"])
    }
  }

  @Test(
    "A month is loaded with what is on in it, and nothing else",
    arguments: [("2026-02", 0), ("2026-03", 5), ("2026-04", 0), ("2027-03", 0), ("2025-03", 0)])
  func months(_ month: String, _ count: Int) async throws {
    let page = try await Self.full().show("calendar \(month)")
    #expect(page.rows.count == count)
    #expect((page.empty == nil) == (count > 0))
  }

  @Test("An event that began in the month before stands on the first day")
  func longEvent() async throws {
    let stage = Stage { rows in
      var camp = RecruitingEvent(
        id: .numbered(10), athleteID: ExampleFamily.sam, familyID: ExampleFamily.samsFamily,
        type: .officialVisit, name: "Visit", startDate: Stage.day("2026-02-27"))
      camp.endDate = Stage.day("2026-03-02")
      rows.add(camp)
    }
    let page = try await stage.show("calendar 2026-03")
    #expect(page.sectionTitles == ["Day by day", "Sunday, Mar 1"])
    #expect(page.row("Visit")?.detail == "Feb 27 to Mar 2")
    #expect(page.row("Visit")?.badges.map(\.text) == ["Official visit"])
    #expect(page.month?.entries.map(\.day.day) == [1, 2])
    #expect(try await stage.show("calendar 2026-02").month?.entries.map(\.day.day) == [27, 28])
    #expect(try await stage.show("calendar 2026-04").rows.isEmpty)
  }

  @Test("A range of days has the events that are going on in it, however long they last")
  func lengths() async throws {
    let lengths = [0, 1, 2, 5, 27, 29, 31, 40, 365, 366, 367, 1_500]
    let stage = Stage { rows in
      for number in 0..<240 {
        var camp = RecruitingEvent(
          id: .numbered(UInt64(100 + number)), athleteID: ExampleFamily.sam,
          familyID: ExampleFamily.samsFamily, type: .camp, name: "Camp \(number)",
          startDate: Stage.day("2024-01-25").adding(days: number * 7 % 400))
        let length = lengths[number % lengths.count]
        if length > 0 { camp.endDate = camp.startDate.adding(days: length) }
        rows.add(camp)
      }
    }
    let calendar = stage.backend.calendarFacts
    let all = try await calendar.facts(of: ExampleFamily.sam).filter { $0.kind == .event }
    #expect(all.count == 240)
    for first in [
      "0001-01-01", "2024-01-31", "2024-02-28", "2024-02-29", "2024-03-01", "2024-12-31",
      "2025-02-28", "2025-03-01", "2026-01-01", "2028-03-01", "9999-12-01",
    ].map(Stage.day) {
      for length in [0, 27, 30] {
        let range = first...first.adding(days: length)
        let shown = try await calendar.facts(of: ExampleFamily.sam, on: range)
        #expect(
          shown.filter { $0.kind == .event } == all.filter { $0.days.overlaps(range) }, "\(range)")
      }
    }
  }

  @Test(
    "A contact that is planned stands on its day in the family's zone, one that took place does not"
  )
  func plans() async throws {
    let stage = Stage { rows in
      let school = School(
        id: .numbered(5), athleteID: ExampleFamily.sam, familyID: ExampleFamily.samsFamily,
        name: "Duke")
      rows.add(school)
      // The current time is 12:00 UTC on February 10. Call 0 is later, at 23:00 on February 11 in
      // New York, so it is planned. Call 1 was on February 9.
      for (number, moment) in ["2026-02-12T04:00:00.000Z", "2026-02-09T17:00:00.000Z"].enumerated()
      {
        var call = Interaction(
          id: .numbered(UInt64(60 + number)), schoolID: school.id,
          familyID: ExampleFamily.samsFamily, type: .phoneCall, direction: .outbound,
          occurredAt: Instant(moment) ?? ExampleFamily.now, loggedBy: ExampleFamily.sam)
        call.subject = "Call \(number)"
        rows.interactions.append(call)
      }
    }
    let page = try await stage.show("calendar")
    #expect(page.sectionTitles == ["Day by day", "Wednesday, Feb 11"])
    let call = try #require(page.rows.first)
    #expect(call.title == "Call 0" && call.trailing?.text == "23:00" && call.detail == "Duke")
    #expect(call.badges.map(\.text) == ["Planned: Phone call"] && page.rows.count == 1)
    // The exported file leaves out planned contacts. The file could not change after the time of
    // the contact, so a calendar program would show the contact as planned forever.
    #expect(try await !stage.file("calendar export").text.contains("Call"))
  }

  @Test("A deadline that passed is overdue, and today is named")
  func overdue() async throws {
    func page(_ day: String) async throws -> Page {
      try await Stage { rows in
        var progress = AthleteTask(
          id: .numbered(7), athleteID: ExampleFamily.sam, taskID: Stage.task.id)
        progress.deadline = Stage.day(day)
        rows.setProgress(progress, task: Stage.task.id, athlete: ExampleFamily.sam)
      }.show("calendar")
    }
    #expect(try await page("2026-02-09").rows.first?.badges.map(\.text) == ["Task due", "Overdue"])
    let today = try await page("2026-02-10")
    #expect(today.rows.first?.badges.map(\.text) == ["Task due"])
    #expect(today.sectionTitles.last == "Tuesday, Feb 10, today")
  }

  @Test(
    "The months before and after are a press away, as far as there are months",
    arguments: [
      ("calendar", ["calendar 2026-01", "calendar 2026-03"]),
      ("calendar 2026-12", ["calendar 2026-11", "calendar", "calendar 2027-01"]),
      ("calendar 0001-01", ["calendar", "calendar 0001-02"]),
      ("calendar 9999-12", ["calendar 9999-11", "calendar"]),
    ])
  func neighbours(_ line: String, _ commands: [String]) async throws {
    let page = try await Stage().show(line)
    #expect(
      page.commands.filter { $0.hasPrefix("calendar") && $0 != "calendar export" } == commands)
  }

  @Test("A day with many entries shows ten, and the others on request")
  func many() async throws {
    let stage = Stage { rows in
      for number in 0..<13 {
        rows.add(
          RecruitingEvent(
            id: .numbered(UInt64(100 + number)), athleteID: ExampleFamily.sam,
            familyID: ExampleFamily.samsFamily, type: .game, name: "Game \(number)",
            startDate: Stage.day("2026-02-20")))
      }
    }
    let page = try await stage.show("calendar")
    #expect(page.rows.count == 10)
    #expect(page.month?.entries.count == 10)
    #expect(page.more == CommandLink("… 3 more", "calendar 2026-02 --all"))
    #expect(try await stage.show("calendar 2026-02 --all").rows.count == 13)
  }

  @Test("Two tasks of one name are told apart by their grades, also when they are read aloud")
  func sameName() async throws {
    var later = TimelineTask(
      id: .numbered(2), title: Stage.task.title, gradeLevel: 11, category: .recruiting)
    later.dependencyIDs = [Stage.task.id]
    let stage = Stage(tasks: [Stage.task, later]) { rows in
      for (number, task) in [Stage.task, later].enumerated() {
        var dated = AthleteTask(
          id: .numbered(UInt64(100 + number)), athleteID: ExampleFamily.sam, taskID: task.id)
        dated.deadline = Stage.day("2026-03-08")
        rows.setProgress(dated, task: task.id, athlete: ExampleFamily.sam)
      }
    }
    #expect(
      try await stage.show("calendar 2026-03").rows.map(\.spoken) == [
        "Task due. Take the PSAT (grade 10)", "Task due. Take the PSAT (grade 11)",
      ])
  }

  @Test("A parent sees the athlete's month without letters, adds nothing, and the visit is logged")
  func parent() async throws {
    let stage = Self.full(as: ExampleFamily.dana)
    let page = try await stage.show("calendar 2026-03")
    #expect(page.banner?.lines.first == "You're viewing Sam Lee's recruiting data.")
    #expect(page.rows.count == 4 && page.row("Rosa Diaz") == nil)
    #expect(!page.commands.contains("events add"))
    #expect(try await Self.full().show("calendar 2026-03").commands.contains("events add"))
    #expect(stage.backend.hook.count(of: "viewLog.record") == 1)
  }

  @Test("A load that fails says so, and nothing of one viewer is left for the next")
  func failures() async throws {
    let stage = Self.full()
    stage.backend.hook.fail("calendarFacts.facts", .offline)
    let page = try await stage.show("calendar")
    #expect(page.problem?.cause == .offline)
    var state = CalendarFeature.State()
    state.wanted = .init(Stage.day("2026-03-01"))
    _ = stage.feature.reduce(&state, .viewerChanged)
    #expect(state == CalendarFeature.State())
  }
}

extension Stage {
  static func day(_ text: String) -> CalendarDay { CalendarDay(text) ?? .first }
}
