import Glibc
import Testing
import ToolTesting

/// Runs the program at a real pseudo-terminal. The test types keys and reads the screen.
final class Terminal {
  private let master: Int32
  private let child: Child
  private(set) var screen: Screen
  /// The row of the screen on which the last keys were typed. `see` searches only from this row on.
  private var mark = 0
  /// All bytes that the program has written, for checks of output that a screen does not show.
  private(set) var bytes: [UInt8] = []
  private var hasEnded = false
  private let rows: Int

  init(
    _ program: String, _ words: [String], environment: [String: String], columns: Int, rows: Int
  ) throws {
    master = Glibc.open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var unlocked: Int32 = 0
    var number: Int32 = 0
    try #require(ioctl(master, Self.lockRequest, &unlocked) == 0)
    try #require(ioctl(master, Self.numberRequest, &number) == 0)
    screen = Screen(columns: columns)
    self.rows = rows
    setSize(master, columns, rows)
    child = try Child(program, words, environment: environment, terminal: "/dev/pts/\(number)")
  }

  // The module Glibc does not contain <pty.h>, so the numbers of these two Linux requests are
  // written here.
  private static let lockRequest: UInt = 0x4004_5431
  private static let numberRequest: UInt = 0x8004_5430

  deinit {
    if !isHungUp { close(master) }
  }

  private var isHungUp = false

  /// Kills the program with SIGKILL.
  func kill() {
    child.kill()
    _ = child.wait()
  }

  /// Closes the terminal's window, which sends SIGHUP to the program.
  func hangUp() {
    isHungUp = true
    close(master)
    _ = child.wait()
  }

  /// Changes the width of the window. The kernel sends SIGWINCH to the program.
  func resize(columns: Int) {
    screen.columns = columns
    setSize(master, columns, rows)
  }

  enum Key: String {
    case controlC = "\u{3}"
    case controlD = "\u{4}"
    case enter = "\r"
    case up = "\u{1B}[A"
  }
}

// MARK: - The keyboard

extension Terminal {
  /// Types the text as soon as the program reads keys. The terminal itself would echo text that is
  /// typed earlier.
  func type(_ text: String, _ location: SourceLocation = #_sourceLocation) {
    wait("a program that listens", location) { _ in !isEchoing }
    mark = screen.row
    send(text)
  }

  func press(_ key: Key, _ location: SourceLocation = #_sourceLocation) {
    type(key.rawValue, location)
  }

  private func send(_ text: String) {
    let bytes = Array(text.utf8)
    #expect(write(master, bytes, bytes.count) == bytes.count)
  }

  /// Whether the terminal echoes keys. It does so while the program does not read single keys.
  private var isEchoing: Bool {
    var settings = [UInt32](repeating: 0, count: 16)
    let isKnown = ioctl(master, Self.settingsRequest, &settings) == 0
    return isKnown && settings[3] & Self.echo != 0
  }

  private static let settingsRequest: UInt = 0x5401
  private static let echo: UInt32 = 8

  /// Types a line and returns the program's output between that line and the next prompt.
  @discardableResult
  func enter(
    _ line: String, prompt: String? = nil, _ location: SourceLocation = #_sourceLocation
  ) -> [String] {
    let start = screen.row
    type(line + Key.enter.rawValue, location)
    wait("a prompt after \(line.debugDescription)", location) { screen in
      screen.row > start && Self.isPrompt(screen, prompt)
    }
    return Array(screen.lines(from: start).prefix(screen.row - start).dropFirst())
  }

  /// Presses Ctrl-C as soon as the program reads keys, and waits for the next prompt.
  func cancel(_ location: SourceLocation = #_sourceLocation) {
    let start = screen.row
    press(.controlC, location)
    wait("a prompt after Ctrl-C", location) { $0.row > start && Self.isPrompt($0, nil) }
  }

  private static func isPrompt(_ screen: Screen, _ prompt: String?) -> Bool {
    let line = screen.line(screen.row)
    let isOne = prompt.map { line == $0 } ?? (line.hasPrefix("compass") && line.hasSuffix(">"))
    return isOne && screen.column == line.count + 1
  }
}

// MARK: - The screen

extension Terminal {
  /// The line of the screen on which the cursor is.
  var line: String { screen.line(screen.row) }

  /// All lines that were ever on the screen, as one text.
  var text: String { screen.lines().joined(separator: "\n") }

  /// Waits until the screen shows the text, on the row where the last keys were typed or below.
  func see(_ text: String, _ location: SourceLocation = #_sourceLocation) {
    let mark = mark
    wait(text.debugDescription, location) { screen in
      screen.lines(from: mark).contains { $0.contains(text) }
    }
  }

  /// Waits until the cursor is at a prompt; if `prompt` is set, at exactly this prompt.
  func seePrompt(_ prompt: String? = nil, _ location: SourceLocation = #_sourceLocation) {
    wait("the prompt \(prompt ?? "")", location) { Self.isPrompt($0, prompt) }
  }

  /// Waits until the program has ended, and returns its exit code.
  func end(_ location: SourceLocation = #_sourceLocation) -> Int32 {
    wait("the end of the program", location) { [unowned self] _ in hasEnded }
    if !hasEnded { child.kill() }
    return child.wait()
  }

  private func wait(
    _ what: String, _ location: SourceLocation, until isThere: (Screen) -> Bool
  ) {
    let deadline = Deadline(milliseconds: 300_000)
    while !isThere(screen) {
      // The echo setting changes without any output, so the condition is tested every few
      // milliseconds.
      guard !hasEnded, deadline.milliseconds > 0 else {
        Issue.record(
          "\(what) never came. The screen:\n\(text.suffix(3000))", sourceLocation: location)
        return
      }
      listen(milliseconds: min(5, deadline.milliseconds))
    }
  }

  /// Waits for output of the program for a limited time, and adds it to the screen.
  private func listen(milliseconds: Int32) {
    var waiting = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
    guard poll(&waiting, 1, milliseconds) > 0 else { return }
    var chunk = [UInt8](repeating: 0, count: 65_536)
    let count = read(master, &chunk, chunk.count)
    guard count > 0 else {
      // Reading a terminal fails after the program on its other side has ended.
      hasEnded = true
      return
    }
    bytes += chunk[..<count]
    screen.take(chunk[..<count])
  }
}

private func setSize(_ terminal: Int32, _ columns: Int, _ rows: Int) {
  var size = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
  #expect(ioctl(terminal, UInt(TIOCSWINSZ), &size) == 0)
}
