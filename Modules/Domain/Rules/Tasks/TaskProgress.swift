/// How many of the tasks of one grade are completed (domain.md 4.3). They are counted before the
/// list is filtered, so a filter does not change the numbers.
public struct TaskProgress: Hashable, Sendable {
  public var completed: Int
  public var total: Int
  public var requiredCompleted: Int
  public var requiredTotal: Int

  /// Counts the tasks.
  ///
  /// - Parameter tasks: all tasks of the grade, including skipped and optional ones.
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

  /// The completed tasks as a percentage of all tasks, rounded to a whole number; 0 if there are no
  /// tasks.
  public var percent: Int { Rounding.percent(completed, of: total) }

  /// The completed required tasks as a percentage of all required tasks, rounded to a whole number.
  public var requiredPercent: Int { Rounding.percent(requiredCompleted, of: requiredTotal) }
}
