public import Domain
public import FeatureKit
public import JSON

extension RecordsFeature {
  /// Everything that can happen to the page.
  public enum Action: Equatable, Sendable {
    case listRequested(ListRequest)
    case recordRequested(Reference, showsAll: Bool = false)
    /// Words to search for in all records.
    case searchRequested(String, showsAll: Bool)
    case boardRequested
    /// Of these offers; of the current ones when empty.
    case comparisonRequested([Reference])
    case fieldNamesRequested(ReferenceKind)
    case dataRequested(DataRequest)
    case dataRead(ReferenceKind, Result<JSONValue, Problem>)
    case reloadRequested
    case pageLoaded(Result<LoadedPage, Problem>)
    case additionRequested(ReferenceKind, Given)
    case editRequested([Reference], Given)
    case recordSaved(ReferenceKind, Result<Done, Problem>)
    case deletionRequested([Reference])
    case deletionPreviewed(ReferenceKind, Result<[DeletedRecord], Problem>)
    case deletionConfirmed([Reference])
    case recordsDeleted(ReferenceKind, Result<[DeletedRecord], Problem>)
    /// Of these documents, or of every current one.
    case linkCheckRequested([Reference])
    case linksChecked(Result<CheckedLinks, Problem>)
    case viewerChanged
    case signedOut
  }
}
