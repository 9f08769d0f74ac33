/// How many tasks of a grade are done (rule 4.3). Filters never change it.
public struct TaskProgress: Hashable, Sendable {
  public var completed: Int
  public var total: Int
  public var requiredCompleted: Int
  public var requiredTotal: Int

  /// - Parameter tasks: every task of the grade before filtering, skipped and optional ones too.
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

  /// Whole percent, half rounded up; 0 when there are no tasks.
  public var percent: Int { Rounding.percent(completed, of: total) }

  /// The required completion rate: as `percent`, of required tasks only.
  public var requiredPercent: Int { Rounding.percent(requiredCompleted, of: requiredTotal) }
}
