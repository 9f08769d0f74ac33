public import Basics

/// A template of the recruiting timeline, the same for all athletes; a row of `task`.
public struct TimelineTask: Equatable, Sendable {
  public let id: RecordID
  public var title: String
  /// The grade, from 9 to 12, whose page shows the task.
  public var gradeLevel: Int
  public var category: Open<TaskCategory>
  public var description: String?
  /// Whether the task is required. Required tasks count for the completion rate that the page shows
  /// (rule 4.3).
  public var isRequired = false
  /// The tasks to complete first, of any grade.
  public var dependencyIDs: [RecordID] = []
  /// The details of a task's page: why the task matters, and the risk of skipping it.
  public var whyItMatters: String?
  public var failureRisk: String?
  /// `ALL`, or the divisions for which the task applies, in the catalogue's spelling (`DI`).
  public var divisionApplicability: [String] = ["ALL"]
  /// The month whose last day is the deadline, in the school year of the grade (rule 4.2).
  public var dueMonth: Int?

  public init(id: RecordID, title: String, gradeLevel: Int, category: TaskCategory) {
    self.id = id
    self.title = title
    self.gradeLevel = gradeLevel
    self.category = .known(category)
  }

  /// The single division of the specification: the first division for which the task applies; nil
  /// if it applies for all (rule 7.4).
  public var division: Division? {
    guard !divisionApplicability.contains("ALL") else { return nil }
    return divisionApplicability.first.flatMap(Division.init(written:))
  }
}

/// The part of recruiting that a task belongs to.
public enum TaskCategory: String, Vocabulary {
  case academic, athletic, recruiting, exposure, mindset
}
