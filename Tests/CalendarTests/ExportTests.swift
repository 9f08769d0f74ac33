import CivilTime
import Domain
import ExampleBackend
import FeatureKit
import FeatureTesting
import Testing

@testable import Calendar

@Suite("The calendar as a file")
struct ExportTests {
  private func text(
    _ stage: Stage = Stage { $0.addEntries(of: ExampleFamily.sam) }
  ) async throws -> String {
    let (artifact, text) = try await stage.file("calendar export")
    #expect(artifact.name == "recruiting-calendar.ics")
    #expect(artifact.mediaType == "text/calendar")
    return text
  }

  @Test("Deadlines stand on their day, whatever the zone, and events at their hour in UTC")
  func entries() async throws {
    let text = try await text()
    #expect(text.hasPrefix("BEGIN:VCALENDAR\r\nVERSION:2.0\r\n"))
    #expect(text.hasSuffix("END:VCALENDAR\r\n"))
    #expect(text.contains("X-WR-CALNAME:Recruiting: Sam Lee\r\n"))
    #expect(text.contains("SUMMARY:Task due: Take the PSAT\r\n"))
    #expect(text.contains("SUMMARY:Offer deadline: Partial offer from Duke\r\n"))
    #expect(text.contains("SUMMARY:Letter due: Rosa Diaz\r\n"))
    #expect(text.contains("DTSTART;VALUE=DATE:20260308\r\nDTEND;VALUE=DATE:20260309\r\n"))
    // The event begins at 18:30 in a zone five hours behind UTC, which is 23:30 UTC.
    #expect(text.contains("DTSTART:20260308T233000Z\r\nDTEND:20260309T010000Z\r\n"))
    #expect(text.contains("SUMMARY:Spring\\; Preview\\, East\r\n"))
    #expect(text.contains("DTSTART;VALUE=DATE:20260308\r\nDTEND;VALUE=DATE:20260311\r\n"))
    #expect(text.contains("URL:https://example.org/a\r\n"))
    #expect(text.split(separator: "\r\n").allSatisfy { $0.utf8.count <= 75 })
  }

  @Test("An entry keeps its identity, and two athletes' same task are two")
  func identities() async throws {
    func ids(_ stage: Stage) async throws -> [Substring] {
      try await text(stage).replacing("\r\n ", with: "").split(separator: "\r\n")
        .filter { $0.hasPrefix("UID:") }
    }
    let mine = try await ids(Stage { $0.addEntries(of: ExampleFamily.sam) })
    #expect(try await ids(Stage { $0.addEntries(of: ExampleFamily.sam) }) == mine)
    #expect(Set(mine).count == 5)
    let parents = try await ids(
      Stage(as: ExampleFamily.dana) { $0.addEntries(of: ExampleFamily.sam) })
    #expect(parents == mine.filter { !$0.contains("letter") }, "letters are the athlete's own")
    let theirs = try await ids(
      Stage(as: ExampleFamily.mia) { $0.addEntries(of: ExampleFamily.mia) })
    #expect(theirs.count == 5)
    #expect(Set(theirs).intersection(mine).count == 4)
  }

  @Test("Nothing to do is a calendar without entries")
  func empty() async throws {
    #expect(try await !text(Stage()).contains("VEVENT"))
  }
}

extension MadeUpFamily {
  /// Adds a task, an offer and a letter that are due on 8 March 2026, a game on that day and a camp
  /// of three days.
  mutating func addEntries(of athlete: RecordID) {
    let day = CalendarDay("2026-03-08") ?? .first
    var progress = AthleteTask(id: .numbered(7), athleteID: athlete, taskID: Stage.task.id)
    progress.deadline = day
    setProgress(progress, task: Stage.task.id, athlete: athlete)
    let family = families.first { $0.playerID == athlete }?.id
    let school = School(id: .numbered(5), athleteID: athlete, familyID: family, name: "Duke")
    add(school)
    var offer = Offer(
      id: .numbered(8), athleteID: athlete, schoolID: school.id, type: .partial,
      offerDate: day.adding(days: -30))
    (offer.familyID, offer.deadlineDate) = (family, day)
    offers = [offer]
    var letter = RecommendationLetter(
      id: .numbered(6), athleteID: athlete, Letter(writerName: "Rosa Diaz"))
    letter.dueDate = day
    letters = [letter]
    var game = RecruitingEvent(
      id: .numbered(9), athleteID: athlete, familyID: family, type: .game,
      name: "Spring; Preview, East",
      startDate: day)
    game.startTime = TimeOfDay("18:30")
    game.endTime = TimeOfDay("20:00")
    game.location = "Field 2, Dayton"
    game.url = "https://example.org/a"
    add(game)
    var camp = RecruitingEvent(
      id: .numbered(10), athleteID: athlete, familyID: family, type: .camp, name: "Camp",
      startDate: day)
    camp.endDate = day.adding(days: 2)
    add(camp)
  }
}
