import Dashboard
import Domain
import ExampleBackend
import FeatureKit
import FeatureTesting
import Testing

@Suite("When something cannot be loaded")
struct FailureTests {
  struct Failing: Sendable, CustomTestStringConvertible {
    var cause: Cause
    var load: String
    var exitCode: ExitCode
    /// The text that follows "Could not save. Nothing was changed." when a write has failed; nil if
    /// there is none.
    var afterWrite: String?

    var testDescription: String { "\(cause)" }

    static let all: [Failing] = [
      Failing(
        cause: .timedOut, load: "Connection timed out. Refresh to try again.", exitCode: .offline,
        afterWrite: " Connection timed out. Refresh to try again."),
      Failing(
        cause: .offline, load: "You are offline. Quick tasks still work.", exitCode: .offline,
        afterWrite: " You are offline. Quick tasks still work."),
      Failing(
        cause: .serverError, load: "Server error", exitCode: .failed, afterWrite: " Server error"),
      Failing(
        cause: .failed, load: "Failed to load your dashboard", exitCode: .failed, afterWrite: ""),
    ]
  }

  private static let sources: [(endpoint: String, words: String)] = [
    ("dashboard.schools", "schools"), ("dashboard.coaches", "coaches"),
    ("dashboard.interactions", "interactions"), ("dashboard.offers", "offers"),
    ("suggestions.visible", "action items"), ("events.list", "events"),
    ("metrics.list", "metrics"), ("activity.recent", "recent activity"),
  ]

  /// Returns the page after every source of the athlete's data has failed in the same way.
  private func page(_ failing: Failing) async throws -> Page {
    let prompt = Prompt()
    for source in Self.sources { prompt.stage.backend.hook.fail(source.endpoint, failing.cause) }
    return try await prompt.show()
  }

  private func check(_ failing: Failing) async throws {
    let page = try await page(failing)
    #expect(page.problem?.title == failing.load)
    #expect(page.problem?.exitCode == failing.exitCode)
    // One message names all missing parts and a command to try again.
    #expect(page.messages.map(\.text) == [failing.load])
    #expect(page.messages[0].tone == .danger)
    #expect(page.messages[0].details.first?.hasPrefix("Not loaded: schools, coaches") == true)
    #expect(page.messages[0].links.map(\.command) == ["refresh"])
    #expect(page.cards.prefix(6).map(\.value) == ["--", "--", "--", "--", "--", "--"])
    #expect(page.section("Quick Tasks") != nil)
  }

  @Test("Handle network timeout gracefully (show error + retry)")
  func timeOut() async throws { try await check(Failing.all[0]) }

  @Test("Handle server errors (5xx) with retry option")
  func serverError() async throws { try await check(Failing.all[2]) }

  @Test(
    "Offline and any other failure have their words", arguments: [Failing.all[1], Failing.all[3]])
  func others(_ failing: Failing) async throws { try await check(failing) }

  @Test(
    "Handle 401 (redirect to login)",
    arguments: ["families.accessibleAthletes", "people.signedInPerson"] + sources.map(\.endpoint))
  func sessionExpired(endpoint: String) async throws {
    let prompt = Prompt(as: endpoint.hasPrefix("families") ? ExampleFamily.dana : ExampleFamily.sam)
    _ = try await prompt.stage.backend.quickTasks.add("Mine")
    prompt.stage.backend.hook.fail(endpoint, .sessionExpired)
    let page = try await prompt.show()
    #expect(page.problem?.title == "Your session has expired. Sign in again.")
    #expect(page.problem?.exitCode == .signInNeeded)
    // The person is no longer signed in, so neither the page nor its state may contain data of the
    // person.
    #expect(page.blocks == [Message(try #require(page.problem)).block])
    #expect(prompt.state.parts == .init() && prompt.state.quickTasks.value == nil)
  }

  @Test(
    "Handle partial data failure (one query fails, others succeed)", arguments: sources)
  func partial(source: (endpoint: String, words: String)) async throws {
    let prompt = Prompt()
    let whole = try await prompt.show()
    prompt.stage.backend.hook.fail(source.endpoint, .serverError)
    let page = try await prompt.show()
    #expect(page.problem?.title == "Server error")
    #expect(page.messages.map(\.details.first) == ["Not loaded: \(source.words)."])
    // A card shows the value `--` if its data could not be loaded. All other cards must be the same
    // as on a page where everything was loaded.
    for card in page.cards where card.value != "--" && card.title != "Schools with Offers" {
      #expect(whole.cards.contains(card))
    }
    let lost = Set(whole.sectionTitles).subtracting(page.sectionTitles)
    #expect(lost.count <= 1)
    #expect(page.section("Quick Tasks") != nil)
    // When the failed source works again, refreshing shows the complete page.
    prompt.stage.backend.hook.recover()
    await prompt.hear(.refreshed)
    #expect(prompt.page() == whole)
  }

  @Test("Failures of different kinds are said apart")
  func different() async throws {
    let prompt = Prompt()
    prompt.stage.backend.hook.fail("dashboard.offers", .timedOut)
    prompt.stage.backend.hook.fail("events.list", .serverError)
    let page = try await prompt.show()
    #expect(
      page.messages.map(\.text) == [
        "Connection timed out. Refresh to try again.", "Server error",
      ])
    #expect(page.messages.map(\.details.first) == ["Not loaded: offers.", "Not loaded: events."])
  }

  @Test("A failed write says that nothing was changed, and why", arguments: Failing.all)
  func write(_ failing: Failing) async throws {
    let afterWrite = try #require(failing.afterWrite)
    for (line, endpoint) in [
      ("suggestions dismiss g2", "suggestions.dismiss"),
      ("suggestions complete g2", "suggestions.complete"),
      ("suggestions more", "suggestions.surface"), ("quick add Pack", "quickTasks.add"),
      ("quick toggle q1", "quickTasks.toggle"), ("quick delete q1", "quickTasks.delete"),
      ("quick clear", "quickTasks.clearCompleted"),
    ] {
      let prompt = Prompt()
      _ = try await prompt.stage.backend.quickTasks.add("Mine")
      try await prompt.enter("dashboard")
      let before = (prompt.state, try prompt.stage.backend.everything())
      prompt.stage.backend.hook.fail(endpoint, failing.cause)
      let outcomes = try await prompt.enter(line)
      #expect(outcomes.count == 1 && outcomes.done.isEmpty)
      #expect(
        outcomes.problems.map(\.title) == ["Could not save. Nothing was changed." + afterWrite])
      #expect(outcomes.problems.map(\.exitCode) == [failing.exitCode])
      #expect(prompt.state == before.0)
      #expect(try prompt.stage.backend.everything() == before.1)
    }
  }

  @Test("Settings and the own address that cannot be read hide nothing")
  func conveniences() async throws {
    let prompt = Prompt()
    prompt.stage.backend.hook.fail("preferences.preference", .serverError)
    let page = try await prompt.show()
    #expect(page.problem == nil && page.cards.count > 6)
  }
}
