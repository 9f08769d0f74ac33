import Basics
import CivilTime
import Domain
import FeatureTesting
import Testing

@Suite("Summaries of steps")
struct HistoryStepTests {
  @Test(
    "A summary names its record after the verb, and says it without the handle too",
    arguments: [
      ("Completed t3 Take the ACT", "Completed Take the ACT", "t3"),
      ("Deleted s2 d1 Academy", "Deleted d1 Academy", "s2"),
      ("Took back 5: Deleted s2 Kent", "Took back: Deleted Kent", "s2"),
      ("Did again 5: Deleted s2 Kent", "Did again: Deleted Kent", "s2"),
      ("Marked 3 notifications as read", "Marked 3 notifications as read", nil),
      ("Changed the profile", "Changed the profile", nil),
    ] as [(String, String, String?)])
  func plain(summary: String, plain: String, handle: String?) throws {
    let step = try self.step(summary)
    #expect(step.plainSummary == plain)
    #expect(step.namedHandle == handle)
  }

  @Test(
    "Taking back what took a step back does that step again",
    arguments: [
      (
        "Added s1 Elm", "Took back 7: Added s1 Elm", "Took back: Added s1 Elm",
        "Did again: Added s1 Elm"
      ),
      (
        "Took back 5: Added s1 Elm", "Did again 5: Added s1 Elm", "Did again: Added s1 Elm",
        "Took back: Added s1 Elm"
      ),
      (
        "Did again 5: Added s1 Elm", "Took back 5: Added s1 Elm", "Took back: Added s1 Elm",
        "Did again: Added s1 Elm"
      ),
    ])
  func turning(summary: String, byNumber: String, undone: String, redone: String) throws {
    #expect(HistoryStep.summary(takingBack: 7, summary) == byNumber)
    #expect(try step(summary).wordsOfUndo == undone)
    #expect(try step(summary).wordsOfRedo == redone)
    #expect(HistoryStep.takesBack(byNumber))
    #expect(
      HistoryStep.withoutNumber(byNumber)
        == byNumber.replacing(" 7:", with: ":").replacing(" 5:", with: ":"))
    #expect(HistoryStep.withoutNumber("Added s1 Elm: Tier") == "Added s1 Elm: Tier")
  }

  private func step(_ summary: String) throws -> HistoryStep {
    HistoryStep(
      id: 1, person: Reference(kind: .person, id: .numbered(1), handle: "p1", title: "Sam"),
      athlete: nil, operation: "", summary: summary, at: try Sample.instant("2026-02-10T12:00:00Z"))
  }
}
