/// What went wrong, in two parts kept apart: a typed cause for programs, and words for people.
///
/// The words say what happened with the offending value (`title`), what belongs to it (`details`), and what to do
/// (`fix`). The exit code follows from the cause alone.
public struct Problem: Error, Equatable, Sendable {
  /// What a program goes by. Words may change; this decides the exit code.
  public var cause: Cause
  /// What happened, with the value that was at fault, as one sentence.
  public var title: String
  /// What belongs to it: the choices there are, what else was found.
  public var details: [String]
  /// What to do about it; nil where there is nothing to be done.
  public var fix: String?

  public init(_ cause: Cause, _ title: String, details: [String] = [], fix: String? = nil) {
    self.cause = cause
    self.title = title
    self.details = details
    self.fix = fix
  }

  /// A problem in the kit's own words for the cause, for where no page has better ones.
  public init(_ cause: Cause) {
    self.init(cause, FailureWords.general.sentence(for: cause, during: .load))
  }

  /// What the process says when this ends it.
  public var exitCode: ExitCode { cause.exitCode }
}

/// The typed facts a failure can be; one list for every page, gateway and host.
public enum Cause: Equatable, Sendable {
  case usage
  case notFound
  case signInNeeded
  case sessionExpired
  /// The viewer may look and not change.
  case refused
  /// A rule forbids it now: a prerequisite is missing.
  case locked
  case conflict
  case offline
  case timedOut
  case serverError
  case storage(StorageFault)
  /// A capability that was not provided; only a developer sees this.
  case unimplemented
  case interrupted
  case failed
}

/// What can be wrong with the file itself.
public enum StorageFault: Equatable, Sendable {
  case full, readOnly, busy, damaged, tooNew, tooOld, missing
  /// The disk failed so late that it is unknown whether the change was kept.
  case unconfirmed
}

/// What a process says when it ends.
public enum ExitCode: Int32, Sendable {
  case done = 0
  case failed = 1
  case usage = 2
  case notFound = 3
  case signInNeeded = 4
  case refused = 5
  case conflict = 6
  case offline = 7
  /// Stopped with Ctrl-C, as shells report it.
  case interrupted = 130
}

extension Cause {
  /// What a process says when this ended it. Scripts rely on these: they stay.
  public var exitCode: ExitCode {
    switch self {
    case .usage: .usage
    case .notFound: .notFound
    case .signInNeeded, .sessionExpired: .signInNeeded
    case .refused, .locked: .refused
    case .conflict: .conflict
    case .offline, .timedOut: .offline
    case .serverError, .storage, .unimplemented, .failed: .failed
    case .interrupted: .interrupted
    }
  }
}
