public import Basics
public import CivilTime
public import JSON

/// An action that the program suggests to the athlete, such as adding a video; a row of the table
/// `suggestion`.
public struct RecruitingSuggestion: Equatable, Sendable {
  public let id: RecordID
  /// The athlete for whom the suggestion was made.
  public var athleteID: RecordID
  /// The rule of the program that created the suggestion. The command `suggestions why` explains
  /// its condition.
  public var rule: Open<SuggestionRule>
  public var urgency: Open<SuggestionUrgency>
  /// The sentence that pages show. It contains numbers, such as the days without contact. Each
  /// evaluation of the rules updates them while the suggestion is open.
  public var message: String
  /// The kind of command that would complete the suggestion; nil if the suggestion only informs.
  public var action: Open<SuggestionAction>?
  /// The school that the suggestion is about; nil if it is not about a single school.
  public var relatedSchoolID: RecordID?
  public var relatedTaskID: RecordID?
  /// Whether the athlete dismissed the suggestion. If the reason for the suggestion lasts, its rule
  /// may suggest the same again after some time (domain.md 4.12).
  public var isDismissed = false
  public var dismissedAt: Instant?
  public var isCompleted = false
  public var completedAt: Instant?
  /// Whether the suggestion is still waiting to be shown. New suggestions wait and are released
  /// three at a time, so that the athlete is not flooded (domain.md 4.12).
  public var isPendingSurface = true
  public var surfacedAt: Instant?
  /// The facts from which the rule concluded that the suggestion applies, as a JSON object.
  /// `suggestions why` shows them. If the athlete dismissed a suggestion about a school without
  /// contact, the rule compares them with the current facts to decide whether to make it again.
  public var conditionSnapshot: JSONValue?
  /// Whether this suggestion repeats a dismissed one about a school without contact. It does so if
  /// the athlete has still not contacted the school after more time, or if the family has changed
  /// the school's tier (priority). A dismissed suggestion is repeated in this way only once
  /// (domain.md 10.6).
  public var hasReappeared = false
  /// The id of the dismissed suggestion that this one repeats; nil if it repeats none.
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

  public var isOpen: Bool { !isDismissed && !isCompleted }
  /// Whether pages show the suggestion: it is neither dismissed nor completed, and it no longer
  /// waits to be shown.
  public var isVisible: Bool { isOpen && !isPendingSurface }
}

/// The rules that create suggestions. The cases are in the order in which the rules are evaluated
/// (domain.md 4.12).
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

  /// The title of the rule's suggestions, as the athlete reads it.
  public var words: String { words(of: PageOwner(name: nil)) }

  /// Returns the title of the rule's suggestions. For a parent, it contains the athlete's name
  /// where the athlete reads "your".
  public func words(of owner: PageOwner) -> String {
    switch self {
    case .ncaaRegistration: "Register with the NCAA"
    case .schoolListBuilding: "Build \(owner.possessiveWithin) school list"
    case .officialVisit: "Plan official visits"
    case .formalOutreach: "Reach out to \(owner.possessiveWithin) top schools"
    case .showcaseAttendance: "Go to a showcase"
    case .interactionGap: "Get back in touch"
    case .missingVideo: "Add a highlight video"
    case .eventFollowUp: "Follow up after the event"
    case .videoLinkHealth: "Fix \(owner.possessiveWithin) video link"
    case .portfolioHealth: "Add schools that fit"
    case .prioritySchoolReminder: "Contact a top school"
    }
  }
}

/// The urgency of a suggestion. Of the suggestions that wait to be shown, the most urgent ones are
/// shown first.
public enum SuggestionUrgency: String, Vocabulary, Comparable {
  case low, medium, high

  public static func < (left: SuggestionUrgency, right: SuggestionUrgency) -> Bool {
    left.rank < right.rank
  }

  /// The position in the order of urgency. The raw texts cannot be compared instead, because `high`
  /// comes before `low` and `medium` in the alphabet.
  private var rank: Int {
    switch self {
    case .low: 0
    case .medium: 1
    case .high: 2
    }
  }
}

/// The action that a suggestion asks for, such as adding a school to the athlete's list.
public enum SuggestionAction: String, Vocabulary {
  case logInteraction = "log_interaction"
  case addVideo = "add_video"
  case addSchool = "add_school"
  case updateVideo = "update_video"
}
