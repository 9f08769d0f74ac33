import FeatureKit
import Testing

@testable import ShellHost

@Suite struct OneShotTests {
  @Test("A reading command prints its page and nothing else")
  func readingCommand() async throws {
    let result = try await piped("tasks")
    #expect(result.code == 0)
    #expect(
      result.output
        == "My Tasks" + String(repeating: " ", count: 64)
        + "loaded 1\n\n ☐  t1  Stretch\n 🔒 t3  Run\n"
        + "\nStretch: tasks show t1 · Run: tasks show t3\n")
    #expect(result.errors == "")
  }

  @Test("A reading command ends with its page's problem, and still prints the page")
  func pageProblem() async throws {
    let result = try await piped("tasks list --fails")
    #expect(result.code == 7)
    #expect(result.output.contains("You are offline."))
    #expect(result.errors == "")
    #expect(!result.output.contains("refresh"), "a single command is just given again")
    #expect(try await typed("tasks list --fails").contains("[1] Try again: refresh"))
    #expect(try await piped("tasks list --fails --json").output.contains(#""command":"refresh""#))
  }

  @Test("A writing command prints one line of what it did, and no page")
  func writingCommand() async throws {
    let result = try await piped("tasks complete 1")
    #expect(result.code == 0)
    #expect(result.output == "✓ t1 Stretch is complete.\n  undo takes it back\n")
    #expect(result.errors == "")
  }

  @Test("A notice goes to the errors, the page to the output")
  func notice() async throws {
    let result = try await piped("tasks show stretch")
    #expect(result.errors == "• Looking at t1.\n")
    #expect(result.output.hasPrefix("Stretch "))
  }

  @Test(
    "Words name a record whatever their case and accents",
    arguments: ["STRET", "energie", "coach ri"])
  func words(words: String) async throws {
    #expect(try await piped("tasks show '\(words)'").code == 0)
  }

  @Test(
    "An alias and a path open the same page",
    arguments: ["chores", "open tasks", "open /tasks", "TASKS"])
  func sameness(line: String) async throws {
    let result = try await piped(line)
    #expect(result.code == 0)
    #expect(result.output.hasPrefix("My Tasks "))
  }

  @Test("A route a feature opens runs through its patterns to a command")
  func route() async throws {
    let result = try await piped("tasks go /tasks/t2")
    #expect(result.output.hasPrefix("Strength routine "))
  }

  @Test("A route nobody answers to is not found")
  func unknownRoute() async throws {
    let result = try await piped("tasks go /schools/5")
    #expect(result.code == 3)
    #expect(result.errors == "✗ There is no page `/schools/5`.\n  All pages:  help\n")
  }

  @Test("The version is printed without touching the data")
  func version() async throws {
    let app = FakeApp(.init(failure: Problem(.failed, "Not now.")))
    let result = try await piped("--version", app: app)
    #expect(result.output == "compass-shell 1.2.3\n")
    #expect(result.code == 0)
  }

  @Test("Plain answers say the page a fact a line")
  func plain() async throws {
    let result = try await piped("tasks --format plain")
    #expect(
      result.output == "My Tasks. loaded 1.\nTask t1. Stretch.\nTask t3. Run.\n"
        + "Stretch: tasks show t1\nRun: tasks show t3\n")
  }

  @Test("HTML is a whole document, what was noticed above the page")
  func html() async throws {
    let result = try await piped("tasks show 1 --format html")
    #expect(result.output.hasPrefix("<!DOCTYPE html>"))
    #expect(result.output.contains("Looking at t1."))
    #expect(result.errors == "")
  }

  @Test("Hostile words of an argument come back visible, not obeyed")
  func hostile() async throws {
    let result = try await piped("tasks show '\u{1B}[31mx'")
    #expect(result.code == 3)
    #expect(!result.errors.contains("\u{1B}"))
  }
}
