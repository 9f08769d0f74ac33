import Basics
import CivilTime
import Domain
import JSON

extension DemoStage {
  func schools() -> [School] {
    var random = random.branch("schools")
    return stories.map { school($0, random: &random) }
  }

  /// Returns all changes of the schools' statuses, oldest first.
  func statusChanges() -> [SchoolStatusChange] {
    var random = random.branch("status changes")
    let changes = stories.flatMap { story in
      zip(story.ending.path.indices, story.changesAgo).map { index, ago in
        var change = SchoolStatusChange(
          id: random.recordID(), schoolID: story.id,
          from: .known(index == 0 ? .researching : story.ending.path[index - 1]),
          to: .known(story.ending.path[index]), changedBy: cast.athlete.id,
          changedAt: calendar.instant(ago: ago, minute: 20 * 60 + index))
        change.notes = Self.remark(on: story.ending.path[index])
        change.createdAt = change.changedAt
        return change
      }
    }
    return changes.sorted { $0.changedAt < $1.changedAt }
  }

  private func school(_ story: SchoolStory, random: inout SeededGenerator) -> School {
    let profile = story.profile
    var school = School(
      id: story.id, athleteID: cast.athlete.id, familyID: cast.family.id, name: profile.name)
    school.location = "\(profile.city), \(profile.state)"
    school.city = profile.city
    school.state = profile.state
    school.division = Open(profile.division)
    school.conference = profile.conference
    school.ranking = story.division == .d1 ? random.int(in: 20...180) : nil
    school.isFavorite = story.tier == .a
    school.website = "https://\(profile.domain)/baseball"
    school.twitterHandle = "demo_\(profile.nickname)_baseball"
    school.status = .known(story.ending.path.last ?? .researching)
    school.statusChangedAt = story.changesAgo.indices.last.map { index in
      calendar.instant(ago: story.changesAgo[index], minute: 20 * 60 + index)
    }
    school.priorityTier = story.tier.map(Open.known)
    school.academicInfo = [
      "student_size": JSONValue(profile.students), "city": .string(profile.city),
      "state": .string(profile.state), "latitude": JSONValue(profile.latitude),
      "longitude": JSONValue(profile.longitude), "gpa_requirement": JSONValue(profile.gpa),
      "tuition_in_state": JSONValue(profile.tuition),
      "tuition_out_of_state": JSONValue(outOfState(profile)),
    ]
    let fit = fitScore(of: story, random: &random)
    school.fitScore = fit
    school.fitTier = .known(fitTier(fit))
    school.createdBy = cast.athlete.id
    school.createdAt = calendar.instant(ago: story.addedAgo, minute: random.int(in: 1080...1320))
    school.updatedAt = school.statusChangedAt ?? school.createdAt
    describe(&school, story: story, random: &random)
    return school
  }

  /// Adds pros, cons and notes to a school. A school of a higher tier gets more of them.
  private func describe(
    _ school: inout School, story: SchoolStory, random: inout SeededGenerator
  ) {
    guard let tier = story.tier else { return }
    school.pros = Array(random.shuffled(Self.pros).prefix(tier == .c ? 1 : 3))
    school.cons = Array(random.shuffled(Self.cons).prefix(tier == .a ? 2 : 1))
    school.notes = random.pick(Self.notes)
    guard tier == .a else { return }
    school.privateNotes = .object(
      JSONObject([(cast.athlete.id.description, .string(random.pick(Self.privateNotes)))]))
    school.coachingPhilosophy = "Defense first; catchers call their own games from sophomore year."
    school.communicationStyle = "Short texts, quick answers."
    school.recruitingApproach = "Sees every recruit in two games before deciding."
    if let offered = story.offeredAgo {
      school.offerDetails = ["offered_on": .string(calendar.day(ago: offered).description)]
    }
  }

  /// Returns the tuition for students from other states. A college with a low tuition is assumed to
  /// be a public university, which charges these students more. A private college charges all
  /// students the same.
  private func outOfState(_ profile: SchoolProfile) -> Int {
    profile.tuition < 20_000 ? profile.tuition * 5 / 2 : profile.tuition
  }

  private func fitScore(of story: SchoolStory, random: inout SeededGenerator) -> Int {
    switch story.tier {
    case .a: random.int(in: 76...94)
    case .b: random.int(in: 62...82)
    case .c: random.int(in: 48...70)
    case nil: random.int(in: 22...58)
    }
  }

  private func fitTier(_ score: Int) -> FitTier {
    switch score {
    case ..<40: .unlikely
    case ..<65: .reach
    case ..<80: .match
    default: .safety
    }
  }

  private static func remark(on status: SchoolStatus) -> String? {
    switch status {
    case .contacted: "First e-mail sent"
    case .interested: "They asked for more film"
    case .campInvite: "Invited by name, not by mass mail"
    case .recruited: "Coach said I am on their board"
    case .officialVisitInvited: "Asked for two possible weekends"
    case .officialVisitScheduled: "Dates agreed, parents come along"
    case .offerReceived: "Coach called in the evening"
    case .committed: "Said yes as our safe plan; the coach knows we keep looking"
    case .declined: "Too far from home, thanked the coach"
    case .notPursuing: "Full at my position"
    case .researching: nil
    }
  }

  private static let pros = [
    "Strong biology program", "Close to home", "Small classes", "New hitting facility",
    "Good academic aid", "Catchers get drafted here", "Friendly players", "Warm in February",
    "Coach answers quickly",
  ]
  private static let cons = [
    "Long drive", "Expensive without aid", "Two catchers in the class above", "Small town",
    "Old dorms", "Cold spring",
  ]
  private static let notes = [
    "Ask about labs and afternoon practice.", "Mom liked the advisor.",
    "Roster has two seniors behind the plate.", "Compare the net price again in spring.",
    "Met a player from our club who likes it here.",
  ]
  private static let privateNotes = [
    "This is the one I dream about.", "Good school, not sure about the town yet.",
    "I felt at home on the visit.",
  ]
}
