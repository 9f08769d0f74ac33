import Domain
public import FeatureKit

/// The feature that syncs the family's data file with its server: sent changes, unsent changes, and
/// conflicts.
public struct SyncFeature: PageFeature {
  public static let manifest = FeatureManifest(
    id: "Sync", title: "Sync", summary: "Your family's file on several devices.", order: 95,
    nouns: [
      Noun("sync", summary: "Send what is new, and fetch what others wrote.", opens: "now")
    ],
    routes: [
      RoutePattern("/sync", "sync status"), RoutePattern("/sync/conflicts", "sync conflicts"),
    ])

  let sharing: SharingGateway

  public init(_ dependencies: Dependencies) {
    sharing = dependencies[SharingGateway.self]
  }

  public var initialState: State { State() }

  public func action(for event: HostEvent) -> Action? {
    switch event {
    case .opened, .refreshed, .dataChanged, .changedElsewhere: .reloadRequested
    case .viewerChanged, .signedOut: .viewerChanged
    }
  }
}

extension SyncFeature {
  /// The sentences of the sync page for failures that can happen on every page, such as a lost
  /// connection.
  ///
  /// A failure that has a text of its own keeps that text.
  static let words = FailureWords(
    load: "Failed to load the state of sharing", write: "Could not sync.")
}
