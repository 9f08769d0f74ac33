import Basics
import CivilTime
import JSON

// These rules suggest to contact schools and coaches after a time without a contact.
extension SuggestionRules {
  static let averageLimit = 30
  static let singleLimit = 45

  /// Suggests to contact the schools to which the family gave the priority (tier) A or B, in grades
  /// 11 and 12. It does so if the last contacts were more than 30 days ago on average, or one of
  /// them was more than 45 days ago.
  public static func formalOutreach(_ facts: SuggestionFacts) -> [SuggestionFinding] {
    let top = facts.topSchools
    guard [11, 12].contains(facts.grade), !top.isEmpty else { return [] }
    let days = top.map { facts.daysSinceContact($0) ?? never }
    let average = days.reduce(0, +) / days.count
    let longest = days.max() ?? 0
    guard average > averageLimit || longest > singleLimit else { return [] }
    let untouched = top.filter { $0.lastContact == nil }
    return [
      SuggestionFinding(
        .formalOutreach, facts.grade == 12 ? .high : .medium,
        outreachMessage(facts, untouched: untouched, average: average, longest: longest),
        .logInteraction,
        snapshot: JSONObject(facts: [
          (.grade, JSONValue(facts.grade)), (.topSchoolCount, JSONValue(top.count)),
          (.neverContacted, JSONValue(untouched.count)), (.averageDays, JSONValue(average)),
          (.longestDays, JSONValue(longest)),
        ]))
    ]
  }

  /// Returns the message of `formalOutreach` about the most urgent fact: schools that were never
  /// contacted, or else a school whose last contact is too long ago, or else the average.
  private static func outreachMessage(
    _ facts: SuggestionFacts, untouched: [SuggestionFacts.SchoolFact], average: Int, longest: Int
  ) -> String {
    let owner = facts.owner
    let topSchools = "\(owner.verb("your", "the")) A and B schools"
    if let first = untouched.first {
      let others =
        switch untouched.count {
        case 1: ""
        case 2: " and \(untouched[1].name)"
        default: " and \(untouched.count - 1) more of \(topSchools)"
        }
      return
        "\(owner.subject) \(owner.verb("have", "has")) not contacted \(first.name)\(others) yet."
        + owner.verb(" Introduce yourself.", "")
    }
    if longest > singleLimit,
      let school = facts.topSchools.first(where: { facts.daysSinceContact($0) == longest })
    {
      return silence(school, longest, owner) + owner.verb(" Write to \(topSchools).", "")
    }
    return
      "\(owner.possessive) last contact with \(topSchools) was \(average) days ago on average."
      + owner.verb(" Write to them.", "")
  }

  static let gapDays = 21
  static let longGapDays = 30

  /// Suggests to contact each school of tier (priority) A or B whose status is contacted or
  /// interested, after three weeks without a contact.
  public static func interactionGap(_ facts: SuggestionFacts) -> [SuggestionFinding] {
    facts.topSchools.compactMap { school in
      guard school.status == .interested || school.status == .contacted else { return nil }
      let days = facts.daysSinceContact(school)
      guard days ?? never >= gapDays else { return nil }
      return SuggestionFinding(
        .interactionGap, days ?? never >= longGapDays ? .high : .medium,
        silence(school, days, facts.owner), .logInteraction, school: school.id,
        snapshot: JSONObject(facts: [
          (.daysSinceContact, JSONValue(days ?? never)),
          (.schoolPriority, .string(school.tier?.raw ?? "")),
          (.schoolStatus, .string(school.status?.raw ?? "")),
        ]))
    }
  }

  static let reminderDays = 14

  /// Suggests to contact each school of tier A, the highest priority, after two weeks without a
  /// contact.
  public static func prioritySchoolReminder(_ facts: SuggestionFacts) -> [SuggestionFinding] {
    facts.schools.compactMap { school in
      let days = facts.daysSinceContact(school)
      guard school.tier == .a, days ?? never >= reminderDays else { return nil }
      return SuggestionFinding(
        .prioritySchoolReminder, .high,
        "\(silence(school, days, facts.owner)) It is one of \(facts.owner.possessiveWithin) A schools.",
        .logInteraction,
        school: school.id,
        snapshot: JSONObject(facts: [
          (.daysSinceContact, JSONValue(days ?? never)),
          (.schoolPriority, .string(PriorityTier.a.rawValue)),
        ]))
    }
  }

  private static func silence(
    _ school: SuggestionFacts.SchoolFact, _ days: Int?, _ owner: PageOwner
  ) -> String {
    let subject = "\(owner.subject) \(owner.verb("have", "has"))"
    return days.map { "\(subject) not contacted \(school.name) in \($0) days." }
      ?? "\(subject) not contacted \(school.name) yet."
  }

  /// Suggests to contact coaches after each event that the athlete attended in the last seven days,
  /// unless an interaction about the event or a contact on a later day was logged.
  public static func eventFollowUp(_ facts: SuggestionFacts) -> [SuggestionFinding] {
    facts.attendedEvents.compactMap { event in
      let days = event.day.days(until: facts.today)
      let isFollowedUp =
        event.isLinked || event.lastContact.map { facts.zone.day(of: $0) > event.day } ?? false
      guard (0...followUpDays).contains(days), !isFollowedUp else { return nil }
      let when =
        switch days {
        case 0: "today"
        case 1: "yesterday"
        default: "\(days) days ago"
        }
      let owner = facts.owner
      return SuggestionFinding(
        .eventFollowUp, .medium,
        "\(owner.subject) \(owner.verb("were", "was")) at \(event.name) \(when) and"
          + " \(owner.verb("have", "has")) not followed up yet."
          + owner.verb(" Thank the coaches you met.", ""),
        .logInteraction, school: event.school,
        snapshot: JSONObject(facts: [
          (.eventID, .string(event.id.description)), (.eventName, .string(event.name)),
          (.daysSinceEvent, JSONValue(days)),
        ]))
    }
  }
}
