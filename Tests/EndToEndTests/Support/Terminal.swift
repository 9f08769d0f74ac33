import Glibc
import Testing

/// The program at a real pseudo-terminal; the test types its keys and reads its screen.
final class Terminal {
  private let master: Int32
  private let child: Child
  private(set) var screen: Screen
  /// The screen's position when the last keys were sent: waits look only at what follows.
  private var mark = 0
  /// Every byte that the program wrote, for checks of output that a screen does not show.
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

  // <pty.h> is not part of the Glibc module: these are Linux's own requests.
  private static let lockRequest: UInt = 0x4004_5431
  private static let numberRequest: UInt = 0x8004_5430

  deinit {
    if !isHungUp { close(master) }
  }

  private var isHungUp = false

  /// `kill -9` at any moment.
  func kill() {
    child.kill()
    _ = child.wait()
  }

  /// Closes the window, which sends the program a hang-up.
  func hangUp() {
    isHungUp = true
    close(master)
    _ = child.wait()
  }

  /// Changes the width of the window; the program gets a signal.
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
  /// Types once the program reads keys; the terminal would echo what is typed earlier.
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

  /// Whether the terminal echoes, as it does while the program does not read single keys.
  private var isEchoing: Bool {
    var settings = [UInt32](repeating: 0, count: 16)
    let isKnown = ioctl(master, Self.settingsRequest, &settings) == 0
    return isKnown && settings[3] & Self.echo != 0
  }

  private static let settingsRequest: UInt = 0x5401
  private static let echo: UInt32 = 8

  /// Types a line and returns the program's output up to the next prompt.
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

  /// Presses Ctrl-C while the program reads keys, and waits for the prompt that follows.
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
  /// The cursor's line.
  var line: String { screen.line(screen.row) }

  /// Everything that was on the screen, as one text.
  var text: String { screen.lines().joined(separator: "\n") }

  /// Waits until the screen shows the text after the last typed keys.
  func see(_ text: String, _ location: SourceLocation = #_sourceLocation) {
    let mark = mark
    wait(text.debugDescription, location) { screen in
      screen.lines(from: mark).contains { $0.contains(text) }
    }
  }

  /// Waits until the cursor is at a prompt: this one, if it is given.
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
      // The terminal's settings change without a notification, so they are read again every few milliseconds.
      guard !hasEnded, deadline.milliseconds > 0 else {
        Issue.record(
          "\(what) never came. The screen:\n\(text.suffix(3000))", sourceLocation: location)
        return
      }
      listen(milliseconds: min(5, deadline.milliseconds))
    }
  }

  /// Reads the program's output.
  private func listen(milliseconds: Int32) {
    var waiting = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
    guard poll(&waiting, 1, milliseconds) > 0 else { return }
    var chunk = [UInt8](repeating: 0, count: 65_536)
    let count = read(master, &chunk, chunk.count)
    guard count > 0 else {
      // A terminal whose other side is closed reads as an error.
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
