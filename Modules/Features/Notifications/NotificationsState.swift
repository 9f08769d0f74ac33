public import Domain
public import FeatureKit

extension NotificationsFeature {
  /// The state of the notifications page: the loaded data, and the filter and search that the
  /// viewer chose. The filter and the search are removed when the viewer leaves the page.
  public struct State: PageState {
    public var loaded = Loading<LoadedPage>.idle
    public var wanted = PageSubject.list
    public var filter = NotificationFilter.all
    /// The words of the search. Empty if there is no search.
    public var search = ""
    /// The options of the latest `notifications` command, such as `--unread`. They are used again
    /// when the page is reloaded.
    public var listing = Listing()
    /// The number of unread notifications at the last count. Nil if it is unknown.
    public var unread: Int?

    public init() {}
  }

  public enum PageSubject: Equatable, Sendable {
    case list
    /// The page shows one notification with its whole text.
    case one(RecordID)
    /// The page lists the fields that programs can read.
    case fieldNames
  }

  /// The data that one load of the page returns: the list, one notification, or the field names.
  public enum LoadedPage: Equatable, Sendable {
    /// The list of notifications, and the state of sharing with the server. This state includes
    /// requests to join the family.
    case list(InboxData, SharingStatus = SharingStatus())
    case one(NotificationRow)
    case fieldNames
  }

  /// The options of one `notifications` command: its filters and its limit.
  public struct Listing: Hashable, Sendable {
    /// The type of notifications that this command names.
    ///
    /// Like the search and `unreadOnly`, it applies to this command only. It takes precedence over
    /// the filter that the person chose for the page.
    public var filter: NotificationFilter?
    public var search: String?
    public var unreadOnly: Bool
    public var limit: Int?
    public var showsAll: Bool

    public init(
      filter: NotificationFilter? = nil, search: String? = nil, unreadOnly: Bool = false,
      limit: Int? = nil, showsAll: Bool = false
    ) {
      self.filter = filter
      self.search = search
      self.unreadOnly = unreadOnly
      self.limit = limit
      self.showsAll = showsAll
    }

    /// The number of rows in a list if the command names no limit.
    static let screenful = 20

    /// The number of rows to load, or nil for all of them.
    var rowLimit: Int? { showsAll ? nil : limit ?? Self.screenful }
  }
}
