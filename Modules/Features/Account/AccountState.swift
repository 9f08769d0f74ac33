public import FeatureKit

extension AccountFeature {
  /// The state of the pages: which one is shown, and its data.
  public struct State: Equatable, Sendable {
    public var screen = Screen.account
    public var loaded = Loading<LoadedPage>.idle

    public init() {}
  }

  /// The pages of the feature.
  public enum Screen: Equatable, Sendable {
    case account, who
    case profile
    case family, members
    case views(Visits)
    case settings
  }

  /// How many visits are listed.
  public enum Visits: Equatable, Sendable {
    case newest, all

    var limit: Int {
      switch self {
      case .newest: 20
      case .all: 5000
      }
    }
  }

  /// Everything one load brings.
  public enum LoadedPage: Equatable, Sendable {
    case account(LoadedAccount)
    case profile(LoadedProfile)
    case family(LoadedFamily)
    case views(LoadedViews)
    case settings(LoadedSettings)
  }
}
