import CivilTime
import Domain
import FeatureKit

extension Done {
  /// Creates the answer after a change of status: a sentence for one task, or a count and a line
  /// for each of several tasks.
  init(_ changes: [ChangedTask], today: CalendarDay) {
    let changed = changes.filter(\.isChanged)
    let references = changes.map(\.task.reference)
    guard let first = changes.first?.task else {
      self.init(Done.nothingChanged)
      return
    }
    let isOne = changes.count == 1
    guard !changed.isEmpty else {
      self.init(
        isOne
          ? "\(first.reference.name) was already \(first.status.sentencePart)."
          : "These \(changes.count) tasks were already \(first.status.sentencePart).",
        references: references)
      return
    }
    let subject =
      isOne
      ? "\(first.reference.name) is"
      : KindCount(.task, changed.count).words + (changed.count == 1 ? " is" : " are")
    let sentence =
      switch first.status {
      case .completed where changed.contains(where: \.isByHelper): "\(subject) complete."
      case .completed: "\(subject) complete. Great job! 🎉"
      case .inProgress, .skipped: "\(subject) \(first.status.sentencePart)."
      case .notStarted: "\(subject) back to not started."
      }
    let lines =
      isOne
      ? []
      : changes.map { change in
        change.task.reference.name + (change.isChanged ? "" : ", as before")
      }
    var facts: [String] = []
    for words in changed.map({ $0.progressWords(today: today) }) where !facts.contains(words) {
      facts.append(words)
    }
    func add(_ label: String, _ tasks: [Reference]) {
      let others = tasks.filter { !references.contains($0) }
      guard !others.isEmpty else { return }
      var named: [String] = []
      for name in others.map(\.name) where !named.contains(name) {
        named.append(name)
      }
      facts.append("\(label): " + named.joined(separator: ", "))
    }
    add("unlocked", changed.flatMap(\.unlocked))
    add("stays locked", changed.flatMap(\.staysLocked))
    let brief = Brief(
      sentence,
      warnings: Self.unchanged(changes.count - changed.count) + [facts.joined(separator: " · ")])
    facts.append(ChangedTask.undo)
    self.init(
      sentence, details: lines + [facts.joined(separator: " · ")], references: references,
      brief: isOne ? nil : brief)
  }

  /// Returns the line of an answer about the named tasks that had the status already. A page shows
  /// only their number, because its list contains the tasks. The array is empty if there are none.
  private static func unchanged(_ count: Int) -> [String] {
    count == 0 ? [] : ["\(KindCount(.task, count).words) \(count == 1 ? "was" : "were") so before."]
  }
}

extension ChangedTask {
  /// Returns the athlete's progress in the grade of this task, such as `4 of 12 (33%)`.
  ///
  /// The text also names the grade if it is not the athlete's present grade.
  fileprivate func progressWords(today: CalendarDay) -> String {
    let own = Grade(graduationYear: graduationYear, on: today, fallback: Grade.tasksFallback)
    let grade = task.task.gradeLevel == own.level ? "" : "grade \(task.task.gradeLevel): "
    return "\(grade)\(progress.completed) of \(progress.total) (\(progress.percent)%)"
  }

  fileprivate static let undo = Done.undoHint
}

extension TaskStatus {
  fileprivate var sentencePart: String {
    switch self {
    case .completed: "complete"
    case .inProgress: "in progress"
    case .skipped: "skipped"
    case .notStarted: "not started"
    }
  }
}

extension Done {
  /// Creates the answer to `tasks catch-up`: the number of tasks marked as done, and the number of
  /// tasks that can be started now.
  init(catchingUp changes: [ChangedTask]) {
    let changed = changes.filter(\.isChanged)
    let references = changes.map(\.task.reference)
    guard let last = changed.last else {
      self.init("Nothing was marked: that is complete already.", references: references)
      return
    }
    let unlocked = Set(changed.flatMap(\.unlocked).map(\.id))
      .subtracting(changes.map(\.task.id)).count
    var facts = unlocked == 0 ? [] : ["unlocked: \(KindCount(.task, unlocked).words)"]
    facts += ["what is open now:  tasks", ChangedTask.undo]
    let isOne = changed.count == 1
    let sentence =
      (isOne
        ? "\(last.task.reference.name) is" : "\(KindCount(.task, changed.count).words) are")
      + " complete from before."
    let free =
      unlocked == 0
      ? "" : " \(KindCount(.task, unlocked).words) \(unlocked == 1 ? "is" : "are") unlocked."
    self.init(
      sentence,
      details: (isOne ? [] : changed.map(\.task.reference.name)) + [facts.joined(separator: " · ")],
      references: references, brief: Brief(sentence + free))
  }

