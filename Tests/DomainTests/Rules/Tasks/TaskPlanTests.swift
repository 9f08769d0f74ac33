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
    _ number: UInt64, due: String? = nil, after: [UInt64] = [], before: [UInt64] = [],
    season: [Int] = [], optional: Bool = false
  ) -> TaskPlan.Step {
    TaskPlan.Step(
      id: .numbered(number), isRequired: !optional, deadline: due.flatMap { CalendarDay($0) },
      unmet: after.map { .numbered($0) }, before: before.map { .numbered($0) }, season: season)
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

  @Test("A task stands not after one that it stands before, which it may share a month with")
  func before() throws {
    let full = (11...13).map { step($0, due: "2026-02-20") }
    let filled = full + (14...16).map { step($0, due: "2026-03-20") }
    #expect(
      words(try plan(filled + [step(1)]))
        == "2026-02: 11 12 13, 2026-03: 14 15 16, 2026-04: 1")
    // Without the line `before`, task 1 would stand in April, after task 2.
    #expect(
      words(try plan(filled + [step(1, before: [2]), step(2, due: "2026-03-31")]))
        == "2026-02: 11 12 13 1, 2026-03: 14 15 16 2")
    // What task 1 waits for comes before it, and so before task 2 too.
    #expect(
      words(
        try plan(
          filled + [step(3), step(1, after: [3], before: [2]), step(2, due: "2026-03-31")]))
        == "2026-02: 11 12 13 3, 2026-03: 14 15 16 1 2")
    // Without a deadline, task 2 is moved behind task 1.
    #expect(
      words(try plan([step(2), step(3, due: "2026-03-31"), step(1, after: [3], before: [2])]))
        == "2026-03: 3, 2026-04: 1 2")
    // A task that is not there, or that the task waits for, changes nothing.
    #expect(words(try plan([step(1, before: [19])])) == "2026-02: 1")
    #expect(
      words(try plan([step(1, after: [2], before: [2]), step(2)])) == "2026-02: 2, 2026-03: 1")
  }

  @Test(
    "A task of a season stands in the month before it, in which people register, or within it",
    arguments: [
      ("2026-02-10", 2027, nil, "2026-05: 1"), ("2026-05-31", 2027, nil, "2026-05: 1"),
      ("2026-06-01", 2027, nil, "2026-06: 1"), ("2026-08-31", 2027, nil, "2026-08: 1"),
      // The next summer comes after the end of school.
      ("2026-09-01", 2027, nil, ""), ("2026-02-10", 2026, nil, ""), ("2026-05-31", 2026, nil, ""),
      ("2026-09-01", 2028, nil, "2027-05: 1"),
      // A deadline ahead counts more than the season, and a deadline that has passed does not.
      ("2026-02-10", 2026, "2026-04-30", "2026-04: 1"),
      ("2026-02-10", 2026, "2026-02-10", "2026-02: 1"),
      ("2026-02-10", 2026, "2026-02-09", ""), ("2026-02-10", 2027, "2024-05-31", "2026-05: 1"),
    ] as [(String, Int, String?, String)])
  func season(today: String, year: Int, due: String?, planned: String) throws {
    let plan = try plan([step(1, due: due, season: [6, 7, 8])], today: today, year: year)
    #expect(words(plan) == planned)
    #expect(plan.leftOut == (planned.isEmpty ? [RecordID.numbered(1)] : []))
  }

  @Test("A season may last over the end of a year, and what waits for a task left out is planned")
  func winter() throws {
    let winter = step(1, season: [12, 1, 2])
    #expect(words(try plan([winter], today: "2025-10-05")) == "2025-11: 1")
    #expect(words(try plan([winter], today: "2026-01-05")) == "2026-01: 1")
    let late = try plan([winter, step(2, after: [1]), step(3, season: [12], optional: true)])
    #expect(words(late) == "2026-02: 1, 2026-03: 2")
    let over = try plan(
      [winter, step(2, after: [1]), step(3, season: [12], optional: true)], today: "2026-03-01")
    #expect(words(over) == "2026-03: 2" && over.leftOut == [RecordID.numbered(1)])
  }

  @Test("The catalogue's plan of a senior in February has no summer, and the decision comes last")
  func senior() throws {
    let steps = TaskCatalogue.templates.map { template in
      TaskPlan.Step(
        TaskWithStatus(
          reference: reference(template.id, template.title), task: template,
          deadline: Deadline.day(
            explicit: nil, dueMonth: template.dueMonth, grade: template.gradeLevel,
            graduationYear: 2026),
          prerequisites: template.dependencyIDs.map { id in
            TaskWithStatus.Prerequisite(
              reference: reference(id, ""), gradeLevel: 9, isCompleted: false)
          }, isFromBefore: template.gradeLevel < 12))
    }
    let plan = try plan(steps)
    let keys = Dictionary(uniqueKeysWithValues: TaskCatalogue.all.map { ($0.id, $0.key) })
    #expect(plan.leftOut.map { keys[$0] } == ["10-07", "10-14"])
    let planned = plan.months.flatMap(\.tasks).compactMap { keys[$0] }
    let decision = try #require(planned.firstIndex(of: "12-10"))
    // First e-mails, registrations, visits, camps and videos.
    for key in ["10-11", "11-05", "11-06", "11-11", "11-13", "11-15", "11-16", "11-12"] {
      let place = try #require(planned.firstIndex(of: key))
      #expect(place < decision, "\(key)")
    }
    #expect(
      plan.months.map { String($0.firstDay.description.prefix(7)) }
        == ["2026-02", "2026-03", "2026-04", "2026-05"])
    #expect(plan.months[1].tasks.compactMap { keys[$0] }.contains("12-10"))
  }

  private func reference(_ id: RecordID, _ title: String) -> Reference {
    Reference(kind: .task, id: id, handle: "", title: title)
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
