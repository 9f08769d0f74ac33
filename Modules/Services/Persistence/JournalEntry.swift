public import Basics
public import CivilTime

/// Who does what for whom: what authority is asked about and what the journal keeps.
public struct Act: Equatable, Sendable {
  public var person: RecordID
  public var athlete: RecordID?
  /// The gateway operation, named after what the user means: `completeTask`.
  public var operation: String
  /// One line for people: "Completed t3 Take the ACT".
  public var summary: String
  public var at: Instant
  /// Names a command that writes more than once, each write a transaction of its own: what bears the same name is one step
  /// of undo, as long as the person does nothing else in between.
  public var batch: RecordID?
  /// The newest moment that one of its rows bears, of a step that brought in the rows of a file.
  public var until: Instant?

  public init(
    person: RecordID, athlete: RecordID?, operation: String, summary: String, at: Instant,
    batch: RecordID? = nil
  ) {
    self.person = person
    self.athlete = athlete
    self.operation = operation
    self.summary = summary
    self.at = at
    self.batch = batch
  }

  /// Whether an act is done for the first time or taken back and forth.
  public enum Phase: Equatable, Sendable { case doing, undoing, redoing }
}

/// One recorded step.
public struct JournalEntry: Equatable, Sendable {
  public let id: Int
  public let act: Act
  public let isUndone: Bool
  /// False for a step from before a migration: its changes fit tables that are no more.
  public let isUndoable: Bool
  /// The later step that took this one back, by whomever.
  public let takenBackBy: Int?

  public init(
    id: Int, act: Act, isUndone: Bool, isUndoable: Bool, takenBackBy: Int? = nil
  ) {
    self.takenBackBy = takenBackBy
    self.id = id
    self.act = act
    self.isUndone = isUndone
    self.isUndoable = isUndoable
  }
}
