public import Basics
public import CivilTime

/// One message in a person's inbox; a row of the table `notifications`.
///
/// Rows are often incomplete. The properties whose names begin with `effective` replace missing
/// values by defaults (domain.md 2.4), so that one null does not make the inbox unreadable.
public struct AppNotification: Equatable, Sendable {
  public let id: RecordID
  /// The person who receives the notification. Every parent has a separate inbox, and no person can
  /// read another person's inbox (domain.md 3).
  public var personID: RecordID
  public var type: Open<NotificationType>
  public var title: String
  /// The text, which is null in some stored rows. A notification without a text is listed with an
  /// empty text instead of being hidden (domain.md 2.4).
  public var message: String?
  public var priority: Open<NotificationPriority>?
  public var related: RelatedEntity?
  /// The time for which the notification was scheduled; nil if it was not scheduled. Lists are
  /// sorted by `effectiveTime`, which is this time if there is one.
  public var scheduledFor: Instant?
  /// The time at which a server of another program sent the notification. This program stores the
  /// value and does not use it.
  public var sentAt: Instant?
  /// The time at which the person read the notification; nil while it is unread.
  public var readAt: Instant?
  /// Whether a server of another program sent the notification by e-mail. The server of this
  /// program stores in another table which e-mails it sent (decision 71), and never sets this
  /// value.
  public var isEmailSent = false
  public var emailSentAt: Instant?
  /// The path of the page that the notification opens. If it is nil, the path is derived from the
  /// related record (domain.md 4.11).
  public var actionURL: String?
  /// A key for the cause of a generated notification, in the format of `NotificationOccasion`. A
  /// person has at most one notification for each key, so that no notification is repeated.
  public var occasion: String?
  public var createdAt: Instant

  /// The record that a notification is about.
  public struct RelatedEntity: Equatable, Sendable {
    public var type: Open<RelatedType>
    /// The id of the record; nil in rows that name only a type.
    public var id: RecordID?

    public init(type: Open<RelatedType>, id: RecordID?) {
      self.type = type
      self.id = id
    }
  }

  /// The kinds of records that a notification can refer to. The program stores an unknown kind
  /// unchanged and opens no page for it.
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
  /// The message of the notification, or an empty text if the row has none. Pages show this text,
  /// and a search of the inbox looks in it.
  public var text: String { message ?? "" }
  /// The priority; `normal` if the stored one is missing or unknown.
  public var effectivePriority: NotificationPriority { priority?.known ?? .normal }
  /// The time that lists are sorted by: the creation time, if the row was not scheduled.
  public var effectiveTime: Instant { scheduledFor ?? createdAt }
}

/// The kinds of notifications, by which a person can filter the inbox.
public enum NotificationType: String, Vocabulary {
  case followUpReminder = "follow_up_reminder"
  case deadlineAlert = "deadline_alert"
  case inboundInteraction = "inbound_interaction"
  case dailyDigest = "daily_digest"
  case offer, event

  /// The label of this type of notification in the filter of the notifications page.
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

  /// The emoji before the title in a list (domain.md 4.11).
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
  /// The emoji that lists show before a notification of this type; a pin for a type that this
  /// version does not know.
  public var emoji: String { known?.emoji ?? "📌" }
}

/// The importance of a notification. A person can choose to get e-mails about `high` ones only.
public enum NotificationPriority: String, Vocabulary {
  case low, normal, high

  /// The words of the badge, such as `HIGH`.
  public var badge: String { rawValue.uppercased() }
}
