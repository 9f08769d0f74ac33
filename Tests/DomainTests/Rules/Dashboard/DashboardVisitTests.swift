import Basics
import CivilTime
import Domain
import Testing

@Suite("Since the last visit")
struct DashboardVisitTests {
  private static let seen = Instant(seconds: 1_770_724_800)

  @Test(
    "A visit ends after half an hour without the page, and what came after its end is new",
    arguments: [
      (0, nil, 0), (4 * 60 + 59, nil, 0), (5 * 60, nil, 5 * 60), (29 * 60 + 59, nil, 29 * 60 + 59),
      (30 * 60, 0, 30 * 60), (86_400, 0, 86_400), (-3_600, nil, 0),
    ] as [(Int64, Int64?, Int64)])
  func opened(after seconds: Int64, newSince: Int64?, seen: Int64) throws {
    let first = DashboardVisit.opened(after: nil, at: Self.seen)
    #expect(first.newSince == nil && first.seen == Self.seen)
    let next = DashboardVisit.opened(after: first, at: Self.seen.adding(seconds: seconds))
    #expect(next.newSince == newSince.map { Self.seen.adding(seconds: $0) })
    #expect(next.seen == Self.seen.adding(seconds: seen))
    #expect(DashboardVisit(next.text) == next)
  }

  @Test("Within a visit the same is new", arguments: [1, 6, 29])
  func sameVisit(minutes: Int64) throws {
    let day: Int64 = 86_400
    let first = DashboardVisit.opened(after: nil, at: Self.seen)
    let second = DashboardVisit.opened(after: first, at: Self.seen.adding(seconds: day))
    let again = DashboardVisit.opened(
      after: second, at: Self.seen.adding(seconds: day + minutes * 60))
    #expect(again.newSince == Self.seen)
  }

  @Test("A text that is none is no visit", arguments: ["", "soon", "soon 1", "2026-02-10 1 2"])
  func malformed(text: String) {
    #expect(DashboardVisit(text) == nil)
  }

  @Test(
    "A summary's record stands beside it, unless it is gone",
    arguments: [
      ("setTaskStatus", "Completed t3 Take the ACT", "Completed Take the ACT", "t3"),
      ("deleteSchool", "Deleted s4 Elm", "Deleted Elm", nil),
      ("importSchools", "Imported 30 schools", "Imported 30 schools", nil),
      ("undo", "Took back 12: Added s1 Elm", "Took back: Added Elm", nil),
    ] as [(String, String, String, String?)])
  func news(operation: String, summary: String, shown: String, handle: String?) {
    let dana = Reference(kind: .person, id: Sample.id(1), handle: "p2", title: "Dana Lee")
    let item = NewsItem(
      HistoryStep(
        id: 1, person: dana, athlete: nil, operation: operation, summary: summary, at: Self.seen))
    #expect(
      item == NewsItem(at: Self.seen, person: "Dana Lee", summary: shown, handle: handle))
  }
}
