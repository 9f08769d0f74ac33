public import Basics

/// A task in the catalogue of the recruiting timeline, which is the same for all athletes; a row of
/// the table `task`.
public struct TimelineTask: Equatable, Sendable {
  public let id: RecordID
  public var title: String
  /// The grade for which the task is meant, from 9 to 12. The page of that grade lists it.
  public var gradeLevel: Int
  public var category: Open<TaskCategory>
  public var description: String?
  /// Whether the task is required. The page of a grade shows the progress over all tasks, and
  /// beside it the progress over the required ones (domain.md 4.3).
  public var isRequired = false
  /// The ids of the tasks that must be completed first, which can be of any grade.
  public var dependencyIDs: [RecordID] = []
  /// Why the task matters; `failureRisk` is the risk of skipping it. The page of the task shows
  /// both.
  public var whyItMatters: String?
  public var failureRisk: String?
  /// The divisions for which the task applies, in the spelling of the catalogue such as `DI`; `ALL`
  /// for all divisions.
  public var divisionApplicability: [String] = ["ALL"]
  /// The month in which the task is due, in the school year of its grade; the due date is the last
  /// day of that month (domain.md 4.2).
  public var dueMonth: Int?

  public init(id: RecordID, title: String, gradeLevel: Int, category: TaskCategory) {
    self.id = id
    self.title = title
    self.gradeLevel = gradeLevel
    self.category = .known(category)
  }

  /// The first division for which the task applies; nil if it applies for all. The server's
  /// interface for other programs filters tasks by this single division (domain.md 7.4).
  public var division: Division? {
    guard !divisionApplicability.contains("ALL") else { return nil }
    return divisionApplicability.first.flatMap(Division.init(written:))
  }
}

/// The area of recruiting to which a task belongs.
public enum TaskCategory: String, Vocabulary {
  case academic, athletic, recruiting, exposure, mindset
}
