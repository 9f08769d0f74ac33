import CivilTime
import Domain
import ExampleBackend
import FeatureKit
import FeatureTesting
import Tasks
import Testing

/// A cause of a failure (domain.md 9), such as a locked file, with the sentences and the exit code
/// that the tasks page must have for it.
struct Failing: Sendable, CustomTestStringConvertible {
  var cause: Cause
  var load: String
  var write: String
  var exitCode: ExitCode
  var loadFix: String? = "Try again:  refresh"
  var writeFix: String? = "Try again:  refresh"
  /// The problem that the gateway throws, if the page must show this problem's own title; nil for
  /// the standard problem of `cause`.
  var given: Problem?

  var problem: Problem { given ?? Problem(cause) }
  var testDescription: String { "\(cause)" }

  static let all: [Failing] = [
    Failing(
      cause: .timedOut, load: "Connection timed out",
      write: "Could not update the task. Connection timed out", exitCode: .offline),
    Failing(
      cause: .offline, load: "You are offline.",
      write: "Could not update the task. You are offline.", exitCode: .offline),
    Failing(
      cause: .serverError, load: "Server error",
      write: "Could not update the task. Server error", exitCode: .failed),
    Failing(
      cause: .failed, load: "Failed to load tasks", write: "Could not update the task.",
      exitCode: .failed, writeFix: nil),
    Failing(
      cause: .sessionExpired, load: "Your session has expired. Sign in again.",
      write: "Your session has expired. Sign in again.", exitCode: .signInNeeded, loadFix: nil,
      writeFix: nil),
    Failing(
      cause: .refused, load: "You can view this but not change it.",
      write: "You can view this but not change it.", exitCode: .refused, loadFix: nil,
      writeFix: nil),
    own(.signInNeeded, exitCode: .signInNeeded),
    own(Problem(.notFound, "There is no such task."), exitCode: .notFound),
    own(
      Problem(.conflict, "Somebody else changed it.", fix: "Look again:  tasks"),
      exitCode: .conflict),
    own(Problem(.interrupted, "Stopped."), exitCode: .interrupted),
    storage(.full, "The disk is full."), storage(.readOnly, "The file is read-only."),
    storage(.busy, "Another program holds the file."), storage(.damaged, "The file is damaged."),
    storage(.tooNew, "The file is of a newer version."), storage(.missing, "The file is gone."),
  ]

  private static func own(_ problem: Problem, exitCode: ExitCode) -> Failing {
    Failing(
      cause: problem.cause, load: problem.title, write: problem.title, exitCode: exitCode,
      loadFix: problem.fix, writeFix: problem.fix, given: problem)
  }

  /// Returns the sentences that the page must show for a fault of the data file.
  ///
  /// After a failed load, the page must show `words`. After a failed write, it must show "Could not
  /// update the task." before them.
  private static func storage(_ fault: StorageFault, _ words: String) -> Failing {
    Failing(
      cause: .storage(fault), load: words, write: "Could not update the task. \(words)",
      exitCode: .failed, loadFix: "Do this.", writeFix: "Do this.",
      given: Problem(.storage(fault), words, fix: "Do this."))
  }
}

@Suite("Failures")
struct FailureTests {
  @Test("Network errors handled", arguments: Failing.all)
  func load(_ failing: Failing) async throws {
    let prompt = Prompt()
    prompt.stage.backend.hook.fail(failing.problem)
    let outcomes = await prompt.send(.listRequested(.init()))
    #expect(outcomes.isEmpty)
    let page = prompt.page()
    let problem = try #require(page.problem)
    #expect(problem.cause == failing.cause)
    #expect(problem.title == failing.load)
    #expect(problem.fix == failing.loadFix)
    #expect(problem.exitCode == failing.exitCode)
    // The page shows one error message with a command to try again, and no data of the person.
    #expect(page.messages == [Message(problem)])
    #expect(page.messages[0].tone == .danger)
    #expect(page.links.map(\.command) == ["refresh"])
    #expect(page.title == "Tasks" && page.blocks.count == 1)
  }

