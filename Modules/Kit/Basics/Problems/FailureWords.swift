/// The sentences with which one page describes failures that can happen on every page, such as a
/// lost connection (domain.md 9, "Words for failures").
///
/// A problem with its own text, such as a locked task or a damaged file, keeps that text.
public struct FailureWords: Equatable, Sendable {
  /// The sentence if a server or another program did not answer in time.
  public var timedOut: String
  /// The sentence if there is no network connection.
  public var offline: String
  /// The sentence if a server or another program answered with an error.
  public var serverError: String
  /// The sentence after a failed load if none of the other sentences describes the cause.
  public var load: String
  /// The first sentence after a failed write. It says that nothing was changed. A second sentence,
  /// about the cause, follows it.
  public var write: String

  public init(
    timedOut: String = "Connection timed out",
    offline: String = "You are offline.",
    serverError: String = "Server error",
    load: String,
    write: String
  ) {
    self.timedOut = timedOut
    self.offline = offline
    self.serverError = serverError
    self.load = load
    self.write = write
  }

  /// The texts for failures on pages that declare no texts of their own.
  public static let general = FailureWords(
    load: "That did not work", write: "Could not save. Nothing was changed.")

  /// Whether the failure occurred while the program read a page's data or while it changed the
  /// data.
  ///
  /// The two need different sentences: after a failed change, a person has to know whether
  /// something was changed.
  public enum Moment: Sendable { case load, write }

  /// Returns the problem with one of the page's sentences as its title, if its cause can occur on
  /// every page, such as a lost connection. Other problems keep their title.
  ///
  /// After a failed write, the title begins with the sentence `write`, and the cause follows. If
  /// the data file itself is at fault, the sentence `write` precedes the problem's own title.
  public func problem(_ problem: Problem, during moment: Moment) -> Problem {
    var worded = problem
    switch problem.cause {
    case .timedOut, .offline, .serverError, .failed:
      worded.title = sentence(for: problem.cause, during: moment)
      if moment == .load || problem.cause != .failed { worded.fix = worded.fix ?? Self.retry }
    // It is unknown whether the write succeeded, so the text must not say that nothing was changed.
    case .storage(.unconfirmed): break
    case .storage where moment == .write:
      worded.title = write + " " + problem.title
    case .sessionExpired, .refused:
      worded.title = sentence(for: problem.cause, during: moment)
    case .usage, .notFound, .signInNeeded, .locked, .conflict, .storage, .unimplemented,
      .interrupted:
      break
    }
    return worded
  }

  /// Returns the page's sentence for a failure with this cause while the program read the page's
  /// data (`.load`) or changed it (`.write`). The sentences for an expired session and for a
  /// refusal are the same on all pages.
  public func sentence(for cause: Cause, during moment: Moment) -> String {
    let reason: String? =
      switch cause {
      case .timedOut: timedOut
      case .offline: offline
      case .serverError: serverError
      case .sessionExpired: "Your session has expired. Sign in again."
      case .refused: "You can view this but not change it."
      case .usage, .notFound, .signInNeeded, .locked, .conflict, .storage, .unimplemented,
        .interrupted, .failed:
        nil
      }
    switch (moment, cause, reason) {
    case (_, .sessionExpired, let reason?), (_, .refused, let reason?): return reason
    case (.load, _, let reason): return reason ?? load
    case (.write, _, let reason?): return write + " " + reason
    case (.write, _, nil): return write
    }
  }

  private static let retry = "Try again:  refresh"
}
