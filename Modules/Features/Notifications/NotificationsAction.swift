public import Domain
public import FeatureKit

extension NotificationsFeature {
  /// Everything that can happen to the page.
  public enum Action: Equatable, Sendable {
    case listRequested(Listing)
    case notificationRequested(Reference)
    case filterRequested(FilterChoice)
    case searchRequested(String?)
    case pageOpened
    case refreshRequested
    case dataChanged
    case sheetLoaded(Result<Sheet, Problem>)
    case openRequested(Reference)
    case notificationOpened(Result<NotificationRow, Problem>)
    case readRequested(Reference)
    case notificationRead(Result<NotificationRow, Problem>)
    case allReadRequested
    case allRead(Result<Int, Problem>)
    case deletionRequested(Reference)
    case notificationDeleted(Result<NotificationRow, Problem>)
    case clearingRequested
    case readCounted(Result<Int, Problem>)
    case clearingConfirmed
    case readCleared(Result<Int, Problem>)
    case generationRequested(onDesktop: Bool)
    case generated(Result<Generation, Problem>)
    case badgeRequested
    case unreadCounted(Result<Int, Problem>)
    case viewerChanged
    case signedOut
  }

  /// What `notifications filter` was told; nil leaves the type as it is.
  public struct FilterChoice: Hashable, Sendable {
    public var filter: NotificationFilter?
    /// Begins from showing everything: no type, no words.
    public var clears: Bool

    public init(_ filter: NotificationFilter? = nil, clears: Bool = false) {
      self.filter = filter
      self.clears = clears
    }
  }

  /// What `notifications generate` came to.
  public struct Generation: Equatable, Sendable {
    public var created: [NotificationRow]
    /// Nil when the desktop was not asked for.
    public var desktop: Result<DesktopDelivery, Problem>?

    public init(created: [NotificationRow], desktop: Result<DesktopDelivery, Problem>? = nil) {
      self.created = created
      self.desktop = desktop
    }
  }
}
