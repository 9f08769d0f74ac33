import Auth
import Domain
import FamilyContext
public import FeatureKit
import Mailing

/// The feature with the pages about a person's account: profile, family, sign-in and settings, and
/// with the commands that connect to a server.
public struct AccountFeature: PageFeature {
  public static let manifest = FeatureManifest(
    id: "Account", title: "Account", summary: "Who you are, your family and your settings.",
    order: 80,
    nouns: [
      Noun("account", summary: "Who you are here, signing in and out.", opens: "show"),
      Noun("profile", summary: "What coaches will read about the athlete.", opens: "show"),
      Noun("family", summary: "Who shares the athlete's pages.", opens: "show"),
      Noun("settings", summary: "Notifications, dashboard and pages.", opens: "show"),
    ],
    routes: [
      RoutePattern("/account", "account"),
      RoutePattern("/account/who", "account who"),
      RoutePattern("/login", "account"),
      RoutePattern("/settings", "settings"),
      RoutePattern("/settings/profile", "profile"),
      RoutePattern("/profile", "profile"),
      RoutePattern("/settings/notifications", "settings"),
      RoutePattern("/settings/dashboard", "settings"),
      RoutePattern("/family", "family"),
      RoutePattern("/settings/family", "family"),
      RoutePattern("/family/members", "family members"),
      RoutePattern("/family/views", "family views"),
      RoutePattern("/family/switch?athlete_id={id}", "family switch {id}"),
    ], shows: [.person: "family members"])

  let auth: AuthClient
  let currentPerson: CurrentPerson
  let family: FamilyContextClient
  let people: PeopleGateway
  let families: FamiliesGateway
  let preferences: PreferencesGateway
  let devicePreferences: DevicePreferencesGateway
  let viewLog: ViewLogGateway
  let mail: OutgoingMail
  let sharing: SharingGateway

  public init(_ dependencies: Dependencies) {
    auth = dependencies[AuthClient.self]
    currentPerson = dependencies[CurrentPerson.self]
    family = dependencies[FamilyContextClient.self]
    people = dependencies[PeopleGateway.self]
    families = dependencies[FamiliesGateway.self]
    preferences = dependencies[PreferencesGateway.self]
    devicePreferences = dependencies[DevicePreferencesGateway.self]
    viewLog = dependencies[ViewLogGateway.self]
    mail = dependencies[OutgoingMail.self]
    sharing = dependencies[SharingGateway.self]
  }

  public var initialState: State { State() }

  public func action(for event: HostEvent) -> Action? {
    switch event {
    case .opened, .refreshed, .dataChanged, .changedElsewhere: .reloadRequested
    case .viewerChanged: .viewerChanged
    case .signedOut: .signedOut
    }
  }
}
