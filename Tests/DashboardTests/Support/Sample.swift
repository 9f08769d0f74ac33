import CivilTime
import Domain
import ExampleBackend
import FeatureKit
import FeatureTesting
import JSON

/// The records of the two athletes Sam and Mia.
enum Sample {
  private static let sam = ExampleFamily.sam
  private static let now = ExampleFamily.now
  static let today = CalendarDay("2026-02-10") ?? .first

  /// The records of both athletes.
  static let records: MadeUpFamily = {
    var records = sams
    var school = Sample.school(50, "Mia's school", .contacted)
    school.athleteID = ExampleFamily.mia
    school.familyID = ExampleFamily.miasFamily
    records.schools.append(school)
    return records
  }()

  /// Sam's records: four schools, three coaches, six interactions, three offers, seven events and
  /// one document.
  static let sams: MadeUpFamily = {
    var family = MadeUpFamily()
    family.schools = [
      school(1, "Cedar Valley", .interested, tier: .a, students: 12_000),
      school(2, "Lakeside State", .offerReceived, tier: .a, students: 3_000),
      school(3, "Kenyon", nil, tier: .b), school(4, "Oberlin", .recruited, students: 999),
    ]
    family.coaches = [
      coach(1, school: 1, "Ana", "Rivera", lastContactDaysAgo: 3),
      coach(2, school: 2, "Bo", "Smith", lastContactDaysAgo: 20),
      coach(3, school: 3, "Cy", "Jones", lastContactDaysAgo: nil),
    ]
    family.interactions = [
      interaction(1, school: 1, coach: 1, .email, daysAgo: 3, "Sent the transcript"),
      interaction(2, school: 1, coach: 1, .email, .inbound, daysAgo: 2, "Coach wrote back"),
      interaction(3, school: 2, coach: 2, .text, daysAgo: 20, nil),
      interaction(4, school: 2, coach: 2, .email, daysAgo: 20, "Schedule"),
      interaction(5, school: 2, coach: 2, .email, .inbound, daysAgo: 45, "Thanks"),
      interaction(6, school: 3, coach: nil, .camp, daysAgo: 200, "Summer camp"),
    ]
    family.offers = [
      offer(1, school: 1, .accepted), offer(2, school: 2, .pending), offer(3, school: 2, .declined),
    ]
    family.events = [
      event(1, "Yesterday's game", -1), event(2, "Spring showcase", 40),
      event(3, "Today's camp", 0),
      event(4, "Tomorrow's visit", 1), event(5, "Summer camp", 150), event(6, "Tournament", 60),
      event(7, "Late camp", 170),
    ]
    family.statusChanges = [
      SchoolStatusChange(
        id: .numbered(601), schoolID: .numbered(101), from: .known(.contacted),
        to: .known(.interested), changedBy: sam, changedAt: now.adding(days: -1))
    ]
    family.documents = [document()]
    family.suggestions = [
      suggestion(
        1, .known(.missingVideo), .medium,
        "You have no highlight video yet. Coaches ask for one first.", .addVideo),
      suggestion(
        2, .known(.prioritySchoolReminder), .high,
        "You have not contacted Lakeside State in 20 days. It is one of your A schools.",
        .logInteraction, school: 2),
      // This suggestion was stored by a newer version of the program, by a rule that this version
      // does not know. This version shows it without checking whether the reason for it still
      // exists.
      suggestion(3, .unknown("next-season"), .low, "Think about next season.", .addSchool),
      suggestion(
        4, .known(.schoolListBuilding), .medium,
        "You have 4 schools on your list. The goal is 20-30.", .addSchool),
      suggestion(
        5, .unknown("next-letter"), .high, "Write to Cedar Valley.", .logInteraction, school: 1,
        waits: true),
    ]
    return family
  }()

  static func school(
    _ number: UInt64, _ name: String, _ status: SchoolStatus?, tier: PriorityTier? = nil,
    students: Double? = nil
  ) -> School {
    var school = School(id: .numbered(100 + number), athleteID: sam, name: name)
    school.familyID = ExampleFamily.samsFamily
    school.status = status.map(Open.known)
    school.priorityTier = tier.map(Open.known)
    school.division = .known(.d2)
    school.academicInfo = students.flatMap { try? JSONValue.parse("{\"student_size\": \($0)}") }
    return school
  }

  static func coach(
    _ number: UInt64, school: UInt64, _ first: String, _ last: String, lastContactDaysAgo: Int?
  ) -> Coach {
    var coach = Coach(
      id: .numbered(200 + number), schoolID: .numbered(100 + school), athleteID: sam, role: .head,
      firstName: first, lastName: last)
    coach.familyID = ExampleFamily.samsFamily
    coach.lastContactDate = lastContactDaysAgo.map { now.adding(days: -$0) }
    return coach
  }

  static func interaction(
    _ number: UInt64, school: UInt64, coach: UInt64?, _ type: InteractionType,
    _ direction: Direction = .outbound, daysAgo: Int, _ content: String?
  ) -> Interaction {
    var interaction = Interaction(
      id: .numbered(300 + number), schoolID: .numbered(100 + school), type: type,
      direction: direction, occurredAt: now.adding(days: -daysAgo), loggedBy: sam)
    interaction.familyID = ExampleFamily.samsFamily
    interaction.coachID = coach.map { .numbered(200 + $0) }
    interaction.content = content
    return interaction
  }

  private static func offer(_ number: UInt64, school: UInt64, _ status: OfferStatus) -> Offer {
    var offer = Offer(
      id: .numbered(400 + number), athleteID: sam, schoolID: .numbered(100 + school),
      type: .partial, offerDate: today.adding(days: -30))
    offer.familyID = ExampleFamily.samsFamily
    offer.status = .known(status)
    return offer
  }

  private static func event(_ number: UInt64, _ name: String, _ inDays: Int) -> RecruitingEvent {
    var event = RecruitingEvent(
      id: .numbered(500 + number), athleteID: sam, type: .camp, name: name,
      startDate: today.adding(days: inDays))
    event.familyID = ExampleFamily.samsFamily
    return event
  }

  private static func document() -> Document {
    var document = Document(
      id: .numbered(701), athleteID: sam, type: .transcript, title: "Fall transcript",
      fileURL: "https://example.org/t.pdf", uploadedBy: sam)
    document.familyID = ExampleFamily.samsFamily
    document.createdAt = now.adding(days: -10)
    return document
  }

  static func suggestion(
    _ number: UInt64, _ rule: Open<SuggestionRule>, _ urgency: SuggestionUrgency,
    _ message: String, _ action: SuggestionAction?, school: UInt64? = nil, waits: Bool = false
  ) -> RecruitingSuggestion {
    var row = RecruitingSuggestion(
      id: .numbered(800 + number), athleteID: sam, rule: .missingVideo, urgency: urgency,
      message: message, action: action, createdAt: now.adding(days: -Int(number)))
    row.rule = rule
    row.relatedSchoolID = school.map { .numbered(100 + $0) }
    return waits ? row : row.surfaced(at: now)
  }
}
