public import Basics
public import CivilTime

// These are the problems that backends (implementations of the gateways) report when they reject an
// operation. They are defined here so that every backend reports the same cause with the same
// words.
extension Problem {
  /// The problem that the signed-in person may read the data but may not change it.
  public static let readOnly = Problem(.refused)

  public static let signInNeeded = Problem(
    .signInNeeded, "You are not signed in.", fix: "Sign in:  account sign-in")

  /// The problem that a parent wanted to delete a record which another person created. Only the
  /// athlete may do that (domain.md 10.10).
  public static let notYoursToDelete = Problem(
    .refused, "You can delete only what you made yourself.",
    details: ["The athlete can delete all of it."])

  /// Returns the problem that a parent may not delete a record, because another person has written
  /// in a row that would be deleted or changed together with the record.
  ///
  /// The message does not say whether that person wrote a private note or another value. The
  /// existence of a private note is secret too.
  public static func takesAlong(_ row: WrittenRow, with reference: Reference) -> Problem {
    let name = reference.name
    let title =
      switch (row.kind, row.fate) {
      case (.named, _):
        "Another person has written in \(name), which would go with it."
      case (.record(let kind), .deleted):
        "\(name) has \(kind.plural) that another person wrote in, which would go with it."
      case (.record(let kind), .unlinked):
        "\(name) is named by \(kind.plural) that another person wrote in, which would lose it."
      case (.statusChange, _):
        "\(name) has changes of status that another person made, which would go with it."
      }
    return Problem(
      .refused, title,
      details: ["You can delete only what you made yourself. The athlete can delete all of it."])
  }

  /// Returns the problem that a record was not found. It is also used for a record that the
  /// signed-in person may not see, so that the message does not reveal that the record exists.
  public static func noSuch(_ kind: ReferenceKind) -> Problem {
    Problem(.notFound, "There is no such \(kind.singular).")
  }

  /// Creates the problem for a rejected access; nil if the access is allowed.
  public init?(_ decision: Authority.Decision, on kind: ReferenceKind) {
    switch decision {
    case .allowed: return nil
    case .refused: self = .readOnly
    case .hidden: self = .noSuch(kind)
    }
  }

  /// Returns the problem that a task cannot be started before other tasks are complete. The message
  /// names the other tasks in the order of the catalogue, the program's list of tasks (domain.md
  /// 4.3).
  ///
  /// - Parameter isOneOfSeveral: whether the command named several tasks. The message then adds
  ///   that none of them was changed.
  public static func locked(
    _ task: TaskWithStatus, ofSeveral isOneOfSeveral: Bool = false
  ) -> Problem {
    Problem(
      .locked, "\(task.reference.name) is locked.",
      details: task.unmetPrerequisites.map {
        "First complete: \($0.reference.name)"
      } + (isOneOfSeveral ? ["None of them was changed."] : []),
      fix: "See why:  tasks show \(task.reference.handle)")
  }

  /// Returns the problem that tasks cannot be marked as done in the past, because they have
  /// prerequisites that are not complete. The message names the tasks and all of these
  /// prerequisites, and says that no task was marked.
  public static func cannotCatchUp(
    on waiting: [TaskWithStatus], without missing: [Reference]
  ) -> Problem {
    let (steps, them) = missing.count == 1 ? ("another step", "it is") : ("other steps", "they are")
    // If only one task has missing prerequisites, the title names it, so the details do not repeat
    // it.
    let named = waiting.count == 1 ? [] : waiting.map(\.reference)
    return Problem(
      .locked,
      waiting.count == 1
        ? "\(waiting[0].reference.name) waits for \(steps)."
        : "\(waiting.count) of these wait for \(steps).",
      details: missing.map { "To be done first: \($0.name)" }
        + named.map { "Waiting: \($0.name)" } + ["Nothing was marked."],
      fix: "If \(them) done too, choose \(missing.count == 1 ? "it" : "them") with the rest."
    ).about(["steps"], choices: (missing + named).map(\.handle))
  }

  /// Returns the problem that a task cannot be marked as done in the past, because it is not a task
  /// of an earlier grade.
  public static func isNoEarlierStep(_ task: TaskWithStatus, grade: Grade) -> Problem {
    Problem(
      .usage,
      "\(task.reference.name) is a task of grade \(task.task.gradeLevel), not of an earlier one.",
      details: ["None of them was marked."],
      fix: "To mark it complete today:  tasks complete \(task.reference.handle)")
  }

  /// The problem that the athlete has no graduation year, so that the athlete's grade and the
  /// earlier grades are unknown.
  public static let noGradeKnown = Problem(
    .usage, "The graduation year is not set, so it is not known which grades are over.",
    fix: "Set it:  profile edit --graduation-year YEAR")

  /// Creates the problem that a due date is outside the range that `Deadline.ownDays` allows; nil
  /// if the date is allowed or there is none.
  public init?(dueDate day: CalendarDay?, on today: CalendarDay) {
    let possible = Deadline.ownDays(on: today)
    guard let day, !possible.contains(day) else { return nil }
    let (first, last) = (possible.lowerBound, possible.upperBound)
    self.init(
      .usage, "\(day.text(.shortWithYear)) cannot be a due date.",
      details: ["Nothing was changed."],
      fix: "Choose a day from \(first.text(.shortWithYear)) to \(last.text(.shortWithYear)).")
  }

  /// Creates the problem for an operation that a rule about families forbids, such as an athlete
  /// leaving the family.
  public init(_ refusal: FamilyRefusal) {
    let cause: Cause =
      switch refusal {
      case .onlyAthletesCreate, .onlyParentsJoin, .tooYoungForParent, .onlyOwner, .codeRenewed:
        .refused
      case .malformedCode, .ownFamily, .cannotRemoveSelf, .onlyParentsAreRemoved, .onlyParentsHelp,
        .athleteCannotLeave:
        .usage
      case .unknownCode: .notFound
      }
    self.init(cause, refusal.words)
  }
}
