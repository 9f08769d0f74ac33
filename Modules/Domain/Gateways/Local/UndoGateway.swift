public import Basics
public import CivilTime

/// Undoes the person's own last step, across features and restarts (decision 3).
public struct UndoGateway: Gateway {
  /// Undoes the acting person's newest step. A `conflict` names the row that another person changed
  /// since.
  public var undo = Endpoint<Void, HistoryStep>("undo")
  public var redo = Endpoint<Void, HistoryStep>("redo")
  /// Undoes the step with this number by a new step of the acting person. The step must be the
  /// person's own, or one on data that belongs to them.
  public var undoStep = Endpoint<Int, HistoryStep>("undoStep")
  /// Returns who changed what, newest first: the acting person's undo steps, and those on data that
  /// the person may see.
  public var history = Endpoint<Int, [HistoryStep]>("history")

  public init() {}
}

extension UndoGateway {
  public func history(limit: Int) async throws(Problem) -> [HistoryStep] {
    try await history(limit)
  }
}

/// One undo step of the journal.
public struct HistoryStep: Equatable, Sendable {
  public let id: Int
  public var person: Reference
  public var athlete: Reference?
  /// The name of the gateway operation: `completeTask`.
  public var operation: String
  /// One line that describes the step for people: "Completed t3 Take the ACT".
  public var summary: String
  public var at: Instant
  public var isUndone: Bool
  /// Whether the step can be undone; false for a step from before a change of the file's tables.
  public var isUndoable: Bool
  /// The later step that undid this step.
  public var takenBackBy: Int?

  public init(
    id: Int, person: Reference, athlete: Reference?, operation: String, summary: String,
    at: Instant, isUndone: Bool = false, isUndoable: Bool = true, takenBackBy: Int? = nil
  ) {
    self.takenBackBy = takenBackBy
    self.id = id
    self.person = person
    self.athlete = athlete
    self.operation = operation
    self.summary = summary
    self.at = at
    self.isUndone = isUndone
    self.isUndoable = isUndoable
  }
}

extension HistoryStep {
  /// The words before the summary of a step that took back an earlier one: `Took back 5: Deleted s2 Kent`.
  public static let takingBack = "Took back"

  /// The summary without handles and step numbers. A summary names its record after the verb:
  /// `Completed t3 Take the ACT`.
  public var plainSummary: String { plain.summary }

  /// The handle of the record that the summary names; nil if it names none.
  public var namedHandle: String? { plain.handle }

  /// Whether the step took back an earlier one.
  var takesBack: Bool { summary.hasPrefix(Self.takingBack + " ") }

  private var plain: (summary: String, handle: String?) {
    if takesBack, let colon = summary.firstRange(of: ": ") {
      let earlier = Self.withoutHandle(summary[colon.upperBound...])
      return ("\(Self.takingBack): \(earlier.summary)", earlier.handle)
    }
    return Self.withoutHandle(summary[...])
  }

  private static func withoutHandle(_ summary: Substring) -> (summary: String, handle: String?) {
    var words = summary.split(separator: " ", omittingEmptySubsequences: false)
    guard words.count > 2,
      case .handle = Handle.read(String(words[1]), kinds: ReferenceKind.all)
    else { return (String(summary), nil) }
    let handle = String(words.remove(at: 1))
    return (words.joined(separator: " "), handle)
  }

  /// The operation that logs a packet as sent.
  public static let packetSending = "sendPacket"

  /// What undo and redo of this step cannot change, such as a sent message.
  public var undoneWarnings: [String] {
    operation == Self.packetSending
      ? ["What was e-mailed stays e-mailed; only the log of it was taken back."] : []
  }

  public var redoneWarnings: [String] {
    operation == Self.packetSending ? ["Only the log is back; nothing was e-mailed again."] : []
  }
}

extension Problem {
  public static let nothingToUndo = Problem(.notFound, "There is nothing to undo.")
  public static let nothingToRedo = Problem(.notFound, "There is nothing to redo.")
}