  @Test("A failed write is told with its words and changes nothing", arguments: Failing.all)
  func write(_ failing: Failing) async throws {
    for line in ["complete 3", "start 3", "skip 3", "reset 2", "due 3 tomorrow"] {
      let prompt = Prompt()
      try await prompt.enter("tasks")
      let before = prompt.state
      let action = try await prompt.stage.feature.action(
        for: "tasks \(line)", knowing: try await prompt.stage.references(), now: ExampleFamily.now)
      prompt.stage.backend.hook.fail(failing.problem)
      let outcomes = await prompt.send(action)
      #expect(outcomes.count == 1)
      let problem = try #require(outcomes.problems.first)
      #expect(problem.cause == failing.cause)
      #expect(problem.title == failing.write)
      #expect(problem.fix == failing.writeFix)
      #expect(problem.exitCode == failing.exitCode)
      #expect(prompt.state == before)
      #expect(prompt.stage.backend.hook.calls.last?.hasPrefix("timeline.set") == true)
    }
  }

  @Test(
    "A filter that cannot be remembered is told in words of its own",
    arguments: [
      (Cause.offline, "Could not remember the filters. You are offline.", ExitCode.offline),
      (.timedOut, "Could not remember the filters. Connection timed out", .offline),
      (.serverError, "Could not remember the filters. Server error", .failed),
      (.failed, "Could not remember the filters.", .failed),
      (.sessionExpired, "Your session has expired. Sign in again.", .signInNeeded),
    ])
  func filters(cause: Cause, words: String, exitCode: ExitCode) async throws {
    let prompt = Prompt()
    try await prompt.enter("tasks")
    let before = prompt.state
    prompt.stage.backend.hook.fail("devicePreferences.set", cause)
    let outcomes = await prompt.send(.filtersRequested(.init(status: .completed)))
    #expect(outcomes.problems.map(\.title) == [words])
    #expect(outcomes.problems.map(\.exitCode) == [exitCode])
    #expect(outcomes.count == 1 && prompt.state == before)
  }

  @Test("Filters that cannot be read hide nothing")
  func unreadableFilters() async throws {
    let prompt = Prompt()
    try await prompt.enter("tasks filter --status completed")
    prompt.stage.backend.hook.fail("devicePreferences.value", .storage(.damaged))
    let page = try await prompt.show("tasks")
    #expect(page.problem == nil && page.rows.count == 5)
  }

  @Test("Trying again with `refresh` shows the page when the failure is over")
  func retry() async throws {
    let prompt = Prompt()
    prompt.stage.backend.hook.fail(.offline)
    await prompt.send(.detailsRequested(Self.reference(Sample.clip, "t6")))
    #expect(prompt.page().problem?.cause == .offline)
    prompt.stage.backend.hook.recover()
    await prompt.hear(.refreshed)
    #expect(prompt.page().problem == nil)
    #expect(prompt.page().row("t6")?.expanded.isEmpty == false)
  }

  @Test("A refresh that fails says so, and the page comes back with the next")
  func failedRefresh() async throws {
    let prompt = Prompt()
    try await prompt.enter("tasks --grade 9")
    prompt.stage.backend.hook.fail(.timedOut)
    await prompt.hear(.refreshed)
    #expect(prompt.page().problem?.title == "Connection timed out")
    prompt.stage.backend.hook.recover()
    await prompt.hear(.refreshed)
    #expect(prompt.page().context == "Grade 9 · Class of 2028")
  }

  @Test("A change that was saved is told although the page then fails to load")
  func savedAndNotShown() async throws {
    let prompt = Prompt()
    try await prompt.enter("tasks")
    prompt.stage.backend.hook.fail("timeline.tasks", .offline)
    let outcomes = try await prompt.enter("tasks complete 3")
    #expect(outcomes.done.count == 1 && outcomes.problems.isEmpty)
    #expect(prompt.page().problem?.title == "You are offline.")
  }

  @Test("A capability that nobody provides is named, with the feature")
  func unimplemented() async {
    let store = TestStore(TasksFeature(.testing("Tasks")))
    let problem = Problem(
      .unimplemented, "Tasks called FamilyContextClient.current, and nothing provides it.",
      fix: "Provide FamilyContextClient in its Dependencies, or replace current in the test.")
    await store.send(.pageOpened) { $0.loaded = .loading }
    await store.receive(.pageLoaded(.failure(problem))) { $0.loaded = .failed(problem) }
    await store.finish()
  }

  private static func reference(_ id: RecordID, _ handle: String) -> Reference {
    Reference(kind: .task, id: id, handle: handle, title: "")
  }
}
