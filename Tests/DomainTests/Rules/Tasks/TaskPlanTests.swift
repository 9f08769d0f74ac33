import Basics
import CivilTime
import Domain
import FeatureTesting
import Testing

@Suite("The plan for the months that are left")
struct TaskPlanTests {
  /// Returns a step of a plan with its number, its due date and the numbers of the tasks that it
  /// waits for.
  private func step(
    _ number: UInt64, due: String? = nil, after: [UInt64] = [], optional: Bool = false
  ) -> TaskPlan.Step {
    TaskPlan.Step(
      id: .numbered(number), isRequired: !optional, deadline: due.flatMap { CalendarDay($0) },
      unmet: after.map { .numbered($0) })
  }

  private func plan(
    _ steps: [TaskPlan.Step], today: String = "2026-02-10", year: Int = 2026
  ) throws -> TaskPlan {
    TaskPlan(steps, today: try #require(CalendarDay(today)), graduationYear: year)
  }

  /// Returns a plan as text, such as `2026-02: 1 2, 2026-03: 3`.
  private func words(_ plan: TaskPlan) -> String {
    plan.months.map { month in
      String(month.firstDay.description.prefix(7)) + ": "
        + month.tasks.map { id in
          (1...20).first { RecordID.numbered($0) == id }.map { "\($0)" } ?? "?"
        }.joined(separator: " ")
    }.joined(separator: ", ")
  }

  @Test(
    "School ends with May of the year of graduation, and the month of today counts",
    arguments: [
      ("2026-05-31", 2026, 1), ("2026-05-01", 2026, 1), ("2026-04-30", 2026, 2),
      ("2026-02-10", 2026, 4), ("2025-12-31", 2026, 6), ("2026-06-01", 2026, 1),
      ("2030-01-01", 2026, 1), ("2026-02-10", 2028, 28), ("2026-02-10", 9999, 60),
    ])
  func months(today: String, year: Int, left: Int) throws {
    #expect(try plan([], today: today, year: year).monthsLeft == left)
  }

  @Test("Nothing to do is no month")
  func empty() throws {
    #expect(try plan([]).months.isEmpty)
    #expect(try plan([step(1, optional: true)]).months.isEmpty)
  }

  @Test(
    "A task that is due stands in the month of its day; one of yesterday is as early as it can be",
    arguments: [
      ("2026-02-10", "2026-02: 1"), ("2026-02-28", "2026-02: 1"), ("2026-03-01", "2026-03: 1"),
      ("2026-02-09", "2026-02: 1"), ("2024-02-09", "2026-02: 1"), ("2026-05-31", "2026-05: 1"),
      // The athlete's time at school ends in May, so the plan ends there. A task that is due in
      // September is put into May.
      ("2026-09-01", "2026-05: 1"),
    ])
  func dated(day: String, planned: String) throws {
    #expect(words(try plan([step(1, due: day)])) == planned)
  }

  @Test("A month takes three undated tasks, and dated ones count")
  func capacity() throws {
    #expect(words(try plan((1...4).map { step($0) })) == "2026-02: 1 2 3, 2026-03: 4")
    let dated = (11...13).map { step($0, due: "2026-02-20") }
    #expect(words(try plan(dated + [step(1)])) == "2026-02: 11 12 13, 2026-03: 1")
    let two = (11...12).map { step($0, due: "2026-02-20") }
    #expect(words(try plan(two + [step(1)])) == "2026-02: 11 12 1")
    // Three tasks are the usual number for a month. Four months can take twelve, so each further
    // task goes into the month with the fewest tasks, the earliest of several.
    #expect(
      words(try plan((1...14).map { step($0) }))
        == "2026-02: 1 2 3 13, 2026-03: 4 5 6 14, 2026-04: 7 8 9, 2026-05: 10 11 12")
  }

  @Test("A task stands behind what it waits for, and not after what waits for it")
  func order() throws {
    #expect(words(try plan([step(1, after: [2]), step(2)])) == "2026-02: 2, 2026-03: 1")
    // Task 1 comes in the month after the task that it waits for. If there is no later month, both
    // are in the last month.
    #expect(
      words(try plan([step(1, after: [2]), step(2, due: "2026-03-31")]))
        == "2026-03: 2, 2026-04: 1")
    #expect(words(try plan([step(1, after: [2]), step(2, due: "2026-05-31")])) == "2026-05: 2 1")
    // The chain is longer than the months that are left, so the first tasks of the chain share a
    // month.
    #expect(
      words(try plan((1...6).map { step($0, after: $0 == 1 ? [] : [$0 - 1]) }))
        == "2026-02: 1 2 3, 2026-03: 4, 2026-04: 5, 2026-05: 6")
    // Three tasks with due dates fill February, but task 1 is put there too, because a task that is
    // due in February waits for it.
    let full = (11...13).map { step($0, due: "2026-02-20") }
    #expect(
      words(try plan([step(1)] + full + [step(2, due: "2026-02-25", after: [1])]))
        == "2026-02: 1 11 12 13 2")
    // Task 1 goes into full February because task 3, which is due there, waits for it through task
    // 2.
    #expect(
      words(
        try plan([step(1)] + full + [step(2, after: [1]), step(3, due: "2026-02-25", after: [2])]))
        == "2026-02: 1 11 12 13 2 3")
    // An overdue task goes into the current month before all others, and so do the tasks that it
    // waits for.
    let open = (1...4).map { step($0) }
    let late = [step(5, due: "2025-10-31"), step(6, due: "2026-02-09", after: [7]), step(7)]
    #expect(words(try plan(open + late)) == "2026-02: 1 5 7 6, 2026-03: 2 3 4")
    // A task is due before the task that it waits for. Each keeps the month of its own due date.
    #expect(
      words(try plan([step(1, due: "2026-02-20", after: [2]), step(2, due: "2026-04-01")]))
        == "2026-02: 1, 2026-04: 2")
  }

  @Test("An optional task is planned where a required one waits for it, also through others")
  func optional() throws {
    #expect(
      words(
        try plan([
          step(1, optional: true), step(2, after: [3]), step(3, after: [4], optional: true),
          step(4, optional: true),
        ])) == "2026-02: 4, 2026-03: 3, 2026-04: 2")
  }

  @Test(
    "Tasks that wait for each other, for themselves or for what is not there are planned all the same"
  )
  func faults() throws {
    #expect(
      words(try plan([step(1, after: [2]), step(2, after: [1])])) == "2026-02: 2, 2026-03: 1")
    #expect(words(try plan([step(1, after: [1]), step(2, after: [19])])) == "2026-02: 1 2")
  }
}
