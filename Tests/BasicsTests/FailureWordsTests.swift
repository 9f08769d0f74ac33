import Basics
import Testing

/// Tests of the sentences for failures (domain.md 9, "Words for failures"). They depend on the
/// cause, on the page, and on whether loading or writing failed.
@Suite struct FailureWordsTests {
  static let dashboard = FailureWords(
    timedOut: "Connection timed out. Refresh to try again.",
    offline: "You are offline. Quick tasks still work.", load: "Failed to load your dashboard",
    write: "Could not save. Nothing was changed.")
  static let performance = FailureWords(
    serverError: "Server error, please try again", load: "Failed to load metrics",
    write: "Could not save the metric.")
  static let tasks = FailureWords(
    load: "Failed to load tasks", write: "Could not update the task.")

  static let expired = "Your session has expired. Sign in again."
  static let readOnly = "You can view this but not change it."

  struct Row: Sendable, CustomTestStringConvertible {
    var page: FailureWords
    var cause: Cause
    var load: String
    var write: String

    init(_ page: FailureWords, _ cause: Cause, load: String, write: String) {
      self.page = page
      self.cause = cause
      self.load = load
      self.write = write
    }

    var testDescription: String { "\(cause): \(load)" }
  }

  @Test(
    "Each page says each cause in its words, and a failed write says so first",
    arguments: [
      Row(
        dashboard, .timedOut, load: "Connection timed out. Refresh to try again.",
        write:
          "Could not save. Nothing was changed. Connection timed out. Refresh to try again."),
      Row(
        dashboard, .offline, load: "You are offline. Quick tasks still work.",
        write: "Could not save. Nothing was changed. You are offline. Quick tasks still work."),
      Row(
        dashboard, .serverError, load: "Server error",
        write: "Could not save. Nothing was changed. Server error"),
      Row(
        dashboard, .failed, load: "Failed to load your dashboard",
        write: "Could not save. Nothing was changed."),
      Row(
        performance, .serverError, load: "Server error, please try again",
        write: "Could not save the metric. Server error, please try again"),
      Row(
        tasks, .timedOut, load: "Connection timed out",
        write: "Could not update the task. Connection timed out"),
      Row(
        tasks, .offline, load: "You are offline.",
        write: "Could not update the task. You are offline."),
      Row(
        tasks, .serverError, load: "Server error", write: "Could not update the task. Server error"),
      Row(tasks, .failed, load: "Failed to load tasks", write: "Could not update the task."),
      Row(tasks, .sessionExpired, load: expired, write: expired),
      Row(tasks, .refused, load: readOnly, write: readOnly),
      Row(tasks, .locked, load: "t27 is locked.", write: "t27 is locked."),
      Row(tasks, .conflict, load: "t27 is locked.", write: "t27 is locked."),
      Row(tasks, .notFound, load: "t27 is locked.", write: "t27 is locked."),
      Row(tasks, .usage, load: "t27 is locked.", write: "t27 is locked."),
      Row(tasks, .signInNeeded, load: "t27 is locked.", write: "t27 is locked."),
      Row(tasks, .interrupted, load: "t27 is locked.", write: "t27 is locked."),
      Row(tasks, .unimplemented, load: "t27 is locked.", write: "t27 is locked."),
      Row(
        tasks, .storage(.full), load: "t27 is locked.",
        write: "Could not update the task. t27 is locked."),
    ])
  func words(row: Row) {
    let problem = Problem(row.cause, "t27 is locked.", details: ["Detail"])
    let loaded = row.page.problem(problem, during: .load)
    let written = row.page.problem(problem, during: .write)
    #expect(loaded.title == row.load)
    #expect(written.title == row.write)
    #expect(loaded.cause == row.cause && written.cause == row.cause)
    #expect(loaded.details == ["Detail"] && written.details == ["Detail"])
  }

  @Test(
    "What may pass is followed by the way to try again; what will not is not",
    arguments: [
      (Cause.timedOut, "Try again:  refresh", "Try again:  refresh"),
      (.offline, "Try again:  refresh", "Try again:  refresh"),
      (.serverError, "Try again:  refresh", "Try again:  refresh"),
      (.failed, "Try again:  refresh", nil), (.locked, nil, nil), (.refused, nil, nil),
      (.sessionExpired, nil, nil), (.storage(.damaged), nil, nil),
    ] as [(Cause, String?, String?)])
  func retry(cause: Cause, load: String?, write: String?) {
    let problem = Problem(cause, "No.")
    #expect(Self.tasks.problem(problem, during: .load).fix == load)
    #expect(Self.tasks.problem(problem, during: .write).fix == write)
  }

  @Test("A fix that a cause brought along is kept")
  func ownFix() {
    let problem = Problem(.offline, "No.", fix: "Plug it in.")
    #expect(Self.tasks.problem(problem, during: .load).fix == "Plug it in.")
  }

  @Test("Without a page the kit has words of its own")
  func general() {
    #expect(Problem(.offline).title == "You are offline.")
    #expect(Problem(.timedOut).title == "Connection timed out")
    #expect(Problem(.failed).title == "That did not work")
    #expect(Problem(.refused).title == Self.readOnly)
  }
}

@Suite struct ProblemTests {
  @Test(
    "The exit code follows from the cause alone",
    arguments: [
      (Cause.failed, 1), (.serverError, 1), (.unimplemented, 1), (.storage(.full), 1),
      (.storage(.readOnly), 1), (.storage(.busy), 1), (.storage(.damaged), 1),
      (.storage(.tooNew), 1), (.storage(.missing), 1), (.usage, 2), (.notFound, 3),
      (.signInNeeded, 4), (.sessionExpired, 4), (.refused, 5), (.locked, 5), (.conflict, 6),
      (.offline, 7), (.timedOut, 7), (.interrupted, 130),
    ] as [(Cause, Int32)])
  func exitCodes(cause: Cause, code: Int32) {
    #expect(Problem(cause, "Any words.").exitCode.rawValue == code)
  }

  @Test("Done is zero")
  func done() {
    #expect(ExitCode.done.rawValue == 0)
  }
}
