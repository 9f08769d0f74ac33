import CivilTime
import Domain
import ExampleBackend
import FeatureKit
import FeatureTesting
import Performance
import Testing

/// A cause of a failure (domain.md 9), such as no connection, with the sentences that the
/// performance page must show for it.
struct Failing: Sendable, CustomTestStringConvertible {
  var cause: Cause
  var load: String
  var write: String
  var exitCode: ExitCode
  var canRetry = true

  var testDescription: String { "\(cause)" }

  static let all: [Failing] = [
    Failing(
      cause: .timedOut, load: "Connection timed out",
      write: "Could not save the metric. Connection timed out", exitCode: .offline),
    Failing(
      cause: .offline, load: "You are offline.",
      write: "Could not save the metric. You are offline.", exitCode: .offline),
    Failing(
      cause: .serverError, load: "Server error, please try again",
      write: "Could not save the metric. Server error, please try again", exitCode: .failed),
    Failing(
      cause: .failed, load: "Failed to load metrics", write: "Could not save the metric.",
      exitCode: .failed),
    Failing(
      cause: .sessionExpired, load: "Your session has expired. Sign in again.",
      write: "Your session has expired. Sign in again.", exitCode: .signInNeeded, canRetry: false),
    Failing(
      cause: .refused, load: "You can view this but not change it.",
      write: "You can view this but not change it.", exitCode: .refused, canRetry: false),
  ]
}

@Suite("When something fails")
struct FailureTests {
  private let reading = [
    "metrics.list", "metrics.show", "metricSummaries.byType", "metricSummaries.points",
    "metricSummaries.oldest",
  ]

  private func failing(_ cause: Cause, _ endpoints: [String]) -> Prompt {
    let prompt = Prompt()
    for endpoint in endpoints { prompt.stage.backend.hook.fail(endpoint, cause) }
    return prompt
  }

  @Test("Every cause has this page's words, and `refresh` brings the page", arguments: Failing.all)
  func load(failing: Failing) async throws {
    for line in [
      "performance", "performance show m1", "performance chart", "performance timeline",
    ] {
      let prompt = self.failing(failing.cause, reading)
      let page = try await prompt.show(line)
      #expect(page.problem?.title == failing.load)
      #expect(page.problem?.exitCode == failing.exitCode)
      #expect(page.messages.map(\.text) == [failing.load])
      #expect(page.messages.first?.links.map(\.command) == ["refresh"])
      #expect(page.problem?.fix == (failing.canRetry ? "Try again:  refresh" : nil))
      #expect(page.rows.isEmpty && page.cards.isEmpty && page.facts.isEmpty)
      prompt.stage.backend.hook.recover()
      await prompt.hear(.refreshed)
      #expect(prompt.page().problem == nil)
    }
  }

  @Test("Every failed write says the write sentence, then the cause's", arguments: Failing.all)
  func write(failing: Failing) async throws {
    let prompt = self.failing(
      failing.cause, ["metrics.add", "metrics.edit", "metrics.delete"])
    let before = try await prompt.show("performance")
    for line in ["metrics log era 2", "metrics edit m1 --value 82", "metrics verify m1"] {
      let problem = try #require(try await prompt.enter(line).problems.first)
      #expect(problem.title == failing.write)
      #expect(problem.exitCode == failing.exitCode)
    }
    let question = try #require(try await prompt.enter("metrics delete m1").questions.first)
    #expect(await prompt.send(question.yes).problems.map(\.title) == [failing.write])
    #expect(prompt.page() == before)
  }

  @Test(
    "What is needed for the question or a file fails in the words of a load", arguments: Failing.all
  )
  func prepare(failing: Failing) async throws {
    let prompt = self.failing(failing.cause, reading)
    for line in [
      "metrics delete m1", "metrics chart velocity --out a.svg", "metrics export pdf",
    ] {
      #expect(try await prompt.enter(line).problems.map(\.title) == [failing.load])
    }
    let csv = try #require(try await prompt.enter("metrics export csv").artifacts.first)
    await #expect(throws: Problem.self) { try await csv.collectedText() }
    do {
      _ = try await csv.collectedText()
    } catch {
      #expect(error.title == failing.load)
    }
  }

