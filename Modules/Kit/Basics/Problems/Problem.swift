/// A failure in two separate parts: a typed cause for programs, and words for people.
///
/// `title` says what happened and names the faulty value. `details` gives further facts. `fix` says
/// how to solve the problem. The exit code follows from the cause alone.
public struct Problem: Error, Equatable, Sendable {
  /// The cause, for programs. It determines the exit code.
  public var cause: Cause
  /// A sentence that says what happened and names the faulty value.
  public var title: String
  /// Further facts, such as the possible choices.
  public var details: [String]
  /// The suggested solution. Nil if there is none.
  public var fix: String?
  /// The parameters of a command that the problem concerns, the likeliest to be wrong first. A form
  /// shows the problem beside the first of their fields that has a value. If none has a value, a
  /// form that edits stored values shows it beside the first field. Empty if the problem concerns
  /// no parameter.
  public var parameters: [String] = []
  /// The choices of a form's field that the first details are about, in the order of the details. A
  /// form makes each of these details a link to the box of its choice. Empty if the details are not
  /// about choices.
  public var choices: [String] = []
  /// Whether something has to be set up before the command can run, so that other values of the
  /// command do not help. A browser then shows a page about it and not the command's form.
  public var awaitsSetUp = false

  public init(_ cause: Cause, _ title: String, details: [String] = [], fix: String? = nil) {
    self.cause = cause
    self.title = title
    self.details = details
    self.fix = fix
  }

  /// Creates a problem with the general text of the cause, which is for pages without texts of
  /// their own.
  public init(_ cause: Cause) {
    self.init(cause, FailureWords.general.sentence(for: cause, during: .load))
  }

  /// Returns a copy of the problem that concerns these parameters of the command. A form shows the
  /// problem beside one of their fields, and links to the boxes of these choices.
  public func about(_ parameters: [String], choices: [String] = []) -> Problem {
    var problem = self
    problem.parameters = parameters
    problem.choices = choices
    return problem
  }

  /// The exit code of the program if this problem ends it.
  public var exitCode: ExitCode { cause.exitCode }
}

/// The causes of failures that code can distinguish. Every page, every gateway (functions that read
/// and write stored data) and every host (shell and web server) uses this one list.
public enum Cause: Equatable, Sendable {
  case usage
  case notFound
  case signInNeeded
  case sessionExpired
  /// The viewer may read the data but not change it.
  case refused
  /// A rule forbids the change now but allows it later, for example after a prerequisite is
  /// fulfilled or a daily limit has passed.
  case locked
  case conflict
  case offline
  case timedOut
  case serverError
  case storage(StorageFault)
  /// The program or a test supplied no implementation for a function that a feature called. This is
  /// a programming error, so only a developer sees it.
  case unimplemented
  case interrupted
  case failed
}

/// A fault of the data file itself.
public enum StorageFault: Equatable, Sendable {
  case full, readOnly, busy, damaged, tooNew, tooOld, missing
  /// The disk failed at the end of the write, so it is unknown whether the change was stored.
  case unconfirmed
}

/// The code with which the program's process ends, such as 130 after Ctrl-C. Scripts depend on it.
public enum ExitCode: Int32, Sendable {
  case done = 0
  case failed = 1
  case usage = 2
  case notFound = 3
  case signInNeeded = 4
  case refused = 5
  case conflict = 6
  case offline = 7
  /// The process was stopped with Ctrl-C. Shells use the same code.
  case interrupted = 130
}

extension Cause {
  /// The exit code of the program if this cause ends it. Scripts depend on these codes, so the
  /// codes never change.
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
