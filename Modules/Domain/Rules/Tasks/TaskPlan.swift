public import Basics
public import CivilTime

/// The remaining required tasks, distributed over the months until an athlete finishes school. It
/// is meant for athletes who started late and have tasks of earlier grades to catch up on.
public struct TaskPlan: Equatable, Sendable {
  /// An open task as the plan needs it.
  public struct Step: Hashable, Sendable {
    public var id: RecordID
    public var isRequired: Bool
    /// The day on which the task is due; nil if there is none, or if it was before the athlete
    /// started to use the program.
    public var deadline: CalendarDay?
    /// The tasks that have to be completed before this one.
    public var unmet: [RecordID]

    public init(
      id: RecordID, isRequired: Bool, deadline: CalendarDay? = nil, unmet: [RecordID] = []
    ) {
      self.id = id
      self.isRequired = isRequired
      self.deadline = deadline
      self.unmet = unmet
    }
  }

  public struct Month: Equatable, Sendable {
    public var firstDay: CalendarDay
    public var tasks: [RecordID]

    public init(firstDay: CalendarDay, tasks: [RecordID]) {
      self.firstDay = firstDay
      self.tasks = tasks
    }
  }

  /// The months that have tasks, in order.
  public let months: [Month]
  /// The number of months that are left, including those without a task.
  public let monthsLeft: Int

  /// The number of tasks at which a month counts as full. A task without a date is planned in such
  /// a month only if no other suitable month has fewer.
  public static let fullMonth = 3

  /// Distributes the tasks. A task with a day is planned in the month of that day, and in this month
  /// if the day is over. Other tasks are planned as early as possible: a month after their
  /// prerequisites if there is such a month, not after tasks that depend on them, and not in a full
  /// month if another one is left. Optional tasks are planned only if a required task depends on
  /// them.
  ///
  /// - Parameters:
  ///   - steps: the open tasks of all grades, in the order in which they are to be planned.
  public init(_ steps: [Step], today: CalendarDay, graduationYear: Int) {
    let first = today.firstOfMonth
    let left = Grade.lastDay(ofClass: graduationYear).map { first.months(until: $0) } ?? 0
    let last = max(0, min(left, Self.mostMonths))
    monthsLeft = last + 1
    let wanted = Self.required(steps)
    let positions = Dictionary(
      wanted.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    let waits = wanted.map { $0.unmet.compactMap { positions[$0] } }
    let own = wanted.map { step in
      step.deadline.map { day in min(last, max(0, first.months(until: day))) }
    }
    let order = Self.behindWhatTheyWaitFor(waits)
    let latest = Self.latest(own, waits, order, last)
    var (placed, counts) = (own, Array(repeating: 0, count: last + 1))
    for month in own.compactMap({ $0 }) { counts[month] += 1 }
    for step in order where placed[step] == nil {
      let end = latest[step]
      let begin = min(waits[step].compactMap { placed[$0] }.max().map { $0 + 1 } ?? 0, end)
      let free = (begin...end).first { counts[$0] < Self.fullMonth }
      let month = free ?? (begin...end).min { counts[$0] < counts[$1] } ?? end
      placed[step] = month
      counts[month] += 1
    }
    months = (0...last).compactMap { month in
      let tasks = order.filter { placed[$0] == month }.map { wanted[$0].id }
      return tasks.isEmpty ? nil : Month(firstDay: first.adding(months: month), tasks: tasks)
    }
  }

  /// The last month of a plan, counted from now. It keeps a mistyped graduation year from producing
  /// a list of a thousand months.
  private static let mostMonths = 59

  /// Returns the required tasks and all their prerequisites, in the given order.
  private static func required(_ steps: [Step]) -> [Step] {
    let named = Dictionary(steps.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    var kept: Set<RecordID> = []
    var left = steps.filter(\.isRequired).map(\.id)
    while let id = left.popLast() {
      guard let step = named[id], kept.insert(id).inserted else { continue }
      left += step.unmet
    }
    return steps.filter { kept.contains($0.id) }
  }

  /// Returns the latest month of each task: its own, or the month before the earliest task that
  /// depends on it.
  private static func latest(
    _ own: [Int?], _ waits: [[Int]], _ order: [Int], _ last: Int
  ) -> [Int] {
    var latest = own.map { $0 ?? last }
    for step in order.reversed() {
      for wait in waits[step] { latest[wait] = min(latest[wait], max(0, latest[step] - 1)) }
    }
    return latest
  }

  /// Returns the positions in the given order, but each after its prerequisites. Tasks that depend
  /// on each other keep their order.
  private static func behindWhatTheyWaitFor(_ waits: [[Int]]) -> [Int] {
    var order: [Int] = []
    var isSeen = Array(repeating: false, count: waits.count)
    for start in waits.indices where !isSeen[start] {
      var path = [(step: start, next: 0)]
      isSeen[start] = true
      while let (step, next) = path.last {
        if next < waits[step].count {
          path[path.count - 1].next += 1
          let wait = waits[step][next]
          if !isSeen[wait] {
            isSeen[wait] = true
            path.append((wait, 0))
          }
        } else {
          path.removeLast()
          order.append(step)
        }
      }
    }
    return order
  }
}
