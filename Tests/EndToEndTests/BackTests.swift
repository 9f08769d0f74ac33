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
  func measurements(lines: [String]) async throws {
    let household = try Household()
    defer { withExtendedLifetime(household) {} }
    let options = try GlobalOptions.parse(["--data", household.data, "--now", household.now])
    let file = try files.file(options, environment: Environment(["TZ": "UTC"]))
    let conversation = Conversation(file.visit(.onDevice()), keepsPages: true)
    var left: Page?
    for line in lines { left = try await page(after: line, in: conversation) }
    _ = try await page(after: "tasks", in: conversation)
    #expect(try await page(after: "back", in: conversation) == left)
  }

  private func page(after line: String, in conversation: Conversation) async throws -> Page {
    let answer = await withTaskExecutorPreference(threads) {
      await conversation.answer(Request(line))
    }
    return try #require(answer.page, "\(line): \(answer)")
  }
}
