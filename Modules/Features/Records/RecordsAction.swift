public import Domain
public import FeatureKit
public import JSON

extension RecordsFeature {
  public enum Action: PageAction {
    case listRequested(ListRequest)
    case recordRequested(Reference, showsAll: Bool = false)
    /// A search for text in the records of all kinds. `showsAll` lists every match instead of the
    /// first few.
    case searchRequested(String, showsAll: Bool)
    case boardRequested
    /// A request to compare these offers. An empty list compares the pending and the accepted
    /// offers.
    case comparisonRequested([Reference])
    case fieldNamesRequested(ReferenceKind)
    case dataRequested(DataRequest)
    case dataRead(ReferenceKind, Result<JSONValue, Problem>)
    case reloadRequested
    case pageLoaded(Result<LoadedPage, Problem>)
    case additionRequested(ReferenceKind, FieldChanges)
    case editRequested([Reference], FieldChanges)
    case recordSaved(ReferenceKind, Result<Done, Problem>)
    case deletionRequested([Reference])
    case deletionPreviewed(ReferenceKind, Result<[DeletedRecord], Problem>)
    case deletionConfirmed([Reference])
    case recordsDeleted(ReferenceKind, Result<[DeletedRecord], Problem>)
    /// A request to store a file, as a new document or as a new version of an existing document.
    case fileBrought(FileWanted)
    case fileRequested(Reference)
    /// A request to test the links of these documents. An empty list tests the current version of
    /// every document.
    case linkCheckRequested([Reference])
    case linksChecked(Result<CheckedLinks, Problem>)
    case viewerChanged
    case signedOut
  }
}
