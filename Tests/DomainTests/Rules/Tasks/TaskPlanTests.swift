import Basics
import CivilTime
import Domain
import FeatureTesting
import Testing

@Suite("The plan for the months that are left")
struct TaskPlanTests {
  /// Returns a task of a plan with its number and due date. `after` has the numbers of the tasks
  /// that have to be done before it, `before` those of the tasks that it should precede, `season`
  /// the months in which it is possible, and `lastGrade` the last grade in which it makes sense.
  private func step(
    _ number: UInt64, due: String? = nil, after: [UInt64] = [], before: [UInt64] = [],
    season: [Int] = [], lastGrade: Int? = nil, optional: Bool = false
  ) -> TaskPlan.Step {
    TaskPlan.Step(
      id: .numbered(number), isRequired: !optional, deadline: due.flatMap { CalendarDay($0) },
      unmet: after.map { .numbered($0) }, before: before.map { .numbered($0) }, season: season,
      lastGrade: lastGrade)
  }

  private func plan(
    _ steps: [TaskPlan.Step], today: String = "2026-02-10", year: Int = 2026
  ) throws -> TaskPlan {
    TaskPlan(steps, today: try #require(CalendarDay(today)), graduationYear: year)
  }

  /// Returns a plan as text, with the numbers of the tasks for each month, such as `2026-02: 1 2,
  /// 2026-03: 3`.
  private func words(_ plan: TaskPlan) -> String {
    plan.months.map { month in
      String(month.firstDay.description.prefix(7)) + ": "
        + month.tasks.map { id in
          (1...20).first { RecordID.numbered($0) == id }.map { "\($0)" } ?? "?"
        }.joined(separator: " ")
    }.joined(separator: ", ")
  }

  @Test(
    "School ends with May of the year of graduation, and whole months are counted until then",
    arguments: [
      ("2026-05-31", 2026, 0), ("2026-05-01", 2026, 0), ("2026-04-30", 2026, 1),
      ("2026-02-10", 2026, 3), ("2025-12-31", 2026, 5), ("2026-11-29", 2027, 6),
      ("2026-06-01", 2026, nil), ("2030-01-01", 2026, nil), ("2026-02-10", 2028, 27),
    ] as [(String, Int, Int?)])
  func months(today: String, year: Int, left: Int?) throws {
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
      // The athlete's time at school ends in May, and the plan with it. A task that is due in
      // September is therefore put into May.
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
    // Usually a month gets three tasks. The plan has four months and fourteen tasks, so two tasks
    // are left over. Each goes into the month with the fewest tasks; among equal months, into the
    // earliest.
    #expect(
      words(try plan((1...14).map { step($0) }))
        == "2026-02: 1 2 3 13, 2026-03: 4 5 6 14, 2026-04: 7 8 9, 2026-05: 10 11 12")
  }

