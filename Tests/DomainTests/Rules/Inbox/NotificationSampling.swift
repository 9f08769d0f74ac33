import Basics
import CivilTime
import Domain
import Testing

/// Data for tests of generated notifications: an athlete in New York on February 10.
protocol NotificationSampling {}

extension NotificationSampling {
  static var athlete: RecordID { Sample.id(99) }
  var school: RecordID { Sample.id(1) }
  var now: String { "2026-02-10T17:00:00Z" }

  func due(
    _ settings: NotificationSettings = NotificationSettings(),
    for reader: NotificationReader = .athlete, at moment: String? = nil,
    _ fill: (inout NotificationSources) throws -> Void
  ) throws -> [NotificationDraft] {
    var sources = NotificationSources(of: Self.athlete)
    sources.schoolNames = [school: "Cedar Valley"]
    try fill(&sources)
    return NotificationGeneration(
      settings: settings, now: try Sample.instant(moment ?? now),
      zone: try Zone.named("America/New_York"), for: reader
    ).due(sources)
  }

  func offer(inDays days: Int) throws -> Offer {
    var offer = Offer(
      id: Sample.id(5), athleteID: Sample.id(99), schoolID: school, type: .partial,
      offerDate: .first)
    offer.deadlineDate = try Sample.day("2026-02-10").adding(days: days)
    return offer
  }

  func task(
    _ id: UInt64, _ title: String, due: String?, isRequired: Bool = true,
    _ status: TaskStatus = .notStarted, isLocked: Bool = false
  ) -> TaskWithStatus {
    var template = TimelineTask(
      id: Sample.id(id), title: title, gradeLevel: 11, category: .academic)
    template.isRequired = isRequired
    return TaskWithStatus(
      reference: Reference(kind: .task, id: template.id, handle: "t\(id)", title: title),
      task: template,
      athleteTask: AthleteTask(
        id: Sample.id(500), athleteID: Self.athlete, taskID: template.id, status: status),
      deadline: due.flatMap { CalendarDay($0) },
      prerequisites: isLocked
        ? [
          .init(
            reference: Reference(kind: .task, id: Sample.id(1), handle: "t1", title: "First"),
            gradeLevel: 10, isCompleted: false)
        ] : [])
  }

  func coach(lastContact: String?) throws -> Coach {
    var coach = Coach(
      id: Sample.id(8), schoolID: school, athleteID: Sample.id(99), role: .head, firstName: "Ana",
      lastName: "Rivera")
    coach.lastContactDate = try lastContact.map(Sample.instant)
    return coach
  }
}
