import FeatureKit
import LineEditing
import TerminalRendering
import Testing

@testable import Conversation
@testable import ShellHost

@Suite struct AppearanceTests {
  struct Case: CustomTestStringConvertible, Sendable {
    var environment: [String: String]
    var settings: [String: String] = [:]
    var isTerminal = true
    var depth: ColourDepth
    var testDescription: String { "\(environment) \(settings) \(isTerminal)" }
  }

  @Test(
    "Colours are those the terminal has and its owner wants",
    arguments: [
      Case(environment: ["TERM": "xterm"], depth: .sixteen),
      Case(environment: ["TERM": "xterm-256color"], depth: .palette256),
      Case(environment: ["TERM": "xterm", "COLORTERM": "truecolor"], depth: .trueColour),
      Case(environment: ["TERM": "xterm", "NO_COLOR": "1"], depth: .none),
      Case(environment: ["TERM": "xterm", "NO_COLOR": ""], depth: .sixteen),
      Case(environment: ["TERM": "dumb"], depth: .none),
      Case(environment: [:], depth: .none),
      Case(environment: ["TERM": "xterm"], isTerminal: false, depth: .none),
      Case(environment: ["TERM": "xterm"], settings: ["shell_color": "never"], depth: .none),
      Case(
        environment: ["TERM": "xterm", "NO_COLOR": "1"], settings: ["shell_color": "always"],
        isTerminal: false, depth: .sixteen),
      Case(environment: ["TERM": "xterm"], settings: ["shell_color": "purple"], depth: .sixteen),
    ])
  func colours(one: Case) {
    let console = FakeConsole(terminal: one.isTerminal, environment: one.environment).console
    let look = Appearance(LineOptions(), ShellSettings(one.settings), console)
    #expect(look.style.depth == one.depth)
  }

  @Test("--no-color beats everything")
  func noColor() {
    var line = LineOptions()
    line.noColor = true
    let console = FakeConsole(terminal: true, environment: ["TERM": "xterm"]).console
    let look = Appearance(line, ShellSettings(["shell_color": "always"]), console)
    #expect(look.style.depth == .none)
  }

  @Test(
    "The width is the line's, else the setting's, else the window's, else 80, and held in bounds",
    arguments: [
      (Int?.none, String?.none, true, 120, 120), (nil, "100", true, 120, 100),
      (60, "100", true, 120, 60), (nil, nil, false, 120, 80), (nil, nil, true, 20, 40),
      (nil, nil, true, 500, 200),
    ])
  func width(line: Int?, setting: String?, isTerminal: Bool, window: Int, width: Int) {
    var options = LineOptions()
    options.width = line
    let console = FakeConsole(
      terminal: isTerminal, size: Terminal.Size(columns: window, rows: 24)
    ).console
    let settings = ShellSettings(setting.map { ["shell_width": $0] } ?? [:])
    #expect(Appearance(options, settings, console).style.width == width)
  }

  @Test(
    "Without a terminal COLUMNS gives the width, held in the same bounds",
    arguments: [
      ("60", 60), ("1000", 200), ("5", 40), ("0", 40), ("wide", 80), ("", 80), (nil, 80),
    ] as [(String?, Int)])
  func columns(value: String?, width: Int) {
    let console = FakeConsole(
      terminal: false, environment: value.map { ["COLUMNS": $0] } ?? [:]
    ).console
    #expect(Appearance(LineOptions(), ShellSettings(), console).style.width == width)
  }

  @Test(
    "ACCESSIBLE=1 holds for a pipe too; the setting is about a terminal",
    arguments: [
      ("1", "off", false, true), ("1", "off", true, true), ("0", "on", true, true),
      ("0", "on", false, false), ("0", "off", true, false), ("", "off", false, false),
    ])
  func accessible(variable: String, setting: String, isTerminal: Bool, isPlain: Bool) {
    let console = FakeConsole(terminal: isTerminal, environment: ["ACCESSIBLE": variable]).console
    let look = Appearance(LineOptions(), ShellSettings(["shell_accessible": setting]), console)
    #expect((look.format == .plain) == isPlain)
  }

  @Test(
    "A locale of ASCII gets ASCII marks",
    arguments: [("C", true), ("POSIX", true), ("en_US.UTF-8", false)])
  func marks(locale: String, isASCII: Bool) {
    let console = FakeConsole(environment: ["LC_ALL": locale]).console
    let look = Appearance(LineOptions(), ShellSettings(), console)
    #expect((look.style.marks == .ascii) == isASCII)
  }
}
