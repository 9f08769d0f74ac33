import Basics
import CivilTime
import Domain
import Testing

@Suite("Suggestions shown and closed")
struct SuggestionListsTests {
  private func rows(_ count: Int, _ edit: (inout RecruitingSuggestion) -> Void = { _ in }) throws
    -> [RecruitingSuggestion]
  {
    try (0..<count).map { index in
      var row = try SuggestionSample.row(UInt64(index))
      edit(&row)
      return row
    }
  }

  @Test("Urgent ones first, then the oldest, then by id; words do not sort")
  func order() throws {
    let rows = [
      try SuggestionSample.row(1, .missingVideo, "odd"),
      try SuggestionSample.row(2, .missingVideo, "low"),
      try SuggestionSample.row(3, .missingVideo, "medium"),
      try SuggestionSample.row(4, .missingVideo, "high", created: "2026-01-02T00:00:00Z"),
      try SuggestionSample.row(6, .missingVideo, "high"),
      try SuggestionSample.row(5, .missingVideo, "high"),
    ]
    #expect(
      SuggestionOrder.sorted(rows).map(\.id) == [5, 6, 4, 3, 2, 1].map { Sample.id($0) })
  }

  @Test(
    "Three come forward at a time", arguments: [(0, 0), (1, 1), (2, 2), (3, 3), (4, 3), (9, 3)])
  func surfacing(count: Int, surfaced: Int) throws {
    let now = try Sample.instant(SuggestionSample.now)
    let next = SuggestionLists.surfacing(try rows(count), now: now)
    #expect(next.count == surfaced)
    #expect(next.allSatisfy { $0.isVisible && $0.surfacedAt == now && $0.updatedAt == now })
    #expect(next.map(\.id) == (0..<surfaced).map { Sample.id(UInt64($0)) })
  }

  @Test("The rules bring forward what waits among the first three of all open ones")
  func surfacedByRules() throws {
    let now = try Sample.instant(SuggestionSample.now)
    func surfaced(_ rows: [RecruitingSuggestion]) -> [RecordID] {
      SuggestionLists.surfacedByRules(rows, now: now).map(\.id)
    }
    #expect(surfaced(try rows(5)) == (0..<3).map { Sample.id(UInt64($0)) })
    let shown = try rows(4) { $0.isPendingSurface = false }
    #expect(surfaced(shown).isEmpty)
    let urgent = try SuggestionSample.row(9, .portfolioHealth, "high")
    #expect(surfaced(shown + [urgent]) == [urgent.id])
    // Four suggestions are visible, and three is the limit. A new suggestion of the same urgency
    // becomes visible only when fewer than three are visible.
    let alike = try SuggestionSample.row(
      8, .portfolioHealth, shown[0].urgency.raw, created: "2026-02-09T23:59:59Z")
    #expect(surfaced(shown + [alike]).isEmpty)
    #expect(surfaced(Array(shown.prefix(2)) + [alike]) == [alike.id])
    var closed = urgent
    closed.isDismissed = true
    #expect(surfaced(shown + [closed]).isEmpty)
  }

  @Test("Only open ones that wait come forward, urgent ones first")
  func surfacingOrder() throws {
    var rows = try rows(3)
    rows[0].isDismissed = true
    rows[1].isPendingSurface = false
    rows.append(try SuggestionSample.row(9, .portfolioHealth, "high"))
    let next = SuggestionLists.surfacing(rows, now: try Sample.instant(SuggestionSample.now))
    #expect(next.map(\.id) == [Sample.id(9), Sample.id(2)])
  }

  @Test(
    "Visible are the surfaced open ones, three on the dashboard; the rest is counted",
    arguments: [(0, 0, 0, 0), (2, 0, 2, 0), (3, 0, 3, 0), (4, 0, 3, 1), (2, 3, 2, 3), (5, 2, 3, 4)])
  func visible(surfaced: Int, waiting: Int, shown: Int, more: Int) throws {
    var rows = try rows(surfaced + waiting) { $0.isPendingSurface = false }
    for index in surfaced..<rows.count { rows[index].isPendingSurface = true }
    rows.append(
      try SuggestionSample.row(50) {
        $0.isPendingSurface = false
        $0.isCompleted = true
      })
    rows.append(
      try SuggestionSample.row(51) {
        $0.isPendingSurface = false
        $0.isDismissed = true
      })
    let visible = SuggestionLists.visible(rows)
    #expect(visible.count == shown)
    #expect(SuggestionLists.pendingCount(rows) == surfaced + waiting)
    let page = SuggestionsData(
      rows: visible.map {
        SuggestionRow(
          reference: Reference(kind: .suggestion, id: $0.id, handle: "g1", title: ""),
          suggestion: $0)
      }, pendingCount: SuggestionLists.pendingCount(rows))
    #expect(page.moreCount == more)
  }

  @Test("A school's page shows its own, two of them")
  func school() throws {
    var rows = try rows(3) { $0.isPendingSurface = false }
    rows.append(try SuggestionSample.row(9, school: 2) { $0.isPendingSurface = false })
    rows.append(try SuggestionSample.row(10, school: nil) { $0.isPendingSurface = false })
    let shown = SuggestionLists.visible(
      rows, school: Sample.id(1), limit: SuggestionLists.shownOnSchool)
    #expect(shown.map(\.id) == [Sample.id(0), Sample.id(1)])
    #expect(SuggestionLists.pendingCount(rows, school: Sample.id(1)) == 3)
    #expect(SuggestionLists.visible(rows, school: Sample.id(3)).isEmpty)
  }

  @Test("Dismissing and completing note the moment, and a second time changes nothing")
  func closing() throws {
    let first = try Sample.instant("2026-02-01T00:00:00Z")
    let later = try Sample.instant("2026-02-02T00:00:00Z")
    let row = try SuggestionSample.row(1)
    let dismissed = row.dismissed(at: first)
    #expect(dismissed.isDismissed && dismissed.dismissedAt == first)
    #expect(dismissed.updatedAt == first)
    #expect(dismissed.dismissed(at: later) == dismissed)
    let completed = row.completed(at: first)
    #expect(completed.isCompleted && completed.completedAt == first && !completed.isDismissed)
    #expect(completed.completed(at: later) == completed)
    #expect(completed.dismissed(at: later) == completed)
    // A suggestion can be closed only once. Completing a suggestion that was dismissed changes
    // nothing.
    #expect(dismissed.completed(at: later) == dismissed)
    let seen = row.surfaced(at: first)
    #expect(seen.surfaced(at: later) == seen)
  }

  @Test("Logging an interaction completes what asked for one with that school, and no more")
  func logging() throws {
    let now = try Sample.instant(SuggestionSample.now)
    let rows = [
      try SuggestionSample.row(1), try SuggestionSample.row(2, .prioritySchoolReminder),
      try SuggestionSample.row(3) { $0.isPendingSurface = false },
      try SuggestionSample.row(4, school: 2), try SuggestionSample.row(5, school: nil),
      try SuggestionSample.row(6) { $0.action = .known(.addSchool) },
      try SuggestionSample.row(7) { $0.isDismissed = true },
      try SuggestionSample.row(8) { $0.isCompleted = true },
    ]
    let done = SuggestionLists.completed(byInteractionWith: Sample.id(1), rows, now: now)
    #expect(done.map(\.id) == [1, 2, 3].map { Sample.id($0) })
    #expect(done.allSatisfy { $0.isCompleted && $0.completedAt == now })
  }

  @Test(
    "Only the athlete dismisses and completes: a parent looks, a stranger finds nothing",
    arguments: [
      (99, UserRole.player, true, "allowed"), (98, .parent, true, "refused"),
      (97, .player, false, "hidden"),
    ])
  func authority(id: UInt64, role: UserRole, isMember: Bool, decision: String) {
    let family = Sample.id(50)
    let caller = Caller(id: Sample.id(id), role: role, families: isMember ? [family] : [])
    let scope = RowScope(owner: SuggestionSample.athlete, family: family)
    #expect("\(Authority.decide(.update, .suggestion, of: scope, by: caller))" == decision)
  }

  @Test(
    "Each action leads to its command",
    arguments: [
      ("log_interaction", true, "interactions log email s3"),
      ("log_interaction", false, "interactions add"),
      ("add_video", false, "documents add"),
      ("update_video", false, "documents"),
      ("add_school", false, "schools add"), (nil, false, "tasks"),
      ("call_grandma", false, "tasks"),
    ] as [(String?, Bool, String)])
  func actions(action: String?, hasSchool: Bool, command: String) throws {
    let suggestion = try SuggestionSample.row(1, school: hasSchool ? 1 : nil) {
      $0.action = action.map(Open.init)
    }
    var row = SuggestionRow(
      reference: Reference(kind: .suggestion, id: suggestion.id, handle: "g1", title: ""),
      suggestion: suggestion)
    if hasSchool {
      row.school = Reference(kind: .school, id: Sample.id(1), handle: "s3", title: "Cedar Valley")
    }
    #expect(row.actionCommand == command)
    #expect(row.title == "Get back in touch")
    row.task = Reference(kind: .task, id: Sample.id(5), handle: "t9", title: "Register")
    if suggestion.action?.known == nil { #expect(row.actionCommand == "tasks show t9") }
  }

  @Test("Every rule has a title and a condition of its own")
  func titles() {
    #expect(Set(SuggestionRule.allCases.map(\.words)).count == 11)
    #expect(Set(SuggestionRule.allCases.map(\.condition)).count == 11)
  }

  @Test("A parent is asked to talk about it, an athlete is not")
  func discussing() {
    let parent = Viewing(person: Sample.id(98), role: .parent, athlete: Sample.id(99))
    let alone = Viewing(person: Sample.id(98), role: .parent)
    let athlete = Viewing(person: Sample.id(99), role: .player, athlete: Sample.id(99))
    #expect(parent.suggestionNote == "Consider discussing together")
    #expect(alone.suggestionNote == nil)
    #expect(athlete.suggestionNote == nil)
  }
}
