public import Domain
public import FeatureKit
public import JSON

extension RecordsFeature {
  /// Everything that can happen to the page.
  public enum Action: PageAction {
    case listRequested(ListRequest)
    case recordRequested(Reference, showsAll: Bool = false)
    /// Words to search for in all records.
    case searchRequested(String, showsAll: Bool)
    case boardRequested
    /// Compares these offers; if the list is empty, compares the current ones.
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
    /// Keeps a file, as a new document or as the next version of one.
    case fileBrought(FileWanted)
    case fileRequested(Reference)
    /// Tries the links of these documents; if the list is empty, of every current document.
    case linkCheckRequested([Reference])
    case linksChecked(Result<CheckedLinks, Problem>)
    case viewerChanged
    case signedOut
  }
}
