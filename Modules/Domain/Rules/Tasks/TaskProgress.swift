/// The number of completed tasks of a grade (rule 4.3). Filters never change it.
public struct TaskProgress: Hashable, Sendable {
  public var completed: Int
  public var total: Int
  public var requiredCompleted: Int
  public var requiredTotal: Int

  /// - Parameter tasks: all tasks of the grade before filtering, including skipped and optional
  ///   ones.
  public init(_ tasks: some Sequence<(isRequired: Bool, status: TaskStatus)>) {
    completed = 0
    total = 0
    requiredCompleted = 0
    requiredTotal = 0
    for task in tasks {
      let done = task.status == .completed ? 1 : 0
      completed += done
      total += 1
      guard task.isRequired else { continue }
      requiredCompleted += done
      requiredTotal += 1
    }
  }

  /// The completed tasks as a whole percentage, with a half rounded up; 0 without tasks.
  public var percent: Int { Rounding.percent(completed, of: total) }

  /// The completed required tasks as a whole percentage of all required tasks.
  public var requiredPercent: Int { Rounding.percent(requiredCompleted, of: requiredTotal) }
}
