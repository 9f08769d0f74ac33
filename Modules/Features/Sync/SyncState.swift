public import Domain
public import FeatureKit

extension SyncFeature {
  /// What the page remembers. Nothing that can be computed from the rest is stored.
  public struct State: Equatable, Sendable {
    public var view = View.status
    public var content: Loading<Content> = .idle

    public init() {}
  }

  public enum View: Equatable, Sendable { case status, conflicts }

  /// What is new, or everything anew.
  public enum Extent: Equatable, Sendable { case news, everything }

  /// What can be done about the account at the server.
  public enum AccountChange: Equatable, Sendable { case othersSignedOut, password }

  /// What the pages show, fetched together.
  public struct Content: Equatable, Sendable {
    public var status: SharingStatus
    public var conflicts: [SyncConflict]

    public init(status: SharingStatus, conflicts: [SyncConflict] = []) {
      self.status = status
      self.conflicts = conflicts
    }
  }
}
