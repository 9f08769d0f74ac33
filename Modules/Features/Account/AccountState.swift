public import FeatureKit

extension AccountFeature {
  /// The state of the account pages: the page that is shown, and its data.
  public struct State: PageState {
    public var screen = Screen.account
    public var loaded = Loading<LoadedPage>.idle

    public init() {}
  }

  /// The pages of the account feature.
  public enum Screen: Equatable, Sendable {
    case account, who
    case profile
    case family, members
    case views(Visits)
    case settings
  }

  /// The number of entries on the page that lists which parent looked at which page of the athlete:
  /// the newest 20, or all of them up to 5000.
  public enum Visits: Equatable, Sendable {
    case newest, all

    var limit: Int {
      switch self {
      case .newest: 20
      case .all: 5000
      }
    }
  }

  /// The content of one account page, as it is loaded in one step.
  public enum LoadedPage: Equatable, Sendable {
    case account(LoadedAccount)
    case profile(LoadedProfile)
    case family(LoadedFamily)
    case views(LoadedViews)
    case settings(LoadedSettings)
  }
}
