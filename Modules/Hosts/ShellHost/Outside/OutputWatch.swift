package import FeatureKit
import Synchronization

/// The reason why output could not be written.
package enum OutputFailure: Error, Equatable, Sendable {
  /// The reader closed the pipe, as `head` does after ten lines. The command does not fail because
  /// of it.
  case readerLeft
  case failed(Problem)
}

/// Remembers output that could not be written. At the end of the command, the shell reports the
/// loss.
final class OutputWatch: Sendable {
  /// One piece of output that could not be written: its stream and the reason.
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

  /// Writes the bytes by calling `write`, and remembers a failure.
  ///
  /// If an earlier write failed because the reader had closed the stream, throws without writing.
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

  /// Returns the first failure since the last call; nil if all output was written.
  func take() -> Loss? {
    state.withLock { state in
      defer { state.unsaid = nil }
      return state.unsaid
    }
  }

  /// Whether any output of this process could not be written.
  var hasLost: Bool { state.withLock { $0.hasLost } }
}
