public import Domain
import FamilyContext
import FeatureKit

/// The person's own profile. For a parent who views an athlete, the value also has the athlete's
/// profile.
public struct LoadedProfile: Equatable, Sendable {
  public var viewing: Viewing
  public var own: ProfilePageData
  public var athlete: ProfilePageData?
}

extension AccountFeature {
  /// Returns the profiles for the profile page.
  ///
  /// If a parent opens the page, the visit is logged, and the athlete can read the log.
  func visitedProfile(isVisit: Bool) async throws(Problem) -> LoadedProfile {
    let loaded = try await loadedProfile()
    if isVisit, !_Concurrency.Task.isCancelled {
      await family.logView(.profile, by: loaded.viewing)
    }
    return loaded
  }

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
