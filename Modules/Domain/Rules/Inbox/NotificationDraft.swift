public import CivilTime
public import FeatureKit

/// A notification the rules want written; the backend gives it an id and its reader.
public struct NotificationDraft: Equatable, Sendable {
  public var type: NotificationType
  public var title: String
  public var message: String
  public var priority: NotificationPriority
  public var related: AppNotification.RelatedEntity?
  public var scheduledFor: Instant
  /// Whether what it says is said once and for all: a deadline with its lead. Others may come again after some days.
  public var isSaidOnce = false

  public init(
    _ type: NotificationType, _ title: String, message: String, priority: NotificationPriority,
    about related: AppNotification.RelatedType? = nil, id: RecordID? = nil, at moment: Instant
  ) {
    self.type = type
    self.title = title
    self.message = message
    self.priority = priority
    self.related = related.map { AppNotification.RelatedEntity(type: .known($0), id: id) }
    scheduledFor = moment
  }
}
