public import Basics
public import CivilTime

/// A notification as the rules generate it. The backend adds the id and the recipient.
public struct NotificationDraft: Equatable, Sendable {
  public var type: NotificationType
  public var title: String
  public var message: String
  public var priority: NotificationPriority
  public var related: AppNotification.RelatedEntity?
  /// The path of a list that the notification opens; nil if it opens its record.
  public var actionURL: String?
  /// The cause, by which duplicates are found (rule 10.2); nil for a notification that is created
  /// at once with its record.
  public var occasion: NotificationOccasion?
  /// The time by which the inbox sorts the notification.
  public var scheduledFor: Instant

  public init(
    _ type: NotificationType, _ title: String, message: String, priority: NotificationPriority,
    about related: AppNotification.RelatedType? = nil, id: RecordID? = nil, leadsTo: String? = nil,
    occasion: NotificationOccasion? = nil, at moment: Instant
  ) {
    self.type = type
    self.title = title
    self.message = message
    self.priority = priority
    self.related = related.map { AppNotification.RelatedEntity(type: .known($0), id: id) }
    actionURL = leadsTo
    self.occasion = occasion
    scheduledFor = moment
  }
}
