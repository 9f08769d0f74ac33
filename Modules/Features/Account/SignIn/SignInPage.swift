import Auth
import CivilTime
import Domain
import FeatureKit

/// Builds the pages about profiles and the signed-in person.
struct SignInPage {
  let loaded: LoadedAccount
  let context: PageContext

  var page: Page {
    Page(title: "Account", context: loaded.profile.map { "Signed in: \($0.name)" }) {
      signedInBlocks
      if loaded.profiles.isEmpty {
        EmptyState(
          "This file has no profile yet.",
          links: [CommandLink("Make a profile", "account create")])
      } else {
        Section("Profiles in this file") { RowList(loaded.profiles.map(row)) }
        Links(links)
      }
    }
  }

  /// The page about the signed-in person.
  ///
  /// If no person is signed in, the page says why and links to the sign-in command.
  var whoPage: Page {
    guard let profile = loaded.profile else {
      let problem = loaded.reason ?? .signInNeeded
      return Page(title: "Not signed in", problem: problem) { Message.signIn(problem) }
    }
    return Page(title: "Signed in", context: profile.name) {
      if let warning { warning }
      Facts(
        [
          Fact("Name", profile.name),
          context.showsHandles ? Fact("Handle", profile.handle) : nil,
          Fact("Role", profile.roleWords), loaded.athleteName.map { Fact("Looking at", $0) },
          Fact("Signed in", until),
        ].compactMap { $0 })
    }
  }

  @BlockBuilder
  private var signedInBlocks: [Block] {
    if let profile = loaded.profile {
      if let warning { warning }
      Facts(
        [Fact("You are", "\(profile.name) (\(profile.roleWords))")]
          + [loaded.athleteName.map { Fact("Looking at", $0) }].compactMap { $0 }
          + [Fact("Signed in", until)])
    } else if let reason = loaded.reason {
      Message(reason.title, tone: .caution)
    } else if !loaded.profiles.isEmpty {
      Message("You are not signed in.", tone: .caution)
    }
  }

  private var until: String {
    guard let session = loaded.session else { return "until you sign out" }
    let day = context.zone.day(of: session.expiresAt).text(.shortWithYear)
    return "until \(day), \(context.zone.timeOfDay(of: session.expiresAt))"
  }

  /// A warning that the session ends in a few minutes, with a link to sign in again.
  ///
  /// Nil if more time is left than `SignInSessionRules` counts as ending soon.
  private var warning: Message? {
    guard let session = loaded.session, let profile = loaded.profile,
      case .endsSoon(let left) = SignInSessionRules.phase(of: session, at: context.now)
    else { return nil }
    let minutes = (left + 59_999) / 60_000
    return Message(
      "Your session ends in \(minutes) \(minutes == 1 ? "minute" : "minutes").", tone: .warning,
      links: [CommandLink("Sign in again", profile.signInCommand)])
  }

  private func row(_ profile: Profile) -> Row {
    let isSelf = profile.id == loaded.person
    let guarded = profile.hasPassphrase ? [Badge("passphrase", tone: .muted)] : []
    let facts = [profile.roleWords] + (profile.hasPassphrase ? ["with a passphrase"] : [])
    let words =
      "Profile \(profile.handle). \(profile.name), \(facts.joined(separator: ", "))\(isSelf ? ", signed in" : "")."
    let signIn = CommandLink(
      "Sign in", "account sign-in \(profile.handle)", spoken: "Sign in as \(profile.name)")
    // A browser's page has a button "Sign in" beside the name. A terminal has no buttons, so there
    // the name itself is a link to sign in.
    return Row(profile.name, isSelf ? .chosen : .bullet, handle: profile.handle, spoken: words)
      .opening(isSelf || context.hasButtons ? nil : signIn)
      .offering(isSelf || !context.hasButtons ? [] : [signIn])
      .showing([Badge(profile.roleWords)] + guarded, detail: profile.difference)
      .styled(isStrong: isSelf)
  }

  private var links: [CommandLink] {
    let own = loaded.profile.map { profile in
      [
        CommandLink("Your profile", "profile"), CommandLink("Your family", "family"),
        CommandLink("Settings", "settings"),
        CommandLink(
          profile.hasPassphrase ? "Change your passphrase" : "Choose a passphrase",
          "account passphrase"
        ).leading(!profile.hasPassphrase),
        CommandLink("Sign out", "account sign-out"),
      ]
    }
    return (own ?? []) + [CommandLink("Add a profile", "account create")]
  }
}

extension Message {
  /// A message for a person who is signed out or whose session has ended, with the command to sign
  /// in.
  static func signIn(_ problem: Problem) -> Message {
    Message(
      problem.title, details: problem.details, tone: .caution,
      links: [CommandLink("Sign in", "account sign-in")])
  }
}
