public import Basics
public import CivilTime

/// The recruiting tasks of one grade, each with its status for one athlete.
public struct TimelinePageData: Equatable, Sendable {
  public var athlete: Reference
  /// The grade whose tasks are listed: the requested grade, or the athlete's own grade if none was
  /// requested. If the athlete has no graduation year, the own grade is a guess, and `isAssumed` is
  /// true.
  public var grade: Grade
  /// The tasks in the order of the catalogue, which is the program's list of tasks. The page sorts
  /// and filters them itself (domain.md 4.4).
  public var tasks: [TaskWithStatus]
  /// The errors in the prerequisites of the catalogue (the program's list of tasks), for tasks of
  /// any grade. The program ignores a faulty prerequisite, so it locks no task (domain.md 4.3).
  public var faults: [PrerequisiteFault]
  /// The grade in which the athlete began to use the program; nil if it is unknown. Unfinished
  /// tasks of lower grades are not shown as overdue.
  public var startedIn: Int?
  /// The tasks of other grades that the athlete can complete now and on which the open tasks of
  /// this grade depend. Empty unless `isAllLocked`.
  public var firstSteps: [TaskWithStatus.Prerequisite] = []

  public init(
    athlete: Reference, grade: Grade, tasks: [TaskWithStatus], faults: [PrerequisiteFault] = [],
    startedIn: Int? = nil
  ) {
    self.startedIn = startedIn
    self.athlete = athlete
    self.grade = grade
    self.tasks = tasks
    self.faults = faults
  }

  /// Whether there are open tasks, and each of them is locked.
  public var isAllLocked: Bool {
    tasks.contains(where: \.status.isOpen) && tasks.allSatisfy { !$0.status.isOpen || $0.isLocked }
  }

  /// The progress over all tasks of the grade, including those that a filter of the page hides.
  public var progress: TaskProgress {
    // The loop reads the tasks by index, because an iteration over the array would copy each task.
    TaskProgress(
      tasks.indices.lazy.map { (isRequired: tasks[$0].task.isRequired, status: tasks[$0].status) })
  }
}

/// The tasks of all grades that are not completed.
public struct UnfinishedTasks: Equatable, Sendable {
  /// The athlete's own grade. If the athlete has no graduation year, it is a guess, and `isAssumed`
  /// is true.
  public var grade: Grade
  /// The tasks grade by grade, in the order of the catalogue (the program's list of tasks).
  public var tasks: [TaskWithStatus]

  public init(grade: Grade, tasks: [TaskWithStatus]) {
    self.grade = grade
    self.tasks = tasks
  }

  /// The unfinished tasks of the grades below the athlete's own. The athlete may have done them
  /// before using the program. The list is empty if the athlete's grade is a guess.
  public var earlier: [TaskWithStatus] {
    grade.isAssumed ? [] : tasks.filter { $0.task.gradeLevel < grade.level }
  }

  /// Returns a locked task of an earlier grade after the tasks that it depends on, directly or
  /// through others, so that all of them can be marked as done together. The list is empty if the
  /// task is not locked, or if it or one of the others is not of an earlier grade.
  public func doneTogether(with task: TaskWithStatus) -> [TaskWithStatus] {
    let earlier = Dictionary(
      self.earlier.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    guard task.isLocked, earlier[task.id] != nil else { return [] }
    var (together, seen) = ([task], Set([task.id]))
    var position = 0
    while position < together.count {
      for prerequisite in together[position].unmetPrerequisites {
        guard seen.insert(prerequisite.reference.id).inserted else { continue }
        guard let step = earlier[prerequisite.reference.id] else { return [] }
        together.append(step)
      }
      position += 1
    }
    return together.reversed()
  }
}

/// One task with the tasks that depend on it.
public struct TaskDetails: Equatable, Sendable {
  public var task: TaskWithStatus
  /// The tasks of any grade that have this task as a prerequisite, in the order of the catalogue
  /// (the program's list of tasks).
  public var dependants: [Reference]

  public init(task: TaskWithStatus, dependants: [Reference] = []) {
    self.task = task
    self.dependants = dependants
  }
}

/// The result of changing a task's status.
public struct ChangedTask: Equatable, Sendable {
  /// The task after the change.
  public var task: TaskWithStatus
  public var previousStatus: TaskStatus
  /// The tasks that were locked before the change and can be started now, in the order of the
  /// catalogue (the program's list of tasks).
  public var unlocked: [Reference]
  /// The open tasks that stay locked because this task was skipped instead of completed, in the
  /// order of the catalogue (the program's list of tasks).
  public var staysLocked: [Reference]
  /// The progress before the change, in the grade of the task; `progress` is the progress after the
  /// change.
  public var progressBefore: TaskProgress
  public var progress: TaskProgress
  /// The athlete's graduation year. The caller computes from it whether the task is of the
  /// athlete's present grade.
  public var graduationYear: Int?
  /// Whether a parent changed the status for the athlete. The answer then contains no
  /// congratulation, because the program congratulates only athletes (domain.md 4.4).
  public var isByHelper = false

  public init(
    task: TaskWithStatus, previousStatus: TaskStatus, unlocked: [Reference] = [],
    staysLocked: [Reference] = [], progressBefore: TaskProgress, progress: TaskProgress,
    graduationYear: Int?
  ) {
    self.task = task
    self.previousStatus = previousStatus
    self.unlocked = unlocked
    self.staysLocked = staysLocked
    self.progressBefore = progressBefore
    self.progress = progress
    self.graduationYear = graduationYear
  }

  /// Whether the status changed. If the task had the status already, nothing was written, and there
  /// is nothing to undo.
  public var isChanged: Bool { previousStatus != task.status }
}

/// The result of changing a task's due date.
public struct ChangedDueDate: Equatable, Sendable {
  /// The task after the change. Its `deadline` is the date that the athlete set. If the change
  /// removed this date, it is the date in the catalogue (the program's list of tasks).
  public var task: TaskWithStatus
  public var previousDeadline: CalendarDay?
  /// Whether the due date changed. If the task had the date already, nothing was written, and there
  /// is nothing to undo.
  public var isChanged: Bool

  public init(task: TaskWithStatus, previousDeadline: CalendarDay?, isChanged: Bool = true) {
    self.task = task
    self.previousDeadline = previousDeadline
    self.isChanged = isChanged
  }
}
