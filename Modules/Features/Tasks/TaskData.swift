import CivilTime
import Domain
import FeatureKit
import JSON

/// A task together with today's date, which decides the task's urgency.
struct DatedTask {
  let task: TaskWithStatus
  let today: CalendarDay

  init(_ task: TaskWithStatus, _ today: CalendarDay) {
    self.task = task
    self.today = today
  }
}

extension TasksFeature {
  /// The fields of a task that programs can read. Their names and types do not change
  /// (docs/record-fields.md).
  static let dataFields = DataFields<DatedTask>(
    .task, noun: "tasks",
    [
      DataField("handle", "Handle") { .string($0.task.handle) },
      DataField("id", "Permanent id") { .string($0.task.id.description) },
      DataField("name", "What is to be done") { .string($0.task.task.title) },
      DataField("grade", "The grade it is of") { JSONValue($0.task.task.gradeLevel) },
      DataField("status", "How far it is") { .string($0.task.storedStatus) },
      DataField("required", "Whether it counts for the rate") { .bool($0.task.task.isRequired) },
      DataField("locked", "Whether it waits for others") { .bool($0.task.isLocked) },
      DataField("due", "The day it is due") { .day($0.task.deadline) },
      DataField("own-date", "The day set by the athlete") { .day($0.task.athleteTask?.deadline) },
      DataField("urgency", "How near that day is") {
        .string($0.task.urgency(on: $0.today).rawValue)
      },
      DataField("from-before", "Whether it is of a grade before the athlete came") {
        .bool($0.task.isFromBefore)
      },
      DataField("completed", "When it was completed") {
        .moment($0.task.athleteTask?.completedAt)
      },
      DataField("waits-for", "What has to be completed first") {
        .array($0.task.prerequisites.map { .record($0.reference) })
      },
      DataField("category", "What it belongs to") { .string($0.task.task.category.raw) },
      DataField("divisions", "Who asks for it; ALL for everybody") {
        .array($0.task.task.divisionApplicability.map { .string($0) })
      },
      DataField("description", "What to do") { .optional($0.task.task.description) },
      DataField("why", "Why it matters") { .optional($0.task.task.whyItMatters) },
      DataField("risk", "What can go wrong") { .optional($0.task.task.failureRisk) },
    ])
}

extension TaskWithStatus {
  /// The status as it is stored. A status that this version does not know is returned unchanged.
  fileprivate var storedStatus: String {
    (athleteTask?.status ?? .known(.notStarted)).raw
  }
}
