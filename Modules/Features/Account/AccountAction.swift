public import Domain
public import FeatureKit

extension AccountFeature {
  public enum Action: PageAction {
    case pageRequested(Screen)
    case reloadRequested
    case pageLoaded(Result<LoadedPage, Problem>)

    case accountRequested(AccountRequest)
    case accountMade(Result<MadeAccount, Problem>)
    case signInRequested(SignInRequest)
    case signInFinished(Result<Attempt<SignedInProfile>, Problem>)
    case signOutRequested
    case signOutFinished(Result<SignedOutProfile?, Problem>)
    case passphraseRequested(PassphraseRequest)
    case passphraseFinished(Result<Attempt<PassphraseChange>, Problem>)

    case profileEditRequested([ProfileChange])
    case profileSaved(Result<SavedProfile, Problem>)

    case familyRequested(name: String?)
    case codeRequested(renews: Bool)
    case codeFound(Result<KnownCode, Problem>)
    case joinRequested(FamilyCode)
    case withdrawalRequested
    case leaveRequested
    case admissionRequested(String?, declines: Bool)
    case removalRequested(Reference)
    case confirmationReady(Result<FamilyStep, Problem>)
    case confirmed(FamilyStep)
    case switchRequested(Reference?)
    /// A request of the athlete to allow a parent to change some of the athlete's data, or to
    /// withdraw this permission.
    case helpRequested(Reference, HelpRequest)
    case familyChanged(Result<Attempt<FamilyChange>, Problem>)

    /// A request to change settings. The new values are texts, written as a command accepts them.
    case settingsRequested([SettingKey: String])
    case settingsSaved(Result<[SavedSetting], Problem>)
    case mailRequested(MailRequest)
    case mailSaved(Result<Attempt<SavedMailSetup>, Problem>)

    case connectRequested(ServerRequest)
    case connectPrepared(Result<ConnectQuestion, Problem>)
    case connectConfirmed(ConnectRequest)
    case connected(Result<SyncOutcome, Problem>)
    case disconnectRequested
    case disconnectPrepared(Result<SharingStatus, Problem>)
    case disconnectConfirmed
    case disconnected(Result<Int, Problem>)

    case viewerChanged
    case signedOut
  }

  /// The result of an operation that either finishes or first needs one more value from the person,
  /// such as a password.
  public enum Attempt<Value: Equatable & Sendable>: Equatable, Sendable {
    case finished(Value)
    case needs(Need)
  }
}
