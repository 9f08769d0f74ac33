public import Domain
import FamilyContext
import FeatureKit

/// One's own profile, and the athlete's for a parent who looks at one.
public struct ProfileSheet: Equatable, Sendable {
  public var viewing: Viewing
  public var own: ProfilePageData
  public var athlete: ProfilePageData?
}

extension AccountFeature {
  func profileSheet() async throws(Problem) -> ProfileSheet {
    let viewing = try await family.current()
    var sheet = ProfileSheet(
      viewing: viewing, own: try await people.profile(of: viewing.person))
    if viewing.isReadOnly, let athlete = viewing.athlete {
      sheet.athlete = try await people.profile(of: athlete)
    }
    return sheet
  }
}
