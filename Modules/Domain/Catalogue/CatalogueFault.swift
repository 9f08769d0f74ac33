package import Basics

/// A fault in the task catalogue, which is the list of recruiting tasks that the program contains.
/// An example is a task without a title. Most cases have the key of the faulty task, such as
/// `9-01`.
package enum CatalogueFault: Hashable, Sendable {
  /// A text of a task other than its title. Each of these texts has to have a certain number of
  /// sentences.
  package enum Text: String, CaseIterable, Sendable {
    case description
    case whyItMatters = "why it matters"
    case failureRisk = "what can go wrong"
  }

  /// A line of the catalogue's text file begins with an unknown word, or it comes before the first
  /// line `task:`. In the second case the line belongs to no task, and `task` is nil.
  case unknownLine(task: String?, line: String)
  case repeatedLine(task: String, line: String)
  case missingLine(task: String, line: String)
  case unreadableValue(task: String, line: String, value: String)
  case duplicateKey(String)
  case duplicateID(RecordID, keys: [String])
  case malformedID(task: String, id: RecordID)
  case gradeOutsideSchool(task: String, grade: Int)
  case gradeWithoutTasks(Int)
  case unknownCategory(task: String, category: String)
  case noDivision(task: String)
  case unknownDivision(task: String, division: String)
  case dueMonthOutsideSchoolYear(task: String, month: Int)
  case danglingNeed(task: String, need: String)
  case danglingBefore(task: String, later: String)
  case beforeEarlierTask(task: String, later: String)
  /// The tasks depend on each other in a cycle. Their keys are in the order of the cycle, and the
  /// first key is repeated at the end. A task that depends on itself results in its key twice.
  case cycle([String])
  case dueAfterDependant(prerequisite: String, dependant: String)
  case requiredNeedsOptional(required: String, optional: String)
  case emptyTitle(task: String)
  case titleTooLong(task: String, length: Int)
  case emptyText(task: String, text: Text)
  case unfinishedText(task: String, text: Text)
  case wrongSentenceCount(task: String, text: Text, count: Int)
}

extension CatalogueFault: CustomStringConvertible {
  /// The fault as a sentence for the developer who edits the catalogue: the faulty task, the value
  /// found, and the allowed values.
  package var description: String {
    switch self {
    case .unknownLine(nil, let line):
      "`\(line)` stands before the first task."
    case .unknownLine(let task?, let line):
      "\(task) has a line `\(line)`, which no task has."
    case .repeatedLine(let task, let line):
      "\(task) has more than one line `\(line)`."
    case .missingLine(let task, let line):
      "\(task) has no line `\(line)`."
    case .unreadableValue(let task, let line, let value):
      "\(task) has `\(value)` in its line `\(line)`, which cannot be read."
    case .duplicateKey(let key):
      "\(key) is the key of more than one task."
    case .duplicateID(let id, let keys):
      "\(keys.inSentence()) share the id \(id)."
    case .malformedID(let task, let id):
      "\(task) has the id `\(id)`, which is not a version 4 uuid."
    case .gradeOutsideSchool(let task, let grade):
      "\(task) is for grade \(grade); grades run from 9 to 12."
    case .gradeWithoutTasks(let grade):
      "Grade \(grade) has no task."
    case .unknownCategory(let task, let category):
      "\(task) has the category `\(category)`; use one of \(known(CatalogueValidator.categories))."
    case .noDivision(let task):
      "\(task) names no division; use ALL when every division asks for it."
    case .unknownDivision(let task, let division):
      "\(task) names the division `\(division)`; use \(known(CatalogueValidator.divisions))."
    case .dueMonthOutsideSchoolYear(let task, let month):
      "\(task) is due in month \(month); a school year has 9 to 12 and 1 to 5."
    case .danglingNeed(let task, let need):
      "\(task) needs \(need), which is not in the catalogue."
    case .danglingBefore(let task, let later):
      "\(task) stands before \(later), which is not in the catalogue."
    case .beforeEarlierTask(let task, let later):
      "\(task) stands before \(later), which is not due after it."
    case .cycle(let path):
      "Tasks wait for each other: \(path.joined(separator: " needs "))."
    case .dueAfterDependant(let prerequisite, let dependant):
      "\(prerequisite) is due after \(dependant), which needs it."
    case .requiredNeedsOptional(let required, let optional):
      "\(required) is required but needs \(optional), which is not."
    case .emptyTitle(let task):
      "\(task) has no title."
    case .titleTooLong(let task, let length):
      "The title of \(task) has \(length) characters; at most \(CatalogueValidator.longestTitle) fit."
    case .emptyText(let task, let text):
      "\(task) says nothing under `\(text.rawValue)`."
    case .unfinishedText(let task, let text):
      "\(task) ends without a full stop under `\(text.rawValue)`."
    case .wrongSentenceCount(let task, let text, let count):
      "\(task) has \(count) sentence\(count == 1 ? "" : "s") under `\(text.rawValue)`; \(text.rule)."
    }
  }

  private func known(_ words: [String]) -> String {
    words.joined(separator: ", ")
  }
}

extension CatalogueFault.Text {
  var allowedSentences: ClosedRange<Int> {
    switch self {
    case .description: 1...1
    case .whyItMatters, .failureRisk: 2...3
    }
  }

  fileprivate var rule: String {
    switch self {
    case .description: "it takes one"
    case .whyItMatters, .failureRisk: "it takes two or three"
    }
  }
}
