import Basics
import Domain

extension DemoStage {
  /// Returns the coaches of all schools, one or two for each. No two coaches have the same last
  /// name.
  func coaches() -> [Coach] {
    var random = random.branch("coaches")
    let surnames = random.shuffled(DemoNames.families.filter { $0 != familySurname })
    var coaches: [Coach] = []
    for story in stories {
      for place in 0..<story.ending.coaches {
        coaches.append(
          coach(
            role: role(place: place, in: story, random: &random),
            surname: surnames[coaches.count % surnames.count], number: coaches.count,
            story: story, random: &random))
      }
    }
    return coaches
  }

  private var familySurname: String {
    cast.athlete.fullName?.split(separator: " ").last.map(String.init) ?? ""
  }

  /// Returns the role of a coach. If a school has only one coach, this is the head coach or the
  /// recruiting coordinator. A second coach is an assistant or the recruiting coordinator.
  private func role(
    place: Int, in story: SchoolStory, random: inout SeededGenerator
  ) -> CoachRole {
    if place == 1 { return story.tier == .a ? .recruiting : .assistant }
    return story.ending.coaches == 2 || random.chance(60) ? .head : .recruiting
  }

  private func coach(
    role: CoachRole, surname: String, number: Int, story: SchoolStory,
    random: inout SeededGenerator
  ) -> Coach {
    let firstName = random.pick(DemoNames.coaches)
    let plain = "\(DemoNames.plain(firstName)).\(DemoNames.plain(surname))"
    var coach = Coach(
      id: random.recordID(), schoolID: story.id, athleteID: cast.athlete.id,
      familyID: cast.family.id, role: role, firstName: firstName, lastName: surname)
    // Some coaches have no e-mail address, because real staff pages do not list all addresses.
    if number % 17 != 5 { coach.email = "\(plain)@\(story.profile.domain)" }
    coach.phone = "555-01\(number + 20)"
    if story.tier != nil { coach.twitterHandle = "demo_coach_\(DemoNames.plain(surname))" }
    if story.tier == .a { coach.notes = random.pick(Self.coachNotes) }
    coach.createdBy = cast.athlete.id
    coach.createdAt = calendar.instant(ago: story.addedAgo - 1, minute: 1200 + number % 60)
    coach.updatedAt = coach.createdAt
    return coach
  }

  private static let coachNotes = [
    "Prefers a text before a call.", "Was a catcher himself.", "Asks about school first.",
    "Back from paternity leave in spring.", "Write on Sundays, answers on Mondays.",
  ]
}
