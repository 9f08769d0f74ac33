import Domain
import FamilyContext
public import FeatureKit

/// The feature with the recruiting packet, a one-page profile of the athlete for coaches: its
/// preview, its file, and e-mail to coaches (domain.md 4.13).
public struct PacketFeature: PageFeature {
  public static let manifest = FeatureManifest(
    id: "Packet", title: "Recruiting Packet", summary: "The one-page profile for coaches.",
    order: 15,
    nouns: [Noun("packet", summary: "The one-page profile for coaches.", opens: "preview")],
    routes: [RoutePattern("/packet", "packet")])

  let family: FamilyContextClient
  let maker: PacketMaker
  let mailing: PacketMailing

  public init(_ dependencies: Dependencies) {
    family = dependencies[FamilyContextClient.self]
    maker = PacketMaker(dependencies)
    mailing = PacketMailing(dependencies)
  }

  public var initialState: State { State() }

  public func action(for event: HostEvent) -> Action? {
    switch event {
    case .opened: .pageOpened
    case .refreshed: .refreshRequested
    case .dataChanged, .changedElsewhere: .dataChanged
    case .viewerChanged: .viewerChanged
    case .signedOut: .signedOut
    }
  }

  /// The packet page's sentences for failures that can happen on every page, such as a lost
  /// connection.
  static let words = FailureWords(
    timedOut: "Connection timed out. Refresh to try again.",
    offline: "You are offline. The packet needs a connection.",
    load: "Failed to load your packet", write: "Could not save. Nothing was changed.")
}
