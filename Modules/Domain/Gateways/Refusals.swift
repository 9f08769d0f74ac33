public import Basics
public import CivilTime

// The refusals of every backend: the same cause and the same words, whichever backend refuses.
extension Problem {
  /// The problem that the viewer may read the data but may not change it.
  public static let readOnly = Problem(.refused)

  public static let signInNeeded = Problem(
    .signInNeeded, "Nobody is signed in.", fix: "Sign in:  account sign-in")

  /// Another person created the record, and only the athlete may delete it (rule 10.10 of domain.md).
  public static let notYoursToDelete = Problem(
    .refused, "You can delete only what you made yourself.",
    details: ["The athlete can delete all of it."])

  /// Returns the problem that a helper's delete would also delete a row in which another person has
  /// written. The words do not distinguish private notes from other changes, because only their
  /// author knows that they exist.
  public static func takesAlong(_ row: WrittenRow, with reference: Reference) -> Problem {
    let name = "\(reference.handle) \(reference.title)"
    let title =
      switch (row.kind, row.fate) {
      case (.named, _):
        "Somebody else has written in \(name), which would go with it."
      case (.record(let kind), .deleted):
        "\(name) has \(kind.plural) that somebody else wrote in, which would go with it."
      case (.record(let kind), .unlinked):
        "\(name) is named by \(kind.plural) that somebody else wrote in, which would lose it."
      case (.statusChange, _):
        "\(name) has changes of status that somebody else made, which would go with it."
      }
    return Problem(
      .refused, title,
      details: ["You can delete only what you made yourself. The athlete can delete all of it."])
  }

  /// The record does not exist, or it is another person's: the answer is the same, so that it discloses nothing.
  public static func noSuch(_ kind: ReferenceKind) -> Problem {
    Problem(.notFound, "There is no such \(kind.singular).")
  }

  /// The problem for a decision that is not `allowed`.
  public init?(_ decision: Authority.Decision, on kind: ReferenceKind) {
    switch decision {
    case .allowed: return nil
    case .refused: self = .readOnly
    case .hidden: self = .noSuch(kind)
    }
  }

  /// Returns the problem that a task waits for other tasks, which are named in catalogue order
  /// (rule 4.3).
  ///
  /// - Parameter isOneOfSeveral: whether other tasks were to be changed with it. None of them was
  ///   changed.
  public static func locked(
    _ task: TaskWithStatus, ofSeveral isOneOfSeveral: Bool = false
  ) -> Problem {
    Problem(
      .locked, "\(task.reference.handle) \(task.reference.title) is locked.",
      details: task.unmetPrerequisites.map {
        "First complete: \($0.reference.handle) \($0.reference.title)"
      } + (isOneOfSeveral ? ["None of them was changed."] : []),
      fix: "See why:  tasks show \(task.reference.handle)")
  }

  /// Returns the problem that tasks which were to be marked as done before wait for other tasks.
  /// All of those are named, and no task was marked.
  public static func cannotCatchUp(
    on waiting: [TaskWithStatus], without missing: [Reference]
  ) -> Problem {
    let names = Set(missing.map(\.id))
    return Problem(
      .locked,
      waiting.count == 1
        ? "\(waiting[0].reference.handle) \(waiting[0].reference.title) waits for a step that is not complete."
        : "\(waiting.count) of these wait for steps that are not complete.",
      details: waiting.map { task in
        let first = task.unmetPrerequisites.filter { names.contains($0.reference.id) }
          .map { "\($0.reference.handle) \($0.reference.title)" }
        return
          "\(task.reference.handle) \(task.reference.title) waits for \(first.joined(separator: ", "))"
      } + ["None of them was marked."],
      fix: "If those are done too, name them with the rest:  "
        + missing.map(\.handle).joined(separator: " "))
  }

  /// Returns the problem that only a task of an earlier grade can be marked as done before.
  public static func isNoEarlierStep(_ task: TaskWithStatus, grade: Grade) -> Problem {
    Problem(
      .usage,
      "\(task.reference.handle) \(task.reference.title) is a task of grade \(task.task.gradeLevel), not of an earlier one.",
      details: ["None of them was marked."],
      fix: "To mark it complete today:  tasks complete \(task.reference.handle)")
  }

  /// The problem without a graduation year: the grade is unknown, and so are the grades that are over.
  public static let noGradeKnown = Problem(
    .usage, "The graduation year is not set, so it is not known which grades are over.",
    fix: "Set it:  profile edit --graduation-year YEAR")

  /// Creates the problem of a due date that is out of range (`Deadline.ownDays`); nil if the day is
  /// possible.
  public init?(dueDate day: CalendarDay?, on today: CalendarDay) {
    let possible = Deadline.ownDays(on: today)
    guard let day, !possible.contains(day) else { return nil }
    let (first, last) = (possible.lowerBound, possible.upperBound)
    self.init(
      .usage, "\(day.text(.shortWithYear)) cannot be a due date.",
      details: ["Nothing was changed."],
      fix: "Choose a day from \(first.text(.shortWithYear)) to \(last.text(.shortWithYear)).")
  }

  /// The refusal of a family rule, with the matching cause.
  public init(_ refusal: FamilyRefusal) {
    let cause: Cause =
      switch refusal {
      case .onlyAthletesCreate, .onlyParentsJoin, .onlyOwner, .codeRenewed: .refused
      case .malformedCode, .ownFamily, .cannotRemoveSelf, .onlyParentsAreRemoved, .onlyParentsHelp,
        .athleteCannotLeave:
        .usage
      case .unknownCode: .notFound
      }
    self.init(cause, refusal.words)
  }
}
