import CivilTime
import Domain
import ExampleBackend
import FeatureKit
import FeatureTesting
import Reports
import Testing

/// A cause of a failure (domain.md 9), such as no connection, with the sentences that the reports
/// page must show for it.
struct Failing: Sendable, CustomTestStringConvertible {
  var cause: Cause
  var words: String
  var exitCode: ExitCode
  var canRetry = true

  var testDescription: String { "\(cause)" }

  static let all: [Failing] = [
    Failing(
      cause: .timedOut, words: "Connection timed out. Check your connection.", exitCode: .offline),
    Failing(
      cause: .offline, words: "You are offline. Reports need a connection.", exitCode: .offline),
    Failing(
      cause: .serverError, words: "Server error. Unable to load data.", exitCode: .failed),
    Failing(
      cause: .failed, words: "Failed to generate report. Please try again.", exitCode: .failed),
    Failing(
      cause: .sessionExpired, words: "Your session has expired. Sign in again.",
      exitCode: .signInNeeded, canRetry: false),
    Failing(
      cause: .refused, words: "You can view this but not change it.", exitCode: .refused,
      canRetry: false),
  ]
}

@Suite("When something fails")
struct FailureTests {
  private func failing(_ cause: Cause, _ endpoint: String = "reports.aggregate") -> Prompt {
    let prompt = Prompt()
    prompt.stage.backend.hook.fail(endpoint, cause)
    return prompt
  }

  @Test("Every cause has this page's words, and `refresh` generates again", arguments: Failing.all)
  func words(failing: Failing) async throws {
    for line in ["reports generate", "reports compare 2026-01 2026-02"] {
      let prompt = self.failing(failing.cause)
      let page = try await prompt.show(line)
      #expect(page.problem?.title == failing.words)
      #expect(page.problem?.exitCode == failing.exitCode)
      #expect(page.messages.map(\.text) == [failing.words], "said once")
      #expect(page.messages.first?.links.map(\.command) == ["refresh"])
      #expect(page.problem?.fix == (failing.canRetry ? "Try again:  refresh" : nil))
      #expect(page.cards.isEmpty && page.tables.isEmpty)
      prompt.stage.backend.hook.recover()
      await prompt.hear(.refreshed)
      if failing.cause != .sessionExpired || line == "reports generate" {
        #expect(prompt.page().problem == nil)
      }
    }
  }

  @Test("The red words stand above the Generate button", arguments: [Cause.timedOut, .serverError])
  func place(cause: Cause) async throws {
    let page = try await failing(cause).show("reports generate")
    let message = try #require(
      page.blocks.firstIndex { if case .message = $0 { true } else { false } })
    let form = try #require(
      page.blocks.firstIndex { if case .section = $0 { true } else { false } })
    #expect(message < form)
    #expect(page.forms.first?.submit.isEnabled == true)
  }

  @Test("Without a connection the Generate button is disabled")
  func offline() async throws {
    let page = try await failing(.offline).show("reports generate")
    #expect(page.forms.first?.submit.isEnabled == false)
  }

  @Test("A failed export says why the report could not be generated", arguments: Failing.all)
  func export(failing: Failing) async throws {
    for form in ["csv", "pdf"] {
      let told = try await self.failing(failing.cause).enter("reports \(form) last-30-days")
      #expect(told.problems.map(\.title) == [failing.words])
      #expect(told.problems.map(\.exitCode) == [failing.exitCode])
      #expect(told.artifacts.isEmpty)
    }
  }

  @Test("Handle network timeout during data load (show retry)")
  func timeout() async throws {
    let page = try await failing(.timedOut).show("reports generate")
    #expect(page.messages.map(\.text) == ["Connection timed out. Check your connection."])
    #expect(page.messages.first?.links == [CommandLink("Try again", "refresh")])
  }

  @Test("Handle 401 error (redirect to login)")
  func signedOut() async throws {
    let prompt = Prompt()
    _ = try await prompt.show("reports generate")
    prompt.stage.backend.signIn(nil)
    await prompt.hear(.refreshed)
    #expect(prompt.page().problem == .signInNeeded)
    #expect(prompt.page().problem?.fix == "Sign in:  account sign-in")
    #expect(
      prompt.page().cards.isEmpty && prompt.page().banner == nil, "nothing of the person stays")
    let part = try await failing(.sessionExpired, "reports.coaches").show("reports generate")
    #expect(part.problem?.title == "Your session has expired. Sign in again.")
    #expect(part.cards.isEmpty, "whichever part noticed")
  }

  @Test("Handle invalid date range (show validation error)")
  func invalid() async throws {
    let prompt = Prompt()
    let page = try await prompt.show("reports show --from 2026-02-10 --to 2026-02-09")
    #expect(page.forms.first?.fields[1].problem == "End date must be after start date")
    #expect(page.problem?.title == "End date must be after start date")
    #expect(page.problem?.exitCode == .usage)
    for line in ["reports generate", "reports csv --from 2026-02-10 --to 2026-02-09"] {
      let told = try await prompt.enter(line)
      #expect(told.problems.map(\.title) == ["End date must be after start date"])
      #expect(told.count == 1)
    }
    #expect(prompt.stage.backend.hook.count(of: "reports.aggregate") == 0)
  }

  @Test("Handle empty data set (show alert)")
  func empty() async throws {
    let page = try await Prompt(MadeUpFamily.empty).show("reports generate last-year")
    #expect(page.empty?.text == "No data found for selected date range")
  }

  @Test("Handle server errors (5xx) (show retry)")
  func server() async throws {
    let page = try await failing(.serverError).show("reports generate")
    #expect(page.messages.map(\.text) == ["Server error. Unable to load data."])
    #expect(page.messages.first?.links.map(\.command) == ["refresh"])
  }

  @Test(
    "One section that fails leaves the others on the page",
    arguments: [
      ("schools", 0, "Schools by Status"), ("coaches", 1, "Coaches"),
      ("interactions", 2, "Interactions by Type"), ("metrics", 3, "Metrics by Type"),
    ])
  func partly(section: String, card: Int, title: String) async throws {
    let prompt = failing(.serverError, "reports.\(section)")
    let page = try await prompt.show("reports generate")
    #expect(page.cards[card].value == "--", "never 0")
    #expect(page.cards[card].spoken.hasSuffix(": not available."))
    let known = page.cards.filter { $0.title != "Reply Rate" }
    #expect(known.count { $0.value == "--" } == (card == 1 || card == 2 ? 2 : 1))
    #expect(page.messages.map(\.text) == ["Server error. Unable to load data."], "said once")
    #expect(page.section(title)?.messages.count == 1)
    #expect(page.tables.count + page.charts.count >= 3)
    #expect(page.problem?.exitCode == .failed)
    let told = try await prompt.enter("reports csv")
    #expect(
      told.notices.first?.hasPrefix("Could not be loaded and is missing in the file: ") == true)
    #expect(told.artifacts.count == 1)
    #expect(
      try await prompt.file("reports pdf").text.contains("Server error. Unable to load data."))
    let comparison = try await prompt.show("reports compare 2026-01 2026-02")
    #expect(comparison.messages.count == 1)
    #expect(!comparison.tables.isEmpty)
  }

  @Test("A file's own failures keep their words")
  func storage() async throws {
    let damaged = Problem(.storage(.damaged), "The file is damaged.", fix: "Restore a copy.")
    let prompt = Prompt()
    prompt.stage.backend.hook.fail(damaged)
    let page = try await prompt.show("reports generate")
    #expect(page.problem == damaged)
  }
}
