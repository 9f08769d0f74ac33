import FeatureKit
import LineEditing
import Testing

@testable import ShellHost

@Suite struct PagerTests {
  /// The lines shown, without the pager's own.
  private func shown(_ count: Int, keys: String, rows: Int = 5) -> [String] {
    let console = FakeConsole(terminal: true, keys: keys)
    Pager(lines: (1...count).map { "line \($0)" }, rows: rows, console: console.console).run()
    return console.output.split(separator: "\n").compactMap { line in
      let text = line.split(separator: "\u{1B}[K").last.map(String.init) ?? ""
      return text.hasPrefix("line ") ? String(text.dropFirst(5)) : nil
    }
  }

  @Test("Space shows the next screen, until the end")
  func space() {
    #expect(shown(10, keys: "  ") == (1...10).map(String.init))
  }

  @Test("`q`, Ctrl-C and the end of the input leave", arguments: ["q", "\u{3}", ""])
  func leave(key: String) {
    #expect(shown(10, keys: key) == ["1", "2", "3", "4"])
  }

  @Test("Enter shows one line more")
  func enter() {
    #expect(shown(10, keys: "\rq") == ["1", "2", "3", "4", "5"])
  }

  @Test("`b` goes back a screen")
  func back() {
    #expect(shown(20, keys: " bq").suffix(4) == ["1", "2", "3", "4"])
  }

  @Test("`/` goes to the line that holds the words, and says when none does")
  func search() {
    #expect(shown(20, keys: "/LINE 12\rq").suffix(4) == ["12", "13", "14", "15"])
    #expect(shown(20, keys: "/line 3\rq") == ["1", "2", "3", "4"])
    #expect(shown(20, keys: "/line 19\u{7F}2\r  ") != [])
  }

  @Test("Any other key says which there are")
  func help() {
    let console = FakeConsole(terminal: true, keys: "xq")
    Pager(lines: (1...9).map(String.init), rows: 5, console: console.console).run()
    #expect(console.output.contains(Pager.help))
  }

  @Test("A page longer than the screen is paged at a terminal only")
  func onlyAtTerminal() async throws {
    let terminal = FakeConsole(
      terminal: true, keys: "q", size: .init(columns: 80, rows: 4))
    _ = try await run("tasks", terminal)
    #expect(terminal.screen.contains("space more"))
    #expect(try await !piped("tasks").output.contains("space more"))
  }
}
