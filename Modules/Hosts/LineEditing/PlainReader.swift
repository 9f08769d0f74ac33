import CLineEdit
import Glibc

/// Reads lines without editing: from a terminal, a pipe or a file.
struct PlainReader {
  private var ahead: [UInt8] = []
  private var hasEnded = false

  /// Returns the next line without its line break; bytes that are not UTF-8 become U+FFFD.
  ///
  /// The buffers are overwritten with zeros, because the line may be a secret.
  ///
  /// - Parameter showing: whether the terminal shows the typed characters.
  mutating func line(at terminal: Terminal, prompt: Prompt, showing: Bool = true) -> Reading {
    var settings = termios()
    let isTerminal = tcgetattr(terminal.input, &settings) == 0
    // The signal handlers are installed before echo is switched off. From then on, a signal that
    // ends the process first restores the terminal's echo.
    let wake = compass_reading_begin(isTerminal ? terminal.input : -1, &settings)
    defer { compass_reading_end() }
    if isTerminal, !showing { terminal.stopShowing(settings) }
    // `TCSAFLUSH` discards typed keys that were not read yet. If the person interrupted a secret,
    // these keys are the rest of the secret, which must not become the next line.
    defer { if isTerminal, !showing { tcsetattr(terminal.input, TCSAFLUSH, &settings) } }
    if terminal.isTerminal { terminal.write(prompt.plain) }
    let line = line(from: terminal.input, wake: wake, isTerminal: isTerminal)
    if line == .interrupted, terminal.isTerminal { terminal.write("\n") }
    return line
  }
}

extension PlainReader {
  private enum Event { case readable, interrupted }

  private mutating func line(from input: Int32, wake: Int32, isTerminal: Bool) -> Reading {
    while true {
      if let end = ahead.firstIndex(of: 0x0A) { return .line(take(through: end)) }
      if hasEnded {
        guard !ahead.isEmpty else { return .endOfInput }
        return .line(take(through: ahead.endIndex - 1))
      }
      switch wait(input: input, wake: wake) {
      case .readable: hasEnded = !fill(from: input)
      case .interrupted:
        ahead.wipe()
        return .interrupted
      }
      // Reading from a terminal can continue after Ctrl-D, so `hasEnded` is reset. A pipe that has
      // ended stays ended.
      if hasEnded, isTerminal, ahead.isEmpty {
        hasEnded = false
        return .endOfInput
      }
    }
  }

  private func wait(input: Int32, wake: Int32) -> Event {
    var watched = [
      pollfd(fd: input, events: Int16(POLLIN), revents: 0),
      pollfd(fd: wake, events: Int16(POLLIN), revents: 0),
    ]
    while true {
      let count = poll(&watched, 2, -1)
      if count < 0, errno == EINTR { continue }
      if count > 0, watched[1].revents != 0 {
        if Int(compass_reading_take()) & compass_signal_interrupted != 0 { return .interrupted }
      }
      if count < 0 || watched[0].revents != 0 { return .readable }
    }
  }

  private mutating func fill(from input: Int32) -> Bool {
    var chunk = [UInt8](repeating: 0, count: 4096)
    defer { chunk.wipe() }
    let count = read(input, &chunk, chunk.count)
    guard count > 0 else { return count < 0 && (errno == EINTR || errno == EAGAIN) }
    ahead += chunk[..<count]
    return true
  }

  private mutating func take(through end: Int) -> String {
    var line = Array(ahead[...end])
    var rest = Array(ahead[(end + 1)...])
    ahead.wipe()
    swap(&ahead, &rest)
    defer { line.wipe() }
    return String(
      decoding: line.prefix { $0 != 0x0A }.drop(trailing: 0x0D), as: UTF8.self)
  }
}

extension [UInt8] {
  /// Overwrites the bytes with zeros and empties the array, so that no secret stays in freed
  /// memory.
  mutating func wipe() {
    withUnsafeMutableBytes { if let start = $0.baseAddress { explicit_bzero(start, $0.count) } }
    removeAll()
  }
}

extension ArraySlice<UInt8> {
  fileprivate func drop(trailing byte: UInt8) -> Self { last == byte ? dropLast() : self }
}
