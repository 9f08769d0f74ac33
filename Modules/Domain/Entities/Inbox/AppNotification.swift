public import Basics
public import CivilTime

/// One message in a person's inbox; a row of `notifications`.
///
/// Rows are often incomplete; the `effective` values fill the gaps by rule 2.4, so that one null never hides an inbox.
public struct AppNotification: Equatable, Sendable {
  public let id: RecordID
  /// Whose inbox it is in. A parent has an inbox of their own: nobody reads another's (rule 3).
  public var personID: RecordID
  public var type: Open<NotificationType>
  public var title: String
  /// Null on real rows; shown as nothing then, rather than hiding the row (rule 2.4).
  public var message: String?
  public var priority: Open<NotificationPriority>?
  public var related: RelatedEntity?
  /// The moment it is sorted by.
  public var scheduledFor: Instant?
  /// When a server sent it. Kept as it comes; nothing here goes by it.
  public var sentAt: Instant?
  /// Nil while it is unread.
  public var readAt: Instant?
  /// Kept for servers that send e-mail. This program sends none by itself.
  public var isEmailSent = false
  public var emailSentAt: Instant?
  /// Where it leads; nil derives it from the related record (rule 4.11).
  public var actionURL: String?
  /// What a generated one is about, as `NotificationOccasion` writes it; unique for the person.
  public var occasion: String?
  public var createdAt: Instant

  /// The record a notification is about.
  public struct RelatedEntity: Equatable, Sendable {
    public var type: Open<RelatedType>
    /// Nil on rows that name a type alone.
    public var id: RecordID?

    public init(type: Open<RelatedType>, id: RecordID?) {
      self.type = type
      self.id = id
    }
  }

  /// The kinds that real rows name. A type of tomorrow is kept as it is and leads nowhere.
  public enum RelatedType: String, Vocabulary {
    case offer, event, recommendation, coach, school, interaction
  }

  public init(
    id: RecordID, personID: RecordID, type: Open<NotificationType>, title: String,
    createdAt: Instant
  ) {
    self.id = id
    self.personID = personID
    self.type = type
    self.title = title
    self.createdAt = createdAt
  }

  public var isRead: Bool { readAt != nil }
  /// What is shown and searched.
  public var text: String { message ?? "" }
  /// An unknown or missing priority is normal.
  public var effectivePriority: NotificationPriority { priority?.known ?? .normal }
  /// What lists are sorted by: a row that was scheduled for no time counts from when it was made.
  public var effectiveTime: Instant { scheduledFor ?? createdAt }
}

/// What a notification is about.
public enum NotificationType: String, Vocabulary {
  case followUpReminder = "follow_up_reminder"
  case deadlineAlert = "deadline_alert"
  case inboundInteraction = "inbound_interaction"
  case dailyDigest = "daily_digest"
  case offer, event

  /// The words of its filter.
  public var words: String {
    switch self {
    case .followUpReminder: "Follow-ups"
    case .deadlineAlert: "Deadlines"
    case .inboundInteraction: "Inbound"
    case .dailyDigest: "Digest"
    case .offer: "Offers"
    case .event: "Events"
    }
  }

  /// The sign in front of the row (rule 4.11).
  public var emoji: String {
    switch self {
    case .followUpReminder: "🔔"
    case .deadlineAlert: "⏰"
    case .inboundInteraction: "📧"
    case .dailyDigest: "📊"
    case .offer: "🎉"
    case .event: "📅"
    }
  }
}

extension Open where Known == NotificationType {
  /// A type of tomorrow gets the pin of anything else.
  public var emoji: String { known?.emoji ?? "📌" }
}

/// How much it matters. Somebody may want to hear of `high` alone.
public enum NotificationPriority: String, Vocabulary {
  case low, normal, high

  /// `HIGH`, as the badge says it.
  public var badge: String { rawValue.uppercased() }
}
