public import Basics
public import JSON

/// The suggestion that a rule makes from the current facts about an athlete, before it is stored.
/// If an open suggestion with the same key (the rule and its record) is stored already, the stored
/// one is updated. Otherwise the finding may become a new suggestion.
public struct SuggestionFinding: Equatable, Sendable {
  public var rule: SuggestionRule
  public var urgency: SuggestionUrgency
  public var message: String
  public var action: SuggestionAction?
  public var school: RecordID?
  public var task: RecordID?
  /// The facts from which the rule made the suggestion, such as the number of days without contact.
  /// They are stored in the column `condition_snapshot`.
  public var snapshot: JSONObject

  init(
    _ rule: SuggestionRule, _ urgency: SuggestionUrgency, _ message: String,
    _ action: SuggestionAction?, school: RecordID? = nil, task: RecordID? = nil,
    snapshot: JSONObject
  ) {
    self.rule = rule
    self.urgency = urgency
    self.message = message
    self.action = action
    self.school = school
    self.task = task
    self.snapshot = snapshot
  }

  public var key: SuggestionKey {
    SuggestionKey(rule: rule, school: school, snapshot: .object(snapshot))
  }
}

/// The identity of a suggestion: its rule, its school and its event or video. At most one
/// suggestion with the same key is open (domain.md 4.12).
public struct SuggestionKey: Hashable, Sendable {
  public var rule: SuggestionRule
  public var school: RecordID?
  /// The id of the event or the video that the suggestion is about; nil for a rule that makes at
  /// most one suggestion for a school or for an athlete.
  public var subject: String?

  init(rule: SuggestionRule, school: RecordID?, snapshot: JSONValue?) {
    self.rule = rule
    self.school = school
    subject = [FactName.eventID, .videoID].lazy.compactMap { snapshot?[$0.rawValue]?.string }.first
  }
}

extension RecruitingSuggestion {
  /// The key of a stored suggestion; nil for an unknown rule. A suggestion with an unknown rule
  /// comes from a newer version of the program, so this version does not change it.
  public var key: SuggestionKey? {
    rule.known.map {
      SuggestionKey(rule: $0, school: relatedSchoolID, snapshot: conditionSnapshot)
    }
  }
}

/// The names of the facts that are stored with a suggestion, in the column `condition_snapshot`.
enum FactName: String, CaseIterable {
  case grade
  case schoolCount = "school_count"
  case schoolDivision = "school_division"
  case topSchoolCount = "top_school_count"
  case visitCount = "visit_count"
  case averageDays = "average_days"
  case longestDays = "longest_days"
  case neverContacted = "never_contacted"
  case daysSinceEvent = "days_since_event"
  case daysSinceContact = "days_since_contact"
  case schoolPriority = "school_priority"
  case schoolStatus = "school_status"
  case eventID = "event_id"
  case eventName = "event_name"
  case videoID = "video_id"
  case videoTitle = "video_title"
  case bestFitScore = "best_fit_score"
}

extension JSONObject {
  init(facts: [(FactName, JSONValue)]) {
    self.init(facts.map { ($0.rawValue, $1) })
  }
}
