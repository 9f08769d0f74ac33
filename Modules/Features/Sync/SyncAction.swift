public import Domain
public import FeatureKit

extension SyncFeature {
  public enum Action: PageAction {
    case pageRequested(View)
    case reloadRequested
    case pageLoaded(Result<Content, Problem>)
    case syncRequested(Extent, mayTakeMuch: Bool)
    case signInRequested(SecretText?, email: String?)
    case signedIn(Result<SyncOutcome, Problem>)
    case synced(Extent, Result<SyncOutcome, Problem>)
    case othersSignOutRequested
    case passwordChangeRequested(current: SecretText?, new: SecretText?)
    /// The result of an action on the account at the server, such as a new password.
    case accountChanged(Result<AccountChange, Problem>)
    case keepRequested(KeptSide, Int)
    case kept(KeptSide, Result<SyncConflict, Problem>)
    case viewerChanged
  }
}
