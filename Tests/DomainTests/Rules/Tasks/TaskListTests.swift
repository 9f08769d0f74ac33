import Basics
import Domain
import Testing

@Suite("Progress, order and filters")
struct TaskListTests {
  private func progress(completed: Int, of total: Int) -> TaskProgress {
    TaskProgress(
      (0..<total).map { (isRequired: false, status: $0 < completed ? .completed : .notStarted) })
  }

  @Test(
    "Percent is whole, half rounds up, and no tasks are 0 percent",
    arguments: [
      (0, 0, 0), (0, 5, 0), (5, 5, 100), (3, 20, 15), (1, 8, 13), (3, 8, 38), (1, 3, 33),
      (2, 3, 67),
      (1, 200, 1), (1, 201, 0), (199, 200, 100), (198, 200, 99),
    ])
  func percent(completed: Int, total: Int, expected: Int) {
    let progress = progress(completed: completed, of: total)
    #expect(progress.percent == expected)
    #expect(progress.completed == completed)
    #expect(progress.total == total)
  }

  @Test("Skipped, started and optional tasks count in the total, and required ones once more")
  func required() {
    let progress = TaskProgress([
      (isRequired: true, status: .completed), (isRequired: true, status: .skipped),
      (isRequired: true, status: .inProgress), (isRequired: false, status: .completed),
      (isRequired: false, status: .skipped),
    ])
    #expect(progress.completed == 2)
    #expect(progress.total == 5)
    #expect(progress.percent == 40)
    #expect(progress.requiredCompleted == 1)
    #expect(progress.requiredTotal == 3)
    #expect(progress.requiredPercent == 33)
  }

  @Test("Without required tasks their rate is 0")
  func noRequired() {
    #expect(progress(completed: 1, of: 1).requiredPercent == 0)
  }

  private func order(
    _ isRequired: Bool, _ urgency: DeadlineUrgency, _ title: String, _ id: UInt64 = 1
  ) -> TaskOrder {
    TaskOrder(isRequired: isRequired, urgency: urgency, title: title, id: Sample.id(id))
  }

  @Test("Tasks come required first, then by urgency, then by title, then by id")
  func order() {
    let expected = [
      order(true, .critical, "Zebra"), order(true, .urgent, "apple"),
      order(true, .urgent, "Banana"),
      order(true, .upcoming, "A"), order(true, .future, "A"), order(true, .none, "A"),
      order(false, .critical, "A"), order(false, .none, "a", 1), order(false, .none, "A", 2),
      order(false, .none, "a", 3), order(false, .none, "B"),
    ]
    var random = SeededRandom(state: 5)
    for _ in 0..<50 { #expect(expected.shuffled(using: &random).sorted() == expected) }
  }

  @Test("Of two different tasks exactly one comes first")
  func total() {
    let tasks = [true, false].flatMap { required in
      DeadlineUrgency.allCases.flatMap { urgency in
        ["same", "SAME", "other"].enumerated().map {
          order(required, urgency, $1, UInt64($0))
        }
      }
    }
    for (left, one) in tasks.enumerated() {
      for (right, other) in tasks.enumerated() where left != right {
        #expect((one < other) != (other < one))
      }
    }
  }

  @Test(
    "The status filter compares the effective status",
    arguments: [
      (TaskStatusFilter.all, Set(TaskStatus.allCases)), (.notStarted, [.notStarted]),
      (.inProgress, [.inProgress]), (.completed, [.completed]), (.skipped, [.skipped]),
    ] as [(TaskStatusFilter, Set<TaskStatus>)])
  func statusFilter(filter: TaskStatusFilter, admitted: Set<TaskStatus>) {
    let filters = TaskFilters(status: filter)
    #expect(
      Set(TaskStatus.allCases.filter { filters.admit(status: $0, urgency: .none) }) == admitted)
    #expect(filters.areActive == (filter != .all))
  }

  @Test(
    "The urgency filter means exactly this urgency, not this or worse",
    arguments: [
      (TaskUrgencyFilter.all, Set(DeadlineUrgency.allCases)), (.critical, [.critical]),
      (.urgent, [.urgent]), (.upcoming, [.upcoming]),
    ] as [(TaskUrgencyFilter, Set<DeadlineUrgency>)])
  func urgencyFilter(filter: TaskUrgencyFilter, admitted: Set<DeadlineUrgency>) {
    let filters = TaskFilters(urgency: filter)
    #expect(
      Set(DeadlineUrgency.allCases.filter { filters.admit(status: .skipped, urgency: $0) })
        == admitted)
  }

  @Test("Both filters have to agree")
  func both() {
    let filters = TaskFilters(status: .inProgress, urgency: .urgent)
    #expect(filters.admit(status: .inProgress, urgency: .urgent))
    #expect(!filters.admit(status: .inProgress, urgency: .critical))
    #expect(!filters.admit(status: .notStarted, urgency: .urgent))
  }

  @Test(
    "A remembered value nobody knows means all",
    arguments: [
      ("in_progress", "critical", TaskFilters(status: .inProgress, urgency: .critical)),
      ("all", "all", TaskFilters()), (nil, nil, TaskFilters()), ("", "", TaskFilters()),
      ("paused", "soon", TaskFilters()), ("In_Progress", "future", TaskFilters()),
      ("skipped", nil, TaskFilters(status: .skipped)),
    ] as [(String?, String?, TaskFilters)])
  func stored(status: String?, urgency: String?, filters: TaskFilters) {
    #expect(TaskFilters(storedStatus: status, storedUrgency: urgency) == filters)
  }

  @Test("Filters are remembered under the specified keys")
  func keys() {
    let athlete = Sample.id(0x2A)
    let id = "00000000-0000-0000-0000-00000000002a"
    #expect(DevicePreferenceKey.taskStatusFilter(athlete: athlete) == "taskStatusFilter_\(id)")
    #expect(DevicePreferenceKey.taskUrgencyFilter(athlete: athlete) == "taskUrgencyFilter_\(id)")
    #expect(DevicePreferenceKey.lastViewedAthlete == "parent_last_viewed_athlete")
    #expect(DevicePreferenceKey.quickTasks(user: athlete) == "user_tasks-\(id)")
  }

  @Test(
    "Filters have the words of the page",
    arguments: zip(
      TaskUrgencyFilter.allCases, ["All", "Overdue / Due Soon", "Due This Week", "Due In 2 Weeks"]))
  func words(filter: TaskUrgencyFilter, words: String) {
    #expect(filter.words == words)
  }
}
