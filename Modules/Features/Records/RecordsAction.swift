public import Domain
public import FeatureKit

extension RecordsFeature {
  /// Everything that can happen to the page.
  public enum Action: Equatable, Sendable {
    case listRequested(ListRequest)
    case recordRequested(Reference)
    case reloadRequested
    case pageLoaded(Result<LoadedPage, Problem>)
    case additionRequested(ReferenceKind, Given)
    case editRequested(Reference, Given)
    case recordSaved(ReferenceKind, Result<Done, Problem>)
    case deletionRequested(Reference)
    case deletionPreviewed(ReferenceKind, Result<DeletedRecord, Problem>)
    case deletionConfirmed(Reference)
    case recordDeleted(ReferenceKind, Result<DeletedRecord, Problem>)
    case linkCheckRequested(Reference?)
    case linksChecked(Result<CheckedLinks, Problem>)
    case viewerChanged
    case signedOut
  }
}
