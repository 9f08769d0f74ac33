import Basics
import CivilTime
import Domain
import Testing

@Suite("Deadlines")
struct DeadlineTests {
  @Test(
    "A due month is the last day of that month in the school year of the grade",
    arguments: [
      (10, 11, "2025-11-30"), (10, 2, "2026-02-28"), (12, 2, "2028-02-29"), (9, 9, "2024-09-30"),
      (9, 5, "2025-05-31"), (12, 12, "2027-12-31"), (12, 1, "2028-01-31"), (11, 4, "2027-04-30"),
    ])
  func dueMonth(grade: Int, month: Int, expected: String) {
    let day = Deadline.day(explicit: nil, dueMonth: month, grade: grade, graduationYear: 2028)
    #expect(day?.description == expected)
  }

  @Test("A date of its own wins over the due month, and stands without one")
  func explicit() throws {
    let own = try Sample.day("2026-03-05")
    for (month, year) in [(11, 2028), (nil, 2028), (11, nil), (nil, nil)] as [(Int?, Int?)] {
      #expect(
        Deadline.day(explicit: own, dueMonth: month, grade: 10, graduationYear: year) == own)
    }
  }

  @Test(
    "A date of one's own is at most a year past and six years ahead",
    arguments: [
      ("2025-02-09", false), ("2025-02-10", true), ("2026-02-10", true), ("2032-02-10", true),
      ("2032-02-11", false), ("0001-01-01", false),
    ])
  func ownDays(day: String, isPossible: Bool) throws {
    let today = try Sample.day("2026-02-10")
    let day = try Sample.day(day)
    #expect(Deadline.ownDays(on: today).contains(day) == isPossible)
    #expect((Problem(dueDate: day, on: today) == nil) == isPossible)
  }

  @Test("A date nobody can mean is named, with those that can be")
  func impossibleDay() throws {
    let problem = Problem(
      dueDate: try Sample.day("9999-12-31"), on: try Sample.day("2026-02-10"))
    #expect(
      problem
        == Problem(
          .usage, "Dec 31, 9999 cannot be a due date.", details: ["Nothing was changed."],
          fix: "Choose a day from Feb 10, 2025 to Feb 10, 2032."))
    #expect(Problem(dueDate: nil, on: try Sample.day("2026-02-10")) == nil)
  }

  @Test(
    "Without a month, a graduation year or a grade of school there is no deadline",
    arguments: [
      (nil, 10, 2028), (11, 10, nil), (6, 10, 2028), (8, 10, 2028), (0, 10, 2028), (13, 10, 2028),
      (11, 8, 2028), (11, 13, 2028), (11, 10, 0), (11, 10, Int.max), (11, 9, 1),
    ] as [(Int?, Int, Int?)])
  func noDeadline(month: Int?, grade: Int, year: Int?) {
    #expect(Deadline.day(explicit: nil, dueMonth: month, grade: grade, graduationYear: year) == nil)
  }

  @Test("The months of a school year are in its order")
  func monthsInOrder() throws {
    let days = Deadline.schoolMonths.compactMap {
      Deadline.day(explicit: nil, dueMonth: $0, grade: 10, graduationYear: 2028)
    }
    #expect(days.count == 9)
    #expect(days == days.sorted())
  }

  @Test(
    "Urgency and short text change exactly at their days",
    arguments: [
      (-400, DeadlineUrgency.critical, "Overdue"), (-1, .critical, "Overdue"),
      (0, .urgent, "Today"),
      (1, .urgent, "Tomorrow"), (2, .urgent, "Feb 12"), (7, .urgent, "Feb 17"),
      (8, .upcoming, "Feb 18"), (14, .upcoming, "Feb 24"), (15, .future, "Feb 25"),
      (202, .future, "Aug 31"), (203, .future, "Sep 1, 2026"), (400, .future, "Mar 17, 2027"),
    ])
  func boundaries(days: Int, urgency: DeadlineUrgency, text: String) throws {
    let today = try Sample.day("2026-02-10")
    let deadline = today.adding(days: days)
    for status in [TaskStatus.notStarted, .inProgress] {
      #expect(DeadlineUrgency(deadline: deadline, status: status, today: today) == urgency)
      #expect(Deadline.shortText(of: deadline, status: status, today: today) == text)
    }
  }

  @Test(
    "A locked task is not overdue, and is near its day like any other",
    arguments: [(-1, DeadlineUrgency.none, nil), (0, .urgent, "Today")]
      as [(Int, DeadlineUrgency, String?)])
  func locked(days: Int, urgency: DeadlineUrgency, text: String?) throws {
    let today = try Sample.day("2026-02-10")
    let deadline = today.adding(days: days)
    #expect(
      DeadlineUrgency(deadline: deadline, status: .notStarted, isLocked: true, today: today)
        == urgency)
    #expect(
      Deadline.shortText(of: deadline, status: .notStarted, isLocked: true, today: today) == text)
  }

  @Test(
    "A completed or skipped task, or one without a deadline, presses nobody",
    arguments: [(TaskStatus.completed, -3), (.skipped, -3), (.notStarted, nil), (.inProgress, nil)]
      as [(TaskStatus, Int?)])
  func none(status: TaskStatus, days: Int?) throws {
    let today = try Sample.day("2026-02-10")
    let deadline = days.map(today.adding(days:))
    #expect(DeadlineUrgency(deadline: deadline, status: status, today: today) == .none)
    #expect(Deadline.shortText(of: deadline, status: status, today: today) == nil)
  }

  @Test(
    "Calendar days count, whatever the hour and across daylight saving",
    arguments: [
      // Less than eight times 24 hours are left until the deadline, but eight calendar days. The
      // rule counts calendar days.
      ("2026-02-10T23:00:00Z", "2026-02-18", DeadlineUrgency.upcoming),
      // At 00:30 and at 23:30 of February 10 in New York, seven calendar days are left.
      ("2026-02-10T05:30:00Z", "2026-02-17", .urgent),
      ("2026-02-11T04:30:00Z", "2026-02-17", .urgent),
      ("2026-02-11T05:30:00Z", "2026-02-10", .critical),
      // The clocks change in these weeks. A day of 23 or 25 hours counts as one day.
      ("2026-03-08T05:30:00Z", "2026-03-15", .urgent),
      ("2026-03-08T05:30:00Z", "2026-03-16", .upcoming),
      ("2026-11-01T04:30:00Z", "2026-11-08", .urgent),
      ("2026-11-01T04:30:00Z", "2026-11-09", .upcoming),
    ])
  func localDays(now: String, deadline: String, urgency: DeadlineUrgency) throws {
    let today = try Zone.named("America/New_York").day(of: Sample.instant(now))
    let deadline = try Sample.day(deadline)
    #expect(
      DeadlineUrgency(deadline: deadline, status: .notStarted, today: today) == urgency)
  }

  @Test("Nearer comes first: critical has a rank, and it is the lowest")
  func ranks() {
    #expect(
      DeadlineUrgency.allCases.sorted { $0.rank < $1.rank } == [
        .critical, .urgent, .upcoming, .future, .none,
      ])
    #expect(Set(DeadlineUrgency.allCases.map(\.rank)).count == 5)
  }
}
