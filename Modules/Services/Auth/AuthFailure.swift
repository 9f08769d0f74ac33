public import Basics

/// The reasons why a sign-in or a change of the passphrase failed.
public enum AuthFailure: Error, Equatable, Sendable {
  case noProfile(String)
  /// A sync has brought the person's profile from another computer. The person has neither an
  /// account nor a passphrase on this computer, so a sign-in here could be by another person.
  case usesAnotherComputer(name: String)
  case severalProfiles(String, [String])
  case passphraseNeeded(name: String)
  case wrongPassphrase(name: String, waitMilliseconds: Int64)
  case tooManyTries(name: String, waitMilliseconds: Int64)
  case passphraseLength(Int)
  case passphraseTooPlain
  case noPassphrase(name: String)
  case notSignedIn
  case sessionExpired
  /// Another process changed the same credential at the same time, so this change was not stored.
  case contended
}

extension AuthFailure {
  /// The failure as the user reads it: a title and an advice. An advice can name a command to type
  /// after two spaces, such as "Sign in:  account sign-in".
  public var problem: Problem {
    switch self {
    case .noProfile(let typed):
      Problem(
        .notFound, "No person called `\(typed)` keeps data in this file.",
        fix: "See who does:  account")
    case .usesAnotherComputer(let name):
      Problem(
        .signInNeeded, "\(name) uses this program on another computer.",
        details: ["To use it here too, sign out and connect with the account of \(name)."],
        fix: "Connect:  account connect")
    case .severalProfiles(let typed, let names):
      Problem(
        .usage, "`\(typed)` fits \(names.count) people. \(Problem.useOneOf)",
        details: names.map { "  \($0)" }, fix: "Nothing was changed.")
    case .passphraseNeeded(let name):
      Problem(
        .signInNeeded, "\(name)'s data is behind a passphrase.", fix: "Sign in:  account sign-in")
    case .wrongPassphrase(let name, let wait):
      Problem(
        .signInNeeded, "That is not \(name)'s passphrase.",
        fix: wait > 0
          ? "Wait \(Duration.milliseconds(wait).waitingTime), then try again." : "Try again.")
    case .tooManyTries(let name, let wait):
      Problem(
        .signInNeeded, "Too many wrong passphrases for \(name).",
        fix: "Try again in \(Duration.milliseconds(wait).waitingTime).")
    case .passphraseLength(let count):
      Problem(
        .usage, "A passphrase has 8 to 128 characters; this one has \(count).",
        fix: "Nothing was changed. Choose another one.")
    case .passphraseTooPlain:
      Problem(
        .usage, "A passphrase needs a capital letter, a small letter and a digit.",
        fix: "Nothing was changed. Choose another one.")
    case .noPassphrase(let name):
      Problem(.usage, "\(name) has no passphrase.", fix: "Set one:  account passphrase")
    case .notSignedIn:
      Problem(.signInNeeded, "You are not signed in.", fix: "Sign in:  account sign-in")
    case .sessionExpired:
      Problem(
        .sessionExpired, Problem(.sessionExpired).title, fix: "Sign in:  account sign-in")
    case .contended:
      Problem(
        .conflict, "Another window is changing the same sign-in.", fix: "Try again in a moment.")
    }
  }
}
