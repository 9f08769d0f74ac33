public import Basics
public import CivilTime

/// The required tasks that are left, spread over the months until an athlete leaves school: for those who began late, and have earlier
/// grades to make up for.
public struct TaskPlan: Equatable, Sendable {
  /// What one open task asks of a plan.
  public struct Step: Hashable, Sendable {
    public var id: RecordID
    public var isRequired: Bool
    /// The day it is due; nil if it has none, or if it was due before the athlete came.
    public var deadline: CalendarDay?
    /// The tasks that have to be completed before.
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

  /// The months with something to do, in order.
  public let months: [Month]
  /// How many months are left, those without a task included.
  public let monthsLeft: Int

  /// A month with this many tasks takes no undated one while a month that suits has fewer.
  public static let fullMonth = 3

  /// Tasks that are due later stand in the month of their day. The others stand as early as they can: a month behind what they wait for where
  /// there is one, not after what waits for them, and not in a full month where one is left that is not. Optional tasks are planned where a required one waits for
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
      step.deadline.flatMap { day in
        day < today ? nil : min(last, first.months(until: day))
      }
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

  /// A graduation year that is a typing error does not make a list of a thousand months.
  private static let mostMonths = 59

  /// The required tasks and all that they wait for, in the given order.
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

  /// The latest month of each task: its own, or the one before the earliest of those that wait for it.
  private static func latest(
    _ own: [Int?], _ waits: [[Int]], _ order: [Int], _ last: Int
  ) -> [Int] {
    var latest = own.map { $0 ?? last }
    for step in order.reversed() {
      for wait in waits[step] { latest[wait] = min(latest[wait], max(0, latest[step] - 1)) }
    }
    return latest
  }

  /// The positions in the given order, but each behind those that it waits for. Tasks that wait for each other keep their order.
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
