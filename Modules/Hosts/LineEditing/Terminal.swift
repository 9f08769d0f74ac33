import CLineEdit
import Glibc

/// The descriptors of a person's terminal for input and output.
package struct Terminal: Equatable, Sendable {
  package var input: Int32
  package var output: Int32

  package init(input: Int32, output: Int32) {
    self.input = input
    self.output = output
  }

  package static let standard = Terminal(input: STDIN_FILENO, output: STDOUT_FILENO)

  /// The size of a window in characters.
  package struct Size: Equatable, Sendable {
    package var columns: Int
    package var rows: Int

    package init(columns: Int, rows: Int) {
      self.columns = columns
      self.rows = rows
    }
  }

  /// Whether input and output are both terminals, so that a person can read a question and answer
  /// it.
  package var isTerminal: Bool { isatty(input) == 1 && isatty(output) == 1 }

  /// The present size of the window; nil if there is no window. It may change, so it is read again
  /// before each page.
  package var size: Size? {
    var size = winsize()
    guard ioctl(output, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
      return nil
    }
    return Size(columns: Int(size.ws_col), rows: Int(size.ws_row))
  }
}

extension Terminal {
  /// Whether the terminal can redraw a line, which editing needs. A shell window of a text editor
  /// cannot, and says so with `TERM=dumb`.
  var canEdit: Bool {
    guard isTerminal, let name = getenv("TERM") else { return false }
    return !["", "dumb", "emacs"].contains(String(cString: name))
  }

  func write(_ text: String) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Glibc.write(output, $0.baseAddress, $0.count) }
      if count < 0, errno != EINTR { return }
      if count > 0 { bytes = bytes.dropFirst(count) }
    }
  }

  /// Switches echo off, except for line breaks, and discards keys that were typed before, because
  /// they were visible.
  func stopShowing(_ settings: termios) {
    var silent = settings
    silent.c_lflag &= ~tcflag_t(ECHO)
    silent.c_lflag |= tcflag_t(ECHONL | ICANON | ISIG)
    tcsetattr(input, TCSAFLUSH, &silent)
  }
}
