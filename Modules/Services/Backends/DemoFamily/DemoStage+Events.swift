import Basics
import CivilTime
import Domain
import JSON

extension DemoStage {
  /// Returns one event for each plan, in the order of their dates.
  func events(coaches: [Coach]) -> [RecruitingEvent] {
    var random = random.branch("events")
    return EventPlan.all.map { event($0, coaches: coaches, random: &random) }
  }

  private func event(
    _ plan: EventPlan, coaches: [Coach], random: inout SeededGenerator
  ) -> RecruitingEvent {
    let host = plan.host.flatMap { story($0, plan.hostIndex) }
    let guest = host ?? plan.watcher.flatMap { story($0) }
    let place = host?.profile
    var event = RecruitingEvent(
      id: random.recordID(), athleteID: cast.athlete.id, familyID: cast.family.id,
      type: plan.type, name: plan.name.replacing("{school}", with: place?.name ?? ""),
      startDate: calendar.day(ago: plan.ago))
    event.schoolID = host?.id
    event.city = place?.city ?? "Orchard Junction"
    event.state = place?.state ?? "OH"
    event.location = place.map { "\($0.name) field" } ?? "Orchard Junction Sports Park"
    if plan.days > 1 { event.endDate = calendar.day(ago: plan.ago - plan.days + 1) }
    event.startTime = TimeOfDay(hour: plan.startHour, minute: 0)
    event.endTime = TimeOfDay(hour: plan.startHour + 5, minute: 30)
    event.checkInTime = TimeOfDay(hour: plan.startHour - 1, minute: 30)
    event.source = .known(plan.source)
    event.cost = plan.cost
    event.isRegistered = plan.isRegistered
    event.isAttended = plan.isAttended
    event.url = place.map { "https://\($0.domain)/camps" } ?? "https://example.com/events"
    event.createdBy = cast.athlete.id
    // The event was added two to six weeks before its date, but not before its school was added,
    // and not later than yesterday.
    let noted = min(max(plan.ago + random.int(in: 14...40), 1), guest?.addedAgo ?? .max)
    event.createdAt = calendar.instant(ago: noted, minute: random.int(in: 1080...1260))
    event.updatedAt = event.createdAt
    guard plan.isAttended else { return event }
    event.updatedAt = calendar.instant(ago: plan.ago, minute: 21 * 60)
    event.coachesPresent = coaches.filter { $0.schoolID == guest?.id }.map(\.id)
    event.performanceNotes = random.pick(Self.performanceNotes)
    if plan.type == .game || plan.type == .showcase {
      event.statsRecorded = [
        "at_bats": JSONValue(random.int(in: 7...12)), "hits": JSONValue(random.int(in: 2...6)),
        "runners_caught": JSONValue(random.int(in: 1...4)),
      ]
    }
    return event
  }

  private static let performanceNotes = [
    "Threw well all day, chased two sliders.", "Blocked everything in the dirt.",
    "Two hard line drives, one of them caught.", "Best pop time so far.",
    "Nervous in the first inning, fine after that.",
  ]
}