  /// Creates the answer after due dates were changed: a full text for one task, or a line for each
  /// of several tasks.
  init(_ changes: [ChangedDueDate], today: CalendarDay) {
    guard changes.count > 1, let first = changes.first?.task else {
      self = changes.first?.done(today: today) ?? Done(Done.nothingChanged)
      return
    }
    let tasks = KindCount(.task, changes.count).words
    let own = first.athleteTask?.deadline
    let lines = changes.map { change in
      let day = change.task.deadline?.text(.shortWithYear) ?? "no due date"
      return change.task.reference.name + (own == nil ? ": \(day)" : "")
        + (change.isChanged ? "" : ", as before")
    }
    var facts: [String] = []
    if let own, own < today {
      let overdue = changes.count {
        Deadline.isOverdue(own, isLocked: $0.task.isLocked, today: today)
      }
      facts.append(
        "that day is past, so \(overdue == changes.count ? "they are" : overdue == 1 ? "1 of them is" : "\(overdue) of them are") overdue"
      )
    }
    let sentence =
      own.map { "\(tasks) are due \($0.text(.shortWithYear))." }
      ?? "\(tasks) are due on their usual days."
    let brief = Brief(
      sentence, warnings: Self.unchanged(changes.count { !$0.isChanged }) + facts)
    if changes.contains(where: \.isChanged) { facts.append(ChangedTask.undo) }
    self.init(
      sentence, details: lines + (facts.isEmpty ? [] : [facts.joined(separator: " · ")]),
      references: changes.map(\.task.reference), brief: brief)
  }
}

extension ChangedDueDate {
  /// Returns the answer after the due date of a task was changed.
  ///
  /// The answer repeats the date as the program understood it, and names a consequence, such as
  /// that the task is now overdue.
  func done(today: CalendarDay) -> Done {
    let name = task.reference.name
    let isOwn = task.athleteTask?.deadline != nil
    let sentence =
      switch task.deadline {
      case let day? where isOwn: "\(name) is due \(day.text(.shortWithYear))."
      case let day?: "\(name) is due on its usual day, \(day.text(.shortWithYear))."
      case nil: "\(name) has no due date."
      }
    var facts: [String] = []
    if !task.status.isOpen {
      facts.append("it is \(task.status.sentencePart), so nothing is due")
    } else if let day = task.deadline, day < today {
      let isOverdue = Deadline.isOverdue(day, isLocked: task.isLocked, today: today)
      facts.append("that day is past, " + (isOverdue ? "so it is overdue" : "and it is locked"))
    }
    if task.deadline != previousDeadline { facts.append(ChangedTask.undo) }
    return Done(
      sentence, details: facts.isEmpty ? [] : [facts.joined(separator: " · ")],
      references: [task.reference])
  }
}

extension Notice {
  /// Creates a warning about wrong prerequisites in the catalogue (the program's list of tasks),
  /// such as a task that is its own prerequisite. The warning is for the developer who maintains
  /// the catalogue.
  ///
  /// The program ignores a wrong prerequisite, so it locks no task.
  init(faults: [PrerequisiteFault], in timeline: TimelinePageData) {
    func name(_ id: RecordID) -> String {
      timeline.tasks.first { $0.id == id }?.handle ?? "task \(id)"
    }
    let sentences = faults.prefix(3).map { fault in
      switch fault {
      case .unknown(let task, let dependency):
        "\(name(task)) waits for \(dependency), which is no task."
      case .waitsForItself(let task): "\(name(task)) waits for itself."
      case .circle(let tasks): tasks.map(name).inSentence() + " wait for each other."
      }
    }
    let others = faults.count > 3 ? " And \(faults.count - 3) more." : ""
    self.init(
      "The task catalogue has a fault, which locks nothing: " + sentences.joined(separator: " ")
        + others, tone: .muted)
  }
}

extension TaskFilters {
  var sentence: String { "status \(status.words), urgency \(urgency.words)" }

  func admit(_ task: TaskWithStatus, today: CalendarDay) -> Bool {
    admit(status: task.status, urgency: task.urgency(on: today))
  }
}
