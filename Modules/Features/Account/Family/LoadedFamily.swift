public import Domain
import FamilyContext
import FeatureKit

/// The families of the viewer, and the athletes that a parent can view.
public struct LoadedFamily: Equatable, Sendable {
  public var viewing: Viewing
  public var families: [FamilyPageData]
  public var athletes: [AthleteChoice]
  /// The state of sharing with the server. This state includes the requests of people who want to
  /// join the family.
  public var sharing = SharingStatus()
}

/// The data of the page of visits: the log that says which parent looked at which page of the
/// athlete, and when.
public struct LoadedViews: Equatable, Sendable {
  public var viewing: Viewing
  /// The logged visits of parents to the athlete's pages. Nil for a parent without an athlete.
  public var visits: Domain.Listing<ViewRow>?
}

extension AccountFeature {
  func loadedFamily() async throws(Problem) -> LoadedFamily {
    let viewing = try await family.current()
    return LoadedFamily(
      viewing: viewing, families: try await families.families(),
      athletes: try await family.athletes(), sharing: await sharing.statusIfKnown())
  }

  func loadedViews(_ visits: Visits) async throws(Problem) -> LoadedViews {
    let viewing = try await family.current()
    guard let athlete = viewing.athlete else { return LoadedViews(viewing: viewing) }
    return LoadedViews(
      viewing: viewing, visits: try await viewLog.views(of: athlete, limit: visits.limit))
  }
}