  @Test("Handle network timeout gracefully")
  func timeout() async throws {
    let prompt = failing(.timedOut, reading)
    let page = try await prompt.show("performance")
    #expect(page.messages.map(\.text) == ["Connection timed out"])
    #expect(page.messages.first?.links == [CommandLink("Try again", "refresh")])
    #expect(page.problem?.exitCode == .offline)
  }

  @Test("Handle 401 (redirect to login)")
  func signedOut() async throws {
    let expired = try await failing(.sessionExpired, reading).show("performance")
    #expect(expired.problem?.title == "Your session has expired. Sign in again.")
    #expect(expired.problem?.exitCode == .signInNeeded)
    let prompt = Prompt()
    _ = try await prompt.show("performance")
    prompt.stage.backend.signIn(nil)
    await prompt.hear(.refreshed)
    #expect(prompt.page().problem == .signInNeeded)
    #expect(prompt.page().problem?.fix == "Sign in:  account sign-in")
    #expect(prompt.page().rows.isEmpty, "nothing of the person stays")
  }

  @Test("Handle 403 (show permission message)")
  func refused() async throws {
    let page = try await failing(.refused, reading).show("performance")
    #expect(page.messages.map(\.text) == ["You can view this but not change it."])
    #expect(page.problem?.exitCode == .refused)
  }

  @Test("Handle server errors (5xx)")
  func server() async throws {
    let page = try await failing(.serverError, reading).show("performance")
    #expect(page.messages.map(\.text) == ["Server error, please try again"])
    #expect(page.messages.first?.links.map(\.command) == ["refresh"])
  }

  @Test("A summary that fails leaves the history on the page")
  func summariesFail() async throws {
    let page = try await failing(.timedOut, ["metricSummaries.byType"]).show("performance")
    #expect(page.handles.count == 9)
    #expect(page.messages.map(\.text) == ["Connection timed out"], "said once")
    #expect(page.section("Metric Trends")?.messages.count == 1)
    #expect(page.section("Latest Metrics") == nil)
    #expect(page.problem?.exitCode == .offline)
  }

  @Test("A history that fails leaves trends and latest on the page")
  func historyFails() async throws {
    let page = try await failing(.serverError, ["metrics.list"]).show("performance")
    #expect(page.cards.count == 3)
    #expect(page.section("Metric Trends")?.rows.count == 2)
    #expect(
      page.section("Metric History")?.messages.map(\.text) == ["Server error, please try again"])
    #expect(page.problem?.exitCode == .failed)
  }

  @Test("A session that ended shows nothing, whichever part noticed")
  func expiredPart() async throws {
    let page = try await failing(.sessionExpired, ["metrics.list"]).show("performance")
    #expect(page.cards.isEmpty && page.rows.isEmpty)
  }

  @Test("What cannot be drawn is said by whoever draws")
  func drawing() async throws {
    let missing = Problem(.failed, "Pictures need cairo.", fix: "sudo apt install libcairo2")
    let stage = Stage()
    let feature = PerformanceFeature(
      stage.backend.provided(to: Dependencies(for: "Performance")).providing(stage.family)
        .providing(ChartDrawing { _, _ throws(Problem) in throw missing })
        .providing(PagePrinting { _ throws(Problem) in throw missing }))
    for line in ["performance chart velocity --out velo.png", "performance export pdf"] {
      let store = Store(feature)
      let (told, give) = AsyncStream.makeStream(of: Artifact.self)
      store.onOutcome { if case .artifact(let artifact) = $0 { give.yield(artifact) } }
      await store.send(try await feature.action(for: line, now: ExampleFamily.now)).settled()
      give.finish()
      var artifacts: [Artifact] = []
      for await artifact in told { artifacts.append(artifact) }
      let artifact = try #require(artifacts.first)
      await #expect(throws: missing) { try await artifact.collected() }
    }
  }
}
