import Basics
import CivilTime
import Domain
import FamilyContext
import FeatureKit
import HTTP
import JSON

extension Call {
  var family: FamilyContextClient { services[FamilyContextClient.self] }
  var calendar: LocalCalendar { services[LocalCalendar.self] }

  /// Returns the athlete whose data the caller sees: the caller, or the athlete whom a parent has
  /// chosen.
  func athlete() async throws(Problem) -> RecordID { try await family.current().chosenAthlete() }

  /// Returns the caller, who must be an athlete. Throws for parents.
  func ownAthlete() async throws(Problem) -> RecordID { try await family.athleteToChange() }
}

extension Operation {
  static let noSuch = (Status.notFound, "There is none of this id that the caller may see.")
  static let malformed = (Status.badRequest, "A value is missing or malformed; the text names it.")
  static let parentsMayNot = (Status.forbidden, "Parents only read this.")

  // MARK: - Operations on suggestions

  private static let locations = ["dashboard": 3, "school_detail": 2]

  static let suggestions: [Operation] = [
    Operation(
      .get, "/api/suggestions", "The suggestions that are shown on a page.",
      query: [
        .needed("location", .word(["dashboard", "school_detail"])),
        .optional("schoolId", .id),
      ],
      answer: .object([
        .needed("success", .flag), .needed("data", .rows(RecruitingSuggestion.shape)),
        .needed("suggestions", .rows(RecruitingSuggestion.shape)),
        .needed("pendingCount", .anyCount),
      ]), faults: [malformed, noSuch]
    ) { call throws(Problem) in
      let location = call.given["location"]?.string ?? ""
      let school = call.given["schoolId"] == nil ? nil : try call.id("schoolId")
      guard location == "dashboard" || school != nil else {
        throw Problem(.usage, "`schoolId` is missing.")
      }
      let found = try await call.services[SuggestionsGateway.self].visible(
        of: try await call.athlete(), school: school, limit: locations[location] ?? 0)
      let rows = JSONValue.array(found.rows.map { $0.suggestion.json(on: location) })
      return [
        "success": true, "data": rows, "suggestions": rows,
        "pendingCount": JSONValue(found.pendingCount),
      ]
    },
    answered("dismiss", "Puts a suggestion aside.") { gateway, id, athlete throws(Problem) in
      _ = try await gateway.dismiss(id, of: athlete)
    },
    answered("complete", "Marks a suggestion as done.") { gateway, id, athlete throws(Problem) in
      _ = try await gateway.complete(id, of: athlete)
    },
    Operation(
      .post, "/api/suggestions/surface", "Shows up to three suggestions that wait.",
      answer: .object([.needed("success", .flag), .needed("surfacedCount", .anyCount)]),
      faults: [parentsMayNot]
    ) { call throws(Problem) in
      let count = try await call.services[SuggestionsGateway.self].surface(
        of: try await call.ownAthlete())
      return ["success": true, "surfacedCount": JSONValue(count)]
    },
    Operation(
      .post, "/api/suggestions/evaluate", "Runs the rules over the athlete's data.",
      answer: .object([.needed("generated", .anyCount), .needed("ids", .rows(.id))]),
      faults: [parentsMayNot]
    ) { call throws(Problem) in
      let ids = try await call.evaluate().created.map(\.suggestion.id)
      return ["generated": JSONValue(ids.count), "ids": JSONValue(ids: ids)]
    },
    Operation(
      .post, "/api/suggestions/trigger-update",
      "Runs the rules after something has changed, and shows what they found.",
      // The member `reason` of the request has no effect on the rules, because they always check
      // all data. The answer only repeats it.
      body: .openObject([
        .needed("reason", .word(["profile_change", "interaction_logged", "daily_refresh"]))
      ]),
      answer: .object([
        .needed("generated", .anyCount), .needed("surfaced", .anyCount),
        .needed("reason", .anyText),
      ]), faults: [malformed, parentsMayNot]
    ) { call throws(Problem) in
      let found = try await call.evaluate()
      let shown = try await call.services[SuggestionsGateway.self].surface(
        of: try await call.ownAthlete())
      return [
        "generated": JSONValue(found.created.count), "surfaced": JSONValue(found.surfaced + shown),
        "reason": call.body["reason"] ?? "",
      ]
    },
  ]

  static let daily: [Operation] = [
    Operation(
      .post, "/api/cron/daily-suggestions",
      "Does the daily work that is due, for as long as a request may last. The header `x-cron-secret` gives the right to it.",
      answer: .object([
        .needed("total", .anyCount), .needed("updated", .anyCount), .needed("failed", .anyCount),
        .needed("errors", .rows(.anyText)),
      ]), faults: [(.unauthorized, "The secret is missing or wrong.")], place: .dailyWork)
  ]

  private static func answered(
    _ verb: String, _ summary: String,
    _ work:
      @escaping @Sendable (SuggestionsGateway, RecordID, RecordID) async throws(Problem) -> Void
  ) -> Operation {
    Operation(
      .patch, "/api/suggestions/{id}/\(verb)", summary, answer: .success,
      faults: [malformed, parentsMayNot, noSuch]
    ) { call throws(Problem) in
      let athlete = try await call.ownAthlete()
      try await work(call.services[SuggestionsGateway.self], try call.id("id"), athlete)
      return ["success": true]
    }
  }

  // MARK: - Operations on tasks

