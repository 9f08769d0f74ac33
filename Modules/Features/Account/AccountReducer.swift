import Domain
public import FeatureKit

extension AccountFeature {
  public func reduce(_ state: inout State, _ action: Action) -> Effect<Action> {
    switch action {
    case .pageRequested(let screen):
      return show(screen, in: &state)

    case .reloadRequested:
      return load(&state)

    case .pageLoaded(let result):
      let topic = state.screen.topic
      state.loaded = Loading(result.mapError { topic.problem($0, during: .load) })
      return .none

    case .accountRequested(let request):
      return makeAccount(request)
    case .accountMade(.success(let made)):
      return .merge(tell(made), startOver(&state))
    case .accountMade(.failure(let problem)):
      return tell(problem, of: .newAccount)

    case .signInRequested(let request):
      return signIn(request)
    case .signInFinished(.success(.finished(let profile))):
      return .merge(.tell(.done(profile.done)), startOver(&state))
    case .signInFinished(.success(.needs(let need))),
      .passphraseFinished(.success(.needs(let need))), .familyChanged(.success(.needs(let need))),
      .mailSaved(.success(.needs(let need))):
      return .tell(.needs(need))
    case .signInFinished(.failure(let problem)):
      return tell(problem, of: .signIn)

    case .signOutRequested:
      return signOut()
    case .signOutFinished(.success(let profile)):
      return .merge(tell(profile), startOver(&state))
    case .signOutFinished(.failure(let problem)):
      return tell(problem, of: .signOut)

    case .passphraseRequested(let request):
      return changePassphrase(request)
    case .passphraseFinished(.success(.finished(let change))):
      return .merge(.tell(.done(change.done)), reload(.account, in: &state))
    case .passphraseFinished(.failure(let problem)):
      return tell(problem, of: .passphrase)

    case .profileEditRequested(let changes):
      return edit(changes)
    case .profileSaved(.success(let saved)):
      return .merge(.tell(.done(saved.done)), reload(.profile, in: &state))
    case .profileSaved(.failure(let problem)):
      return tell(problem, of: .profile)

    case .familyRequested(let name):
      return createFamily(name)
    case .codeRequested(let renews):
      return renews ? considerRenewal() : findCode()
    case .codeFound(.success(let code)):
      return .tell(.done(code.done))
    case .joinRequested(let code):
      return join(code)
    case .withdrawalRequested:
      return withdrawRequest()
    case .admissionRequested(let name, let declines):
      return considerAdmitting(name, declines: declines)
    case .leaveRequested:
      return considerLeaving()
    case .removalRequested(let person):
      return considerRemoval(of: person)
    case .confirmationReady(.success(let confirmation)):
      return .tell(.question(confirmation.question))
    case .confirmed(let confirmation):
      return carryOut(confirmation)
    case .switchRequested(let athlete):
      return switchAthlete(athlete)
    case .helpRequested(let person, let request):
      return setHelp(of: person, request)
    case .familyChanged(.success(.finished(let change))):
      return finish(change, &state)
    case .codeFound(.failure(let problem)):
      return .tell(.problem(Topic.family.problem(problem, during: .load)))
    case .confirmationReady(.failure(let problem)), .familyChanged(.failure(let problem)):
      return tell(problem, of: .family)

    case .settingsRequested(let typed):
      return set(typed)
    case .settingsSaved(.success(let saved)):
      return .merge(.tell(.done(saved.done)), reload(.settings, in: &state))
    case .mailRequested(let request):
      return setUpMail(request)
    case .mailSaved(.success(.finished(let saved))):
      return .merge(.tell(.done(saved.done)), reload(.settings, in: &state))
    case .settingsSaved(.failure(let problem)), .mailSaved(.failure(let problem)):
      return tell(problem, of: .settings)

    case .connectRequested(let request):
      return prepareConnecting(request)
    case .connectPrepared(.success(let question)):
      return .tell(.question(question.question))
    case .connectConfirmed(let request):
      return connect(request)
    case .connected(.success(let outcome)):
      return .merge(.tell(.done(outcome.connected)), startOver(&state))
    case .disconnectRequested:
      return prepareDisconnecting()
    case .disconnectPrepared(.success(let status)):
      return .tell(.question(status.disconnectQuestion))
    case .disconnectConfirmed:
      return disconnect()
    case .disconnected(.success(let lost)):
      return .tell(.done(.disconnected(lost: lost)))
    case .connectPrepared(.failure(let problem)), .connected(.failure(let problem)),
      .disconnectPrepared(.failure(let problem)), .disconnected(.failure(let problem)):
      // A failure to connect to a server or to disconnect keeps its own error text, which says
      // whether the password or the network failed. The general text, `Could not sign in.`, would
      // not say so.
      return .tell(.problem(problem))

    case .viewerChanged:
      return forget(&state, showing: state.screen)
    case .signedOut:
      return forget(&state, showing: .account)
    }
  }
}

extension AccountFeature {
  /// Shows a page and loads its data.
  ///
  /// If the new page shows other data than the old page, such as a family instead of a profile, the
  /// old data is dropped. Otherwise it would appear under the title of the new page during the
  /// load.
  private func show(
    _ screen: Screen, in state: inout State, isVisit: Bool = true
  ) -> Effect<Action> {
    if state.screen.topic != screen.topic { state.loaded = .loading }
    state.screen = screen
    return load(&state, isVisit: isVisit)
  }

  public func content(for state: State, isVisit: Bool) async throws(Problem) -> LoadedPage {
    switch state.screen {
    case .account, .who: .account(try await loadedAccount())
    case .profile: .profile(try await visitedProfile(isVisit: isVisit))
    case .family, .members: .family(try await loadedFamily())
    case .views(let visits): .views(try await loadedViews(visits))
    case .settings: .settings(try await loadedSettings())
    }
  }

  /// Loads a page again after a command has changed its data. If no account page was opened yet,
  /// nothing is loaded.
  func reload(_ screen: Screen, in state: inout State) -> Effect<Action> {
    guard state.loaded != .idle else {
      state.screen = screen
      return .none
    }
    return state.screen.topic == screen.topic
      ? load(&state) : show(screen, in: &state, isVisit: false)
  }

  /// Resets the state after another person became the viewer, and drops all data of the previous
  /// viewer.
  public func startOver(_ state: inout State) -> Effect<Action> {
    guard state.loaded != .idle else {
      state = initialState
      return .none
    }
    return forget(&state, showing: .account)
  }

  private func forget(_ state: inout State, showing screen: Screen) -> Effect<Action> {
    state = initialState
    state.screen = screen
    return load(&state)
  }

  private func tell(_ problem: Problem, of topic: Topic) -> Effect<Action> {
    .tell(.problem(topic.problem(problem, during: .write)))
  }
}
