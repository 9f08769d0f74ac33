import Basics

/// The tasks of the recruiting timeline that are part of the program, read from one text file for
/// each grade. When the program creates a family's database, it stores the tasks there. When it
/// plans the open tasks of an athlete who started late, it reads the lines `before`, `season`
/// and `last grade` from the text files, because the database does not have them.
public enum TaskCatalogue {
  /// All tasks in the order of the catalogue. Unmet prerequisites are listed in this order
  /// (domain.md 4.3).
  public static let all: [CatalogueTask] = files.flatMap(\.tasks)

  /// The parsed text files, one for each grade. `CatalogueFileTests` checks that they have no
  /// faults.
  static var files: [CatalogueFile] {
    [
      PackageResources.grade9_txt, PackageResources.grade10_txt, PackageResources.grade11_txt,
      PackageResources.grade12_txt,
    ].map { CatalogueFile($0) }
  }

  /// The tasks as rows for the database, in the order of the catalogue.
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

  /// Returns the task with an id; nil for a task that is not part of the catalogue.
  static func task(_ id: RecordID) -> CatalogueTask? { tasksByID[id] }

  static func ids(ofKeys keys: [String]) -> [RecordID] { keys.compactMap { idsByKey[$0] } }

  private static let tasksByID = Dictionary(
    all.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
  private static let idsByKey = Dictionary(
    all.map { ($0.key, $0.id) }, uniquingKeysWith: { first, _ in first })
}
