public import Basics
public import CivilTime

/// One message in a person's inbox; a row of `notifications`.
///
/// Rows are often incomplete. The `effective` values fill the gaps by rule 2.4, so that one null
/// does not hide the whole inbox.
public struct AppNotification: Equatable, Sendable {
  public let id: RecordID
  /// The person who receives it. Parents have inboxes of their own; no person reads another's inbox (rule 3).
  public var personID: RecordID
  public var type: Open<NotificationType>
  public var title: String
  /// The text, which is null in some stored rows; such a row is shown with an empty text and not hidden (rule 2.4 of
  /// domain.md).
  public var message: String?
  public var priority: Open<NotificationPriority>?
  public var related: RelatedEntity?
  /// The time by which notifications are sorted.
  public var scheduledFor: Instant?
  /// The time at which a server sent the notification. The value is stored unchanged; no rule here uses it.
  public var sentAt: Instant?
  /// The time at which the person read the notification; nil while it is unread.
  public var readAt: Instant?
  /// Whether an e-mail was sent, as servers of other programs set it. This program's server stores
  /// elsewhere which e-mails it sent (decision 71), and never sets this.
  public var isEmailSent = false
  public var emailSentAt: Instant?
  /// The path of the page that the notification opens; nil derives the path from the related record
  /// (rule 4.11).
  public var actionURL: String?
  /// The cause of a generated notification, as `NotificationOccasion` writes it; unique for the person.
  public var occasion: String?
  public var createdAt: Instant

  /// The record a notification is about.
  public struct RelatedEntity: Equatable, Sendable {
    public var type: Open<RelatedType>
    /// The id of the record; nil in rows that name only a type.
    public var id: RecordID?

    public init(type: Open<RelatedType>, id: RecordID?) {
      self.type = type
      self.id = id
    }
  }

  /// The kinds of records that stored rows refer to. A kind that this version does not know is stored unchanged and
  /// opens nothing.
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
  /// The text that is shown and searched.
  public var text: String { message ?? "" }
  /// An unknown or missing priority is normal.
  public var effectivePriority: NotificationPriority { priority?.known ?? .normal }
  /// The time that lists are sorted by: the creation time, if the row was not scheduled.
  public var effectiveTime: Instant { scheduledFor ?? createdAt }
}

/// The subject of a notification.
public enum NotificationType: String, Vocabulary {
  case followUpReminder = "follow_up_reminder"
  case deadlineAlert = "deadline_alert"
  case inboundInteraction = "inbound_interaction"
  case dailyDigest = "daily_digest"
  case offer, event

  /// The label of the filter for the type.
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

  /// The emoji in front of the row (rule 4.11 of domain.md).
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
  /// The emoji of the type. A type that this version does not know has the pin.
  public var emoji: String { known?.emoji ?? "📌" }
}

/// The importance of a notification. A person can choose to get only `high` ones.
public enum NotificationPriority: String, Vocabulary {
  case low, normal, high

  /// The words of the badge, such as `HIGH`.
  public var badge: String { rawValue.uppercased() }
}
