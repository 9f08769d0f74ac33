public import Basics
public import CivilTime

/// One contact between the athlete and a school; a row of `interactions`.
public struct Interaction: Equatable, Sendable {
  public let id: RecordID
  public var schoolID: RecordID
  /// The coach; nil for the school as a whole. Deleting the coach keeps the interaction.
  public var coachID: RecordID?
  /// The event at which the contact happened, if any.
  public var eventID: RecordID?
  public var familyID: RecordID?
  public var type: Open<InteractionType>
  /// Who started the contact. Response rates and responsiveness depend on it (rules 4.9, 4.10), so
  /// it is never guessed.
  public var direction: Open<Direction>
  /// The subject without markup, at most 500 characters long; the content is at most 10,000 characters long (rule 2.2
  /// of domain.md).
  public var subject: String?
  public var content: String?
  public var sentiment: Open<Sentiment>?
  /// The time of the contact, which can differ from the time of the entry. If it is in the future, the contact is only
  /// planned.
  public var occurredAt: Instant
  /// The person who logged the contact. The row has no athlete of its own: its athlete is the school's.
  public var loggedBy: RecordID
  /// The addresses of attached files, as the shipped app stores them. The program never loads these
  /// files.
  public var attachments: [String] = []
  public var createdAt: Instant?
  public var updatedBy: RecordID?
  public var updatedAt: Instant?

  public init(
    id: RecordID, schoolID: RecordID, familyID: RecordID? = nil, type: InteractionType,
    direction: Direction, occurredAt: Instant, loggedBy: RecordID
  ) {
    self.id = id
    self.schoolID = schoolID
    self.familyID = familyID
    self.type = .known(type)
    self.direction = .known(direction)
    self.occurredAt = occurredAt
    self.loggedBy = loggedBy
  }

  public init(id: RecordID) {
    self.init(
      id: id, schoolID: .none, type: .other, direction: .outbound,
      occurredAt: Instant(milliseconds: 0), loggedBy: .none)
    type = .unknown("")
  }

  /// Changes the coach. The school becomes the school of the new coach, unless a school is set
  /// after this call.
  public mutating func meet(_ coach: RecordID?) {
    guard coach != coachID else { return }
    coachID = coach
    if coach != nil { schoolID = .none }
  }
}

/// The way in which the athlete and the school were in contact. Types that the shipped app added
/// later are known too, so that its data has the right words.
public enum InteractionType: String, Vocabulary {
  case email, text
  case phoneCall = "phone_call"
  case inPersonVisit = "in_person_visit"
  case virtualMeeting = "virtual_meeting"
  case camp, showcase, tweet, dm, game
  case unofficialVisit = "unofficial_visit"
  case officialVisit = "official_visit"
  case other

  public var words: String {
    self == .dm ? "Direct message" : plainWords(of: rawValue)
  }

  /// Reads other words that people use for a type: `log call ana`, `mail` in a table.
  public init?(written text: String) {
    let typed = NameMatch(text)
    let meant = Self.allCases.first { typed.isExactly([$0.rawValue, $0.words] + $0.otherNames) }
    guard let meant else { return nil }
    self = meant
  }

  /// Whether both sides spoke, so that no answer is outstanding.
  public var isConversation: Bool {
    switch self {
    case .phoneCall, .inPersonVisit, .virtualMeeting, .camp, .showcase, .game, .unofficialVisit,
      .officialVisit:
      true
    case .email, .text, .tweet, .dm, .other: false
    }
  }

  private var otherNames: [String] {
    switch self {
    case .email: ["e-mail", "mail", "emailed"]
    case .text: ["sms", "text message", "texted"]
    case .phoneCall: ["call", "phone", "called", "telephone"]
    case .inPersonVisit: ["visit", "in person", "met"]
    case .virtualMeeting: ["zoom", "video call", "video", "facetime", "meeting"]
    case .tweet: ["twitter"]
    case .dm: ["message", "instagram"]
    case .unofficialVisit: ["unofficial"]
    case .officialVisit: ["official"]
    case .camp, .showcase, .game, .other: []
    }
  }

  /// The emoji of the type by rule 4.8 of domain.md; types that the rule does not list count as "other".
  public var emoji: String {
    switch self {
    case .email: "📧"
    case .text: "💬"
    case .phoneCall: "☎️"
    case .inPersonVisit: "🤝"
    case .virtualMeeting: "💻"
    case .camp: "⛺"
    case .showcase: "🎬"
    case .tweet: "🐦"
    case .dm: "📱"
    case .game, .unofficialVisit, .officialVisit, .other: "📝"
    }
  }
}

/// The side that started the contact: outbound means the athlete, inbound the coach.
public enum Direction: String, Vocabulary {
  case outbound, inbound

  /// The direction as a family answers the question who got in touch.
  public var asAnswer: String {
    switch self {
    case .outbound: "We did"
    case .inbound: "They did"
    }
  }
}

/// The impression that the contact made.
public enum Sentiment: String, Vocabulary {
  case positive, neutral, negative
  case veryPositive = "very_positive"
}
