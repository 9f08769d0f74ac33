import Basics
import CivilTime
import Domain
import JSON
import Testing

/// Facts and stored suggestions for tests; each test changes what it needs.
enum SuggestionSample {
  static let athlete = Sample.id(99)
  /// The current time of the tests, which is noon in New York.
  static let now = "2026-02-10T17:00:00Z"

  static func facts(
    grade: Int? = 9, at now: String = now, _ edit: (inout SuggestionFacts) throws -> Void = { _ in }
  ) throws -> SuggestionFacts {
    var facts = SuggestionFacts(
      now: try Sample.instant(now), zone: try Zone.named("America/New_York"))
    facts.graduationYear = grade.map { 2026 + 12 - $0 }
    try edit(&facts)
    return facts
  }

  /// - Parameter days: the whole days since the last contact; nil means that there was none.
  static func school(
    _ id: UInt64 = 1, _ name: String = "Cedar Valley", tier: String? = nil,
    status: String? = "researching", division: String? = nil, fit: Int? = 0, days: Int? = nil
  ) throws -> SuggestionFacts.SchoolFact {
    var school = School(id: Sample.id(id), athleteID: athlete, name: name)
    school.priorityTier = tier.map(Open.init)
    school.status = status.map(Open.init)
    school.division = division.map(Open.init)
    school.fitScore = fit
    let now = try Sample.instant(now)
    return SuggestionFacts.SchoolFact(school, lastContact: days.map { now.adding(days: -$0) })
  }

  static func event(
    _ id: UInt64 = 7, on day: String, through end: String? = nil, school: UInt64? = nil,
    isLinked: Bool = false, lastContact: String? = nil
  ) throws -> SuggestionFacts.EventFact {
    var event = RecruitingEvent(
      id: Sample.id(id), athleteID: athlete, type: .camp, name: "Winter Camp",
      startDate: try Sample.day(day))
    event.endDate = try end.map(Sample.day)
    event.schoolID = school.map(Sample.id)
    return SuggestionFacts.EventFact(
      event, isLinked: isLinked, lastContact: try lastContact.map(Sample.instant))
  }

  static func video(
    _ id: UInt64 = 8, _ title: String = "Spring", health: String? = nil
  ) -> SuggestionFacts.VideoFact {
    var document = Document(
      id: Sample.id(id), athleteID: athlete, type: .highlightVideo, title: title,
      fileURL: "https://example.org/v", uploadedBy: athlete)
    document.healthStatus = health.map(Open.init)
    return SuggestionFacts.VideoFact(document)
  }

  /// Returns a stored suggestion, by default about a school without recent contact.
  static func row(
    _ id: UInt64, _ rule: SuggestionRule = .interactionGap, _ urgency: String = "medium",
    school: UInt64? = 1, created: String = "2026-01-01T00:00:00Z", snapshot: JSONValue? = nil,
    _ edit: (inout RecruitingSuggestion) throws -> Void = { _ in }
  ) throws -> RecruitingSuggestion {
    var row = RecruitingSuggestion(
      id: Sample.id(id), athleteID: athlete, rule: rule, urgency: .low, message: "Old words",
      action: .logInteraction, createdAt: try Sample.instant(created))
    row.urgency = Open(urgency)
    row.relatedSchoolID = school.map(Sample.id)
    row.conditionSnapshot = snapshot
    try edit(&row)
    return row
  }
}
