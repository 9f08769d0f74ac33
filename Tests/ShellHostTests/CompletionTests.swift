import FeatureKit
import Foundation
import LineEditing
import Testing

@testable import Conversation
@testable import ShellHost

@Suite struct CompletionTests {
  @Test(
    "What may stand at the cursor is offered",
    arguments: [
      ("ta", ["tasks"]),
      (
        "",
        [
          "tasks", "account", "notes", "help", "open", "back", "refresh", "undo", "redo", "history",
          "doctor",
          "set", "serve", "record",
          "replay", "clear", "quit",
        ]
      ),
      ("tasks co", ["complete"]),
      ("TASKS CO", ["complete"]),
      ("tasks complete str", ["Stretch", "Strength routine"]),
      ("tasks complete rou", ["Strength routine"]),
      ("tasks complete t", []),
      ("tasks complete t3", ["t3"]),
      ("tasks complete 3", ["t3"]),
      ("tasks complete \"coach ri", ["Write coach Rivera"]),
      ("tasks complete 1 ", ["--format", "--json", "--width", "--no-color", "--yes", "--help"]),
      ("tasks due 1 to", ["today", "tomorrow"]),
      ("tasks filter --u", ["--until"]),
      ("tasks filter --until ye", ["yesterday"]),
      ("tasks filter --until=ye", ["--until=yesterday"]),
      ("tasks filter --until today --u", []),
      ("tasks --f", ["--fails", "--format"]),
      ("tasks export --o", ["--out", "--open"]),
      ("tasks --o", ["--out", "--open"]),
      ("tasks complete 1 --o", []),
      ("account create --role p", ["parent"]),
      ("account passphrase --p", ["--passphrase-file", "--passphrase-fd"]),
      ("help tasks co", ["complete"]),
      ("open tasks show stret", ["Stretch"]),
      ("set th", ["theme"]),
      ("set theme d", ["dark"]),
      ("set timezone am", ["America/New_York"]),
      ("nothing x", []),
      ("# tasks co", []),
      ("tasks complete 'str", ["Stretch", "Strength routine"]),
    ] as [(String, [String])])
  func offered(line: String, words: [String]) async throws {
    let session = ShellSession(
      GlobalOptions(), FakeApp().services, FakeConsole().console, mode: .prompt)
    let found = await session.completer.candidates(line, line.unicodeScalars.count)
    #expect(found.map(\.text) == words)
  }

  @Test("The line editor waits for what has to be looked up")
  func waits() async {
    // The completion runs on a separate thread, as at a prompt. If the test blocked a thread of
    // Swift's pool, it could wait for itself.
    let value = await withCheckedContinuation { done in
      Thread {
        done.resume(
          returning: Waiting.forValue(milliseconds: 3_600_000, standIn: 0) {
            await Task.yield()
            return 7
          })
      }.start()
    }
    #expect(value == 7)
  }

  @Test("Completion scripts get a line a word, with its summary after a tab")
  func forScripts() async throws {
    let result = try await piped("--complete -- tasks complete stret")
    #expect(result.output == "Stretch\tt1\n")
    #expect(
      try await piped("--complete -- --format ''").output == "terminal\t\nplain\t\njson\t\nhtml\t\n"
    )
    #expect(try await piped("--complete -- --he").output == "--help\tSay what can be done.\n")
    #expect(try await piped("--complete -- --width 60 ta").output == "tasks\tWhat to do next.\n")
  }
}
