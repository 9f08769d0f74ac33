import Basics

/// Finds the faults in a task catalogue.
///
/// The result begins with keys and ids that occur twice. The faults of single tasks follow in the
/// order of the catalogue, then the grades without tasks, and then the faulty dependencies.
///
/// One of these faults is a task that is due after another task that needs it. The deadlines are
/// compared by grade and month, which gives the same result for every graduation year.
package struct CatalogueValidator: Sendable {
  static let categories = TaskCategory.allCases.map(\.rawValue)
  static let divisions = ["ALL", "DI", "DII", "DIII", "NAIA", "JUCO"]
  /// The largest number of characters that the database column for the title can store (domain.md
  /// 2.3).
  static let longestTitle = 255
  private static let closing: Set<Character> = [".", "!", "?"]

  package init() {}

  /// Returns all faults in the catalogue. Only a catalogue without faults may be part of a release.
  package func faults(in tasks: [CatalogueTask]) -> [CatalogueFault] {
    duplicates(in: tasks)
      + tasks.flatMap(faults(of:))
      + Grade.levels
      .filter { grade in !tasks.contains { $0.grade == grade } }
      .map(CatalogueFault.gradeWithoutTasks)
      + PrerequisiteGraph(tasks).faults
  }

  private func duplicates(in tasks: [CatalogueTask]) -> [CatalogueFault] {
    var seenKeys: Set<String> = []
    var reportedKeys: Set<String> = []
    var keysByID: [RecordID: [String]] = [:]
    for task in tasks {
      if !seenKeys.insert(task.key).inserted { reportedKeys.insert(task.key) }
      keysByID[task.id, default: []].append(task.key)
    }
    // If a task is in the catalogue twice, only its key is reported as a duplicate. An id is
    // reported only if tasks with different keys have it.
    let sharedIDs = keysByID.filter { Set($0.value).count > 1 }
    return reportedKeys.sorted().map(CatalogueFault.duplicateKey)
      + sharedIDs.sorted { $0.key < $1.key }.map { .duplicateID($0.key, keys: $0.value) }
  }

  private func faults(of task: CatalogueTask) -> [CatalogueFault] {
    var found: [CatalogueFault] = []
    // `version4` sets the bits that mark a UUID of version 4. If this changes the id, the id is not
    // such a UUID.
    if task.id != .version4(high: task.id.high, low: task.id.low) {
      found.append(.malformedID(task: task.key, id: task.id))
    }
    if !Grade.levels.contains(task.grade) {
      found.append(.gradeOutsideSchool(task: task.key, grade: task.grade))
    }
    if !Self.categories.contains(task.category) {
      found.append(.unknownCategory(task: task.key, category: task.category))
    }
    if task.divisions.isEmpty {
      found.append(.noDivision(task: task.key))
    }
    for division in task.divisions where !Self.divisions.contains(division) {
      found.append(.unknownDivision(task: task.key, division: division))
    }
    if !Deadline.schoolMonths.contains(task.dueMonth) {
      found.append(.dueMonthOutsideSchoolYear(task: task.key, month: task.dueMonth))
    }
    if task.title.allSatisfy(\.isWhitespace) {
      found.append(.emptyTitle(task: task.key))
    } else if task.title.count > Self.longestTitle {
      found.append(.titleTooLong(task: task.key, length: task.title.count))
    }
    return found + CatalogueFault.Text.allCases.compactMap { fault(of: $0, in: task) }
  }

  private func fault(of text: CatalogueFault.Text, in task: CatalogueTask) -> CatalogueFault? {
    let words =
      switch text {
      case .description: task.description
      case .whyItMatters: task.whyItMatters
      case .failureRisk: task.failureRisk
      }
    guard !words.allSatisfy(\.isWhitespace) else { return .emptyText(task: task.key, text: text) }
    guard let count = sentences(in: words) else {
      return .unfinishedText(task: task.key, text: text)
    }
    guard !text.allowedSentences.contains(count) else { return nil }
    return .wrongSentenceCount(task: task.key, text: text, count: count)
  }

  /// Returns the number of sentences in a text; nil if the last sentence has no end mark.
  ///
  /// A sentence ends with `.`, `!` or `?` before a space or at the end of the text, so the dots in
  /// `2.3` and `PlayNAIA.org` end no sentence.
  private func sentences(in text: String) -> Int? {
    var count = 0
    var previous: Character = " "
    for character in text {
      if character.isWhitespace, Self.closing.contains(previous) { count += 1 }
      previous = character
    }
    return Self.closing.contains(previous) ? count + 1 : nil
  }
}
