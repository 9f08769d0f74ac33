import Basics
import CivilTime
public import Domain
import Persistence
import SQLite

extension SQLBackend {
  public var timeline: TimelineGateway {
    TimelineGateway {
      $0.tasks.implement { athlete, grade, today throws(Problem) in
        try await self.read { scope in
          let timeline = try TimelineQueries(scope, athlete)
          var shown = timeline.grade(on: today)
          if let grade, grade != shown.level {
            shown = Grade(level: grade, graduationYear: shown.graduationYear, isAssumed: false)
          }
          var page = TimelinePageData(
            athlete: try scope.reference(toPerson: athlete), grade: shown,
            tasks: try timeline.tasks(ofGrades: shown.level...shown.level), faults: timeline.faults,
            startedIn: timeline.start.grade)
          if page.isAllLocked {
            page.firstSteps = timeline.firstSteps(
              to: page.tasks.filter(\.status.isOpen).map(\.id))
          }
          return page
        }
      }
      $0.task.implement { task, athlete throws(Problem) in
        try await self.read { scope in
          let timeline = try TimelineQueries(scope, athlete)
          return TaskDetails(
            task: try timeline.task(task), dependants: try timeline.dependants(of: task))
        }
      }
      $0.setStatus.implement { tasks, status, athlete throws(Problem) in
        try await self.write(status.operation, for: athlete) { scope, step in
          var timeline = try TimelineQueries(scope, athlete)
          let order = try timeline.order(of: tasks, entering: status)
          let changes = try Self.setStatus(tasks, status, in: order, &timeline, scope)
          if changes.contains(where: \.isChanged) {
            step.summary = changes.summary(ofEntering: status)
            try SettledNotifications(scope).settle(afterWriteAbout: athlete)
          }
          return changes
        }
      }
      $0.setDueDate.implement { tasks, day, athlete throws(Problem) in
        try await self.write("setDueDate", for: athlete) { scope, step in
          if let refusal = Problem(dueDate: day, on: self.calendar.today()) { throw refusal }
          let timeline = try TimelineQueries(scope, athlete)
          let changes = try tasks.map { try Self.setDueDate($0, day, timeline) }
          step.summary = changes.summary(ofDueDate: day)
          try SettledNotifications(scope).settle(afterWriteAbout: athlete)
          return changes
        }
      }
      $0.unfinished.implement { athlete, today throws(Problem) in
        try await self.read { scope in try TimelineQueries(scope, athlete).unfinished(on: today) }
      }
      $0.catchUp.implement { tasks, athlete, today throws(Problem) in
        try await self.write("catchUpTasks", for: athlete) { scope, step in
          var timeline = try TimelineQueries(scope, athlete)
          let order = try timeline.orderOfCatchingUp(on: tasks, today: today)
          let changes = try Self.setStatus(
            tasks, .completed, in: order, isFromBefore: true, &timeline, scope)
          step.summary = changes.summaryOfCatchingUp
          try SettledNotifications(scope).settle(afterWriteAbout: athlete)
          return changes
        }
      }
    }
  }

  /// Sets the status of several tasks, and returns the changes in the order of `ids`.
  ///
  /// - Parameters:
  ///   - order: the same ids, each after its prerequisites, because a task can be completed only
  ///     after them.
  ///   - isFromBefore: true if the tasks were completed at an unknown earlier time, so that they
  ///     get no time of completion.
  private static func setStatus(
    _ ids: [RecordID], _ status: TaskStatus, in order: [RecordID], isFromBefore: Bool = false,
    _ timeline: inout TimelineQueries, _ scope: Scope
  ) throws -> [ChangedTask] {
    var changes: [RecordID: ChangedTask] = [:]
    for id in order {
      changes[id] = try setStatus(id, status, isFromBefore: isFromBefore, &timeline, scope)
    }
    // Each returned change contains the progress of the task's grade. It is read after all tasks
    // are changed, because a value from between two changes would depend on their order.
    return try ids.compactMap { changes[$0] }.map { change in
      var change = change
      change.isByHelper = scope.caller.id != timeline.athlete
      if ids.count > 1 {
        change.progress = try timeline.progress(ofGrade: change.task.task.gradeLevel)
      }
      return change
    }
  }

  private static func setStatus(
    _ id: RecordID, _ status: TaskStatus, isFromBefore: Bool, _ timeline: inout TimelineQueries,
    _ scope: Scope
  ) throws -> ChangedTask {
    let before = try timeline.task(id)
    try timeline.requireReadableProgress(of: id)
    let progressBefore = try timeline.progress(ofGrade: before.task.gradeLevel)
    guard before.status != status else {
      return ChangedTask(
        task: before, previousStatus: before.status, progressBefore: progressBefore,
        progress: progressBefore, graduationYear: timeline.graduationYear)
    }
    let unlocked = timeline.unlocked(by: id, becoming: status)
    let completion = TaskCompletion(
      status: before.status, completedAt: before.athleteTask?.completedAt
    ).changing(to: status, now: isFromBefore ? nil : scope.now)
    // One statement inserts the row or, if it exists, updates it. With a query before an insertion,
    // two simultaneous calls could insert two rows.
    try scope.connection.execute(
      """
      INSERT INTO athlete_task (id, athlete_id, task_id, status, completed_at, created_at, updated_at,
        created_by, updated_by)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?6, ?7, ?7)
      ON CONFLICT (athlete_id, task_id)
      DO UPDATE SET status = ?4, completed_at = ?5, updated_at = ?6, updated_by = ?7
      """, progressID(of: id, timeline), timeline.athlete, id, status.rawValue,
      completion.completedAt?.description, scope.now.description, scope.caller.id)
    timeline = timeline.after(id, became: status)
    return ChangedTask(
      task: try timeline.task(id), previousStatus: before.status, unlocked: unlocked,
      staysLocked: status == .skipped ? try timeline.openDependants(of: id) : [],
      progressBefore: progressBefore,
      progress: try timeline.progress(ofGrade: before.task.gradeLevel),
      graduationYear: timeline.graduationYear)
  }

  /// Returns the id of the row with the athlete's progress in a task. It is derived from athlete
  /// and task, so that two devices on which the same task is started create the same row and not
  /// two.
  private static func progressID(of task: RecordID, _ timeline: TimelineQueries) -> RecordID {
    .named("progress \(task)", under: timeline.athlete)
  }

  private static func setDueDate(
    _ id: RecordID, _ day: CalendarDay?, _ timeline: TimelineQueries
  ) throws -> ChangedDueDate {
    let scope = timeline.scope
    let before = try timeline.task(id)
    try timeline.requireReadableProgress(of: id)
    guard day != before.athleteTask?.deadline else {
      return ChangedDueDate(
        task: before, previousDeadline: before.deadline, isChanged: false)
    }
    try scope.connection.execute(
      """
      INSERT INTO athlete_task (id, athlete_id, task_id, status, deadline_date, created_at, updated_at,
        created_by, updated_by)
      VALUES (?1, ?2, ?3, 'not_started', ?4, ?5, ?5, ?6, ?6)
      ON CONFLICT (athlete_id, task_id)
      DO UPDATE SET deadline_date = ?4, updated_at = ?5, updated_by = ?6
      """, progressID(of: id, timeline), timeline.athlete, id, day?.description,
      scope.now.description,
      scope.caller.id)
    return ChangedDueDate(
      task: try timeline.task(id), previousDeadline: before.deadline)
  }
}
