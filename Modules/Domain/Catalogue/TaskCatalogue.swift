import Basics

/// The task templates that ship with the program, grade by grade.
public enum TaskCatalogue {
  /// Every task in catalogue order, the order in which unmet prerequisites are named (rule 4.3).
  public static let all: [CatalogueTask] = grade9 + grade10 + grade11 + grade12

  /// The tasks as rows of the database, in the same order.
  public static let templates: [TimelineTask] = all.compactMap(template)

  private static func template(of task: CatalogueTask) -> TimelineTask? {
    guard let category = TaskCategory(rawValue: task.category) else { return nil }
    var template = TimelineTask(
      id: task.id, title: task.title, gradeLevel: task.grade, category: category)
    template.description = task.description
    template.isRequired = task.isRequired
    template.dependencyIDs = task.needs.compactMap { idsByKey[$0] }
    template.whyItMatters = task.whyItMatters
    template.failureRisk = task.failureRisk
    template.divisionApplicability = task.divisions
    template.dueMonth = task.dueMonth
    return template
  }

  private static let idsByKey = Dictionary(
    all.map { ($0.key, $0.id) }, uniquingKeysWith: { first, _ in first })
}
