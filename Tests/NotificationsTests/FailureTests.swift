import Domain
import ExampleBackend
import FeatureKit
import FeatureTesting
import Notifications
import Testing

/// A cause of a failure (domain.md 9), such as no connection, with the sentences and the exit code
/// that the notifications page must have for it.
struct Failing: Sendable, CustomTestStringConvertible {
  var problem: Problem
  var load: String
  /// The explanation that follows the sentence of the failed write; nil if the page shows only the
  /// sentence of the cause.
  var reason: String?
  var exitCode: ExitCode
  var fix: String? = "Try again:  refresh"
  var writeFix: String? = "Try again:  refresh"

  var testDescription: String { "\(problem.cause)" }

  func write(_ sentence: String) -> String { reason.map { sentence + $0 } ?? load }

  static let all: [Failing] = [
    Failing(
      problem: Problem(.timedOut), load: "Connection timed out", reason: " Connection timed out",
      exitCode: .offline),
    Failing(
      problem: Problem(.offline), load: "You are offline.", reason: " You are offline.",
      exitCode: .offline),
    Failing(
      problem: Problem(.serverError), load: "Server error", reason: " Server error",
      exitCode: .failed),
    Failing(
      problem: Problem(.failed), load: "Failed to load notifications", reason: "",
      exitCode: .failed, writeFix: nil),
    own(
      Problem(.refused), "You can view this but not change it.", exitCode: .refused),
    own(
      Problem(.sessionExpired), "Your session has expired. Sign in again.",
      exitCode: .signInNeeded),
    own(.signInNeeded, exitCode: .signInNeeded),
    own(Problem(.notFound, "There is no such notification."), exitCode: .notFound),
    own(Problem(.conflict, "Somebody else changed it.", fix: "Look again."), exitCode: .conflict),
    own(Problem(.interrupted, "Stopped."), exitCode: .interrupted),
    storage(.full, "The disk is full."), storage(.readOnly, "The file is read-only."),
    storage(.busy, "Another program holds the file."), storage(.damaged, "The file is damaged."),
    storage(.tooNew, "The file is of a newer version."), storage(.missing, "The file is gone."),
  ]

  private static func own(
    _ problem: Problem, _ words: String? = nil, exitCode: ExitCode
  ) -> Failing {
    Failing(
      problem: problem, load: words ?? problem.title, exitCode: exitCode, fix: problem.fix,
      writeFix: problem.fix)
  }

  private static func storage(_ fault: StorageFault, _ words: String) -> Failing {
    Failing(
      problem: Problem(.storage(fault), words, fix: "Do this."), load: words,
      reason: " " + words, exitCode: .failed, fix: "Do this.", writeFix: "Do this.")
  }
}

@Suite("Failures")
struct FailureTests {
  @Test("Every cause has its words on the page, and a way to try again", arguments: Failing.all)
  func load(_ failing: Failing) async throws {
    for line in ["notifications", "notifications show n5"] {
      let prompt = Prompt()
      await prompt.send(.badgeRequested)
      let action = try await prompt.stage.feature.action(
        for: line, knowing: try await prompt.stage.references(), now: ExampleFamily.now)
      prompt.stage.backend.hook.fail(failing.problem)
      #expect(await prompt.send(action).isEmpty)
      let page = prompt.page()
      let problem = try #require(page.problem)
      #expect(problem.title == failing.load)
      #expect(problem.fix == failing.fix)
      #expect(problem.exitCode == failing.exitCode)
      #expect(page.title == "Notifications" && page.blocks == [Message(problem).block])
      #expect(page.links.map(\.command) == ["refresh"])
      #expect(prompt.badge == nil)
    }
  }

  @Test("Handle network timeout gracefully")
  func timeout() async throws {
    let prompt = Prompt()
    prompt.stage.backend.hook.fail(.timedOut)
    let page = try await prompt.showKnowing("notifications")
    #expect(page.messages.map(\.text) == ["Connection timed out"])
    prompt.stage.backend.hook.recover()
    await prompt.hear(.refreshed)
    #expect(prompt.page().rows.count == 7, "and refresh brings it back")
  }

  @Test("Handle 401 (redirect to login)")
  func expired() async throws {
    let prompt = Prompt()
    try await prompt.enter("notifications")
    prompt.stage.backend.hook.fail(.sessionExpired)
    let page = try await prompt.showKnowing("notifications")
    #expect(page.problem?.title == "Your session has expired. Sign in again.")
    #expect(page.problem?.exitCode == .signInNeeded)
    #expect(page.rows.isEmpty && page.context == nil, "nothing of the person is shown")
    #expect(prompt.badge == nil)
  }

  @Test("A failed write says which, then why, and changes nothing", arguments: Failing.all)
  func write(_ failing: Failing) async throws {
    let writes = [
      ("open n7", "Could not mark as read."), ("read n7", "Could not mark as read."),
      ("read-all", "Could not mark as read."), ("delete n7", "Could not delete notification."),
      ("clear-read", "Could not delete notification."),
      ("generate", "Could not write new notifications."),
    ]
    for (words, sentence) in writes {
      let prompt = Prompt()
      try await prompt.enter("notifications")
      let before = prompt.state
      let action = try await prompt.stage.feature.action(
        for: "notifications \(words)", knowing: try await prompt.stage.references(),
        now: ExampleFamily.now)
      prompt.stage.backend.hook.fail(failing.problem)
      let told = await prompt.send(action)
      #expect(told.count == 1, "and opens nothing")
      let problem = try #require(told.problems.first)
      #expect(problem.title == failing.write(sentence))
      #expect(problem.fix == failing.writeFix)
      #expect(problem.exitCode == failing.exitCode)
      #expect(prompt.state == before)
    }
  }

  @Test("Handle failed delete gracefully")
  func delete() async throws {
    let prompt = Prompt()
    try await prompt.enter("notifications")
    prompt.stage.backend.hook.fail("notifications.delete", .offline)
    let told = try await prompt.enter("notifications delete n7")
    #expect(told.problems.map(\.title) == ["Could not delete notification. You are offline."])
    #expect(prompt.page().rows.count == 7, "the row stays where it was")
    prompt.stage.backend.hook.recover()
    #expect(try await prompt.enter("notifications delete n7").done.count == 1, "the next tap works")
  }

  @Test("A clearing that fails after the question deletes nothing")
  func clearing() async throws {
    let prompt = Prompt()
    let question = try #require(
      try await prompt.enter("notifications clear-read").questions.first)
    prompt.stage.backend.hook.fail("notifications.deleteAll", .serverError)
    #expect(
      await prompt.send(question.yes).problems.map(\.title) == [
        "Could not delete notification. Server error"
      ])
    prompt.stage.backend.hook.recover()
    #expect(try await prompt.stage.references().count == 7)
  }
}

extension Prompt {
  /// Returns the page after a command.
  ///
  /// The command's records are not looked up, because the lookup would fail before the tested call
  /// does.
  func showKnowing(_ line: String) async throws -> Page {
    await send(try await stage.feature.action(for: line, now: ExampleFamily.now))
    return page()
  }
}
