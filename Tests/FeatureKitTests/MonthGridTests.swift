import CivilTime
import FeatureKit
import Testing

@Suite("The weeks of a month")
struct MonthGridTests {
  @Test(
    "Weeks begin on Sunday, and every day of the month has one place",
    arguments: [
      ("2026-02-10", 0, 28, 4), ("2026-03-31", 0, 31, 5), ("2026-08-01", 6, 31, 6),
      ("2024-02-29", 4, 29, 5), ("0001-01-01", 1, 31, 5), ("9999-12-31", 3, 31, 5),
    ])
  func weeks(_ text: String, _ before: Int, _ days: Int, _ count: Int) throws {
    let day = try #require(CalendarDay(text))
    let weeks = MonthGrid(monthOf: day, today: day, entries: []).weeks
    #expect(weeks.count == count && weeks.allSatisfy { $0.count == 7 })
    let places = weeks.flatMap { $0 }
    #expect(places.prefix { $0 == nil }.count == before)
    #expect(places.compactMap { $0?.day } == Array(1...days))
    for week in weeks {
      for (place, day) in week.enumerated() {
        if let day { #expect(day.weekday == MonthGrid.weekdays[place]) }
      }
    }
  }

  @Test("A month has a title and the text that a command takes")
  func words() throws {
    let grid = MonthGrid(
      monthOf: try #require(CalendarDay("2026-03-08")), today: .first, entries: [])
    #expect(grid.title == "March 2026" && grid.text == "2026-03")
    #expect(MonthGrid.weekdays.map(\.shortName).joined() == "SunMonTueWedThuFriSat")
  }
}
