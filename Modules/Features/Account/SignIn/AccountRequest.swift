import Auth
public import Domain
import FamilyContext
public import FeatureKit

/// The values that a person typed for `account create`, which creates a profile.
public struct AccountRequest: Equatable, Sendable {
  public var role: AccountRole = .athlete
  public var name: String?
  public var graduationYear: Int?
  public var sport: String?
  public var email: String?
  /// The code of the family in this file that a parent joins. Nil if there is none.
  public var code: FamilyCode?
  /// The name of the athlete for whom a parent creates a profile together with the family.
  public var athleteName: String?
  public var athleteGraduationYear: Int?
  public var athleteSport: String?

  /// The problem of an option that does not fit the chosen role or a family's code, such as
  /// `--athlete-name` for an athlete.
  ///
  /// Nil if every option fits.
  var misfit: Problem? {
    switch role {
    case .athlete where namesAthlete:
      Problem(
        .usage, "Options that begin with --athlete are for a parent.",
        fix: "For the athlete's own profile use --name, --graduation-year and --sport.")
    case .parent where graduationYear != nil || sport != nil:
      Problem(
        .usage, "--graduation-year and --sport are for an athlete.",
        fix: "A parent says them of the athlete: --athlete-graduation-year and --athlete-sport.")
    case .athlete where code != nil:
      Problem(
        .usage, "A parent joins a family with its code.",
        fix: "Say that you are one:  account create --role parent --code CODE")
    // The form in a browser fills in a graduation year for the athlete. So a year alone does not
    // mean that the person describes an athlete.
    case .parent where code != nil && (athleteName != nil || athleteSport != nil):
      Problem(
        .usage, "With a family's code the athlete has a profile already.",
        fix: "Leave out either the code or what you said of the athlete."
      ).about(["code"])
    case .athlete, .parent: nil
    }
  }

  var own: NewAccount {
    NewAccount(
      role: role == .athlete ? .player : .parent, name: name, email: email,
      graduationYear: graduationYear, primarySport: sport)
  }

  var athlete: NewAccount {
    NewAccount(
      role: .player, name: athleteName, graduationYear: athleteGraduationYear,
      primarySport: athleteSport)
  }

  var namesAthlete: Bool {
    athleteName != nil || athleteGraduationYear != nil || athleteSport != nil
  }
}

/// The role of a new account, as a person types it.
public enum AccountRole: String, CaseIterable, Equatable, Sendable {
  case athlete, parent

  /// The words that a person may type for the role, such as `mom` for a parent.
  var spellings: [String] {
    switch self {
    case .athlete: ["athlete", "player", "student", "kid", "child", "son", "daughter"]
    case .parent:
      [
        "parent", "mom", "mum", "mother", "mama", "dad", "father", "papa", "guardian", "stepmom",
        "stepmother", "stepdad", "stepfather", "grandma", "grandmother", "grandpa", "grandfather",
      ]
    }
  }
}

extension ValueKind<AccountRole> {
  /// Parses a role. It accepts `athlete`, `parent`, and other words for them, such as `mom`.
  static var role: ValueKind {
    .choice.spelled { text in
      let word = text.trimmed.lowercased()
      return AccountRole.allCases.first { $0.spellings.contains(word) }?.rawValue ?? text
    }
  }
}

/// The result of `account create`: the new profile, and the family that was created with it.
public struct MadeAccount: Equatable, Sendable {
  public var person: Reference
  public var role: AccountRole
  /// The family that was created together with a parent's profile, including the athlete's new
  /// profile. Nil for an athlete, and for a parent who is to join an existing family.
  public var family: CreatedFamily?
  /// Whether other people had a profile in the data file before. The answer then offers a
  /// passphrase, without which they could sign in as this person.
  public var isBesideOthers = false
  /// The name of the athlete whom a parent named and who already has a profile. The answer then
  /// says that the parent can see the athlete's pages after `family join`.
  public var knownAthlete: String?
  /// The result of joining with the family's code that a parent typed; nil if the parent typed no
  /// code, or if joining failed.
  public var joining: FamilyChange?
  /// The problem because of which joining with the family's code failed. The profile was created
  /// nevertheless.
  public var notJoined: Problem?
}

