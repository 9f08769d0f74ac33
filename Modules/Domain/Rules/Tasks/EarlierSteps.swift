public import Basics

/// The tasks of earlier grades that an athlete marks as done with the command `tasks catch-up`: all
/// of them, whole grades, single tasks, or none.
public struct EarlierSteps: Hashable, Sendable {
  /// True if all tasks of every grade before the athlete's own are done.
  public var isEverything: Bool
  public var grades: [Int]
  /// The numbers of single tasks in their handles (short names), such as 3 for the task `t3`.
  public var numbers: [Int]

  public init(isEverything: Bool = false, grades: [Int] = [], numbers: [Int] = []) {
    self.isEverything = isEverything
    self.grades = grades
    self.numbers = numbers
  }

  public var isNothing: Bool { !isEverything && grades.isEmpty && numbers.isEmpty }

  /// Parses an answer such as `all of grade 9`, `9 and 10`, `t3, t7`, `grade 9 t23`, `everything`
  /// or `none`.
  ///
  /// A number from 9 to 12 is a grade. Any other number without a letter is refused, because a
  /// person who types `3` may mean the task `t3`.
  public init(written text: String) throws(Problem) {
    self.init()
    let words = text.lowercased().split { $0 == "," || $0 == ";" || $0.isWhitespace }.map(
      String.init)
    var namesNothing = false
    for word in words where !Self.fillers.contains(word) {
      if Self.nothing.contains(word) {
        namesNothing = true
      } else if let number = Int(word.hasPrefix("grade") ? String(word.dropFirst(5)) : word) {
        guard Grade.levels.contains(number) else { throw Self.doubtful(word) }
        if !grades.contains(number) { grades.append(number) }
      } else if word.first == "t", let number = Int(word.dropFirst()), number > 0 {
        if !numbers.contains(number) { numbers.append(number) }
      } else {
        throw Self.doubtful(word)
      }
    }
    // The word "all" means every grade only if no grade and no task is named: "all of grade 9"
    // means only grade 9.
    isEverything = isNothing && words.contains { Self.everything.contains($0) }
    guard namesNothing != !isNothing else {
      throw namesNothing
        ? Problem(
          .usage, "This names steps, and says `none` too.",
          fix: "Choose the steps alone, or `none` alone.")
        : Problem(.usage, "Say which steps are done, or `none`.", fix: Self.example)
    }
  }

  private static let nothing: Set = ["none", "no", "nothing", "neither"]
  private static let everything: Set = ["all", "everything", "every"]
  private static let fillers = everything.union([
    "of", "grade", "grades", "and", "the", "steps", "step", "tasks", "task", "in", "from", "yes",
  ])

  private static let example = "Example:  tasks catch-up grade 9 t23"

  private static func doubtful(_ word: String) -> Problem {
    let isNumber = Int(word) != nil
    return Problem(
      .usage, "`\(word)` is no grade and no task.",
      details: isNumber ? ["A task is named by its handle: t\(word)."] : [],
      fix: "Name grades, handles, `all` or `none`. \(example)")
  }
}
