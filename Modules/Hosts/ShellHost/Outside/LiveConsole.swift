import FeatureKit
import Glibc
import LineEditing

extension Console {
  /// The process's own terminal, pipes and files.
  package static var live: Console {
    // A write to a pipe whose reader is gone fails, and the failure is recorded. Without this line
    // the signal SIGPIPE would end the program, for example in the middle of a script.
    signal(SIGPIPE, SIG_IGN)
    return Console(
      environment: .process,
      inputIsTerminal: isatty(STDIN_FILENO) == 1,
      outputIsTerminal: isatty(STDOUT_FILENO) == 1,
      errorIsTerminal: isatty(STDERR_FILENO) == 1,
      size: { Terminal.standard.size },
      write: { bytes, stream throws(OutputFailure) in try write(bytes, to: stream) },
      openKeyboard: { setup in Keyboard(setup) },
      hasTypedAhead: { PagerProcess.hasTypedAhead },
      runPager: { PagerProcess($0)?.show($1) ?? false },
      readSecret: { source throws(Problem) in try secret(from: source) },
      takeInterrupts: { Interrupts.shared.install() },
      cancelling: { cancel, body in await Interrupts.shared.cancelling(with: cancel, body) },
      sleep: { milliseconds in try? await Task.sleep(for: .milliseconds(milliseconds)) },
      files: .live)
  }

  private static func secret(from source: SecretSource) throws(Problem) -> String {
    do throws(LineEditingFailure) {
      return try source.read()
    } catch {
      throw Problem(.usage, error.what, fix: error.fix)
    }
  }

  private static func write(_ bytes: [UInt8], to stream: Stream) throws(OutputFailure) {
    let descriptor = stream == .output ? STDOUT_FILENO : STDERR_FILENO
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EAGAIN {
        var room = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&room, 1, -1)
        continue
      }
      guard count > 0 else {
        throw errno == EPIPE ? .readerLeft : .failed(.unwritten(errno))
      }
      rest = rest.dropFirst(count)
    }
  }
}

extension Problem {
  fileprivate static func unwritten(_ code: Int32) -> Problem {
    Problem(
      code == ENOSPC || code == EDQUOT ? .storage(.full) : .failed,
      "The answer could not be written: \(String(cString: strerror(code))).",
      fix: "Send it somewhere else, or make room where it goes.")
  }
}

extension Keyboard {
  /// Creates a keyboard (the source of input lines) from a line editor at the process's terminal.
  init(_ setup: KeyboardSetup) {
    let editor = LineEditor(
      history: setup.historyFile.map { HistoryFile(path: $0) }, completion: setup.completion,
      tell: setup.tell)
    self.init(
      readLine: { editor.readLine(prompt: $0) },
      readAnswer: { editor.readAnswer(prompt: $0, completion: $1) },
      readSecret: { editor.readSecret(prompt: $0) },
      remember: { editor.remember($0, onDisk: $1) })
  }
}
