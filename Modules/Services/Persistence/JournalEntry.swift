public import Basics
public import CivilTime

/// An act: the person, the athlete and the operation of a write. The journal (the stored history of
/// undo steps) checks whether the person may do this operation, and stores the act with the
/// changes.
public struct Act: Equatable, Sendable {
  public var person: RecordID
  public var athlete: RecordID?
  /// The name of the operation, which says what the user means, such as `completeTask`.
  public var operation: String
  /// One line about the act for people: "Completed t3 Take the ACT".
  public var summary: String
  public var at: Instant
  /// The id of a command that writes several times in separate transactions; nil for other
  /// commands. Writes with the same id are one undo step, as long as the person makes no other
  /// write in between.
  public var batch: RecordID?
  /// If the act imports a file, the newest moment (point in time) among the imported rows;
  /// otherwise nil.
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

  /// Whether the act is done for the first time, undone or redone.
  public enum Phase: Equatable, Sendable {
    case doing, undoing, redoing

    /// The first words in the summary of an undo or redo. The summary of the step follows them.
    var beginning: String {
      switch self {
      case .doing: ""
      case .undoing: "Took back: "
      case .redoing: "Did again: "
      }
    }
  }
}

/// One recorded undo step: a write that the command `undo` can revert, and that the history shows.
public struct JournalEntry: Equatable, Sendable {
  public let id: Int
  public let act: Act
  public let isUndone: Bool
  /// Whether the step can be undone. It is false if the shared tables (those that devices share)
  /// were migrated after the step, because the step's changes belong to the older form of the
  /// tables.
  public let isUndoable: Bool
  /// The number of the later undo step, of any person, that reverted this step; nil if there is
  /// none.
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
