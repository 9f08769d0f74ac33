/// The dependencies between the tasks of a catalogue, and the faults in them, such as two tasks
/// that need each other.
struct PrerequisiteGraph {
  private let tasks: [CatalogueTask]
  private let named: [String: CatalogueTask]

  init(_ tasks: [CatalogueTask]) {
    self.tasks = tasks
    named = Dictionary(tasks.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
  }

  var faults: [CatalogueFault] {
    tasks.flatMap(faultyNeeds(of:)) + cycles().map(CatalogueFault.cycle)
  }

  private func faultyNeeds(of task: CatalogueTask) -> [CatalogueFault] {
    var found: [CatalogueFault] = []
    for key in task.needs {
      guard let need = named[key] else {
        found.append(.danglingNeed(task: task.key, need: key))
        continue
      }
      if task.isRequired, !need.isRequired {
        found.append(.requiredNeedsOptional(required: task.key, optional: key))
      }
      if let needed = dueOrder(of: need), let due = dueOrder(of: task), needed > due {
        found.append(.dueAfterDependant(prerequisite: key, dependant: task.key))
      }
    }
    return found + task.before.compactMap { fault(of: task, before: $0) }
  }

  private func fault(of task: CatalogueTask, before key: String) -> CatalogueFault? {
    guard let later = named[key] else { return .danglingBefore(task: task.key, later: key) }
    guard let due = dueOrder(of: task), let end = dueOrder(of: later), due >= end else {
      return nil
    }
    return .beforeEarlierTask(task: task.key, later: key)
  }

  /// Returns the position of a task's deadline among all months of the four school years, to
  /// compare deadlines; nil if the month is invalid.
  private func dueOrder(of task: CatalogueTask) -> Int? {
    let months = Deadline.schoolMonths
    return months.firstIndex(of: task.dueMonth).map { task.grade * months.count + $0 }
  }

  /// Returns the cycles of dependencies that a depth-first search finds, as the keys of their
  /// tasks. Each cycle is returned once.
  private func cycles() -> [[String]] {
    var found: [[String]] = []
    var finished: Set<String> = []
    var path: [String] = []

    func walk(_ key: String) {
      if let start = path.firstIndex(of: key) {
        found.append(path[start...] + [key])
        return
      }
      guard !finished.contains(key), let task = named[key] else { return }
      path.append(key)
      task.needs.forEach(walk)
      path.removeLast()
      finished.insert(key)
    }

    tasks.forEach { walk($0.key) }
    return found
  }
}
