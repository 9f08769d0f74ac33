import FeatureKit
import Foundation
import Synchronization
import Testing

@testable import ShellHost

@Suite("Output that could not be written")
struct LostOutputTests {
  private static let full = OutputFailure.failed(
    Problem(
      .storage(.full), "The answer could not be written: the disk is full.", fix: "Make room."))

  private func lost(
    _ line: String, _ stream: Console.Stream = .output, with failure: OutputFailure = full,
    input: [String] = [], files: [String: String] = [:]
  ) async throws -> (code: Int32, console: FakeConsole) {
    let console = FakeConsole(typed: input, files: files)
    console.fail(stream, with: failure)
    return (try await run(line, console), console)
  }

  @Test(
    "A page, a document, a help text or a version that is lost is a failure, in every form",
    arguments: [
      "tasks", "--json tasks", "--format html tasks", "--format plain tasks", "help",
      "--version", "--help", "doctor", "--json doctor", "--complete -- ",
    ])
  func lostReading(_ line: String) async throws {
    let (code, console) = try await lost(line)
    #expect(code == 1)
    #expect(console.output == "")
    let isForPeople = ["tasks", "help", "--version", "--help", "doctor", "--complete -- "].contains(
      line)
    #expect(
      console.errors == """
        \(isForPeople ? "✗" : "Error:") The answer could not be written: the disk is full.
        \(isForPeople ? "  " : "")Make room.

        """)
  }

  @Test("What was written all the same is said, and not to be repeated blindly")
  func lostWrite() async throws {
    for line in ["tasks complete t1", "--json tasks complete t1"] {
      let (code, console) = try await lost(line)
      #expect(code == 1)
      #expect(console.errors.contains("The answer could not be written: the disk is full."))
      #expect(console.errors.contains("The command itself went through. Its answer:"))
      #expect(console.errors.contains("t1 Stretch is complete."))
      #expect(
        console.errors.contains("Do not repeat it before you have looked at what is there."))
    }
  }

  @Test("Bytes for the output that are lost are said once")
  func lostBytes() async throws {
    let (code, console) = try await lost("tasks export --stdout")
    #expect(code == 1)
    #expect(
      console.errors == """
        ✗ The answer could not be written: the disk is full.
          Make room.

        """)
  }

  @Test("A reader that left is no failure")
  func readerLeft() async throws {
    for line in ["tasks", "--json tasks", "help", "--version", "tasks export --stdout"] {
      let (code, console) = try await lost(line, with: .readerLeft)
      #expect(code == 0)
      #expect(console.errors == "")
    }
  }

  @Test("A failure keeps its own code, and what could not be said of it is said where it can")
  func lostErrors() async throws {
    let (code, console) = try await lost("tasks complete t99", .errors)
    #expect(code == 3)
    #expect(console.output.contains("The answer could not be written"))
  }

  @Test("A script stops at the line whose answer was lost, and names it")
  func script() async throws {
    let (code, console) = try await lost(
      "--file week.txt", files: ["week.txt": "tasks complete t1\ntasks complete t2\n"])
    #expect(code == 1)
    #expect(console.errors.contains("week.txt, line 1: The answer could not be written"))
    #expect(!console.errors.contains("line 2"))
  }

  @Test("A script goes on when its reader left")
  func scriptOfNobody() async throws {
    let app = FakeApp()
    let console = FakeConsole(typed: ["tasks", "set width 100"])
    console.fail(.output, with: .readerLeft)
    #expect(try await run("", console, app) == 0)
    #expect(app.state.withLock { $0.settings["shell_width"] } == "100")
  }

  @Test("A prompt whose answers are lost goes on, and ends with a failure")
  func prompt() async throws {
    let console = FakeConsole(terminal: true, typed: ["tasks", "tasks complete t1"])
    console.fail(.output, with: Self.full)
    #expect(try await run("", console) == 1)
    #expect(console.errors.components(separatedBy: "could not be written").count == 3)
  }
}
