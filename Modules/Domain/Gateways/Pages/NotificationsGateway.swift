public import Basics
public import CivilTime

/// The operations on the signed-in person's inbox, the list of their notifications. No other person
/// reads it, not even a member of the same family.
public struct NotificationsGateway: Gateway {
  public var list = Endpoint<InboxQuery, InboxData>("list")
  public var show = Endpoint<RecordID, NotificationRow>("show")
  public var unreadCount = Endpoint<Void, Int>("unreadCount")
  /// Marks several notifications as read. Either all of them are marked, in one step that `undo`
  /// reverts, or none.
  public var markRead = Endpoint<[RecordID], [NotificationRow]>("markRead")
  public var markAllRead = Endpoint<NotificationType?, Int>("markAllRead")
  /// Deletes several notifications. Either all of them are deleted, in one step that `undo`
  /// reverts, or none.
  public var delete = Endpoint<[RecordID], [NotificationRow]>("delete")
  public var deleteAll = Endpoint<(type: NotificationType?, readOnly: Bool), Int>("deleteAll")
  /// Adds a notification that another program created to the person's own inbox. The program sends
  /// it through the server's interface.
  public var create = Endpoint<NewNotification, NotificationRow>("create")
  public var generate = Endpoint<
    (now: Instant, zone: Zone, occasion: GenerationOccasion), GeneratedNotifications
  >("generate")

  public init() {}
}

extension NotificationsGateway {
  public func markRead(_ id: RecordID) async throws(Problem) -> NotificationRow {
    try Self.only(try await markRead([id]))
  }

  public func delete(_ id: RecordID) async throws(Problem) -> NotificationRow {
    try Self.only(try await delete([id]))
  }

  private static func only(_ rows: [NotificationRow]) throws(Problem) -> NotificationRow {
    guard let row = rows.first else { throw Problem.noSuch(.notification) }
    return row
  }

  /// Creates the notifications that are due (domain.md 4.11 and 10) and returns them.
  ///
  /// Each notification is created only once, even if it has been deleted. Athletes get their own
  /// notifications; parents get the deadlines of their athletes.
  public func generate(
    now: Instant, zone: Zone, _ occasion: GenerationOccasion
  ) async throws(Problem) -> GeneratedNotifications {
    try await generate((now, zone, occasion))
  }
}

/// A notification that another program adds to a person's inbox.
public struct NewNotification: Equatable, Sendable {
  public var type: NotificationType
  public var title: String
  public var message: String?
  public var priority: NotificationPriority
  public var related: AppNotification.RelatedEntity?
  /// The path of the page that the notification opens.
  public var actionURL: String?
  public var scheduledFor: Instant?

  public init(
    type: NotificationType, title: String, message: String? = nil,
    priority: NotificationPriority = .normal, related: AppNotification.RelatedEntity? = nil,
    actionURL: String? = nil, scheduledFor: Instant? = nil
  ) {
    self.type = type
    self.title = title
    self.message = message
    self.priority = priority
    self.related = related
    self.actionURL = actionURL
    self.scheduledFor = scheduledFor
  }
}

/// The reason why notifications are created: a person requested it by a command, or it is part of
/// the program's daily work. `undo` can revert only a requested creation, because the daily work is
/// not recorded in the journal, the stored list of changes (domain.md 9).
public enum GenerationOccasion: Equatable, Sendable {
  case asked, daily
}

/// The filters of an inbox list. A notification must match all filters that are set.
public struct InboxQuery: Equatable, Sendable {
  public var type: NotificationType?
  /// Words that must all occur in the title or the message. Upper and lower case do not matter.
  public var search: String?
  public var unreadOnly = false
  public var limit: Int?

  public init() {}

  /// Creates a query whose filters the closure sets, such as `InboxQuery { $0.type = .event }`.
  public init(_ narrow: (inout InboxQuery) -> Void) {
    narrow(&self)
  }
}

/// The notifications of an inbox, newest first.
public struct InboxData: Equatable, Sendable {
  public var listing: Listing<NotificationRow>
  /// The number of unread notifications in the whole inbox, including those that the filters
  /// exclude.
  public var unreadCount: Int

  public init(listing: Listing<NotificationRow>, unreadCount: Int) {
    self.listing = listing
    self.unreadCount = unreadCount
  }

  public var hasRead: Bool { listing.total > unreadCount }
}

/// A notification with the record it is about.
public struct NotificationRow: Equatable, Sendable {
  public var reference: Reference
  public var notification: AppNotification
  /// The record that the notification is about; nil if it is about none, or if the record has been
  /// deleted.
  public var related: Reference?

  public init(reference: Reference, notification: AppNotification, related: Reference? = nil) {
    self.reference = reference
    self.notification = notification
    self.related = related
  }
}

/// The notifications that were due and that one call of `generate` created.
public struct GeneratedNotifications: Equatable, Sendable {
  public var created: [NotificationRow]

  public init(created: [NotificationRow]) { self.created = created }
}
