public import FeatureKit

extension AccountFeature {
  public func page(_ state: State, in context: PageContext) -> Page {
    switch (state.screen, state.loaded) {
    case (let screen, .failed(let problem)): failed(problem, on: screen)
    case (.account, .loaded(.account(let loaded))):
      SignInPage(loaded: loaded, context: context).page
    case (.who, .loaded(.account(let loaded))): SignInPage(loaded: loaded, context: context).whoPage
    case (.profile, .loaded(.profile(let loaded))): ProfilePage(loaded: loaded).page
    case (.family, .loaded(.family(let loaded))): FamilyPage(loaded: loaded, context: context).page
    case (.members, .loaded(.family(let loaded))):
      FamilyPage(loaded: loaded, context: context).membersPage
    case (.views(let visits), .loaded(.views(let loaded))):
      VisitsPage(loaded: loaded, visits: visits, context: context).page
    case (.settings, .loaded(.settings(let loaded))):
      SettingsPage(loaded: loaded, context: context).page
    case (let screen, _):
      Page(title: screen.title) {
        Paragraph("Loading \(screen.title.lowercased())…", tone: .muted)
      }
    }
  }

  private func failed(_ problem: Problem, on screen: Screen) -> Page {
    Page(title: screen.title, problem: problem) {
      if problem.isAboutSigningIn {
        Message.signIn(problem)
      } else {
        Message(problem)
      }
    }
  }
}

extension AccountFeature.Screen {
  /// The page's title while its content is loading.
  fileprivate var title: String {
    switch self {
    case .account: "Account"
    case .who: "Signed in"
    case .profile: "Profile"
    case .family: "Family"
    case .members: "Members"
    case .views: "Visits"
    case .settings: "Settings"
    }
  }
}
