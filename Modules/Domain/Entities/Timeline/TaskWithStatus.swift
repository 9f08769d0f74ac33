public import Basics
public import CivilTime

/// A task as one athlete sees it: the template, the progress, and what must be done first.
public struct TaskWithStatus: Equatable, Sendable {
  public var reference: Reference
  public var task: TimelineTask
  /// Nil until the athlete touched it.
  public var athleteTask: AthleteTask? {
    get { begun.first }
    set { begun = newValue.map { [$0] } ?? [] }
  }
  /// An array, because most tasks are not begun: an empty one takes a word, and a list of ten thousand a third of the memory less.
  @usableFromInline
  var begun: [AthleteTask]
  /// The day it is due by rule 4.2: the athlete's own date, else the catalogue's for the class.
  public var deadline: CalendarDay?
  /// Every task to complete first, of any grade, in catalogue order.
  public var prerequisites: [Prerequisite]
  /// It is of a grade before the one in which the athlete came, and nothing was ever done about it (rule 10.9).
  public var isFromBefore: Bool

  /// A task to complete first, and whether it is.
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

  /// The effective status: no row means not started (rule 2.3), as does a status nobody here knows.
  // Inlined, as are the questions below that a list asks of every task: called, each would copy the task first.
  @inlinable
  public var status: TaskStatus {
    begun.isEmpty ? .notStarted : begun[0].status.known ?? .notStarted
  }

  /// What the status is called, a server's own word for one we do not know.
  public var statusWords: String { (athleteTask?.status ?? .known(.notStarted)).words }

  /// What still stands in the way, in catalogue order.
  public var unmetPrerequisites: [Prerequisite] { prerequisites.filter { !$0.isCompleted } }

  @inlinable
  public var hasIncompletePrerequisites: Bool { prerequisites.contains { !$0.isCompleted } }

  /// A completed task shows no lock, whatever became of its prerequisites (rule 4.3).
  public var isLocked: Bool { hasIncompletePrerequisites && status != .completed }

  /// How near its day is. What is from before presses nobody.
  @inlinable
  public func urgency(on today: CalendarDay) -> DeadlineUrgency {
    isFromBefore ? .none : DeadlineUrgency(deadline: deadline, status: status, today: today)
  }

  /// The day it is due in a word or two: `Overdue`, `Feb 14`, `From before`; nil where there is nothing left to be due.
  public func dueText(on today: CalendarDay) -> String? {
    isFromBefore
      ? LateStart.words : Deadline.shortText(of: deadline, status: status, today: today)
  }
}
