public import Basics

/// The sort key of a task in a list: required tasks come first, and then tasks are sorted by
/// urgency, title and id (domain.md 4.4).
///
/// No two tasks have equal keys, so that a list always shows the same tasks in the same order.
public struct TaskOrder: Comparable, Hashable, Sendable {
  private let requiredRank: Int
  private let urgencyRank: Int
  private let title: String
  private let id: RecordID

  public init(isRequired: Bool, urgency: DeadlineUrgency, title: String, id: RecordID) {
    requiredRank = isRequired ? 0 : 1
    urgencyRank = urgency.rank
    self.title = title.lowercased()
    self.id = id
  }

  public static func < (left: TaskOrder, right: TaskOrder) -> Bool {
    (left.requiredRank, left.urgencyRank, left.title, left.id)
      < (right.requiredRank, right.urgencyRank, right.title, right.id)
  }
}
