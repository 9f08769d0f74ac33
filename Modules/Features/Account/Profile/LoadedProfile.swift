public import Domain
import FamilyContext
import FeatureKit

/// One's own profile, and the athlete's for a parent who looks at one.
public struct LoadedProfile: Equatable, Sendable {
  public var viewing: Viewing
  public var own: ProfilePageData
  public var athlete: ProfilePageData?
}

extension AccountFeature {
  func loadedProfile() async throws(Problem) -> LoadedProfile {
    let viewing = try await family.current()
    var loaded = LoadedProfile(
      viewing: viewing, own: try await people.profile(of: viewing.person))
    if viewing.isReadOnly, let athlete = viewing.athlete {
      loaded.athlete = try await people.profile(of: athlete)
    }
    return loaded
  }
}
