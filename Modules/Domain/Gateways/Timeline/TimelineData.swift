public import Basics
public import CivilTime

/// A grade's tasks as one athlete sees them.
public struct TimelinePageData: Equatable, Sendable {
  public var athlete: Reference
  /// The grade shown: the one asked for, else the athlete's; `isAssumed` when there was no graduation year to tell.
  public var grade: Grade
  /// In catalogue order; the page sorts and filters (rule 4.4).
  public var tasks: [TaskWithStatus]
  /// What is wrong with the templates' prerequisites, of any grade; locking stepped over it (rule 4.3).
  public var faults: [PrerequisiteFault]
  /// The grade in which the athlete came; nil where nothing tells.
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

  /// Of the whole grade, whatever the filters hide.
  public var progress: TaskProgress {
    // By their places, because a task that is handed on is copied.
    TaskProgress(
      tasks.indices.lazy.map { (isRequired: tasks[$0].task.isRequired, status: tasks[$0].status) })
  }
}

/// What may be caught up on: the tasks of the grades before the athlete's own that are not complete.
public struct EarlierTasks: Equatable, Sendable {
  /// The athlete's own grade; `isAssumed` when there was no graduation year to tell.
  public var grade: Grade
  /// Grade by grade, in catalogue order.
  public var tasks: [TaskWithStatus]

  public init(grade: Grade, tasks: [TaskWithStatus]) {
    self.grade = grade
    self.tasks = tasks
  }
}

/// One task with what depends on it.
public struct TaskDetails: Equatable, Sendable {
  public var task: TaskWithStatus
  /// The tasks of any grade that wait for this one, in catalogue order.
  public var dependants: [Reference]

  public init(task: TaskWithStatus, dependants: [Reference] = []) {
    self.task = task
    self.dependants = dependants
  }
}

/// What changing a task's status came to.
public struct ChangedTask: Equatable, Sendable {
  /// The task as it is now.
  public var task: TaskWithStatus
  public var previousStatus: TaskStatus
  /// What can be started now and could not before, in catalogue order.
  public var unlocked: [Reference]
  /// What is open and waits for this task, which was skipped and not completed, in catalogue order.
  public var staysLocked: [Reference]
  /// Of the task's grade.
  public var progressBefore: TaskProgress
  public var progress: TaskProgress
  /// The athlete's, from which follows whether the task is of their own grade.
  public var graduationYear: Int?
  /// A parent did it who helps: cheers are for athletes (rule 4.4).
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

  /// False when it had that status already: nothing was written and there is nothing to undo.
  public var isChanged: Bool { previousStatus != task.status }
}

/// What changing a task's date came to.
public struct ChangedDueDate: Equatable, Sendable {
  /// The task as it is now; its `deadline` is the athlete's date, or the catalogue's again.
  public var task: TaskWithStatus
  public var previousDeadline: CalendarDay?
  /// False when it had that date already: nothing was written and there is nothing to undo.
  public var isChanged: Bool

  public init(task: TaskWithStatus, previousDeadline: CalendarDay?, isChanged: Bool = true) {
    self.task = task
    self.previousDeadline = previousDeadline
    self.isChanged = isChanged
  }
}
