package import FeatureKit
package import HTTP

/// The reason for an error page: its HTTP status, and the problem that it explains.
struct WebFault: Error, Equatable {
  var status: Status
  var problem: Problem

  init(_ status: Status, _ problem: Problem) {
    self.status = status
    self.problem = problem
  }

  init(_ problem: Problem) {
    self.init(problem.status, problem)
  }

  init(_ fault: RequestFault) {
    self.init(fault.status, Problem(.usage, fault.sentence))
  }
}

extension Problem {
  /// The HTTP status of a response with this problem. It follows from the problem's exit code, but
  /// some faults of the storage, such as a full disk, have a status of their own.
  package var status: Status {
    switch cause {
    case .storage(.busy), .storage(.full): .unavailable
    case .storage(.unconfirmed), .storage(.damaged), .storage(.tooNew), .storage(.tooOld),
      .storage(.missing),
      .storage(.readOnly):
      .internalError
    case .usage, .notFound, .signInNeeded, .sessionExpired, .refused, .locked, .conflict, .offline,
      .timedOut, .serverError, .unimplemented, .interrupted, .failed:
      exitCode.status
    }
  }
}

extension ExitCode {
  var status: Status {
    switch self {
    case .done: .ok
    case .usage: .badRequest
    case .notFound: .notFound
    case .signInNeeded: .unauthorized
    case .refused: .forbidden
    case .conflict: .conflict
    case .offline, .interrupted: .unavailable
    case .failed: .internalError
    }
  }
}

// Faults of requests that only browsers make, such as a form from a page that was loaded long ago.
extension WebFault {
  /// The advice to a person whose browser has no session.
  private static let again = "Open Recruiting Compass again the way you opened it before."

  static let noSession = WebFault(
    .unauthorized,
    Problem(
      .signInNeeded, "This browser has not been let in yet, or was signed out.",
      details: ["The pages are for the person who opened them on this computer."],
      fix: again))

  /// The error page for a request whose cookie has the session's previous name. Such a request
  /// comes from a browser tab that did not notice yet that a person has signed in or out in another
  /// tab.
  static let nameChanging = WebFault(
    .unauthorized,
    Problem(
      .signInNeeded, "Another person was signed in or out in another tab.",
      fix: "This page opens again by itself."))

  static let keyUsed = WebFault(
    .unauthorized,
    Problem(
      .signInNeeded, "This address has been used, or is older than a minute.",
      details: ["Each such address opens the pages once."],
      fix: again))

  static func foreignHost(_ host: String?) -> WebFault {
    WebFault(
      .forbidden,
      Problem(
        .refused, "These pages are not served under the name “\((host ?? "").prefix(80))”.",
        details: ["Another site may have led you here."],
        fix: again))
  }

  static let foreignOrigin = WebFault(
    .forbidden,
    Problem(
      .refused, "This was sent from a page of another site. Nothing was done.",
      fix: "Go to the page here, and press its button."))

  static let wrongToken = WebFault(
    .forbidden,
    Problem(
      .refused, "This page is from before you signed in or out. Nothing was done.",
      fix: "Go back, reload the page, and press the button again."))

  static let otherPerson = WebFault(
    .conflict,
    Problem(
      .conflict,
      "This page is about a different person than the one whose pages this browser shows now. Nothing was done.",
      fix: "Reload the page, look whose it is, and press the button again."))

  static let tooOld = WebFault(
    .conflict,
    Problem(
      .conflict,
      "This page is so old that the program does not know whether you have sent it before. Nothing was done.",
      fix: "Reload the page, look whether it is done, and press the button again if not."))

  static let fromEarlierRun = WebFault(
    .conflict,
    Problem(
      .conflict,
      "The program was started again since this page was opened, so it is not known whether you have sent it before. Nothing was done.",
      fix: tooOld.problem.fix))

  static let neverGiven = WebFault(
    .badRequest,
    Problem(
      .usage, "This form is not one of yours. Nothing was done.",
      fix: "Open the page anew, and press its button."))

  static func noPage(_ path: String) -> WebFault {
    WebFault(
      .notFound,
      Problem(.notFound, "There is no page `\(path.prefix(80))`."))
  }

  /// The error page for an address with a command line that names no command.
  static let noCommand = WebFault(
    .badRequest,
    Problem(
      .usage, "This address leads to no page.",
      fix: "Look for it with Find, or choose a page of the menu."))

  /// The error page for a command that makes sense only at a prompt, such as the command that ends
  /// the program.
  static let onlyAtPrompt = WebFault(
    .notFound,
    Problem(
      .notFound, "This is not part of these pages.",
      fix: "Look for it with Find, or choose a page of the menu."))

  /// The error page for a command that this program does not offer on its pages. For example, a
  /// server does not offer the commands about copies of the data file.
  static let leftOut = WebFault(
    .notFound,
    Problem(
      .notFound, "This is not part of these pages.",
      details: ["You can do this only in the program on your own computer."]))

  static func methodUnknown(_ method: Method) -> WebFault {
    WebFault(
      .methodNotAllowed,
      Problem(.usage, "“\(method.name.prefix(20))” cannot be done here. Pages are opened or sent."))
  }

  static let inside = WebFault(
    .internalError,
    Problem(
      .failed, "Something went wrong here. What was saved before stays saved.",
      fix: "Reload the page. If it happens again, look at  doctor."))
}
