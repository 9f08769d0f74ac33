public import Basics

/// The sort key of a task in a list (rule 4.4): required tasks first, then by urgency, then by
/// title, then by id.
///
/// It is a total order, so that the same tasks are always in the same sequence.
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
