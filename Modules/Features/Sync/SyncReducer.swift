import Domain
public import FeatureKit

extension SyncFeature {
  public func reduce(_ state: inout State, _ action: Action) -> Effect<Action> {
    switch action {
    case .pageRequested(let view):
      state.view = view
      return load(&state)
    case .reloadRequested:
      return load(&state)
    case .pageLoaded(let result):
      state.loaded = Loading(result.mapError { Self.words.problem($0, during: .load) })
      return .none

    // All syncs have the same effect identifier (the name of the running work), so only one runs at
    // a time. `mayTakeMuch` says whether a sync may remove many local records without asking. It is
    // false at first; if the person agrees to the removal, the sync is requested again with true.
    case .syncRequested(let extent, let mayTakeMuch):
      return .save("sync") { [sharing] () throws(Problem) in
        switch extent {
        case .news: try await sharing.sync(mayTakeMuch)
        case .everything: try await sharing.again(mayTakeMuch)
        }
      } into: {
        .synced(extent, $0)
      }
    // A command line is stored in the shell's history, so a password is never an argument. It comes
    // from a file, a descriptor or a hidden input, and is nil if there is none of these.
    case .signInRequested(nil, _):
      return .tell(.problem(.passwordMissing))
    case .signInRequested(let password?, let email):
      return .save("sync", sharing.signIn, (password, email)) { .signedIn($0) }
    case .signedIn(.success(let outcome)):
      return .merge(.tell(.done(outcome.done)), reload(&state))
    case .synced(let extent, .success(let outcome)):
      // Many records were deleted on the server. The sync has sent the local changes, but it
      // deletes these records on this device only after the person has agreed.
      if outcome.wouldRemove > 0 { return .tell(.question(outcome.question(extent))) }
      return .merge(.tell(.done(outcome.done)), reload(&state))

    // The next two actions sign out other devices and change the password. Both change only the
    // account at the server and no data on this device, so no page is loaded after a success.
    case .othersSignOutRequested:
      return change(.othersSignedOut) { sharing throws(Problem) in
        try await sharing.signOutOthers()
      }
    case .passwordChangeRequested(let current?, let new?):
      return change(.password) { sharing throws(Problem) in
        try await sharing.changePassword((current, new))
      }
    case .passwordChangeRequested:
      return .tell(.problem(.passwordsMissing))
    case .accountChanged(.success(let change)):
      return .tell(.done(change.done))

    // The identifier of the effect (the work that this command starts) contains the conflict's
    // number. So decisions about different conflicts can run at the same time.
    case .keepRequested(let side, let number):
      return .save(EffectID("keep \(number)"), sharing.keep, (number, side)) { .kept(side, $0) }
    case .kept(let side, .success(let conflict)):
      return .merge(.tell(.done(conflict.done(side))), reload(&state))

    // An action that failed halfway may already have sent or fetched rows, so the page is loaded
    // again after each of these failures.
    case .signedIn(.failure(let problem)), .synced(_, .failure(let problem)),
      .kept(_, .failure(let problem)),
      .accountChanged(.failure(let problem)):
      return .merge(
        .tell(.problem(problem)), reload(&state))

    // The conflicts and the sync status belong to one person. If another person becomes the viewer,
    // the page is dropped, because this person must not see them.
    case .viewerChanged:
      return dropPage(&state)
    }
  }

  private func change(
    _ change: AccountChange,
    _ body: @escaping @Sendable (SharingGateway) async throws(Problem) -> Void
  ) -> Effect<Action> {
    .save("account") { [sharing] () throws(Problem) in
      try await body(sharing)
      return change
    } into: {
      .accountChanged($0)
    }
  }

  public func content(for state: State, isVisit: Bool) async throws(Problem) -> Content {
    let status = try await sharing.status()
    // Only a data file that is connected to a server has conflicts and sessions.
    guard status.address != nil else { return Content(status: status) }
    return Content(
      status: status, isSignedIn: state.view == .status ? try await sharing.isSignedIn() : nil,
      conflicts: try await sharing.conflicts())
  }
}

extension Problem {
  fileprivate static let passwordMissing = Problem(
    .usage, "Say your password there too.",
    fix: "Give it with --password-file FILE or --password-fd N.")
  fileprivate static let passwordsMissing = Problem(
    .usage, "Say the password you have there, and the new one.",
    fix: "Give them with --current-file FILE and --new-file FILE.")
}

extension SyncFeature.AccountChange {
  fileprivate var done: Done {
    switch self {
    case .othersSignedOut:
      Done(
        "Your other devices are signed out.",
        details: [
          "Nothing more goes there or comes from there; what lies on them stays.",
          "A person who knows your password can sign in again:  sync password",
        ])
    case .password:
      Done(
        "Your password there is changed.",
        details: ["Your other devices are signed out; sign in on each:  sync sign-in"])
    }
  }
}

