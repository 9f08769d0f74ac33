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

  /// How many visits the page of visits lists: the newest ones, or all of them.
  public enum Visits: Equatable, Sendable {
    case newest, all

    var limit: Int {
      switch self {
      case .newest: 20
      case .all: 5000
      }
    }
  }

  /// The content of one page, as one load returns it.
  public enum LoadedPage: Equatable, Sendable {
    case account(LoadedAccount)
    case profile(LoadedProfile)
    case family(LoadedFamily)
    case views(LoadedViews)
    case settings(LoadedSettings)
  }
}
