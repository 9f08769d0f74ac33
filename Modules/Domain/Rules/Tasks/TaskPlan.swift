public import Basics
public import CivilTime

/// A plan that distributes an athlete's open required tasks over the months until the end of
/// school. It is for athletes who started late and have tasks of earlier grades to catch up on.
public struct TaskPlan: Equatable, Sendable {
  /// An open task of the athlete, with the values by which the plan chooses its month.
  public struct Step: Hashable, Sendable {
    public var id: RecordID
    public var isRequired: Bool
    /// The day on which the task is due; nil if it has no deadline or if the deadline was before
    /// the athlete started to use the program.
    public var deadline: CalendarDay?
    /// The ids of the tasks that have to be done before this task and are not done yet.
    public var unmet: [RecordID]
    /// The ids of later tasks that the plan must not put into an earlier month than this task,
    /// although they do not depend on it. For example, the decision for a college must not come
    /// before the first e-mails to coaches.
    public var before: [RecordID]
    /// The numbers of the months in which the task is possible, such as 6, 7 and 8 for summer
    /// camps, in their order in a season. It is empty if the task is possible in every month.
    public var season: [Int]
    /// The grade, such as 11, after whose end the task is no longer useful; nil if the task is
    /// useful until the end of school.
    public var lastGrade: Int?

    public init(
      id: RecordID, isRequired: Bool, deadline: CalendarDay? = nil, unmet: [RecordID] = [],
      before: [RecordID] = [], season: [Int] = [], lastGrade: Int? = nil
    ) {
      self.id = id
      self.isRequired = isRequired
      self.deadline = deadline
      self.unmet = unmet
      self.before = before
      self.season = season
      self.lastGrade = lastGrade
    }

    /// Creates the plan's step from a task of the athlete. `deadline` and `unmet` come from the
    /// task itself, and `before`, `season` and `lastGrade` from the task catalogue.
    public init(_ task: TaskWithStatus) {
      let known = TaskCatalogue.task(task.id)
      self.init(
        id: task.id, isRequired: task.task.isRequired,
        deadline: task.isFromBefore ? nil : task.deadline,
        unmet: task.unmetPrerequisites.map(\.reference.id),
        before: TaskCatalogue.ids(ofKeys: known?.before ?? []), season: known?.season ?? [],
        lastGrade: known?.lastGrade)
    }

    /// Whether the task is no longer useful: its last grade (`lastGrade`) has ended, and it has no
    /// deadline that is still ahead.
    fileprivate func isOver(on today: CalendarDay, graduationYear: Int) -> Bool {
      guard let lastGrade, deadline.map({ $0 < today }) ?? true,
        let end = Grade.lastDay(ofClass: graduationYear - (Grade.levels.upperBound - lastGrade))
      else { return false }
      return end < today
    }

