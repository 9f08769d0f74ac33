public import Domain
public import FeatureKit
public import JSON

extension NotificationsFeature {
  public enum Action: PageAction {
    case listRequested(Listing)
    case notificationRequested(Reference)
    /// A request for the names of the fields that `--fields` can print as JSON for a program. A
    /// person makes it with `--fields` and no names.
    case fieldNamesRequested
    case dataOfListRequested(Listing, fields: [String])
    case dataRequested(Reference, fields: [String])
    case dataRead(Result<JSONValue, Problem>)
    case filterRequested(FilterChoice)
    case searchRequested(String?)
    case pageOpened
    case refreshRequested
    case dataChanged
    case pageLoaded(Result<LoadedPage, Problem>)
    case openRequested(Reference)
    case notificationOpened(Result<NotificationRow, Problem>)
    case readRequested(Chosen)
    case notificationsRead(Result<[NotificationRow], Problem>)
    case allRead(Result<Int, Problem>)
    case deletionRequested(Chosen)
    case notificationsDeleted(Result<[NotificationRow], Problem>)
    case clearingRequested(Clearing)
    case clearingCounted(Result<CountedClearing, Problem>)
    case clearingConfirmed(Clearing)
    case cleared(Result<Int, Problem>)
    case generationRequested(onDesktop: Bool)
    case generated(Result<Generation, Problem>)
    case badgeRequested
    case unreadCounted(Result<Int, Problem>)
    case pageLeft
    case viewerChanged
    case signedOut
  }

  /// The values that a person typed for `notifications filter`.
  ///
  /// If `filter` is nil, the current filter stays as it is.
  public struct FilterChoice: Hashable, Sendable {
    public var filter: NotificationFilter?
    /// Whether the command line has `--clear`, which removes the current filter and search. A
    /// filter in the same command applies after that.
    public var clears: Bool

    public init(_ filter: NotificationFilter? = nil, clears: Bool = false) {
      self.filter = filter
      self.clears = clears
    }
  }

  /// The notifications that a command marks as read or deletes: those that the person named, or all
  /// that match a filter.
  public enum Chosen: Equatable, Sendable {
    case these([Reference])
    case all(NotificationFilter)

    init(_ references: [Reference], _ filter: NotificationFilter?) {
      self = filter.map(Chosen.all) ?? .these(references)
    }
  }

  /// A request to delete all notifications of a type. The person has to confirm before a
  /// notification is deleted.
  public struct Clearing: Hashable, Sendable {
    public var filter: NotificationFilter
    /// Whether only read notifications are deleted.
    public var readOnly: Bool

    public init(_ filter: NotificationFilter = .all, readOnly: Bool) {
      self.filter = filter
      self.readOnly = readOnly
    }
  }

  /// A request to delete notifications, with the number of notifications that it would delete. The
  /// program shows this number when it asks the person to confirm the deletion.
  public struct CountedClearing: Equatable, Sendable {
    public var clearing: Clearing
    public var read: Int
    public var unread: Int

    public init(_ clearing: Clearing, read: Int, unread: Int) {
      self.clearing = clearing
      self.read = read
      self.unread = unread
    }

    var count: Int { read + (clearing.readOnly ? 0 : unread) }
  }

  /// The result of `notifications generate`. This command immediately runs the rules that otherwise
  /// create notifications once a day.
  public struct Generation: Equatable, Sendable {
    public var created: [NotificationRow]
    /// The result of showing the new notifications on the desktop. Nil if the command did not
    /// request desktop notices.
    public var desktop: Result<DesktopDelivery, Problem>?

    public init(created: [NotificationRow], desktop: Result<DesktopDelivery, Problem>? = nil) {
      self.created = created
      self.desktop = desktop
    }
  }
}
