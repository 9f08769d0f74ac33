public import Domain
public import FeatureKit

extension NotificationsFeature {
  /// The state of the page: the loaded data, and the viewer's choices, which last until the page is left.
  public struct State: PageState {
    public var loaded = Loading<LoadedPage>.idle
    public var wanted = PageSubject.list
    public var filter = NotificationFilter.all
    /// The words searched for; empty without a search.
    public var search = ""
    /// The listing of the last `notifications` command.
    public var listing = Listing()
    /// How many were unread at the last count; nil if it is not known.
    public var unread: Int?

    public init() {}
  }

  public enum PageSubject: Equatable, Sendable {
    case list
    /// The page shows one notification with its whole text.
    case one(RecordID)
    /// The names of what programs can read.
    case fieldNames
  }

  /// The result of one load.
  public enum LoadedPage: Equatable, Sendable {
    /// The list, with the state of sharing, because another person may ask to join the family.
    case list(InboxData, SharingStatus = SharingStatus())
    case one(NotificationRow)
    case fieldNames
  }

  /// The listing of one `notifications` command.
  public struct Listing: Hashable, Sendable {
    /// The filter of this command only; it overrides the stored choice, as do the search and the option below.
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

    /// A screenful, unless more or less was asked for.
    static let screenful = 20

    /// How many rows to load; nil loads all.
    var rowLimit: Int? { showsAll ? nil : limit ?? Self.screenful }
  }
}
