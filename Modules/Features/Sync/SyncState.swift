public import Domain
public import FeatureKit

extension SyncFeature {
  /// The state of the sync pages: the page that is shown, and the loaded data.
  public struct State: PageState {
    public var view = View.status
    public var loaded: Loading<Content> = .idle

    public init() {}
  }

  public enum View: Equatable, Sendable { case status, conflicts }

  /// What a sync fetches from the server: only the changes since the last sync, or all records
  /// again.
  public enum Extent: Equatable, Sendable { case news, everything }

  /// A finished change of the account at the server: other devices were signed out, or the password
  /// is new.
  public enum AccountChange: Equatable, Sendable { case othersSignedOut, password }

  /// The data of both sync pages: the status and the conflicts. One load fetches both.
  public struct Content: Equatable, Sendable {
    public var status: SharingStatus
    /// Whether this device has a session of the person's account. Only the page of the status shows
    /// it; nil on the page of the conflicts, and for a file that is not connected to a server.
    public var isSignedIn: Bool?
    public var conflicts: [SyncConflict]

    public init(status: SharingStatus, isSignedIn: Bool? = nil, conflicts: [SyncConflict] = []) {
      self.status = status
      self.isSignedIn = isSignedIn
      self.conflicts = conflicts
    }
  }
}
