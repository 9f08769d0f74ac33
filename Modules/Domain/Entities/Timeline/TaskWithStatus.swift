public import Basics
public import CivilTime

/// A task as one athlete sees it: the task of the catalogue, the athlete's progress, and the tasks
/// that must be completed first.
public struct TaskWithStatus: Equatable, Sendable {
  /// The id, the handle (a short name such as `t24`) and the title of the task. If another task has
  /// the same title, the grade follows the title, as in "Take the PSAT (grade 11)".
  public var reference: Reference
  public var task: TimelineTask
  /// The athlete's row for the task in the table `athlete_task`; nil until the athlete changes the
  /// status or the due date of the task.
  public var athleteTask: AthleteTask? {
    get { begun.first }
    set { begun = newValue.map { [$0] } ?? [] }
  }
  /// An array with the athlete's row, or an empty array. It is not an optional, because most tasks
  /// have no row and an empty array takes one word: this saves a third of the memory of a list of
  /// ten thousand tasks.
  @usableFromInline
  var begun: [AthleteTask]
  /// The due date: the date that the athlete set, otherwise the catalogue's date for the athlete's
  /// graduation year (domain.md 4.2).
  public var deadline: CalendarDay?
  /// All tasks that must be completed before this one, of any grade, in catalogue order.
  public var prerequisites: [Prerequisite]
  /// Whether the task is of a grade before the one in which the athlete began to use the program,
  /// and the athlete has neither started it nor set a due date. Such a task is never overdue
  /// (domain.md 10.9).
  public var isFromBefore: Bool

  /// A task that must be completed first. `isCompleted` is also true for a skipped task of a grade
  /// before the one in which the athlete began to use the program (domain.md 10.9).
  public struct Prerequisite: Equatable, Sendable {
    public var reference: Reference
    public var gradeLevel: Int
    public var isCompleted: Bool
    /// The task's title, such as "Take the SAT", without the grade that `reference.title` may
    /// contain.
    public var title: String

    /// - Parameter title: the title without a grade; nil if the title in `reference` has none
    ///   either.
    public init(
      reference: Reference, gradeLevel: Int, isCompleted: Bool, title: String? = nil
    ) {
      self.reference = reference
      self.title = title ?? reference.title
      self.gradeLevel = gradeLevel
      self.isCompleted = isCompleted
    }
  }

  public init(
    reference: Reference, task: TimelineTask, athleteTask: AthleteTask? = nil,
    deadline: CalendarDay? = nil, prerequisites: [Prerequisite] = [], isFromBefore: Bool = false
  ) {
    self.reference = reference
    self.task = task
    begun = athleteTask.map { [$0] } ?? []
    self.deadline = deadline
    self.prerequisites = prerequisites
    self.isFromBefore = isFromBefore
  }

  public var id: RecordID { task.id }
  public var handle: String { reference.handle }

  /// The status of the task. A task without a row, or with an unknown status, counts as not started
  /// (domain.md 2.3).
  // The attribute `@inlinable` prevents a copy of the task at each call from another module. Lists
  // read this property and the other inlinable ones below for every task.
  @inlinable
  public var status: TaskStatus {
    begun.isEmpty ? .notStarted : begun[0].status.known ?? .notStarted
  }

  /// The status in words. An unknown status is shown as the text that the row has.
  public var statusWords: String { (athleteTask?.status ?? .known(.notStarted)).words }

  /// The prerequisites with a false `isCompleted`, which lock the task, in catalogue order.
  public var unmetPrerequisites: [Prerequisite] { prerequisites.filter { !$0.isCompleted } }

  @inlinable
  public var hasIncompletePrerequisites: Bool { prerequisites.contains { !$0.isCompleted } }

  /// Whether an uncompleted prerequisite locks the task. A completed task is never locked, even if
  /// a prerequisite is reopened later (domain.md 4.3).
  @inlinable
  public var isLocked: Bool { hasIncompletePrerequisites && status != .completed }

  /// Whether the task can be marked as completed now.
  @inlinable
  public var canBeCompleted: Bool { status.isOpen && !isLocked }

  /// Returns whether the task is due before another one, so that the task that has been overdue
  /// longest is first. A task without a due date is last, and tasks of one day are sorted by title.
  public func isDue(before other: TaskWithStatus) -> Bool {
    (deadline ?? .last, task.title, id) < (other.deadline ?? .last, other.task.title, other.id)
  }

  /// Returns how urgent the due date is. A task of a grade before the athlete began to use the
  /// program is never urgent.
  @inlinable
  public func urgency(on today: CalendarDay) -> DeadlineUrgency {
    isFromBefore
      ? .none
      : DeadlineUrgency(deadline: deadline, status: status, isLocked: isLocked, today: today)
  }

  /// Returns the due date in one or two words, such as `Overdue`, `Feb 14` or `From before`. It is
  /// nil for a task without a due date, for a completed or skipped task, and for a locked task
  /// whose due date has passed.
  public func dueText(on today: CalendarDay) -> String? {
    isFromBefore
      ? LateStart.words
      : Deadline.shortText(of: deadline, status: status, isLocked: isLocked, today: today)
  }
}
