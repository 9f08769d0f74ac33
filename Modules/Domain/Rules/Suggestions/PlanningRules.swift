import CivilTime
import JSON

// These rules consider the recruiting plan as a whole, in contrast to rules about a single school
// or event. Each rule makes at most one suggestion.
extension SuggestionRules {
  /// Suggests to register with the NCAA in grade 11, if the athlete's list has a school of Division
  /// I or II and the task to register is not completed.
  public static func ncaaRegistration(_ facts: SuggestionFacts) -> [SuggestionFinding] {
    guard facts.grade == 11, let task = facts.registration, !task.isCompleted,
      let school = facts.schools.first(where: { $0.division == .d1 || $0.division == .d2 }),
      let division = school.division
    else { return [] }
    let owner = facts.owner
    return [
      SuggestionFinding(
        .ncaaRegistration, .high,
        "\(owner.subject) \(owner.verb("have", "has")) a \(division.words) school on"
          + " \(owner.verb("your", "the")) list and \(owner.verb("are", "is")) not registered with"
          + " the NCAA Eligibility Center yet.",
        nil, task: task.id,
        snapshot: JSONObject(facts: [
          (.grade, JSONValue(facts.grade)), (.schoolDivision, .string(division.raw)),
        ]))
    ]
  }

  static let schoolGoal = 20

  /// Suggests to add schools in grades 10 and 11, if the athlete's list has fewer than twenty
  /// schools.
  public static func schoolListBuilding(_ facts: SuggestionFacts) -> [SuggestionFinding] {
    let count = facts.schoolCount
    guard [10, 11].contains(facts.grade), count < schoolGoal else { return [] }
    let owner = facts.owner
    let list = "on \(owner.verb("your", "the")) list"
    let now = count == 0 ? "no schools \(list) yet" : "\(counted(count, "school")) \(list)"
    return [
      SuggestionFinding(
        .schoolListBuilding, facts.grade == 11 ? .high : .medium,
        "\(owner.subject) \(owner.verb("have", "has")) \(now). The goal is 20-30.", .addSchool,
        snapshot: JSONObject(facts: [
          (.grade, JSONValue(facts.grade)), (.schoolCount, JSONValue(count)),
        ]))
    ]
  }

  static let visitGoal = 2

  /// Suggests an official visit in grades 11 and 12, if there is a school of tier (priority) A or B
  /// and fewer than two visits were logged.
  public static func officialVisit(_ facts: SuggestionFacts) -> [SuggestionFinding] {
    let top = facts.topSchools.count
    guard [11, 12].contains(facts.grade), top > 0, facts.visitCount < visitGoal else { return [] }
    let visits = facts.visitCount == 0 ? "no visits" : counted(facts.visitCount, "visit")
    let owner = facts.owner
    return [
      SuggestionFinding(
        .officialVisit, facts.grade == 12 ? .high : .medium,
        "\(owner.subject) \(owner.verb("have", "has")) \(visits) logged. Plan official visits to"
          + " \(owner.possessiveWithin) A and B schools.",
        .logInteraction,
        snapshot: JSONObject(facts: [
          (.grade, JSONValue(facts.grade)), (.topSchoolCount, JSONValue(top)),
          (.visitCount, JSONValue(facts.visitCount)),
        ]))
    ]
  }

  /// The rule `showcaseAttendance` suggests an event if more than this number of whole months have
  /// passed since the last event. A month is counted as thirty days, so the rule applies from day
  /// 210 on.
  static let eventMonths = 6

  /// Suggests to attend an event in grade 10, if there is no event or the latest one was at least
  /// 210 days ago.
  public static func showcaseAttendance(_ facts: SuggestionFacts) -> [SuggestionFinding] {
    guard facts.grade == 10 else { return [] }
    let days = facts.newestEvent.map { $0.days(until: facts.today) }
    if let days, days / 30 <= eventMonths { return [] }
    let owner = facts.owner
    let state =
      days.map { "\(owner.possessive) last event was \($0) days ago." }
      ?? "\(owner.subject) \(owner.verb("have", "has")) no events yet."
    return [
      SuggestionFinding(
        .showcaseAttendance, .medium, "\(state) Find a showcase or a camp to play at.", nil,
        snapshot: JSONObject(facts: [
          (.grade, JSONValue(facts.grade)), (.daysSinceEvent, days.map { JSONValue($0) } ?? .null),
        ]))
    ]
  }

  static let goodFit = 50

  /// Suggests to add schools if no school has a fit score (how well the school suits the athlete,
  /// from 0 to 100) of 50 or more. Schools without a fit score are ignored. If no school has a fit
  /// score, nothing is suggested.
  public static func portfolioHealth(_ facts: SuggestionFacts) -> [SuggestionFinding] {
    let scores = facts.schools.compactMap(\.fitScore)
    guard let best = scores.max(), best < goodFit else { return [] }
    let count = scores.count
    let owner = facts.owner
    let subject =
      switch (count, facts.schoolCount) {
      case (1, 1): "\(owner.possessive) only school does not have a fit score"
      case (1, _): "\(owner.possessive) only school with a fit score does not have one"
      case (let count, let all) where count == all:
        "None of \(owner.possessiveWithin) \(count) schools has a fit score"
      default: "None of the \(count) schools with a fit score has one"
      }
    return [
      SuggestionFinding(
        .portfolioHealth, .high,
        "\(subject) of \(goodFit) or more. Add schools that fit \(owner.within) better.",
        .addSchool,
        snapshot: JSONObject(facts: [
          (.schoolCount, JSONValue(count)), (.bestFitScore, JSONValue(best)),
        ]))
    ]
  }

  static func counted(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
  }
}
