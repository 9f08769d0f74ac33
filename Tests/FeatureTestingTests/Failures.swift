import FeatureTesting
import Synchronization
import Testing

/// Collects what a test store would have failed the test with, so that its words can be tested.
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