  @Test("A task stands behind what it waits for, and not after what waits for it")
  func order() throws {
    #expect(words(try plan([step(1, after: [2]), step(2)])) == "2026-02: 2, 2026-03: 1")
    // Task 1 waits for task 2, so it comes in the month after that of task 2. If there is no later
    // month, both tasks are in the last month.
    #expect(
      words(try plan([step(1, after: [2]), step(2, due: "2026-03-31")]))
        == "2026-03: 2, 2026-04: 1")
    #expect(words(try plan([step(1, after: [2]), step(2, due: "2026-05-31")])) == "2026-05: 2 1")
    // Each of the six tasks waits for the one before, but only four months are left. The first
    // three tasks therefore share a month.
    #expect(
      words(try plan((1...6).map { step($0, after: $0 == 1 ? [] : [$0 - 1]) }))
        == "2026-02: 1 2 3, 2026-03: 4, 2026-04: 5, 2026-05: 6")
    // Three tasks with due dates fill February. Task 1 is put into February nevertheless, because
    // task 2, which is due in February, waits for it.
    let full = (11...13).map { step($0, due: "2026-02-20") }
    #expect(
      words(try plan([step(1)] + full + [step(2, due: "2026-02-25", after: [1])]))
        == "2026-02: 1 11 12 13 2")
    // Task 3 is due in February and waits for task 2, which waits for task 1. All three go into
    // February, although February is full.
    #expect(
      words(
        try plan([step(1)] + full + [step(2, after: [1]), step(3, due: "2026-02-25", after: [2])]))
        == "2026-02: 1 11 12 13 2 3")
    // Tasks 5 and 6 are overdue, so they go into the current month before all others. So does task
    // 7, because task 6 waits for it.
    let open = (1...4).map { step($0) }
    let late = [step(5, due: "2025-10-31"), step(6, due: "2026-02-09", after: [7]), step(7)]
    #expect(words(try plan(open + late)) == "2026-02: 1 5 7 6, 2026-03: 2 3 4")
    // Task 1 waits for task 2 but is due before it. Each of the two stays in the month of its own
    // due date.
    #expect(
      words(try plan([step(1, due: "2026-02-20", after: [2]), step(2, due: "2026-04-01")]))
        == "2026-02: 1, 2026-04: 2")
  }

  /// Each case: the number of tasks that are due in February; the number of the task that task 2
  /// waits for, if any; and the resulting plan.
  @Test(
    "Of more than six tasks in a month those without a day move, but not past what they depend on",
    arguments: [
      (4, nil, "2026-02: 1 2 11 12 13 14, 2026-03: 3"),
      (5, nil, "2026-02: 1 11 12 13 14 15, 2026-03: 2 3"),
      (6, nil, "2026-02: 11 12 13 14 15 16, 2026-03: 1 2 3"),
      (9, nil, "2026-02: 11 12 13 14 15 16 17 18 19, 2026-03: 1 2 3"),
      // Here task 2 waits for task 1, and task 3 for both. The three may share a month, in this
      // order.
      (5, 1, "2026-02: 1 11 12 13 14 15, 2026-03: 2 3"),
      (6, 1, "2026-02: 11 12 13 14 15 16, 2026-03: 1 2 3"),
    ] as [(Int, UInt64?, String)])
  func crowded(due: Int, blocker: UInt64?, planned: String) throws {
    let dated = (11..<11 + UInt64(due)).map { step($0, due: "2026-02-20") }
    let second = step(2, after: blocker.map { [$0] } ?? [])
    let last = step(3, due: "2026-03-31", after: [1, 2])
    #expect(words(try plan([step(1), second] + dated + [last])) == planned)
    // If task 3 is due in February, nothing can move.
    let early = step(3, due: "2026-02-25", after: [1, 2])
    #expect(try plan([step(1), second] + dated + [early]).months.count == 1)
  }

  @Test("A task stands not after one that it stands before, which it may share a month with")
  func before() throws {
    let full = (11...13).map { step($0, due: "2026-02-20") }
    let filled = full + (14...16).map { step($0, due: "2026-03-20") }
    #expect(
      words(try plan(filled + [step(1)]))
        == "2026-02: 11 12 13, 2026-03: 14 15 16, 2026-04: 1")
    // February and March are full, so task 1 would go into April. Because of `before`, it goes into
    // February, so that it does not come after task 2 in March.
    #expect(
      words(try plan(filled + [step(1, before: [2]), step(2, due: "2026-03-31")]))
        == "2026-02: 11 12 13 1, 2026-03: 14 15 16 2")
    // Task 1 waits for task 3 and should precede task 2, which is due in March. Task 3 therefore
    // comes first, in February.
    #expect(
      words(
        try plan(
          filled + [step(3), step(1, after: [3], before: [2]), step(2, due: "2026-03-31")]))
        == "2026-02: 11 12 13 3, 2026-03: 14 15 16 1 2")
    // Task 2 has no due date, so it can be put after task 1, which has to wait for task 3.
    #expect(
      words(try plan([step(2), step(3, due: "2026-03-31"), step(1, after: [3], before: [2])]))
        == "2026-03: 3, 2026-04: 1 2")
    // `before` is ignored for task 19, which the plan does not contain, and for task 2, for which
    // task 1 waits.
    #expect(words(try plan([step(1, before: [19])])) == "2026-02: 1")
    #expect(
      words(try plan([step(1, after: [2], before: [2]), step(2)])) == "2026-02: 2, 2026-03: 1")
  }

  /// Each case: today, the days that are left of the month with today, and the plan of one task.
  @Test(
    "Of a month with fewer than seven days left the tasks stand in the next month",
    arguments: [
      ("2025-11-23", 8, "2025-11: 1"), ("2025-11-24", 7, "2025-11: 1"),
      ("2025-11-25", 6, "2025-12: 1"), ("2025-11-30", 1, "2025-12: 1"),
      ("2025-12-01", 31, "2025-12: 1"), ("2025-12-24", 8, "2025-12: 1"),
      ("2025-12-25", 7, "2025-12: 1"), ("2025-12-26", 6, "2026-01: 1"),
      ("2026-02-21", 8, "2026-02: 1"), ("2026-02-22", 7, "2026-02: 1"),
      ("2026-02-23", 6, "2026-03: 1"), ("2024-02-23", 7, "2024-02: 1"),
      ("2024-02-24", 6, "2024-03: 1"),
      // School ends with May, so no month is next.
      ("2026-05-31", 1, "2026-05: 1"),
    ])
  func endOfMonth(today: String, left: Int, planned: String) throws {
    let day = try #require(CalendarDay(today))
    #expect(day.days(until: day.firstOfMonth.adding(months: 1)) == left)
    #expect(words(try plan([step(1)], today: today)) == planned)
  }

  @Test("In the last days of a month only what is too late afterwards stands in it")
  func lastDays() throws {
    let today = "2026-02-27"
    let others = [step(2), step(3, due: "2025-10-31"), step(4, due: "2026-03-15")]
    #expect(words(try plan(others, today: today)) == "2026-03: 2 3 4")
    // Task 1 is due on the next day and waits for task 2. Task 5 has to come before task 6.
    #expect(
      words(
        try plan(
          [step(1, due: "2026-02-28", after: [2])] + others + [step(5), step(6, after: [5])],
          today: today)) == "2026-02: 2 1, 2026-03: 3 4 5, 2026-04: 6")
    // A task that is due in the next month, and the task for which it waits, share that month.
    #expect(
      words(try plan([step(1, due: "2026-03-15", after: [2]), step(2)], today: today))
        == "2026-03: 2 1")
    #expect(words(try plan([step(1, season: [1, 2])], today: today)) == "2026-02: 1")
    // March is crowded, but task 2, which has to come before task 11, does not move to February.
    let dated = (11...17).map { step($0, due: "2026-03-20") }
    let steps = [step(1, due: "2026-02-28")] + dated + [step(2, before: [11])]
    #expect(
      words(try plan(steps, today: today)) == "2026-02: 1, 2026-03: 2 11 12 13 14 15 16 17")
  }

  @Test(
    "A task of a season stands in the month before it, in which people register, or within it",
    arguments: [
      ("2026-02-10", 2027, nil, "2026-05: 1"), ("2026-05-25", 2027, nil, "2026-05: 1"),
      ("2026-05-31", 2027, nil, "2026-06: 1"), ("2026-06-01", 2027, nil, "2026-06: 1"),
      ("2026-08-31", 2027, nil, "2026-08: 1"),
      // In the first three cases the athlete finishes school before the next summer, so the task,
      // which belongs to summer, is left out of the plan.
      ("2026-09-01", 2027, nil, ""), ("2026-02-10", 2026, nil, ""), ("2026-05-31", 2026, nil, ""),
      ("2026-09-01", 2028, nil, "2027-05: 1"),
      // A due date in the future decides the month, even outside of the task's season. A due date
      // that has passed is ignored, and the season decides.
      ("2026-02-10", 2026, "2026-04-30", "2026-04: 1"),
      ("2026-02-10", 2026, "2026-02-10", "2026-02: 1"),
      ("2026-02-10", 2026, "2026-02-09", ""), ("2026-02-10", 2027, "2024-05-31", "2026-05: 1"),
    ] as [(String, Int, String?, String)])
  func season(today: String, year: Int, due: String?, planned: String) throws {
    let plan = try plan([step(1, due: due, season: [6, 7, 8])], today: today, year: year)
    #expect(words(plan) == planned)
    #expect(plan.leftOut == (planned.isEmpty ? [RecordID.numbered(1)] : []))
  }

  /// Each case: today; the deadline of task 1, if it has one; the other tasks; and the plan. Task 1
  /// is possible only in summer, and should precede task 2. If the plan does not name it, it is
  /// left out.
  @Test(
    "A task of a season that begins only after what it stands before is left out",
    arguments: [
      ("2026-02-10", nil, [("2026-04-30", [])], "2026-04: 2"),
      ("2026-02-10", nil, [("2026-05-31", [])], "2026-05: 1 2"),
      ("2026-02-10", nil, [("2026-06-30", [])], "2026-05: 1, 2026-06: 2"),
      ("2026-02-10", nil, [(nil, [])], "2026-05: 1 2"),
      // Task 2 has to precede task 3, so it cannot be put after the season either.
      (
        "2026-02-10", nil, [(nil, [3]), ("2026-04-30", [])], "2026-02: 2, 2026-04: 3"
      ),
      // Task 2 is overdue. The season has begun in the second case only.
      ("2026-02-10", nil, [("2026-01-31", [])], "2026-02: 2"),
      ("2026-06-10", nil, [("2026-05-31", [])], "2026-06: 1 2"),
      // Task 1 has a deadline of its own and keeps it.
      ("2026-02-10", "2026-06-15", [("2026-04-30", [])], "2026-04: 2, 2026-06: 1"),
    ] as [(String, String?, [(String?, [UInt64])], String)])
  func seasonAfterTheDecision(
    today: String, due: String?, others: [(String?, [UInt64])], planned: String
  ) throws {
    let others = others.enumerated().map { index, other in
      step(UInt64(index + 2), due: other.0, before: other.1)
    }
    let summer = step(1, due: due, before: [2], season: [6, 7, 8])
    let plan = try plan([summer] + others, today: today, year: 2027)
    #expect(words(plan) == planned)
    #expect(plan.leftOut == (planned.contains(": 1") ? [] : [RecordID.numbered(1)]))
    // A task that the plan does not contain leaves no other task out.
    let optional = try self.plan(
      [summer, step(2, due: "2026-04-30", optional: true)], today: "2026-02-10", year: 2027)
    #expect(optional.leftOut.isEmpty)
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

  @Test(
    "A task is left out after its last grade, unless it has a day that is still ahead",
    arguments: [
      (10, nil, "2024-05-25", "2024-05: 1 2"),
      (10, nil, "2024-05-31", "2024-05: 1, 2024-06: 2"), (10, nil, "2024-06-01", "2024-06: 2"),
      (11, nil, "2024-06-01", "2024-06: 1 2"), (11, "2025-05-31", "2025-10-01", "2025-10: 2"),
      (11, "2025-11-20", "2025-10-01", "2025-10: 2, 2025-11: 1"),
      (nil, nil, "2025-10-01", "2025-10: 1 2"),
    ] as [(Int?, String?, String, String)])
  func lastGrade(grade: Int?, due: String?, today: String, planned: String) throws {
    let plan = try plan([step(1, due: due, lastGrade: grade), step(2)], today: today)
    #expect(words(plan) == planned)
    #expect(plan.leftOut == (planned.contains(": 1") ? [] : [RecordID.numbered(1)]))
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
    #expect(plan.leftOut.map { keys[$0] } == ["10-01", "10-07", "10-14", "11-02", "11-12"])
    let planned = plan.months.flatMap(\.tasks).compactMap { keys[$0] }
    let decision = try #require(planned.firstIndex(of: "12-10"))
    // The tasks for a club, first e-mails, registrations, visits and camps must come before the
    // decision for a college.
    for key in ["9-06", "10-11", "11-05", "11-06", "11-11", "11-13", "11-15", "11-16"] {
      let place = try #require(planned.firstIndex(of: key))
      #expect(place < decision, "\(key)")
    }
    #expect(
      plan.months.map { String($0.firstDay.description.prefix(7)) }
        == ["2026-02", "2026-03", "2026-04", "2026-05"])
    #expect(plan.months[1].tasks.compactMap { keys[$0] }.contains("12-10"))
    // Tasks that the decision waits for fill the months before the decision. The other tasks come
    // after them.
    #expect(plan.months.map(\.tasks.count) == [12, 9, 5, 2])
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
