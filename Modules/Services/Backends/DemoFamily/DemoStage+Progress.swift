import Basics
import CivilTime
import Domain

extension DemoStage {
  /// Returns the athlete's progress in the timeline. Most tasks of the first two grades are
  /// completed, and some tasks of the third grade are in progress.
  ///
  /// A task is completed only after its prerequisites, and not before the family was created.
  func athleteTasks() -> [AthleteTask] {
    var random = random.branch("progress")
    var done: [RecordID: Instant] = [:]
    var rows: [AthleteTask] = []
    for task in TaskCatalogue.templates where task.gradeLevel <= Self.grade {
      let needed = task.dependencyIDs.map { done[$0] }
      let isLocked = needed.contains(nil)
      let due = Deadline.day(
        explicit: nil, dueMonth: task.dueMonth, grade: task.gradeLevel,
        graduationYear: cast.athlete.graduationYear)
      let wanted = status(of: task, due: due, random: &random)
      guard let status = wanted, !(isLocked && status.needsPrerequisites) else { continue }
      var row = AthleteTask(
        id: random.recordID(), athleteID: cast.athlete.id, taskID: task.id, status: status)
      let touched = moment(due: due, after: needed.compactMap { $0 }.max(), random: &random)
      if status == .completed {
        row.completedAt = touched
        done[task.id] = touched
      }
      row.createdAt = touched
      row.updatedAt = touched
      rows.append(row)
    }
    startOneTask(in: &rows, done: done, random: &random)
    if let started = rows.firstIndex(where: { $0.status == .inProgress }) {
      // One task in progress has a due date that the athlete has set, so that the demo shows such a
      // task.
      rows[started].deadline = calendar.today.adding(days: 9)
    }
    return rows.sorted {
      ($0.createdAt ?? calendar.now, $0.taskID) < ($1.createdAt ?? calendar.now, $1.taskID)
    }
  }

  private static let grade = 11

  /// Returns the status of a task; nil for a task that the athlete has not touched. Two tasks have
  /// a fixed status, so that every status occurs in the demo.
  private func status(
    of task: TimelineTask, due: CalendarDay?, random: inout SeededGenerator
  ) -> TaskStatus? {
    let luck = random.int(in: 1...100)
    switch task.id {
    case CatalogueTask.id(forKey: "9-13"): return .skipped
    case CatalogueTask.id(forKey: "10-19"): return .notStarted
    default: break
    }
    if task.gradeLevel < Self.grade {
      if task.isRequired || luck <= 72 { return .completed }
      return luck <= 82 ? .skipped : nil
    }
    guard let due else { return nil }
    switch calendar.today.days(until: due) {
    case ..<0: return luck <= (task.isRequired ? 70 : 45) ? .completed : nil
    case ...75: return luck <= 15 ? .completed : luck <= 55 ? .inProgress : nil
    default: return luck <= 10 ? .inProgress : nil
    }
  }

  /// Returns a time in an evening before the due date that is later than `earlier` and not in the
  /// future.
  private func moment(
    due: CalendarDay?, after earlier: Instant?, random: inout SeededGenerator
  ) -> Instant {
    let wanted = (due ?? calendar.today).adding(days: -random.int(in: 2...40))
    let recent = calendar.day(ago: random.int(in: 1...20))
    let day = wanted < calendar.today ? wanted : recent
    let evening = calendar.instant(on: day, minute: random.int(in: 1020...1310))
    // Tasks that are due before the family was created count as completed shortly after its
    // creation.
    let opened = cast.family.createdAt.adding(seconds: 1800 + Int64(random.int(in: 0...900)))
    let earliest = max(opened, earlier?.adding(seconds: 60) ?? opened)
    return min(max(evening, earliest), calendar.now.adding(seconds: -1800))
  }

  /// Starts the first open task of the current grade whose prerequisites are completed, if no other
  /// task is in progress.
  private func startOneTask(
    in rows: inout [AthleteTask], done: [RecordID: Instant], random: inout SeededGenerator
  ) {
    guard !rows.contains(where: { $0.status == .inProgress }) else { return }
    let touched = Set(rows.map(\.taskID))
    let open = TaskCatalogue.templates.first { task in
      task.gradeLevel == Self.grade && !touched.contains(task.id)
        && task.dependencyIDs.allSatisfy { done[$0] != nil }
    }
    guard let open else { return }
    var row = AthleteTask(
      id: random.recordID(), athleteID: cast.athlete.id, taskID: open.id, status: .inProgress)
    row.createdAt = calendar.instant(ago: 2, minute: 19 * 60)
    row.updatedAt = row.createdAt
    rows.append(row)
  }
}
