public import Basics
public import CivilTime
public import JSON

/// A suggested action that a rule created for the athlete; a row of `suggestion`.
public struct RecruitingSuggestion: Equatable, Sendable {
  public let id: RecordID
  /// The athlete to whom the suggestion belongs, even if a parent reads it.
  public var athleteID: RecordID
  /// The rule that created the suggestion; `suggestions why` explains the rule.
  public var rule: Open<SuggestionRule>
  public var urgency: Open<SuggestionUrgency>
  /// The complete message with its numbers, as they were on the day when the suggestion was created.
  public var message: String
  /// The command that would complete the suggestion; nil if there is only something to read.
  public var action: Open<SuggestionAction>?
  /// The school that the suggestion is about; nil if it is about the whole list.
  public var relatedSchoolID: RecordID?
  public var relatedTaskID: RecordID?
  /// Whether the athlete dismissed the suggestion. Its reason may still exist, and then the
  /// suggestion may return (rule 4.12).
  public var isDismissed = false
  public var dismissedAt: Instant?
  public var isCompleted = false
  public var completedAt: Instant?
  /// Whether the suggestion is not shown yet. New suggestions wait until they are surfaced, three
  /// at a time (rule 4.12).
  public var isPendingSurface = true
  public var surfacedAt: Instant?
  /// The facts that the rule used.
  public var conditionSnapshot: JSONValue?
  /// Whether this suggestion came back after the athlete had dismissed an earlier one. That happens
  /// only once (rule 10.6).
  public var hasReappeared = false
  /// The dismissed suggestion from which this one came back.
  public var previousID: RecordID?
  public var createdAt: Instant
  public var updatedAt: Instant

  public init(
    id: RecordID, athleteID: RecordID, rule: SuggestionRule, urgency: SuggestionUrgency,
    message: String, action: SuggestionAction? = nil, createdAt: Instant
  ) {
    self.id = id
    self.athleteID = athleteID
    self.rule = .known(rule)
    self.urgency = .known(urgency)
    self.message = message
    self.action = action.map(Open.known)
    self.createdAt = createdAt
    updatedAt = createdAt
  }

  /// Whether the suggestion is neither dismissed nor completed.
  public var isOpen: Bool { !isDismissed && !isCompleted }
  /// Whether pages show the suggestion: it is open, and it was surfaced.
  public var isVisible: Bool { isOpen && !isPendingSurface }
}

/// The rules in the order they are evaluated (rule 4.12).
public enum SuggestionRule: String, Vocabulary {
  case ncaaRegistration = "ncaa-registration"
  case schoolListBuilding = "school-list-building"
  case officialVisit = "official-visit"
  case formalOutreach = "formal-outreach"
  case showcaseAttendance = "showcase-attendance"
  case interactionGap = "interaction-gap"
  case missingVideo = "missing-video"
  case eventFollowUp = "event-follow-up"
  case videoLinkHealth = "video-link-health"
  case portfolioHealth = "portfolio-health"
  case prioritySchoolReminder = "priority-school-reminder"

  /// The short text a suggestion is titled with.
  public var words: String {
    switch self {
    case .ncaaRegistration: "Register with the NCAA"
    case .schoolListBuilding: "Build your school list"
    case .officialVisit: "Plan official visits"
    case .formalOutreach: "Reach out to your top schools"
    case .showcaseAttendance: "Go to a showcase"
    case .interactionGap: "Get back in touch"
    case .missingVideo: "Add a highlight video"
    case .eventFollowUp: "Follow up after the event"
    case .videoLinkHealth: "Fix your video link"
    case .portfolioHealth: "Add schools that fit"
    case .prioritySchoolReminder: "Contact a top school"
    }
  }
}

/// The urgency of a suggestion: the most urgent ones are surfaced first.
public enum SuggestionUrgency: String, Vocabulary, Comparable {
  case low, medium, high

  public static func < (left: SuggestionUrgency, right: SuggestionUrgency) -> Bool {
    left.rank < right.rank
  }

  /// The rank of the urgency, because the raw words do not sort: `high` would come before `low` and
  /// `medium`.
  private var rank: Int {
    switch self {
    case .low: 0
    case .medium: 1
    case .high: 2
    }
  }
}

/// The action that a suggestion asks for.
public enum SuggestionAction: String, Vocabulary {
  case logInteraction = "log_interaction"
  case addVideo = "add_video"
  case addSchool = "add_school"
  case updateVideo = "update_video"
}
