import FeatureTesting
import Synchronization
import Testing

/// Collects the messages with which a test store would fail a test, so that tests can check them.
final class Failures: Sendable {
  private let all = Mutex<[(message: String, line: Int)]>([])

  var sink: FailureSink {
    FailureSink { message, location in
      self.all.withLock { $0.append((message, location.line)) }
    }
  }

  var messages: [String] { all.withLock { $0.map(\.message) } }
  var lines: [Int] { all.withLock { $0.map(\.line) } }
}
