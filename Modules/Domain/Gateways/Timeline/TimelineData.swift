public import Basics
public import CivilTime

/// A grade's tasks as one athlete sees them.
public struct TimelinePageData: Equatable, Sendable {
  public var athlete: Reference
  /// The grade shown: the requested one, or else the athlete's. Without a graduation year the grade
  /// is a guess, and `isAssumed` is true.
  public var grade: Grade
  /// The tasks in the order of the catalogue; the page sorts and filters them (rule 4.4 of domain.md).
  public var tasks: [TaskWithStatus]
  /// The faults in the templates' prerequisites, of any grade; locking ignores them (rule 4.3).
  public var faults: [PrerequisiteFault]
  /// The grade in which the athlete started with the program; nil if it is unknown.
  public var startedIn: Int?

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

  /// The progress in the whole grade, regardless of the filters.
  public var progress: TaskProgress {
    // The tasks are read by index, because passing a task on copies it.
    TaskProgress(
      tasks.indices.lazy.map { (isRequired: tasks[$0].task.isRequired, status: tasks[$0].status) })
  }
}

/// The tasks of all grades that are not completed.
public struct UnfinishedTasks: Equatable, Sendable {
  /// The athlete's own grade. Without a graduation year it is a guess, and `isAssumed` is true.
  public var grade: Grade
  /// The tasks grade by grade, in catalogue order.
  public var tasks: [TaskWithStatus]

  public init(grade: Grade, tasks: [TaskWithStatus]) {
    self.grade = grade
    self.tasks = tasks
  }

  /// The tasks of the grades before the athlete's own, which may be marked as done; empty if the
  /// grade is a guess.
  public var earlier: [TaskWithStatus] {
    grade.isAssumed ? [] : tasks.filter { $0.task.gradeLevel < grade.level }
  }
}

/// One task with the tasks that depend on it.
public struct TaskDetails: Equatable, Sendable {
  public var task: TaskWithStatus
  /// The tasks of any grade that wait for this one, in catalogue order.
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
  /// Tasks that can be started now and could not before, in catalogue order.
  public var unlocked: [Reference]
  /// Open tasks that still wait for this one, because it was skipped and not completed, in catalogue order.
  public var staysLocked: [Reference]
  /// The progress in the grade of the task before the change; the next property is the progress after it.
  public var progressBefore: TaskProgress
  public var progress: TaskProgress
  /// The athlete's graduation year, which tells whether the task is of their own grade.
  public var graduationYear: Int?
  /// Whether a parent changed the status as a helper: congratulations are only for athletes (rule
  /// 4.4).
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
  /// The task after the change; its `deadline` is the athlete's date, or the catalogue's again.
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
