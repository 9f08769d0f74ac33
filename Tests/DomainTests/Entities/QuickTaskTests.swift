import Basics
import CivilTime
import Domain
import Testing

@Suite("Quick tasks")
struct QuickTaskTests {
  private let made = Instant(milliseconds: 1_770_724_800_000)

  @Test("A list survives being stored")
  func roundTrip() {
    let list = [
      QuickTask(id: Sample.id(1), text: "Call “Coach” Smith\n", createdAt: made),
      QuickTask(
        id: Sample.id(2), text: "Send transcript", isCompleted: true, createdAt: made,
        completedAt: made.adding(days: 1)),
    ]
    #expect(QuickTask.list(in: QuickTask.text(of: list)) == list)
  }

  @Test(
    "What cannot be read is an empty list, or left out",
    arguments: [
      nil, "", "nonsense", "{}", "null", #"["x", 3, {"id": "1"}, {"text": "no id"}]"#,
    ] as [String?])
  func unreadable(stored: String?) {
    #expect(QuickTask.list(in: stored).isEmpty)
  }

  @Test(
    "Both spellings of the keys are read",
    arguments: [
      #"[{"id":"task-1770724800000","text":"Call","completed":true,"created_at":"2026-02-10T12:00:00.000Z","completed_at":"2026-02-11T12:00:00.000Z"}]"#,
      #"[{"id":"task-1770724800000","text":"Call","isCompleted":true,"createdAt":"2026-02-10T12:00:00.000Z","completedAt":"2026-02-11T12:00:00.000Z"}]"#,
    ])
  func spellings(stored: String) throws {
    let task = try #require(QuickTask.list(in: stored).first)
    #expect(task.text == "Call" && task.isCompleted)
    #expect(task.createdAt == made)
    #expect(task.completedAt == made.adding(days: 1))
    #expect(task.id == QuickTask.list(in: stored).first?.id, "an id of another form stays the same")
  }

  @Test("Ids of another form that differ stay different")
  func foreignIDs() {
    let stored = #"[{"id":"task-1","text":"a"},{"id":"task-2","text":"b"}]"#
    #expect(Set(QuickTask.list(in: stored).map(\.id)).count == 2)
  }

  @Test(
    "A text is trimmed and has one to two hundred characters",
    arguments: [
      ("  Call Coach Smith ", "Call Coach Smith"),
      (String(repeating: "é", count: 200), String(repeating: "é", count: 200)),
    ])
  func texts(typed: String, kept: String) throws {
    #expect(try QuickTask.checkedText(typed) == kept)
  }

  @Test(
    "A text too short or too long is refused with what is wrong",
    arguments: [
      ("", "A quick task needs some words."), (" \n\t", "A quick task needs some words."),
      (
        String(repeating: "x", count: 201),
        "A quick task has at most 200 characters; this one has 201."
      ),
    ])
  func refusals(typed: String, words: String) {
    let problem = #expect(throws: Problem.self) { try QuickTask.checkedText(typed) }
    #expect(problem?.cause == .usage)
    #expect(problem?.title == words)
  }
}
