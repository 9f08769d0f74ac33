import Basics
import CivilTime
import Domain
import JSON

// The rows in answers of the interface. They have the same columns, with the same names, as the
// tables of the database.

extension JSONValue {
  init(_ id: RecordID?) { self.init(id?.description) }
  init(_ day: CalendarDay?) { self.init(day?.description) }
  init(_ moment: Instant?) { self.init(moment?.description) }
  init(_ text: String?) { self = text.map { .string($0) } ?? .null }
  init(_ number: Int?) { self = number.map { JSONValue($0) } ?? .null }
  init(ids: [RecordID]) { self = .array(ids.map { .string($0.description) }) }
}

extension Shape {
  static let nothingOrText = Shape.orNull(.text(max: .max))
  static let nothingOrMoment = Shape.orNull(.moment)
  static let nothingOrID = Shape.orNull(.id)
  static let anyText = Shape.text(max: .max)
  static let anyCount = Shape.whole(0...1_000_000)
}

extension RecruitingSuggestion {
  static let shape = Shape.object([
    .needed("id", .id), .needed("title", .anyText), .needed("description", .anyText),
    .needed("urgency", .anyText), .needed("action_url", .nothingOrText),
    .needed("location", .word(["dashboard", "school_detail"])), .needed("rule_type", .anyText),
    .needed("related_school_id", .nothingOrID), .needed("related_task_id", .nothingOrID),
  ])

  func json(on location: String) -> JSONValue {
    let address = relatedSchoolID.map { "/schools/\($0)" } ?? relatedTaskID.map { _ in "/tasks" }
    return [
      "id": JSONValue(id), "title": .string(rule.words), "description": .string(message),
      "urgency": .string(urgency.raw), "action_url": JSONValue(address),
      "location": .string(location), "rule_type": .string(rule.raw),
      "related_school_id": JSONValue(relatedSchoolID), "related_task_id": JSONValue(relatedTaskID),
    ]
  }
}

extension TimelineTask {
  static let members: [Shape.Member] = [
    .needed("id", .id), .needed("title", .anyText), .needed("description", .nothingOrText),
    .needed("grade_level", .whole(9...12)), .needed("category", .anyText),
    .needed("division", .nothingOrText),
    .needed("division_applicability", .rows(.anyText)), .needed("required", .flag),
    .needed("why_it_matters", .nothingOrText), .needed("failure_risk", .nothingOrText),
    .needed("dependency_task_ids", .rows(.id)),
  ]

  var members: [(String, JSONValue)] {
    [
      ("id", JSONValue(id)), ("title", .string(title)), ("description", JSONValue(description)),
      ("grade_level", JSONValue(gradeLevel)), ("category", .string(category.raw)),
      ("division", JSONValue(division?.rawValue)),
      ("division_applicability", .array(divisionApplicability.map { .string($0) })),
      ("required", .bool(isRequired)), ("why_it_matters", JSONValue(whyItMatters)),
      ("failure_risk", JSONValue(failureRisk)),
      ("dependency_task_ids", JSONValue(ids: dependencyIDs)),
    ]
  }
}

extension AthleteTask {
  static let shape = Shape.object([
    .needed("id", .id), .needed("task_id", .id), .needed("athlete_id", .id),
    .needed("user_id", .id), .needed("status", .anyText),
    .needed("completed_at", .nothingOrMoment), .needed("deadline_date", .orNull(.day)),
    .needed("is_recovery_task", .flag), .needed("created_at", .nothingOrMoment),
    .needed("updated_at", .nothingOrMoment),
  ])

  /// The task as JSON. The athlete's id occurs twice: the specification calls it `user_id`, and the
  /// table `athlete_id`.
  var json: JSONValue {
    [
      "id": JSONValue(id), "task_id": JSONValue(taskID), "athlete_id": JSONValue(athleteID),
      "user_id": JSONValue(athleteID), "status": .string(status.raw),
      "completed_at": JSONValue(completedAt), "deadline_date": JSONValue(deadline),
      "is_recovery_task": .bool(isRecoveryTask), "created_at": JSONValue(createdAt),
      "updated_at": JSONValue(updatedAt),
    ]
  }
}

extension TaskWithStatus {
  static let prerequisiteShape = Shape.object([
    .needed("id", .id), .needed("title", .anyText), .needed("grade_level", .whole(9...12)),
    .needed("completed", .flag),
  ])

  static let shape = Shape.object(
    TimelineTask.members + [
      .needed("deadline_date", .orNull(.day)), .needed("athlete_task", .orNull(AthleteTask.shape)),
      .needed("prerequisite_tasks", .rows(prerequisiteShape)),
      .needed("has_incomplete_prerequisites", .flag),
    ])

  var json: JSONValue {
    .object(
      JSONObject(
        task.members + [
          ("deadline_date", JSONValue(deadline)), ("athlete_task", athleteTask?.json ?? .null),
          ("prerequisite_tasks", .array(prerequisites.map(\.json))),
          ("has_incomplete_prerequisites", .bool(prerequisites.contains { !$0.isCompleted })),
        ]))
  }
}

extension TaskWithStatus.Prerequisite {
  var json: JSONValue {
    [
      "id": JSONValue(reference.id), "title": .string(title),
      "grade_level": JSONValue(gradeLevel), "completed": .bool(isCompleted),
    ]
  }
}

extension PerformanceMetric {
  static let shape = Shape.object([
    .needed("id", .id), .needed("user_id", .id), .needed("metric_type", .anyText),
    .needed("value", .number), .needed("unit", .nothingOrText),
    .needed("recorded_date", .day), .needed("event_id", .nothingOrID),
    .needed("verified", .flag), .needed("notes", .nothingOrText),
    .needed("created_at", .nothingOrMoment), .needed("updated_at", .nothingOrMoment),
  ])

  /// The measurement as JSON. Its `updated_at` is always null, because the table does not store
  /// when a measurement was changed.
  var json: JSONValue {
    [
      "id": JSONValue(id), "user_id": JSONValue(athleteID), "metric_type": .string(type.raw),
      "value": JSONValue(value), "unit": JSONValue(unit),
      "recorded_date": JSONValue(recordedDate.description), "event_id": JSONValue(eventID),
      "verified": .bool(isVerified), "notes": JSONValue(notes),
      "created_at": JSONValue(createdAt), "updated_at": nil,
    ]
  }
}

extension AppNotification {
  static let shape = Shape.object([
    .needed("id", .id), .needed("user_id", .id), .needed("type", .anyText),
    .needed("title", .anyText), .needed("message", .nothingOrText),
    .needed("priority", .anyText), .needed("related_entity_type", .nothingOrText),
    .needed("related_entity_id", .nothingOrID), .needed("action_url", .nothingOrText),
    .needed("scheduled_for", .nothingOrMoment), .needed("read_at", .nothingOrMoment),
    .needed("created_at", .moment),
  ])

  var json: JSONValue {
    [
      "id": JSONValue(id), "user_id": JSONValue(personID), "type": .string(type.raw),
      "title": .string(title), "message": JSONValue(message),
      "priority": .string(priority?.raw ?? NotificationPriority.normal.rawValue),
      "related_entity_type": JSONValue(related?.type.raw),
      "related_entity_id": JSONValue(related?.id), "action_url": JSONValue(actionURL),
      "scheduled_for": JSONValue(scheduledFor), "read_at": JSONValue(readAt),
      "created_at": JSONValue(createdAt.description),
    ]
  }
}
