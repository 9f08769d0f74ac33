import Basics
import CivilTime
import Domain
import Testing

@Suite("Tries of family codes")
struct FamilyCodeTriesTests {
  private func moment(_ seconds: Int64) throws -> Instant {
    try Sample.instant("2026-02-10T12:00:00Z").adding(seconds: seconds)
  }

  @Test(
    "Five tries fit into five minutes; the sixth waits until the first of them is five minutes old",
    arguments: [
      ([], 0, nil), ([0, 0, 0, 0], 0, nil), ([0, 0, 0, 0, 0], 0, 5), ([0, 0, 0, 0, 0], 1, 5),
      ([0, 60, 120, 180, 239], 239, 2), ([0, 60, 120, 180, 240], 240, 1),
      ([0, 60, 120, 180, 240], 299, 1), ([0, 60, 120, 180, 240], 300, nil),
      // The clock was set back, so in the first case the five tries were made one second after the
      // current time. Tries from the future do not make the person wait.
      ([10, 10, 10, 10, 10], 9, nil), ([10, 10, 10, 10, 10], 10, 5),
    ] as [([Int64], Int64, Int?)])
  func waits(earlier: [Int64], now: Int64, minutes: Int?) throws {
    var tries = FamilyCodeTries(reading: nil)
    for seconds in earlier { try tries.note(try moment(seconds)) }
    var refusal: Problem?
    let moment = try moment(now)
    do throws(Problem) { try tries.note(moment) } catch {
      refusal = error
    }
    let words = minutes == 1 ? "minute" : "minutes"
    #expect(refusal?.fix == minutes.map { "Try again in \($0) \(words)." })
  }

  @Test("A try that is refused does not lengthen the wait")
  func refusedTries() throws {
    var tries = FamilyCodeTries(reading: nil)
    for _ in 1...5 { try tries.note(moment(0)) }
    let stored = tries.text
    #expect(throws: Problem.self) { try tries.note(try moment(200)) }
    #expect(tries.text == stored)
    try tries.note(moment(300))
    #expect(FamilyCodeTries(reading: tries.text) == tries)
    #expect(tries.text == (try moment(300)).description)
  }

  @Test("Stored text that is no moment is left out")
  func damaged() throws {
    let stored = "yesterday 2026-02-10T12:00:00.000Z 5"
    #expect(FamilyCodeTries(reading: stored).text == "2026-02-10T12:00:00.000Z")
  }
}
