import FeatureTesting
import Synchronization
import Testing

/// Collects the messages with which a test store reports a failed expectation, so that tests of the
/// store can check them.
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
