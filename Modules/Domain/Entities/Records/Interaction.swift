public import Basics
public import CivilTime

/// One contact between the athlete and a school; a row of `interactions`.
public struct Interaction: Equatable, Sendable {
  public let id: RecordID
  public var schoolID: RecordID
  /// The coach whom the athlete was in contact with; nil for a contact with the school as a whole.
  /// When the coach is deleted, the interaction stays.
  public var coachID: RecordID?
  /// The event at which the contact happened; nil if it did not happen at an event.
  public var eventID: RecordID?
  public var familyID: RecordID?
  public var type: Open<InteractionType>
  /// The side that started the contact. A new record has `outbound` until a person enters the other
  /// side. Response rates and responsiveness scores are computed from this value (domain.md 4.9 and
  /// 4.10).
  public var direction: Open<Direction>
  /// The subject, without markup and at most 500 characters long. The content may have 10,000
  /// characters (domain.md 2.2).
  public var subject: String?
  public var content: String?
  public var sentiment: Open<Sentiment>?
  /// The time of the contact, which can differ from the time when it was entered. A contact in the
  /// future is planned and has not happened yet.
  public var occurredAt: Instant
  /// The person who logged the contact. The row has no column for the athlete; its athlete is the
  /// athlete of the school.
  public var loggedBy: RecordID
  /// The addresses of attached files, as another app that uses the same tables stored them. This
  /// program never loads these files.
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

  /// Sets the coach of the interaction. If `coach` is a different coach, the school is cleared, and
  /// the backend (the module that stores the data) stores the school of the new coach. A caller
  /// that knows the school sets it after this call.
  public mutating func meet(_ coach: RecordID?) {
    guard coach != coachID else { return }
    coachID = coach
    if coach != nil { schoolID = .none }
  }
}

/// The kind of contact between the athlete and a school. It includes kinds that other apps with the
/// same tables use, so that their data is shown with the right words.
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

  /// Creates a type from a word that people use for it, such as `call` in `log call ana` or `mail`
  /// in an imported table.
  public init?(written text: String) {
    let typed = NameMatch(text)
    let meant = Self.allCases.first { typed.isExactly([$0.rawValue, $0.words] + $0.otherNames) }
    guard let meant else { return nil }
    self = meant
  }

  /// Whether the contact is a written message from one side to the other, such as an e-mail.
  public var isMessage: Bool {
    switch self {
    case .email, .text, .tweet, .dm: true
    case .phoneCall, .inPersonVisit, .virtualMeeting, .camp, .showcase, .game, .unofficialVisit,
      .officialVisit, .other:
      false
    }
  }

  /// Whether both sides spoke during the contact. After such a contact, a coach does not wait for
  /// an answer.
  public var isConversation: Bool {
    switch self {
    case .phoneCall, .inPersonVisit, .virtualMeeting, .camp, .showcase, .game, .unofficialVisit,
      .officialVisit:
      true
    case .email, .text, .tweet, .dm, .other: false
    }
  }

  /// The type as the object of a sentence, such as `an email` in “Logged an email”.
  public var withArticle: String {
    switch self {
    case .unofficialVisit: "an unofficial visit"
    case .other: "a contact"
    case .email, .text, .phoneCall, .inPersonVisit, .virtualMeeting, .camp, .showcase, .tweet, .dm,
      .game, .officialVisit:
      words.lowercased().withArticle
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

  /// The emoji of the type. Types for which domain.md 4.8 names no emoji have the emoji of `other`.
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

/// The side that started the contact: `outbound` is the athlete, `inbound` the coach.
public enum Direction: String, Vocabulary {
  case outbound, inbound

  /// Creates a direction from an answer to the question "Who got in touch?", such as `me`, `we` or
  /// `they did`.
  public init?(written text: String) {
    let typed = NameMatch(text)
    let meant = Self.allCases.first {
      typed.isExactly([$0.rawValue, $0.words, $0.asAnswer] + $0.otherNames)
    }
    guard let meant else { return nil }
    self = meant
  }

  private var otherNames: [String] {
    switch self {
    case .outbound: ["we", "us", "I", "me", "I did"]
    case .inbound: ["they", "them", "the coach", "coach", "the school", "school"]
    }
  }

  /// The direction as a family's answer to the question "Who got in touch?", such as `We did`.
  public var asAnswer: String {
    switch self {
    case .outbound: "We did"
    case .inbound: "They did"
    }
  }
}

/// The impression that the contact left with the athlete or parent.
public enum Sentiment: String, Vocabulary {
  case veryPositive = "very_positive"
  case positive, neutral, negative
}
