import FeatureKit
import Synchronization

/// A line with the progress of the work. It appears only for long work and is erased at the end.
final class ProgressLine: Sendable {
  /// The delay in milliseconds before progress is shown.
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

  /// Erases the line. The line is not drawn again after this function returns.
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

  /// Draws over the previous line: moves to the start of the line and clears it.
  private func put(_ text: String) {
    try? console.write(Array("\r\u{1B}[K\(text)".utf8), .errors)
  }
}
