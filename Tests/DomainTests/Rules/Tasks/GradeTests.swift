import CivilTime
import Domain
import Testing

@Suite("Grade")
struct GradeTests {
  @Test(
    "The grade follows from the graduation year, and turns on September 1",
    arguments: [
      ("2026-02-10", [2025: 12, 2026: 12, 2027: 11, 2028: 10, 2029: 9, 2030: 9]),
      ("2026-08-31", [2025: 12, 2026: 12, 2027: 11, 2028: 10, 2029: 9, 2030: 9]),
      ("2026-09-01", [2025: 12, 2026: 12, 2027: 12, 2028: 11, 2029: 10, 2030: 9]),
      ("2026-12-31", [2026: 12, 2027: 12, 2028: 11, 2029: 10, 2030: 9]),
      ("2027-01-01", [2026: 12, 2027: 12, 2028: 11, 2029: 10, 2030: 9]),
    ])
  func table(today: String, grades: [Int: Int]) throws {
    for (year, level) in grades {
      let grade = Grade(graduationYear: year, on: try Sample.day(today), fallback: 10)
      #expect(grade == Grade(level: level, graduationYear: year, isAssumed: false), "\(year)")
    }
  }

  @Test(
    "A year out of all bounds is held to 9 and 12",
    arguments: [(Int.min, 12), (-1, 12), (0, 12), (1990, 12), (2100, 9), (Int.max, 9)])
  func bounds(year: Int, level: Int) throws {
    #expect(
      Grade(graduationYear: year, on: try Sample.day("2026-02-10"), fallback: 10).level == level)
  }

  @Test(
    "Without a graduation year the fallback is said to be assumed",
    arguments: [(Grade.tasksFallback, 10), (Grade.suggestionsFallback, 9)])
  func fallback(fallback: Int, level: Int) throws {
    let grade = Grade(graduationYear: nil, on: try Sample.day("2026-02-10"), fallback: fallback)
    #expect(grade == Grade(level: level, graduationYear: nil, isAssumed: true))
  }

  @Test("The local day decides: an evening in August is still the old school year")
  func localDay() throws {
    let moment = try Sample.instant("2026-09-01T03:30:00Z")
    let newYork = try Zone.named("America/New_York")
    func level(_ zone: Zone) -> Int {
      Grade(graduationYear: 2028, on: zone.day(of: moment), fallback: 10).level
    }
    #expect(level(newYork) == 10)
    #expect(level(.utc) == 11)
  }

  @Test(
    "School ends for a class with May, in years that a calendar has",
    arguments: [
      (2026, "2026-05-31"), (1, "0001-05-31"), (9_999, "9999-05-31"), (0, nil), (10_000, nil),
      (-1, nil),
    ] as [(Int, String?)])
  func lastDay(year: Int, day: String?) {
    #expect(Grade.lastDay(ofClass: year)?.description == day)
  }

  @Test("The account's graduation year wins over the preference's")
  func source() {
    #expect(Grade.graduationYear(account: 2028, player: 2029) == 2028)
    #expect(Grade.graduationYear(account: nil, player: 2029) == 2029)
    #expect(Grade.graduationYear(account: nil, player: nil) == nil)
  }
}
