import Auth
public import FeatureKit

/// The values that a person typed for `account passphrase`, which sets, changes or removes the
/// passphrase of a profile.
public struct PassphraseRequest: Equatable, Sendable {
  public var new: SecretText?
  public var current: SecretText?
  public var removes = false
}

/// The result of changing a passphrase.
public enum PassphraseChange: Equatable, Sendable {
  case set, changed, removed
  /// The profile had no passphrase, so there was none to remove.
  case nothingToRemove

  var done: Done {
    switch self {
    case .set:
      Done(
        "Your passphrase is set.",
        details: ["It cannot be reset: keep it somewhere safe.", "You stay signed in here."])
    case .changed:
      Done("Your passphrase is changed.", details: ["Sign-ins on other devices have ended."])
    case .removed: Done("Your passphrase is gone: you sign in by name alone.")
    case .nothingToRemove: Done("You have no passphrase: you sign in by name alone.")
    }
  }
}

extension AccountFeature {
  func changePassphrase(_ request: PassphraseRequest) -> Effect<Action> {
    if request.removes, request.new != nil {
      return .tell(
        .problem(
          Problem(
            .usage, "--remove takes no new passphrase.", fix: "Usage:  account passphrase --remove")
        ))
    }
    return .save("passphrase") { () throws(Problem) in
      guard let person = try await currentPerson.current(),
        let profile = try await auth.profiles().first(where: { $0.id == person })
      else { throw AuthFailure.notSignedIn.problem }
      if request.removes, !profile.hasPassphrase { return .finished(.nothingToRemove) }
      if profile.hasPassphrase, request.current == nil { return .needs(.currentPassphrase) }
      return try await change(request, of: profile)
    } into: {
      .passphraseFinished($0)
    }
  }

  private func change(
    _ request: PassphraseRequest, of profile: Profile
  ) async throws(Problem) -> Attempt<PassphraseChange> {
    if request.removes, let current = request.current {
      try await auth.removePassphrase(current: current, for: profile.id)
      return .finished(.removed)
    }
    guard let new = request.new else { return .needs(.newPassphrase) }
    try await auth.setPassphrase(new, current: request.current, for: profile.id)
    return .finished(profile.hasPassphrase ? .changed : .set)
  }
}

extension Need {
  fileprivate static let currentPassphrase = Need(
    "current",
    Problem(
      .signInNeeded, "You have a passphrase already.",
      fix: "Give it with --current-file FILE or --current-fd N."))

  fileprivate static let newPassphrase = Need(
    "passphrase",
    Problem(
      .usage,
      "A passphrase has \(PassphraseRules.words).",
      fix: "Give it with --passphrase-file FILE or --passphrase-fd N."))
}
