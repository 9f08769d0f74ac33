public import Basics
public import CivilTime

/// A notification that the rules generated, without an id and a recipient. A backend (a module that
/// stores the data) adds both and stores it.
public struct NotificationDraft: Equatable, Sendable {
  public var type: NotificationType
  public var title: String
  public var message: String
  public var priority: NotificationPriority
  public var related: AppNotification.RelatedEntity?
  /// The web path that the notification opens, if it opens a list or a task page; nil if it opens
  /// the record in `related`.
  public var actionURL: String?
  /// The cause, such as the deadline of an offer, by which a backend finds duplicates (domain.md
  /// 10.2). It is nil for the notification about a coach's message, which a backend writes only
  /// once for each interaction.
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
