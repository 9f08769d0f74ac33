import Foundation
import Testing

@Suite("Killed at any moment")
struct KillTests {
  /// Tasks of the demo family's athlete that have no uncompleted prerequisite, so each can be
  /// completed.
  static let tasks = [
    "t43", "t54", "t57", "t60", "t40", "t45", "t51", "t56", "t48", "t55", "t61", "t41", "t52",
    "t42",
  ]
  static let kills = 200

  @Test("Every acknowledged completion is there after SIGKILL, and the file is sound")
  func killed() throws {
    var chance = Chance(seed: 20_260_210)
    var household = try Household()
    var usual = try Self.usualMicroseconds()
    var kept: Set<String> = []
    var acknowledged = 0
    for number in 0..<Self.kills {
      let position = number % Self.tasks.count
      if position == 0, number > 0 {
        try expectSound(household)
        household = try Household()
        kept = []
      }
      let task = Self.tasks[position]
      let running = try household.start(["tasks", "complete", task])
      // The process is killed at a random moment between its start and a little after its usual
      // end.
      usleep(UInt32(chance.next(below: UInt64(usual * 5 / 4))))
      running.kill()
      let answer = running.finish()
      let isAcknowledged = answer.output.hasPrefix("✓ \(task) ") && answer.output.contains("\n")
      #expect(answer.errors == "")
      let completed = try Self.completed(in: household)
      if isAcknowledged { acknowledged += 1 }
      // The expected duration is adjusted to the machine's load, so that about half of the commands
      // are acknowledged before they are killed.
      usual = isAcknowledged ? max(usual * 19 / 20, 1_000) : min(usual * 21 / 20, 10_000_000)
      #expect(
        completed == kept || (completed == kept.union([task])),
        "after \(task): \(completed.symmetricDifference(kept))")
      #expect(!isAcknowledged || completed.contains(task), "\(task) was acknowledged and is lost")
      kept = completed
    }
    try expectSound(household)
    // If almost all processes were killed too early, or almost all after their end, the test would
    // prove nothing.
    #expect((20...180).contains(acknowledged), "\(acknowledged) of \(Self.kills) were acknowledged")
  }

  private func expectSound(_ household: Household) throws {
    let doctor = try household.run(["doctor"])
    #expect(doctor.code == 0 && doctor.output.contains("✓ The file is sound."), "\(doctor)")
    #expect(try household.sql("PRAGMA integrity_check") == "'ok'\n")
    #expect(try household.sql("PRAGMA foreign_key_check") == "")
  }

  /// Returns the handles of those tasks of the test that are completed.
  private static func completed(in household: Household) throws -> Set<String> {
    let rows = try household.sql(
      """
      SELECT 't' || number FROM handles JOIN athlete_task ON task_id = handles.id
      WHERE kind = 't' AND status = 'completed'
      """)
    return Set(rows.split(separator: "\n").map { $0.filter { $0 != "'" } }).intersection(tasks)
  }

  /// Returns the median duration of three runs that complete a task and are not killed.
  private static func usualMicroseconds() throws -> Int64 {
    let household = try Household()
    let clock = ContinuousClock()
    let durations = try tasks.prefix(3).map { task in
      try clock.measure { _ = try household.run(["tasks", "complete", task]) }
    }
    return Int64(durations.sorted()[1] / .microseconds(1))
  }
}

/// A random number generator that gives the same numbers in every run.
private struct Chance {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next(below limit: UInt64) -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return (state >> 33) % limit
  }
}
