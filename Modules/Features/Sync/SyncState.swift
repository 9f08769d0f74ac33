public import Domain
public import FeatureKit

extension SyncFeature {
  /// The state of the page: its view, and the loaded data.
  public struct State: PageState {
    public var view = View.status
    public var loaded: Loading<Content> = .idle

    public init() {}
  }

  public enum View: Equatable, Sendable { case status, conflicts }

  /// Whether a sync fetches only new changes, or everything again.
  public enum Extent: Equatable, Sendable { case news, everything }

  /// A change of the account at the server.
  public enum AccountChange: Equatable, Sendable { case othersSignedOut, password }

  /// The content of the pages, loaded together.
  public struct Content: Equatable, Sendable {
    public var status: SharingStatus
    public var conflicts: [SyncConflict]

    public init(status: SharingStatus, conflicts: [SyncConflict] = []) {
      self.status = status
      self.conflicts = conflicts
    }
  }
}
