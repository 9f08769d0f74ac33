import Basics

/// One parsed data file of the task catalogue: the tasks of one grade, and the faults found in the
/// file. A task that lacks a required line or has an unreadable value is left out.
struct CatalogueFile {
  private(set) var tasks: [CatalogueTask] = []
  private(set) var faults: [CatalogueFault] = []

  /// The names of the lines of a task in a data file. The first line of a task contains its key,
  /// such as `task: 9-01`.
  private enum Field: String {
    case task, category, required, divisions
    case dueMonth = "due month"
    case needs, before, season
    case lastGrade = "last grade"
    /// The first key of a task whose key was changed later. The id is computed from the first key,
    /// so that it does not change.
    case was
    case title, description, why, risk

    var isOptional: Bool {
      switch self {
      case .needs, .before, .season, .lastGrade, .was: true
      case .task, .category, .required, .divisions, .dueMonth, .title, .description, .why, .risk:
        false
      }
    }
  }

  init(_ bytes: [UInt8]) {
    var texts: [Field: String] = [:]
    for line in EmbeddedFile(bytes).lines(separatedBy: UInt8(ascii: ":"), most: 2) {
      guard line.count == 2, let field = Field(rawValue: line[0]),
        field == .task || texts[.task] != nil
      else {
        faults.append(.unknownLine(task: texts[.task], line: line[0]))
        continue
      }
      if field == .task {
        add(texts)
        texts = [:]
      }
      let isSecond = texts.updateValue(line[1], forKey: field) != nil
      if isSecond, let task = texts[.task] {
        faults.append(.repeatedLine(task: task, line: line[0]))
      }
    }
    add(texts)
  }

  private mutating func add(_ texts: [Field: String]) {
    guard let key = texts[.task] else { return }
    var found: [CatalogueFault] = []
    func text(_ field: Field) -> String {
      if texts[field] == nil, !field.isOptional {
        found.append(.missingLine(task: key, line: field.rawValue))
      }
      return texts[field] ?? ""
    }
    func value<Value>(_ field: Field, _ read: (String) -> Value?) -> Value? {
      let text = text(field)
      let value = read(text)
      if value == nil, texts[field] != nil {
        found.append(.unreadableValue(task: key, line: field.rawValue, value: text))
      }
      return value
    }
    let grade = value(.task) { $0.split(separator: "-").first.flatMap { Int($0) } }
    let category = text(.category)
    let isRequired = value(.required) { ["yes": true, "no": false][$0] }
    let divisions = text(.divisions).listed
    let dueMonth = value(.dueMonth) { Int($0) }
    let season = value(.season) { text -> [Int]? in
      let months = text.listed.map { Int($0) ?? 0 }
      return months.allSatisfy { (1...12).contains($0) } ? months : nil
    }
    let lastGrade =
      texts[.lastGrade] == nil
      ? nil : value(.lastGrade) { text in Grade.levels.first { "\($0)" == text } }
    let (title, description) = (text(.title), text(.description))
    let (why, risk) = (text(.why), text(.risk))
    if found.isEmpty, let grade, let isRequired, let dueMonth, let season {
      tasks.append(
        CatalogueTask(
          key: key, id: texts[.was].map(CatalogueTask.id(forKey:)), grade: grade,
          category: category, isRequired: isRequired, divisions: divisions, dueMonth: dueMonth,
          needs: text(.needs).listed, before: text(.before).listed, season: season,
          lastGrade: lastGrade, title: title, description: description, whyItMatters: why,
          failureRisk: risk))
    }
    faults += found
  }
}
