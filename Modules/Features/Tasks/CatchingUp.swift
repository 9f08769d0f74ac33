import CivilTime
import Domain
import FeatureKit

extension ValueKind<EarlierSteps> {
  /// Parses the value of `tasks catch-up`, which says which tasks of earlier grades are done: `all
  /// of grade 9`, `9 and 10`, the short names of tasks such as `t3 t7`, `all`, or `none`.
  static let earlierSteps = ValueKind(
    "STEPS", completion: .named("earlier-steps"), words: .program
  ) { text, _ throws(Problem) in try EarlierSteps(written: text) }
}

extension UnfinishedTasks {
  /// Returns the tasks of earlier grades that the person reports as done.
  ///
  /// If the person names a whole grade, only its open tasks are returned, so that a task which was
  /// skipped on purpose stays skipped.
  func meant(by steps: EarlierSteps) throws(Problem) -> [RecordID] {
    if let later = steps.grades.first(where: { $0 >= grade.level }) {
      throw Problem(
        .usage, "Grade \(later) is not over: it is grade \(grade.level) now.",
        fix: "To mark a task complete today:  tasks complete HANDLE")
    }
    var named: [RecordID] = []
    for number in steps.numbers {
      guard let task = earlier.first(where: { $0.handle == "t\(number)" }) else {
        throw Problem(
          .notFound, "t\(number) is no open step of an earlier grade.",
          details: ["Nothing was marked."], fix: "See which there are:  tasks catch-up")
      }
      named.append(task.id)
    }
    let whole = earlier.filter {
      $0.status.isOpen && (steps.isEverything || steps.grades.contains($0.task.gradeLevel))
    }.map(\.id)
    return named + whole.filter { !named.contains($0) }
  }

  /// The question which tasks of earlier grades are done. The person answers it for
  /// `tasks catch-up`. The question lists the unfinished tasks by grade.
  var question: Problem {
    let grades = Set(earlier.map(\.task.gradeLevel)).sorted()
    var lines: [String] = []
    for grade in grades {
      lines.append("Grade \(grade)")
      lines += earlier.filter { $0.task.gradeLevel == grade }.map { task in
        let status = task.status == .notStarted ? "" : " (\(task.statusWords.lowercased()))"
        return "  \(task.handle)  \(task.task.title)\(status)"
      }
    }
    let (first, handle) = (grades.first ?? 9, earlier.last?.handle ?? "t1")
    lines.append(
      "Which of these are done? Answer like `grade \(first)`, `\(handle)`, `grade \(first) \(handle)`, `all` or `none`."
    )
    return Problem(
      .usage,
      "\(KindCount(.task, earlier.count).words) of earlier grades "
        + (earlier.count == 1 ? "is" : "are") + " not complete.",
      details: lines, fix: "Say which are done:  tasks catch-up grade \(first)")
  }
}

extension TasksFeature.CatchUp {
  var outcome: Outcome<TasksFeature.Action> {
    switch self {
    case .needs(let earlier): .needs(Need("steps", earlier.question))
    case .misnamed(let problem): .needs(Need("steps", problem))
    case .nothingEarlier(let grade) where grade.level == Grade.levels.lowerBound:
      .done(Done("There is nothing to catch up on: grade \(grade.level) is the first."))
    case .nothingEarlier:
      .done(Done("There is nothing to catch up on: every earlier step is complete."))
    case .noneDone:
      .done(
        Done("Nothing was marked.", details: ["Whenever you like:  tasks catch-up"]))
    case .done(let changes): .done(Done(catchingUp: changes))
    }
  }
}
