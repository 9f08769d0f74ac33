import FeatureKit
import Testing

@testable import ShellHost

@Suite struct ScriptTests {
  private let week = """
    # what happened this week
    tasks complete 1

      # more
    tasks complete 3
    tasks complete 2
    """

  @Test("A script stops at the first failure and says file, line and reason")
  func stops() async throws {
    let result = try await piped("--file week.txt", files: ["week.txt": week])
    #expect(result.code == 5)
    #expect(result.output == "✓ t1 Stretch is complete.\n  undo takes it back\n")
    #expect(
      result.errors == """
        ✗ week.txt, line 5: t3 Run is locked.
          First complete: t1 Stretch
          See why:  tasks show 3

        """)
  }

  @Test("With --keep-going it does the rest and ends with the first failure")
  func keepsGoing() async throws {
    let result = try await piped(
      "--keep-going --file week.txt", files: ["week.txt": week + "\ntsks\n"])
    #expect(result.code == 5)
    #expect(result.output.contains("t2 Strength routine is complete."))
    #expect(result.errors.contains("✗ week.txt, line 7: There is no command `tsks`."))
  }

  @Test("The input is a script when it is no terminal")
  func input() async throws {
    let result = try await piped("", input: ["tasks complete 1", "tsks", "tasks"])
    #expect(result.code == 2)
    #expect(result.errors == "✗ input, line 2: There is no command `tsks`. Did you mean `tasks`?\n")
  }

  @Test("Lines that end as on Windows, and bytes that are no text, do no harm")
  func lineEnds() async throws {
    let result = try await piped("--file w.txt", files: ["w.txt": "tasks complete 1\r\n"])
    #expect(result.code == 0)
  }

  @Test("A quote left open is the line's failure")
  func openQuote() async throws {
    let result = try await piped("--file w.txt", files: ["w.txt": "tasks complete 'x"])
    #expect(result.code == 2)
    #expect(result.errors.hasPrefix("✗ w.txt, line 1: A quote ' was opened and not closed."))
  }

  @Test("A script asks nothing, even where somebody could answer")
  func asksNothing() async throws {
    let console = FakeConsole(
      terminal: true, typed: ["yes"], files: ["w.txt": "tasks delete 1\n"])
    #expect(try await run("--file w.txt", console) == 2)
    #expect(console.prompts.isEmpty)
  }

  @Test("Agreement before a script is agreement to all of it; on a line to that line")
  func agreement() async throws {
    let lines = "tasks delete 1\ntasks delete 2\n"
    let all = try await piped("--yes --file w.txt", files: ["w.txt": lines])
    #expect(all.output == "✓ Stretch is deleted.\n✓ Strength routine is deleted.\n")
    let one = try await piped(
      "--file w.txt", files: ["w.txt": "tasks delete 1 --yes\ntasks delete 2"])
    #expect(one.output == "✓ Stretch is deleted.\n")
    #expect(one.code == 2)
  }

  @Test("`quit` ends a script well")
  func quit() async throws {
    let result = try await piped("--file w.txt", files: ["w.txt": "quit\ntsks\n"])
    #expect(result.code == 0)
    #expect(result.output == "")
  }

  @Test("Page state lasts from line to line")
  func state() async throws {
    let result = try await piped("--file w.txt", files: ["w.txt": "tasks\ntasks\n"])
    #expect(result.output.contains("loaded 2"))
  }
}
