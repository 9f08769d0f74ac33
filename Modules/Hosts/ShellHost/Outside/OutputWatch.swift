package import FeatureKit
import Synchronization

/// The reason why output could not be written.
package enum OutputFailure: Error, Equatable, Sendable {
  /// The reader closed the pipe, as `head` does after ten lines. This does not count as a failure.
  case readerLeft
  case failed(Problem)
}

/// Records output that could not be written. The shell reports it at the end of the command.
final class OutputWatch: Sendable {
  /// The problem with lost output, and the stream that lost it.
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

  /// Writes the bytes. Throws if the reader of the stream has closed it, or if the write fails.
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

  /// Returns the output loss since the last call, and clears it.
  func take() -> Loss? {
    state.withLock { state in
      defer { state.unsaid = nil }
      return state.unsaid
    }
  }

  /// Whether any output was lost.
  var hasLost: Bool { state.withLock { $0.hasLost } }
}
