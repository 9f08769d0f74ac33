public import Basics
public import CivilTime

/// A task as one athlete sees it: the template, the progress, and what must be done first.
public struct TaskWithStatus: Equatable, Sendable {
  public var reference: Reference
  public var task: TimelineTask
  /// The athlete's row for the task; nil until the athlete starts the task.
  public var athleteTask: AthleteTask? {
    get { begun.first }
    set { begun = newValue.map { [$0] } ?? [] }
  }
  /// The athlete's row for the task, if there is one. It is an array, because most tasks have no
  /// row: an empty array takes one word, which saves a third of the memory of a list of ten
  /// thousand tasks.
  @usableFromInline
  var begun: [AthleteTask]
  /// The due date by rule 4.2: the athlete's own date, or else the catalogue's for the class.
  public var deadline: CalendarDay?
  /// All tasks to complete first, of any grade, in catalogue order.
  public var prerequisites: [Prerequisite]
  /// Whether the task is of a grade before the one in which the athlete joined, and was never
  /// started (rule 10.9).
  public var isFromBefore: Bool

  /// A task to complete first, and whether it is completed.
  public struct Prerequisite: Equatable, Sendable {
    public var reference: Reference
    public var gradeLevel: Int
    public var isCompleted: Bool

    public init(reference: Reference, gradeLevel: Int, isCompleted: Bool) {
      self.reference = reference
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

  /// The effective status: a task without a row is not started (rule 2.3), and so is one with an unknown status.
  // Inlined, like the properties below that a list reads for every task: a call would copy the task first.
  @inlinable
  public var status: TaskStatus {
    begun.isEmpty ? .notStarted : begun[0].status.known ?? .notStarted
  }

  /// The words of the status; an unknown status is shown in the server's own word.
  public var statusWords: String { (athleteTask?.status ?? .known(.notStarted)).words }

  /// The tasks that are still to be completed first, in catalogue order.
  public var unmetPrerequisites: [Prerequisite] { prerequisites.filter { !$0.isCompleted } }

  @inlinable
  public var hasIncompletePrerequisites: Bool { prerequisites.contains { !$0.isCompleted } }

  /// Whether prerequisites lock the task. A completed task is never locked, whatever happens to its
  /// prerequisites (rule 4.3).
  @inlinable
  public var isLocked: Bool { hasIncompletePrerequisites && status != .completed }

  /// The urgency of the due date. A task from before the athlete joined is never urgent.
  @inlinable
  public func urgency(on today: CalendarDay) -> DeadlineUrgency {
    isFromBefore
      ? .none
      : DeadlineUrgency(deadline: deadline, status: status, isLocked: isLocked, today: today)
  }

  /// The due date in a word or two: `Overdue`, `Feb 14`, `From before`; nil if nothing is due.
  public func dueText(on today: CalendarDay) -> String? {
    isFromBefore
      ? LateStart.words
      : Deadline.shortText(of: deadline, status: status, isLocked: isLocked, today: today)
  }
}