    /// Whether the season chooses the task's month: the task has a season, and no deadline that is
    /// still ahead.
    fileprivate func isPlaced(bySeasonOn today: CalendarDay) -> Bool {
      !season.isEmpty && deadline.map { $0 < today } ?? true
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

  /// The months of the plan that have tasks, earliest first.
  public let months: [Month]
  /// The number of whole months from today until the end of school, which is 0 in the last month;
  /// nil if school has ended.
  public let monthsLeft: Int?
  /// The required tasks that the plan leaves out, and tasks on which required tasks depend. For
  /// some of them, the last grade in which they are useful (`lastGrade`) has ended. Others are
  /// possible only in a season (certain months of a year) that does not come again before the end
  /// of school, or that begins too late for a task in their `before`.
  public let leftOut: [RecordID]

  /// A month with this number of tasks counts as full. A task without a deadline is put into a full
  /// month only if all months that are possible for it are full.
  public static let fullMonth = 3
  /// The largest number of tasks with which a month is not crowded. Tasks of a crowded month move to
  /// months with fewer tasks.
  public static let mostOfMonth = 6
  /// If fewer days than these are left of the current month, today included, its tasks are put into
  /// the next month.
  public static let leastDaysOfMonth = 7

  /// Distributes the tasks over the months.
  ///
  /// A task with a deadline is put into the month of the deadline, or into the current month if the
  /// deadline has passed. Any other task is put into a month after its prerequisites and before the
  /// tasks that depend on it: the earliest such month that is not full, or else the one with the
  /// fewest tasks. If there is no month between its prerequisites and the tasks that depend on it,
  /// it shares a month with one of them. If more than six tasks are then in one month, those without
  /// a deadline move to the months with the fewest tasks, and may also share a month with the tasks
  /// before and after them. Optional tasks are left out unless a required task depends
  /// on them.
  ///
  /// If fewer than `leastDaysOfMonth` days of the current month are left, the plan begins with the
  /// next month. Only tasks that are too late then, and tasks on which these depend, are put into
  /// the current month: those with a deadline in its last days, and those whose season or last
  /// grade ends with it.
  ///
  /// A task that is possible only in a season, and has no deadline or a deadline that has passed,
  /// is put into the month before the season, in which people register. If the season has begun, it
  /// is put into the current month. If the season does not come again before the end of school, or
  /// begins too late for a task in `before`, the task is left out. A task whose last grade
  /// (`lastGrade`) has ended is left out too.
  ///
  /// - Parameter steps: the open tasks of all grades, in the order in which they are planned.
  public init(_ steps: [Step], today: CalendarDay, graduationYear: Int) {
    let first = today.firstOfMonth
    // School ends with the last day of a month, so the months until that month are whole ones.
    let left = Grade.lastDay(ofClass: graduationYear).map { first.months(until: $0) } ?? 0
    let last = max(0, min(left, Self.mostMonths))
    monthsLeft = left < 0 ? nil : left
    let daysOfMonth = today.days(until: first.adding(months: 1))
    let start = min(last, daysOfMonth < Self.leastDaysOfMonth ? 1 : 0)
    let own = Self.ownMonths(
      steps, first: first, start: start, last: last, today: today, graduationYear: graduationYear)
    let seasonal = Set(steps.filter { $0.isPlaced(bySeasonOn: today) }.map(\.id))
    let over = steps.filter { $0.isOver(on: today, graduationYear: graduationYear) }.map(\.id)
    let impossible = seasonal.filter { own[$0] == nil }.union(over)
    let unplanned = impossible.union(
      Links(steps, without: impossible, start: start).tooLate(seasonal, own, last))
    leftOut = Self.required(steps).map(\.id).filter { unplanned.contains($0) }
    let links = Links(steps, without: unplanned, start: start)
    let (wanted, waits, earlier, order) = (links.tasks, links.waits, links.earlier, links.order)
    var (placed, counts) = (wanted.map { own[$0.id] }, Array(repeating: 0, count: last + 1))
    let latest = links.latest(placed, last)
    for month in placed.compactMap({ $0 }) { counts[month] += 1 }
    for step in order where placed[step] == nil {
      let end = latest[step]
      let after = waits[step].compactMap { placed[$0] }.max().map { $0 + 1 } ?? start
      let begin = min(max(after, earlier[step].compactMap { placed[$0] }.max() ?? 0), end)
      let free = (begin...end).first { counts[$0] < Self.fullMonth }
      let month = free ?? (begin...end).min { counts[$0] < counts[$1] } ?? end
      placed[step] = month
      counts[month] += 1
    }
    let fixed = wanted.map { own[$0.id] != nil }
    while let (task, from, to) = links.relief(of: placed.map { $0 ?? last }, counts, fixed) {
      placed[task] = to
      counts[from] -= 1
      counts[to] += 1
    }
    months = (0...last).compactMap { month in
      let tasks = order.filter { placed[$0] == month }.map { wanted[$0].id }
      return tasks.isEmpty ? nil : Month(firstDay: first.adding(months: month), tasks: tasks)
    }
  }

  /// The largest index of a month of the plan, where 0 is the current month. Without this limit, a
  /// mistyped graduation year could result in a plan with a thousand months.
  private static let mostMonths = 59

  /// Returns the month of each task whose deadline or season decides it, as a number in which 0 is
  /// the current month.
  ///
  /// - Parameter start: the month with which the plan begins. It is not 0 if few days of the
  ///   current month are left.
  private static func ownMonths(
    _ steps: [Step], first: CalendarDay, start: Int, last: Int, today: CalendarDay,
    graduationYear: Int
  ) -> [RecordID: Int] {
    let startDay = first.adding(months: start)
    var months: [RecordID: Int] = [:]
    for step in steps {
      let isLate = start > 0 && step.isOver(on: startDay, graduationYear: graduationYear)
      if step.isPlaced(bySeasonOn: today), let begin = step.season.first {
        let isPossible: (Int) -> Bool = { index in
          let month = first.adding(months: index).month
          return step.season.contains(month) || (begin == month % 12 + 1 && index < last)
        }
        months[step.id] = isPossible(start) && !isLate ? start : (0...last).first(where: isPossible)
      } else if isLate {
        months[step.id] = 0
      } else if let day = step.deadline {
        months[step.id] = min(last, max(day < today ? start : 0, first.months(until: day)))
      }
    }
    return months
  }

  /// Returns the required tasks and all tasks on which they depend, in the order of `steps`.
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
}

extension TaskPlan {
  /// The tasks of a plan, and the tasks on which each depends, as positions in `tasks`.
  private struct Links {
    let tasks: [Step]
    /// For each task, the positions of the tasks that have to be done before it.
    let waits: [[Int]]
    /// For each task, the positions of the tasks whose `before` contains it. It must not be in an
    /// earlier month than they are.
    let earlier: [[Int]]
    /// The positions of all tasks, in the order in which the tasks are planned.
    let order: [Int]
    /// The month with which the plan begins, where 0 is the current month.
    let start: Int

