import Basics
import CivilTime
import Domain

/// The people of the demo: an athlete, two parents, and their family.
struct DemoCast: Sendable {
  let people: [Person]
  let family: FamilyUnit
  let members: [FamilyMember]
  let codeUses: [FamilyCodeUse]

  var athlete: Person { people[0] }

  /// How many days ago the athlete's account was created. No row of the demo is older.
  static let accountAgo = 400
  static let city = "Maple Hollow"
  static let highSchool = "Maple Hollow High School"
  static let club = "River Bluff Herons 17U"

  init(random: SeededGenerator, calendar: DemoCalendar) {
    var random = random.branch("cast")
    let surname = random.pick(DemoNames.families)
    let created = calendar.instant(ago: Self.accountAgo, minute: 19 * 60)

    let athlete = Self.athlete(
      id: random.recordID(), name: random.pick(DemoNames.athletes), surname: surname,
      created: created, today: calendar.today)
    let parents = random.shuffled(DemoNames.parents).prefix(2).enumerated().map { index, name in
      Self.parent(
        id: random.recordID(), name: name, surname: surname, phone: "555-010\(index + 2)",
        created: calendar.instant(ago: Self.accountAgo - 2 - index * 9, minute: 20 * 60 + 15))
    }
    people = [athlete] + parents

    var family = FamilyUnit(
      id: random.recordID(), playerID: athlete.id, name: "The \(surname) family", createdAt: created
    )
    let code = "FAM-" + String((0..<6).map { _ in random.pick(FamilyCode.alphabet) })
    family.code = code
    family.codeGeneratedAt = created
    self.family = family

    members = people.map { person in
      FamilyMember(
        id: random.recordID(), familyID: family.id, personID: person.id,
        role: person.id == athlete.id ? .player : .parent, addedAt: person.createdAt ?? created)
    }
    codeUses = Self.codeUses(
      of: family, code: code, members: members, made: created, random: &random)
  }

  private static func athlete(
    id: RecordID, name: String, surname: String, created: Instant, today: CalendarDay
  ) -> Person {
    var athlete = Person(
      id: id, email: email(name, surname), role: .player, fullName: "\(name) \(surname)",
      // The athlete graduates in the year after the current school year ends, so the athlete is a
      // junior on every day on which the demo is shown.
      graduationYear: Grade.endOfSchoolYear(on: today) + 1)
    athlete.phone = "555-0101"
    athlete.currentPhase = .known(.junior)
    athlete.statusScore = 78
    athlete.statusLabel = .known(.onTrack)
    athlete.zipCode = "43999"
    athlete.gpa = 3.62
    athlete.satScore = 1210
    athlete.profileCompleteness = 85
    athlete.isOnboardingCompleted = true
    athlete.createdAt = created
    athlete.updatedAt = created
    return athlete
  }

  private static func parent(
    id: RecordID, name: String, surname: String, phone: String, created: Instant
  ) -> Person {
    var parent = Person(
      id: id, email: email(name, surname), role: .parent, fullName: "\(name) \(surname)")
    parent.phone = phone
    parent.isOnboardingCompleted = true
    parent.createdAt = created
    parent.updatedAt = created
    return parent
  }

  /// Returns the log of the codes with which parents join the family: a first code, a second one
  /// that replaced it ten minutes later, and the use of the second code by each parent.
  private static func codeUses(
    of family: FamilyUnit, code: String, members: [FamilyMember], made: Instant,
    random: inout SeededGenerator
  ) -> [FamilyCodeUse] {
    let first = "FAM-" + String((0..<6).map { _ in random.pick(FamilyCode.alphabet) })
    var uses = [(first, FamilyCodeUse.Action.generated, family.playerID, made)]
    uses.append((code, .regenerated, family.playerID, made.adding(seconds: 600)))
    for member in members where member.role == .parent {
      uses.append((code, .joined, member.personID, member.addedAt))
    }
    return uses.map { code, action, person, moment in
      FamilyCodeUse(
        id: random.recordID(), familyID: family.id, personID: person, code: code, action: action,
        createdAt: moment)
    }
  }

  /// Returns an e-mail address made from the name, such as `jordan.obrien@example.com`.
  private static func email(_ name: String, _ surname: String) -> String {
    "\(DemoNames.plain(name)).\(DemoNames.plain(surname))@example.com"
  }
}
