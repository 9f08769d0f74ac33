package import FeatureKit
import Synchronization

/// Why something could not be written where answers go.
package enum OutputFailure: Error, Equatable, Sendable {
  /// Whoever read is gone, as `head` is after ten lines. They have what they wanted: it is no failure.
  case readerLeft
  case failed(Problem)
}

/// Remembers what could not be written, because nobody who says something can do more about it than the end of the command can.
final class OutputWatch: Sendable {
  /// An answer that was lost, and which of the streams lost it.
  struct Loss: Equatable, Sendable {
    var stream: Console.Stream
    var problem: Problem
  }

  private struct State {
    var unsaid: Loss?
    var hasLost = false
    var left: Set<Console.Stream> = []
  }

  private let state = Mutex(State())

  /// Writes, unless nobody reads there any more.
  func write(
    _ bytes: [UInt8], _ stream: Console.Stream, by write: Console.Write
  ) throws(OutputFailure) {
    if state.withLock({ $0.left.contains(stream) }) { throw .readerLeft }
    do throws(OutputFailure) {
      try write(bytes, stream)
    } catch {
      state.withLock { state in
        switch error {
        case .readerLeft: state.left.insert(stream)
        case .failed(let problem):
          state.hasLost = true
          if state.unsaid == nil { state.unsaid = Loss(stream: stream, problem: problem) }
        }
      }
      throw error
    }
  }

  /// What was lost since it was last asked for.
  func take() -> Loss? {
    state.withLock { state in
      defer { state.unsaid = nil }
      return state.unsaid
    }
  }

  /// Whether anything was lost at all.
  var hasLost: Bool { state.withLock { $0.hasLost } }
}
