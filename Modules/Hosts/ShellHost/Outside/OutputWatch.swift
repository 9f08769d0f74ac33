package import FeatureKit
import Synchronization

/// Why output could not be written.
package enum OutputFailure: Error, Equatable, Sendable {
  /// The reader closed the pipe, as `head` does after ten lines. The reader has all it wanted, so this is not a
  /// failure.
  case readerLeft
  case failed(Problem)
}

/// Remembers output that could not be written, because only the end of the command can report it.
final class OutputWatch: Sendable {
  /// Lost output, and the stream that lost it.
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

  /// Writes, unless the reader of the stream has closed it.
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

  /// The loss since the last call.
  func take() -> Loss? {
    state.withLock { state in
      defer { state.unsaid = nil }
      return state.unsaid
    }
  }

  /// Whether any output was lost.
  var hasLost: Bool { state.withLock { $0.hasLost } }
}