extension SyncOutcome {
  fileprivate func question(
    _ extent: SyncFeature.Extent
  ) -> Question<SyncFeature.Action> {
    let records = wouldRemove == 1 ? "1 record is" : "\(wouldRemove) records are"
    return Question(
      "\(records) gone at the server. Take \(wouldRemove == 1 ? "it" : "them") away here too?",
      details: [
        "A person in your family deleted \(wouldRemove == 1 ? "it" : "them"), or a right of yours has ended there.",
        "A backup of what is here is made first. Until you agree, nothing new is fetched; what you write goes there as ever.",
      ] + signedOutWords, agree: .takingAway("Take away"),
      yes: .syncRequested(extent, mayTakeMuch: true))
  }

  /// A sentence about changes that the server did not accept, with the command that decides about
  /// them.
  ///
  /// Nil if the server accepted all changes.
  package var notTaken: String? {
    guard held + refused > 0 else { return nil }
    let why =
      held > 0 ? "\(overtaker) changed what this builds on." : "The server does not allow this."
    return "\(why) Decide:  sync conflicts"
  }

  private var signedOutWords: [String] {
    signedOut.map { "\($0) is signed out there; what they do waits until they say:  sync sign-in" }
  }

  fileprivate var done: Done {
    var details: [String] = []
    // Many records were deleted on the server. A sign-in does not delete them on this device
    // without asking, so its answer names the command `sync`, which asks.
    if wouldRemove > 0 {
      details.append("\(wouldRemove) records are gone there. To take them away here too:  sync")
    }
    // `held` counts changes that conflict with another person's change, and `refused` those that
    // the server does not allow. Both stay on this device until the person decides about them.
    let waits = held == 0 ? nil : "\(held == 1 ? "1 change waits" : "\(held) changes wait") for you"
    if held > 0 { details.append("Decide:  sync conflicts") }
    if refused > 0 {
      details.append(
        "\(refused == 1 ? "1 change was" : "\(refused) changes were") not allowed:  sync conflicts")
    }
    for request in asking {
      details.append(
        "\(request.name) (\(request.email)) asks to join your family:  family admit \(request.email)"
      )
    }
    if let family = turnedAwayFrom {
      details.append(
        "\(family) did not let you in. Ask the athlete for a new code:  family join CODE")
    }
    if !twice.isEmpty {
      details.append(
        "\(twice.count == 1 ? "1 record stands" : "\(twice.count) records stand") twice: \(twice.prefix(3).joined(separator: ", "))\(twice.count > 3 ? " and more" : ""). If one table was imported on two devices, take one import back:  undo"
      )
    }
    if needsNewCode {
      details.append(
        "The family's code of before does not work there. A new one:  family code --renew")
    }
    if waiting > 0 {
      details.append(
        isAwaited
          ? "\(waiting == 1 ? "1 change waits" : "\(waiting) changes wait") until the athlete lets you into the family there:  family join CODE"
          : "\(waiting == 1 ? "1 change waits" : "\(waiting) changes wait") here to be sent.")
    }
    for name in files.withoutRoom {
      details.append(
        "There is no room for “\(name)” on the server, so it stays here alone: it keeps 200 MB of files for an athlete."
      )
    }
    for name in files.notSent {
      details.append("“\(name)” could not be sent. It is tried again with the next sync.")
    }
    if let backup { details.append("What was here before is kept:  \(backup)") }
    // The person has left a family. Changes for this family that were not sent yet are never sent,
    // so the answer names each of them.
    details += neverSent.map { "Not sent any more: \($0)" }
    details += signedOutWords
    let words = [
      left.isEmpty
        ? nil
        : "you are no longer in \(left.inSentence()), and what it shared is gone here",
      sent == 0 ? nil : "\(sent == 1 ? "1 change" : "\(sent) changes") sent",
      fetched == 0 ? nil : "\(fetched == 1 ? "1 row" : "\(fetched) rows") fetched",
      removed == 0
        ? nil
        : "\(removed == 1 ? "1 record is" : "\(removed) records are") gone there, and here too",
      files.sent == 0 ? nil : "\(files.sent == 1 ? "1 file" : "\(files.sent) files") sent",
      files.fetched == 0
        ? nil : "\(files.fetched == 1 ? "1 file" : "\(files.fetched) files") fetched",
      waits,
    ].compactMap { $0 }
    return Done(
      words.isEmpty
        ? waiting > 0 ? "Nothing was sent." : "Nothing new."
        : words.joined(separator: ", ").capitalizedFirst + ".",
      details: details)
  }
}

extension SyncConflict {
  fileprivate func done(_ side: KeptSide) -> Done {
    switch side {
    case .mine:
      Done(
        "Your change is made anew: \(summary).",
        details: [Done.undoHint, "It goes to the server by itself."])
    case .theirs:
      Done(
        "What is there stays; yours is let go: \(summary).",
        details: ["To make it anew after all, within a month:  sync keep mine \(number)"])
    case .both:
      Done(
        "Both texts stand below each other: \(summary).",
        details: (notJoined.isEmpty
          ? [] : ["Yours stays where no two fit: \(notJoined.inSentence())."])
          + [Done.undoHint, "It goes to the server by itself."])
    }
  }
}
