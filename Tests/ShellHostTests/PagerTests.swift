import FeatureKit
import LineEditing
import Synchronization
import Testing

@testable import ShellHost

@Suite struct PagerTests {
  private static let screen = ["TERM": "xterm"]

  @Test(
    "The person's own pager is used, else less; an empty one, `cat` and a dumb screen are none",
    arguments: [
      ([:], Pager.usual), (["PAGER": "most"], "most"),
      (["PAGER": "most", "COMPASS_PAGER": "bat -p"], "bat -p"),
      (["PAGER": "most", "COMPASS_PAGER": ""], nil), (["PAGER": "cat"], nil), (["PAGER": " "], nil),
      (["TERM": "dumb", "PAGER": "most"], nil), (["TERM": "", "PAGER": "most"], nil),
    ])
  func command(variables: [String: String], command: String?) {
    let environment = Environment(Self.screen.merging(variables) { $1 })
    #expect(Pager.command(environment) == command)
  }

  private func console(
    rows: Int = 4, _ variables: [String: String] = ["PAGER": "most"], terminal: Bool = true
  ) -> FakeConsole {
    FakeConsole(
      terminal: terminal, environment: Self.screen.merging(variables) { $1 },
      size: .init(columns: 80, rows: rows))
  }

  @Test("A page longer than the screen goes to the pager whole, and nowhere else")
  func long() async throws {
    let console = console()
    _ = try await run("tasks --no-color", console)
    let paged = try #require(console.state.withLock { $0.paged?.first })
    #expect(paged.hasPrefix("most\nMy Tasks") && paged.contains("t3  Run"))
    #expect(console.output == "")
  }

  @Test("A page that fits, and one that is piped, is written as it is")
  func short() async throws {
    for console in [console(rows: 40), console(terminal: false)] {
      _ = try await run("tasks --no-color", console)
      #expect(console.state.withLock { $0.paged } == [])
      #expect(console.output.contains("t3  Run"))
    }
  }

  @Test("Plain answers are never paged, nor on the screen of a reader")
  func plain() async throws {
    let plain = console()
    _ = try await run("tasks --format plain", plain)
    let app = FakeApp(.init(settings: ["shell_accessible": "on"]))
    let accessible = console()
    _ = try await run("tasks", accessible, app)
    for console in [plain, accessible] {
      #expect(console.state.withLock { $0.paged } == [] && console.output.contains("Run."))
    }
  }

  @Test("While pasted lines wait there is no pager, so that none of their keys is lost")
  func typedAhead() async throws {
    let console = console()
    console.state.withLock { $0.typesAhead = true }
    _ = try await run("tasks", console)
    #expect(console.state.withLock { $0.paged } == [] && console.output.contains("Run"))
  }

  @Test("Where the pager cannot be begun the page is written")
  func missing() async throws {
    let console = console()
    console.state.withLock { $0.paged = nil }
    _ = try await run("tasks", console)
    #expect(console.output.contains("Run"))
    #expect(PagerProcess("no-such-pager-here -x") == nil)
  }

  @Test("A pager that leaves early, or reads it all, has shown it; one that is no program has not")
  func process() {
    let page = [UInt8](repeating: 0x61, count: 300_000)
    #expect(PagerProcess("true")?.show(page) == true)
    #expect(PagerProcess("cat >/dev/null")?.show(page) == true)
    #expect(PagerProcess("env no-such-pager-here 2>/dev/null")?.show(page) == false)
  }
}