  private static let statusMember = Shape.Member.needed("status", .words(TaskStatus.self))
  private static let locked = (
    Status(422), "The task is locked. `data.details` names the tasks to complete first."
  )

  static let tasks: [Operation] = [
    Operation(
      .get, "/api/tasks", "The tasks of the catalogue.",
      query: [
        .optional("gradeLevel", .whole(9...12)), .optional("category", .words(TaskCategory.self)),
        .optional("division", .words(Division.self)),
      ],
      answer: .rows(.object(TimelineTask.members)), faults: [malformed, noSuch], kept: 3_600
    ) { call throws(Problem) in
      let tasks = try await call.tasks(of: try await call.athlete())
      let (category, division) = (call.given["category"]?.string, call.given["division"]?.string)
      return .array(
        tasks.map(\.task).filter { task in
          (category == nil || task.category.raw == category)
            && (division == nil || task.division == nil || task.division?.rawValue == division)
        }.map { .object(JSONObject($0.members)) })
    },
    Operation(
      .get, "/api/tasks/with-status", "The tasks of a grade with the athlete's progress.",
      query: [.needed("gradeLevel", .whole(9...12)), .optional("athleteId", .id)],
      answer: .data(.rows(TaskWithStatus.shape)),
      faults: [malformed, (.forbidden, "The athlete is not one of the caller's."), noSuch]
    ) { call throws(Problem) in
      let athlete = try await call.namedAthlete()
      return ["success": true, "data": .array(try await call.tasks(of: athlete).map(\.json))]
    },
    Operation(
      .get, "/api/tasks/{id}/dependencies", "What has to be completed before a task.",
      answer: .object([
        .needed("complete", .flag),
        .needed("prerequisites", .rows(TaskWithStatus.prerequisiteShape)),
        .needed("incompletePrerequisites", .rows(TaskWithStatus.prerequisiteShape)),
      ]), faults: [malformed, noSuch]
    ) { call throws(Problem) in
      let details = try await call.services[TimelineGateway.self].task(
        try call.id("id"), of: try await call.athlete())
      let open = details.task.prerequisites.filter { !$0.isCompleted }
      return [
        "complete": .bool(open.isEmpty),
        "prerequisites": .array(details.task.prerequisites.map(\.json)),
        "incompletePrerequisites": .array(open.map(\.json)),
      ]
    },
    Operation(
      .get, "/api/athlete-tasks", "The caller's own progress: the tasks that were begun.",
      answer: .rows(AthleteTask.shape)
    ) { call throws(Problem) in
      let viewing = try await call.family.current()
      // The answer has the caller's own tasks, and only an athlete has tasks. A parent gets an
      // empty list.
      guard !viewing.isReadOnly, let athlete = viewing.athlete else { return [] }
      return .array(try await call.tasks(of: athlete).compactMap { $0.athleteTask?.json })
    },
    Operation(
      .patch, "/api/athlete-tasks/{taskId}", "Changes the status of a task.",
      body: .object([statusMember]), answer: AthleteTask.shape,
      faults: [malformed, parentsMayNot, noSuch, locked]
    ) { call throws(Problem) in try await call.setStatus(of: "taskId") },
    Operation(
      .post, "/api/athlete-tasks/update-status", "Changes the status of a task.",
      body: .object([.needed("task_id", .id), statusMember]), answer: .data(AthleteTask.shape),
      faults: [malformed, parentsMayNot, noSuch, locked]
    ) { call throws(Problem) in
      ["success": true, "data": try await call.setStatus(of: "task_id")]
    },
  ]
}

extension Call {
  fileprivate func evaluate() async throws(Problem) -> EvaluatedSuggestions {
    try await services[SuggestionsGateway.self].evaluate(
      for: try await ownAthlete(), now: calendar.now(), zone: calendar.zone())
  }

  /// Returns the athlete's tasks of the requested grade, or of all grades if the request names
  /// none.
  fileprivate func tasks(of athlete: RecordID) async throws(Problem) -> [TaskWithStatus] {
    let asked = given["gradeLevel"]?.int
    var tasks: [TaskWithStatus] = []
    for grade in asked.map({ $0...$0 }) ?? 9...12 {
      tasks += try await services[TimelineGateway.self].tasks(
        of: athlete, grade: grade, today: calendar.today()
      ).tasks
    }
    return tasks
  }

  /// Returns the athlete whom a parent names in the request. Without a name, returns the athlete
  /// whose data the caller sees.
  fileprivate func namedAthlete() async throws(Problem) -> RecordID {
    guard given["athleteId"] != nil else { return try await athlete() }
    let named = try id("athleteId")
    if try await family.current().athlete == named { return named }
    guard try await family.athletes().contains(where: { $0.reference.id == named }) else {
      throw Problem(.refused, "No access to this athlete")
    }
    return named
  }

  fileprivate func setStatus(of member: String) async throws(Problem) -> JSONValue {
    let athlete = try await family.athleteToChange(.tasks)
    guard let status = body["status"]?.string.flatMap(TaskStatus.init(rawValue:)) else {
      throw Problem(.usage, "`status` is missing.")
    }
    let changed = try await services[TimelineGateway.self].setStatus(
      try id(member), status, athlete)
    // A task that the athlete never began has no row in the table, and setting its status to
    // `not_started` stores none. The answer then contains a row that is created here.
    let row =
      changed.task.athleteTask
      ?? AthleteTask(id: .none, athleteID: athlete, taskID: changed.task.task.id, status: status)
    return row.json
  }
}
