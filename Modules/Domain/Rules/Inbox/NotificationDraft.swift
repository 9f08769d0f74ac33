public import Basics
public import CivilTime

/// A notification that the rules write; the backend adds the id and the reader.
public struct NotificationDraft: Equatable, Sendable {
  public var type: NotificationType
  public var title: String
  public var message: String
  public var priority: NotificationPriority
  public var related: AppNotification.RelatedEntity?
  /// The path of a list; nil if it opens its record.
  public var actionURL: String?
  /// Prevents duplicates (rule 10.2); nil for an announcement that is made at once.
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
