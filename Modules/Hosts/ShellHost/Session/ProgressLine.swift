import FeatureKit
import Synchronization

/// A line at the terminal with the progress of a running command. It is shown only if the command
/// takes long, and is erased at its end.
final class ProgressLine: Sendable {
  /// The number of milliseconds that a command runs before its progress is shown.
  static let patience: Int64 = 300

  private struct State {
    var latest = Progress("Working …", done: 0)
    var isDue = false
    var isOver = false
  }

  private let state = Mutex(State())
  private let console: Console
  private let draw: @Sendable (Progress) -> String
  private let timer = Mutex<_Concurrency.Task<Void, Never>?>(nil)

  init(console: Console, draw: @escaping @Sendable (Progress) -> String) {
    self.console = console
    self.draw = draw
    let waiting = _Concurrency.Task { [weak self] in
      await console.sleep(Self.patience)
      self?.fallDue()
    }
    timer.withLock { $0 = waiting }
  }

  func hear(_ progress: Progress) {
    state.withLock { state in
      state.latest = progress
      show(state)
    }
  }

  /// Erases the line, and waits for the timer, so that the line is not drawn again after this call.
  func end() async {
    state.withLock { state in
      if state.isDue { put("") }
      state.isOver = true
    }
    let waiting = timer.withLock { $0 }
    waiting?.cancel()
    await waiting?.value
  }

  private func fallDue() {
    state.withLock { state in
      state.isDue = true
      show(state)
    }
  }

  private func show(_ state: State) {
    guard state.isDue, !state.isOver else { return }
    put(draw(state.latest))
  }

  /// Writes the text over the present line: the cursor goes to the start of the line and clears it
  /// first.
  private func put(_ text: String) {
    try? console.write(Array("\r\u{1B}[K\(text)".utf8), .errors)
  }
}
