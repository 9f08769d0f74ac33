public import Basics
public import CivilTime

/// The operations that undo, redo and list the steps of the journal. A step is one change of the
/// data, which `undo` reverts as a whole. This works for a change by any feature, and after a
/// restart of the program (decision 3).
public struct UndoGateway: Gateway {
  /// Undoes the newest step of the signed-in person. If another person has changed a row of the
  /// step since, nothing is undone and the problem has the cause `conflict` and names the row.
  public var undo = Endpoint<Void, HistoryStep>("undo")
  public var redo = Endpoint<Void, HistoryStep>("redo")
  /// Undoes the step (a change of the data) with this number, and records the undo as a new step of
  /// the signed-in person. The step must be a step of this person, or a change of data that belongs
  /// to them.
  public var undoStep = Endpoint<Int, HistoryStep>("undoStep")
  /// Returns the newest steps (changes of the data) first: those of the signed-in person, and those
  /// on data that this person may see. The input is the largest number of steps.
  public var history = Endpoint<Int, [HistoryStep]>("history")

  public init() {}
}

extension UndoGateway {
  public func history(limit: Int) async throws(Problem) -> [HistoryStep] {
    try await history(limit)
  }
}

/// One step of the journal: a change that `undo` reverts as a whole.
public struct HistoryStep: Equatable, Sendable {
  public let id: Int
  public var person: Reference
  public var athlete: Reference?
  /// The name of the gateway operation (such as `completeTask`) that changed the data in this step.
  public var operation: String
  /// The description of the step in one line, such as `Completed t3 Take the ACT`.
  public var summary: String
  public var at: Instant
  public var isUndone: Bool
  /// Whether the step can be undone. False if an update of the program has changed the database's
  /// tables since, because the recorded rows no longer fit the tables. Also false for a step that
  /// changed who is in a family at a server.
  public var isUndoable: Bool
  /// The number of the later step that undid this step; nil if it was not undone.
  public var takenBackBy: Int?
  /// Whether the person who reads the history may undo the step: the step is their own, or that of
  /// a parent who helps them.
  public var mayTakeBack: Bool

  public init(
    id: Int, person: Reference, athlete: Reference?, operation: String, summary: String,
    at: Instant, isUndone: Bool = false, isUndoable: Bool = true, takenBackBy: Int? = nil,
    mayTakeBack: Bool = true
  ) {
    self.mayTakeBack = mayTakeBack
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
  /// The first words in the summary of a step that undid an earlier step, such as `Took back 5:
  /// Deleted s2 Kent`. If the earlier step had itself undone a step, that one is done again: `Did
  /// again 5: Deleted s2 Kent`.
  private enum Turning: String, CaseIterable {
    case tookBack = "Took back"
    case didAgain = "Did again"

    var opposite: Turning { self == .tookBack ? .didAgain : .tookBack }
  }

  /// Returns the summary of a step that undoes the step with this number and summary.
  public static func summary(takingBack step: Int, _ summary: String) -> String {
    guard let turned = Self.turned(summary) else {
      return "\(Turning.tookBack.rawValue) \(step): \(summary)"
    }
    return "\(turned.words.opposite.rawValue) \(turned.step): \(turned.rest)"
  }

  /// The sentence that reports the undo of the step, such as `Took back: Deleted s2 Kent`.
  public var wordsOfUndo: String {
    let turned = Self.turned(summary)
    return "\((turned?.words.opposite ?? .tookBack).rawValue): \(turned?.rest ?? summary[...])"
  }

  /// The sentence that reports the redo of the step, such as `Did again: Deleted s2 Kent`.
  public var wordsOfRedo: String {
    let turned = Self.turned(summary)
    return "\((turned?.words ?? .didAgain).rawValue): \(turned?.rest ?? summary[...])"
  }

  /// Returns the summary of a step that undid another step, without the number of the other step.
  /// The number is useless to a person who sees no numbered list of steps, or who sees the numbers
  /// of another device.
  public static func withoutNumber(_ summary: String) -> String {
    turned(summary).map { "\($0.words.rawValue): \($0.rest)" } ?? summary
  }

  private static func turned(
    _ summary: String
  ) -> (words: Turning, step: Substring, rest: Substring)? {
    for words in Turning.allCases where summary.hasPrefix(words.rawValue + " ") {
      guard let colon = summary.firstRange(of: ": ") else { return nil }
      let step = summary[..<colon.lowerBound].dropFirst(words.rawValue.count + 1)
      return (words, step, summary[colon.upperBound...])
    }
    return nil
  }

  /// The summary without the record's handle and without step numbers. A handle is the short name
  /// of a record and the second word of a summary, such as `t3` in `Completed t3 Take the ACT`.
  public var plainSummary: String { plain.summary }

  /// The handle of the record that the summary names, such as `t3`; nil if it names none.
  public var namedHandle: String? { plain.handle }

  /// Whether this step (a change of the data) undid an earlier step.
  var takesBack: Bool { Self.takesBack(summary) }

  /// Returns whether a step with this summary undid an earlier step. The journal (the stored list
  /// of steps) marks such a step only by the first words of its summary, such as `Took back`.
  public static func takesBack(_ summary: String) -> Bool { Self.turned(summary) != nil }

  private var plain: (summary: String, handle: String?) {
    guard let turned = Self.turned(summary) else { return Self.withoutHandle(summary[...]) }
    let earlier = Self.withoutHandle(turned.rest)
    return ("\(turned.words.rawValue): \(earlier.summary)", earlier.handle)
  }

  private static func withoutHandle(_ summary: Substring) -> (summary: String, handle: String?) {
    var words = summary.split(separator: " ", omittingEmptySubsequences: false)
    guard words.count > 2,
      case .handle = Handle.read(String(words[1]), kinds: ReferenceKind.all)
    else { return (String(summary), nil) }
    let handle = String(words.remove(at: 1))
    return (words.joined(separator: " "), handle)
  }

  /// The name of the gateway operation that logs that a recruiting packet (the document that
  /// presents an athlete to coaches) was sent. A step with this name has sent an e-mail, which
  /// `undo` cannot take back.
  public static let packetSending = "sendPacket"

  /// The messages about consequences of the step that `undo` cannot revert, such as a sent e-mail.
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
