import Composition
import Conversation
import FeatureKit
import ShellHost
import Testing
import Threads

@Suite("Back to a page")
struct BackTests {
  let files = FamilyFiles()
  /// The thread on which the commands run, because a command may block its thread.
  let threads = WorkThreads(most: 1)

  @Test(
    "`back` shows a page of measurements as it was left, although leaving drops its filters",
    arguments: [
      ["performance filter --verified", "performance filter --type era"],
      ["performance filter --from 2025-06", "performance filter --to 2025-12"],
      ["performance --all --event e1"], ["performance chart velocity --table --verified"],
      ["performance timeline --to 2025-12 --table"], ["performance show m1"], ["measures"],
      ["performance --fields"],
    ])
  func measurements(lines: [String]) async throws { try await leaves(lines, by: "tasks") }

  @Test(
    "`back` shows a report as it was left, although leaving drops its range of days",
    arguments: [
      ["reports show last-year"], ["reports generate 2025-09..2025-11"],
      ["reports generate --from 2025-09-01 --to 2025-11-30"],
      ["reports show last-year", "reports generate"],
      ["reports show last-year", "reports contacts"],
      ["reports contacts last-90-days --all"], ["reports compare 2025-12 2026-01"],
      ["reports saved"],
    ])
  func reports(lines: [String]) async throws { try await leaves(lines, by: "tasks") }

  @Test(
    "`back` shows a page as it was left, although the next page of its noun has other choices",
    arguments: [
      (["reports show last-year", "reports contacts"], "reports contacts last-7-days"),
      (["reports show last-year", "reports contacts"], "reports generate last-30-days"),
      (["performance filter --verified"], "performance filter --type era"),
    ])
  func sameNoun(lines: [String], next: String) async throws { try await leaves(lines, by: next) }

  /// Shows a page, leaves it and checks that `back` shows it again.
  ///
  /// - Parameters:
  ///   - lines: the command lines that lead to the page.
  ///   - next: the command line that shows another page.
  private func leaves(_ lines: [String], by next: String) async throws {
    let household = try Household()
    defer { withExtendedLifetime(household) {} }
    let options = try GlobalOptions.parse(["--data", household.data, "--now", household.now])
    let file = try files.file(options, environment: Environment(["TZ": "UTC"]))
    let conversation = Conversation(file.visit(.onDevice()), keepsPages: true)
    var left: Page?
    for line in lines { left = try await page(after: line, in: conversation) }
    #expect(try await page(after: next, in: conversation) != left)
    #expect(try await page(after: "back", in: conversation) == left)
  }

  private func page(after line: String, in conversation: Conversation) async throws -> Page {
    let answer = await withTaskExecutorPreference(threads) {
      await conversation.answer(Request(line))
    }
    return try #require(answer.page, "\(line): \(answer)")
  }
}