extension AccountFeature {
  func makeAccount(_ request: AccountRequest) -> Effect<Action> {
    if let misfit = request.misfit { return .tell(.problem(misfit)) }
    guard request.name != nil else { return .tell(.needs(.name)) }
    return .save("account") { () throws(Problem) in
      var made = try await make(request)
      // Ends the session that an earlier person has on this device. The new profile gets no
      // session: it has no passphrase yet, and a session would block `undo` of the new profile.
      try await auth.signOut()
      try await currentPerson.choose(made.person.id)
      family.reset()
      if let code = request.code {
        do throws(Problem) {
          made.joining = try await joined(code)
        } catch {
          made.notJoined = error
        }
      }
      return made
    } into: {
      .accountMade($0)
    }
  }

  /// Creates a profile. If a parent is the first person in the file, or names an athlete without a
  /// profile, this also creates the athlete's profile and the family (domain.md 9, "Parent first").
  /// Any other parent has to join a family with its code afterwards.
  private func make(_ request: AccountRequest) async throws(Problem) -> MadeAccount {
    let profiles = try await people.profiles()
    let known = profiles.first { $0.role == .player && $0.isCalled(request.athleteName) }
    if request.code != nil, profiles.isEmpty { throw .noFamilyHere }
    if request.code == nil, request.role == .parent, known == nil,
      profiles.isEmpty || request.namesAthlete
    {
      let made = try await people.createFamilyAsParent(
        NewParentFamily(parent: request.own, athlete: request.athlete))
      return MadeAccount(person: made.parent, role: .parent, family: made)
    }
    let made = try await people.createAccount(request.own)
    return MadeAccount(
      person: made.person, role: request.role, isBesideOthers: !profiles.isEmpty,
      knownAthlete: known?.reference.title)
  }

  func tell(_ made: MadeAccount) -> Effect<Action> {
    guard let family = made.family else {
      if let joining = made.joining {
        return .merge(.tell(.done(made.done)), .tell(.done(joining.done)))
      }
      if let problem = made.notJoined {
        return .merge(.tell(.done(made.done)), .tell(.problem(problem)))
      }
      return .tell(.done(made.done))
    }
    // The hint about the athlete's sign-in is reported separately from `done`, because the dialog
    // at the program's first start does not show `done`.
    let name = family.athlete.title
    let signIn = "account sign-in \(CommandText.quoted(name))"
    return .merge(
      .tell(.done(made.done)),
      .tell(.notice(Notice("To sign in as \(name.firstName) on this computer:  \(signIn)"))))
  }
}

extension Need {
  fileprivate static let name = Need(
    "name", Problem(.usage, "A profile needs a name.", fix: "Give it:  account create --name NAME"))
}

extension MadeAccount {
  var done: Done {
    let name = person.title
    guard let family else {
      return Done(
        "Made the profile of \(name), \(person.handle). You are signed in as \(name.firstName).",
        details: (joining == nil ? [next] : []) + (isBesideOthers ? [passphrase] : []),
        references: [person])
    }
    let athlete = family.athlete
    return Done(
      "Made the profiles of \(name), \(person.handle), and \(athlete.title), \(athlete.handle), and their family.",
      details: [
        "You are signed in as \(name.firstName): you see \(athlete.title.firstName)'s pages and change none of them."
      ], references: [person, athlete])
  }

  private var passphrase: String {
    "So that only you sign in as \(person.title.firstName):  account passphrase"
  }

  private var next: String {
    switch (role, knownAthlete) {
    case (.athlete, _): "For a parent to look on:  family create"
    case (.parent, let athlete?):
      "\(athlete) has a profile here already. To see their pages:  family join CODE"
    case (.parent, nil): "To see your athlete's pages:  family join CODE"
    }
  }
}

extension Problem {
  fileprivate static let noFamilyHere = Problem(
    .notFound, "This file has no profile yet, so no family here has this code.",
    fix: "If your family shares through a server, say where it is:  account connect"
  ).about(["code"])
}

extension ProfileSummary {
  fileprivate func isCalled(_ other: String?) -> Bool {
    guard let other else { return false }
    return NameMatch(other).isExactly([reference.title])
  }
}
