import CivilTime
public import Domain
import FeatureKit

extension InMemoryBackend {
  public var timeline: TimelineGateway {
    TimelineGateway(
      tasks: { athlete, grade, today throws(Problem) in
        try await self.read("timeline.tasks") { world, asking throws(Problem) in
          try world.requireToRead(athlete, by: asking.caller)
          var shown = Grade(
            graduationYear: world.graduationYear(of: athlete), on: today,
            fallback: Grade.tasksFallback)
          if let grade, grade != shown.level {
            shown = Grade(level: grade, graduationYear: shown.graduationYear, isAssumed: false)
          }
          let timeline = world.timeline(of: athlete)
          return TimelinePageData(
            athlete: world.reference(toPerson: athlete), grade: shown,
            tasks: timeline.tasks(ofGrade: shown.level), faults: timeline.graph.faults)
        }
      },
      task: { id, athlete throws(Problem) in
        try await self.read("timeline.task") { world, asking throws(Problem) in
          try world.requireToRead(athlete, by: asking.caller)
          let timeline = world.timeline(of: athlete)
          return TaskDetails(task: try timeline.task(id), dependants: timeline.dependants(of: id))
        }
      },
      setStatus: { id, status, athlete throws(Problem) in
        try await self.write("timeline.setStatus", as: status.operation, for: athlete) {
          world, asking, summary throws(Problem) in
          let changed = try world.setStatus(status, task: id, athlete: athlete, asking)
          summary.text = changed.task.summary(ofEntering: status)
          return changed
        }
      },
      setDueDate: { id, day, athlete throws(Problem) in
        try await self.write("timeline.setDueDate", as: "setDueDate", for: athlete) {
          world, asking, summary throws(Problem) in
          if let refusal = Problem(dueDate: day, on: asking.today) { throw refusal }
          let changed = try world.setDueDate(day, task: id, athlete: athlete, asking)
          summary.text = changed.task.summary(ofDueDate: day)
          return changed
        }
      })
  }
}

/// One athlete's timeline, ready to be asked.
private struct Timeline {
  let world: World
  let athlete: RecordID
  let graph: Prerequisites
  let statuses: [RecordID: TaskStatus]
  let templates: [RecordID: TimelineTask]

  func tasks(ofGrade grade: Int) -> [TaskWithStatus] {
    world.templates.filter { $0.gradeLevel == grade }.map(withStatus)
  }

  func task(_ id: RecordID) throws(Problem) -> TaskWithStatus {
    guard let template = templates[id] else { throw .noSuch(.task) }
    return withStatus(template)
  }

  func dependants(of id: RecordID) -> [Reference] {
    world.templates.filter { $0.dependencyIDs.contains(id) }.map(world.reference(toTask:))
  }

  func progress(ofGrade grade: Int) -> TaskProgress {
    TaskProgress(tasks(ofGrade: grade).map { (isRequired: $0.task.isRequired, status: $0.status) })
  }

  func unlocked(byCompleting id: RecordID) -> [Reference] {
    graph.unlocked(byCompleting: id, statuses: statuses).compactMap { templates[$0] }
      .map(world.reference(toTask:))
  }

  private func withStatus(_ template: TimelineTask) -> TaskWithStatus {
    let progress = world.progress(task: template.id, athlete: athlete)
    return TaskWithStatus(
      reference: world.reference(toTask: template), task: template, athleteTask: progress,
      deadline: Deadline.day(
        explicit: progress?.deadline, dueMonth: template.dueMonth, grade: template.gradeLevel,
        graduationYear: world.graduationYear(of: athlete)),
      prerequisites: graph.items(for: template.id, statuses: statuses).compactMap { item in
        templates[item.id].map {
          TaskWithStatus.Prerequisite(
            reference: world.reference(toTask: $0), gradeLevel: $0.gradeLevel,
            isCompleted: item.isMet)
        }
      })
  }
}

extension World {
  /// The account's year, else the one in the player preferences (rule 4.1).
  func graduationYear(of athlete: RecordID) -> Int? {
    let player = shared.preferences[PreferenceKey(person: athlete, category: .player)]?.data
    return Grade.graduationYear(
      account: shared.users[athlete]?.graduationYear,
      player: PlayerProfile(reading: player).graduationYear)
  }

  fileprivate func timeline(of athlete: RecordID) -> Timeline {
    let touched = shared.athleteTasks.values.filter { $0.athleteID == athlete }
    return Timeline(
      world: self, athlete: athlete,
      graph: Prerequisites(
        templates.map {
          PrerequisiteTask(id: $0.id, title: $0.title, dependencies: $0.dependencyIDs)
        }),
      statuses: Dictionary(
        touched.compactMap { row in row.status.known.map { (row.taskID, $0) } },
        uniquingKeysWith: { first, _ in first }),
      templates: Dictionary(
        templates.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first }))
  }

  fileprivate mutating func setStatus(
    _ status: TaskStatus, task id: RecordID, athlete: RecordID, _ asking: Asking
  ) throws(Problem) -> ChangedTask {
    let timeline = timeline(of: athlete)
    let before = try timeline.task(id)
    let progressBefore = timeline.progress(ofGrade: before.task.gradeLevel)
    guard before.status != status else {
      return ChangedTask(
        task: before, previousStatus: status, progressBefore: progressBefore,
        progress: progressBefore, graduationYear: graduationYear(of: athlete))
    }
    if timeline.graph.refusal(of: status, for: id, statuses: timeline.statuses) != nil {
      throw .locked(before)
    }
    let standing = TaskStanding(
      status: before.status, completedAt: before.athleteTask?.completedAt
    ).changing(to: status, now: asking.now)
    changeRow(task: id, athlete: athlete, asking) { row in
      row.status = .known(standing.status)
      row.completedAt = standing.completedAt
    }
    let after = self.timeline(of: athlete)
    return ChangedTask(
      task: try after.task(id), previousStatus: before.status,
      unlocked: status == .completed ? timeline.unlocked(byCompleting: id) : [],
      progressBefore: progressBefore, progress: after.progress(ofGrade: before.task.gradeLevel),
      graduationYear: graduationYear(of: athlete))
  }

  fileprivate mutating func setDueDate(
    _ day: CalendarDay?, task id: RecordID, athlete: RecordID, _ asking: Asking
  ) throws(Problem) -> ChangedDueDate {
    let before = try timeline(of: athlete).task(id)
    guard day != before.athleteTask?.deadline else {
      return ChangedDueDate(task: before, previousDeadline: before.deadline)
    }
    changeRow(task: id, athlete: athlete, asking) { $0.deadline = day }
    return ChangedDueDate(
      task: try timeline(of: athlete).task(id), previousDeadline: before.deadline)
  }

  private mutating func changeRow(
    task: RecordID, athlete: RecordID, _ asking: Asking, _ change: (inout AthleteTask) -> Void
  ) {
    let key = AthleteTaskKey(athlete: athlete, task: task)
    var row =
      shared.athleteTasks[key]
      ?? AthleteTask(id: asking.ids.next(), athleteID: athlete, taskID: task)
    row.createdAt = row.createdAt ?? asking.now
    row.updatedAt = asking.now
    change(&row)
    shared.athleteTasks[key] = row
  }
}
