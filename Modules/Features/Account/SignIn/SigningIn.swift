import Auth
import Domain
import FamilyContext
public import FeatureKit

/// The values that a person typed for `account sign-in`.
public struct SignInRequest: Equatable, Sendable {
  /// Words of the person's name, or the profile's short name, such as `p1`. Nil signs in to the
  /// only profile in the data file.
  public var name: String?
  public var passphrase: SecretText?
  public var isRemembered = false
}

/// The result of signing in: the person, and the data that the person may see.
public struct SignedInProfile: Equatable, Sendable {
  public var reference: Reference
  public var isParent: Bool
  /// A sentence that says what a parent sees and may change. Nil if no athlete is viewed.
  public var whatIsSeen: String?
  public var days: Int?
  /// Whether the person typed a passphrase although the profile has none. The answer then says that
  /// the passphrase was not needed.
  public var neededNoPassphrase = false
}

/// The result of signing out: the name of the person, and whether the person needs a passphrase to
/// sign in again.
public struct SignedOutProfile: Equatable, Sendable {
  public var name: String
  public var hasPassphrase: Bool

  /// The sentence that a terminal shows after a sign-out. The sessions of browsers continue,
  /// because a browser has a session of its own (decision 18).
  static let elsewhere = "A browser has its own sign-in. To end it, press Sign out there."
}

extension AccountFeature {
  func signIn(_ request: SignInRequest) -> Effect<Action> {
    .save("sign-in") { () throws(Problem) in
      switch try await choose(request.name) {
      case .needs(let need): return .needs(need)
      case .finished(let profile):
        if profile.hasPassphrase, request.passphrase == nil {
          return .needs(.passphrase(of: profile))
        }
        _ = try await auth.signIn(
          profile.id, passphrase: request.passphrase, for: request.isRemembered ? .month : .day)
        try await currentPerson.choose(profile.id)
        family.reset()
        let viewing = try await family.current()
        return .finished(
          SignedInProfile(
            reference: profile.reference, isParent: !profile.isAthlete,
            whatIsSeen: viewing.athlete == nil ? nil : viewing.whatIsSeen,
            days: profile.hasPassphrase ? request.days : nil,
            neededNoPassphrase: !profile.hasPassphrase && request.passphrase != nil))
      }
    } into: {
      .signInFinished($0)
    }
  }

  private func choose(_ name: String?) async throws(Problem) -> Attempt<Profile> {
    if let name { return .finished(try await profile(named: name)) }
    let profiles = try await auth.profiles()
    guard let first = profiles.first else {
      throw Problem(
        .notFound, "This file has no profile yet.", fix: "Make one:  account create")
    }
    return profiles.count == 1 ? .finished(first) : .needs(.profile(of: profiles))
  }

  /// Returns the profile with this name that can sign in on this computer. If the name belongs to a
  /// member of the family who uses another computer, the problem says how that person can sign in
  /// here.
  private func profile(named name: String) async throws(Problem) -> Profile {
    do throws(Problem) {
      return try await auth.profile(named: name)
    } catch {
      guard error.cause == .notFound else { throw error }
      let people = try await people.profiles().map(\.reference)
      var other = people.first { $0.handle == name.lowercased() }
      if case .one(let meant) = NameMatch(name).meant(among: people, called: { [$0.title] }) {
        other = other ?? meant
      }
      guard let other else { throw error }
      throw AuthFailure.usesAnotherComputer(name: other.title).problem
    }
  }

  func signOut() -> Effect<Action> {
    .save("sign-out") { () throws(Problem) in
      let profile = try await signedInProfile()
      try await auth.signOut()
      try await currentPerson.choose(nil)
      family.reset()
      return profile.map { SignedOutProfile(name: $0.name, hasPassphrase: $0.hasPassphrase) }
    } into: {
      .signOutFinished($0)
    }
  }

  /// The signed-in person's profile. Nil if no person is signed in.
  private func signedInProfile() async throws(Problem) -> Profile? {
    do throws(Problem) {
      let person = try await currentPerson.current()
      return try await auth.profiles().first { $0.id == person }
    } catch {
      guard error.isAboutSigningIn else { throw error }
      return nil
    }
  }

  func tell(_ profile: SignedOutProfile?) -> Effect<Action> {
    guard let profile else { return .tell(.notice(Notice("You were not signed in."))) }
    let sentence = "\(profile.name) is signed out."
    let warnings =
      profile.hasPassphrase
      ? []
      : [
        "\(profile.name) has no passphrase: anybody at this computer can sign in as \(profile.name.firstName)."
      ]
    return .tell(
      .done(
        Done(
          sentence, details: warnings + [SignedOutProfile.elsewhere],
          brief: Done.Brief(sentence, warnings: warnings))))
  }
}

extension SignInRequest {
  fileprivate var days: Int { isRemembered ? 30 : 1 }
}

extension SignedInProfile {
  var done: Done {
    let name = reference.title
    var details: [String] = []
    if neededNoPassphrase {
      details.append("\(name.firstName) has no passphrase, so what was typed was not needed.")
    }
    if let whatIsSeen, isParent {
      details.append(whatIsSeen)
    } else if isParent {
      details.append("To see your athlete's pages:  family join CODE")
    }
    if let days {
      details.append("You stay signed in for \(days == 1 ? "one day" : "\(days) days").")
    }
    return Done("You are signed in as \(name).", details: details, references: [reference])
  }
}

extension Profile {
  var reference: Reference { Reference(kind: .person, id: id, handle: handle, title: name) }
}

extension Need {
  fileprivate static func passphrase(of profile: Profile) -> Need {
    Need(
      "passphrase",
      Problem(
        .signInNeeded, "\(profile.name) has a passphrase.",
        fix: "Give it with --passphrase-file FILE or --passphrase-fd N."))
  }

  fileprivate static func profile(of profiles: [Profile]) -> Need {
    Need(
      "profile",
      Problem(
        .usage, "\(profiles.count) people use this file.",
        details: profiles.map { "  \($0.choice) (\($0.roleWords))" },
        fix: "Say who:  account sign-in NAME"))
  }
}
