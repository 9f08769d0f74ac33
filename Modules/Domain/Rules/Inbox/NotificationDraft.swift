public import Basics
public import CivilTime

/// A notification the rules want written; the backend gives it an id and its reader.
public struct NotificationDraft: Equatable, Sendable {
  public var type: NotificationType
  public var title: String
  public var message: String
  public var priority: NotificationPriority
  public var related: AppNotification.RelatedEntity?
  /// Where it leads when that is a list and not one record.
  public var actionURL: String?
  /// By which doubles are told (rule 10.2); nil for an announcement that is made at once.
  public var occasion: NotificationOccasion?
  /// Its place in the inbox.
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