    init(_ steps: [Step], without leftOut: Set<RecordID>, start: Int) {
      self.start = start
      tasks = TaskPlan.required(steps.filter { !leftOut.contains($0.id) })
      let positions = Dictionary(
        tasks.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
      waits = tasks.map { $0.unmet.compactMap { positions[$0] } }
      var earlier = Array(repeating: [Int](), count: tasks.count)
      for (position, step) in tasks.enumerated() {
        for later in step.before.compactMap({ positions[$0] }) { earlier[later].append(position) }
      }
      self.earlier = earlier
      order = Self.behindWhatTheyWaitFor(zip(waits, earlier).map { $0 + $1 })
    }

    /// Returns the tasks whose season comes too late: their month is after the latest possible
    /// month of a task in their `before`, which must not be in an earlier month than they are.
    func tooLate(_ seasonal: Set<RecordID>, _ own: [RecordID: Int], _ last: Int) -> Set<RecordID> {
      let latest = latest(tasks.map { own[$0.id] }, last)
      var late: Set<RecordID> = []
      for (later, positions) in earlier.enumerated() {
        for task in positions.map({ tasks[$0].id }) where seasonal.contains(task) {
          if let month = own[task], month > latest[later] { late.insert(task) }
        }
      }
      return late
    }

    /// Returns the latest possible month of each task, which is the earliest of these: the last
    /// month of the plan, the month of the task's own deadline or season, the month before any task
    /// that depends on it, and the month of any task in its `before`. The month before the first
    /// one of the plan is none of these.
    func latest(_ own: [Int?], _ last: Int) -> [Int] {
      var latest = own.map { $0 ?? last }
      for step in order.reversed() {
        let before = max(min(start, latest[step]), latest[step] - 1)
        for wait in waits[step] { latest[wait] = min(latest[wait], before) }
        for task in earlier[step] { latest[task] = min(latest[task], latest[step]) }
      }
      return latest
    }

    /// Returns a task that can move from a crowded month (one with more than six tasks) to one with
    /// fewer tasks, and both months. The task must not come before a task that precedes it, or
    /// after one that follows it. Returns nil if no move makes the numbers of tasks in the months
    /// more equal.
    ///
    /// - Parameters:
    ///   - months: the month of each task.
    ///   - counts: the number of tasks in each month.
    ///   - fixed: for each task, whether a deadline or a season decides its month.
    func relief(
      of months: [Int], _ counts: [Int], _ fixed: [Bool]
    ) -> (task: Int, from: Int, to: Int)? {
      let crowded = counts.indices.filter { counts[$0] > TaskPlan.mostOfMonth }
      guard !crowded.isEmpty else { return nil }
      var ends = months.map { _ in counts.count - 1 }
      for task in months.indices {
        for first in waits[task] + earlier[task] { ends[first] = min(ends[first], months[task]) }
      }
      for month in crowded.sorted(by: { (counts[$1], $0) < (counts[$0], $1) }) {
        for task in order.reversed() where months[task] == month && !fixed[task] {
          let begin = (waits[task] + earlier[task]).reduce(start) { max($0, months[$1]) }
          guard begin <= ends[task],
            let emptiest = (begin...ends[task]).min(by: { counts[$0] < counts[$1] }),
            counts[emptiest] < counts[month] - 1
          else { continue }
          return (task, month, emptiest)
        }
      }
      return nil
    }

    /// Returns the positions of the tasks in an order in which each task comes after the tasks that
    /// `waits` lists for it. Tasks that do not depend on each other, and tasks in a cycle, keep
    /// their original order.
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
}
